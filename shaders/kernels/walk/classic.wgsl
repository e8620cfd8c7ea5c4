// The corners of classic Perlin noise from eight bits of their hashes. c is 0, and G the corner gradient.
//
// Needs: walk.wgsl and classic.wgsl.

fn walk_classic_2d(h: vec4<u32>) -> WalkCorners {
    let a = noise_classic_circle(h.x);
    let b = noise_classic_circle(h.y);
    var corners: WalkCorners;
    corners.g[0] = vec4<f32>(a.x, b.x, 0.0, 0.0);
    corners.g[1] = vec4<f32>(a.y, b.y, 0.0, 0.0);
    return corners;
}

fn walk_classic_3d(h: vec4<u32>) -> WalkCorners {
    let a = noise_classic_sphere(h.x);
    let b = noise_classic_sphere(h.y);
    let c = noise_classic_sphere(h.z);
    let d = noise_classic_sphere(h.w);
    var corners: WalkCorners;
    corners.g[0] = vec4<f32>(a.x, b.x, c.x, d.x);
    corners.g[1] = vec4<f32>(a.y, b.y, c.y, d.y);
    corners.g[2] = vec4<f32>(a.z, b.z, c.z, d.z);
    return corners;
}
