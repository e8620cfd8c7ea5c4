//! Whole files in memory: the bytes of the file that a writer makes.

use std::path::Path;

use ::png::Decoder;
use wgpu_noise::format::{Contents, FileType, RecipePlace, check, encode};
use wgpu_noise::texel::{Format, Packing, Transfer};
use wgpu_noise::{Error, Result};

use crate::support::*;

/// The file that a writer makes.
fn written(file_type: FileType, contents: &Contents, texels: &[u8]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder
        .path()
        .join("a")
        .with_extension(file_type.extension());
    let files = bake(&path, contents, texels, 1000).unwrap();
    std::fs::read(&files.paths[0]).unwrap()
}

/// The types that are compressed faster in memory.
const FASTER: [FileType; 2] = [FileType::Png, FileType::Apng];

/// Everything that an image holds, however it is compressed: its header, its texts and the pixels of its frames.
fn image(file: &[u8]) -> (String, Vec<u8>) {
    let mut reader = Decoder::new(std::io::Cursor::new(file))
        .read_info()
        .unwrap();
    let frames = reader.info().animation_control;
    let mut pixels = Vec::new();
    for _ in 0..frames.map_or(1, |control| control.num_frames) {
        let mut frame = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut frame).unwrap();
        pixels.extend(frame);
    }
    reader.finish().unwrap();
    (format!("{:?}", reader.info()), pixels)
}

/// Contents of every dimension, number of frames, format and transfer that one file of this type holds.
fn of_type(file_type: FileType) -> Vec<Contents> {
    let mut all = Vec::new();
    let most = if file_type.numbers_frames() { 1 } else { 3 };
    let times = [(None, Transfer::Linear), (Some(most), Transfer::Srgb)];
    for format in Format::ALL {
        let packing = Packing::new(format, format.components(), [-1.0, 1.0]).unwrap();
        for size in [&[300][..], &[200, 150], &[7, 3, 10]] {
            for (frames, transfer) in times {
                let mut contents = described(size, frames, packing);
                contents.transfer = transfer;
                contents.mips = size.len() > 1 && transfer == Transfer::Srgb;
                contents.supercompress = size.len() > 2;
                all.push(contents.clone());
                (contents.mips, contents.supercompress) = (false, false);
                all.push(contents);
            }
        }
    }
    all.retain(|contents| check(file_type, contents).is_ok());
    all.dedup();
    all
}

#[test]
fn every_file_is_the_one_that_a_writer_makes() {
    let mut formats = Vec::new();
    for file_type in single_files().filter(|file_type| !FASTER.contains(file_type)) {
        for contents in of_type(file_type) {
            let texels = texels(&contents);
            let file = encode(file_type, &contents, &texels).unwrap();
            assert!(
                file == written(file_type, &contents, &texels),
                "{contents:?}"
            );
            formats.push((file_type, contents.packing.format()));
        }
    }
    formats.dedup();
    assert_eq!(formats.len(), 3 * 4 + 4 * 9 + 2 * 3 + 2 * 2 + 1 + 1);
}

#[test]
fn an_image_has_the_pixels_and_texts_of_the_file_and_other_bytes() {
    for (file_type, dimensions) in FASTER.into_iter().zip([3, 2]) {
        let all = of_type(file_type);
        assert_eq!(all.len(), 4 * dimensions * 2);
        for contents in all {
            let texels = texels(&contents);
            let file = encode(file_type, &contents, &texels).unwrap();
            let expected = written(file_type, &contents, &texels);
            assert_eq!(image(&file), image(&expected), "{contents:?}");
            assert!(file != expected, "{contents:?} is compressed as in a file");
        }
    }
}

#[test]
fn the_comparisons_notice_another_texel_recipe_or_transfer() {
    for file_type in single_files() {
        // The last format has the most components. Blocks may lose a texel's last bit.
        let mut formats = file_type.formats().iter().rev();
        let format = *formats.find(|format| format.block_side() == 1).unwrap();
        let packing = Packing::new(format, format.components(), [-1.0, 1.0]);
        let volume = described(&[7, 3, 10], None, packing.unwrap());
        let plane = described(&[7, 3], None, volume.packing);
        let contents = [volume, plane]
            .into_iter()
            .find(|contents| check(file_type, contents).is_ok());
        let contents = contents.unwrap();
        let texels = texels(&contents);
        let content = |contents: &Contents, texels: &[u8]| {
            let file = encode(file_type, contents, texels).unwrap();
            match FASTER.contains(&file_type) {
                true => image(&file),
                false => (String::new(), file),
            }
        };
        let same = content(&contents, &texels);
        let mut last = texels.clone();
        // Of opacity, a .gif keeps the highest bit.
        *last.last_mut().unwrap() ^= 0x80;
        assert!(content(&contents, &last) != same, "{file_type:?}");
        let mut recipe = contents.clone();
        recipe.recipe = Some(RECIPE.replace('7', "8"));
        let mut colours = contents.clone();
        colours.transfer = Transfer::Srgb;
        let keeps_recipe = file_type.recipe_place() == RecipePlace::Inside;
        // Of the formats of a .dds, that of four bytes has one for sRGB.
        let states_transfer = matches!(
            file_type,
            FileType::Png | FileType::Apng | FileType::Exr | FileType::Ktx2 | FileType::Vdb
        );
        for (other, differs) in [(recipe, keeps_recipe), (colours, states_transfer)] {
            assert_eq!(content(&other, &texels) != same, differs, "{file_type:?}");
        }
    }
}

/// What is wrong with a request that the caller could have known.
fn message(outcome: Result<Vec<u8>>) -> String {
    match outcome {
        Err(error @ Error::Invalid { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_image_and_a_texture_hold_one_frame() {
    let moving = described(&[4, 2], Some(2), packing(Format::R8Unorm));
    let texels = texels(&moving);
    for (file_type, extension) in [(FileType::Png, "png"), (FileType::Ktx2, "ktx2")] {
        assert_eq!(
            message(encode(file_type, &moving, &texels)),
            format!(
                "frames: got 2 in one .{extension}; allowed: 1; .npy, .apng, .gif, .raw and .zarr hold all frames"
            )
        );
    }
    assert_eq!(encode(FileType::Raw, &moving, &texels).unwrap(), texels);
    // Written in ranges, of which a bake can leave out those that are whole, they are still one file.
    let long = described(&[1024, 1024], Some(40), packing(Format::R8Unorm));
    let texels = vec![7; 40 << 20];
    assert_eq!(encode(FileType::Raw, &long, &texels).unwrap(), texels);
}

#[test]
fn another_number_of_texels_is_refused() {
    for file_type in single_files() {
        let contents = described(&[4, 2], Some(1), packing(file_type.formats()[0]));
        let right = texels(&contents);
        let longer = [&right[..], &[0, 0, 0, 0]].concat();
        for wrong in [&right[4..], &right[1..], &[], &longer] {
            assert_eq!(
                message(encode(file_type, &contents, wrong)),
                format!(
                    "texels: got {} bytes; allowed: {} bytes, for all samples of all frames",
                    wrong.len(),
                    right.len()
                )
            );
        }
        assert!(encode(file_type, &contents, &right).is_ok());
    }
}

#[test]
fn what_a_file_cannot_hold_is_refused() {
    for (name, format) in [("a.png", Format::R32Float), ("a.npy", Format::R8Unorm)] {
        let path = Path::new(name);
        let contents = described(&[4], None, packing(format));
        let outcome = encode(
            FileType::from_path(path).unwrap(),
            &contents,
            &texels(&contents),
        );
        assert_eq!(message(outcome), refusal(path, &contents).to_string());
    }
    let none = described(&[4], Some(0), packing(Format::R8Unorm));
    assert!(message(encode(FileType::Raw, &none, &[])).starts_with("frames: got 0"));
}

/// The bytes of a file that a process with little memory cannot hold twice.
const LARGE: u32 = 256 << 20;

#[test]
#[ignore = "the next test runs it, with less memory"]
fn a_large_file() {
    let contents = Contents::new([LARGE], packing(Format::R8Unorm));
    match encode(FileType::Raw, &contents, &vec![0; LARGE as usize]) {
        Ok(file) => assert_eq!(file.len(), LARGE as usize),
        Err(error) => panic!("{error}"),
    }
}

#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_an_error() {
    let with_kilobytes = |limit: &str| {
        let program = std::env::current_exe().unwrap();
        let run = format!("ulimit -v {limit}; exec \"$0\" --ignored --exact memory::a_large_file");
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", &run]).arg(program).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), said)
    };
    let (code, said) = with_kilobytes("unlimited");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("1 passed"), "{said}");
    let (code, said) = with_kilobytes("500000");
    // A panic of the test, not the end of the process.
    assert_eq!(code, Some(101), "{said}");
    assert!(
        said.contains("not enough memory for 268435456 bytes"),
        "{said}"
    );
}
