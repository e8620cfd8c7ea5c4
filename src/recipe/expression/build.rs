//! Makes nodes of a syntax tree.

use std::collections::HashMap;

use super::names::Names;
use super::refusal::Refusal;
use super::tree::{Binding, Body, DEPTH_MAX, Expr, Form, Operator};
use super::value::{Scope, Value};
use super::{library, row};
use crate::limits::OCTAVES_MAX;
use crate::noise::table::{COORDINATES, Cell, Table};
use crate::noise::{Derivative, Kind, Source};

/// The most evaluations of a part of an expression, so that functions that call functions end soon.
const EVALUATIONS_MAX: usize = 1 << 12;

/// The longest list: one of the amplitudes of all octaves.
const LIST_MAX: usize = OCTAVES_MAX as usize;

/// The nodes of one expression.
pub struct Builder<'a> {
    /// The functions of the library, and the bindings of the expression.
    bindings: Vec<&'a Binding>,
    /// How many of them are the library's.
    library: usize,
    result: &'a Expr,
    pub(super) names: &'a Names<'a>,
    /// The values of the bindings that have been evaluated.
    bound: Vec<Option<Value>>,
    pub rows: Table,
    /// The names of the rows, by what they hold.
    made: HashMap<String, String>,
    /// The names that each label has given.
    counts: HashMap<String, u32>,
    evaluations: usize,
    /// The levels of the part that is being evaluated.
    depth: usize,
}

impl<'a> Builder<'a> {
    pub fn new(body: &'a Body, names: &'a Names<'a>) -> Builder<'a> {
        let library = library::bindings();
        Builder {
            bindings: library.iter().chain(&body.bindings).collect(),
            library: library.len(),
            result: &body.result,
            names,
            bound: vec![None; library.len()],
            rows: Table::new(),
            made: HashMap::new(),
            counts: HashMap::new(),
            evaluations: 0,
            depth: 0,
        }
    }

    /// Makes the nodes, and returns the name of the outermost one, which may be one that was there before.
    pub fn build(&mut self) -> Result<String, Refusal> {
        let all = self.bindings.len();
        for index in self.library..all {
            let binding = self.bindings[index];
            let scope = Scope {
                visible: index,
                arguments: &[],
                label: Some(&binding.name),
                function: None,
            };
            let value = match binding.parameters {
                Some(_) => None,
                None => Some(self.value(&binding.value, scope)?),
            };
            self.bound.push(value);
        }
        let scope = Scope {
            visible: all,
            arguments: &[],
            label: None,
            function: None,
        };
        let outermost = match self.value(self.result, scope)? {
            // What an import is called has a dot, and is not known yet: it may be a node.
            Value::Parameter(name) if self.names.parameters.is_none() && name.contains('.') => {
                Value::Node(name)
            }
            number @ (Value::Number(_) | Value::Parameter(_)) => {
                let kind = Kind::Source(Source::Constant);
                self.node(kind, [("value", number.cell())], scope)
            }
            other => other,
        };
        match outermost {
            Value::Node(name) => Ok(name),
            _ => Err(Refusal::new(self.result.at, "a list is not a noise")),
        }
    }

    /// Evaluates a part of the expression.
    pub(super) fn value(&mut self, expr: &'a Expr, scope: Scope) -> Result<Value, Refusal> {
        self.evaluations += 1;
        if self.evaluations > EVALUATIONS_MAX {
            let message = format!("an expression of more than {EVALUATIONS_MAX} parts");
            return Err(Refusal::new(expr.at, message));
        }
        if self.depth == DEPTH_MAX {
            let message = format!("functions of more than {DEPTH_MAX} levels within one another");
            return Err(Refusal::new(expr.at, message));
        }
        self.depth += 1;
        let value = self.form(expr, scope);
        self.depth -= 1;
        value
    }

    fn form(&mut self, expr: &'a Expr, scope: Scope) -> Result<Value, Refusal> {
        match &expr.form {
            Form::Number(number) => Ok(Value::Number(*number)),
            Form::Name(name) => self.named(expr.at, name, scope),
            Form::List(items) => self.list(expr.at, items, scope),
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
                let both = self.both(both, scope)?;
                self.operation(*operator, expr.at, both, scope)
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

    /// Evaluates a list, or a list of lists, as the points of a curve are.
    fn list(&mut self, at: usize, items: &'a [Expr], scope: Scope) -> Result<Value, Refusal> {
        let items = items.iter().map(|item| self.value(item, scope.inner()));
        let items: Vec<Value> = items.collect::<Result<_, _>>()?;
        if items.len() > LIST_MAX {
            return Err(Refusal::new(at, format!("a list of more than {LIST_MAX}")));
        }
        let is_list = |value: &Value| matches!(value, Value::List(_));
        let is_too_deep = |value: &Value| match value {
            Value::List(inner) => inner.iter().any(is_list),
            _ => false,
        };
        match items.iter().any(is_too_deep) {
            true => Err(Refusal::new(at, "a list of lists of lists")),
            false => Ok(Value::List(items)),
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
        let binding = self.binding(name, scope);
        let is_function = || {
            let message = format!("`{name}` is a function, which is called: `{name}(...)`");
            Refusal::new(at, message)
        };
        if let Some(own) = binding.filter(|index| *index >= self.library) {
            return self.bound[own].clone().ok_or_else(is_function);
        }
        // The library means the coordinates, also where a node has the name of one.
        if self.is_library(scope) && COORDINATES.contains(&name) && self.names.nodes.contains(name)
        {
            let axis = Cell::Text(name.to_string());
            return Ok(self.node(Kind::Source(Source::Coordinate), [("axis", axis)], scope));
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
            None if binding.is_some() => Err(is_function()),
            None => {
                let known = (self.visible(scope).map(|binding| binding.name.as_str()))
                    .chain(scope.arguments.iter().map(|(name, _)| *name))
                    .chain(self.names.all())
                    .chain(Source::ALL.iter().map(|source| source.info().name));
                Err(Refusal::unknown(at, "name", name, known))
            }
        }
    }

    /// Returns the last binding of a name that a part of the expression sees.
    pub(super) fn binding(&self, name: &str, scope: Scope) -> Option<usize> {
        let before = &self.bindings[..scope.visible];
        before.iter().rposition(|binding| binding.name == name)
    }

    /// Returns the function of a name, with what its body sees but for its arguments. A function of the library that another
    /// one of it calls is a part of that one.
    pub(super) fn function<'s>(
        &self,
        name: &'s str,
        scope: Scope<'s>,
    ) -> Option<(&'a Binding, Scope<'s>)> {
        let index = self.binding(name, scope)?;
        let binding = self.bindings[index];
        let of_library = (index < self.library).then_some(name);
        let inside = Scope {
            visible: index,
            arguments: &[],
            label: scope
                .label
                .or(of_library.filter(|_| scope.function.is_none())),
            function: scope.function.or(of_library),
        };
        binding.parameters.is_some().then_some((binding, inside))
    }

    /// Whether what a scope sees is of the library alone.
    pub(super) fn is_library(&self, scope: Scope) -> bool {
        scope.visible < self.library
    }

    /// Returns the names of the functions that a part of the expression sees.
    pub(super) fn functions(&self, scope: Scope) -> impl Iterator<Item = &str> {
        let functions = (self.visible(scope)).filter(|binding| binding.parameters.is_some());
        functions.map(|binding| binding.name.as_str())
    }

    /// Returns the bindings that an error may name: all that a part of the expression sees but for the parts of the library.
    fn visible(&self, scope: Scope) -> impl Iterator<Item = &'a Binding> {
        let before = self.bindings[..scope.visible].iter().enumerate();
        let own = before
            .filter(|(index, binding)| *index >= self.library || !binding.name.starts_with('_'));
        own.map(|(_, binding)| *binding)
    }

    /// Makes a node, or returns an equal one that is there.
    pub(super) fn node<'p>(
        &mut self,
        kind: Kind,
        params: impl IntoIterator<Item = (&'p str, Cell)>,
        scope: Scope,
    ) -> Value {
        let row = row(kind, params);
        let content = format!("{row:?}");
        if let Some(name) = self.made.get(&content) {
            return Value::Node(name.clone());
        }
        let name = match (scope.label, scope.function) {
            (Some(label), _) => self.free(label),
            (None, Some(function)) => self.free(&format!("{function}.{}", kind.name())),
            (None, None) => self.free(kind.name()),
        };
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
            if self.names.is_free(&name) && !self.rows.contains_key(&name) {
                return name;
            }
        }
    }
}
