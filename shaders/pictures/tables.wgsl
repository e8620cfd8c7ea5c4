// Pictures in the buffer of tables: at the word `picture` are the width, the height and the depth, and after them the
// numbers of the pixels, in rows from the top, slice after slice.

fn noise_picture_size(picture: u32) -> vec3<i32> {
    return vec3<i32>(i32(noise_tables[picture]), i32(noise_tables[picture + 1u]), i32(noise_tables[picture + 2u]));
}

fn noise_picture_number(picture: u32, at: vec3<i32>) -> f32 {
    let columns = i32(noise_tables[picture]);
    let rows = i32(noise_tables[picture + 1u]);
    return bitcast<f32>(noise_tables[picture + 3u + u32((at.z * rows + at.y) * columns + at.x)]);
}
