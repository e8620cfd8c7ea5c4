//! Errors of the library as Python's exceptions.

use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use wgpu_noise::Error;

/// Why work ended early: an error of the library, or an exception, such as `KeyboardInterrupt`.
pub enum Failure {
    Noise(Error),
    Python(PyErr),
}

pub type Result<T, E = Failure> = std::result::Result<T, E>;

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Noise(error)
    }
}

impl From<PyErr> for Failure {
    fn from(exception: PyErr) -> Failure {
        Failure::Python(exception)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Noise(error) => exception(&error),
            Failure::Python(exception) => exception,
        }
    }
}

/// `ValueError` for a wrong request, `OSError` for files, `MemoryError`, and `RuntimeError` for a GPU that fails.
fn exception(error: &Error) -> PyErr {
    let message = error.to_string();
    match error {
        _ if error.is_callers_fault() => PyValueError::new_err(message),
        Error::OutOfHostMemory { .. } | Error::OutOfDeviceMemory(_) => {
            PyMemoryError::new_err(message)
        }
        // With the system's number Python chooses the class, such as `FileNotFoundError`.
        Error::Io {
            action,
            path,
            source,
        } => match source.raw_os_error() {
            Some(number) => {
                // Python writes the number itself.
                let reason = source.to_string();
                let reason = reason.trim_end_matches(&format!(" (os error {number})"));
                let what = format!("cannot {action} it: {reason}");
                PyOSError::new_err((number, what, path.display().to_string()))
            }
            None => PyOSError::new_err(message),
        },
        _ => PyRuntimeError::new_err(message),
    }
}

/// A `ValueError` as the library words it.
pub fn invalid(field: &str, given: impl ToString, allowed: impl Into<String>) -> Failure {
    Failure::Noise(Error::invalid(field, given, allowed))
}
