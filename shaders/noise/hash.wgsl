// The hash of one lattice corner, by any of the three hashes.
//
// Parameters: `hash`, the kind of hash with its table or key; `corner`, the keys along x, y, z and w, of which the first
//   `dimension` count, 1 to 4; `bits`, the number of bits to return, 1 to 8.
// Range: the table hash is 0..255, Elias's below 2^31, the integer hash any u32; values are -1..1.
// Cost: the table hash takes one table read per dimension; the others take none, and the operations that their files state.
// Source: those of table_hash.wgsl, integer_hash.wgsl and elias_hash.wgsl.
// Needs: a table, integer_hash.wgsl and elias_hash.wgsl.

const NOISE_HASH_TABLE = 0u;
const NOISE_HASH_INTEGER = 1u;
const NOISE_HASH_ELIAS = 2u;

struct NoiseHash {
    // A constant NOISE_HASH.
    kind: u32,
    // The index of the permutation table, for the table hash.
    table: u32,
    // The key of the integer hash, or the constants of Elias's.
    key: vec4<u32>,
}

// Returns the hash. Keys beyond the dimension must be 0.
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

// Returns all four words of the integer hash.
fn noise_hash_integers(hash: NoiseHash, corner: vec4<u32>, dimension: u32) -> vec4<u32> {
    let there = vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(dimension);
    return noise_pcg4d((corner ^ hash.key) * vec4<u32>(there));
}

// Returns the value of the corner, -1..1.
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

// Returns some bits of the hash: the lowest of the table hash, the highest of the integer hash.
fn noise_hash_bits(hash: NoiseHash, corner: vec4<u32>, dimension: u32, bits: u32) -> u32 {
    let h = noise_hash(hash, corner, dimension);
    if hash.kind == NOISE_HASH_TABLE {
        return h & ((1u << bits) - 1u);
    }
    return h >> (32u - bits);
}
