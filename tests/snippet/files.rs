//! The files under `shaders/noise` as others take them: pasted, concatenated, by themselves, with either provider of tables.

use std::collections::BTreeMap;
use std::path::Path;

use naga::valid::{Capabilities, ValidationFlags, Validator};
use wgpu_noise::internals::{Affine, coordinate, hash};
use wgpu_noise::noise::{Fade, WorleyOutput, of};
use wgpu_noise::program::{Job, Positions};
use wgpu_noise::reference::Reference;
use wgpu_noise::{Grid, Noise, wgsl};

use crate::adapter::context;
use crate::app::values;
use crate::headers::{Header, closure};

/// The files of a folder under `shaders/`, by name.
pub fn files(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("shaders")
        .join(folder);
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, std::fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    files.sort();
    files
}

/// A file of `shaders/noise` with all that its header says it needs, and a table where it says so.
pub fn whole(name: &str, table: &str) -> String {
    let files: BTreeMap<String, String> = files("noise").into_iter().collect();
    let (_, needs_table) = Header::of(&files[name]).needs();
    let table = if needs_table { table } else { "" };
    let texts = closure(&files, name)
        .into_iter()
        .map(|file| files[&file].clone());
    [table.to_string()]
        .into_iter()
        .chain(texts)
        .collect::<Vec<String>>()
        .join("\n")
}

pub fn validate(label: &str, text: &str) {
    let module = naga::front::wgsl::parse_str(text)
        .unwrap_or_else(|error| panic!("{label}: {}", error.emit_to_string(text)));
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{label}: {}", error.emit_to_string(text)));
}

#[test]
fn one_constant_has_every_file() {
    for (name, text) in files("noise") {
        assert!(wgsl::NOISE.contains(&text), "{name} is not in wgsl::NOISE");
    }
    for (label, table) in [
        ("const", wgsl::TABLE_CONST),
        ("storage", wgsl::TABLE_STORAGE),
    ] {
        validate(label, &[table, wgsl::NOISE].concat());
    }
}

/// Pasted with what its header names, and with nothing else.
#[test]
fn each_file_is_whole_with_what_it_needs() {
    for (name, _) in files("noise") {
        for table in [wgsl::TABLE_CONST, wgsl::TABLE_STORAGE] {
            validate(&name, &whole(&name, table));
        }
    }
}

#[test]
fn each_constant_is_whole_with_either_table() {
    for (function, text) in wgsl::ALL {
        assert!(text.contains(&format!("fn {function}(")), "{function}");
        for table in [wgsl::TABLE_CONST, wgsl::TABLE_STORAGE] {
            validate(function, &[table, text].concat());
            validate(function, &[text, table].concat());
        }
    }
}

/// The table in the source is the published one.
#[test]
fn the_constant_table_is_that_of_seed_0() {
    let words: Vec<u32> = (wgsl::TABLE_CONST.split("0x").skip(1))
        .map(|word| u32::from_str_radix(&word[..8], 16).expect("a word"))
        .collect();
    let entries: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(entries, hash::PERLIN_2002);
}

/// Three cells a unit, of time too.
fn at<K: of::Source>(noise: Noise<K>) -> Noise {
    noise.frequency(3.0).time_frequency(3.0).any()
}

/// The functions of the constants give what the nodes give.
#[test]
fn constants_give_the_numbers_of_their_nodes() {
    let Some(context) = context() else { return };
    let periods = |d: usize| match d {
        1 => "0u".to_string(),
        _ => format!("vec{d}<u32>(0u)"),
    };
    for (function, text) in wgsl::ALL {
        let name = function
            .trim_start_matches("noise_")
            .trim_end_matches("d_at");
        let (kind, d) = name.rsplit_once('_').expect("a kind and a dimension");
        let d: usize = d.parse().expect("a digit");
        let worley = || Noise::worley().jitter(0.5);
        let (noise, arguments, field) = match kind {
            "perlin" => (at(Noise::perlin()), format!("{}, 0u", periods(d)), ""),
            "classic" => (at(Noise::classic()), format!("{}, 0u", periods(d)), ""),
            "value" => (
                at(Noise::value().fade(Fade::Quintic)),
                format!("{}, 0u", periods(d)),
                "",
            ),
            "simplex" => (at(Noise::simplex()), "0u".to_string(), ""),
            "psrd" => (
                at(Noise::psrd().angle(0.1)),
                format!("{}, 0.1, 0u", periods(d)),
                ".x",
            ),
            "worley_edge" => (
                at(worley().output(WorleyOutput::Edge)),
                format!("{}, 0.5, 0u", periods(d)),
                "",
            ),
            "worley_smooth" => (
                at(worley().output(WorleyOutput::SmoothF1).smoothness(0.3)),
                format!("{}, 0.5, 0.3, 0u", periods(d)),
                ".x",
            ),
            _ => (at(worley()), format!("{}, 0.5, 0u", periods(d)), ".x"),
        };
        let size = vec![7; d.min(3)];
        let grid = Grid::new(size).origin([-1.3; 4]);
        let grid = if d == 4 { grid.frames(3) } else { grid };
        let takes = if d == 1 {
            "f32".to_string()
        } else {
            format!("vec{d}<f32>")
        };
        let mine = format!(
            "fn mine(p: {takes}) -> f32 {{ return {function}(p * 3.0, {arguments}){field}; }}"
        );
        let whole = [wgsl::TABLE_CONST, text, &mine].concat();
        let job = Job::of(std::slice::from_ref(&noise), &grid).expect("a right noise");
        let reference = Reference::new(&job).expect("a right noise");
        let indices: Vec<[u32; 4]> = (0..7)
            .map(|i| {
                let at = |axis: usize| {
                    if axis < d.min(3) {
                        (i * (axis as u32 + 2)) % 7
                    } else {
                        0
                    }
                };
                [at(0), at(1), at(2), if d == 4 { i % 3 } else { 0 }]
            })
            .collect();
        let point = |index: &[u32; 4]| {
            let mut point = [0.0; 4];
            for (part, axis) in point.iter_mut().zip(grid.axes().indices()) {
                let map = Affine::IDENTITY;
                *part = coordinate(grid.span(axis).at(index[axis]), map) as f32;
            }
            point
        };
        let points: Vec<[f32; 4]> = indices.iter().map(point).collect();
        let found = values(context, &whole, "mine", (d, 1), &points);
        let bound = job.tolerance_at(Positions::Floats, 0);
        for (&index, found) in indices.iter().zip(found) {
            let exact = reference.values(index)[0];
            assert!(
                (f64::from(found) - exact).abs() <= bound,
                "{function}: {found} is not {exact}"
            );
        }
    }
}
