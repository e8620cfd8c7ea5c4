// The integer hash of Hugo Elias's article: a polynomial of n = x + 57 y (+ 57^2 z + 57^3 w).
//
// Parameters: `key`, the three constants of the polynomial, in the article 15731, 789221 and 1376312589; `n` of four corners.
// Range: hashes have 31 bits; values are -1..1.
// Cost: for four corners,
//   noise_elias: 0 table reads, 32 operations
//   noise_elias_value: 0 table reads, 12 operations
// Source: Elias, Perlin Noise, 1998.
// Needs: nothing.

// Returns the hashes of four corners.
fn noise_elias(key: vec4<u32>, n: vec4<u32>) -> vec4<u32> {
    let m = (n << vec4<u32>(13u)) ^ n;
    return (m * (m * m * key.x + key.y) + key.z) & vec4<u32>(0x7fffffffu);
}

// Returns the values of four hashes: 1 - h/2^30.
fn noise_elias_value(h: vec4<u32>) -> vec4<f32> {
    return vec4<f32>(vec4<i32>(1073741824) - bitcast<vec4<i32>>(h)) / 1073741824.0;
}
