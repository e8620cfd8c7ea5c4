//! The samples of one time.

use crate::grid::Brick;
use crate::memory::zeros;
use crate::{Grid, Result};

/// The samples of one frame: x fastest, then y, then z; the channels of a sample side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Volume {
    /// Samples along x, y and z; 1 where the grid has no such axis.
    pub size: [u32; 3],
    /// Channels of a sample: 1 to 4.
    pub channels: usize,
    /// `size[0] · size[1] · size[2] · channels` values.
    pub samples: Vec<f32>,
}

impl Volume {
    /// A volume of zeros for one frame of a grid.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory) where there is no room for it.
    pub fn new(grid: &Grid, channels: usize) -> Result<Volume> {
        let brick = Brick::whole(grid, 0);
        Ok(Volume {
            size: grid.size3(),
            channels,
            samples: zeros(brick.samples().saturating_mul(channels as u64))?,
        })
    }

    /// The channels of the sample at (x, y, z); `None` outside the volume.
    pub fn get(&self, x: u32, y: u32, z: u32) -> Option<&[f32]> {
        let [nx, ny, nz] = self.size;
        if x >= nx || y >= ny || z >= nz {
            return None;
        }
        let [x, y, z, nx, ny] = [x, y, z, nx, ny].map(|n| n as usize);
        let at = ((z * ny + y) * nx + x) * self.channels;
        self.samples.get(at..at + self.channels)
    }
}
