//! Reading the recipe that a file holds.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use super::bytes::MAGIC;
use crate::format::texts::{RECIPE_KEY, TEXT_MAX, damaged, text};

/// The number of bytes between the magic number and the metadata: versions, whether there are positions, the unique tag.
const HEADER: u64 = 3 * 4 + 1 + 36;

/// Reads the recipe from the metadata of the file.
pub fn read_recipe(path: &Path) -> io::Result<Option<String>> {
    let mut file = BufReader::new(File::open(path)?).take(TEXT_MAX as u64);
    let magic: [u8; 8] = read(&mut file)?;
    if magic != MAGIC {
        return Err(damaged("it is not a VDB file"));
    }
    io::copy(&mut file.by_ref().take(HEADER), &mut io::sink())?;
    let count = u32::from_le_bytes(read(&mut file)?);
    for _ in 0..count {
        let name = read_bytes(&mut file)?;
        let _kind = read_bytes(&mut file)?;
        let value = read_bytes(&mut file)?;
        if name == RECIPE_KEY.as_bytes() {
            return text(value).map(Some);
        }
    }
    Ok(None)
}

/// Reads bytes after their length.
fn read_bytes(file: &mut impl Read) -> io::Result<Vec<u8>> {
    let length = u32::from_le_bytes(read(file)?);
    let mut bytes = Vec::new();
    file.take(length.into()).read_to_end(&mut bytes)?;
    if bytes.len() < length as usize {
        return Err(damaged("its metadata is cut short"));
    }
    Ok(bytes)
}

fn read<const N: usize>(file: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}
