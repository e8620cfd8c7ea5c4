//! A job at points of the caller's.

use super::block::Block;
use super::evaluate::{Evaluator, Samples};
use super::plan::Plan;
use super::points::{Run, Set};
use super::simd::{Form, Simd};
use super::{TILE, threads};
use crate::grid::Brick;
use crate::grid::point::Position;
use crate::program::{Job, Tables};
use crate::{Error, Result};

/// Points that a thread takes at a time.
const STRIP: usize = 16 * TILE;

/// A job at points instead of on its grid, on all threads of the current rayon pool.
///
/// Points are `[f32; 4]`: x, y, z and w, in units of the domain, or [`grid::Point`](crate::grid::Point), which is exact
/// far from the origin, too. Time, w, is an axis of a grid with [`Grid::frames`](crate::Grid::frames). An axis that the job's grid has not is not read: there the grid's origin counts. The grid
/// says what the axes are, what `cells` and `seamless` refer to, and in which box a value keeps to its bound
/// ([`Positions::Points`](crate::program::Positions::Points)); points may lie outside.
///
/// ```
/// use wgpu_noise::{Grid, Job, Noise, cpu::Points};
///
/// // A grid of one sample stands for the unit box.
/// let clouds = Noise::perlin().frequency(4.0).fbm();
/// let points = Points::new(Job::of(&[clouds], &Grid::new([1, 1, 1]))?)?;
/// let mut values = [0.0; 2];
/// points.sample(&[[0.1, 0.2, 0.3, 0.0], [0.4, 0.5, 0.6, 0.0]], &mut values)?;
/// assert!(values[0] != values[1]);
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
///
/// A value with its gradient, the derivatives along x, y and z, is a job of four channels:
///
/// ```
/// use wgpu_noise::{Grid, Job, Noise, cpu::Points, noise::Axis};
///
/// let hills = Noise::perlin().frequency(4.0).fbm();
/// let [x, y, z] = Axis::SPACE.map(|axis| hills.clone().partial(axis));
/// let points = Points::new(Job::of(&[hills, x, y, z], &Grid::new([1, 1, 1]))?)?;
/// let mut value_and_gradient = [0.0; 4];
/// points.sample(&[[0.1, 0.2, 0.3, 0.0]], &mut value_and_gradient)?;
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Points {
    job: Job,
    plan: Plan,
    /// Of a single sample: what the axes that points have not are read from.
    tables: Tables,
    /// How far from the origin points may lie, by axis.
    limits: [f64; 4],
    simd: Simd,
}

impl Points {
    /// Gets a job ready, with the fastest instructions of this machine.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`].
    pub fn new(job: Job) -> Result<Points> {
        Points::with_simd(job, Simd::detect())
    }

    /// The same, with the instructions of one form.
    ///
    /// # Errors
    /// [`Error::Invalid`] where this machine has them not; [`Error::OutOfHostMemory`].
    pub fn with_form(job: Job, form: Form) -> Result<Points> {
        Points::with_simd(job, Simd::new(form)?)
    }

    fn with_simd(job: Job, simd: Simd) -> Result<Points> {
        let first = Brick {
            start: [0; 4],
            size: [1; 4],
        };
        Ok(Points {
            plan: Plan::at_points(&job),
            tables: job.tables(&first)?,
            limits: std::array::from_fn(|axis| job.farthest(axis)),
            job,
            simd,
        })
    }

    /// The job.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Sets `values` to the channels at each point, those of a point side by side.
    ///
    /// # Errors
    /// [`Error::Invalid`] where `values` is not exactly as long as the points' channels, or where a point is not finite
    /// or lies more than 2³⁰ cells from the origin of some octave of some source; [`Error::OutOfHostMemory`]. What `values`
    /// then holds is unspecified.
    pub fn sample<P: Position>(&self, points: &[P], values: &mut [f32]) -> Result<()> {
        let channels = self.job.program.channels();
        let expected = points.len() * channels;
        if values.len() != expected {
            let given = format!("room for {} values", values.len());
            return Err(Error::invalid("values", given, format!("for {expected}")));
        }
        let bytes = bytemuck::cast_slice_mut(values);
        let beyond = threads::sum(bytes, STRIP * channels * 4, |i, out| {
            let points = &points[i * STRIP..][..out.len() / (4 * channels)];
            self.strip(points, bytemuck::cast_slice_mut(out))
        })?;
        match beyond {
            0 => Ok(()),
            _ => Err(self.stray(points)),
        }
    }

    /// Some points; returns how many of their coordinates lie too far away.
    fn strip<P: Position>(&self, points: &[P], values: &mut [f32]) -> Result<u64> {
        let program = &self.job.program;
        let channels = program.channels();
        let samples = Samples {
            tables: &self.tables,
            run: Some(Run::new::<P>(program.axes.indices())),
        };
        let mut evaluator = Evaluator::new(&self.job, &self.plan, samples, self.simd)?;
        let mut beyond = 0;
        for (points, values) in points.chunks(TILE).zip(values.chunks_mut(TILE * channels)) {
            if let Some(run) = &mut evaluator.samples.run {
                let limits = self.limits;
                beyond += self.simd.run(Set {
                    run,
                    points,
                    limits,
                });
            }
            evaluator.at = Block {
                x: 0..points.len(),
                y: 0..1,
                z: 0,
            };
            if !evaluator.run_into(values, points.len()) {
                evaluator.run();
                evaluator.side_by_side(0, values);
            }
        }
        Ok(beyond)
    }

    /// Names the first point that lies too far away.
    fn stray<P: Position>(&self, points: &[P]) -> Error {
        let axes = || self.job.program.axes.indices();
        let stray = (points.iter().enumerate())
            .find(|(_, point)| axes().any(|axis| !point.lies_within(axis, self.limits[axis])));
        let given = stray.map_or_else(String::new, |(i, point)| {
            let at: Vec<f64> = axes().map(|axis| point.rounded(axis)).collect();
            format!("point {i} at {at:?}")
        });
        let limits: Vec<String> = axes()
            .map(|axis| format!("{:e}", self.limits[axis]))
            .collect();
        let allowed = format!(
            "at most {} from the origin along each axis",
            limits.join(", ")
        );
        Error::invalid("points", given, allowed)
    }
}
