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
    /// Returns the grid that has one sample for 2×2 of this one, unless it had less than `fewest` along an axis. Where opposite
    /// borders meet, all samples must have a partner.
    pub fn coarser(&self, fewest: usize) -> Option<Terrain> {
        let size = self.size.map(|n| n.div_ceil(2));
        let pairs = !self.wraps || self.size.iter().all(|n| n % 2 == 0);
        let wraps = self.wraps;
        (pairs && size.iter().all(|n| *n >= fewest)).then_some(Terrain { size, wraps })
    }

    /// Returns the mean heights of soil on a coarser grid, where they count distances twice as long.
    pub fn coarsen(&self, soil: &[u32], coarser: &Terrain) -> Result<Vec<u32>> {
        let [width, height] = self.size;
        let [columns, rows] = coarser.size;
        collect((0..columns * rows).map(|i| {
            let pair = |n: usize, end: usize| [2 * n, (2 * n + 1).min(end - 1)];
            let [left, right] = pair(i % columns, width);
            let sum = |y: usize| soil[y * width + left] + soil[y * width + right];
            let [above, below] = pair(i / columns, height).map(sum);
            (above + below) >> 3
        }))
    }

    /// Changes heights of soil as those of a coarser grid have changed.
    ///
    /// Where soil was taken, all is lowered alike, so that what is finer than the coarser grid stays. Where soil came to lie,
    /// it fills hollows up to the new height of the coarser grid: a sample rises by at most twice the change.
    pub fn refine(&self, soil: &mut [u32], coarser: &Terrain, before: &[u32], after: &[u32]) {
        let [columns, rows] = coarser.size;
        for (y, soil) in soil.chunks_exact_mut(self.size[0]).enumerate() {
            let [row, next_row] = self.nearest(y, rows);
            for (x, soil) in soil.iter_mut().enumerate() {
                let [column, next_column] = self.nearest(x, columns);
                let at = |of: &[u32]| {
                    let row_at = |row: usize| {
                        let of = &of[row * columns..][..columns];
                        3 * u64::from(of[column]) + u64::from(of[next_column])
                    };
                    // A quarter for each axis, and twice for the distance.
                    ((3 * row_at(row) + row_at(next_row)) >> 3) as u32
                };
                let (before, after) = (at(before), at(after));
                *soil = match after.checked_sub(before) {
                    Some(rise) => after.clamp(*soil, *soil + 2 * rise),
                    None => soil.saturating_sub(before - after),
                };
            }
        }
    }

    /// Returns the nearest place of a coarser grid, of `end` places, and the second nearest.
    fn nearest(&self, place: usize, end: usize) -> [usize; 2] {
        let nearest = place / 2;
        let next = match (place % 2, self.wraps) {
            (0, true) => (nearest + end - 1) % end,
            (0, false) => nearest.saturating_sub(1),
            (_, true) => (nearest + 1) % end,
            (_, false) => (nearest + 1).min(end - 1),
        };
        [nearest, next]
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
    fn grids_end_where_they_have_too_few_samples_or_none_to_pair() {
        let coarser = |size, wraps, fewest| {
            let terrain = Terrain { size, wraps };
            terrain.coarser(fewest).map(|coarser| coarser.size)
        };
        assert_eq!(coarser([257, 256], false, 64), Some([129, 128]));
        assert_eq!(coarser([257, 256], true, 64), None);
        assert_eq!(coarser([256, 256], true, 128), Some([128, 128]));
        assert_eq!(coarser([256, 256], true, 129), None);
        assert_eq!(coarser([256, 100], false, 51), None);
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
        assert_eq!(before, [502; 4]);
        let changed = |after: u32| {
            let mut soil = bumps.clone();
            terrain.refine(&mut soil, &coarser, &before, &[after; 4]);
            [soil[0], soil[1]]
        };
        assert_eq!(changed(502), [1000, 1010]);
        assert_eq!(changed(402), [800, 810]);
        // Rises of 4 and of 20.
        assert_eq!(changed(504), [1008, 1010]);
        assert_eq!(changed(512), [1024, 1024]);
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
            terrain.refine(&mut soil, &coarser, &before, &after);
            (1 << 20) - soil[7]
        };
        // Nine sixteenths of 3200 at the first sample, and three of a quarter of that beyond the border.
        assert_eq!([changed(true), changed(false)], [600, 0]);
    }
}
