//! The pass that averages a mip level into the samples of the next.

use super::buffers::{Growing, Owned};
use super::layout::MipWords;
use super::passes::{Bound, Pass, Resource};
use super::pipelines::{Binding, Kernel, Pipelines};
use super::store_pass::{view, view_dimension};
use super::upload::Upload;
use crate::Result;
use crate::grid::Brick;

/// Texels of x in a workgroup, as `mip.wgsl` says.
const WORKGROUP: u32 = 64;

/// The kernel of a texture and its buffers.
#[derive(Debug)]
pub(super) struct MipPass {
    wgsl: String,
    bindings: [Binding; 3],
    above: wgpu::TextureView,
    uniform: Growing,
    bound: Bound,
}

impl MipPass {
    /// For the samples of a mip level, in an array of one layer. Call under error scopes.
    pub fn new(texture: &wgpu::Texture, layer: u32, level: u32) -> MipPass {
        use wgpu::BufferUsages as Usage;
        let load = Binding::Load(view_dimension(texture));
        MipPass {
            wgsl: kernel(texture),
            bindings: [Binding::Uniform, Binding::Write, load],
            above: view(texture, layer, level - 1),
            uniform: Growing::new("mip", Usage::UNIFORM | Usage::COPY_DST),
            bound: Bound::default(),
        }
    }

    /// Makes room and binds the kernel to samples. Call under error scopes.
    pub fn reserve(&mut self, device: &wgpu::Device, pipelines: &Pipelines, samples: &Owned) {
        let uniform = (self.uniform).room(device, size_of::<MipWords>() as u64);
        let resources = vec![
            Resource::Own(uniform.clone()),
            Resource::Own(samples.clone()),
            Resource::View(self.above.clone()),
        ];
        let kernel = Kernel {
            label: "mip",
            wgsl: &self.wgsl,
            bindings: &self.bindings,
        };
        self.bound.bind(device, pipelines, &kernel, resources);
    }

    /// Uploads which level is averaged.
    pub fn upload(&self, words: &MipWords, upload: &mut dyn Upload) -> Result<()> {
        self.uniform.write(upload, &[*words])
    }

    /// The pass that averages a piece of a level.
    pub fn pass(&self, piece: &Brick) -> Pass {
        let [x, y, z, _] = piece.size;
        self.bound.pass([x.div_ceil(WORKGROUP), y, z])
    }
}

/// `mip.wgsl` for a texture.
fn kernel(texture: &wgpu::Texture) -> String {
    let (dimension, place) = match view_dimension(texture) {
        wgpu::TextureViewDimension::D3 => ("3d", "at"),
        _ => ("2d", "at.xy"),
    };
    format!(
        "@group(0) @binding(2) var above: texture_{dimension}<f32>;\n\n\
         fn texel(at: vec3<u32>) -> vec4<f32> {{\n    return textureLoad(above, {place}, 0);\n}}\n\n{}",
        include_str!("../../shaders/kernels/mip.wgsl")
    )
}
