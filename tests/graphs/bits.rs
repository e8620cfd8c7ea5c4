//! What must be equal bit for bit: pieces and the whole, a box and the next one.

use wgpu_noise::grid::Brick;
use wgpu_noise::internals::has_coordinates;
use wgpu_noise::verify::Case;

use crate::promises::in_words;
use crate::support::{Make, case_samples, filled, in_pieces, made, reference, same_bits};

/// Bricks have the bits of the frame that they are cut from, and frames those of the whole.
pub fn cut(case: &Case, make: Make) -> Result<(), String> {
    let mut backend = made(case, make);
    let all = filled(backend.as_mut(), &Brick::all(&case.grid));
    let frames = case.grid.frame_count() as usize;
    for (frame, whole) in all.chunks_exact(all.len() / frames).enumerate() {
        for size in [[4096, 4096, 1], [2, 3, 2], [7, 1, 5]] {
            let pieces = in_pieces(backend.as_mut(), frame as u32, size);
            same_bits(&pieces, whole)
                .map_err(|error| format!("frame {frame} in pieces of {size:?}: {error}"))?;
        }
    }
    Ok(())
}

/// The next box along each axis has the bits of this one, but for the sign of a zero, and but where coordinates are used: each
/// box rounds its own.
pub fn closes(case: &Case, make: Make) -> Result<(), String> {
    let job = in_words(case.job())?;
    if !case.grid.seamless || has_coordinates(&job) {
        return Ok(());
    }
    for make in [make, &reference as Make] {
        let here = unsigned_zeros(case_samples(case, make));
        for axis in case.grid.axes().indices() {
            let mut next = case.clone();
            next.grid.origin[axis] += case.grid.span(axis).extent;
            // Further off a position may be too far for a displacement.
            if next.job().is_err() {
                continue;
            }
            same_bits(&unsigned_zeros(case_samples(&next, make)), &here)
                .map_err(|error| format!("the next box along axis {axis}: {error}"))?;
        }
    }
    Ok(())
}

fn unsigned_zeros(samples: Vec<f32>) -> Vec<f32> {
    samples.into_iter().map(|sample| sample + 0.0).collect()
}
