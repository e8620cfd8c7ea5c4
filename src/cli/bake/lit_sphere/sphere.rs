//! A sphere, seen from far away.
//!
//! Its front has the square of a material once: the place at an angle θ from the middle lies θ/π of a side from the middle of the
//! square, in the same direction. So nothing is pinched at a pole, and no seam is seen.

use std::f32::consts::PI;

use super::light::{self, Surface, Vec3, encoded, length};

/// The radius, of half a side of the picture.
const RADIUS: f32 = 0.94;

/// The sub-samples of a pixel along each side, whose mean it is.
const SUB_SAMPLES: u32 = 3;

/// The light of what is behind it.
const BACKGROUND: f32 = 0.03;

/// Draws the sphere as a square of RGBA texels, colours as screens show them. `surface` tells the material at a place, in
/// sides of the square.
pub fn draw(side: u32, surface: impl Fn([f32; 2]) -> Surface) -> Vec<u8> {
    let at = |pixel: u32, sub: u32| {
        let fraction = (sub as f32 + 0.5) / SUB_SAMPLES as f32;
        (2.0 * (pixel as f32 + fraction) / side as f32 - 1.0) / RADIUS
    };
    let subs = || (0..SUB_SAMPLES).flat_map(|j| (0..SUB_SAMPLES).map(move |i| (i, j)));
    let pixel = |x: u32, y: u32| {
        let mut sum = [0.0; 3];
        for (i, j) in subs() {
            let seen = seen([at(x, i), -at(y, j)], &surface);
            sum = std::array::from_fn(|part| sum[part] + seen[part].clamp(0.0, 1.0));
        }
        let count = (SUB_SAMPLES * SUB_SAMPLES) as f32;
        let [red, green, blue] = sum.map(|part| (encoded(part / count) * 255.0 + 0.5) as u8);
        [red, green, blue, 255]
    };
    let rows = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    rows.flat_map(|(x, y)| pixel(x, y)).collect()
}

/// Returns the light from a place of the picture, in radii to the right and up from the middle.
fn seen([right, up]: [f32; 2], surface: &impl Fn([f32; 2]) -> Surface) -> Vec3 {
    let sine = length([right, up, 0.0]);
    if sine >= 1.0 {
        return [BACKGROUND; 3];
    }
    let cosine = (1.0 - sine * sine).sqrt();
    // The direction from the middle; in the middle there is none, and all do.
    let (east, north) = match sine > 0.0 {
        true => (right / sine, up / sine),
        false => (1.0, 0.0),
    };
    let out = [right, up, cosine];
    // What leads away from the middle, and across that; turned back, they are what was right and up in the square.
    let away = [cosine * east, cosine * north, -sine];
    let across = [-north, east, 0.0];
    let turned = |a: f32, b: f32| std::array::from_fn(|part| a * away[part] + b * across[part]);
    let (to_right, to_up): (Vec3, Vec3) = (turned(east, -north), turned(north, east));
    let angle = sine.atan2(cosine) / PI;
    let found = surface([0.5 + angle * east, 0.5 - angle * north]);
    let [x, y, z] = found.normal;
    let normal = std::array::from_fn(|part| x * to_right[part] + y * to_up[part] + z * out[part]);
    light::of(&found, out, normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GREY: Surface = Surface {
        albedo: [0.5; 3],
        normal: [0.0, 0.0, 1.0],
        roughness: 0.8,
        metal: 0.0,
        occlusion: 1.0,
    };

    fn level(texels: &[u8], side: u32, [x, y]: [u32; 2]) -> u8 {
        texels[4 * (y * side + x) as usize]
    }

    #[test]
    fn light_comes_from_above_and_from_the_left() {
        let texels = draw(64, |_| GREY);
        let [lit, dark] = [[22, 22], [42, 42]].map(|at| level(&texels, 64, at));
        assert!(lit > dark + 40, "{lit} {dark}");
        let corner = level(&texels, 64, [0, 0]);
        assert!(corner < dark, "{corner}");
    }

    #[test]
    fn the_square_lies_on_the_front_upright() {
        // Left of the middle black, and above it without red.
        let texels = draw(64, |[u, v]| Surface {
            albedo: [
                if v < 0.5 { 0.0 } else { 0.8 },
                if u < 0.5 { 0.0 } else { 0.8 },
                0.0,
            ],
            ..GREY
        });
        let colour = |x: usize, y: usize| &texels[4 * (y * 64 + x)..][..3];
        let (left_below, right_above) = (colour(24, 40), colour(40, 24));
        assert!(left_below[0] > left_below[1] + 60, "{left_below:?}");
        assert!(right_above[1] > right_above[0] + 60, "{right_above:?}");
        let mut least = [1.0_f32; 2];
        let mut greatest = [0.0_f32; 2];
        for (x, y) in (0..40).flat_map(|y| (0..40).map(move |x| (x, y))) {
            let at = [x, y].map(|i| i as f32 / 20.0 - 1.0);
            let seen_at = std::cell::Cell::new(None);
            seen(at, &|place| {
                seen_at.set(Some(place));
                GREY
            });
            for (axis, place) in seen_at.get().into_iter().flatten().enumerate() {
                least[axis] = least[axis].min(place);
                greatest[axis] = greatest[axis].max(place);
            }
        }
        assert!(
            least.iter().all(|&place| (0.0..0.1).contains(&place)),
            "{least:?}"
        );
        assert!(
            greatest.iter().all(|&place| (0.9..=1.0).contains(&place)),
            "{greatest:?}"
        );
    }

    #[test]
    fn normals_turn_to_the_light() {
        let shown = |normal: [f32; 3]| {
            let texels = draw(32, |_| Surface { normal, ..GREY });
            level(&texels, 32, [16, 16])
        };
        let flat = shown([0.0, 0.0, 1.0]);
        assert!(shown([-0.5, 0.0, 0.87]) > flat);
        assert!(shown([0.0, 0.5, 0.87]) > flat);
        assert!(shown([0.5, 0.0, 0.87]) < flat);
        assert!(shown([0.0, -0.5, 0.87]) < flat);
    }
}
