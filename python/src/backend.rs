//! What computes a job: the words `backend` and `adapter` of the Python half, as the command line has them.

use std::sync::Arc;

use pyo3::prelude::*;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::erosion::Task;
use wgpu_noise::gpu::{Choice, Context, Gpu};
use wgpu_noise::grid::Brick;
use wgpu_noise::internals::OPENING_SECONDS;
use wgpu_noise::reference::Reference;
use wgpu_noise::texel::Packing;
use wgpu_noise::{Error, Grid, Job};

use crate::engine::Engine;
use crate::failure::{Result, invalid};

/// The backend that is asked for.
#[pyclass(frozen, module = "wgpu_noise._native")]
pub struct Backend {
    wanted: Wanted,
}

#[derive(Clone)]
enum Wanted {
    Auto,
    Cpu,
    Reference,
    Gpu(Choice),
}

#[pymethods]
impl Backend {
    /// `auto`, `cpu`, `gpu` or `reference`, and a part of the name of an adapter or its index, as a text or a number.
    #[new]
    fn new(backend: &str, adapter: Option<&Bound<'_, PyAny>>) -> Result<Backend> {
        let adapter = adapter.map(PyAnyMethods::str).transpose()?;
        let adapter = adapter.map(|name| name.to_string());
        let wanted = match (backend, adapter) {
            ("auto", None) => Wanted::Auto,
            ("gpu", None) => Wanted::Gpu(Choice::Hardware),
            ("auto" | "gpu", Some(name)) if name.trim().is_empty() => {
                let allowed = "a part of an adapter's name, or its index in devices()";
                return Err(invalid("adapter", format!("{name:?}"), allowed));
            }
            ("auto" | "gpu", Some(name)) => Wanted::Gpu(Choice::from(&name[..])),
            ("cpu" | "reference", Some(name)) => {
                return Err(invalid("adapter", name, "only with backend gpu or auto"));
            }
            ("cpu", None) => Wanted::Cpu,
            ("reference", None) => Wanted::Reference,
            (other, _) => return Err(invalid("backend", other, "auto, cpu, gpu, reference")),
        };
        Ok(Backend { wanted })
    }
}

/// So few samples are computed on the CPU without an estimate, unless a GPU is open.
const FEW: u64 = 1 << 16;

impl Backend {
    /// Decides what computes a job, and opens it. `auto` takes a GPU in hardware if there is one, and if it is open or worth
    /// the time to open it; else the CPU.
    pub fn open(&self, engine: &Arc<Engine>, job: &Job) -> Result<RunsOn> {
        let hardware = Choice::Hardware;
        Ok(match &self.wanted {
            Wanted::Cpu => RunsOn::Cpu,
            Wanted::Reference => RunsOn::Reference,
            Wanted::Gpu(choice) => RunsOn::Gpu(engine.device(choice)?, Arc::clone(engine)),
            Wanted::Auto if !engine.can_have_devices() => RunsOn::Cpu,
            Wanted::Auto => {
                let is_worth = || {
                    Brick::all(job.grid()).samples() > FEW
                        && Cpu::new(job.clone()).expected_seconds() >= OPENING_SECONDS
                };
                match (engine.has_open(&hardware) || is_worth()).then(|| engine.device(&hardware)) {
                    Some(Ok(context)) => RunsOn::Gpu(context, Arc::clone(engine)),
                    _ => RunsOn::Cpu,
                }
            }
        })
    }
}

/// An open backend, ready for jobs.
pub enum RunsOn {
    Cpu,
    Reference,
    Gpu(Context, Arc<Engine>),
}

impl RunsOn {
    pub fn name(&self) -> &'static str {
        match self {
            RunsOn::Cpu => "cpu",
            RunsOn::Reference => "reference",
            RunsOn::Gpu(..) => "gpu",
        }
    }

    /// Returns the name of the adapter; none without a GPU.
    pub fn adapter(&self) -> Option<String> {
        match self {
            RunsOn::Gpu(context, _) => Some(context.device().adapter_info().name),
            _ => None,
        }
    }

    /// Returns the backend for a job.
    pub fn backend(&self, job: Job) -> Result<Box<dyn wgpu_noise::Backend + Send>, Error> {
        Ok(match self {
            RunsOn::Cpu => Box::new(Cpu::new(job)),
            RunsOn::Reference => Box::new(Reference::new(&job)?),
            RunsOn::Gpu(context, engine) => Box::new(InTurn {
                gpu: Gpu::new(context, job)?,
                engine: Arc::clone(engine),
            }),
        })
    }
}

/// A GPU that computes for one thread at a time.
struct InTurn {
    gpu: Gpu,
    engine: Arc<Engine>,
}

impl wgpu_noise::Backend for InTurn {
    fn name(&self) -> &'static str {
        self.gpu.name()
    }

    fn grid(&self) -> &Grid {
        self.gpu.grid()
    }

    fn channels(&self) -> usize {
        self.gpu.channels()
    }

    fn fill(&mut self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64, Error> {
        let _turn = self.engine.turn();
        self.gpu.fill(brick, packing, out)
    }

    fn erode(&mut self, task: &Task, soil: &mut [u32]) -> Result<bool, Error> {
        let _turn = self.engine.turn();
        self.gpu.erode(task, soil)
    }
}
