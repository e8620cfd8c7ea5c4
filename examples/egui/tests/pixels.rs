//! What egui's renderer draws of the picture is what the library computes without a GPU.
//!
//! The adapter is the one that `NOISE_ADAPTER` names, lavapipe by default. Where there is none the test skips, and says so;
//! with `NOISE_REQUIRE_ADAPTER=1` it fails.

use eframe::egui::{self, RawInput, pos2, vec2};
use eframe::egui_wgpu::{Renderer, RendererOptions, wgpu};
use wgpu_noise::cpu::Cpu;
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Backend, Grid};
use wgpu_noise_egui::{LOOP, Lava, SIDE, recipe};

#[path = "../../../tests/support/environment.rs"]
mod environment;
#[path = "../../../tests/support/skip.rs"]
mod skip;
#[path = "../../../studio/tests/support/window.rs"]
mod window;
use window::{apart, painted};

/// The window, in pixels: rows of it are copied as they are.
const WINDOW: [u32; 2] = [320, 320];
/// Where the picture lies in it.
const AT: [u32; 2] = [32, 40];
/// A step of the texture, and one of what egui's shader rounds.
const BOUND: u8 = 2;

struct Own {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

fn own() -> Option<Own> {
    let (_instance, adapter) = environment::adapter(wgpu::Backends::all())?;
    let (device, queue) =
        pollster::block_on(adapter.request_device(&Default::default())).expect("a device");
    Some(Own { device, queue })
}

/// One frame as eframe makes it, but into a texture: its picture's texels.
fn drawn(
    own: &Own,
    renderer: &mut Renderer,
    context: &egui::Context,
    lava: &mut Lava,
    time: f64,
) -> Vec<u8> {
    let (device, queue) = (&own.device, &own.queue);
    let [width, height] = WINDOW;
    let input = RawInput {
        screen_rect: Some(egui::Rect::from_min_size(
            pos2(0.0, 0.0),
            vec2(width as f32, height as f32),
        )),
        time: Some(time),
        ..Default::default()
    };
    let mut output = context.run_ui(input, |ui| {
        // The slider above, the picture at a place that is known.
        let above = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
        let first = pos2(AT[0] as f32, AT[1] as f32 - above);
        let place = egui::Rect::from_min_size(first, vec2(280.0, 280.0));
        let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(place));
        lava.ui(&mut inner).expect("a frame");
    });
    for (id, deltas) in output.textures_delta.set.drain() {
        for delta in deltas {
            renderer.update_texture(device, queue, id, &delta);
        }
    }
    output.textures_delta.free.clear();
    let shapes = context.tessellate(output.shapes, 1.0);
    let window = painted(device, queue, renderer, &shapes, WINDOW);
    let rows = window.chunks(width as usize * 4).skip(AT[1] as usize);
    let columns = AT[0] as usize * 4..(AT[0] + SIDE) as usize * 4;
    rows.take(SIDE as usize)
        .flat_map(|row| row[columns.clone()].to_vec())
        .collect()
}

/// The texels that the CPU computes.
fn computed(gain: f64, seconds: f64) -> Vec<u8> {
    let recipe = recipe().expect("the recipe");
    let job = recipe.job().expect("its job");
    let mut params = job.params().clone();
    params.set("crust.gain", gain).expect("a gain");
    let grid: Grid = recipe.grid().origin([0.0, 0.0, 0.0, seconds / LOOP]);
    let job = job.program().bind(&params, &grid).expect("its job");
    let packing = Packing::new(Format::Rgba8Unorm, 3, [0.0, 1.0]).expect("a packing");
    let mut texels = vec![0; (SIDE * SIDE * packing.bytes()) as usize];
    (Cpu::new(job).fill(&Brick::whole(&grid, 0), &packing, &mut texels)).expect("texels");
    texels
}

#[test]
fn egui_shows_what_the_cpu_computes() {
    let Some(own) = own() else { return };
    let options = RendererOptions::PREDICTABLE;
    let mut renderer = Renderer::new(&own.device, wgpu::TextureFormat::Rgba8Unorm, options);
    let context = egui::Context::default();
    let mut lava = Lava::new(&own.device, &mut renderer).expect("the picture");
    for (time, gain) in [(0.0, 0.6), (0.0, 0.45), (4.5, 0.45)] {
        lava.gain = gain;
        let found = drawn(&own, &mut renderer, &context, &mut lava, time);
        let differ = apart(&found, &computed(gain, time));
        assert!(differ <= BOUND, "{differ} at {time} s, gain {gain}");
        assert!(apart(&found, &computed(gain + 0.02, time)) > 4 * BOUND);
        assert!(apart(&found, &computed(gain, time + 0.2)) > 4 * BOUND);
    }
}
