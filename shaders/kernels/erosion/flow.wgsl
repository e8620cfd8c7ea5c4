// What share of its water leaves each sample. Needs terrain.wgsl.

// How much of a difference of level wants to flow to a neighbour beside in a step, as a shift.
const PIPE: u32 = 3u;
// How much less wants to flow to a neighbour across, as a shift.
const PIPE_ACROSS: u32 = 1u;

@compute @workgroup_size(16, 4)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    if is_outside(at.xy) {
        return;
    }
    let here = index(at.xy);
    let own = cells[here];
    let to_beside = wanted(own, beside(at.xy), PIPE);
    let to_across = wanted(own, across(at.xy), PIPE + PIPE_ACROSS);
    // All of the water leaves, or what is wanted of it.
    let whole = max(sum(to_beside) + sum(to_across), own.water);
    shares[here] = vec4<u32>(
        two_shares(to_beside.xy, whole),
        two_shares(to_beside.zw, whole),
        two_shares(to_across.xy, whole),
        two_shares(to_across.zw, whole),
    );
}

// Returns the water that would flow to four neighbours.
fn wanted(own: Cell, there: vec4<u32>, pipe: u32) -> vec4<u32> {
    let level = own.soil + own.water;
    return vec4<u32>(fall(level, there.x), fall(level, there.y), fall(level, there.z), fall(level, there.w))
        >> vec4<u32>(pipe);
}

// Returns how much lower the level of a neighbour is.
fn fall(level: u32, there: u32) -> u32 {
    if there == WALL {
        return 0u;
    }
    return minus(level, cells[there].soil + cells[there].water);
}

fn two_shares(parts: vec2<u32>, whole: u32) -> u32 {
    return share(parts.x, whole) | (share(parts.y, whole) << 16u);
}
