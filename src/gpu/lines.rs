//! What a kernel reads of a job at points: its layers, and the lines from positions to cells.

use bytemuck::{Pod, Zeroable};

use super::layout::{LayerWords, source_layer};
use crate::grid::Affine;
use crate::grid::table::{Columns, key};
use crate::program::Job;
use crate::{Error, Result};

/// How points lie in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointLayout {
    /// `vec4<f32>`: x, y, z and w. Arithmetic is f32: 16 bytes a point, fast, and coarse far from the origin.
    Floats,
    /// [`grid::Point`](crate::grid::Point): a `vec4<i32>`, then a `vec4<f32>`, which are added: 32 bytes a point. Arithmetic is
    /// in whole numbers: a position is taken to 2⁻³² of a unit, within 2³¹ units, however far away.
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

/// A line for floats: `Line` of `floats.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct FloatLine {
    scale: f32,
    offset: f32,
}

/// A line for cells: `Line` of `cells.wgsl`, with its `NoiseAffine`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct CellLine {
    rate: [u32; 3],
    padding: u32,
    shift: [u32; 2],
    padding2: [u32; 2],
    scale: f32,
    offset: f32,
    padding3: [u32; 2],
}

/// A job's layers at points, and their lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    pub layers: Vec<LayerWords>,
    /// Bytes of [`FloatLine`] or [`CellLine`].
    pub lines: Vec<u8>,
}

impl Lines {
    /// # Errors
    /// [`Error::Invalid`] for more cells in a unit than 32 bits count.
    pub fn new(job: &Job, points: PointLayout) -> Result<Lines> {
        let mut maps = Vec::new();
        let mut layers = Vec::new();
        for (source, own) in job.program.sources.iter().zip(&job.layers) {
            for layer in own {
                let mut words = source_layer(layer);
                for (i, &axis) in source.axes.iter().enumerate() {
                    words.first[i] = maps.len() as u32;
                    let period = layer.periods[i];
                    let map = fixed_outside(job, axis, layer.cells[i]);
                    maps.push((map, period));
                    if let Columns::Skewed(factor) = source.columns() {
                        maps.push((map.times(factor), 0));
                    }
                }
                layers.push(words);
            }
        }
        for (coordinate, own) in job.program.coordinates.iter().zip(&job.coordinates) {
            for &map in own {
                layers.push(LayerWords {
                    first: [maps.len() as u32, 0, 0, 0],
                    ..LayerWords::default()
                });
                maps.push((fixed_outside(job, coordinate.axis, map), 0));
            }
        }
        let mut lines = Vec::new();
        for (map, period) in maps {
            match points {
                PointLayout::Floats => lines.extend(bytemuck::bytes_of(&FloatLine {
                    scale: map.rate() as f32,
                    offset: map.offset as f32,
                })),
                PointLayout::Cells => {
                    lines.extend(bytemuck::bytes_of(&CellLine::new(map, period)?));
                }
            }
        }
        Ok(Lines { layers, lines })
    }
}

/// The map of an axis; on one that the job has not, that of its origin, wherever points lie.
fn fixed_outside(job: &Job, axis: usize, map: Affine) -> Affine {
    match job.program.axes.indices().any(|own| own == axis) {
        true => map,
        false => {
            let place = job.grid.span(axis).at(0);
            let cells = crate::grid::position::coordinate(place, map);
            Affine::IDENTITY.times(0.0).plus(cells)
        }
    }
}

impl CellLine {
    fn new(map: Affine, period: u32) -> Result<CellLine> {
        let rate = map.rate();
        let whole = rate.floor();
        if whole > f64::from(u32::MAX) {
            let given = format!("{rate:e} cells in a unit");
            return Err(Error::invalid(
                "frequency",
                given,
                "less than 2^32 at points",
            ));
        }
        let word = f64::from(u32::MAX) + 1.0;
        let first = (rate - whole) * word;
        let second = (first - first.floor()) * word;
        let own = map.offset.floor();
        Ok(CellLine {
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
    use crate::gpu::compose::point_kernel;
    use crate::gpu::layout::tests::{assert_twins, members};
    use crate::grid::Point;
    use crate::{Grid, Noise, Program};

    #[test]
    fn lines_lie_as_the_shaders_say() {
        let program = Program::check(&[Noise::perlin()], Grid::new([8, 8]).axes());
        let program = program.expect("a right program");
        let floats = point_kernel(&program, PointLayout::Floats);
        assert_twins!(&floats, "Line", FloatLine: scale offset);
        let cells = point_kernel(&program, PointLayout::Cells);
        let offsets = |name| -> Vec<usize> {
            let (members, _) = members(&cells, name);
            members.iter().map(|(_, offset)| *offset).collect()
        };
        assert_eq!(offsets("NoiseAffine"), [0, offset_of!(CellLine, shift)]);
        let [scale, offset] = [offset_of!(CellLine, scale), offset_of!(CellLine, offset)];
        assert_eq!(offsets("Line"), [0, scale, offset]);
        assert_eq!(members(&cells, "Line").1, size_of::<CellLine>());
        // The shader calls the whole units of a point its cell.
        let point = [offset_of!(Point, whole), offset_of!(Point, fraction)];
        assert_eq!(offsets("Point"), point);
        assert_eq!(members(&cells, "Point").1, size_of::<Point>());
        assert_eq!(PointLayout::Cells.bytes(), size_of::<Point>() as u64);
    }
}
