//! An ordinary eframe application with a picture of animated noise, made on eframe's own device, in egui's own frame.
//!
//! `cargo run --release --manifest-path examples/egui/Cargo.toml`

use eframe::egui::{CentralPanel, Ui};
use eframe::egui_wgpu;
use wgpu_noise_egui::Lava;

fn main() -> eframe::Result {
    let options = eframe::NativeOptions {
        renderer: eframe::Renderer::Wgpu,
        ..Default::default()
    };
    eframe::run_native(
        "lava",
        options,
        Box::new(|creation| {
            let state = creation.wgpu_render_state.as_ref();
            let egui_wgpu::RenderState {
                device, renderer, ..
            } = state.ok_or("eframe renders without wgpu")?;
            Ok(Box::new(App {
                lava: Lava::new(device, &mut renderer.write())?,
            }))
        }),
    )
}

struct App {
    lava: Lava,
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        CentralPanel::default().show(ui, |ui| {
            if let Err(error) = self.lava.ui(ui) {
                ui.label(error.to_string());
            }
        });
        ui.ctx().request_repaint();
    }
}
