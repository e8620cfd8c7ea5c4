//! Which adapters there are, and the choice of one.

use super::guarded::{guarded, one_line};
use crate::{Error, Result};

/// Which adapter to use.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Choice {
    /// The best GPU: discrete before integrated before virtual, never a software adapter. A browser shows a single adapter:
    /// there, its adapter for high performance.
    #[default]
    Hardware,
    /// The first adapter whose name contains this text, ignoring case. It may be a software adapter.
    Named(String),
    /// The adapter at this index of [`list`].
    Index(usize),
}

/// The kind of an adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AdapterKind {
    /// A GPU with its own memory.
    Discrete,
    /// A GPU that shares the host's memory.
    Integrated,
    /// A GPU that a hypervisor provides.
    Virtual,
    /// The CPU, behind the interface of a GPU: lavapipe, SwiftShader, WARP.
    Software,
    /// The driver does not say. A browser says at most that an adapter is software.
    Other,
}

impl AdapterKind {
    /// Returns its name in listings.
    pub fn name(self) -> &'static str {
        match self {
            AdapterKind::Discrete => "discrete",
            AdapterKind::Integrated => "integrated",
            AdapterKind::Virtual => "virtual",
            AdapterKind::Software => "software",
            AdapterKind::Other => "other",
        }
    }
}

/// An adapter and its limits that bound the size of one dispatch.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AdapterSummary {
    /// The name in which [`Choice::Named`] searches; empty in browsers that do not disclose it.
    pub name: String,
    /// The API through which it is used: `vulkan`, `metal`, `dx12`, `gl`, `webgpu`.
    pub backend: &'static str,
    /// Its kind.
    pub kind: AdapterKind,
    /// The driver's name and version, as the driver states them; may be empty.
    pub driver: String,
    /// The largest buffer, in bytes.
    pub max_buffer_bytes: u64,
    /// The largest part of a buffer that one storage binding may cover, in bytes.
    pub max_storage_binding_bytes: u64,
    /// The most storage buffers that one shader may use.
    pub max_storage_buffers: u32,
    /// The most workgroups per dimension of a dispatch.
    pub max_workgroups: u32,
    /// The most invocations per workgroup; 0 means no compute shaders.
    pub max_invocations: u32,
    /// The longest side of a 3-D texture, in texels.
    pub max_texture_3d: u32,
}

/// Returns every adapter of this machine: those of Vulkan, Metal and Direct3D before those of GL.
///
/// A GPU with several APIs is listed once for each of them. An adapter whose driver does not work is left out. A browser shows
/// one adapter.
pub async fn list() -> Vec<AdapterSummary> {
    let adapters = found(wgpu::PowerPreference::None).await;
    adapters.iter().map(summary).collect()
}

/// Returns what [`list`] does, and blocks until it is known.
#[cfg(not(target_arch = "wasm32"))]
pub fn list_blocking() -> Vec<AdapterSummary> {
    pollster::block_on(list())
}

/// Returns the chosen adapter.
///
/// # Errors
/// [`Error::NoAdapter`] says what was found instead.
pub(super) async fn find(choice: &Choice) -> Result<wgpu::Adapter> {
    let mut adapters = found(preference(choice)).await;
    let summaries: Vec<AdapterSummary> = adapters.iter().map(summary).collect();
    match pick(&summaries, choice) {
        Some(index) => Ok(adapters.swap_remove(index)),
        None => Err(Error::NoAdapter {
            wanted: wanted(choice),
            reason: if summaries.is_empty() {
                why_none().await
            } else {
                format!("found only {}", names(&summaries))
            },
        }),
    }
}

#[cfg(not(target_arch = "wasm32"))]
async fn found(_: wgpu::PowerPreference) -> Vec<wgpu::Adapter> {
    let asked = guarded(|| instance().enumerate_adapters(wgpu::Backends::all()));
    let mut adapters = match asked {
        Ok(pending) => pending.await,
        Err(_) => Vec::new(),
    };
    adapters.sort_by_key(|adapter| adapter.get_info().backend == wgpu::Backend::Gl);
    adapters
}

/// The one adapter that a browser shows, chosen by this preference.
#[cfg(target_arch = "wasm32")]
async fn found(power_preference: wgpu::PowerPreference) -> Vec<wgpu::Adapter> {
    let options = wgpu::RequestAdapterOptions {
        power_preference,
        ..Default::default()
    };
    let asked = instance().request_adapter(&options).await;
    asked.into_iter().collect()
}

/// The preference for which a browser is asked. It does not list its adapters, so the choice must be made beforehand.
fn preference(choice: &Choice) -> wgpu::PowerPreference {
    match choice {
        Choice::Hardware => wgpu::PowerPreference::HighPerformance,
        Choice::Named(_) | Choice::Index(_) => wgpu::PowerPreference::None,
    }
}

fn instance() -> wgpu::Instance {
    wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle())
}

/// Returns why there is no adapter at all, in wgpu's words.
async fn why_none() -> String {
    let asked = guarded(|| instance().request_adapter(&wgpu::RequestAdapterOptions::default()));
    match asked {
        Ok(pending) => match pending.await {
            Err(error) => one_line(&error.to_string()),
            Ok(adapter) => format!("only {} came late", adapter.get_info().name),
        },
        Err(panic) => panic,
    }
}

fn summary(adapter: &wgpu::Adapter) -> AdapterSummary {
    let info = adapter.get_info();
    let limits = adapter.limits();
    AdapterSummary {
        backend: info.backend.to_str(),
        kind: match info.device_type {
            wgpu::DeviceType::DiscreteGpu => AdapterKind::Discrete,
            wgpu::DeviceType::IntegratedGpu => AdapterKind::Integrated,
            wgpu::DeviceType::VirtualGpu => AdapterKind::Virtual,
            wgpu::DeviceType::Cpu => AdapterKind::Software,
            wgpu::DeviceType::Other => AdapterKind::Other,
        },
        driver: one_line(&format!("{} {}", info.driver, info.driver_info)),
        name: info.name,
        max_buffer_bytes: limits.max_buffer_size,
        max_storage_binding_bytes: limits.max_storage_buffer_binding_size,
        max_storage_buffers: limits.max_storage_buffers_per_shader_stage,
        max_workgroups: limits.max_compute_workgroups_per_dimension,
        max_invocations: limits.max_compute_invocations_per_workgroup,
        max_texture_3d: limits.max_texture_dimension_3d,
    }
}

/// Returns the index of the chosen adapter.
fn pick(adapters: &[AdapterSummary], choice: &Choice) -> Option<usize> {
    match choice {
        Choice::Hardware => (0..adapters.len())
            .filter_map(|index| Some((rank(&adapters[index])?, index)))
            .min()
            .map(|(_, index)| index),
        Choice::Named(part) => {
            let part = part.to_lowercase();
            adapters
                .iter()
                .position(|adapter| adapter.name.to_lowercase().contains(&part))
        }
        Choice::Index(index) => (*index < adapters.len()).then_some(*index),
    }
}

/// Returns an adapter's rank as a GPU in hardware, the best first; `None` if it is not one, or has no compute shaders.
fn rank(adapter: &AdapterSummary) -> Option<u8> {
    if adapter.max_invocations == 0 {
        return None;
    }
    match adapter.kind {
        AdapterKind::Discrete => Some(0),
        AdapterKind::Integrated => Some(1),
        AdapterKind::Virtual => Some(2),
        // A browser does not disclose the kind of its GPU, but it does say if it is software.
        AdapterKind::Other if adapter.backend == "webgpu" => Some(3),
        AdapterKind::Other | AdapterKind::Software => None,
    }
}

fn wanted(choice: &Choice) -> String {
    match choice {
        Choice::Hardware => "in hardware".to_string(),
        Choice::Named(part) => format!("named `{part}`"),
        Choice::Index(index) => format!("number {index}"),
    }
}

fn names(adapters: &[AdapterSummary]) -> String {
    adapters
        .iter()
        .enumerate()
        .map(|(index, adapter)| {
            let (name, backend, kind) =
                (called(&adapter.name), adapter.backend, adapter.kind.name());
            format!("{index}: {name} ({backend}, {kind})")
        })
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns what messages call an adapter of this name, which may be empty.
pub(super) fn called(name: &str) -> &str {
    match name {
        "" => "without a name",
        name => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adapter(name: &str, backend: &'static str, kind: AdapterKind) -> AdapterSummary {
        AdapterSummary {
            name: name.to_string(),
            backend,
            kind,
            driver: String::new(),
            max_buffer_bytes: 1 << 28,
            max_storage_binding_bytes: 1 << 27,
            max_storage_buffers: 8,
            max_workgroups: 65535,
            max_invocations: 256,
            max_texture_3d: 2048,
        }
    }

    fn machine() -> Vec<AdapterSummary> {
        vec![
            adapter("llvmpipe", "vulkan", AdapterKind::Software),
            adapter("Iris Xe", "vulkan", AdapterKind::Integrated),
            adapter("RTX 3060", "vulkan", AdapterKind::Discrete),
            adapter("RTX 3060", "gl", AdapterKind::Discrete),
        ]
    }

    #[test]
    fn hardware_is_the_best_gpu_and_never_software() {
        let mut adapters = machine();
        assert_eq!(pick(&adapters, &Choice::Hardware), Some(2));
        adapters.truncate(2);
        assert_eq!(pick(&adapters, &Choice::Hardware), Some(1));
        adapters.truncate(1);
        assert_eq!(pick(&adapters, &Choice::Hardware), None);
        adapters[0].kind = AdapterKind::Other;
        assert_eq!(pick(&adapters, &Choice::Hardware), None);
        adapters[0].backend = "webgpu";
        assert_eq!(pick(&adapters, &Choice::Hardware), Some(0));
        assert_eq!(pick(&[], &Choice::Hardware), None);
    }

    #[test]
    fn hardware_without_compute_is_passed_over() {
        let mut adapters = machine();
        adapters[2].max_invocations = 0;
        adapters[3].max_invocations = 0;
        assert_eq!(pick(&adapters, &Choice::Hardware), Some(1));
    }

    #[test]
    fn a_name_is_matched_in_part_and_in_any_case_and_the_first_wins() {
        let adapters = machine();
        assert_eq!(pick(&adapters, &Choice::Named("rtx".into())), Some(2));
        assert_eq!(pick(&adapters, &Choice::Named("LLVM".into())), Some(0));
        assert_eq!(pick(&adapters, &Choice::Named("radeon".into())), None);
    }

    #[test]
    fn an_adapter_without_a_name_is_listed_in_words() {
        let adapters = [
            adapter("", "webgpu", AdapterKind::Software),
            machine().remove(0),
        ];
        assert_eq!(
            names(&adapters),
            "0: without a name (webgpu, software), 1: llvmpipe (vulkan, software)"
        );
    }

    #[test]
    fn hardware_is_asked_for_by_its_performance() {
        let asked = |choice| preference(&choice);
        assert_eq!(
            asked(Choice::Hardware),
            wgpu::PowerPreference::HighPerformance
        );
        assert_eq!(asked(Choice::Index(0)), wgpu::PowerPreference::None);
    }

    #[test]
    fn an_index_counts_from_0_within_the_list() {
        let adapters = machine();
        assert_eq!(pick(&adapters, &Choice::Index(3)), Some(3));
        assert_eq!(pick(&adapters, &Choice::Index(4)), None);
    }
}
