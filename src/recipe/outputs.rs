//! The outputs of a recipe: several files of one graph, such as the maps of a material.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Output, Ramp, Range, Recipe, Space, is_default};
use crate::texel::{Format, Transfer};
use crate::{Error, Result};

/// One of several files of a recipe: the keys that differ between them. A key that is left out has its default, not
/// the recipe's value. One without channels is the recipe's own picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "a table such as { channels = [\"height\"] }"
)]
pub struct Named {
    /// The names of one to four nodes; none for the recipe's own picture.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub channels: Vec<String>,
    /// As [`Recipe::format`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// As [`Recipe::range`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// As [`Recipe::output`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<Output>,
    /// As [`Recipe::strength`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<f64>,
    /// As [`Recipe::ramp`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ramp: Option<Ramp>,
    /// As [`Recipe::ramp_space`].
    #[serde(skip_serializing_if = "is_default")]
    pub ramp_space: Space,
    /// As [`Recipe::transfer`](field@Recipe::transfer).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transfer: Option<Transfer>,
}

impl Recipe {
    /// Returns the names of the outputs and the recipe of each, in the order of the names. Each is a recipe of its own,
    /// which bakes that file alone.
    ///
    /// ```
    /// use wgpu_noise::recipe::Preset;
    ///
    /// let maps = Preset::find("granite")?.recipe()?.each_output();
    /// assert!(maps.iter().any(|(name, map)| name == "normal" && map.noises().is_ok()));
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn each_output(&self) -> Vec<(String, Recipe)> {
        let outputs = self.outputs.iter().map(|(name, named)| {
            let own = Recipe {
                outputs: BTreeMap::new(),
                ..self.clone()
            };
            let recipe = match named.channels.is_empty() {
                true => own,
                false => Recipe {
                    channels: named.channels.clone(),
                    format: named.format,
                    range: named.range,
                    output: named.output,
                    strength: named.strength,
                    ramp: named.ramp.clone(),
                    ramp_space: named.ramp_space,
                    transfer: named.transfer,
                    ..own
                },
            };
            (name.clone(), recipe)
        });
        outputs.collect()
    }

    /// Returns the recipe of one of the outputs, as [`Recipe::each_output`] has it.
    ///
    /// ```
    /// use wgpu_noise::recipe::Preset;
    ///
    /// let height = Preset::find("granite")?.recipe()?.of_output("height")?;
    /// assert_eq!(height.noises()?.len(), 1);
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unknown`] for a name that no output has, [`Error::Invalid`] if there are no outputs.
    pub fn of_output(&self, name: &str) -> Result<Recipe> {
        if self.outputs.is_empty() {
            let allowed = "an output of a recipe that has [outputs]";
            return Err(Error::invalid("outputs", format!("`{name}`"), allowed));
        }
        let mut outputs = self.each_output().into_iter();
        let found = outputs.find(|(output, _)| output == name);
        found.map(|(_, recipe)| recipe).ok_or_else(|| {
            let known = self.outputs.keys().map(String::as_str);
            Error::unknown("outputs", name, known)
        })
    }

    /// Checks the names of the outputs, which become parts of paths, and the channels of each.
    pub(super) fn check_outputs(&self) -> Result<()> {
        if self.outputs.len() > OUTPUTS_MAX {
            return Err(Error::too_large(
                "the recipe",
                format!("{} outputs", self.outputs.len()),
                format!("{OUTPUTS_MAX} outputs"),
            )
            .with_field("outputs"));
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        let mut lower = BTreeMap::new();
        for (name, recipe) in self.each_output() {
            if let Some(other) = lower.insert(name.to_lowercase(), name.clone()) {
                let given = format!("`{other}` and `{name}`, one file where case does not count");
                return Err(Error::invalid(
                    "outputs",
                    given,
                    "names that differ in more than case",
                ));
            }
            if name.is_empty() || !name.chars().all(is_plain) {
                let given = format!("an output `{name}`");
                return Err(Error::invalid(
                    "outputs",
                    given,
                    "names of letters, digits, - and _",
                ));
            }
            let named = &self.outputs[&name];
            if named.channels.is_empty() && *named != Named::default() {
                let allowed = "channels, or no other key, for the recipe's own picture";
                return Err(Error::invalid(
                    format!("outputs.{name}.channels"),
                    "none beside other keys",
                    allowed,
                ));
            }
            (recipe.check_strength().and_then(|()| recipe.noises()))
                .map_err(|error| of_output(&name, error))?;
        }
        Ok(())
    }
}

/// The most outputs of a recipe: each is a recipe of its own, with all nodes.
const OUTPUTS_MAX: usize = 64;

/// The keys of an output.
const KEYS: [&str; 8] = [
    "channels",
    "format",
    "range",
    "output",
    "strength",
    "ramp",
    "ramp_space",
    "transfer",
];

/// Names an output in an error that its recipe has given: a field of its own becomes `outputs.NAME.FIELD`, and one that all
/// outputs share, such as that of a node, stays.
pub fn of_output(name: &str, mut error: Error) -> Error {
    // A node may have the name of a key: `range.offset` is a number of it.
    let is_own = |field: &str| KEYS.contains(&field.split('[').next().unwrap_or(field));
    match &mut error {
        Error::Invalid { field, .. } | Error::Unknown { field, .. } if is_own(field) => {
            *field = format!("outputs.{name}.{field}");
        }
        Error::Invalid { given, .. } => given.push_str(&format!(", for the output {name}")),
        Error::TooLarge { what, .. } => what.push_str(&format!(", for the output {name},")),
        _ => {}
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Cpu;
    use crate::{Backend, Job};

    fn recipe(outputs: &str) -> Result<Recipe> {
        let text = format!(
            "size = [32, 24]\nchannels = [\"hill\"]\nrange = [0.5, 2]\nnodes.hill = \"perlin(2)\"\n\
             nodes.cells = \"worley(3)\"\n{outputs}"
        );
        Recipe::parse(&text, "r.toml")
    }

    fn samples(recipe: &Recipe) -> Vec<f32> {
        let job: Job = recipe.job().unwrap();
        Cpu::new(job).sample(0).unwrap().into_samples()
    }

    #[test]
    fn outputs_share_the_graph_and_the_grid_and_nothing_else() {
        let recipe =
            recipe("[outputs]\nown = {}\nother = { channels = [\"cells\", \"hill\"] }").unwrap();
        let [(_, other), (_, own)] = &recipe.each_output()[..] else {
            panic!("two outputs");
        };
        assert_eq!((own.range, other.range), (recipe.range, None));
        assert_eq!(samples(own), samples(&recipe));
        assert_eq!(other.channel_names(), ["cells", "hill"]);
        assert_eq!(samples(other).len(), 2 * 32 * 24);
        let read = Recipe::parse(&other.to_toml(), "r.toml").unwrap();
        assert_eq!(read, *other);
    }

    #[test]
    fn heights_whose_derivative_is_unbounded_have_normals_of_differences() {
        for height in ["terrace(perlin(4), 4)", "sqrt(abs(perlin(4)))"] {
            let text = format!(
                "channels = [\"t\"]\noutput = \"normal\"\nsize = [16, 16]\n[nodes]\nt = \"{height}\"\n"
            );
            let normals = samples(&Recipe::parse(&text, "t.toml").unwrap());
            for normal in normals.chunks_exact(3) {
                let length = normal.iter().map(|v| v * v).sum::<f32>();
                assert!((length - 1.0).abs() < 1e-4, "{height}: {normal:?}");
            }
        }
    }

    #[test]
    fn normals_are_those_of_differences_and_turn_with_the_sign() {
        let of = |text: &str| {
            let text = format!("outputs.n = {{ channels = [{text} }}");
            samples(&recipe(&text).unwrap().each_output()[0].1)
        };
        let exact = of("\"hill\"], output = \"normal\", strength = 0.5");
        let recipe = recipe("").unwrap();
        let height = |x: f64, y: f64| {
            let job = recipe.job().unwrap();
            crate::reference::Reference::new(&job)
                .unwrap()
                .values_at([x, y, 0.0, 0.0].map(|v| v as f32))[0]
        };
        // The sample at (16, 12) of 32 x 24 lies half a step further.
        let (step, at) = (1.0 / 32.0, [(16.5 / 32.0), (12.5 / 32.0)]);
        let slope = |by: [f64; 2]| {
            (height(at[0] + by[0], at[1] + by[1]) - height(at[0] - by[0], at[1] - by[1]))
                / (step / 4.0)
        };
        let slopes = [
            slope([step / 8.0, 0.0]) * 0.5,
            slope([0.0, step / 8.0]) * 0.5,
        ];
        let length = (1.0 + slopes[0].powi(2) + slopes[1].powi(2)).sqrt();
        let expected = [-slopes[0] / length, slopes[1] / length, 1.0 / length];
        let found = &exact[3 * (12 * 32 + 16)..][..3];
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (f64::from(*found) - expected).abs() < 1e-3,
                "{found} {expected}"
            );
        }
        assert!(
            slopes.iter().all(|slope| slope.abs() > 0.01),
            "the control: {slopes:?}"
        );

        let directx = of("\"hill\"], output = \"normal_directx\", strength = 0.5");
        let turned = directx.chunks_exact(3).zip(exact.chunks_exact(3));
        assert!(
            turned
                .clone()
                .all(|(a, b)| a[0] == b[0] && a[1] == -b[1] && a[2] == b[2])
        );
        // Cellular noise has no derivative.
        let cells = of("\"cells\"], output = \"normal\"");
        let lengths = cells
            .chunks_exact(3)
            .map(|n| n.iter().map(|v| v * v).sum::<f32>());
        assert!(
            lengths
                .into_iter()
                .all(|length| (length - 1.0).abs() < 1e-5)
        );
        assert!(cells.chunks_exact(3).any(|n| n[2] < 0.9), "the control");
        // So steep that nearly all lie flat.
        let steep = of("\"cells\"], output = \"normal\", strength = 1e12");
        let flat = |n: &&[f32]| n[2].abs() < 1e-4;
        assert!(steep.chunks_exact(3).filter(flat).count() > 32 * 24 / 2);
        assert!(!cells.chunks_exact(3).any(|n| flat(&n)), "the control");
    }

    #[test]
    fn errors_name_the_output() {
        let refused = |text: &str| recipe(text).unwrap_err().to_string();
        assert!(
            refused("outputs.n = { channels = [\"hill\", \"cells\"], output = \"normal\" }")
                .contains("outputs.n.output")
        );
        let shared = of_output("n", Error::invalid("hill.offset", "1e30", "less")).to_string();
        assert!(shared.starts_with("hill.offset: got 1e30, for the output n"));
        let unknown = refused("\noutputs.n = { channels = [\"hills\"] }");
        assert!(
            unknown.contains("`hill`") && unknown.contains("outputs.n.channels"),
            "{unknown}"
        );
        assert!(unknown.starts_with("r.toml:7:"), "{unknown}");
        let five = refused("outputs.n = { channels = [\"x\", \"x\", \"x\", \"x\", \"x\"] }");
        assert!(five.contains("outputs.n.channels: got 5"), "{five}");
        assert!(refused("outputs.n = {}\noutputs.N = {}").contains("`N` and `n`"));
        assert!(refused("outputs.\"../n\" = {}").contains("letters, digits"));
        assert!(
            refused("outputs.n = { channels = [\"hill\"], strength = 0 }")
                .contains("outputs.n.strength")
        );
        assert!(refused("outputs.n = { chanels = [] }").contains("chanels"));
        assert!(refused("outputs.n = { output = \"normal\" }").contains("outputs.n.channels"));
        let many = |count: usize| {
            let outputs: String = (0..count)
                .map(|i| format!("outputs.n{i} = {{}}\n"))
                .collect();
            recipe(&outputs)
        };
        assert!(many(OUTPUTS_MAX).is_ok());
        let message = many(OUTPUTS_MAX + 1).unwrap_err().to_string();
        assert!(
            message.contains("65 outputs") && message.contains("64"),
            "{message}"
        );
    }
}
