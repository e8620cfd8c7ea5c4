//! How large a picture moves fluently: `cargo test --release -p wgpu-noise-studio --test desk targets -- --ignored
//! --nocapture`. The figures in `benches/RESULTS.md` are from it.

use std::time::Instant;

use eframe::egui::{Key, Modifiers};
use wgpu_noise::recipe::Preset;
use wgpu_noise_studio::document::Document;
use wgpu_noise_studio::view::Computes;

use crate::support::Desk;

/// A window whose picture is 512×512 pixels large.
const WINDOW: [u32; 2] = [1232, 577];
/// The frames in which the picture finds its size, and those that are measured.
const FRAMES: [usize; 2] = [10, 15];

#[test]
#[ignore = "it measures time, on an idle machine"]
fn every_preset_moves_at_thirty_frames_a_second() {
    for (computes, name) in [(Computes::Cpu, "CPU"), (Computes::Gpu, "GPU")] {
        for preset in Preset::ALL {
            let Some(mut desk) = Desk::new(WINDOW) else {
                return;
            };
            desk.studio.computes = computes;
            desk.studio
                .open(Document::preset(preset).expect("a document"));
            let mut frames = Vec::new();
            for frame in 0..FRAMES[0] + FRAMES[1] {
                let begun = Instant::now();
                desk.press(Key::ArrowRight, Modifiers::NONE);
                desk.finish();
                if frame >= FRAMES[0] {
                    frames.push(begun.elapsed().as_secs_f64() * 1000.0);
                }
            }
            frames.sort_by(f64::total_cmp);
            let seen = desk.studio.seen.as_ref().expect("a picture");
            println!(
                "{name} {}: {:.0}x{:.0} pixels, a sample for {}, {:.1} ms",
                preset.name,
                seen.place.width(),
                seen.place.height(),
                desk.studio.step(),
                frames[FRAMES[1] / 2]
            );
        }
    }
}
