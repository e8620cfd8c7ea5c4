//! A sink that compares what is written with a file that is there.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether all bytes were the same so far. It outlives its [`Comparison`], which an encoder owns.
#[derive(Clone)]
pub struct Verdict(Arc<AtomicBool>);

/// The file, read where it was written.
pub struct Comparison {
    file: Option<BufReader<File>>,
    /// Where the next bytes belong, and the end of all so far.
    at: u64,
    end: u64,
    /// Whether the file must end where the last byte was written.
    to_the_end: bool,
    verdict: Verdict,
}

impl Comparison {
    /// Begins at the first of these bytes of the file at `path`. One that cannot be opened is not the same.
    pub fn with(path: &Path, bytes: Range<u64>) -> Comparison {
        let open = || -> io::Result<File> {
            let mut file = File::open(path)?;
            file.seek(SeekFrom::Start(bytes.start))?;
            Ok(file)
        };
        let file = open().ok();
        Comparison {
            to_the_end: bytes.end == u64::MAX,
            verdict: Verdict(Arc::new(AtomicBool::new(file.is_some()))),
            file: file.map(BufReader::new),
            at: bytes.start,
            end: bytes.start,
        }
    }

    pub fn verdict(&self) -> Verdict {
        self.verdict.clone()
    }

    fn require(&self, is_same: bool) {
        if !is_same {
            self.verdict.0.store(false, Ordering::Relaxed);
        }
    }
}

impl Verdict {
    pub fn is_same(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Write for Comparison {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut piece = [0; 4096];
        let piece = &mut piece[..bytes.len().min(4096)];
        let read = self.file.as_mut().map(|file| file.read_exact(piece));
        self.require(matches!(read, Some(Ok(()))) && bytes.starts_with(piece));
        self.at += piece.len() as u64;
        self.end = self.end.max(self.at);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Comparison {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = position(to, self.at, self.end)?;
        let sought = (self.file.as_mut()).map(|file| file.seek(SeekFrom::Start(self.at)));
        self.require(matches!(sought, Some(Ok(_))));
        Ok(self.at)
    }
}

/// Returns the position from the first byte on, for a file that ends at `end`.
pub fn position(to: SeekFrom, at: u64, end: u64) -> io::Result<u64> {
    let sought = match to {
        SeekFrom::Start(from_start) => Some(from_start),
        SeekFrom::Current(by) => at.checked_add_signed(by),
        SeekFrom::End(by) => end.checked_add_signed(by),
    };
    sought.ok_or_else(|| io::ErrorKind::InvalidInput.into())
}

impl Drop for Comparison {
    fn drop(&mut self) {
        if !self.to_the_end {
            return;
        }
        let end = SeekFrom::Start(self.end);
        let rest = (self.file.as_mut()).map(|file| {
            file.seek(end)?;
            file.read(&mut [0])
        });
        self.require(matches!(rest, Some(Ok(0))));
    }
}
