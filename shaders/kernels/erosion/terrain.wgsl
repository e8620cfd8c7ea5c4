// What the three kernels of a step of erosion have in common: the state of a terrain, its neighbours, and integers that stand for
// lengths and factors. The rules are those of src/erosion, and so are all bits of their results.

struct Erosion {
    // The key of the rain's hash.
    key: vec4<u32>,
    size: vec2<u32>,
    // The greatest differences of height to the neighbours beside and across at which soil lies.
    talus: vec2<u32>,
    // 1 if opposite borders meet; otherwise borders are walls.
    wraps: u32,
    rain: u32,
    remains: u32,
    capacity: u32,
    dissolving: u32,
    deposition: u32,
    // How many steps have rain.
    rainy: u32,
    // The share of a difference of height that creeps to a neighbour beside.
    creep: u32,
}

struct Cell {
    soil: u32,
    water: u32,
    load: u32,
}

@group(0) @binding(0) var<uniform> erosion: Erosion;
@group(0) @binding(1) var<storage, read_write> cells: array<Cell>;
@group(0) @binding(2) var<storage, read_write> washed: array<Cell>;
// The shares of a sample's water that leave it in one step, two in a word: to the left and to the right, up and down, and then across,
// left and right of that above, left and right of that below.
@group(0) @binding(3) var<storage, read_write> shares: array<vec4<u32>>;
// The number of the steps that are done.
@group(0) @binding(4) var<storage, read_write> steps: array<u32>;

const ONE: u32 = 65536u;
// The index of a neighbour behind a wall.
const WALL: u32 = 0xffffffffu;

fn is_outside(at: vec2<u32>) -> bool {
    return any(at >= erosion.size);
}

fn index(at: vec2<u32>) -> u32 {
    return at.y * erosion.size.x + at.x;
}

// Returns the indices of the neighbours to the left, to the right, above and below.
fn beside(at: vec2<u32>) -> vec4<u32> {
    return vec4<u32>(
        around(at, vec2<i32>(-1, 0)),
        around(at, vec2<i32>(1, 0)),
        around(at, vec2<i32>(0, -1)),
        around(at, vec2<i32>(0, 1)),
    );
}

// Returns the indices of the four neighbours across.
fn across(at: vec2<u32>) -> vec4<u32> {
    return vec4<u32>(
        around(at, vec2<i32>(-1, -1)),
        around(at, vec2<i32>(1, -1)),
        around(at, vec2<i32>(-1, 1)),
        around(at, vec2<i32>(1, 1)),
    );
}

fn around(at: vec2<u32>, by: vec2<i32>) -> u32 {
    // Beyond the left or the upper border lies a large number.
    let moved = at + vec2<u32>(by);
    if all(moved < erosion.size) {
        return index(moved);
    }
    if erosion.wraps == 0u {
        return WALL;
    }
    return index((moved + erosion.size) % erosion.size);
}

// Returns `a` times `factor / 2^16`, rounded down. `a` is less than 2^31 and the factor at most `ONE`.
fn scaled(a: u32, factor: u32) -> u32 {
    return (a >> 16u) * factor + (((a & 0xffffu) * factor) >> 16u);
}

// Returns a factor of at most `part / whole`, and little less. `part` is at most `whole`, which is less than 2^31.
fn share(part: u32, whole: u32) -> u32 {
    let shift = 16u - min(countLeadingZeros(whole), 16u);
    return ((part >> shift) << 16u) / ((whole >> shift) + 1u);
}

// Returns the length of a vector, at most 4 % off, from its components without their signs.
fn length_of(a: u32, b: u32) -> u32 {
    return scaled(max(a, b), 62942u) + scaled(min(a, b), 26072u);
}

fn minus(a: u32, b: u32) -> u32 {
    return max(a, b) - b;
}

fn plus(a: u32, b: u32) -> u32 {
    return a + min(b, 0xffffffffu - a);
}

fn difference(a: u32, b: u32) -> u32 {
    return max(a, b) - min(a, b);
}

fn sum(a: vec4<u32>) -> u32 {
    return a.x + a.y + a.z + a.w;
}
