//! What a part of an expression stands for, and what it sees.

use super::refusal::Refusal;
use crate::noise::table::Cell;

/// What a part of an expression stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    /// The name of a node, or a coordinate.
    Node(String),
    /// The name of a parameter of the recipe, which is a number that is not known yet.
    Parameter(String),
    List(Vec<Value>),
}

/// The bindings and the arguments that a part of an expression sees.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// How many of the bindings it sees: those before it.
    pub visible: usize,
    /// The arguments of the function whose body it is in.
    pub arguments: &'a [(&'a str, Value)],
    /// The name of the node that it makes; none for that of its kind.
    pub label: Option<&'a str>,
    /// The function of the library that is called, in whose name its nodes have theirs.
    pub function: Option<&'a str>,
}

impl<'a> Scope<'a> {
    /// The same for an operand, whose node has the name of its kind.
    pub fn inner(self) -> Scope<'a> {
        Scope {
            label: None,
            ..self
        }
    }

    /// The same with the arguments of a function.
    pub fn with<'s>(self, arguments: &'s [(&'s str, Value)]) -> Scope<'s>
    where
        'a: 's,
    {
        Scope { arguments, ..self }
    }
}

impl Value {
    /// Returns the value of a parameter that can vary in space. The caller ensures that it is no list.
    pub fn cell(self) -> Cell {
        match self {
            Value::Number(number) => Cell::Number(number),
            Value::Node(name) | Value::Parameter(name) => Cell::Text(name),
            Value::List(_) => unreachable!("nodes and numbers alone are combined"),
        }
    }
}

/// Returns a value as a parameter that can vary in space takes it.
pub fn signal(at: usize, value: &Value) -> Result<Cell, Refusal> {
    match value {
        Value::List(_) => Err(Refusal::new(
            at,
            "a list is not a value: a number or a node is expected",
        )),
        Value::Number(number) if !number.is_finite() => Err(Refusal::new(
            at,
            format!("a finite number or a node is expected, and this is {number}"),
        )),
        one => Ok(one.clone().cell()),
    }
}
