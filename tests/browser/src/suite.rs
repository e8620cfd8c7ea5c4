//! The cases that every backend is held to, and the presets.

use wgpu_noise::gpu::{AdapterKind, Choice, Context, Gpu, PointLayout, Points, adapters, wgpu};
use wgpu_noise::grid::{Brick, Point};
use wgpu_noise::program::{Job, Positions};
use wgpu_noise::recipe::Preset;
use wgpu_noise::texel::Packing;
use wgpu_noise::verify::{self, Case};
use wgpu_noise::{Backend, Error, Grid, Noise, Result};

use crate::buffers::buffer;
use crate::frames::read;
use crate::{Outcome, observed};

/// Samples along the longest axis of a preset.
const SIDE: u32 = 24;

/// The adapter is listed, and hardware is asked for by its performance.
pub async fn adapters() -> Outcome {
    let all = adapters::list().await;
    let [adapter] = &all[..] else {
        return Err(format!("{} adapters", all.len()).into());
    };
    match Context::request(&Choice::Hardware).await {
        Ok(_) => {}
        Err(Error::NoAdapter { reason, .. }) if adapter.kind == AdapterKind::Software => {
            if reason.contains(": (") || reason.contains(":  ") {
                return Err(format!("an adapter without a name: {reason}").into());
            }
        }
        Err(error) => return Err(error.into()),
    }
    match observed::preference().as_str() {
        "high-performance" => Ok(format!("{} ({})", adapter.backend, adapter.kind.name())),
        other => Err(format!("hardware is asked for by the preference {other}").into()),
    }
}

/// What a browser has computed: the suite cannot wait for it.
struct Computed {
    grid: Grid,
    channels: usize,
    texels: Vec<u8>,
    saturated: u64,
}

impl Backend for Computed {
    fn name(&self) -> &'static str {
        "gpu"
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }

    fn channels(&self) -> usize {
        self.channels
    }

    fn fill(&mut self, _: &Brick, _: &Packing, out: &mut [u8]) -> Result<u64> {
        out.copy_from_slice(&self.texels);
        Ok(self.saturated)
    }
}

/// All samples of a job that has the shape of a case.
async fn computed(gpu: &mut Gpu, case: &Case, job: Job) -> Result<Computed> {
    gpu.set_job(job)?;
    let channels = case.channels.len();
    let packing = Packing::samples(channels as u32)?;
    let brick = Brick::all(&case.grid);
    let mut texels = vec![0xff; brick.samples() as usize * packing.bytes() as usize];
    let saturated = gpu.fill_async(&brick, &packing, &mut texels).await?;
    Ok(Computed {
        grid: case.grid.clone(),
        channels,
        texels,
        saturated,
    })
}

/// Holds cases to the reference, all on one backend that goes from job to job.
async fn hold(context: &Context, cases: impl Iterator<Item = Case>) -> Outcome {
    let mut gpu = Gpu::new(context, telling().job()?)?;
    let (mut count, mut samples) = (0, 0);
    for case in cases {
        let named = |error: Error| format!("{} ({}): {error}", case.name, case.axes());
        let job = case.job().map_err(named)?;
        let computed = computed(&mut gpu, &case, job).await.map_err(named)?;
        let outcome = verify::run(&case, |_| Ok(Box::new(computed))).map_err(named)?;
        if !outcome.passed {
            return Err(outcome.to_string().into());
        }
        count += 1;
        samples += outcome.samples;
    }
    match count {
        0 => Err("nothing was run".into()),
        _ => Ok(format!("{count} passed, {samples} samples")),
    }
}

/// One case in so many of the suite, by their order in it.
pub async fn cases(context: &Context, every: usize) -> Outcome {
    let all = verify::cases();
    let of = all.len();
    let passed = hold(context, all.into_iter().step_by(every)).await?;
    Ok(format!("of {of}, one in {every}: {passed}"))
}

/// Every preset, small.
pub async fn presets(context: &Context) -> Outcome {
    let mut cases = Vec::new();
    for preset in Preset::ALL {
        let mut recipe = preset.recipe()?.sized(SIDE);
        recipe.frames = recipe.frames.map(|frames| frames.min(2));
        cases.push(Case {
            name: preset.name.to_string(),
            channels: recipe.noises()?,
            grid: recipe.grid(),
            seed: recipe.seed,
            exact_inputs: false,
        });
    }
    hold(context, cases.into_iter()).await
}

/// A case in which a fault shows.
fn telling() -> Case {
    Case {
        name: "a test's own".to_string(),
        channels: vec![Noise::perlin().frequency(3.7).any()],
        grid: Grid::new([9, 9, 5]).frames(3),
        seed: 0,
        exact_inputs: false,
    }
}

/// The control: what holds cases must notice samples of another seed.
pub async fn wrong_seed(context: &Context) -> Outcome {
    let right = telling();
    let mut gpu = Gpu::new(context, right.job()?)?;
    let other = Case {
        seed: 1,
        ..right.clone()
    };
    let found = computed(&mut gpu, &right, other.job()?).await?;
    let outcome = verify::run(&right, |_| Ok(Box::new(found)))?;
    match outcome.passed {
        true => Err(format!("it passed: {outcome}").into()),
        false => Ok(outcome.to_string()),
    }
}

/// Some cases at points, between two buffers of the caller's.
pub async fn points(context: &Context, every: usize) -> Outcome {
    let mut count = 0;
    for case in verify::cases().into_iter().step_by(20 * every) {
        // First which points there are, then what they are.
        let mut asked = None;
        let values = case.channels.len();
        verify::run_at_points(&case, Positions::Points, |job, points| {
            asked = Some((job, points.to_vec()));
            Ok(vec![0.0; points.len() * values])
        })?;
        let Some((job, points)) = asked else {
            return Err("no points were asked for".into());
        };
        if points.is_empty() {
            continue;
        }
        let found = sampled(context, job, &points, values).await?;
        let outcome = verify::run_at_points(&case, Positions::Points, |_, _| Ok(found))?;
        if !outcome.passed {
            return Err(outcome.to_string().into());
        }
        count += 1;
    }
    match count {
        0 => Err("nothing was run".into()),
        _ => Ok(format!("{count} cases passed")),
    }
}

/// A job's values at points.
async fn sampled(context: &Context, job: Job, points: &[Point], values: usize) -> Result<Vec<f32>> {
    use wgpu::BufferUsages as Usage;
    let (device, queue) = (context.device(), context.queue());
    let bytes: &[u8] = bytemuck::cast_slice(points);
    let given = buffer(device, bytes.len() as u64, Usage::STORAGE | Usage::COPY_DST);
    queue.write_buffer(&given, 0, bytes);
    let size = 4 * (points.len() * values) as u64;
    let taken = buffer(device, size, Usage::STORAGE | Usage::COPY_SRC);
    let back = buffer(device, size, Usage::MAP_READ | Usage::COPY_DST);
    let params = job.params().clone();
    let mut at_points = Points::new_async(device, job, PointLayout::Cells, &given, &taken).await?;
    let mut encoder = device.create_command_encoder(&Default::default());
    at_points.encode(&mut encoder, &params, points.len() as u32)?;
    encoder.copy_buffer_to_buffer(&taken, 0, &back, 0, size);
    queue.submit([encoder.finish()]);
    Ok(bytemuck::pod_collect_to_vec(&read(&back).await?))
}
