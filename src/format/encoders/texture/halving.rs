//! The filter of mip levels: from the rows of a level to those of the next, as they come.
//!
//! A texel is the mean of the level before over the box that it covers, as `gpu::Mips` computes it. Along an axis of an even
//! number of texels these are two texels. Of an odd number, 2n + 1, a texel of the next level is 2 + 1/n texels long: it covers
//! one texel and parts of the two beside it, so that no texel is left out and nothing is shifted. Texel i of n has the weights
//! n − i, n and i + 1, of 2n + 1 in all.

use crate::Result;
use crate::memory::zeros;

/// Halves a level. It keeps at most two rows and two slices of the next level.
pub struct Halving {
    channels: usize,
    x: Axis,
    rows: Sums,
    slices: Sums,
    /// The index along y and z of the row to come.
    at: [u32; 2],
}

impl Halving {
    /// For a level of so many texels along x, y and z.
    pub fn new([x, y, z]: [u32; 3], channels: u32) -> Result<Halving> {
        let [x, y, z] = [x, y, z].map(Axis::new);
        let row = u64::from(x.to) * u64::from(channels);
        Ok(Halving {
            channels: channels as usize,
            x,
            rows: Sums::new(y, row)?,
            slices: Sums::new(z, row * u64::from(y.to))?,
            at: [0, 0],
        })
    }

    /// Returns the number of bytes that it keeps.
    pub fn bytes([x, y, z]: [u32; 3], channels: u32) -> u64 {
        let [x, y, z] = [x, y, z].map(Axis::new);
        let row = 4 * u64::from(x.to) * u64::from(channels);
        row * y.kept() + row * u64::from(y.to) * z.kept()
    }

    /// Takes the next row. If it completes a row of the next level, that one replaces it, and the result is true.
    pub fn halve(&mut self, row: &mut Vec<f32>) -> bool {
        let [y, z] = self.at;
        self.at = match y + 1 {
            next if next < self.rows.axis.from => [next, z],
            _ => [0, z + 1],
        };
        self.x.halve(row, self.channels);
        let Some(y) = self.rows.add(y, 0, row) else {
            return false;
        };
        let place = y as usize * row.len();
        self.slices.add(z, place, row).is_some()
    }
}

/// An axis of a level, and how many texels the next level has along it.
#[derive(Clone, Copy)]
struct Axis {
    from: u32,
    to: u32,
}

impl Axis {
    fn new(from: u32) -> Axis {
        Axis {
            from,
            to: (from / 2).max(1),
        }
    }

    /// Returns how many texels a texel of the next level covers, at least in part: 1 to 3, the first of which is twice its index.
    fn covered(self) -> u32 {
        match self.from {
            1 => 1,
            even if even.is_multiple_of(2) => 2,
            _ => 3,
        }
    }

    /// Returns how many texels of the next level are begun at a time; none if the next level is the same along this axis.
    fn kept(self) -> u64 {
        u64::from(self.covered() - 1)
    }

    /// Returns the weight of one of the texels that texel `of` of the next level covers. The sum of the weights is 1.
    fn weight(self, of: u32, which: u32) -> f32 {
        let Axis { from, to } = self;
        let length = match (self.covered(), which) {
            (3, 0) => to - of,
            (3, 2) => of + 1,
            _ => to,
        };
        (f64::from(length) / f64::from(from)) as f32
    }

    /// Halves a row along itself.
    fn halve(self, row: &mut Vec<f32>, channels: usize) {
        for of in 0..self.to {
            let weights = [0, 1, 2].map(|which| self.weight(of, which));
            let weights = &weights[..self.covered() as usize];
            let (first, of) = (2 * of as usize * channels, of as usize * channels);
            for channel in 0..channels {
                let texels = row[first + channel..].iter().step_by(channels);
                // What is read here was not written yet: no texel moves up.
                let mean = texels.zip(weights).map(|(texel, weight)| texel * weight);
                row[of + channel] = mean.sum();
            }
        }
        row.truncate(self.to as usize * channels);
    }
}

/// The texels of the next level that are begun, along y or z: rows or slices.
struct Sums {
    axis: Axis,
    /// The number of values of one of them.
    length: usize,
    sums: Vec<f32>,
}

impl Sums {
    fn new(axis: Axis, length: u64) -> Result<Sums> {
        let sums = zeros(axis.kept() * length)?;
        Ok(Sums {
            axis,
            length: length as usize,
            sums,
        })
    }

    /// Adds the values of index `i` along the axis that lie from `place` on. If they complete those of the next level, these
    /// replace them, and the result is their index.
    fn add(&mut self, i: u32, place: usize, values: &mut [f32]) -> Option<u32> {
        let Axis { to, .. } = self.axis;
        let covered = self.axis.covered();
        if covered == 1 {
            return Some(0);
        }
        let half = i / 2;
        // A third texel, which ends one of the next level, also begins one.
        let third = (covered == 3 && i.is_multiple_of(2) && half > 0).then(|| (half - 1, 2));
        let other = (half < to).then_some((half, i % 2));
        let mut complete = None;
        for (of, which) in third.into_iter().chain(other) {
            let weight = self.axis.weight(of, which);
            let start = of as usize % (covered as usize - 1) * self.length + place;
            let sums = &mut self.sums[start..][..values.len()];
            match which {
                0 => (sums.iter_mut().zip(&*values)).for_each(|(sum, v)| *sum = weight * v),
                _ => (sums.iter_mut().zip(&*values)).for_each(|(sum, v)| *sum += weight * v),
            }
            if which == covered - 1 {
                complete = Some((of, start));
            }
        }
        let (of, start) = complete?;
        values.copy_from_slice(&self.sums[start..][..values.len()]);
        Some(of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The next level by its definition, in f64: what `shaders/kernels/mip.wgsl` computes for each texel.
    fn defined(level: &[f32], from: [u32; 3], to: [u32; 3], channels: usize) -> Vec<f64> {
        let covered = |axis: usize, of: u32, i: u32| {
            let (from, to) = (u64::from(from[axis]), u64::from(to[axis]));
            let (of, i) = (u64::from(of), u64::from(i));
            let high = ((of + 1) * from).min((i + 1) * to);
            high.saturating_sub((of * from).max(i * to)) as f64 / from as f64
        };
        let mut next = Vec::new();
        for z in 0..to[2] {
            for y in 0..to[1] {
                for x in 0..to[0] {
                    let mut texel = vec![0.0; channels];
                    for k in 0..from[2] {
                        for j in 0..from[1] {
                            for i in 0..from[0] {
                                let weight = covered(0, x, i) * covered(1, y, j) * covered(2, z, k);
                                let at = ((k * from[1] + j) * from[0] + i) as usize * channels;
                                for (sum, value) in texel.iter_mut().zip(&level[at..]) {
                                    *sum += weight * f64::from(*value);
                                }
                            }
                        }
                    }
                    next.extend(texel);
                }
            }
        }
        next
    }

    fn halved(level: &[f32], from: [u32; 3], channels: usize) -> Vec<f32> {
        let mut halving = Halving::new(from, channels as u32).unwrap();
        let mut next = Vec::new();
        for row in level.chunks(from[0] as usize * channels) {
            let mut row = row.to_vec();
            if halving.halve(&mut row) {
                next.extend(row);
            }
        }
        next
    }

    fn worst(found: &[f32], expected: &[f64]) -> f64 {
        assert_eq!(found.len(), expected.len());
        let apart = found.iter().zip(expected);
        apart.fold(0.0, |worst, (a, b)| worst.max((f64::from(*a) - b).abs()))
    }

    #[test]
    fn a_level_is_the_mean_of_what_its_texels_cover() {
        for from in [
            [1, 1, 1],
            [2, 2, 2],
            [3, 3, 3],
            [8, 6, 1],
            [7, 5, 1],
            [9, 1, 1],
            [1, 7, 4],
            [5, 4, 3],
            [2, 1, 9],
            [13, 11, 7],
        ] {
            for channels in 1..=4 {
                let count = from.iter().product::<u32>() as usize * channels;
                let level: Vec<f32> = (0..count)
                    .map(|i| ((i * 7919) % 1009) as f32 / 1009.0)
                    .collect();
                let to = from.map(|side| (side / 2).max(1));
                let expected = defined(&level, from, to, channels);
                let found = halved(&level, from, channels);
                let error = worst(&found, &expected);
                assert!(error < 4e-7, "{from:?} {channels}: {error}");

                // The controls: a filter that leaves out the last texel of an odd size, and one texel that is wrong.
                let even = from.map(|side| match side {
                    1 => 1,
                    _ => side / 2 * 2,
                });
                if even != from {
                    let cut = defined(&cut(&level, from, even, channels), even, to, channels);
                    assert!(worst(&found, &cut) > 1e-3, "{from:?}");
                }
                let mut other = level;
                other[count / 2] += 0.5;
                assert!(worst(&halved(&other, from, channels), &expected) > 1e-4);
            }
        }
    }

    fn cut(level: &[f32], from: [u32; 3], to: [u32; 3], channels: usize) -> Vec<f32> {
        let [nx, ny, _] = from.map(|side| side as usize);
        let [x, y, z] = to.map(|side| side as usize);
        let rows = (0..z).flat_map(|k| (0..y).map(move |j| (k * ny + j) * nx));
        rows.flat_map(|row| &level[row * channels..][..x * channels])
            .copied()
            .collect()
    }

    #[test]
    fn two_texels_have_the_same_weight_to_the_bit() {
        assert_eq!(halved(&[1.0, 2.0, 5.0, 8.0], [4, 1, 1], 1), [1.5, 6.5]);
        assert_eq!(halved(&[1.0, 2.0, 5.0, 8.0], [2, 2, 1], 1), [4.0]);
        // An odd row of one value keeps it.
        assert_eq!(halved(&[0.25; 5], [5, 1, 1], 1), [0.25; 2]);
    }
}
