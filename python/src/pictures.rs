//! Pictures. Python knows them by absolute paths, so that a noise that is sent to another process finds its own there.

use std::path::{Path, absolute};

use wgpu_noise::format::read_picture;
use wgpu_noise::noise::Picture;
use wgpu_noise::{Error, Recipe, Result};

/// Reads a picture, whose path may be relative to the present folder, or makes the one of that name.
pub fn picture(path: &Path) -> Result<Picture> {
    if let Some(made) = path.to_str().and_then(Picture::by_name) {
        return made;
    }
    let path = absolute(path).map_err(|error| Error::io("find", path, error))?;
    read_picture(&path, &path.to_string_lossy())
}

/// Reads the pictures of a recipe that are not read yet.
pub fn load(recipe: &mut Recipe) -> Result<()> {
    recipe.load_pictures(&mut |path| picture(path.as_ref()))
}
