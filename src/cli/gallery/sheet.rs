//! A contact sheet: pictures of equal size in rows, each with its name under it.

use super::font;
use super::thumbnail::Thumbnail;

/// Texels of a side of the squares that hold pictures.
pub const SIDE: usize = 160;
const GAP: usize = 12;
/// A dot of the captions is a square of so many texels.
const DOT: usize = 2;
const CAPTION: usize = DOT * font::HEIGHT + 4;
const COLUMNS: usize = 8;

const PAPER: [u8; 3] = [24; 3];
const INK: [u8; 3] = [208; 3];

/// The sheet, RGBA.
pub struct Sheet {
    width: usize,
    texels: Vec<u8>,
}

impl Sheet {
    /// An empty sheet with room for so many pictures.
    pub fn new(pictures: usize) -> Sheet {
        let columns = pictures.clamp(1, COLUMNS);
        let width = GAP + columns * (SIDE + GAP);
        let height = GAP + pictures.div_ceil(columns) * (SIDE + CAPTION + GAP);
        let [red, green, blue] = PAPER;
        Sheet {
            width,
            texels: [red, green, blue, 255].repeat(width * height),
        }
    }

    /// Width and height.
    pub fn size(&self) -> [u32; 2] {
        let height = self.texels.len() / 4 / self.width;
        [self.width as u32, height as u32]
    }

    /// The texels, row by row.
    pub fn texels(&self) -> &[u8] {
        &self.texels
    }

    /// Places a picture, in the middle of its square, and its name.
    pub fn place(&mut self, place: usize, picture: &Thumbnail, name: &str) {
        let [left, top] = [
            GAP + place % COLUMNS * (SIDE + GAP),
            GAP + place / COLUMNS * (SIDE + CAPTION + GAP),
        ];
        let margin = |n: usize| (SIDE - n) / 2;
        let [width, height] = picture.size();
        for (i, colour) in picture.colours().enumerate() {
            let x = left + margin(width) + i % width;
            self.set(x, top + margin(height) + i / width, colour);
        }
        let text = DOT * (font::ADVANCE * name.len()).saturating_sub(1);
        let left = left + SIDE.saturating_sub(text) / 2;
        for [x, y] in font::dots(name) {
            for (dx, dy) in (0..DOT).flat_map(|dy| (0..DOT).map(move |dx| (dx, dy))) {
                self.set(left + DOT * x + dx, top + SIDE + 4 + DOT * y + dy, INK);
            }
        }
    }

    fn set(&mut self, x: usize, y: usize, colour: [u8; 3]) {
        let at = 4 * (y * self.width + x);
        self.texels[at..at + 3].copy_from_slice(&colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu_noise::recipe::Preset;

    #[test]
    fn names_fit_under_their_pictures() {
        for preset in Preset::ALL {
            let name = preset.name;
            assert!(DOT * font::ADVANCE * name.len() <= SIDE, "{name}");
        }
    }
}
