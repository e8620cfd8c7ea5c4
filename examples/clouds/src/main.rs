//! Clouds: rays through density volumes that `wgpu-noise` animates on the renderer's own device, every frame.
//!
//! `cargo run --release --manifest-path examples/clouds/Cargo.toml -- --headless --size 640x360 -o clouds.png`
//!
//! * `field`: a recipe, its generator and its texture;
//! * `sky`: the scene as numbers: camera, sun, weather;
//! * `renderer`: the fields and the pass that marches through them, `clouds.wgsl`;
//! * `headless`: frames without a window, into a file.

mod field;
mod headless;
mod renderer;
mod sky;

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
    /// Frames of one loop; several become an animated PNG
    #[arg(long, default_value_t = 1)]
    pub frames: u32,
    /// Frames a second of an animated picture
    #[arg(long, default_value_t = 20)]
    pub rate: u16,
    /// The file
    #[arg(short, long, default_value = "clouds.png")]
    pub output: PathBuf,
    /// The time of day
    #[arg(long, value_enum, default_value_t)]
    pub light: sky::Light,
    /// Volumes to march through, or a plane
    #[arg(long, value_enum, default_value_t)]
    pub mode: sky::Mode,
    /// How much of the sky is clouds, 0 to 1
    #[arg(long, default_value_t = 0.5)]
    pub cover: f32,
    /// How dense they are
    #[arg(long, default_value_t = 1.0)]
    pub density: f32,
    /// The side of the shape's volume; the erosion's is a quarter of it
    #[arg(long, default_value_t = 128)]
    pub volume: u32,
    /// Steps of a ray through the clouds
    #[arg(long, default_value_t = 96)]
    pub steps: u32,
    /// Rays a pixel
    #[arg(long, default_value_t = 4)]
    pub rays: u32,
    /// Seconds since the start, for a single frame
    #[arg(long, default_value_t = 0.0)]
    pub time: f64,
    /// The adapter whose name contains this; left out: the best
    #[arg(long)]
    pub adapter: Option<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::parse();
    match options.headless {
        true => headless::run(&options),
        false => Err("there is no window yet: add --headless".into()),
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
