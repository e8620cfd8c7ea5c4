//! The keys `erosion` and `blur`: steps on the samples of a whole grid, and where they are possible.

use super::Recipe;
use crate::limits::short;
use crate::{Error, Result};

/// By how many samples the sizes along x and y may differ from those of squares where water flows: sizes are rounded.
const SQUARE: f64 = 0.5 + 1e-6;

impl Recipe {
    /// Returns the first key that asks for a step on the whole grid, if any does.
    pub(crate) fn grid_step(&self) -> Option<&'static str> {
        let erodes = self
            .erosion
            .as_ref()
            .is_some_and(|erosion| erosion.iterations > 0);
        match (erodes, self.blur > 0.0) {
            (true, _) => Some("erosion"),
            (false, true) => Some("blur"),
            (false, false) => None,
        }
    }

    /// Refuses steps on the whole grid for what is not one channel in two dimensions, all of which is computed at once.
    pub(super) fn check_grid_steps(&self) -> Result<()> {
        if let Some(erosion) = &self.erosion {
            erosion.validate()?;
        }
        if !(0.0..).contains(&self.blur) || self.blur.is_infinite() {
            return Err(Recipe::refused("blur", short(self.blur)));
        }
        let Some(key) = self.grid_step() else {
            return Ok(());
        };
        let axes = self.size.len();
        let refusals = [
            (
                axes != 2,
                format!("a grid of {axes} dimensions"),
                "two axes, such as size = [512, 512]",
            ),
            (
                self.frames.is_some(),
                "frames".into(),
                "one picture, without frames",
            ),
            (
                self.part.is_some(),
                "a box".into(),
                "all samples; a box does not know what lies beside it",
            ),
            (
                !self.outputs.is_empty(),
                "outputs".into(),
                "a recipe without outputs; one with them may read the file with the source image",
            ),
            (
                self.ramp.is_some() || self.output.is_some() || self.channels.len() != 1,
                "colours, derivatives or several channels".into(),
                "one channel, without ramp and output; a recipe with them may read the file with the source image",
            ),
            (
                self.seamless && self.edge_samples,
                "a seamless grid with edge_samples".into(),
                "one of the two",
            ),
        ];
        for (is_refused, given, allowed) in refusals {
            if is_refused {
                return Err(Error::invalid(key, given, allowed));
            }
        }
        let grid = self.grid();
        let [x, y] = [0, 1].map(|axis| grid.span(axis).step());
        let least = self.size.iter().copied().min().unwrap_or_default();
        if key == "erosion" && (x / y - 1.0).abs() * f64::from(least) > SQUARE {
            let given = format!("samples of {} by {}", short(x), short(y));
            let allowed = "samples that are squares; an extent that is left out makes them so";
            return Err(Error::invalid(key, given, allowed));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_say_what_was_given_and_what_is_allowed() {
        let of = |key: &str, with: &str| {
            let text = format!("channels = [\"p\"]\nnodes.p = \"perlin(2)\"\n{key}\n{with}");
            Recipe::parse(&text, "r.toml").map_err(|error| error.to_string())
        };
        for key in ["erosion = { iterations = 3 }", "blur = 0.1"] {
            for (with, words) in [
                ("size = [4, 4, 4]", "3 dimensions two axes"),
                ("frames = 2", "frames"),
                ("box = [[0, 4]]", "beside it"),
                ("outputs.a = {}", "without outputs"),
                ("output = \"normal\"", "source image"),
                (
                    "ramp = [[0, \"#000000\"], [1, \"#ffffff\"]]",
                    "source image",
                ),
                ("seamless = true\nedge_samples = true", "one of the two"),
            ] {
                let error = of(key, with).unwrap_err();
                let name = key.split(' ').next().unwrap_or_default();
                assert!(error.contains(&format!("{name}: ")), "{error}");
                assert!(words.split(' ').all(|word| error.contains(word)), "{error}");
            }
        }
        assert!(
            of("erosion = {}", "extent = [1, 2]")
                .unwrap_err()
                .contains("squares")
        );
        assert!(of("blur = 0.1", "extent = [1, 2]").is_ok());
        assert!(
            of("blur = -1", "")
                .unwrap_err()
                .contains("r.toml:3: blur: got -1")
        );
        assert!(
            of("erosion.talus = 91", "")
                .unwrap_err()
                .contains("from 0 to 90")
        );
        for (key, allowed) in [
            ("creep = 0.51", "a number from 0 to 0.5"),
            ("capacity = \"much\"", "a number from 0 to 64"),
            ("coarsest = 0", "a whole number from 1 to 65536"),
            ("coarsest = 1.5", "a whole number from 1 to 65536"),
            ("iterations = -1", "a whole number from 0 to 100000"),
        ] {
            let error = of("[erosion]", key).unwrap_err();
            let given = format!("r.toml:4: erosion.{}", key.replace(" =", ": got"));
            assert!(error.contains(&given) && error.contains(allowed), "{error}");
        }
        assert!(of("erosion.slope = 1", "").unwrap_err().contains("slope"));
        // Steps that do nothing are possible everywhere.
        assert!(
            of(
                "erosion.iterations = 0\nblur = 0",
                "frames = 2\nsize = [4, 4, 4]"
            )
            .is_ok()
        );
    }
}
