//! Backends that are wrong on purpose: what every comparison must notice.

use wgpu_noise::grid::Brick;
use wgpu_noise::program::Job;
use wgpu_noise::texel::Packing;
use wgpu_noise::verify::Case;
use wgpu_noise::{Backend, Grid, Result};

/// A way to be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// Adds this to every sample.
    Adds(f32),
    /// Adds this to the last sample of a brick alone.
    AddsToLast(f32),
    /// Leaves the last sample of a brick as it was.
    LeavesLast,
    /// Takes each sample's neighbour along x for the sample.
    ShiftsBySample,
    /// Takes x for y and y for x; the grid has as many samples along both.
    SwapsAxes,
    /// Computes the frame before.
    LateByAFrame,
    /// What it computes depends on where the brick begins.
    DependsOnBrick,
}

impl Fault {
    pub const ALL: [Fault; 7] = [
        Fault::Adds(2e-6),
        Fault::AddsToLast(2e-6),
        Fault::LeavesLast,
        Fault::ShiftsBySample,
        Fault::SwapsAxes,
        Fault::LateByAFrame,
        Fault::DependsOnBrick,
    ];
}

/// A backend with a fault.
pub struct Wrong {
    pub right: Box<dyn Backend>,
    pub fault: Fault,
}

impl Backend for Wrong {
    fn name(&self) -> &'static str {
        "wrong"
    }

    fn grid(&self) -> &Grid {
        self.right.grid()
    }

    fn channels(&self) -> usize {
        self.right.channels()
    }

    fn fill(&mut self, brick: &Brick, packing: &Packing, out: &mut [u8]) -> Result<u64> {
        let last = out.len() - size_of::<f32>();
        let before: [u8; 4] = out[last..].try_into().expect("four bytes");
        let saturated = self.right.fill(brick, packing, out)?;
        let mut samples: Vec<f32> = bytemuck::pod_collect_to_vec(out);
        self.spoil(brick, &mut samples);
        out.copy_from_slice(bytemuck::cast_slice(&samples));
        if self.fault == Fault::LeavesLast {
            out[last..].copy_from_slice(&before);
        }
        Ok(saturated)
    }
}

impl Wrong {
    fn spoil(&self, brick: &Brick, samples: &mut [f32]) {
        match self.fault {
            Fault::Adds(error) => samples.iter_mut().for_each(|sample| *sample += error),
            Fault::AddsToLast(error) => {
                if let Some(last) = samples.last_mut() {
                    *last += error;
                }
            }
            Fault::ShiftsBySample => samples.rotate_left(self.channels()),
            Fault::SwapsAxes => {
                let [nx, ny] = [brick.size[0] as usize, brick.size[1] as usize];
                let right = samples.to_vec();
                for (i, sample) in samples.iter_mut().take(nx * ny).enumerate() {
                    *sample = right[i % nx * nx + i / nx];
                }
            }
            Fault::DependsOnBrick => {
                let error = 2e-6 * (1 + brick.start[0] + brick.start[1] + brick.start[2]) as f32;
                samples.iter_mut().for_each(|sample| *sample += error);
            }
            Fault::LateByAFrame => samples.rotate_right(samples.len() / brick.size[3] as usize),
            Fault::LeavesLast => {}
        }
    }
}

/// A maker of a backend with a fault.
pub fn with_fault(
    fault: Fault,
    make: fn(&Case, Job) -> Result<Box<dyn Backend>>,
) -> impl Fn(&Case, Job) -> Result<Box<dyn Backend>> {
    move |case, job| {
        let right = make(case, job)?;
        Ok(Box::new(Wrong { right, fault }))
    }
}
