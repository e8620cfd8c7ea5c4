//! Signals: partial files go with the process, and a full quota is an error like any other.

#[cfg(unix)]
use super::terminal::say;

/// Watches for signals from now on.
///
/// SIGINT, SIGTERM and SIGHUP remove the partial file and end the process with 128 and their number; files that are
/// finished stay, and their number is said. A signal that was ignored when the process began stays ignored, as `nohup`
/// and shells want it. SIGXFSZ, which would end the process where a file grows over `ulimit -f`, is caught, so that the
/// write fails instead. Where a handler cannot be installed the signal keeps its usual meaning.
#[cfg(unix)]
pub fn watch() {
    use std::sync::{Arc, atomic::AtomicBool, mpsc};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let mut watched = vec![SIGINT, SIGTERM, SIGHUP];
    watched.retain(|&signal| !is_ignored(signal));
    // On a thread of its own: removing files takes a lock, which no handler may. The thread comes first, because a signal
    // with a handler that nobody waits for would be lost.
    let (installed, wait) = mpsc::channel();
    let thread = std::thread::Builder::new().name("signals".into());
    let spawned = thread.spawn(move || {
        let signals = Signals::new(watched);
        let _ = installed.send(());
        if let Some(signal) = signals
            .ok()
            .and_then(|mut signals| signals.forever().next())
        {
            let quiet = wgpu_noise::format::remove_partial_files();
            match quiet.finished_files() {
                0 => {}
                1 => say("interrupted; 1 finished file was kept"),
                n => say(&format!("interrupted; {n} finished files were kept")),
            }
            // At once: no destructor may wait for a GPU.
            signal_hook::low_level::exit(128 + signal);
        }
    });
    match spawned {
        Ok(_) => {
            let _ = wait.recv();
        }
        Err(_) => {
            say("a signal will leave its partial file: there is no thread to wait for signals");
        }
    }
}

/// Whether a signal is ignored, before any handler is installed.
#[cfg(target_os = "linux")]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = (status.lines())
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Other systems do not say which signals are ignored without unsafe code. SIGHUP is left as it is there, for the sake of
/// `nohup`.
#[cfg(all(unix, not(target_os = "linux")))]
fn is_ignored(signal: i32) -> bool {
    signal == signal_hook::consts::SIGHUP
}

/// Other systems end the process without asking; the next bake of a file removes what was left.
#[cfg(not(unix))]
pub fn watch() {}
