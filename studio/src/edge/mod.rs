//! Where the studio meets what it runs on: files of a desktop, or a browser's page.

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(target_arch = "wasm32")]
mod web;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui::Context;
use wgpu_noise::format::RecipeSource;

#[cfg(not(target_arch = "wasm32"))]
pub use desktop::{ask_open, ask_picture, ask_save, deliver, read};
#[cfg(target_arch = "wasm32")]
pub use web::{ask_open, ask_picture, ask_save, deliver, link, linked, read};

/// What a person answers to a question, or gives without one.
#[derive(Clone, Debug)]
pub enum Answer {
    /// To open this.
    Open(RecipeSource),
    /// To read this picture, as the parameter of a node says.
    Picture {
        /// The name of the node.
        node: String,
        /// The name of the parameter.
        param: &'static str,
        /// The picture.
        file: PathBuf,
    },
    /// To save the recipe in this file.
    Save(PathBuf),
    /// Nothing to do: what has become of it, in words.
    Said(String),
}

/// Where the last answer waits until the next frame.
#[derive(Clone, Default)]
pub struct Answers(Arc<Mutex<Option<Answer>>>);

impl Answers {
    /// Takes the answer.
    pub fn take(&self) -> Option<Answer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Leaves an answer, and wakes the window.
    pub fn give(&self, answer: Answer, context: &Context) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
        context.request_repaint();
    }
}
