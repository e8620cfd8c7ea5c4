//! Bakes that are interrupted or killed.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::program::Folder;

/// A bake that takes minutes, once it has begun this many files, those in the folder included.
fn started(folder: &Folder, args: &str, files: usize) -> Child {
    let mut command = folder.command_with_signals(&format!("bake {args}"));
    let child = command.stderr(Stdio::piped()).spawn().expect("it starts");
    let start = Instant::now();
    while folder.files().len() < files {
        assert!(start.elapsed() < Duration::from_secs(60), "no partial file");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

/// How it ended, and what it said.
fn ended(mut child: Child) -> (ExitStatus, String) {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            let mut said = String::new();
            let mut stderr = child.stderr.take().expect("a pipe");
            stderr.read_to_string(&mut said).expect("text");
            return (status, said);
        }
        if start.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
            panic!("the signal did not end it");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn signal(child: &Child, name: &str) {
    let (pid, name) = (child.id().to_string(), format!("-{name}"));
    let kill = std::process::Command::new("kill")
        .args([&name, &pid])
        .status();
    assert!(kill.expect("`kill`").success());
}

const SEQUENCE: &str =
    "--size 64x64 --frames 40000 --octaves 2 --backend reference --max-hours 1e6 -o x.png";
const VOLUME: &str = "--size 3000x3000x300 --octaves 4 --backend cpu";

#[test]
fn signals_remove_the_partial_file() {
    let folder = Folder::new();
    let child = started(&folder, &format!("{VOLUME} -o x.npy"), 1);
    signal(&child, "INT");
    let (status, said) = ended(child);
    assert_eq!(status.code(), Some(130));
    assert!(!said.contains("interrupted"), "{said}");
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn signals_keep_the_frames_that_are_finished_and_count_them() {
    let signals = [("INT", 130), ("TERM", 143), ("HUP", 129)];
    for (round, (name, code)) in signals.into_iter().cycle().take(21).enumerate() {
        let folder = Folder::new();
        let child = started(&folder, SEQUENCE, 1);
        // Some moment of the work: the first ones while the file has just begun.
        std::thread::sleep(Duration::from_millis(round as u64 * 7));
        signal(&child, name);
        let (status, said) = ended(child);
        assert_eq!(status.code(), Some(code), "{name}");
        let files = folder.files();
        for (frame, file) in files.iter().enumerate() {
            assert_eq!(*file, format!("x_{frame:05}.png"));
            assert!(
                folder.read(file).ends_with(b"IEND\xae\x42\x60\x82"),
                "{file}"
            );
        }
        let counted = match files.len() {
            0 => !said.contains("kept"),
            1 => said.contains("interrupted; 1 finished file was kept\n"),
            n => said.contains(&format!("interrupted; {n} finished files were kept\n")),
        };
        assert!(counted, "{} files, and: {said}", files.len());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
    let folder = Folder::new();
    let run = folder.shell(&format!(
        "trap '' HUP INT; \"$NOISE\" bake {SEQUENCE} & \
         until [ -e x_00000.png ]; do sleep 0.01; done; \
         kill -HUP $!; kill -INT $!; frames=$(ls | wc -l); \
         until [ $(ls | wc -l) -gt $((frames + 2)) ]; do sleep 0.01; done; \
         kill -TERM $!; wait $!; echo $?"
    ));
    assert_eq!(run.text(), "143\n", "{}", run.stderr);
}

#[test]
fn a_killed_bake_leaves_the_old_file_whole() {
    let folder = Folder::new();
    let old = folder.baked("--size 4x4", "y.npy");
    let child = started(&folder, &format!("{VOLUME} -o y.npy"), 2);
    signal(&child, "KILL");
    assert_eq!(ended(child).0.signal(), Some(9));
    assert_eq!(folder.read("y.npy"), old);
}
