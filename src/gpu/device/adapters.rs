//! Which adapters there are.

use serde::Serialize;

use super::guarded::{guarded, one_line};
use crate::words::words;

words! {
    /// The kind of an adapter.
    #[non_exhaustive]
    pub enum AdapterKind {
        /// A GPU with its own memory.
        Discrete "discrete",
        /// A GPU that shares the host's memory.
        Integrated "integrated",
        /// A GPU that a hypervisor provides.
        Virtual "virtual",
        /// The CPU, behind the interface of a GPU: lavapipe, SwiftShader, WARP.
        Software "software",
        /// The driver does not say. A browser says at most that an adapter is software.
        Other "other",
    }
}

/// An adapter and its limits that bound the size of one dispatch. It serializes as `devices --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AdapterSummary {
    /// The name in which [`Choice::Named`](super::choice::Choice::Named) searches; empty in browsers that do not disclose it.
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

#[cfg(not(target_arch = "wasm32"))]
pub(super) async fn found(_: wgpu::PowerPreference) -> Vec<wgpu::Adapter> {
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
pub(super) async fn found(power_preference: wgpu::PowerPreference) -> Vec<wgpu::Adapter> {
    let options = wgpu::RequestAdapterOptions {
        power_preference,
        ..Default::default()
    };
    let asked = instance().request_adapter(&options).await;
    asked.into_iter().collect()
}

fn instance() -> wgpu::Instance {
    wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle())
}

/// Returns why there is no adapter at all, in wgpu's words.
pub(super) async fn why_none() -> String {
    let asked = guarded(|| instance().request_adapter(&wgpu::RequestAdapterOptions::default()));
    match asked {
        Ok(pending) => match pending.await {
            Err(error) => one_line(&error.to_string()),
            Ok(adapter) => format!("only {} came late", adapter.get_info().name),
        },
        Err(panic) => panic,
    }
}

pub(super) fn summary(adapter: &wgpu::Adapter) -> AdapterSummary {
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
