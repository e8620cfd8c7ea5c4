//! The program `wgpu-noise`, not yet started.

use std::process::Command;

/// The program with these arguments, parted by spaces.
#[allow(dead_code, reason = "the server is always started with signals")]
pub fn command(args: &str) -> Command {
    set_up(Command::new(env!("CARGO_BIN_EXE_wgpu-noise")), args)
}

/// The same with no signal ignored: what a script runs in the background hands on that it ignores SIGINT.
#[cfg(unix)]
pub fn command_with_signals(args: &str) -> Command {
    let mut command = Command::new("env");
    #[cfg(target_os = "linux")]
    command.arg("--default-signal=HUP,INT,TERM");
    command.arg(env!("CARGO_BIN_EXE_wgpu-noise"));
    set_up(command, args)
}

fn set_up(mut command: Command, args: &str) -> Command {
    command
        .args(args.split_whitespace())
        // What this machine's user has measured is of no concern here.
        .env("WGPU_NOISE_CACHE", "")
        // Without one, some drivers write complaints among the program's own words.
        .env("XDG_RUNTIME_DIR", std::env::temp_dir());
    command
}
