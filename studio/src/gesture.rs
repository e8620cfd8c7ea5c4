//! Which edits are one gesture: a drag, or a run of edits in one control.

use std::mem;

use eframe::egui::{Id, Ui};

/// The seconds without an event that end a run of edits.
const PAUSE: f64 = 1.0;

/// What tells in the next frame whether its edits go on with those of this one.
#[derive(Default)]
pub struct Gesture {
    /// The control that has the focus.
    focus: Option<Id>,
    /// The time of the last event, in seconds.
    active: f64,
}

impl Gesture {
    /// Returns whether the edits of a frame, which begins, go on with those of the last one.
    pub fn goes_on(&mut self, ui: &Ui) -> bool {
        let focus = ui.memory(|memory| memory.focused());
        let keeps_focus = focus == mem::replace(&mut self.focus, focus) && focus.is_some();
        ui.input(|input| {
            let rest = input.time - self.active;
            if !input.events.is_empty() {
                self.active = input.time;
            }
            let pointer = &input.pointer;
            // A slider takes the place where the pointer is let go, too.
            match pointer.any_down() || pointer.any_released() {
                true => !pointer.any_pressed(),
                false => keeps_focus && rest < PAUSE,
            }
        })
    }
}
