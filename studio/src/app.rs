//! The studio's window: what it holds from frame to frame, and where its panels are.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use eframe::egui::{self, CentralPanel, Panel, ThemePreference, Ui};
use eframe::egui_wgpu::{RenderState, wgpu};
use wgpu_noise::format::RecipeSource;
use wgpu_noise::recipe::Preset;
use wgpu_noise::{Grid, Result};

use crate::camera::Camera;
use crate::clock::Clock;
use crate::colours;
use crate::compare::{Compare, Side};
use crate::document::{Document, History};
use crate::edge::Answers;
use crate::gesture::Gesture;
use crate::keys;
use crate::notice::Notice;
use crate::panels::{self, Place, Tabs, Take, Thumbnails, Values};
use crate::picture::Pace;
use crate::remembered::Remembered;
use crate::scene::Scene;
use crate::solid::{Levels, Orbit, Solid};
use crate::stage::Stage;
use crate::view::{Computes, Seen, Shown, View};
use crate::watch::Watch;

/// The preset that is shown first.
const FIRST: &str = "marble";
/// Windows narrower than this, in points, show one panel at a time below the picture.
pub(crate) const NARROW: f32 = 760.0;
/// The seconds without a change after which a picture counts as still.
const STILL: f64 = 0.15;
/// What is remembered has this name in the storage of eframe.
const STORED: &str = "studio";

/// Begins the studio anew, on another device, with what it remembers.
pub type Restart = Box<dyn FnOnce(&egui::Context, Remembered)>;

/// The whole studio.
pub struct Studio {
    /// What is being made.
    pub document: Document,
    /// The recipes that were edited before others were opened, with their steps of undo.
    pub(crate) replaced: History<Document>,
    /// The edits that are one step of undo.
    gesture: Gesture,
    /// The recipe that it is compared with.
    pub compare: Option<Compare>,
    /// How it is shown.
    pub view: View,
    /// Which values are shown.
    pub shown: Shown,
    /// What computes it, and what is proposed for this device.
    pub computes: Computes,
    pub(crate) proposed: Computes,
    /// What draws each side.
    pub(crate) stages: [Stage; 2],
    pub(crate) solid: Option<Solid>,
    pub(crate) orbit: Orbit,
    pub(crate) levels: Levels,
    /// The part of the plane that is seen; `None` for all of the recipe's box.
    pub camera: Option<Camera>,
    pub(crate) slice: u32,
    pub(crate) clock: Clock,
    pub(crate) pace: Pace,
    pub(crate) tabs: Tabs,
    /// Whether the window is dark or light, or as the system has it.
    pub(crate) theme: ThemePreference,
    /// Whether the keys are shown.
    pub(crate) helps: bool,
    pub(crate) take: Take,
    pub(crate) values: Option<Values>,
    pub(crate) thumbnails: Thumbnails,
    /// What dialogs and dropped files answer, once they do.
    pub answers: Answers,
    /// The recipe's file, and the files that it names.
    pub(crate) watch: Watch,
    pub(crate) named: Watch,
    /// What was done last, or went wrong, in words.
    pub(crate) notice: Option<Notice>,
    /// What the picture fails of.
    pub(crate) failure: Option<String>,
    /// What the picture showed last.
    pub seen: Option<Seen>,
    /// Whether the picture of the last frame is still being computed.
    pub is_working: bool,
    /// The seconds for which nothing has changed: a still picture is computed at its full size.
    pub(crate) still: f64,
    /// The device that egui draws with, whether it is lost, and what to do then.
    device: Option<wgpu::Device>,
    is_lost: Arc<AtomicBool>,
    restart: Option<Restart>,
}

impl Studio {
    /// Makes the studio in egui's context, with the device that egui draws with if it has one.
    ///
    /// # Errors
    /// None: the first recipe is a preset.
    pub fn new(context: &egui::Context, state: Option<&RenderState>) -> Result<Studio> {
        colours::set(context);
        let device = state.map(|state| state.device.clone());
        let is_lost =
            (device.as_ref()).map_or_else(Arc::default, |device| watched(context, device));
        // OpenGL without compute shaders draws the window, and no more.
        let computes =
            |state: &&RenderState| state.device.limits().max_storage_buffers_per_shader_stage > 0;
        let state = state.filter(computes);
        let is_hardware = state.is_some_and(|state| {
            let kind = state.adapter.get_info().device_type;
            kind != wgpu::DeviceType::Cpu
        });
        // A processor that runs shaders is slower than the CPU backend.
        let proposed = match is_hardware {
            true => Computes::Gpu,
            false => Computes::Cpu,
        };
        Ok(Studio {
            document: Document::preset(&Preset::find(FIRST)?)?,
            replaced: History::default(),
            gesture: Gesture::default(),
            compare: None,
            view: View::default(),
            shown: Shown::default(),
            computes: proposed,
            proposed,
            stages: [(); 2].map(|()| Stage::new(context, state)),
            solid: state.map(Solid::new),
            orbit: Orbit::default(),
            levels: Levels::default(),
            camera: None,
            slice: 0,
            clock: Clock::default(),
            pace: Pace::default(),
            tabs: Tabs::default(),
            theme: ThemePreference::default(),
            helps: false,
            take: Take::default(),
            values: None,
            thumbnails: Thumbnails::default(),
            answers: Answers::default(),
            watch: Watch::default(),
            named: Watch::default(),
            notice: None,
            failure: None,
            seen: None,
            is_working: false,
            still: 0.0,
            device,
            is_lost,
            restart: None,
        })
    }

    /// Goes on from an earlier start, if its storage remembers one, and opens the recipe that is named, if one is. Undo returns from
    /// that to unsaved changes of the remembered one.
    pub fn start(&mut self, storage: Option<&dyn eframe::Storage>, named: Option<RecipeSource>) {
        if let Some(remembered) = storage.and_then(|storage| eframe::get_value(storage, STORED)) {
            self.recall(remembered);
        }
        if let Some(source) = named {
            // It alone is shown: what is remembered may be too much for the device.
            self.compare = None;
            self.open_source(source);
        }
    }

    /// Says what to do when the device is lost: nothing can be drawn on it any longer, not even a message.
    pub fn on_lost(&mut self, restart: Restart) {
        self.restart = Some(restart);
    }

    /// Shows a sentence in the line below.
    pub fn say(&mut self, what: String) {
        self.notice = Some(Notice::new(what));
    }

    /// Returns the sentence that the line below shows.
    pub(crate) fn said(&self) -> Option<&str> {
        self.notice.as_ref().map(Notice::text)
    }

    /// Shows all of the recipe's box, in space from where one first looks at it.
    pub fn look_at_all(&mut self) {
        (self.camera, self.orbit, self.still) = (None, Orbit::default(), 0.0);
        self.pace.rest();
    }

    /// Whether a view can show the recipe here.
    pub fn can_show(&self, view: View) -> bool {
        let size = &self.document.recipe().size[..];
        match view {
            View::Plane | View::Tiled => true,
            View::Relief => self.solid.is_some() && matches!(size, [x, y, ..] if *x > 1 && *y > 1),
            View::Volume => self.solid.is_some() && size.len() == 3,
        }
    }

    /// One frame of the window.
    pub fn ui(&mut self, ui: &mut Ui) {
        if self.has_lost_device() {
            // Nothing can be drawn on it, and egui's renderer panics if it must.
            if let Some(restart) = self.restart.take() {
                restart(ui.ctx(), self.remembered());
            }
            return;
        }
        ui.ctx().set_theme(self.theme);
        if !self.gesture.goes_on(ui) {
            self.document.settle();
        }
        keys::keys(self, ui);
        self.files(ui);
        self.tick(ui);
        if let Some(said) = self.take.poll(ui.ctx()) {
            self.say(said);
        }
        // They are made anew when a gesture has ended, which stays fluent so.
        if !ui.input(|input| input.pointer.any_down()) {
            self.thumbnails.of(self.document.recipe());
        }
        Panel::top("bar").show(ui, |ui| panels::bar(self, ui));
        Panel::bottom("status").show(ui, |ui| panels::status(self, ui));
        if ui.available_width() < NARROW {
            let height = ui.available_height() / 2.0;
            Panel::bottom("panel")
                .default_size(height)
                .resizable(true)
                .show(ui, |ui| panels::tabs(self, ui, Place::Below));
        } else {
            Panel::left("left")
                .default_size(340.0)
                .max_size(640.0)
                .resizable(true)
                .show(ui, |ui| panels::tabs(self, ui, Place::Left));
            Panel::right("side")
                .default_size(380.0)
                .resizable(true)
                .show(ui, |ui| panels::tabs(self, ui, Place::Right));
        }
        CentralPanel::no_frame().show(ui, |ui| panels::canvas(self, ui));
        panels::help(self, ui);
    }

    /// Whether the device is lost, as its callback says once it is polled.
    fn has_lost_device(&self) -> bool {
        if let Some(device) = &self.device {
            // Its errors say that it is lost, too.
            let _ = device.poll(wgpu::PollType::Poll);
        }
        self.is_lost.load(Ordering::Relaxed)
    }

    /// Returns the scene of a side as it is now, and whether it is another than last time.
    pub(crate) fn scene(&mut self, side: Side) -> Result<(Scene, bool)> {
        let recipe = match (&self.compare, side) {
            (Some(compare), Side::A) => compare.document.recipe(),
            _ => self.document.recipe(),
        };
        self.stages[side as usize].scene(recipe, self.shown)
    }

    /// Returns the time that is shown of a grid, from its first frame.
    pub(crate) fn time_of(&self, grid: &Grid) -> f64 {
        let share = grid.frames.map_or(0.0, |_| self.clock.share);
        share * grid.duration
    }

    /// Whether nothing has changed for a while.
    pub(crate) fn is_still(&self) -> bool {
        self.still >= STILL
    }

    /// Returns the pixels along each axis for which a picture that moves has one sample.
    pub fn step(&self) -> u32 {
        self.pace.step()
    }

    /// Returns how long nothing may change until it is still.
    pub(crate) fn until_still(&self) -> Duration {
        Duration::from_secs_f64((STILL - self.still).max(0.001))
    }

    fn tick(&mut self, ui: &Ui) {
        let (now, seconds) = ui.input(|input| (input.time, f64::from(input.stable_dt.min(0.1))));
        match self.notice.as_mut().map(|notice| notice.rest(now)) {
            Some(Some(rest)) => ui.request_repaint_after_secs(rest as f32),
            Some(None) => self.notice = None,
            None => {}
        }
        self.still += seconds;
        if self.is_still() {
            self.pace.rest();
        }
        if self.clock.runs && self.document.recipe().frames.is_some() {
            self.clock.advance(seconds);
            self.still = 0.0;
            ui.request_repaint();
        }
    }
}

/// Returns a flag that is set when a device is lost.
fn watched(context: &egui::Context, device: &wgpu::Device) -> Arc<AtomicBool> {
    let is_lost = Arc::<AtomicBool>::default();
    let (flag, context) = (is_lost.clone(), context.clone());
    device.set_device_lost_callback(move |_, _| {
        flag.store(true, Ordering::Relaxed);
        context.request_repaint();
    });
    is_lost
}

impl eframe::App for Studio {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        Studio::ui(self, ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, STORED, &self.remembered());
    }
}
