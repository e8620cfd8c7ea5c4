// Takes the place of the tables in a shader without table hashes.

fn noise_perm(table: u32, i: u32) -> u32 {
    return 0u;
}
