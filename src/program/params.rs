//! The numbers of a program, by name.

use std::sync::Arc;

use super::op::SlotId;
use crate::limits::ANY;
use crate::noise::param::{Param, ParamType};
use crate::{Error, Result};

/// What a number is called and what it may be.
#[derive(Clone, Debug)]
pub struct Slot {
    /// `node.parameter`, or `node.parameter.x` where each axis has its own.
    pub name: String,
    /// Least and greatest value.
    pub range: [f64; 2],
    /// Whether it must be whole.
    pub whole: bool,
    /// The parameter's description: unit, help, default.
    pub param: &'static Param,
}

/// The numbers that a program runs with. Changing one changes no structure and compiles nothing.
#[derive(Clone, Debug)]
pub struct Params {
    /// The recipe's seed; every source adds its own to it.
    pub seed: u32,
    /// How fine the output is: where `octaves = "auto"` ends.
    pub resolution: Resolution,
    slots: Arc<Vec<Slot>>,
    values: Vec<f64>,
}

/// How large one step of the output is, for fractals of `octaves = "auto"`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resolution {
    /// As a part of the value, as in floats: an octave counts as its amplitude over the sum of the amplitudes.
    Relative(f64),
    /// The same for all values: an octave counts as its amplitude, over the sum of the amplitudes where that is normalized.
    Absolute(f64),
}

impl Default for Resolution {
    /// That of f32.
    fn default() -> Resolution {
        Resolution::Relative(f64::from(f32::EPSILON))
    }
}

impl Params {
    pub(super) fn new(slots: Vec<Slot>, values: Vec<f64>) -> Params {
        Params {
            seed: 0,
            resolution: Resolution::default(),
            slots: Arc::new(slots),
            values,
        }
    }

    /// Every number's description, in the order of the values.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Every number.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// One number.
    pub(crate) fn get(&self, slot: SlotId) -> f64 {
        self.values[slot.index()]
    }

    /// Sets the number `node.parameter`; where each axis has its own, `node.parameter.x` sets one
    /// and `node.parameter` all; in a list `node.parameter.0` is the first. 0 octaves are `"auto"`.
    ///
    /// # Errors
    /// [`Error::Unknown`] for the name, [`Error::Invalid`] for the value.
    pub fn set(&mut self, name: &str, value: f64) -> Result<()> {
        let mut known = false;
        for (slot, held) in self.slots.iter().zip(&mut self.values) {
            if !slot.is_meant_by(name) {
                continue;
            }
            if !(slot.range[0] <= value && value <= slot.range[1])
                || slot.whole && value.fract() != 0.0
            {
                return Err(Error::invalid(&slot.name, value, slot.param.allowed()));
            }
            *held = value;
            known = true;
        }
        if known {
            return Ok(());
        }
        let names = self.slots.iter().map(|slot| slot.name.as_str());
        Err(Error::unknown("parameter", name, names))
    }

    /// Whether they are numbers of the same program as others.
    pub(super) fn is_like(&self, other: &Params) -> bool {
        let names = |params: &Params| {
            params
                .slots
                .iter()
                .map(|slot| slot.name.clone())
                .collect::<Vec<_>>()
        };
        Arc::ptr_eq(&self.slots, &other.slots) || names(self) == names(other)
    }

    /// Whether they are the same numbers of the same program.
    #[cfg_attr(
        not(feature = "gpu"),
        expect(dead_code, reason = "only a generator is asked again and again")
    )]
    pub(crate) fn is_same(&self, other: &Params) -> bool {
        self.seed == other.seed
            && self.resolution == other.resolution
            && self.values == other.values
            && self.is_like(other)
    }

    /// Sets the output's resolution.
    pub fn with_resolution(mut self, resolution: Resolution) -> Params {
        self.resolution = resolution;
        self
    }

    /// Sets the recipe's seed.
    pub fn with_seed(mut self, seed: u32) -> Params {
        self.seed = seed;
        self
    }
}

impl Slot {
    pub(super) fn new(name: String, param: &'static Param) -> Slot {
        let (range, whole) = match param.of {
            ParamType::Number { range, .. } => (range, false),
            ParamType::Whole { range, auto, .. } => match auto {
                true => ([0.0, f64::from(range[1])], true),
                false => (range.map(f64::from), true),
            },
            ParamType::List { range, .. } => (range, false),
            ParamType::PerAxis { range, whole, .. } => (range, whole),
            ParamType::Signal { .. }
            | ParamType::Choice { .. }
            | ParamType::Axes
            | ParamType::Points { .. }
            | ParamType::Vector { .. }
            | ParamType::Flag { .. } => (ANY, false),
        };
        Slot {
            name,
            range,
            whole,
            param,
        }
    }

    /// The node that the number belongs to.
    pub fn node(&self) -> &str {
        let end = self.name.rfind(&format!(".{}", self.param.name));
        &self.name[..end.unwrap_or(self.name.len())]
    }

    /// Whether a name means this number: its own, or its parameter's for all axes.
    fn is_meant_by(&self, name: &str) -> bool {
        self.name == name
            || (self.name.strip_prefix(name))
                .is_some_and(|rest| matches!(rest, ".x" | ".y" | ".z" | ".w"))
    }
}
