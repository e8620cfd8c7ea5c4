//! What computes samples: the reference, the CPU, the GPU.

use crate::grid::Brick;
use crate::texel::Packing;
use crate::{Error, Grid, Result, Volume};

/// A noise on a grid, ready to be computed brick by brick.
///
/// Implemented by [`reference::Reference`](crate::reference::Reference), [`cpu::Cpu`](crate::cpu::Cpu)
/// and, with the feature `gpu`, by `gpu::Gpu`.
pub trait Backend {
    /// The name on the command line: `reference`, `cpu`, `gpu`.
    fn name(&self) -> &'static str;

    /// The grid.
    fn grid(&self) -> &Grid;

    /// Channels of a sample: 1 to 4.
    fn channels(&self) -> usize;

    /// Fills `out` with the texels of a brick, x fastest, then y, z, frames, and returns how many samples lay outside the
    /// packing's range.
    ///
    /// # Errors
    /// [`Error::Invalid`] where the brick lies outside the grid, the packing has another number of
    /// channels, or `out` is not exactly as long as the texels; what fails on the machine otherwise.
    fn fill(&mut self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64>;

    /// The samples of one frame.
    ///
    /// # Errors
    /// As [`Backend::fill`], and [`Error::OutOfHostMemory`].
    fn sample(&mut self, frame: u32) -> Result<Volume> {
        let mut volume = Volume::new(self.grid(), self.channels())?;
        let brick = Brick::whole(self.grid(), frame);
        let packing = Packing::samples(self.channels() as u32)?;
        self.fill(
            &brick,
            &packing,
            bytemuck::cast_slice_mut(&mut volume.samples),
        )?;
        Ok(volume)
    }
}

/// Checks what every backend is asked for; each calls it first.
pub(crate) fn check(
    grid: &Grid,
    channels: usize,
    brick: &Brick,
    packing: &Packing,
    out: usize,
) -> Result<()> {
    if !brick.is_within(grid) {
        let allowed = format!("a brick within {}", grid.describe_size());
        return Err(Error::invalid("brick", format!("{brick:?}"), allowed));
    }
    if packing.channels as usize != channels {
        return Err(Error::invalid(
            "channels",
            packing.channels,
            channels.to_string(),
        ));
    }
    let bytes = u128::from(brick.samples()) * u128::from(packing.bytes());
    if bytes != out as u128 {
        return Err(Error::invalid(
            "out",
            format!("{out} bytes"),
            format!("{bytes} bytes"),
        ));
    }
    Ok(())
}
