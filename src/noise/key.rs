//! Parameters with the Rust type of their values: how this crate reads and writes them.
//!
//! A [`Key`] carries the parameter's row of data, default included, so that reading one always gives a value. The node
//! has been validated before it is read.

use std::marker::PhantomData;

use super::param::{Param, ParamType};
use super::word::Word;
use super::{Axis, Node, Noise, Octaves, PerAxis, Value};

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
    let default = None;
    key(name, "", help, ParamType::Signal { default })
}

/// A number or a node.
pub(super) const fn signal(name: &'static str, help: &'static str, default: f64) -> Key<Varying> {
    let default = Some(default);
    key(name, "", help, ParamType::Signal { default })
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

/// How a parameter's value is read.
pub(crate) trait Read {
    type Value<'a>;

    /// Reads what was given, else the default.
    fn read<'a>(given: Option<&'a Value>, param: &Param) -> Self::Value<'a>;
}

impl Node {
    /// Returns a parameter's value.
    pub(crate) fn get<T: Read>(&self, key: Key<T>) -> T::Value<'_> {
        T::read(self.given(&key.param), &key.param)
    }

    /// Returns what flows into a parameter of any type but points.
    pub(crate) fn input(&self, param: &Param) -> Input<'_> {
        Varying::read(self.given(param), param)
    }

    /// Returns the numbers of a parameter that is points.
    pub(crate) fn points(&self, param: &Param) -> &[[f64; 2]] {
        Points::read(self.given(param), param)
    }

    /// Returns the kind's own row of data for a parameter: a key that several kinds share has help for all of them.
    pub(crate) fn describe(&self, param: &Param) -> &'static Param {
        let known = self
            .kind
            .params()
            .iter()
            .find(|known| known.name == param.name);
        known.unwrap_or_else(|| unreachable!("{} has no parameter {}", self.kind, param.name))
    }

    /// Whether a parameter was given, rather than left at its default.
    pub(crate) fn has<T>(&self, key: Key<T>) -> bool {
        self.given(&key.param).is_some()
    }
}

impl Read for f64 {
    type Value<'a> = f64;

    fn read(given: Option<&Value>, param: &Param) -> f64 {
        match Option::<f64>::read(given, param) {
            Some(number) => number,
            None => unreachable!("the parameter has a default"),
        }
    }
}

impl Read for Option<f64> {
    type Value<'a> = Option<f64>;

    fn read(given: Option<&Value>, param: &Param) -> Option<f64> {
        match given {
            Some(Value::Number(number)) => Some(*number),
            _ => param.default_number(),
        }
    }
}

impl Read for u32 {
    type Value<'a> = u32;

    fn read(given: Option<&Value>, param: &Param) -> u32 {
        f64::read(given, param) as u32
    }
}

impl Read for bool {
    type Value<'a> = bool;

    fn read(given: Option<&Value>, param: &Param) -> bool {
        match (given, &param.of) {
            (Some(Value::Flag(flag)), _) => *flag,
            (_, ParamType::Flag { default }) => *default,
            _ => unreachable!("the parameter is a flag"),
        }
    }
}

impl<W: Word> Read for W {
    type Value<'a> = W;

    fn read(given: Option<&Value>, _: &Param) -> W {
        let word = match given {
            Some(Value::Text(word)) => word,
            _ => W::WORDS[0],
        };
        W::from_word(word).unwrap_or_else(|| unreachable!("checked to be one of its words: {word}"))
    }
}

impl Read for EachAxis {
    type Value<'a> = PerAxis;

    fn read(given: Option<&Value>, param: &Param) -> PerAxis {
        match MaybeEachAxis::read(given, param) {
            Some(numbers) => numbers,
            None => unreachable!("the parameter has a default"),
        }
    }
}

impl Read for MaybeEachAxis {
    type Value<'a> = Option<PerAxis>;

    fn read(given: Option<&Value>, param: &Param) -> Option<PerAxis> {
        match given {
            Some(Value::Number(number)) => Some(PerAxis::All(*number)),
            Some(Value::List(list)) => Some(PerAxis::Each(list.clone())),
            _ => param.default_number().map(PerAxis::All),
        }
    }
}

impl Read for List {
    type Value<'a> = Option<&'a [f64]>;

    fn read<'a>(given: Option<&'a Value>, _: &Param) -> Option<&'a [f64]> {
        match given {
            Some(Value::List(list)) => Some(list),
            _ => None,
        }
    }
}

impl Read for Vector {
    type Value<'a> = &'a [f64];

    fn read<'a>(given: Option<&'a Value>, param: &Param) -> &'a [f64] {
        match (given, &param.of) {
            (Some(Value::List(list)), _) => list,
            (_, ParamType::Vector { default, .. }) => default,
            _ => unreachable!("the parameter is a vector"),
        }
    }
}

impl Read for Points {
    type Value<'a> = &'a [[f64; 2]];

    fn read<'a>(given: Option<&'a Value>, param: &Param) -> &'a [[f64; 2]] {
        match (given, &param.of) {
            (Some(Value::Points(points)), _) => points,
            (_, ParamType::Points { default }) => default,
            _ => unreachable!("the parameter is points"),
        }
    }
}

impl Read for SourceAxes {
    type Value<'a> = Option<Vec<Axis>>;

    fn read(given: Option<&Value>, _: &Param) -> Option<Vec<Axis>> {
        match given {
            Some(Value::Text(letters)) => {
                Some(letters.chars().filter_map(Axis::from_letter).collect())
            }
            _ => None,
        }
    }
}

impl Read for OctaveCount {
    type Value<'a> = Octaves;

    fn read(given: Option<&Value>, param: &Param) -> Octaves {
        match given {
            Some(Value::Text(_)) => Octaves::Auto,
            number => Octaves::Count(u32::read(number, param)),
        }
    }
}

impl Read for Varying {
    type Value<'a> = Input<'a>;

    fn read<'a>(given: Option<&'a Value>, param: &Param) -> Input<'a> {
        match given {
            Some(Value::Noise(noise)) => Input::Noise(noise),
            number => Input::Number(f64::read(number, param)),
        }
    }
}

/// What flows into a parameter that can vary in space.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input<'a> {
    Number(f64),
    Noise(&'a Noise),
}

/// The rows of data of some keys.
macro_rules! params {
    ($($key:expr),* $(,)?) => {
        &[$($key.param),*]
    };
}

pub(crate) use params;
