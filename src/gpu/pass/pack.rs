//! The pass that packs samples into texels.

use bytemuck::{Pod, Zeroable};

use super::stage::{Slot, Stage};
use crate::Result;
use crate::gpu::device::buffers::Owned;
use crate::gpu::device::dispatch::{Dispatch, Resource};
use crate::gpu::device::pipelines::{Binding, Pipelines};
use crate::gpu::device::upload::Upload;
use crate::texel::{Component, Packing};
use crate::wgsl::KERNEL_PACK;

/// Words in a workgroup, and workgroups along x of a dispatch, as in `pack.wgsl`.
const WORKGROUP: u64 = 64;
const WORKGROUPS_X: u64 = 65535;
// Binding numbers, as in the kernel.
const UNIFORM: usize = 0;
const PACKED: usize = 2;

/// The bytes before the texels: the count of saturated samples. A copy into a texture begins at a multiple of a texel's bytes,
/// which are at most 8 where texels are packed to be copied.
pub(crate) const HEAD: u64 = 8;

/// The uniform: `Packing` of `pack.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct PackingWords {
    texels: u32,
    row: u32,
    words: u32,
    channels: u32,
    components: u32,
    zero: f32,
    one: f32,
    bits: u32,
    is_float: u32,
}

/// The kernel with its buffers.
#[derive(Debug)]
pub(crate) struct PackPass {
    stage: Stage,
}

impl PackPass {
    pub fn new() -> PackPass {
        let bindings = [Binding::Uniform, Binding::Read, Binding::Write];
        PackPass {
            stage: Stage::new("pack", KERNEL_PACK, &bindings),
        }
    }

    /// Whether samples are texels already, so that there is nothing to pack.
    pub fn is_idle(packing: &Packing) -> bool {
        packing.format.component() == Component::Float32 && packing.components == packing.channels
    }

    /// Makes room for rows of texels and binds the kernel. Returns the buffer that will hold the count of saturated samples
    /// and then the texels. Call under error scopes.
    pub fn reserve(
        &mut self,
        device: &wgpu::Device,
        pipelines: &Pipelines,
        samples: &Owned,
        rows: &TexelRows,
    ) -> Owned {
        let slots = [
            Slot::Own(size_of::<PackingWords>() as u64),
            Slot::Given(Resource::Own(samples.clone())),
            Slot::Own(HEAD + rows.bytes()),
        ];
        self.stage.reserve(device, pipelines, &slots);
        self.stage.buffer(PACKED).clone()
    }

    /// Uploads how rows are packed.
    pub fn upload(
        &self,
        packing: &Packing,
        rows: &TexelRows,
        upload: &mut dyn Upload,
    ) -> Result<()> {
        self.stage.write(upload, UNIFORM, &[uniform(packing, rows)])
    }

    /// The dispatch that packs rows.
    pub fn dispatch(&self, rows: &TexelRows) -> Dispatch {
        let groups = rows.words().div_ceil(WORKGROUP);
        let workgroups = [
            groups.min(WORKGROUPS_X) as u32,
            groups.div_ceil(WORKGROUPS_X) as u32,
            1,
        ];
        self.stage.dispatch(workgroups)
    }

    /// Drops every buffer.
    pub fn release(&mut self) {
        self.stage.release();
    }
}

/// How packed texels lie in a buffer: in rows, one or many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TexelRows {
    /// Texels of a row.
    texels: u64,
    /// Words from one row to the next.
    words: u64,
    count: u64,
}

impl TexelRows {
    /// All texels one after the other.
    pub fn one(packing: &Packing, texels: u64) -> TexelRows {
        TexelRows {
            texels,
            words: (texels * u64::from(packing.bytes())).div_ceil(4),
            count: 1,
        }
    }

    /// Rows with the alignment from which wgpu copies into a texture.
    pub fn aligned(packing: &Packing, texels: u32, count: u64) -> TexelRows {
        let one = TexelRows::one(packing, texels.into());
        let alignment = u64::from(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT) / 4;
        TexelRows {
            words: one.words.next_multiple_of(alignment),
            count,
            ..one
        }
    }

    /// Bytes from one row to the next.
    pub fn pitch(&self) -> u64 {
        self.words * 4
    }

    /// Bytes of all rows.
    pub fn bytes(&self) -> u64 {
        self.words() * 4
    }

    fn words(&self) -> u64 {
        self.words * self.count
    }
}

fn uniform(packing: &Packing, rows: &TexelRows) -> PackingWords {
    let component = packing.format.component();
    PackingWords {
        texels: rows.texels as u32,
        row: rows.words as u32,
        words: rows.words() as u32,
        channels: packing.channels,
        components: packing.components,
        zero: packing.range[0],
        one: packing.range[1],
        bits: component.bytes() * 8,
        is_float: u32::from(!component.is_unorm()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::kernel::twins::assert_twins;

    #[test]
    fn the_uniform_has_the_layout_of_the_shader() {
        assert_twins!(KERNEL_PACK, "Packing", PackingWords:
            texels row words channels components zero one bits is_float);
    }
}
