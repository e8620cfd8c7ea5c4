//! `.npy`, read back by the crate `npyz`.

use npyz::NpyFile;
use wgpu_noise::format::read_recipe;
use wgpu_noise::texel::{Format, Packing};

use crate::support::*;

#[test]
fn a_small_file_byte_by_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.npy");
    let contents = described(&[2, 1], None, packing(Format::R32Float));
    let samples = [1.0_f32, -2.5].map(f32::to_le_bytes).concat();
    let written = bake(&path, &contents, &samples, 1).unwrap();
    assert_eq!(written.paths, std::slice::from_ref(&path));
    assert_eq!(written.sheet, None);

    let mut golden = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    golden.extend(b"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }");
    golden.resize(127, b' ');
    golden.push(b'\n');
    golden.extend([0, 0, 0x80, 0x3F, 0, 0, 0x20, 0xC0]);
    assert_eq!(std::fs::read(&path).unwrap(), golden);
}

#[test]
fn another_reader_finds_every_shape() {
    let folder = tempfile::tempdir().unwrap();
    for (size, frames, channels, shape) in [
        (&[5][..], None, 1, &[5][..]),
        (&[5, 3], None, 1, &[3, 5]),
        (&[5, 3, 2], None, 1, &[2, 3, 5]),
        (&[5, 3, 2], Some(1), 1, &[1, 2, 3, 5]),
        (&[5, 3, 2], Some(4), 3, &[4, 2, 3, 5, 3]),
        (&[5], Some(4), 2, &[4, 5, 2]),
        (&[5, 3], None, 4, &[3, 5, 4]),
        (&[200_000], None, 1, &[200_000]),
    ] {
        let contents = described(size, frames, Packing::samples(channels).unwrap());
        let count = texels(&contents).len() / 4;
        let samples: Vec<f32> = (0..count).map(|i| i as f32 * 0.25 - 3.0).collect();
        let mut bytes = vec![0; 4 * count];
        contents.packing.pack(&samples, &mut bytes);
        let path = folder.path().join("a.npy");
        bake(&path, &contents, &bytes, 1000).unwrap();

        let file = std::fs::read(&path).unwrap();
        assert_eq!((file.len() - 4 * count) % 64, 0);
        let array = NpyFile::new(&file[..]).unwrap();
        assert_eq!(array.order(), npyz::Order::C);
        assert_eq!(array.shape(), shape);
        assert_eq!(array.into_vec::<f32>().unwrap(), samples);
    }
}

#[test]
fn halves_have_a_type_of_two_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.npy");
    for channels in [1, 3] {
        let packing = Packing::unpadded(Format::R16Float, channels).unwrap();
        let contents = described(&[5, 2], None, packing);
        let samples: Vec<f32> = (0..10 * channels).map(|i| i as f32 * 0.25 - 3.0).collect();
        let mut bytes = vec![0; 2 * samples.len()];
        packing.pack(&samples, &mut bytes);
        bake(&path, &contents, &bytes, 3).unwrap();

        let file = std::fs::read(&path).unwrap();
        let array = NpyFile::new(&file[..]).unwrap();
        let shape = [2, 5, 3];
        assert_eq!(array.shape(), &shape[..if channels == 1 { 2 } else { 3 }]);
        assert_eq!(array.dtype().descr(), "'<f2'");
        let halves = array.into_vec::<half::f16>().unwrap();
        let found: Vec<f32> = halves.into_iter().map(half::f16::to_f32).collect();
        assert_eq!(found, samples);
    }
}

#[test]
fn only_floats_without_padding() {
    let path = std::path::Path::new("never.npy");
    let padded = Packing::new(Format::Rgba32Float, 3, [0.0, 1.0]).unwrap();
    let halves = Packing::new(Format::Rgba16Float, 3, [0.0, 1.0]).unwrap();
    for packing in [halves, packing(Format::R8Unorm), padded] {
        let message = refusal(path, &described(&[4], None, packing)).to_string();
        assert!(message.contains(packing.format().name()), "{message}");
        assert!(
            message.contains("allowed: r32float, r16float, one for each channel"),
            "{message}"
        );
    }
}

#[test]
fn its_recipe_lies_beside_it_where_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.npy");
    let mut array = described(&[2, 1], None, packing(Format::R32Float));
    let bytes = texels(&array);
    bake(&path, &array, &bytes, 1).unwrap();
    assert_eq!(names(folder.path()), ["a.npy"]);
    let message = read_recipe(&path).unwrap_err().to_string();
    assert!(message.contains("no place for a recipe"), "{message}");
    assert!(message.contains("a.npy.json"), "{message}");

    array.sidecar = true;
    let written = bake(&path, &array, &bytes, 1).unwrap();
    let json = folder.path().join("a.npy.json");
    assert_eq!(written.paths, [path.clone(), json.clone()]);
    for path in [&path, &json] {
        assert_eq!(read_recipe(path).unwrap(), RECIPE);
    }
    let found: serde_json::Value = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
    assert_eq!(found["size"], serde_json::json!([2, 1]));
    assert_eq!(found["transfer"], "linear");

    // Once there, it goes with the array; another program's stays as it is.
    array.sidecar = false;
    array.recipe = Some("seed = 8\n".into());
    bake(&path, &array, &bytes, 1).unwrap();
    assert_eq!(read_recipe(&path).unwrap(), "seed = 8\n");
    for strange in [r#"{"writer": "wgpu-noises"}"#, "{}", "no json"] {
        std::fs::write(&json, strange).unwrap();
        bake(&path, &array, &bytes, 1).unwrap();
        assert_eq!(std::fs::read_to_string(&json).unwrap(), strange);
    }
}
