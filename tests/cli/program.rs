//! Running the program in a folder of its own.

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::{command, environment, skip};

/// A folder that the program runs in, and that goes with the test.
pub struct Folder(tempfile::TempDir);

/// What a run left: its exit code and its words.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("the file is written");
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names of the files in it, in order.
    pub fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// The program with these arguments, parted by spaces, not yet started.
    pub fn command(&self, args: &str) -> Command {
        self.inside(command::command(args))
    }

    /// The same with no signal ignored.
    #[cfg(unix)]
    pub fn command_with_signals(&self, args: &str) -> Command {
        self.inside(command::command_with_signals(args))
    }

    fn inside(&self, mut command: Command) -> Command {
        command.current_dir(self.0.path());
        command
    }

    /// The adapter that the environment names; `None` where there is no such adapter, and none is required.
    pub fn adapter(&self) -> Option<String> {
        let name = environment::adapter_name();
        let devices = self.good("devices").text().to_lowercase();
        let is_there = devices.contains(&name.to_lowercase());
        if !is_there {
            skip::without_adapter(&format!("{name} is not among {devices}"));
        }
        is_there.then_some(name)
    }

    /// The program, run to its end.
    pub fn run(&self, args: &str) -> Run {
        Run::of(self.command(args).output().expect("the program starts"))
    }

    /// A shell that runs a script with the program as `$NOISE`.
    #[cfg(unix)]
    pub fn shell(&self, script: &str) -> Run {
        let output = Command::new("sh")
            .args(["-c", script])
            .env("NOISE", env!("CARGO_BIN_EXE_wgpu-noise"))
            .current_dir(self.0.path())
            .output();
        Run::of(output.expect("a shell"))
    }

    /// The program, which must succeed.
    pub fn good(&self, args: &str) -> Run {
        let run = self.run(args);
        assert_eq!(run.code, Some(0), "{args}: {}", run.stderr);
        run
    }

    /// The program, which must succeed and may remember what it likes in the folder `cache` in this one.
    pub fn remembering(&self, args: &str) -> Run {
        let mut command = self.command(args);
        command.env("WGPU_NOISE_CACHE", self.path("cache"));
        let run = Run::of(command.output().expect("the program starts"));
        assert_eq!(run.code, Some(0), "{args}: {}", run.stderr);
        run
    }

    /// Bakes on the CPU, and returns the file.
    pub fn baked(&self, args: &str, name: &str) -> Vec<u8> {
        self.good(&format!("bake {args} --backend cpu -o {name}"));
        self.read(name)
    }
}

impl Run {
    pub fn of(output: Output) -> Run {
        let stderr = String::from_utf8(output.stderr).expect("text");
        Run {
            code: output.status.code(),
            stdout: output.stdout,
            stderr: if cfg!(windows) {
                stderr.replace('\\', "/")
            } else {
                stderr
            },
        }
    }

    /// Checks the exit code and that the only line on standard error is an error with these words.
    #[track_caller]
    pub fn fails(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{}", self.stderr);
        let line = self.stderr.trim_end();
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.starts_with("wgpu-noise: error: "), "{line}");
        for word in words {
            assert!(line.contains(word), "`{word}` is missing in: {line}");
        }
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("text")
    }
}
