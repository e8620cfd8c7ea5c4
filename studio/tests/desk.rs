//! The studio at work, without a window: real events go in, and the pixels that egui's renderer draws come out.
//!
//! The adapter is the one that `NOISE_ADAPTER` names, lavapipe by default. Where there is none the tests skip, and say so; with
//! `NOISE_REQUIRE_ADAPTER=1` they fail.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use eframe::egui::{Event, Key, Modifiers};
use support::{Desk, apart};
use wgpu_noise::format::FileType;
use wgpu_noise::noise::table::Cell;
use wgpu_noise::recipe::Preset;
use wgpu_noise_studio::app::{Computes, View};
use wgpu_noise_studio::document::{Document, Subject};
use wgpu_noise_studio::take::{Baking, sized};

/// A step of the texture, and one of what egui's shader rounds.
const BOUND: u8 = 2;

fn preset(name: &str) -> Document {
    Document::preset(&Preset::find(name).expect("a preset")).expect("a document")
}

#[test]
fn every_preset_is_shown_as_the_cpu_computes_it() {
    let Some(mut desk) = Desk::new([1024, 320]) else {
        return;
    };
    let mut last = Vec::new();
    for preset in Preset::ALL {
        desk.studio
            .open(Document::preset(preset).expect("a document"));
        let (found, wanted) = (desk.picture(), desk.computed());
        // A jump may take either side in a few samples, as `Job::jump_share` says.
        let strays = found
            .iter()
            .zip(&wanted)
            .filter(|(a, b)| a.abs_diff(**b) > BOUND)
            .count();
        assert!(
            strays * 500 <= found.len(),
            "{}: {strays} strays",
            preset.name
        );
        assert_ne!(found, last, "{}: nothing has changed", preset.name);
        last = found;
    }
}

#[test]
fn a_dragged_parameter_changes_the_pixels_as_the_cpu_says_and_undo_restores_them() {
    let Some(mut desk) = Desk::new([1024, 900]) else {
        return;
    };
    let before = desk.picture();
    assert!(apart(&before, &desk.computed()) <= BOUND);
    let text = desk.studio.document.text().to_string();

    let amplitude = desk.widget("amplitude", "SpinButton");
    desk.drag(amplitude, 60.0);
    let nodes =
        |desk: &Desk| desk.studio.document.recipe().nodes["bent"].params["amplitude"].clone();
    assert!(
        matches!(nodes(&desk), Cell::Number(number) if number > 0.26),
        "{:?}",
        nodes(&desk)
    );
    let after = desk.picture();
    assert!(apart(&after, &desk.computed()) <= BOUND);
    assert!(
        apart(&after, &before) > 10 * BOUND,
        "the control: the picture is another"
    );
    assert!(
        desk.studio.document.text().contains("# where it passes 0"),
        "comments stay"
    );

    desk.press(Key::Z, Modifiers::COMMAND);
    assert_eq!(desk.studio.document.text(), text, "one drag is one step");
    assert_eq!(desk.picture(), before);
    desk.press(Key::Z, Modifiers::COMMAND | Modifiers::SHIFT);
    assert_eq!(desk.picture(), after);
}

#[test]
fn a_mistake_has_its_line_and_the_last_good_picture_stays() {
    let Some(mut desk) = Desk::new([1024, 320]) else {
        return;
    };
    let before = desk.picture();
    let text = desk
        .studio
        .document
        .text()
        .replace("octaves = 7", "octaves = 70");
    desk.studio.document.set_text(Subject::Text, text.clone());
    let mistake = desk.studio.document.mistake().expect("a mistake").clone();
    let line = 1 + text[..text.find("octaves = 70").expect("it")]
        .matches('\n')
        .count();
    assert_eq!(mistake.line, Some(line));
    assert!(
        mistake.message.contains("from 1 to 32"),
        "{}",
        mistake.message
    );
    assert_eq!(desk.picture(), before);
    assert!(desk.says(&format!("line {line}: ")), "the panel says where");
    desk.press(Key::Z, Modifiers::COMMAND);
    assert!(desk.studio.document.mistake().is_none() && !desk.says("line "));
}

#[test]
fn one_moves_over_the_plane_and_through_time_and_volumes() {
    let Some(mut desk) = Desk::new([1024, 320]) else {
        return;
    };
    desk.studio.open(preset("lava"));
    let first = desk.picture();
    let changed = |desk: &mut Desk, what: &str| {
        let found = desk.picture();
        assert!(apart(&found, &desk.computed()) <= BOUND, "{what}");
        assert!(apart(&found, &first) > 10 * BOUND, "{what} changes nothing");
    };
    let middle = desk.studio.seen.as_ref().expect("a picture").place.center();
    desk.scroll(middle, 300.0);
    changed(&mut desk, "zooming");
    desk.drag(middle, 37.0);
    changed(&mut desk, "panning");
    desk.studio.view = View::Tiled;
    changed(&mut desk, "tiling");
    desk.studio.view = View::Plane;
    desk.click("Play");
    for _ in 0..6 {
        desk.step(Vec::new());
    }
    desk.click("Pause");
    changed(&mut desk, "playing");
    desk.studio.computes = Computes::Cpu;
    changed(&mut desk, "computing on the CPU");
}

#[test]
fn a_file_has_the_bytes_that_the_command_line_writes() {
    let Some(mut desk) = Desk::new([1024, 900]) else {
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("take");
    fs::create_dir_all(&folder).expect("a folder");
    let (taken, wanted) = (folder.join("taken.png"), folder.join("wanted.png"));
    for path in [&taken, &wanted] {
        let _ = fs::remove_file(path);
    }
    let recipe = folder.join("marble.toml");
    fs::write(&recipe, desk.studio.document.text()).expect("a recipe");

    desk.click("Take away");
    let field = desk.placeholder("marble.png");
    desk.point(field);
    desk.step(vec![Event::Text(taken.display().to_string())]);
    desk.click("Bake");
    let begun = Instant::now();
    while !desk.says("wrote ") {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "it takes too long"
        );
        sleep(Duration::from_millis(5));
        desk.step(Vec::new());
    }
    let Some(program) = program() else { return };
    let mut run = Command::new(program);
    run.arg("bake")
        .arg(&recipe)
        .args(["--backend", "cpu", "-o"])
        .arg(&wanted);
    assert!(run.status().expect("the program runs").success());
    assert!(fs::read(&taken).expect("the file") == fs::read(&wanted).expect("the file"));
}

#[test]
fn a_cancelled_file_is_not_left() {
    let recipe = preset("caves").recipe().clone();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cancelled.raw");
    let path = path.to_str().expect("a path");
    let mut baking = Baking::start(sized(&recipe, &[1024, 1024, 1024]), FileType::Raw, path);
    baking.cancel();
    let ended = loop {
        match baking.ended() {
            Some(ended) => break ended,
            None => sleep(Duration::from_millis(5)),
        }
    };
    assert!(ended.expect_err("it was cancelled").contains("cancelled"));
    assert!(!Path::new(path).exists());
}

/// The program `wgpu-noise`, which the tests of the workspace build beside these.
fn program() -> Option<PathBuf> {
    let tests = std::env::current_exe().ok()?;
    let program = tests
        .ancestors()
        .nth(2)?
        .join(format!("wgpu-noise{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        support::skip("the program wgpu-noise is not built");
        return None;
    }
    Some(program)
}
