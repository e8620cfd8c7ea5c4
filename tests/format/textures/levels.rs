//! Levels are means of the samples.

use ddsfile::Dds;
use ktx2::Reader;
use wgpu_noise::format::{Contents, compare};
use wgpu_noise::texel::{Format, Transfer};

use crate::support::*;
use crate::textures::{NAMES, bytes_of, levels, mipped, samples, sides};

/// What the texels of a level stand for, in f64, by the definition of the filter: each is the mean of the box that it covers.
fn averaged(values: &[f64], from: [u32; 3], channels: usize) -> Vec<f64> {
    let to = from.map(|side| (side / 2).max(1));
    let part = |axis: usize, of: u32, i: u32| {
        let (from, to) = (f64::from(from[axis]), f64::from(to[axis]));
        let (of, i) = (f64::from(of), f64::from(i));
        let high = ((of + 1.0) * from).min((i + 1.0) * to);
        (high - (of * from).max(i * to)).max(0.0) / from
    };
    let near = |axis: usize, of: u32| 2 * of..(2 * of + 3).min(from[axis]);
    let mut next = Vec::new();
    for [z, y, x] in
        (0..to[2]).flat_map(|z| (0..to[1]).flat_map(move |y| (0..to[0]).map(move |x| [z, y, x])))
    {
        for channel in 0..channels {
            let mut sum = 0.0;
            for k in near(2, z) {
                for j in near(1, y) {
                    for i in near(0, x) {
                        let at = ((k * from[1] + j) * from[0] + i) as usize * channels + channel;
                        sum += part(2, z, k) * part(1, y, j) * part(0, x, i) * values[at];
                    }
                }
            }
            next.push(sum);
        }
    }
    next
}

pub fn decoded(colour: f64) -> f64 {
    if colour <= 0.04045 {
        colour / 12.92
    } else {
        ((colour + 0.055) / 1.055).powf(2.4)
    }
}

fn encoded(light: f64) -> f64 {
    if light <= 0.003_130_8 {
        light * 12.92
    } else {
        1.055 * light.powf(1.0 / 2.4) - 0.055
    }
}

/// The numbers that the texels of all levels stand for, 0 to 1 in unorm formats, without rounding.
fn expected(contents: &Contents, samples: &[f32]) -> Vec<Vec<f64>> {
    let channels = contents.packing.channels() as usize;
    let is_unorm = contents.packing.format().component().is_unorm();
    let is_colour = |i: usize| contents.transfer == Transfer::Srgb && i % channels < 3;
    let shown = |v: &f32| match is_unorm {
        true => (f64::from(*v) * 0.5 + 0.5).clamp(0.0, 1.0),
        false => f64::from(*v),
    };
    // A colour weighs as much as it is opaque, and a little where it is transparent.
    let weight = |level: &[f64], i: usize| match channels {
        4 => level[i / 4 * 4 + 3] + 2_f64.powi(-20),
        _ => 1.0,
    };
    let mut level: Vec<f64> = samples.iter().map(shown).collect();
    for i in (0..level.len()).filter(|&i| is_colour(i)) {
        level[i] = decoded(level[i]) * weight(&level, i);
    }
    let mut size = sides(contents);
    let mut levels = Vec::new();
    loop {
        let stored = |(i, v): (usize, &f64)| match is_colour(i) {
            true => encoded(*v / weight(&level, i)),
            false => *v,
        };
        levels.push(level.iter().enumerate().map(stored).collect());
        if size == [1; 3] {
            return levels;
        }
        level = averaged(&level, size, channels);
        size = size.map(|side| (side / 2).max(1));
    }
}

/// The numbers that stored texels stand for.
fn numbers(texels: &[u8], format: Format) -> Vec<f64> {
    match format.component().bytes() {
        1 => texels.iter().map(|v| f64::from(*v) / 255.0).collect(),
        2 if format == Format::R16Float => (texels.as_chunks().0.iter())
            .map(|v| half::f16::from_le_bytes(*v).to_f64())
            .collect(),
        2 => (texels.as_chunks().0.iter())
            .map(|v| f64::from(u16::from_le_bytes(*v)) / 65535.0)
            .collect(),
        _ => (texels.as_chunks().0.iter())
            .map(|v| f64::from(f32::from_le_bytes(*v)))
            .collect(),
    }
}

/// How far the stored numbers are from the expected ones, in steps of the format.
fn apart(found: &[f64], expected: &[f64], format: Format) -> f64 {
    assert_eq!(found.len(), expected.len());
    let step = match format {
        Format::R16Float => 1.0 / 1024.0,
        Format::R16Unorm | Format::Rgba16Unorm => 1.0 / 65535.0,
        Format::R32Float | Format::Rgba32Float => 1.0 / f64::from(1 << 21),
        _ => 1.0 / 255.0,
    };
    let steps = found
        .iter()
        .zip(expected)
        .map(|(a, b)| (a - b).abs() / step);
    steps.max_by(f64::total_cmp).expect("numbers")
}

#[test]
fn levels_are_means_of_the_samples_in_every_format_and_dimension() {
    let folder = tempfile::tempdir().unwrap();
    for (format, transfer) in [
        (Format::R8Unorm, Transfer::Linear),
        (Format::Rg8Unorm, Transfer::Linear),
        (Format::Rgba8Unorm, Transfer::Srgb),
        (Format::R16Unorm, Transfer::Linear),
        (Format::R16Float, Transfer::Linear),
        (Format::Rgba32Float, Transfer::Linear),
    ] {
        for size in [
            &[13][..],
            &[16, 16],
            &[21, 10],
            &[1, 6],
            &[9, 7, 5],
            &[8, 4, 8],
        ] {
            let mut contents = mipped(size, format);
            contents.transfer = transfer;
            let samples = samples(&contents);
            let right = expected(&contents, &samples);
            let mut both = Vec::new();
            for name in NAMES {
                let path = folder.path().join(name);
                bake(&path, &contents, &bytes_of(&samples), 5).unwrap();
                both.push(levels(&path, &contents));
            }
            assert_eq!(both[0], both[1]);
            assert_eq!(both[0].len(), right.len());
            for (found, right) in both[0].iter().zip(&right) {
                let error = apart(&numbers(found, format), right, format);
                // Half a step of rounding; 16-bit floats near 1 have steps of 1/2048.
                assert!(error < 0.51, "{format} {size:?}: {error}");
            }
            // The base level is that of a file without others.
            contents.mips = false;
            let mut texels = vec![0; right[0].len() * format.component().bytes() as usize];
            contents.packing.pack(&samples, &mut texels);
            assert_eq!(both[0][0], texels);
        }
    }
}

/// Controls of the comparison above: levels that leave out every second texel, and colours whose encoded numbers are averaged.
#[test]
fn other_filters_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ktx2");
    let mut contents = mipped(&[16, 16], Format::Rgba8Unorm);
    contents.transfer = Transfer::Srgb;
    let samples = samples(&contents);
    bake(&path, &contents, &bytes_of(&samples), 100).unwrap();
    let found = numbers(&levels(&path, &contents)[1], Format::Rgba8Unorm);
    let off = |wrong: &[f64]| apart(&found, wrong, Format::Rgba8Unorm);

    let right = expected(&contents, &samples);
    assert!(off(&right[1]) < 0.51);
    let every_second: Vec<f64> = (0..8 * 8 * 4)
        .map(|i| right[0][(i / 32 * 2 * 16 + i / 4 % 8 * 2) * 4 + i % 4])
        .collect();
    assert!(off(&every_second) > 5.0);
    contents.transfer = Transfer::Linear;
    assert!(off(&expected(&contents, &samples)[1]) > 1.0);
}

#[test]
fn the_headers_say_what_the_levels_are() {
    let folder = tempfile::tempdir().unwrap();
    let [ktx2, dds] = NAMES.map(|name| folder.path().join(name));
    let contents = mipped(&[12, 5, 3], Format::R16Float);
    let bytes = bytes_of(&samples(&contents));
    bake(&ktx2, &contents, &bytes, 1000).unwrap();
    bake(&dds, &contents, &bytes, 1000).unwrap();
    let file = std::fs::read(&ktx2).unwrap();
    let reader = Reader::new(&file[..]).unwrap();
    assert_eq!(reader.header().level_count, 4);
    for level in reader.levels() {
        assert_eq!(level.uncompressed_byte_length, level.data.len() as u64);
        let at = level.data.as_ptr() as usize - file.as_ptr() as usize;
        assert_eq!(at % 4, 0, "a level begins at a multiple of four bytes");
    }
    let dds = Dds::read(&std::fs::read(&dds).unwrap()[..]).unwrap();
    assert_eq!(dds.get_num_mipmap_levels(), 4);
    assert!(
        dds.header
            .caps
            .contains(ddsfile::Caps::MIPMAP | ddsfile::Caps::COMPLEX)
    );
    assert_eq!(dds.header.depth, Some(3));
}

#[test]
fn files_that_differ_in_one_level_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ktx2");
    for supercompress in [false, true] {
        let mut contents = mipped(&[24, 9, 4], Format::Rgba8Unorm);
        contents.supercompress = supercompress;
        let bytes = bytes_of(&samples(&contents));
        bake(&path, &contents, &bytes, 50).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let is_same = |file: &[u8]| {
            std::fs::write(&path, file).unwrap();
            let mut writer = compare(&path, &contents).unwrap();
            writer.write(&bytes).unwrap();
            writer.same() == [0]
        };
        assert!(is_same(&whole));
        assert!(!is_same(&[&whole[..], &[0]].concat()));
        assert!(!is_same(&whole[..whole.len() - 1]));
        for at in (0..whole.len()).step_by(whole.len() / 40) {
            let mut other = whole.clone();
            other[at] ^= 1;
            assert!(!is_same(&other), "byte {at}");
        }
    }
}
