//! The samples of a grid, into the memory of an array.

use std::sync::Arc;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;
use wgpu_noise::bake::Plan;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::{Component, Format, Packing};
use wgpu_noise::{Error, Job};

use crate::backend::{Backend, RunsOn};
use crate::engine::{self, Engine};
use crate::failure::{Result, invalid};
use crate::files::measure;
use crate::interruptible::{Interruptible, Raised, check_signals, samples_between_signals};
use crate::recipe::Recipe;

/// The most samples that are computed as floats before they are packed.
const SCRATCH: usize = 1 << 20;

/// Returns how a type of numpy is stored.
fn component(dtype: &str) -> Result<Component> {
    Ok(match dtype {
        "float32" => Component::Float32,
        "float16" => Component::Float16,
        "uint8" => Component::Unorm8,
        "uint16" => Component::Unorm16,
        other => {
            let allowed = "float32, float16, uint8, uint16";
            return Err(invalid("dtype", other, allowed));
        }
    })
}

/// Returns the type of number that a recipe's format has: the one that a bake of the recipe makes.
#[pyfunction]
pub fn dtype_of(recipe: &Recipe) -> &'static str {
    match recipe.recipe.format.map(Format::component) {
        Some(Component::Unorm8) => "uint8",
        Some(Component::Unorm16) => "uint16",
        Some(Component::Float16) => "float16",
        _ => "float32",
    }
}

/// Fills the bytes of an array, those of one seed after those of another.
///
/// `region` is the index of the first sample along x, y, z and time, counted from the recipe's box, and the number of samples.
/// Without seeds the array has no axis for them, and the recipe's own seed counts.
#[pyfunction]
pub fn fill(
    py: Python<'_>,
    recipe: &Recipe,
    dtype: &str,
    region: ([u32; 4], [u32; 4]),
    seeds: Option<Vec<u32>>,
    backend: &Backend,
    out: &Bound<'_, PyArray1<u8>>,
) -> Result<()> {
    let engine = engine::current(py);
    let component = component(dtype)?;
    let mut out = out.try_readwrite().map_err(PyErr::from)?;
    let out = out.as_slice_mut().map_err(PyErr::from)?;
    py.detach(|| {
        let plan = recipe.plan(component)?;
        if out.is_empty() {
            return Ok(());
        }
        let (start, size) = region;
        let first = recipe.recipe.brick().start;
        let brick = Brick {
            start: std::array::from_fn(|axis| first[axis].saturating_add(start[axis])),
            size,
        };
        let runs_on = backend.open(&engine, plan.job())?;
        let measured;
        let plan = if plan.must_measure() {
            check_whole(plan, &brick, seeds.as_deref())?;
            measured = measure(plan.clone(), &runs_on, &engine)?;
            &measured
        } else {
            plan
        };
        let request = Request {
            brick,
            texels: Texels::of(plan.packing())?,
            plan,
            runs_on,
            engine,
        };
        match seeds {
            None => request.fill(plan.job(), out),
            Some(seeds) => request.fill_seeds(&seeds, out),
        }
    })
}

/// Refuses to measure the range of less, or of more, than a whole grid.
fn check_whole(plan: &Plan, brick: &Brick, seeds: Option<&[u32]>) -> Result<()> {
    if seeds.is_none() && *brick == Brick::all(plan.grid()) {
        return Ok(());
    }
    let allowed = "two numbers, or auto; each region and each seed would have a range of its own";
    Err(invalid("range", "measured", allowed))
}

/// How samples become the numbers of an array, which has one for each channel.
struct Texels {
    /// What the backend computes.
    computed: Packing,
    /// How the computed floats are packed, one by one. Formats with room for two or four components alone would leave gaps.
    packed: Option<Packing>,
}

impl Texels {
    fn of(packing: &Packing) -> Result<Texels> {
        if packing.components() == packing.channels() {
            return Ok(Texels {
                computed: *packing,
                packed: None,
            });
        }
        let single = match packing.format().component() {
            Component::Unorm8 => Format::R8Unorm,
            _ => Format::R16Unorm,
        };
        Ok(Texels {
            computed: Packing::samples(packing.channels())?,
            packed: Some(Packing::new(single, 1, packing.range())?),
        })
    }

    /// The bytes of a sample in the array.
    fn bytes(&self) -> usize {
        let packed = self
            .packed
            .map(|one| one.bytes() * self.computed.channels());
        packed.unwrap_or(self.computed.bytes()) as usize
    }

    fn fill(
        &self,
        plan: &Plan,
        backend: &mut dyn wgpu_noise::Backend,
        brick: &Brick,
        mut out: &mut [u8],
    ) -> Result<(), Error> {
        let Some(packed) = self.packed else {
            return plan.fill(backend, brick, &self.computed, out).map(drop);
        };
        let mut samples = Vec::new();
        for piece in brick.pieces(SCRATCH as u64) {
            let count = piece.samples() as usize;
            samples.resize(count * self.computed.channels() as usize, 0.0_f32);
            let bytes = bytemuck::cast_slice_mut(&mut samples);
            plan.fill(backend, &piece, &self.computed, bytes)?;
            let (own, rest) = std::mem::take(&mut out).split_at_mut(count * self.bytes());
            packed.pack(&samples, own);
            out = rest;
        }
        Ok(())
    }
}

/// What is computed for each seed, and where.
struct Request<'a> {
    plan: &'a Plan,
    brick: Brick,
    texels: Texels,
    runs_on: RunsOn,
    engine: Arc<Engine>,
}

impl Request<'_> {
    /// The bytes of one grid in the array.
    fn bytes(&self) -> usize {
        self.brick.samples() as usize * self.texels.bytes()
    }

    fn fill(&self, job: &Job, out: &mut [u8]) -> Result<()> {
        check_length(self.bytes(), out)?;
        let raised = Raised::default();
        let mut backend = Interruptible::new(job, &self.runs_on, &self.engine, &raised)?;
        let filled = self.texels.fill(self.plan, &mut backend, &self.brick, out);
        raised.outcome(filled)
    }

    /// Fills the grids of many seeds: small ones on the CPU side by side, others one after the other.
    fn fill_seeds(&self, seeds: &[u32], out: &mut [u8]) -> Result<()> {
        let job = self.plan.job();
        let bytes = self.bytes();
        check_length(bytes * seeds.len(), out)?;
        let at_once = match self.runs_on {
            // Steps on the whole grid, such as an erosion, are not in the estimate.
            RunsOn::Cpu if self.plan.has_grid_steps() => self.engine.threads(),
            RunsOn::Cpu => {
                let each = self.brick.samples() * self.plan.sub_samples();
                (samples_between_signals(job) / each).max(1) as usize
            }
            RunsOn::Reference | RunsOn::Gpu(..) => 1,
        };
        for (seeds, out) in seeds
            .chunks(at_once)
            .zip(out.chunks_mut(bytes.saturating_mul(at_once)))
        {
            match seeds {
                [seed] => self.fill(&with_seed(job, *seed)?, out)?,
                seeds => self.fill_together(job, seeds, out)?,
            }
            check_signals()?;
        }
        Ok(())
    }

    fn fill_together(&self, job: &Job, seeds: &[u32], out: &mut [u8]) -> Result<(), Error> {
        let each = seeds.par_iter().zip(out.par_chunks_mut(self.bytes()));
        self.engine.run(|| {
            each.try_for_each(|(&seed, out)| {
                let mut cpu = Cpu::new(with_seed(job, seed)?);
                self.texels.fill(self.plan, &mut cpu, &self.brick, out)
            })
        })
    }
}

fn with_seed(job: &Job, seed: u32) -> Result<Job, Error> {
    let params = job.params().clone().with_seed(seed);
    job.program().bind(&params, job.grid())
}

fn check_length(needed: usize, out: &[u8]) -> Result<()> {
    match needed == out.len() {
        true => Ok(()),
        false => Err(invalid(
            "out",
            format!("{} bytes", out.len()),
            format!("{needed} bytes"),
        )),
    }
}
