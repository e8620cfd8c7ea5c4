//! The adapter that the environment asks for: `NOISE_ADAPTER` is a part of its name, in capitals or not. Where it is missing tests
//! skip, and say so; with `NOISE_REQUIRE_ADAPTER=1` they fail. Who includes this has `skip.rs` beside it.

#![allow(
    dead_code,
    reason = "each suite that includes this uses its own part of it"
)]

use wgpu_noise::gpu::wgpu;

use super::skip;

/// The name of the adapter; lavapipe's, unless the environment has another.
pub fn adapter_name() -> String {
    std::env::var("NOISE_ADAPTER").unwrap_or_else(|_| "llvmpipe".into())
}

/// The adapter, and the instance that found it.
pub fn adapter(backends: wgpu::Backends) -> Option<(wgpu::Instance, wgpu::Adapter)> {
    let name = adapter_name();
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapters = pollster::block_on(instance.enumerate_adapters(backends));
    let is_meant = |adapter: &wgpu::Adapter| {
        let found = adapter.get_info().name.to_lowercase();
        found.contains(&name.to_lowercase())
    };
    let found = adapters.into_iter().find(is_meant);
    if found.is_none() {
        skip::without_adapter(&format!("no adapter of {backends:?} is called {name}"));
    }
    found.map(|adapter| (instance, adapter))
}
