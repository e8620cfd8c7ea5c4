//! Mip levels, blocks and compressed levels of textures, read back by other people's readers and decoders.

use std::path::Path;

use ddsfile::{Dds, DxgiFormat};
use ktx2::dfd::Basic;
use ktx2::{Format as Vulkan, Reader, SupercompressionScheme};
use ruzstd::decoding::StreamingDecoder;
use wgpu_noise::format::{Contents, FileType, check, compare, create, stream};
use wgpu_noise::texel::{Format, Packing, Transfer};

use super::support::*;

/// A texture with all levels, of as many channels as the format has components.
fn mipped(size: &[u32], format: Format) -> Contents {
    let packing = Packing::new(format, format.components(), [-1.0, 1.0]).unwrap();
    let mut contents = described(size, None, packing);
    contents.mips = true;
    contents
}

/// Smooth samples, some of them outside the range.
fn samples(contents: &Contents) -> Vec<f32> {
    let [x, y, z] = sides(contents).map(u64::from);
    let channels = u64::from(contents.packing.channels());
    (0..x * y * z * channels)
        .map(|i| {
            let (channel, texel) = (i % channels, i / channels);
            let [i, j, k] = [texel % x, texel / x % y, texel / x / y].map(|n| n as f32);
            let wave = (0.31 * i + channel as f32).sin() * (0.23 * j - 0.4 * k).cos();
            1.1 * wave
        })
        .collect()
}

fn sides(contents: &Contents) -> [u32; 3] {
    [0, 1, 2].map(|axis| contents.size.get(axis).copied().unwrap_or(1))
}

fn bytes_of(samples: &[f32]) -> Vec<u8> {
    samples.iter().flat_map(|v| v.to_le_bytes()).collect()
}

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

fn decoded(colour: f64) -> f64 {
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

/// The levels of a file, the base level first.
fn levels(path: &Path, contents: &Contents) -> Vec<Vec<u8>> {
    let file = std::fs::read(path).unwrap();
    if path.extension().unwrap() == "ktx2" {
        let reader = Reader::new(&file[..]).unwrap();
        let levels: Vec<Vec<u8>> = reader.levels().map(|level| level.data.to_vec()).collect();
        assert_eq!(reader.header().level_count as usize, levels.len());
        // The smallest lies first.
        assert!(file.ends_with(&levels[0]));
        return levels;
    }
    let dds = Dds::read(&file[..]).unwrap();
    let mut rest = dds.get_data(0).unwrap();
    let mut size = sides(contents);
    let format = contents.packing.format();
    let side = format.block_side();
    let levels: Vec<Vec<u8>> = (0..dds.get_num_mipmap_levels())
        .map(|_| {
            let [x, y, z] = size;
            let length = x.div_ceil(side) * y.div_ceil(side) * z * format.block_bytes();
            let (level, others) = rest.split_at(length as usize);
            (size, rest) = (size.map(|side| (side / 2).max(1)), others);
            level.to_vec()
        })
        .collect();
    assert!(rest.is_empty());
    levels
}

const NAMES: [&str; 2] = ["a.ktx2", "a.dds"];

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

const BLOCKS: [(Format, Vulkan, DxgiFormat); 3] = [
    (
        Format::Bc4RUnorm,
        Vulkan::BC4_UNORM_BLOCK,
        DxgiFormat::BC4_UNorm,
    ),
    (
        Format::Bc5RgUnorm,
        Vulkan::BC5_UNORM_BLOCK,
        DxgiFormat::BC5_UNorm,
    ),
    (
        Format::Bc7RgbaUnorm,
        Vulkan::BC7_UNORM_BLOCK,
        DxgiFormat::BC7_UNorm,
    ),
];

/// Decodes a level by another crate: its texels, with those that fill up the blocks.
fn unpacked(blocks: &[u8], [width, height, depth]: [u32; 3], format: Format) -> Vec<u8> {
    let components = format.components() as usize;
    let [across, down] = [width, height].map(|side| side.div_ceil(4) as usize);
    let pitch = 4 * across * components;
    let mut texels = vec![0; pitch * 4 * down * depth as usize];
    for (i, block) in blocks
        .chunks_exact(format.block_bytes() as usize)
        .enumerate()
    {
        let at = i / across * 4 * pitch + i % across * 4 * components;
        match format {
            Format::Bc4RUnorm => bcdec_rs::bc4(block, &mut texels[at..], pitch, false),
            Format::Bc5RgUnorm => bcdec_rs::bc5(block, &mut texels[at..], pitch, false),
            _ => bcdec_rs::bc7(block, &mut texels[at..], pitch),
        }
    }
    texels
}

/// The differences of decoded components from the right ones. Texels beyond an edge count as the last before it.
fn differences(decoded: &[u8], right: &[u8], [x, y, z]: [u32; 3], components: usize) -> Vec<u8> {
    let [across, down] = [x, y].map(|side| side.next_multiple_of(4) as usize);
    let [x, y, z] = [x, y, z].map(|side| side as usize);
    assert_eq!(decoded.len(), across * down * z * components);
    let mut differences = Vec::new();
    for (i, texel) in decoded.chunks_exact(components).enumerate() {
        let [at_x, at_y, at_z] = [i % across, i / across % down, i / across / down];
        let at = ((at_z * y + at_y.min(y - 1)) * x + at_x.min(x - 1)) * components;
        let pairs = texel.iter().zip(&right[at..]);
        differences.extend(pairs.map(|(a, b)| a.abs_diff(*b)));
    }
    differences
}

fn loss(decoded: &[u8], right: &[u8], size: [u32; 3], components: usize) -> u8 {
    let all = differences(decoded, right, size, components);
    all.into_iter().max().unwrap()
}

/// The root of the mean square.
fn mean_loss(decoded: &[u8], right: &[u8], size: [u32; 3], components: usize) -> f64 {
    let all = differences(decoded, right, size, components);
    let squares = all.iter().map(|d| f64::from(*d).powi(2));
    (squares.sum::<f64>() / all.len() as f64).sqrt()
}

/// BC4 and BC5 have eight levels from the least to the greatest of 16 texels, so that a component is at most a fourteenth of
/// their distance and a step off.
fn is_near(decoded: &[u8], right: &[u8], [x, y, z]: [u32; 3], components: usize) -> bool {
    let [across, down] = [x, y].map(|side| side.next_multiple_of(4) as usize);
    let [x, y, z] = [x, y, z].map(|side| side as usize);
    let blocks = (0..z).flat_map(|k| {
        let corners = (0..down).step_by(4);
        corners.flat_map(move |j| (0..across).step_by(4).map(move |i| [i, j, k]))
    });
    blocks.into_iter().all(|[i, j, k]| {
        (0..components).all(|component| {
            let pairs: Vec<(u8, u8)> = (0..16)
                .map(|texel| {
                    let [i, j] = [i + texel % 4, j + texel / 4];
                    let found = ((k * down + j) * across + i) * components + component;
                    let [i, j] = [i.min(x - 1), j.min(y - 1)];
                    let stored = ((k * y + j) * x + i) * components + component;
                    (decoded[found], right[stored])
                })
                .collect();
            let stored = || pairs.iter().map(|pair| pair.1);
            let range = stored().max().unwrap() - stored().min().unwrap();
            let most = f64::from(range) / 14.0 + 1.0;
            (pairs.iter()).all(|(a, b)| f64::from(a.abs_diff(*b)) <= most)
        })
    })
}

/// The most by which a component of these smooth pictures may change.
fn bound(format: Format) -> u8 {
    match format {
        Format::Bc7RgbaUnorm => 24,
        _ => 12,
    }
}

#[test]
fn another_decoder_finds_the_texels_in_blocks() {
    let folder = tempfile::tempdir().unwrap();
    for (format, vulkan, dxgi) in BLOCKS {
        for size in [&[16, 16][..], &[13, 6], &[3, 1], &[9, 5, 3]] {
            let mut contents = mipped(size, format);
            contents.mips = false;
            let samples = samples(&contents);
            let mut texels = vec![0; samples.len()];
            contents.packing.pack(&samples, &mut texels);
            let [ktx2, dds] = NAMES.map(|name| folder.path().join(name));
            bake(&ktx2, &contents, &texels, 7).unwrap();
            bake(&dds, &contents, &texels, 7).unwrap();
            let blocks = levels(&ktx2, &contents);
            assert_eq!(blocks, levels(&dds, &contents));

            let sides = sides(&contents);
            let components = format.components() as usize;
            let decoded = unpacked(&blocks[0], sides, format);
            let lost = loss(&decoded, &texels, sides, components);
            assert!(lost <= bound(format), "{format} {size:?}: {lost}");
            let is_of_levels = format != Format::Bc7RgbaUnorm;
            assert!(
                !is_of_levels || is_near(&decoded, &texels, sides, components),
                "{format}"
            );
            // The control: the same picture turned around.
            let mut turned = texels.clone();
            turned.reverse();
            assert!(!is_near(&decoded, &turned, sides, components));
            let lost = loss(&decoded, &turned, sides, components);
            assert!(lost > bound(format), "{format} {size:?}: {lost}");

            let file = std::fs::read(&ktx2).unwrap();
            let reader = Reader::new(&file[..]).unwrap();
            assert_eq!(reader.header().format, Some(vulkan));
            let (descriptor, type_size) = Basic::from_format(vulkan).unwrap();
            assert_eq!(reader.basic_dfd(), Some(&descriptor), "{format}");
            assert_eq!(reader.header().type_size, type_size);
            let dds = Dds::read(&std::fs::read(&dds).unwrap()[..]).unwrap();
            assert_eq!(dds.get_dxgi_format(), Some(dxgi));
            // The other crate's own length: of one slice, as Microsoft's tools write it.
            let slice = blocks[0].len() as u32 / sides[2];
            assert_eq!(dds.get_main_texture_size(), Some(slice));
        }
    }
}

#[test]
fn opaque_colours_stay_opaque_and_have_formats_for_srgb() {
    let folder = tempfile::tempdir().unwrap();
    let [ktx2, dds] = NAMES.map(|name| folder.path().join(name));
    let packing = Packing::new(Format::Bc7RgbaUnorm, 3, [-1.0, 1.0]).unwrap();
    let mut contents = described(&[16, 8], None, packing);
    contents.transfer = Transfer::Srgb;
    let samples = samples(&contents);
    let mut texels = vec![0; 16 * 8 * 4];
    packing.pack(&samples, &mut texels);
    bake(&ktx2, &contents, &texels, 9).unwrap();
    bake(&dds, &contents, &texels, 9).unwrap();
    let file = std::fs::read(&ktx2).unwrap();
    let reader = Reader::new(&file[..]).unwrap();
    assert_eq!(reader.header().format, Some(Vulkan::BC7_SRGB_BLOCK));
    let (descriptor, _) = Basic::from_format(Vulkan::BC7_SRGB_BLOCK).unwrap();
    assert_eq!(reader.basic_dfd(), Some(&descriptor));
    let dds = Dds::read(&std::fs::read(&dds).unwrap()[..]).unwrap();
    assert_eq!(dds.get_dxgi_format(), Some(DxgiFormat::BC7_UNorm_sRGB));
    let decoded = unpacked(
        reader.levels().next().unwrap().data,
        [16, 8, 1],
        Format::Bc7RgbaUnorm,
    );
    assert!(decoded.chunks_exact(4).all(|texel| texel[3] == 255));
    assert!(loss(&decoded, &texels, [16, 8, 1], 4) <= bound(Format::Bc7RgbaUnorm));
}

#[test]
fn every_level_is_of_blocks() {
    let folder = tempfile::tempdir().unwrap();
    for (format, ..) in BLOCKS {
        let texels = Format::ALL.into_iter().find(|other| {
            other.block_side() == 1
                && (other.bytes(), other.components()) == (format.bytes(), format.components())
        });
        let mut both = Vec::new();
        let blocks = mipped(&[20, 12, 6], format);
        let plain = mipped(&[20, 12, 6], texels.unwrap());
        for (contents, name) in [(&blocks, "a.dds"), (&plain, "b.dds")] {
            let path = folder.path().join(name);
            bake(&path, contents, &bytes_of(&samples(contents)), 77).unwrap();
            both.push(levels(&path, contents));
        }
        let mut size = [20, 12, 6];
        assert_eq!(both[0].len(), 5);
        for (blocks, texels) in both[0].iter().zip(&both[1]) {
            let decoded = unpacked(blocks, size, format);
            let lost = mean_loss(&decoded, texels, size, format.components() as usize);
            assert!(lost < 12.0, "{format} {size:?}: {lost}");
            // The control: the same level upside down, while it has a form.
            let mut turned = texels.clone();
            turned.reverse();
            let lost = mean_loss(&decoded, &turned, size, format.components() as usize);
            assert!(lost > 20.0 || size[0] < 5, "{format} {size:?}: {lost}");
            size = size.map(|side| (side / 2).max(1));
        }
    }
}

/// Decompresses a level by another crate. The length and the checksum that the level states must be those of its texels.
fn inflated(level: &[u8]) -> Option<Vec<u8>> {
    use std::io::Read;
    let mut decoder = StreamingDecoder::new(level).ok()?;
    let mut texels = Vec::new();
    decoder.read_to_end(&mut texels).ok()?;
    let stated = decoder.decoder.get_checksum_from_data();
    let is_right = stated.is_some() && stated == decoder.decoder.get_calculated_checksum();
    (is_right && decoder.decoder.content_size() == texels.len() as u64).then_some(texels)
}

#[test]
fn another_decoder_finds_the_levels_that_are_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let [path, plain] = ["a.ktx2", "b.ktx2"].map(|name| folder.path().join(name));
    for (size, format) in [
        (&[40, 24][..], Format::R16Unorm),
        (&[33][..], Format::R8Unorm),
        (&[16, 12, 5], Format::Bc4RUnorm),
    ] {
        if size.len() == 1 && format.block_side() > 1 {
            continue;
        }
        let mut contents = mipped(size, format);
        let bytes = bytes_of(&samples(&contents));
        bake(&plain, &contents, &bytes, 100).unwrap();
        contents.supercompress = true;
        bake(&path, &contents, &bytes, 100).unwrap();
        let file = std::fs::read(&path).unwrap();
        let reader = Reader::new(&file[..]).unwrap();
        let scheme = reader.header().supercompression_scheme;
        assert_eq!(scheme, Some(SupercompressionScheme::Zstandard));
        // No byte lies between the levels.
        let compressed: Vec<&[u8]> = reader.levels().map(|level| level.data).collect();
        assert!(
            file.ends_with(
                &compressed
                    .iter()
                    .rev()
                    .copied()
                    .collect::<Vec<_>>()
                    .concat()
            )
        );
        let right = levels(&plain, &contents);
        for (level, right) in reader.levels().zip(&right) {
            assert_eq!(inflated(level.data).as_ref(), Some(right));
            assert_eq!(level.uncompressed_byte_length, right.len() as u64);
            // The control: a damaged level is noticed, wherever the damage lies.
            for at in (0..level.data.len()).step_by(level.data.len() / 7 + 1) {
                let mut damaged = level.data.to_vec();
                damaged[at] ^= 0xFF;
                assert_ne!(inflated(&damaged).as_ref(), Some(right), "{at}");
            }
        }
        let names = names(folder.path());
        assert_eq!(names, ["a.ktx2", "b.ktx2"], "no temporary file is left");
    }
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

#[test]
fn what_no_file_holds_is_refused() {
    let refused =
        |file_type, contents: &Contents| check(file_type, contents).unwrap_err().to_string();
    let line = mipped(&[8], Format::Bc4RUnorm);
    assert!(refused(FileType::Ktx2, &line).contains("two or three axes"));
    assert!(check(FileType::Dds, &line).is_ok());

    let mut levels = mipped(&[8, 8], Format::R8Unorm);
    assert!(refused(FileType::Png, &levels).contains("mips: got true for .png"));
    levels.supercompress = true;
    assert!(refused(FileType::Dds, &levels).contains("allowed: .ktx2"));
    levels.mips = false;
    assert!(refused(FileType::Tif, &levels).contains("supercompress: got true for .tif"));

    let mut blocks = mipped(&[8, 8], Format::Bc7RgbaUnorm);
    blocks.mips = false;
    for file_type in FileType::ALL {
        let has_blocks = file_type.formats().contains(&Format::Bc7RgbaUnorm);
        assert_eq!(has_blocks, file_type.is_texture());
        if !has_blocks {
            let message = refused(file_type, &blocks);
            assert!(message.contains("bc7rgbaunorm for ."), "{message}");
        }
    }
    let name = Path::new("a stream");
    assert!(stream(std::io::sink(), name, &blocks).is_err());
    levels = mipped(&[8, 8], Format::R8Unorm);
    assert!(stream(std::io::sink(), name, &levels).is_err());

    // Slices that would not fit into the memory of a bake.
    let wide = mipped(&[1 << 15, 1 << 14, 4], Format::R8Unorm);
    assert!(refused(FileType::Dds, &wide).contains("bytes of rows and slices in memory"));
    assert!(check(FileType::Dds, &mipped(&[1 << 15, 1 << 14], Format::R8Unorm)).is_ok());
}

#[test]
fn a_sample_that_is_cut_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let contents = mipped(&[4, 4], Format::R8Unorm);
    let mut writer = create(&folder.path().join("a.dds"), &contents).unwrap();
    assert!(writer.write(&[0; 7]).is_err());
    // 16 floats, not 16 bytes.
    writer.write(&[0; 16]).unwrap();
    assert!(writer.finish().is_err());
}
