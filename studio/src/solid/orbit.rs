//! A camera that goes around a box, as matrices, column by column.

use serde::{Deserialize, Serialize};

/// A 4 by 4 matrix, column by column.
pub type Matrix = [[f32; 4]; 4];

/// Where the camera is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Orbit {
    /// The turns around the vertical axis, in radians.
    pub around: f32,
    /// The height above the horizon, in radians.
    pub above: f32,
    /// The distance from the middle of the box, whose longest side is 2.
    pub distance: f32,
}

impl Default for Orbit {
    fn default() -> Orbit {
        Orbit {
            around: 0.6,
            above: 0.65,
            distance: 4.2,
        }
    }
}

/// The slope of the sides of what is seen.
const NARROW: f32 = 0.42;
/// The distances of the nearest and the farthest that is seen.
const DEPTHS: [f32; 2] = [0.05, 20.0];

impl Orbit {
    /// Goes around by pixels that were dragged.
    pub fn drag(&mut self, x: f32, y: f32) {
        self.around -= x * 0.008;
        self.above = (self.above + y * 0.008).clamp(-1.55, 1.55);
    }

    /// Comes nearer by a factor.
    pub fn zoom(&mut self, factor: f32) {
        self.distance = (self.distance / factor).clamp(0.6, 12.0);
    }

    /// Returns the matrix from the box to clip space, and back, for a picture of this width over height.
    ///
    /// In the box x is to the right, and y downwards in the picture of a plane. Its z is up or, if it is `turned` as a volume is,
    /// away from the camera, and its y down.
    pub fn matrices(&self, ratio: f32, turned: bool) -> [Matrix; 2] {
        let (sin_a, cos_a) = self.around.sin_cos();
        let (sin_h, cos_h) = self.above.sin_cos();
        // The camera's axes, where z is up; it looks against the last one.
        let axes = [
            [cos_a, sin_a, 0.0],
            [-sin_a * sin_h, cos_a * sin_h, cos_h],
            [sin_a * cos_h, -cos_a * cos_h, sin_h],
        ];
        let in_box = |v: [f32; 3]| match turned {
            true => [v[0], -v[2], v[1]],
            false => [v[0], -v[1], v[2]],
        };
        let [right, up, back] = axes.map(in_box);
        let [near, far] = DEPTHS;
        let scale = [1.0 / ratio.max(1.0), ratio.min(1.0)].map(|part| part / NARROW);
        let depth = [far / (near - far), near * far / (near - far)];
        let mut clip = [[0.0; 4]; 4];
        for i in 0..3 {
            clip[i] = [
                right[i] * scale[0],
                up[i] * scale[1],
                back[i] * depth[0],
                -back[i],
            ];
        }
        clip[3] = [
            0.0,
            0.0,
            -self.distance * depth[0] + depth[1],
            self.distance,
        ];
        let mut back_again = [[0.0; 4]; 4];
        for i in 0..3 {
            back_again[0][i] = right[i] / scale[0];
            back_again[1][i] = up[i] / scale[1];
            back_again[2][i] = self.distance * back[i] / depth[1];
            back_again[3][i] = -back[i] + self.distance * back[i] * depth[0] / depth[1];
        }
        back_again[2][3] = 1.0 / depth[1];
        back_again[3][3] = depth[0] / depth[1];
        [clip, back_again]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDENTITY: Matrix = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ];

    #[test]
    fn the_second_matrix_undoes_the_first() {
        for (ratio, turned) in [(1.6, false), (0.7, true)] {
            let [there, back] = Orbit::default().matrices(ratio, turned);
            for (column, of) in back.iter().enumerate() {
                for (row, wanted) in IDENTITY[column].iter().enumerate() {
                    let sum: f32 = (0..4).map(|i| there[i][row] * of[i]).sum();
                    assert!((sum - wanted).abs() < 1e-4, "{column}, {row}: {sum}");
                }
            }
        }
    }
}
