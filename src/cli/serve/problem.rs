//! Errors as JSON: `{"error": ..., "field": ..., "line": ..., "allowed": ...}`, the last three where they are known. The middle
//! of a long text is left out.

use axum::Json;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use wgpu_noise::Error;

use super::super::terminal::shortened;

/// The name of a recipe that a client sent, in messages.
pub const RECIPE: &str = "recipe";

/// The seconds after which a client that was turned away may ask again.
const RETRY_SECONDS: u16 = 1;

/// What was wrong with a request, or why it could not be answered.
#[derive(Debug, Serialize)]
pub struct Problem {
    #[serde(skip)]
    pub status: StatusCode,
    /// The whole message.
    error: String,
    /// What is wrong: a key or a node's parameter, as the client wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The line of the recipe, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// What may be given instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<String>,
}

impl Problem {
    pub fn new(status: StatusCode, error: impl Into<String>) -> Problem {
        Problem {
            status,
            error: error.into(),
            field: None,
            line: None,
            allowed: None,
        }
    }

    /// A value that is not allowed, by its field.
    pub fn invalid(field: &str, given: &str, allowed: impl Into<String>) -> Problem {
        Problem::from(Error::invalid(field, given, allowed))
    }

    pub fn unauthorized() -> Problem {
        let error = "the header `Authorization: Bearer SECRET` is missing, or has another secret";
        Problem::new(StatusCode::UNAUTHORIZED, error)
    }

    /// Returns the problem with another status.
    pub fn status(self, status: StatusCode) -> Problem {
        Problem { status, ..self }
    }

    fn of(error: &Error) -> Problem {
        let status = match error {
            _ if error.is_callers_fault() => StatusCode::UNPROCESSABLE_ENTITY,
            Error::Busy { .. } => StatusCode::TOO_MANY_REQUESTS,
            Error::DeadlineExceeded => StatusCode::GATEWAY_TIMEOUT,
            Error::Stopped => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let (fault, line) = match error {
            Error::Recipe { file, line, fault } => (&**fault, line.filter(|_| file == RECIPE)),
            Error::Expression { file, line, .. } => (error, Some(*line).filter(|_| file == RECIPE)),
            _ => (error, None),
        };
        let (field, allowed) = match fault {
            Error::Invalid { field, allowed, .. } => (Some(field), Some(allowed)),
            Error::Unknown { field, known, .. } => (Some(field), Some(known)),
            Error::TooLarge { field, limit, .. } => (field.as_ref(), Some(limit)),
            Error::Malformed { field, .. } => (field.as_ref(), None),
            _ => (None, None),
        };
        Problem {
            field: field.cloned(),
            line,
            allowed: allowed.cloned(),
            ..Problem::new(status, error.to_string())
        }
    }

    /// A recipe in JSON that serde refuses.
    pub fn of_json(error: &serde_json::Error) -> Problem {
        let line = error.line();
        Problem {
            line: Some(line),
            ..Problem::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                format!("{RECIPE}:{line}: {error}"),
            )
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        Problem::of(&error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status;
        // A client may have sent a name that is as long as a body.
        let problem = Problem {
            error: shortened(self.error),
            field: self.field.map(shortened),
            allowed: self.allowed.map(shortened),
            ..self
        };
        let mut response = (status, Json(problem)).into_response();
        let headers = response.headers_mut();
        match status {
            StatusCode::UNAUTHORIZED => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(RETRY_AFTER, RETRY_SECONDS.into());
            }
            _ => {}
        }
        response
    }
}
