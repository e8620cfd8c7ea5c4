//! The sidecar: a `.json` beside a file that describes its texels. Types of file that have no place for a recipe have one,
//! always or on request ([`RecipePlace`]).

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::format::contents::Contents;
use crate::format::file_type::{FileType, RecipePlace};
use crate::format::levels::levels;
use crate::format::texts::{PROGRAM, WRITER, read_json};
use crate::texel::Transfer;
use crate::{Error, Result};

/// The fields of a sidecar.
#[derive(Serialize)]
struct Sidecar<'a> {
    writer: &'a str,
    /// The name of a block format, to which `component` and `components` belong.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<&'a str>,
    /// The number of mip levels, the first of which has `size`.
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<usize>,
    /// The name of the component's type.
    component: &'a str,
    components: u32,
    channels: u32,
    /// Samples along x, y and z.
    size: &'a [u32],
    frames: Option<u32>,
    /// The values that unorm formats store as 0 and 1; null for floats, which are stored unchanged.
    range: Option<[f32; 2]>,
    /// `linear` for values, `srgb` for encoded colours.
    transfer: Transfer,
    byte_order: &'a str,
    axis_order: &'a str,
    recipe: Option<&'a str>,
}

/// Returns the bytes of a sidecar: of the file, or of each that holds one frame.
pub fn bytes(file_type: FileType, contents: &Contents) -> Result<Vec<u8>> {
    let packing = &contents.packing;
    let unorm = packing.format.component().is_unorm();
    let sidecar = Sidecar {
        writer: WRITER,
        blocks: (packing.format.block_side() > 1).then(|| packing.format.name()),
        levels: contents.mips.then(|| levels(contents).len()),
        component: packing.format.component().name(),
        components: packing.components,
        channels: packing.channels,
        size: &contents.size,
        frames: (contents.frames).map(|frames| {
            if file_type.numbers_frames() {
                1
            } else {
                frames
            }
        }),
        range: unorm.then_some(packing.range),
        transfer: contents.transfer,
        byte_order: "little",
        axis_order: "component fastest, then x, y, z, frame",
        recipe: contents.recipe.as_deref(),
    };
    let mut json = serde_json::to_vec_pretty(&sidecar)
        .map_err(|e| Error::io("describe", "the texels", e.into()))?;
    json.push(b'\n');
    Ok(json)
}

/// Returns the path of the sidecar of a file: `noise.raw.json` for `noise.raw`.
pub fn path_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".json");
    name.into()
}

/// Returns whether a path is that of a sidecar.
pub fn is_sidecar(path: &Path) -> bool {
    let is_json = path
        .extension()
        .is_some_and(|extension| extension == "json");
    is_json
        && FileType::from_path(&path.with_extension(""))
            .is_ok_and(|file_type| file_type.recipe_place() != RecipePlace::Inside)
}

/// Returns whether a file gets a sidecar: by its type always, or if it is asked for or there already is one that this program
/// wrote.
pub fn belongs(path: &Path, file_type: FileType, contents: &Contents) -> bool {
    match file_type.recipe_place() {
        RecipePlace::Inside => false,
        RecipePlace::Beside => true,
        RecipePlace::OnRequest => contents.sidecar || is_ours(&path_of(path)),
    }
}

/// Returns whether there is a sidecar at this path that this program wrote.
pub fn is_ours(path: &Path) -> bool {
    path.is_file()
        && read_json(path).is_ok_and(|found: Found| {
            found
                .writer
                .is_some_and(|writer| writer.starts_with(PROGRAM))
        })
}

/// Refuses to replace a file at the path of a sidecar that this program did not write.
pub fn check_replaced(path: &Path) -> Result<()> {
    let sidecar = path_of(path);
    if !sidecar.exists() || is_ours(&sidecar) {
        return Ok(());
    }
    let (path, sidecar) = (path.display(), sidecar.display());
    Err(Error::invalid(
        "output",
        format!(
            "{path}, whose description would replace {sidecar}, which wgpu-noise did not write"
        ),
        "another file name, or the same without that .json",
    ))
}

/// What is read from a sidecar.
#[derive(Deserialize)]
struct Found {
    writer: Option<String>,
    recipe: Option<String>,
}

/// Reads the recipe from a sidecar.
pub fn read_recipe(path: &Path) -> io::Result<Option<String>> {
    read_json(path).map(|found: Found| found.recipe)
}
