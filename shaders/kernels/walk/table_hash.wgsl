// The table hash of the corners of a plane. `key` is the lattice coordinate of the plane along the walk axis. The axes before
// the walk axis are hashed once per run, which gives the *stem*; a plane then needs only the look-ups from its key on. The
// functions have the suffixes that walk.wgsl explains. Of a look-up, `walk_perm`, the lowest byte is the hash.
//
// Needs: table_hash.wgsl, and `WalkTable` and `walk_perm`, of runs.wgsl or walk/corner_words.wgsl.

fn walk_table_stem_ak(table: u32, a: NoiseAxis) -> vec4<u32> {
    return noise_table_1d(table, a).xyxy;
}

fn walk_table_stem_aak(table: u32, a: NoiseAxis, b: NoiseAxis) -> vec4<u32> {
    return noise_table_2d(table, a, b);
}

fn walk_table_k(table: WalkTable, key: u32) -> vec4<u32> {
    return vec4<u32>(walk_perm(table, key));
}

fn walk_table_ka(table: WalkTable, key: u32, a: NoiseAxis) -> vec4<u32> {
    let h = walk_perm(table, key);
    return vec4<u32>(walk_perm(table, h + a.low), walk_perm(table, h + a.high), 0u, 0u);
}

fn walk_table_ak(table: WalkTable, stem: vec4<u32>, key: u32) -> vec4<u32> {
    return vec4<u32>(walk_perm(table, stem.x + key), walk_perm(table, stem.y + key), 0u, 0u);
}

fn walk_table_aka(table: WalkTable, stem: vec4<u32>, key: u32, b: NoiseAxis) -> vec4<u32> {
    let h = walk_table_ak(table, stem, key);
    return walk_perms(table, h.xyxy + vec2<u32>(b.low, b.high).xxyy);
}

fn walk_table_aak(table: WalkTable, stem: vec4<u32>, key: u32) -> vec4<u32> {
    return walk_perms(table, stem + vec4<u32>(key));
}

// Perlin noise in 2-D is the plane z = 0 of that in 3-D: its hashes go through the table once more, for z.
fn walk_table_edge_plane(table: WalkTable, h: vec4<u32>) -> vec4<u32> {
    return vec4<u32>(walk_perm(table, h.x), walk_perm(table, h.y), 0u, 0u);
}

// Looks up four entries.
fn walk_perms(table: WalkTable, i: vec4<u32>) -> vec4<u32> {
    return vec4<u32>(
        walk_perm(table, i.x),
        walk_perm(table, i.y),
        walk_perm(table, i.z),
        walk_perm(table, i.w),
    );
}
