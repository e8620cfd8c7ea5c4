//! What becomes of a sample in one step, from what it and its neighbours were before.
//!
//! A rule reads the state before the step and returns that of one sample, so the order of the samples does not matter, and what
//! leaves one sample arrives at another. Lengths are integers, in 65536ths of the distance of two samples. None overflows: soil stays
//! between the lowest and the highest, which differ by less than 2^29, and water and load have limits.
//!
//! The kernels under `shaders/kernels/erosion` are the same rules.

use std::f64::consts::SQRT_2;

use bytemuck::{Pod, Zeroable};

use super::fixed::{ONE, length, scaled, share};
use super::settings::Erosion;
use super::terrain::Terrain;
use crate::hash;

/// The state of a sample.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Cell {
    /// The height of the soil.
    pub soil: u32,
    /// The depth of the water on it.
    pub water: u32,
    /// The soil that the water carries.
    pub load: u32,
}

impl Cell {
    /// A dry sample.
    pub fn of(soil: u32) -> Cell {
        Cell {
            soil,
            ..Cell::default()
        }
    }

    /// Returns the height of the soil when what the water carries has settled.
    pub fn settled(&self) -> u32 {
        self.soil.saturating_add(self.load)
    }
}

/// What leaves a sample in one step to the left, to the right, up and down.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Flow {
    /// The water, which flows on in the next step.
    pub water: [u32; 4],
    /// The soil in it.
    pub load: [u32; 4],
}

/// How much flow a difference of level adds in a step, as a shift: an eighth of it. A quarter would still be stable.
const PIPE: u32 = 3;

/// The share of a flow that goes on in the next step. With much more of it water runs down slopes in waves, and carves steps.
const MOMENTUM: u32 = ONE / 2;

/// How much of the soil above the talus slides to one of eight neighbours, as a shift: a sixteenth.
const SLIDE: u32 = 4;

/// The most water on a sample, 4096 distances of two samples deep.
const WATER_MAX: u32 = 1 << 28;

/// The most water times slope that counts for what water can carry.
const POWER_MAX: u32 = 1 << 20;

/// The most soil in excess that counts for what water drops.
const EXCESS_MAX: u32 = 1 << 28;

/// The numbers of every step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// The key of the rain's hash.
    pub key: [u32; 4],
    /// Twice the mean depth of the rain.
    pub rain: u32,
    /// The share of the water that does not dry.
    pub remains: u32,
    /// How much soil water carries, in 256ths.
    pub capacity: u32,
    /// The share of what water could carry besides its load, that it takes up.
    pub dissolving: u32,
    /// The share of what water carries in excess, that it drops.
    pub deposition: u32,
    /// The greatest differences of height to the neighbours beside and across at which soil lies.
    pub talus: [u32; 2],
}

impl Rates {
    /// Returns the rates of an erosion whose numbers are within their ranges.
    pub fn of(erosion: &Erosion, seed: u32) -> Rates {
        let fixed = |number: f64| (number * f64::from(ONE)).round() as u32;
        let talus = erosion.talus.to_radians().tan();
        Rates {
            key: hash::integer_key(seed, RAIN),
            rain: fixed(2.0 * erosion.rain),
            remains: fixed(1.0 - erosion.evaporation),
            capacity: (256.0 * erosion.capacity).round() as u32,
            dissolving: fixed(erosion.dissolving),
            deposition: fixed(erosion.deposition),
            // A number that is too large becomes the largest.
            talus: [fixed(talus), fixed(SQRT_2 * talus)],
        }
    }

    /// Returns the depth of the rain on a sample in a step: evenly distributed around the mean.
    #[inline(always)]
    pub fn rain_on(&self, [x, y]: [usize; 2], step: u32) -> u32 {
        let hash = hash::integer(&self.key, &[x as u32, y as u32, step]);
        scaled(self.rain, hash >> 16)
    }
}

/// The number of the rain's hash among those of the seed. Octaves have those below 1024.
const RAIN: u32 = 1024;

/// Returns what flows out of a sample.
#[inline(always)]
pub fn flow(terrain: &Terrain, cells: &[Cell], x: usize, y: usize, before: &Flow) -> Flow {
    let own = cells[terrain.index(x, y)];
    let mut flow = Flow::default();
    let mut sum = 0;
    for side in 0..4 {
        let Some(there) = terrain.around(x, y, side) else {
            continue;
        };
        let other = cells[there];
        let (level, other) = (own.soil + own.water, other.soil + other.water);
        let kept = scaled(before.water[side], MOMENTUM);
        flow.water[side] = match level >= other {
            true => kept + ((level - other) >> PIPE),
            false => kept.saturating_sub((other - level) >> PIPE),
        };
        sum += flow.water[side];
    }
    if sum > own.water {
        let part = share(own.water, sum);
        for side in 0..4 {
            flow.water[side] = scaled(flow.water[side], part);
        }
    }
    for side in 0..4 {
        flow.load[side] = scaled(own.load, share(flow.water[side], own.water));
    }
    flow
}

/// Returns a sample after water has flowed, has taken up soil or dropped it, and has dried, and after it has rained.
#[inline(always)]
pub fn wash(
    terrain: &Terrain,
    rates: &Rates,
    cells: &[Cell],
    flows: &[Flow],
    at: [usize; 2],
    rain: u32,
) -> Cell {
    let [x, y] = at;
    let here = terrain.index(x, y);
    let (own, out) = (cells[here], flows[here]);
    let (mut water, mut load) = (own.water, own.load);
    let mut soil = [own.soil; 4];
    let mut inflow = [0; 4];
    for side in 0..4 {
        water -= out.water[side];
        load -= out.load[side];
        if let Some(there) = terrain.around(x, y, side) {
            soil[side] = cells[there].soil;
            // The side of the neighbour that faces this sample.
            inflow[side] = flows[there].water[side ^ 1];
            load = load.saturating_add(flows[there].load[side ^ 1]);
        }
    }
    for inflow in inflow {
        water = water.saturating_add(inflow).min(WATER_MAX);
    }
    let leaves = |a: usize, b: usize| out.water[a].max(out.water[b]);
    let stream = length(leaves(0, 1), leaves(2, 3));
    // Downhill, where the water goes, so that steps do not build up along a stream.
    let down = |a: usize, b: usize| own.soil.saturating_sub(soil[a].min(soil[b]));
    let tilt = length(down(0, 1), down(2, 3)).min(ONE);
    let capacity = (scaled(stream, tilt).min(POWER_MAX) * rates.capacity) >> 8;
    // Soil stays between the heights around it, so that the terrain gets neither peaks nor pits.
    let (mut lowest, mut highest) = (own.soil, own.soil);
    for soil in soil {
        lowest = lowest.min(soil);
        highest = highest.max(soil);
    }
    let mut height = own.soil;
    if capacity > load {
        let taken = scaled(capacity - load, rates.dissolving).min(own.soil - lowest);
        height -= taken;
        load += taken;
    } else {
        let excess = (load - capacity).min(EXCESS_MAX);
        let dropped = scaled(excess, rates.deposition).min(highest - own.soil);
        height += dropped;
        load -= dropped;
    }
    Cell {
        soil: height,
        water: scaled(water, rates.remains) + rain,
        load,
    }
}

/// Returns a sample after soil that is too steep has slid.
#[inline(always)]
pub fn slide(terrain: &Terrain, rates: &Rates, cells: &[Cell], x: usize, y: usize) -> Cell {
    let own = cells[terrain.index(x, y)];
    let mut soil = own.soil;
    for side in 0..8 {
        let Some(there) = terrain.around(x, y, side) else {
            continue;
        };
        let other = cells[there].soil;
        let talus = rates.talus[side / 4];
        soil -= own.soil.saturating_sub(other).saturating_sub(talus) >> SLIDE;
        soil += other.saturating_sub(own.soil).saturating_sub(talus) >> SLIDE;
    }
    Cell { soil, ..own }
}
