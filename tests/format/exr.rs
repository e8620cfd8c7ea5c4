//! `.exr`, read back by the crate `exr`.

use std::path::Path;

use ::exr::prelude::*;
use wgpu_noise::Recipe;
use wgpu_noise::bake::Plan;
use wgpu_noise::format::{Contents, FileType, read_recipe};
use wgpu_noise::texel::{Format, Packing, Transfer};

use crate::support::{RECIPE, bake, damage, described, names, refusal};

type Layer = ::exr::image::Layer<AnyChannels<FlatSamples>>;

/// The image as another reader finds it.
fn open(path: &Path) -> Layer {
    let image = read()
        .no_deep_data()
        .largest_resolution_level()
        .all_channels()
        .first_valid_layer()
        .all_attributes()
        .pedantic()
        .from_file(path);
    image.unwrap().layer_data
}

/// The names and the samples of the channels, which are sorted by name.
fn channels(layer: &Layer) -> Vec<(String, Vec<f32>)> {
    let list = layer.channel_data.list.iter();
    list.map(|channel| {
        let samples = channel.sample_data.values_as_f32().collect();
        (channel.name.to_string(), samples)
    })
    .collect()
}

/// Numbers that halves hold, too.
fn samples(contents: &Contents) -> Vec<f32> {
    let count = contents.size.iter().product::<u32>() * contents.packing.channels();
    (0..count).map(|i| i as f32 * 0.25 - 3.0).collect()
}

fn packed(contents: &Contents, samples: &[f32]) -> Vec<u8> {
    let mut bytes = vec![0; samples.len() * contents.packing.format().component().bytes() as usize];
    contents.packing.pack(samples, &mut bytes);
    bytes
}

#[test]
fn another_reader_finds_every_channel_and_dimension() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.exr");
    for format in [Format::R32Float, Format::R16Float] {
        for (count, expected) in [
            (1, &["Y"][..]),
            (2, &["G", "R"]),
            (3, &["B", "G", "R"]),
            (4, &["A", "B", "G", "R"]),
        ] {
            for (size, piece) in [(&[5][..], 1), (&[5, 3], 4), (&[5, 3], 100)] {
                let packing = Packing::unpadded(format, count).unwrap();
                let contents = described(size, None, packing);
                let samples = samples(&contents);
                bake(&path, &contents, &packed(&contents, &samples), piece).unwrap();
                let layer = open(&path);
                assert_eq!(
                    layer.size,
                    Vec2(5, size.get(1).copied().unwrap_or(1) as usize)
                );
                let found = channels(&layer);
                let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
                assert_eq!(names, expected);
                for (name, found) in &found {
                    let channel = if name == "Y" {
                        0
                    } else {
                        "RGBA".find(name).unwrap()
                    };
                    let expected: Vec<f32> = samples
                        .iter()
                        .copied()
                        .skip(channel)
                        .step_by(count as usize)
                        .collect();
                    assert_eq!(*found, expected, "{name} of {count}");
                }
                let is_half = matches!(layer.channel_data.list[0].sample_data, FlatSamples::F16(_));
                assert_eq!(is_half, format == Format::R16Float);
                let recipe = layer.attributes.other.get(&Text::from("wgpu-noise:recipe"));
                assert!(
                    matches!(recipe, Some(AttributeValue::Text(_))),
                    "{recipe:?}"
                );
                assert_eq!(read_recipe(&path).unwrap(), RECIPE);
            }
        }
    }
}

#[test]
fn channels_have_the_names_that_programs_open_whatever_the_nodes_are_called() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.exr");
    let packing = Packing::unpadded(Format::R32Float, 3).unwrap();
    let mut contents = described(&[2, 1], None, packing);
    contents.names = ["shape", "detail", "curl"].map(String::from).into();
    let bytes = packed(&contents, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    bake(&path, &contents, &bytes, 1).unwrap();
    let expected = [("B", [3.0, 6.0]), ("G", [2.0, 5.0]), ("R", [1.0, 4.0])];
    assert_eq!(
        channels(&open(&path)),
        expected.map(|(name, samples)| (name.to_string(), samples.to_vec()))
    );
}

#[test]
fn names_that_files_cannot_hold_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let packing = Packing::unpadded(Format::R32Float, 2).unwrap();
    let mut contents = described(&[2, 1], None, packing);
    for wrong in ["", "a\0b", "a\u{1e}1", &"n".repeat(256)] {
        contents.names = [wrong, "b"].map(String::from).into();
        for name in ["a.exr", "a.vdb", "a.zarr"] {
            let message = refusal(&folder.path().join(name), &contents).to_string();
            assert!(message.contains("names of 1 to 255 bytes"), "{message}");
        }
    }
}

#[test]
fn a_recipe_names_its_channels() {
    let names = |keys: &str| {
        let nodes = "[nodes.shape]\nkind = \"perlin\"\n[nodes.detail]\nkind = \"worley\"\n";
        let recipe = Recipe::parse(&format!("size = [4, 4]\n{keys}\n{nodes}"), "r").unwrap();
        let plan = Plan::new(recipe.job().unwrap(), Some(FileType::Exr), None, None).unwrap();
        let names = plan.contents(&recipe).names;
        assert_eq!(names.len(), plan.packing().channels() as usize);
        names
    };
    assert_eq!(
        names(r#"channels = ["detail", "shape"]"#),
        ["detail", "shape"]
    );
    let gradient = "channels = [\"shape\"]\noutput = \"gradient\"";
    assert_eq!(names(gradient), ["shape", "shape_dx", "shape_dy"]);
    let ramp = r##"ramp = [[0.0, "#000000"], [1.0, "#ffffff"]]"##;
    let one = "channels = [\"shape\"]";
    assert_eq!(names(one), ["shape"]);
    assert_eq!(names(&format!("{one}\n{ramp}")), ["red", "green", "blue"]);
}

#[test]
fn opaque_colours_are_decoded_to_light() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.exr");
    for format in [Format::R32Float, Format::R16Float] {
        let mut colours = described(&[1, 1], None, Packing::unpadded(format, 3).unwrap());
        colours.transfer = Transfer::Srgb;
        let bytes = packed(&colours, &[0.0, 0.5, 1.0]);
        bake(&path, &colours, &bytes, 1).unwrap();
        let found = channels(&open(&path));
        let expected = [("B", 1.0), ("G", 0.214_041_14), ("R", 0.0)];
        for ((name, found), (expected_name, expected)) in found.into_iter().zip(expected) {
            assert_eq!(name, expected_name);
            assert!((found[0] - expected).abs() <= 2e-4, "{name}: {found:?}");
        }
    }
}

#[test]
fn colours_are_decoded_to_light_and_multiplied_with_their_opacity() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.exr");
    for format in [Format::R32Float, Format::R16Float] {
        let mut colours = described(&[2, 1], None, Packing::unpadded(format, 4).unwrap());
        colours.transfer = Transfer::Srgb;
        let bytes = packed(&colours, &[0.0, 0.04, 0.5, 0.5, 1.0, 0.75, 0.25, 1.0]);
        bake(&path, &colours, &bytes, 1).unwrap();
        let expected = [
            ("A", [0.5, 1.0]),
            ("B", [0.5 * 0.214_041_14, 0.050_876_09]),
            ("G", [0.5 * 0.003_095_98, 0.522_521_56]),
            ("R", [0.0, 1.0]),
        ];
        for ((name, found), (expected_name, expected)) in
            channels(&open(&path)).into_iter().zip(expected)
        {
            assert_eq!(name, expected_name);
            for (found, expected) in found.into_iter().zip(expected) {
                let bound = if format == Format::R32Float {
                    1e-6
                } else {
                    1e-3 * expected
                };
                assert!(
                    (found - expected).abs() <= bound,
                    "{name}: {found} for {expected}"
                );
            }
        }
    }
}

#[test]
fn a_volume_is_an_atlas_and_frames_are_numbered_files() {
    let folder = tempfile::tempdir().unwrap();
    let packing = Packing::unpadded(Format::R32Float, 1).unwrap();
    let volume = described(&[7, 3, 10], Some(2), packing);
    let one = samples(&volume);
    let two: Vec<f32> = one.iter().map(|sample| -sample).collect();
    let bytes = packed(&volume, &[one.clone(), two.clone()].concat());
    let written = bake(&folder.path().join("a.exr"), &volume, &bytes, 13).unwrap();
    let sheet = written.sheet.unwrap().to_string();
    assert!(sheet.contains("2 x 5 tiles of 7 x 3"), "{sheet}");
    assert_eq!(names(folder.path()), ["a_0000.exr", "a_0001.exr"]);
    for (path, samples) in written.paths.iter().zip([one, two]) {
        let layer = open(path);
        assert_eq!(layer.size, Vec2(14, 15));
        let found = &channels(&layer)[0].1;
        for y in 0..15 {
            for x in 0..14 {
                let slice = y / 3 * 2 + x / 7;
                let expected = samples[x % 7 + 7 * (y % 3 + 3 * slice)];
                assert_eq!(found[y * 14 + x], expected, "{x} {y}");
            }
        }
    }
}

#[test]
fn what_it_cannot_hold_is_refused() {
    let path = Path::new("never.exr");
    let float = Packing::unpadded(Format::R32Float, 1).unwrap();
    for size in [[1 << 23, 1], [1, (1 << 20) + 1]] {
        let message = refusal(path, &described(&size, None, float)).to_string();
        assert!(
            message.contains("1048576 lines of 16777216 bytes"),
            "{message}"
        );
    }
    let bytes = Packing::new(Format::R8Unorm, 1, [0.0, 1.0]).unwrap();
    let message = refusal(path, &described(&[4, 4], None, bytes)).to_string();
    assert!(
        message.contains("r32float, r16float, one for each channel"),
        "{message}"
    );
}

#[test]
fn damaged_files_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.exr");
    let contents = described(&[2], None, Packing::unpadded(Format::R32Float, 1).unwrap());
    bake(&path, &contents, &[0; 8], 1).unwrap();
    damage(&path);
}
