//! Where a recipe's text is from: a preset, or a file, from which it may import others.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::Read;
use std::path::{self, Path, PathBuf};

use crate::format::disk::regular;
use crate::format::file_type::FileType;
use crate::noise::Picture;
use crate::recipe::{Imported, Lines, Preset};
use crate::{Error, Recipe, Result};

/// A recipe's text and where it is from.
///
/// ```
/// use wgpu_noise::format::RecipeSource;
///
/// let source = RecipeSource::open("marble".as_ref())?;
/// assert_eq!(source.name, "marble.toml");
/// assert_eq!(source.recipe()?.size, [512, 512]);
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RecipeSource {
    /// The text, in TOML.
    pub text: String,
    /// The name in messages; for a file its path, to whose folder paths of imports are relative.
    pub name: String,
    /// The file; none for a preset, which imports nothing.
    pub file: Option<PathBuf>,
}

impl RecipeSource {
    /// Reads what a person names: a preset, or the path of a file, which has a dot or a separator in it.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a name that no preset has, [`Error::Malformed`] if a file has that name, and those of
    /// [`RecipeSource::of_file`].
    pub fn open(recipe: &Path) -> Result<RecipeSource> {
        let Some(name) = RecipeSource::preset_name(recipe) else {
            return RecipeSource::of_file(recipe);
        };
        let preset = Preset::find(name).map_err(|error| file_in_its_place(name, error))?;
        Ok(RecipeSource {
            text: preset.text.to_string(),
            name: preset.file(),
            file: None,
        })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Those of [`RecipeSource::read_text`].
    pub fn of_file(path: &Path) -> Result<RecipeSource> {
        Ok(RecipeSource {
            text: RecipeSource::read_text(path)?,
            name: path.display().to_string(),
            file: Some(path.into()),
        })
    }

    /// Parses the recipe, and those that it imports, and loads its pictures; a file that is imported twice is read once.
    ///
    /// # Errors
    /// Those of [`Recipe::parse_with`], of [`RecipeSource::read_text`] for an import, which may be no pipe, and of
    /// [`Recipe::load_pictures`].
    pub fn recipe(&self) -> Result<Recipe> {
        self.with_pictures(load_pictures)
    }

    /// Parses the recipe as [`RecipeSource::recipe`] does, with pictures that `load` returns for the path of a file and the
    /// path that the recipe gives: from a cache, or under other names.
    ///
    /// # Errors
    /// Those of [`RecipeSource::recipe`], and of `load`.
    pub fn recipe_with(
        &self,
        load: &mut dyn FnMut(&Path, &str) -> Result<Picture>,
    ) -> Result<Recipe> {
        self.with_pictures(|recipe, folder| {
            recipe.load_pictures(&mut |path| load(&folder.join(path), path))
        })
    }

    /// Returns the files that the recipe imports, and those that these import, up to the first that cannot be read; `None` for
    /// a text that says nothing of them, since it is no TOML.
    pub fn imports(&self) -> Option<Vec<PathBuf>> {
        let mut files = Vec::new();
        if self.file.is_none() || !self.text.contains("imports") {
            return Some(files);
        }
        let parsed = self.parse(|file| {
            files.push(file.to_path_buf());
            read_import(file)
        });
        (parsed.is_ok() || !files.is_empty()).then_some(files)
    }

    /// Parses the recipe, and has its pictures loaded, whose paths are relative to its folder. A preset has none.
    fn with_pictures(&self, load: impl FnOnce(&mut Recipe, &Path) -> Result<()>) -> Result<Recipe> {
        if self.file.is_none() {
            return Recipe::parse(&self.text, &self.name);
        }
        let mut recipe = self.parse(read_import)?;
        load(&mut recipe, &Path::new(&self.name).with_file_name(""))
            .map_err(|error| Lines::of(&self.text, &self.name).locate(error))?;
        Ok(recipe)
    }

    /// Parses the recipe, and reads those that it imports.
    fn parse(&self, mut read: impl FnMut(&Path) -> Result<String>) -> Result<Recipe> {
        // The recipe itself is among them, so that a circle is one in any spelling.
        let own = Imported {
            file: self.name.clone(),
            text: self.text.clone(),
        };
        let mut known = BTreeMap::from([(key_of(self.name.as_ref()), own)]);
        Recipe::parse_with(&self.text, &self.name, &mut |importing, path| {
            let path = Path::new(importing).with_file_name("").join(path);
            match known.entry(key_of(&path)) {
                Entry::Occupied(known) => Ok(known.get().clone()),
                Entry::Vacant(new) => {
                    let text = read(&path)?;
                    let file = path.display().to_string();
                    Ok(new.insert(Imported { file, text }).clone())
                }
            }
        })
    }

    /// Returns the name of a preset; `None` for the path of a file, which has a separator or a dot.
    pub fn preset_name(recipe: &Path) -> Option<&str> {
        let name = recipe.to_str()?;
        let is_path = name.contains(|c| c == '.' || path::is_separator(c));
        (!is_path).then_some(name)
    }

    /// Reads the text of a file, but no more than a recipe may have and a byte, which tells that there is more.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, [`Error::Recipe`] if it is not text in UTF-8, and [`Error::TooLarge`] if it has over
    /// [`Recipe::BYTES_MAX`] bytes.
    pub fn read_text(path: &Path) -> Result<String> {
        let failed = |error| Error::io("read", path, error);
        let mut bytes = Vec::new();
        let limit = Recipe::BYTES_MAX as u64 + 1;
        let file = File::open(path).map_err(failed)?;
        file.take(limit).read_to_end(&mut bytes).map_err(failed)?;
        let is_cut = bytes.len() > Recipe::BYTES_MAX;
        match String::from_utf8(bytes) {
            // A character that the limit cuts in two is no error of the text.
            Err(error) if !is_cut || error.utf8_error().error_len().is_some() => {
                Err(not_text(path))
            }
            Ok(text) if !is_cut => Ok(text),
            _ => Err(Error::too_large(
                format!("the recipe {}", path.display()),
                format!("over {} bytes", Recipe::BYTES_MAX),
                format!("{} bytes", Recipe::BYTES_MAX),
            )),
        }
    }
}

/// Reads the text of a recipe that another one imports. What a person names may be a pipe; a path in a recipe may not.
fn read_import(path: &Path) -> Result<String> {
    regular::check(path)?;
    RecipeSource::read_text(path)
}

/// Loads the pictures of a recipe, whose paths are relative to a folder. Without the feature `image`, and in browsers, they
/// stay as they are, and what needs one is refused.
///
/// # Errors
/// Those of [`Recipe::load_pictures`] and of [`read_picture`](crate::format::read_picture).
pub fn load_pictures(recipe: &mut Recipe, folder: &Path) -> Result<()> {
    #[cfg(all(feature = "image", not(target_arch = "wasm32")))]
    {
        let mut pictures = crate::format::Pictures::default();
        recipe.load_pictures(&mut |path| pictures.read(&folder.join(path), path))?;
    }
    #[cfg(not(all(feature = "image", not(target_arch = "wasm32"))))]
    let _ = (recipe, folder);
    Ok(())
}

/// Returns what two spellings of the path of one file have in common.
fn key_of(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// Replaces the error for an unknown preset if there is a file that the name may have meant.
fn file_in_its_place(name: &str, error: Error) -> Error {
    let files = [
        format!("{name}.toml"),
        format!(".{}{name}", path::MAIN_SEPARATOR),
    ];
    match files.iter().find(|file| Path::new(file).is_file()) {
        Some(file) => Error::malformed(format!(
            "unknown name `{name}`, did you mean the file `{file}`? The path of a file has a dot or a separator in it"
        ))
        .with_field("preset"),
        None => error,
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
    let message = format!("this is not text in UTF-8, and a recipe is a text file in TOML{hint}");
    Error::malformed(message).in_recipe(&path_of.to_string(), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_imported_twice_is_read_once() {
        let text = "channels = ['n']\nimports.a = 'stone.toml'\nimports.b = 'stone.toml'\nimports.c = 'other.toml'\n\
            nodes.n = 'a.s + b.s + c.s'";
        let source = RecipeSource {
            text: text.to_string(),
            name: "shelf/wall.toml".to_string(),
            file: Some("shelf/wall.toml".into()),
        };
        let mut read = Vec::new();
        let recipe = source.parse(|path| {
            read.push(path.to_path_buf());
            Ok("channels = ['s']\nnodes.s = 'perlin(3)'".to_string())
        });
        assert!(recipe.is_ok_and(|recipe| recipe.nodes.contains_key("b.s")));
        assert_eq!(
            read,
            ["shelf/stone.toml", "shelf/other.toml"].map(PathBuf::from)
        );
        let preset = RecipeSource {
            file: None,
            ..source
        };
        assert!(
            preset.recipe().is_err(),
            "what is in no file imports nothing"
        );
    }

    #[test]
    fn a_circle_by_two_spellings_of_a_path_is_a_circle() {
        let folder = std::env::temp_dir().join(format!("noise_imports_{}", std::process::id()));
        std::fs::create_dir_all(folder.join("inner")).unwrap();
        let file = folder.join("wall.toml");
        let text =
            |path: &str| format!("channels = ['n']\nimports.a = '{path}'\nnodes.n = 'perlin(3)'");
        let refused = |path: &str| {
            std::fs::write(&file, text(path)).unwrap();
            RecipeSource::of_file(&file)
                .and_then(|source| source.recipe())
                .unwrap_err()
                .to_string()
        };
        let circle = refused("inner/../wall.toml");
        let missing = refused("inner/../walls.toml");
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(circle.ends_with("is a cycle"), "{circle}");
        assert!(!missing.contains("cycle"), "the control: {missing}");
    }
}
