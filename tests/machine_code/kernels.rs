//! The kernels that jobs use on a GPU, and what the compiler makes of them.

use wgpu_noise::internals::gpu::{Strategy, grid_kernel, march_rates, run_kernel};
use wgpu_noise::noise::of;
use wgpu_noise::recipe::Preset;
use wgpu_noise::{Grid, Job, Noise, Recipe};

use crate::compiler::{Compiled, compile};
use crate::disassembly::Counts;
use crate::march;
use crate::workload::Workload;

/// The vectors of the uniform `walked`, as on most devices.
pub const WALKED: u32 = 4096;
/// The noise of the example `clouds`, with the samples along each axis that it asks for.
const CLOUDS: [(&str, &str, u32); 4] = [
    (
        "clouds/shape",
        include_str!("../../examples/clouds/recipes/shape.toml"),
        128,
    ),
    (
        "clouds/erosion",
        include_str!("../../examples/clouds/recipes/erosion.toml"),
        32,
    ),
    (
        "clouds/weather",
        include_str!("../../examples/clouds/recipes/weather.toml"),
        256,
    ),
    (
        "clouds/veil",
        include_str!("../../examples/clouds/recipes/veil.toml"),
        512,
    ),
];

/// A kernel as WGSL.
pub struct Kernel {
    pub text: String,
    /// The cells of a sample along y and the walk axis, for each strand of a march.
    rates: Option<Vec<[f64; 2]>>,
}

impl Kernel {
    /// The kernel of a job on a GPU.
    pub fn of(job: &Job) -> Kernel {
        Kernel::by(job, Strategy::March)
    }

    /// The kernel of a job by a strategy.
    pub fn by(job: &Job, strategy: Strategy) -> Kernel {
        let text = run_kernel(job, strategy, WALKED);
        Kernel {
            text: text.unwrap_or_else(|| grid_kernel(job.program())),
            rates: march_rates(job),
        }
    }

    pub fn is_march(&self) -> bool {
        self.text.contains("fn march_stage(")
    }

    /// The strands of a march.
    pub fn strands(&self) -> usize {
        self.rates.as_ref().map_or(0, Vec::len)
    }

    /// Whether a function has an array of samples, which its loops index.
    pub fn has_arrays(&self) -> bool {
        let declares =
            |line: &str| line.trim_start().starts_with("var ") && line.contains("array<");
        self.text
            .lines()
            .any(|line| line.starts_with(' ') && declares(line))
    }

    pub fn compile(&self, family: &str) -> Compiled {
        compile(&self.text, family)
    }

    /// The instructions for a sample. Of noise that is not walked, and of loops in a sample, those of loops once.
    pub fn per_sample(&self, compiled: &Compiled) -> Counts {
        let code = &compiled.code;
        if let (true, Some(rates)) = (self.is_march(), &self.rates) {
            let rows = match self.text.contains("const ROWS = 2u;") {
                true => 2,
                false => 1,
            };
            let adds = |more: &u32| self.text.contains(&format!("i += {more}u;"));
            let round = [3, 7].into_iter().find(adds).map_or(1, |more| more + 1);
            return march::per_sample(code, rates, rows, round);
        }
        let mut counts = code.own(None);
        for number in 0..code.loops.len() {
            counts += code.own(Some(number));
        }
        counts
    }
}

pub fn workload_job(workload: &Workload) -> Job {
    let job = workload.job(&workload.grid(1));
    job.expect("the workload is right")
}

/// Every preset, and the noise of the example `clouds`.
pub fn recipes() -> Vec<(&'static str, Job)> {
    let presets = Preset::ALL
        .iter()
        .map(|preset| (preset.name, preset.recipe()));
    let clouds = (CLOUDS.iter()).map(|&(name, text, side)| {
        let recipe = Recipe::parse(text, name);
        (name, recipe.map(|recipe| recipe.sized(side)))
    });
    let jobs = presets.chain(clouds).map(|(name, recipe)| {
        let job = recipe.and_then(|recipe| recipe.job());
        (name, job.expect("the recipe has a job"))
    });
    jobs.collect()
}

/// Noise with as many strands as a march has registers for, and with more.
pub fn large() -> Vec<(&'static str, Job)> {
    let fbm = |seed: u32| Noise::perlin().seed(seed).fbm();
    let channels = |octaves| [0, 1, 2, 3].map(|seed| fbm(seed).octaves(octaves));
    let (plane, solid) = (Grid::new([512, 512]), Grid::new([64, 64, 64]));
    let animated = solid.clone().frames(8);
    let job = |noises: &[Noise<of::Fbm>], grid: &Grid| Job::of(noises, grid).expect("a job");
    // With 32 samples in a cell, as the workloads in 3-D have.
    let gradient = |octaves| {
        let noise = fbm(0).octaves(octaves);
        Job::of(noise.gradient(3), &Grid::new([128, 128, 128])).expect("a job")
    };
    vec![
        ("gradient of 1 octave, 3-D", gradient(1)),
        ("gradient of 5 octaves, 3-D", gradient(5)),
        ("4 channels of 5 octaves, 2-D", job(&channels(5), &plane)),
        ("4 channels of 5 octaves, 3-D", job(&channels(5), &solid)),
        ("4 channels of 5 octaves, 4-D", job(&channels(5), &animated)),
        ("4 channels of 6 octaves, 3-D", job(&channels(6), &solid)),
        ("fbm of 13 octaves, 3-D", job(&[fbm(0).octaves(13)], &solid)),
        ("fbm of 32 octaves, 2-D", job(&[fbm(0).octaves(32)], &plane)),
        (
            "fbm of 32 octaves, 4-D",
            job(&[fbm(0).octaves(32)], &animated),
        ),
    ]
}
