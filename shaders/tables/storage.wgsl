// Permutation tables in a storage buffer: one entry per word, 256 words per table, table after table.

@group(0) @binding(3) var<storage, read> noise_tables: array<u32>;

// Returns entry i & 255 of a table.
fn noise_perm(table: u32, i: u32) -> u32 {
    return noise_tables[table * 256u + (i & 255u)];
}
