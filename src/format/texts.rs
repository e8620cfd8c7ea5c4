//! The texts in files: the recipe, the sheet, the name of the program; and files that are text.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::de::DeserializeOwned;

use crate::Recipe;

/// The name of this program and its version, in files that have a place for it.
pub const WRITER: &str = concat!("wgpu-noise ", env!("CARGO_PKG_VERSION"));

/// How [`WRITER`] begins in every version.
pub const PROGRAM: &str = "wgpu-noise ";

/// The key of the recipe, in files that hold pairs of keys and texts.
pub const RECIPE_KEY: &str = "wgpu-noise:recipe";

/// The key of the [`Sheet`](super::Sheet), in such files: a JSON object with its fields.
pub const SHEET_KEY: &str = "wgpu-noise:sheet";

/// The most bytes of text that are read from a file in search of a recipe. No recipe needs as many.
pub const TEXT_MAX: usize = 16 * Recipe::BYTES_MAX;

/// The most bytes of the name of a channel, which is the limit of OpenEXR.
pub const NAME_MAX: usize = 255;

/// Returns the error for bytes that no file of a type has.
pub fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Returns the text that a file holds, such as its recipe.
pub fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| damaged("a text in it is not UTF-8"))
}

/// Reads a file in JSON, of at most [`TEXT_MAX`] bytes.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> io::Result<T> {
    let mut json = Vec::new();
    let mut file = File::open(path)?.take(TEXT_MAX as u64 + 1);
    file.read_to_end(&mut json)?;
    if json.len() > TEXT_MAX {
        let what = format!("it has more than {TEXT_MAX} bytes");
        return Err(damaged(&what));
    }
    Ok(serde_json::from_slice(&json)?)
}
