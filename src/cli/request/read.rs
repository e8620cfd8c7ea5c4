//! The argument RECIPE: the name of a preset, or the path of a file.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use wgpu_noise::format::FileType;
use wgpu_noise::recipe::{Imported, Preset};
use wgpu_noise::{Error, Recipe, Result};

/// A recipe's text and where it is from.
pub struct Source {
    pub text: String,
    /// The name in messages.
    pub name: String,
    /// The file; none for a preset.
    pub file: Option<PathBuf>,
}

impl Source {
    /// Parses the recipe, and those that it imports by paths relative to its folder.
    pub fn recipe(&self) -> Result<Recipe> {
        Recipe::parse_with(&self.text, &self.name, &mut |file, path| {
            let path = Path::new(file).with_file_name("").join(path);
            let text = read_text(&path)?;
            let file = path.display().to_string();
            Ok(Imported { file, text })
        })
    }
}

/// Reads a preset or a file.
pub fn read(recipe: &Path) -> Result<Source> {
    match preset_name(recipe) {
        Some(name) => {
            let preset = Preset::find(name).map_err(|error| file_in_its_place(name, error))?;
            Ok(Source {
                text: preset.text.to_string(),
                name: preset.file(),
                file: None,
            })
        }
        None => Ok(Source {
            text: read_text(recipe)?,
            name: recipe.display().to_string(),
            file: Some(recipe.into()),
        }),
    }
}

/// Whether an argument is a preset or a recipe in TOML, and not a file of a bake.
pub fn is_recipe(path: &Path) -> bool {
    let is_toml = |extension: &OsStr| extension.eq_ignore_ascii_case("toml");
    preset_name(path).is_some() || path.extension().is_some_and(is_toml)
}

/// Returns the name of a preset; `None` for the path of a file, which has a separator or a dot.
fn preset_name(recipe: &Path) -> Option<&str> {
    let name = recipe.to_str()?;
    let is_path = name.contains(|c| c == '.' || std::path::is_separator(c));
    (!is_path).then_some(name)
}

/// Replaces the error for an unknown preset if there is a file that the name may have meant.
fn file_in_its_place(name: &str, error: Error) -> Error {
    let files = [
        format!("{name}.toml"),
        format!(".{}{name}", std::path::MAIN_SEPARATOR),
    ];
    match files.iter().find(|file| Path::new(file).is_file()) {
        Some(file) => Error::Recipe(format!(
            "preset: unknown name `{name}`, did you mean the file `{file}`? The path of a file has a dot or a separator in it"
        )),
        None => error,
    }
}

/// Reads a text file, but no more than a recipe may have and a byte, which tells that there is more.
pub fn read_text(path: &Path) -> Result<String> {
    let failed = |source: std::io::Error| Error::Io {
        action: "read",
        path: path.into(),
        source: source.into(),
    };
    let mut bytes = Vec::new();
    let limit = Recipe::BYTES_MAX as u64 + 1;
    let file = File::open(path).map_err(failed)?;
    file.take(limit).read_to_end(&mut bytes).map_err(failed)?;
    let is_cut = bytes.len() > Recipe::BYTES_MAX;
    match String::from_utf8(bytes) {
        // A character that the limit cuts in two is no error of the text.
        Err(error) if !is_cut || error.utf8_error().error_len().is_some() => Err(not_text(path)),
        Ok(text) if !is_cut => Ok(text),
        _ => Err(Error::TooLarge {
            what: format!("the recipe {}", path.display()),
            needed: format!("over {} bytes", Recipe::BYTES_MAX),
            limit: format!("{} bytes", Recipe::BYTES_MAX),
        }),
    }
}

/// Returns the error for a file that is not text, such as a picture.
fn not_text(path: &Path) -> Error {
    let path_of = path.display();
    let hint = if FileType::from_path(path).is_ok() {
        format!("; `wgpu-noise info {path_of}` prints the recipe inside a file that bake wrote")
    } else {
        String::new()
    };
    Error::Recipe(format!(
        "{path_of}: this is not text in UTF-8, and a recipe is a text file in TOML{hint}"
    ))
}
