//! Points in a buffer: their layout, and the affine maps from their positions to cells, which a kernel at points reads instead
//! of axis tables.

use bytemuck::{Pod, Zeroable};

use super::lattices::LayerWords;
use crate::grid::Affine;
use crate::grid::table::{Columns, key};
use crate::program::Job;
use crate::{Error, Result};

/// How points lie in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PointLayout {
    /// `vec4<f32>`: x, y, z and w; 16 bytes per point. Arithmetic is in f32: fast, but coarse far from the origin.
    Floats,
    /// [`grid::Point`](crate::grid::Point): a `vec4<i32>`, then a `vec4<f32>`, whose sum is the position; 32 bytes per point.
    /// Arithmetic is in whole numbers: positions are exact to 2⁻³² of a unit within 2³¹ units of the origin.
    Cells,
}

impl PointLayout {
    /// Bytes of a point.
    pub fn bytes(self) -> u64 {
        match self {
            PointLayout::Floats => 16,
            PointLayout::Cells => 32,
        }
    }
}

/// An affine map in floats: `Affine` of `floats.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct FloatAffine {
    scale: f32,
    offset: f32,
}

/// An affine map in whole numbers: `Affine` of `cells.wgsl`, with its `NoiseAffine`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct CellAffine {
    /// Cells per unit, in 32.64 fixed point.
    rate: [u32; 3],
    padding: u32,
    /// The offset in cells: the key of its whole part, and its fraction in 0.32 fixed point.
    shift: [u32; 2],
    padding2: [u32; 2],
    scale: f32,
    offset: f32,
    padding3: [u32; 2],
}

/// A job's layers at points, and their affine maps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Affines {
    pub layers: Vec<LayerWords>,
    /// The bytes of [`FloatAffine`]s or [`CellAffine`]s.
    pub maps: Vec<u8>,
}

impl Affines {
    /// # Errors
    /// [`Error::Invalid`] if there are more cells per unit than 32 bits count.
    pub fn new(job: &Job, points: PointLayout) -> Result<Affines> {
        let mut maps = Vec::new();
        let mut layers = Vec::new();
        for (source, own) in job.program.sources.iter().zip(&job.layers) {
            for layer in own {
                let mut words = LayerWords::of_source(layer);
                for (i, &axis) in source.axes.iter().enumerate() {
                    words.first[i] = maps.len() as u32;
                    let period = layer.periods[i];
                    let map = job.map_of_points(axis, layer.cells[i]);
                    maps.push((map, period));
                    // Simplex noise also needs the position times its skew.
                    if let Columns::Skewed(factor) = source.columns() {
                        maps.push((map.times(factor), 0));
                    }
                }
                layers.push(words);
            }
        }
        for (coordinate, own) in job.program.coordinates.iter().zip(&job.coordinates) {
            for &map in own {
                layers.push(LayerWords::of_coordinate(maps.len()));
                maps.push((job.map_of_points(coordinate.axis, map), 0));
            }
        }
        let mut bytes = Vec::new();
        for (map, period) in maps {
            match points {
                PointLayout::Floats => bytes.extend(bytemuck::bytes_of(&FloatAffine {
                    scale: map.rate() as f32,
                    offset: map.offset as f32,
                })),
                PointLayout::Cells => {
                    bytes.extend(bytemuck::bytes_of(&CellAffine::new(map, period)?));
                }
            }
        }
        Ok(Affines {
            layers,
            maps: bytes,
        })
    }
}

impl CellAffine {
    fn new(map: Affine, period: u32) -> Result<CellAffine> {
        let rate = map.rate();
        let whole = rate.floor();
        if whole > f64::from(u32::MAX) {
            let given = format!("{rate:e} cells in a unit");
            let allowed = "less than 2^32 at points";
            return Err(Error::invalid("frequency", given, allowed));
        }
        let word = f64::from(u32::MAX) + 1.0;
        let first = (rate - whole) * word;
        let second = (first - first.floor()) * word;
        let own = map.offset.floor();
        Ok(CellAffine {
            rate: [whole as u32, first as u32, second as u32],
            padding: 0,
            shift: [key(own as i64, period), ((map.offset - own) * word) as u32],
            padding2: [0; 2],
            scale: rate as f32,
            offset: map.offset as f32,
            padding3: [0; 2],
        })
    }
}

#[cfg(test)]
mod tests {
    use std::mem::offset_of;

    use super::*;
    use crate::gpu::kernel::point_kernel;
    use crate::gpu::kernel::twins::{assert_twins, members};
    use crate::grid::Point;
    use crate::{Grid, Noise, Program};

    #[test]
    fn maps_have_the_layout_of_the_shaders() {
        let program = Program::check(&[Noise::perlin()], Grid::new([8, 8]).axes());
        let program = program.expect("the program is right");
        let floats = point_kernel(&program, PointLayout::Floats);
        assert_twins!(&floats, "Affine", FloatAffine: scale offset);
        let cells = point_kernel(&program, PointLayout::Cells);
        let offsets = |name| -> Vec<usize> {
            let (members, _) = members(&cells, name);
            members.iter().map(|(_, offset)| *offset).collect()
        };
        assert_eq!(offsets("NoiseAffine"), [0, offset_of!(CellAffine, shift)]);
        let [scale, offset] = [
            offset_of!(CellAffine, scale),
            offset_of!(CellAffine, offset),
        ];
        assert_eq!(offsets("Affine"), [0, scale, offset]);
        assert_eq!(members(&cells, "Affine").1, size_of::<CellAffine>());
        assert_twins!(&cells, "Point", Point: whole fraction);
        assert_eq!(PointLayout::Cells.bytes(), size_of::<Point>() as u64);
    }
}
