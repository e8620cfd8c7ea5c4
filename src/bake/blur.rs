//! A Gaussian blur of the samples of a grid, along x and then along y.

use crate::limits::short;
use crate::memory::{room, zeros};
use crate::{Error, Result, threads};

/// The largest standard deviation, in samples.
const DEVIATION_MAX: f64 = 256.0;

/// The weights end at this many standard deviations, where they are below 1/2900 of the greatest.
const REACH: f64 = 4.0;

/// Returns the standard deviation in samples along x and y of one in units of the domain.
pub(super) fn deviation(blur: f64, steps: [f64; 2]) -> Result<[f64; 2]> {
    let deviation = steps.map(|step| blur / step);
    match deviation.iter().all(|samples| *samples <= DEVIATION_MAX) {
        true => Ok(deviation),
        false => {
            let [x, y] = deviation;
            let given = format!("{}, that is {:.0} samples,", short(blur), x.max(y));
            let allowed = format!("a standard deviation of at most {DEVIATION_MAX} samples");
            Err(Error::invalid("blur", given, allowed))
        }
    }
}

/// Blurs rows of samples. At borders that do not meet, a sample is the mean of what lies within.
///
/// Sums are in f64 and in one order, so the result does not depend on the number of threads.
pub(super) fn blur(
    samples: &mut [f32],
    size: [usize; 2],
    wraps: bool,
    deviation: [f64; 2],
) -> Result<()> {
    if deviation[0] > 0.0 {
        let weights = weights(deviation[0])?;
        let before = copy(samples)?;
        each_row(samples, size[0], |y, x| {
            let row = &before[y * size[0]..][..size[0]];
            mean(&weights, x, size[0], wraps, |x| row[x])
        })?;
    }
    if deviation[1] > 0.0 {
        let weights = weights(deviation[1])?;
        let before = copy(samples)?;
        each_row(samples, size[0], |y, x| {
            mean(&weights, y, size[1], wraps, |y| before[y * size[0] + x])
        })?;
    }
    Ok(())
}

/// Returns the weights of the sample itself and of those beside it, to one side.
fn weights(deviation: f64) -> Result<Vec<f64>> {
    let count = (REACH * deviation).ceil() as usize + 1;
    let mut weights = room(count)?;
    for distance in 0..count {
        let at = distance as f64 / deviation;
        weights.push((-0.5 * at * at).exp());
    }
    Ok(weights)
}

/// Returns the weighted mean of the samples around one, of `size` along an axis.
fn mean(
    weights: &[f64],
    at: usize,
    size: usize,
    wraps: bool,
    sample: impl Fn(usize) -> f32,
) -> f32 {
    let (mut sum, mut total) = (weights[0] * f64::from(sample(at)), weights[0]);
    for (distance, weight) in weights.iter().enumerate().skip(1) {
        let before = match wraps {
            true => Some((at + size - distance % size) % size),
            false => at.checked_sub(distance),
        };
        let after = match wraps {
            true => Some((at + distance) % size),
            false => Some(at + distance).filter(|at| *at < size),
        };
        for at in before.into_iter().chain(after) {
            sum += weight * f64::from(sample(at));
            total += weight;
        }
    }
    (sum / total) as f32
}

fn copy(samples: &[f32]) -> Result<Vec<f32>> {
    let mut copy = zeros(samples.len() as u64)?;
    copy.copy_from_slice(samples);
    Ok(copy)
}

fn each_row(
    samples: &mut [f32],
    length: usize,
    value: impl Fn(usize, usize) -> f32 + Sync,
) -> Result<()> {
    let done = threads::sum_chunks(bytemuck::cast_slice_mut(samples), 4 * length, |y, row| {
        let row: &mut [f32] = bytemuck::cast_slice_mut(row);
        for (x, sample) in row.iter_mut().enumerate() {
            *sample = value(y, x);
        }
        Ok(0)
    });
    done.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impulse_becomes_a_gaussian_and_a_constant_stays() {
        for wraps in [false, true] {
            let size = [31, 23];
            let mut samples = vec![0.0; 31 * 23];
            samples[11 * 31 + 15] = 1.0;
            blur(&mut samples, size, wraps, [2.0, 1.5]).unwrap();
            let at = |x: usize, y: usize| f64::from(samples[y * 31 + x]);
            for (dx, dy) in [(0, 0), (3, 1), (5, 4)] {
                let exact = (-0.5 * (f64::from(dx) / 2.0).powi(2)
                    - 0.5 * (f64::from(dy) / 1.5).powi(2))
                .exp()
                    / (2.0 * std::f64::consts::PI * 2.0 * 1.5);
                let found = at(15 + dx as usize, 11 - dy as usize);
                assert!((found - exact).abs() < 3e-5, "{found} {exact}");
            }
            let mut constant = vec![0.7; 31 * 23];
            blur(&mut constant, size, wraps, [2.0, 9.0]).unwrap();
            assert!(constant.iter().all(|value| *value == 0.7));
        }
        assert!(deviation(0.3, [1e-3, 1e-3]).is_err() && deviation(0.2, [1e-3, 1e-3]).is_ok());
    }

    #[test]
    fn borders_meet_only_where_they_wrap() {
        let mut wrapped = vec![0.0; 16 * 8];
        wrapped[3 * 16] = 1.0;
        let mut walled = wrapped.clone();
        blur(&mut wrapped, [16, 8], true, [1.0, 1.0]).unwrap();
        blur(&mut walled, [16, 8], false, [1.0, 1.0]).unwrap();
        assert!(wrapped[3 * 16 + 15] == wrapped[3 * 16 + 1] && walled[3 * 16 + 15] == 0.0);
        // A blur that is wider than the grid.
        let mut flat = vec![0.0, 1.0];
        blur(&mut flat, [2, 1], true, [200.0, 0.0]).unwrap();
        assert!(
            flat.iter().all(|value| (value - 0.5).abs() < 1e-3),
            "{flat:?}"
        );
    }
}
