//! `wgpu-noise-studio [RECIPE.toml]`: the studio in a window. For browsers, `scripts/web` builds the page.

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(target_arch = "wasm32")]
mod page;

use std::time::Duration;

/// A device that is lost sooner than this is not opened again.
const SOON: Duration = Duration::from_secs(10);

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    desktop::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {
    page::main();
}
