//! Undo and redo, of an edit or, where a recipe has no more of these, of the opening of another one.

use crate::Studio;
use crate::document::{Document, History, Step};

impl Studio {
    /// Takes the last step back.
    pub fn undo(&mut self) {
        if !self.document.undo() {
            self.reopen(History::undo);
        }
    }

    /// Takes the last undone step again.
    pub fn redo(&mut self) {
        if !self.document.redo() {
            self.reopen(History::redo);
        }
    }

    /// Returns whether there is a step to take back, and one to take again.
    pub(crate) fn can_undo_redo(&self) -> [bool; 2] {
        let [edits, openings] = [
            self.document.can_undo_redo(),
            self.replaced.depths().map(|depth| depth > 0),
        ];
        [edits[0] || openings[0], edits[1] || openings[1]]
    }

    /// Shows the recipe before or after an opening, as it was left.
    fn reopen(&mut self, step: Step<Document>) {
        if let Some(document) = step(&mut self.replaced, self.document.clone()) {
            let left = self.show(document);
            let now = self.document.name();
            self.say(format!("left {} for {now}", left.name()));
        }
    }
}
