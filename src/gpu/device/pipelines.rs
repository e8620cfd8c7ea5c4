//! Compute pipelines, made once per WGSL text.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lru::LruCache;

#[cfg(not(target_arch = "wasm32"))]
use super::pipeline_cache::KeptPipelines;

/// The most pipelines that are kept for another use. A server that computes whatever its callers send would collect them forever.
const KEPT: usize = 256;

/// A pipeline, once it is made.
type Made = Arc<OnceLock<wgpu::ComputePipeline>>;

/// The pipelines of one device that were used last, by the WGSL from which they were made.
#[derive(Debug)]
pub(crate) struct Pipelines {
    last: Mutex<LruCache<String, Made>>,
    /// How many were made.
    count: AtomicUsize,
    /// Those that outlive the process.
    #[cfg(not(target_arch = "wasm32"))]
    kept: Option<KeptPipelines>,
}

impl Default for Pipelines {
    fn default() -> Pipelines {
        Pipelines {
            last: Mutex::new(LruCache::unbounded()),
            count: AtomicUsize::new(0),
            #[cfg(not(target_arch = "wasm32"))]
            kept: None,
        }
    }
}

impl Pipelines {
    /// The pipelines of a device that this crate requested, with those of earlier processes.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn of_own_device(device: &wgpu::Device) -> Pipelines {
        let mut pipelines = Pipelines::default();
        pipelines.kept = KeptPipelines::open(device);
        pipelines
    }

    /// Returns the pipeline of a kernel, and makes it if its text is new. Call under error scopes.
    pub fn get(&self, device: &wgpu::Device, kernel: &Kernel) -> wgpu::ComputePipeline {
        let made = {
            // The cache is valid at every moment, so a poisoned lock does no harm.
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            let made = Arc::clone(last.get_or_insert_ref(kernel.wgsl, Made::default));
            if last.len() > KEPT {
                last.pop_lru();
            }
            made
        };
        // A driver may take seconds, in which other threads get theirs.
        made.get_or_init(|| {
            let earlier = self.count.fetch_add(1, Ordering::Relaxed);
            // The driver's cache forgets none, so it gets the first ones only.
            let cache = self.cache().filter(|_| earlier < KEPT);
            make(device, kernel, cache)
        })
        .clone()
    }

    /// Forgets all, so that they are made anew: one that was made while memory ran out may be invalid.
    pub fn forget(&self) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.clear();
    }

    /// Returns how many pipelines were made.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    fn cache(&self) -> Option<&wgpu::PipelineCache> {
        #[cfg(not(target_arch = "wasm32"))]
        return self.kept.as_ref().map(KeptPipelines::cache);
        #[cfg(target_arch = "wasm32")]
        return None;
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Drop for Pipelines {
    fn drop(&mut self) {
        if let Some(kept) = self.kept.as_ref().filter(|_| self.count() > 0) {
            kept.save();
        }
    }
}

/// A kernel: a WGSL text with the entry point `main`, and the kinds of its bindings in the order of their numbers.
pub(crate) struct Kernel<'a> {
    pub label: &'static str,
    pub wgsl: &'a str,
    pub bindings: &'a [Binding],
}

/// The kind of a binding.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Binding {
    Uniform,
    /// A storage buffer that is only read.
    Read,
    /// A storage buffer that is written.
    Write,
    /// A storage texture that is written.
    Store(wgpu::TextureFormat, wgpu::TextureViewDimension),
    /// A texture that is read texel by texel.
    Load(wgpu::TextureViewDimension),
}

impl Binding {
    fn kind(self) -> wgpu::BindingType {
        let buffer = |ty| wgpu::BindingType::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size: None,
        };
        match self {
            Binding::Uniform => buffer(wgpu::BufferBindingType::Uniform),
            Binding::Read => buffer(wgpu::BufferBindingType::Storage { read_only: true }),
            Binding::Write => buffer(wgpu::BufferBindingType::Storage { read_only: false }),
            Binding::Store(format, view_dimension) => wgpu::BindingType::StorageTexture {
                access: wgpu::StorageTextureAccess::WriteOnly,
                format,
                view_dimension,
            },
            Binding::Load(view_dimension) => wgpu::BindingType::Texture {
                sample_type: wgpu::TextureSampleType::Float { filterable: false },
                view_dimension,
                multisampled: false,
            },
        }
    }
}

fn make(
    device: &wgpu::Device,
    kernel: &Kernel,
    cache: Option<&wgpu::PipelineCache>,
) -> wgpu::ComputePipeline {
    let Kernel {
        label,
        wgsl,
        bindings,
    } = *kernel;
    let entries: Vec<_> = (bindings.iter().enumerate())
        .map(|(binding, kind)| wgpu::BindGroupLayoutEntry {
            binding: binding as u32,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: kind.kind(),
            count: None,
        })
        .collect();
    // The layout is explicit: one derived from the shader would leave out the bindings that a program does not use.
    let group = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some(label),
        entries: &entries,
    });
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(label),
        bind_group_layouts: &[Some(&group)],
        immediate_size: 0,
    });
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(wgsl.into()),
    });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(label),
        layout: Some(&layout),
        module: &module,
        entry_point: Some("main"),
        // A kernel writes all of the workgroup memory that it reads.
        compilation_options: wgpu::PipelineCompilationOptions {
            zero_initialize_workgroup_memory: false,
            ..Default::default()
        },
        cache,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pipelines_that_were_used_last_are_kept() {
        let (device, _) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
        let pipelines = Pipelines::default();
        let made_for = |i: usize| {
            let wgsl = format!("@compute @workgroup_size(1) fn main() {{ /* {i} */ }}");
            let before = pipelines.count();
            pipelines.get(
                &device,
                &Kernel {
                    label: "test",
                    wgsl: &wgsl,
                    bindings: &[],
                },
            );
            pipelines.count() - before
        };
        assert!((0..=KEPT).all(|i| made_for(i) == 1));
        assert_eq!([KEPT, 1, 0, 1].map(made_for), [0, 0, 1, 0]);
        pipelines.forget();
        assert_eq!([0, 0].map(made_for), [1, 0]);
    }
}
