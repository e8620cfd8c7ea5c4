//! What becomes of a sample in one step, from what it and its neighbours were before.
//!
//! A rule takes the state before the step and returns that of one sample, so the order of the samples does not matter, and
//! what leaves one sample arrives at another. Lengths are integers, in 65536ths of the distance of two samples. None
//! overflows: soil stays between the lowest and the highest, which differ by less than 2^29, and water and load have limits.
//!
//! Neighbours are to the left, to the right, above and below, and then the four across: left and right of that above, left and
//! right of that below. The rules have no branches, so that a loop over them becomes one of vectors.
//!
//! The kernels under `shaders/kernels/erosion` are the same rules.

use std::f64::consts::SQRT_2;

use bytemuck::{Pod, Zeroable};

use super::fixed::{ONE, Whole, length, scaled};
use super::settings::Erosion;
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

impl From<[u32; 3]> for Cell {
    #[inline(always)]
    fn from([soil, water, load]: [u32; 3]) -> Cell {
        Cell { soil, water, load }
    }
}

impl Cell {
    /// Returns the level of the water.
    #[inline(always)]
    pub fn level(&self) -> u32 {
        self.soil + self.water
    }

    /// Returns the height of the soil when what the water carries has settled.
    pub fn settled(&self) -> u32 {
        self.soil.saturating_add(self.load)
    }
}

/// What flows between a sample and its neighbours in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The water.
    pub water: [u32; 8],
    /// The soil in it.
    pub load: [u32; 8],
}

/// How much of a difference of level wants to flow to a neighbour beside in a step, as a shift: an eighth of it.
const PIPE: u32 = 3;

/// How much less wants to flow to a neighbour across, as a shift: a half. Less makes channels along the axes.
const PIPE_ACROSS: u32 = 1;

/// How much of the soil above the talus slides to one of eight neighbours, as a shift: a sixteenth.
const SLIDE: u32 = 4;

/// How much less soil creeps to a neighbour across than to one beside, as a shift: a quarter of it.
const ACROSS: u32 = 2;

/// How much of its height above the lowest neighbour a sample loses to water in a step, at most, as a shift: a sixteenth. With
/// all of it the beds of lakes in a high relief become checkerboards.
const CUT: u32 = 4;

/// The most water on a sample, 4096 distances of two samples deep.
const WATER_MAX: u32 = 1 << 28;

/// The most water times slope that counts for what water can carry.
const POWER_MAX: u32 = 1 << 17;

/// The most soil in excess that counts for what water drops.
const EXCESS_MAX: u32 = 1 << 28;

/// The numbers of every step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// The key of the rain's hash.
    pub key: [u32; 4],
    /// Twice the mean depth of the rain.
    pub rain: u32,
    /// How many steps have rain. After them what water carries is dropped on its way; after rain to the end it would settle
    /// where the water is, as a ridge along each valley.
    pub rainy: u32,
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
    /// The share of a difference of height that creeps to a neighbour beside.
    pub creep: u32,
}

impl Rates {
    /// Returns the rates of an erosion whose numbers are within their ranges.
    pub fn of(erosion: &Erosion, seed: u32) -> Rates {
        let fixed = |number: f64| (number * f64::from(ONE)).round() as u32;
        let talus = erosion.talus.to_radians().tan();
        Rates {
            key: hash::integer_key(seed, RAIN),
            rain: fixed(2.0 * erosion.rain),
            rainy: erosion.iterations - erosion.iterations / 4,
            remains: fixed(1.0 - erosion.evaporation),
            capacity: (256.0 * erosion.capacity).round() as u32,
            dissolving: fixed(erosion.dissolving),
            deposition: fixed(erosion.deposition),
            // A number that is too large becomes the largest.
            talus: [fixed(talus), fixed(SQRT_2 * talus)],
            // Four neighbours beside and four quarters across are five shares.
            creep: fixed(erosion.creep / 5.0),
        }
    }

    /// Returns the depth of the rain on a sample in a step: evenly distributed around the mean.
    #[inline(always)]
    pub fn rain_on(&self, at: [u32; 2], step: u32) -> u32 {
        let rain = if step < self.rainy { self.rain } else { 0 };
        let hash = hash::integer(&self.key, &[at[0], at[1], step]);
        scaled(rain, hash >> 16)
    }

    /// Returns the slopes to the neighbours beside and across.
    #[inline(always)]
    pub fn slopes(&self) -> [Slope; 2] {
        let [beside, across] = self.talus;
        [(beside, self.creep), (across, self.creep >> ACROSS)]
            .map(|(talus, creep)| Slope { talus, creep })
    }
}

/// The number of the rain's hash among those of the seed. Octaves have those below 1024.
const RAIN: u32 = 1024;

/// The level of a wall, to which no water flows: above all others.
pub const WALL: u32 = 1 << 30;

/// How soil moves between two samples.
#[derive(Clone, Copy, Debug)]
pub struct Slope {
    /// The greatest difference of height at which it does not slide.
    talus: u32,
    /// The share of the difference that creeps.
    creep: u32,
}

impl Slope {
    /// A slope on which nothing moves.
    pub const STILL: Slope = Slope {
        talus: u32::MAX,
        creep: 0,
    };

    /// Returns how much soil moves down a difference of height.
    #[inline(always)]
    fn moves(self, difference: u32) -> u32 {
        (difference.saturating_sub(self.talus) >> SLIDE) + scaled(difference, self.creep)
    }
}

/// The cosine of half a right angle: the share of a difference of height across that counts as slope.
const ACROSS_SLOPE: u32 = 46_341;

/// Returns what flows out of a sample to its neighbours, which have these levels.
#[inline(always)]
pub fn flow(own: Cell, levels: [u32; 8]) -> Flow {
    let mut wanted = [0; 8];
    for (side, wanted) in wanted.iter_mut().enumerate() {
        let fall = own.level().saturating_sub(levels[side]);
        *wanted = fall >> if side < 4 { PIPE } else { PIPE + PIPE_ACROSS };
    }
    let sum: u32 = wanted.iter().sum();
    // All of the water leaves, or what is wanted of it.
    let whole = Whole::of(sum.max(own.water));
    let mut out = Flow {
        water: [0; 8],
        load: [0; 8],
    };
    for (side, wanted) in wanted.into_iter().enumerate() {
        let share = whole.share(wanted);
        out.water[side] = scaled(own.water, share);
        out.load[side] = scaled(own.load, share);
    }
    out
}

/// Returns a sample after water has flowed, has taken up soil or dropped it, and has dried, and after it has rained. `soil` is
/// that of the neighbours, behind a wall as high as the sample, and `into` is what flows from there.
#[inline(always)]
pub fn wash(rates: &Rates, own: Cell, out: Flow, soil: [u32; 8], into: Flow, rain: u32) -> Cell {
    let (mut water, mut load) = (own.water, own.load);
    for side in 0..8 {
        water = water + into.water[side] - out.water[side];
        load -= out.load[side];
    }
    for arrives in into.load {
        load = load.saturating_add(arrives);
    }
    let capacity = (power(own, out, soil).min(POWER_MAX) * rates.capacity) >> 8;
    // Soil stays between the heights that were around it before the step, so that the terrain gets no spikes. These heights
    // change in the same step, so that pits remain.
    let (mut lowest, mut highest) = (own.soil, own.soil);
    for soil in soil {
        lowest = lowest.min(soil);
        highest = highest.max(soil);
    }
    // One of these is 0.
    let wanted = capacity.saturating_sub(load);
    let excess = load.saturating_sub(capacity).min(EXCESS_MAX);
    let taken = scaled(wanted, rates.dissolving).min((own.soil - lowest) >> CUT);
    let dropped = scaled(excess, rates.deposition).min(highest - own.soil);
    Cell {
        soil: own.soil - taken + dropped,
        water: scaled(water.min(WATER_MAX), rates.remains) + rain,
        load: load + taken - dropped,
    }
}

/// Returns the water that leaves a sample, as a vector, so that what goes opposite ways counts for nothing, times the slope of
/// the soil, of one at most.
#[inline(always)]
fn power(own: Cell, out: Flow, soil: [u32; 8]) -> u32 {
    let [
        left,
        right,
        up,
        down,
        up_left,
        up_right,
        down_left,
        down_right,
    ] = out.water;
    let along_x = (left + up_left + down_left).abs_diff(right + up_right + down_right);
    let along_y = (up + up_left + up_right).abs_diff(down + down_left + down_right);
    // Downhill, where the water goes, so that steps do not build up along a stream.
    let (mut beside, mut across) = (own.soil, own.soil);
    for side in 0..4 {
        beside = beside.min(soil[side]);
        across = across.min(soil[side + 4]);
    }
    let slope = (own.soil - beside).max(scaled(own.soil - across, ACROSS_SLOPE));
    scaled(length(along_x, along_y), slope.min(ONE))
}

/// Returns the soil of a sample after what is too steep has slid and some has crept, from that of its neighbours, beside and
/// across, and the slopes to them.
///
/// At most eight sixteenths of a sample's height slide away, and at most half of it creeps away: never more than there is. For
/// the same reason no sample rises above the highest neighbour. Both samples of a slope round the same number, so that the sum
/// of all heights stays the same.
#[inline(always)]
pub fn slide(own: u32, around: [u32; 8], slopes: [Slope; 8]) -> u32 {
    let mut soil = own;
    for side in 0..8 {
        let other = around[side];
        let moved = slopes[side].moves(own.abs_diff(other));
        soil = if own > other {
            soil - moved
        } else {
            soil + moved
        };
    }
    soil
}
