//! The pass that erodes a terrain: three kernels for a step.

use bytemuck::{Pod, Zeroable};

use super::stage::{Slot, Stage};
use crate::Result;
use crate::erosion::Task;
use crate::erosion::rules::{Cell, Rates};
use crate::erosion::terrain::Terrain;
use crate::gpu::device::buffers::Owned;
use crate::gpu::device::dispatch::{Dispatch, Resource};
use crate::gpu::device::limits::storage_bytes;
use crate::gpu::device::pipelines::{Binding, Pipelines};
use crate::gpu::device::upload::Upload;
use crate::wgsl::KERNELS_OF_EROSION;

/// Samples along x and y in a workgroup, as in the kernels.
const WORKGROUP: [u32; 2] = [16, 4];
// Binding numbers, as in the kernels.
const UNIFORM: usize = 0;
const CELLS: usize = 1;
const BINDINGS: [Binding; 5] = {
    use Binding::{Uniform, Write};
    [Uniform, Write, Write, Write, Write]
};

/// The uniform: `Erosion` of `terrain.wgsl`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
struct ErosionWords {
    key: [u32; 4],
    size: [u32; 2],
    talus: [u32; 2],
    wraps: u32,
    rain: u32,
    remains: u32,
    capacity: u32,
    dissolving: u32,
    deposition: u32,
    rainy: u32,
    creep: u32,
}

/// The bytes of a sample's shares, as in the kernels. The other buffers are smaller.
const SHARES: usize = 16;

/// The kernels of one erosion, with its buffers.
#[derive(Debug)]
pub(crate) struct ErosionPass {
    /// It owns the buffers of all three.
    flow: Stage,
    wash: Stage,
    slide: Stage,
    words: ErosionWords,
}

impl ErosionPass {
    pub fn new(task: &Task) -> ErosionPass {
        let [flow, wash, slide] = KERNELS_OF_EROSION;
        let stage = |label, wgsl: &'static str| Stage::new(label, wgsl, &BINDINGS);
        ErosionPass {
            flow: stage("erosion: flow", flow),
            wash: stage("erosion: wash", wash),
            slide: stage("erosion: slide", slide),
            words: words(&task.terrain, &task.rates),
        }
    }

    /// Whether a device of these limits can bind the buffers of a terrain and dispatch its samples.
    pub fn fits(limits: &wgpu::Limits, terrain: &Terrain) -> bool {
        let [x, y] = terrain.size;
        let bytes = (x * y * SHARES) as u64;
        bytes <= storage_bytes(limits)
            && (terrain.size.into_iter().zip(WORKGROUP)).all(|(n, group)| {
                n.div_ceil(group as usize) <= limits.max_compute_workgroups_per_dimension as usize
            })
    }

    /// Makes the buffers, which are zero, and binds the kernels to them. Returns the buffer of the cells. Call under error
    /// scopes.
    pub fn reserve(&mut self, device: &wgpu::Device, pipelines: &Pipelines) -> Owned {
        let [x, y] = self.words.size;
        let room = |bytes: usize| Slot::Own(u64::from(x) * u64::from(y) * bytes as u64);
        let own = [
            Slot::Own(size_of::<ErosionWords>() as u64),
            room(size_of::<Cell>()),
            room(size_of::<Cell>()),
            room(SHARES),
            Slot::Own(size_of::<u32>() as u64),
        ];
        self.flow.reserve(device, pipelines, &own);
        let shared = [0, 1, 2, 3, 4]
            .map(|binding| Slot::Given(Resource::Own(self.flow.buffer(binding).clone())));
        self.wash.reserve(device, pipelines, &shared);
        self.slide.reserve(device, pipelines, &shared);
        self.flow.buffer(CELLS).clone()
    }

    /// Uploads the numbers and the cells before the first step.
    pub fn upload(&self, cells: &[Cell], upload: &mut dyn Upload) -> Result<()> {
        self.flow.write(upload, UNIFORM, &[self.words])?;
        self.flow.write(upload, CELLS, cells)
    }

    /// The dispatches of a step.
    pub fn step(&self) -> [Dispatch; 3] {
        let [x, y] = [0, 1].map(|axis| self.words.size[axis].div_ceil(WORKGROUP[axis]));
        [&self.flow, &self.wash, &self.slide].map(|stage| stage.dispatch([x, y, 1]))
    }
}

fn words(terrain: &Terrain, rates: &Rates) -> ErosionWords {
    ErosionWords {
        key: rates.key,
        size: terrain.size.map(|n| n as u32),
        talus: rates.talus,
        wraps: u32::from(terrain.wraps),
        rain: rates.rain,
        remains: rates.remains,
        capacity: rates.capacity,
        dissolving: rates.dissolving,
        deposition: rates.deposition,
        rainy: rates.rainy,
        creep: rates.creep,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::kernel::twins::assert_twins;

    #[test]
    fn the_uniform_has_the_layout_of_the_shader() {
        assert_twins!(KERNELS_OF_EROSION[0], "Erosion", ErosionWords:
            key size talus wraps rain remains capacity dissolving deposition rainy creep);
    }

    #[test]
    fn cells_have_the_layout_of_the_shader() {
        assert_twins!(KERNELS_OF_EROSION[0], "Cell", Cell: soil water load);
    }

    #[test]
    fn a_terrain_fits_whose_buffers_and_dispatches_are_within_the_limits() {
        let limits = wgpu::Limits::default();
        let fits = |size| ErosionPass::fits(&limits, &Terrain { size, wraps: false });
        // 128 MiB of shares.
        assert!(fits([2048, 4096]));
        assert!(!fits([2048, 4097]));
        assert!(!fits([16 * 65535 + 1, 1]));
    }
}
