//! The WGSL of a snippet: the functions, what they call, and what that reads.

use super::inputs::{ARGUMENT, Constants, DOWN};
use super::parameters::{self, WEIGHT};
use super::{Function, Options, Parameters, Table, Tables, Y, entry};
use crate::Result;
use crate::hash::Permutation;
use crate::program::BlockId;
use crate::wgsl::compose::{Composer, line, name};
use crate::wgsl::items::{Item, items, used};
use crate::wgsl::{NO_TABLES, NOISE, TABLE_CONST, TABLE_STORAGE};

pub(super) struct Made {
    pub wgsl: String,
    /// Whether anything is hashed through a table.
    pub looks_up: bool,
}

/// The functions and what they share.
pub(super) fn module(functions: &[Function], tables: &Tables, options: &Options) -> Result<Made> {
    let generated: String = (functions.iter().zip(&tables.of))
        .map(|(function, tables)| generated(function, tables, options))
        .collect::<Result<_>>()?;
    let (constant, provider) = match options.table {
        _ if tables.all.is_empty() => (String::new(), NO_TABLES),
        Table::Const => (of_tables(&tables.all, options.lang.arrays()), TABLE_CONST),
        Table::Storage => (String::new(), TABLE_STORAGE),
    };
    let library = items(provider).into_iter().chain(items(NOISE));
    let all: Vec<Item> = (items(&constant).into_iter())
        // The tables of the jobs stand for the published one.
        .chain(library.filter(|item| item.name != TABLES))
        .chain(items(&generated))
        .collect();
    let roots: Vec<String> = (functions.iter())
        .flat_map(|function| {
            let defaults = format!("{}_defaults", function.name);
            [
                function.name.clone(),
                entry::name(function, options),
                defaults,
            ]
        })
        .collect();
    let used = used(&all, &roots.iter().map(String::as_str).collect());
    let texts: Vec<&str> = used.iter().map(|item| item.text).collect();
    Ok(Made {
        wgsl: texts.join("\n\n") + "\n",
        looks_up: used.iter().any(|item| item.name == "noise_perm") && !tables.all.is_empty(),
    })
}

/// A function with its constants and its entry point.
fn generated(function: &Function, tables: &[usize], options: &Options) -> Result<String> {
    let Function { name, job, .. } = function;
    let program = &job.program;
    let inputs = Constants::new(function, tables, options);
    let parameters = inputs.parameters.clone();
    let mut composer = Composer {
        program,
        inputs,
        text: String::new(),
    };
    let argument = match options.parameters {
        Parameters::Const => String::new(),
        Parameters::Struct => format!(", {ARGUMENT}: {name}_parameters"),
    };
    let (takes, gives) = (vector(program.axes.count()), vector(program.channels()));
    line!(composer, 0, "fn {name}(p: {takes}{argument}) -> {gives} {{");
    if options.y == Y::Up {
        let parts = composer.inputs.downward().join(", ");
        line!(composer, 1, "let {DOWN} = {takes}({parts});");
    }
    composer.block(BlockId(0), 1);
    let values: Vec<String> = program.outputs.iter().map(|&op| self::name(op)).collect();
    match &values[..] {
        [value] => line!(composer, 1, "return {value};"),
        values => line!(composer, 1, "return {gives}({});", values.join(", ")),
    }
    line!(composer, 0, "}}");

    let mut generated = composer.inputs.declarations();
    if options.parameters == Parameters::Struct {
        generated += &parameters::declared(name, &composer.text, &parameters)?;
        generated += &WEIGHT.replace("NAME", name);
    }
    generated += &composer.text;
    generated += &entry::entry(function, options);
    Ok(generated + "\n")
}

/// A number, or a vector of so many.
fn vector(count: usize) -> String {
    match count {
        1 => "f32".to_string(),
        _ => format!("vec{count}<f32>"),
    }
}

/// The tables, four entries a word.
fn of_tables(tables: &[Permutation], arrays: &str) -> String {
    let words: Vec<String> = (tables.iter())
        .flat_map(|table| table.as_chunks::<4>().0)
        .map(|&entries| format!("0x{:08x}u", u32::from_le_bytes(entries)))
        .collect();
    let lines: String = (words.chunks(8))
        .map(|words| format!("    {},\n", words.join(", ")))
        .collect();
    format!(
        "{arrays} {TABLES} = array<u32, {}>(\n{lines});\n",
        words.len()
    )
}

/// The constant of `tables/const.wgsl`.
const TABLES: &str = "NOISE_TABLES";
