//! `--preview`: a picture of a sphere of a material, as a renderer shows the files of its outputs.
//!
//! * here: which files are read, and where the picture goes; `map`: one of them; `sphere`: where on it a pixel lies;
//!   `light`: how bright that is.

mod light;
mod map;
mod sphere;

use std::path::{Path, PathBuf};

use wgpu_noise::format::{self, Contents};
use wgpu_noise::noise::Picture;
use wgpu_noise::recipe::Output;
use wgpu_noise::texel::{Format, Packing, Transfer};
use wgpu_noise::{Error, Result};

use super::file::File;
use crate::cli::terminal;
use light::Surface;
use map::Map;

/// The side of the picture, in pixels.
const SIDE: u32 = 512;

/// How rough a material without a map of it is.
const ROUGHNESS: f32 = 0.5;

/// The picture, and the outputs that it is drawn from.
pub struct LitSphere<'a> {
    pub path: PathBuf,
    albedo: &'a File,
    normal: &'a File,
    /// Occlusion, roughness and metal in one.
    orm: Option<&'a File>,
    roughness: Option<&'a File>,
    occlusion: Option<&'a File>,
}

impl<'a> LitSphere<'a> {
    /// Finds the outputs of a material among the files of a folder.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there are none, if they are no pictures in the plane, or if one of them has the preview's own name;
    /// [`Error::TooLarge`] for more pixels than a picture may have.
    pub fn of(folder: Option<&Path>, stem: &str, files: &'a [File]) -> Result<LitSphere<'a>> {
        let refused = |given: &str, allowed: &str| Error::invalid("--preview", given, allowed);
        let Some(folder) = folder else {
            return Err(refused("no folder", "-o FOLDER/"));
        };
        let named = |name: &str| {
            let mut files = files.iter();
            files.find(|file| file.output.as_deref() == Some(name))
        };
        let (Some(albedo), Some(normal)) = (named("albedo"), named("normal")) else {
            let given = "a recipe without the outputs albedo and normal";
            return Err(refused(given, "a material, such as the preset granite"));
        };
        if named("preview").is_some() {
            let given = "a recipe with an output of that name";
            return Err(refused(given, "an output with another name"));
        }
        let [width, height] = albedo.recipe.size[..] else {
            let given = "a line or a volume";
            return Err(refused(given, "two axes, such as --size 512x512"));
        };
        if albedo.recipe.frames.is_some() {
            return Err(refused("an animation", "one frame"));
        }
        Picture::check_size([width, height, 1])?;
        Ok(LitSphere {
            path: folder.join(format!("{stem}_preview.png")),
            albedo,
            normal,
            orm: named("orm"),
            roughness: named("roughness"),
            occlusion: named("ao"),
        })
    }

    /// Draws the picture from the files, which are written by now.
    ///
    /// # Errors
    /// [`Error::Io`] if a file cannot be read or written.
    pub fn write(&self) -> Result<()> {
        let maps = Maps::read(self)?;
        let pixels = sphere::draw(SIDE, |at| maps.surface(at));
        let packing = Packing::new(Format::Rgba8Unorm, 4, [0.0, 1.0])?;
        let mut contents = Contents::new([SIDE, SIDE], packing);
        contents.transfer = Transfer::Srgb;
        let mut writer = format::create(&self.path, &contents)?;
        writer.write(&pixels)?;
        writer.finish()?;
        terminal::note(&format!("a preview, {}", self.path.display()));
        Ok(())
    }
}

/// The maps of a material.
struct Maps {
    albedo: Map,
    /// Whether the albedo is a colour as screens show it, and not light.
    is_encoded: bool,
    normal: Map,
    /// 1 if green is up, -1 if it is down.
    up: f32,
    orm: Option<Map>,
    roughness: Option<Map>,
    occlusion: Option<Map>,
}

impl Maps {
    fn read(preview: &LitSphere) -> Result<Maps> {
        let optional = |file: Option<&File>| file.map(Map::read).transpose();
        let is_down = preview.normal.recipe.output == Some(Output::NormalDirectx);
        let albedo = Map::read(preview.albedo)?;
        let is_colour = preview.albedo.recipe.transfer() == Transfer::Srgb;
        Ok(Maps {
            is_encoded: is_colour && !albedo.is_light(),
            albedo,
            normal: Map::read(preview.normal)?,
            up: if is_down { -1.0 } else { 1.0 },
            orm: optional(preview.orm)?,
            roughness: optional(preview.roughness)?,
            occlusion: optional(preview.occlusion)?,
        })
    }

    /// Returns the material at a place, in sides of the pictures.
    fn surface(&self, at: [f32; 2]) -> Surface {
        let [red, green, blue, _] = self.albedo.at(at);
        let albedo = [red, green, blue].map(|part| match self.is_encoded {
            true => light::decoded(part),
            false => part,
        });
        let [x, y, z, _] = self.normal.signed_at(at);
        let orm = self.orm.as_ref().map(|map| map.at(at));
        let only = |map: &Option<Map>| map.as_ref().map(|map| map.at(at)[0]);
        let roughness = only(&self.roughness).or(orm.map(|orm| orm[1]));
        let occlusion = only(&self.occlusion).or(orm.map(|orm| orm[0]));
        Surface {
            albedo,
            normal: [x, self.up * y, z],
            roughness: roughness.unwrap_or(ROUGHNESS),
            metal: orm.map_or(0.0, |orm| orm[2]),
            occlusion: occlusion.unwrap_or(1.0),
        }
    }
}
