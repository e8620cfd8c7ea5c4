//! Sources: coordinates and lattices.

use super::{LETTERS, Lowering, intern};
use crate::grid::Fade;
use crate::noise::{Noise, Source, Step};
use crate::program::lattice::{Hash, Lattice, Rate};
use crate::program::noises::{LatticeNoise, Metric, ValueNoise, Worley, WorleyOutput};
use crate::program::op::{Coordinate, CoordinateId, FrameId, Op, OpId, SourceId};
use crate::{Error, Result};

impl Lowering {
    pub(super) fn coordinate(&mut self, noise: &Noise, frame: FrameId) -> Result<OpId> {
        let letter = noise.node().word("axis");
        let axis = LETTERS.iter().position(|l| *l == letter).unwrap_or(0);
        self.position(frame, axis)
    }

    /// The position along an axis: the plain one, by which derivatives in this frame are taken, and what is added to it.
    pub(super) fn position(&mut self, frame: FrameId, axis: usize) -> Result<OpId> {
        let plain = self.plain_coordinate(Coordinate {
            frame,
            axis,
            in_turns: false,
        })?;
        match self.frames[frame.index()].displacement[axis] {
            Some(displacement) => self.binary(Step::Add, plain, displacement),
            None => Ok(plain),
        }
    }

    pub(super) fn plain_coordinate(&mut self, coordinate: Coordinate) -> Result<OpId> {
        let id = CoordinateId(intern(&mut self.coordinates, coordinate));
        self.make(Op::Coordinate(id))
    }

    pub(super) fn lattice(&mut self, noise: &Noise, kind: Source, frame: FrameId) -> Result<OpId> {
        let axes = self.source_axes(noise, kind, frame)?;
        let hash = match noise.node().word("hash") {
            "integer" => Hash::Integer,
            "elias" => Hash::Elias,
            _ => Hash::Table,
        };
        let rates = (axes.iter())
            .map(|&axis| self.rate(noise, axis))
            .collect::<Result<_>>()?;
        let periods = match kind {
            Source::Simplex => Vec::new(),
            _ => (axes.iter())
                .map(|&axis| self.slots.of_axis(noise, "period", "time_period", axis))
                .collect::<Result<_>>()?,
        };
        let source = Lattice {
            noise: self.lattice_noise(noise, kind, &axes)?,
            hash,
            axes,
            frame,
            rates,
            periods,
            seed: self.slots.of(noise, "seed"),
            partial: None,
        };
        let id = SourceId(intern(&mut self.sources, source));
        self.make(Op::Source(id))
    }

    /// The axes that a source depends on.
    fn source_axes(&self, noise: &Noise, kind: Source, frame: FrameId) -> Result<Vec<usize>> {
        let axes: Vec<usize> = match noise.node().word("axes") {
            "" => self.frames[frame.index()].axes.indices().collect(),
            letters => letters.chars().filter_map(|l| "xyzw".find(l)).collect(),
        };
        let [fewest, most] = kind.dimensions();
        match (fewest..=most).contains(&axes.len()) {
            true => Ok(axes),
            false => {
                let given = format!("{} on {} axes", kind.info().name, axes.len());
                let allowed = format!("{fewest} to {most} axes: a grid of as many, or `axes`");
                Err(Error::invalid(self.field(noise, "axes"), given, allowed))
            }
        }
    }

    fn lattice_noise(
        &mut self,
        noise: &Noise,
        kind: Source,
        axes: &[usize],
    ) -> Result<LatticeNoise> {
        let node = noise.node();
        Ok(match kind {
            Source::Perlin => LatticeNoise::Perlin,
            Source::Classic => LatticeNoise::Classic,
            Source::Value => LatticeNoise::Value(ValueNoise {
                fade: Fade::from_name(node.word("fade")).unwrap_or(Fade::Quintic),
                smooth: node.flag("smooth"),
                centre: (node.number("centre")).map(|_| self.slots.of(noise, "centre")),
            }),
            Source::White => LatticeNoise::Value(ValueNoise {
                fade: Fade::None,
                smooth: false,
                centre: None,
            }),
            Source::Simplex => LatticeNoise::Simplex,
            Source::Worley => self.worley(noise, axes)?,
            Source::Constant | Source::Coordinate => unreachable!("no lattice source"),
        })
    }

    fn worley(&mut self, noise: &Noise, axes: &[usize]) -> Result<LatticeNoise> {
        let node = noise.node();
        let swings = node.word("motion") == "swing";
        let dimension = axes.len() - usize::from(swings);
        if swings && (axes.last() != Some(&3) || dimension < 2) {
            let allowed = "frames, and two or three axes of space";
            return Err(Error::invalid(
                self.field(noise, "motion"),
                "swing",
                allowed,
            ));
        }
        Ok(LatticeNoise::Worley(Worley {
            output: match node.word("output") {
                "f2" => WorleyOutput::F2,
                "f2_minus_f1" => WorleyOutput::F2MinusF1,
                "cell" => WorleyOutput::Cell,
                _ => WorleyOutput::F1,
            },
            metric: match node.word("metric") {
                "squared" => Metric::Squared,
                "manhattan" => Metric::Manhattan,
                "chebyshev" => Metric::Chebyshev,
                _ => Metric::Euclidean,
            },
            jitter: self.slots.of(noise, "jitter"),
            swings,
        }))
    }

    fn field(&self, noise: &Noise, param: &str) -> String {
        format!("{}.{param}", self.names[&noise.identity()])
    }

    fn rate(&mut self, noise: &Noise, axis: usize) -> Result<Rate> {
        let node = noise.node();
        if axis < 3 && node.params.contains_key("cells") {
            if node.params.contains_key("frequency") {
                return Err(Error::invalid(
                    self.field(noise, "cells"),
                    "cells and frequency",
                    "one of the two",
                ));
            }
            return Ok(Rate::Cells(self.slots.of_axis(noise, "cells", "", axis)?));
        }
        let slot = self
            .slots
            .of_axis(noise, "frequency", "time_frequency", axis)?;
        Ok(Rate::Frequency(slot))
    }
}
