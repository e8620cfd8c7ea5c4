//! Which octaves of a march have strands.
//!
//! A kernel has room for a number of octaves of each fold, which is the least of a few classes: five is one of them because
//! it is common, and a sixth octave costs a sample four instructions even where a job does not have it. Jobs with other
//! octave counts of the same class share the kernel; strands of octaves that a job does not have are zero there.
//!
//! A kernel has registers for the planes of some twenty strands ([`Finder::room`]). If a program would have more, its folds have
//! room for fewer octaves, and those beyond are computed at each sample from its position, in a loop that takes any number of
//! them. The highest octaves are the ones beyond: they have the most planes, so a strand saves them the least.

use super::strands::{March, Member, Room, Strand, Words};
use crate::limits::OCTAVES_MAX;
use crate::noise::Hash;
use crate::program::{BlockId, FoldId, Op, Program, SourceId};

/// The octaves for which a fold may have room.
const CLASSES: [u32; 10] = [1, 2, 4, 5, 6, 8, 12, 16, 20, OCTAVES_MAX];
/// The most planes on either side of the samples of a kernel. Each strand has five registers for its own; twenty of them need
/// 120 to 128 of a GPU's, as AMD's compiler allots them (`tests/machine_code`).
const PLANES_MAX: usize = 20;
/// The most of a kernel whose planes or samples need more registers: with walked sources of four axes, or with octaves that
/// are computed at each sample.
const PLANES_MAX_BESIDE_OTHERS: usize = 16;
/// The most tables in workgroup memory, of 1 KiB each: every device has 15.97 KiB. Further strands read theirs from the buffer.
const TABLES_MAX: u32 = 15;

impl March {
    /// Finds the strands of a program with room for these octaves of each fold; `None` if there are none. Its walked sources are
    /// given, and the axis along which they are walked.
    pub fn of(
        program: &Program,
        walked: &[bool],
        walk_axis: usize,
        octaves: &[u32],
    ) -> Option<March> {
        let finder = Finder {
            program,
            walked,
            walk_axis,
            corners: program.corners(),
        };
        let rooms = octaves.iter().map(|&count| Room {
            octaves: (CLASSES.into_iter().find(|&class| class >= count)).unwrap_or(OCTAVES_MAX),
            is_open: false,
        });
        let mut march = finder.strands(rooms.collect());
        let room = finder.room(march.planes());
        let is_cut = march.planes() > room;
        while march.planes() > room {
            let mut rooms = march.rooms.clone();
            let largest = (0..)
                .zip(&mut rooms)
                .filter(|(fold, _)| march.is_within(FoldId(*fold)))
                .max_by_key(|(_, own)| own.octaves);
            match largest {
                Some((_, own)) => {
                    own.octaves -= 1;
                    own.is_open = true;
                    march = finder.strands(rooms);
                }
                // Without folds, the sources beyond the first ones are computed at each sample.
                None => drop(march.strands.pop()),
            }
        }
        march.is_cut = is_cut;
        for (fold, number) in (0..).zip(0..program.folds.len()) {
            march.rooms[number].is_open |= !march.is_within(FoldId(fold));
        }
        (!march.strands.is_empty()).then_some(march)
    }
}

/// What finds the strands of a program.
struct Finder<'a> {
    program: &'a Program,
    walked: &'a [bool],
    walk_axis: usize,
    /// For each source, the first one that has the same corners.
    corners: Vec<SourceId>,
}

impl Finder<'_> {
    /// The strands with these rooms.
    fn strands(&self, rooms: Vec<Room>) -> March {
        let mut march = March {
            strands: Vec::new(),
            factors: 0,
            rooms,
            is_cut: false,
        };
        self.collect(&mut march, BlockId(0), &mut Vec::new());
        march
    }

    /// The planes for which a kernel has registers, if it would have as many as these.
    fn room(&self, planes: usize) -> usize {
        let mut sources = self.program.sources.iter().zip(self.walked);
        let has_four_axes = sources.any(|(source, &is_walked)| is_walked && source.axes.len() > 3);
        match has_four_axes || planes > PLANES_MAX {
            true => PLANES_MAX_BESIDE_OTHERS,
            false => PLANES_MAX,
        }
    }

    fn collect(&self, march: &mut March, block: BlockId, octaves: &mut Vec<(FoldId, u32)>) {
        for &op in &self.program.blocks[block.index()].ops {
            match self.program.ops[op.index()] {
                Op::Source(source) if self.walked[source.index()] => {
                    self.add(march, source, octaves);
                }
                Op::Fold(fold) => {
                    let body = self.program.folds[fold.index()].body;
                    for k in 0..march.octaves(fold) {
                        octaves.push((fold, k));
                        self.collect(march, body, octaves);
                        octaves.pop();
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds a source in these octaves to the strand of its corners.
    fn add(&self, march: &mut March, source: SourceId, octaves: &[(FoldId, u32)]) {
        let summed = octaves.last().and_then(|&(fold, _)| {
            let multiple = self.program.summed_multiple(fold)?;
            (multiple.source == source).then_some((fold, multiple))
        });
        let tables = march.tables();
        let lattice = |id: SourceId| &self.program.sources[id.index()];
        let has_its_corners = |strand: &Strand| {
            let first = strand.first();
            self.corners[first.source.index()] == self.corners[source.index()]
                && numbers(&first.octaves).eq(numbers(octaves))
        };
        let strand = match march.strands.iter().position(has_its_corners) {
            Some(at) => &mut march.strands[at],
            None => {
                let words = (lattice(source).hash == Hash::Table).then_some(match tables {
                    TABLES_MAX.. => Words::Buffer,
                    table => Words::Staged(table),
                });
                march.strands.push_mut(Strand {
                    members: Vec::new(),
                    words,
                })
            }
        };
        // The axis of the grid along which a source is a derivative.
        let derived = |id| lattice(id).partial.map(|i| lattice(id).axes[i]);
        let across = |id| derived(id).filter(|&axis| axis != self.walk_axis);
        let same_planes = |member: &&Member| across(member.source) == across(source);
        let along = |id| derived(id) == Some(self.walk_axis);
        let same_factors =
            |member: &&Member| member.summed == summed && along(member.source) == along(source);
        let planes = strand.members.iter().find(same_planes);
        let factors = strand.members.iter().find(same_factors);
        let member = Member {
            source,
            octaves: octaves.to_vec(),
            summed,
            planes: planes.map_or(strand.planes().len(), |own| own.planes),
            factors: factors.map_or(march.factors, |own| own.factors),
        };
        march.factors += usize::from(factors.is_none());
        strand.members.push(member);
    }
}

/// The numbers of octaves.
fn numbers(octaves: &[(FoldId, u32)]) -> impl Iterator<Item = u32> {
    octaves.iter().map(|&(_, k)| k)
}

#[cfg(test)]
mod tests {
    use super::March;
    use crate::gpu::device::tuning::Strategy;
    use crate::gpu::kernel::walk::Walk;
    use crate::{Grid, Noise, Program};

    /// The march of noises in 3-D, with this many octaves in each fold.
    fn march(noises: &[Noise], octaves: u32) -> March {
        let program = Program::check(noises, Grid::new([8, 8, 8]).axes()).expect("a program");
        let octaves = vec![octaves; program.folds.len()];
        let walk = Walk::of(&program, Strategy::March, &octaves).expect("walked sources");
        walk.march().cloned().expect("a march")
    }

    fn members(march: &March) -> Vec<usize> {
        let own = march.strands.iter().map(|strand| strand.members.len());
        own.collect()
    }

    #[test]
    fn the_channels_of_a_gradient_share_their_corners() {
        let march = march(&Noise::perlin().fbm().gradient(3), 5);
        assert_eq!(members(&march), [4; 5]);
        // The value and the derivative along z, the walk axis, are taken of the same planes.
        assert_eq!(march.planes(), 3 * 5);
        assert_eq!(march.factors, 4 * 5);
    }

    #[test]
    fn octaves_share_corners_only_if_they_have_the_same_frequencies() {
        let base = Noise::perlin();
        let of = |lacunarity| base.clone().fbm().lacunarity(lacunarity).any();
        assert_eq!(members(&march(&[of(2.0), of(3.0)], 2)), [1; 4]);
    }
}
