// The hash of one corner, by any of the three hashes.
//
// Parameters: `hash`, which hash, and its table or its key; `corner`, the keys along x, y, z, w, of which the first
//   `dimension` count, 1 to 4; `bits`, how many are asked for, 1 to 8.
// Range: a table's hash 0..255, Elias's below 2^31, the integer hash all words; values -1..1.
// Cost: by a table as many table reads as the dimension; by the others none, and operations as their files say.
// Source: as for each of the hashes.
// Needs: a table, integer_hash.wgsl and elias_hash.wgsl.

const NOISE_HASH_TABLE = 0u;
const NOISE_HASH_INTEGER = 1u;
const NOISE_HASH_ELIAS = 2u;

struct NoiseHash {
    // One of the three.
    kind: u32,
    // For the first.
    table: u32,
    // For the others.
    key: vec4<u32>,
}

// In 1 to 4 dimensions; axes beyond them are 0.
fn noise_hash(hash: NoiseHash, corner: vec4<u32>, dimension: u32) -> u32 {
    if hash.kind == NOISE_HASH_TABLE {
        var h = noise_perm(hash.table, corner.x);
        if dimension > 1u {
            h = noise_perm(hash.table, h + corner.y);
        }
        if dimension > 2u {
            h = noise_perm(hash.table, h + corner.z);
        }
        if dimension > 3u {
            h = noise_perm(hash.table, h + corner.w);
        }
        return h;
    }
    if hash.kind == NOISE_HASH_INTEGER {
        return noise_hash_integers(hash, corner, dimension).x;
    }
    let n = corner.x + 57u * corner.y + 3249u * corner.z + 185193u * corner.w;
    return noise_elias(hash.key, vec4<u32>(n)).x;
}

// All words of the integer hash.
fn noise_hash_integers(hash: NoiseHash, corner: vec4<u32>, dimension: u32) -> vec4<u32> {
    let there = vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(dimension);
    return noise_pcg4d(select(vec4<u32>(0u), corner ^ hash.key, there));
}

// The number at a corner, in -1..1.
fn noise_hash_value(hash: NoiseHash, corner: vec4<u32>, dimension: u32) -> f32 {
    let h = noise_hash(hash, corner, dimension);
    if hash.kind == NOISE_HASH_TABLE {
        return (2.0 * f32(h) - 255.0) / 255.0;
    }
    if hash.kind == NOISE_HASH_INTEGER {
        return f32(h >> 8u) / 8388608.0 - 1.0;
    }
    return noise_elias_value(vec4<u32>(h)).x;
}

// So many bits of the hash: a table's lowest, the integer hash's highest.
fn noise_hash_bits(hash: NoiseHash, corner: vec4<u32>, dimension: u32, bits: u32) -> u32 {
    let h = noise_hash(hash, corner, dimension);
    if hash.kind == NOISE_HASH_TABLE {
        return h & ((1u << bits) - 1u);
    }
    return h >> (32u - bits);
}
