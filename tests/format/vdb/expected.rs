//! What a file must hold, and the comparison with what a reader finds.

use half::f16;
use wgpu_noise::format::Contents;

use super::reader::File;
use crate::support::RECIPE;

/// Samples of which one in 23 is 0 and one in 29 is -0.
fn samples(count: usize) -> Vec<f32> {
    let sample = |i: usize| match (i % 23, i % 29) {
        (3, _) => 0.0,
        (_, 5) => -0.0,
        _ => ((i * 7919) % 10_007) as f32 * 0.000_37 - 1.5,
    };
    (0..count).map(sample).collect()
}

/// The texels of such samples.
pub fn packed(contents: &Contents) -> Vec<u8> {
    let packing = &contents.packing;
    let texels = contents.frame_bytes().unwrap() as usize / packing.bytes() as usize;
    let mut bytes = vec![0; texels * packing.bytes() as usize];
    packing.pack(&samples(texels * packing.channels() as usize), &mut bytes);
    bytes
}

/// The bits of the value of each voxel of a channel: a 0 has no sign.
fn values(contents: &Contents, texels: &[u8], channel: usize) -> Vec<u32> {
    let packing = &contents.packing;
    let bytes = packing.format().component().bytes() as usize;
    let components = texels.chunks_exact(bytes).skip(channel);
    let values = components
        .step_by(packing.components() as usize)
        .map(|v| match *v {
            [a, b] => f16::from_le_bytes([a, b]).to_f32(),
            [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
            _ => panic!("no float"),
        });
    values.map(|value| (value + 0.0).to_bits()).collect()
}

pub fn sides(contents: &Contents) -> [usize; 3] {
    [0, 1, 2].map(|axis| contents.size.get(axis).map_or(1, |n| *n as usize))
}

/// The least and the greatest index of the voxels that are not 0.
fn bounds(values: &[u32], [nx, ny, _]: [usize; 3]) -> [[i32; 3]; 2] {
    let active = (0..values.len()).filter(|i| values[*i] != 0);
    let at = |i: usize| [i % nx, i / nx % ny, i / nx / ny].map(|n| n as i32);
    active
        .map(at)
        .fold([[i32::MAX; 3], [i32::MIN; 3]], |[low, high], at| {
            let axes = [0, 1, 2];
            [
                axes.map(|axis| low[axis].min(at[axis])),
                axes.map(|axis| high[axis].max(at[axis])),
            ]
        })
}

/// Says where a reading differs from the contents.
pub fn difference(found: &File, contents: &Contents, texels: &[u8]) -> Result<(), String> {
    let same = |is_same: bool, what: &str| match is_same {
        true => Ok(()),
        false => Err(format!(
            "{what}: {:?} {:?}",
            contents.size, contents.packing
        )),
    };
    let channels = contents.packing.channels() as usize;
    same(found.grids.len() == channels, "the number of grids")?;
    for (channel, grid) in found.grids.iter().enumerate() {
        let values = values(contents, texels, channel);
        let active = values.iter().map(|value| u8::from(*value != 0));
        let active: Vec<u8> = active.collect();
        let count = active.iter().map(|on| u64::from(*on)).sum::<u64>();
        let half = contents.packing.format().component().bytes() == 2;
        same(grid.values == values, "values")?;
        same(grid.active == active, "active voxels")?;
        same(
            [grid.voxels, grid.counted] == [count; 2],
            "the number of active voxels",
        )?;
        same(
            [grid.low, grid.high] == bounds(&values, sides(contents)),
            "bounds",
        )?;
        same(grid.half == half, "halves")?;
        same(grid.class == "fog volume", "the class")?;
        let sides = grid.first.iter().chain(&grid.step);
        let mut sides = sides.zip(contents.first.iter().chain(&contents.step));
        // The sides of a cube are made equal.
        same(
            sides.all(|(found, side)| (found - side).abs() < 1e-15),
            "the transform",
        )?;
    }
    same(found.metadata["wgpu-noise:recipe"] == RECIPE, "the recipe")
}
