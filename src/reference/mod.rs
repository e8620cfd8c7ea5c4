//! The definition of every noise: a recursive evaluator in f64, one sample at a time, written for readability.
//!
//! The reference evaluates the graph of a [`Noise`] directly and does not use programs, so that a bug in lowering cannot
//! appear on both sides of a comparison. It is slow. Tests compare the fast backends with it.
//!
//! * `place.rs`: a position on its way through the graph;
//! * `perlin.rs`, `value.rs` and so on: one file per source, with what they share in `lattice.rs`;
//! * `fractals.rs` and `octaves.rs`: fractals, and the number of their octaves;
//! * `domain.rs`: domain steps; `steps.rs`: value steps;
//! * `dual.rs`: numbers that carry their derivative, so that values and derivatives take the same path through the graph.

mod classic;
mod domain;
mod dual;
mod fractals;
mod lattice;
mod octaves;
mod perlin;
mod picture;
mod place;
mod psrd;
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

/// The reference backend: exact values of one to four channels on a grid.
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
    /// Makes the reference of a job. It evaluates the job's noises, and not its program, on its grid and with its seed.
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

    /// Returns the exact value of each channel at a sample of the grid, given the indices along x, y, z and the frame: 0 for
    /// axes that the grid lacks.
    pub fn values(&self, index: [u32; 4]) -> Vec<f64> {
        self.values_from(array::from_fn(|axis| self.grid.span(axis).at(index[axis])))
    }

    /// Returns the exact value of each channel at a point. Axes that the grid lacks stay at its origin. A coordinate that is not
    /// finite, or more than 2⁶² cells away, gives a number that means nothing.
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

/// Returns the value of a noise at a place.
fn value(noise: &Noise, place: &Place) -> Dual {
    let node = noise.node();
    match node.kind {
        Kind::Source(Source::Constant) => node.get(VALUE).into(),
        Kind::Source(Source::Coordinate) => place.coordinate(node.get(COORDINATE_AXIS).index()),
        Kind::Source(Source::Perlin) => perlin::perlin(node, place),
        Kind::Source(Source::Classic) => classic::classic(node, place),
        Kind::Source(Source::Value) => value::value(node, place),
        Kind::Source(Source::White) => value::white(node, place),
        Kind::Source(Source::Simplex) => simplex::simplex(node, place),
        Kind::Source(Source::Psrd) => psrd::psrd(node, place),
        Kind::Source(Source::Worley) => worley::worley(node, place),
        Kind::Source(Source::Image) => picture::image(node, place),
        Kind::Fractal(kind) => fractals::fractal(noise, kind, place),
        Kind::Domain(domain) => {
            let moved = domain::moved(noise, domain, place);
            signal(noise, crate::noise::domain::OF, &moved)
        }
        Kind::Derivative(Derivative::Partial) => partial(noise, OF, node.get(ALONG).index(), place),
        Kind::Derivative(Derivative::Curl) => {
            let component = node.get(COMPONENT).index();
            let [b, c] = [(component + 1) % 3, (component + 2) % 3];
            partial(noise, POTENTIAL[c], b, place) - partial(noise, POTENTIAL[b], c, place)
        }
        Kind::Step(step) => {
            let params = step.info().params;
            let args: Vec<Dual> = (params.iter())
                .flat_map(|param| match param.of {
                    ParamType::Points { .. } => {
                        let numbers = node.points(param).as_flattened();
                        numbers.iter().map(|&number| number.into()).collect()
                    }
                    _ => vec![input(noise, param, place)],
                })
                .collect();
            steps::step(step, &args)
        }
    }
}

/// Returns the value of a parameter that can vary in space.
fn signal(noise: &Noise, key: Key<Varying>, place: &Place) -> Dual {
    input(noise, &key.param, place)
}

/// Does the same for a parameter of any type but points.
fn input(noise: &Noise, param: &Param, place: &Place) -> Dual {
    match noise.node().input(param) {
        Input::Number(number) => number.into(),
        Input::Noise(input) => value(input, place),
    }
}

/// Returns the derivative of a parameter along an axis.
fn partial(noise: &Noise, param: Key<Varying>, axis: usize, place: &Place) -> Dual {
    signal(noise, param, &place.moving_along(axis)).slope.into()
}
