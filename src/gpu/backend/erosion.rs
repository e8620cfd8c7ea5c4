//! An erosion on the device, in submissions of some steps each.

use super::Gpu;
use crate::erosion::Task;
use crate::erosion::rules::Cell;
use crate::gpu::device::buffers::Owned;
use crate::gpu::pass::erosion::ErosionPass;
use crate::memory::{collect, zeros};
use crate::pacing::Pacing;
use crate::stopwatch::Stopwatch;
use crate::{Error, Result};

impl Gpu {
    /// Erodes the heights of soil on the device, unless the CPU is faster or the device lacks the memory; returns whether it has.
    pub(super) async fn erode_async(&mut self, task: &Task, soil: &mut [u32]) -> Result<bool> {
        let device = self.context.device();
        if device.adapter_info().device_type == wgpu::DeviceType::Cpu
            || !ErosionPass::fits(&device.limits(), &task.terrain)
        {
            return Ok(false);
        }
        match self.erode_here(task, soil).await {
            Err(Error::OutOfDeviceMemory(_)) => Ok(false),
            outcome => outcome.map(|()| true),
        }
    }

    /// Erodes the heights of soil on the device, whichever that is. After an error they are what they were. Not part of the API.
    ///
    /// # Errors
    /// As [`Gpu::fill_async`], and [`Error::OutOfHostMemory`].
    #[doc(hidden)]
    pub async fn erode_here(&mut self, task: &Task, soil: &mut [u32]) -> Result<()> {
        let mut pass = ErosionPass::new(task);
        let before: Vec<Cell> = collect(soil.iter().map(|&soil| Cell::from([soil, 0, 0])))?;
        let context = self.context.clone();
        let cells = context.attempt(|device, mut queue| {
            let cells = pass.reserve(device, context.pipelines());
            pass.upload(&before, &mut queue)?;
            Ok(cells)
        });
        let cells = cells.await?;
        drop(before);
        let mut pacing = Pacing::new(1, task.iterations.into());
        let mut left = u64::from(task.iterations);
        while left > 0 {
            let (steps, watch) = (pacing.size().min(left), Stopwatch::start());
            self.take_steps(&pass, &cells, steps).await?;
            if let Some(time) = watch.elapsed() {
                pacing.measured(steps, time);
            }
            left -= steps;
        }
        let bytes = 0..(soil.len() * size_of::<Cell>()) as u64;
        let ticket = self.readback.begin(&cells, bytes, |_| Ok(()));
        let mut after: Vec<u32> = zeros(soil.len() as u64)?;
        let read = |bytes: &[u8]| {
            for (after, cell) in after.iter_mut().zip(bytemuck::cast_slice::<_, Cell>(bytes)) {
                *after = cell.settled();
            }
        };
        self.readback.finish(ticket.await?, read).await?;
        soil.copy_from_slice(&after);
        Ok(())
    }

    /// Does some steps, and waits for their end.
    async fn take_steps(&self, pass: &ErosionPass, cells: &Owned, steps: u64) -> Result<()> {
        let submitted = self.readback.begin(cells, 0..4, |encoder| {
            let mut recorded = encoder.begin_compute_pass(&Default::default());
            for _ in 0..steps {
                pass.step()
                    .iter()
                    .for_each(|dispatch| dispatch.record(&mut recorded));
            }
            Ok(())
        });
        self.readback.finish(submitted.await?, |_| ()).await
    }
}
