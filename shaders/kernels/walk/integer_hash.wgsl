// The integer hash of the corners of a plane. `secret` is the key of the layer, `key` the lattice coordinate of the plane along
// the walk axis. The functions have the suffixes that walk.wgsl explains.
//
// Needs: integer_hash.wgsl.

fn walk_integer_k(secret: vec4<u32>, key: u32) -> vec4<u32> {
    return vec4<u32>(noise_pcg(vec4<u32>(key ^ secret.x, 0u, 0u, 0u)));
}

fn walk_integer_ka(secret: vec4<u32>, key: u32, a: NoiseAxis) -> vec4<u32> {
    let own = key ^ secret.x;
    return vec4<u32>(
        noise_pcg(vec4<u32>(own, a.low ^ secret.y, 0u, 0u)),
        noise_pcg(vec4<u32>(own, a.high ^ secret.y, 0u, 0u)),
        0u,
        0u,
    );
}

fn walk_integer_ak(secret: vec4<u32>, key: u32, a: NoiseAxis) -> vec4<u32> {
    let own = key ^ secret.y;
    return vec4<u32>(
        noise_pcg(vec4<u32>(a.low ^ secret.x, own, 0u, 0u)),
        noise_pcg(vec4<u32>(a.high ^ secret.x, own, 0u, 0u)),
        0u,
        0u,
    );
}

fn walk_integer_aka(secret: vec4<u32>, key: u32, a: NoiseAxis, b: NoiseAxis) -> vec4<u32> {
    let own = key ^ secret.y;
    let low = b.low ^ secret.z;
    let high = b.high ^ secret.z;
    return vec4<u32>(
        noise_pcg(vec4<u32>(a.low ^ secret.x, own, low, 0u)),
        noise_pcg(vec4<u32>(a.high ^ secret.x, own, low, 0u)),
        noise_pcg(vec4<u32>(a.low ^ secret.x, own, high, 0u)),
        noise_pcg(vec4<u32>(a.high ^ secret.x, own, high, 0u)),
    );
}

// With a third axis across, w, whose lattice coordinate already includes the key; 0 if the source does not have it.
fn walk_integer_aak(
    secret: vec4<u32>,
    key: u32,
    a: NoiseAxis,
    b: NoiseAxis,
    w: u32,
) -> vec4<u32> {
    return noise_integer_face(secret, a, b, key ^ secret.z, w);
}
