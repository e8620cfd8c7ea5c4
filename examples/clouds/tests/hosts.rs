//! Both hosts draw the same picture: the window, as an X server shows it, and the headless run's file.
//!
//! The X server is Xvfb, which keeps its screen in a file; the adapter is the one that `NOISE_ADAPTER` names, lavapipe by
//! default. Where either is missing the tests skip, and say so; with `NOISE_REQUIRE_ADAPTER=1` they fail.

#[path = "../../../tests/support/environment.rs"]
mod environment;
#[path = "../../../studio/tests/support/screen.rs"]
mod screen;
#[path = "../../../tests/support/skip.rs"]
mod skip;

use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::process::Command;

use screen::{Pixels, Screen};

const CLOUDS: &str = env!("CARGO_BIN_EXE_wgpu-noise-clouds");
const SIZE: [usize; 2] = [320, 180];
/// The same device computes the same pixels; where it rounds to eight bits is up to the format of each host's target.
const BOUND: u8 = 1;

fn clouds(flags: &[&str]) -> Command {
    let adapter = environment::adapter_name();
    let size = format!("{}x{}", SIZE[0], SIZE[1]);
    let mut command = Command::new(CLOUDS);
    command.args(["--adapter", &adapter, "--size", &size]);
    command.args(["--volume", "32", "--rays", "1", "--steps", "48"]);
    command.args(flags);
    command
}

/// What the headless run says; `None` without the adapter.
fn run(file: &Path, flags: &[&str]) -> Option<String> {
    let mut command = clouds(flags);
    let run = command.arg("--headless").arg("-o").arg(file).output();
    let run = run.expect("the program runs");
    let errors = String::from_utf8_lossy(&run.stderr);
    if errors.contains("no adapter") {
        skip::without_adapter(&errors);
        return None;
    }
    assert!(run.status.success(), "{errors}");
    Some(String::from_utf8_lossy(&run.stdout).into_owned())
}

/// What the headless run draws; `None` without the adapter.
fn drawn(name: &str, flags: &[&str]) -> Option<Pixels> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    run(&file, flags)?;
    let file = BufReader::new(fs::File::open(file).expect("the picture"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("its pixels");
    Some(pixels)
}

/// An X server whose screen is as large as the window; `None` where there is no Xvfb.
fn screen(name: &str) -> Option<Screen> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let screen = Screen::new(&folder, SIZE);
    if screen.is_none() {
        skip::without_adapter("there is no Xvfb");
    }
    screen
}

/// The largest difference of two pictures.
fn apart(a: &Pixels, b: &Pixels) -> u8 {
    assert_eq!(a.len(), b.len());
    let differences = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b));
    differences.max().unwrap_or(0)
}

#[test]
fn the_window_shows_what_the_headless_run_draws() {
    let Some(mut screen) = screen("still") else {
        return;
    };
    for (name, flags) in [
        ("noon", ["--mode", "volume", "--sun", "noon", "--time", "7"]),
        ("flat", ["--mode", "flat", "--sun", "20", "--time", "0"]),
    ] {
        let Some(expected) = drawn(name, &flags) else {
            return;
        };
        let mut window = screen.open(&mut clouds(&[flags.as_slice(), &["--still"]].concat()));
        let shown = screen.wait(&mut window, |shown| apart(shown, &expected) <= BOUND);
        if let Err(shown) = shown {
            panic!("{name}: {} apart", apart(&shown, &expected));
        }
        // Another moment is another picture.
        let flags = [&flags[..5], &["31"]].concat();
        let other = drawn("other", &flags).expect("the adapter");
        assert!(apart(&screen.shown(), &other) > 16, "{name}");
    }
}

/// After a loop noise, wind and all are where they were.
#[test]
fn a_loop_closes() {
    for mode in ["volume", "flat"] {
        let at = |time| drawn(mode, &["--mode", mode, "--time", time]);
        let (Some(start), Some(middle), Some(end)) = (at("0"), at("50"), at("120")) else {
            return;
        };
        assert!(
            apart(&start, &end) <= BOUND,
            "{mode}: {}",
            apart(&start, &end)
        );
        assert!(apart(&start, &middle) > 16, "{mode}");
    }
}

/// Where the device is the processor, noise and march are what a frame takes.
#[test]
fn the_parts_of_a_frame_are_the_whole() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("times.png");
    let Some(said) = run(&file, &["--frames", "3"]) else {
        return;
    };
    if !said.starts_with("llvmpipe") {
        return;
    }
    for line in said.lines().skip(1) {
        let numbers = line.split([' ', ',']).filter_map(|word| word.parse().ok());
        let [all, noise, march]: [f64; 3] = (numbers.collect::<Vec<_>>().try_into())
            .unwrap_or_else(|_| panic!("no three times: {line}"));
        assert!(noise > 0.0 && march > 0.0, "{line}");
        assert!((0.5..1.01).contains(&((noise + march) / all)), "{line}");
    }
}

/// With sliders the clouds move on, and the panel lies over them.
#[test]
fn the_window_moves_and_has_a_panel() {
    let Some(mut screen) = screen("moving") else {
        return;
    };
    let flags = ["--mode", "flat", "--wind", "0"];
    let Some(bare) = drawn("bare", &flags) else {
        return;
    };
    let mut window = screen.open(&mut clouds(&flags));
    let dark = |shown: &Pixels| {
        // Of the corner where the panel opens.
        let rows = shown.chunks(3 * SIZE[0]).skip(20).take(60);
        let pixels = rows.flat_map(|row| row[3 * 20..3 * 120].chunks(3));
        pixels.filter(|p| p.iter().all(|&c| c < 60)).count()
    };
    assert!(dark(&bare) < 600);
    let shown = screen.wait(&mut window, |shown| dark(shown) > 3000);
    assert!(shown.is_ok(), "no panel");
    let right = |shown: &Pixels| -> Pixels {
        let rows = shown.chunks(3 * SIZE[0]);
        rows.flat_map(|row| row[3 * (SIZE[0] - 40)..].to_vec())
            .collect()
    };
    let first = right(&screen.shown());
    let moved = screen.wait(&mut window, |shown| apart(&right(shown), &first) > 2);
    assert!(moved.is_ok(), "the clouds stand still");
}
