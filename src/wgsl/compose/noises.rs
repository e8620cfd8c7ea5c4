//! The value of a lattice source at one sample: the call of its function.

use super::{Composer, FIELDS, Inputs, number};
use crate::grid::table::Columns;
use crate::noise::{Fade, Hash, Metric};
use crate::program::{Lattice, LatticeNoise, Psrd, SlotId, ValueNoise, Worley, WorleyValue};

/// A source, and the names of its variables in the text.
pub(super) struct SourceCall<'a> {
    pub source: &'a Lattice,
    /// The variable of its layer.
    pub layer: &'a str,
    /// The variables of its axes, of type `NoiseAxis`.
    pub axes: &'a [String],
}

impl<I: Inputs> Composer<'_, I> {
    /// Returns the value of a source, or its derivative along one of its axes.
    pub(super) fn noise(&self, at: &SourceCall) -> String {
        match at.source.noise {
            LatticeNoise::Perlin | LatticeNoise::Classic => at.blended(),
            LatticeNoise::Value(ValueNoise {
                fade,
                smooth,
                centre,
            }) => {
                let plain = at.value(fade, false);
                // smooth averages the corners with their neighbours; centre adds the plain value, so that the corner itself has
                // that weight in place of its average's, 1/2^n.
                match (smooth, centre) {
                    (false, _) => plain,
                    (true, None) => at.value(fade, true),
                    (true, Some(centre)) => {
                        let centre = self.inputs.number(centre);
                        let average = 0.5_f32.powi(at.axes.len() as i32);
                        let more = format!("({centre} - {average:?})");
                        format!("{} + {more} * {plain}", at.value(fade, true))
                    }
                }
            }
            LatticeNoise::Simplex => at.call(&at.hash()),
            LatticeNoise::Psrd(psrd) => at.psrd(psrd, &self.inputs.number(psrd.angle)),
            LatticeNoise::Worley(worley) => at.worley(worley, |slot| self.inputs.number(slot)),
        }
    }
}

impl SourceCall<'_> {
    /// Calls a gradient noise with the hashes of the cell's corners.
    fn blended(&self) -> String {
        let SourceCall { layer, axes, .. } = self;
        let (d, axes) = (axes.len(), axes.join(", "));
        let perlin = self.source.noise == LatticeNoise::Perlin;
        let hashes = match (self.source.hash, d) {
            (Hash::Table, 1) => {
                format!("noise_table_value(noise_table_1d({layer}.table, {axes}).xyxy).xy")
            }
            // perlin_2d is the plane z = 0 of perlin_3d: its hashes go through the table once more, for z.
            (Hash::Table, 2) if perlin => {
                format!("noise_perms({layer}.table, noise_table_2d({layer}.table, {axes}))")
            }
            (Hash::Table, _) => format!("noise_table_{d}d({layer}.table, {axes})"),
            (Hash::Integer, 1) => {
                format!("noise_integer_value(noise_integer_1d({layer}.key, {axes}).xyxy).xy")
            }
            (Hash::Integer, _) => {
                // The top bits of a hash select the gradient: one of 256 for classic, of 32 for perlin_4d, else of 16.
                let shift = match (perlin, d) {
                    (false, _) => 24,
                    (true, 4) => 27,
                    (true, _) => 28,
                };
                format!("noise_top_{d}d(noise_integer_{d}d({layer}.key, {axes}), {shift}u)")
            }
            (Hash::Elias, _) => unreachable!("the checks allow this hash for value noise alone"),
        };
        self.call(&hashes)
    }

    /// Calls the noise's function, or takes a component of its gradient.
    fn call(&self, hashes: &str) -> String {
        let (d, axes) = (self.axes.len(), self.axes.join(", "));
        let name = self.source.noise.name();
        match self.source.partial {
            None => format!("noise_{name}_{d}d({hashes}, {axes})"),
            Some(_) if d == 1 => format!("noise_{name}_gradient_1d({hashes}, {axes})"),
            Some(along) => {
                let field = FIELDS[along];
                format!("noise_{name}_gradient_{d}d({hashes}, {axes}).{field}")
            }
        }
    }

    /// Calls value noise with the corners and weights along each axis.
    fn value(&self, fade: Fade, smooth: bool) -> String {
        let taps: Vec<String> = (self.axes.iter().enumerate())
            .map(|(i, axis)| {
                let period = format!("{}.period.{}", self.layer, FIELDS[i]);
                let plain = match (fade, self.source.partial == Some(i)) {
                    (Fade::Elias, false) => format!("noise_taps_elias({axis}, {period})"),
                    (Fade::Elias, true) => format!("noise_taps_elias_slope({axis}, {period})"),
                    (_, false) => format!("noise_taps_two({axis}, {period})"),
                    (_, true) => {
                        let slope = format!("noise_fade_slope_{}({axis}.fraction)", fade.name());
                        format!("noise_taps_two_slope({axis}, {slope}, {period})")
                    }
                };
                if smooth {
                    format!("noise_taps_smooth({plain})")
                } else {
                    plain
                }
            })
            .collect();
        let d = taps.len();
        format!("noise_value_{d}d({}, {})", self.hash(), taps.join(", "))
    }

    /// Calls periodic simplex noise, and takes its value or a component of its gradient.
    fn psrd(&self, psrd: Psrd, angle: &str) -> String {
        let (axes, turns) = match (psrd.turns, self.axes.split_last()) {
            (true, Some((time, space))) => (space, format!("{angle} + {time}.fraction")),
            _ => (self.axes, angle.to_string()),
        };
        let d = axes.len();
        let call = |turns: &str| {
            let (hash, layer) = (self.hash(), self.layer);
            let axes = axes.join(", ");
            format!("noise_psrd_{d}d({hash}, {layer}.period, {turns}, {axes})")
        };
        match self.source.partial {
            None => format!("{}.x", call(&turns)),
            // The derivative in time is the noise of gradients a quarter turn on.
            Some(along) if along == d => {
                format!("6.2831855 * {}.x", call(&format!("{turns} + 0.25")))
            }
            Some(along) => format!("{}.{}", call(&turns), FIELDS[along + 1]),
        }
    }

    /// Calls cellular noise, and takes the output that is asked for.
    fn worley(&self, worley: Worley, number: impl Fn(SlotId) -> String) -> String {
        let Worley {
            value,
            metric,
            jitter,
            swings,
        } = worley;
        let jitter = number(jitter);
        let (axes, turns) = match (swings, self.axes.split_last()) {
            // Points that swing turn with time, and lie in a lattice of the axes of space.
            (true, Some((time, space))) => (space, format!("{time}.fraction")),
            _ => (self.axes, "0.0".to_string()),
        };
        let d = axes.len();
        let reach = worley.reach(d);
        let metric = match metric {
            Metric::Euclidean => "NOISE_METRIC_EUCLIDEAN",
            Metric::Squared => "NOISE_METRIC_SQUARED",
            Metric::Manhattan => "NOISE_METRIC_MANHATTAN",
            Metric::Chebyshev => "NOISE_METRIC_CHEBYSHEV",
        };
        let period = format!("{}.period", self.layer);
        let second = matches!(value, WorleyValue::F2 | WorleyValue::F2MinusF1);
        let search = format!("{metric}, {reach}, {second}");
        let of = format!("NoiseWorley({search}, {jitter}, {swings}, {turns}, {period})");
        let (hash, axes) = (self.hash(), axes.join(", "));
        let call = format!("noise_worley_{d}d({hash}, {of}, {axes})");
        match value {
            WorleyValue::F1 => format!("{call}.x"),
            WorleyValue::F2 => format!("{call}.y"),
            WorleyValue::F2MinusF1 => format!("noise_worley_difference({call})"),
            WorleyValue::Cell => format!("{call}.z"),
            WorleyValue::Edge => format!("noise_worley_edge_{d}d({hash}, {of}, {axes})"),
            WorleyValue::Way { along } => {
                let along = ["x", "y", "z"][along];
                format!("noise_worley_way_{d}d({hash}, {of}, {axes}).{along}")
            }
            WorleyValue::SmoothF1 { smoothness } => {
                let smoothness = number(smoothness);
                let field = FIELDS[self.source.partial.map_or(0, |along| along + 1)];
                format!("noise_worley_smooth_{d}d({hash}, {of}, {smoothness}, {axes}).{field}")
            }
        }
    }

    /// Returns the `NoiseHash` of the source.
    fn hash(&self) -> String {
        let layer = self.layer;
        let kind = match self.source.hash {
            Hash::Table => "NOISE_HASH_TABLE",
            Hash::Integer => "NOISE_HASH_INTEGER",
            Hash::Elias => "NOISE_HASH_ELIAS",
        };
        format!("NoiseHash({kind}, {layer}.table, {layer}.key)")
    }
}

/// Returns the statements that declare an axis: its name, its value without displacement and its period. `cells` is its
/// displacement; `faded` says that the value comes with its fade.
pub(super) fn axis_statements(
    columns: Columns,
    (axis, plain, period): (&str, &str, &str),
    cells: Option<&str>,
    faded: bool,
) -> Vec<String> {
    match (columns, cells) {
        (Columns::Skewed(_), None) => vec![format!("let {axis} = {plain};")],
        (Columns::Faded(_), None) if faded => vec![format!("let {axis} = {plain};")],
        (Columns::Skewed(factor), Some(cells)) => vec![
            format!("let {axis}_by = {cells};"),
            format!("var {axis} = {plain};"),
            format!("{axis}.fraction += {axis}_by;"),
            format!("{axis}.fade += {axis}_by * {};", number(factor as f32)),
        ],
        (Columns::Faded(fade), cells) => {
            // Elias's cubic weights follow from the fraction.
            let fade = match fade {
                Fade::Elias => Fade::Linear,
                other => other,
            };
            let moved = match cells {
                Some(cells) => format!("noise_displaced({plain}, {cells}, {period})"),
                None => plain.to_string(),
            };
            vec![
                format!("var {axis} = {moved};"),
                format!("{axis}.fade = noise_fade_{}({axis}.fraction);", fade.name()),
            ]
        }
    }
}
