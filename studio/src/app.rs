//! The studio's window: what it holds from frame to frame, and where its panels are.

use eframe::egui::{self, CentralPanel, Key, KeyboardShortcut, Modifiers, Panel, Ui};
use eframe::egui_wgpu::RenderState;
use wgpu_noise::recipe::Preset;
use wgpu_noise::{Recipe, Result};

use crate::camera::{Camera, Sight};
use crate::clock::Clock;
use crate::document::Document;
#[cfg(not(target_arch = "wasm32"))]
use crate::document::Subject;
use crate::edge;
use crate::panels::{self, Tab, Take, Thumbnails, Values};
use crate::picture::{CpuPicture, Draw, GpuPicture, Pace};
use crate::scene::{self, Scene};
use crate::solid::{Orbit, Solid};

/// The preset that is shown first.
const FIRST: &str = "marble";
/// Windows narrower than this, in points, show one panel at a time below the picture.
const NARROW: f32 = 760.0;

/// How the noise is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// As a plane that one moves over.
    #[default]
    Plane,
    /// The recipe's own picture, three by three times, to judge its seams.
    Tiled,
    /// The recipe's box as a lit surface, as high as it is bright.
    Relief,
    /// The recipe's volume, looked through.
    Volume,
}

/// What computes the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computes {
    /// The GPU that egui draws with.
    Gpu,
    /// The CPU.
    Cpu,
}

/// What the picture shows, and where it is.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The place in the window, in points.
    pub place: egui::Rect,
    /// The colours.
    pub scene: Scene,
    /// The samples.
    pub sight: Sight,
    /// The time from the first frame, in units of w.
    pub time: f64,
}

/// The whole studio.
pub struct Studio {
    /// What is being made.
    pub document: Document,
    /// How it is shown.
    pub view: View,
    /// What computes it.
    pub computes: Computes,
    pub(crate) gpu: Option<GpuPicture>,
    pub(crate) cpu: CpuPicture,
    pub(crate) solid: Option<Solid>,
    pub(crate) orbit: Orbit,
    /// How high the relief is.
    pub(crate) height: f32,
    /// Whether a volume is shown as the surface of a level, and the level; else as a cloud of this density.
    pub(crate) is_surface: bool,
    pub(crate) level: f32,
    pub(crate) camera: Option<Camera>,
    /// The one channel that is shown; `None` for all as colours.
    pub(crate) channel: Option<usize>,
    pub(crate) slice: u32,
    pub(crate) clock: Clock,
    pub(crate) pace: Pace,
    pub(crate) tab: Tab,
    pub(crate) take: Take,
    pub(crate) values: Option<Values>,
    pub(crate) thumbnails: Thumbnails,
    /// The file that is open.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) file: Option<edge::File>,
    /// The file that was dropped on the page.
    #[cfg(target_arch = "wasm32")]
    dropped: edge::Dropped,
    /// What was done last, or went wrong, in words.
    pub(crate) notice: Option<String>,
    /// What the picture fails of.
    pub(crate) failure: Option<String>,
    /// What the picture showed last.
    pub seen: Option<Seen>,
    /// The scene, and what it was made of.
    scene: Option<(Recipe, Option<usize>, Scene)>,
    /// The seconds for which nothing has changed: a still picture is computed at its full size.
    pub(crate) still: f64,
}

impl Studio {
    /// Makes the studio in egui's context, with the device that egui draws with if it has one.
    ///
    /// # Errors
    /// None: the first recipe is a preset.
    pub fn new(context: &egui::Context, state: Option<&RenderState>) -> Result<Studio> {
        let is_hardware = state.is_some_and(|state| {
            let kind = state.adapter.get_info().device_type;
            kind != eframe::egui_wgpu::wgpu::DeviceType::Cpu
        });
        Ok(Studio {
            document: Document::preset(&Preset::find(FIRST)?)?,
            view: View::default(),
            // A processor that runs shaders is slower than the CPU backend.
            computes: match is_hardware {
                true => Computes::Gpu,
                false => Computes::Cpu,
            },
            gpu: state.map(GpuPicture::new),
            cpu: CpuPicture::new(context),
            solid: state.map(Solid::new),
            orbit: Orbit::default(),
            height: 0.3,
            is_surface: false,
            level: 0.5,
            camera: None,
            channel: None,
            slice: 0,
            clock: Clock::default(),
            pace: Pace::default(),
            tab: Tab::default(),
            take: Take::default(),
            values: None,
            thumbnails: Thumbnails::default(),
            #[cfg(not(target_arch = "wasm32"))]
            file: None,
            #[cfg(target_arch = "wasm32")]
            dropped: edge::Dropped::default(),
            notice: None,
            failure: None,
            seen: None,
            scene: None,
            still: 0.0,
        })
    }

    /// Shows another recipe from its beginning.
    pub fn open(&mut self, document: Document) {
        self.document = document;
        self.notice = None;
        #[cfg(not(target_arch = "wasm32"))]
        {
            self.file = None;
        }
        self.look_at_all();
        (self.channel, self.slice, self.clock.share) = (None, 0, 0.0);
        if self.view == View::Volume && self.document.recipe().size.len() < 3 {
            self.view = View::Plane;
        }
    }

    /// Opens a preset by its name, or a file, which is followed when something else writes it.
    ///
    /// # Errors
    /// Those of [`edge::open`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn open_named(&mut self, recipe: &std::path::Path) -> Result<(), String> {
        let (file, document) = edge::open(recipe)?;
        self.open(document);
        self.file = file;
        Ok(())
    }

    /// Saves the recipe: in its file, or where there is none as a new one.
    pub fn save(&mut self) {
        let text = self.document.text();
        #[cfg(not(target_arch = "wasm32"))]
        let saved = match &mut self.file {
            Some(file) => file.save(text),
            None => edge::deliver(&self.document.name, text.as_bytes()),
        };
        #[cfg(target_arch = "wasm32")]
        let saved = edge::deliver(&self.document.name, text.as_bytes());
        self.say(saved.unwrap_or_else(|error| error));
    }

    /// Shows a sentence in the line below.
    pub fn say(&mut self, what: String) {
        self.notice = Some(what);
    }

    /// Shows all of the recipe's box.
    pub fn look_at_all(&mut self) {
        self.camera = None;
    }

    /// One frame of the window.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.keys(ui);
        self.files(ui);
        self.tick(ui);
        Panel::top("bar").show(ui, |ui| panels::bar(self, ui));
        Panel::bottom("status").show(ui, |ui| panels::status(self, ui));
        if ui.available_width() < NARROW {
            let height = ui.available_height() / 2.0;
            Panel::bottom("panel")
                .default_size(height)
                .resizable(true)
                .show(ui, |ui| panels::tabs(self, ui, Tab::ALL));
        } else {
            Panel::left("nodes")
                .default_size(340.0)
                .max_size(480.0)
                .resizable(true)
                .show(ui, |ui| panels::nodes(self, ui));
            Panel::right("side")
                .default_size(380.0)
                .resizable(true)
                .show(ui, |ui| panels::tabs(self, ui, &Tab::ALL[1..]));
        }
        CentralPanel::no_frame().show(ui, |ui| panels::canvas(self, ui));
        if !ui.input(|input| input.pointer.any_down()) {
            self.document.settle();
        }
    }

    /// Returns what is drawn with.
    pub(crate) fn drawing(&mut self) -> &mut dyn Draw {
        match (&mut self.gpu, self.computes) {
            (Some(gpu), Computes::Gpu) => gpu,
            _ => &mut self.cpu,
        }
    }

    /// Returns the scene of the recipe as it is now.
    ///
    /// # Errors
    /// Those of [`Scene::new`].
    pub(crate) fn scene(&mut self) -> Result<Scene> {
        let recipe = self.document.recipe();
        if let Some((of, channel, scene)) = &self.scene
            && (of, *channel) == (recipe, self.channel)
        {
            return Ok(scene.clone());
        }
        let scene = Scene::new(recipe, self.channel, scene::range(recipe)?)?;
        self.scene = Some((recipe.clone(), self.channel, scene.clone()));
        self.still = 0.0;
        Ok(scene)
    }

    fn tick(&mut self, ui: &Ui) {
        let seconds = f64::from(ui.input(|input| input.stable_dt.min(0.1)));
        self.still += seconds;
        if self.clock.runs && self.document.recipe().frames.is_some() {
            self.clock.advance(seconds);
            self.still = 0.0;
            ui.ctx().request_repaint();
        }
    }

    /// Takes what was dropped on the window, and what was written to the open file.
    fn files(&mut self, ui: &Ui) {
        #[cfg(not(target_arch = "wasm32"))]
        {
            let dropped =
                ui.input(|input| Some(input.raw.dropped_files.first()?.path().to_path_buf()));
            if let Some(path) = dropped
                && let Err(error) = self.open_named(&path)
            {
                self.say(error);
            }
            if let Some(file) = &mut self.file {
                ui.ctx().request_repaint_after_secs(0.5);
                if let Some(text) = file.changed() {
                    self.document.set_text(Subject::Recipe, text);
                    self.document.settle();
                }
            }
        }
        #[cfg(target_arch = "wasm32")]
        {
            if let Some(file) = ui.input(|input| input.raw.dropped_files.first().cloned()) {
                edge::read(ui.ctx(), file, &self.dropped);
            }
            let dropped = self
                .dropped
                .lock()
                .ok()
                .and_then(|mut dropped| dropped.take());
            match dropped.map(|(name, text)| Document::new(&name, &text)) {
                Some(Ok(document)) => self.open(document),
                Some(Err(error)) => self.say(error.to_string()),
                None => {}
            }
        }
    }

    fn keys(&mut self, ui: &Ui) {
        const SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
        let redo = [
            KeyboardShortcut::new(SHIFT, Key::Z),
            KeyboardShortcut::new(Modifiers::COMMAND, Key::Y),
        ];
        let undo = KeyboardShortcut::new(Modifiers::COMMAND, Key::Z);
        let pressed = |keys: &KeyboardShortcut| ui.input_mut(|input| input.consume_shortcut(keys));
        if redo.iter().any(pressed) {
            self.document.redo();
        } else if pressed(&undo) {
            self.document.undo();
        }
        if pressed(&KeyboardShortcut::new(Modifiers::COMMAND, Key::S)) {
            self.save();
        }
    }
}

impl eframe::App for Studio {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        Studio::ui(self, ui);
    }

    #[cfg(target_arch = "wasm32")]
    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }
}
