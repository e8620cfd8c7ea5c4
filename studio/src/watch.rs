//! Notices when something else writes the file that is open.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use web_time::Instant;
use wgpu_noise::format::RecipeSource;

/// How often the file is looked at.
const EVERY: Duration = Duration::from_millis(400);

/// The file, and when it was written.
#[derive(Default)]
pub struct Watch(Option<Watched>);

struct Watched {
    file: PathBuf,
    written: Option<SystemTime>,
    looked: Instant,
}

impl Watch {
    /// Returns the text of the open file if it was written since the last time that this was asked, or since it was opened.
    pub fn changed(&mut self, file: Option<&Path>) -> Option<String> {
        let file = file?;
        let Some(watched) = self.0.as_mut().filter(|watched| watched.file == file) else {
            self.0 = Some(Watched {
                file: file.to_path_buf(),
                written: written(file),
                looked: Instant::now(),
            });
            return None;
        };
        if watched.looked.elapsed() < EVERY {
            return None;
        }
        watched.looked = Instant::now();
        let written = written(file);
        if written.is_none() || written == watched.written {
            return None;
        }
        watched.written = written;
        RecipeSource::read_text(file).ok()
    }

    /// Overlooks what has been written so far.
    pub fn overlook(&mut self) {
        self.0 = None;
    }
}

fn written(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|data| data.modified()).ok()
}
