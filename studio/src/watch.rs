//! Notices when something else writes the files that are open.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use web_time::Instant;

/// How often the files are looked at.
const EVERY: Duration = Duration::from_millis(400);

/// The files that were open, and when each was written: one of them may be opened again.
#[derive(Default)]
pub struct Watch {
    written: BTreeMap<PathBuf, Option<SystemTime>>,
    looked: Option<Instant>,
}

impl Watch {
    /// Returns whether one of the files was written since the last time that this was asked of it.
    pub fn changed<'a>(&mut self, files: impl IntoIterator<Item = &'a Path>) -> bool {
        let is_due = self.looked.is_none_or(|looked| looked.elapsed() >= EVERY);
        if is_due {
            self.looked = Some(Instant::now());
        }
        let mut has_changed = false;
        for file in files {
            match self.written.get_mut(file) {
                Some(before) if is_due => {
                    // A file that is gone may be on its way to be another.
                    let now = written(file).or(*before);
                    has_changed |= now != *before;
                    *before = now;
                }
                Some(_) => {}
                None => drop(self.written.insert(file.to_path_buf(), written(file))),
            }
        }
        has_changed
    }

    /// Overlooks what has been written to a file so far.
    pub fn overlook(&mut self, file: &Path) {
        self.written.remove(file);
    }
}

fn written(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|data| data.modified()).ok()
}
