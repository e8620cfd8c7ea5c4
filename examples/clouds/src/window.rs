//! Clouds in a window, with sliders.

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use wgpu_noise::gpu::wgpu;
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::window::{Window, WindowId};

use crate::Options;
use crate::device::Device;
use crate::panel::{Pace, Panel};
use crate::renderer::Renderer;
use crate::scene::{Moment, Scene};

type Outcome = Result<(), Box<dyn Error>>;

pub fn run(options: Options) -> Outcome {
    let mut app = App {
        options,
        host: None,
        outcome: Ok(()),
    };
    EventLoop::new()?.run_app(&mut app)?;
    app.outcome
}

struct App {
    options: Options,
    /// From the moment on that there may be windows.
    host: Option<Host>,
    outcome: Outcome,
}

impl App {
    /// Ends the program on an error.
    fn check<T>(
        &mut self,
        events: &ActiveEventLoop,
        outcome: Result<T, Box<dyn Error>>,
    ) -> Option<T> {
        let end = |error| {
            self.outcome = Err(error);
            events.exit();
        };
        outcome.map_err(end).ok()
    }
}

impl ApplicationHandler for App {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.host.is_none() {
            let host = Host::new(events, &self.options);
            self.host = self.check(events, host);
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(host) = &mut self.host else { return };
        if let Some(panel) = &mut host.panel {
            panel.event(&host.window, &event);
        }
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::Resized(size) => host.resize(size),
            WindowEvent::Occluded(false) => host.window.request_redraw(),
            WindowEvent::RedrawRequested => {
                let drawn = host.draw();
                self.check(events, drawn);
            }
            _ => {}
        }
    }
}

/// A window, its device, and what is drawn there.
struct Host {
    window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    configuration: wgpu::SurfaceConfiguration,
    device: wgpu::Device,
    queue: wgpu::Queue,
    renderer: Renderer,
    /// None where time stands still.
    panel: Option<Panel>,
    scene: Scene,
    moment: Moment,
    last: Instant,
    pace: Pace,
}

impl Host {
    fn new(events: &ActiveEventLoop, options: &Options) -> Result<Host, Box<dyn Error>> {
        let [width, height] = options.size;
        let attributes = Window::default_attributes()
            .with_title("clouds")
            .with_inner_size(PhysicalSize::new(width, height));
        let window = Arc::new(events.create_window(attributes)?);
        let display = Box::new(events.owned_display_handle());
        let instance =
            wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle(display));
        let surface = instance.create_surface(window.clone())?;
        let Device {
            adapter,
            device,
            queue,
        } = Device::open(&instance, options.adapter.as_deref(), Some(&surface))?;
        let PhysicalSize { width, height } = window.inner_size();
        let mut configuration = surface
            .get_default_config(&adapter, width.max(1), height.max(1))
            .ok_or("this adapter does not present to this window")?;
        // The renderer makes colours as they are stored.
        use wgpu::TextureFormat::{Bgra8Unorm, Rgba8Unorm};
        configuration.format = (surface.get_capabilities(&adapter).formats.into_iter())
            .find(|format| [Bgra8Unorm, Rgba8Unorm].contains(format))
            .ok_or("this window takes neither bgra8unorm nor rgba8unorm")?;
        surface.configure(&device, &configuration);
        let renderer = Renderer::new(&device, &queue, configuration.format, options.volume)?;
        let panel = (!options.still).then(|| Panel::new(&device, configuration.format, &window));
        window.request_redraw();
        Ok(Host {
            window,
            surface,
            configuration,
            device,
            queue,
            renderer,
            panel,
            moment: Moment::at(options.time, options.scene.wind),
            scene: options.scene.clone(),
            last: Instant::now(),
            pace: Pace::default(),
        })
    }

    fn resize(&mut self, size: PhysicalSize<u32>) {
        if size.width > 0 && size.height > 0 {
            (self.configuration.width, self.configuration.height) = (size.width, size.height);
            self.surface.configure(&self.device, &self.configuration);
            self.window.request_redraw();
        }
    }

    /// The window's next picture; none while it cannot be seen.
    fn picture(&self) -> Result<Option<wgpu::SurfaceTexture>, Box<dyn Error>> {
        use wgpu::CurrentSurfaceTexture as Current;
        match self.surface.get_current_texture() {
            Current::Success(picture) | Current::Suboptimal(picture) => Ok(Some(picture)),
            // The window asks for a picture once it is seen again.
            Current::Occluded => Ok(None),
            Current::Timeout => {
                self.window.request_redraw();
                Ok(None)
            }
            Current::Outdated | Current::Lost => {
                self.surface.configure(&self.device, &self.configuration);
                self.window.request_redraw();
                Ok(None)
            }
            Current::Validation => Err("the surface's settings do not fit it".into()),
        }
    }

    fn draw(&mut self) -> Outcome {
        let Some(picture) = self.picture()? else {
            return Ok(());
        };
        if let Some(clock) = &mut self.renderer.clock {
            self.pace.times = clock.times().or(self.pace.times);
        }
        let shown = (self.panel.as_mut())
            .map(|panel| panel.update(&self.window, &mut self.scene, self.pace));
        let (device, queue) = (&self.device, &self.queue);
        let mut encoder = device.create_command_encoder(&Default::default());
        self.renderer
            .encode(&mut encoder, &picture.texture, &self.scene, &self.moment)?;
        if let (Some(panel), Some(shown)) = (&mut self.panel, shown) {
            panel.encode(device, queue, &mut encoder, &picture.texture, shown);
        }
        queue.submit([encoder.finish()]);
        if let Some(clock) = &mut self.renderer.clock {
            clock.ask();
        }
        self.window.pre_present_notify();
        queue.present(picture);
        if self.panel.is_some() {
            let passed = self.last.elapsed().as_secs_f64();
            self.last = Instant::now();
            self.pace.frame = passed * 1000.0;
            self.moment = self.moment.after(passed, self.scene.wind);
            self.window.request_redraw();
        }
        Ok(())
    }
}
