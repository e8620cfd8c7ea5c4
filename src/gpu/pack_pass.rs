//! The pass that packs samples into texels.

use super::Context;
use super::buffers::Growing;
use super::layout::PackingWords;
use super::passes::Pass;
use super::pipelines::{Binding, Kernel};
use crate::texel::{Component, Packing};

/// Words in a workgroup, and workgroups in a row of them, as `pack.wgsl` says.
const WORKGROUP: u64 = 64;
const ROW: u64 = 65535;
const KERNEL: Kernel = Kernel {
    label: "pack",
    wgsl: include_str!("../../shaders/kernels/pack.wgsl"),
    bindings: &[Binding::Uniform, Binding::Read, Binding::Write],
};
/// Bytes before the texels: the count of saturated samples.
pub(super) const HEAD: u64 = 4;

/// The kernel's buffers.
#[derive(Debug)]
pub(super) struct PackPass {
    uniform: Growing,
    packed: Growing,
}

impl PackPass {
    pub fn new() -> PackPass {
        use wgpu::BufferUsages as Usage;
        PackPass {
            uniform: Growing::new("packing", Usage::UNIFORM | Usage::COPY_DST),
            packed: Growing::new("packed", Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST),
        }
    }

    /// Whether samples are texels already.
    pub fn is_idle(packing: &Packing) -> bool {
        packing.format.component() == Component::Float32 && packing.components == packing.channels
    }

    /// Returns the pass, and the buffer in which the count of saturated samples and the texels will be.
    /// Call under error scopes.
    pub fn prepare(
        &mut self,
        context: &Context,
        packing: &Packing,
        samples: &wgpu::Buffer,
        texels: u64,
    ) -> (Pass, wgpu::Buffer) {
        let (device, queue) = (context.device(), context.queue());
        let words = (texels * u64::from(packing.bytes())).div_ceil(4);
        let packed = self.packed.room(device, HEAD + words * 4);
        let uniform = self
            .uniform
            .write(device, queue, &[uniform(packing, texels, words)]);
        let groups = words.div_ceil(WORKGROUP);
        let workgroups = [groups.min(ROW) as u32, groups.div_ceil(ROW) as u32, 1];
        let buffers = [uniform, samples, packed];
        let pass = Pass::new(device, context.pipelines(), &KERNEL, &buffers, workgroups);
        (pass, packed.clone())
    }

    /// Frees what grows with bricks.
    pub fn release(&mut self) {
        self.packed.release();
    }
}

fn uniform(packing: &Packing, texels: u64, words: u64) -> PackingWords {
    let component = packing.format.component();
    PackingWords {
        texels: texels as u32,
        words: words as u32,
        channels: packing.channels,
        components: packing.components,
        low: packing.range[0],
        high: packing.range[1],
        bits: component.bytes() * 8,
        is_float: u32::from(!component.is_unorm()),
    }
}
