//! A whole file in memory.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{env, iter, mem};

use ::png::Compression;

use super::compare::position;
use crate::format::contents::Contents;
use crate::format::encoders::encoding::Encoding;
use crate::format::file_type::FileType;
use crate::format::parts::Parts;
use crate::grid::Brick;
use crate::memory::extend;
use crate::{Error, Result};

/// Returns the bytes of a whole file, for a server that sends them on. `texels` are those of all frames, in the order that
/// [`Writer::write`](crate::format::Writer::write) takes.
///
/// The bytes are those of the file that [`create`](crate::format::create) makes, without a `.json` beside it. Only a `.png` or an
/// `.apng` differs: the same image is compressed many times faster, and is up to a quarter larger.
///
/// ```
/// use wgpu_noise::format::{self, Contents, FileType};
/// use wgpu_noise::texel::{Format, Packing};
///
/// let contents = Contents::new([2, 2], Packing::new(Format::R8Unorm, 1, [0.0, 1.0])?);
/// let png = format::encode(FileType::Png, &contents, &[0, 85, 170, 255])?;
/// assert!(png.starts_with(b"\x89PNG"));
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
///
/// # Errors
/// Those of [`check`](crate::format::check); [`Error::Invalid`] for several frames in a type of file that [holds
/// one](FileType::numbers_frames), and for another number of bytes than `contents` says; [`Error::OutOfHostMemory`].
pub fn encode(file_type: FileType, contents: &Contents, texels: &[u8]) -> Result<Vec<u8>> {
    let encoding = Encoding::new(file_type, contents, Compression::Fast)?;
    check_one_file(file_type, contents)?;
    check_length(contents, texels)?;

    let memory = Memory::default();
    let brick = Parts::new(None, contents)?.brick(0);
    let written = write(&encoding, memory.clone(), &brick, texels);
    let mut file = memory.file();
    // The encoder may have changed this error into another, or lost it.
    if let Some(error) = file.error.take() {
        return Err(error);
    }
    written?;
    // A vector that grows piece by piece has up to twice the capacity that it needs.
    file.bytes.shrink_to_fit();
    Ok(mem::take(&mut file.bytes))
}

/// Checks that one file of this type holds all frames.
pub(crate) fn check_one_file(file_type: FileType, contents: &Contents) -> Result<()> {
    if file_type == FileType::Zarr {
        let allowed = FileType::listed("or", |file_type| file_type != FileType::Zarr);
        return Err(Error::invalid("file type", ".zarr, a folder", allowed));
    }
    match contents.frames {
        Some(frames) if Parts::new(Some(file_type), contents)?.files() > 1 => {
            Err(file_type.one_frame(frames))
        }
        _ => Ok(()),
    }
}

fn check_length(contents: &Contents, texels: &[u8]) -> Result<()> {
    let bytes = contents.bytes()?;
    if texels.len() as u64 == bytes {
        return Ok(());
    }
    Err(Error::invalid(
        "texels",
        format!("{} bytes", texels.len()),
        format!("{bytes} bytes, for all samples of all frames"),
    ))
}

fn write(encoding: &Encoding, sink: Memory, brick: &Brick, texels: &[u8]) -> Result<()> {
    // An encoder may need a temporary file, which lies beside the file.
    let folder = match cfg!(target_arch = "wasm32") {
        // A browser has none: there it lies in memory.
        true => PathBuf::new(),
        false => env::temp_dir(),
    };
    let name = folder.join("the file in memory");
    let mut encoder = encoding.begin(sink, &name, brick, 0)?;
    encoder.write(texels)?;
    encoder.finish()
}

/// A sink in memory. Its clones share one file, because an encoder keeps the sink that it is given.
#[derive(Clone, Default)]
struct Memory {
    file: Arc<Mutex<Growing>>,
    /// Where the next bytes go.
    at: u64,
}

#[derive(Default)]
struct Growing {
    bytes: Vec<u8>,
    /// The first allocation that failed.
    error: Option<Error>,
}

impl Memory {
    fn file(&self) -> MutexGuard<'_, Growing> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Growing {
    /// Writes bytes over those that are there, or after them, with zeros between.
    fn put(&mut self, at: usize, bytes: &[u8]) -> Result<()> {
        let end = at + bytes.len();
        let missing = end.saturating_sub(self.bytes.len());
        extend(&mut self.bytes, iter::repeat_n(0, missing))?;
        self.bytes[at..end].copy_from_slice(bytes);
        Ok(())
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut file = self.file();
        let at = usize::try_from(self.at).unwrap_or(usize::MAX - bytes.len());
        if let Err(error) = file.put(at, bytes) {
            file.error.get_or_insert(error);
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        drop(file);
        self.at += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Memory {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let end = self.file().bytes.len() as u64;
        self.at = position(to, self.at, end)?;
        Ok(self.at)
    }
}
