//! The array file of NumPy, version 1.0: a line of text that describes the array, then the array.
//!
//! The header is a dictionary of exactly three keys. Readers refuse any other key, so it has no place for a recipe.

use crate::format::contents::Contents;

/// Returns everything before the first sample: a multiple of 64 bytes, so that the samples of a mapped file are aligned.
pub fn header(contents: &Contents) -> Vec<u8> {
    let frames = contents.frames.iter();
    let space = contents.size.iter().rev();
    let channels = Some(&contents.packing.channels).filter(|n| **n > 1);
    let shape: Vec<String> = frames
        .chain(space)
        .chain(channels)
        .map(u32::to_string)
        .collect();
    let shape = match &shape[..] {
        [one] => format!("{one},"),
        several => several.join(", "),
    };
    let bytes = contents.packing.format.component().bytes();
    let mut text =
        format!("{{'descr': '<f{bytes}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The shape has at most five numbers of ten digits, so the header has 128 or 192 bytes, and two bytes hold its length.
    let before = 10;
    let total = (before + text.len() + 1).next_multiple_of(64);
    while before + text.len() + 1 < total {
        text.push(' ');
    }
    text.push('\n');
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend((text.len() as u16).to_le_bytes());
    header.extend(text.as_bytes());
    header
}
