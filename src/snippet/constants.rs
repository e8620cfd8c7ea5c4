//! The constant arrays that a snippet's function reads: one element per octave.

use super::inputs::FunctionInputs;
use crate::grid::Affine;
use crate::program::Octaves;
use crate::wgsl::compose::number;

/// Declares every array that the function may read: the weights of octaves, the layers of sources, and the affine maps of
/// coordinates. `tables` has the index of each of the job's tables in the snippet.
pub(super) fn arrays(inputs: &FunctionInputs, tables: &[usize], keyword: &str) -> String {
    let job = inputs.job;
    let mut declared = Arrays {
        name: inputs.name,
        keyword,
        text: String::new(),
    };
    for (octaves, fold) in job.octaves.iter().zip(0..) {
        for (what, numbers) in per_octave(octaves) {
            let values = numbers.iter().map(|&value| number(value));
            declared.declare(&format!("f{fold}_{what}"), "f32", values);
        }
    }
    for ((source, layers), id) in job.program.sources.iter().zip(&job.layers).zip(0..) {
        let values = layers.iter().map(|layer| {
            let maps: Vec<[f32; 2]> = (source.axes.iter().enumerate())
                .map(|(i, &axis)| {
                    let unshifted = layer.cells[i].plus(-layer.shifts[i]);
                    affine(inputs, axis, unshifted, inputs.value_of(source, i))
                })
                .collect();
            let [scale, offset] = [0, 1].map(|part| floats(maps.iter().map(|map| map[part])));
            let shift = floats(layer.shifts.iter().map(|&shift| shift as f32));
            let [key, period] = [&layer.key[..], &layer.periods[..]].map(words);
            let table = tables.get(layer.table as usize).unwrap_or(&0);
            format!("NoiseLayer({key}, {period}, {scale}, {offset}, {shift}, {table}u)")
        });
        declared.declare(&format!("s{id}_layers"), "NoiseLayer", values);
    }
    let coordinates = job.program.coordinates.iter().zip(&job.coordinates);
    for ((coordinate, maps), id) in coordinates.zip(0..) {
        let values = maps.iter().map(|&map| {
            let [scale, offset] = affine(inputs, coordinate.axis, map, 1.0).map(number);
            format!("vec2<f32>({scale}, {offset})")
        });
        declared.declare(&format!("c{id}_affine"), "vec2<f32>", values);
    }
    declared.text
}

/// Collects declarations.
struct Arrays<'a> {
    /// The beginning of each array's name.
    name: &'a str,
    /// The keyword of a declaration: see [`Lang::array_keyword`](super::Lang::array_keyword).
    keyword: &'a str,
    text: String,
}

impl Arrays<'_> {
    fn declare(&mut self, what: &str, of: &str, values: impl ExactSizeIterator<Item = String>) {
        let (name, keyword, count) = (self.name, self.keyword, values.len());
        let values: String = values.map(|value| format!("    {value},\n")).collect();
        self.text += &format!("{keyword} {name}_{what} = array<{of}, {count}>(\n{values});\n\n");
    }
}

/// Returns the factor and the offset that turn the position along an axis into cells, both divided by the parameter `units`
/// with which the function multiplies the result. If the function does not take the axis, the position is the grid's origin,
/// and all of it is in the offset.
fn affine(inputs: &FunctionInputs, axis: usize, map: Affine, units: f64) -> [f32; 2] {
    let units = if units == 0.0 { 1.0 } else { units };
    let map = inputs.job.map_of_points(axis, map);
    [map.rate() / units, map.offset / units].map(|part| part as f32)
}

/// Returns the arrays of a fold, with their names.
fn per_octave(octaves: &Octaves) -> [(&'static str, &[f32]); 4] {
    [
        ("weights", &octaves.weights),
        ("amplitudes", &octaves.amplitudes),
        ("scales", &octaves.scales),
        ("time_scales", &octaves.time_scales),
    ]
}

/// Writes up to four numbers as a vector, filled up with zeros.
fn floats(mut values: impl Iterator<Item = f32>) -> String {
    let [x, y, z, w] = std::array::from_fn(|_| number(values.next().unwrap_or_default()));
    format!("vec4<f32>({x}, {y}, {z}, {w})")
}

/// Writes up to four words as a vector, filled up with zeros.
fn words(values: &[u32]) -> String {
    let [x, y, z, w] = std::array::from_fn(|i| values.get(i).copied().unwrap_or_default());
    format!("vec4<u32>({x}u, {y}u, {z}u, {w}u)")
}
