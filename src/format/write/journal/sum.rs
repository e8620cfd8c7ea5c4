//! What tells the bytes of a part of a bake from others: their number and their CRC-32.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

/// The length and the CRC-32 of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    bytes: u64,
    crc32: u32,
}

impl Sum {
    /// Reads these bytes of a file, as far as it has them.
    pub fn of(path: &Path, range: Range<u64>) -> io::Result<Sum> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(range.start))?;
        let mut rest = file.take(range.end - range.start);
        let (mut bytes, mut hasher) = (0, Hasher::new());
        let mut piece = vec![0; 1 << 20];
        loop {
            let count = rest.read(&mut piece)?;
            if count == 0 {
                let crc32 = hasher.finalize();
                return Ok(Sum { bytes, crc32 });
            }
            bytes += count as u64;
            hasher.update(&piece[..count]);
        }
    }
}

/// The sum of what has gone through a [`Summing`]. It outlives it, as an encoder owns its sink.
#[derive(Clone, Default)]
pub struct RunningSum(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    bytes: u64,
    hasher: Hasher,
    /// Whether bytes were written at other places than after those before.
    is_scattered: bool,
}

impl RunningSum {
    /// Returns the sum of the bytes in the order in which they were written; `None` if it is not that of the file.
    pub fn get(&self) -> Option<Sum> {
        let state = self.state();
        (!state.is_scattered).then(|| Sum {
            bytes: state.bytes,
            crc32: state.hasher.clone().finalize(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A sink that sums up what goes through it into another.
pub struct Summing<W> {
    sink: W,
    sum: RunningSum,
}

impl<W> Summing<W> {
    pub fn new(sink: W) -> Summing<W> {
        Summing {
            sink,
            sum: RunningSum::default(),
        }
    }

    pub fn sum(&self) -> RunningSum {
        self.sum.clone()
    }
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.sink.write(bytes)?;
        let mut state = self.sum.state();
        state.bytes += count as u64;
        state.hasher.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

impl<W: Seek> Seek for Summing<W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.sum.state().is_scattered = true;
        self.sink.seek(to)
    }
}
