//! NumPy's array file, version 1.0: a line of text that describes the array, then the array.
//!
//! The header is a dictionary of exactly three keys, and readers refuse any other: there is no place for
//! a recipe.

use super::Description;
use crate::texel::Component;
use crate::{Error, Result};

/// Everything before the first sample: a multiple of 64 bytes, so that a mapped file is aligned.
///
/// # Errors
/// [`Error::Invalid`] unless the texels are 32-bit floats, one for each channel.
pub fn header(description: &Description) -> Result<Vec<u8>> {
    let packing = &description.packing;
    let float = packing.format.component() == Component::Float32;
    if !float || packing.components != packing.channels {
        return Err(Error::invalid(
            "format",
            format!("{} for .npy", packing.format),
            "r32float, one for each channel",
        ));
    }
    let frames = description.frames.iter();
    let space = description.size.iter().rev();
    let channels = Some(&packing.channels).filter(|n| **n > 1);
    let shape: Vec<String> = frames
        .chain(space)
        .chain(channels)
        .map(u32::to_string)
        .collect();
    let shape = match &shape[..] {
        [one] => format!("{one},"),
        several => several.join(", "),
    };
    let mut text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), }}");
    // At most five numbers of ten digits: the first 128 bytes or 192, so two bytes hold the length.
    let before = 10;
    let total = (before + text.len() + 1).next_multiple_of(64);
    while before + text.len() + 1 < total {
        text.push(' ');
    }
    text.push('\n');
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend((text.len() as u16).to_le_bytes());
    header.extend(text.as_bytes());
    Ok(header)
}
