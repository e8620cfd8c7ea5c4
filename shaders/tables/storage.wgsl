// Permutation tables in a storage buffer, 256 entries each, one after the other.

@group(0) @binding(3) var<storage, read> noise_tables: array<u32>;

fn noise_perm(table: u32, i: u32) -> u32 {
    return noise_tables[table * 256u + (i & 255u)];
}
