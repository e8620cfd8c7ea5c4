//! Makes nodes of a syntax tree.

use std::collections::{BTreeMap, HashMap};

use super::names::Names;
use super::refusal::Refusal;
use super::tree::{Binding, Body, Expr, Form, Operator};
use crate::noise::table::{Cell, Row, Table};
use crate::noise::{Derivative, Kind, Source};

/// The most evaluations of a part of an expression, so that functions that call functions end soon.
const EVALUATIONS_MAX: usize = 1 << 12;

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
    /// The number of bindings before it.
    bindings: usize,
    /// The arguments of the function whose body it is in.
    arguments: &'a [(&'a str, Value)],
    /// The name of the node that it makes; none for that of its kind.
    label: Option<&'a str>,
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

/// The nodes of one expression.
pub struct Builder<'a> {
    body: &'a Body,
    pub(super) names: &'a Names<'a>,
    /// The values of the bindings that have been evaluated.
    bound: Vec<Option<Value>>,
    pub rows: Table,
    /// The names of the rows, by what they hold.
    made: HashMap<String, String>,
    /// The names that each label has given.
    counts: HashMap<String, u32>,
    evaluations: usize,
}

impl<'a> Builder<'a> {
    pub fn new(body: &'a Body, names: &'a Names<'a>) -> Builder<'a> {
        Builder {
            body,
            names,
            bound: Vec::new(),
            rows: Table::new(),
            made: HashMap::new(),
            counts: HashMap::new(),
            evaluations: 0,
        }
    }

    /// Makes the nodes, and returns the value of the whole.
    pub fn build(&mut self) -> Result<Value, Refusal> {
        let body = self.body;
        for (bindings, binding) in body.bindings.iter().enumerate() {
            let scope = Scope {
                bindings,
                arguments: &[],
                label: Some(&binding.name),
            };
            let value = match binding.parameters {
                Some(_) => None,
                None => Some(self.value(&binding.value, scope)?),
            };
            self.bound.push(value);
        }
        let scope = Scope {
            bindings: body.bindings.len(),
            arguments: &[],
            label: None,
        };
        self.value(&body.result, scope)
    }

    pub(super) fn value(&mut self, expr: &'a Expr, scope: Scope) -> Result<Value, Refusal> {
        self.evaluations += 1;
        if self.evaluations > EVALUATIONS_MAX {
            let message = format!("an expression of more than {EVALUATIONS_MAX} parts");
            return Err(Refusal::new(expr.at, message));
        }
        match &expr.form {
            Form::Number(number) => Ok(Value::Number(*number)),
            Form::Name(name) => self.named(expr.at, name, scope),
            Form::List(items) => {
                let items = items.iter().map(|item| self.value(item, scope.inner()));
                Ok(Value::List(items.collect::<Result<_, _>>()?))
            }
            Form::Call { name, arguments } => self.call(expr.at, name, arguments, scope),
            Form::Slope { of, axis } => {
                let of = match self.value(of, scope.inner())? {
                    Value::Node(name) => Cell::Text(name),
                    // It may be a node that is imported.
                    Value::Parameter(name) if self.names.parameters.is_none() => Cell::Text(name),
                    _ => return Err(Refusal::new(of.at, "only a node has derivatives")),
                };
                let axis = Cell::Text(axis.clone());
                let kind = Kind::Derivative(Derivative::Partial);
                Ok(self.node(kind, [("of", of), ("axis", axis)], scope))
            }
            Form::Negative(of) => match self.value(of, scope.inner())? {
                Value::Number(number) => Ok(Value::Number(-number)),
                value => {
                    let factor = Value::Number(-1.0);
                    self.operation(Operator::Mul, expr.at, [value, factor], scope)
                }
            },
            Form::Operation { operator, both } => {
                let [left, right] = &**both;
                let left = self.value(left, scope.inner())?;
                let right = self.value(right, scope.inner())?;
                self.operation(*operator, expr.at, [left, right], scope)
            }
            Form::Comparison { comparison, both } => {
                let both = self.both(both, scope)?;
                let values = [Value::Number(1.0), Value::Number(0.0)];
                self.select(*comparison, expr.at, both, values, scope)
            }
            Form::Choice(three) => {
                let [condition, yes, no] = &**three;
                let Form::Comparison { comparison, both } = &condition.form else {
                    let message = "a comparison such as `y < 0.5` is expected before `?`";
                    return Err(Refusal::new(condition.at, message));
                };
                let both = self.both(both, scope)?;
                let yes = self.value(yes, scope.inner())?;
                let no = self.value(no, scope.inner())?;
                self.select(*comparison, expr.at, both, [yes, no], scope)
            }
        }
    }

    fn both(&mut self, [left, right]: &'a [Expr; 2], scope: Scope) -> Result<[Value; 2], Refusal> {
        let left = self.value(left, scope.inner())?;
        Ok([left, self.value(right, scope.inner())?])
    }

    fn named(&mut self, at: usize, name: &str, scope: Scope) -> Result<Value, Refusal> {
        if let Some((_, value)) = scope.arguments.iter().find(|(own, _)| *own == name) {
            return Ok(value.clone());
        }
        if let Some(index) = self.binding(name, scope) {
            return self.bound[index].clone().ok_or_else(|| {
                Refusal::new(at, format!("`{name}` is a function and takes arguments"))
            });
        }
        if let Some(node) = self.names.node(name) {
            return Ok(Value::Node(node.to_string()));
        }
        match Kind::from_name(name) {
            Some(kind @ Kind::Source(_)) => Ok(self.node(kind, [], scope)),
            Some(kind) => {
                let help = kind.info().help;
                let message = format!("`{name}` takes arguments: {help}");
                Err(Refusal::new(at, message))
            }
            None if self.names.is_parameter(name) => Ok(Value::Parameter(name.to_string())),
            None => {
                let visible = self.body.bindings[..scope.bindings].iter();
                let known = (visible.map(|binding| binding.name.as_str()))
                    .chain(scope.arguments.iter().map(|(name, _)| *name))
                    .chain(self.names.all())
                    .chain(Source::ALL.iter().map(|source| source.info().name));
                Err(Refusal::unknown(at, "name", name, known))
            }
        }
    }

    /// Returns the last binding of a name that a part of the expression sees.
    fn binding(&self, name: &str, scope: Scope) -> Option<usize> {
        let visible = &self.body.bindings[..scope.bindings];
        visible.iter().rposition(|binding| binding.name == name)
    }

    /// Returns the function of a name, with what its body sees but for its arguments.
    pub(super) fn function<'s>(
        &self,
        name: &str,
        scope: Scope<'s>,
    ) -> Option<(&'a Binding, Scope<'s>)> {
        let bindings = self.binding(name, scope)?;
        let binding = &self.body.bindings[bindings];
        let inside = Scope {
            bindings,
            arguments: &[],
            label: scope.label,
        };
        binding.parameters.is_some().then_some((binding, inside))
    }

    /// Returns the names of the functions that a part of the expression sees.
    pub(super) fn functions(&self, scope: Scope) -> impl Iterator<Item = &str> {
        let visible = self.body.bindings[..scope.bindings].iter();
        let functions = visible.filter(|binding| binding.parameters.is_some());
        functions.map(|binding| binding.name.as_str())
    }

    /// Makes a node, or returns an equal one that is there.
    pub(super) fn node<'p>(
        &mut self,
        kind: Kind,
        params: impl IntoIterator<Item = (&'p str, Cell)>,
        scope: Scope,
    ) -> Value {
        let params = params.into_iter();
        let row = Row {
            kind: kind.name().to_string(),
            params: params
                .map(|(name, cell)| (name.to_string(), cell))
                .collect::<BTreeMap<_, _>>(),
        };
        let content = format!("{row:?}");
        if let Some(name) = self.made.get(&content) {
            return Value::Node(name.clone());
        }
        let name = self.free(scope.label.unwrap_or(kind.name()));
        self.made.insert(content, name.clone());
        self.rows.insert(name.clone(), row);
        Value::Node(name)
    }

    /// Returns a name for a new node, with a number if the name is taken.
    fn free(&mut self, label: &str) -> String {
        let stem = self.names.stem(label);
        let count = self.counts.entry(label.to_string()).or_insert(0);
        loop {
            *count += 1;
            let name = match *count {
                1 => stem.clone(),
                n => format!("{stem}_{n}"),
            };
            if self.names.node(&name).is_none() && !self.rows.contains_key(&name) {
                return name;
            }
        }
    }
}

impl Value {
    /// Returns the value of a parameter that can vary in space. The caller ensures that it is no list.
    pub(super) fn cell(self) -> Cell {
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
        one => Ok(one.clone().cell()),
    }
}
