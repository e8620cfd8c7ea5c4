//! The device that a host makes for itself.

use std::error::Error;

use wgpu_noise::gpu::wgpu;

pub struct Device {
    pub adapter: wgpu::Adapter,
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
}

impl Device {
    /// On the adapter whose name contains this, or the best that presents to the surface, if there is one.
    pub fn open(
        instance: &wgpu::Instance,
        name: Option<&str>,
        surface: Option<&wgpu::Surface>,
    ) -> Result<Device, Box<dyn Error>> {
        let adapter = match name {
            None => pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions {
                power_preference: wgpu::PowerPreference::HighPerformance,
                compatible_surface: surface,
                ..Default::default()
            }))?,
            Some(name) => pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()))
                .into_iter()
                .filter(|adapter| surface.is_none_or(|s| adapter.is_surface_supported(s)))
                .find(|adapter| adapter.get_info().name.contains(name))
                .ok_or_else(|| format!("no adapter for this is called {name}"))?,
        };
        println!("{}", adapter.get_info().name);
        let descriptor = wgpu::DeviceDescriptor {
            required_features: adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))?;
        Ok(Device {
            adapter,
            device,
            queue,
        })
    }
}
