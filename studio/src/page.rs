//! The studio in a browser's page.

use eframe::egui_wgpu::wgpu;
use eframe::{WebOptions, WebRunner};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlCanvasElement};
use web_time::Instant;
use wgpu_noise_studio::remembered::Remembered;
use wgpu_noise_studio::{Studio, edge};

use crate::SOON;

/// The canvas in `index.html`, and the line that says what has failed.
const CANVAS: &str = "studio";
const FAILED: &str = "failed";
/// The line that is there until the studio is.
const LOADING: &str = "loading";

/// The fragment of an address with a recipe that is not too much for any GPU.
const EASY: &str = "marble";

const TOO_MUCH: &str = "The GPU was lost as soon as there was one: the recipe may be too much for it. Load the page again with #marble \
    at the end of its address, which opens another.";
const LOST: &str = "The GPU was lost as soon as there was one, with a recipe that is not too much for it. Close what else uses it, \
    start the browser anew, or get a newer driver.";

/// Shows the studio in the page's canvas, with the recipe of the page's address if it has one. A worker has no page.
pub fn main() {
    if web_sys::window().is_none() {
        return;
    }
    wasm_bindgen_futures::spawn_local(async {
        let shown = match canvas() {
            Ok(canvas) => show(WebRunner::new(), canvas, None).await,
            Err(error) => Err(error),
        };
        if let Some(line) = element(LOADING) {
            line.remove();
        }
        complain(shown);
    });
}

fn element(id: &str) -> Option<Element> {
    web_sys::window()?.document()?.get_element_by_id(id)
}

fn canvas() -> Result<HtmlCanvasElement, JsValue> {
    let canvas = element(CANVAS).ok_or("the page has no canvas")?;
    Ok(canvas.dyn_into()?)
}

/// Shows the studio, from its beginning or with what was in it when its device was lost.
async fn show(
    runner: WebRunner,
    canvas: HtmlCanvasElement,
    left: Option<Remembered>,
) -> Result<(), JsValue> {
    let options = WebOptions {
        renderer: eframe::Renderer::Wgpu,
        wgpu_options: webgpu(),
        ..Default::default()
    };
    let again = (runner.clone(), canvas.clone());
    let opened = Instant::now();
    let create: eframe::AppCreator = Box::new(move |creation| {
        let mut studio = Studio::new(&creation.egui_ctx, creation.wgpu_render_state.as_ref())?;
        match left {
            Some(left) => studio.recall(left),
            None => match edge::linked() {
                Ok(named) => studio.start(creation.storage, named),
                Err(why) => {
                    studio.start(creation.storage, None);
                    studio.say(why);
                }
            },
        }
        edge::follow_links(&creation.egui_ctx, &studio.answers);
        studio.on_lost(Box::new(move |_, left| {
            if opened.elapsed() < SOON {
                let is_easy = edge::fragment() == EASY;
                return complain(Err(if is_easy { LOST } else { TOO_MUCH }.into()));
            }
            wasm_bindgen_futures::spawn_local(async move {
                let (runner, canvas) = again;
                complain(Box::pin(show(runner, canvas, Some(left))).await);
            });
        }));
        Ok(Box::new(studio))
    });
    runner.start(canvas, options, create).await
}

/// Says on the page why it shows nothing new.
fn complain(shown: Result<(), JsValue>) {
    let Err(error) = shown else { return };
    web_sys::console::error_1(&error);
    if let Some(place) = element(FAILED) {
        place.set_text_content(Some(&edge::words(&error)));
        // Without it the sentence stays hidden, but it is on the console.
        let _ = place.remove_attribute("hidden");
    }
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
