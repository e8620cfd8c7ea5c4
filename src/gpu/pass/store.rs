//! The pass that stores samples in a storage texture.

use bytemuck::{Pod, Zeroable};

use super::stage::{Slot, Stage};
use super::texture::{in_wgsl, view, view_dimension};
use crate::Result;
use crate::gpu::device::buffers::Owned;
use crate::gpu::device::dispatch::{Dispatch, Resource};
use crate::gpu::device::formats;
use crate::gpu::device::pipelines::{Binding, Pipelines};
use crate::gpu::device::upload::Upload;
use crate::grid::Brick;
use crate::texel::Packing;
use crate::wgsl::KERNEL_STORE;

/// Texels along x in a workgroup, as in `store.wgsl`.
const WORKGROUP: u32 = 64;
/// A binding number, as in the kernel.
const UNIFORM: usize = 0;

/// The uniform: `Store` of `store.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct StoreWords {
    size: [u32; 3],
    channels: u32,
    first: [u32; 3],
    bits: u32,
    zero: f32,
    one: f32,
    padding: [u32; 2],
}

/// The kernel of a texture, with its buffer.
#[derive(Debug)]
pub(super) struct StorePass {
    stage: Stage,
    texels: wgpu::TextureView,
}

impl StorePass {
    /// For one mip level of a texture; of an array, in one layer. Call under error scopes.
    pub fn new(texture: &wgpu::Texture, layer: u32, level: u32) -> StorePass {
        let stored = Binding::Store(texture.format(), view_dimension(texture));
        let bindings = [Binding::Uniform, Binding::Read, stored];
        StorePass {
            stage: Stage::new("store", kernel(texture), &bindings),
            texels: view(texture, layer, level),
        }
    }

    /// Makes room for the uniform and binds the kernel to samples. Call under error scopes.
    pub fn reserve(&mut self, device: &wgpu::Device, pipelines: &Pipelines, samples: &Owned) {
        let slots = [
            Slot::Own(size_of::<StoreWords>() as u64),
            Slot::Given(Resource::Own(samples.clone())),
            Slot::Given(Resource::View(self.texels.clone())),
        ];
        self.stage.reserve(device, pipelines, &slots);
    }

    /// Uploads how a brick is stored.
    pub fn upload(&self, packing: &Packing, brick: &Brick, upload: &mut dyn Upload) -> Result<()> {
        let [x, y, z, _] = brick.size;
        let [first_x, first_y, first_z, _] = brick.start;
        let words = StoreWords {
            size: [x, y, z],
            channels: packing.channels,
            first: [first_x, first_y, first_z],
            bits: packing.format.component().bytes() * 8,
            zero: packing.range[0],
            one: packing.range[1],
            padding: [0; 2],
        };
        self.stage.write(upload, UNIFORM, &[words])
    }

    /// The dispatch that stores a brick.
    pub fn dispatch(&self, brick: &Brick) -> Dispatch {
        let [x, y, z, _] = brick.size;
        self.stage.dispatch([x.div_ceil(WORKGROUP), y, z])
    }
}

/// `store.wgsl` for a texture: WGSL names the format and the dimension of a storage texture in its type.
fn kernel(texture: &wgpu::Texture) -> String {
    let (dimension, coordinates) = in_wgsl(texture);
    let format = formats::name(texture.format());
    format!(
        "@group(0) @binding(2) var texels: texture_storage_{dimension}<{format}, write>;\n\n\
         fn put(at: vec3<u32>, value: vec4<f32>) {{\n    textureStore(texels, {coordinates}, value);\n}}\n\n{KERNEL_STORE}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::kernel::twins::assert_twins;

    #[test]
    fn the_uniform_has_the_layout_of_the_shader() {
        let put = "fn put(at: vec3<u32>, value: vec4<f32>) {}";
        assert_twins!(&[put, KERNEL_STORE].concat(), "Store", StoreWords:
            size channels first bits zero one padding);
    }
}
