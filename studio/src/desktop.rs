//! The studio in a window.

use std::path::PathBuf;
use std::process::ExitCode;

use eframe::egui::{ViewportBuilder, vec2};
use wgpu_noise_studio::Studio;
use wgpu_noise_studio::edge;

const USAGE: &str = "Usage: wgpu-noise-studio [RECIPE]";

/// Opens the window with the recipe that the command line names.
pub fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let path = arguments.next().map(PathBuf::from);
    if arguments.next().is_some()
        || path
            .as_ref()
            .is_some_and(|path| path.as_os_str() == "--help")
    {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    // A mistake in the recipe is said before a window opens.
    if let Some(Err(error)) = path.as_deref().map(edge::open) {
        return fail(&error, 1);
    }
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default().with_inner_size(vec2(1280.0, 800.0)),
        renderer: eframe::Renderer::Wgpu,
        ..Default::default()
    };
    let run = eframe::run_native(
        "wgpu-noise studio",
        options,
        Box::new(|creation| {
            let mut studio = Studio::new(&creation.egui_ctx, creation.wgpu_render_state.as_ref())?;
            if let Some(path) = path {
                studio.open_named(&path)?;
            }
            Ok(Box::new(studio))
        }),
    );
    match run {
        Ok(()) => ExitCode::SUCCESS,
        Err(eframe::Error::WinitEventLoop(_)) => fail("no window: there is no display", 1),
        Err(error) => fail(&format!("no window: {error}"), 1),
    }
}

fn fail(message: &str, code: u8) -> ExitCode {
    eprintln!("wgpu-noise-studio: {message}");
    ExitCode::from(code)
}
