//! How bright a material is: one lamp and a sky, and of both the diffuse light and the reflection of glTF's metallic-roughness
//! materials (Trowbridge and Reitz 1975, Schlick 1994).

use std::f32::consts::PI;

pub use wgpu_noise::internals::srgb::{decoded, encoded};

/// Right, up, and to the eye.
pub type Vec3 = [f32; 3];

/// Where the lamp is: to the left, above, and before the sphere. Its length is 1, nearly.
const LAMP: Vec3 = [-0.49, 0.63, 0.6];
/// The light of the lamp on a white surface that faces it.
const LAMP_LIGHT: f32 = 0.8;
const SKY: f32 = 0.4;
const GROUND: f32 = 0.1;

const TO_EYE: Vec3 = [0.0, 0.0, 1.0];

/// What a surface without metal reflects of light that comes from above it.
const REFLECTED: f32 = 0.04;

/// A material at one place.
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    /// The part of light that it throws back, red, green and blue.
    pub albedo: Vec3,
    /// Right, up, and out of the surface.
    pub normal: Vec3,
    /// 0 for a mirror.
    pub roughness: f32,
    pub metal: f32,
    /// The part of the sky that is seen.
    pub occlusion: f32,
}

/// Returns the light that comes from a surface. `out` leads away from the sphere, and `normal` is the surface's in the same axes.
pub fn of(surface: &Surface, out: Vec3, normal: Vec3) -> Vec3 {
    let normal = normalised(normal);
    let roughness = surface.roughness.clamp(0.04, 1.0);
    let half = normalised(sum(LAMP, TO_EYE));
    let [to_lamp, to_eye, to_half] = [LAMP, TO_EYE, half].map(|to| dot(normal, to).max(0.0));
    // The sphere's own shadow has a soft edge.
    let lamp = PI * LAMP_LIGHT * smooth(dot(out, LAMP) / 0.1);
    let gloss = facets(roughness, to_half) * hidden(roughness, to_lamp, to_eye);
    let diffuse =
        (lamp * to_lamp / PI + sky(normal[1], 1.0) * surface.occlusion) * (1.0 - surface.metal);
    // Where the eye is mirrored to. What lies within the sphere is dark (Lagarde and de Rousiers 2014, horizon).
    let mirrored: Vec3 = std::array::from_fn(|part| 2.0 * to_eye * normal[part] - TO_EYE[part]);
    let above = (1.0 + dot(mirrored, out)).clamp(0.0, 1.0).powi(2);
    let around = sky(mirrored[1], roughness) * surface.occlusion * above;
    std::array::from_fn(|part| {
        let straight = REFLECTED + surface.metal * (surface.albedo[part] - REFLECTED);
        let at_half = fresnel(straight, 1.0, dot(TO_EYE, half));
        let at_normal = fresnel(straight, 1.0 - roughness, to_eye);
        surface.albedo[part] * diffuse + lamp * to_lamp * gloss * at_half + around * at_normal
    })
}

/// Returns the light from the side of the sky or of the ground; the edge between them is as soft as the surface is rough.
fn sky(up: f32, roughness: f32) -> f32 {
    GROUND + (SKY - GROUND) * smooth(0.5 + 0.5 * up / roughness)
}

/// Returns which part of the surface's facets mirror the lamp to the eye.
fn facets(roughness: f32, to_half: f32) -> f32 {
    let squared = roughness.powi(4);
    squared / (PI * (to_half * to_half * (squared - 1.0) + 1.0).powi(2))
}

/// Returns the part of these that no other facet hides, over four times both cosines.
fn hidden(roughness: f32, to_lamp: f32, to_eye: f32) -> f32 {
    let squared = roughness.powi(4);
    let side = |a: f32, b: f32| a * (b * b * (1.0 - squared) + squared).sqrt();
    0.5 / (side(to_lamp, to_eye) + side(to_eye, to_lamp)).max(1e-4)
}

/// Returns what is mirrored: more at a grazing angle, up to `most`.
fn fresnel(straight: f32, most: f32, cosine: f32) -> f32 {
    straight + (most.max(straight) - straight) * (1.0 - cosine.clamp(0.0, 1.0)).powi(5)
}

/// 0 up to 0, 1 from 1 on, and a smooth curve between.
fn smooth(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn sum(a: Vec3, b: Vec3) -> Vec3 {
    std::array::from_fn(|part| a[part] + b[part])
}

fn dot(a: Vec3, b: Vec3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn length(a: Vec3) -> f32 {
    dot(a, a).sqrt()
}

fn normalised(a: Vec3) -> Vec3 {
    let length = length(a).max(1e-9);
    a.map(|part| part / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACING: Surface = Surface {
        albedo: [0.6, 0.4, 0.2],
        normal: TO_EYE,
        roughness: 0.6,
        metal: 0.0,
        occlusion: 1.0,
    };

    fn brightness(surface: Surface) -> f32 {
        of(&surface, TO_EYE, TO_EYE).iter().sum()
    }

    #[test]
    fn each_map_changes_the_light() {
        let [red, green, blue] = of(&FACING, TO_EYE, TO_EYE);
        assert!(red > green && green > blue && blue > 0.0);
        let bright = brightness(FACING);
        assert!(
            bright
                > brightness(Surface {
                    occlusion: 0.0,
                    ..FACING
                })
        );
        // Metal throws back nothing but what it mirrors.
        assert!(
            bright
                > brightness(Surface {
                    metal: 1.0,
                    ..FACING
                })
        );
        let half = normalised(sum(LAMP, TO_EYE));
        let gleam = |roughness| {
            of(
                &Surface {
                    roughness,
                    ..FACING
                },
                TO_EYE,
                half,
            )[0]
        };
        assert!(gleam(0.2) > 2.0 * gleam(0.6), "a smooth surface gleams");
    }

    #[test]
    fn nothing_comes_from_a_lamp_behind_the_surface() {
        let away = LAMP.map(|part| -part);
        let lit = of(
            &Surface {
                occlusion: 0.0,
                ..FACING
            },
            away,
            away,
        );
        assert!(lit.iter().all(|&part| part.abs() < 1e-6), "{lit:?}");
        assert!((length(LAMP) - 1.0).abs() < 0.01);
    }

    /// A slope that the eye does not see, on the side away from the lamp, mirrors no sky.
    #[test]
    fn slopes_away_from_the_eye_are_no_mirrors() {
        let out = normalised([0.55, -0.55, 0.62]);
        let away = normalised([0.6, -0.75, -0.2]);
        let [plain, slope] = [out, away].map(|normal| of(&FACING, out, normal)[0]);
        assert!(slope < 1.2 * plain, "{slope} beside {plain}");
    }

    #[test]
    fn no_surface_makes_light() {
        // A white surface mirrors and throws back no more than what comes, at the most that of the lamp and of the sky.
        let white = Surface {
            albedo: [1.0; 3],
            roughness: 1.0,
            ..FACING
        };
        let most = of(&white, LAMP, LAMP)[0];
        assert!(most < 1.1 * (LAMP_LIGHT + SKY), "{most}");
    }
}
