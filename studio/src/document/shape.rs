//! Which kernel a recipe needs.

use std::fmt::Write;

use wgpu_noise::noise::table::Cell;
use wgpu_noise::{Params, Recipe};

/// Returns a text that two recipes share only if they differ in numbers of their programs alone, so that one kernel computes
/// both. `params` are the numbers of the recipe's program.
pub fn shape(recipe: &Recipe, params: &Params) -> String {
    let mut shape = format!(
        "{:?} {} {:?} {:?} {:?}",
        recipe.channels,
        recipe.size.len(),
        recipe.frames.is_some(),
        recipe.output,
        recipe.ramp_space,
    );
    for stop in recipe.ramp.iter().flat_map(|ramp| &ramp.0) {
        shape += if stop.opacity.is_some() {
            " stop and opacity"
        } else {
            " stop"
        };
    }
    let is_number = |name: &str| {
        (params.slots().iter()).any(|slot| {
            (slot.name.strip_prefix(name))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    for (node, row) in &recipe.nodes {
        write_to(&mut shape, format_args!("\n{node} {}", row.kind));
        for (param, cell) in &row.params {
            write_to(&mut shape, format_args!(" {param}="));
            match cell {
                Cell::Number(_) if is_number(&format!("{node}.{param}")) => shape += "#",
                Cell::List(list) if is_number(&format!("{node}.{param}")) => {
                    write_to(&mut shape, format_args!("{}#", list.len()));
                }
                Cell::Points(points) => write_to(&mut shape, format_args!("{}##", points.len())),
                other => write_to(&mut shape, format_args!("{other:?}")),
            }
        }
    }
    shape
}

/// Appends to a text, which cannot fail.
fn write_to(text: &mut String, args: std::fmt::Arguments) {
    if text.write_fmt(args).is_err() {
        unreachable!("a String takes any text");
    }
}
