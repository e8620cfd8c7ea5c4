//! The types of file, and what each of them holds.

mod table;

use std::path::Path;

use crate::texel::Format;
use crate::{Error, Result};
use table::Slices;

/// A type of file. The extension of a path decides which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileType {
    /// An array of NumPy: floats with the shape `(frame, z, y, x, channel)`, without the axes that are not there.
    Npy,
    /// An image. The slices of a volume form an atlas; frames are numbered files or form a flipbook.
    Png,
    /// An animated PNG of planes. It holds all frames.
    Apng,
    /// An animated GIF of planes, of 256 greys, or of 256 colours for each frame. It holds all frames.
    Gif,
    /// A WebP image without loss. The slices of a volume form an atlas; frames are numbered files or form a flipbook.
    Webp,
    /// An OpenEXR image of floats, one for each channel. The slices of a volume form an atlas; frames are numbered files or form
    /// a flipbook. Colours are decoded to linear light.
    Exr,
    /// A TIFF image. The slices of a volume are its pages, and frames are numbered files.
    Tif,
    /// A texture of Khronos, of one to three dimensions in any format, with mip levels if asked for. Frames are numbered files.
    Ktx2,
    /// A texture of Direct3D, of one to three dimensions in any format, with mip levels if asked for. Frames are numbered files.
    Dds,
    /// A volume of OpenVDB: a grid of 32-bit or 16-bit floats for each channel, called `density` if there is one. Voxels of the
    /// value 0 are inactive. Frames are numbered files. Colours are decoded to linear light.
    Vdb,
    /// The texels of all frames and nothing else.
    Raw,
    /// A Zarr store of version 3: a folder with an array of the shape of an `.npy`, in files of at most 16 MiB of texels, with
    /// any format that is not of blocks. It holds all frames.
    Zarr,
    /// A height map of 16-bit integers and nothing else. Frames are numbered files.
    R16,
    /// A height map of 32-bit floats and nothing else. Frames are numbered files.
    R32,
}

/// Where a file keeps the recipe that it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecipePlace {
    /// In the file itself.
    Inside,
    /// In a `.json` beside the file, which describes the texels.
    Beside,
    /// In such a `.json` if one is asked for ([`Contents::sidecar`](super::Contents::sidecar)), else nowhere.
    OnRequest,
}

impl FileType {
    /// All file types, in the order in which help and errors list them.
    pub const ALL: [FileType; 14] = [
        FileType::Npy,
        FileType::Png,
        FileType::Apng,
        FileType::Gif,
        FileType::Webp,
        FileType::Exr,
        FileType::Tif,
        FileType::Ktx2,
        FileType::Dds,
        FileType::Vdb,
        FileType::Raw,
        FileType::Zarr,
        FileType::R16,
        FileType::R32,
    ];

    /// Returns the extension, without its dot.
    pub fn extension(self) -> &'static str {
        self.row().extension
    }

    /// Returns the formats of a texel that the file can have.
    pub fn formats(self) -> &'static [Format] {
        self.row().formats
    }

    /// Returns the formats of which a bake takes the first that has enough components, if it is given none. If there are none,
    /// the file gets the samples unchanged, as 32-bit floats, one for each channel.
    pub fn defaults(self) -> &'static [Format] {
        self.row().defaults
    }

    /// Returns whether a texel has one component for each channel, however many its format has.
    pub fn is_unpadded(self) -> bool {
        self.row().is_unpadded
    }

    /// Returns where the file keeps its recipe.
    pub fn recipe_place(self) -> RecipePlace {
        self.row().recipe
    }

    /// Returns whether each frame is a file of its own, with a number in its name, unless all form a flipbook.
    pub fn numbers_frames(self) -> bool {
        self.row().numbers_frames
    }

    /// Returns whether the file is a texture, which may have mip levels.
    pub fn is_texture(self) -> bool {
        matches!(self, FileType::Ktx2 | FileType::Dds)
    }

    /// Returns whether the levels of the file may be compressed as a whole.
    pub fn has_supercompression(self) -> bool {
        self == FileType::Ktx2
    }

    /// Returns whether the chunks of the file are compressed with a [`Codec`](crate::recipe::Codec).
    pub fn has_codec(self) -> bool {
        self == FileType::Zarr
    }

    /// Returns whether the file has the names of its channels.
    pub(crate) fn names_channels(self) -> bool {
        matches!(self, FileType::Exr | FileType::Vdb | FileType::Zarr)
    }

    /// Returns whether the file has colours as linear light: those that are encoded as sRGB are decoded.
    pub fn decodes_colours(self) -> bool {
        matches!(self, FileType::Exr | FileType::Vdb)
    }

    /// Returns whether the file is an image with one picture, in which slices or frames become tiles.
    pub fn is_image(self) -> bool {
        self.row().slices == Slices::Atlas
    }

    /// Returns whether the file is an animation of planes.
    pub fn is_animation(self) -> bool {
        matches!(self, FileType::Apng | FileType::Gif)
    }

    /// Returns whether the file holds volumes.
    pub(crate) fn has_volumes(self) -> bool {
        self.row().slices != Slices::Refused
    }

    /// Returns whether the file holds volumes of any number of slices.
    pub(crate) fn has_any_volume(self) -> bool {
        self.row().slices == Slices::InOrder
    }

    /// Returns the type of the file at `path`, by its extension in upper or lower case.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the path has no extension, [`Error::Unknown`] if no file type has this one.
    pub fn from_path(path: &Path) -> Result<FileType> {
        // `x.npy/` is a folder.
        let is_file = (path.file_name()).is_some_and(|name| {
            let (path, name) = (path.as_os_str(), name.as_encoded_bytes());
            path.as_encoded_bytes().ends_with(name)
        });
        let Some(extension) = path.extension().filter(|_| is_file) else {
            return Err(Error::invalid(
                "output",
                path.display(),
                format!(
                    "a file name that ends in {}",
                    FileType::listed("or", |_| true)
                ),
            ));
        };
        let extension = extension.to_string_lossy().to_lowercase();
        FileType::ALL
            .into_iter()
            .find(|file_type| file_type.extension() == extension)
            .ok_or_else(|| {
                let known = FileType::ALL.map(FileType::extension);
                Error::unknown("file extension", &extension, known)
            })
    }

    /// Returns the refusal of several frames in one file of a type that holds one.
    pub(crate) fn one_frame(self, frames: u32) -> Error {
        let holding_all = FileType::listed("and", |file_type| !file_type.numbers_frames());
        Error::invalid(
            "frames",
            format!("{frames} in one .{}", self.extension()),
            format!("1; {holding_all} hold all frames"),
        )
    }

    /// Lists the types of file for which `which` holds, for a message: `.png, .ktx2 or .raw`, with `or` before the last.
    pub fn listed(or: &str, which: impl Fn(FileType) -> bool) -> String {
        let found = FileType::ALL
            .into_iter()
            .filter(|file_type| which(*file_type));
        let names: Vec<String> = found
            .map(|file_type| format!(".{}", file_type.extension()))
            .collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} {or} {last}", others.join(", ")),
            None => "none".into(),
        }
    }
}
