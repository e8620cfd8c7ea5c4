//! Floats as texels store them, in two or four bytes.

use half::f16;

/// Returns the number that a component stores; 0 if it has another length.
pub fn number(stored: &[u8]) -> f32 {
    match *stored {
        [a, b] => f16::from_le_bytes([a, b]).to_f32(),
        [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
        _ => 0.0,
    }
}

/// Stores a number as a component of this length.
pub fn store(number: f32, component: &mut [u8]) {
    match component.len() {
        2 => component.copy_from_slice(&f16::from_f32(number).to_le_bytes()),
        4 => component.copy_from_slice(&number.to_le_bytes()),
        _ => {}
    }
}
