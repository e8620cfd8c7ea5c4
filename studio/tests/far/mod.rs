//! Places far from the origin have the same noise, sample by sample.

use eframe::egui::{Event, Key, Modifiers};
use wgpu_noise_studio::camera::Camera;
use wgpu_noise_studio::document::Document;
use wgpu_noise_studio::view::Computes;

use crate::BOUND;
use crate::support::{Desk, apart};

/// The hash of the table repeats after so many cells.
const REPEAT: f64 = 256.0;
/// Cells in a unit.
const FREQUENCY: f64 = 4.0;

#[test]
fn ten_million_cells_away_the_picture_is_exact() {
    let Some(mut desk) = Desk::new([1280, 480]) else {
        return;
    };
    let text = "size = [64, 64]\nchannels = ['n']\nnodes.n = 'fbm(perlin(4), octaves = 4)'";
    for computes in [Computes::Gpu, Computes::Cpu] {
        desk.studio.computes = computes;
        desk.studio
            .open(Document::of_text("far.toml", text).expect("a document"));
        // A pixel whose length has few digits, so that the places of the samples are exact wherever they are.
        let unit = 1.0 / 512.0;
        let mut at = |x: f64, y: f64, nearer: usize| {
            let centre = [x, y];
            desk.studio.camera = Some(Camera { centre, unit });
            desk.step(vec![Event::PointerGone]);
            for _ in 0..nearer {
                desk.press(Key::Plus, Modifiers::NONE);
            }
            let picture = desk.picture();
            assert!(apart(&picture, &desk.computed()) <= BOUND);
            picture
        };
        let far = (1e7 / REPEAT).ceil() * REPEAT / FREQUENCY;
        let near = at(0.5, 0.25, 0);
        assert_eq!(at(0.5 + far, 0.25 - far, 0), near, "{computes:?}");
        let other = at(0.75 + far, 0.25 - far, 0);
        assert!(apart(&other, &near) > 10 * BOUND, "the control");
        // Twelve times as near, where the camera's own place is rounded.
        let near = at(0.5, 0.25, 11);
        let found = at(0.5 + far, 0.25 - far, 11);
        assert!(apart(&found, &near) <= BOUND, "{computes:?}");
        let other = at(0.6 + far, 0.25 - far, 11);
        assert!(apart(&other, &near) > 10 * BOUND, "the control");
    }
}
