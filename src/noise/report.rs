//! The kinds of node and their parameters as data for other programs: what `nodes --json` prints, as `docs/json.md` describes
//! it.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::param::{AUTO, Param, ParamType};
use super::{Info, Kind};
use crate::limits::ANY;

impl Kind {
    /// Returns the name of the kind's role: `source`, `fractal`, `domain`, `derivative` or `step`.
    pub fn role(self) -> &'static str {
        match self {
            Kind::Source(_) => "source",
            Kind::Fractal(_) => "fractal",
            Kind::Domain(_) => "domain",
            Kind::Derivative(_) => "derivative",
            Kind::Step(_) => "step",
        }
    }
}

/// Writes the kind's name, role, help and parameters.
impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Info { name, help, params } = self.info();
        let mut report = serializer.serialize_struct("Kind", 4)?;
        report.serialize_field("name", name)?;
        report.serialize_field("role", self.role())?;
        report.serialize_field("help", help)?;
        report.serialize_field("parameters", params)?;
        report.end()
    }
}

/// Writes the row of data: what help and errors say of the parameter, and what is allowed.
impl Serialize for Param {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Type {
            name,
            limits: [minimum, maximum],
            words,
        } = Type::of(&self.of);
        let mut report = serializer.serialize_struct("Param", 10)?;
        report.serialize_field("name", self.name)?;
        report.serialize_field("aliases", self.aliases)?;
        report.serialize_field("help", self.help)?;
        // Empty for numbers without a unit and for words.
        report.serialize_field("unit", self.unit)?;
        report.serialize_field("type", name)?;
        report.serialize_field("required", &self.is_required())?;
        report.serialize_field("default", &default(self))?;
        report.serialize_field("minimum", &minimum)?;
        report.serialize_field("maximum", &maximum)?;
        report.serialize_field("words", words)?;
        report.end()
    }
}

/// The type of a parameter's values, in words.
struct Type {
    name: &'static str,
    /// The least and the greatest number; null if there is no limit.
    limits: [Value; 2],
    /// The words that are allowed; empty for numbers.
    words: &'static [&'static str],
}

impl Type {
    fn of(of: &ParamType) -> Type {
        const NONE: [Value; 2] = [Value::Null, Value::Null];
        let auto: &[&str] = &[AUTO];
        let (name, limits, words): (_, _, &[&str]) = match of {
            ParamType::Number { range, .. } => ("number", range.map(number), &[]),
            ParamType::Whole {
                range, auto: is, ..
            } => {
                let limits = range.map(|n| json!(n));
                ("whole", limits, if *is { auto } else { &[] })
            }
            ParamType::List { range, .. } => ("numbers", range.map(number), &[]),
            ParamType::PerAxis { range, .. } => ("number per axis", range.map(number), &[]),
            ParamType::Vector { .. } => ("vector", NONE, &[]),
            ParamType::Choice { words } => ("word", NONE, words),
            ParamType::Axes => ("axes", NONE, &[]),
            ParamType::Flag { .. } => ("flag", NONE, &[]),
            ParamType::Path => ("path", NONE, &[]),
            ParamType::Points { .. } => ("points", NONE, &[]),
            ParamType::Signal { range: ANY, .. } => ("number or node", NONE, &[]),
            ParamType::Signal { range, .. } => ("number or node", range.map(number), &[]),
        };
        Type {
            name,
            limits,
            words,
        }
    }
}

/// Returns the default of a parameter; null if it has none.
fn default(param: &Param) -> Value {
    match &param.of {
        ParamType::Choice { words } => json!(words[0]),
        ParamType::Flag { default } => json!(default),
        ParamType::Points { default } => json!(default),
        ParamType::Vector { default, .. } => json!(default),
        _ => param.default_number().map_or(Value::Null, number),
    }
}

/// Returns a number as JSON, without a decimal point if it is whole.
fn number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e9 {
        json!(number as i64)
    } else {
        json!(number)
    }
}
