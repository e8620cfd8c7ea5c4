//! The strands of a march: its walked sources, each in each of its octaves.
//!
//! A kernel has room for a number of octaves of each fold, its capacity, which is the least of a few classes: five is one of them
//! because it is common, and a sixth octave costs a sample four instructions even where a job does not have it. Jobs with other
//! octave counts of the same class share the kernel; strands of octaves that a job does not have are zero there.

use crate::noise::Hash;
use crate::program::{BlockId, FoldId, Job, Op, OpId, Program, SourceId};

/// The capacities of a fold.
const CLASSES: [u32; 7] = [1, 2, 4, 5, 6, 8, 12];
/// The most strands of a kernel. Each holds about ten registers, and 1 KiB of workgroup memory of the 16 that every device has.
const STRANDS_MAX: usize = 12;

/// A walked source in one octave.
#[derive(Clone, Debug)]
pub(crate) struct Strand {
    pub source: SourceId,
    /// The octaves in which it lies: those of the folds around it, outermost first.
    pub octaves: Vec<(FoldId, u32)>,
    /// The fold whose body it is alone: the weight of the octave is then part of the factors of its samples.
    pub summed: Option<FoldId>,
    /// Its place among the tables of corner words in workgroup memory, if its hash has a table.
    pub table: Option<u32>,
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
    /// The octaves of each fold for which there is room.
    capacities: Vec<u32>,
}

impl March {
    /// Finds the strands of a program whose walked sources are given, with room for these octaves of each fold; `None` if there are none or too many.
    pub fn of(program: &Program, walked: &[bool], octaves: &[u32]) -> Option<March> {
        let class = |count: &u32| CLASSES.into_iter().find(|class| class >= count);
        let mut march = March {
            strands: Vec::new(),
            capacities: octaves.iter().map(class).collect::<Option<_>>()?,
        };
        march.collect(program, walked, BlockId(0), &mut Vec::new());
        (1..=STRANDS_MAX)
            .contains(&march.strands.len())
            .then_some(march)
    }

    /// The octaves of a fold for which there is room.
    pub fn capacity(&self, fold: FoldId) -> u32 {
        self.capacities[fold.index()]
    }

    /// Whether there is room for the octaves of a job.
    pub fn fits(&self, job: &Job) -> bool {
        (job.octaves.iter().zip(&self.capacities))
            .all(|(fold, &capacity)| fold.weights.len() <= capacity as usize)
    }

    /// Whether a strand is in the body of a fold.
    pub fn is_within(&self, fold: FoldId) -> bool {
        (self.strands.iter()).any(|strand| strand.octaves.iter().any(|&(own, _)| own == fold))
    }

    /// The strands that have a table of corner words.
    pub fn tables(&self) -> u32 {
        (self.strands.iter())
            .filter(|strand| strand.table.is_some())
            .count() as u32
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
                    let table = (hash == Hash::Table).then(|| self.tables());
                    let around = octaves.last().map(|&(fold, _)| fold);
                    self.strands.push(Strand {
                        source,
                        octaves: octaves.clone(),
                        summed: around.filter(|&fold| is_all_of(program, fold, op)),
                        table,
                    });
                }
                Op::Fold(fold) => {
                    let body = program.folds[fold.index()].body;
                    for k in 0..self.capacity(fold) {
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

/// Whether an operation is the whole body of a fold.
fn is_all_of(program: &Program, fold: FoldId, op: OpId) -> bool {
    let fold = &program.folds[fold.index()];
    fold.result == op && program.blocks[fold.body.index()].ops == [op]
}
