//! Undo and redo: what was there before and after, the texts of a recipe or whole recipes.

use super::Subject;

/// The most steps that are kept. A text of a recipe has at most [`Recipe::BYTES_MAX`](wgpu_noise::Recipe::BYTES_MAX) bytes.
const STEPS_MAX: usize = 200;

#[derive(Clone, Debug)]
pub struct History<T> {
    before: Vec<T>,
    after: Vec<T>,
    /// What the last edit changed, while edits of the same thing still belong to it.
    open: Option<Subject>,
}

impl<T> Default for History<T> {
    fn default() -> History<T> {
        History {
            before: Vec::new(),
            after: Vec::new(),
            open: None,
        }
    }
}

impl<T> History<T> {
    /// Notes what was there before an edit, unless the edit goes on with the last one.
    pub fn push(&mut self, subject: Subject, before: T) {
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

    /// Returns what was there before the last step, in exchange for what is there `now`.
    pub fn undo(&mut self, now: T) -> Option<T> {
        self.settle();
        let before = self.before.pop()?;
        self.after.push(now);
        Some(before)
    }

    /// Returns what was there after the step that was undone last.
    pub fn redo(&mut self, now: T) -> Option<T> {
        self.settle();
        let after = self.after.pop()?;
        self.before.push(now);
        Some(after)
    }

    /// Returns what was there before the first step.
    pub fn first(&self) -> Option<&T> {
        self.before.first()
    }

    /// Returns the number of steps to undo, and to redo.
    pub fn depths(&self) -> [usize; 2] {
        [self.before.len(), self.after.len()]
    }
}

/// [`History::undo`] or [`History::redo`].
pub type Step<T> = fn(&mut History<T>, T) -> Option<T>;
