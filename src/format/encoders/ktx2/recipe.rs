//! Reading the recipe back.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::{IDENTIFIER, INDEX, MAX_PAIRS};
use crate::format::texts::{RECIPE_KEY, damaged, text};

/// Reads the recipe from the pairs of the file.
pub fn read_recipe(path: &Path) -> io::Result<Option<String>> {
    let mut file = File::open(path)?;
    let mut head = [0; INDEX];
    file.read_exact(&mut head)?;
    let word = |at| {
        let bytes: Option<[u8; 4]> = head[at..].first_chunk().copied();
        bytes.map_or(0, u32::from_le_bytes)
    };
    let (start, length) = (word(56), word(60));
    if !head.starts_with(&IDENTIFIER) || length > MAX_PAIRS {
        return Err(damaged("it is not a KTX 2.0 file"));
    }
    file.seek(SeekFrom::Start(start.into()))?;
    let mut pairs = Vec::new();
    file.take(length.into()).read_to_end(&mut pairs)?;
    match find_recipe(&pairs)? {
        None if pairs.len() < length as usize => Err(damaged("its keys and values are cut short")),
        recipe => Ok(recipe),
    }
}

fn find_recipe(mut pairs: &[u8]) -> io::Result<Option<String>> {
    while let Some((length, rest)) = pairs.split_first_chunk() {
        let length = u32::from_le_bytes(*length) as usize;
        let pair = rest
            .get(..length)
            .ok_or_else(|| damaged("its keys and values are cut short"))?;
        if let Some(value) = pair
            .strip_prefix(RECIPE_KEY.as_bytes())
            .and_then(|value| value.strip_prefix(b"\0"))
        {
            let value = value.strip_suffix(b"\0").unwrap_or(value);
            return text(value.into()).map(Some);
        }
        pairs = rest.get(length.next_multiple_of(4)..).unwrap_or_default();
    }
    Ok(None)
}
