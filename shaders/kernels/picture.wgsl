// Pictures in the buffer of tables: the twin of src/cpu/picture.rs.
//
// At `first` are the width and the height, and after them the numbers of the pixels, in rows from the top. `edges` is the index of a
// variant of `Edges`. Positions are in pictures.

const PICTURE_REPEAT: u32 = 0u;
const PICTURE_MIRROR: u32 = 1u;

// Returns the pixel that stands for one that may lie outside of the picture.
fn picture_within(at: i32, side: i32, edges: u32) -> i32 {
    if edges == PICTURE_REPEAT {
        return ((at % side) + side) % side;
    }
    if edges == PICTURE_MIRROR {
        let turned = ((at % (2 * side)) + 2 * side) % (2 * side);
        return min(turned, 2 * side - 1 - turned);
    }
    return clamp(at, 0, side - 1);
}

fn picture_pixel(first: u32, edges: u32, column: i32, row: i32) -> f32 {
    let columns = i32(noise_tables[first]);
    let rows = i32(noise_tables[first + 1u]);
    let at = picture_within(row, rows, edges) * columns + picture_within(column, columns, edges);
    return bitcast<f32>(noise_tables[first + 2u + u32(at)]);
}

// Returns a position in pixels.
fn picture_position(first: u32, x: f32, y: f32) -> vec2<f32> {
    return vec2<f32>(x * f32(noise_tables[first]), y * f32(noise_tables[first + 1u]));
}

fn picture_nearest(first: u32, edges: u32, x: f32, y: f32) -> f32 {
    let at = vec2<i32>(floor(picture_position(first, x, y)));
    return picture_pixel(first, edges, at.x, at.y);
}

fn picture_bilinear(first: u32, edges: u32, x: f32, y: f32) -> f32 {
    let at = picture_position(first, x, y) - vec2<f32>(0.5);
    let i = vec2<i32>(floor(at));
    let t = at - floor(at);
    let a = picture_pixel(first, edges, i.x, i.y);
    let b = picture_pixel(first, edges, i.x + 1, i.y);
    let c = picture_pixel(first, edges, i.x, i.y + 1);
    let d = picture_pixel(first, edges, i.x + 1, i.y + 1);
    let low = a + t.x * (b - a);
    let high = c + t.x * (d - c);
    return low + t.y * (high - low);
}

// Returns the weights of four pixels in a row for a position t between the second and the third.
fn picture_weights(t: f32) -> vec4<f32> {
    return vec4<f32>(
        t * (t * (1.0 - 0.5 * t) - 0.5),
        1.0 + t * t * (1.5 * t - 2.5),
        t * (0.5 + t * (2.0 - 1.5 * t)),
        t * t * (0.5 * t - 0.5),
    );
}

// Returns the derivatives of the weights.
fn picture_slopes(t: f32) -> vec4<f32> {
    return vec4<f32>(
        t * (2.0 - 1.5 * t) - 0.5,
        t * (4.5 * t - 5.0),
        0.5 + t * (4.0 - 4.5 * t),
        t * (1.5 * t - 1.0),
    );
}

// Returns the sum of four pixels in a row by weight.
fn picture_row(first: u32, edges: u32, column: i32, row: i32, weights: vec4<f32>) -> f32 {
    return weights.x * picture_pixel(first, edges, column, row)
        + weights.y * picture_pixel(first, edges, column + 1, row)
        + weights.z * picture_pixel(first, edges, column + 2, row)
        + weights.w * picture_pixel(first, edges, column + 3, row);
}

fn picture_cubic(first: u32, edges: u32, at: vec2<i32>, across: vec4<f32>, down: vec4<f32>) -> f32 {
    let i = at - vec2<i32>(1);
    return down.x * picture_row(first, edges, i.x, i.y, across)
        + down.y * picture_row(first, edges, i.x, i.y + 1, across)
        + down.z * picture_row(first, edges, i.x, i.y + 2, across)
        + down.w * picture_row(first, edges, i.x, i.y + 3, across);
}

fn picture_bicubic(first: u32, edges: u32, x: f32, y: f32) -> f32 {
    let at = picture_position(first, x, y) - vec2<f32>(0.5);
    let t = at - floor(at);
    return picture_cubic(first, edges, vec2<i32>(floor(at)), picture_weights(t.x), picture_weights(t.y));
}

// The derivatives along x and y, per picture.
fn picture_bicubic_along_x(first: u32, edges: u32, x: f32, y: f32) -> f32 {
    let at = picture_position(first, x, y) - vec2<f32>(0.5);
    let t = at - floor(at);
    let slope = picture_cubic(first, edges, vec2<i32>(floor(at)), picture_slopes(t.x), picture_weights(t.y));
    return slope * f32(noise_tables[first]);
}

fn picture_bicubic_along_y(first: u32, edges: u32, x: f32, y: f32) -> f32 {
    let at = picture_position(first, x, y) - vec2<f32>(0.5);
    let t = at - floor(at);
    let slope = picture_cubic(first, edges, vec2<i32>(floor(at)), picture_weights(t.x), picture_slopes(t.y));
    return slope * f32(noise_tables[first + 1u]);
}

// Returns the weights of a quadratic B-spline for a position t in the second of three pixels.
fn picture_spline_weights(t: f32) -> vec3<f32> {
    return vec3<f32>(0.5 * (1.0 - t) * (1.0 - t), 0.5 + t * (1.0 - t), 0.5 * t * t);
}

// Returns the derivatives of the weights.
fn picture_spline_slopes(t: f32) -> vec3<f32> {
    return vec3<f32>(t - 1.0, 1.0 - 2.0 * t, t);
}

// Returns the sum of three pixels in a row by weight.
fn picture_three(first: u32, edges: u32, column: i32, row: i32, weights: vec3<f32>) -> f32 {
    return weights.x * picture_pixel(first, edges, column, row)
        + weights.y * picture_pixel(first, edges, column + 1, row)
        + weights.z * picture_pixel(first, edges, column + 2, row);
}

fn picture_quadratic(first: u32, edges: u32, at: vec2<i32>, across: vec3<f32>, down: vec3<f32>) -> f32 {
    let i = at - vec2<i32>(1);
    return down.x * picture_three(first, edges, i.x, i.y, across)
        + down.y * picture_three(first, edges, i.x, i.y + 1, across)
        + down.z * picture_three(first, edges, i.x, i.y + 2, across);
}

fn picture_spline(first: u32, edges: u32, x: f32, y: f32) -> f32 {
    let at = picture_position(first, x, y);
    let t = at - floor(at);
    return picture_quadratic(first, edges, vec2<i32>(floor(at)), picture_spline_weights(t.x), picture_spline_weights(t.y));
}

// The derivatives along x and y, per picture.
fn picture_spline_along_x(first: u32, edges: u32, x: f32, y: f32) -> f32 {
    let at = picture_position(first, x, y);
    let t = at - floor(at);
    let slope = picture_quadratic(first, edges, vec2<i32>(floor(at)), picture_spline_slopes(t.x), picture_spline_weights(t.y));
    return slope * f32(noise_tables[first]);
}

fn picture_spline_along_y(first: u32, edges: u32, x: f32, y: f32) -> f32 {
    let at = picture_position(first, x, y);
    let t = at - floor(at);
    let slope = picture_quadratic(first, edges, vec2<i32>(floor(at)), picture_spline_weights(t.x), picture_spline_slopes(t.y));
    return slope * f32(noise_tables[first + 1u]);
}
