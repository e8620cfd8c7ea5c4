//! `.gif` and `.apng`, read back by the decoders of the crate `image`. `tests/cli/sheets.rs` reads both with Pillow.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::{AnimationDecoder, Frame};
use wgpu_noise::format::read_recipe;
use wgpu_noise::texel::{Format, Packing};

use crate::support::*;

fn open(path: &Path) -> BufReader<File> {
    BufReader::new(File::open(path).unwrap())
}

/// The frames as another reader shows them.
fn frames(path: &Path) -> Vec<Frame> {
    let is_gif = path.extension().unwrap() == "gif";
    let frames = match is_gif {
        true => GifDecoder::new(open(path)).unwrap().into_frames(),
        false => {
            let decoder = PngDecoder::new(open(path)).unwrap();
            decoder.apng().unwrap().into_frames()
        }
    };
    frames.collect_frames().unwrap()
}

/// Grey texels as RGBA.
fn opaque(grey: &[u8]) -> Vec<u8> {
    grey.iter().flat_map(|&v| [v, v, v, 255]).collect()
}

#[test]
fn every_grey_of_every_frame_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    for extension in ["gif", "apng"] {
        let path = folder.path().join("a").with_extension(extension);
        // Frames of all greys, of few, and of one.
        let contents = described(&[32, 8], Some(3), packing(Format::R8Unorm));
        let all = (0..=255).rev();
        let few = (0..256).map(|i| (i / 7 % 3) as u8);
        let texels: Vec<u8> = all.chain(few).chain([9; 256]).collect();
        for piece in [1, 100, 768] {
            let written = bake(&path, &contents, &texels, piece).unwrap();
            assert_eq!((written.paths.len(), written.sheet), (1, None));
            let found = frames(&path);
            assert_eq!(found.len(), 3);
            for (frame, expected) in found.iter().zip(texels.chunks(256)) {
                assert_eq!(frame.buffer().dimensions(), (32, 8));
                assert_eq!(frame.buffer().as_raw(), &opaque(expected), "{extension}");
                assert_eq!(frame.delay().numer_denom_ms(), (40, 1));
            }
            assert_ne!(found[0].buffer(), found[1].buffer());
        }
        assert_eq!(read_recipe(&path).unwrap(), RECIPE);
    }
}

/// Where a frame has more colours than a palette, no opaque texel is taken for a transparent one.
#[test]
fn holes_of_a_gif_are_those_of_the_texels() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.gif");
    let contents = described(&[64, 64], Some(1), packing(Format::Rgba8Unorm));
    let is_hole = |i: u32| i % 97 == 5;
    let texel = |i: u32| {
        let (x, y) = (i % 64, i / 64);
        // A hole has the colour of many opaque texels.
        let colour = if is_hole(i) {
            [255, 128, 0]
        } else {
            [255 - x as u8, 128 - y as u8, 0]
        };
        [
            colour[0],
            colour[1],
            colour[2],
            if is_hole(i) { 0 } else { 255 },
        ]
    };
    let texels: Vec<u8> = (0..64 * 64).flat_map(texel).collect();
    bake(&path, &contents, &texels, 1).unwrap();
    let found = &frames(&path)[0];
    for (i, (pixel, texel)) in found.buffer().pixels().zip(texels.chunks(4)).enumerate() {
        assert_eq!(pixel.0[3], texel[3], "texel {i}");
        // 255 colours of 4000.
        let apart = (0..3).map(|part| pixel.0[part].abs_diff(texel[part])).max();
        assert!(
            texel[3] == 0 || apart < Some(64),
            "texel {i}: {:?} for {texel:?}",
            pixel.0
        );
    }
}

#[test]
fn frames_last_as_long_as_is_asked_for_and_go_round_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let mut contents = described(&[1], Some(4), packing(Format::R8Unorm));
    contents.fps = 30;
    let gif = folder.path().join("a.gif");
    bake(&gif, &contents, &[1, 2, 3, 4], 1).unwrap();
    let delays = frames(&gif).into_iter().map(|frame| frame.delay());
    let delays: Vec<(u32, u32)> = delays.map(|delay| delay.numer_denom_ms()).collect();
    // A GIF counts hundredths of a second.
    assert_eq!(delays, [(30, 1), (40, 1), (30, 1), (30, 1)]);
    let loops = GifDecoder::new(open(&gif)).unwrap().loop_count();
    assert!(matches!(loops, image::metadata::LoopCount::Infinite));

    let apng = folder.path().join("a.apng");
    bake(&apng, &contents, &[1, 2, 3, 4], 1).unwrap();
    let reader = ::png::Decoder::new(open(&apng)).read_info().unwrap();
    let info = reader.info();
    assert_eq!(info.animation_control.unwrap().num_plays, 0);
    let frame = info.frame_control.unwrap();
    assert_eq!((frame.delay_num, frame.delay_den), (1, 30));
    assert_eq!(frames(&apng).len(), 4);
    // Windows replaces no file that is open.
    drop(reader);

    // Without time there is one frame.
    for path in [gif, apng] {
        let still = described(&[2, 2], None, packing(Format::R8Unorm));
        bake(&path, &still, &[1, 2, 3, 4], 1).unwrap();
        assert_eq!(frames(&path).len(), 1);
    }
}

#[test]
fn an_apng_holds_every_format_of_a_png() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.apng");
    for format in [Format::R16Unorm, Format::Rgba8Unorm, Format::Rgba16Unorm] {
        let contents = described(&[5, 3], Some(2), packing(format));
        let texels = texels(&contents);
        bake(&path, &contents, &texels, 4).unwrap();
        let mut reader = ::png::Decoder::new(open(&path)).read_info().unwrap();
        for expected in texels.chunks(texels.len() / 2) {
            let mut found = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut found).unwrap();
            if format.component().bytes() == 2 {
                found
                    .as_chunks_mut::<2>()
                    .0
                    .iter_mut()
                    .for_each(|pair| pair.reverse());
            }
            assert_eq!(found, expected, "{format}");
        }
    }
}

#[test]
fn a_gif_keeps_few_colours_and_comes_near_to_many() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.gif");
    let contents = described(&[64, 64], Some(2), packing(Format::Rgba8Unorm));
    // The largest step of a component between what is written and what is read.
    let largest = |colour: &dyn Fn(u32) -> [u8; 4]| {
        let texels: Vec<u8> = (0..2 * 4096).flat_map(colour).collect();
        bake(&path, &contents, &texels, 1000).unwrap();
        let found = frames(&path);
        let found = found.iter().flat_map(|frame| frame.buffer().as_raw());
        let steps = found.zip(&texels).map(|(a, b)| a.abs_diff(*b));
        steps.max().unwrap()
    };
    // Other colours in the second frame.
    let few = |i: u32| {
        [
            (i % 16) as u8 * 17,
            (i / 16 % 16) as u8 * 17,
            (i / 4096) as u8,
            255,
        ]
    };
    assert_eq!(largest(&few), 0);
    let many = |i: u32| [(i % 64) as u8 * 4, (i / 64 % 64) as u8 * 4, 128, 255];
    let step = largest(&many);
    assert!((1..=64).contains(&step), "{step}");

    // Opacity is all or nothing.
    let contents = described(&[2, 1], Some(2), packing(Format::Rgba8Unorm));
    let texels = [9, 8, 7, 127, 1, 2, 3, 128, 9, 8, 7, 255, 1, 2, 3, 0];
    bake(&path, &contents, &texels, 1).unwrap();
    let alphas: Vec<u8> = (frames(&path).iter())
        .flat_map(|frame| {
            frame
                .buffer()
                .pixels()
                .map(|pixel| pixel.0[3])
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(alphas, [0, 255, 255, 0]);
}

#[test]
fn what_an_animation_cannot_hold_is_refused() {
    let refused = |path: &str, size: &[u32], fps: u32| {
        let mut contents = described(size, Some(2), packing(Format::R8Unorm));
        contents.fps = fps;
        refusal(Path::new(path), &contents).to_string()
    };
    for path in ["never.gif", "never.apng"] {
        let message = refused(path, &[4, 4, 4], 25);
        assert!(
            message.starts_with("size: got three axes for ."),
            "{message}"
        );
        let message = refused(path, &[16_000, 16_000], 25);
        assert!(
            message.contains("67108864 bytes; a .png may have more"),
            "{message}"
        );
        for fps in [0, 1001] {
            let message = refused(path, &[4, 4], fps);
            assert!(message.contains("from 1 to 1000"), "{message}");
        }
    }
    assert!(refused("never.gif", &[4, 4], 51).contains("1 to 50"));
    assert!(refused("never.gif", &[65_536, 1], 25).contains("65535 texels a side"));
    let floats = Packing::new(Format::R16Float, 1, [0.0, 1.0]).unwrap();
    let message = refusal(Path::new("never.gif"), &described(&[4], None, floats)).to_string();
    assert!(
        message.contains("allowed: r8unorm, rgba8unorm"),
        "{message}"
    );
}

#[test]
fn damaged_gifs_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.gif");
    let contents = described(&[2], None, packing(Format::R8Unorm));
    bake(&path, &contents, &[0; 2], 1).unwrap();
    damage(&path);
}
