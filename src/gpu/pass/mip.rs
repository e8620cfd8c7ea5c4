//! The pass that averages a mip level into the samples of the next.

use bytemuck::{Pod, Zeroable};

use super::stage::{Slot, Stage};
use super::texture::{in_wgsl, view, view_dimension};
use crate::Result;
use crate::gpu::device::buffers::Owned;
use crate::gpu::device::dispatch::{Dispatch, Resource};
use crate::gpu::device::pipelines::{Binding, Pipelines};
use crate::gpu::device::upload::Upload;
use crate::grid::Brick;
use crate::wgsl::KERNEL_MIP;

/// Texels along x in a workgroup, as in `mip.wgsl`.
const WORKGROUP: u32 = 64;
/// A binding number, as in the kernel.
const UNIFORM: usize = 0;

/// The uniform: `Mip` of `mip.wgsl`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct MipWords {
    pub size: [u32; 3],
    pub channels: u32,
    pub first: [u32; 3],
    pub padding: u32,
    pub whole: [u32; 3],
    pub padding2: u32,
    pub above: [u32; 3],
    pub padding3: u32,
}

/// The kernel of a texture, with its buffer.
#[derive(Debug)]
pub(crate) struct MipPass {
    stage: Stage,
    above: wgpu::TextureView,
}

impl MipPass {
    /// For the samples of a mip level, from the level above it; of an array, in one layer. Call under error scopes.
    pub fn new(texture: &wgpu::Texture, layer: u32, level: u32) -> MipPass {
        let above = Binding::Load(view_dimension(texture));
        let bindings = [Binding::Uniform, Binding::Write, above];
        MipPass {
            stage: Stage::new("mip", kernel(texture), &bindings),
            above: view(texture, layer, level - 1),
        }
    }

    /// Makes room for the uniform and binds the kernel to samples. Call under error scopes.
    pub fn reserve(&mut self, device: &wgpu::Device, pipelines: &Pipelines, samples: &Owned) {
        let slots = [
            Slot::Own(size_of::<MipWords>() as u64),
            Slot::Given(Resource::Own(samples.clone())),
            Slot::Given(Resource::View(self.above.clone())),
        ];
        self.stage.reserve(device, pipelines, &slots);
    }

    /// Uploads which brick of which level is computed.
    pub fn upload(&self, words: &MipWords, upload: &mut dyn Upload) -> Result<()> {
        self.stage.write(upload, UNIFORM, &[*words])
    }

    /// The dispatch that computes a brick of a level.
    pub fn dispatch(&self, brick: &Brick) -> Dispatch {
        let [x, y, z, _] = brick.size;
        self.stage.dispatch([x.div_ceil(WORKGROUP), y, z])
    }
}

/// `mip.wgsl` for a texture: WGSL names the dimension of a texture in its type.
fn kernel(texture: &wgpu::Texture) -> String {
    let (dimension, coordinates) = in_wgsl(texture);
    format!(
        "@group(0) @binding(2) var above: texture_{dimension}<f32>;\n\n\
         fn texel(at: vec3<u32>) -> vec4<f32> {{\n    return textureLoad(above, {coordinates}, 0);\n}}\n\n{KERNEL_MIP}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::kernel::twins::assert_twins;

    #[test]
    fn the_uniform_has_the_layout_of_the_shader() {
        let texel = "fn texel(at: vec3<u32>) -> vec4<f32> { return vec4<f32>(); }";
        assert_twins!(&[texel, KERNEL_MIP].concat(), "Mip", MipWords:
            size channels first padding whole padding2 above padding3);
    }
}
