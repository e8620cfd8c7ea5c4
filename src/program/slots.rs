//! The numbers of a program, collected while it is lowered.

use std::collections::HashMap;
use std::rc::Rc;

use super::op::SlotId;
use super::{Params, Slot};
use crate::grid::Axes;
use crate::noise::{Noise, PerAxis};
use crate::{Error, Result};

const LETTERS: [&str; 4] = ["x", "y", "z", "w"];

/// Slots by name: `node.parameter`, or `node.parameter.x` where each axis has its own number.
pub(super) struct Slots {
    /// The name of each node.
    names: Rc<HashMap<usize, String>>,
    slots: Vec<Slot>,
    values: Vec<f64>,
    by_name: HashMap<String, SlotId>,
}

impl Slots {
    pub fn new(names: Rc<HashMap<usize, String>>) -> Slots {
        Slots {
            names,
            slots: Vec::new(),
            values: Vec::new(),
            by_name: HashMap::new(),
        }
    }

    pub fn into_params(self) -> Params {
        Params::new(self.slots, self.values)
    }

    /// The slot of a parameter that is one number.
    pub fn of(&mut self, noise: &Noise, param: &str) -> SlotId {
        let name = format!("{}.{param}", self.names[&noise.identity()]);
        let number = noise.node().number(param).unwrap_or_default();
        self.slot(noise, name, param, number)
    }

    /// The slot of a parameter that is a whole number, of which 0 is `auto`.
    pub fn of_auto(&mut self, noise: &Noise, param: &str, number: u32) -> SlotId {
        let name = format!("{}.{param}", self.names[&noise.identity()]);
        self.slot(noise, name, param, f64::from(number))
    }

    /// The slots of a parameter that is a list, where one is given: `node.parameter.0` and so on.
    pub fn of_list(&mut self, noise: &Noise, param: &str) -> Option<Vec<SlotId>> {
        let name = format!("{}.{param}", self.names[&noise.identity()]);
        let numbers = noise.node().list(param)?.iter().enumerate();
        let slots =
            numbers.map(|(k, &number)| self.slot(noise, format!("{name}.{k}"), param, number));
        Some(slots.collect())
    }

    /// The slots of a parameter that is points: `node.parameter.0.at`, `node.parameter.0.value` and so on.
    pub fn of_points(&mut self, noise: &Noise, param: &str) -> Vec<SlotId> {
        let name = format!("{}.{param}", self.names[&noise.identity()]);
        let points = noise.node().points(param).iter().enumerate();
        points
            .flat_map(|(i, &[at, value])| [(i, "at", at), (i, "value", value)])
            .map(|(i, part, number)| self.slot(noise, format!("{name}.{i}.{part}"), param, number))
            .collect()
    }

    /// The slot of a parameter along an axis of space, or of its twin in time.
    pub fn of_axis(
        &mut self,
        noise: &Noise,
        space: &str,
        time: &str,
        axis: usize,
    ) -> Result<SlotId> {
        if axis == 3 {
            return Ok(self.of(noise, time));
        }
        let name = format!("{}.{space}", self.names[&noise.identity()]);
        let letter = LETTERS[axis];
        match noise.node().per_axis(space) {
            Some(PerAxis::All(number)) => Ok(self.slot(noise, name, space, number)),
            Some(PerAxis::Each(list)) => {
                let Some(&number) = list.get(axis) else {
                    let allowed = format!("one number, or one for each axis up to {letter}");
                    return Err(Error::invalid(name, format!("{list:?}"), allowed));
                };
                Ok(self.slot(noise, format!("{name}.{letter}"), space, number))
            }
            None => Err(Error::invalid(name, "nothing", "a number")),
        }
    }

    /// The slots of a vector's components.
    pub fn of_vector(&mut self, noise: &Noise, param: &str) -> Vec<SlotId> {
        let name = format!("{}.{param}", self.names[&noise.identity()]);
        (noise.node().vector(param).iter().zip(LETTERS))
            .map(|(&number, letter)| self.slot(noise, format!("{name}.{letter}"), param, number))
            .collect()
    }

    /// The slots of all axes. A list may end before an axis that is none here: `None`.
    pub fn of_axes(
        &mut self,
        noise: &Noise,
        space: &str,
        time: &str,
        axes: Axes,
    ) -> Result<[Option<SlotId>; 4]> {
        let given = noise.node().per_axis(space);
        let mut slots = [None; 4];
        for (axis, slot) in slots.iter_mut().enumerate() {
            let given = given.as_ref().and_then(|numbers| numbers.get(axis));
            if axis == 3 || axis < axes.space || given.is_some() {
                *slot = Some(self.of_axis(noise, space, time, axis)?);
            }
        }
        Ok(slots)
    }

    fn slot(&mut self, noise: &Noise, name: String, param: &str, number: f64) -> SlotId {
        *self.by_name.entry(name).or_insert_with_key(|name| {
            let slot = Slot::new(name.clone(), noise.node().describe(param));
            self.slots.push(slot);
            self.values.push(number);
            SlotId(self.slots.len() as u32 - 1)
        })
    }
}
