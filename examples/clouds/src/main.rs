//! Clouds: rays through density volumes that `wgpu-noise` animates on the renderer's own device, every frame.
//!
//! `cargo run --release --manifest-path examples/clouds/Cargo.toml` opens a window; with
//! `-- --headless --size 640x360 -o clouds.png` it writes a picture.
//!
//! * `scene`: what may be moved while clouds are drawn, and moments of it;
//! * `sky`: the scene as the shader's numbers: camera, sun, colours;
//! * `field`: a recipe, its generator and its texture;
//! * `renderer`: the fields and the pass that marches through them, `clouds.wgsl`; `clock` times both;
//! * `headless`, `window`: the two hosts, which own a device each (`device`); `panel`: the window's sliders.

mod clock;
mod device;
mod field;
mod headless;
mod panel;
mod renderer;
mod scene;
mod sky;
mod window;

use std::path::PathBuf;

use clap::Parser;

/// Clouds through volumes that wgpu-noise animates.
#[derive(Debug, Parser)]
pub struct Options {
    /// Render without a window into a file
    #[arg(long)]
    pub headless: bool,
    /// Width and height in pixels
    #[arg(long, default_value = "640x360", value_parser = size)]
    pub size: [u32; 2],
    /// Frames of one loop, without a window; several become an animated PNG
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub frames: u32,
    /// Frames a second of an animated picture
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    pub rate: u16,
    /// The file
    #[arg(short, long, default_value = "clouds.png")]
    pub output: PathBuf,
    /// Seconds since the start at which to begin
    #[arg(long, default_value_t = 0.0)]
    pub time: f64,
    /// In the window: that moment alone, without sliders
    #[arg(long)]
    pub still: bool,
    /// The side of the shape's volume; the erosion's is a quarter of it
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u32).range(8..=512))]
    pub volume: u32,
    /// The adapter whose name contains this; left out: the best
    #[arg(long)]
    pub adapter: Option<String>,
    /// What is drawn.
    #[command(flatten)]
    pub scene: scene::Scene,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::parse();
    match options.headless {
        true => headless::run(&options),
        false => window::run(options),
    }
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let sides = text
        .split_once('x')
        .and_then(|(x, y)| Some([x.parse().ok()?, y.parse().ok()?]));
    let fits = |sides: &[u32; 2]| sides.iter().all(|side| (1..=8192).contains(side));
    sides
        .filter(fits)
        .ok_or_else(|| "two whole numbers from 1 to 8192, such as 640x360".to_string())
}
