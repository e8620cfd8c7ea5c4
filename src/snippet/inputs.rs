//! Where a snippet finds its numbers and axes: in constants, or in a struct, and in the position `p`.

use super::parameters::{self, Parameter};
use super::{Function, Options, Parameters, Y};
use crate::grid::Map;
use crate::grid::table::Columns;
use crate::program::{
    CoordinateId, FoldId, FrameId, Job, Lattice, Octaves, PerOctave, Rate, SlotId, SourceId,
};
use crate::wgsl::compose::{FIELDS, Inputs, number, octave};

/// How the struct argument is called.
pub(super) const ARGUMENT: &str = "parameters";

/// How the position is called after its y was turned downward.
pub(super) const DOWN: &str = "down";

pub(super) struct Constants<'a> {
    pub job: &'a Job,
    /// The function's name, with which everything else begins that is made here.
    pub name: &'a str,
    pub form: Parameters,
    y: Y,
    /// Where the job's tables lie among those of all functions.
    tables: &'a [usize],
    /// What declares an array: see [`Lang::arrays`].
    pub arrays: &'static str,
    /// Every number, by its slot.
    pub parameters: Vec<Parameter>,
}

impl<'a> Constants<'a> {
    pub fn new(function: &'a Function, tables: &'a [usize], options: &Options) -> Constants<'a> {
        Constants {
            job: function.job,
            name: &function.name,
            form: options.parameters,
            y: options.y,
            tables,
            arrays: options.lang.arrays(),
            parameters: parameters::of(function.job),
        }
    }

    /// The position with its y turned downward, part by part.
    pub fn downward(&self) -> Vec<String> {
        let axes = self.job.program.axes.indices();
        axes.zip(FIELDS)
            .map(|(axis, field)| match axis {
                1 => format!("{} - p.{field}", number(turned(self.job))),
                _ => format!("p.{field}"),
            })
            .collect()
    }

    /// Every constant that the function may read.
    pub fn declarations(&self) -> String {
        let mut text = String::new();
        if self.form == Parameters::Const {
            for Parameter { field, value, .. } in &self.parameters {
                text += &format!("const {}_{field} = {value};\n\n", self.name);
            }
        }
        for (octaves, fold) in self.job.octaves.iter().zip(0..) {
            for (what, numbers) in lists(octaves) {
                let values = numbers.iter().map(|&value| number(value));
                text += &self.array(&format!("f{fold}_{what}"), "f32", values);
            }
        }
        for ((source, layers), id) in (self.job.program.sources.iter())
            .zip(&self.job.layers)
            .zip(0..)
        {
            let values = layers.iter().map(|layer| {
                let lines: Vec<[f32; 2]> = (source.axes.iter().enumerate())
                    .map(|(i, &axis)| self.line(axis, layer.cells[i], self.value_of(source, i)))
                    .collect();
                let along = |part: usize| {
                    vector(&lines.iter().map(|line| line[part]).collect::<Vec<f32>>())
                };
                let [key, period] = [&layer.key[..], &layer.periods[..]].map(wholes);
                let [scale, offset] = [0, 1].map(along);
                format!(
                    "NoiseLayer({key}, {period}, {scale}, {offset}, {}u)",
                    self.tables.get(layer.table as usize).unwrap_or(&0)
                )
            });
            text += &self.array(&format!("s{id}_layers"), "NoiseLayer", values);
        }
        for ((coordinate, maps), id) in (self.job.program.coordinates.iter())
            .zip(&self.job.coordinates)
            .zip(0..)
        {
            let values = maps.iter().map(|&map| {
                let [scale, offset] = self.line(coordinate.axis, map, 1.0).map(number);
                format!("vec2<f32>({scale}, {offset})")
            });
            text += &self.array(&format!("c{id}_lines"), "vec2<f32>", values);
        }
        text
    }

    fn array(&self, what: &str, of: &str, values: impl ExactSizeIterator<Item = String>) -> String {
        let (name, count) = (self.name, values.len());
        let values: String = values.map(|value| format!("    {value},\n")).collect();
        let keyword = self.arrays;
        format!("{keyword} {name}_{what} = array<{of}, {count}>(\n{values});\n\n")
    }

    /// What `p` is multiplied by along an axis, and what is added, for so many `units`; along an axis that `p` has not, it is
    /// all added.
    fn line(&self, axis: usize, map: Map, units: f64) -> [f32; 2] {
        let units = if units == 0.0 { 1.0 } else { units };
        let (scale, offset) = (map.rate() / units, map.offset / units);
        let line = match self.position(axis) {
            Some(_) => [scale, offset],
            None => [0.0, self.job.grid.origin[axis] * scale + offset],
        };
        line.map(|part| part as f32)
    }

    /// The position along an axis, where the function has one.
    fn position(&self, axis: usize) -> Option<String> {
        let axes = self.job.program.axes;
        let place = axes.indices().position(|own| own == axis)?;
        Some(match (axes.count(), self.y) {
            (1, _) => "p".to_string(),
            (_, Y::Down) => format!("p.{}", FIELDS[place]),
            (_, Y::Up) => format!("{DOWN}.{}", FIELDS[place]),
        })
    }

    /// The gain of a fold whose gain and octaves are parameters.
    fn gain(&self, fold: FoldId) -> Option<SlotId> {
        match self.job.program.folds[fold.index()].amplitudes {
            PerOctave::Powers(gain) if self.form == Parameters::Struct && self.most(fold) > 1 => {
                Some(gain)
            }
            _ => None,
        }
    }

    /// The octaves of a fold in the recipe.
    fn most(&self, fold: FoldId) -> usize {
        self.job.octaves[fold.index()].weights.len()
    }

    /// What an octave of a fold is multiplied by, where that follows from parameters.
    fn by_gain(&self, fold: FoldId, normal: bool) -> Option<String> {
        let gain = self.number(self.gain(fold)?);
        let (count, k) = (self.octaves(fold), octave(fold));
        Some(format!(
            "{}_weight({gain}, {count}, {k}, {normal})",
            self.name
        ))
    }

    /// The entry of an array, in the octaves of the loops around.
    fn entry(&self, what: &str, frame: FrameId) -> String {
        let folds = self.job.program.folds_around(frame);
        let index = folds
            .into_iter()
            .fold(String::new(), |index, fold| match index.is_empty() {
                true => octave(fold),
                false => format!("({index}) * {}u + {}", self.most(fold), octave(fold)),
            });
        let index = if index.is_empty() { "0" } else { &index };
        format!("{}_{what}[{index}]", self.name)
    }

    /// The number that axis `i` of a source is scaled by.
    fn value_of(&self, source: &Lattice, i: usize) -> f64 {
        f64::from(self.job.numbers[slot(source, i).index()])
    }

    fn of_fold(&self, fold: FoldId, what: &str) -> String {
        format!("{}_f{}_{what}[{}]", self.name, fold.0, octave(fold))
    }
}

impl Inputs for Constants<'_> {
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
        let most = self.most(fold);
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
        self.entry(&format!("s{}_layers", source.0), frame)
    }

    fn axis(&self, source: &Lattice, i: usize, layer: &str) -> String {
        let field = FIELDS[i];
        let offset = format!("{layer}.offset.{field}");
        let units = match self.position(source.axes[i]) {
            Some(p) => format!("({p} * {layer}.scale.{field} + {offset})"),
            None => offset,
        };
        let cells = format!("{units} * {}", self.number(slot(source, i)));
        match source.columns() {
            Columns::Faded(_) => format!("noise_axis({cells}, {layer}.period.{field})"),
            Columns::Skewed(factor) => {
                format!("noise_axis_skewed({cells}, {})", number(factor as f32))
            }
        }
    }

    fn rate(&self, source: &Lattice, i: usize, _layer: &str) -> String {
        // Cells in the whole extent, and what closes a box, are not the number itself.
        let id = self
            .job
            .program
            .sources
            .iter()
            .position(|own| own == source);
        let rate = id.map_or(0.0, |id| f64::from(self.job.layers[id][0].rates[i]));
        let factor = match self.value_of(source, i) {
            0.0 => 1.0,
            value => (rate / value) as f32,
        };
        match (self.number(slot(source, i)), factor) {
            (parameter, 1.0) => parameter,
            (parameter, factor) => format!("({parameter} * {})", number(factor)),
        }
    }

    fn coordinate(&self, id: CoordinateId) -> String {
        let coordinate = self.job.program.coordinates[id.index()];
        let line = self.entry(&format!("c{}_lines", id.0), coordinate.frame);
        match self.position(coordinate.axis) {
            Some(p) => format!("{p} * {line}.x + {line}.y"),
            None => format!("{line}.y"),
        }
    }
}

/// The sum of the least and the greatest y of the grid: that of a place and the one that is as far from the other end.
pub(super) fn turned(job: &Job) -> f32 {
    let span = job.grid.span(1);
    (2.0 * span.origin + span.extent) as f32
}

/// The numbers of each octave, by what they are.
fn lists(octaves: &Octaves) -> [(&'static str, &[f32]); 4] {
    [
        ("weights", &octaves.weights),
        ("amplitudes", &octaves.amplitudes),
        ("scales", &octaves.scales),
        ("time_scales", &octaves.time_scales),
    ]
}

/// The number that gives the cells along axis `i` of a source.
fn slot(source: &Lattice, i: usize) -> SlotId {
    let (Rate::Frequency(slot) | Rate::Cells(slot)) = source.rates[i];
    slot
}

fn vector(values: &[f32]) -> String {
    let part = |i: usize| number(values.get(i).copied().unwrap_or(0.0));
    format!(
        "vec4<f32>({}, {}, {}, {})",
        part(0),
        part(1),
        part(2),
        part(3)
    )
}

fn wholes(values: &[u32]) -> String {
    let part = |i: usize| values.get(i).copied().unwrap_or(0);
    format!(
        "vec4<u32>({}u, {}u, {}u, {}u)",
        part(0),
        part(1),
        part(2),
        part(3)
    )
}
