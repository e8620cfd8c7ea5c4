//! The comment before a snippet: how to call and bind it, what made it, what it gives.

use super::function::vector;
use super::{Entry, Options, Parameters, Table};
use crate::program::Job;

pub(super) fn header(job: &Job, options: &Options, looks_up: bool) -> String {
    let name = &options.name;
    let axes = job.program.axes;
    let letters: Vec<&str> = axes
        .indices()
        .map(|axis| ["x", "y", "z", "time"][axis])
        .collect();
    let boxes: Vec<String> = (axes.indices())
        .map(|axis| {
            let span = job.grid.span(axis);
            format!(
                "{} {} to {}",
                ["x", "y", "z", "time"][axis],
                span.origin,
                span.origin + span.extent
            )
        })
        .collect();
    let ranges: Vec<String> = (0..job.program.channels())
        .map(|channel| {
            let [low, high] = job.range(channel);
            format!("{} to {}", low as f32, high as f32)
        })
        .collect();
    let argument = match options.parameters {
        Parameters::Const => "",
        Parameters::Struct => &format!(", parameters: {name}_parameters"),
    };
    let mut lines = vec![
        format!(
            "{name}: noise as a function of position, made by wgpu-noise {}.",
            env!("CARGO_PKG_VERSION")
        ),
        String::new(),
        format!(
            "Call: {name}(p: {}{argument}) -> {}, where p is ({}).",
            vector(axes.count()),
            vector(job.program.channels()),
            letters.join(", "),
        ),
        format!(
            "p is in units of the recipe's domain, whose box is {}. Positions are f32.",
            boxes.join(", ")
        ),
        format!("Range: {}.", ranges.join("; ")),
    ];
    if options.parameters == Parameters::Struct {
        lines.push(format!("{name}_defaults has the recipe's parameters."));
    }
    lines.push(match (looks_up, options.table) {
        (true, Table::Storage) => format!(
            "Bind: noise_tables, {} words read only, at group 0, binding 3: the permutations listed below, a word an entry.",
            256 * job.tables.len()
        ),
        _ => "Bind: nothing for the function.".to_string(),
    });
    if options.entry == Entry::Compute {
        lines.push(format!(
            "{name}_compute writes {name}_samples at group 0, binding 0: workgroups of 64 x 1 x 1 samples."
        ));
    }
    if let Some(recipe) = &options.recipe {
        lines.extend([String::new(), "Recipe:".to_string()]);
        lines.extend(recipe.trim_end().lines().map(|line| format!("    {line}")));
    }
    if looks_up && options.table == Table::Storage {
        lines.extend([String::new(), "Permutations, in hexadecimal:".to_string()]);
        for table in &job.tables {
            for row in table.chunks(32) {
                let row: String = row.iter().map(|entry| format!("{entry:02x}")).collect();
                lines.push(format!("    {row}"));
            }
        }
    }
    let comment = |line: String| format!("// {}", plain(&line)).trim_end().to_string() + "\n";
    lines.into_iter().map(comment).collect::<String>() + "\n"
}

/// Without what some languages end or continue a line comment with.
fn plain(line: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii() && !c.is_control() && c != '\\' {
            c
        } else {
            '?'
        }
    };
    line.chars().map(plain).collect()
}
