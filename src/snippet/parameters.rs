//! The numbers of a function: what they are called, and the struct of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::Job;
use crate::wgsl::compose::number;
use crate::wgsl::items::identifiers;
use crate::{Error, Result};

/// A number that the function reads.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    /// Its name as an identifier: `clouds_gain` for `clouds.gain`.
    pub field: String,
    /// Its type.
    pub of: &'static str,
    /// As WGSL writes it.
    pub value: String,
}

/// Every number of a job, by its slot.
pub(super) fn of(job: &Job) -> Vec<Parameter> {
    let slots = job.params.slots().iter().zip(&job.numbers);
    let mut parameters: Vec<Parameter> = slots
        .map(|(slot, &value)| Parameter {
            field: identifier(&slot.name),
            of: "f32",
            value: number(value),
        })
        .collect();
    for (fold, octaves) in job.program.folds.iter().zip(&job.octaves) {
        let parameter = &mut parameters[fold.octaves.index()];
        parameter.of = "u32";
        parameter.value = format!("{}u", octaves.weights.len());
    }
    let mut taken = BTreeMap::new();
    for parameter in &mut parameters {
        let again: &mut usize = taken.entry(parameter.field.clone()).or_default();
        parameter.field += &"_".repeat(*again);
        *again += 1;
    }
    parameters
}

/// A name as an identifier.
fn identifier(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let plain: String = name.chars().map(plain).collect();
    match plain.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => plain,
        false => format!("n{plain}"),
    }
}

/// The struct of the numbers that the function reads, and the recipe's.
pub(super) fn declared(name: &str, function: &str, parameters: &[Parameter]) -> Result<String> {
    let read: BTreeSet<&str> = identifiers(function).collect();
    let fields = || (parameters.iter()).filter(|parameter| read.contains(parameter.field.as_str()));
    if fields().next().is_none() {
        let given = "struct for a noise without numbers";
        return Err(Error::invalid("parameters", given, "const"));
    }
    let declared: String = fields()
        .map(|Parameter { field, of, .. }| format!("    {field}: {of},\n"))
        .collect();
    let values: Vec<&str> = fields().map(|parameter| &parameter.value[..]).collect();
    let values = values.join(", ");
    Ok(format!(
        "struct {name}_parameters {{\n{declared}}}\n\nconst {name}_defaults = {name}_parameters({values});\n\n"
    ))
}

/// What an octave is multiplied by where gain and octaves are parameters of the function NAME.
pub(super) const WEIGHT: &str = "\
// The amplitude of octave k of so many, over the sum of all where it is normal.
fn NAME_weight(gain: f32, octaves: u32, k: u32, normal: bool) -> f32 {
    var amplitude = 1.0;
    var sum = 0.0;
    var power = 1.0;
    for (var i = 0u; i < octaves; i += 1u) {
        if i == k {
            amplitude = power;
        }
        sum += power;
        power *= gain;
    }
    return select(amplitude, amplitude / sum, normal);
}

";
