//! Rows of numbers between the rules, and what a loop reads and writes of them.
#![expect(
    clippy::needless_range_loop,
    reason = "loops over several arrays at one index become loops of vectors, which those over a closure's results do not"
)]

use crate::Result;
use crate::erosion::terrain::Terrain;
use crate::memory::zeros;

/// Samples of a row that are computed at a time.
pub const CHUNK: usize = 64;

/// The last four rows of a number of each sample, with a place at either end for the neighbour there. The first sample is at
/// index 1.
#[derive(Default)]
pub struct Rows {
    /// Samples of a row.
    width: usize,
    /// Whether the ends of a row meet.
    wraps: bool,
    stride: usize,
    values: Vec<u32>,
}

impl Rows {
    pub fn new(terrain: &Terrain) -> Result<Rows> {
        let [width, _] = terrain.size;
        let stride = width.next_multiple_of(CHUNK) + 2;
        Ok(Rows {
            width,
            wraps: terrain.wraps,
            stride,
            values: zeros(4 * stride as u64)?,
        })
    }

    #[inline(always)]
    pub fn row(&self, row: usize) -> &[u32] {
        &self.values[row % 4 * self.stride..][..self.stride]
    }

    #[inline(always)]
    pub fn row_mut(&mut self, row: usize) -> &mut [u32] {
        &mut self.values[row % 4 * self.stride..][..self.stride]
    }

    /// Returns the chunk of a row that begins at this index.
    #[inline(always)]
    pub fn chunk(&self, row: usize, at: usize) -> &[u32; CHUNK] {
        &self.row(row)[at..].as_chunks().0[0]
    }

    #[inline(always)]
    pub fn chunk_mut(&mut self, row: usize, at: usize) -> &mut [u32; CHUNK] {
        &mut self.row_mut(row)[at..].as_chunks_mut().0[0]
    }

    /// Sets the neighbours at the ends of a row: the samples at the other end, or these numbers behind walls.
    #[inline(always)]
    pub fn set_ends(&mut self, row: usize, walls: [u32; 2]) {
        let (width, wraps) = (self.width, self.wraps);
        let row = self.row_mut(row);
        [row[0], row[width + 1]] = if wraps { [row[width], row[1]] } else { walls };
    }

    /// Sets the neighbours at the ends of three rows for the samples of the second: what is behind a wall is as high as the
    /// sample beside it.
    #[inline(always)]
    pub fn level_ends(&mut self, rows: [usize; 3]) {
        let own = self.row(rows[1]);
        let walls = [own[1], own[self.width]];
        for row in rows {
            self.set_ends(row, walls);
        }
    }
}

/// Makes rows of each of some numbers.
pub fn rows<const N: usize>(terrain: &Terrain) -> Result<[Rows; N]> {
    let mut rows = std::array::from_fn(|_| Rows::default());
    for rows in &mut rows {
        *rows = Rows::new(terrain)?;
    }
    Ok(rows)
}

/// A chunk of each of some numbers.
pub struct Chunks<'a, const N: usize>([&'a [u32; CHUNK]; N]);

/// A chunk of each of some results.
pub struct Results<const N: usize>([[u32; CHUNK]; N]);

impl<'a, const N: usize> Chunks<'a, N> {
    /// Takes the same chunk of all fields.
    #[inline(always)]
    pub fn of_each(fields: &'a [Rows; N], row: usize, at: usize) -> Chunks<'a, N> {
        let mut chunks = [fields[0].chunk(row, at); N];
        for n in 1..N {
            chunks[n] = fields[n].chunk(row, at);
        }
        Chunks(chunks)
    }

    /// Returns the numbers of a sample.
    #[inline(always)]
    pub fn at(&self, i: usize) -> [u32; N] {
        let mut numbers = [0; N];
        for n in 0..N {
            numbers[n] = self.0[n][i];
        }
        numbers
    }
}

impl<const N: usize> Results<N> {
    pub const ZERO: Results<N> = Results([[0; CHUNK]; N]);

    /// Sets the numbers of a sample.
    #[inline(always)]
    pub fn set(&mut self, i: usize, numbers: [u32; N]) {
        for n in 0..N {
            self.0[n][i] = numbers[n];
        }
    }

    /// Stores each in its field.
    #[inline(always)]
    pub fn store(&self, fields: &mut [Rows; N], row: usize, at: usize) {
        for n in 0..N {
            *fields[n].chunk_mut(row, at) = self.0[n];
        }
    }
}

impl<'a> Chunks<'a, 8> {
    /// Takes the neighbours of samples from x on, of which the rows above, on and below are given.
    #[inline(always)]
    pub fn around(field: &'a Rows, [above, row, below]: [usize; 3], x: usize) -> Chunks<'a, 8> {
        Chunks([
            field.chunk(row, x),
            field.chunk(row, x + 2),
            field.chunk(above, x + 1),
            field.chunk(below, x + 1),
            field.chunk(above, x),
            field.chunk(above, x + 2),
            field.chunk(below, x),
            field.chunk(below, x + 2),
        ])
    }

    /// Takes what flows from the neighbours of samples to these: from the left one to its right, and so on.
    #[inline(always)]
    pub fn facing(flows: &'a [Rows; 8], row: usize, x: usize) -> Chunks<'a, 8> {
        let [
            left,
            right,
            up,
            down,
            up_left,
            up_right,
            down_left,
            down_right,
        ] = flows;
        Chunks([
            right.chunk(row, x),
            left.chunk(row, x + 2),
            down.chunk(row - 1, x + 1),
            up.chunk(row + 1, x + 1),
            down_right.chunk(row - 1, x),
            down_left.chunk(row - 1, x + 2),
            up_right.chunk(row + 1, x),
            up_left.chunk(row + 1, x + 2),
        ])
    }
}
