//! Recipes, windows and files that nobody expects: whatever is given, a sentence says what is wrong, or a picture is there.

use std::fs;

use eframe::egui::Event;
use wgpu_noise_studio::document::{Document, Subject};
use wgpu_noise_studio::view::{Computes, Shown, View};

use crate::support::{Desk, folder};

/// Every panel of a narrow window.
const TABS: [&str; 5] = ["Nodes", "Recipe", "Take away", "Values", "Graph"];

/// Shows a recipe in every view and panel.
fn show_all(desk: &mut Desk) {
    for view in [View::Plane, View::Tiled, View::Relief, View::Volume] {
        if desk.studio.can_show(view) {
            desk.studio.view = view;
            desk.step(Vec::new());
        }
    }
    desk.studio.view = View::Plane;
    for shown in [
        Shown::Gradient,
        Shown::Normals,
        Shown::Channel(3),
        Shown::Colours,
    ] {
        desk.studio.shown = shown;
        desk.step(Vec::new());
    }
    for tab in TABS {
        desk.click(tab);
    }
    desk.click("Recipe");
}

#[test]
fn no_text_stops_the_studio() {
    let Some(mut desk) = Desk::new([384, 640]) else {
        return;
    };
    let wide: String = (1..600)
        .map(|i| format!("n{i} = 'abs(n{})'\n", i - 1))
        .collect();
    let texts = [
        String::new(),
        "\0".to_string(),
        "channels = []".to_string(),
        "size = [0]\nchannels = ['n']\nnodes.n = 'perlin(3)'".to_string(),
        "size = [4294967295, 4294967295, 4294967295]\nchannels = ['n']\nnodes.n = 'perlin(3)'".to_string(),
        "size = [1]\nchannels = ['n']\nnodes.n = 'perlin(3)'".to_string(),
        "size = [1, 1, 1]\nframes = 1\nchannels = ['n']\nnodes.n = '1/0'".to_string(),
        "size = [8, 1000000]\nchannels = ['n']\nnodes.n = 'perlin(3)'".to_string(),
        "size = [8, 2000000]\nframes = 70000\nduration = 0.005   # kept\nchannels = ['n']\nnodes.n = 'perlin(3)'".to_string(),
        "size = [8, 8]\nchannels = ['n']\nnodes.p = 'perlin(3)'\nnodes.n = { kind = 'fbm', of = 'p', gain = 200, octaves = 70 }".to_string(),
        "size = [8, 8]\nchannels = ['n']\nparameters.p = { default = 0.00004, range = [0, 0.001] }\nnodes.n = 'p * perlin(3)'".to_string(),
        "size = [8, 8]\nframes = 3\nduration = nan   # kept\nchannels = ['n']\nnodes.n = 'perlin(3)'".to_string(),
        "size = [8, 8]\nchannels = ['n']\nramp = [[nan, '#000000'], [1, '#ffffff']]   # kept\nnodes.n = { kind = 'perlin', frequency = -nan }".to_string(),
        "size = [8, 8]\nseamless = true\nrange = 'measured'\nchannels = ['n']\nnodes.n = '7'".to_string(),
        "size = [8, 8]\nextent = [1e300, 1e-300]\nchannels = ['n']\nnodes.n = 'perlin(3)'".to_string(),
        "channels = ['a']\n[nodes]\na = 'abs(b)'\nb = 'abs(a)'".to_string(),
        "channels = ['a']\n[nodes]\na = 'abs(a)'".to_string(),
        "channels = ['n']\nnodes.n = 'fbm(fbm(fbm(perlin(1e18), octaves = 32), octaves = 32), octaves = 32)'".to_string(),
        format!("channels = ['n']\nnodes.n = '{}x{}'", "abs(".repeat(5000), ")".repeat(5000)),
        format!("size = [8, 8]\nchannels = ['n599']\n[nodes]\nn0 = 'perlin(3)'\n{wide}"),
        format!("title = '{}'\nchannels = ['n']\nnodes.n = 'perlin(3)'", "ü".repeat(9000)),
        "x".repeat(200_000),
        "channels = ['n']\nnodes.n = 'perlin(3)'\nramp = [[0, '#000000'], [0, '#ffffff']]\n[outputs]\na = {}".to_string(),
    ];
    for text in texts {
        desk.studio.document.set_text(Subject::Text, text.clone());
        show_all(&mut desk);
        let is_right = desk.studio.document.mistake().is_none();
        let now = desk.studio.document.text();
        assert!(now == text, "shown, {text:.200} became {now:.200}");
        assert_eq!(
            is_right,
            Document::of_text("odd.toml", &text).is_ok(),
            "{text:.200}"
        );
    }
    assert!(desk.studio.document.undo(), "the control: texts were set");
}

#[test]
fn recipes_that_import_each_other_are_refused() {
    let folder = folder("circle");
    let text = |other: &str| {
        format!("channels = ['n']\n[imports]\no = '{other}'\n[nodes]\nn = 'abs(o.n)'")
    };
    fs::write(folder.join("a.toml"), text("b.toml")).expect("a file");
    fs::write(folder.join("b.toml"), text("a.toml")).expect("a file");
    let Some(mut desk) = Desk::new([384, 640]) else {
        return;
    };
    let error = desk.open(&folder.join("a.toml"));
    assert!(error.expect_err("a circle").to_string().contains("a.toml"));
    fs::write(
        folder.join("b.toml"),
        "channels = ['n']\nnodes.n = 'perlin(3)'",
    )
    .expect("a file");
    desk.open(&folder.join("a.toml")).expect("the control");
}

#[test]
fn a_long_number_widens_no_panel() {
    let Some(mut desk) = Desk::new([1280, 640]) else {
        return;
    };
    let mut left = |number: &str| {
        let numbers = [number; 3].join(", ");
        let text = format!("size = [8, 8, 8]\nchannels = ['n']\nnodes.n = 'perlin(({numbers}))'");
        desk.studio.document.set_text(Subject::Text, text);
        desk.picture();
        assert!(desk.says(" a pixel"), "{number} is shown");
        desk.studio.seen.as_ref().expect("a picture").place.left()
    };
    let before = left("3");
    assert_eq!(left("123456789.25"), before);
}

#[test]
fn nothing_is_cut_off_in_a_narrow_window_and_any_size_is_one() {
    for width in [384, 576] {
        let Some(mut desk) = Desk::new([width, 800]) else {
            return;
        };
        for name in ["lava", "caves", "marble"] {
            desk.studio.open(crate::preset(name));
            desk.studio.keep();
            for tab in TABS {
                desk.click(tab);
                assert_eq!(
                    desk.beyond(width as f32),
                    [] as [String; 0],
                    "{name}, {tab}"
                );
            }
        }
        assert_ne!(
            desk.beyond(width as f32 / 2.0),
            [] as [String; 0],
            "the control"
        );
    }
    let sizes = [[1, 1], [64, 8], [8, 640], [128, 100], [4096, 64]];
    for size in sizes {
        let Some(mut desk) = Desk::new(size) else {
            return;
        };
        for computes in [Computes::Gpu, Computes::Cpu] {
            desk.studio.computes = computes;
            for view in [View::Plane, View::Tiled, View::Relief] {
                desk.studio.view = view;
                desk.step(vec![Event::PointerGone]);
            }
        }
        assert!(desk.studio.seen.is_some(), "{size:?}");
    }
}
