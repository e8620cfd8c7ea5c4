//! The `.json` beside a file that says what its texels are: of bare ones always, of an array on request.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Description, FileType, PROGRAM, TEXT_MAX, WRITER};
use crate::texel::Transfer;
use crate::{Error, Result};

/// The `.json`, field by field.
#[derive(Serialize)]
struct Sidecar<'a> {
    writer: &'a str,
    /// How each component is stored.
    component: &'a str,
    components: u32,
    channels: u32,
    /// x first.
    size: &'a [u32],
    frames: Option<u32>,
    /// The values that unorm formats store as 0 and 1; floats are stored as they are.
    range: Option<[f32; 2]>,
    /// What the numbers mean: `linear` values, or colours encoded as `srgb`.
    transfer: Transfer,
    byte_order: &'a str,
    axis_order: &'a str,
    recipe: Option<&'a str>,
}

/// The bytes of the `.json`.
pub fn bytes(description: &Description) -> Result<Vec<u8>> {
    let packing = &description.packing;
    let unorm = packing.format.component().is_unorm();
    let sidecar = Sidecar {
        writer: WRITER,
        component: packing.format.component().name(),
        components: packing.components,
        channels: packing.channels,
        size: &description.size,
        frames: description.frames,
        range: unorm.then_some(packing.range),
        transfer: description.transfer,
        byte_order: "little",
        axis_order: "component fastest, then x, y, z, frame",
        recipe: description.recipe.as_deref(),
    };
    let mut json = serde_json::to_vec_pretty(&sidecar)
        .map_err(|e| Error::io("describe", "the texels", e.into()))?;
    json.push(b'\n');
    Ok(json)
}

/// `noise.raw.json` for `noise.raw`.
pub fn path_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".json");
    name.into()
}

/// Whether this is the path of a `.json` beside a `.raw` or an `.npy`.
pub fn is_sidecar(path: &Path) -> bool {
    let is_json = path
        .extension()
        .is_some_and(|extension| extension == "json");
    is_json
        && matches!(
            FileType::from_path(&path.with_extension("")),
            Ok(FileType::Raw | FileType::Npy)
        )
}

/// Whether a file of this path has one beside it: every `.raw`, and an `.npy` where it is asked for or one of ours is there.
pub fn belongs(path: &Path, file_type: FileType, description: &Description) -> bool {
    match file_type {
        FileType::Raw => true,
        FileType::Npy => description.sidecar || is_ours(&path_of(path)),
        FileType::Png | FileType::Ktx2 => false,
    }
}

/// Whether there is such a `.json`, which this program wrote.
fn is_ours(path: &Path) -> bool {
    read(path).is_ok_and(|found| {
        found
            .writer
            .is_some_and(|writer| writer.starts_with(PROGRAM))
    })
}

/// What is read of a `.json`.
#[derive(Deserialize)]
struct Found {
    writer: Option<String>,
    recipe: Option<String>,
}

/// The recipe in a `.json`.
pub fn read_recipe(path: &Path) -> io::Result<Option<String>> {
    read(path).map(|found| found.recipe)
}

fn read(path: &Path) -> io::Result<Found> {
    let mut json = Vec::new();
    let mut file = File::open(path)?.take(TEXT_MAX as u64 + 1);
    file.read_to_end(&mut json)?;
    if json.len() > TEXT_MAX {
        let what = format!("it has over {TEXT_MAX} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    Ok(serde_json::from_slice(&json)?)
}
