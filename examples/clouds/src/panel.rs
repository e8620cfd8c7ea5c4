//! The window's sliders, drawn by egui over the clouds, on the same device.

use egui::Slider;
use egui_wgpu::{Renderer, RendererOptions, ScreenDescriptor};
use wgpu_noise::gpu::wgpu;
use winit::event::WindowEvent;
use winit::window::Window;

use crate::clock::Times;
use crate::scene::{self, Mode, Scene};

pub struct Panel {
    context: egui::Context,
    state: egui_winit::State,
    renderer: Renderer,
}

/// What a frame took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// Milliseconds from the frame before to this one.
    pub frame: f64,
    pub times: Option<Times>,
}

impl Panel {
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat, window: &Window) -> Panel {
        let context = egui::Context::default();
        let side = device.limits().max_texture_dimension_2d as usize;
        let state = egui_winit::State::new(
            context.clone(),
            egui::ViewportId::ROOT,
            window,
            Some(window.scale_factor() as f32),
            window.theme(),
            Some(side),
        );
        Panel {
            context,
            state,
            renderer: Renderer::new(device, format, RendererOptions::default()),
        }
    }

    pub fn event(&mut self, window: &Window, event: &WindowEvent) {
        let _ = self.state.on_window_event(window, event);
    }

    /// Takes over what was moved since the last frame; the panel is drawn by `encode`.
    pub fn update(&mut self, window: &Window, scene: &mut Scene, pace: Pace) -> egui::FullOutput {
        let input = self.state.take_egui_input(window);
        let mut output = self.context.run_ui(input, |ui| {
            egui::Window::new("clouds")
                .default_pos([8.0, 8.0])
                .resizable(false)
                .show(ui.ctx(), |ui| sliders(ui, scene, pace));
        });
        let platform = std::mem::take(&mut output.platform_output);
        self.state.handle_platform_output(window, platform);
        output
    }

    /// Records the panel over what the target holds.
    pub fn encode(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::Texture,
        mut output: egui::FullOutput,
    ) {
        for (id, deltas) in output.textures_delta.set.drain() {
            for delta in deltas {
                self.renderer.update_texture(device, queue, id, &delta);
            }
        }
        let screen = ScreenDescriptor {
            size_in_pixels: [target.width(), target.height()],
            pixels_per_point: output.pixels_per_point,
        };
        let shapes = (self.context).tessellate(output.shapes, output.pixels_per_point);
        // No shape of the panel records commands of its own.
        self.renderer
            .update_buffers(device, queue, encoder, &shapes, &screen);
        let view = target.create_view(&Default::default());
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("panel"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Load,
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        (self.renderer).render(&mut pass.forget_lifetime(), &shapes, &screen);
        for id in output.textures_delta.free.drain() {
            self.renderer.free_texture(&id);
        }
    }
}

fn sliders(ui: &mut egui::Ui, scene: &mut Scene, pace: Pace) {
    ui.horizontal(|ui| {
        ui.selectable_value(&mut scene.mode, Mode::Volume, "volume");
        ui.selectable_value(&mut scene.mode, Mode::Flat, "flat");
    });
    ui.add(Slider::new(&mut scene.cover, scene::COVER).text("cover"));
    ui.add(Slider::new(&mut scene.density, scene::DENSITY).text("density"));
    ui.add(Slider::new(&mut scene.sun, scene::SUN).text("sun, degrees"));
    ui.add(Slider::new(&mut scene.wind, scene::WIND).text("wind, m/s"));
    ui.add(Slider::new(&mut scene.gain, scene::GAIN).text("gain of wisps"));
    ui.add(Slider::new(&mut scene.steps, scene::STEPS).text("steps"));
    ui.add(Slider::new(&mut scene.rays, scene::RAYS).text("rays a pixel"));
    ui.label(format!("frame {:.1} ms", pace.frame));
    ui.label(match pace.times {
        Some(Times { noise, march }) => format!("noise {noise:.2} ms, march {march:.2} ms"),
        None => "noise and march: no timestamps".to_string(),
    });
}
