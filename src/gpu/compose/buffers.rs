//! Where a kernel finds the numbers and the axes of its sample, `at`: in the buffers of `job.wgsl`, and in axis tables by its
//! index, or from the point itself.

use super::{FIELDS, Inputs, number, octave};
use crate::gpu::layout::{NumberAt, WholeAt};
use crate::gpu::lines::PointLayout;
use crate::grid::table::Columns;
use crate::program::{CoordinateId, FoldId, FrameId, Lattice, Program, SlotId, SourceId};

pub(super) struct Buffers<'a> {
    program: &'a Program,
    pub numbers: NumberAt,
    pub wholes: WholeAt,
    /// How points are given; on a grid there are none.
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

    /// The layer of a source or coordinate, from the place of its first, in the octaves of the loops around it.
    fn layer_of(&self, first: u32, frame: FrameId) -> String {
        let folds = self.program.folds_around(frame);
        let index = (folds.into_iter()).fold(String::new(), |index, fold| {
            let k = octave(fold);
            match index.is_empty() {
                true => k,
                false => format!("({index}) * {} + {k}", self.octaves(fold)),
            }
        });
        match index.is_empty() {
            true => format!("layers[whole({first}u)]"),
            false => format!("layers[whole({first}u) + {index}]"),
        }
    }
}

impl Buffers<'_> {
    /// Where the point `at` lies along an axis; one that the program has not is not read.
    fn place(&self, points: PointLayout, axis: usize) -> String {
        let (field, is_own) = (
            FIELDS[axis],
            self.program.axes.indices().any(|own| own == axis),
        );
        match (points, is_own) {
            (PointLayout::Floats, true) => format!("at.{field}"),
            (PointLayout::Floats, false) => "0.0".to_string(),
            (PointLayout::Cells, true) => format!("at.cell.{field}, at.fraction.{field}"),
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
        match (
            self.points.map(|points| self.place(points, axis)),
            source.columns(),
        ) {
            (None, _) => axis_at(axis, &first),
            (Some(place), Columns::Faded(_)) => {
                format!("axis_along({place}, {first}, {layer}.period.{field})")
            }
            (Some(place), Columns::Skewed(factor)) => {
                let factor = number(factor as f32);
                format!("axis_skewed_along({place}, {first}, {factor})")
            }
        }
    }

    fn rate(&self, _source: &Lattice, i: usize, layer: &str) -> String {
        format!("{layer}.rate.{}", FIELDS[i])
    }

    fn coordinate(&self, id: CoordinateId) -> String {
        let coordinate = self.program.coordinates[id.index()];
        let layer = self.layer_of(self.wholes.coordinate(id), coordinate.frame);
        let first = format!("{layer}.first.x");
        match self.points {
            None => format!("{}.fraction", axis_at(coordinate.axis, &first)),
            Some(points) => format!("along({}, {first})", self.place(points, coordinate.axis)),
        }
    }
}

/// The entry of sample `at` in the table of an axis.
pub(super) fn axis_at(axis: usize, first: &str) -> String {
    format!("axes[{first} + at.{}]", FIELDS[axis])
}
