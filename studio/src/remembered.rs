//! What the studio remembers from one start to the next, and over the loss of its device.

use std::path::PathBuf;

use eframe::egui::ThemePreference;
use serde::{Deserialize, Serialize};
use wgpu_noise::format::RecipeSource;

use crate::Studio;
use crate::camera::Camera;
use crate::clock::Clock;
use crate::compare::Compare;
use crate::document::{Document, Subject};
use crate::panels::Tabs;
use crate::solid::{Levels, Orbit};
use crate::view::{Computes, Shown, View};

/// The recipe and how it is shown.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Remembered {
    name: String,
    text: String,
    file: Option<PathBuf>,
    /// Whether the file has this text: then what it has later counts.
    #[serde(default)]
    is_saved: bool,
    /// The text before it was edited, for where no file has it.
    #[serde(default)]
    opened: Option<String>,
    /// The recipe that was shown: that of the text, unless it has a mistake.
    shown: String,
    view: View,
    #[serde(default)]
    values: Shown,
    /// The output that was chosen.
    #[serde(default)]
    output: Option<String>,
    /// What it was compared with.
    #[serde(default)]
    compared: Option<Compared>,
    /// What computes it, if one has chosen that.
    #[serde(default)]
    computes: Option<Computes>,
    /// The part of the plane, the slice of a volume, the time.
    #[serde(default)]
    camera: Option<Camera>,
    #[serde(default)]
    slice: u32,
    #[serde(default)]
    clock: Clock,
    /// How samples in space are looked at.
    #[serde(default)]
    orbit: Orbit,
    #[serde(default)]
    levels: Levels,
    /// The window's panels and colours.
    #[serde(default)]
    tabs: Tabs,
    #[serde(default)]
    theme: ThemePreference,
}

/// The recipe that was kept, and the share of the picture that shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Compared {
    name: String,
    text: String,
    /// The recipe that was shown: that of the text, unless it has a mistake.
    #[serde(default)]
    shown: String,
    file: Option<PathBuf>,
    #[serde(default)]
    output: Option<String>,
    split: f32,
}

impl Compared {
    fn new(compare: &Compare) -> Compared {
        let document = &compare.document;
        Compared {
            name: document.name().to_string(),
            text: document.text().to_string(),
            shown: document.whole().to_toml(),
            file: document.file().map(Into::into),
            output: document.output().map(str::to_string),
            split: compare.split,
        }
    }

    /// Returns it again; `None` if it is no recipe any longer.
    fn recall(self) -> Option<Compare> {
        let path = self.file.as_ref().map(|file| file.display().to_string());
        let name = path.unwrap_or(self.name);
        let of_text = |text: &str| {
            Document::new(RecipeSource {
                text: text.to_string(),
                name: name.clone(),
                file: self.file.clone(),
            })
        };
        let mut document = (of_text(&self.text).or_else(|_| of_text(&self.shown))).ok()?;
        document.set_text(Subject::Text, self.text);
        document.choose(self.output);
        Some(Compare {
            document,
            split: self.split,
        })
    }
}

impl Studio {
    /// Returns what is to be remembered.
    pub fn remembered(&self) -> Remembered {
        let document = &self.document;
        Remembered {
            name: document.name().to_string(),
            text: document.text().to_string(),
            file: document.file().map(Into::into),
            is_saved: (document.file())
                .and_then(|file| std::fs::read_to_string(file).ok())
                .is_some_and(|saved| saved == document.text()),
            opened: Some(document.opened().to_string()),
            shown: document.whole().to_toml(),
            view: self.view,
            values: self.shown,
            output: document.output().map(str::to_string),
            compared: self.compare.as_ref().map(Compared::new),
            computes: (self.computes != self.proposed).then_some(self.computes),
            camera: self.camera,
            slice: self.slice,
            clock: self.clock,
            orbit: self.orbit,
            levels: self.levels,
            tabs: self.tabs,
            theme: self.theme,
        }
    }

    /// Goes on with what was remembered. Without effect if it is no recipe any longer.
    pub fn recall(&mut self, remembered: Remembered) {
        let Remembered { name, text, .. } = remembered;
        let of_text = |text: &str| Document::of_text(&name, text).ok();
        let of_file = |file: PathBuf| {
            let source = RecipeSource::of_file(&file).ok()?;
            let right = Document::new(source.clone()).ok();
            right.or_else(|| Some(of_text(&remembered.shown)?.with_mistake(source)))
        };
        let document = (remembered.file.and_then(of_file))
            .or_else(|| of_text(remembered.opened.as_deref()?))
            .or_else(|| of_text(&remembered.shown));
        if let Some(document) = document {
            self.open(document);
            if !remembered.is_saved || self.document.file().is_none() {
                // What is not in the file, or was in one that cannot be read any more, is a step that can be undone.
                self.document.set_text(Subject::Text, text.clone());
                if self.document.mistake().is_some() {
                    // The picture is that of the last text without one.
                    for text in [remembered.shown, text] {
                        self.document.set_text(Subject::Text, text);
                    }
                }
                self.document.settle();
            }
            self.document.choose(remembered.output);
            self.compare = remembered.compared.and_then(Compared::recall);
            self.shown = remembered.values;
            if self.can_show(remembered.view) {
                self.view = remembered.view;
            }
            (self.camera, self.slice, self.clock) =
                (remembered.camera, remembered.slice, remembered.clock);
        }
        (self.orbit, self.levels) = (remembered.orbit, remembered.levels);
        (self.tabs, self.theme) = (remembered.tabs, remembered.theme);
        self.computes = remembered.computes.unwrap_or(self.proposed);
    }
}
