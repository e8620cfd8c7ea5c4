//! The uniform of a program's kernels: the offset of each number in it, and its contents.
//!
//! The order of the numbers is here twice and must be the same: in the offsets, which are constants in the text of a kernel
//! ([`NumberAt`], [`WholeAt`]), and in the words ([`uniform`]). Each fold has room for the greatest number of octaves, so that
//! their count is a number and not part of the text.

use crate::Result;
use crate::limits::OCTAVES_MAX;
use crate::memory;
use crate::program::{CoordinateId, FoldId, Job, Plane, Program, SlotId, SourceId};

/// Offsets of f32 numbers in the uniform: the program's slots, then the numbers of each fold.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberAt {
    slots: u32,
    folds: u32,
}

/// Words of one fold: weights, scales in space, scales in time, amplitudes, each with room for the most octaves.
const NUMBERS_PER_FOLD: u32 = 4 * OCTAVES_MAX;

impl NumberAt {
    pub fn new(program: &Program) -> NumberAt {
        NumberAt {
            slots: program.params().slots().len() as u32,
            folds: program.folds.len() as u32,
        }
    }

    pub fn slot(self, slot: SlotId) -> u32 {
        slot.0
    }

    /// The weight of a fold's first octave; the other octaves follow.
    pub fn weight(self, fold: FoldId) -> u32 {
        self.slots + fold.0 * NUMBERS_PER_FOLD
    }

    /// The frequency factor of a fold's first octave, in space or in time; the other octaves follow.
    pub fn scale(self, fold: FoldId, time: bool) -> u32 {
        self.weight(fold) + OCTAVES_MAX * if time { 2 } else { 1 }
    }

    /// The amplitude of a fold's first octave; the other octaves follow.
    pub fn amplitude(self, fold: FoldId) -> u32 {
        self.weight(fold) + 3 * OCTAVES_MAX
    }

    /// The length of the uniform's array `number`, in vectors of four.
    pub fn vectors(self) -> u32 {
        vectors(self.slots + self.folds * NUMBERS_PER_FOLD)
    }
}

/// Offsets of whole numbers in the uniform: the octave count of each fold, then the first layer of each source and of each
/// coordinate, then the first word of each picture in the buffer of tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct WholeAt {
    folds: u32,
    sources: u32,
    coordinates: u32,
    planes: u32,
}

impl WholeAt {
    pub fn new(program: &Program) -> WholeAt {
        WholeAt {
            folds: program.folds.len() as u32,
            sources: program.sources.len() as u32,
            coordinates: program.coordinates.len() as u32,
            planes: program.planes.len() as u32,
        }
    }

    pub fn octaves(self, fold: FoldId) -> u32 {
        fold.0
    }

    pub fn source(self, source: SourceId) -> u32 {
        self.folds + source.0
    }

    pub fn coordinate(self, coordinate: CoordinateId) -> u32 {
        self.folds + self.sources + coordinate.0
    }

    pub fn plane(self, plane: u32) -> u32 {
        self.folds + self.sources + self.coordinates + plane
    }

    /// The length of the uniform's array `whole`, in vectors of four.
    pub fn vectors(self) -> u32 {
        vectors(self.folds + self.sources + self.coordinates + self.planes)
    }
}

/// The four-vectors before the arrays: those of the size, the channels and the length of runs.
const HEAD_VECTORS: u32 = 2;

/// The number of four-vectors that hold this many words. WGSL has no arrays of length 0.
fn vectors(words: u32) -> u32 {
    words.div_ceil(4).max(1)
}

/// Returns the size of a program's uniform in bytes.
pub(crate) fn uniform_bytes(program: &Program) -> u64 {
    let vectors = HEAD_VECTORS + WholeAt::new(program).vectors() + NumberAt::new(program).vectors();
    16 * u64::from(vectors)
}

/// Returns the uniform for this many samples along x, y and z, in runs of at most `run`: `Job` of `job.wgsl`. The pictures follow
/// `tables` words in the buffer of tables.
pub(super) fn uniform(job: &Job, size: [u32; 3], run: u32, tables: usize) -> Vec<u32> {
    let program = &job.program;
    let mut words = size.to_vec();
    words.extend([program.channels() as u32, run]);
    words.resize(4 * HEAD_VECTORS as usize, 0);

    let octaves = job.octaves.iter().map(|fold| fold.count() as u32);
    words.extend(octaves);
    // Layers follow each other in one buffer: those of the sources, then those of the coordinates.
    let counts = (job.layers.iter().map(Vec::len)).chain(job.coordinates.iter().map(Vec::len));
    let mut first = 0;
    for count in counts {
        words.push(first);
        first += count as u32;
    }
    let mut first = tables as u32;
    for plane in &program.planes {
        words.push(first);
        first += plane_words(plane);
    }
    let head = HEAD_VECTORS + WholeAt::new(program).vectors();
    words.resize(4 * head as usize, 0);

    words.extend(job.numbers.iter().map(|number| number.to_bits()));
    for fold in &job.octaves {
        for numbers in [
            &fold.weights,
            &fold.scales,
            &fold.time_scales,
            &fold.amplitudes,
        ] {
            words.extend(numbers.iter().map(|number| number.to_bits()));
            let free = OCTAVES_MAX as usize - numbers.len();
            words.extend(std::iter::repeat_n(0, free));
        }
    }
    words.resize(uniform_bytes(program) as usize / 4, 0);
    words
}

/// Returns the number of words of all pictures of a program in the buffer of tables.
pub(crate) fn picture_words(program: &Program) -> u64 {
    program.planes.iter().map(plane_words).map(u64::from).sum()
}

/// Returns the number of words of a picture: its size, and its numbers.
fn plane_words(plane: &Plane) -> u32 {
    3 + plane.numbers.len() as u32
}

/// Adds the words of all pictures to the buffer of tables, one after the other, as `pictures/tables.wgsl` reads them.
///
/// # Errors
/// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
pub(super) fn add_pictures(tables: &mut Vec<u32>, program: &Program) -> Result<()> {
    for plane in &program.planes {
        memory::extend(tables, plane.size.into_iter())?;
        memory::extend(tables, plane.numbers.iter().map(|number| number.to_bits()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::kernel::grid_kernel;
    use crate::gpu::kernel::twins::members;
    use crate::{Grid, Noise};

    #[test]
    fn the_uniform_is_as_long_as_the_shader_says() {
        let program = Program::check(&[Noise::perlin().fbm()], Grid::new([8, 8]).axes());
        let program = program.expect("the program is right");
        let (members, size) = members(&grid_kernel(&program), "Job");
        let offsets: Vec<usize> = members.iter().map(|(_, offset)| *offset).collect();
        let wholes = 16 * HEAD_VECTORS as usize;
        let numbers = wholes + 16 * WholeAt::new(&program).vectors() as usize;
        assert_eq!(offsets, [0, 12, 16, wholes, numbers]);
        assert_eq!(size as u64, uniform_bytes(&program));
    }
}
