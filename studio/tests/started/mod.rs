//! The program itself: its window on an X server, without a display, and started by `wgpu-noise preview`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use wgpu_noise_studio::view::Computes;

use crate::support::screen::{Pixels, Screen};
use crate::support::{Desk, apart, folder, skip};
use crate::{BOUND, preset, program};

/// The size of the program's window.
const SIZE: [usize; 2] = [1280, 800];

/// The program, which remembers nothing from an earlier run of a test.
fn studio(name: &str) -> Command {
    let folder = fresh(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_wgpu-noise-studio"));
    command.env("XDG_DATA_HOME", folder);
    command
}

/// An empty folder of a test.
fn fresh(name: &str) -> PathBuf {
    let _ = fs::remove_dir_all(folder(name));
    folder(name)
}

fn without_display(command: &mut Command) -> Output {
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(name);
    }
    command.output().expect("the program runs")
}

#[test]
fn its_window_has_the_picture() {
    let folder = fresh("screen");
    let Some(mut screen) = Screen::new(&folder, SIZE) else {
        return skip::without_adapter("there is no Xvfb");
    };
    let Some(mut desk) = Desk::new(SIZE.map(|side| side as u32)) else {
        return;
    };
    desk.studio.computes = Computes::Cpu;
    let wanted = desk.picture();
    let place = desk.studio.seen.as_ref().expect("a picture").place;
    let part = |shown: &Pixels| -> Pixels {
        let rows = shown
            .chunks(3 * SIZE[0])
            .take(place.bottom() as usize)
            .skip(place.top() as usize);
        let columns = 3 * place.left() as usize..3 * place.right() as usize;
        rows.flat_map(|row| row[columns.clone()].to_vec()).collect()
    };
    let mut window = screen.open(studio("window").arg("marble"));
    let shown = screen.wait(&mut window, |shown| apart(&part(shown), &wanted) <= BOUND);
    if let Err(shown) = shown {
        panic!("{} apart", apart(&part(&shown), &wanted));
    }
    desk.studio.open(preset("planet"));
    let other = desk.picture();
    let shown = part(&screen.shown());
    assert!(apart(&shown, &other) > 10 * BOUND, "the control");
}

#[test]
fn without_a_display_one_line_says_so() {
    let output = without_display(studio("dark").arg("marble"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(
        said, "wgpu-noise-studio: no window: there is no display\n",
        "one line"
    );
    // A mistake is told before a window is asked for.
    let output = without_display(studio("dark").arg("marbel"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("marbel") && !said.contains("display"),
        "{said}"
    );
}

#[test]
fn preview_starts_the_studio_beside_itself_or_says_how_to_install_it() {
    let Some(program) = program() else { return };
    let output = without_display(Command::new(&program).args(["preview", "marble"]));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("wgpu-noise-studio: no window"), "{said}");
    assert!(!output.status.success());

    let alone = fresh("alone").join(program.file_name().expect("a name"));
    fs::copy(&program, &alone).expect("a copy");
    let mut command = Command::new(&alone);
    command.args(["preview", "marble"]).env("PATH", "");
    let output = without_display(&mut command);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cargo install --path studio"), "{said}");
    assert!(!said.contains("no window") && !output.status.success());
}
