//! Collects the numbers of a program during lowering.

use std::collections::HashMap;

use super::op::SlotId;
use super::{Params, Slot};
use crate::grid::{Axes, TIME};
use crate::noise::{Axis, Key, Noise, Param, PerAxis, Read, key};
use crate::{Error, Result};

/// The slots found so far, by name: `node.parameter`, or `node.parameter.x` if each axis has its own number.
pub(super) struct Slots {
    /// The name of each node, by its identity.
    names: HashMap<usize, String>,
    slots: Vec<Slot>,
    values: Vec<f64>,
    /// Each slot, and the identity of its node.
    by_name: HashMap<String, (usize, SlotId)>,
    /// A name that numbers of two nodes have: `factor.x` of a node `rock`, and `x` of one `rock.factor`.
    clash: Option<String>,
}

impl Slots {
    pub fn new(names: HashMap<usize, String>) -> Slots {
        Slots {
            names,
            slots: Vec::new(),
            values: Vec::new(),
            by_name: HashMap::new(),
            clash: None,
        }
    }

    /// # Errors
    /// [`Error::Invalid`] if numbers of two nodes have the same name.
    pub fn into_params(self) -> Result<Params> {
        match self.clash {
            Some(name) => {
                let allowed = "another name for one of the nodes";
                Err(Error::invalid(name, "numbers of two nodes", allowed))
            }
            None => Ok(Params::new(self.slots, self.values)),
        }
    }

    /// Returns the name of a node.
    pub fn node(&self, noise: &Noise) -> &str {
        &self.names[&noise.identity()]
    }

    /// Returns the name of a parameter: `node.parameter`.
    pub fn name(&self, noise: &Noise, param: &Param) -> String {
        format!("{}.{}", self.node(noise), param.name)
    }

    /// Returns the slot of a parameter that is one number.
    pub fn of<T>(&mut self, noise: &Noise, key: Key<T>) -> SlotId
    where
        T: for<'a> Read<Value<'a>: Into<f64>>,
    {
        let number = noise.node().get(key).into();
        self.of_number(noise, &key.param, number)
    }

    /// Returns the slot of a number of a parameter.
    pub fn of_number(&mut self, noise: &Noise, param: &Param, number: f64) -> SlotId {
        let name = self.name(noise, param);
        self.slot(noise, name, param, number)
    }

    /// Returns the slots of a parameter that is a list, if one is given: `node.parameter.0` and so on.
    pub fn of_list(&mut self, noise: &Noise, key: Key<key::List>) -> Option<Vec<SlotId>> {
        let name = self.name(noise, &key.param);
        let numbers = noise.node().get(key)?.iter().enumerate();
        let slots =
            numbers.map(|(k, &number)| self.slot(noise, format!("{name}.{k}"), &key.param, number));
        Some(slots.collect())
    }

    /// Returns the slots of a parameter that is a list of points: `node.parameter.0.at`, `node.parameter.0.value` and so on.
    pub fn of_points(&mut self, noise: &Noise, param: &Param) -> Vec<SlotId> {
        let name = self.name(noise, param);
        let points = noise.node().points(param).iter().enumerate();
        points
            .flat_map(|(i, &[at, value])| [(i, "at", at), (i, "value", value)])
            .map(|(i, part, number)| self.slot(noise, format!("{name}.{i}.{part}"), param, number))
            .collect()
    }

    /// Returns the slot of a parameter's number along an axis of space.
    pub fn of_axis(
        &mut self,
        noise: &Noise,
        param: &Param,
        numbers: &PerAxis,
        axis: usize,
    ) -> Result<SlotId> {
        let name = self.name(noise, param);
        let letter = Axis::ALL[axis];
        match (numbers, numbers.get(axis)) {
            (PerAxis::All(number), _) => Ok(self.slot(noise, name, param, *number)),
            (PerAxis::Each(_), Some(number)) => {
                Ok(self.slot(noise, format!("{name}.{letter}"), param, number))
            }
            (PerAxis::Each(list), None) => {
                let allowed = format!("one number, or one for each axis up to {letter}");
                Err(Error::invalid(name, format!("{list:?}"), allowed))
            }
        }
    }

    /// Returns the slot of the parameter `space` along an axis of space, or of the parameter `time` along w.
    pub fn of_axis_or_time<T>(
        &mut self,
        noise: &Noise,
        space: Key<key::EachAxis>,
        time: Key<T>,
        axis: usize,
    ) -> Result<SlotId>
    where
        T: for<'a> Read<Value<'a>: Into<f64>>,
    {
        match axis {
            TIME => Ok(self.of(noise, time)),
            _ => self.of_axis(noise, &space.param, &noise.node().get(space), axis),
        }
    }

    /// Returns the slot of each axis; `None` if a list ends before an axis that the program does not have.
    pub fn of_axes(
        &mut self,
        noise: &Noise,
        space: Key<key::EachAxis>,
        time: Key<f64>,
        axes: Axes,
    ) -> Result<[Option<SlotId>; 4]> {
        let given = noise.node().get(space);
        let mut slots = [None; 4];
        for (axis, slot) in slots.iter_mut().enumerate() {
            if axis == TIME || axis < axes.space || given.get(axis).is_some() {
                *slot = Some(self.of_axis_or_time(noise, space, time, axis)?);
            }
        }
        Ok(slots)
    }

    /// Returns the slots of a vector's components.
    pub fn of_vector(&mut self, noise: &Noise, key: Key<key::Vector>) -> Vec<SlotId> {
        let name = self.name(noise, &key.param);
        (noise.node().get(key).iter().zip(Axis::ALL))
            .map(|(&number, axis)| self.slot(noise, format!("{name}.{axis}"), &key.param, number))
            .collect()
    }

    /// Returns the slot of that name, which is made if there is none yet.
    fn slot(&mut self, noise: &Noise, name: String, param: &Param, number: f64) -> SlotId {
        let owner = noise.identity();
        let known = self.by_name.entry(name).or_insert_with_key(|name| {
            let slot = Slot::new(name.clone(), noise.node().describe(param));
            self.slots.push(slot);
            self.values.push(number);
            (owner, SlotId(self.slots.len() as u32 - 1))
        });
        if known.0 != owner {
            let name = &self.slots[known.1.index()].name;
            self.clash.get_or_insert_with(|| name.clone());
        }
        known.1
    }
}
