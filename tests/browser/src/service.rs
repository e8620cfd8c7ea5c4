//! The service in a page: it has no threads, so its workers are futures beside those of the callers.

use futures::StreamExt;
use futures::future::join_all;
use wasm_bindgen_futures::spawn_local;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::service::{Options, Service};
use wgpu_noise::{Backend, Grid, Job, Noise};

use crate::{ADAPTER, Outcome};

fn job(seed: u32) -> Result<Job, wgpu_noise::Error> {
    let noise = Noise::perlin().seed(seed).fbm();
    Job::of(&[noise], &Grid::new([16, 12, 8]).frames(4))
}

/// Whether samples are those of the CPU, within the job's tolerance.
fn agree(job: &Job, found: &[f32]) -> Result<bool, wgpu_noise::Error> {
    let expected = Cpu::new(job.clone()).sample(0)?;
    let tolerance = job.tolerance(0) as f32;
    Ok((expected.samples().iter().zip(found)).all(|(a, b)| (a - b).abs() <= 2.0 * tolerance))
}

/// Several callers, a request that is dropped, points, frames, and a device that is lost between two requests.
pub async fn callers() -> Outcome {
    let (service, workers) = Service::open(Options::default().gpu(ADAPTER)).await?;
    for worker in workers {
        spawn_local(worker.run());
    }
    let jobs: Vec<Job> = (0..6).map(job).collect::<Result<_, _>>()?;
    drop(service.volume(&jobs[0]));
    let asked = jobs.iter().map(|job| service.caller().volume(job));
    let mut right = 0;
    for (job, volume) in jobs.iter().zip(join_all(asked).await) {
        if !agree(job, volume?.samples())? {
            return Err("a volume is not the CPU's".into());
        }
        right += 1;
    }
    let values = service.points(&jobs[0], vec![[0.1, 0.2, 0.3, 0.0]]).await?;
    let frames: Vec<_> = service.frames(&jobs[1], [0.0, 0.25, 0.5]).collect().await;
    let frames = frames.into_iter().collect::<Result<Vec<_>, _>>()?;
    if values.len() != 1 || frames[0].samples() == frames[1].samples() {
        return Err("points and frames".into());
    }
    service.destroy_devices();
    let job = job(7)?;
    if !agree(&job, service.volume(&job).await?.samples())? {
        return Err("the volume of another device is not the CPU's".into());
    }
    // The control: the samples of one seed are not those of another.
    if agree(&jobs[0], service.volume(&job).await?.samples())? {
        return Err("a wrong seed is not noticed".into());
    }
    Ok(format!(
        "{right} volumes, {} frames, a device made anew",
        frames.len()
    ))
}
