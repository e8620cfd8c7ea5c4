//! Graphs of nodes.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;
use std::slice;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use wgpu_noise::noise::{Kind, Node, Value, table};

use crate::failure::Result;
use crate::pictures::load;
use crate::values::{value, value_of};

/// A scalar function of position: a graph of nodes.
///
/// Functions such as `perlin` make one, and methods such as `fbm` wrap it in another node. It is never changed. `+`, `-`, `*`,
/// `/`, `**` and `abs` combine noises and numbers. `**` with a whole number from 1 to 16 multiplies, so it keeps negative values;
/// any other exponent is `pow`, which is 0 where its base is negative. Numbers are checked when the noise is computed.
///
/// Two noises are equal if recipes have the same nodes for them. A node without a name is called after its kind there.
#[pyclass(frozen, module = "wgpu_noise._native")]
pub struct Noise {
    pub graph: wgpu_noise::Noise,
}

/// What an operator takes beside a noise.
fn operand(given: &Bound<'_, PyAny>) -> Option<Value> {
    let is_text = given.is_instance_of::<pyo3::types::PyString>();
    let is_operand = given.cast::<Noise>().is_ok() || (!is_text && given.extract::<f64>().is_ok());
    is_operand.then(|| value("operand", given).ok()).flatten()
}

/// The node `kind` of two operands; `NotImplemented` if one of them is neither a noise nor a number.
fn combine<'py>(
    kind: &str,
    names: [&str; 2],
    operands: [&Bound<'py, PyAny>; 2],
) -> PyResult<Bound<'py, PyAny>> {
    let py = operands[0].py();
    let mut graph = wgpu_noise::Noise::of_kind(find(kind)?);
    for (name, given) in names.into_iter().zip(operands) {
        let Some(value) = operand(given) else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        graph = graph.set(name, value);
    }
    Ok(Bound::new(py, Noise { graph })?.into_any())
}

fn find(kind: &str) -> Result<Kind> {
    Ok(Kind::find("kind", kind)?)
}

const AB: [&str; 2] = ["a", "b"];

/// The exponents that are multiplications, as in expressions.
const WHOLE_POWERS: RangeInclusive<f64> = 1.0..=16.0;

/// Returns a whole power, from 1 on, as the nodes that an expression makes of it.
fn power(base: &wgpu_noise::Noise, exponent: u32) -> wgpu_noise::Noise {
    if exponent == 1 {
        return base.clone();
    }
    let half = power(base, exponent / 2);
    let square = half.clone() * half;
    match exponent % 2 {
        0 => square,
        _ => square * base.clone(),
    }
}

/// Returns a hash that is the same for what is equal: 0.0 and -0.0 are.
pub fn hash_of(what: &impl fmt::Debug) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{what:?}").replace("-0.0", "0.0").hash(&mut hasher);
    hasher.finish()
}

/// Returns the noise of a recipe of one channel, and reads its pictures.
fn only(mut recipe: wgpu_noise::Recipe) -> Result<Noise> {
    load(&mut recipe)?;
    let mut graphs = table::read(&recipe.nodes, &recipe.channels)?;
    Ok(Noise {
        graph: graphs.remove(0),
    })
}

/// Returns the noise of an expression.
#[pyfunction]
pub fn expression(text: &str) -> Result<Noise> {
    only(wgpu_noise::Recipe::of_expression(text)?)
}

#[pymethods]
impl Noise {
    /// Makes a node. Positional arguments are its parameters in their order; None leaves one at its default.
    #[staticmethod]
    #[pyo3(signature = (kind, *args, **params))]
    fn node(
        kind: &str,
        args: &Bound<'_, PyTuple>,
        params: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Noise> {
        let found = find(kind)?;
        let known = found.params();
        if args.len() > known.len() {
            let message = format!("{kind} has {} parameters, not {}", known.len(), args.len());
            return Err(PyTypeError::new_err(message));
        }
        let mut graph = wgpu_noise::Noise::of_kind(found);
        for (param, given) in known.iter().zip(args) {
            if !given.is_none() {
                graph = graph.set(param.name, value_of(param, &given)?);
            }
        }
        for (name, given) in params.into_iter().flatten() {
            let name: String = name.extract()?;
            let param = known
                .iter()
                .enumerate()
                .find(|(_, param)| param.name == name || param.aliases.contains(&name.as_str()));
            match param {
                None => {
                    let known: Vec<&str> = known.iter().map(|param| param.name).collect();
                    let known = known.join(", ");
                    let message = format!("{kind} has no parameter {name:?}; known: {known}");
                    return Err(PyTypeError::new_err(message));
                }
                Some((place, _)) if place < args.len() => {
                    let message = format!("{kind} got two values for {name}");
                    return Err(PyTypeError::new_err(message));
                }
                Some((_, param)) if !given.is_none() => {
                    graph = graph.set(param.name, value_of(param, &given)?);
                }
                Some(_) => {}
            }
        }
        Ok(Noise { graph })
    }

    /// Names the outermost node. Recipes and errors call its numbers `name.parameter`.
    fn name(&self, name: &str) -> Noise {
        let graph = self.graph.clone().name(name);
        Noise { graph }
    }

    /// The kind of the outermost node.
    #[getter]
    fn kind(&self) -> &'static str {
        self.graph.node().kind.name()
    }

    /// Returns the graph as JSON: the table of its nodes, and the name of the outermost one.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.graph).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Returns the noise as an expression, from which `expression` makes the same graph, except for the name of the outermost
    /// node, which is not kept. Another node that is used more than once, or whose name is not that of its kind, is bound to a
    /// name before.
    fn to_expression(&self) -> Result<String> {
        Ok(self.graph.to_expression()?)
    }

    /// Reads what `to_json` wrote.
    #[staticmethod]
    fn from_json(text: &str) -> Result<Noise> {
        let malformed = |error: serde_json::Error| PyValueError::new_err(error.to_string());
        let graph: wgpu_noise::Noise = serde_json::from_str(text).map_err(malformed)?;
        let (nodes, channels) = table::write(&[graph]);
        only(wgpu_noise::Recipe {
            nodes,
            channels,
            ..Default::default()
        })
    }

    /// Numpy's numbers leave operators to the noise.
    #[classattr]
    #[pyo3(name = "__array_ufunc__")]
    fn array_ufunc() -> Option<bool> {
        None
    }

    fn __reduce__<'py>(slf: &Bound<'py, Noise>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let make = slf.get_type().getattr("from_json")?;
        Ok((make, (slf.get().to_json()?,)))
    }

    fn __eq__(&self, other: &Noise) -> bool {
        let [a, b] = [self, other].map(|noise| table::write(slice::from_ref(&noise.graph)));
        a == b
    }

    fn __hash__(&self) -> u64 {
        let graph = table::write(slice::from_ref(&self.graph));
        hash_of(&graph)
    }

    fn __repr__(&self) -> String {
        let Node { kind, name, .. } = self.graph.node();
        match name {
            Some(name) => format!("<Noise {kind} {name:?}>"),
            None => format!("<Noise {kind}>"),
        }
    }

    fn __add__<'py>(slf: &Bound<'py, Self>, b: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        combine("add", AB, [slf.as_any(), b])
    }

    fn __radd__<'py>(slf: &Bound<'py, Self>, a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        combine("add", AB, [a, slf.as_any()])
    }

    fn __sub__<'py>(slf: &Bound<'py, Self>, b: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        combine("sub", AB, [slf.as_any(), b])
    }

    fn __rsub__<'py>(slf: &Bound<'py, Self>, a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        combine("sub", AB, [a, slf.as_any()])
    }

    fn __mul__<'py>(slf: &Bound<'py, Self>, b: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        combine("mul", AB, [slf.as_any(), b])
    }

    fn __rmul__<'py>(slf: &Bound<'py, Self>, a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        combine("mul", AB, [a, slf.as_any()])
    }

    fn __truediv__<'py>(
        slf: &Bound<'py, Self>,
        b: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        combine("div", AB, [slf.as_any(), b])
    }

    fn __rtruediv__<'py>(
        slf: &Bound<'py, Self>,
        a: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        combine("div", AB, [a, slf.as_any()])
    }

    fn __pow__<'py>(
        slf: &Bound<'py, Self>,
        exponent: &Bound<'py, PyAny>,
        _modulo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match operand(exponent) {
            Some(Value::Number(n)) if n.fract() == 0.0 && WHOLE_POWERS.contains(&n) => {
                let graph = power(&slf.get().graph, n as u32);
                Ok(Bound::new(slf.py(), Noise { graph })?.into_any())
            }
            _ => combine("pow", ["of", "exponent"], [slf.as_any(), exponent]),
        }
    }

    fn __neg__(&self) -> Noise {
        let graph = -self.graph.clone();
        Noise { graph }
    }

    fn __abs__(&self) -> Noise {
        let graph = self.graph.clone().abs();
        Noise { graph }
    }
}
