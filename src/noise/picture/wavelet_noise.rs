//! Wavelet noise: the coefficients of a spline of which one octave of frequencies is left.
//!
//! Source: Cook and DeRose, *Wavelet Noise*, SIGGRAPH 2005. Random coefficients of quadratic B-splines, less what splines of
//! twice the width can show of them. Here that part is the exact projection (least squares), where the paper cuts the
//! filters off.

use crate::hash::SplitMix64;

/// The products of the quadratic B-spline with itself, 0, 1 and 2 pixels away: values of the B-spline of degree 5.
const GRAM: [f64; 3] = [66.0 / 120.0, 26.0 / 120.0, 1.0 / 120.0];
/// A B-spline of twice the width as a sum of four narrow ones.
const REFINED: [f64; 4] = [0.25, 0.75, 0.75, 0.25];
/// Rounds of Richardson's iteration for the coarse coefficients. The eigenvalues of the products are between 16/120 and 1,
/// so each round leaves 104/136 of the error: 128 rounds leave 1e-15.
const ROUNDS: usize = 128;
const STEP: f64 = 240.0 / 136.0;

/// Returns the coefficients of a square that tiles, whose side is even: numbers from −1 to 1 with the mean 0.
pub fn coefficients(side: usize, seed: u32) -> Vec<f64> {
    let mut random = SplitMix64::new(seed, 1);
    let uniform = |_| (random.draw() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
    let noise: Vec<f64> = (0..side * side).map(uniform).collect();
    let coarse = coarse_part(&noise, side);
    let detail: Vec<f64> = (noise.iter().zip(coarse))
        .map(|(all, coarse)| all - coarse)
        .collect();
    let most = detail
        .iter()
        .fold(0.0f64, |most, number| most.max(number.abs()));
    detail.into_iter().map(|number| number / most).collect()
}

/// Returns the coefficients of the nearest function that is made of B-splines of twice the width: row by row, then column by
/// column.
fn coarse_part(noise: &[f64], side: usize) -> Vec<f64> {
    let along_rows =
        |square: &[f64]| -> Vec<f64> { square.chunks_exact(side).flat_map(projected).collect() };
    let turned = |square: &[f64]| -> Vec<f64> {
        (0..side * side)
            .map(|at| square[at % side * side + at / side])
            .collect()
    };
    turned(&along_rows(&turned(&along_rows(noise))))
}

/// Returns the same of a row.
fn projected(row: &[f64]) -> Vec<f64> {
    let side = row.len();
    let products = times_gram(row);
    // The products of the row with each wide spline, which are twice those of narrow ones among themselves.
    let wanted: Vec<f64> = (0..side / 2)
        .map(|j| {
            (0..4)
                .map(|k| REFINED[k] * products[(2 * j + k) % side])
                .sum::<f64>()
                / 2.0
        })
        .collect();
    let mut coarse = vec![0.0; side / 2];
    for _ in 0..ROUNDS {
        let products = times_gram(&coarse);
        for (j, coarse) in coarse.iter_mut().enumerate() {
            *coarse += STEP * (wanted[j] - products[j]);
        }
    }
    let mut fine = vec![0.0; side];
    for (j, coarse) in coarse.into_iter().enumerate() {
        for (k, part) in REFINED.into_iter().enumerate() {
            fine[(2 * j + k) % side] += part * coarse;
        }
    }
    fine
}

/// Returns the products of a periodic spline with each B-spline.
fn times_gram(row: &[f64]) -> Vec<f64> {
    let side = row.len();
    let pair = |i: usize, away: usize| row[(i + away) % side] + row[(i + side - away) % side];
    (0..side)
        .map(|i| GRAM[0] * row[i] + GRAM[1] * pair(i, 1) + GRAM[2] * pair(i, 2))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wider_splines_show_nothing_of_the_noise() {
        let most = |numbers: &[f64]| numbers.iter().fold(0.0f64, |most, n| most.max(n.abs()));
        let side = 32;
        let noise = coefficients(side, 5);
        assert_eq!(most(&noise), 1.0);
        assert!(noise.iter().sum::<f64>().abs() < 1e-9);
        assert!(most(&coarse_part(&noise, side)) < 1e-9);
        assert_ne!(noise, coefficients(side, 6));
        // The control: a single coefficient has a coarse part.
        let mut single = vec![0.0; side * side];
        single[100] = 1.0;
        assert!(most(&coarse_part(&single, side)) > 0.2);
    }

    #[test]
    fn what_wider_splines_are_made_of_is_all_coarse() {
        let side = 16;
        let mut wide = vec![0.0; side];
        for (k, part) in REFINED.into_iter().enumerate() {
            wide[4 + k] = part;
        }
        let moved_by = |row: &[f64]| {
            let pairs = projected(row).into_iter().zip(row);
            pairs.fold(0.0f64, |most, (to, from)| most.max((to - from).abs()))
        };
        assert!(moved_by(&wide) < 1e-12);
        // The control: wide splines begin at even places.
        wide.rotate_right(1);
        assert!(moved_by(&wide) > 0.1);
    }
}
