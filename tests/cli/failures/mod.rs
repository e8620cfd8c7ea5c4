//! What fails on the machine ends with exit code 1, without a panic and without a file.

#[cfg(all(target_os = "linux", feature = "gpu"))]
mod drivers;
#[cfg(target_os = "linux")]
mod memory;
mod paths;
#[cfg(unix)]
mod several;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod streams;
mod work;
