//! The samples of one frame, in memory.

#[cfg(feature = "image")]
mod image;

use crate::grid::Brick;
use crate::memory::zeros;
use crate::{Error, Grid, Result};

/// The samples of one frame of a grid.
///
/// The samples lie one after another in one array: x varies fastest, then y, then z. Each sample has 1 to 4 channels, which lie side by side.
///
/// ```
/// use wgpu_noise::{Grid, Noise, cpu};
///
/// let volume = cpu::sample(&Noise::x(), &Grid::new([4, 2]))?;
/// assert_eq!(volume.size(), [4, 2, 1]);
/// assert_eq!(volume.samples(), [0.125, 0.375, 0.625, 0.875, 0.125, 0.375, 0.625, 0.875]);
/// assert_eq!(volume.get(1, 0, 0), Some(&[0.375][..]));
/// # Ok::<(), wgpu_noise::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Volume {
    size: [u32; 3],
    channels: usize,
    /// `size[0] · size[1] · size[2] · channels` values.
    samples: Vec<f32>,
}

impl Volume {
    /// Returns a volume of zeros for one frame of a grid.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`] if the samples do not fit into memory.
    pub(crate) fn zeros(grid: &Grid, channels: usize) -> Result<Volume> {
        let brick = Brick::whole(grid, 0);
        Ok(Volume {
            size: grid.size3(),
            channels,
            samples: zeros(brick.samples().saturating_mul(channels as u64))?,
        })
    }

    /// Makes a volume of `samples`, which are in the order that [`Volume`] describes.
    ///
    /// # Errors
    /// [`Error::Invalid`] if an axis has no sample, if there are not 1 to 4 channels, or if the number of samples is not the
    /// product of the three sizes and `channels`.
    pub fn from_samples(size: [u32; 3], channels: usize, samples: Vec<f32>) -> Result<Volume> {
        if size.contains(&0) {
            let allowed = "three numbers, each at least 1";
            return Err(Error::invalid("size", format!("{size:?}"), allowed));
        }
        if !(1..=4).contains(&channels) {
            return Err(Error::invalid("channels", channels, "1 to 4"));
        }
        let count = size.iter().map(|&n| u128::from(n)).product::<u128>() * channels as u128;
        if count != samples.len() as u128 {
            let given = format!("{} values", samples.len());
            return Err(Error::invalid("samples", given, format!("{count} values")));
        }
        Ok(Volume {
            size,
            channels,
            samples,
        })
    }

    /// Returns the number of samples along x, y and z; 1 for an axis that the grid does not have.
    pub fn size(&self) -> [u32; 3] {
        self.size
    }

    /// Returns the number of channels of a sample: 1 to 4.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Returns the values of all samples.
    pub fn samples(&self) -> &[f32] {
        &self.samples
    }

    /// Returns the values of all samples, to be changed in place.
    pub fn samples_mut(&mut self) -> &mut [f32] {
        &mut self.samples
    }

    /// Returns the values of all samples, without a copy.
    pub fn into_samples(self) -> Vec<f32> {
        self.samples
    }

    /// Returns the values of the samples whose index along z is `z`; `None` outside the volume.
    pub fn slice(&self, z: u32) -> Option<&[f32]> {
        let length = self.samples.len() / self.size[2] as usize;
        self.samples.chunks_exact(length).nth(z as usize)
    }

    /// Returns the channels of the sample at (x, y, z); `None` outside the volume.
    pub fn get(&self, x: u32, y: u32, z: u32) -> Option<&[f32]> {
        let [nx, ny, nz] = self.size;
        if x >= nx || y >= ny || z >= nz {
            return None;
        }
        let [x, y, z, nx, ny] = [x, y, z, nx, ny].map(|n| n as usize);
        let start = ((z * ny + y) * nx + x) * self.channels;
        self.samples.get(start..start + self.channels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_found_by_their_index() {
        let samples: Vec<f32> = (0..2 * 3 * 4 * 2).map(|n| n as f32).collect();
        let volume = Volume::from_samples([2, 3, 4], 2, samples).unwrap();
        assert_eq!(volume.get(0, 0, 0), Some(&[0.0, 1.0][..]));
        assert_eq!(volume.get(1, 2, 3), Some(&[46.0, 47.0][..]));
        assert_eq!(volume.slice(3).map(|slice| slice[0]), Some(36.0));
        assert_eq!(volume.slice(3).map(<[f32]>::len), Some(12));
        let outside = [[2, 0, 0], [0, 3, 0], [0, 0, 4], [u32::MAX; 3]];
        assert!(
            outside
                .iter()
                .all(|&[x, y, z]| volume.get(x, y, z).is_none())
        );
        assert!(volume.slice(4).is_none());
    }

    #[test]
    fn other_numbers_of_samples_are_refused() {
        for (size, channels, count) in [
            ([2, 3, 4], 1, 23),
            ([2, 3, 4], 1, 25),
            ([2, 0, 4], 1, 0),
            ([1, 1, 1], 0, 0),
            ([1, 1, 1], 5, 5),
            ([u32::MAX; 3], 4, 1),
        ] {
            let refused = Volume::from_samples(size, channels, vec![0.0; count]);
            assert!(matches!(refused, Err(Error::Invalid { .. })), "{size:?}");
        }
        assert!(Volume::from_samples([2, 3, 4], 1, vec![0.0; 24]).is_ok());
    }
}
