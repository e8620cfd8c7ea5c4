// Improved Perlin noise, from the hashes of a cell's corners. It is zero at every lattice point.
//
// Parameters: `h`, the hashes of the corners, x fastest, of which the low bits count: four in 2-D and 3-D, five in 4-D; in
//   1-D `g`, the values of the two corners, -1..1, each half of a gradient; `x`, `y`, `z` and `w`, the axes of the point, with
//   quintic fades.
// Range: -1..1 in 1-D and 2-D, +-1.036354 in 3-D, +-1.536582 in 4-D.
// Cost:
//   noise_perlin_1d: 0 table reads, 7 operations
//   noise_perlin_2d: 0 table reads, 80 operations
//   noise_perlin_3d: 0 table reads, 164 operations
//   noise_perlin_4d: 0 table reads, 604 operations
// Source: Perlin, Improving Noise, SIGGRAPH 2002.
// Needs: axis.wgsl.

// Blends g[i] times the distance from corner i, and doubles the result.
fn noise_perlin_1d(g: vec2<f32>, x: NoiseAxis) -> f32 {
    return 2.0 * noise_lerp(g.x * x.fraction, g.y * (x.fraction - 1.0), x.fade);
}

// Returns the plane z = 0 of the noise in 3-D.
fn noise_perlin_2d(h: vec4<u32>, x: NoiseAxis, y: NoiseAxis) -> f32 {
    return noise_perlin_face(h, x, y, 0.0);
}

fn noise_perlin_3d(h: array<vec4<u32>, 2>, x: NoiseAxis, y: NoiseAxis, z: NoiseAxis) -> f32 {
    return noise_lerp(
        noise_perlin_face(h[0], x, y, z.fraction),
        noise_perlin_face(h[1], x, y, z.fraction - 1.0),
        z.fade,
    );
}

fn noise_perlin_4d(
    h: array<vec4<u32>, 4>,
    x: NoiseAxis,
    y: NoiseAxis,
    z: NoiseAxis,
    w: NoiseAxis,
) -> f32 {
    let past = w.fraction;
    let future = w.fraction - 1.0;
    return noise_lerp(
        noise_lerp(
            noise_perlin_face_4d(h[0], x, y, z.fraction, past),
            noise_perlin_face_4d(h[1], x, y, z.fraction - 1.0, past),
            z.fade,
        ),
        noise_lerp(
            noise_perlin_face_4d(h[2], x, y, z.fraction, future),
            noise_perlin_face_4d(h[3], x, y, z.fraction - 1.0, future),
            z.fade,
        ),
        w.fade,
    );
}

// Blends the four corners of a face across z. `z` is the distance of the point from that face.
fn noise_perlin_face(h: vec4<u32>, x: NoiseAxis, y: NoiseAxis, z: f32) -> f32 {
    let low = y.fraction;
    let high = y.fraction - 1.0;
    return noise_lerp(
        noise_lerp(
            noise_gradient_3d(h.x, x.fraction, low, z),
            noise_gradient_3d(h.y, x.fraction - 1.0, low, z),
            x.fade,
        ),
        noise_lerp(
            noise_gradient_3d(h.z, x.fraction, high, z),
            noise_gradient_3d(h.w, x.fraction - 1.0, high, z),
            x.fade,
        ),
        y.fade,
    );
}

// Blends the four corners of a face across z and w, which are the distances of the point from that face.
fn noise_perlin_face_4d(h: vec4<u32>, x: NoiseAxis, y: NoiseAxis, z: f32, w: f32) -> f32 {
    let low = y.fraction;
    let high = y.fraction - 1.0;
    return noise_lerp(
        noise_lerp(
            noise_gradient_4d(h.x, x.fraction, low, z, w),
            noise_gradient_4d(h.y, x.fraction - 1.0, low, z, w),
            x.fade,
        ),
        noise_lerp(
            noise_gradient_4d(h.z, x.fraction, high, z, w),
            noise_gradient_4d(h.w, x.fraction - 1.0, high, z, w),
            x.fade,
        ),
        y.fade,
    );
}

// Returns the dot product of (x, y, z) with one of 16 gradients: the directions to the twelve edges of a cube, four of them
// twice.
fn noise_gradient_3d(hash: u32, x: f32, y: f32, z: f32) -> f32 {
    let h = hash & 15u;
    let u = select(y, x, h < 8u);
    let v = select(select(z, x, (h & 13u) == 12u), y, h < 4u);
    return select(-u, u, (h & 1u) == 0u) + select(-v, v, (h & 2u) == 0u);
}

// Returns the dot product of (x, y, z, w) with one of 32 gradients, the directions to the edges of a hypercube: bits 3 and 4
// of the hash select three axes, bits 2, 1 and 0 their signs; a clear bit means minus.
fn noise_gradient_4d(hash: u32, x: f32, y: f32, z: f32, w: f32) -> f32 {
    let row = (hash >> 3u) & 3u;
    let a = select(select(select(y, z, row == 2u), w, row == 1u), x, row == 0u);
    let b = select(select(select(z, w, row == 2u), x, row == 1u), y, row == 0u);
    let c = select(select(select(w, x, row == 2u), y, row == 1u), z, row == 0u);
    return select(a, -a, (hash & 4u) == 0u)
        + select(b, -b, (hash & 2u) == 0u)
        + select(c, -c, (hash & 1u) == 0u);
}
