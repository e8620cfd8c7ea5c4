//! The definition of every noise: f64, one sample at a time, written to be read.
//!
//! The reference walks the [`Noise`] itself and knows nothing of programs, so that a mistake in lowering
//! cannot agree with itself. It is slow; the fast backends are held to it.
//!
//! * [`place`](self): a position on its way through the graph: `place.rs`;
//! * one file a source: `perlin.rs`, `value.rs`, …; what they share in `lattice.rs`; fractals in `fractals.rs`, with the
//!   number of their octaves in `octaves.rs`; domain steps in `domain.rs`, value steps in `steps.rs`;
//! * derivatives by numbers that carry their slope along, `dual.rs`: the way through the graph is one for both.

mod classic;
mod domain;
mod dual;
mod fractals;
mod lattice;
mod octaves;
mod perlin;
mod place;
mod simplex;
mod steps;
mod tables;
mod value;
mod worley;

use std::array;

use crate::backend::{self, Backend};
use crate::grid::position::Double;
use crate::grid::{Brick, Point};
use crate::noise::derivative::{ALONG, COMPONENT, OF, POTENTIAL};
use crate::noise::key::Varying;
use crate::noise::source::{COORDINATE_AXIS, VALUE};
use crate::noise::{Derivative, Input, Key, Kind, Param, ParamType, Source};
use crate::program::Resolution;
use crate::texel::Packing;
use crate::{Error, Grid, Job, Noise, Result};

use dual::Dual;
use place::Place;
use tables::Tables;

/// The reference on a grid.
///
/// ```
/// use wgpu_noise::{Backend, Grid, Job, Noise, reference::Reference};
///
/// let job = Job::of(&[Noise::perlin()], &Grid::new([8, 8]))?;
/// let mut reference = Reference::new(&job)?;
/// assert_eq!(reference.sample(0)?.samples().len(), 64);
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reference {
    channels: Vec<Noise>,
    grid: Grid,
    seed: u32,
    resolution: Resolution,
    tables: Tables,
}

impl Reference {
    /// Makes the reference of a job: of its noises, whatever its program made of them, on its grid and with its seed.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a number of the job is not the one that its noise was built with: the reference reads numbers
    /// from the noise alone.
    pub fn new(job: &Job) -> Result<Reference> {
        let (program, params) = (job.program(), job.params());
        if params.values() != program.params().values() {
            let allowed = "for the reference, the numbers that the noise was built with";
            return Err(Error::invalid("params", "numbers that were set", allowed));
        }
        Ok(Reference {
            channels: program.noises().to_vec(),
            grid: job.grid().clone(),
            seed: params.seed,
            resolution: params.resolution,
            tables: Tables::default(),
        })
    }

    /// The exact value of each channel at a sample of the grid: indices along x, y, z and the
    /// frame; 0 where the grid has no such axis.
    pub fn values(&self, index: [u32; 4]) -> Vec<f64> {
        self.values_from(array::from_fn(|axis| self.grid.span(axis).at(index[axis])))
    }

    /// The exact value of each channel at a point. An axis that the grid has not stays at its origin.
    pub fn values_at(&self, point: impl Into<Point>) -> Vec<f64> {
        let point = point.into();
        let mut start = array::from_fn(|axis| self.grid.span(axis).at(0));
        for axis in self.grid.axes().indices() {
            start[axis] = point.at(axis);
        }
        self.values_from(start)
    }

    fn values_from(&self, start: [Double; 4]) -> Vec<f64> {
        let place = Place::new(self, start);
        (self.channels.iter())
            .map(|noise| value(noise, &place).value)
            .collect()
    }
}

impl Backend for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }

    fn channels(&self) -> usize {
        self.channels.len()
    }

    fn fill(&mut self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        backend::check(&self.grid, self.channels.len(), brick, packing, out.len())?;
        let row_bytes = brick.size[0] as usize * packing.bytes() as usize;
        let mut samples = Vec::new();
        let mut saturated = 0;
        for (row, out) in out.chunks_exact_mut(row_bytes).enumerate() {
            let row = row as u32;
            let (y, slice) = (row % brick.size[1], row / brick.size[1]);
            let (z, frame) = (slice % brick.size[2], slice / brick.size[2]);
            samples.clear();
            for x in brick.range(0) {
                let [_, first_y, first_z, first_frame] = brick.start;
                let index = [x, first_y + y, first_z + z, first_frame + frame];
                samples.extend(self.values(index).into_iter().map(|value| value as f32));
            }
            saturated += packing.pack(&samples, out);
        }
        Ok(saturated)
    }
}

/// The value of a noise at a place.
fn value(noise: &Noise, place: &Place) -> Dual {
    match noise.node().kind {
        Kind::Source(Source::Constant) => noise.node().get(VALUE).into(),
        Kind::Source(Source::Coordinate) => {
            place.coordinate(noise.node().get(COORDINATE_AXIS).index())
        }
        Kind::Source(Source::Perlin) => perlin::perlin(noise.node(), place),
        Kind::Source(Source::Classic) => classic::classic(noise.node(), place),
        Kind::Source(Source::Value) => value::value(noise.node(), place),
        Kind::Source(Source::White) => value::white(noise.node(), place),
        Kind::Source(Source::Simplex) => simplex::simplex(noise.node(), place),
        Kind::Source(Source::Worley) => worley::worley(noise.node(), place),
        Kind::Fractal(kind) => fractals::fractal(noise, kind, place),
        Kind::Domain(domain) => {
            let moved = domain::moved(noise, domain, place);
            signal(noise, crate::noise::domain::OF, &moved)
        }
        Kind::Derivative(Derivative::Partial) => {
            partial(noise, OF, noise.node().get(ALONG).index(), place)
        }
        Kind::Derivative(Derivative::Curl) => {
            let component = noise.node().get(COMPONENT).index();
            let [b, c] = [(component + 1) % 3, (component + 2) % 3];
            partial(noise, POTENTIAL[c], b, place) - partial(noise, POTENTIAL[b], c, place)
        }
        Kind::Step(step) => {
            let params = step.info().params;
            let args: Vec<Dual> = (params.iter())
                .flat_map(|param| match param.of {
                    ParamType::Points { .. } => {
                        let numbers = noise.node().points(param).as_flattened();
                        numbers.iter().map(|&number| number.into()).collect()
                    }
                    _ => vec![input(noise, param, place)],
                })
                .collect();
            steps::step(step, &args)
        }
    }
}

/// The value that flows into a parameter.
fn signal(noise: &Noise, key: Key<Varying>, place: &Place) -> Dual {
    input(noise, &key.param, place)
}

/// The same for a parameter of any type but points.
fn input(noise: &Noise, param: &Param, place: &Place) -> Dual {
    match noise.node().input(param) {
        Input::Number(number) => number.into(),
        Input::Noise(input) => value(input, place),
    }
}

/// The change of what flows into a parameter, as the place moves along an axis.
fn partial(noise: &Noise, param: Key<Varying>, axis: usize, place: &Place) -> Dual {
    signal(noise, param, &place.moving_along(axis)).slope.into()
}
