//! The strands of a march: its walked sources, each in each of its octaves.
//!
//! A kernel has room for a number of octaves of each fold, which is the least of a few classes: five is one of them because it is
//! common, and a sixth octave costs a sample four instructions even where a job does not have it. Jobs with other octave counts of
//! the same class share the kernel; strands of octaves that a job does not have are zero there.
//!
//! A kernel has registers for some twenty strands ([`room`]). If a program would have more, its folds have room for fewer octaves, and
//! those beyond are computed where they stand, sample by sample, in a loop that takes any number of them. The highest octaves are
//! the ones beyond: they have the most planes, so a strand saves them the least.

use crate::limits::OCTAVES_MAX;
use crate::noise::Hash;
use crate::program::{BlockId, FoldId, Job, Op, OpId, Program, SourceId};

/// The octaves for which a fold may have room.
const CLASSES: [u32; 10] = [1, 2, 4, 5, 6, 8, 12, 16, 20, OCTAVES_MAX];
/// The most strands of a kernel. Each holds five registers; twenty of them need 120 to 128 of a GPU's, as AMD's compiler
/// allots them (`tests/machine_code`).
const STRANDS_MAX: u32 = 20;
/// The most strands of a kernel whose planes or samples need more registers: with walked sources of four axes, or with octaves
/// that are computed where they stand.
const STRANDS_MAX_BESIDE_OTHERS: u32 = 16;
/// The most tables in workgroup memory, of 1 KiB each: every device has 15.97 KiB. Further strands read theirs from the buffer.
const TABLES_MAX: u32 = 15;

/// A walked source in one octave.
#[derive(Clone, Debug)]
pub(crate) struct Strand {
    pub source: SourceId,
    /// The octaves in which it lies: those of the folds around it, outermost first.
    pub octaves: Vec<(FoldId, u32)>,
    /// The fold whose body it is alone: the weight of the octave is then part of the factors of its samples.
    pub summed: Option<FoldId>,
    /// Where its corner words are, if its hash has a table.
    pub words: Option<Words>,
}

/// Where the corner words of a strand are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Words {
    /// In this table of those in workgroup memory.
    Staged(u32),
    /// In the buffer of tables.
    Buffer,
}

impl Strand {
    /// The index of its layer among those of its source, or `None` if the job does not have its octaves.
    pub fn layer(&self, job: &Job) -> Option<usize> {
        self.octaves.iter().try_fold(0, |outer, &(fold, k)| {
            let count = job.octaves[fold.index()].weights.len();
            let k = k as usize;
            (k < count).then_some(outer * count + k)
        })
    }

    /// The weight of its octave in a job that has it, if it is all of a fold's body, else 1.
    pub fn weight(&self, job: &Job) -> f32 {
        match (self.summed, self.octaves.last()) {
            (Some(fold), Some(&(_, k))) => job.octaves[fold.index()].weights[k as usize],
            _ => 1.0,
        }
    }
}

/// The strands of a kernel, in the order of the program's operations.
#[derive(Clone, Debug)]
pub(crate) struct March {
    pub strands: Vec<Strand>,
    /// For each fold.
    rooms: Vec<Room>,
    /// Whether there are not enough registers for all strands.
    is_cut: bool,
}

/// The octaves of a fold that have strands.
#[derive(Clone, Copy, Debug)]
struct Room {
    octaves: u32,
    /// Whether there may be more octaves, which are computed where they stand.
    is_open: bool,
}

impl March {
    /// Finds the strands of a program whose walked sources are given, with room for these octaves of each fold; `None` if there
    /// are none.
    pub fn of(program: &Program, walked: &[bool], octaves: &[u32]) -> Option<March> {
        let mut rooms: Vec<Room> = (octaves.iter())
            .map(|&count| Room {
                octaves: (CLASSES.into_iter().find(|&class| class >= count)).unwrap_or(OCTAVES_MAX),
                is_open: false,
            })
            .collect();
        let room = room(program, walked, &rooms);
        let is_cut = count(program, walked, &rooms, BlockId(0)) > room;
        while count(program, walked, &rooms, BlockId(0)) > room {
            let largest = (0..rooms.len())
                .filter(|&fold| count(program, walked, &rooms, program.folds[fold].body) > 0)
                .max_by_key(|&fold| rooms[fold].octaves)
                .filter(|&fold| rooms[fold].octaves > 0);
            // Without folds, the sources beyond the first ones are computed where they stand.
            let Some(fold) = largest else { break };
            rooms[fold].octaves -= 1;
            rooms[fold].is_open = true;
        }
        let mut march = March {
            strands: Vec::new(),
            rooms,
            is_cut,
        };
        march.collect(program, walked, BlockId(0), &mut Vec::new());
        march.strands.truncate(room as usize);
        for (fold, number) in (0..).zip(0..program.folds.len()) {
            march.rooms[number].is_open |= !march.is_within(FoldId(fold));
        }
        (!march.strands.is_empty()).then_some(march)
    }

    /// The octaves of a fold that have strands.
    pub fn octaves(&self, fold: FoldId) -> u32 {
        self.rooms[fold.index()].octaves
    }

    /// Whether a fold may have more octaves than those with strands.
    pub fn is_open(&self, fold: FoldId) -> bool {
        self.rooms[fold.index()].is_open
    }

    /// Whether some octaves or sources of this program are computed where they stand for want of registers.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Whether there is room for the octaves of a job.
    pub fn fits(&self, job: &Job) -> bool {
        (job.octaves.iter().zip(&self.rooms))
            .all(|(fold, room)| room.is_open || fold.weights.len() <= room.octaves as usize)
    }

    /// Whether a strand is in the body of a fold.
    pub fn is_within(&self, fold: FoldId) -> bool {
        (self.strands.iter()).any(|strand| strand.octaves.iter().any(|&(own, _)| own == fold))
    }

    /// Whether a layer of a source has a strand.
    pub fn has(&self, job: &Job, source: SourceId, layer: usize) -> bool {
        (self.strands.iter())
            .any(|strand| strand.source == source && strand.layer(job) == Some(layer))
    }

    /// The tables of corner words in workgroup memory.
    pub fn tables(&self) -> u32 {
        let staged = |strand: &&Strand| matches!(strand.words, Some(Words::Staged(_)));
        self.strands.iter().filter(staged).count() as u32
    }

    fn collect(
        &mut self,
        program: &Program,
        walked: &[bool],
        block: BlockId,
        octaves: &mut Vec<(FoldId, u32)>,
    ) {
        for &op in &program.blocks[block.index()].ops {
            match program.ops[op.index()] {
                Op::Source(source) if walked[source.index()] => {
                    let hash = program.sources[source.index()].hash;
                    let words = (hash == Hash::Table).then(|| match self.tables() {
                        TABLES_MAX.. => Words::Buffer,
                        table => Words::Staged(table),
                    });
                    let around = octaves.last().map(|&(fold, _)| fold);
                    self.strands.push(Strand {
                        source,
                        octaves: octaves.clone(),
                        summed: around.filter(|&fold| is_all_of(program, fold, op)),
                        words,
                    });
                }
                Op::Fold(fold) => {
                    let body = program.folds[fold.index()].body;
                    for k in 0..self.octaves(fold) {
                        octaves.push((fold, k));
                        self.collect(program, walked, body, octaves);
                        octaves.pop();
                    }
                }
                _ => {}
            }
        }
    }
}

/// The strands for which a kernel has registers, if it would have those of these rooms.
fn room(program: &Program, walked: &[bool], rooms: &[Room]) -> u32 {
    let mut sources = program.sources.iter().zip(walked);
    let has_four_axes = sources.any(|(source, &is_walked)| is_walked && source.axes.len() > 3);
    match has_four_axes || count(program, walked, rooms, BlockId(0)) > STRANDS_MAX {
        true => STRANDS_MAX_BESIDE_OTHERS,
        false => STRANDS_MAX,
    }
}

/// The strands that a block would have with these rooms.
fn count(program: &Program, walked: &[bool], rooms: &[Room], block: BlockId) -> u32 {
    let ops = program.blocks[block.index()].ops.iter();
    ops.map(|op| match program.ops[op.index()] {
        Op::Source(source) => u32::from(walked[source.index()]),
        Op::Fold(fold) => {
            let body = program.folds[fold.index()].body;
            rooms[fold.index()].octaves * count(program, walked, rooms, body)
        }
        _ => 0,
    })
    .sum()
}

/// Whether an operation is the whole body of a fold.
fn is_all_of(program: &Program, fold: FoldId, op: OpId) -> bool {
    let fold = &program.folds[fold.index()];
    fold.result == op && program.blocks[fold.body.index()].ops == [op]
}
