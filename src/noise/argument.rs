//! The types of the arguments of the methods that make graphs.

use super::{Noise, Value};

/// A number for each of x, y, z, or one number for all three.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PerAxis<T = f64> {
    /// The same number along every axis.
    All(T),
    /// Numbers for x, y and z, in this order.
    Each(Vec<T>),
}

impl<T: Copy> PerAxis<T> {
    /// Returns the number of axis 0 (x), 1 (y) or 2 (z); `None` where the list ends before it.
    pub(crate) fn get(&self, axis: usize) -> Option<T> {
        match self {
            PerAxis::All(number) => Some(*number),
            PerAxis::Each(list) => list.get(axis).copied(),
        }
    }
}

impl PerAxis {
    /// Returns the number of an axis that the check has found to have one.
    pub(crate) fn along(&self, axis: usize) -> f64 {
        match self.get(axis) {
            Some(number) => number,
            None => unreachable!("checked: the list reaches the axis"),
        }
    }
}

impl<T> From<T> for PerAxis<T> {
    fn from(number: T) -> PerAxis<T> {
        PerAxis::All(number)
    }
}

impl<T, const N: usize> From<[T; N]> for PerAxis<T> {
    fn from(list: [T; N]) -> PerAxis<T> {
        PerAxis::Each(list.into())
    }
}

impl<T> From<Vec<T>> for PerAxis<T> {
    fn from(list: Vec<T>) -> PerAxis<T> {
        PerAxis::Each(list)
    }
}

impl<T: Into<f64>> From<PerAxis<T>> for Value {
    fn from(numbers: PerAxis<T>) -> Value {
        match numbers {
            PerAxis::All(number) => Value::Number(number.into()),
            PerAxis::Each(list) => Value::List(list.into_iter().map(Into::into).collect()),
        }
    }
}

/// The number of a fractal's octaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Octaves {
    /// As many as the grid and the output can show.
    Auto,
    /// This number of octaves, 1 to 32.
    Count(u32),
}

impl From<u32> for Octaves {
    fn from(count: u32) -> Octaves {
        Octaves::Count(count)
    }
}

impl From<Octaves> for Value {
    fn from(octaves: Octaves) -> Value {
        match octaves {
            Octaves::Auto => Value::Text(super::param::AUTO.into()),
            Octaves::Count(count) => Value::Number(count.into()),
        }
    }
}

/// A number, or a noise where it varies in space.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Signal {
    /// The same number everywhere.
    Number(f64),
    /// The value of a noise at each position.
    Noise(Noise),
}

impl From<f64> for Signal {
    fn from(number: f64) -> Signal {
        Signal::Number(number)
    }
}

impl<K> From<Noise<K>> for Signal {
    fn from(noise: Noise<K>) -> Signal {
        Signal::Noise(noise.any())
    }
}

impl<K> From<&Noise<K>> for Signal {
    fn from(noise: &Noise<K>) -> Signal {
        Signal::Noise(noise.into())
    }
}

impl From<Signal> for Value {
    fn from(signal: Signal) -> Value {
        match signal {
            Signal::Number(number) => Value::Number(number),
            Signal::Noise(noise) => Value::Noise(noise),
        }
    }
}
