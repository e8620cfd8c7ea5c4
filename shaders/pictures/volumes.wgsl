// The filters of volumes: slices, filtered as pictures are, and filtered along z. The twin of src/cpu/picture.rs.

// Returns a position in voxels.
fn noise_volume_position(picture: u32, x: f32, y: f32, z: f32) -> vec3<f32> {
    return vec3<f32>(x, y, z) * vec3<f32>(noise_picture_size(picture));
}

// Returns the slice that stands for one that may lie outside of the volume.
fn noise_volume_slice(picture: u32, edges: u32, slice: i32) -> i32 {
    return noise_picture_within(slice, noise_picture_size(picture).z, edges);
}

fn noise_volume_nearest(picture: u32, edges: u32, x: f32, y: f32, z: f32) -> f32 {
    let at = vec3<i32>(floor(noise_volume_position(picture, x, y, z)));
    return noise_picture_pixel(picture, edges, noise_volume_slice(picture, edges, at.z), at.x, at.y);
}

fn noise_volume_bilinear(picture: u32, edges: u32, x: f32, y: f32, z: f32) -> f32 {
    let at = noise_volume_position(picture, x, y, z).z - 0.5;
    let i = i32(floor(at));
    let t = at - floor(at);
    let low = noise_picture_bilinear(picture, edges, noise_volume_slice(picture, edges, i), x, y);
    let high = noise_picture_bilinear(picture, edges, noise_volume_slice(picture, edges, i + 1), x, y);
    return low + t * (high - low);
}

// Returns the sum of four slices by weight.
fn noise_volume_cubic(picture: u32, edges: u32, at: vec3<i32>, across: vec4<f32>, down: vec4<f32>, through: vec4<f32>) -> f32 {
    let i = at.z - 1;
    return noise_picture_sum(through, vec4<f32>(
        noise_picture_cubic(picture, edges, noise_volume_slice(picture, edges, i), at.xy, across, down),
        noise_picture_cubic(picture, edges, noise_volume_slice(picture, edges, i + 1), at.xy, across, down),
        noise_picture_cubic(picture, edges, noise_volume_slice(picture, edges, i + 2), at.xy, across, down),
        noise_picture_cubic(picture, edges, noise_volume_slice(picture, edges, i + 3), at.xy, across, down),
    ));
}

fn noise_volume_bicubic(picture: u32, edges: u32, x: f32, y: f32, z: f32) -> f32 {
    let at = noise_volume_position(picture, x, y, z) - vec3<f32>(0.5);
    let t = at - floor(at);
    return noise_volume_cubic(picture, edges, vec3<i32>(floor(at)), noise_picture_weights(t.x), noise_picture_weights(t.y), noise_picture_weights(t.z));
}

// The derivatives along x, y and z, per volume.
fn noise_volume_bicubic_along_x(picture: u32, edges: u32, x: f32, y: f32, z: f32) -> f32 {
    let at = noise_volume_position(picture, x, y, z) - vec3<f32>(0.5);
    let t = at - floor(at);
    let slope = noise_volume_cubic(picture, edges, vec3<i32>(floor(at)), noise_picture_slopes(t.x), noise_picture_weights(t.y), noise_picture_weights(t.z));
    return slope * f32(noise_picture_size(picture).x);
}

fn noise_volume_bicubic_along_y(picture: u32, edges: u32, x: f32, y: f32, z: f32) -> f32 {
    let at = noise_volume_position(picture, x, y, z) - vec3<f32>(0.5);
    let t = at - floor(at);
    let slope = noise_volume_cubic(picture, edges, vec3<i32>(floor(at)), noise_picture_weights(t.x), noise_picture_slopes(t.y), noise_picture_weights(t.z));
    return slope * f32(noise_picture_size(picture).y);
}

fn noise_volume_bicubic_along_z(picture: u32, edges: u32, x: f32, y: f32, z: f32) -> f32 {
    let at = noise_volume_position(picture, x, y, z) - vec3<f32>(0.5);
    let t = at - floor(at);
    let slope = noise_volume_cubic(picture, edges, vec3<i32>(floor(at)), noise_picture_weights(t.x), noise_picture_weights(t.y), noise_picture_slopes(t.z));
    return slope * f32(noise_picture_size(picture).z);
}

// Returns the sum of three slices by weight.
fn noise_volume_quadratic(picture: u32, edges: u32, at: vec3<i32>, across: vec3<f32>, down: vec3<f32>, through: vec3<f32>) -> f32 {
    let i = at.z - 1;
    return noise_picture_sum_of_three(through, vec3<f32>(
        noise_picture_quadratic(picture, edges, noise_volume_slice(picture, edges, i), at.xy, across, down),
        noise_picture_quadratic(picture, edges, noise_volume_slice(picture, edges, i + 1), at.xy, across, down),
        noise_picture_quadratic(picture, edges, noise_volume_slice(picture, edges, i + 2), at.xy, across, down),
    ));
}

fn noise_volume_spline(picture: u32, edges: u32, x: f32, y: f32, z: f32) -> f32 {
    let at = noise_volume_position(picture, x, y, z);
    let t = at - floor(at);
    return noise_volume_quadratic(picture, edges, vec3<i32>(floor(at)), noise_picture_spline_weights(t.x), noise_picture_spline_weights(t.y), noise_picture_spline_weights(t.z));
}

// The derivatives along x, y and z, per volume.
fn noise_volume_spline_along_x(picture: u32, edges: u32, x: f32, y: f32, z: f32) -> f32 {
    let at = noise_volume_position(picture, x, y, z);
    let t = at - floor(at);
    let slope = noise_volume_quadratic(picture, edges, vec3<i32>(floor(at)), noise_picture_spline_slopes(t.x), noise_picture_spline_weights(t.y), noise_picture_spline_weights(t.z));
    return slope * f32(noise_picture_size(picture).x);
}

fn noise_volume_spline_along_y(picture: u32, edges: u32, x: f32, y: f32, z: f32) -> f32 {
    let at = noise_volume_position(picture, x, y, z);
    let t = at - floor(at);
    let slope = noise_volume_quadratic(picture, edges, vec3<i32>(floor(at)), noise_picture_spline_weights(t.x), noise_picture_spline_slopes(t.y), noise_picture_spline_weights(t.z));
    return slope * f32(noise_picture_size(picture).y);
}

fn noise_volume_spline_along_z(picture: u32, edges: u32, x: f32, y: f32, z: f32) -> f32 {
    let at = noise_volume_position(picture, x, y, z);
    let t = at - floor(at);
    let slope = noise_volume_quadratic(picture, edges, vec3<i32>(floor(at)), noise_picture_spline_weights(t.x), noise_picture_spline_weights(t.y), noise_picture_spline_slopes(t.z));
    return slope * f32(noise_picture_size(picture).z);
}
