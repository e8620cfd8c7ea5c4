//! Where the studio meets what it runs on: files of a desktop, or a browser's page.

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(target_arch = "wasm32")]
mod web;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use eframe::egui::Context;
use wgpu_noise::format::RecipeSource;

#[cfg(not(target_arch = "wasm32"))]
pub use desktop::{ask_open, ask_picture, ask_save, deliver, read};
#[cfg(target_arch = "wasm32")]
pub use web::{
    ask_open, ask_picture, ask_save, deliver, follow_links, fragment, link, linked, read, words,
};

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

/// Where answers wait until the next frame, in the order in which they are given. A clone, as each dialog has one, answers for the recipe that is open when
/// it is made.
#[derive(Clone, Default)]
pub struct Answers {
    /// The answers, and for each the number of the recipe that it is for.
    waiting: Arc<Mutex<VecDeque<(u64, Answer)>>>,
    /// The number of the recipe that is open.
    open: u64,
}

impl Answers {
    /// Takes the first answer. One that is about another recipe than the open one becomes a sentence that says so.
    pub fn take(&self) -> Option<Answer> {
        let (of, answer) = self.lock().pop_front()?;
        let (what, file) = match &answer {
            Answer::Save(file) if of != self.open => ("wrote no", file),
            Answer::Picture { file, .. } if of != self.open => ("did not take", file),
            _ => return Some(answer),
        };
        Some(Answer::Said(format!(
            "{what} {}: it was asked for before another recipe was opened",
            file.display()
        )))
    }

    /// Leaves an answer, and wakes the window.
    pub fn give(&self, answer: Answer, context: &Context) {
        self.lock().push_back((self.open, answer));
        context.request_repaint();
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(u64, Answer)>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins with another recipe: the clones of before answer for the one before.
    pub(crate) fn begin(&mut self) {
        self.open += 1;
    }
}
