//! The letters of captions, from a drawing of them.

/// Blocks of a line that names the glyphs and nine rows of dots, a glyph every six columns: its five and a gap.
const DRAWING: &str = include_str!("font.txt");

/// Dots between the left edges of two glyphs: five and a gap.
pub const ADVANCE: usize = 6;
/// Rows of a glyph.
pub const HEIGHT: usize = 9;

/// The dots of a text, as columns and rows from its upper left; what has no glyph is blank.
pub fn dots(text: &str) -> impl Iterator<Item = [usize; 2]> {
    (text.chars().enumerate()).flat_map(|(place, letter)| {
        let glyph = rows(letter).into_iter().flatten().enumerate();
        glyph.flat_map(move |(y, row)| {
            let dots = row.bytes().enumerate().filter(|(_, dot)| *dot == b'#');
            dots.map(move |(x, _)| [place * ADVANCE + x, y])
        })
    })
}

/// The rows of a letter.
fn rows(letter: char) -> Option<Vec<&'static str>> {
    let lines: Vec<&str> = DRAWING.lines().collect();
    let block = (lines.chunks(1 + HEIGHT)).find_map(|block| Some((block[0].find(letter)?, block)));
    let (left, block) = block?;
    block[1..]
        .iter()
        .map(|row| row.get(left..left + 5))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu_noise::recipe::Preset;

    #[test]
    fn every_letter_of_a_name_has_a_glyph_of_its_own() {
        let letters = || ('a'..='z').chain('0'..='9').chain(['_']);
        for letter in letters() {
            let dots: Vec<_> = dots(&letter.to_string()).collect();
            assert!(dots.len() >= 5, "{letter}");
            assert!(dots.iter().all(|&[x, y]| x < 5 && y < HEIGHT), "{letter}");
        }
        let names = Preset::ALL.iter().flat_map(|preset| preset.name.chars());
        for letter in names {
            assert!(letters().any(|known| known == letter), "{letter}");
        }
        assert_eq!(dots("?").count(), 0);
    }
}
