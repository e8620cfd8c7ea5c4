// Classic Perlin noise: gradient noise with unit vectors in 256 directions and a cubic fade, from the hashes of a cell's
// corners. It is zero at every lattice point.
//
// Parameters: `h`, the hashes of the corners, x fastest, each 0..255; `x`, `y` and `z`, the axes of the point, with cubic
//   fades.
// Range: +-0.707063 in 2-D, +-0.862869 in 3-D.
// Cost:
//   noise_classic_2d: 0 table reads, 180 operations
//   noise_classic_3d: 0 table reads, 462 operations
// Source: Perlin, An Image Synthesizer, SIGGRAPH 1985.
// Needs: axis.wgsl and polynomials.wgsl.

fn noise_classic_2d(h: vec4<u32>, x: NoiseAxis, y: NoiseAxis) -> f32 {
    let low = vec2<f32>(x.fraction, x.fraction - 1.0);
    let a = noise_classic_circle(h.x) * vec2<f32>(low.x, y.fraction);
    let b = noise_classic_circle(h.y) * vec2<f32>(low.y, y.fraction);
    let c = noise_classic_circle(h.z) * vec2<f32>(low.x, y.fraction - 1.0);
    let d = noise_classic_circle(h.w) * vec2<f32>(low.y, y.fraction - 1.0);
    return noise_lerp(
        noise_lerp(a.x + a.y, b.x + b.y, x.fade),
        noise_lerp(c.x + c.y, d.x + d.y, x.fade),
        y.fade,
    );
}

fn noise_classic_3d(h: array<vec4<u32>, 2>, x: NoiseAxis, y: NoiseAxis, z: NoiseAxis) -> f32 {
    return noise_lerp(
        noise_classic_face(h[0], x, y, z.fraction),
        noise_classic_face(h[1], x, y, z.fraction - 1.0),
        z.fade,
    );
}

// Blends the four corners of a face across z. `z` is the distance of the point from that face.
fn noise_classic_face(h: vec4<u32>, x: NoiseAxis, y: NoiseAxis, z: f32) -> f32 {
    let a = noise_classic_sphere(h.x) * vec3<f32>(x.fraction, y.fraction, z);
    let b = noise_classic_sphere(h.y) * vec3<f32>(x.fraction - 1.0, y.fraction, z);
    let c = noise_classic_sphere(h.z) * vec3<f32>(x.fraction, y.fraction - 1.0, z);
    let d = noise_classic_sphere(h.w) * vec3<f32>(x.fraction - 1.0, y.fraction - 1.0, z);
    return noise_lerp(
        noise_lerp(a.x + a.y + a.z, b.x + b.y + b.z, x.fade),
        noise_lerp(c.x + c.y + c.z, d.x + d.y + d.z, x.fade),
        y.fade,
    );
}

// Returns one of 256 unit vectors, at equal angles around a circle.
fn noise_classic_circle(direction: u32) -> vec2<f32> {
    let turns = (f32(direction) + 0.5) / 256.0;
    return vec2<f32>(noise_cos(turns), noise_sin(turns));
}

// Returns one of 256 unit vectors on a Fibonacci sphere: z in equal steps, each vector turned from the one before it by the
// golden section of a turn, 2654435769/2^32.
fn noise_classic_sphere(direction: u32) -> vec3<f32> {
    let turns = f32(direction * 2654435769u) / 4294967296.0;
    let z = 1.0 - (2.0 * f32(direction) + 1.0) / 256.0;
    let radius = sqrt(1.0 - z * z);
    return vec3<f32>(radius * noise_cos(turns), radius * noise_sin(turns), z);
}
