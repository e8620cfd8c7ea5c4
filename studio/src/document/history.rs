//! Undo and redo: the texts before and after.

use super::Subject;

/// The most steps that are kept. A text has at most [`Recipe::BYTES_MAX`](wgpu_noise::Recipe::BYTES_MAX) bytes.
const STEPS_MAX: usize = 200;

#[derive(Clone, Debug, Default)]
pub struct History {
    before: Vec<String>,
    after: Vec<String>,
    /// What the last edit changed, while edits of the same thing still belong to it.
    open: Option<Subject>,
}

impl History {
    /// Notes the text before an edit, unless the edit goes on with the last one.
    pub fn push(&mut self, subject: Subject, before: String) {
        self.after.clear();
        if self.open.as_ref() == Some(&subject) {
            return;
        }
        if self.before.len() == STEPS_MAX {
            self.before.remove(0);
        }
        self.before.push(before);
        self.open = Some(subject);
    }

    /// Ends the last edit.
    pub fn settle(&mut self) {
        self.open = None;
    }

    /// Returns the text before the last step, for the text `now`.
    pub fn undo(&mut self, now: String) -> Option<String> {
        self.settle();
        let text = self.before.pop()?;
        self.after.push(now);
        Some(text)
    }

    /// Returns the text after the step that was undone last.
    pub fn redo(&mut self, now: String) -> Option<String> {
        self.settle();
        let text = self.after.pop()?;
        self.before.push(now);
        Some(text)
    }

    /// Returns the number of steps to undo, and to redo.
    pub fn depths(&self) -> [usize; 2] {
        [self.before.len(), self.after.len()]
    }
}
