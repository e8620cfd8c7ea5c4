//! The interface of what computes samples: the reference, the CPU and the GPU.

use std::time::Duration;

use crate::grid::Brick;
use crate::texel::Packing;
use crate::{Error, Grid, Result, Volume, erosion};

/// A noise on a grid, ready to be computed brick by brick.
///
/// It is implemented by [`reference::Reference`](crate::reference::Reference), [`cpu::Cpu`](crate::cpu::Cpu)
/// and, with the feature `gpu`, by `gpu::Gpu`.
///
/// # Backends outside this crate
///
/// Anyone can implement the trait: a cache in front of another backend, or a connection to one on another machine, needs no more
/// than its methods, and [`verify::run`](crate::verify::run) compares it with the reference. A backend with kernels of its own
/// starts from the graph, [`Program::noises`](crate::Program::noises), as the reference does, or from the shader source that
/// `snippet` writes. The operations of a [`Program`](crate::Program) are not public: they change with every new optimisation,
/// and a list that others depend on could not.
pub trait Backend {
    /// Returns the name on the command line: `reference`, `cpu` or `gpu`.
    fn name(&self) -> &'static str;

    /// Returns the grid.
    fn grid(&self) -> &Grid;

    /// Returns the number of channels of a sample: 1 to 4, or more for a job of several outputs.
    fn channels(&self) -> usize;

    /// Fills `out` with the texels of a brick, in which x varies fastest, then y, z and the frame. Returns how many values
    /// were outside the packing's range, as [`Packing::pack`] does.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the brick is not within the grid, if the packing has another number of channels, or if `out` is
    /// not exactly as long as the texels; and failures of the machine, such as [`Error::DeviceLost`].
    fn fill(&mut self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64>;

    /// A hint before a call of [`Backend::fill`]: the call after that one will fill this brick, with the same packing. A backend
    /// may begin it while it still copies the texels of the first; the default does nothing.
    fn announce(&mut self, _next: &Brick) {}

    /// Returns where the time of its device went since the last call; `None` for a backend without one.
    fn take_device_times(&mut self) -> Option<DeviceTimes> {
        None
    }

    /// Erodes a terrain, given and returned as heights of soil, where this backend is faster than the CPU; returns whether
    /// it has. All return the same bits. Not part of the API.
    #[doc(hidden)]
    fn erode(&mut self, _task: &erosion::Task, _soil: &mut [u32]) -> Result<bool> {
        Ok(false)
    }

    /// Computes the samples of one frame.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there is no such frame; those of [`Backend::fill`], and [`Error::OutOfHostMemory`].
    fn sample(&mut self, frame: u32) -> Result<Volume> {
        let frames = self.grid().frames.unwrap_or(1);
        if frame >= frames {
            return Err(Error::invalid(
                "frame",
                frame,
                format!("0 to {}", frames - 1),
            ));
        }
        let mut volume = Volume::zeros(self.grid(), self.channels())?;
        let brick = Brick::whole(self.grid(), frame);
        let packing = Packing::samples(self.channels() as u32)?;
        self.fill(
            &brick,
            &packing,
            bytemuck::cast_slice_mut(volume.samples_mut()),
        )?;
        Ok(volume)
    }
}

/// Where the time of a device went. One part of a brick may be computed while another is copied.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct DeviceTimes {
    /// How long the device computed, by its own clock; `None` if it has none that programs may read.
    pub computing: Option<Duration>,
    /// How long texels were copied from the device's memory, as the host sees it, to where the caller wants them.
    pub copying: Duration,
}

/// Checks the arguments of [`Backend::fill`]. Every backend calls it first.
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
