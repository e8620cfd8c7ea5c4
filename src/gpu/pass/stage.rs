//! The parts that all passes have in common: a kernel, its own buffers, and the resources to which it is bound.

use std::borrow::Cow;
use std::sync::Arc;

use crate::Result;
use crate::gpu::device::buffers::Owned;
use crate::gpu::device::dispatch::{BoundKernel, Dispatch, Resource};
use crate::gpu::device::pipelines::{Binding, Kernel, Pipelines};
use crate::gpu::device::upload::Upload;

/// The size of the smallest buffer: a binding may not be smaller than one element of its array.
const BYTES_MIN: u64 = 256;

/// A kernel with its own buffers.
///
/// [`Stage::reserve`] makes the buffers and binds them, [`Stage::write`] uploads to them, and [`Stage::dispatch`] runs the
/// kernel on them. Buffers grow and are kept, so repeating the same work makes no new buffers.
#[derive(Debug)]
pub(super) struct Stage {
    label: &'static str,
    wgsl: Cow<'static, str>,
    bindings: Vec<Binding>,
    /// Its own buffers, by binding number.
    own: Vec<Option<Owned>>,
    bound: Option<Arc<BoundKernel>>,
}

/// The resource at a binding number.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    /// A buffer of the stage's own with room for this many bytes.
    Own(u64),
    /// A resource that does not belong to the stage.
    Given(Resource),
}

impl Slot {
    /// A buffer of the stage's own with room for these words.
    pub fn room_for<T>(words: &[T]) -> Slot {
        Slot::Own(size_of_val(words) as u64)
    }
}

impl Stage {
    /// A kernel with the entry point `main`, and the kinds of its bindings in the order of their numbers.
    pub fn new(
        label: &'static str,
        wgsl: impl Into<Cow<'static, str>>,
        bindings: &[Binding],
    ) -> Stage {
        Stage {
            label,
            wgsl: wgsl.into(),
            bindings: bindings.to_vec(),
            own: vec![None; bindings.len()],
            bound: None,
        }
    }

    /// Changes the kernel. The buffers stay, and what is bound stays bound if the text is the same.
    pub fn set_kernel(&mut self, wgsl: String, bindings: &[Binding]) {
        if self.wgsl != wgsl {
            self.bound = None;
        }
        self.wgsl = wgsl.into();
        self.bindings = bindings.to_vec();
        let count = self.own.len().max(bindings.len());
        self.own.resize(count, None);
    }

    /// Makes the buffers as large as the slots ask, and binds all slots in the order of their numbers. A buffer that has to
    /// grow loses its contents. Call under error scopes.
    pub fn reserve(&mut self, device: &wgpu::Device, pipelines: &Pipelines, slots: &[Slot]) {
        let resources: Vec<Resource> = (slots.iter().enumerate())
            .map(|(binding, slot)| match slot {
                Slot::Own(bytes) => Resource::Own(self.room(device, binding, *bytes)),
                Slot::Given(resource) => resource.clone(),
            })
            .collect();
        if (self.bound.as_ref()).is_some_and(|bound| bound.is_bound_to(&resources)) {
            return;
        }
        let kernel = Kernel {
            label: self.label,
            wgsl: &self.wgsl,
            bindings: &self.bindings,
        };
        let bound = BoundKernel::new(device, pipelines, &kernel, resources);
        self.bound = Some(Arc::new(bound));
    }

    /// The stage's own buffer at a binding number, with room for this many bytes.
    fn room(&mut self, device: &wgpu::Device, binding: usize, bytes: u64) -> Owned {
        let bytes = bytes.next_multiple_of(4).max(BYTES_MIN);
        let own = &mut self.own[binding];
        match own {
            Some(buffer) if buffer.size() >= bytes => buffer.clone(),
            _ => {
                // Let go of before the larger one is made, so that both exist together only if another kernel is bound to it.
                self.bound = None;
                *own = None;
                let buffer = Owned::new(device.create_buffer(&wgpu::BufferDescriptor {
                    label: Some(self.label),
                    size: bytes,
                    usage: usage(self.bindings[binding]),
                    mapped_at_creation: false,
                }));
                own.insert(buffer).clone()
            }
        }
    }

    /// The stage's own buffer at a binding number, for which [`Stage::reserve`] has made room.
    pub fn buffer(&self, binding: usize) -> &Owned {
        match &self.own[binding] {
            Some(buffer) => buffer,
            None => unreachable!("room is reserved before a buffer is used"),
        }
    }

    /// Uploads words to the start of one of its own buffers, which must have room for them.
    pub fn write<T: bytemuck::NoUninit>(
        &self,
        upload: &mut dyn Upload,
        binding: usize,
        words: &[T],
    ) -> Result<()> {
        upload.write(self.buffer(binding), bytemuck::cast_slice(words))
    }

    /// The bound kernel on this many workgroups.
    pub fn dispatch(&self, workgroups: [u32; 3]) -> Dispatch {
        match &self.bound {
            Some(bound) => Dispatch::new(bound, workgroups),
            None => unreachable!("a kernel is bound before it is dispatched"),
        }
    }

    /// Drops all of its own buffers.
    pub fn release(&mut self) {
        self.bound = None;
        self.own.fill(None);
    }
}

/// What a stage's own buffer is used for: bound, and copied into or out of.
fn usage(binding: Binding) -> wgpu::BufferUsages {
    use wgpu::BufferUsages as Usage;
    match binding {
        Binding::Uniform => Usage::UNIFORM | Usage::COPY_DST,
        Binding::Read => Usage::STORAGE | Usage::COPY_DST,
        Binding::Write => Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST,
        Binding::Store(..) | Binding::Load(..) => {
            unreachable!("a texture is given and never a stage's own")
        }
    }
}
