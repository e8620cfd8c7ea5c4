//! Values of parameters, from Python's numbers, words, sequences and noises.

use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use wgpu_noise::noise::table::Cell;
use wgpu_noise::noise::{Param, ParamType, Value};

use crate::failure::Result;
use crate::noise::Noise;
use crate::pictures::picture;

/// Returns the value of the parameter `name`. Numbers may be numpy's, and sequences may be arrays.
pub fn value(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(noise) = given.cast::<Noise>() {
        return Ok(Value::Noise(noise.get().graph.clone()));
    }
    Ok(match cell(name, given)? {
        Cell::Flag(flag) => Value::Flag(flag),
        Cell::Number(number) => Value::Number(number),
        Cell::List(list) => Value::List(list),
        Cell::Points(points) => Value::Points(points),
        Cell::Text(text) => Value::Text(text),
        Cell::Picture(picture) => Value::Picture(picture),
    })
}

/// Returns the value of a parameter of a node. A picture is read from its path.
pub fn value_of(param: &Param, given: &Bound<'_, PyAny>) -> Result<Value> {
    match param.of {
        ParamType::Path => Ok(Value::Picture(picture(&given.extract::<PathBuf>()?)?)),
        _ => Ok(value(param.name, given)?),
    }
}

/// Returns the value as recipes store it.
pub fn cell(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Cell> {
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(Cell::Text(text.to_string()));
    }
    if let Ok(flag) = given.extract() {
        return Ok(Cell::Flag(flag));
    }
    // An array of no dimensions is a number, and has no length.
    if given.len().is_ok() {
        let rows = items(given)?;
        let numbers: PyResult<Vec<f64>> = rows.iter().map(|row| row.extract()).collect();
        if let Ok(list) = numbers {
            return Ok(Cell::List(list));
        }
        let pairs: PyResult<Vec<[f64; 2]>> = rows.iter().map(pair).collect();
        return pairs.map(Cell::Points).map_err(|_| wrong(name, given));
    }
    given
        .extract()
        .map(Cell::Number)
        .map_err(|_| wrong(name, given))
}

fn items<'py>(of: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    of.try_iter()?.collect()
}

fn pair(of: &Bound<'_, PyAny>) -> PyResult<[f64; 2]> {
    match &items(of)?[..] {
        [a, b] => Ok([a.extract()?, b.extract()?]),
        _ => Err(PyTypeError::new_err("not a pair")),
    }
}

fn wrong(name: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let kind = given.get_type();
    PyTypeError::new_err(format!(
        "{name}: a number, a noise, a word, True or False, or a sequence of numbers or of pairs is needed, not {kind}"
    ))
}
