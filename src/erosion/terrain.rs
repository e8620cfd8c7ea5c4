//! The samples of a terrain, and the coarser grids of the same terrain.

use crate::Result;
use crate::memory::collect;

/// The samples of a terrain, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terrain {
    pub size: [usize; 2],
    /// Whether opposite borders meet. Other borders are walls.
    pub wraps: bool,
}

impl Terrain {
    /// Returns the next coarser grid. Along its shorter side it has `coarsest` samples, or these doubled so often that they are about
    /// half of those of this grid. `None` if this grid has hardly more than `coarsest`.
    pub fn coarser(&self, coarsest: usize) -> Option<Terrain> {
        let shorter = self.shorter() as u64;
        // By the root of two at least.
        let is_coarser = |side: &u64| 2 * side * side <= shorter * shorter;
        let sides = (0..).map(|i| (coarsest as u64) << i);
        let side = sides.take_while(is_coarser).last()?;
        Some(Terrain {
            size: self
                .size
                .map(|n| ((n as u64 * side + shorter / 2) / shorter) as usize),
            wraps: self.wraps,
        })
    }

    /// Returns the mean heights of soil on a coarser grid, where they count longer distances.
    pub fn coarsen(&self, soil: &[u32], coarser: &Terrain) -> Result<Vec<u32>> {
        let scale = self.distances_in(coarser);
        let places = 0..coarser.size[0] * coarser.size[1];
        collect(places.map(|place| {
            let (column, row) = (place % coarser.size[0], place / coarser.size[0]);
            let along_x = |y: usize| {
                let soil = &soil[y * self.size[0]..][..self.size[0]];
                self.mean(0, column, coarser, |x| f64::from(soil[x]))
            };
            (self.mean(1, row, coarser, along_x) / scale).round() as u32
        }))
    }

    /// Changes heights of soil as those of a coarser grid have changed.
    ///
    /// Where soil was taken, all is lowered alike, so that what is finer than the coarser grid stays. Where soil came to lie,
    /// it fills hollows up to the new height of the coarser grid: a sample rises by at most twice the change.
    pub fn refine(
        &self,
        soil: &mut [u32],
        coarser: &Terrain,
        before: &[u32],
        after: &[u32],
    ) -> Result<()> {
        let scale = self.distances_in(coarser);
        let across: Vec<_> = collect((0..self.size[0]).map(|x| self.between(0, x, coarser)))?;
        for (y, soil) in soil.chunks_exact_mut(self.size[0]).enumerate() {
            let (rows, down) = self.between(1, y, coarser);
            for (soil, &(columns, right)) in soil.iter_mut().zip(&across) {
                let at = |of: &[u32]| {
                    let [above, below] = rows.map(|row| {
                        let of = &of[row * coarser.size[0]..][..coarser.size[0]];
                        let [low, high] = columns.map(|column| f64::from(of[column]));
                        low + right * (high - low)
                    });
                    (above + down * (below - above)) * scale
                };
                let (before, after) = (at(before), at(after));
                let (own, rise) = (f64::from(*soil), after - before);
                let changed = match rise > 0.0 {
                    true => after.clamp(own, own + 2.0 * rise),
                    false => own + rise,
                };
                // A number below 0 becomes 0.
                *soil = changed.round() as u32;
            }
        }
        Ok(())
    }

    /// Returns the number of samples along the shorter side.
    fn shorter(&self) -> usize {
        self.size[0].min(self.size[1])
    }

    /// Returns how many distances between samples are one of a coarser grid.
    fn distances_in(&self, coarser: &Terrain) -> f64 {
        self.shorter() as f64 / coarser.shorter() as f64
    }

    /// Returns the mean of a number of the samples that lie in a place of a coarser grid.
    fn mean(
        &self,
        axis: usize,
        place: usize,
        coarser: &Terrain,
        number: impl Fn(usize) -> f64,
    ) -> f64 {
        // Of the whole axis a sample is as long as there are places, and a place as long as there are samples.
        let [samples, places] = [self, coarser].map(|of| of.size[axis] as u64);
        let start = place as u64 * samples;
        let end = start + samples;
        let of = |sample: u64| {
            let inside = end.min((sample + 1) * places) - start.max(sample * places);
            number(sample as usize) * inside as f64
        };
        let inside = start / places..end.div_ceil(places);
        inside.map(of).sum::<f64>() / samples as f64
    }

    /// Returns the places of a coarser grid before and after a sample, and how far the sample is from the first to the second.
    fn between(&self, axis: usize, sample: usize, coarser: &Terrain) -> ([usize; 2], f64) {
        let (own, end) = (self.size[axis], coarser.size[axis]);
        let at = (sample as f64 + 0.5) * end as f64 / own as f64 - 0.5;
        let before = at.floor();
        // The first and the last place stand for what is behind a wall.
        let places = [before, before + 1.0].map(|place| match self.wraps {
            true => (place + end as f64) as usize % end,
            false => (place.max(0.0) as usize).min(end - 1),
        });
        (places, at - before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slope of one along both axes.
    fn slope([width, height]: [usize; 2]) -> Vec<u32> {
        let at = |i: usize| ((i % width + i / width) as u32) << 16;
        (0..width * height).map(at).collect()
    }

    #[test]
    fn a_slope_is_as_steep_on_a_coarser_grid() {
        let terrain = Terrain {
            size: [8, 6],
            wraps: false,
        };
        let coarser = terrain.coarser(3).unwrap();
        assert_eq!(coarser.size, [4, 3]);
        let coarse = terrain.coarsen(&slope(terrain.size), &coarser).unwrap();
        // The mean of four samples lies half a distance beyond the first.
        let wanted: Vec<u32> = slope(coarser.size).iter().map(|h| h + (1 << 15)).collect();
        assert_eq!(coarse, wanted);
    }

    #[test]
    fn a_coarser_grid_has_about_half_the_samples_along_each_axis() {
        let coarser = |size, coarsest| {
            let terrain = Terrain { size, wraps: true };
            terrain.coarser(coarsest).map(|coarser| coarser.size)
        };
        assert_eq!(coarser([256, 257], 64), Some([128, 129]));
        assert_eq!(coarser([768, 768], 64), Some([512, 512]));
        assert_eq!(coarser([640, 320], 64), Some([256, 128]));
        assert_eq!(coarser([256, 256], 181), Some([181, 181]));
        assert_eq!(coarser([256, 256], 182), None);
        assert_eq!(coarser([1, 70], 1), None);
    }

    #[test]
    fn heights_keep_their_mean_whatever_the_ratio() {
        for size in [[10, 10], [17, 10], [23, 31]] {
            let terrain = Terrain { size, wraps: true };
            let coarser = terrain.coarser(7).unwrap();
            let fine: Vec<u32> = (0..size[0] * size[1])
                .map(|i| (i * i % 1013) as u32 * 1000)
                .collect();
            let coarse = terrain.coarsen(&fine, &coarser).unwrap();
            let mean = |of: &[u32]| of.iter().map(|&h| f64::from(h)).sum::<f64>() / of.len() as f64;
            let scaled = mean(&coarse) * terrain.distances_in(&coarser);
            assert!((scaled - mean(&fine)).abs() < 1.0, "{size:?}");
            let mut same = fine.clone();
            terrain
                .refine(&mut same, &coarser, &coarse, &coarse)
                .unwrap();
            assert_eq!(same, fine);
        }
    }

    #[test]
    fn what_is_cut_keeps_its_shape_and_what_is_filled_becomes_level() {
        let terrain = Terrain {
            size: [4, 4],
            wraps: true,
        };
        let coarser = terrain.coarser(1).unwrap();
        let bumps: Vec<u32> = (0..16).map(|i| 1000 + 10 * (i % 2)).collect();
        let before = terrain.coarsen(&bumps, &coarser).unwrap();
        assert_eq!(before, [503; 4]);
        let changed = |after: u32| {
            let mut soil = bumps.clone();
            terrain
                .refine(&mut soil, &coarser, &before, &[after; 4])
                .unwrap();
            [soil[0], soil[1]]
        };
        assert_eq!(changed(503), [1000, 1010]);
        assert_eq!(changed(403), [800, 810]);
        // Rises of 4 and of 20.
        assert_eq!(changed(505), [1008, 1010]);
        assert_eq!(changed(513), [1026, 1026]);
    }

    #[test]
    fn a_change_passes_over_borders_that_meet() {
        let changed = |wraps| {
            let terrain = Terrain {
                size: [8, 8],
                wraps,
            };
            let coarser = terrain.coarser(4).unwrap();
            let mut soil = vec![1 << 20; 64];
            let before = terrain.coarsen(&soil, &coarser).unwrap();
            let mut after = before.clone();
            after[0] -= 1600;
            terrain
                .refine(&mut soil, &coarser, &before, &after)
                .unwrap();
            (1 << 20) - soil[7]
        };
        // Nine sixteenths of 3200 at the first sample, and three of a quarter of that beyond the border.
        assert_eq!([changed(true), changed(false)], [600, 0]);
    }
}
