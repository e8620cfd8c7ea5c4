//! What tells the bytes of a part of a bake from others: their number and their CRC-32.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

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
        let mut summing = Summing::new(io::sink());
        let sum = summing.sum();
        let mut piece = vec![0; 1 << 20];
        loop {
            match rest.read(&mut piece)? {
                0 => return Ok(sum.get()),
                count => summing.write_all(&piece[..count])?,
            }
        }
    }
}

/// The sum of what has gone through a [`Summing`]. It outlives it, as an encoder owns its sink.
#[derive(Clone, Default)]
pub struct RunningSum(Arc<Mutex<(u64, Hasher)>>);

impl RunningSum {
    pub fn get(&self) -> Sum {
        let (bytes, hasher) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Sum {
            bytes: *bytes,
            crc32: hasher.clone().finalize(),
        }
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
        let mut sum = self.sum.0.lock().unwrap_or_else(PoisonError::into_inner);
        sum.0 += count as u64;
        sum.1.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}
