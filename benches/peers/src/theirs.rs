//! The other crates, each in the fastest way over a grid that it documents.
//!
//! Coordinates are cells: a sample lies `step` of one from the next along each axis, and so does a frame.

use fastnoise_lite::{FastNoiseLite, FractalType, NoiseType};
use libnoise::{Generator as _, NoiseBuffer, Source};
use noise::{Fbm, MultiFractal as _, NoiseFn, Perlin};
use noise_functions::{Noise as _, Sample};
use simdnoise::NoiseBuilder;

use crate::Run;
use crate::workload::Workload;

/// Cells from one sample to the next.
fn step(workload: &Workload) -> f64 {
    1.0 / f64::from(workload.cell)
}

/// The samples along x, y, z and time; 1 along axes that there are not.
fn sizes(workload: &Workload) -> ([usize; 4], usize) {
    let grid = workload.grid(1);
    let [x, y, z] = grid.size3().map(|size| size as usize);
    let dimensions = grid.size.len() + usize::from(grid.frames.is_some());
    ([x, y, z, grid.frame_count() as usize], dimensions)
}

/// Samples all points in order, x fastest, into warm memory.
fn each<T: Copy + Into<f64> + Default + 'static>(
    workload: &Workload,
    sample: impl Fn([f64; 4]) -> T + 'static,
) -> Run {
    let (size, step) = (sizes(workload).0, step(workload));
    let mut out = vec![T::default(); size.iter().product()];
    Box::new(move || {
        let mut texels = out.iter_mut();
        for w in 0..size[3] {
            for z in 0..size[2] {
                for y in 0..size[1] {
                    for (x, texel) in (0..size[0]).zip(&mut texels) {
                        let at = [x, y, z, w];
                        *texel = sample(std::array::from_fn(|i| at[i] as f64 * step));
                    }
                }
            }
        }
        out[out.len() / 2].into()
    })
}

/// `noise`: a call a sample, in f64. Its `PlaneMapBuilder` does the same and is for planes only.
pub fn noise(workload: &Workload) -> Option<Run> {
    fn of<const D: usize>(workload: &Workload, noise: impl NoiseFn<f64, D> + 'static) -> Run {
        each(workload, move |p| noise.get(std::array::from_fn(|i| p[i])))
    }
    let (_, dimensions) = sizes(workload);
    let octaves = workload.octaves as usize;
    let fbm = Fbm::<Perlin>::new(0)
        .set_octaves(octaves)
        .set_frequency(1.0);
    let fbm = fbm.set_lacunarity(2.0).set_persistence(0.5);
    Some(match (dimensions, octaves) {
        (2, 1) => of::<2>(workload, Perlin::new(0)),
        (2, _) => of::<2>(workload, fbm),
        (3, 1) => of::<3>(workload, Perlin::new(0)),
        (3, _) => of::<3>(workload, fbm),
        (_, 1) => of::<4>(workload, Perlin::new(0)),
        (_, _) => of::<4>(workload, fbm),
    })
}

/// `noise-functions`: a call a sample. Its SIMD needs a nightly compiler, its perlin noise ends at 3-D.
pub fn noise_functions(workload: &Workload) -> Option<Run> {
    fn of<const D: usize>(workload: &Workload, noise: impl Sample<D> + 'static) -> Run {
        each(workload, move |p| {
            noise.sample_with_seed(std::array::from_fn(|i| p[i] as f32), 0)
        })
    }
    let (_, dimensions) = sizes(workload);
    let perlin = noise_functions::Perlin;
    let fbm = perlin.fbm(workload.octaves, 0.5, 2.0);
    Some(match (dimensions, workload.octaves) {
        (2, 1) => of::<2>(workload, perlin),
        (2, _) => of::<2>(workload, fbm),
        (3, 1) => of::<3>(workload, perlin),
        (3, _) => of::<3>(workload, fbm),
        _ => return None,
    })
}

/// `fastnoise-lite`: a call a sample. It ends at 3-D.
pub fn fastnoise_lite(workload: &Workload) -> Option<Run> {
    let (_, dimensions) = sizes(workload);
    let mut noise = FastNoiseLite::with_seed(0);
    noise.set_noise_type(Some(NoiseType::Perlin));
    noise.set_frequency(Some(1.0));
    if workload.octaves > 1 {
        noise.set_fractal_type(Some(FractalType::FBm));
        noise.set_fractal_octaves(Some(workload.octaves as i32));
        noise.set_fractal_lacunarity(Some(2.0));
        noise.set_fractal_gain(Some(0.5));
    }
    match dimensions {
        2 => Some(each(workload, move |[x, y, ..]| {
            noise.get_noise_2d(x as f32, y as f32)
        })),
        3 => Some(each(workload, move |[x, y, z, _]| {
            noise.get_noise_3d(x as f32, y as f32, z as f32)
        })),
        _ => None,
    }
}

/// `libnoise`: its `NoiseBuffer`, which allocates each time. The last axis is the fastest.
pub fn libnoise(workload: &Workload) -> Option<Run> {
    macro_rules! run {
        ($d:literal, $size:expr) => {{
            let size: [usize; $d] = $size;
            let cells = [step(workload); $d];
            let perlin = Source::<$d>::improved_perlin(0);
            match workload.octaves {
                1 => run!($d, size, perlin.scale(cells)),
                octaves => run!($d, size, perlin.fbm(octaves, 1.0, 2.0, 0.5).scale(cells)),
            }
        }};
        ($d:literal, $size:expr, $noise:expr) => {{
            let (size, noise) = ($size, $noise);
            Box::new(move || {
                let samples = NoiseBuffer::<$d>::new(size, &noise).buffer;
                samples[samples.len() / 2]
            })
        }};
    }
    let ([x, y, z, w], dimensions) = sizes(workload);
    Some(match dimensions {
        2 => run!(2, [y, x]),
        3 => run!(3, [z, y, x]),
        _ => run!(4, [w, z, y, x]),
    })
}

/// `simdnoise`: its `NoiseBuilder`, which finds the instructions, allocates each time and finds the least
/// and the greatest sample, too. One frequency holds for all axes. `fbm_4d` of 3.1.6 computes a
/// volume in 3-D, and so is left out.
pub fn simdnoise(workload: &Workload) -> Option<Run> {
    let ([x, y, z, w], dimensions) = sizes(workload);
    let frequency = step(workload) as f32;
    let octaves = workload.octaves as u8;
    macro_rules! run {
        ($builder:expr) => {
            Box::new(move || {
                let (samples, _, _) = $builder.with_freq(frequency).generate();
                samples[samples.len() / 2].into()
            })
        };
        (fbm $builder:expr) => {
            run!(
                $builder
                    .with_octaves(octaves)
                    .with_lacunarity(2.0)
                    .with_gain(0.5)
            )
        };
    }
    Some(match (dimensions, octaves) {
        (2, 1) => run!(NoiseBuilder::gradient_2d(x, y)),
        (2, _) => run!(fbm NoiseBuilder::fbm_2d(x, y)),
        (3, 1) => run!(NoiseBuilder::gradient_3d(x, y, z)),
        (3, _) => run!(fbm NoiseBuilder::fbm_3d(x, y, z)),
        (_, 1) => run!(NoiseBuilder::gradient_4d(x, y, z, w)),
        _ => return None,
    })
}
