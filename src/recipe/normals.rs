//! Normals of a height, for [`Output::Normal`](super::Output::Normal).

use super::Recipe;
use crate::noise::Axis;
use crate::{Job, Noise};

/// The steepest slope of a normal, 0.002 degrees from upright. One that may be steeper leaves f32 too few digits for its length.
const STEEPEST: f64 = 32768.0;

impl Recipe {
    /// Returns the components of the unit normal of a height over x and y. `up` is the sign of y in the picture: 1 where green is
    /// up, as OpenGL has it, -1 where it is down.
    pub(super) fn normal(&self, height: &Noise, up: f64) -> Vec<Noise> {
        let strength = self.strength.unwrap_or(1.0);
        let slope = |axis| (self.slope(height, axis) * strength).clamp(-STEEPEST, STEEPEST);
        let [x, y] = [slope(Axis::X), slope(Axis::Y)];
        let length = (x.clone() * x.clone() + y.clone() * y.clone() + 1.0).sqrt();
        // Rows of a picture go down.
        vec![
            x * -1.0 / length.clone(),
            y * up / length.clone(),
            Noise::constant(1.0) / length,
        ]
    }

    /// Returns the derivative of a height along an axis; where a node below has none, the difference over two samples.
    fn slope(&self, height: &Noise, axis: Axis) -> Noise {
        if axis.index() >= self.size.len() {
            return Noise::constant(0.0).any();
        }
        let grid = self.grid();
        let exact = height.clone().partial(axis);
        if Job::of([exact.clone()], &grid).is_ok() {
            return exact;
        }
        let step = grid.span(axis.index()).step();
        let beside = |by: f64| {
            let mut offset = [0.0; 3];
            offset[axis.index()] = by;
            height.clone().translate(offset)
        };
        (beside(step) - beside(-step)) / (2.0 * step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_normals_also_of_heights_without_derivatives() {
        for height in ["perlin(4)", "eroded(perlin(4))"] {
            let text = format!(
                "size = [64]\noutput = \"normal\"\nchannels = [\"n\"]\nnodes.n = \"{height}\"\n"
            );
            let recipe = Recipe::parse(&text, "line.toml").expect(height);
            assert!(recipe.job().is_ok(), "{height}");
        }
    }
}
