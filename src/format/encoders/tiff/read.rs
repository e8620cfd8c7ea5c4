//! Reads the recipe of a `.tif` back, from the description of its first page.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::{ASCII, Form, tag};
use crate::format::texts::{self, PROGRAM, TEXT_MAX, damaged};

/// Reads the recipe from the first page.
pub fn read_recipe(path: &Path) -> io::Result<Option<String>> {
    let mut file = File::open(path)?;
    let mut head = [0; 4];
    file.read_exact(&mut head)?;
    let form = match head {
        [b'I', b'I', 42, 0] => Form { is_big: false },
        [b'I', b'I', 43, 0] => Form { is_big: true },
        // The other byte order, in which this program writes no file.
        [b'M', b'M', 0, 42 | 43] => return Ok(None),
        _ => return Err(damaged("it is not a TIFF file")),
    };
    if form.is_big {
        file.seek(SeekFrom::Start(8))?;
    }
    let first = read_number(&mut file, form.word())?;
    file.seek(SeekFrom::Start(first))?;
    let count = read_number(&mut file, if form.is_big { 8 } else { 2 })?;
    if count > u64::from(u16::MAX) {
        return Err(damaged("its first directory is too long"));
    }
    let mut table = vec![0; count as usize * form.field()];
    file.read_exact(&mut table)?;
    let writer = form.read_text(&mut file, &table, tag::SOFTWARE)?;
    match writer {
        Some(writer) if writer.starts_with(PROGRAM) => {
            form.read_text(&mut file, &table, tag::DESCRIPTION)
        }
        _ => Ok(None),
    }
}

impl Form {
    /// Reads a text from a directory.
    fn read_text(self, file: &mut File, table: &[u8], tag: u16) -> io::Result<Option<String>> {
        let begin = [tag, ASCII].map(u16::to_le_bytes);
        let mut fields = table.chunks_exact(self.field());
        let Some(field) = fields.find(|field| field.starts_with(begin.as_flattened())) else {
            return Ok(None);
        };
        let (count, value) = field[4..].split_at(self.word());
        let count = number(count);
        if count > TEXT_MAX as u64 {
            return Err(damaged("a text in it is too long"));
        }
        let mut text = value.to_vec();
        if count as usize > text.len() {
            file.seek(SeekFrom::Start(number(value)))?;
            text.resize(count as usize, 0);
            file.read_exact(&mut text)?;
        }
        text.truncate(count as usize);
        let end = text
            .iter()
            .position(|byte| *byte == 0)
            .unwrap_or(text.len());
        text.truncate(end);
        texts::text(text).map(Some)
    }
}

fn read_number(file: &mut File, length: usize) -> io::Result<u64> {
    let mut bytes = [0; 8];
    file.read_exact(&mut bytes[..length])?;
    Ok(u64::from_le_bytes(bytes))
}

/// Returns the number in at most 8 bytes.
fn number(bytes: &[u8]) -> u64 {
    let whole = bytes.iter().rev();
    whole.fold(0, |number, byte| number << 8 | u64::from(*byte))
}
