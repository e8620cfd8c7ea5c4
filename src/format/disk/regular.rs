//! Which paths are safe to read to their end.

use std::fs;
use std::io;
use std::path::Path;

use crate::{Error, Result};

/// Refuses a pipe or a device: to open a pipe may take forever, and to read one, or a device, too. A folder, and what is not
/// there, is left to whoever opens it.
pub fn check(path: &Path) -> Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            let source = io::Error::other("it is not a regular file");
            Err(Error::io("read", path, source))
        }
        _ => Ok(()),
    }
}
