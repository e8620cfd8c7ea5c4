//! The types of file.

use std::path::Path;

use crate::{Error, Result};

/// A type of file. The extension of a path decides which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileType {
    /// An array of NumPy: 32-bit floats with the shape `(frame, z, y, x, channel)`, without the axes that are not there. It
    /// holds no recipe; a `.json` beside it may ([`Contents::sidecar`](super::Contents::sidecar)).
    Npy,
    /// An image. The slices of a volume form an atlas, and frames are numbered files.
    Png,
    /// A texture of one to three dimensions in any texel format. Frames are numbered files.
    Ktx2,
    /// A volume of OpenVDB: a grid of 32-bit or 16-bit floats for each channel, called `density` if there is one. Voxels of the
    /// value 0 are inactive. Frames are numbered files.
    Vdb,
    /// The texels of all frames and nothing else, with a `.json` beside the file that describes them.
    Raw,
}

impl FileType {
    /// All file types, in the order in which help and errors list them.
    pub const ALL: [FileType; 5] = [
        FileType::Npy,
        FileType::Png,
        FileType::Ktx2,
        FileType::Vdb,
        FileType::Raw,
    ];

    /// Returns the extension, without its dot.
    pub fn extension(self) -> &'static str {
        match self {
            FileType::Npy => "npy",
            FileType::Png => "png",
            FileType::Ktx2 => "ktx2",
            FileType::Vdb => "vdb",
            FileType::Raw => "raw",
        }
    }

    /// Returns the type of the file at `path`, by its extension in upper or lower case.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the path has no extension, [`Error::Unknown`] if no file type has this one.
    pub fn from_path(path: &Path) -> Result<FileType> {
        let known = FileType::ALL.map(FileType::extension);
        // `x.npy/` is a folder.
        let is_file = (path.file_name()).is_some_and(|name| {
            let (path, name) = (path.as_os_str(), name.as_encoded_bytes());
            path.as_encoded_bytes().ends_with(name)
        });
        let Some(extension) = path.extension().filter(|_| is_file) else {
            return Err(Error::invalid(
                "output",
                path.display(),
                format!("a file name that ends in .{}", known.join(", .")),
            ));
        };
        let extension = extension.to_string_lossy().to_lowercase();
        FileType::ALL
            .into_iter()
            .find(|file_type| file_type.extension() == extension)
            .ok_or_else(|| Error::unknown("file extension", &extension, known))
    }

    /// Returns whether each frame is a file of its own, with a number in its name.
    pub(crate) fn numbers_frames(self) -> bool {
        matches!(self, FileType::Png | FileType::Ktx2 | FileType::Vdb)
    }
}
