//! What the caller should know before a plan is carried out, although it is valid.

use super::plan::Plan;
use crate::grid::TIME;
use crate::noise::table::{self, Cell};
use crate::noise::{Axis, Domain, Kind};
use crate::program::{Lattice, LatticeNoise, Layer};

/// The number of cells from which on a repetition along an axis is not obvious. Both corners of a single cell are the same, and
/// in time the frames of one or two cells go back and forth between a few pictures.
const ENOUGH: u32 = 3;

impl Plan {
    /// Returns what is likely a mistake, or makes a poor picture or a poor loop, one sentence for each kind of problem: rotations
    /// by more than a turn; and on a seamless grid sources that close after fewer than three cells along an axis in their first
    /// octave, and points that swing, or gradients that turn, more than once in a loop.
    ///
    /// ```
    /// use wgpu_noise::{Grid, Job, Noise, bake::Plan};
    ///
    /// let grid = Grid::new([64, 64]).frames(16).seamless();
    /// let job = Job::of(&[Noise::perlin().time_frequency(1.0).name("puffs")], &grid)?;
    /// let notes = Plan::new(job, None, None, None)?.notes();
    /// assert!(notes[0].starts_with("puffs closes after 1 cell along w"));
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn notes(&self) -> Vec<String> {
        let job = &self.job;
        let (mut few, mut again) = (Vec::new(), Vec::new());
        let mut frames_are_few = false;
        let sources = job.program.sources.iter().zip(&job.layers);
        for (source, layers) in sources.filter(|_| job.grid.seamless) {
            let node = job.params.node(source.seed);
            for (axis, cells) in self.closed(source, &layers[0]) {
                let letter = Axis::ALL[axis].name();
                let plural = if cells == 1 { "" } else { "s" };
                match axis == TIME && turns(source) {
                    true if cells > 1 => again.push(format!("{node} turns {cells} times")),
                    false if cells < ENOUGH => {
                        frames_are_few |= axis == TIME;
                        few.push(format!(
                            "{node} closes after {cells} cell{plural} along {letter}"
                        ));
                    }
                    _ => {}
                }
            }
        }
        let few_means = match frames_are_few {
            true => {
                "with fewer than 3 the repetition shows, along w as frames that go back and forth; raise the frequency"
            }
            false => "with fewer than 3 the repetition shows; raise the frequency",
        };
        let again_means =
            "so the loop repeats itself; time_frequency = 1 / duration makes one turn";
        let far_means =
            "angles are in turns, so whole numbers change nothing; 45deg is an eighth of a turn";
        [
            (few, few_means),
            (again, again_means),
            (self.rotations(), far_means),
        ]
        .into_iter()
        .filter(|(found, _)| !found.is_empty())
        .map(|(mut found, means)| {
            // A source may occur several times, at different positions.
            found.sort();
            found.dedup();
            format!("{}: {means}", found.join(", "))
        })
        .collect()
    }

    /// Returns the rotations by more than a turn.
    fn rotations(&self) -> Vec<String> {
        let (table, _) = table::write(self.job.program.noises());
        let rotations =
            (table.iter()).filter(|(_, row)| row.kind == Kind::Domain(Domain::Rotate).name());
        let angles = rotations.flat_map(|(node, row)| {
            (row.params.iter()).filter_map(move |(axis, angle)| match angle {
                Cell::Number(turns) if turns.abs() > 1.0 => {
                    Some(format!("{node} turns by {turns} about {axis}"))
                }
                _ => None,
            })
        });
        angles.collect()
    }

    /// Returns the axes with more than one sample along which a layer closes, and after how many cells.
    fn closed<'a>(
        &'a self,
        source: &'a Lattice,
        layer: &'a Layer,
    ) -> impl Iterator<Item = (usize, u32)> + 'a {
        let axes = source
            .axes
            .iter()
            .copied()
            .zip(layer.periods.iter().copied());
        axes.filter(|&(axis, period)| period > 0 && self.job.grid.span(axis).count > 1)
    }
}

/// Returns whether something of a source turns in time: the points of worley, which swing, or the gradients of psrd.
fn turns(source: &Lattice) -> bool {
    match source.noise {
        LatticeNoise::Worley(worley) => worley.swings,
        LatticeNoise::Psrd(psrd) => psrd.turns,
        _ => false,
    }
}
