//! The pass that packs samples into texels.

use super::buffers::{Growing, Owned};
use super::layout::PackingWords;
use super::passes::{Bound, Pass, Resource};
use super::pipelines::{Binding, Kernel, Pipelines};
use super::upload::Upload;
use crate::Result;
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
    bound: Bound,
}

impl PackPass {
    pub fn new() -> PackPass {
        use wgpu::BufferUsages as Usage;
        PackPass {
            uniform: Growing::new("packing", Usage::UNIFORM | Usage::COPY_DST),
            packed: Growing::new("packed", Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST),
            bound: Bound::default(),
        }
    }

    /// Whether samples are texels already.
    pub fn is_idle(packing: &Packing) -> bool {
        packing.format.component() == Component::Float32 && packing.components == packing.channels
    }

    /// Makes room for rows of texels and binds the kernel. Returns the buffer in which the count of saturated samples and
    /// the texels will be. Call under error scopes.
    pub fn reserve(
        &mut self,
        device: &wgpu::Device,
        pipelines: &Pipelines,
        samples: &Owned,
        rows: &Rows,
    ) -> Owned {
        let packed = self.packed.room(device, HEAD + rows.bytes()).clone();
        let uniform = (self.uniform).room(device, size_of::<PackingWords>() as u64);
        let resources = [uniform, samples, &packed].map(|buffer| Resource::Own(buffer.clone()));
        (self.bound).bind(device, pipelines, &KERNEL, resources.to_vec());
        packed
    }

    /// Uploads how rows are packed.
    pub fn upload(&self, packing: &Packing, rows: &Rows, upload: &mut dyn Upload) -> Result<()> {
        self.uniform.write(upload, &[uniform(packing, rows)])
    }

    /// The pass that packs rows.
    pub fn pass(&self, rows: &Rows) -> Pass {
        let groups = rows.words().div_ceil(WORKGROUP);
        let workgroups = [groups.min(ROW) as u32, groups.div_ceil(ROW) as u32, 1];
        self.bound.pass(workgroups)
    }

    /// Frees what grows with bricks.
    pub fn release(&mut self) {
        self.packed.release();
        self.bound = Bound::default();
    }
}

/// How packed texels lie: in rows, one or many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    /// Texels of a row.
    texels: u64,
    /// Words from one row to the next.
    words: u64,
    count: u64,
}

impl Rows {
    /// All texels one after the other.
    pub fn one(packing: &Packing, texels: u64) -> Rows {
        Rows {
            texels,
            words: (texels * u64::from(packing.bytes())).div_ceil(4),
            count: 1,
        }
    }

    /// Rows as textures are copied from.
    pub fn aligned(packing: &Packing, texels: u32, count: u64) -> Rows {
        let one = Rows::one(packing, texels.into());
        let words = one
            .words
            .next_multiple_of(u64::from(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT) / 4);
        Rows {
            words,
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

fn uniform(packing: &Packing, rows: &Rows) -> PackingWords {
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
