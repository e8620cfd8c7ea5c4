//! Flags that were given and change nothing.
//!
//! Such a flag is not refused, since scripts use one set of flags for several recipes. Each gets a note, in the same words.

use std::path::Path;

use wgpu_noise::Recipe;
use wgpu_noise::bake::Plan;
use wgpu_noise::format::FileType;
use wgpu_noise::noise::table::Cell;
use wgpu_noise::noise::{Axis, Kind};
use wgpu_noise::recipe::cell;

use super::super::flags::StorageFlags;
use super::super::terminal::note;
use super::RequestFlags;

/// Parameters that take a number for each of x, y and z.
const PER_AXIS: [&str; 3] = ["frequency", "cells", "period"];

/// Prints a note for each flag of the noise and of the grid that has no effect.
pub fn of_request(recipe: &Recipe, flags: &RequestFlags) {
    let grid = recipe.grid();
    let is_idle = |axis: usize| !grid.axes().has(axis) && !may_read(recipe, Axis::ALL[axis].name());
    let origin = flags.grid.origin.iter().flat_map(|origin| &origin.0);
    for (axis, _) in origin.enumerate().filter(|(_, at)| **at != 0.0) {
        if is_idle(axis) {
            no_axis("--origin", axis);
        }
    }
    let given = |name: &str| {
        let mut given = flags.noise.params.given.iter();
        given.find(|(flag, _)| flag.param == name)
    };
    for (flag, value) in PER_AXIS.into_iter().filter_map(given) {
        let Cell::List(numbers) = cell(value) else {
            continue;
        };
        for axis in (0..numbers.len()).filter(|&axis| is_idle(axis)) {
            no_axis(&flag.flag(), axis);
        }
    }
    if given("time_frequency").is_some() && is_idle(3) {
        has_no_effect("--time-frequency", "without --frames");
    }
    if flags.grid.duration.is_some() && !grid.axes().has(3) {
        has_no_effect("--duration", "without --frames");
    }
    let ramp_space = flags.storage.and_then(|storage| storage.ramp_space);
    if ramp_space.is_some() && recipe.ramp.is_none() {
        has_no_effect("--ramp-space", "without a ramp");
    }
}

/// Prints a note if a function takes no steps on the whole grid, which the recipe has.
pub fn of_snippet(recipe: &Recipe, has_entry: bool) {
    if recipe.part.is_some() && has_entry {
        has_no_effect("box", "on an entry point, which covers the whole");
    }
    for (key, is_given) in [
        ("erosion", recipe.erosion.is_some()),
        ("blur", recipe.blur > 0.0),
        ("supersample", recipe.supersample > 1),
    ] {
        if is_given {
            has_no_effect(key, "on a function of a position");
        }
    }
}

/// Prints a note for each flag of storage that has no effect on the outputs of a recipe, which have such keys of their own.
pub fn of_outputs(flags: &StorageFlags) {
    for (flag, is_given) in [
        ("--format", flags.format.is_some()),
        ("--range", flags.range.is_some()),
        ("--ramp", flags.ramp.is_some()),
    ] {
        if is_given {
            has_no_effect(flag, "on outputs, except those of the recipe's own picture");
        }
    }
}

/// Prints a note for each flag of storage that has no effect on a type of file; `None` is standard output.
fn of_type(flags: &StorageFlags, file_type: Option<FileType>) {
    let is_of = |which: fn(FileType) -> bool| file_type.is_some_and(which);
    if flags.fps.is_some() && !is_of(FileType::is_animation) {
        let animations = FileType::listed("or", FileType::is_animation);
        has_no_effect("--fps", &format!("on a file other than {animations}"));
    }
    for (flag, given, which) in [
        (
            "--mips",
            flags.mips == Some(true),
            FileType::is_texture as fn(FileType) -> bool,
        ),
        (
            "--supercompress",
            flags.supercompress == Some(true),
            FileType::has_supercompression,
        ),
        ("--codec", flags.codec.is_some(), FileType::has_codec),
        ("--layout", flags.layout.is_some(), FileType::is_image),
        ("--columns", flags.columns.is_some(), FileType::is_image),
        (
            "--pad-sheet",
            flags.pad_sheet == Some(true),
            FileType::is_image,
        ),
    ] {
        if given && !is_of(which) {
            let with = FileType::listed("and", which);
            has_no_effect(flag, &format!("except in {with}"));
        }
    }
}

/// Prints a note for each flag of storage that has no effect on a plan, in a file that may hold no recipe.
pub fn of_storage(flags: &StorageFlags, plan: &Plan, output: Option<&Path>, holds_recipe: bool) {
    let packing = plan.packing();
    // A plan need not say what the file is.
    if output.is_some() {
        of_type(flags, plan.file_type());
    }
    if flags.range.is_some() && !packing.format().component().is_unorm() {
        let format = packing.format().name();
        has_no_effect(
            "--range",
            &format!("on {format}, which stores values as they are"),
        );
    }
    for (flag, text) in [("--title", &flags.title), ("--licence", &flags.licence)] {
        if text.is_some() && !holds_recipe {
            has_no_effect(flag, "on this type of file without --sidecar");
        }
    }
}

fn no_axis(flag: &str, axis: usize) {
    let what = format!("the {} of {flag}", Axis::ALL[axis].name());
    has_no_effect(&what, "on a grid without that axis");
}

fn has_no_effect(what: &str, where_: &str) {
    note(&format!("note: {what} has no effect {where_}"));
}

/// Whether the noise may depend on an axis that the grid lacks, and along which every sample has the coordinate of the
/// origin: a source may name it, a node may be that coordinate, and a domain step may turn it into the grid.
fn may_read(recipe: &Recipe, axis: &str) -> bool {
    let names = |(param, cell): (&String, &Cell)| match cell {
        Cell::Text(text) => text == axis || (param == "axes" && text.contains(axis)),
        _ => false,
    };
    recipe.channels.iter().any(|channel| channel == axis)
        || recipe.nodes.values().any(|row| {
            let is_domain = matches!(Kind::from_name(&row.kind), Some(Kind::Domain(_)));
            is_domain || row.params.iter().any(names)
        })
}
