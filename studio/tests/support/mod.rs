//! A studio that gets events and gives pixels, as egui's own integrations run it.

#[path = "../../../tests/support/environment.rs"]
pub mod environment;
pub mod screen;
#[path = "../../../tests/support/skip.rs"]
pub mod skip;
mod window;

use std::fs;
use std::path::{Path, PathBuf};

use eframe::egui::accesskit::{Node, Role};
use eframe::egui::{
    Context, Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect,
    TouchPhase, pos2, vec2,
};
use eframe::egui_wgpu::{RenderState, RendererOptions, WgpuConfiguration, WgpuSetupExisting, wgpu};
use wgpu_noise::Result;
use wgpu_noise::format::RecipeSource;
use wgpu_noise_studio::Studio;
use wgpu_noise_studio::document::Document;
use wgpu_noise_studio::picture::{Shot, texels};
use wgpu_noise_studio::view::Computes;

pub use window::apart;
use window::painted;

/// The seconds from one frame to the next.
const FRAME: f64 = 0.1;

/// The folder of a test, with what an earlier run left there.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The studio on a device without a window.
pub struct Desk {
    pub studio: Studio,
    context: Context,
    state: RenderState,
    size: [u32; 2],
    time: f64,
    nodes: Vec<Node>,
    focus: Option<Node>,
    shapes: Vec<eframe::egui::ClippedPrimitive>,
}

impl Desk {
    /// Makes a studio in a window of so many pixels, of which a row takes a multiple of 256 bytes; `None` without an adapter.
    pub fn new(size: [u32; 2]) -> Option<Desk> {
        let state = state()?;
        let context = Context::default();
        context.enable_accesskit();
        let mut studio = Studio::new(&context, Some(&state)).expect("a studio");
        studio.computes = Computes::Gpu;
        let mut desk = Desk {
            studio,
            context,
            state,
            size,
            time: 0.0,
            nodes: Vec::new(),
            focus: None,
            shapes: Vec::new(),
        };
        desk.step(Vec::new());
        Some(desk)
    }

    /// Opens a recipe's file.
    pub fn open(&mut self, file: &Path) -> Result<()> {
        let document = Document::new(RecipeSource::open(file)?)?;
        self.studio.open(document);
        Ok(())
    }

    /// One frame with these events.
    pub fn step(&mut self, events: Vec<Event>) {
        self.time += FRAME;
        let [width, height] = self.size.map(|side| side as f32);
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(width, height))),
            time: Some(self.time),
            focused: true,
            events,
            ..Default::default()
        };
        let mut output = self.context.run_ui(input, |ui| self.studio.ui(ui));
        let (device, queue) = (&self.state.device, &self.state.queue);
        let mut renderer = self.state.renderer.write();
        for (id, deltas) in output.textures_delta.set.drain() {
            for delta in deltas {
                renderer.update_texture(device, queue, id, &delta);
            }
        }
        output.textures_delta.free.clear();
        if let Some(update) = output.platform_output.accesskit_update {
            let focused = update.nodes.iter().find(|(id, _)| *id == update.focus);
            self.focus = focused.map(|(_, node)| node.clone());
            self.nodes = update.nodes.into_iter().map(|(_, node)| node).collect();
        }
        self.shapes = self.context.tessellate(output.shapes, 1.0);
    }

    /// Lets the window come to rest, so that the picture has its full size.
    fn rest(&mut self) {
        for _ in 0..4 {
            self.step(vec![Event::PointerGone]);
        }
        while self.studio.is_working {
            self.step(Vec::new());
        }
    }

    /// Returns red, green and blue of the picture's pixels in the window, at rest.
    pub fn picture(&mut self) -> Vec<u8> {
        self.rest();
        self.pixels()
    }

    /// Returns the same as they are now.
    pub fn pixels(&mut self) -> Vec<u8> {
        let place = self.studio.seen.as_ref().expect("a picture").place;
        self.part(place.min, place.max)
    }

    /// Returns red, green and blue of the window between two corners.
    pub fn part(&self, first: Pos2, last: Pos2) -> Vec<u8> {
        let window = self.window();
        let [left, top, right, bottom] =
            [first.x, first.y, last.x, last.y].map(|side| side as usize);
        let rows = window
            .chunks(self.size[0] as usize * 4)
            .take(bottom)
            .skip(top);
        rows.flat_map(|row| row[left * 4..right * 4].as_chunks().0)
            .flat_map(|&[red, green, blue, _]| [red, green, blue])
            .collect()
    }

    /// Returns red, green and blue of the window at a place.
    pub fn pixel(&self, at: Pos2) -> [u8; 3] {
        let pixel = self.part(at, at + vec2(1.0, 1.0));
        [pixel[0], pixel[1], pixel[2]]
    }

    /// Returns where the control is that has the focus.
    pub fn focus(&self) -> Option<Rect> {
        let bounds = self.focus.as_ref()?.bounds()?;
        let [left, top, right, bottom] =
            [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|side| side as f32);
        Some(Rect::from_min_max(pos2(left, top), pos2(right, bottom)))
    }

    /// Returns the same pixels as the CPU computes them.
    pub fn computed(&self) -> Vec<u8> {
        let seen = self.studio.seen.as_ref().expect("a picture");
        let shot = Shot {
            scene: &seen.scene,
            sight: &seen.sight,
            time: seen.time,
            coarse: false,
            patient: false,
        };
        let texels = texels(&shot).expect("texels");
        let [width, height] = [0, 1].map(|axis| seen.sight.brick.size[axis] as usize);
        let size = [seen.place.width(), seen.place.height()].map(|side| side as usize);
        let at = |axis: usize, pixel: usize, count: usize| {
            let [low, high] = seen.sight.shares[axis];
            let share = low + (high - low) * (pixel as f64 + 0.5) / size[axis] as f64;
            ((share * count as f64).floor() as usize) % count
        };
        let mut pixels = Vec::new();
        for y in 0..size[1] {
            for x in 0..size[0] {
                let texel = 4 * (at(1, y, height) * width + at(0, x, width));
                pixels.extend(&texels[texel..texel + 3]);
            }
        }
        pixels
    }

    /// Whether a text is on the screen.
    pub fn says(&mut self, text: &str) -> bool {
        self.step(Vec::new());
        self.nodes.iter().any(|node| {
            let of = [node.label(), node.value()];
            of.into_iter().flatten().any(|found| found.contains(text))
        })
    }

    /// Returns the middle of the widget of a kind that stands right of a label.
    pub fn widget(&mut self, label: &str, kind: &str) -> Pos2 {
        self.step(Vec::new());
        let named = |node: &&Node| node.label() == Some(label) || node.value() == Some(label);
        let label = self
            .nodes
            .iter()
            .find(named)
            .expect("the label")
            .bounds()
            .expect("bounds");
        let is_beside = |node: &&Node| {
            let beside = node
                .bounds()
                .is_some_and(|b| b.x0 > label.x0 && b.y0 < label.y1 && b.y1 > label.y0);
            beside && format!("{:?}", node.role()) == kind
        };
        middle(self.nodes.iter().find(is_beside).expect("the widget"))
    }

    /// Returns the middle of a field with this hint.
    pub fn placeholder(&mut self, hint: &str) -> Pos2 {
        self.step(Vec::new());
        let field =
            |node: &&Node| node.role() == Role::TextInput && node.placeholder() == Some(hint);
        middle(self.nodes.iter().find(field).expect("the field"))
    }

    /// Returns the middle of what has this label, or of the menu that has this choice.
    pub fn labelled(&mut self, label: &str) -> Pos2 {
        self.step(Vec::new());
        let named = |node: &&Node| match node.role() {
            Role::Label => false,
            Role::ComboBox => node.value() == Some(label),
            _ => node.label() == Some(label),
        };
        middle(self.nodes.iter().find(named).expect(label))
    }

    /// Returns what one turns or clicks that lies partly right of a place, or left of the window.
    pub fn beyond(&mut self, right: f32) -> Vec<String> {
        self.step(Vec::new());
        let turned = [
            Role::Button,
            Role::ComboBox,
            Role::CheckBox,
            Role::Slider,
            Role::SpinButton,
        ];
        let nodes = self
            .nodes
            .iter()
            .filter(|node| turned.contains(&node.role()));
        nodes
            .filter(|node| {
                node.bounds()
                    .is_some_and(|b| b.x0 < 0.0 || b.x1 > right.into())
            })
            .map(|node| format!("{:?} {:?} {:?}", node.role(), node.label(), node.bounds()))
            .collect()
    }

    /// Clicks what has this label.
    pub fn click(&mut self, label: &str) {
        let at = self.labelled(label);
        self.point(at);
    }

    /// Clicks a place.
    pub fn point(&mut self, at: Pos2) {
        self.press_at(at);
        self.release_at(at);
    }

    /// Drags a place to the right, in steps.
    pub fn drag(&mut self, at: Pos2, by: f32) {
        self.drag_to(at, at + vec2(by, 0.0));
    }

    /// Drags a place to another, in steps.
    pub fn drag_to(&mut self, at: Pos2, end: Pos2) {
        self.press_at(at);
        for share in [0.25, 0.5, 0.75, 1.0] {
            self.move_to(at + (end - at) * share);
        }
        self.release_at(end);
    }

    /// Presses the button of the pointer at a place.
    pub fn press_at(&mut self, at: Pos2) {
        self.step(vec![Event::PointerMoved(at)]);
        self.step(vec![button(at, true)]);
    }

    /// Moves the pointer.
    pub fn move_to(&mut self, at: Pos2) {
        self.step(vec![Event::PointerMoved(at)]);
    }

    /// Lets the button of the pointer go.
    pub fn release_at(&mut self, at: Pos2) {
        self.step(vec![button(at, false)]);
    }

    /// Returns the picture's pixels after one more frame.
    pub fn next_pixels(&mut self) -> Vec<u8> {
        self.step(Vec::new());
        self.pixels()
    }

    /// Turns the wheel at a place.
    pub fn scroll(&mut self, at: Pos2, by: f32) {
        self.step(vec![Event::PointerMoved(at)]);
        self.step(vec![Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, by),
            phase: TouchPhase::Move,
            source: eframe::egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        }]);
        for _ in 0..8 {
            self.step(Vec::new());
        }
    }

    /// Presses a key.
    pub fn press(&mut self, key: Key, modifiers: Modifiers) {
        self.step(vec![Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers,
        }]);
    }

    /// Waits until the device has done what it was given.
    pub fn finish(&self) {
        let waited = self.state.device.poll(wgpu::PollType::wait_indefinitely());
        waited.expect("a poll");
    }

    /// Loses the device.
    pub fn lose(&mut self) {
        self.state.device.destroy();
    }

    /// Whether the last frame has nothing to draw.
    pub fn draws_nothing(&self) -> bool {
        self.shapes.is_empty()
    }

    /// Returns the window's texels.
    fn window(&self) -> Vec<u8> {
        let RenderState { device, queue, .. } = &self.state;
        let mut renderer = self.state.renderer.write();
        painted(device, queue, &mut renderer, &self.shapes, self.size)
    }
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

fn middle(node: &Node) -> Pos2 {
    let bounds = node.bounds().expect("bounds");
    pos2(
        ((bounds.x0 + bounds.x1) / 2.0) as f32,
        ((bounds.y0 + bounds.y1) / 2.0) as f32,
    )
}

fn state() -> Option<RenderState> {
    let (instance, adapter) = environment::adapter(wgpu::Backends::all())?;
    let (device, queue) =
        pollster::block_on(adapter.request_device(&Default::default())).expect("a device");
    let setup = WgpuSetupExisting {
        instance: instance.clone(),
        adapter,
        device,
        queue,
    };
    let config = WgpuConfiguration {
        wgpu_setup: setup.into(),
        ..Default::default()
    };
    let options = RendererOptions::PREDICTABLE;
    let mut state = pollster::block_on(RenderState::create(&config, &instance, None, options))
        .expect("a renderer");
    state.target_format = wgpu::TextureFormat::Rgba8Unorm;
    let renderer = eframe::egui_wgpu::Renderer::new(&state.device, state.target_format, options);
    *state.renderer.write() = renderer;
    Some(state)
}
