//! The answers of `wgpu-noise serve` without a server: recipe, job, [`Cpu::fill`](wgpu_noise::Backend::fill) and
//! [`format::encode`], on all threads.
//!
//! `wgpu-noise-load tile SECONDS` prints answers a second; without SECONDS it writes the answer for (0, 0) to standard output.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use wgpu_noise::bake::Plan;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::format::{self, FileType};
use wgpu_noise::recipe::Preset;
use wgpu_noise::texel::Format;
use wgpu_noise::{Backend as _, Recipe, Result};

/// A route and its preset.
#[derive(Clone, Copy)]
enum Route {
    /// `/v1/tiles/marble/3/{x}/{y}.png`
    Tile,
    /// `/v1/volumes/clouds/0/{x}/{y}/0.raw`
    Volume,
}

impl Route {
    fn preset(self) -> Result<Recipe> {
        let preset = match self {
            Route::Tile => "marble",
            Route::Volume => "clouds",
        };
        Preset::find(preset)?.recipe()
    }

    /// Computes the answer for one place.
    fn answer(self, mut recipe: Recipe, x: u32, y: u32) -> Result<Vec<u8>> {
        let (size, side, file_type) = match self {
            Route::Tile => (vec![256; 2], 0.125, FileType::Png),
            Route::Volume => (vec![64; 3], 0.5, FileType::Raw),
        };
        recipe.seamless = false;
        recipe.origin = vec![f64::from(x) * side, f64::from(y) * side, 0.0, 0.0];
        recipe.extent = Some(vec![side; size.len()]);
        recipe.size = size;
        let range = recipe.unorm_range();
        let plan = Plan::new(recipe.job()?, Some(file_type), Some(Format::R8Unorm), range)?;
        let mut contents = plan.contents(&recipe);
        contents.recipe = None;
        let mut texels = vec![0; plan.bytes() as usize];
        let mut cpu = Cpu::new(plan.job().clone());
        for brick in plan.bricks() {
            cpu.fill(&brick, plan.packing(), &mut texels)?;
        }
        format::encode(file_type, &contents, &texels)
    }

    /// Computes answers on all threads of rayon, each for a new place, and returns how many in a second.
    fn rate(self, time: Duration) -> Result<f64> {
        let recipe = self.preset()?;
        let (start, next) = (Instant::now(), AtomicU64::new(0));
        let work = |_: rayon::BroadcastContext<'_>| -> Result<u64> {
            let mut done = 0;
            while start.elapsed() < time {
                let n = next.fetch_add(1, Ordering::Relaxed) as u32;
                self.answer(recipe.clone(), n % 1000, n / 1000)?;
                done += 1;
            }
            Ok(done)
        };
        let done: u64 = rayon::broadcast(work).into_iter().sum::<Result<u64>>()?;
        Ok(done as f64 / start.elapsed().as_secs_f64())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let route = match arguments.first().map(String::as_str) {
        Some("tile") => Route::Tile,
        Some("volume") => Route::Volume,
        _ => return Err("usage: wgpu-noise-load tile|volume [SECONDS]".into()),
    };
    match arguments.get(1) {
        Some(seconds) => {
            let time = Duration::try_from_secs_f64(seconds.parse()?)?;
            println!("{:.0}", route.rate(time)?);
        }
        None => std::io::stdout().write_all(&route.answer(route.preset()?, 0, 0)?)?,
    }
    Ok(())
}
