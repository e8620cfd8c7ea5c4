//! The CPU backend: a [`Program`] in f32, row by row, or at points.
//!
//! ```text
//! Job --plan--> Plan (registers, ways)      once
//! Brick --tables--> Piece (axis tables, lines along x)      once a brick, shared by all threads
//! band of rows --> Evaluator --> runs of up to 1024 samples of x --> packing --> the caller's memory
//! points --> Run (places, axis by axis) --> Evaluator --> the caller's memory
//! ```
//!
//! Inside a cell of a lattice, along one row, a noise is A + B·u + fade(u)·(E + F·u). So a plain
//! source goes the coherent way, `rows`: hashes and gradients belong to the cell, coefficients to
//! the row, and a sample takes three multiplications and additions whatever the dimension. A
//! displaced source goes point by point, `points`.
//!
//! * `plan`: which register each operation has, which way each source goes;
//! * `piece`: what all rows of a brick share;
//! * `evaluate`: the list of operations over one run; `fill`: over the rows of a piece; `sample`: over points;
//! * `corner`: from keys to corner gradients, the one place of both ways;
//! * `rows`, `points`: the two ways of a source; `steps`: arithmetic on values, with `polynomials` and `shaping` for what is
//!   more than an expression;
//! * `cost`: about how long a job takes;
//! * `threads`: how rows are shared out; `store`: stores alone, the yardstick.
//!
//! A sample's arithmetic never depends on where its run, its band or its brick begins, so any way of
//! cutting gives the same bits.

mod aligned;
mod block;
mod corner;
mod cost;
mod evaluate;
mod fill;
mod piece;
mod plan;
mod points;
mod polynomials;
mod rows;
mod sample;
mod shaping;
mod simd;
mod steps;
mod store;
mod threads;

use crate::grid::Brick;
use crate::program::{Job, Program};
use crate::texel::Packing;
use crate::{Backend, Grid, Noise, Result, Volume, backend, memory};

use fill::Filler;
use piece::Piece;
use plan::Plan;
pub use sample::Points;
pub use simd::Form;
use simd::Simd;
pub use store::store;
pub use threads::count as threads;

/// Samples of x that are evaluated at a time: axis tables stay in the first caches.
const TILE: usize = 1024;
/// Samples of a register: all that an operation reads and writes stays in the second cache.
const BLOCK: usize = 2 * TILE;
/// Samples from which on a brick is written around the caches: it would not stay in them.
const STREAM_MIN: u64 = 1 << 20;
/// The most samples of a piece along an axis. It bounds the axis tables: some tens of bytes for each of them, in every octave
/// of every source.
const SIDE_MAX: usize = 16 * TILE;
/// The fewest samples that are worth handing to a thread.
const BAND_MIN: usize = 16 * TILE;
/// Bands that each thread takes, so that all end at about the same time.
const BANDS_A_THREAD: usize = 4;

/// A job on the CPU, on all threads of the current rayon pool.
#[derive(Clone, Debug)]
pub struct Cpu {
    job: Job,
    plan: Plan,
    simd: Simd,
}

impl Cpu {
    /// Gets a job ready, with the fastest instructions of this machine.
    pub fn new(job: Job) -> Cpu {
        Cpu::with_simd(job, Simd::detect())
    }

    /// The same, with the instructions of one form.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) where this machine has them not.
    pub fn with_form(job: Job, form: Form) -> Result<Cpu> {
        Ok(Cpu::with_simd(job, Simd::new(form)?))
    }

    fn with_simd(job: Job, simd: Simd) -> Cpu {
        Cpu {
            plan: Plan::on_grid(&job),
            job,
            simd,
        }
    }

    /// The instructions that it runs with.
    pub fn form(&self) -> Form {
        self.simd.form()
    }

    fn piece(&self, brick: Brick) -> Result<Piece> {
        Piece::new(&self.job, &self.plan, brick, self.simd)
    }

    fn filler<'a>(&'a self, piece: &'a Piece, stream: bool) -> Result<Filler<'a>> {
        Filler::new(&self.job, &self.plan, piece, self.simd, stream)
    }

    /// One frame: of a brick that is long in y or z, slab after slab.
    fn fill_frame(&self, frame: &Brick, packing: &Packing, mut out: &mut [u8]) -> Result<u64> {
        let mut saturated = 0;
        for slab in frame.pieces(slab_samples(frame)) {
            let bytes = slab.samples() as usize * packing.bytes() as usize;
            let (own, rest) = std::mem::take(&mut out).split_at_mut(bytes);
            saturated += match rows(&slab) {
                1 => self.fill_row(&slab, packing, own)?,
                _ => self.fill_rows(&slab, packing, own)?,
            };
            out = rest;
        }
        Ok(saturated)
    }

    /// A brick of a single row: threads share it out along x.
    fn fill_row(&self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        let stream = brick.samples() >= STREAM_MIN;
        threads::sum(out, SIDE_MAX * packing.bytes() as usize, |i, out| {
            let piece = self.piece(strip(brick, i))?;
            self.filler(&piece, stream)?
                .fill(0..1, packing, out, SIDE_MAX)
        })
    }

    /// A brick of several rows: of wide ones as many strips at a time as there are threads, each of which makes one strip's
    /// tables.
    fn fill_rows(&self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        let strips = memory::collect(0..(brick.size[0] as usize).div_ceil(SIDE_MAX))?;
        (strips.chunks(threads::count()))
            .map(|strips| {
                let pieces = threads::map(strips, |&i| self.piece(strip(brick, i)))?;
                self.fill_pieces(brick, &pieces, packing, out)
            })
            .sum()
    }

    /// Strips of a brick that lie side by side: threads share out its rows in bands.
    fn fill_pieces(
        &self,
        brick: &Brick,
        pieces: &[Piece],
        packing: &Packing,
        out: &mut [u8],
    ) -> Result<u64> {
        let [width, texel] = [brick.size[0] as usize, packing.bytes() as usize];
        let stream = brick.samples() >= STREAM_MIN;
        let band = band_rows(brick, pieces);
        threads::sum(out, band * width * texel, |i, out| {
            let rows = i * band..rows(brick).min((i + 1) * band);
            let each = pieces.iter().map(|piece| {
                let x = (piece.brick.start[0] - brick.start[0]) as usize;
                let out = &mut out[x * texel..];
                self.filler(piece, stream)?
                    .fill(rows.clone(), packing, out, width)
            });
            each.sum()
        })
    }
}

/// The most samples of a slab, which is no longer in y and z than a piece may be.
fn slab_samples(frame: &Brick) -> u64 {
    let [x, y, z, _] = frame.size.map(u64::from);
    let side = SIDE_MAX as u64;
    match [y, z].map(|n| n > side) {
        [true, _] => x * side,
        [_, true] => x * y * side,
        _ => frame.samples(),
    }
}

/// The strip of a brick of that index along x, as wide as a piece may be.
fn strip(brick: &Brick, index: usize) -> Brick {
    let first = (index * SIDE_MAX) as u32;
    let mut strip = *brick;
    strip.start[0] += first;
    strip.size[0] = (SIDE_MAX as u32).min(brick.size[0] - first);
    strip
}

/// Rows of a brick that a thread takes at a time, along strips of it.
fn band_rows(brick: &Brick, strips: &[Piece]) -> usize {
    let width: usize = strips.iter().map(|s| s.brick.size[0] as usize).sum();
    let bands = match threads::count() {
        1 => 1,
        threads => threads * BANDS_A_THREAD,
    };
    rows(brick).div_ceil(bands).max(BAND_MIN.div_ceil(width))
}

fn rows(brick: &Brick) -> usize {
    brick.size[1] as usize * brick.size[2] as usize
}

impl Backend for Cpu {
    fn name(&self) -> &'static str {
        "cpu"
    }

    fn grid(&self) -> &Grid {
        &self.job.grid
    }

    fn channels(&self) -> usize {
        self.job.program.channels()
    }

    fn fill(&mut self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        backend::check(&self.job.grid, self.channels(), brick, packing, out.len())?;
        let frames: Vec<Brick> = brick.frames().collect();
        let bytes = out.len() / frames.len();
        threads::sum(out, bytes, |i, out| {
            self.fill_frame(&frames[i], packing, out)
        })
    }
}

/// The samples of a noise on a grid, of the first frame where there are several.
///
/// ```
/// use wgpu_noise::{Grid, Noise, cpu};
///
/// let clouds = Noise::perlin().frequency(4.0).fbm().octaves(3);
/// let volume = cpu::sample(&clouds, &Grid::new([64, 64]))?;
/// assert_eq!(volume.samples().len(), 64 * 64);
/// assert!(volume.samples().iter().all(|v| v.abs() <= 1.0));
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
///
/// # Errors
/// As [`Program::check`], [`Program::bind`] and [`Backend::sample`].
pub fn sample(noise: impl Into<Noise>, grid: &Grid) -> Result<Volume> {
    let program = Program::check([noise], grid.axes())?;
    let job = program.bind(program.params(), grid)?;
    Cpu::new(job).sample(0)
}
