//! Blocks, by another decoder.

use ddsfile::{Dds, DxgiFormat};
use ktx2::dfd::Basic;
use ktx2::{Format as Vulkan, Reader};
use wgpu_noise::texel::{Format, Packing, Transfer};

use crate::support::*;
use crate::textures::{NAMES, bytes_of, levels, mipped, samples, sides};

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
