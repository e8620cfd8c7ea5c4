//! Opening and saving: presets and files by name, what dialogs answer and what is dropped, and files that something else writes.

use std::path::Path;

use eframe::egui::{Context, Ui};
use wgpu_noise::Recipe;
use wgpu_noise::format::RecipeSource;
use wgpu_noise::noise::table::Cell;

use crate::Studio;
use crate::document::{Document, Subject};
use crate::edge::{self, Answer};
use crate::view::{Shown, View};

impl Studio {
    /// Opens another recipe. Undo returns to the one before, if that was edited.
    pub fn open(&mut self, document: Document) {
        let before = self.show(document);
        if before.can_undo_redo() != [false; 2] {
            let (now, name) = (self.document.name(), before.name());
            self.say(format!(
                "opened {now}; Undo returns to {name} and its edits"
            ));
            self.replaced.push(Subject::Recipe, before);
            self.replaced.settle();
        }
    }

    /// Shows another recipe from its beginning. Returns the one before.
    pub(crate) fn show(&mut self, document: Document) -> Document {
        let before = std::mem::replace(&mut self.document, document);
        self.notice = None;
        self.answers.begin();
        self.take.begin();
        self.look_at_all();
        (self.shown, self.slice, self.clock.share) = (Shown::Colours, 0, 0.0);
        if !self.can_show(self.view) {
            self.view = View::Plane;
        }
        before
    }

    /// Opens a text that may be no recipe. If it is none, it is opened with its mistake, under the picture that is shown, and the
    /// line below says so.
    pub(crate) fn open_source(&mut self, source: RecipeSource) {
        match Document::new(source.clone()) {
            Ok(document) => self.open(document),
            Err(error) => {
                if source.text.len() <= Recipe::BYTES_MAX {
                    self.open(self.document.with_mistake(source));
                }
                self.say(error.to_string());
            }
        }
    }

    /// Asks for a recipe to open.
    pub fn ask_open(&self, context: &Context) {
        edge::ask_open(context, &self.answers);
    }

    /// Saves the recipe in its file, or asks for one.
    pub fn save(&mut self, context: &Context) {
        match self.document.file().map(Path::to_path_buf) {
            Some(file) => self.save_in(&file),
            None => self.save_as(context),
        }
    }

    /// Saves the recipe in a file, which is its own once it is written.
    fn save_in(&mut self, file: &Path) {
        let saved = wgpu_noise::format::write(file, self.document.text().as_bytes());
        let said = match saved {
            Ok(()) => {
                self.document.move_to(file);
                if let Some(file) = self.document.file() {
                    self.watch.overlook(file);
                }
                format!("wrote {}", file.display())
            }
            Err(error) => error.to_string(),
        };
        self.say(said);
    }

    /// Saves the recipe in another file.
    pub fn save_as(&self, context: &Context) {
        let (name, text) = (self.document.name(), self.document.text());
        edge::ask_save(context, name, text, &self.answers);
    }

    /// Takes what was dropped on the window, what dialogs have answered, and what was written to the open files.
    pub(crate) fn files(&mut self, ui: &Ui) {
        if let Some(file) = ui.input(|input| input.raw.dropped_files.first().cloned()) {
            edge::read(ui.ctx(), file, &self.answers);
        }
        while let Some(answer) = self.answers.take() {
            match answer {
                Answer::Open(source) => self.open_source(source),
                Answer::Save(file) => self.save_in(&file),
                Answer::Picture { node, param, file } => {
                    let path = self.document.path_of(&file);
                    self.document.set(&node, param, Some(Cell::Text(path)));
                }
                Answer::Said(what) => self.say(what),
            }
        }
        if self.document.file().is_some() {
            ui.request_repaint_after_secs(0.5);
        }
        if self.watch.changed(self.document.file())
            && let Some(Ok(text)) = self.document.file().map(RecipeSource::read_text)
        {
            self.document.set_text(Subject::Recipe, text);
            self.document.settle();
        }
        if self.named.changed(self.document.named()) {
            self.document.read();
        }
    }
}
