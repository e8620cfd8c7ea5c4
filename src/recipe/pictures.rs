//! The pictures that the nodes of a recipe read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{MAIN_SEPARATOR, Path};

use super::Recipe;
use crate::noise::picture::FILE;
use crate::noise::table::{Cell, Row};
use crate::noise::{Kind, Picture, Source};
use crate::{Error, Result};

impl Recipe {
    /// Loads the picture of each node `image` that a channel, or one of an output, depends on, by the path in its `file`. A
    /// path is relative to the folder of the recipe, for a node of an import, too. A picture that is loaded already is kept,
    /// and one that is made by its name, such as `blue-noise:64`, needs no file. A noise with one that is not loaded is
    /// refused when it becomes a [`Program`](crate::Program).
    ///
    /// # Errors
    /// Those of `load` and [`Error::Invalid`] in the place of [`Error::Io`], with the name of the node; [`Error::Invalid`]
    /// where a path ends in `#` and the digest of other pixels, as the recipes inside of files have them.
    pub fn load_pictures(&mut self, load: &mut dyn FnMut(&str) -> Result<Picture>) -> Result<()> {
        let mut loaded = BTreeMap::<String, Picture>::new();
        let reached = self.reached();
        for (node, row) in &mut self.nodes {
            if !reached.contains(node) {
                continue;
            }
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
            (picture.check_digest(digest)).map_err(|error| of_field(&field, error))?;
            loaded.insert(path.to_string(), picture.clone());
            *cell = Cell::Picture(picture);
        }
        Ok(())
    }

    /// Returns the nodes that the channels of the recipe and of its outputs depend on.
    fn reached(&self) -> BTreeSet<String> {
        let of_outputs = self.outputs.values().flat_map(|named| &named.channels);
        let channels = self.channels.iter().chain(of_outputs);
        let mut open: Vec<&str> = channels.map(String::as_str).collect();
        let mut reached = BTreeSet::new();
        while let Some(name) = open.pop() {
            let Some(row) = self.nodes.get(name) else {
                continue;
            };
            if reached.insert(name.to_string()) {
                open.extend(row.inputs());
            }
        }
        reached
    }
}

/// Names the parameter of the node in the error of a picture.
fn of_field(field: &str, error: Error) -> Error {
    match error {
        Error::Io { path, source, .. } => {
            let given = format!("{} ({source})", path.display());
            let allowed = "the path of a picture that can be read, relative to the folder of the file with the recipe, or without one to the present folder";
            Error::invalid(field, given, allowed)
        }
        other => other.with_field(field),
    }
}

/// Returns the picture of a node, or its path. A made picture has none.
fn file_of(row: &mut Row) -> Option<&mut Cell> {
    let is_image = Kind::from_name(&row.kind) == Some(Kind::Source(Source::Image));
    let file = row.params.get_mut(FILE.param.name).filter(|_| is_image);
    file.filter(|cell| !matches!(cell, Cell::Text(path) if Picture::is_made(path)))
}

/// Makes the path of a picture, which is relative to the folder of an import, one that is relative to that of the recipe
/// that imports it by the path `import`.
pub(super) fn move_file(row: &mut Row, import: &str) {
    if let Some(Cell::Text(file)) = file_of(row) {
        let moved = Path::new(import).with_file_name("").join(&*file);
        // A recipe may be read on another system, and `/` parts paths on each.
        *file = moved.to_string_lossy().replace(MAIN_SEPARATOR, "/");
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
    fn only_what_channels_and_outputs_reach_is_loaded() {
        let text = "channels = ['a']\noutputs.height.channels = ['h']\n[nodes]\na = 'perlin(3) + deep'\n\
            deep = 'image(`deep.png`) * 2'\nh = 'image(`height.png`)'\nunused = 'image(`unused.png`)'";
        let mut recipe = Recipe::parse(text, "r.toml").unwrap();
        let mut paths = Vec::new();
        let loaded = recipe.load_pictures(&mut |path| {
            paths.push(path.to_string());
            Ok(grey(path, 0.5))
        });
        loaded.unwrap();
        paths.sort();
        assert_eq!(paths, ["deep.png", "height.png"]);
        assert!(recipe.job().is_ok());
    }

    #[test]
    fn pictures_of_too_many_pixels_name_the_node() {
        let text = "channels = ['both']\n[nodes]\nboth = 'red + green'\nred = 'image(`a.png`, channel = red)'\n\
            green = 'image(`a.png`, channel = green)'";
        let refused = |height: u32| {
            let mut recipe = Recipe::parse(text, "r.toml").unwrap();
            let numbers = vec![0.5; 4096 * height as usize];
            let picture = Picture::new("a.png", [4096, height], 1, numbers).unwrap();
            recipe.load_pictures(&mut |_| Ok(picture.clone())).unwrap();
            recipe.job().map_err(|error| error.to_string())
        };
        assert!(refused(2048).is_ok(), "the control");
        let refused = refused(2049).unwrap_err();
        assert!(
            ["red.file: ", "green.file: "]
                .iter()
                .any(|at| refused.starts_with(at)),
            "{refused}"
        );
        assert!(refused.contains("16785408 pixels"), "{refused}");
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
