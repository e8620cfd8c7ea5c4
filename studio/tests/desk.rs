//! The studio at work, without a window: real events go in, and the pixels that egui's renderer draws come out.
//!
//! The adapter is the one that `NOISE_ADAPTER` names, lavapipe by default. Where there is none the tests skip, and say so; with
//! `NOISE_REQUIRE_ADAPTER=1` they fail.

mod far;
mod keyboard;
mod odd;
mod opened;
mod own;
mod recalled;
mod solids;
mod started;
mod support;
mod taken;
mod targets;
mod told;

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use eframe::egui::{Event, Key, Modifiers, vec2};
use support::{Desk, apart, folder};
use wgpu_noise::Recipe;
use wgpu_noise::format::{FileType, Inputs};
use wgpu_noise::noise::table::Cell;
use wgpu_noise::recipe::Preset;
use wgpu_noise_studio::document::{Document, Subject};
use wgpu_noise_studio::take::{Baking, sized, stem};
use wgpu_noise_studio::view::{Computes, Shown, View};

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
        let document = Document::preset(preset).expect("a document");
        desk.studio.open(document.clone());
        let (found, wanted) = (desk.picture(), desk.computed());
        let text = desk.studio.document.text();
        assert_eq!(text, document.text(), "to show it changes nothing");
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
    desk.press_at(amplitude);
    desk.move_to(amplitude + vec2(60.0, 0.0));
    let within_two = [desk.pixels(), desk.next_pixels()];
    assert!(
        within_two
            .iter()
            .any(|now| apart(now, &before) > 10 * BOUND),
        "two frames after the pointer has moved the picture is another"
    );
    desk.release_at(amplitude + vec2(60.0, 0.0));
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
    let folder = folder("take");
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
    let folder = folder("cancelled");
    let path = folder.join("cancelled.raw");
    let path = path.to_str().expect("a path");
    let mut baking = Baking::start(
        sized(&recipe, &[1024, 1024, 1024]),
        Inputs::default(),
        FileType::Raw,
        path,
    );
    while baking.progress() == 0.0 {
        sleep(Duration::from_millis(1));
    }
    let left = || fs::read_dir(&folder).expect("the folder").count();
    assert!(left() > 0, "the control: it writes there");
    baking.cancel();
    let ended = ended(&mut baking);
    assert!(ended.expect_err("it was cancelled").contains("cancelled"));
    assert_eq!(left(), 0);
}

#[test]
fn a_cancelled_erosion_ends_at_once() {
    let text =
        "size = [1024, 1024]\nchannels = ['n']\nnodes.n = 'perlin(4)'\nerosion.iterations = 100000";
    let recipe = Recipe::parse(text, "eroded.toml").expect("a recipe");
    let path = folder("cancelled-erosion").join("eroded.raw");
    let path = path.to_str().expect("a path");
    let mut baking = Baking::start(recipe, Inputs::default(), FileType::Raw, path);
    // The heights are computed within this time; the erosion takes many minutes.
    sleep(Duration::from_millis(500));
    assert!(baking.ended().is_none(), "the control: it goes on");
    let begun = Instant::now();
    baking.cancel();
    assert!(
        ended(&mut baking)
            .expect_err("it was cancelled")
            .contains("cancelled")
    );
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn slopes_have_the_colours_that_their_signs_say() {
    let Some(mut desk) = Desk::new([1024, 320]) else {
        return;
    };
    let ramp = "size = [64, 64]\nchannels = ['n']\nnodes.n = 'x + 0.5 * y'";
    desk.studio
        .open(Document::of_text("ramp.toml", ramp).expect("a document"));
    let plain = desk.picture();
    // (1, 1/2, 0) and the normal (-1, 1/2, 1), of which y points up.
    for (shown, wanted) in [
        (Shown::Gradient, [255, 191, 128]),
        (Shown::Normals, [43, 170, 213]),
    ] {
        desk.studio.shown = shown;
        let found = desk.picture();
        assert!(
            apart(&found, &wanted.repeat(found.len() / 3)) <= BOUND,
            "{shown:?}: {:?}",
            &found[..3]
        );
        assert!(apart(&found, &plain) > BOUND, "the control");
    }
}

#[test]
fn a_kept_recipe_is_left_of_the_line_and_the_edited_one_right_of_it() {
    let Some(mut desk) = Desk::new([1280, 320]) else {
        return;
    };
    let before = desk.picture();
    desk.press(Key::K, Modifiers::NONE);
    desk.studio.document.set_key("seed", Some(9.into()));
    let both = desk.picture();
    desk.press(Key::X, Modifiers::NONE);
    let after = desk.picture();
    desk.press(Key::X, Modifiers::NONE);
    let line = 4;
    let width = desk.studio.seen.as_ref().expect("a picture").place.width() as usize;
    // Below the letters, and away from the line.
    let part = |picture: &[u8], columns: std::ops::Range<usize>| {
        let rows = picture.chunks(3 * width).skip(40);
        rows.flat_map(|row| row[3 * columns.start..3 * columns.end].to_vec())
            .collect::<Vec<u8>>()
    };
    let (left, right) = (line..width / 2 - line, width / 2 + line..width - line);
    assert_eq!(part(&both, left.clone()), part(&before, left.clone()));
    assert_eq!(part(&both, right.clone()), part(&after, right.clone()));
    assert_ne!(
        part(&after, left.clone()),
        part(&before, left.clone()),
        "the control"
    );
    let all = line..width - line;
    assert_eq!(part(&desk.picture(), all.clone()), part(&before, all));
    desk.click("Back to A");
    assert_eq!(desk.studio.document.recipe().seed, 3);
    assert_eq!(desk.picture(), before);
}

#[test]
fn each_output_is_shown_and_has_the_bytes_that_the_command_line_writes() {
    let Some(mut desk) = Desk::new([1024, 320]) else {
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outputs");
    let wanted = folder.join("wanted");
    fs::create_dir_all(&wanted).expect("a folder");
    let recipe = folder.join("marble.toml");
    fs::write(&recipe, desk.studio.document.text()).expect("a recipe");
    let Some(program) = program() else { return };
    let mut run = Command::new(program);
    run.arg("bake")
        .arg(&recipe)
        .args(["--backend", "cpu", "--size", "64x64", "-o"])
        .arg(&wanted);
    assert!(run.status().expect("the program runs").success());

    let own = desk.picture();
    let mut chosen = "own picture".to_string();
    let names: Vec<String> = desk
        .studio
        .document
        .whole()
        .outputs
        .keys()
        .cloned()
        .collect();
    for name in names {
        desk.click(&chosen);
        desk.click(&name);
        let found = desk.picture();
        assert!(apart(&found, &desk.computed()) <= BOUND, "{name}");
        assert_eq!(found == own, name == "height", "{name}");
        let file = format!("{}.png", stem("marble.toml", Some(&name)));
        let path = folder.join(&file);
        let recipe = sized(desk.studio.document.recipe(), &[64, 64]);
        let mut baking = Baking::start(
            recipe,
            Inputs::default(),
            FileType::Png,
            path.to_str().expect("a path"),
        );
        ended(&mut baking).expect("a file");
        let [found, wanted] =
            [path, wanted.join(&file)].map(|path| fs::read(path).expect("a file"));
        assert!(found == wanted, "{name}");
        chosen = name;
    }
}

#[test]
fn of_two_volumes_each_shows_its_own_slice() {
    let Some(mut desk) = Desk::new([1024, 320]) else {
        return;
    };
    let of = |depth: u32| {
        let text =
            format!("size = [16, 16, {depth}]\nrange = [0, 1]\nchannels = ['n']\nnodes.n = 'z'");
        Document::of_text("z.toml", &text).expect("a document")
    };
    desk.studio.open(of(4));
    desk.studio.keep();
    let deep = of(16).text().to_string();
    desk.studio.document.set_text(Subject::Recipe, deep);
    desk.picture();
    let slider = desk.widget("slice z", "Slider");
    desk.drag(slider, 600.0);
    let found = desk.picture();
    let row =
        found.len() - 3 * desk.studio.seen.as_ref().expect("a picture").place.width() as usize;
    // The middles of the last slices: 3.5 and 15.5 of 16.
    let ends = [&found[row..row + 3], &found[found.len() - 3..]];
    assert!(
        apart(ends[0], &[56; 3]) <= BOUND && apart(ends[1], &[247; 3]) <= BOUND,
        "{ends:?}"
    );
}

#[test]
fn a_dragged_wire_changes_the_text_and_a_cycle_is_refused() {
    let Some(mut desk) = Desk::new([1408, 700]) else {
        return;
    };
    let text = "# kept\nsize = [64, 64]\nchannels = ['c']\n[nodes.a]\nkind = 'perlin'\n[nodes.b]\nkind = 'value'\n[nodes.c]\n\
        kind = 'abs'\nof = 'a'   # wired\n";
    desk.studio
        .open(Document::of_text("wires.toml", text).expect("a document"));
    let before = desk.picture();
    desk.click("Graph");
    let (from, to) = (desk.labelled("output of b"), desk.labelled("of of c"));
    desk.drag_to(from, to);
    let rewired = text.replace("'a'   #", "\"b\"   #");
    assert_eq!(desk.studio.document.text(), rewired);
    assert!(apart(&desk.picture(), &before) > 10 * BOUND);
    let (from, to) = (desk.labelled("output of c"), desk.labelled("of of c"));
    desk.drag_to(from, to);
    assert!(desk.says("c cannot take itself as input"));
    assert_eq!(desk.studio.document.text(), rewired);
}

#[test]
fn a_recipe_that_imports_another_is_opened_edited_and_saved() {
    let Some(mut desk) = Desk::new([1024, 640]) else {
        return;
    };
    let folder = folder("imports");
    fs::write(
        folder.join("stone.toml"),
        "channels = ['s']\nnodes.s = 'perlin(3)'",
    )
    .expect("a file");
    let text = "size = [64, 64]\nchannels = ['w']\n[imports]\nstone = 'stone.toml'\n[nodes.w]\nkind = 'pow'\nof = 'stone.s'\nexponent = 2\n";
    let file = folder.join("wall.toml");
    fs::write(&file, text).expect("a file");
    desk.open(&file).expect("a recipe");
    let before = desk.picture();
    desk.studio
        .document
        .set("w", "exponent", Some(Cell::Number(4.0)));
    assert_eq!(desk.studio.document.mistake(), None);
    assert!(apart(&desk.picture(), &before) > 10 * BOUND);
    desk.press(Key::S, Modifiers::COMMAND);
    assert_eq!(
        fs::read_to_string(&file).expect("a file"),
        text.replace("exponent = 2", "exponent = 4")
    );
    // What something else writes is shown.
    sleep(Duration::from_millis(20));
    desk.step(Vec::new());
    fs::write(&file, text).expect("a file");
    sleep(Duration::from_millis(450));
    assert_eq!(desk.picture(), before);
    // What it imports is followed, too.
    sleep(Duration::from_millis(20));
    let stone = |cells: u32| {
        let text = format!("channels = ['s']\nnodes.s = 'perlin({cells})'");
        fs::write(folder.join("stone.toml"), text).expect("a file");
        sleep(Duration::from_millis(450));
    };
    stone(5);
    let other = desk.picture();
    assert!(apart(&other, &before) > 10 * BOUND);
    assert!(apart(&other, &desk.computed()) <= BOUND);
    stone(3);
    assert_eq!(desk.picture(), before);
    desk.studio
        .document
        .set_text(Subject::Text, text.replace("stone.toml", "none.toml"));
    let mistake = desk.studio.document.mistake().expect("a mistake");
    assert!(mistake.message.contains("none.toml"), "{}", mistake.message);
}

#[test]
fn a_picture_beside_the_recipe_is_shown_and_followed() {
    let Some(mut desk) = Desk::new([1024, 640]) else {
        return;
    };
    let folder = folder("pictures");
    let wall = folder.join("wall.png");
    // That of an earlier run.
    let _ = fs::remove_file(folder.join("the wall.png"));
    let grey = |level: &str| {
        let text = format!("size = [4, 4]\nrange = [0, 1]\nchannels = ['a']\nnodes.a = '{level}'");
        let recipe = Document::of_text("grey.toml", &text).expect("a document");
        let path = wall.to_str().expect("a path");
        let mut baking = Baking::start(
            recipe.recipe().clone(),
            Inputs::default(),
            FileType::Png,
            path,
        );
        ended(&mut baking).expect("a file");
    };
    let is_grey = |found: &[u8], level: u8| apart(found, &vec![level; found.len()]) <= BOUND;
    grey("0.2");
    let text = "size = [64, 64]\nrange = [0, 1]\nchannels = ['a']\n[nodes]\n# A wall.\n\
        a = 'image(`wall.png`, frequency = 2)'\n";
    let file = folder.join("wall.toml");
    fs::write(&file, text).expect("a file");
    desk.open(&file).expect("a recipe");
    let dark = desk.picture();
    assert!(is_grey(&dark, 51), "{:?}", &dark[..3]);

    // What something else draws is shown.
    sleep(Duration::from_millis(20));
    grey("0.8");
    sleep(Duration::from_millis(450));
    let light = desk.picture();
    assert!(is_grey(&light, 204), "{:?}", &light[..3]);

    // Without its picture the recipe has a mistake, and the rest of the text keeps its form.
    let document = &mut desk.studio.document;
    document.set("a", "file", Some(Cell::Text("the wall.png".into())));
    assert_eq!(
        document.text(),
        text.replace("`wall.png`", "`the wall.png`")
    );
    let mistake = document.mistake().expect("a mistake");
    assert_eq!(mistake.line, Some(6));
    let message = "wall.png (No such file";
    assert!(mistake.message.contains(message), "{}", mistake.message);
    assert_eq!(desk.picture(), light);
    fs::rename(&wall, folder.join("the wall.png")).expect("it moves");
    sleep(Duration::from_millis(450));
    desk.step(Vec::new());
    assert_eq!(desk.studio.document.mistake(), None);

    // A path is typed, or picked in a dialog.
    grey("0.4");
    let field = desk.widget("file", "TextInput");
    desk.point(field);
    desk.press(Key::A, Modifiers::COMMAND);
    desk.step(vec![Event::Text("wall.png".into())]);
    assert_eq!(desk.studio.document.mistake(), None);
    let found = desk.picture();
    assert!(is_grey(&found, 102), "{:?}", &found[..3]);
    let [inside, outside] = [&wall, &folder].map(|path| path.canonicalize().expect("a path"));
    assert_eq!(desk.studio.document.path_of(&inside), "wall.png");
    #[cfg(unix)]
    {
        let link = folder.join("here");
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(&folder, &link).expect("a link");
        let linked = desk.studio.document.path_of(&link.join("wall.png"));
        assert_eq!(linked, "wall.png");
    }
    let elsewhere = outside.with_file_name("wall.png");
    let path = desk.studio.document.path_of(&elsewhere);
    assert_eq!(path, elsewhere.to_str().expect("a path"));
}

#[test]
fn a_lost_device_leaves_what_another_studio_goes_on_with() {
    let Some(mut desk) = Desk::new([1408, 320]) else {
        return;
    };
    desk.studio.document.set_key("seed", Some(9.into()));
    desk.studio.view = View::Tiled;
    let wrong = desk
        .studio
        .document
        .text()
        .replace("octaves = 7", "octaves = 70");
    desk.studio.keep();
    desk.studio.document.set_key("seed", Some(5.into()));
    desk.studio.choose(Some("normal".to_string()));
    let picture = desk.picture();
    desk.studio.document.set_text(Subject::Text, wrong.clone());
    let left = Rc::new(RefCell::new(None));
    let into = left.clone();
    desk.studio
        .on_lost(Box::new(move |_, studio| drop(into.replace(Some(studio)))));
    desk.step(Vec::new());
    assert!(left.borrow().is_none(), "the control");
    assert!(!desk.draws_nothing(), "the control");
    desk.lose();
    desk.step(Vec::new());
    assert!(
        desk.draws_nothing(),
        "egui's renderer panics on a lost device"
    );
    // As the storage keeps it.
    let left = serde_json::to_string(&*left.borrow()).expect("JSON");
    let left: Option<wgpu_noise_studio::remembered::Remembered> =
        serde_json::from_str(&left).expect("JSON");
    let mut next = Desk::new([1408, 320]).expect("another device");
    next.studio.recall(left.expect("what was in it"));
    assert_eq!(next.studio.document.text(), wrong);
    assert!(next.studio.document.mistake().is_some());
    assert!(next.studio.compare.is_some());
    assert_eq!(apart(&next.picture(), &picture), 0);
}

#[test]
fn a_large_picture_of_the_cpu_keeps_no_frame_waiting() {
    let Some(mut desk) = Desk::new([2048, 1200]) else {
        return;
    };
    desk.studio.computes = Computes::Cpu;
    desk.studio.open(preset("planet"));
    desk.step(Vec::new());
    desk.studio.document.set_key("seed", Some(9.into()));
    let (mut waited, mut longest) = (0, Duration::ZERO);
    desk.step(Vec::new());
    for _ in 0..3 {
        desk.step(vec![Event::PointerGone]);
    }
    while desk.studio.is_working {
        let begun = Instant::now();
        desk.step(Vec::new());
        longest = longest.max(begun.elapsed());
        waited += 1;
    }
    assert!(waited > 3, "the control: it takes several frames");
    assert!(longest < Duration::from_millis(250), "{longest:?}");
    assert!(apart(&desk.picture(), &desk.computed()) <= BOUND);
}

/// Waits for the end of a bake.
fn ended(baking: &mut Baking) -> Result<String, String> {
    loop {
        match baking.ended() {
            Some(ended) => return ended,
            None => sleep(Duration::from_millis(5)),
        }
    }
}

/// The program `wgpu-noise`, which the tests of the workspace build beside these.
fn program() -> Option<PathBuf> {
    let tests = std::env::current_exe().ok()?;
    let program = tests
        .ancestors()
        .nth(2)?
        .join(format!("wgpu-noise{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        support::skip::without_adapter("the program wgpu-noise is not built");
        return None;
    }
    Some(program)
}
