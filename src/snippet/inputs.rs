//! The expressions by which a snippet's function reads its numbers and axes: constants or a struct, and the position `p`.

use super::parameters::{self, ParameterField};
use super::{Function, Options, Parameters, Y};
use crate::grid::TIME;
use crate::grid::table::Columns;
use crate::program::{
    CoordinateId, FoldId, FrameId, Job, Lattice, PerOctave, Rate, SlotId, SourceId,
};
use crate::wgsl::compose::{FIELDS, Inputs, number, octave};

/// The name of the struct argument.
pub(super) const ARGUMENT: &str = "parameters";

/// The name of the position with its y axis turned downward.
pub(super) const DOWN: &str = "down";

/// Writes the expressions of one function.
pub(super) struct FunctionInputs<'a> {
    pub job: &'a Job,
    /// The name of the function, with which the names of all its constants begin.
    pub name: &'a str,
    form: Parameters,
    y: Y,
    /// The index of the texture of each picture of the job.
    pictures: &'a [usize],
    /// The numbers of the job, indexed by slot.
    pub parameters: Vec<ParameterField>,
}

impl<'a> FunctionInputs<'a> {
    pub fn new(
        function: &'a Function,
        pictures: &'a [usize],
        options: &Options,
    ) -> FunctionInputs<'a> {
        FunctionInputs {
            job: function.job,
            name: &function.name,
            form: options.parameters,
            y: options.y,
            pictures,
            parameters: parameters::of_job(function.job),
        }
    }

    /// Returns the components of the position with its y axis turned downward.
    pub fn downward(&self) -> Vec<String> {
        let axes = self.job.program.axes.indices();
        axes.zip(FIELDS)
            .map(|(axis, field)| match axis {
                1 => format!("{} - p.{field}", number(turned(self.job))),
                _ => format!("p.{field}"),
            })
            .collect()
    }

    /// Returns the component of the position along an axis, or `None` if the function does not take that axis.
    pub fn position(&self, axis: usize) -> Option<String> {
        let axes = self.job.program.axes;
        let component = FIELDS[axes.indices().position(|own| own == axis)?];
        Some(match (axes.count(), self.y) {
            (1, _) => "p".to_string(),
            (_, Y::Down) => format!("p.{component}"),
            (_, Y::Up) => format!("{DOWN}.{component}"),
        })
    }

    /// Returns the gain of a fold whose gain and octaves are fields of the struct.
    fn gain(&self, fold: FoldId) -> Option<SlotId> {
        match self.job.program.folds[fold.index()].amplitudes {
            PerOctave::Powers(gain)
                if self.form == Parameters::Struct && self.octaves_max(fold) > 1 =>
            {
                Some(gain)
            }
            _ => None,
        }
    }

    /// Returns the number of octaves of a fold in the recipe.
    fn octaves_max(&self, fold: FoldId) -> usize {
        self.job.octaves[fold.index()].count()
    }

    /// Returns the amplitude of an octave, computed from the struct, or `None` if it is a constant.
    fn by_gain(&self, fold: FoldId, normal: bool) -> Option<String> {
        let gain = self.number(self.gain(fold)?);
        let (count, k) = (self.octaves(fold), octave(fold));
        Some(format!(
            "{}_weight({gain}, {count}, {k}, {normal})",
            self.name
        ))
    }

    /// Returns the element of a constant array at the octaves of the enclosing loops, the innermost fastest.
    fn element(&self, what: &str, frame: FrameId) -> String {
        let folds = self.job.program.folds_around(frame);
        let index = folds.into_iter().fold(String::new(), |index, fold| {
            let octave = octave(fold);
            if index.is_empty() {
                octave
            } else {
                format!("({index}) * {}u + {octave}", self.octaves_max(fold))
            }
        });
        let index = if index.is_empty() { "0" } else { &index };
        format!("{}_{what}[{index}]", self.name)
    }

    /// Returns the recipe's frequency, or number of cells, along axis `i` of a source.
    pub fn value_of(&self, source: &Lattice, i: usize) -> f64 {
        f64::from(self.job.numbers[slot(source, i).index()])
    }

    /// Returns the present octave's element of an array of a fold.
    fn of_fold(&self, fold: FoldId, what: &str) -> String {
        format!("{}_f{}_{what}[{}]", self.name, fold.0, octave(fold))
    }
}

impl Inputs for FunctionInputs<'_> {
    fn is_faded(&self) -> bool {
        false
    }

    fn number(&self, slot: SlotId) -> String {
        let field = &self.parameters[slot.index()].field;
        match self.form {
            Parameters::Const => format!("{}_{field}", self.name),
            Parameters::Struct => format!("{ARGUMENT}.{field}"),
        }
    }

    fn octaves(&self, fold: FoldId) -> String {
        let most = self.octaves_max(fold);
        match self.gain(fold) {
            Some(_) => {
                let octaves = self.number(self.job.program.folds[fold.index()].octaves);
                format!("clamp({octaves}, 1u, {most}u)")
            }
            None => format!("{most}u"),
        }
    }

    fn weight(&self, fold: FoldId) -> String {
        let normal = self.job.program.folds[fold.index()].normalize;
        (self.by_gain(fold, normal)).unwrap_or_else(|| self.of_fold(fold, "weights"))
    }

    fn amplitude(&self, fold: FoldId) -> String {
        (self.by_gain(fold, false)).unwrap_or_else(|| self.of_fold(fold, "amplitudes"))
    }

    fn scale(&self, fold: FoldId, time: bool) -> String {
        self.of_fold(fold, if time { "time_scales" } else { "scales" })
    }

    fn layer(&self, source: SourceId) -> String {
        let frame = self.job.program.sources[source.index()].frame;
        self.element(&format!("s{}_layers", source.0), frame)
    }

    fn axis(&self, source: &Lattice, i: usize, layer: &str) -> String {
        let field = FIELDS[i];
        let offset = format!("{layer}.offset.{field}");
        let units = match self.position(source.axes[i]) {
            Some(p) => format!("({p} * {layer}.scale.{field} + {offset})"),
            None => offset,
        };
        let mut cells = format!("{units} * {}", self.number(slot(source, i)));
        if self.job.program.is_shifted(source.frame) {
            cells += &format!(" + {layer}.shift.{field}");
        }
        match source.columns() {
            Columns::Faded(_) => format!("noise_axis({cells}, {layer}.period.{field})"),
            Columns::Skewed(factor) => {
                format!("noise_axis_skewed({cells}, {})", number(factor as f32))
            }
        }
    }

    fn rate(&self, id: SourceId, i: usize, _layer: &str) -> String {
        // In the first octave the rate is the parameter itself, multiplied by the frequency factor of the octave. It differs by
        // another factor if the parameter counts the cells in the whole extent, or if the frequency was adjusted to close a
        // seamless box.
        let source = &self.job.program.sources[id.index()];
        let rate = f64::from(self.job.layers[id.index()][0].rates[i]);
        let time = source.axes[i] == TIME;
        let fold = self.job.program.rescaling_fold(source.frame);
        let in_first_octave = fold.map_or(1.0, |fold| {
            let octaves = &self.job.octaves[fold.index()];
            f64::from(octaves.factors(time)[0])
        });
        let factor = match self.value_of(source, i) * in_first_octave {
            0.0 => 1.0,
            value => (rate / value) as f32,
        };
        let parameter = self.number(slot(source, i));
        // The numbers are rounded: a factor this near to 1 is no factor.
        let rate = match (factor - 1.0).abs() <= 2.0 * f32::EPSILON {
            true => parameter,
            false => format!("({parameter} * {})", number(factor)),
        };
        match fold {
            Some(fold) => format!("({rate} * {})", self.scale(fold, time)),
            None => rate,
        }
    }

    fn picture(&self, plane: u32) -> String {
        format!("{}u", self.pictures[plane as usize])
    }

    fn coordinate(&self, id: CoordinateId) -> String {
        let coordinate = self.job.program.coordinates[id.index()];
        let affine = self.element(&format!("c{}_affine", id.0), coordinate.frame);
        match self.position(coordinate.axis) {
            Some(p) => format!("{p} * {affine}.x + {affine}.y"),
            None => format!("{affine}.y"),
        }
    }
}

/// Returns the sum of the least and the greatest y of the grid: subtracting y from it turns the y axis around.
pub(super) fn turned(job: &Job) -> f32 {
    let span = job.grid.span(1);
    (2.0 * span.origin + span.extent) as f32
}

/// Returns the parameter that holds the frequency, or the number of cells, along axis `i` of a source.
fn slot(source: &Lattice, i: usize) -> SlotId {
    let (Rate::Frequency(slot) | Rate::Cells(slot)) = source.rates[i];
    slot
}
