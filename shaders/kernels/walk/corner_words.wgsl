// Tables of corner words, and the corners of improved Perlin noise from them.
//
// A *corner word* is an entry of a permutation table with what a corner needs of it: the hash in the lowest byte, and above
// it the gradient that belongs to the hash. So the last look-up of a chain finds the gradient itself, and the others go on
// with the lowest byte. A workgroup copies the tables that it has room for into its memory.
//
// Needs: walk.wgsl. The host writes the constant TABLES, the length of `walk_words`.

// The tables in workgroup memory.
var<workgroup> walk_words: array<array<u32, 256>, TABLES>;

// Copies the 256 corner words that begin at `first` in the buffer of tables: four for each of the 64 invocations.
fn walk_copy_words(table: u32, first: u32, lane: u32) {
    walk_words[table][lane] = noise_tables[first + lane];
    walk_words[table][lane + 64u] = noise_tables[first + lane + 64u];
    walk_words[table][lane + 128u] = noise_tables[first + lane + 128u];
    walk_words[table][lane + 192u] = noise_tables[first + lane + 192u];
}

// A table of corner words: a number in `walk_words` if it is staged, which is known where the kernel is compiled, else the
// index of its first word in the buffer of tables.
struct WalkTable {
    staged: bool,
    first: u32,
}

// Returns a corner word.
fn walk_perm(table: WalkTable, i: u32) -> u32 {
    if table.staged {
        return walk_words[table.first][i & 255u];
    }
    return noise_tables[table.first + (i & 255u)];
}

// Returns a hash: the lowest byte of a corner word.
fn walk_word_hash(table: WalkTable, i: u32) -> u32 {
    return walk_perm(table, i) & 255u;
}

// The stems of walk/table_hash.wgsl, by corner words.
fn walk_word_stem_ak(table: WalkTable, a: NoiseAxis) -> vec4<u32> {
    return vec2<u32>(walk_word_hash(table, a.low), walk_word_hash(table, a.high)).xyxy;
}

fn walk_word_stem_aak(table: WalkTable, a: NoiseAxis, b: NoiseAxis) -> vec4<u32> {
    let h = walk_word_stem_ak(table, a);
    return vec4<u32>(
        walk_word_hash(table, h.x + b.low),
        walk_word_hash(table, h.y + b.low),
        walk_word_hash(table, h.x + b.high),
        walk_word_hash(table, h.y + b.high),
    );
}

// Return the corners of improved Perlin noise from their corner words. The components of a gradient are signed: in 2-D and 3-D
// three bytes, in 4-D two bytes and two half bytes.
fn walk_word_perlin_2d(words: vec4<u32>) -> WalkCorners {
    return walk_word_perlin_3d(words);
}

fn walk_word_perlin_3d(words: vec4<u32>) -> WalkCorners {
    let w = bitcast<vec4<i32>>(words);
    var corners: WalkCorners;
    corners.g[0] = vec4<f32>(extractBits(w, 8u, 8u));
    corners.g[1] = vec4<f32>(extractBits(w, 16u, 8u));
    corners.g[2] = vec4<f32>(extractBits(w, 24u, 8u));
    return corners;
}

fn walk_word_perlin_4d(words: vec4<u32>) -> WalkCorners {
    let w = bitcast<vec4<i32>>(words);
    var corners: WalkCorners;
    corners.g[0] = vec4<f32>(extractBits(w, 8u, 8u));
    corners.g[1] = vec4<f32>(extractBits(w, 16u, 8u));
    corners.g[2] = vec4<f32>(extractBits(w, 24u, 4u));
    corners.g[3] = vec4<f32>(extractBits(w, 28u, 4u));
    return corners;
}
