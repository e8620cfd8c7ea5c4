//! The digest that names a request.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::form::Form;
use crate::grid::Brick;
use crate::program::Resolution;
use crate::{Grid, Job, Noise};

/// The name of a request: equal for equal requests, on every machine with this version of the crate.
///
/// It is the SHA-256 of the version, the noises, their numbers, the grid and the form of the result, and displays as 64
/// hexadecimal digits. The values of two backends may differ within [`Job::tolerance`] under one digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Everything that values depend on.
#[derive(Serialize)]
struct Described<'a> {
    version: &'static str,
    noises: &'a [Noise],
    seed: u32,
    values: &'a [f64],
    resolution: (u8, f64),
    size: &'a [u32],
    extent: &'a Option<Vec<f64>>,
    origin: [f64; 4],
    frames: Option<u32>,
    duration: f64,
    seamless: bool,
    edge_samples: bool,
}

/// Returns the digest of these bricks of a job, in this order, in one form.
pub fn digest(job: &Job, form: &Form, bricks: &[Brick]) -> Digest {
    // A field that is added later has to be hashed, too: without `..` the compiler asks for it.
    let Grid {
        size,
        extent,
        origin,
        frames,
        duration,
        seamless,
        edge_samples,
    } = &job.grid;
    let described = Described {
        version: env!("CARGO_PKG_VERSION"),
        noises: job.program.noises(),
        seed: job.params.seed,
        values: job.params.values(),
        resolution: match job.params.resolution {
            Resolution::Relative(step) => (0, step),
            Resolution::Absolute(step) => (1, step),
        },
        size,
        extent,
        origin: *origin,
        frames: *frames,
        duration: *duration,
        seamless: *seamless,
        edge_samples: *edge_samples,
    };
    let mut sha = Sha256::new();
    serde_json::to_writer(Hashed(&mut sha), &described)
        .unwrap_or_else(|error| unreachable!("numbers and texts, into a hash: {error}"));
    add_form(&mut sha, form);
    for brick in bricks {
        let numbers = brick.start.iter().chain(&brick.size);
        numbers.for_each(|number| sha.update(number.to_le_bytes()));
    }
    Digest(sha.finalize().into())
}

fn add_form(sha: &mut Sha256, form: &Form) {
    match form {
        Form::Volume => sha.update(b"volume"),
        Form::Texels(packing) => sha.update(format!("texels {packing:?}")),
        Form::Points(points) => {
            sha.update(b"points");
            sha.update(bytemuck::cast_slice(points));
        }
        #[cfg(not(target_arch = "wasm32"))]
        Form::File {
            file_type,
            contents,
        } => sha.update(format!("file {file_type:?} {contents:?}")),
        #[cfg(not(target_arch = "wasm32"))]
        Form::Means {
            of, supersample, ..
        } => {
            sha.update(format!("{supersample:?}"));
            add_form(sha, of);
        }
    }
}

/// Writes into a hash.
struct Hashed<'a>(&'a mut Sha256);

impl Write for Hashed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
