//! The writers of a bake: of files, of a comparison, and of a stream.

use std::io::Write;
use std::path::Path;

use ::png::Compression;

use super::files::Files;
use super::output::Output;
use super::writer::{Target, Writer};
use crate::format::contents::Contents;
use crate::format::encoders::Plain;
use crate::format::encoders::encoding::Encoding;
use crate::format::file_type::FileType;
use crate::format::parts::Parts;
use crate::format::sheet::Sheet;
use crate::texel::Format;
use crate::{Error, Result};

/// Returns the writer of the file at `path`, whose extension decides its type. No file is made yet.
///
/// # Errors
/// Everything that can be known before the texels are: those of [`FileType::from_path`] and [`check`](crate::format::check),
/// [`Error::Io`] if the path cannot be written, [`Error::Invalid`] if a `.json` would replace a file that this program did not
/// write, and [`Error::TooLarge`] for more than [`Plan::FILES_MAX`](crate::bake::Plan::FILES_MAX) files.
pub fn create(path: &Path, contents: &Contents) -> Result<Writer> {
    let file_type = FileType::from_path(path)?;
    let files = Files::new(path, file_type, contents)?;
    let sheet = Sheet::new(Some(file_type), contents)?.laid_out();
    let parts = Parts::new(Some(file_type), contents)?;
    let target = Target::Files(Box::new(files));
    Ok(Writer::new(path, contents, parts, target, sheet))
}

/// Returns a writer that writes no file, and compares each part with the one that is there: [`Writer::same`]. What an encoder must
/// keep, such as the voxels of a `.vdb`, is in a temporary file beside it once it exceeds 32 MiB.
///
/// # Errors
/// Those of [`FileType::from_path`] and [`check`](crate::format::check), and [`Error::TooLarge`] for as many files as [`create`]
/// refuses.
pub fn compare(path: &Path, contents: &Contents) -> Result<Writer> {
    let file_type = FileType::from_path(path)?;
    let encoding = Encoding::new(file_type, contents, Compression::Balanced)?;
    let parts = Parts::new(Some(file_type), contents)?;
    let target = Target::Compared(encoding);
    Ok(Writer::new(path, contents, parts, target, None))
}

/// Returns a writer that sends the texels of all frames, without a header, to a stream such as standard output.
///
/// Errors call the stream `name`. If its reader has gone away, writing fails with an [`Error::Io`] whose source has the kind
/// [`BrokenPipe`](std::io::ErrorKind::BrokenPipe).
///
/// # Errors
/// Those of [`Contents::frame_bytes`]; [`Error::Invalid`] for mip levels, and for a format of blocks.
pub fn stream(
    sink: impl Write + Send + 'static,
    name: &Path,
    contents: &Contents,
) -> Result<Writer> {
    contents.frame_bytes()?;
    check_stream(contents)?;
    let output = Output::stream(Plain {
        sink,
        name: name.into(),
    });
    let parts = Parts::new(None, contents)?;
    let target = Target::Stream(Some(output));
    Ok(Writer::new(name, contents, parts, target, None))
}

/// Refuses what is made of texels when a file is written.
fn check_stream(contents: &Contents) -> Result<()> {
    let format = contents.packing.format;
    if !Format::TEXELS.contains(&format) {
        let allowed = Format::TEXELS.map(Format::name).join(", ");
        return Err(Error::invalid(
            "format",
            format!("{format} for a stream"),
            allowed,
        ));
    }
    if contents.mips {
        let textures = FileType::listed("or", FileType::is_texture);
        return Err(Error::invalid("mips", "true for a stream", textures));
    }
    Ok(())
}
