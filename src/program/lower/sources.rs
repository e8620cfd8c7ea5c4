//! Sources: coordinates and lattices.

use super::{Lowering, intern};
use crate::grid::TIME;
use crate::noise::source::{
    ANGLE, AXES, CELLS, CENTRE, COORDINATE_AXIS, FADE, FREQUENCY, HASH, JITTER, METRIC, MOTION,
    OUTPUT, PERIOD, SEED, SMOOTH, SMOOTHNESS, TIME_FREQUENCY, TIME_PERIOD,
};
use crate::noise::{Axis, Fade, Key, Metric, Noise, Source, Step, WorleyMotion, WorleyOutput};
use crate::program::lattice::{Lattice, Rate};
use crate::program::noises::{LatticeNoise, Psrd, ValueNoise, Worley, WorleyValue};
use crate::program::op::{Coordinate, CoordinateId, FrameId, Op, OpId, SourceId};
use crate::{Error, Result};

impl Lowering {
    pub(super) fn coordinate(&mut self, noise: &Noise, frame: FrameId) -> Result<OpId> {
        let axis = noise.node().get(COORDINATE_AXIS).index();
        self.position(frame, axis)
    }

    /// Returns the position along an axis: the plain coordinate, with respect to which derivatives in this frame are taken, plus
    /// the displacement.
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
        let rates = (axes.iter())
            .map(|&axis| self.rate(noise, axis))
            .collect::<Result<_>>()?;
        let periods = match kind {
            Source::Simplex => Vec::new(),
            _ => (axes.iter())
                .map(|&axis| (self.slots).of_axis_or_time(noise, PERIOD, TIME_PERIOD, axis))
                .collect::<Result<_>>()?,
        };
        let source = Lattice {
            noise: self.lattice_noise(noise, kind, &axes)?,
            hash: noise.node().get(HASH),
            axes,
            frame,
            rates,
            periods,
            seed: self.slots.of(noise, SEED),
            partial: None,
        };
        let id = SourceId(intern(&mut self.sources, source));
        self.make(Op::Source(id))
    }

    /// The axes that a source depends on.
    fn source_axes(&self, noise: &Noise, kind: Source, frame: FrameId) -> Result<Vec<usize>> {
        let axes: Vec<usize> = match noise.node().get(AXES) {
            None => self.frames[frame.index()].axes.indices().collect(),
            Some(axes) => axes.into_iter().map(Axis::index).collect(),
        };
        let [fewest, most] = kind.dimensions();
        match (fewest..=most).contains(&axes.len()) {
            true => Ok(axes),
            false => {
                let noun = if axes.len() == 1 { "axis" } else { "axes" };
                let given = format!("{} on {} {noun}", kind.info().name, axes.len());
                let allowed = format!("{fewest} to {most} axes: a grid of as many, or `axes`");
                Err(Error::invalid(self.field(noise, AXES), given, allowed))
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
                fade: node.get(FADE),
                smooth: node.get(SMOOTH),
                centre: (node.get(CENTRE))
                    .map(|centre| self.slots.of_number(noise, &CENTRE.param, centre)),
            }),
            Source::White => LatticeNoise::Value(ValueNoise {
                fade: Fade::None,
                smooth: false,
                centre: None,
            }),
            Source::Simplex => LatticeNoise::Simplex,
            Source::Psrd => self.psrd(noise, axes)?,
            Source::Worley => self.worley(noise, axes)?,
            Source::Constant | Source::Coordinate | Source::Image => {
                unreachable!("no lattice source")
            }
        })
    }

    fn psrd(&mut self, noise: &Noise, axes: &[usize]) -> Result<LatticeNoise> {
        let turns = axes.last() == Some(&TIME);
        if !(2..=3).contains(&(axes.len() - usize::from(turns))) {
            let names: Vec<&str> = axes.iter().map(|&axis| Axis::ALL[axis].name()).collect();
            let given = format!("psrd on {}", names.join(", "));
            let allowed = "two or three axes of space, with time or without it";
            return Err(Error::invalid(self.field(noise, AXES), given, allowed));
        }
        let angle = self.slots.of(noise, ANGLE);
        Ok(LatticeNoise::Psrd(Psrd { angle, turns }))
    }

    fn worley(&mut self, noise: &Noise, axes: &[usize]) -> Result<LatticeNoise> {
        let node = noise.node();
        let swings = node.get(MOTION) == WorleyMotion::Swing;
        let dimension = axes.len() - usize::from(swings);
        if swings && (axes.last() != Some(&TIME) || dimension < 2) {
            let allowed = "frames, and two or three axes of space";
            return Err(Error::invalid(self.field(noise, MOTION), "swing", allowed));
        }
        let (output, metric) = (node.get(OUTPUT), node.get(METRIC));
        let needs_euclidean = matches!(output, WorleyOutput::Edge | WorleyOutput::SmoothF1);
        if (needs_euclidean || output.way_axis().is_some()) && dimension > 3 {
            let allowed =
                "two or three axes of cells: a grid of as many, `axes`, or points that swing";
            let given = format!("{output} in 4-D");
            return Err(Error::invalid(self.field(noise, OUTPUT), given, allowed));
        }
        if needs_euclidean && metric != Metric::Euclidean {
            let allowed = format!("euclidean, for {output}");
            return Err(Error::invalid(self.field(noise, METRIC), metric, allowed));
        }
        let jitter = self.slots.of(noise, JITTER);
        let value = match output {
            WorleyOutput::F1 => WorleyValue::F1,
            WorleyOutput::F2 => WorleyValue::F2,
            WorleyOutput::F2MinusF1 => WorleyValue::F2MinusF1,
            WorleyOutput::Cell => WorleyValue::Cell,
            WorleyOutput::Edge => WorleyValue::Edge,
            WorleyOutput::SmoothF1 => WorleyValue::SmoothF1 {
                smoothness: self.slots.of(noise, SMOOTHNESS),
            },
            WorleyOutput::ToX => self.way(noise, axes, 0)?,
            WorleyOutput::ToY => self.way(noise, axes, 1)?,
            WorleyOutput::ToZ => self.way(noise, axes, 2)?,
        };
        Ok(LatticeNoise::Worley(Worley {
            value,
            metric,
            jitter,
            swings,
        }))
    }

    /// Returns the way to a point along an axis of the domain, which the source must have.
    fn way(&self, noise: &Noise, axes: &[usize], axis: usize) -> Result<WorleyValue> {
        let found = axes.iter().position(|&of| of == axis);
        let way = found.map(|along| WorleyValue::Way { along });
        way.ok_or_else(|| {
            let names = axes
                .iter()
                .filter(|&&of| of < TIME)
                .map(|&of| Axis::ALL[of].name());
            let ways: Vec<String> = names.map(|name| format!("to_{name}")).collect();
            let given = noise.node().get(OUTPUT);
            let allowed = format!("{}, of the axes of its cells", ways.join(", "));
            Error::invalid(self.field(noise, OUTPUT), given, allowed)
        })
    }

    fn field<T>(&self, noise: &Noise, key: Key<T>) -> String {
        self.slots.name(noise, &key.param)
    }

    fn rate(&mut self, noise: &Noise, axis: usize) -> Result<Rate> {
        let node = noise.node();
        if let Some(cells) = node.get(CELLS)
            && axis < TIME
        {
            if node.has(FREQUENCY) {
                let field = self.field(noise, CELLS);
                return Err(Error::invalid(
                    field,
                    "cells and frequency",
                    "one of the two",
                ));
            }
            let slot = (self.slots).of_axis(noise, &CELLS.param, &cells, axis)?;
            return Ok(Rate::Cells(slot));
        }
        let slot = (self.slots).of_axis_or_time(noise, FREQUENCY, TIME_FREQUENCY, axis)?;
        Ok(Rate::Frequency(slot))
    }
}
