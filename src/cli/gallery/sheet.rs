//! A contact sheet: pictures of equal size in rows, each with its name under it.

use image::imageops::replace;
use image::{DynamicImage, Rgba, RgbaImage};

use super::font;

/// The side of the squares that hold pictures, in texels.
pub const SIDE: u32 = 160;
const GAP: u32 = 12;
/// The side of a dot of the captions, in texels.
const DOT: u32 = 2;
const CAPTION: u32 = DOT * font::HEIGHT as u32 + 4;
const COLUMNS: u32 = 8;

const PAPER: Rgba<u8> = Rgba([24, 24, 24, 255]);
const INK: Rgba<u8> = Rgba([208, 208, 208, 255]);

/// Returns an empty sheet for a number of pictures.
pub fn empty(pictures: u32) -> RgbaImage {
    let columns = pictures.clamp(1, COLUMNS);
    let width = GAP + columns * (SIDE + GAP);
    let height = GAP + pictures.div_ceil(columns) * (SIDE + CAPTION + GAP);
    RgbaImage::from_pixel(width, height, PAPER)
}

/// Puts a picture into the middle of its square, and its name below it.
pub fn put(sheet: &mut RgbaImage, place: u32, picture: &DynamicImage, name: &str) {
    let [left, top] = [
        GAP + place % COLUMNS * (SIDE + GAP),
        GAP + place / COLUMNS * (SIDE + CAPTION + GAP),
    ];
    let margin = |n: u32| (SIDE - n) / 2;
    let [x, y] = [
        left + margin(picture.width()),
        top + margin(picture.height()),
    ];
    replace(sheet, &picture.to_rgba8(), x.into(), y.into());
    let text = width(name).saturating_sub(DOT);
    let left = left + SIDE.saturating_sub(text) / 2;
    for [x, y] in font::dots(name) {
        for (dx, dy) in (0..DOT).flat_map(|dy| (0..DOT).map(move |dx| (dx, dy))) {
            let at = [
                left + DOT * x as u32 + dx,
                top + SIDE + 4 + DOT * y as u32 + dy,
            ];
            sheet.put_pixel(at[0], at[1], INK);
        }
    }
}

/// Returns the width of a caption, with the gap after its last letter.
fn width(name: &str) -> u32 {
    DOT * (font::ADVANCE * name.len()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu_noise::recipe::Preset;

    #[test]
    fn names_fit_under_their_pictures() {
        for preset in Preset::ALL {
            let name = preset.name;
            assert!(width(name) <= SIDE, "{name}");
        }
    }
}
