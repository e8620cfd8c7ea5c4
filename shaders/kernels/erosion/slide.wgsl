// Each sample after soil that is too steep has slid, and some has crept. Needs terrain.wgsl.

// How much of the soil above the talus slides to one of eight neighbours, as a shift.
const SLIDE: u32 = 4u;
// How much less soil creeps to a neighbour across than to one beside, as a shift.
const ACROSS: u32 = 2u;

@compute @workgroup_size(16, 4)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    if is_outside(at.xy) {
        return;
    }
    let here = index(at.xy);
    let own = washed[here];
    let from_beside = arriving(own.soil, beside(at.xy), erosion.talus.x, erosion.creep);
    let from_across = arriving(own.soil, across(at.xy), erosion.talus.y, erosion.creep >> ACROSS);
    cells[here] = Cell(own.soil + from_beside + from_across, own.water, own.load);
    if here == 0u {
        steps[0] += 1u;
    }
}

// Returns the soil that comes from four neighbours, less what goes there. A negative sum is that modulo 2^32.
fn arriving(own: u32, there: vec4<u32>, talus: u32, creep: u32) -> u32 {
    return from_one(own, there.x, talus, creep) + from_one(own, there.y, talus, creep)
        + from_one(own, there.z, talus, creep) + from_one(own, there.w, talus, creep);
}

fn from_one(own: u32, there: u32, talus: u32, creep: u32) -> u32 {
    if there == WALL {
        return 0u;
    }
    let other = washed[there].soil;
    let moved = moves(difference(own, other), talus, creep);
    return select(moved, 0u - moved, own > other);
}

// Returns how much soil moves down a difference of height.
fn moves(difference: u32, talus: u32, creep: u32) -> u32 {
    return (minus(difference, talus) >> SLIDE) + scaled(difference, creep);
}
