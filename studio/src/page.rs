//! The studio in a browser's page.

use eframe::egui_wgpu::wgpu;
use wasm_bindgen::{JsCast, JsValue};
use wgpu_noise_studio::document::Document;
use wgpu_noise_studio::{Studio, edge};

/// The canvas in `index.html`.
const CANVAS: &str = "studio";

/// Shows the studio in the page's canvas, with the recipe of the page's address if it has one.
pub fn main() {
    wasm_bindgen_futures::spawn_local(async {
        if let Err(error) = run().await {
            web_sys::console::error_1(&error);
        }
    });
}

async fn run() -> Result<(), JsValue> {
    let document = web_sys::window()
        .and_then(|window| window.document())
        .ok_or("no document")?;
    let canvas = document
        .get_element_by_id(CANVAS)
        .ok_or("no canvas")?
        .dyn_into()?;
    let options = eframe::WebOptions {
        renderer: eframe::Renderer::Wgpu,
        wgpu_options: webgpu(),
        ..Default::default()
    };
    let create: eframe::AppCreator = Box::new(|creation| {
        let mut studio = Studio::new(&creation.egui_ctx, creation.wgpu_render_state.as_ref())?;
        if let Some((name, text)) = edge::linked() {
            match Document::new(&name, &text) {
                Ok(document) => studio.open(document),
                Err(error) => studio.say(error.to_string()),
            }
        }
        Ok(Box::new(studio))
    });
    eframe::WebRunner::new()
        .start(canvas, options, create)
        .await?;
    Ok(())
}

/// Returns egui's options with WebGPU alone.
fn webgpu() -> eframe::egui_wgpu::WgpuConfiguration {
    let mut setup = eframe::egui_wgpu::WgpuSetupCreateNew::without_display_handle();
    setup.instance_descriptor.backends = wgpu::Backends::BROWSER_WEBGPU;
    eframe::egui_wgpu::WgpuConfiguration {
        wgpu_setup: setup.into(),
        ..Default::default()
    }
}
