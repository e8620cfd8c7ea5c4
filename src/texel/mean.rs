//! Means of texels: those of colours are of light, weighed by opacity, and those of normals have the length 1.

use super::{Transfer, srgb};

/// What is added to the opacity that weighs a colour, so that where all is transparent the colours have a mean, too.
const UNSEEN: f32 = 1.0 / (1 << 20) as f32;

/// How the texels of a picture are averaged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mean {
    /// Channel by channel.
    Numbers,
    /// Encoded colours, with opacity in a fourth channel.
    Colours,
    /// Unit normals.
    Normals,
}

impl Mean {
    pub fn new(transfer: Transfer, is_normal: bool) -> Mean {
        match transfer {
            Transfer::Srgb => Mean::Colours,
            Transfer::Linear if is_normal => Mean::Normals,
            Transfer::Linear => Mean::Numbers,
        }
    }

    /// Replaces a texel by numbers of which a mean may be taken.
    pub fn open(self, texel: &mut [f32]) {
        if self != Mean::Colours {
            return;
        }
        if let Some(opacity) = texel.get_mut(3) {
            *opacity = opacity.clamp(0.0, 1.0);
        }
        let (colours, weight) = weighed(texel);
        for colour in colours {
            *colour = srgb::decoded(*colour) * weight;
        }
    }

    /// Replaces a mean of such numbers by the texel.
    pub fn close(self, texel: &mut [f32]) {
        match self {
            Mean::Numbers => {}
            Mean::Colours => {
                let (colours, weight) = weighed(texel);
                for colour in colours {
                    *colour = srgb::encoded(*colour / weight);
                }
            }
            Mean::Normals => {
                let length = texel.iter().map(|part| part * part).sum::<f32>().sqrt();
                if length > 0.0 {
                    texel.iter_mut().for_each(|part| *part /= length);
                }
            }
        }
    }
}

/// Returns the colours of a texel, and what they weigh in a mean.
fn weighed(texel: &mut [f32]) -> (&mut [f32], f32) {
    let (colours, opacity) = texel.split_at_mut(texel.len().min(3));
    let weight = opacity.first().map_or(1.0, |opacity| opacity + UNSEEN);
    (colours, weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean<const N: usize>(of: Mean, texels: &[[f32; N]]) -> [f32; N] {
        let mut sum = [0.0; N];
        for mut texel in texels.iter().copied() {
            of.open(&mut texel);
            for (sum, part) in sum.iter_mut().zip(texel) {
                *sum += part / texels.len() as f32;
            }
        }
        of.close(&mut sum);
        sum
    }

    #[test]
    fn transparent_colours_weigh_nothing() {
        let [white, nothing] = [[1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]];
        let [red, .., opacity] = mean(Mean::Colours, &[white, nothing, nothing, nothing]);
        assert!((red - 1.0).abs() < 1e-5, "{red}");
        assert_eq!(opacity, 0.25);
        // Where nothing is seen, colours keep their mean.
        let [red, ..] = mean(Mean::Colours, &[[1.0, 1.0, 1.0, 0.0], nothing]);
        assert!((red - 0.735_357).abs() < 1e-4, "{red}");
        // A negative opacity is none, so that weights do not cancel.
        let [red, .., opacity] = mean(
            Mean::Colours,
            &[[0.2, 0.2, 0.2, -0.5], [0.8, 0.8, 0.8, 0.5]],
        );
        assert!((red - 0.8).abs() < 1e-5 && opacity == 0.25, "{red}");
        // The mean of light, and not of encoded numbers.
        let [red, ..] = mean(Mean::Colours, &[[1.0; 3], [0.0; 3]]);
        assert!((red - 0.735_357).abs() < 1e-4, "{red}");
    }

    #[test]
    fn normals_keep_their_length() {
        let [x, y, z] = mean(Mean::Normals, &[[0.6, 0.0, 0.8], [-0.6, 0.0, 0.8]]);
        assert_eq!([x, y, z], [0.0, 0.0, 1.0]);
        assert_eq!(mean(Mean::Numbers, &[[0.6, 0.8], [0.4, 0.8]]), [0.5, 0.8]);
    }
}
