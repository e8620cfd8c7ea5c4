//! Signals: a process that is ended removes its partial files, and exceeding a quota of the disk is an ordinary error.

#[cfg(feature = "serve")]
use std::sync::Mutex;

use super::terminal::say;

/// What the first signal does instead of ending the process.
#[cfg(feature = "serve")]
static ON_FIRST: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Lets the first signal call a function instead of ending the process. The next one ends it.
#[cfg(feature = "serve")]
pub fn on_first(stop: Box<dyn FnOnce() + Send>) {
    if let Ok(mut on_first) = ON_FIRST.lock() {
        *on_first = Some(stop);
    }
}

/// Calls the function of [`on_first`]. Returns whether there was one.
fn is_handled() -> bool {
    #[cfg(feature = "serve")]
    if let Some(stop) = ON_FIRST.lock().ok().and_then(|mut stop| stop.take()) {
        stop();
        return true;
    }
    false
}

/// Removes partial files, says how many finished ones are kept, and ends the process without running destructors, which might
/// wait for a GPU.
fn end(code: i32) -> ! {
    let quiet = wgpu_noise::format::remove_partial_files();
    match quiet.finished_files() {
        0 => {}
        1 => say("interrupted; 1 finished file was kept"),
        n => say(&format!("interrupted; {n} finished files were kept")),
    }
    signal_hook::low_level::exit(code)
}

/// Watches for signals from now on.
///
/// SIGINT, SIGTERM and SIGHUP remove the partial file and end the process with 128 plus their number. Files that are
/// finished are kept, and their number is printed. A signal that was ignored when the process began stays ignored, as
/// `nohup` and shells expect. SIGXFSZ, which would end the process when a file exceeds `ulimit -f`, is caught, so that the
/// write fails instead. If a handler cannot be installed, the signal keeps its usual effect.
#[cfg(unix)]
pub fn watch() {
    use std::sync::{Arc, atomic::AtomicBool, mpsc};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let mut watched = vec![SIGINT, SIGTERM, SIGHUP];
    watched.retain(|&signal| !is_ignored(signal));
    // A thread waits for the signals, since removing files takes a lock, which a signal handler must not do. It starts before
    // the handlers are installed: a signal that no thread waits for would be lost.
    let (installed, wait) = mpsc::channel();
    let thread = std::thread::Builder::new().name("signals".into());
    let spawned = thread.spawn(move || {
        let signals = Signals::new(watched);
        let _ = installed.send(());
        let ending = |mut signals: Signals| signals.forever().find(|_| !is_handled());
        if let Some(signal) = signals.ok().and_then(ending) {
            end(128 + signal);
        }
    });
    match spawned {
        Ok(_) => {
            let _ = wait.recv();
        }
        Err(_) => {
            say("a signal will leave a partial file: no thread can be started to wait for signals");
        }
    }
}

/// Whether a signal is ignored; asked before any handler is installed.
#[cfg(target_os = "linux")]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = (status.lines())
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Other systems tell which signals are ignored only to unsafe code. SIGHUP counts as ignored there, for `nohup`.
#[cfg(all(unix, not(target_os = "linux")))]
fn is_ignored(signal: i32) -> bool {
    signal == signal_hook::consts::SIGHUP
}

/// Watches for Ctrl-C, Ctrl-Break and the closing of the console from now on, which end the process as SIGINT does elsewhere. A
/// process that is ended in the task manager leaves its partial file: a bake of the same file removes it when it is an hour old.
#[cfg(windows)]
pub fn watch() {
    let watched = ctrlc::set_handler(|| {
        if !is_handled() {
            end(128 + signal_hook::consts::SIGINT);
        }
    });
    if watched.is_err() {
        say("Ctrl-C will leave a partial file: the system does not tell of it");
    }
}
