//! The parameters of a function: their names, and their declaration as constants or as a struct.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::Job;
use crate::wgsl::compose::number;
use crate::wgsl::items::identifiers;
use crate::{Error, Result};

/// A number of the recipe, by name.
#[derive(Clone, Debug)]
pub(super) struct ParameterField {
    /// The name as an identifier: `clouds_gain` for `clouds.gain`.
    pub field: String,
    /// The type in WGSL.
    pub of: &'static str,
    /// The recipe's value as a literal of WGSL.
    pub value: String,
}

/// Returns the numbers of a job, indexed by slot.
pub(super) fn of_job(job: &Job) -> Vec<ParameterField> {
    let slots = job.params.slots().iter().zip(&job.numbers);
    let mut parameters: Vec<ParameterField> = slots
        .map(|(slot, &value)| ParameterField {
            field: identifier(&slot.name),
            of: "f32",
            value: number(value),
        })
        .collect();
    for (fold, octaves) in job.program.folds.iter().zip(&job.octaves) {
        let parameter = &mut parameters[fold.octaves.index()];
        parameter.of = "u32";
        parameter.value = format!("{}u", octaves.count());
    }
    let mut taken = BTreeMap::new();
    for parameter in &mut parameters {
        let again: &mut usize = taken.entry(parameter.field.clone()).or_default();
        parameter.field += &"_".repeat(*again);
        *again += 1;
    }
    parameters
}

/// Turns the name of a number into an identifier.
fn identifier(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let plain: String = name.chars().map(plain).collect();
    if plain.starts_with(|c: char| c.is_ascii_alphabetic()) {
        plain
    } else {
        format!("n{plain}")
    }
}

/// Declares each parameter as a constant.
pub(super) fn constants(name: &str, parameters: &[ParameterField]) -> String {
    (parameters.iter())
        .map(|ParameterField { field, value, .. }| format!("const {name}_{field} = {value};\n\n"))
        .collect()
}

/// Declares the struct of the parameters that the function reads, a constant with the recipe's values, and the helper that
/// computes weights from them.
pub(super) fn structure(
    name: &str,
    function: &str,
    parameters: &[ParameterField],
) -> Result<String> {
    let read: BTreeSet<&str> = identifiers(function).collect();
    let fields = || (parameters.iter()).filter(|parameter| read.contains(parameter.field.as_str()));
    if fields().next().is_none() {
        let given = "struct for a noise without numbers";
        return Err(Error::invalid("parameters", given, "const"));
    }
    let declared: String = fields()
        .map(|ParameterField { field, of, .. }| format!("    {field}: {of},\n"))
        .collect();
    let values: Vec<&str> = fields().map(|parameter| &parameter.value[..]).collect();
    let values = values.join(", ");
    Ok(format!(
        "struct {name}_parameters {{\n{declared}}}\n\nconst {name}_defaults = {name}_parameters({values});\n\n{}",
        WEIGHT.replace("NAME", name)
    ))
}

/// Computes the weight of an octave if gain and octaves are parameters of the function NAME.
const WEIGHT: &str = "\
// Returns the amplitude of octave k, gain^k, divided by the sum over all octaves if `normal` is set.
fn NAME_weight(gain: f32, octaves: u32, k: u32, normal: bool) -> f32 {
    // Powers of a large gain would overflow: its inverse gives the same ratios in reverse order.
    let reversed = normal && gain > 1.0;
    let ratio = select(gain, 1.0 / gain, reversed);
    let place = select(k, octaves - 1u - k, reversed);
    var amplitude = 1.0;
    var sum = 0.0;
    var power = 1.0;
    for (var i = 0u; i < octaves; i += 1u) {
        if i == place {
            amplitude = power;
        }
        sum += power;
        power *= ratio;
    }
    return select(amplitude, amplitude / sum, normal);
}

";
