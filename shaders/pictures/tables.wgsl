// Pictures in the buffer of tables: at the word `picture` are the width and the height, and after them the numbers of the pixels, in
// rows from the top.

fn noise_picture_size(picture: u32) -> vec2<i32> {
    return vec2<i32>(i32(noise_tables[picture]), i32(noise_tables[picture + 1u]));
}

fn noise_picture_number(picture: u32, at: vec2<i32>) -> f32 {
    let columns = i32(noise_tables[picture]);
    return bitcast<f32>(noise_tables[picture + 2u + u32(at.y * columns + at.x)]);
}
