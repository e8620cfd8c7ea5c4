//! The pass that stores samples in a storage texture.

use super::buffers::{Growing, Owned};
use super::layout::StoreWords;
use super::passes::{Bound, Pass, Resource};
use super::pipelines::{Binding, Kernel, Pipelines};
use super::upload::Upload;
use crate::Result;
use crate::grid::Brick;
use crate::texel::Packing;

/// Texels of x in a workgroup, as `store.wgsl` says.
const WORKGROUP: u32 = 64;

/// The kernel of a texture and its buffers.
#[derive(Debug)]
pub(super) struct StorePass {
    wgsl: String,
    bindings: [Binding; 3],
    view: wgpu::TextureView,
    uniform: Growing,
    bound: Bound,
}

impl StorePass {
    /// For one mip level of a texture, in an array of one layer. Call under error scopes.
    pub fn new(texture: &wgpu::Texture, layer: u32, level: u32) -> StorePass {
        let dimension = view_dimension(texture);
        StorePass {
            wgsl: kernel(texture),
            bindings: [
                Binding::Uniform,
                Binding::Read,
                Binding::Store(texture.format(), dimension),
            ],
            view: view(texture, layer, level),
            uniform: Growing::new(
                "store",
                wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            ),
            bound: Bound::default(),
        }
    }

    /// Makes room and binds the kernel to samples. Call under error scopes.
    pub fn reserve(&mut self, device: &wgpu::Device, pipelines: &Pipelines, samples: &Owned) {
        let uniform = (self.uniform).room(device, size_of::<StoreWords>() as u64);
        let resources = vec![
            Resource::Own(uniform.clone()),
            Resource::Own(samples.clone()),
            Resource::View(self.view.clone()),
        ];
        let kernel = Kernel {
            label: "store",
            wgsl: &self.wgsl,
            bindings: &self.bindings,
        };
        self.bound.bind(device, pipelines, &kernel, resources);
    }

    /// Uploads how a piece is stored.
    pub fn upload(&self, packing: &Packing, piece: &Brick, upload: &mut dyn Upload) -> Result<()> {
        let [x, y, z, _] = piece.size;
        let [first_x, first_y, first_z, _] = piece.start;
        let words = StoreWords {
            size: [x, y, z],
            channels: packing.channels,
            first: [first_x, first_y, first_z],
            bits: packing.format.component().bytes() * 8,
            zero: packing.range[0],
            one: packing.range[1],
            padding: [0; 2],
        };
        self.uniform.write(upload, &[words])
    }

    /// The pass that stores a piece.
    pub fn pass(&self, piece: &Brick) -> Pass {
        let [x, y, z, _] = piece.size;
        self.bound.pass([x.div_ceil(WORKGROUP), y, z])
    }
}

/// One mip level of a texture; of an array, in one layer.
pub(super) fn view(texture: &wgpu::Texture, layer: u32, level: u32) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        label: Some("wgpu-noise target"),
        dimension: Some(view_dimension(texture)),
        base_mip_level: level,
        mip_level_count: Some(1),
        base_array_layer: layer,
        array_layer_count: Some(1),
        ..Default::default()
    })
}

pub(super) fn view_dimension(texture: &wgpu::Texture) -> wgpu::TextureViewDimension {
    match texture.dimension() {
        wgpu::TextureDimension::D3 => wgpu::TextureViewDimension::D3,
        _ => wgpu::TextureViewDimension::D2,
    }
}

/// `store.wgsl` for a texture.
fn kernel(texture: &wgpu::Texture) -> String {
    let (dimension, place) = match view_dimension(texture) {
        wgpu::TextureViewDimension::D3 => ("3d", "at"),
        _ => ("2d", "at.xy"),
    };
    let format = format!("{:?}", texture.format()).to_lowercase();
    format!(
        "@group(0) @binding(2) var texels: texture_storage_{dimension}<{format}, write>;\n\n\
         fn put(at: vec3<u32>, value: vec4<f32>) {{\n    textureStore(texels, {place}, value);\n}}\n\n{}",
        include_str!("../../shaders/kernels/store.wgsl")
    )
}
