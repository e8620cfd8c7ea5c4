//! The samples of a grid, into the memory of an array.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;
use wgpu_noise::bake::Plan;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::{Component, Format, Packing};
use wgpu_noise::{Backend as _, Error, Job};

use crate::backend::{Backend, RunsOn};
use crate::engine;
use crate::failure::{Failure, Result, invalid};
use crate::recipe::Recipe;

/// How long to compute before Python may run the handlers of signals, in seconds.
const BETWEEN_SIGNALS: f64 = 0.1;

/// The least samples of a piece. Smaller ones would share less.
const PIECE_MIN: u64 = 1 << 16;

/// The most samples of a piece on a GPU or of the reference, whose speed is not known beforehand.
const PIECE_MAX: u64 = 1 << 22;

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
/// `start` and `size` are the samples along x, y, z and time, counted from the first of the recipe's box. Without seeds the
/// array has no axis for them, and the recipe's own seed counts.
#[pyfunction]
#[pyo3(signature = (recipe, dtype, start, size, seeds, backend, out))]
pub fn fill(
    py: Python<'_>,
    recipe: &Recipe,
    dtype: &str,
    start: [u32; 4],
    size: [u32; 4],
    seeds: Option<Vec<u32>>,
    backend: &Backend,
    out: &Bound<'_, PyArray1<u8>>,
) -> PyResult<()> {
    let engine = engine::current(py);
    let component = component(dtype)?;
    let mut out = out.try_readwrite()?;
    let out = out.as_slice_mut()?;
    let filled = py.detach(|| {
        let plan = recipe.plan(component)?;
        let first = recipe.recipe.brick().start;
        let brick = Brick {
            start: std::array::from_fn(|axis| first[axis].saturating_add(start[axis])),
            size,
        };
        let runs_on = backend.open(&engine, plan.job())?;
        let measured;
        let plan = if plan.must_measure() {
            measured = measure(plan, &brick, seeds.as_deref(), &runs_on)?;
            &measured
        } else {
            plan
        };
        let texels = Texels::of(plan.packing())?;
        match seeds {
            None => fill_grid(plan.job(), &brick, &texels, &runs_on, out),
            Some(seeds) => engine.run(|| fill_seeds(plan.job(), &seeds, &brick, &texels, &runs_on, out)),
        }
    });
    Ok(filled?)
}

/// Finds the range of a whole grid.
fn measure(plan: &Plan, brick: &Brick, seeds: Option<&[u32]>, on: &RunsOn) -> Result<Plan> {
    if seeds.is_some() || *brick != Brick::all(plan.job().grid()) {
        let allowed = "two numbers, or auto; each region and each seed would have a range of its own";
        return Err(invalid("range", "measured", allowed));
    }
    let mut open = |job: &Job| on.backend(job.clone());
    Ok(plan.clone().measure(&mut open, &mut |_| ())?)
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
        let packed = self.packed.map(|one| one.bytes() * self.computed.channels());
        packed.unwrap_or(self.computed.bytes()) as usize
    }

    fn fill(
        &self,
        backend: &mut dyn wgpu_noise::Backend,
        brick: &Brick,
        mut out: &mut [u8],
    ) -> Result<(), Error> {
        let Some(packed) = self.packed else {
            return backend.fill(brick, &self.computed, out).map(drop);
        };
        let mut samples = Vec::new();
        for piece in brick.pieces(SCRATCH as u64) {
            let count = piece.samples() as usize;
            samples.resize(count * self.computed.channels() as usize, 0.0_f32);
            let bytes = bytemuck::cast_slice_mut(&mut samples);
            backend.fill(&piece, &self.computed, bytes)?;
            let (own, rest) = std::mem::take(&mut out).split_at_mut(count * self.bytes());
            packed.pack(&samples, own);
            out = rest;
        }
        Ok(())
    }
}

fn fill_grid(
    job: &Job,
    brick: &Brick,
    texels: &Texels,
    runs_on: &RunsOn,
    mut out: &mut [u8],
) -> Result<()> {
    check_length(brick.samples() as usize * texels.bytes(), out)?;
    let most = samples_between_signals(job, brick, runs_on);
    let mut backend = runs_on.backend(job.clone())?;
    let mut is_first = true;
    for piece in brick.pieces(most) {
        if !is_first {
            check_signals()?;
        }
        is_first = false;
        let bytes = piece.samples() as usize * texels.bytes();
        let (own, rest) = std::mem::take(&mut out).split_at_mut(bytes);
        texels.fill(backend.as_mut(), &piece, own)?;
        out = rest;
    }
    Ok(())
}

/// Fills the grids of many seeds, on the CPU side by side.
fn fill_seeds(
    job: &Job,
    seeds: &[u32],
    brick: &Brick,
    texels: &Texels,
    runs_on: &RunsOn,
    out: &mut [u8],
) -> Result<()> {
    let bytes = brick.samples() as usize * texels.bytes();
    check_length(bytes * seeds.len(), out)?;
    let of_seed = |seed: u32| {
        let params = job.params().clone().with_seed(seed);
        job.program().bind(&params, job.grid())
    };
    if !matches!(runs_on, RunsOn::Cpu) {
        for (&seed, out) in seeds.iter().zip(out.chunks_mut(bytes.max(1))) {
            fill_grid(&of_seed(seed)?, brick, texels, runs_on, out)?;
        }
        return Ok(());
    }
    let most = samples_between_signals(job, brick, runs_on);
    if most < brick.samples() {
        for (&seed, out) in seeds.iter().zip(out.chunks_mut(bytes.max(1))) {
            fill_grid(&of_seed(seed)?, brick, texels, runs_on, out)?;
            check_signals()?;
        }
        return Ok(());
    }
    let at_once = (most / brick.samples().max(1)).max(1) as usize;
    for (seeds, out) in seeds.chunks(at_once).zip(out.chunks_mut((bytes * at_once).max(1))) {
        (seeds.par_iter().zip(out.par_chunks_mut(bytes)))
            .try_for_each(|(&seed, out)| texels.fill(&mut Cpu::new(of_seed(seed)?), brick, out))?;
        check_signals()?;
    }
    Ok(())
}

fn check_length(needed: usize, out: &[u8]) -> Result<()> {
    match needed == out.len() {
        true => Ok(()),
        false => Err(invalid("out", format!("{} bytes", out.len()), format!("{needed} bytes"))),
    }
}

/// Returns how many samples to compute before the next look at signals.
fn samples_between_signals(job: &Job, brick: &Brick, runs_on: &RunsOn) -> u64 {
    let RunsOn::Cpu = runs_on else {
        return PIECE_MAX;
    };
    let cpu = Cpu::new(job.clone());
    let all = Brick::all(cpu.grid()).samples();
    let each = cpu.expected_seconds() / all as f64;
    let most = (BETWEEN_SIGNALS / each).min(1e18) as u64;
    most.clamp(PIECE_MIN, brick.samples().max(PIECE_MIN))
}

/// Lets Python run the handlers of signals: Ctrl-C becomes a `KeyboardInterrupt`.
pub fn check_signals() -> Result<()> {
    Python::attach(|py| py.check_signals()).map_err(Failure::from)
}
