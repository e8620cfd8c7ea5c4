//! `--backend` and `--adapter`: which backend computes, and how it is opened.

use clap::ValueEnum;
use wgpu_noise::cpu::{Cpu, SimdLevel};
use wgpu_noise::format::MadeBy;
use wgpu_noise::program::Job;
use wgpu_noise::reference::Reference;
use wgpu_noise::{Backend, Error, Result, internals};

use super::terminal::note;

/// The flags of the backend.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Backend")]
pub struct BackendFlags {
    /// What computes the samples
    #[arg(long, value_enum, default_value_t = BackendChoice::Auto)]
    pub backend: BackendChoice,

    /// The adapter of the GPU backend: a part of its name in any case, or its index in `devices`. An adapter in software is
    /// used only if it is named here
    #[arg(long, value_name = "NAME|INDEX", allow_hyphen_values = true)]
    pub adapter: Option<String>,
}

/// The values of `--backend`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BackendChoice {
    /// The adapter that is named; else a hardware GPU, if there is one that computes the noise and opening it is worth the
    /// time; else the CPU
    Auto,
    /// Compute shaders in WGSL on a GPU
    Gpu,
    /// SIMD in 32-bit floats on all cores
    Cpu,
    /// The definition of the noise in 64-bit floats, slow
    Reference,
}

/// An open backend, ready for jobs.
pub struct Engine {
    runs_on: RunsOn,
    /// What a journal says of it.
    pub made_by: MadeBy,
}

enum RunsOn {
    Cpu,
    Reference,
    #[cfg(feature = "gpu")]
    Gpu(wgpu_noise::gpu::Context),
}

impl BackendFlags {
    /// Refuses flags that cannot go together.
    pub fn check(&self) -> Result<()> {
        self.adapter.as_deref().map_or(Ok(()), check_adapter)?;
        match (self.backend, &self.adapter) {
            (BackendChoice::Cpu | BackendChoice::Reference, Some(adapter)) => Err(Error::invalid(
                "--adapter",
                adapter,
                "only with --backend gpu or auto",
            )),
            (BackendChoice::Gpu, _) | (_, Some(_)) if !cfg!(feature = "gpu") => {
                Err(Error::invalid(
                    "--backend",
                    "gpu",
                    "cpu, reference: this build has no GPU backend",
                ))
            }
            _ => Ok(()),
        }
    }

    /// Returns the flags with the kind of backend that wrote a bake, in place of `auto`.
    pub fn like(&self, made_by: Option<&MadeBy>) -> BackendFlags {
        let kind = match (self.backend, &self.adapter, made_by) {
            (BackendChoice::Auto, None, Some(made_by)) => made_by.backend.split(' ').next(),
            _ => None,
        };
        BackendFlags {
            backend: match kind {
                Some("cpu") => BackendChoice::Cpu,
                Some("reference") => BackendChoice::Reference,
                _ => self.backend,
            },
            adapter: match kind {
                Some("gpu") => made_by.and_then(|made_by| made_by.adapter.clone()),
                _ => self.adapter.clone(),
            },
        }
    }

    /// Opens the backend for some jobs. `auto` takes the CPU if it finishes them before a GPU would be open, or if one is too
    /// large for the GPU.
    pub fn open_for(&self, jobs: &[Job]) -> Result<Engine> {
        let on_the_cpu = || -> f64 {
            let seconds = jobs
                .iter()
                .map(|job| Cpu::new(job.clone()).expected_seconds());
            seconds.sum()
        };
        match (self.backend, &self.adapter) {
            (BackendChoice::Auto, None) if on_the_cpu() < internals::OPENING_SECONDS => {
                Ok(Engine::on(RunsOn::Cpu))
            }
            (BackendChoice::Auto, None) => Ok(Engine::auto(jobs)),
            _ => self.open(),
        }
    }

    /// Opens the backend for any number of jobs.
    pub fn open(&self) -> Result<Engine> {
        match (self.backend, &self.adapter) {
            (BackendChoice::Cpu, _) => Ok(Engine::on(RunsOn::Cpu)),
            (BackendChoice::Reference, _) => Ok(Engine::on(RunsOn::Reference)),
            (BackendChoice::Auto, None) => Ok(Engine::auto(&[])),
            (BackendChoice::Gpu, None) => Engine::hardware(),
            (BackendChoice::Auto | BackendChoice::Gpu, Some(adapter)) => Engine::named(adapter),
        }
    }
}

/// Refuses a value of `--adapter` that cannot name an adapter: an empty text, which is a part of every name, and a text
/// that begins with a dash, which is another flag or a negative number.
pub fn check_adapter(adapter: &str) -> Result<()> {
    if adapter.trim().is_empty() || adapter.starts_with('-') {
        return Err(Error::invalid(
            "--adapter",
            format!("{adapter:?}"),
            "a part of an adapter's name, or its index in `devices`",
        ));
    }
    Ok(())
}

impl Engine {
    /// Returns the engine without the names of an adapter and its driver.
    fn on(runs_on: RunsOn) -> Engine {
        let made_by = MadeBy::new(match runs_on {
            RunsOn::Cpu => format!("cpu {}", SimdLevel::detect().name()),
            RunsOn::Reference => "reference".into(),
            #[cfg(feature = "gpu")]
            RunsOn::Gpu(_) => "gpu".into(),
        });
        Engine { runs_on, made_by }
    }

    /// Opens a hardware GPU that computes these jobs, else the CPU, and prints which.
    fn auto(jobs: &[Job]) -> Engine {
        match Engine::hardware().and_then(|engine| engine.taking(jobs)) {
            Ok(engine) => {
                let adapter = engine.made_by.adapter.as_deref().unwrap_or("a GPU");
                note(&format!("computing on {adapter}"));
                engine
            }
            Err(error) => {
                note(&format!("computing on the CPU: {error}"));
                Engine::on(RunsOn::Cpu)
            }
        }
    }

    /// Returns itself if it computes these jobs.
    fn taking(self, jobs: &[Job]) -> Result<Engine> {
        (jobs.iter()).try_for_each(|job| self.backend(job.clone()).map(drop))?;
        Ok(self)
    }

    /// Returns the name of the SIMD instructions that the CPU backend uses; none for other backends.
    pub fn form(&self) -> Option<&'static str> {
        matches!(self.runs_on, RunsOn::Cpu).then(|| SimdLevel::detect().name())
    }

    /// Returns the backend for a job.
    pub fn backend(&self, job: Job) -> Result<Box<dyn Backend>> {
        Ok(match &self.runs_on {
            RunsOn::Cpu => Box::new(Cpu::new(job)),
            RunsOn::Reference => Box::new(Reference::new(&job)?),
            #[cfg(feature = "gpu")]
            RunsOn::Gpu(context) => Box::new(wgpu_noise::gpu::Gpu::new(context, job)?),
        })
    }
}

#[cfg(feature = "gpu")]
mod gpu {
    use wgpu_noise::Result;
    use wgpu_noise::gpu::{Choice, Context};

    use super::{Engine, RunsOn};

    impl Engine {
        pub(super) fn hardware() -> Result<Engine> {
            open(&Choice::Hardware)
        }

        /// Opens an adapter by its index or a part of its name.
        pub(super) fn named(text: &str) -> Result<Engine> {
            open(&Choice::from(text))
        }
    }

    fn open(choice: &Choice) -> Result<Engine> {
        let context = Context::request_blocking(choice)?;
        let info = context.device().adapter_info();
        let mut engine = Engine::on(RunsOn::Gpu(context));
        engine.made_by.driver = Some(format!("{} {}", info.driver, info.driver_info));
        engine.made_by.adapter = Some(info.name);
        Ok(engine)
    }
}

/// The error of a build without the GPU backend.
#[cfg(not(feature = "gpu"))]
pub fn no_gpu_backend() -> Error {
    Error::NoAdapter {
        wanted: "in hardware".into(),
        reason: "this build has no GPU backend".into(),
    }
}

#[cfg(not(feature = "gpu"))]
impl Engine {
    fn hardware() -> Result<Engine> {
        Err(no_gpu_backend())
    }

    fn named(_: &str) -> Result<Engine> {
        unreachable!("`check` refuses adapters in a build without the GPU backend")
    }
}

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use wgpu_noise::gpu::{Context, wgpu};
    use wgpu_noise::{Grid, Noise};

    use super::*;

    #[test]
    fn a_gpu_takes_no_job_that_is_too_large_for_a_kernel() {
        // A device that only checks.
        let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
        let gpu = || Engine::on(RunsOn::Gpu(Context::from_device(&device, &queue)));
        let job = |count| {
            let sum = (0..count).fold(Noise::constant(0.0), |sum, seed| {
                sum + Noise::perlin().seed(seed)
            });
            Job::of(&[sum], &Grid::new([4, 4])).expect("a right job")
        };
        assert!(gpu().taking(&[job(40)]).is_ok());
        let refused = gpu().taking(&[job(40), job(100)]).map(drop);
        assert!(
            matches!(refused, Err(Error::TooLarge { .. })),
            "{refused:?}"
        );
    }
}
