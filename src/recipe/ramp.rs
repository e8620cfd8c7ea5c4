//! Ramps, which turn the values of one channel into colours.
//!
//! A ramp becomes ordinary value steps: a [`curve`](Noise::curve) for red, green and blue each, and for opacity if a stop
//! has one. In the space `linear` the curves blend light, and further steps encode it as sRGB. In the space `constant`
//! selections take the place of the curves.

use serde::{Deserialize, Serialize};

use crate::limits::{ANY, POINTS_MAX, POINTS_MIN, short};
use crate::program::are_apart;
use crate::words::words;
use crate::{Error, Noise, Result};

/// The stops of a ramp, in ascending order.
///
/// ```
/// use wgpu_noise::recipe::{Ramp, Space};
/// use wgpu_noise::Noise;
///
/// let embers: Ramp = serde_json::from_str(r##"[[0, "#000000"], [0.5, "#ff4000"], [1, "#ffffff"]]"##)?;
/// embers.validate()?;
/// assert_eq!(embers.colours(&Noise::perlin().abs(), Space::Srgb).len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ramp(pub Vec<Stop>);

/// A value and its colour.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "(f64, String)", into = "(f64, String)")]
pub struct Stop {
    /// The value that becomes this colour.
    pub at: f64,
    /// Red, green and blue in sRGB.
    pub colour: [u8; 3],
    /// Opacity from 0 to 255; none for an opaque colour of a ramp without opacity.
    pub opacity: Option<u8>,
}

words! {
    /// The space in which a ramp interpolates between the colours of two stops.
    #[derive(Default)]
    pub enum Space {
        /// Interpolates the encoded components, as drawing programs do.
        #[default]
        Srgb "srgb",
        /// Interpolates light and encodes the result, so that mixtures keep their brightness.
        Linear "linear",
        /// Interpolates nothing: the colour of a stop holds up to the next stop, and jumps there.
        Constant "constant",
    }
}

/// What a ramp may be, for messages.
pub(super) const ALLOWED: &str = "2 to 16 stops, such as [[0, \"#1b1b2f\"], [1, \"#f5f5f0\"]]: a value and #rrggbb, \
    #rrggbbaa, #rgb or #rgba, in ascending order, with values further apart than 1e-5 of their size";

impl Ramp {
    /// Checks the number of stops and their order.
    ///
    /// # Errors
    /// [`Error::Invalid`] names the stops at fault.
    pub fn validate(&self) -> Result<()> {
        let refused = |given: String| Err(Error::invalid("ramp", given, ALLOWED));
        let Ramp(stops) = self;
        if !(POINTS_MIN..=POINTS_MAX).contains(&stops.len()) {
            return refused(format!("{} stops", stops.len()));
        }
        if let Some(stop) = (stops.iter()).find(|stop| !(ANY[0]..=ANY[1]).contains(&stop.at)) {
            return refused(format!("a stop at {}", short(stop.at)));
        }
        let are_apart = |[a, b]: &&[Stop; 2]| are_apart([a.at, b.at]);
        match stops.array_windows().find(|stops| !are_apart(stops)) {
            Some([a, b]) => refused(format!(
                "a stop at {} after one at {}",
                short(b.at),
                short(a.at)
            )),
            None => Ok(()),
        }
    }

    /// Returns the noises of red, green and blue and, if a stop has one, of opacity, each from 0 to 1.
    pub fn colours(&self, of: &Noise, space: Space) -> Vec<Noise> {
        let curve = |level: &dyn Fn(&Stop) -> f64| {
            let points: Vec<[f64; 2]> = (self.0.iter()).map(|s| [s.at, level(s)]).collect();
            match space {
                Space::Srgb | Space::Linear => of.clone().curve(points),
                Space::Constant => steps(of, &points),
            }
        };
        let light = ["ramp_red", "ramp_green", "ramp_blue"].into_iter().zip(0..);
        let light = light.map(|(name, i)| match space {
            Space::Srgb | Space::Constant => curve(&|stop| unit(stop.colour[i])).name(name),
            Space::Linear => encoded(curve(&|stop| decoded(unit(stop.colour[i]))).name(name)),
        });
        let opacity = || curve(&|stop| unit(stop.opacity.unwrap_or(255))).name("ramp_opacity");
        light.chain((!self.is_opaque()).then(opacity)).collect()
    }

    /// Returns the names of the channels of [`Ramp::colours`].
    pub(super) fn names(&self) -> &'static [&'static str] {
        match self.is_opaque() {
            true => &["red", "green", "blue"],
            false => &["red", "green", "blue", "alpha"],
        }
    }

    fn is_opaque(&self) -> bool {
        self.0.iter().all(|stop| stop.opacity.is_none())
    }
}

/// Returns the level of the last point that is not above a noise, and that of the first below it.
fn steps(of: &Noise, points: &[[f64; 2]]) -> Noise {
    let first = points.first().map_or(0.0, |[_, level]| *level);
    (points.iter().skip(1)).fold(Noise::constant(first), |below: Noise, [at, level]| {
        below.select(*level, of, *at)
    })
}

fn unit(byte: u8) -> f64 {
    f64::from(byte) / 255.0
}

/// The sRGB curve of IEC 61966-2-1: SLOPE·v up to the knee, SCALE·v^(1/POWER) − (SCALE − 1) above.
const KNEE: f64 = 0.003_130_8;
const SLOPE: f64 = 12.92;
const SCALE: f64 = 1.055;
const POWER: f64 = 2.4;

/// Returns the light of an encoded level.
fn decoded(level: f64) -> f64 {
    if level <= SLOPE * KNEE {
        level / SLOPE
    } else {
        ((level + SCALE - 1.0) / SCALE).powf(POWER)
    }
}

/// Returns the encoded level of light: the linear part up to the knee, plus what the power adds beyond it. A sum of the two
/// has no jump, which a choice between them would have.
fn encoded(light: Noise) -> Noise {
    let line = light.clone().min(KNEE) * SLOPE;
    let power = light.max(KNEE).pow(1.0 / POWER) - KNEE.powf(1.0 / POWER);
    line + power * SCALE
}

impl TryFrom<(f64, String)> for Stop {
    type Error = String;

    fn try_from((at, text): (f64, String)) -> Result<Stop, String> {
        let digits = text.strip_prefix('#').unwrap_or_default();
        let digits: Option<Vec<u8>> = (digits.chars())
            .map(|digit| digit.to_digit(16).map(|digit| digit as u8))
            .collect();
        let (colour, opacity) = match digits.as_deref() {
            // Each digit stands for two.
            Some(&[r, g, b]) => ([r, g, b].map(|digit| 17 * digit), None),
            Some(&[r, g, b, a]) => ([r, g, b].map(|digit| 17 * digit), Some(17 * a)),
            Some(&[r, s, g, h, b, c]) => ([16 * r + s, 16 * g + h, 16 * b + c], None),
            Some(&[r, s, g, h, b, c, a, d]) => {
                ([16 * r + s, 16 * g + h, 16 * b + c], Some(16 * a + d))
            }
            _ => {
                return Err(format!(
                    "the colour \"{text}\", expected #rrggbb, #rrggbbaa, #rgb or #rgba"
                ));
            }
        };
        Ok(Stop {
            at,
            colour,
            opacity,
        })
    }
}

impl From<Stop> for (f64, String) {
    fn from(stop: Stop) -> (f64, String) {
        let bytes = stop.colour.into_iter().chain(stop.opacity);
        let digits: String = bytes.map(|byte| format!("{byte:02x}")).collect();
        (stop.at, format!("#{digits}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backend, Volume};
    use crate::{Grid, Job, cpu::Cpu, reference::Reference};

    fn ramp(text: &str) -> Ramp {
        serde_json::from_str(text).unwrap()
    }

    /// The colours of 0 to 1, at the middles of `count` steps.
    fn colours(ramp: &Ramp, space: Space, count: u32) -> Volume {
        let channels = ramp.colours(&Noise::x(), space);
        let job = Job::of(&channels, &Grid::new([count])).unwrap();
        Cpu::new(job).sample(0).unwrap()
    }

    #[test]
    fn stops_keep_their_colours_in_both_spaces() {
        let ramp = ramp(r##"[[0.125, "#102030"], [0.375, "#ff8001"], [0.875, "#00040c"]]"##);
        for space in [Space::Srgb, Space::Linear] {
            let found = colours(&ramp, space, 4);
            for (i, colour) in [(0, [16, 32, 48]), (1, [255, 128, 1]), (3, [0, 4, 12])] {
                let found = found.get(i, 0, 0).unwrap();
                for (found, byte) in found.iter().zip(colour) {
                    assert!((f64::from(*found) - unit(byte)).abs() < 1e-6, "{space:?}");
                }
            }
        }
    }

    #[test]
    fn the_middle_is_that_of_the_numbers_or_of_the_light() {
        let ramp = ramp(r##"[[0, "#000000"], [1, "#ffffff80"]]"##);
        let middle = |space| colours(&ramp, space, 1).into_samples();
        let opacity = (1.0 + 128.0 / 255.0) / 2.0;
        assert_eq!(middle(Space::Srgb), [0.5, 0.5, 0.5, opacity]);
        // 188 of 255, as every table of sRGB has it.
        let linear = middle(Space::Linear);
        assert_eq!(
            linear[..3]
                .iter()
                .map(|v| (v * 255.0).round())
                .collect::<Vec<_>>(),
            [188.0; 3]
        );
        assert_eq!(linear[3], opacity);
    }

    #[test]
    fn encoding_undoes_decoding_below_and_above_the_knee() {
        let channels = [encoded(Noise::x() * 1.0)];
        let grid = Grid::new([1000]);
        let reference = Reference::new(&Job::of(&channels, &grid).unwrap()).unwrap();
        for i in 0..1000 {
            let light = (f64::from(i) + 0.5) / 1000.0;
            assert!((decoded(reference.values([i, 0, 0, 0])[0]) - light).abs() < 1e-7);
        }
        assert!(Job::of(&channels, &grid).unwrap().tolerance(0) < 1e-5);
        assert_eq!(Job::of(&channels, &grid).unwrap().jump_share(0), 0.0);
    }

    #[test]
    fn a_constant_ramp_has_the_colours_of_its_stops_alone() {
        let ramp = ramp(r##"[[0.3, "#102030"], [0.5, "#ff8001"], [0.75, "#00040c"]]"##);
        let found = colours(&ramp, Space::Constant, 8);
        // The samples lie at 1/16, 3/16 and so on; a stop's colour begins at its value.
        let bytes = |i| found.get(i, 0, 0).unwrap().iter().map(|v| v * 255.0);
        for (i, colour) in [
            (0, [16, 32, 48]),
            (3, [16, 32, 48]),
            (4, [255, 128, 1]),
            (6, [0, 4, 12]),
        ] {
            assert!(
                bytes(i).eq(colour.map(|byte| byte as f32 / 255.0 * 255.0)),
                "{i}"
            );
        }
    }

    #[test]
    fn a_short_colour_stands_for_one_of_doubled_digits() {
        let long = ramp(r##"[[0, "#ff00aa"], [1, "#11223344"]]"##);
        assert_eq!(ramp(r##"[[0, "#f0a"], [1, "#1234"]]"##), long);
        for text in ["#f0", "#f0a1b", "f0a", "#f0g", "#ff00aa1122", "#"] {
            let stops = format!(r##"[[0, "{text}"], [1, "#fff"]]"##);
            assert!(serde_json::from_str::<Ramp>(&stops).is_err(), "{text}");
        }
    }

    #[test]
    fn a_ramp_is_written_as_it_was_read() {
        let text = r##"[[-1.5,"#00ff7f"],[2.0,"#12345678"]]"##;
        assert_eq!(serde_json::to_string(&ramp(text)).unwrap(), text);
    }
}
