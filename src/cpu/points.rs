//! A job at points that the caller chooses.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::evaluator::{Evaluator, PointMemory};
use super::execution_plan::ExecutionPlan;
use super::simd::{Simd, SimdLevel};
use super::sizes::{POINTS, TASK_MIN};
use crate::grid::Brick;
use crate::grid::point::Position;
use crate::noise::Axis;
use crate::program::{Job, Tables};
use crate::threads;
use crate::{Error, Result};

/// A job at points instead of on its grid. It computes with all threads of the current rayon pool.
///
/// A point is either `[f32; 4]`, that is x, y, z and w in units of the domain, or a [`grid::Point`](crate::grid::Point), which
/// is also exact far from the origin. Points may lie outside of the grid. The grid still determines three things:
///
/// * which axes there are: w, time, is an axis if the grid has [`frames`](crate::Grid::frames). If the grid has no z, say, the z of
///   a point is ignored, and that of the grid's origin is taken;
/// * what `cells` and `seamless` refer to;
/// * the box within which values keep to their bounds ([`Positions::Points`](crate::program::Positions::Points)).
///
/// ```
/// use wgpu_noise::{Grid, Job, Noise, cpu::Points};
///
/// // A grid of one sample covers the unit box.
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
/// use wgpu_noise::{Grid, Job, Noise, cpu::Points};
///
/// let hills = Noise::perlin().frequency(4.0).fbm();
/// let points = Points::new(Job::of(hills.gradient(3), &Grid::new([1, 1, 1]))?)?;
/// let mut value_and_gradient = [0.0; 4];
/// points.sample(&[[0.1, 0.2, 0.3, 0.0]], &mut value_and_gradient)?;
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Points {
    job: Job,
    plan: ExecutionPlan,
    /// The tables of a single sample, for the axes that points do not have.
    tables: Tables,
    /// The largest distance of a point from the origin, by axis.
    limits: [f64; 4],
    simd: Simd,
    spare: Spare,
}

/// The memory of earlier calls, for later ones.
#[derive(Default)]
struct Spare(Mutex<Vec<PointMemory>>);

/// The most calls at a time whose memory is kept.
const SPARE_MAX: usize = 64;

impl Points {
    /// Prepares a job for the fastest SIMD level of this CPU.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`].
    pub fn new(job: Job) -> Result<Points> {
        Points::with_simd(job, Simd::detect())
    }

    /// Prepares a job for a SIMD level.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the CPU lacks it; [`Error::OutOfHostMemory`].
    pub fn with_simd_level(job: Job, level: SimdLevel) -> Result<Points> {
        Points::with_simd(job, Simd::new(level)?)
    }

    fn with_simd(job: Job, simd: Simd) -> Result<Points> {
        let first = Brick {
            start: [0; 4],
            size: [1; 4],
        };
        Ok(Points {
            plan: ExecutionPlan::at_points(&job),
            tables: job.tables(&first)?,
            limits: std::array::from_fn(|axis| job.farthest(axis)),
            job,
            simd,
            spare: Spare::default(),
        })
    }

    /// Returns the job.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Computes the channels at each point, those of a point side by side. A call for one point takes as long as one for as many
    /// as a SIMD level computes at a time, 16 to 64.
    ///
    /// # Errors
    /// [`Error::Invalid`] unless `values` has exactly the length of the points times the channels, or if a coordinate of a point
    /// is not finite or lies more than 2³⁰ cells from the origin, in some octave of some source; [`Error::OutOfHostMemory`].
    /// After an error the contents of `values` are unspecified.
    pub fn sample<P: Position>(&self, points: &[P], values: &mut [f32]) -> Result<()> {
        let channels = self.job.program.channels();
        let expected = points.len() * channels;
        if values.len() != expected {
            let given = format!("room for {} values", values.len());
            return Err(Error::invalid("values", given, format!("for {expected}")));
        }
        let bytes = bytemuck::cast_slice_mut(values);
        let out_of_range = threads::sum_chunks(bytes, TASK_MIN * channels * 4, |i, out| {
            let points = &points[i * TASK_MIN..][..out.len() / (4 * channels)];
            self.sample_task(points, bytemuck::cast_slice_mut(out))
        })?;
        if out_of_range == 0 {
            Ok(())
        } else {
            Err(self.first_out_of_range(points))
        }
    }

    /// Samples some points on this thread; returns in how many runs of them a coordinate is out of range.
    fn sample_task<P: Position>(&self, points: &[P], values: &mut [f32]) -> Result<u64> {
        let channels = self.job.program.channels();
        let memory = match self.spare.take::<P>() {
            Some(memory) => memory,
            None => PointMemory::new::<P>(&self.job, &self.plan)?,
        };
        let mut evaluator =
            Evaluator::at_points(&self.job, &self.plan, &self.tables, self.simd, memory);
        let mut out_of_range = 0;
        let runs = (points.chunks(POINTS)).zip(values.chunks_mut(POINTS * channels));
        for (points, values) in runs {
            out_of_range += u64::from(!evaluator.load_points(points, self.limits));
            if !evaluator.compute_into(values, points.len()) {
                evaluator.compute();
                evaluator.interleave_outputs(0, values);
            }
        }
        self.spare.keep(evaluator.into_point_memory());
        Ok(out_of_range)
    }

    /// Makes the error of the first point that is out of range.
    fn first_out_of_range<P: Position>(&self, points: &[P]) -> Error {
        let axes = || self.job.program.axes.indices();
        let first = (points.iter().enumerate())
            .find(|(_, point)| axes().any(|axis| !point.lies_within(axis, self.limits[axis])));
        let given = first.map_or_else(String::new, |(i, point)| {
            let at: Vec<f64> = axes().map(|axis| point.rounded(axis)).collect();
            format!("point {i} at {at:?}")
        });
        let limits: Vec<String> = axes()
            .filter(|&axis| self.limits[axis] < f64::MAX)
            .map(|axis| format!("{} within {:e}", Axis::ALL[axis], self.limits[axis]))
            .collect();
        let allowed = match limits.is_empty() {
            true => "finite positions".into(),
            false => format!("{} of the origin", limits.join(", ")),
        };
        Error::invalid("points", given, allowed)
    }
}

impl Spare {
    fn take<P: Position>(&self) -> Option<PointMemory> {
        let mut spare = self.lock();
        let at = spare.iter().position(PointMemory::is_for::<P>)?;
        Some(spare.swap_remove(at))
    }

    fn keep(&self, memory: Option<PointMemory>) {
        let mut spare = self.lock();
        if spare.len() < SPARE_MAX {
            spare.extend(memory);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<PointMemory>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Spare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spare").finish_non_exhaustive()
    }
}

/// A clone begins without the memory.
impl Clone for Spare {
    fn clone(&self) -> Spare {
        Spare::default()
    }
}
