//! The error type of the crate, sorted by whose fault an error is.

#[cfg(any(feature = "gpu", feature = "service"))]
use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

/// The result of every fallible function of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Everything that can go wrong.
///
/// Each message says what was asked for, what is allowed and, where possible, what to do.
/// [`Error::is_callers_fault`] separates a wrong request from a failure of the machine.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A value that is not allowed: a flag, a recipe's field, an argument.
    #[error("{field}: got {given}; allowed: {allowed}")]
    Invalid {
        /// The flag or field, as its user writes it: `perlin.frequency`, `size`.
        field: String,
        /// What was given.
        given: String,
        /// What may be given instead.
        allowed: String,
    },
    /// An unknown name: of a node kind, a parameter, a format.
    #[error("{field}: unknown name `{given}`{}; known: {known}", did_you_mean(.nearest))]
    Unknown {
        /// Where the name was used.
        field: String,
        /// The name.
        given: String,
        /// The most similar known name.
        nearest: Option<String>,
        /// All known names.
        known: String,
    },
    /// A request that exceeds a limit. It is refused before anything is allocated.
    #[error("{}{what} needs {needed} but the limit is {limit}", prefix(.field))]
    TooLarge {
        /// The flag or field at fault, if it is one.
        field: Option<String>,
        /// What was asked for.
        what: String,
        /// How much it needs, with the unit.
        needed: String,
        /// How much is allowed, with the unit.
        limit: String,
    },
    /// A text that cannot be read as what it should be, such as TOML with a fault in its syntax.
    #[error("{}{message}", prefix(.field))]
    Malformed {
        /// The field at fault, if it is one.
        field: Option<String>,
        /// What is wrong.
        message: String,
    },
    /// A fault in a recipe's text, with its place.
    #[error("{file}{}: {fault}", .line.map_or_else(String::new, |line| format!(":{line}")))]
    Recipe {
        /// The name of the recipe or of its file.
        file: String,
        /// The line, counted from 1, if one is at fault.
        line: Option<usize>,
        /// What is wrong: [`Error::Invalid`], [`Error::Unknown`], [`Error::TooLarge`] or [`Error::Malformed`].
        fault: Box<Error>,
    },
    /// An expression that cannot be read, with the place of the fault.
    #[error("{file}:{line}:{column}: {message}\n{excerpt}")]
    Expression {
        /// The name of the file, or `expression`.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The character in the line, counted from 1.
        column: usize,
        /// What is wrong there.
        message: String,
        /// The line, and below it a caret that points at the place.
        excerpt: String,
    },
    /// No adapter matches the request.
    #[error("no GPU adapter {wanted}: {reason}")]
    NoAdapter {
        /// The adapter that was asked for, such as `named \`llvmpipe\``.
        wanted: String,
        /// What was found instead, or the driver's message.
        reason: String,
    },
    /// The adapter exists, but no usable device can be made on it.
    #[error("the adapter {adapter} gives no usable device: {reason}")]
    DeviceInit {
        /// The adapter's name.
        adapter: String,
        /// The driver's message.
        reason: String,
    },
    /// The device was lost during the work. A new one may be created.
    #[error("the GPU device was lost: {0}")]
    DeviceLost(String),
    /// The device does not have enough memory for even the smallest brick.
    #[error("the GPU has not enough memory: {0}")]
    OutOfDeviceMemory(String),
    /// The GPU did not finish in time.
    #[error("the GPU did not answer within {seconds} s")]
    Timeout {
        /// The time limit, in seconds.
        seconds: f64,
    },
    /// wgpu refused a command that this crate had checked. This is a defect of this crate or of a driver.
    #[error("wgpu refused the work: {0}")]
    Gpu(String),
    /// The host does not have enough memory.
    #[error("not enough memory for {bytes} bytes")]
    OutOfHostMemory {
        /// The size of the allocation that failed.
        bytes: u64,
    },
    /// A [`service`](crate::service) has no room for the request, and the caller did not want to wait.
    #[error("the service is busy: {needed} more, but of {limit} there are {free} left")]
    Busy {
        /// What the request needs, with the unit.
        needed: String,
        /// What of it is left.
        free: String,
        /// How much the service allows.
        limit: String,
    },
    /// The request's deadline passed before it was done.
    #[error("the deadline passed before the request was done")]
    DeadlineExceeded,
    /// The service takes no more requests, because it was told to stop.
    #[error("the service has been stopped")]
    Stopped,
    /// A worker of a service did not end the work: it panicked, which is a defect of this crate, or its caller dropped the
    /// `service::Worker`.
    #[error("a worker of the service failed: {0}")]
    Worker(String),
    /// A file could not be read or written.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried, such as `write` or `create`.
        action: &'static str,
        /// The path of the file.
        path: PathBuf,
        /// The error of the operating system, or of the encoder.
        source: Arc<std::io::Error>,
    },
}

impl Error {
    /// Returns `true` if the request was wrong, and `false` if the machine failed to fulfil it. The program exits with 2 or 1.
    pub fn is_callers_fault(&self) -> bool {
        matches!(
            self,
            Error::Invalid { .. }
                | Error::Unknown { .. }
                | Error::TooLarge { .. }
                | Error::Malformed { .. }
                | Error::Recipe { .. }
                | Error::Expression { .. }
        )
    }

    /// Returns the names of the field that is wrong, the most specific first: `veins.frequency.x`, `veins.frequency`, `veins`.
    /// There are none if the request was right, or if what is wrong is no field, such as an expression.
    pub fn fields(&self) -> Vec<String> {
        let full = match self {
            Error::Invalid { field, .. } => Some(field.clone()),
            Error::Unknown { field, given, .. } => Some(format!("{field}.{given}")),
            Error::TooLarge { field, .. } | Error::Malformed { field, .. } => field.clone(),
            Error::Recipe { fault, .. } => return fault.fields(),
            _ => None,
        };
        let parents = |name: &String| name.rfind('.').map(|end| name[..end].to_string());
        std::iter::successors(full, parents).collect()
    }

    /// Returns the error with another name of the field that is wrong. An error that can have no field is returned unchanged.
    pub fn with_field(mut self, name: impl Into<String>) -> Self {
        match &mut self {
            Error::Invalid { field, .. } | Error::Unknown { field, .. } => *field = name.into(),
            Error::TooLarge { field, .. } | Error::Malformed { field, .. } => {
                *field = Some(name.into());
            }
            _ => {}
        }
        self
    }

    /// Makes an [`Error::Invalid`], such as that of a backend of your own, or of what loads the imports of a recipe.
    ///
    /// ```
    /// let error = wgpu_noise::Error::invalid("size", 0, "a whole number from 1 on");
    /// assert_eq!(error.to_string(), "size: got 0; allowed: a whole number from 1 on");
    /// ```
    pub fn invalid(
        field: impl Into<String>,
        given: impl ToString,
        allowed: impl Into<String>,
    ) -> Self {
        Error::Invalid {
            field: field.into(),
            given: given.to_string(),
            allowed: allowed.into(),
        }
    }

    /// Makes the [`Error::Invalid`] of a field that must be given.
    pub(crate) fn left_out(field: impl Into<String>, allowed: impl Into<String>) -> Self {
        Error::invalid(field, "nothing", allowed)
    }

    /// Makes an [`Error::Unknown`] with the most similar of the known names.
    pub fn unknown<'a>(
        field: impl Into<String>,
        given: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let nearest = known
            .iter()
            .map(|name| (strsim::jaro_winkler(name, given), name))
            .filter(|(likeness, _)| *likeness > 0.75)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, name)| name.to_string());
        Error::Unknown {
            field: field.into(),
            given: given.to_string(),
            nearest,
            known: known.join(", "),
        }
    }

    /// Makes an [`Error::TooLarge`] of no field.
    pub fn too_large(what: impl Into<String>, needed: impl ToString, limit: impl ToString) -> Self {
        Error::TooLarge {
            field: None,
            what: what.into(),
            needed: needed.to_string(),
            limit: limit.to_string(),
        }
    }

    /// Makes an [`Error::Malformed`] of no field.
    pub(crate) fn malformed(message: impl Into<String>) -> Self {
        Error::Malformed {
            field: None,
            message: message.into(),
        }
    }

    /// Returns the fault with its place in a recipe.
    pub(crate) fn in_recipe(self, file: &str, line: Option<usize>) -> Self {
        Error::Recipe {
            file: file.to_string(),
            line,
            fault: Box::new(self),
        }
    }

    /// Makes an [`Error::Io`].
    pub fn io(action: &'static str, path: impl Into<PathBuf>, source: std::io::Error) -> Self {
        Error::Io {
            action,
            path: path.into(),
            source: Arc::new(source),
        }
    }
}

fn prefix(field: &Option<String>) -> String {
    field
        .as_ref()
        .map_or_else(String::new, |field| format!("{field}: "))
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest
        .as_ref()
        .map_or_else(String::new, |name| format!(", did you mean `{name}`?"))
}

/// Returns the message of a panic that was caught.
#[cfg(any(feature = "gpu", feature = "service"))]
pub(crate) fn panic_text(payload: &(dyn Any + Send)) -> &str {
    (payload.downcast_ref::<String>().map(String::as_str))
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without a message")
}
