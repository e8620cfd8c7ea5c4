//! Parameters with the Rust type of their values, by which this crate reads and writes them; `read.rs` reads.
//!
//! A [`Key`] carries the parameter's row of data, default included, so that reading one always gives a value. The node
//! has been validated before it is read.

use std::marker::PhantomData;

use super::choices::Word;
use super::param::{Param, ParamType};
use crate::limits::ANY;

/// A parameter whose values have the type `T`.
pub(crate) struct Key<T> {
    /// The parameter's row of data.
    pub param: Param,
    values: PhantomData<fn() -> T>,
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Key<T> {
        *self
    }
}

impl<T> Copy for Key<T> {}

impl<T> Key<T> {
    pub(super) const fn new(param: Param) -> Key<T> {
        Key {
            param,
            values: PhantomData,
        }
    }

    /// The same parameter with a unit.
    pub(super) const fn in_unit(self, unit: &'static str) -> Key<T> {
        Key::new(Param { unit, ..self.param })
    }
}

/// A parameter of one name.
pub(super) const fn key<T>(
    name: &'static str,
    unit: &'static str,
    help: &'static str,
    of: ParamType,
) -> Key<T> {
    Key::new(Param {
        name,
        aliases: &[],
        unit,
        help,
        of,
    })
}

/// A number in a closed range.
pub(super) const fn number(
    name: &'static str,
    unit: &'static str,
    help: &'static str,
    range: [f64; 2],
    default: f64,
) -> Key<f64> {
    let default = Some(default);
    key(name, unit, help, ParamType::Number { range, default })
}

/// A number that may be left out.
pub(super) const fn optional(
    name: &'static str,
    unit: &'static str,
    help: &'static str,
    range: [f64; 2],
) -> Key<Option<f64>> {
    let default = None;
    key(name, unit, help, ParamType::Number { range, default })
}

/// A whole number in a closed range.
pub(super) const fn whole(
    name: &'static str,
    unit: &'static str,
    help: &'static str,
    range: [u32; 2],
    default: u32,
) -> Key<u32> {
    let auto = false;
    key(
        name,
        unit,
        help,
        ParamType::Whole {
            range,
            default,
            auto,
        },
    )
}

/// A number for each axis of space.
pub(super) const fn per_axis(
    name: &'static str,
    unit: &'static str,
    help: &'static str,
    range: [f64; 2],
    default: f64,
) -> Key<EachAxis> {
    let (default, whole) = (Some(default), false);
    key(
        name,
        unit,
        help,
        ParamType::PerAxis {
            range,
            default,
            whole,
        },
    )
}

/// One of an enum's words.
pub(super) const fn choice<W: Word>(name: &'static str, help: &'static str) -> Key<W> {
    choice_among(name, help, W::WORDS)
}

/// One of some of an enum's words.
pub(super) const fn choice_among<W: Word>(
    name: &'static str,
    help: &'static str,
    words: &'static [&'static str],
) -> Key<W> {
    key(name, "", help, ParamType::Choice { words })
}

/// One to three numbers for x, y, z.
pub(super) const fn vector(
    name: &'static str,
    unit: &'static str,
    help: &'static str,
    default: &'static [f64],
) -> Key<Vector> {
    let zero = true;
    key(name, unit, help, ParamType::Vector { default, zero })
}

/// A vector of which only the direction counts.
pub(super) const fn direction(
    name: &'static str,
    help: &'static str,
    default: &'static [f64],
) -> Key<Vector> {
    let zero = false;
    key(name, "", help, ParamType::Vector { default, zero })
}

/// On or off.
pub(super) const fn flag(name: &'static str, help: &'static str, default: bool) -> Key<bool> {
    key(name, "", help, ParamType::Flag { default })
}

/// A list of numbers in a closed range.
pub(super) const fn list(
    name: &'static str,
    help: &'static str,
    range: [f64; 2],
    most: u32,
) -> Key<List> {
    key(name, "", help, ParamType::List { range, most })
}

/// A number or a node that must be given.
pub(super) const fn input(name: &'static str, help: &'static str) -> Key<Varying> {
    let (range, default) = (ANY, None);
    key(name, "", help, ParamType::Signal { range, default })
}

/// A number or a node.
pub(super) const fn signal(name: &'static str, help: &'static str, default: f64) -> Key<Varying> {
    signal_within(name, help, ANY, default)
}

/// A number in a closed range, or a node whose values stay in it. The analysis of the step's range refuses other nodes.
pub(super) const fn signal_within(
    name: &'static str,
    help: &'static str,
    range: [f64; 2],
    default: f64,
) -> Key<Varying> {
    let default = Some(default);
    key(name, "", help, ParamType::Signal { range, default })
}

/// A number for each axis of space, or one for all three.
pub(crate) enum EachAxis {}
/// The same, without a default.
pub(crate) enum MaybeEachAxis {}
/// A list of numbers, which may be left out.
pub(crate) enum List {}
/// One to three numbers for x, y, z.
pub(crate) enum Vector {}
/// Pairs of numbers.
pub(crate) enum Points {}
/// The axes that a source depends on; left out: those of the grid.
pub(crate) enum SourceAxes {}
/// A number of octaves, or `auto`.
pub(crate) enum OctaveCount {}
/// A number or a noise.
pub(crate) enum Varying {}

/// The rows of data of some keys.
macro_rules! params {
    ($($key:expr),* $(,)?) => {
        &[$($key.param),*]
    };
}

pub(crate) use params;
