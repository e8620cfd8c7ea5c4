//! The numbers of a program, by name.

use std::sync::Arc;

use super::op::SlotId;
use crate::limits::{ANY, between};
use crate::noise::param::{Param, ParamType};
use crate::{Error, Result};

/// The description of one of a program's numbers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Slot {
    /// `node.parameter`, or `node.parameter.x` if each axis has its own number.
    pub name: String,
    /// The least and the greatest allowed value.
    pub range: [f64; 2],
    /// Whether it must be a whole number.
    pub whole: bool,
    /// The parameter's description: unit, help, default.
    pub param: &'static Param,
}

/// The numbers of a program. Changing one changes no structure and compiles nothing.
#[derive(Clone, Debug)]
pub struct Params {
    /// The recipe's seed, to which each source adds its own.
    pub seed: u32,
    /// The resolution of the output, which limits the octaves of `octaves = "auto"`.
    pub resolution: Resolution,
    slots: Arc<Vec<Slot>>,
    values: Vec<f64>,
}

/// The size of one step of the output. With `octaves = "auto"`, a fractal leaves out the octaves that would change the output by
/// less than half a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Resolution {
    /// A step relative to the value, as with floats: an octave is as strong as its amplitude divided by the sum of the
    /// amplitudes.
    Relative(f64),
    /// A step that is the same for all values: an octave is as strong as its amplitude, divided by the sum of the amplitudes
    /// if the fractal is normalized.
    Absolute(f64),
}

impl Default for Resolution {
    /// Returns the resolution of f32.
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

    /// Returns the description of every number, in the order of [`Params::values`].
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Returns every number.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the number `node.parameter`, or `node.parameter.x` if each axis has its own; `None` if there is none of this name.
    pub fn get(&self, name: &str) -> Option<f64> {
        let mut all = self.slots.iter().zip(&self.values);
        all.find(|(slot, _)| slot.name == name)
            .map(|(_, &value)| value)
    }

    /// Returns the name of a number.
    pub(crate) fn name(&self, slot: SlotId) -> &str {
        &self.slots[slot.index()].name
    }

    /// Returns the name of the node that a number belongs to.
    pub(crate) fn node(&self, slot: SlotId) -> &str {
        self.slots[slot.index()].node()
    }

    /// Returns one number.
    pub(crate) fn at(&self, slot: SlotId) -> f64 {
        self.values[slot.index()]
    }

    /// Sets the number `node.parameter`.
    ///
    /// If each axis has its own number, `node.parameter.x` sets one and `node.parameter` all of them, also the frequency of an
    /// image, of which one number in a recipe keeps the pixels square. The first number of a list is `node.parameter.0`. 0 octaves
    /// mean `"auto"`.
    ///
    /// The own parameters of a recipe are not among them. [`Recipe::set`](crate::Recipe::set) sets those, and the numbers of the
    /// changed recipe's job fit what was made for the job before.
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
                return Err(Error::invalid(&slot.name, value, slot.allowed()));
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

    /// Returns whether they are numbers of the same names as `other`.
    pub(super) fn is_like(&self, other: &Params) -> bool {
        let same = |(a, b): (&Slot, &Slot)| a.name == b.name;
        Arc::ptr_eq(&self.slots, &other.slots)
            || self.slots.len() == other.slots.len()
                && self.slots.iter().zip(&*other.slots).all(same)
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

/// Numbers are equal if they are the same ones of the same program, with the same seed and resolution.
impl PartialEq for Params {
    fn eq(&self, other: &Params) -> bool {
        self.seed == other.seed
            && self.resolution == other.resolution
            && self.values == other.values
            && self.is_like(other)
    }
}

impl Slot {
    pub(super) fn new(name: String, param: &'static Param) -> Slot {
        let (range, whole) = match param.of {
            ParamType::Number { range, .. } | ParamType::Signal { range, .. } => (range, false),
            // 0 means `auto`.
            ParamType::Whole {
                range, auto: true, ..
            } => ([0.0, f64::from(range[1])], true),
            ParamType::Whole { range, .. } => (range.map(f64::from), true),
            ParamType::List { range, .. } => (range, false),
            ParamType::PerAxis { range, whole, .. } => (range, whole),
            ParamType::Choice { .. }
            | ParamType::Axes
            | ParamType::Path
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

    /// Returns the name of the node that the number belongs to.
    pub fn node(&self) -> &str {
        let end = self.name.rfind(&format!(".{}", self.param.name));
        &self.name[..end.unwrap_or(self.name.len())]
    }

    /// Returns what it may be.
    fn allowed(&self) -> String {
        match self.param.of {
            ParamType::Vector { .. } | ParamType::List { .. } | ParamType::Points { .. } => {
                format!("a number {}", between(self.range))
            }
            _ => self.param.allowed(),
        }
    }

    /// Returns whether a name refers to this number: its own name, or that of its parameter, which refers to all axes.
    fn is_meant_by(&self, name: &str) -> bool {
        let of_axis = matches!(
            self.param.of,
            ParamType::PerAxis { .. } | ParamType::Vector { .. }
        );
        self.name == name
            || of_axis
                && (self.name.strip_prefix(name))
                    .is_some_and(|rest| matches!(rest, ".x" | ".y" | ".z"))
    }
}
