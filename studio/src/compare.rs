//! Two recipes side by side: one that is kept, A, and the one that is edited, B.

use eframe::egui::{Align2, Color32, CursorIcon, FontId, Painter, Rect, Sense, Ui, pos2, vec2};
use wgpu_noise::Recipe;

use crate::Studio;
use crate::document::Document;
use crate::view::Shown;

/// How far from the line one can take it, in points.
const REACH: f32 = 6.0;
/// The share of A where both are seen.
const HALF: f32 = 0.5;

/// The recipe that is kept.
pub struct Compare {
    /// The recipe.
    pub document: Document,
    /// The share of the picture, from the left, that shows it.
    pub split: f32,
}

/// Which of the two recipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one that is edited, the only one if none is kept.
    B,
    /// The one that is kept.
    A,
}

impl Studio {
    /// Keeps the recipe as it is now as A, and shows it left of the middle.
    pub fn keep(&mut self) {
        self.compare = Some(Compare {
            document: self.document.clone(),
            split: HALF,
        });
    }

    /// Shows all of B after both, then all of A, then both again.
    pub fn switch(&mut self) {
        if let Some(compare) = &mut self.compare {
            compare.split = match compare.split {
                0.0 => 1.0,
                1.0 => HALF,
                _ => 0.0,
            };
        }
    }

    /// Edits A again: as a step that can be undone, or, if B is another recipe's, as the document that it was.
    pub fn return_to_kept(&mut self) {
        let Some(Compare { document: kept, .. }) = self.compare.take() else {
            return;
        };
        if !kept.has_place_of(&self.document) {
            return self.open(kept);
        }
        self.document.return_to(kept);
    }

    /// Returns the recipe of a side.
    pub(crate) fn recipe_of(&self, side: Side) -> &Recipe {
        match (&self.compare, side) {
            (Some(compare), Side::A) => compare.document.recipe(),
            _ => self.document.recipe(),
        }
    }

    /// Shows an output of both sides; `None` for the recipe's own picture.
    pub fn choose(&mut self, output: Option<String>) {
        if let Some(compare) = &mut self.compare {
            compare.document.choose(output.clone());
        }
        self.document.choose(output);
        self.shown = Shown::Colours;
    }

    /// Returns the sides that are seen in a place, and the part of it that each has. B is the last.
    pub(crate) fn sides(&self, place: Rect) -> Vec<(Side, Rect)> {
        let split = self.compare.as_ref().map_or(0.0, |compare| compare.split);
        let (left, right) = place.split_left_right_at_fraction(split);
        let both = [(Side::A, left, split > 0.0), (Side::B, right, split < 1.0)];
        let seen = both.into_iter().filter(|&(.., is_seen)| is_seen);
        seen.map(|(side, part, _)| (side, part)).collect()
    }

    /// Returns the side that has most of the picture, for views that show one.
    pub(crate) fn foremost(&self) -> Side {
        match &self.compare {
            Some(compare) if compare.split >= 0.5 => Side::A,
            _ => Side::B,
        }
    }
}

/// Shows the line between both sides, and lets one drag it.
pub fn line(studio: &mut Studio, ui: &Ui, painter: &Painter, place: Rect) {
    let Some(compare) = &mut studio.compare else {
        return;
    };
    let mut x = place.left() + place.width() * compare.split;
    let size = vec2(2.0 * REACH, place.height());
    let grip = Rect::from_center_size(pos2(x, place.center().y), size);
    let response = ui.interact(grip, ui.scope_id().with("split"), Sense::drag());
    if response.dragged()
        && let Some(pointer) = response.interact_pointer_pos()
    {
        x = pointer.x.clamp(place.left(), place.right());
        compare.split = (x - place.left()) / place.width();
    }
    if response.hovered() || response.dragged() {
        ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
    }
    painter.vline(x, place.y_range(), (3.0, Color32::BLACK));
    painter.vline(x, place.y_range(), (1.0, Color32::WHITE));
    for (letter, align, at) in [("A", Align2::RIGHT_TOP, -6.0), ("B", Align2::LEFT_TOP, 6.0)] {
        let font = FontId::proportional(18.0);
        for (shift, colour) in [(1.0, Color32::BLACK), (0.0, Color32::WHITE)] {
            let at = pos2(x + at + shift, place.top() + 6.0 + shift);
            painter.text(at, align, letter, font.clone(), colour);
        }
    }
}
