//! The pictures that the nodes of a recipe read.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use super::Recipe;
use crate::noise::picture::FILE;
use crate::noise::table::{Cell, Row};
use crate::noise::{Kind, Picture, Source};
use crate::{Error, Result};

impl Recipe {
    /// Loads the picture of each node `image`, by the path in its `file`. A path is that of one file or the next to one: it is relative
    /// to the folder of the recipe, for a node of an import, too. A picture that is loaded already is kept. A noise with one that is
    /// not loaded is refused when it becomes a [`Program`](crate::Program).
    ///
    /// # Errors
    /// Those of `load`, with the name of the node; [`Error::Invalid`] where there is no such file, and where a path ends in `#` and the digest of other pixels, as the
    /// recipes inside of files have them.
    pub fn load_pictures(&mut self, load: &mut dyn FnMut(&str) -> Result<Picture>) -> Result<()> {
        let mut loaded = BTreeMap::<String, Picture>::new();
        for (node, row) in &mut self.nodes {
            let Some(cell) = file_of(row) else {
                continue;
            };
            let Cell::Text(given) = &*cell else {
                continue;
            };
            let field = format!("{node}.{}", FILE.param.name);
            let (path, digest) = Picture::split_digest(given);
            let picture = match loaded.get(path) {
                Some(picture) => picture.clone(),
                None => load(path).map_err(|error| of_field(&field, error))?,
            };
            if let Some(digest) = digest.filter(|digest| *digest != picture.digest()) {
                let given = format!("{path} with the digest {}", picture.digest());
                let allowed =
                    format!("the picture with the digest {digest}, or a path without one");
                return Err(Error::invalid(field, given, allowed));
            }
            loaded.insert(path.to_string(), picture.clone());
            *cell = Cell::Picture(picture);
        }
        Ok(())
    }
}

/// Names the parameter of the node in the error of a picture.
fn of_field(field: &str, error: Error) -> Error {
    match error {
        Error::Invalid { given, allowed, .. } => Error::invalid(field, given, allowed),
        Error::TooLarge { needed, limit, .. } => Error::TooLarge {
            what: field.to_string(),
            needed,
            limit,
        },
        // The recipe is wrong, and not the machine.
        Error::Io { path, source, .. } if source.kind() == ErrorKind::NotFound => {
            let given = format!("{}, which does not exist,", path.display());
            Error::invalid(field, given, "the path of a picture")
        }
        other => other,
    }
}

/// Returns the picture of a node, or its path.
fn file_of(row: &mut Row) -> Option<&mut Cell> {
    let is_image = Kind::from_name(&row.kind) == Some(Kind::Source(Source::Image));
    row.params.get_mut(FILE.param.name).filter(|_| is_image)
}

/// Makes the path of a picture, which is relative to the folder of an import, one that is relative to that of the recipe that imports
/// it by the path `import`.
pub(super) fn move_file(row: &mut Row, import: &str) {
    if let Some(Cell::Text(file)) = file_of(row) {
        let moved = Path::new(import).with_file_name("").join(&*file);
        *file = moved.to_string_lossy().into_owned();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Imported;

    fn grey(name: &str, level: f32) -> Picture {
        Picture::new(name, [1, 1], 1, vec![level]).unwrap()
    }

    #[test]
    fn a_picture_is_loaded_once_and_its_digest_is_part_of_the_recipe() {
        let text =
            "channels = ['a']\nnodes.a = 'image(`wall.png`) + image(`wall.png`, filter = bicubic)'";
        let recipe = Recipe::parse(text, "r.toml").unwrap();
        let refused = recipe.job().unwrap_err().to_string();
        assert!(
            refused.contains("wall.png") && refused.contains("not loaded"),
            "{refused}"
        );
        let load = |level: f32| {
            let (mut recipe, mut paths) = (recipe.clone(), Vec::new());
            let loaded = recipe.load_pictures(&mut |path| {
                paths.push(path.to_string());
                Ok(grey(path, level))
            });
            loaded.unwrap();
            assert_eq!(paths, ["wall.png"]);
            recipe
        };
        let (dark, light) = (load(0.25), load(0.75));
        assert!(dark.job().is_ok());
        assert_ne!(dark.to_toml(), light.to_toml());
        // What a file holds can be read again, with the same picture and no other.
        let mut read = Recipe::parse(&dark.to_toml(), "r.toml").unwrap();
        let other = read.clone().load_pictures(&mut |path| Ok(grey(path, 0.75)));
        assert!(other.unwrap_err().to_string().contains("digest"));
        read.load_pictures(&mut |path| Ok(grey(path, 0.25)))
            .unwrap();
        assert_eq!(read, dark);
    }

    #[test]
    fn paths_in_an_import_are_relative_to_it() {
        let text = "channels = ['b']\nimports.lib = 'lib/inner.toml'\nnodes.b = 'lib.a * 2'";
        let inner = "channels = ['a']\nnodes.a = 'image(`maps/wall.png`)'";
        let mut load = |_: &str, _: &str| {
            let (file, text) = ("lib/inner.toml".to_string(), inner.to_string());
            Ok(Imported { file, text })
        };
        let mut recipe = Recipe::parse_with(text, "r.toml", &mut load).unwrap();
        let mut paths = Vec::new();
        let loaded = recipe.load_pictures(&mut |path| {
            paths.push(path.to_string());
            Ok(grey(path, 0.5))
        });
        loaded.unwrap();
        assert_eq!(paths, ["lib/maps/wall.png"]);
    }
}
