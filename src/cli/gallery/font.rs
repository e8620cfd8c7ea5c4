//! The letters of captions.

/// The drawing of the glyphs, in blocks: a line that names the glyphs, then nine rows of dots, with a glyph every six columns.
const DRAWING: &str = include_str!("font.txt");

/// Columns from the left edge of one glyph to that of the next: five of the glyph and a gap.
pub const ADVANCE: usize = 6;
/// Rows of a glyph.
pub const HEIGHT: usize = 9;

/// Returns the dots of a text as columns and rows, counted from its upper left corner. A letter without a glyph is blank.
pub fn dots(text: &str) -> impl Iterator<Item = [usize; 2]> {
    (text.chars().enumerate()).flat_map(|(place, letter)| {
        let glyph = rows(letter).into_iter().flatten().enumerate();
        glyph.flat_map(move |(y, row)| {
            let dots = row.bytes().enumerate().filter(|(_, dot)| *dot == b'#');
            dots.map(move |(x, _)| [place * ADVANCE + x, y])
        })
    })
}

/// Returns the rows of a glyph; `None` if the letter has none.
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
