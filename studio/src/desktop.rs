//! The studio in a window.

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

use eframe::egui::{ViewportBuilder, ViewportCommand, vec2};
use wgpu_noise::format::{self, RecipeSource};
use wgpu_noise_studio::Studio;
use wgpu_noise_studio::document::Document;
use wgpu_noise_studio::remembered::Remembered;

use crate::SOON;

const USAGE: &str = "Usage: wgpu-noise-studio [RECIPE]";

const NO_ADAPTER: &str = "Install a driver for Vulkan: that of your GPU, or one that needs no GPU, such as lavapipe \
    (mesa-vulkan-drivers on Debian, Ubuntu and Fedora)";

/// Opens the window with the recipe that the command line names.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if arguments
        .iter()
        .any(|flag| flag == "--help" || flag == "-h")
    {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    if arguments.len() > 1 {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    let path = arguments.first().map(PathBuf::from);
    // A mistake in the recipe is said before a window opens.
    if let Some(path) = &path
        && let Err(error) = RecipeSource::open(path).and_then(Document::new)
    {
        return fail(&error.to_string());
    }
    let code = show_all(path.as_deref());
    // The thread of a bake may run on until the process ends. As the lock is never let go, it begins no other file.
    std::mem::forget(format::remove_partial_files());
    code
}

/// Shows a window, and another after each device that is lost.
fn show_all(path: Option<&Path>) -> ExitCode {
    let mut left = None;
    loop {
        let opened = Instant::now();
        match show(path, left) {
            Ok(None) => return ExitCode::SUCCESS,
            Ok(_) if opened.elapsed() < SOON => {
                return fail(
                    "the device was lost as soon as there was one: the recipe may be too much for it; \
                     wgpu-noise-studio marble opens another",
                );
            }
            Ok(lost) => {
                eprintln!(
                    "wgpu-noise-studio: the device was lost; the window opens again on a new one"
                );
                left = lost;
            }
            Err(eframe::Error::WinitEventLoop(_)) => return fail("no window: there is no display"),
            Err(eframe::Error::Wgpu(error)) => {
                return fail(&format!("no window: {error}. {NO_ADAPTER}"));
            }
            Err(error) => return fail(&format!("no window: {error}")),
        }
    }
}

/// Shows a window until it is closed. Returns what was in it if its device was lost: neither eframe nor its window goes on with
/// another device.
fn show(path: Option<&Path>, left: Option<Remembered>) -> eframe::Result<Option<Remembered>> {
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default().with_inner_size(vec2(1280.0, 800.0)),
        renderer: eframe::Renderer::Wgpu,
        ..Default::default()
    };
    let lost = Rc::new(RefCell::new(None));
    let into = lost.clone();
    eframe::run_native(
        "wgpu-noise studio",
        options,
        Box::new(move |creation| {
            let mut studio = Studio::new(&creation.egui_ctx, creation.wgpu_render_state.as_ref())?;
            match left {
                Some(left) => studio.recall(left),
                None => {
                    let named = path.map(RecipeSource::open).transpose()?;
                    studio.start(creation.storage, named);
                }
            }
            studio.on_lost(Box::new(move |context, left| {
                into.replace(Some(left));
                context.send_viewport_cmd(ViewportCommand::Close);
            }));
            Ok(Box::new(studio))
        }),
    )?;
    Ok(lost.take())
}

fn fail(message: &str) -> ExitCode {
    eprintln!("wgpu-noise-studio: {message}");
    ExitCode::FAILURE
}
