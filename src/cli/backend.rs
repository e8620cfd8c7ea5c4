//! The choice of what computes.

use clap::ValueEnum;
use wgpu_noise::cpu::{Cpu, Form};
use wgpu_noise::program::Job;
use wgpu_noise::reference::Reference;
use wgpu_noise::{Backend, Error, Noise, Result};

use super::terminal::note;

/// What computes.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Backend")]
pub struct BackendFlags {
    /// What computes the samples
    #[arg(long, value_enum, default_value_t = Choice::Auto)]
    pub backend: Choice,

    /// The adapter of the GPU backend: a part of its name in any case, or its index in `devices`;
    /// an adapter that is no hardware is used only when named here
    #[arg(long, value_name = "NAME|INDEX", allow_hyphen_values = true)]
    pub adapter: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Choice {
    /// A GPU in hardware, where there is one and it pays to open it, or the adapter that is named; else the CPU
    Auto,
    /// WGSL compute shaders
    Gpu,
    /// 32-bit floats on all cores
    Cpu,
    /// The definition: 64-bit floats, slow
    Reference,
}

/// What computes, ready for jobs.
pub struct Engine {
    runs_on: RunsOn,
    /// The adapter under it, if any.
    pub adapter: Option<String>,
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
            (Choice::Cpu | Choice::Reference, Some(adapter)) => Err(Error::Invalid {
                field: "--adapter".into(),
                given: adapter.clone(),
                allowed: "only with --backend gpu or auto".into(),
            }),
            (Choice::Gpu, _) | (_, Some(_)) if !cfg!(feature = "gpu") => Err(Error::Invalid {
                field: "--backend".into(),
                given: "gpu".into(),
                allowed: "cpu, reference: this build has no GPU backend".into(),
            }),
            _ => Ok(()),
        }
    }

    /// Gets ready what was chosen, for a job alone: `auto` looks for no GPU where the CPU is done before one would be open.
    pub fn open_for(&self, job: &Job) -> Result<Engine> {
        match (self.backend, &self.adapter) {
            (Choice::Auto, None) if Cpu::new(job.clone()).expected_seconds() < OPENING => {
                Ok(Engine::on(RunsOn::Cpu))
            }
            _ => self.open(),
        }
    }

    /// Gets ready what was chosen.
    pub fn open(&self) -> Result<Engine> {
        match (self.backend, &self.adapter) {
            (Choice::Cpu, _) => Ok(Engine::on(RunsOn::Cpu)),
            (Choice::Reference, _) => Ok(Engine::on(RunsOn::Reference)),
            (Choice::Auto, None) => Ok(Engine::auto()),
            (Choice::Gpu, None) => Engine::hardware(),
            (Choice::Auto | Choice::Gpu, Some(adapter)) => Engine::named(adapter),
        }
    }
}

/// Seconds that finding a GPU and opening it take.
const OPENING: f64 = 0.085;

/// Refuses a value of `--adapter` that names none: no text is a part of every name, and a flag or a number below 0 is
/// hardly one.
pub fn check_adapter(adapter: &str) -> Result<()> {
    match adapter.trim().is_empty() || adapter.starts_with('-') {
        false => Ok(()),
        true => Err(Error::Invalid {
            field: "--adapter".into(),
            given: format!("{adapter:?}"),
            allowed: "a part of an adapter's name, or its index in `devices`".into(),
        }),
    }
}

impl Engine {
    fn on(host: RunsOn) -> Engine {
        Engine {
            runs_on: host,
            adapter: None,
        }
    }

    /// A GPU in hardware, else the CPU; says which.
    fn auto() -> Engine {
        match Engine::hardware() {
            Ok(engine) => {
                let adapter = engine.adapter.as_deref().unwrap_or("a GPU");
                note(&format!("computing on {adapter}"));
                engine
            }
            Err(error) => {
                note(&format!("computing on the CPU: {error}"));
                Engine::on(RunsOn::Cpu)
            }
        }
    }

    /// The instructions that the CPU backend runs with.
    pub fn form(&self) -> Option<&'static str> {
        matches!(self.runs_on, RunsOn::Cpu).then(|| Form::detect().name())
    }

    /// The backend for a job, whose channels are `channels`.
    pub fn backend(&self, job: Job, channels: &[Noise]) -> Result<Box<dyn Backend>> {
        Ok(match &self.runs_on {
            RunsOn::Cpu => Box::new(Cpu::new(job)),
            RunsOn::Reference => {
                let params = job.params();
                let reference = Reference::new(channels, job.grid(), params.seed)?;
                Box::new(reference.with_resolution(params.resolution))
            }
            #[cfg(feature = "gpu")]
            RunsOn::Gpu(context) => Box::new(wgpu_noise::gpu::Gpu::new(context, job)?),
        })
    }
}

#[cfg(feature = "gpu")]
pub use gpu::choice;

#[cfg(feature = "gpu")]
mod gpu {
    use wgpu_noise::Result;
    use wgpu_noise::gpu::{Choice, Context};

    use super::{Engine, RunsOn};

    impl Engine {
        pub(super) fn hardware() -> Result<Engine> {
            open(&Choice::Hardware)
        }

        /// An adapter by its index or a part of its name.
        pub(super) fn named(text: &str) -> Result<Engine> {
            open(&choice(text))
        }
    }

    /// The choice of `--adapter`.
    pub fn choice(text: &str) -> Choice {
        match text.parse() {
            Ok(index) => Choice::Index(index),
            Err(_) => Choice::Named(text.to_string()),
        }
    }

    fn open(choice: &Choice) -> Result<Engine> {
        let context = Context::request_blocking(choice)?;
        Ok(Engine {
            adapter: Some(context.device().adapter_info().name),
            runs_on: RunsOn::Gpu(context),
        })
    }
}

#[cfg(not(feature = "gpu"))]
impl Engine {
    fn hardware() -> Result<Engine> {
        Err(Error::NoAdapter {
            wanted: "in hardware".into(),
            reason: "this build has no GPU backend".into(),
        })
    }

    fn named(_: &str) -> Result<Engine> {
        unreachable!("`check` refuses adapters in a build without the GPU backend")
    }
}
