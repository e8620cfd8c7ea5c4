//! Signals: partial files go with the process, and a full quota is an error like any other.

/// Watches for signals from now on.
///
/// SIGINT, SIGTERM and SIGHUP remove the partial files and end the process with 128 and their number.
/// SIGXFSZ, which would end it where a file grows over `ulimit -f`, is caught, so that the write
/// fails instead. Where a handler cannot be installed the signal keeps its usual meaning.
#[cfg(unix)]
pub fn watch() {
    use std::sync::{Arc, atomic::AtomicBool};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};

    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]) else {
        return;
    };
    // On a thread of its own: removing files takes a lock, which no handler may.
    let waiting = std::thread::Builder::new().name("signals".into());
    let spawned = waiting.spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _quiet = wgpu_noise::format::remove_partial_files();
            // At once: no destructor may wait for a GPU.
            signal_hook::low_level::exit(128 + signal);
        }
    });
    if spawned.is_err() {
        super::terminal::say("signals will leave partial files: no thread to wait for them");
    }
}

/// Other systems end the process without asking; the next bake of a file removes what was left.
#[cfg(not(unix))]
pub fn watch() {}
