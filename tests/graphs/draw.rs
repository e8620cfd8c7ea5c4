//! Graphs of every kind of node. Kinds, parameters and their ranges come from the nodes' own data, so a new node is drawn
//! without a change here.

use std::panic::{AssertUnwindSafe, catch_unwind};

use wgpu_noise::noise::{Kind, Param, ParamType, Source, Value};
use wgpu_noise::verify::Case;
use wgpu_noise::{Grid, Job, Noise};

use crate::grids::grid;
use crate::random::Random;

/// A case that the check accepts, and what it refused on the way there.
pub struct Drawn {
    pub case: Case,
    pub refused: Vec<Case>,
}

/// How often another node is tried where the check refuses one.
const TRIES: u32 = 6;
/// The most work of a graph: the reference evaluates each source in each octave at every sample.
const WORK: u64 = 6_000;

/// The graph of that number among those of a seed.
pub fn draw(seed: u32, number: u64) -> Drawn {
    let mut random = Random::new(seed, number);
    let grid = grid(&mut random);
    let mut draw = Draw {
        random,
        grid,
        made: Vec::new(),
        refused: Vec::new(),
    };
    let seed = draw.random.pick(&[0, 0, 1, 7, u32::MAX]);
    let channels = draw.channels();
    let case = |channels| Case {
        name: format!("graph {number}"),
        channels,
        grid: draw.grid.clone(),
        seed,
        exact_inputs: false,
    };
    Drawn {
        case: case(channels),
        refused: draw
            .refused
            .into_iter()
            .map(|noise| case(vec![noise]))
            .collect(),
    }
}

struct Draw {
    random: Random,
    grid: Grid,
    /// Nodes that the check accepts: any of them may be an input of several others.
    made: Vec<Noise>,
    refused: Vec<Noise>,
}

impl Draw {
    fn channels(&mut self) -> Vec<Noise> {
        let count = self.random.pick(&[1, 1, 1, 1, 1, 1, 1, 2, 3, 4]);
        (0..count)
            .map(|_| {
                let depth = self.random.pick(&[1, 2, 2, 3, 3, 3, 4, 4, 5]);
                let noise = self.node(depth);
                // An input that is refused by itself may be right in another node, but is no channel.
                match self.accepts(&noise) {
                    true => noise,
                    false => self
                        .random
                        .pick_node(&self.made)
                        .unwrap_or_else(|| Noise::constant(0.5)),
                }
            })
            .collect()
    }

    /// A node with at most so many others on the way to a source: one that the check accepts, where several tries find one.
    fn node(&mut self, depth: u32) -> Noise {
        for attempt in 0..TRIES {
            // The first try makes its inputs, the others take those that there are.
            let noise = self.of_kind(depth, attempt == 0);
            if self.accepts(&noise) {
                self.made.push(noise.clone());
                return noise;
            }
            self.refused.push(noise.clone());
            if self.random.chance(0.05) {
                return noise;
            }
        }
        self.earlier()
    }

    /// Whether the check accepts a noise, and it is no more work than is good for a test.
    fn accepts(&self, noise: &Noise) -> bool {
        let job = || Job::of(std::slice::from_ref(noise), &self.grid);
        match catch_unwind(AssertUnwindSafe(job)) {
            Ok(Ok(job)) => {
                let samples = self.grid.samples().unwrap_or(u64::MAX);
                job.layer_count().saturating_mul(samples) <= WORK
            }
            _ => false,
        }
    }

    fn of_kind(&mut self, depth: u32, fresh: bool) -> Noise {
        let kind = self.kind(depth);
        let mut noise = Noise::of_kind(kind);
        for param in kind.params() {
            if let Some(value) = self.param(param, depth, fresh) {
                noise = noise.set(param.name, value);
            }
        }
        noise
    }

    fn kind(&mut self, depth: u32) -> Kind {
        let role: fn(&Kind) -> bool = match self.random.whole(0..=16) {
            _ if depth == 0 => |kind| matches!(kind, Kind::Source(_)),
            0 => |kind| matches!(kind, Kind::Source(_)),
            1..=3 => |kind| matches!(kind, Kind::Fractal(_)),
            4..=8 => |kind| matches!(kind, Kind::Domain(_)),
            9..=11 => |kind| matches!(kind, Kind::Derivative(_)),
            _ => |kind| matches!(kind, Kind::Step(_)),
        };
        // A picture is no part of a recipe's text.
        let image = Kind::Source(Source::Image);
        let kinds: Vec<Kind> = Kind::all()
            .filter(|kind| role(kind) && *kind != image)
            .collect();
        self.random.pick(&kinds)
    }

    /// A node that was made before, or a coordinate.
    fn earlier(&mut self) -> Noise {
        match self.random.pick_node(&self.made) {
            Some(noise) => noise,
            None => Noise::of_kind(Kind::Source(Source::Coordinate)),
        }
    }

    fn input(&mut self, depth: u32, fresh: bool) -> Noise {
        let again = !self.made.is_empty() && self.random.chance(0.2);
        match fresh && !again {
            true => self.node(depth.saturating_sub(1)),
            false => self.earlier(),
        }
    }

    /// What a parameter is set to; `None` where it is left out.
    fn param(&mut self, param: &Param, depth: u32, fresh: bool) -> Option<Value> {
        if !param.is_required() && self.random.chance(0.65) {
            return None;
        }
        Some(match &param.of {
            ParamType::Signal { default: None, .. } => self.input(depth, fresh).into(),
            ParamType::Signal { range, default } => match depth > 0 && self.random.chance(0.5) {
                // No other values are allowed there.
                true => self.input(depth, fresh).clamp(range[0], range[1]).into(),
                false => self.number(*range, *default).into(),
            },
            ParamType::Number { range, default } => self.number(*range, *default).into(),
            ParamType::Whole { auto: true, .. } if self.random.chance(0.1) => "auto".into(),
            ParamType::Whole { range, .. } => f64::from(self.whole(*range)).into(),
            ParamType::PerAxis {
                range,
                default,
                whole,
            } => {
                let count = match self.random.chance(0.5) {
                    true => 1,
                    false => self.grid.size.len(),
                };
                let mut numbers: Vec<f64> = (0..count)
                    .map(|_| match whole {
                        true => f64::from(self.whole(range.map(|end| end as u32))),
                        false => self.number(*range, *default),
                    })
                    .collect();
                match numbers.len() {
                    1 => numbers.remove(0).into(),
                    _ => numbers.into(),
                }
            }
            ParamType::List { range, .. } => {
                let count = self.random.whole(1..=4);
                // An octave that is far slower than another gathers at one value, too: ranges are of all octaves together.
                let [low, high] = *range;
                let low = if low > 0.0 { low.max(0.01) } else { low };
                self.numbers(count, [low, high]).into()
            }
            ParamType::Vector { .. } => {
                let count = self.random.whole(1..=3);
                self.numbers(count, [-1e18, 1e18]).into()
            }
            ParamType::Choice { words } => self.random.pick(words).into(),
            ParamType::Axes => self.letters().as_str().into(),
            ParamType::Flag { .. } => self.random.chance(0.5).into(),
            ParamType::Points { .. } => self.points().into(),
            other => panic!("a parameter of a new type: {other:?}"),
        })
    }

    fn numbers(&mut self, count: u32, range: [f64; 2]) -> Vec<f64> {
        (0..count).map(|_| self.number(range, None)).collect()
    }

    /// A number in a range: mostly one that a person would write, now and then one of either end.
    fn number(&mut self, [low, high]: [f64; 2], default: Option<f64>) -> f64 {
        let random = &mut self.random;
        let usual = default.filter(|&default| default != 0.0).unwrap_or(1.0);
        let number = match random.whole(0..=39) {
            // What must close is whole.
            0..=29 if self.grid.seamless => f64::from(random.whole(0..=4)),
            0..=11 => random.pick(&[0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, -1.0, -0.5]),
            12..=23 => round(usual * 2f64.powf(random.between(-2.0, 2.0))),
            24..=31 => random.sign() * usual * 2f64.powf(random.between(-3.0, 3.0)),
            32..=36 => random.sign() * 10f64.powf(random.between(-4.0, 4.0)),
            37 => random.sign() * 10f64.powf(random.between(-18.0, 18.0)),
            38 => low,
            _ => high,
        };
        if low <= 0.0 {
            return number.clamp(low, high);
        }
        // With fewer cells a noise gathers at one value, whose jumps no analysis sees.
        let least = low.max(1e-6);
        match number == 0.0 {
            true => usual,
            false => number.abs().clamp(least, high),
        }
    }

    fn whole(&mut self, [low, high]: [u32; 2]) -> u32 {
        let random = &mut self.random;
        match random.whole(0..=19) {
            0..=16 => low.saturating_add(random.whole(0..=4)).min(high),
            17 | 18 => (2f64.powf(random.between(0.0, 32.0)) as u32).clamp(low, high),
            _ => high,
        }
    }

    /// Some of the letters of axes, in their order.
    fn letters(&mut self) -> String {
        let some: String = "xyzw".chars().filter(|_| self.random.chance(0.5)).collect();
        match some.is_empty() {
            true => "x".into(),
            false => some,
        }
    }

    /// Pairs whose first numbers rise.
    fn points(&mut self) -> Vec<[f64; 2]> {
        let count = self.random.whole(2..=5);
        let mut at = self.random.between(-1.5, 0.0);
        (0..count)
            .map(|_| {
                at += self.random.between(0.05, 0.8);
                [round(at), round(self.random.between(-2.0, 2.0))]
            })
            .collect()
    }
}

impl Random {
    fn pick_node(&mut self, nodes: &[Noise]) -> Option<Noise> {
        let all: Vec<usize> = (0..nodes.len()).collect();
        (!all.is_empty()).then(|| nodes[self.pick(&all)].clone())
    }
}

/// To a hundredth.
fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
