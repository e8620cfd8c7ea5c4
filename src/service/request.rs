//! What is asked for, and the digest that names it.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::digest::{Digest, digest};
use super::form::Form;
#[cfg(not(target_arch = "wasm32"))]
use crate::bake::Plan;
#[cfg(not(target_arch = "wasm32"))]
use crate::format::{self, Contents};
use crate::grid::Brick;
use crate::texel::Packing;
use crate::{Error, Job, Result, Volume};

/// What a [`Service`](super::Service) is asked to compute. Its result is a `T`.
///
/// A clone is the same request. Its [`digest`](Request::digest) costs some microseconds, once.
pub struct Request<T> {
    pub(super) work: Arc<Work>,
    result: PhantomData<fn() -> T>,
}

impl<T> Clone for Request<T> {
    fn clone(&self) -> Request<T> {
        Request::new(Arc::clone(&self.work))
    }
}

impl<T> fmt::Debug for Request<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Request({}, {} bytes)", self.digest(), self.work.bytes)
    }
}

/// A request without the type of its result.
#[derive(Debug)]
pub struct Work {
    pub job: Job,
    pub form: Form,
    pub digest: Digest,
    /// What is computed, in this order; none for points.
    pub bricks: Vec<Brick>,
    /// The number of samples or points.
    pub samples: u64,
    /// The most bytes that are allocated for the result.
    pub bytes: u64,
}

/// The result of a request. What several callers get is the same memory.
#[derive(Clone, Debug)]
pub enum Answer {
    Volume(Arc<Volume>),
    Values(Arc<Vec<f32>>),
    Bytes(Arc<Vec<u8>>),
}

impl Answer {
    /// The bytes of the memory that it keeps.
    pub fn bytes(&self) -> u64 {
        let bytes = match self {
            Answer::Volume(volume) => size_of_val(volume.samples()),
            Answer::Values(values) => size_of_val(&values[..]),
            Answer::Bytes(bytes) => bytes.capacity(),
        };
        bytes as u64
    }
}

/// The type of a result.
pub trait FromAnswer {
    fn from_answer(answer: Answer) -> Self;
}

impl FromAnswer for Arc<Volume> {
    fn from_answer(answer: Answer) -> Self {
        match answer {
            Answer::Volume(volume) => volume,
            other => unreachable!("a volume was computed as {other:?}"),
        }
    }
}

impl FromAnswer for Arc<Vec<f32>> {
    fn from_answer(answer: Answer) -> Self {
        match answer {
            Answer::Values(values) => values,
            other => unreachable!("values at points were computed as {other:?}"),
        }
    }
}

impl FromAnswer for Arc<Vec<u8>> {
    fn from_answer(answer: Answer) -> Self {
        match answer {
            Answer::Bytes(bytes) => bytes,
            other => unreachable!("bytes were computed as {other:?}"),
        }
    }
}

impl<T> Request<T> {
    fn new(work: impl Into<Arc<Work>>) -> Request<T> {
        Request {
            work: work.into(),
            result: PhantomData,
        }
    }

    /// Returns the digest, which is the key of the cache.
    pub fn digest(&self) -> Digest {
        self.work.digest
    }
}

impl Request<Arc<Volume>> {
    /// Asks for the samples of a job's first frame.
    ///
    /// # Errors
    /// Those of [`Grid::samples`](crate::Grid::samples).
    pub fn volume(job: &Job) -> Result<Self> {
        let bricks = vec![Brick::whole(&job.grid, 0)];
        let bytes = 4 * job.program.channels() as u64;
        Ok(Request::new(Work::on_grid(
            job,
            Form::Volume,
            bricks,
            bytes,
        )?))
    }
}

impl Request<Arc<Vec<u8>>> {
    /// Asks for the texels of all frames of a job. x varies fastest, then y, z and the frame.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the packing has another number of channels; those of [`Grid::samples`](crate::Grid::samples).
    pub fn texels(job: &Job, packing: &Packing) -> Result<Self> {
        let channels = job.program.channels();
        if packing.channels as usize != channels {
            let allowed = format!("{channels}, those of the job");
            return Err(Error::invalid("channels", packing.channels, allowed));
        }
        let bricks = vec![Brick::all(&job.grid)];
        let bytes = u64::from(packing.bytes());
        let form = Form::Texels(*packing);
        Ok(Request::new(Work::on_grid(job, form, bricks, bytes)?))
    }

    /// Asks for the texels of all frames of a plan, in the order of [`Plan::bricks`].
    ///
    /// # Errors
    /// Those of [`Grid::samples`](crate::Grid::samples); [`Error::TooLarge`] for a plan of more than 2²⁰ bricks.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn texels_of(plan: &Plan) -> Result<Self> {
        let form = Form::Texels(*plan.packing());
        let bytes = u64::from(plan.packing().bytes());
        Ok(Request::new(Work::of_plan(plan, form, bytes)?))
    }

    /// Asks for a whole file in memory. `contents` is that of [`Plan::contents`].
    ///
    /// # Errors
    /// [`Error::Invalid`] for a plan without a type of file, and for frames that would be a file each; those of
    /// [`format::check`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn file(plan: &Plan, contents: &Contents) -> Result<Self> {
        let Some(file_type) = plan.file_type() else {
            return Err(Error::invalid(
                "file type",
                "none",
                "one of format::FileType",
            ));
        };
        format::check(file_type, contents)?;
        format::check_one_file(file_type, contents)?;
        let form = Form::File {
            file_type,
            contents: contents.clone(),
        };
        // The texels, and the file made of them.
        let bytes = 2 * u64::from(contents.taken().bytes());
        Ok(Request::new(Work::of_plan(plan, form, bytes)?))
    }
}

impl Request<Arc<Vec<f32>>> {
    /// Asks for the channels at points, those of a point side by side. A point is x, y, z and w in units of the domain; see
    /// [`cpu::Points`](crate::cpu::Points), which computes them.
    pub fn points(job: &Job, points: Vec<[f32; 4]>) -> Self {
        let samples = points.len() as u64;
        let form = Form::Points(points);
        Request::new(Work {
            digest: digest(job, &form, &[]),
            bricks: Vec::new(),
            samples,
            bytes: samples * 4 * (4 + job.program.channels() as u64),
            job: job.clone(),
            form,
        })
    }
}

/// The most bricks of a request: far more than a service has memory for.
#[cfg(not(target_arch = "wasm32"))]
const BRICKS_MAX: u64 = 1 << 20;

impl Work {
    /// Computes bricks of a job. `texel` is how many bytes the result takes for each sample.
    fn on_grid(job: &Job, form: Form, bricks: Vec<Brick>, texel: u64) -> Result<Work> {
        job.grid.samples()?;
        let samples = bricks.iter().map(Brick::samples).sum();
        Ok(Work {
            digest: digest(job, &form, &bricks),
            job: job.clone(),
            form,
            bricks,
            samples,
            bytes: u64::saturating_mul(samples, texel),
        })
    }

    /// Computes the bricks of a plan, or their sub-samples. `texel` is how many bytes the result takes for each sample.
    #[cfg(not(target_arch = "wasm32"))]
    fn of_plan(plan: &Plan, form: Form, texel: u64) -> Result<Work> {
        if plan.has_grid_steps() {
            let allowed = "a recipe without erosion and blur, which take too long between two turns; bake computes them";
            return Err(Error::invalid(
                "recipe",
                "one with steps on the whole grid",
                allowed,
            ));
        }
        let count = plan.brick_count();
        if count > BRICKS_MAX {
            let needed = format!("{count} bricks");
            return Err(Error::too_large(
                "a request to the service",
                needed,
                BRICKS_MAX,
            ));
        }
        let bricks: Vec<Brick> = plan.bricks().collect();
        let Some(supersample) = plan.supersample() else {
            return Work::on_grid(plan.job(), form, bricks, texel);
        };
        let refined = bricks.iter().map(|brick| supersample.refined(brick));
        let (refined, floats) = (refined.collect(), 4 * plan.job().program.channels() as u64);
        let means = plan.samples().saturating_mul(texel);
        let form = Form::Means {
            of: Box::new(form),
            supersample,
            bricks,
        };
        let mut work = Work::on_grid(plan.job(), form, refined, floats)?;
        work.bytes = work.bytes.saturating_add(means);
        Ok(work)
    }

    /// Returns how much work a sample is: an octave of a source counts 1.
    pub fn weight(&self) -> u64 {
        self.job.layer_count() + 1
    }

    /// Returns the work of all samples.
    pub fn size(&self) -> u64 {
        self.samples.saturating_mul(self.weight())
    }

    /// Returns how samples become texels.
    pub fn packing(&self) -> Result<Packing> {
        self.form.packing(self.job.program.channels())
    }
}
