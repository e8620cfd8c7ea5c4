//! Mean and variance of every source, as its documentation gives them.

use wgpu_noise::cpu::Cpu;
use wgpu_noise::grid::Brick;
use wgpu_noise::noise::{Fade, Hash, OctavePositions, WorleyOutput, of};
use wgpu_noise::verify::fill;
use wgpu_noise::{Grid, Job, Noise};

/// Thousands of cells and more, a few samples in each: the mean over so many is what the tolerance of this test allows.
fn grid(dimension: usize) -> Grid {
    match dimension {
        1 => Grid::new([1 << 18]),
        2 => Grid::new([640, 640]),
        3 => Grid::new([80, 80, 80]),
        _ => Grid::new([25, 25, 25]).frames(25),
    }
}

/// One cell a unit, by the hash that repeats nothing.
fn unit<K: of::Source>(noise: Noise<K>) -> Noise<K> {
    let noise = noise.frequency(1.0).time_frequency(1.0);
    noise.hash(Hash::Integer)
}

/// Mean and variance over the grid.
fn statistics<K>(noise: &Noise<K>, dimension: usize) -> [f64; 2] {
    let cells = [65536.37, 255.37, 37.37, 11.37][dimension - 1];
    let scaled = noise.clone().scale(cells).time_factor(cells);
    let grid = grid(dimension);
    let job = Job::of(&[scaled], &grid).expect("a right noise");
    let samples = fill(&mut Cpu::new(job), &Brick::all(&grid)).expect("samples");
    let count = samples.len() as f64;
    let mean = samples.iter().map(|&v| f64::from(v)).sum::<f64>() / count;
    let square = |v: &f32| (f64::from(*v) - mean).powi(2);
    [mean, samples.iter().map(square).sum::<f64>() / count]
}

/// A dimension, the mean and the variance in it.
type Row = (usize, f64, f64);

/// What the documentation says: a source, and the mean and variance in each of its dimensions.
#[rustfmt::skip]
fn documented() -> Vec<(Noise, &'static [Row])> {
    let value = |fade| unit(Noise::value()).fade(fade);
    let worley = |output| unit(Noise::worley()).output(output).jitter(0.5);
    vec![
        (unit(Noise::perlin()).any(), &[(1, 0.0, 0.079), (2, 0.0, 0.064), (3, 0.0, 0.073), (4, 0.0, 0.086)]),
        (unit(Noise::classic()).any(), &[(2, 0.0, 0.0447), (3, 0.0, 0.0332)]),
        (value(Fade::Quintic).any(), &[(1, 0.0, 0.261), (2, 0.0, 0.204), (3, 0.0, 0.162), (4, 0.0, 0.128)]),
        (value(Fade::Linear).any(), &[(1, 0.0, 0.222), (2, 0.0, 0.148), (3, 0.0, 0.1), (4, 0.0, 0.067)]),
        (value(Fade::Elias).any(), &[(1, 0.0, 0.302), (2, 0.0, 0.272), (3, 0.0, 0.249), (4, 0.0, 0.224)]),
        (value(Fade::Quintic).smooth(true).any(), &[(1, 0.0, 0.116), (2, 0.0, 0.04), (3, 0.0, 0.0147)]),
        (unit(Noise::white()).any(), &[(1, 0.0, 0.333), (2, 0.0, 0.333), (3, 0.0, 0.333), (4, 0.0, 0.333)]),
        (unit(Noise::simplex()).any(), &[(2, 0.0, 0.2), (3, 0.0, 0.154), (4, 0.0, 0.0645)]),
        (unit(Noise::psrd()).any(), &[(2, 0.0, 0.224), (3, 0.0, 0.151)]),
        (unit(Noise::worley()).any(), &[(2, 0.429, 0.0359), (3, 0.52, 0.0297), (4, 0.59, 0.0245)]),
        (worley(WorleyOutput::F2).any(), &[(2, 0.702, 0.0171), (3, 0.711, 0.0117), (4, 0.74, 0.0093)]),
        (worley(WorleyOutput::F2MinusF1).any(), &[(2, 0.306, 0.0471), (3, 0.219, 0.0297), (4, 0.168, 0.0197)]),
        (worley(WorleyOutput::Edge).jitter(1.0).any(), &[(2, 0.166, 0.0141), (3, 0.127, 0.00952)]),
        (worley(WorleyOutput::SmoothF1).jitter(1.0).any(), &[(2, 0.217, 0.0238), (3, 0.254, 0.0172)]),
        (worley(WorleyOutput::Cell).any(), &[(2, 0.0, 0.333), (3, 0.0, 0.333), (4, 0.0, 0.333)]),
    ]
}

/// Means within a hundredth and variances within three in a hundred: what so many cells allow.
fn agree(found: [f64; 2], mean: f64, variance: f64) -> bool {
    (found[0] - mean).abs() < 0.01 && (found[1] / variance - 1.0).abs() < 0.03
}

#[test]
fn every_source_has_the_mean_and_variance_that_are_documented() {
    for (noise, rows) in documented() {
        for &(dimension, mean, variance) in rows {
            let found = statistics(&noise, dimension);
            assert!(
                agree(found, mean, variance),
                "{found:?} of {noise:?} in {dimension}-D"
            );
        }
    }
}

#[test]
fn another_variance_is_noticed() {
    let found = statistics(&(unit(Noise::perlin()) * 1.03), 2);
    assert!(!agree(found, 0.0, 0.064), "{found:?}");
    let found = statistics(&(unit(Noise::worley()) + 0.02), 2);
    assert!(!agree(found, 0.429, 0.0359), "{found:?}");
}

/// The least and the greatest standard deviation of a sample over 400 seeds, of fbm whose cells begin at every eighth sample.
fn deviations_over_seeds(positions: OctavePositions) -> [f64; 2] {
    let grid = Grid::new([33, 33]).edge_samples();
    let fbm = (Noise::perlin().frequency(4.0).fbm()).octave_positions(positions);
    let mut squares = vec![0.0; 33 * 33];
    for seed in 0..400 {
        let job = Job::of(std::slice::from_ref(&fbm), &grid).and_then(|job| {
            let params = job.params().clone().with_seed(seed);
            job.program().bind(&params, &grid)
        });
        let samples = fill(&mut Cpu::new(job.expect("numbers")), &Brick::all(&grid));
        for (square, sample) in squares.iter_mut().zip(samples.expect("samples")) {
            *square += f64::from(sample).powi(2) / 400.0;
        }
    }
    let deviations = || squares.iter().map(|square| square.sqrt());
    [
        deviations().fold(f64::INFINITY, f64::min),
        deviations().fold(0.0, f64::max),
    ]
}

#[test]
fn shifted_octaves_leave_no_lattice_over_seeds() {
    let [least, most] = deviations_over_seeds(OctavePositions::Shifted);
    // 400 seeds know a deviation to within a thirtieth of it; the extremes of 1089 samples lie three or four times as far.
    assert!(most / least < 1.35, "{least} to {most}");
    // The control: aligned octaves are 0 wherever the first one has a corner.
    let [least, most] = deviations_over_seeds(OctavePositions::Aligned);
    assert!(least == 0.0 && most > 0.15, "{least} to {most}");
}
