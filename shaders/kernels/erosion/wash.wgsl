// Each sample after water has flowed, has taken up soil or dropped it, and has dried, and after it has rained. Needs
// terrain.wgsl and noise/integer_hash.wgsl.

const WATER_MAX: u32 = 1u << 28u;
const POWER_MAX: u32 = 1u << 17u;
const EXCESS_MAX: u32 = 1u << 28u;
// How much of its height above the lowest neighbour a sample loses to water in a step, at most, as a shift.
const CUT: u32 = 4u;

// The cosine of half a right angle: the share of a difference of height across that counts as slope.
const ACROSS_SLOPE: u32 = 46341u;

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
    let by_side = beside(at.xy);
    let left = side(own, by_side.x, 1u);
    let right = side(own, by_side.y, 0u);
    let up = side(own, by_side.z, 3u);
    let down = side(own, by_side.w, 2u);
    let by_corner = across(at.xy);
    let up_left = side(own, by_corner.x, 7u);
    let up_right = side(own, by_corner.y, 6u);
    let down_left = side(own, by_corner.z, 5u);
    let down_right = side(own, by_corner.w, 4u);

    let out_beside = leaving(own.water, shares[here].xy);
    let out_across = leaving(own.water, shares[here].zw);
    let into_beside = left.water + right.water + up.water + down.water;
    let into_across = up_left.water + up_right.water + down_left.water + down_right.water;
    let water = own.water + into_beside + into_across - sum(out_beside) - sum(out_across);
    let load_beside = sum(leaving(own.load, shares[here].xy));
    let load_across = sum(leaving(own.load, shares[here].zw));
    var load = plus(own.load - load_beside - load_across, left.load);
    load = plus(plus(plus(load, right.load), up.load), down.load);
    load = plus(plus(plus(plus(load, up_left.load), up_right.load), down_left.load), down_right.load);

    let lowest_beside = min(min(left.soil, right.soil), min(up.soil, down.soil));
    let lowest_across = min(min(up_left.soil, up_right.soil), min(down_left.soil, down_right.soil));
    let highest_beside = max(max(left.soil, right.soil), max(up.soil, down.soil));
    let highest_across = max(max(up_left.soil, up_right.soil), max(down_left.soil, down_right.soil));
    // Downhill, where the water goes.
    let slope = max(minus(own.soil, lowest_beside), scaled(minus(own.soil, lowest_across), ACROSS_SLOPE));
    let power = min(scaled(stream(out_beside, out_across), min(slope, ONE)), POWER_MAX);
    let capacity = (power * erosion.capacity) >> 8u;
    // Soil stays between the heights that were around it.
    let lowest = min(own.soil, min(lowest_beside, lowest_across));
    let highest = max(own.soil, max(highest_beside, highest_across));
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
    washed[here] = Cell(soil, scaled(min(water, WATER_MAX), erosion.remains) + rain(at.xy), load);
}

// `facing` is the side of the neighbour that faces this sample.
fn side(own: Cell, there: u32, facing: u32) -> Side {
    if there == WALL {
        return Side(own.soil, 0u, 0u);
    }
    let share = (shares[there][facing >> 1u] >> (16u * (facing & 1u))) & 0xffffu;
    return Side(cells[there].soil, scaled(cells[there].water, share), scaled(cells[there].load, share));
}

// Returns what leaves a sample to four neighbours.
fn leaving(whole: u32, shares: vec2<u32>) -> vec4<u32> {
    return vec4<u32>(
        scaled(whole, shares.x & 0xffffu),
        scaled(whole, shares.x >> 16u),
        scaled(whole, shares.y & 0xffffu),
        scaled(whole, shares.y >> 16u),
    );
}

// Returns the length of the water that leaves a sample, as a vector.
fn stream(beside: vec4<u32>, across: vec4<u32>) -> u32 {
    let along_x = difference(beside.x + across.x + across.z, beside.y + across.y + across.w);
    let along_y = difference(beside.z + across.x + across.y, beside.w + across.z + across.w);
    return length_of(along_x, along_y);
}

fn rain(at: vec2<u32>) -> u32 {
    if steps[0] >= erosion.rainy {
        return 0u;
    }
    let hash = noise_pcg(vec4<u32>(vec3<u32>(at, steps[0]) ^ erosion.key.xyz, 0u));
    return scaled(erosion.rain, hash >> 16u);
}
