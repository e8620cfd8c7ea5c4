//! The strands of a march: the lattices of its walked sources, each in each octave.
//!
//! A noise and its derivatives have the same corners, so they are *members* of one strand. The value, and the derivative along
//! the walk axis, are taken of the planes that the corners blend to; a derivative along another axis has planes of its own.

use crate::program::{FoldId, Job, Multiple, SourceId};

/// A lattice in one octave.
#[derive(Clone, Debug)]
pub(crate) struct Strand {
    /// The sources that have its corners, at least one.
    pub members: Vec<Member>,
    /// Where its corner words are, if its hash has a table.
    pub words: Option<Words>,
}

/// A walked source in one octave.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub source: SourceId,
    /// The octaves in which it lies: those of the folds around it, outermost first.
    pub octaves: Vec<(FoldId, u32)>,
    /// The fold that sums a multiple of it: its weight is then part of the factors of its samples.
    pub summed: Option<(FoldId, Multiple)>,
    /// The index of the planes that the strand is computed from.
    pub planes: usize,
    /// The index of the factors by which the planes are multiplied for each sample.
    pub factors: usize,
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
    /// The member whose layer has the lattice's numbers and tables.
    pub fn first(&self) -> &Member {
        &self.members[0]
    }

    /// A member for each of its planes, in the order of their numbers.
    pub fn planes(&self) -> Vec<&Member> {
        let mut planes: Vec<&Member> = Vec::new();
        for member in &self.members {
            if member.planes == planes.len() {
                planes.push(member);
            }
        }
        planes
    }
}

impl Member {
    /// The index of its layer among those of its source, or `None` if the job does not have its octaves.
    pub fn layer(&self, job: &Job) -> Option<usize> {
        self.octaves.iter().try_fold(0, |outer, &(fold, k)| {
            let count = job.octaves[fold.index()].count();
            let k = k as usize;
            (k < count).then_some(outer * count + k)
        })
    }

    /// Its weight in the sum of a fold in a job that has its octaves, else 1.
    pub fn weight(&self, job: &Job) -> f32 {
        match (self.summed, self.layer(job)) {
            (Some((fold, multiple)), Some(layer)) => multiple.weight(job, fold, layer),
            _ => 1.0,
        }
    }
}

/// The strands of a kernel, in the order of the program's operations.
#[derive(Clone, Debug)]
pub(crate) struct March {
    pub strands: Vec<Strand>,
    /// How many factors a sample has: four numbers each.
    pub factors: usize,
    /// For each fold.
    pub(super) rooms: Vec<Room>,
    /// Whether some octaves or sources of this program are computed at each sample for want of registers.
    pub(super) is_cut: bool,
}

/// The octaves of a fold that have strands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub octaves: u32,
    /// Whether there may be more octaves, which are computed at each sample.
    pub is_open: bool,
}

impl March {
    /// The octaves of a fold that have strands.
    pub fn octaves(&self, fold: FoldId) -> u32 {
        self.rooms[fold.index()].octaves
    }

    /// Whether a fold may have more octaves than those with strands.
    pub fn is_open(&self, fold: FoldId) -> bool {
        self.rooms[fold.index()].is_open
    }

    /// Whether there is room for the octaves of a job, in which the members of a strand have their octaves together.
    pub fn fits(&self, job: &Job) -> bool {
        let has_room = (job.octaves.iter().zip(&self.rooms))
            .all(|(fold, room)| room.is_open || fold.count() <= room.octaves as usize);
        let is_whole = |strand: &Strand| {
            let has = |member: &Member| member.layer(job).is_some();
            strand.members.iter().all(has) || !strand.members.iter().any(has)
        };
        has_room && self.strands.iter().all(is_whole)
    }

    /// Whether a strand has a member in the body of a fold.
    pub fn is_within(&self, fold: FoldId) -> bool {
        let is_own = |member: &Member| member.octaves.iter().any(|&(own, _)| own == fold);
        self.members().any(is_own)
    }

    /// Whether a layer of a source has a strand.
    pub fn has(&self, job: &Job, source: SourceId, layer: usize) -> bool {
        self.members()
            .any(|member| member.source == source && member.layer(job) == Some(layer))
    }

    /// How many planes there are on either side of a sample.
    pub fn planes(&self) -> usize {
        let own = |strand: &Strand| strand.planes().len();
        self.strands.iter().map(own).sum()
    }

    /// The members of all strands.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        self.strands.iter().flat_map(|strand| &strand.members)
    }

    /// The tables of corner words in workgroup memory.
    pub fn tables(&self) -> u32 {
        let staged = |strand: &&Strand| matches!(strand.words, Some(Words::Staged(_)));
        self.strands.iter().filter(staged).count() as u32
    }
}
