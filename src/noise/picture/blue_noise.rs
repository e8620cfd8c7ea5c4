//! Blue noise by void and cluster.
//!
//! Source: Ulichney, *The void-and-cluster method for dither array generation*, SPIE 1913, 1993. Pixels are set one after
//! the other, each where those that are set leave the largest void, and the rank of a pixel is its number.

use std::cmp::Reverse;

use crate::hash::SplitMix64;

/// The standard deviation of the Gaussian by which set pixels fill their surroundings, in pixels, as in the paper. A wider
/// one lets pairs of pixels stand side by side.
const SIGMA: f64 = 1.5;
/// The distance along each axis beyond which the Gaussian counts as nothing.
const REACH: usize = 9;
/// The Gaussian's middle. Sums of integers do not depend on their order, so every machine finds the same ranks.
const ONE: f64 = (1u64 << 32) as f64;

/// Returns the rank of each pixel of a square picture that tiles: each number from 0 to the number of pixels less 1, once.
pub fn ranks(side: usize, seed: u32) -> Vec<u32> {
    let mut first = Pattern::new(side);
    let mut random = SplitMix64::new(seed, 0);
    let count = side * side / 10;
    while first.set < count {
        let at = (random.draw() >> 32) as usize % (side * side);
        if !first.is_set[at] {
            first.put(at, true);
        }
    }
    first.spread();
    let mut ranks = vec![0; side * side];
    let mut thinned = first.clone();
    while thinned.set > 0 {
        let at = thinned.tightest_cluster();
        thinned.put(at, false);
        ranks[at] = thinned.set as u32;
    }
    while first.set < side * side {
        let at = first.largest_void();
        ranks[at] = first.set as u32;
        first.put(at, true);
    }
    ranks
}

/// The pixels that are set, and how full the surroundings of each pixel are.
#[derive(Clone)]
struct Pattern {
    side: usize,
    is_set: Vec<bool>,
    set: usize,
    fill: Vec<u64>,
    /// The Gaussian at distances from 0 along x and y.
    gaussian: [[u64; REACH + 1]; REACH + 1],
    /// In each row, the fill and the place of the pixel that is set and has the fullest surroundings.
    clusters: Vec<Option<(u64, usize)>>,
    /// In each row, those of the pixel that is not set and has the emptiest.
    voids: Vec<Option<(u64, usize)>>,
}

impl Pattern {
    /// Makes a pattern of which no pixel is set.
    fn new(side: usize) -> Pattern {
        let gaussian = |x: usize, y: usize| {
            let square = (x * x + y * y) as f64;
            (ONE * (-square / (2.0 * SIGMA * SIGMA)).exp()).round() as u64
        };
        Pattern {
            side,
            is_set: vec![false; side * side],
            set: 0,
            fill: vec![0; side * side],
            gaussian: std::array::from_fn(|y| std::array::from_fn(|x| gaussian(x, y))),
            clusters: vec![None; side],
            voids: (0..side).map(|row| Some((0, row * side))).collect(),
        }
    }

    /// Sets a pixel, or takes it back.
    fn put(&mut self, at: usize, is_set: bool) {
        let side = self.side;
        self.is_set[at] = is_set;
        self.set = if is_set { self.set + 1 } else { self.set - 1 };
        let reach = REACH.min((side - 1) / 2);
        let (column, row) = (at % side, at / side);
        for j in side - reach..=side + reach {
            let row = (row + j) % side;
            for i in side - reach..=side + reach {
                let weight = self.gaussian[j.abs_diff(side)][i.abs_diff(side)];
                let fill = &mut self.fill[row * side + (column + i) % side];
                *fill = if is_set {
                    *fill + weight
                } else {
                    *fill - weight
                };
            }
            self.find_extremes(row);
        }
    }

    /// Finds the cluster and the void of a row again.
    fn find_extremes(&mut self, row: usize) {
        let (mut cluster, mut void) = (None, None);
        for at in row * self.side..(row + 1) * self.side {
            let fill = self.fill[at];
            if self.is_set[at] {
                if cluster.is_none_or(|(most, _)| fill > most) {
                    cluster = Some((fill, at));
                }
            } else if void.is_none_or(|(least, _)| fill < least) {
                void = Some((fill, at));
            }
        }
        self.clusters[row] = cluster;
        self.voids[row] = void;
    }

    /// Returns the set pixel with the fullest surroundings, the first of several.
    fn tightest_cluster(&self) -> usize {
        let fullest = self.clusters.iter().flatten();
        let fullest = fullest.max_by_key(|&&(fill, at)| (fill, Reverse(at)));
        fullest.map_or(0, |&(_, at)| at)
    }

    /// Returns the pixel that is not set and has the emptiest surroundings, the first of several.
    fn largest_void(&self) -> usize {
        let least = self.voids.iter().flatten().min();
        least.map_or(0, |&(_, at)| at)
    }

    /// Moves set pixels from clusters to voids until no void is emptier than what the tightest cluster leaves.
    fn spread(&mut self) {
        loop {
            let cluster = self.tightest_cluster();
            self.put(cluster, false);
            let void = self.largest_void();
            if self.fill[void] >= self.fill[cluster] {
                self.put(cluster, true);
                return;
            }
            self.put(void, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: usize = 64;

    /// Returns the variance of the means of blocks of 8 by 8 ranks, as a share of what it is on average for white noise.
    fn variance_of_blocks(ranks: &[u32]) -> f64 {
        let mean = (SIDE * SIDE - 1) as f64 / 2.0;
        let mut variance = 0.0;
        for block in 0..64 {
            let first = block / 8 * 8 * SIDE + block % 8 * 8;
            let of_row = |row| &ranks[first + row * SIDE..][..8];
            let sum: u32 = (0..8).flat_map(of_row).sum();
            variance += (f64::from(sum) / 64.0 - mean).powi(2) / 64.0;
        }
        variance / ((SIDE * SIDE).pow(2) as f64 / 12.0 / 64.0)
    }

    #[test]
    fn blue_noise_has_every_rank_once_and_no_low_frequencies() {
        for seed in [0, 7] {
            let ranks = ranks(SIDE, seed);
            assert!(variance_of_blocks(&ranks) < 0.2);
            let mut sorted = ranks.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..(SIDE * SIDE) as u32));
        }
        assert_ne!(ranks(SIDE, 0), ranks(SIDE, 7));
        // The control: the same measure of white noise.
        let mut random = SplitMix64::new(3, 0);
        let white: Vec<u32> = (0..SIDE * SIDE)
            .map(|_| random.draw() as u32 % (SIDE * SIDE) as u32)
            .collect();
        assert!(variance_of_blocks(&white) > 0.6);
    }

    #[test]
    fn every_threshold_spreads_its_pixels_over_the_edges_too() {
        let ranks = ranks(SIDE, 0);
        // A tenth of the pixels: on average one for 3.2 by 3.2. No two of them are beside one another, also around the edges.
        let is_set =
            |x: usize, y: usize| ranks[y % SIDE * SIDE + x % SIDE] < (SIDE * SIDE / 10) as u32;
        for at in 0..SIDE * SIDE {
            let (x, y) = (at % SIDE, at / SIDE);
            if is_set(x, y) {
                assert!(
                    !is_set(x + 1, y) && !is_set(x, y + 1) && !is_set(x + 1, y + 1),
                    "{x}, {y}"
                );
            }
        }
    }
}
