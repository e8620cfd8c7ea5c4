// Each sample after water has flowed, has taken up soil or dropped it, and has dried, and after it has rained. Needs
// terrain.wgsl and noise/integer_hash.wgsl.

const WATER_MAX: u32 = 1u << 28u;
const POWER_MAX: u32 = 1u << 17u;
const EXCESS_MAX: u32 = 1u << 28u;
// How much of its height above the lowest neighbour a sample loses to water in a step, at most, as a shift.
const CUT: u32 = 4u;

// The height of a neighbour's soil, and what flows in from there.
struct Side {
    soil: u32,
    water: u32,
    load: u32,
}

@compute @workgroup_size(16, 4)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    if is_outside(at.xy) {
        return;
    }
    let here = index(at.xy);
    let own = cells[here];
    let out = flows[here];
    let there = beside(at.xy);
    let left = side(own, there.x, 1u);
    let right = side(own, there.y, 0u);
    let up = side(own, there.z, 3u);
    let down = side(own, there.w, 2u);

    let inflow = left.water + right.water + up.water + down.water;
    let water = min(own.water - sum(out.water) + inflow, WATER_MAX);
    var load = plus(own.load - out.load.x, left.load);
    load = plus(load - out.load.y, right.load);
    load = plus(load - out.load.z, up.load);
    load = plus(load - out.load.w, down.load);

    let stream = length_of(max(out.water.x, out.water.y), max(out.water.z, out.water.w));
    // Downhill, where the water goes.
    let fall = vec2<u32>(
        minus(own.soil, min(left.soil, right.soil)),
        minus(own.soil, min(up.soil, down.soil)),
    );
    let tilt = min(length_of(fall.x, fall.y), ONE);
    let capacity = (min(scaled(stream, tilt), POWER_MAX) * erosion.capacity) >> 8u;
    // Soil stays between the heights that were around it.
    let lowest = min(min(min(own.soil, left.soil), min(right.soil, up.soil)), down.soil);
    let highest = max(max(max(own.soil, left.soil), max(right.soil, up.soil)), down.soil);
    var soil = own.soil;
    if capacity > load {
        let taken = min(scaled(capacity - load, erosion.dissolving), (own.soil - lowest) >> CUT);
        soil -= taken;
        load += taken;
    } else {
        let excess = min(load - capacity, EXCESS_MAX);
        let dropped = min(scaled(excess, erosion.deposition), highest - own.soil);
        soil += dropped;
        load -= dropped;
    }
    washed[here] = Cell(soil, scaled(water, erosion.remains) + rain(at.xy), load);
}

// `facing` is the side of the neighbour that faces this sample.
fn side(own: Cell, there: u32, facing: u32) -> Side {
    if there == WALL {
        return Side(own.soil, 0u, 0u);
    }
    return Side(cells[there].soil, flows[there].water[facing], flows[there].load[facing]);
}

fn rain(at: vec2<u32>) -> u32 {
    if steps[0] >= erosion.rainy {
        return 0u;
    }
    let hash = noise_pcg(vec4<u32>(vec3<u32>(at, steps[0]) ^ erosion.key.xyz, 0u));
    return scaled(erosion.rain, hash >> 16u);
}
