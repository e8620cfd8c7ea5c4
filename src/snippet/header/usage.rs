//! How to call a function, and how to start its entry point.

use super::super::entry::{self, WORKGROUP};
use super::super::{Entry, Function, Lang, Options, Parameters, Y};
use crate::Recipe;
use crate::texel::Transfer;
use crate::wgsl::compose::FIELDS;
use crate::wgsl::items::identifiers;

const RANGE: &str = "It is a bound for the samples of the recipe: they often cover only part of it, and other positions may \
                     have values outside.";

const COLOURS: &str = "the components are red, green and blue, and opacity if there is a fourth, encoded as sRGB, as in an image \
                       file. Decode them for light, and for a target that encodes what is written to it.";

/// Says how to call a function, and what it returns.
pub(super) fn of_function(text: &str, function: &Function, options: &Options) -> Vec<String> {
    let name = &function.name;
    let mut lines = vec![
        format!("Call: {}.", signature(text, name)),
        position(function),
    ];
    if options.y == Y::Up {
        lines.push(
            "The y axis points up: the first row of the recipe's picture has the greatest y. Derivatives along y, and normals, \
             are still those of an axis that points down."
                .into(),
        );
    }
    lines.push(format!("Range: {}. {RANGE}", range(function)));
    let auto = function.job.auto_octaves();
    let auto: Vec<String> = auto
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    if !auto.is_empty() {
        lines.push(format!(
            "Octaves: {}, as many as the samples of the recipe can show. Another size, or a number of octaves, changes them.",
            auto.join(", ")
        ));
    }
    if function
        .recipe
        .is_some_and(|recipe| recipe.transfer() == Transfer::Srgb)
    {
        lines.push(format!("Colours: {COLOURS}"));
    }
    if options.parameters == Parameters::Struct {
        let mut line = format!("Parameters: {name}_defaults holds the recipe's values.");
        if has_octaves(text, name) {
            line += " Numbers of octaves are clamped to between 1 and the recipe's.";
        }
        lines.push(line);
    }
    lines.extend(entry_point(function, options));
    lines
}

/// Whether a number of octaves is among the parameters of a function.
fn has_octaves(text: &str, name: &str) -> bool {
    let head = format!("struct {name}_parameters");
    let fields = text
        .split_once(&head)
        .and_then(|(_, rest)| rest.split_once('}'));
    fields.is_some_and(|(fields, _)| identifiers(fields).any(|word| word.ends_with("_octaves")))
}

/// Says what the components of the position are.
fn position(function: &Function) -> String {
    let job = function.job;
    let (letters, boxes): (Vec<&str>, Vec<String>) = (job.program.axes.indices())
        .map(|axis| {
            let letter = ["x", "y", "z", "time"][axis];
            let span = job.grid.span(axis);
            let end = span.origin + span.extent;
            (letter, format!("{letter} {} to {end}", span.origin))
        })
        .unzip();
    format!(
        "Position: ({}), as f32, in the units of the recipe's domain. The recipe covers {}.",
        letters.join(", "),
        boxes.join(", ")
    )
}

/// Returns the range of each channel.
fn range(function: &Function) -> String {
    let channels = function.job.program.channels();
    let is_normal = function.recipe.is_some_and(Recipe::is_normal);
    let ranges: Vec<String> = (0..channels)
        .map(|channel| {
            let bounds = function.job.range(channel).map(|end| match is_normal {
                true => end.clamp(-1.0, 1.0),
                false => end,
            });
            let [low, high] = bounds.map(|end| end as f32);
            match channels {
                1 => format!("{low} to {high}"),
                _ => format!("{} {low} to {high}", FIELDS[channel]),
            }
        })
        .collect();
    ranges.join(", ")
}

/// Says what the entry point does, and how to start it.
fn entry_point(function: &Function, options: &Options) -> Option<String> {
    let [width, height, depth] = function.job.grid.size3();
    let what = match options.entry {
        Entry::None => return None,
        Entry::Fragment => {
            let rows = match options.lang {
                Lang::Glsl => "bottom",
                Lang::Wgsl | Lang::Hlsl | Lang::Msl | Lang::Spirv => "top",
            };
            let slice = if depth > 1 { " of the first slice" } else { "" };
            let range = match options.range {
                Some([low, high]) => format!("{low} to {high}"),
                None => "the range".into(),
            };
            format!(
                "a fragment shader. It draws the {width} x {height} samples of the recipe{slice}, one per pixel, with rows of \
                 pixels counted from the {rows}, and maps {range} to 0 to 1"
            )
        }
        Entry::Compute => {
            let groups = match options.lang {
                Lang::Hlsl => "thread groups",
                Lang::Msl => "threadgroups",
                Lang::Wgsl | Lang::Glsl | Lang::Spirv => "workgroups",
            };
            let along = width.div_ceil(WORKGROUP);
            format!(
                "a compute shader. Dispatch {along} x {height} x {depth} {groups} of {WORKGROUP} x 1 x 1"
            )
        }
    };
    let name = match options.lang {
        Lang::Glsl => "main".to_string(),
        Lang::Wgsl | Lang::Hlsl | Lang::Msl | Lang::Spirv => {
            entry::entry_point_name(function, options)
        }
    };
    Some(format!("Entry point: {name}, {what}."))
}

/// Finds the declaration of a function in a text, and returns its head on one line.
fn signature(text: &str, name: &str) -> String {
    let head = format!(" {name}(");
    let at = text.match_indices(&head).map(|(at, _)| at);
    let start = at
        .map(|at| text[..at].rfind('\n').map_or(0, |newline| newline + 1))
        .find(|&start| text[start..].starts_with(|c: char| c.is_ascii_alphabetic()));
    let declared = text[start.unwrap_or_default()..].split('{').next();
    let words: Vec<&str> = declared.unwrap_or_default().split_whitespace().collect();
    words.join(" ").replace("( ", "(").replace(" )", ")")
}
