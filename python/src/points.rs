//! Noise at positions.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use wgpu_noise::cpu::Points;
use wgpu_noise::grid::Point;
use wgpu_noise::noise::Axis;
use wgpu_noise::{Error, Grid, Job, Program};

use crate::engine;
use crate::failure::{Result, invalid};
use crate::interruptible::check_signals;
use crate::noise::Noise;

/// The number of points that are computed before the next look at signals.
const AT_ONCE: usize = 1 << 18;

/// Computes the noise at points, each a run of coordinates along the axes that `axes` names, in units of the domain. With
/// `gradient` the numbers at a point are the derivatives along these axes, else its value.
#[pyfunction]
#[pyo3(signature = (noise, points, axes, seed, gradient, out))]
pub fn sample(
    py: Python<'_>,
    noise: &Noise,
    points: &Bound<'_, PyArray1<f64>>,
    axes: &str,
    seed: u32,
    gradient: bool,
    out: &Bound<'_, PyArray1<f32>>,
) -> Result<()> {
    let engine = engine::current(py);
    let points = points.try_readonly().map_err(PyErr::from)?;
    let points = points.as_slice().map_err(PyErr::from)?;
    let mut out = out.try_readwrite().map_err(PyErr::from)?;
    let out = out.as_slice_mut().map_err(PyErr::from)?;
    py.detach(|| {
        let axes = places(axes)?;
        let job = job(noise, &axes, seed, gradient)?;
        let channels = if gradient { axes.len() } else { 1 };
        let sampler = Points::new(job)?;
        let inputs = points.chunks(AT_ONCE * axes.len());
        for (index, (points, out)) in inputs.zip(out.chunks_mut(AT_ONCE * channels)).enumerate() {
            if index > 0 {
                check_signals()?;
            }
            let points: Vec<Point> = (points.chunks_exact(axes.len()))
                .map(|point| place(point, &axes))
                .collect();
            engine
                .run(|| sampler.sample(&points, out))
                .map_err(|error| counted_from(index * AT_ONCE, error))?;
        }
        Ok(())
    })
}

/// Returns the error with the number that a point has among all: the library counts those that it was given.
fn counted_from(first: usize, error: Error) -> Error {
    match error {
        Error::Invalid {
            field,
            given,
            allowed,
        } => {
            let number = given
                .strip_prefix("point ")
                .and_then(|rest| rest.split_once(' '));
            let counted = number.and_then(|(number, rest)| {
                let number: usize = number.parse().ok()?;
                Some(format!("point {} {rest}", first + number))
            });
            Error::invalid(field, counted.unwrap_or(given), allowed)
        }
        other => other,
    }
}

/// Returns the indices of the axes that a text names.
fn places(axes: &str) -> Result<Vec<usize>> {
    Ok(match axes {
        "x" => vec![0],
        "xw" => vec![0, 3],
        "xy" => vec![0, 1],
        "xyw" => vec![0, 1, 3],
        "xyz" => vec![0, 1, 2],
        "xyzw" => vec![0, 1, 2, 3],
        other => return Err(invalid("axes", other, "x, xw, xy, xyw, xyz, xyzw")),
    })
}

/// Returns the noise, or its derivatives, on a grid with these axes.
fn job(noise: &Noise, axes: &[usize], seed: u32, gradient: bool) -> Result<Job> {
    let space = axes.iter().filter(|&&axis| axis < 3).count();
    let mut grid = Grid::new(vec![1; space]);
    if axes.contains(&3) {
        grid = grid.frames(1);
    }
    let graph = &noise.graph;
    let channels: Vec<wgpu_noise::Noise> = match gradient {
        true => (axes.iter())
            .map(|&axis| graph.clone().partial(Axis::ALL[axis]))
            .collect(),
        false => vec![graph.clone()],
    };
    let program = Program::check(channels, grid.axes())?;
    let params = program.params().clone().with_seed(seed);
    Ok(program.bind(&params, &grid)?)
}

/// Returns a position in two parts, which keep its fraction far from the origin.
fn place(point: &[f64], axes: &[usize]) -> Point {
    let mut parts = Point::default();
    for (&axis, &at) in axes.iter().zip(point) {
        // The conversion keeps what is beyond an i32 in the fraction.
        let whole = at.round() as i32;
        parts.whole[axis] = whole;
        parts.fraction[axis] = (at - f64::from(whole)) as f32;
    }
    parts
}
