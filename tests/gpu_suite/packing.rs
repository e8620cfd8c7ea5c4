//! Texels that the GPU packs are those that the host packs from the same samples.

use wgpu_noise::grid::Brick;
use wgpu_noise::texel::{Component, Format, Packing};
use wgpu_noise::{Backend, Grid, Noise};

use crate::adapter::{context, on};
use crate::support::{case, filled, made};

const RANGE: [f32; 2] = [-0.4, 0.3];
const INVERTED: [f32; 2] = [0.3, -0.4];

/// Rows whose texels end anywhere in a word, a workgroup or a block; and volumes of an odd number of texels.
fn grids() -> Vec<Grid> {
    let rows = [1, 33, 63, 64, 65, 257].map(|width| Grid::new([width, 3]));
    [
        rows.to_vec(),
        vec![Grid::new([3, 3, 3]), Grid::new([1]), Grid::new([5, 7, 3])],
    ]
    .concat()
}

#[test]
fn every_format_is_packed_as_on_the_host() {
    let Some(context) = context() else { return };
    let noises: Vec<_> = (0..4)
        .map(|seed| Noise::perlin().frequency(7.3).seed(seed))
        .collect();
    for grid in grids() {
        for channels in 1..=4 {
            let case = case(&noises[..channels], &grid);
            let mut gpu = made(&case, &on(context));
            let samples = filled(gpu.as_mut(), &Brick::whole(&grid, 0));
            let formats = Format::ALL.into_iter();
            for format in formats.filter(|format| format.components() as usize >= channels) {
                let range = [RANGE, INVERTED][channels % 2];
                let packing =
                    Packing::new(format, channels as u32, range).expect("a right packing");
                if let Err(error) = compare(gpu.as_mut(), &samples, &packing) {
                    panic!(
                        "{format}, {channels} channels, {}: {error}",
                        grid.describe_size()
                    );
                }
            }
        }
    }
}

/// Whether the GPU packs its samples as the host packs them.
fn compare(gpu: &mut dyn Backend, samples: &[f32], packing: &Packing) -> Result<(), String> {
    let texels = samples.len() / packing.channels() as usize;
    let bytes = texels * packing.bytes() as usize;
    let (mut found, mut expected) = (vec![0xa5; bytes], vec![0x5a; bytes]);
    let brick = Brick::whole(gpu.grid(), 0);
    let saturated = gpu
        .fill(&brick, packing, &mut found)
        .map_err(|error| error.to_string())?;
    let outside = packing.pack(samples, &mut expected);
    if saturated != outside {
        return Err(format!("{saturated} saturated samples, not {outside}"));
    }
    same_texels(&found, &expected, packing)
}

/// Floats are the same, halves and unorms at most one step apart, and that rarely: at a tie.
fn same_texels(found: &[u8], expected: &[u8], packing: &Packing) -> Result<(), String> {
    let width = packing.format().component().bytes() as usize;
    let words = |bytes: &[u8]| -> Vec<i64> { bytes.chunks_exact(width).map(word).collect() };
    let most = match packing.format().component() {
        Component::Float32 => 0,
        _ => 1,
    };
    let (found, expected) = (words(found), words(expected));
    let off = |(a, b): (&i64, &i64)| (a - b).abs();
    if let Some(i) = found
        .iter()
        .zip(&expected)
        .position(|pair| off(pair) > most)
    {
        return Err(format!(
            "component {i} is {}, not {}",
            found[i], expected[i]
        ));
    }
    let apart = found
        .iter()
        .zip(&expected)
        .filter(|pair| off(*pair) > 0)
        .count();
    match apart <= found.len() / 100 {
        true => Ok(()),
        false => Err(format!(
            "{apart} of {} components are a step apart",
            found.len()
        )),
    }
}

fn word(bytes: &[u8]) -> i64 {
    let whole = |word: i64, byte: &u8| word << 8 | i64::from(*byte);
    bytes.iter().rev().fold(0, whole)
}

#[test]
fn wrong_texels_are_noticed() {
    let packing = |format| Packing::new(format, 1, RANGE).expect("a right packing");
    let [byte, float] = [Format::R8Unorm, Format::R32Float].map(packing);
    let right = vec![7; 200];
    let step = |i: usize, by: u8| {
        let mut wrong = right.clone();
        wrong[i] += by;
        wrong
    };
    assert!(same_texels(&step(9, 1), &right, &byte).is_ok());
    assert!(same_texels(&step(199, 2), &right, &byte).is_err());
    assert!(same_texels(&step(196, 1), &right, &float).is_err());
    assert!(
        same_texels(&[8; 200], &right, &byte).is_err(),
        "a step everywhere"
    );
}

/// The ends of the range are 0 and 1 exactly, and what lies beyond is held there and counted.
#[test]
fn the_range_saturates() {
    let Some(context) = context() else { return };
    let grid = Grid::new([9]).extent([9.0]).origin([-4.5, 0.0, 0.0, 0.0]);
    let case = case(&[Noise::x()], &grid);
    let mut gpu = made(&case, &on(context));
    let packing = Packing::new(Format::R8Unorm, 1, [-2.0, 2.0]).expect("a right packing");
    let mut bytes = [0xa5; 9];
    let saturated = gpu
        .fill(&Brick::whole(&grid, 0), &packing, &mut bytes)
        .expect("texels");
    assert_eq!(
        (saturated, bytes),
        (4, [0, 0, 0, 64, 128, 191, 255, 255, 255])
    );
}
