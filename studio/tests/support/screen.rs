//! An X server without a screen, Xvfb, whose pixels a test reads. The tests of `examples/clouds` include this, too.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(120);

/// Red, green and blue, row by row.
pub type Pixels = Vec<u8>;

/// A process that ends with its test.
pub struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An X server whose screen is as large as the window.
pub struct Screen {
    server: Running,
    display: String,
    file: PathBuf,
    size: [usize; 2],
}

impl Screen {
    /// Starts a server that keeps its screen of so many pixels in a folder; `None` where there is no Xvfb.
    pub fn new(folder: &Path, size: [usize; 2]) -> Option<Screen> {
        fs::create_dir_all(folder).expect("a folder");
        let screen = format!("{}x{}x24", size[0], size[1]);
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-nolisten", "tcp"]);
        command.args(["-screen", "0", &screen, "-fbdir"]);
        command.arg(folder);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = Running(command.spawn().ok()?);
        // It says which display it is once it can be used.
        let mut display = String::new();
        let said = server.0.stdout.take().expect("a pipe");
        BufReader::new(said)
            .read_line(&mut display)
            .expect("a display");
        Some(Screen {
            server,
            display: format!(":{}", display.trim()),
            file: folder.join("Xvfb_screen0"),
            size,
        })
    }

    /// Starts a program that opens its window there.
    pub fn open(&self, command: &mut Command) -> Running {
        command
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET");
        Running(command.spawn().expect("the program runs"))
    }

    /// What the screen shows: a file of X's own format, whose header ends with a table of colours.
    pub fn shown(&self) -> Pixels {
        let bytes = fs::read(&self.file).expect("the screen");
        let word = |i: usize| {
            let word = bytes[4 * i..][..4].try_into().expect("four bytes");
            u32::from_be_bytes(word) as usize
        };
        let [header, width, height, bits, pitch, colours] = [0, 4, 5, 11, 12, 19].map(word);
        assert_eq!(([width, height], bits), (self.size, 32));
        let rows = bytes[header + 12 * colours..].chunks(pitch).take(height);
        rows.flat_map(|row| row[..4 * width].as_chunks().0)
            .flat_map(|[blue, green, red, _]| [*red, *green, *blue])
            .collect()
    }

    /// Waits until what is shown is right; else says what was shown last.
    pub fn wait(
        &mut self,
        window: &mut Running,
        is_right: impl Fn(&Pixels) -> bool,
    ) -> Result<(), Pixels> {
        let start = Instant::now();
        loop {
            let shown = self.shown();
            if is_right(&shown) {
                return Ok(());
            }
            let ended = window.0.try_wait().expect("a state");
            assert!(ended.is_none(), "the window closed: {ended:?}");
            let ended = self.server.0.try_wait().expect("a state");
            assert!(ended.is_none(), "the X server ended: {ended:?}");
            if start.elapsed() > PATIENCE {
                return Err(shown);
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}
