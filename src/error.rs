//! One error type, sorted by whose fault it is.

use std::path::PathBuf;

/// The result of every fallible call of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Everything that can go wrong.
///
/// Each message says what was asked, what is allowed and, where something helps, what to do.
/// [`Error::is_callers`] separates a wrong request from a failure of the machine.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A value that is not allowed: a flag, a recipe's field, an argument.
    #[error("{field}: {given} is not allowed; allowed: {allowed}")]
    Invalid {
        /// The flag or field, as its user writes it: `perlin.frequency`, `size`.
        field: String,
        /// What was given.
        given: String,
        /// What may be given instead.
        allowed: String,
    },
    /// A name that nothing has: a node kind, a parameter, a format.
    #[error("{field}: unknown name `{given}`{}; known: {known}", did_you_mean(.nearest))]
    Unknown {
        /// Where the name was used.
        field: String,
        /// The name.
        given: String,
        /// The known name that is most like it.
        nearest: Option<String>,
        /// All known names.
        known: String,
    },
    /// A request over a limit, refused before anything is allocated.
    #[error("{what} needs {needed} but the limit is {limit}")]
    TooLarge {
        /// What was asked for.
        what: String,
        /// How much of it, with its unit.
        needed: String,
        /// How much there may be.
        limit: String,
    },
    /// A text that is no recipe.
    #[error("{0}")]
    Recipe(String),
    /// No adapter answers to the request.
    #[error("no GPU adapter {wanted}: {reason}")]
    NoAdapter {
        /// What was wanted: `named \`llvmpipe\``.
        wanted: String,
        /// What was found instead, or the driver's own words.
        reason: String,
    },
    /// The adapter exists but gives no usable device.
    #[error("the adapter {adapter} gives no usable device: {reason}")]
    DeviceInit {
        /// The adapter's name.
        adapter: String,
        /// The driver's own words.
        reason: String,
    },
    /// The device was lost during the work; a new one may be made.
    #[error("the GPU device was lost: {0}")]
    DeviceLost(String),
    /// The device has not enough memory for even the smallest brick.
    #[error("the GPU has not enough memory: {0}")]
    OutOfDeviceMemory(String),
    /// The GPU did not finish within the time it was given.
    #[error("the GPU did not answer within {seconds} s")]
    Timeout {
        /// The time it was given.
        seconds: f64,
    },
    /// wgpu refused something that this crate believed to be right.
    #[error("wgpu refused the work: {0}")]
    Gpu(String),
    /// The host has not enough memory.
    #[error("not enough memory for {bytes} bytes")]
    OutOfHostMemory {
        /// The allocation that failed.
        bytes: u64,
    },
    /// A file could not be read or written.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried: `write`, `create`.
        action: &'static str,
        /// On which path.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
}

impl Error {
    /// Whether the request was wrong (`true`: the command line exits with 2) or the machine failed
    /// at it (`false`: 1).
    pub fn is_callers(&self) -> bool {
        matches!(
            self,
            Error::Invalid { .. }
                | Error::Unknown { .. }
                | Error::TooLarge { .. }
                | Error::Recipe(_)
        )
    }

    /// The names under which the field at fault may be known, the most specific first:
    /// `veins.frequency.x`, `veins.frequency`, `veins`.
    pub fn fields(&self) -> Vec<String> {
        let full = match self {
            Error::Invalid { field, .. } => field.clone(),
            Error::Unknown { field, given, .. } => format!("{field}.{given}"),
            Error::TooLarge { what, .. } => what.split(' ').next().unwrap_or_default().to_string(),
            _ => return Vec::new(),
        };
        let parents = |name: &String| name.rfind('.').map(|end| name[..end].to_string());
        std::iter::successors(Some(full), parents).collect()
    }

    /// An [`Error::Invalid`].
    pub(crate) fn invalid(
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

    /// An [`Error::Unknown`] with the nearest of the known names.
    pub(crate) fn unknown<'a>(
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

    /// An [`Error::Io`]. Files are for native targets.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn io(
        action: &'static str,
        path: impl Into<PathBuf>,
        source: std::io::Error,
    ) -> Self {
        Error::Io {
            action,
            path: path.into(),
            source,
        }
    }
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest
        .as_ref()
        .map_or_else(String::new, |name| format!(", did you mean `{name}`?"))
}
