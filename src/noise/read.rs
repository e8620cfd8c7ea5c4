//! How the value of each type of parameter is read from a node.
//!
//! A node is validated before it is read, so that a value has its parameter's type.

use super::choices::Word;
use super::key::{
    EachAxis, Key, List, MaybeEachAxis, OctaveCount, Points, SourceAxes, Varying, Vector,
};
use super::param::{Param, ParamType};
use super::picture::{File, Picture};
use super::{Axis, Node, Noise, Octaves, PerAxis, Value};

/// How a parameter's value is read.
pub(crate) trait Read {
    type Value<'a>;

    /// Reads what was given, else the default.
    fn read<'a>(given: Option<&'a Value>, param: &Param) -> Self::Value<'a>;
}

impl Node {
    /// Returns a parameter's value. The default is that of the kind's own row of data.
    pub(crate) fn get<T: Read>(&self, key: Key<T>) -> T::Value<'_> {
        let own = self.row(&key.param).unwrap_or(&key.param);
        T::read(self.given(&key.param), own)
    }

    /// Returns what flows into a parameter of a value step, of any type but points.
    pub(crate) fn input(&self, param: &Param) -> Input<'_> {
        Varying::read(self.given(param), param)
    }

    /// Returns the numbers of a parameter that is points.
    pub(crate) fn points(&self, param: &Param) -> &[[f64; 2]] {
        Points::read(self.given(param), param)
    }

    /// Returns the kind's own row of data for a parameter: a key that several kinds share may have another default and other help
    /// there.
    pub(crate) fn describe(&self, param: &Param) -> &'static Param {
        let known = self.row(param);
        known.unwrap_or_else(|| unreachable!("{} has no parameter {}", self.kind, param.name))
    }

    fn row(&self, param: &Param) -> Option<&'static Param> {
        let mut known = self.kind.params().iter();
        known.find(|known| known.name == param.name)
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

    fn read(given: Option<&Value>, param: &Param) -> W {
        let word = match (given, &param.of) {
            (Some(Value::Text(word)), _) => word,
            (_, ParamType::Choice { words }) => words[0],
            _ => unreachable!("the parameter is a word"),
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

impl Read for File {
    type Value<'a> = Option<&'a Picture>;

    fn read<'a>(given: Option<&'a Value>, _: &Param) -> Option<&'a Picture> {
        match given {
            Some(Value::Picture(picture)) => Some(picture),
            _ => None,
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
