//! The gradients of improved Perlin noise.

/// The gradients of Perlin's code (*Improving Noise*, SIGGRAPH 2002): the midpoints of the twelve edges of a cube, four of
/// them twice, in the order of its function `grad`. In two dimensions they are those of the plane z = 0.
pub(crate) static GRADIENTS_3D: [[f32; 4]; 16] = edges_of_cube();
/// The midpoints of the 32 edges of a hypercube.
pub(crate) static GRADIENTS_4D: [[f32; 4]; 32] = edges_of_hypercube();

/// Makes the gradients ±u ± v of `grad`: u is x for h < 8, else y; v is y for h < 4, x for h = 12 and 14, else z. Bit 0 is the
/// sign of u, and bit 1 that of v.
const fn edges_of_cube() -> [[f32; 4]; 16] {
    let mut gradients = [[0.0; 4]; 16];
    let mut h = 0;
    while h < 16 {
        let first = if h < 8 { 0 } else { 1 };
        let second = match h {
            0..4 => 1,
            12 | 14 => 0,
            _ => 2,
        };
        gradients[h][first] = if h & 1 == 0 { 1.0 } else { -1.0 };
        gradients[h][second] = if h & 2 == 0 { 1.0 } else { -1.0 };
        h += 1;
    }
    gradients
}

/// Makes the gradients ±a ± b ± c: bits 3 and 4 of h select the three axes, bits 2, 1 and 0 their signs, clear for negative.
const fn edges_of_hypercube() -> [[f32; 4]; 32] {
    const AXES: [[usize; 3]; 4] = [[0, 1, 2], [3, 0, 1], [2, 3, 0], [1, 2, 3]];
    let mut gradients = [[0.0; 4]; 32];
    let mut h = 0;
    while h < 32 {
        let mut i = 0;
        while i < 3 {
            let positive = h & (4 >> i) != 0;
            gradients[h][AXES[h >> 3][i]] = if positive { 1.0 } else { -1.0 };
            i += 1;
        }
        h += 1;
    }
    gradients
}
