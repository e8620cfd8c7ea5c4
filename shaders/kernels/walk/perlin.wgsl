// The corners of improved Perlin noise from the low bits of their hashes. c is 0, and G the corner gradient.
//
// Needs: walk.wgsl.

// The gradients of noise_gradient_3d and noise_gradient_4d as data: for each axis a word that holds the component of all 16
// gradients, two bits each (0, 1 or -1), hash 0 lowest. A shift replaces the selections, which cost more. In 4-D there are 32
// gradients, and two words for each axis.
const WALK_PERLIN_3D = array<u32, 3>(0x3100ddddu, 0xdddd00f5u, 0xc4f5f500u);
const WALK_PERLIN_4D = array<vec2<u32>, 4>(
    vec2<u32>(0x5f5f55ffu, 0x00007777u),
    vec2<u32>(0x77775f5fu, 0x55ff0000u),
    vec2<u32>(0x00007777u, 0x5f5f55ffu),
    vec2<u32>(0x55ff0000u, 0x77775f5fu),
);

// `g` has the values of the corners, -1..1: each is half of a corner gradient.
fn walk_perlin_1d(g: vec2<f32>) -> WalkCorners {
    var corners: WalkCorners;
    corners.g[0] = 2.0 * g.xyxy;
    return corners;
}

fn walk_perlin_2d(h: vec4<u32>) -> WalkCorners {
    return walk_perlin_3d(h);
}

fn walk_perlin_3d(h: vec4<u32>) -> WalkCorners {
    var corners: WalkCorners;
    corners.g[0] = walk_ternary(vec4<u32>(WALK_PERLIN_3D[0]), h);
    corners.g[1] = walk_ternary(vec4<u32>(WALK_PERLIN_3D[1]), h);
    corners.g[2] = walk_ternary(vec4<u32>(WALK_PERLIN_3D[2]), h);
    return corners;
}

fn walk_perlin_4d(h: vec4<u32>) -> WalkCorners {
    var corners: WalkCorners;
    corners.g[0] = walk_ternary(walk_perlin_word(WALK_PERLIN_4D[0], h), h);
    corners.g[1] = walk_ternary(walk_perlin_word(WALK_PERLIN_4D[1], h), h);
    corners.g[2] = walk_ternary(walk_perlin_word(WALK_PERLIN_4D[2], h), h);
    corners.g[3] = walk_ternary(walk_perlin_word(WALK_PERLIN_4D[3], h), h);
    return corners;
}

// Returns for each hash the word that holds its gradient, by bit 4.
fn walk_perlin_word(words: vec2<u32>, h: vec4<u32>) -> vec4<u32> {
    return select(vec4<u32>(words.x), vec4<u32>(words.y), (h & vec4<u32>(16u)) != vec4<u32>(0u));
}

// Returns for each hash its two bits of a word as 0, 1 or -1: shifted to the top, and back with the sign.
fn walk_ternary(words: vec4<u32>, h: vec4<u32>) -> vec4<f32> {
    let top = words << (vec4<u32>(30u) - 2u * (h & vec4<u32>(15u)));
    return vec4<f32>(bitcast<vec4<i32>>(top) >> vec4<u32>(30u));
}
