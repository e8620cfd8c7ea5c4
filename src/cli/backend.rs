//! The choice of what computes.

use clap::ValueEnum;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::program::Job;
use wgpu_noise::reference::Reference;
use wgpu_noise::{Backend, Error, Noise, Result};

use super::terminal::say;

/// What computes.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Backend")]
pub struct BackendFlags {
    /// What computes the samples
    #[arg(long, value_enum, default_value_t = Choice::Auto)]
    pub backend: Choice,

    /// The adapter of the GPU backend: a part of its name in any case, or its index in `devices`;
    /// an adapter that is no hardware is used only when named here
    #[arg(long, value_name = "NAME|INDEX")]
    pub adapter: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Choice {
    /// A GPU in hardware, or the adapter that is named; else the CPU
    Auto,
    /// WGSL compute shaders
    Gpu,
    /// 32-bit floats on all cores
    Cpu,
    /// The definition: 64-bit floats, slow
    Reference,
}

/// A backend, and the adapter under it.
pub struct Opened {
    pub backend: Box<dyn Backend>,
    pub adapter: Option<String>,
}

impl Opened {
    fn host(backend: impl Backend + 'static) -> Opened {
        Opened {
            backend: Box::new(backend),
            adapter: None,
        }
    }
}

impl BackendFlags {
    /// Refuses flags that cannot go together.
    pub fn check(&self) -> Result<()> {
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

    /// The backend for a job, whose channels are `channels`.
    pub fn open(&self, job: &Job, channels: &[Noise]) -> Result<Opened> {
        match self.backend {
            Choice::Cpu => Ok(Opened::host(Cpu::new(job.clone()))),
            Choice::Reference => {
                let seed = job.params.seed;
                Ok(Opened::host(Reference::new(channels, &job.grid, seed)?))
            }
            Choice::Auto if self.adapter.is_none() => Ok(auto(job)),
            Choice::Auto | Choice::Gpu => self.gpu(job),
        }
    }
}

/// A GPU in hardware, else the CPU; says which.
#[cfg(feature = "gpu")]
fn auto(job: &Job) -> Opened {
    match gpu::open(job, &wgpu_noise::gpu::Choice::Hardware) {
        Ok(opened) => {
            let adapter = opened.adapter.as_deref().unwrap_or("a GPU");
            say(&format!("computing on {adapter}"));
            opened
        }
        Err(error) => {
            say(&format!("computing on the CPU: {error}"));
            Opened::host(Cpu::new(job.clone()))
        }
    }
}

#[cfg(not(feature = "gpu"))]
fn auto(job: &Job) -> Opened {
    say("computing on the CPU: this build has no GPU backend");
    Opened::host(Cpu::new(job.clone()))
}

#[cfg(feature = "gpu")]
mod gpu {
    use wgpu_noise::Result;
    use wgpu_noise::gpu::{Choice, Context, Gpu};
    use wgpu_noise::program::Job;

    use super::{BackendFlags, Opened};

    impl BackendFlags {
        pub(super) fn gpu(&self, job: &Job) -> Result<Opened> {
            let choice = match &self.adapter {
                None => Choice::Hardware,
                Some(text) => match text.parse() {
                    Ok(index) => Choice::Index(index),
                    Err(_) => Choice::Named(text.clone()),
                },
            };
            open(job, &choice)
        }
    }

    pub(super) fn open(job: &Job, choice: &Choice) -> Result<Opened> {
        let context = Context::request_blocking(choice)?;
        Ok(Opened {
            adapter: Some(context.device().adapter_info().name),
            backend: Box::new(Gpu::new(&context, job.clone())?),
        })
    }
}

#[cfg(not(feature = "gpu"))]
impl BackendFlags {
    fn gpu(&self, _: &Job) -> Result<Opened> {
        unreachable!("`check` refuses the GPU backend in a build without it")
    }
}
