//! From a request to a recipe: its body, or a preset with the changes in the query.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::StatusCode;
use wgpu_noise::format::{FileType, Pictures};
use wgpu_noise::noise::table::Cell;
use wgpu_noise::recipe::{Bounds, Layout, Lines, Output, Preset, Range, cell};
use wgpu_noise::texel::Format;
use wgpu_noise::{Error, Job, Recipe, bake};

use super::super::values;
use super::files::Files;
use super::problem::{Problem, RECIPE};

/// The types of text that a recipe may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    Toml,
    Json,
}

/// A recipe that a client sent, with the lines of its fields.
pub struct Sent {
    pub recipe: Recipe,
    /// Empty for JSON, whose fields errors name without a line.
    pub lines: Lines,
}

/// Reads a recipe that a client sent, and the recipes and pictures that it names, if the server has a folder of them.
pub fn read(text: &[u8], syntax: Syntax, files: Option<&Files>) -> Result<Sent, Problem> {
    let Ok(text) = std::str::from_utf8(text) else {
        let error = "a recipe is a text in UTF-8";
        return Err(Problem::new(StatusCode::BAD_REQUEST, error));
    };
    let mut sent = match syntax {
        Syntax::Toml => Sent {
            recipe: match files {
                None => Recipe::parse(text, RECIPE)?,
                Some(files) => {
                    let mut load = |file: &str, path: &str| files.load(file, path);
                    Recipe::parse_with(text, RECIPE, &mut load)?
                }
            },
            lines: Lines::of(text, RECIPE),
        },
        // serde would take the items of a list for the keys, in their order.
        Syntax::Json if text.trim_start().starts_with('[') => {
            let error =
                format!("{RECIPE}:1: got a list; allowed: an object with the keys of a recipe");
            return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error));
        }
        Syntax::Json => {
            let recipe: Recipe = serde_json::from_str(text).map_err(|e| Problem::of_json(&e))?;
            recipe.validate()?;
            Sent {
                recipe,
                lines: Lines::default(),
            }
        }
    };
    if let Some(files) = files {
        let mut pictures = Pictures::default();
        let loaded = (sent.recipe).load_pictures(&mut |path| files.picture(path, &mut pictures));
        loaded.map_err(|error| Problem::from(sent.lines.locate(error)))?;
    }
    Ok(sent)
}

/// The presets by name. Parsing one takes longer than all else that an answer from the cache needs.
static PRESETS: LazyLock<BTreeMap<&str, Result<Recipe, Error>>> = LazyLock::new(|| {
    let presets = Preset::ALL.iter();
    presets
        .map(|preset| (preset.name, preset.recipe()))
        .collect()
});

/// Returns a preset, or 404 with the nearest name.
pub fn preset(name: &str) -> Result<Recipe, Problem> {
    let recipe = Preset::find(name).and_then(|preset| PRESETS[preset.name].clone());
    recipe.map_err(|error| Problem::from(error).status(StatusCode::NOT_FOUND))
}

/// The keys of a query that change a recipe, besides `nodes.NODE.PARAMETER`.
const KEYS: [&str; 23] = [
    "size",
    "extent",
    "origin",
    "frames",
    "duration",
    "seed",
    "seamless",
    "edge_samples",
    "format",
    "range",
    "supersample",
    "mips",
    "supercompress",
    "output",
    "strength",
    "outputs",
    "ramp",
    "ramp_space",
    "title",
    "licence",
    "expr",
    "parameters.NAME",
    "nodes.NODE.PARAMETER",
];

/// Sets a key of a recipe, or `nodes.NODE.PARAMETER`. The values are written as the flags of the program.
///
/// # Errors
/// What is not allowed; for an unknown key the known ones, of which the route has some as its `own`.
pub fn set(recipe: &mut Recipe, key: &str, value: &str, own: &[&str]) -> Result<(), Error> {
    let of_recipe = (key.strip_prefix("parameters."))
        .filter(|name| !name.contains('.') || recipe.parameters.contains_key(*name));
    if let Some(path) = key.strip_prefix("nodes.").or(of_recipe) {
        // The error names the key as it was given.
        let set = recipe.set(path, cell(value));
        return set.map_err(|error| error.with_field(key));
    }
    let invalid = |allowed: String| Error::invalid(key, value, allowed);
    let flag = || value.parse().map_err(|_| invalid("true, false".into()));
    match key {
        "size" => recipe.size = values::size(value).map_err(invalid)?.0,
        "extent" => recipe.extent = Some(values::numbers(value).map_err(invalid)?.0),
        "origin" => recipe.origin = values::numbers(value).map_err(invalid)?.0,
        "frames" => recipe.frames = Some(values::frames(value).map_err(invalid)?),
        "duration" => recipe.duration = values::duration(value).map_err(invalid)?,
        "seed" => recipe.seed = values::parsed(key, value).map_err(invalid)?,
        "seamless" => recipe.seamless = flag()?,
        "edge_samples" => recipe.edge_samples = flag()?,
        "format" => recipe.format = Some(Format::find(value)?),
        "range" => recipe.range = Some(values::range(value).map_err(invalid)?),
        "mips" => recipe.mips = flag()?,
        "supercompress" => recipe.supercompress = flag()?,
        "supersample" => recipe.supersample = values::supersample(value).map_err(invalid)?,
        "output" => {
            let names = || Output::ALL.map(Output::name).join(", ");
            let output = Output::from_name(value).ok_or_else(|| invalid(names()))?;
            recipe.output = Some(output);
            // That of the recipe's own channels.
            recipe.range = None;
        }
        "strength" => recipe.strength = Some(values::parsed(key, value).map_err(invalid)?),
        "outputs" => *recipe = recipe.of_output(value)?,
        "ramp" => recipe.ramp = values::ramp(value).map_err(invalid)?.0,
        "ramp_space" => recipe.ramp_space = values::ramp_space(value).map_err(invalid)?,
        "title" => recipe.title = Some(value.into()),
        "licence" => recipe.licence = Some(value.into()),
        "expr" => recipe.express(value, "")?,
        _ => {
            let others = own.iter().copied().filter(|key| !KEYS.contains(key));
            return Err(Error::unknown("query", key, KEYS.into_iter().chain(others)));
        }
    }
    Ok(())
}

/// Returns the two values that unorm formats store as 0 and 1 in each part of what a recipe describes.
///
/// # Errors
/// That of [`measured`].
pub fn range(recipe: &Recipe, job: &Job) -> Result<[f32; 2], Error> {
    match recipe.unorm_range() {
        Some(Range::Bounds(Bounds::Measured)) => Err(measured()),
        other => bake::range(job, other),
    }
}

/// Returns the error of a range that is to be measured.
pub fn measured() -> Error {
    Error::invalid(
        "range",
        "measured",
        "two numbers, or auto; a server does not compute an answer twice",
    )
}

/// Leaves one frame of a recipe, if a file of this type holds only one or the client asks for a time.
pub fn fit_frames(
    recipe: &mut Recipe,
    file_type: FileType,
    time: Option<f64>,
) -> Result<(), Error> {
    match time {
        None if !file_type.numbers_frames() => Ok(()),
        None if file_type.is_image() && recipe.layout == Some(Layout::Flipbook) => Ok(()),
        _ => still(recipe, time),
    }
}

/// Leaves one frame of a recipe: the one at a time, or the first.
///
/// # Errors
/// [`Error::Invalid`] for a time of a recipe without frames.
pub fn still(recipe: &mut Recipe, time: Option<f64>) -> Result<(), Error> {
    if let (None, Some(time)) = (recipe.frames, time) {
        return Err(Error::invalid(
            "time",
            time,
            "a time of a recipe with frames; this one has none",
        ));
    }
    // 0 frames stay as they are, and are refused.
    recipe.frames = recipe.frames.map(|frames| frames.min(1));
    if recipe.layout == Some(Layout::Flipbook) {
        (recipe.layout, recipe.columns, recipe.pad_sheet) = (None, None, false);
    }
    if let Some(time) = time {
        recipe.origin.resize(4, 0.0);
        recipe.origin[3] = time;
    }
    Ok(())
}

/// Checks a recipe, and makes it endless: it need not close at the ends of its box, and no number refers to the box. Its tiles
/// and bricks have no outputs, each of which would be checked with every request.
pub fn make_endless(recipe: &mut Recipe) -> Result<(), Error> {
    recipe.outputs.clear();
    recipe.validate()?;
    recipe.seamless = false;
    let grid = recipe.grid();
    let extents: Vec<f64> = (0..recipe.size.len())
        .map(|axis| grid.length(axis))
        .collect();
    let with_cells: Vec<String> = recipe.nodes_with("cells").map(str::to_string).collect();
    let numbers = recipe.resolved().into_owned();
    for node in with_cells {
        let frequency = match numbers[&node].params.get("cells") {
            Some(Cell::Number(cells)) => extents.iter().map(|extent| cells / extent).collect(),
            Some(Cell::List(list)) => (list.iter().zip(&extents))
                .map(|(cells, extent)| cells / extent)
                .collect(),
            _ => continue,
        };
        recipe.set(&format!("{node}.frequency"), Cell::List(frequency))?;
    }
    Ok(())
}
