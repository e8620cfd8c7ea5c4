//! A Gaussian blur of the samples of a grid, along x and then along y.

use std::time::Duration;

use crate::limits::short;
use crate::memory::{room, zeros};
use crate::{Error, Result, threads};

/// The largest standard deviation, in samples.
const DEVIATION_MAX: f64 = 256.0;

/// The weights end at this many standard deviations, where they are below 1/2900 of the greatest.
const REACH: f64 = 4.0;

/// The seconds that a weight takes for a sample on one thread: 0.6e-9 to 0.8e-9 were measured along x and along y, on a Xeon, with
/// rows of 2048 samples and standard deviations of 32 and 200.
const TAP: f64 = 0.7e-9;

/// The identity of addition: −0.0 + v is v, even for a zero of either sign.
const NOTHING: f32 = -0.0;

/// Returns the standard deviation in samples along x and y of one in units of the domain.
pub(super) fn deviation(blur: f64, steps: [f64; 2]) -> Result<[f64; 2]> {
    let deviation = steps.map(|step| blur / step);
    match deviation.iter().all(|samples| *samples <= DEVIATION_MAX) {
        true => Ok(deviation),
        false => {
            let [x, y] = deviation;
            let given = format!("{}, that is {:.0} samples", short(blur), x.max(y));
            let allowed = format!("a standard deviation of at most {DEVIATION_MAX} samples");
            Err(Error::invalid("blur", given, allowed))
        }
    }
}

/// Estimates how long a blur takes.
pub(super) fn expected([width, height]: [usize; 2], deviation: [f64; 2]) -> Duration {
    let blurred = deviation.into_iter().filter(|samples| *samples > 0.0);
    let taps: usize = blurred.map(|samples| 2 * reach(samples) + 1).sum();
    let all = width as f64 * height as f64 * taps as f64;
    Duration::from_secs_f64(TAP * all / threads::thread_count() as f64)
}

/// Blurs rows of samples. At borders that do not meet, a sample is the mean of what lies within.
///
/// Sums are in f64 and in one order, so the result does not depend on the number of threads.
pub(super) fn blur(
    samples: &mut [f32],
    [width, height]: [usize; 2],
    wraps: bool,
    deviation: [f64; 2],
) -> Result<()> {
    if deviation[0] > 0.0 {
        let weights = weights(deviation[0])?;
        let totals = totals(&weights, width, wraps)?;
        each_row(samples, width, |_, row| {
            let sums = sums_along(&weights, row, wraps)?;
            for ((sample, sum), total) in row.iter_mut().zip(sums).zip(&totals) {
                *sample = (sum / total) as f32;
            }
            Ok(())
        })?;
    }
    if deviation[1] > 0.0 {
        let weights = weights(deviation[1])?;
        let totals = totals(&weights, height, wraps)?;
        let before = copy(samples)?;
        each_row(samples, width, |y, row| {
            let beside = |offset| {
                let y = index(y as isize + offset, height, wraps)?;
                Some(&before[y * width..][..width])
            };
            let sums = sums(&weights, width, beside)?;
            for (sample, sum) in row.iter_mut().zip(sums) {
                *sample = (sum / totals[y]) as f32;
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Returns how many samples to one side have a weight.
fn reach(deviation: f64) -> usize {
    (REACH * deviation).ceil() as usize
}

/// Returns the weights of the sample itself and of those beside it, to one side.
fn weights(deviation: f64) -> Result<Vec<f64>> {
    let distances = 0..reach(deviation) as u32 + 1;
    let mut weights = room(distances.len())?;
    for distance in distances {
        let at = f64::from(distance) / deviation;
        weights.push((-0.5 * at * at).exp());
    }
    Ok(weights)
}

/// Returns the sum of the weights that are within a line of `size` samples, for each of these.
fn totals(weights: &[f64], size: usize, wraps: bool) -> Result<Vec<f64>> {
    let mut ones = zeros(size as u64)?;
    ones.fill(1.0);
    sums_along(weights, &ones, wraps)
}

/// Returns the weighted sum of the samples around each sample of a line.
fn sums_along(weights: &[f64], line: &[f32], wraps: bool) -> Result<Vec<f64>> {
    let (reach, size) = (weights.len() as isize - 1, line.len());
    let sample = |at| index(at, size, wraps).map_or(NOTHING, |at| line[at]);
    let mut padded = room(size + 2 * reach as usize)?;
    padded.extend((-reach..size as isize + reach).map(sample));
    sums(weights, size, |offset| {
        Some(&padded[(reach + offset) as usize..][..size])
    })
}

/// Returns the weighted sums of the lines of `size` samples at each offset, from the middle to both sides. Lines that are not
/// there count as nothing.
///
/// A whole line is added before the next, so that the loop over its samples has no index to compute, and no stride.
fn sums<'a>(
    weights: &[f64],
    size: usize,
    beside: impl Fn(isize) -> Option<&'a [f32]>,
) -> Result<Vec<f64>> {
    let mut sums: Vec<f64> = zeros(size as u64)?;
    sums.fill(NOTHING.into());
    let mut add = |weight: f64, offset: isize| {
        let line = beside(offset).unwrap_or_default();
        for (sum, sample) in sums.iter_mut().zip(line) {
            *sum += weight * f64::from(*sample);
        }
    };
    add(weights[0], 0);
    for (distance, &weight) in (0..).zip(weights).skip(1) {
        add(weight, -distance);
        add(weight, distance);
    }
    Ok(sums)
}

/// Returns the index of a place along an axis; `None` beyond borders that do not meet.
fn index(at: isize, size: usize, wraps: bool) -> Option<usize> {
    match wraps {
        true => Some(at.rem_euclid(size as isize) as usize),
        false => usize::try_from(at).ok().filter(|at| *at < size),
    }
}

fn copy(samples: &[f32]) -> Result<Vec<f32>> {
    let mut copy = zeros(samples.len() as u64)?;
    copy.copy_from_slice(samples);
    Ok(copy)
}

fn each_row(
    samples: &mut [f32],
    width: usize,
    work: impl Fn(usize, &mut [f32]) -> Result<()> + Sync,
) -> Result<()> {
    let done = threads::sum_chunks(bytemuck::cast_slice_mut(samples), 4 * width, |y, row| {
        work(y, bytemuck::cast_slice_mut(row)).map(|()| 0)
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
    fn the_sums_have_one_order_and_only_what_lies_within() {
        // The bits of a sum, of a line of three samples whose weights reach beyond it, taken one by one.
        let (line, weights) = ([1.0e8, -0.3, 7.7e-5], [1.0, 0.7, 0.3]);
        let one_by_one = |at: isize, wraps| {
            let offsets = [0, -1, 1, -2, 2].into_iter();
            let taps = offsets.filter_map(|offset: isize| {
                let at = index(at + offset, 3, wraps)?;
                Some(weights[offset.unsigned_abs()] * f64::from(line[at]))
            });
            taps.reduce(|sum, tap| sum + tap).unwrap()
        };
        for wraps in [false, true] {
            let sums = sums_along(&weights, &line, wraps).unwrap();
            assert_eq!(sums, [0, 1, 2].map(|at| one_by_one(at, wraps)));
        }
        assert_eq!(totals(&weights, 3, false).unwrap(), [2.0, 2.4, 2.0]);
        assert!(sums_along(&weights, &[-0.0], false).unwrap()[0].is_sign_negative());
    }

    #[test]
    fn the_estimate_grows_with_samples_and_weights() {
        let of = |size, deviation| expected(size, deviation).as_secs_f64();
        let narrow = of([4096, 4096], [32.0, 0.0]);
        assert!(narrow > 0.0 && of([4096, 4096], [0.0; 2]) == 0.0);
        let ratio = of([8192, 4096], [32.0, 64.0]) / narrow;
        assert!(
            (ratio - 2.0 * (257.0 + 513.0) / 257.0).abs() < 1e-3,
            "{ratio}"
        );
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
