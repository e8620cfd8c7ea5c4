//! Calls: of nodes, and of functions.

use super::build::Builder;
use super::places::places;
use super::refusal::Refusal;
use super::smooth_curve;
use super::tree::{Argument, Binding, Expr, Form};
use super::value::{Scope, Value, signal};
use crate::noise::table::Cell;
use crate::noise::{Kind, Param, ParamType, Step, foreign_names};

impl<'a> Builder<'a> {
    pub(super) fn call(
        &mut self,
        at: usize,
        name: &str,
        arguments: &'a [Argument],
        scope: Scope,
    ) -> Result<Value, Refusal> {
        if let Some((function, inside)) = self.function(name, scope) {
            let given = self.arguments(at, function, inside, arguments, scope)?;
            let value = self.value(&function.value, inside.with(&given));
            // Its text is another one.
            return value.map_err(|refusal| match self.is_library(inside) {
                true => Refusal::new(at, format!("{}: {}", shown(name, &given), refusal.message)),
                false => refusal,
            });
        }
        if name == smooth_curve::NAME {
            return self.smooth_curve(at, arguments, scope);
        }
        if let Some(kind) = Kind::from_name(name) {
            return self.node_of(at, kind, arguments, scope);
        }
        if self.binding(name, scope).is_some() {
            let message = format!("`{name}` is bound to a value here, which takes no arguments");
            return Err(Refusal::new(at, message));
        }
        if self.names.node(name).is_some() {
            let message = format!("`{name}` is the name of a node, which takes no arguments");
            return Err(Refusal::new(at, message));
        }
        if let Some(here) = foreign_names::here(name) {
            let message = format!("unknown node `{name}`, did you mean `{here}`?");
            return Err(Refusal::new(at, message));
        }
        let mut known: Vec<&str> = Kind::all().map(Kind::name).collect();
        known.extend(self.functions(scope));
        known.push(smooth_curve::NAME);
        Err(Refusal::unknown(at, "node", name, known))
    }

    /// Evaluates the arguments of a function.
    fn arguments(
        &mut self,
        at: usize,
        function: &'a Binding,
        inside: Scope,
        arguments: &'a [Argument],
        scope: Scope,
    ) -> Result<Vec<(&'a str, Value)>, Refusal> {
        let parameters = function.parameters.as_deref().unwrap_or_default();
        let is_named = |name: &str| arguments.iter().any(|a| a.name.as_deref() == Some(name));
        let mut positional = parameters.iter().filter(|known| !is_named(&known.name));
        let mut given: Vec<(&str, Value)> = Vec::new();
        for argument in arguments {
            let parameter = match &argument.name {
                Some(name) => parameters.iter().find(|known| known.name == *name),
                None => positional.next(),
            };
            let Some(parameter) = parameter else {
                let known = parameters.iter().map(|known| known.name.as_str());
                return Err(unknown(argument, &function.name, known));
            };
            if given.iter().any(|(name, _)| *name == parameter.name) {
                return Err(twice(argument, &parameter.name));
            }
            let value = self.value(&argument.value, scope.inner())?;
            given.push((&parameter.name, value));
        }
        for parameter in parameters {
            if given.iter().any(|(name, _)| *name == parameter.name) {
                continue;
            }
            let Some(default) = &parameter.default else {
                let message = format!("`{}` needs `{}`", function.name, parameter.name);
                return Err(Refusal::new(at, message));
            };
            let value = self.value(default, inside.inner())?;
            given.push((&parameter.name, value));
        }
        Ok(given)
    }

    /// Makes a node of a kind.
    fn node_of(
        &mut self,
        at: usize,
        kind: Kind,
        arguments: &'a [Argument],
        scope: Scope,
    ) -> Result<Value, Refusal> {
        let is_named = |param: &Param| {
            let mut names = arguments
                .iter()
                .filter_map(|argument| argument.name.as_deref());
            names.any(|name| param.is_called(name))
        };
        let places = places(kind).into_iter();
        let mut positional = places.filter(|place| place.len() > 1 || !is_named(&place[0]));
        let mut params: Vec<(&str, Cell)> = Vec::new();
        let mut given: Vec<&str> = Vec::new();
        for argument in arguments {
            let place = match &argument.name {
                Some(name) => kind.param(name).map(std::slice::from_ref),
                None => positional.next(),
            };
            let Some(place) = place else {
                let known = kind.params().iter().map(|param| param.name);
                return Err(unknown(argument, kind.name(), known));
            };
            if let Some(param) = place.iter().find(|param| given.contains(&param.name)) {
                return Err(twice(argument, param.name));
            }
            match place {
                [param] => {
                    // A name is kept as it is given, which may be an alias.
                    let name = argument.name.as_deref().unwrap_or(param.name);
                    params.push((name, self.cell(&argument.value, kind, param, scope)?));
                    given.push(param.name);
                }
                components => {
                    let cells = self.vector(&argument.value, components, scope)?;
                    let names = components.iter().map(|param| param.name);
                    given.extend(names.clone().take(cells.len()));
                    // A component is 0 where it is not given, which takes less work than a 0 that might change.
                    let is_given = |(_, cell): &(&str, Cell)| *cell != Cell::Number(0.0);
                    params.extend(names.zip(cells).filter(is_given));
                }
            }
        }
        let missing = kind
            .params()
            .iter()
            .find(|param| param.is_required() && !given.contains(&param.name));
        match missing {
            Some(param) => {
                let message = format!("`{kind}` needs `{}`: {}", param.name, param.help);
                Err(Refusal::new(at, message))
            }
            None => {
                check_ends(at, kind, &params)?;
                Ok(self.node(kind, params, scope))
            }
        }
    }

    /// Evaluates a vector whose components may vary in space.
    fn vector(
        &mut self,
        expr: &'a Expr,
        components: &[Param],
        scope: Scope,
    ) -> Result<Vec<Cell>, Refusal> {
        match self.value(expr, scope.inner())? {
            Value::List(items) if items.len() <= components.len() => {
                items.iter().map(|item| signal(expr.at, item)).collect()
            }
            _ => {
                let names: Vec<&str> = components.iter().map(|param| param.name).collect();
                let message = format!(
                    "a vector ({}) is expected here; those at its end may be left out, and one of {} alone is [n]",
                    names.join(", "),
                    names.first().unwrap_or(&"x")
                );
                Err(Refusal::new(expr.at, message))
            }
        }
    }

    /// Evaluates the value of a parameter.
    fn cell(
        &mut self,
        expr: &'a Expr,
        kind: Kind,
        param: &Param,
        scope: Scope,
    ) -> Result<Cell, Refusal> {
        if let Form::Name(word) = &expr.form {
            match (&param.of, word.as_str()) {
                (ParamType::Flag { .. }, "true") => return Ok(Cell::Flag(true)),
                (ParamType::Flag { .. }, "false") => return Ok(Cell::Flag(false)),
                (ParamType::Choice { .. } | ParamType::Axes | ParamType::Path, word) => {
                    return Ok(Cell::Text(word.to_string()));
                }
                (ParamType::Whole { auto: true, .. }, "auto") => {
                    return Ok(Cell::Text(word.clone()));
                }
                _ => {}
            }
        }
        let refused = || {
            let message = format!("`{}` of `{kind}` takes {}", param.name, param.allowed());
            Refusal::new(expr.at, message)
        };
        let value = self.value(expr, scope.inner())?;
        match (&param.of, value) {
            (ParamType::Signal { .. }, value) => signal(expr.at, &value),
            (
                ParamType::Number { .. } | ParamType::Whole { .. } | ParamType::PerAxis { .. },
                Value::Number(number),
            ) if number.is_finite() => Ok(Cell::Number(number)),
            (
                ParamType::Number { .. } | ParamType::Whole { .. } | ParamType::PerAxis { .. },
                Value::Parameter(name),
            ) => Ok(Cell::Text(name)),
            (
                ParamType::PerAxis { .. } | ParamType::Vector { .. } | ParamType::List { .. },
                Value::List(items),
            ) => Ok(Cell::List(numbers(&items).ok_or_else(refused)?)),
            (ParamType::Points { .. }, Value::List(items)) => {
                let points = items.iter().map(|item| match item {
                    Value::List(pair) => <[f64; 2]>::try_from(numbers(pair)?).ok(),
                    _ => None,
                });
                let points = points.collect::<Option<_>>();
                Ok(Cell::Points(points.ok_or_else(refused)?))
            }
            _ => Err(refused()),
        }
    }
}

/// Refuses two equal numbers as the ends of a smooth step, where the place of the mistake is known.
fn check_ends(at: usize, kind: Kind, params: &[(&str, Cell)]) -> Result<(), Refusal> {
    let end = |name: &str, default: f64| match params.iter().find(|(own, _)| *own == name) {
        Some((_, Cell::Number(number))) => Some(*number),
        Some(_) => None,
        None => Some(default),
    };
    match (end("low", 0.0), end("high", 1.0)) {
        (Some(low), Some(high)) if kind == Kind::Step(Step::Smoothstep) && low == high => {
            let message = format!("`smoothstep` needs two ends that differ, and both are {low}");
            Err(Refusal::new(at, message))
        }
        _ => Ok(()),
    }
}

/// A call of a library's function, with the arguments that are numbers.
fn shown(function: &str, given: &[(&str, Value)]) -> String {
    let numbers = given.iter().filter_map(|(name, value)| match value {
        Value::Number(number) => Some(format!("{name} = {number}")),
        _ => None,
    });
    format!("`{function}({})`", numbers.collect::<Vec<_>>().join(", "))
}

/// Returns a list of finite numbers.
fn numbers(items: &[Value]) -> Option<Vec<f64>> {
    let number = |item: &Value| match item {
        Value::Number(number) if number.is_finite() => Some(*number),
        _ => None,
    };
    items.iter().map(number).collect()
}

/// An argument that a node or a function does not take.
fn unknown<'n>(argument: &Argument, of: &str, known: impl Iterator<Item = &'n str>) -> Refusal {
    let names: Vec<&str> = known.collect();
    let mut refusal = match &argument.name {
        Some(name) => Refusal::unknown(argument.at, "parameter", name, names.iter().copied()),
        None => Refusal::new(argument.at, "there are too many positional arguments"),
    };
    let all = match names.is_empty() {
        true => "nothing".to_string(),
        false => names.join(", "),
    };
    refusal.message += &format!("; `{of}` takes {all}");
    refusal
}

fn twice(argument: &Argument, name: &str) -> Refusal {
    Refusal::new(argument.at, format!("`{name}` is given twice"))
}
