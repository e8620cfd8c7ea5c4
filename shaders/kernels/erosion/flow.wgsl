// What flows out of each sample. Needs terrain.wgsl.

// How much flow a difference of level adds in a step, as a shift.
const PIPE: u32 = 3u;
// The share of a flow that goes on in the next step.
const MOMENTUM: u32 = ONE / 2u;

@compute @workgroup_size(16, 4)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    if is_outside(at.xy) {
        return;
    }
    let here = index(at.xy);
    let own = cells[here];
    let there = beside(at.xy);
    let before = flows[here].water;
    var water = vec4<u32>(
        pipe(own, there.x, before.x),
        pipe(own, there.y, before.y),
        pipe(own, there.z, before.z),
        pipe(own, there.w, before.w),
    );
    let wanted = sum(water);
    if wanted > own.water {
        water = shares(water, share(own.water, wanted));
    }
    let load = vec4<u32>(
        scaled(own.load, share(water.x, own.water)),
        scaled(own.load, share(water.y, own.water)),
        scaled(own.load, share(water.z, own.water)),
        scaled(own.load, share(water.w, own.water)),
    );
    flows[here] = Flow(water, load);
}

// Returns the water that would flow to a neighbour.
fn pipe(own: Cell, there: u32, before: u32) -> u32 {
    if there == WALL {
        return 0u;
    }
    let level = own.soil + own.water;
    let other = cells[there].soil + cells[there].water;
    let kept = scaled(before, MOMENTUM);
    if level >= other {
        return kept + ((level - other) >> PIPE);
    }
    return minus(kept, (other - level) >> PIPE);
}

fn shares(water: vec4<u32>, part: u32) -> vec4<u32> {
    return vec4<u32>(
        scaled(water.x, part),
        scaled(water.y, part),
        scaled(water.z, part),
        scaled(water.w, part),
    );
}
