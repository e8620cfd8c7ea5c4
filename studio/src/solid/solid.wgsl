// Two ways to see samples in space: as the heights of a lit surface, and as the density or the surface of a volume.

struct View {
    // From clip space to the box, whose longest side goes from -1 to 1; column by column.
    to_box: mat4x4<f32>,
    // From the box to clip space.
    to_clip: mat4x4<f32>,
    // Samples along x, y and z.
    size: vec3<u32>,
    // 0: density; 1: surface.
    mode: u32,
    // Half the sides of the box.
    half: vec3<f32>,
    // The height of white above black, or the level of the surface.
    level: f32,
}

@group(0) @binding(0) var<uniform> view: View;
// Red, green, blue and opacity of every sample, x fastest.
@group(0) @binding(1) var<storage, read> texels: array<u32>;

// Towards the light: from above, left and behind, in the box of a surface and in that of a volume.
const SUN = vec3<f32>(-0.48, -0.64, 0.6);
const SUN_OF_VOLUME = vec3<f32>(-0.48, -0.64, -0.6);

fn texel(at: vec3<u32>) -> vec4<f32> {
    let p = min(at, view.size - 1u);
    return unpack4x8unorm(texels[(p.z * view.size.y + p.y) * view.size.x + p.x]);
}

fn grey(colour: vec3<f32>) -> f32 {
    return dot(colour, vec3<f32>(0.2126, 0.7152, 0.0722));
}

fn height(at: vec2<u32>) -> f32 {
    return grey(texel(vec3<u32>(at, 0u)).rgb) * view.level;
}

struct Point {
    @builtin(position) clip: vec4<f32>,
    @location(0) colour: vec3<f32>,
    @location(1) place: vec2<f32>,
}

// Two triangles a cell, without a vertex buffer.
@vertex
fn relief_vertex(@builtin(vertex_index) index: u32) -> Point {
    let cell = index / 6u;
    let columns = view.size.x - 1u;
    let corner = array<vec2<u32>, 6>(
        vec2<u32>(0u, 0u), vec2<u32>(1u, 0u), vec2<u32>(0u, 1u), vec2<u32>(0u, 1u), vec2<u32>(1u, 0u), vec2<u32>(1u, 1u),
    );
    let at = vec2<u32>(cell % columns, cell / columns) + corner[index % 6u];
    let share = vec2<f32>(at) / vec2<f32>(view.size.xy - 1u);
    let plane = (share * 2.0 - 1.0) * view.half.xy;
    let low = max(at, vec2<u32>(1u)) - 1u;
    let rise = vec2<f32>(
        height(at + vec2<u32>(1u, 0u)) - height(vec2<u32>(low.x, at.y)),
        height(at + vec2<u32>(0u, 1u)) - height(vec2<u32>(at.x, low.y)),
    );
    let run = 4.0 * view.half.xy / vec2<f32>(view.size.xy);
    let normal = normalize(vec3<f32>(-rise / run, 1.0));
    // The sky lights what the sun does not.
    let light = 0.35 + 0.75 * (0.5 + 0.5 * dot(normal, normalize(SUN)));
    var point: Point;
    point.clip = view.to_clip * vec4<f32>(plane.x, plane.y, height(at), 1.0);
    point.colour = mix(vec3<f32>(0.75), texel(vec3<u32>(at, 0u)).rgb, 0.6) * light;
    return point;
}

@fragment
fn relief_fragment(point: Point) -> @location(0) vec4<f32> {
    return vec4<f32>(point.colour, 1.0);
}

// One triangle over all of the picture.
@vertex
fn volume_vertex(@builtin(vertex_index) index: u32) -> Point {
    let place = vec2<f32>(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    var point: Point;
    point.clip = vec4<f32>(place, 0.0, 1.0);
    point.place = place;
    return point;
}

fn at_depth(place: vec2<f32>, depth: f32) -> vec3<f32> {
    let p = view.to_box * vec4<f32>(place, depth, 1.0);
    return p.xyz / p.w;
}

// The colour at a place of the box, between samples linearly.
fn colour(p: vec3<f32>) -> vec4<f32> {
    let at = clamp((p / view.half * 0.5 + 0.5) * vec3<f32>(view.size) - 0.5, vec3<f32>(0.0), vec3<f32>(view.size - 1u));
    let low = vec3<u32>(at);
    let t = at - vec3<f32>(low);
    var sum = vec4<f32>(0.0);
    for (var i = 0u; i < 8u; i++) {
        let corner = vec3<u32>(i & 1u, (i >> 1u) & 1u, i >> 2u);
        let weight = mix(1.0 - t, t, vec3<f32>(corner));
        sum += texel(low + corner) * (weight.x * weight.y * weight.z);
    }
    return sum;
}

fn density(p: vec3<f32>) -> f32 {
    let here = colour(p);
    return grey(here.rgb);
}

// The surface between a place outside and one inside, along a ray; or the face of the box, if it begins inside.
fn lit_surface(eye: vec3<f32>, ray: vec3<f32>, outside: f32, inside: f32, is_face: bool) -> vec4<f32> {
    var out = outside;
    var in = inside;
    for (var i = 0u; i < 6u; i++) {
        let middle = (out + in) * 0.5;
        if density(eye + ray * middle) >= view.level {
            in = middle;
        } else {
            out = middle;
        }
    }
    let p = eye + ray * in;
    let e = 2.0 * view.half / vec3<f32>(view.size);
    var slope = vec3<f32>(
        density(p + vec3<f32>(e.x, 0.0, 0.0)) - density(p - vec3<f32>(e.x, 0.0, 0.0)),
        density(p + vec3<f32>(0.0, e.y, 0.0)) - density(p - vec3<f32>(0.0, e.y, 0.0)),
        density(p + vec3<f32>(0.0, 0.0, e.z)) - density(p - vec3<f32>(0.0, 0.0, e.z)),
    );
    if is_face {
        let to_face = abs(abs(p) - view.half);
        slope = -sign(p) * vec3<f32>(to_face <= vec3<f32>(min(to_face.x, min(to_face.y, to_face.z))));
    }
    let normal = -slope / max(sqrt(dot(slope, slope)), 1e-6);
    let light = 0.35 + 0.65 * max(dot(normal, normalize(SUN_OF_VOLUME)), 0.0);
    return vec4<f32>(vec3<f32>(0.85, 0.82, 0.78) * light, 1.0);
}

@fragment
fn volume_fragment(point: Point) -> @location(0) vec4<f32> {
    let eye = at_depth(point.place, 0.0);
    let ray = normalize(at_depth(point.place, 1.0) - eye);
    let a = (-view.half - eye) / ray;
    let b = (view.half - eye) / ray;
    let first = max(max(min(a.x, b.x), min(a.y, b.y)), max(min(a.z, b.z), 0.0));
    let last = min(min(max(a.x, b.x), max(a.y, b.y)), max(a.z, b.z));
    var shown = vec4<f32>(0.0);
    if last <= first {
        return shown;
    }
    let steps = 96u;
    let length = (last - first) / f32(steps);
    for (var i = 0u; i < steps; i++) {
        let p = eye + ray * (first + length * (f32(i) + 0.5));
        let here = colour(p);
        let value = grey(here.rgb);
        if view.mode == 1u {
            if value >= view.level {
                return lit_surface(eye, ray, first + length * (f32(i) - 0.5), first + length * (f32(i) + 0.5), i == 0u);
            }
        } else {
            let opacity = 1.0 - exp(-value * value * length * 6.0 / max(1.0 - view.level, 0.02));
            shown += vec4<f32>(max(here.rgb, vec3<f32>(0.2)), 1.0) * opacity * (1.0 - shown.a);
        }
    }
    return shown;
}
