//! The expressions by which a kernel reads the numbers and the axes of its sample `at`. Numbers are in the buffers of
//! `job.wgsl`. Axes are read from tables by the sample's index, or computed from the point itself.

use super::affine::PointLayout;
use super::uniform::{NumberAt, WholeAt};
use crate::grid::table::Columns;
use crate::program::{CoordinateId, FoldId, FrameId, Lattice, Program, SlotId, SourceId};
use crate::wgsl::compose::{FIELDS, Inputs, number, octave};

/// The inputs of a kernel: expressions that read its buffers.
pub(super) struct Buffers<'a> {
    program: &'a Program,
    pub numbers: NumberAt,
    pub wholes: WholeAt,
    /// How points are given; `None` on a grid.
    pub points: Option<PointLayout>,
}

impl Buffers<'_> {
    pub fn new(program: &Program, points: Option<PointLayout>) -> Buffers<'_> {
        Buffers {
            points,
            program,
            numbers: NumberAt::new(program),
            wholes: WholeAt::new(program),
        }
    }

    /// Returns the layer of a source or coordinate in the current octaves. `first` is the offset in the uniform of the index of
    /// its first layer. In nested folds the innermost octave varies fastest: index = outer * (number of inner octaves) + inner.
    fn layer_of(&self, first: u32, frame: FrameId) -> String {
        let mut index = format!("whole({first}u)");
        let folds = self.program.folds_around(frame);
        let octaves = folds.into_iter().fold(String::new(), |outer, fold| {
            let k = octave(fold);
            if outer.is_empty() {
                k
            } else {
                format!("({outer}) * {} + {k}", self.octaves(fold))
            }
        });
        if !octaves.is_empty() {
            index += &format!(" + {octaves}");
        }
        format!("layers[{index}]")
    }

    /// The position of the point `at` along an axis, as the arguments of a function. On an axis that the program does not
    /// have, it is 0: the affine map there is constant, and the point's own number might be NaN.
    fn position(&self, points: PointLayout, axis: usize) -> String {
        let field = FIELDS[axis];
        let is_own = self.program.axes.has(axis);
        match (points, is_own) {
            (PointLayout::Floats, true) => format!("at.{field}"),
            (PointLayout::Floats, false) => "0.0".to_string(),
            (PointLayout::Cells, true) => format!("at.whole.{field}, at.fraction.{field}"),
            (PointLayout::Cells, false) => "0, 0.0".to_string(),
        }
    }
}

impl Inputs for Buffers<'_> {
    fn is_faded(&self) -> bool {
        self.points.is_none()
    }

    fn number(&self, slot: SlotId) -> String {
        format!("number({}u)", self.numbers.slot(slot))
    }

    fn octaves(&self, fold: FoldId) -> String {
        format!("whole({}u)", self.wholes.octaves(fold))
    }

    fn weight(&self, fold: FoldId) -> String {
        format!("number({}u + {})", self.numbers.weight(fold), octave(fold))
    }

    fn amplitude(&self, fold: FoldId) -> String {
        let first = self.numbers.amplitude(fold);
        format!("number({first}u + {})", octave(fold))
    }

    fn scale(&self, fold: FoldId, time: bool) -> String {
        let first = self.numbers.scale(fold, time);
        format!("number({first}u + {})", octave(fold))
    }

    fn layer(&self, source: SourceId) -> String {
        let frame = self.program.sources[source.index()].frame;
        self.layer_of(self.wholes.source(source), frame)
    }

    fn axis(&self, source: &Lattice, i: usize, layer: &str) -> String {
        let (axis, field) = (source.axes[i], FIELDS[i]);
        let first = format!("{layer}.first.{field}");
        let Some(points) = self.points else {
            return table_entry(axis, &first);
        };
        let position = self.position(points, axis);
        match source.columns() {
            Columns::Faded(_) => {
                format!("axis_along({position}, {first}, {layer}.period.{field})")
            }
            Columns::Skewed(factor) => {
                let factor = number(factor as f32);
                format!("axis_skewed_along({position}, {first}, {factor})")
            }
        }
    }

    fn rate(&self, _source: SourceId, i: usize, layer: &str) -> String {
        format!("{layer}.rate.{}", FIELDS[i])
    }

    fn picture(&self, plane: u32) -> String {
        format!("whole({}u)", self.wholes.plane(plane))
    }

    fn coordinate(&self, id: CoordinateId) -> String {
        let coordinate = self.program.coordinates[id.index()];
        let layer = self.layer_of(self.wholes.coordinate(id), coordinate.frame);
        let first = format!("{layer}.first.x");
        match self.points {
            None => format!("{}.fraction", table_entry(coordinate.axis, &first)),
            Some(points) => {
                format!("along({}, {first})", self.position(points, coordinate.axis))
            }
        }
    }
}

/// The entry of sample `at` in the axis table that begins at `first`.
pub(super) fn table_entry(axis: usize, first: &str) -> String {
    format!("axis_entry({first} + at.{})", FIELDS[axis])
}
