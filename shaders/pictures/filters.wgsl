// The filters of pictures: the twin of src/cpu/picture.rs.
//
// `noise_picture_size` and `noise_picture_number` read a picture: in kernels from the buffer of tables, in snippets from textures.
// `picture` says which one, and `slice` which part of a volume; of a picture it is 0. `edges` is the index of a variant of `Edges`.
// Positions are in pictures.

const NOISE_PICTURE_REPEAT: u32 = 0u;
const NOISE_PICTURE_MIRROR: u32 = 1u;

// Returns the Euclidean remainder. GLSL does not define `%` of a negative number. Without a branch, since some drivers unroll a volume
// below an fBm into hundreds of pixels: with one at each, SwiftShader took more than 20 GB to compile it.
fn noise_picture_remainder(at: i32, period: i32) -> i32 {
    let below = at < 0;
    let rest = select(at, -1 - at, below) % period;
    return select(rest, period - 1 - rest, below);
}

// Returns the pixel that stands for one that may lie outside of the picture.
fn noise_picture_within(at: i32, side: i32, edges: u32) -> i32 {
    if edges == NOISE_PICTURE_REPEAT {
        return noise_picture_remainder(at, side);
    }
    if edges == NOISE_PICTURE_MIRROR {
        let turned = noise_picture_remainder(at, 2 * side);
        return min(turned, 2 * side - 1 - turned);
    }
    return clamp(at, 0, side - 1);
}

fn noise_picture_pixel(picture: u32, edges: u32, slice: i32, column: i32, row: i32) -> f32 {
    let size = noise_picture_size(picture);
    let at = vec2<i32>(noise_picture_within(column, size.x, edges), noise_picture_within(row, size.y, edges));
    return noise_picture_number(picture, vec3<i32>(at, slice));
}

// Returns a position in pixels.
fn noise_picture_position(picture: u32, x: f32, y: f32) -> vec2<f32> {
    return vec2<f32>(x, y) * vec2<f32>(noise_picture_size(picture).xy);
}

fn noise_picture_nearest(picture: u32, edges: u32, slice: i32, x: f32, y: f32) -> f32 {
    let at = vec2<i32>(floor(noise_picture_position(picture, x, y)));
    return noise_picture_pixel(picture, edges, slice, at.x, at.y);
}

fn noise_picture_bilinear(picture: u32, edges: u32, slice: i32, x: f32, y: f32) -> f32 {
    let at = noise_picture_position(picture, x, y) - vec2<f32>(0.5);
    let i = vec2<i32>(floor(at));
    let t = at - floor(at);
    let a = noise_picture_pixel(picture, edges, slice, i.x, i.y);
    let b = noise_picture_pixel(picture, edges, slice, i.x + 1, i.y);
    let c = noise_picture_pixel(picture, edges, slice, i.x, i.y + 1);
    let d = noise_picture_pixel(picture, edges, slice, i.x + 1, i.y + 1);
    let low = a + t.x * (b - a);
    let high = c + t.x * (d - c);
    return low + t.y * (high - low);
}

// Returns the weights of four pixels in a row for a position t between the second and the third. The second weight is the sum of
// all, as `noise_picture_sum` takes them.
fn noise_picture_weights(t: f32) -> vec4<f32> {
    return vec4<f32>(
        t * (t * (1.0 - 0.5 * t) - 0.5),
        1.0,
        t * (0.5 + t * (2.0 - 1.5 * t)),
        t * t * (0.5 * t - 0.5),
    );
}

// Returns the derivatives of the weights.
fn noise_picture_slopes(t: f32) -> vec4<f32> {
    return vec4<f32>(
        t * (2.0 - 1.5 * t) - 0.5,
        0.0,
        0.5 + t * (4.0 - 4.5 * t),
        t * (1.5 * t - 1.0),
    );
}

// Returns the sum of four numbers by weight; `weights.y` is the sum of all weights. It is exact where all numbers are equal.
fn noise_picture_sum(weights: vec4<f32>, numbers: vec4<f32>) -> f32 {
    let others = numbers.xzw - numbers.y;
    return weights.y * numbers.y + weights.x * others.x + weights.z * others.y + weights.w * others.z;
}

// Returns the sum of four pixels in a row by weight.
fn noise_picture_row(picture: u32, edges: u32, slice: i32, column: i32, row: i32, weights: vec4<f32>) -> f32 {
    return noise_picture_sum(weights, vec4<f32>(
        noise_picture_pixel(picture, edges, slice, column, row),
        noise_picture_pixel(picture, edges, slice, column + 1, row),
        noise_picture_pixel(picture, edges, slice, column + 2, row),
        noise_picture_pixel(picture, edges, slice, column + 3, row),
    ));
}

fn noise_picture_cubic(picture: u32, edges: u32, slice: i32, at: vec2<i32>, across: vec4<f32>, down: vec4<f32>) -> f32 {
    let i = at - vec2<i32>(1);
    return noise_picture_sum(down, vec4<f32>(
        noise_picture_row(picture, edges, slice, i.x, i.y, across),
        noise_picture_row(picture, edges, slice, i.x, i.y + 1, across),
        noise_picture_row(picture, edges, slice, i.x, i.y + 2, across),
        noise_picture_row(picture, edges, slice, i.x, i.y + 3, across),
    ));
}

fn noise_picture_bicubic(picture: u32, edges: u32, slice: i32, x: f32, y: f32) -> f32 {
    let at = noise_picture_position(picture, x, y) - vec2<f32>(0.5);
    let t = at - floor(at);
    return noise_picture_cubic(picture, edges, slice, vec2<i32>(floor(at)), noise_picture_weights(t.x), noise_picture_weights(t.y));
}

// The derivatives along x and y, per picture.
fn noise_picture_bicubic_along_x(picture: u32, edges: u32, slice: i32, x: f32, y: f32) -> f32 {
    let at = noise_picture_position(picture, x, y) - vec2<f32>(0.5);
    let t = at - floor(at);
    let slope = noise_picture_cubic(picture, edges, slice, vec2<i32>(floor(at)), noise_picture_slopes(t.x), noise_picture_weights(t.y));
    return slope * f32(noise_picture_size(picture).x);
}

fn noise_picture_bicubic_along_y(picture: u32, edges: u32, slice: i32, x: f32, y: f32) -> f32 {
    let at = noise_picture_position(picture, x, y) - vec2<f32>(0.5);
    let t = at - floor(at);
    let slope = noise_picture_cubic(picture, edges, slice, vec2<i32>(floor(at)), noise_picture_weights(t.x), noise_picture_slopes(t.y));
    return slope * f32(noise_picture_size(picture).y);
}

// Returns the weights of a quadratic B-spline for a position t in the second of three pixels; the second is the sum of all.
fn noise_picture_spline_weights(t: f32) -> vec3<f32> {
    return vec3<f32>(0.5 * (1.0 - t) * (1.0 - t), 1.0, 0.5 * t * t);
}

// Returns the derivatives of the weights.
fn noise_picture_spline_slopes(t: f32) -> vec3<f32> {
    return vec3<f32>(t - 1.0, 0.0, t);
}

// Returns the sum of three numbers by weight; `weights.y` is the sum of all weights.
fn noise_picture_sum_of_three(weights: vec3<f32>, numbers: vec3<f32>) -> f32 {
    let others = numbers.xz - numbers.y;
    return weights.y * numbers.y + weights.x * others.x + weights.z * others.y;
}

// Returns the sum of three pixels in a row by weight.
fn noise_picture_three(picture: u32, edges: u32, slice: i32, column: i32, row: i32, weights: vec3<f32>) -> f32 {
    return noise_picture_sum_of_three(weights, vec3<f32>(
        noise_picture_pixel(picture, edges, slice, column, row),
        noise_picture_pixel(picture, edges, slice, column + 1, row),
        noise_picture_pixel(picture, edges, slice, column + 2, row),
    ));
}

fn noise_picture_quadratic(picture: u32, edges: u32, slice: i32, at: vec2<i32>, across: vec3<f32>, down: vec3<f32>) -> f32 {
    let i = at - vec2<i32>(1);
    return noise_picture_sum_of_three(down, vec3<f32>(
        noise_picture_three(picture, edges, slice, i.x, i.y, across),
        noise_picture_three(picture, edges, slice, i.x, i.y + 1, across),
        noise_picture_three(picture, edges, slice, i.x, i.y + 2, across),
    ));
}

fn noise_picture_spline(picture: u32, edges: u32, slice: i32, x: f32, y: f32) -> f32 {
    let at = noise_picture_position(picture, x, y);
    let t = at - floor(at);
    return noise_picture_quadratic(picture, edges, slice, vec2<i32>(floor(at)), noise_picture_spline_weights(t.x), noise_picture_spline_weights(t.y));
}

// The derivatives along x and y, per picture.
fn noise_picture_spline_along_x(picture: u32, edges: u32, slice: i32, x: f32, y: f32) -> f32 {
    let at = noise_picture_position(picture, x, y);
    let t = at - floor(at);
    let slope = noise_picture_quadratic(picture, edges, slice, vec2<i32>(floor(at)), noise_picture_spline_slopes(t.x), noise_picture_spline_weights(t.y));
    return slope * f32(noise_picture_size(picture).x);
}

fn noise_picture_spline_along_y(picture: u32, edges: u32, slice: i32, x: f32, y: f32) -> f32 {
    let at = noise_picture_position(picture, x, y);
    let t = at - floor(at);
    let slope = noise_picture_quadratic(picture, edges, slice, vec2<i32>(floor(at)), noise_picture_spline_weights(t.x), noise_picture_spline_slopes(t.y));
    return slope * f32(noise_picture_size(picture).y);
}
