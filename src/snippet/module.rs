//! The WGSL of a snippet: the functions, with all that they call and read, and nothing else.

use super::inputs::{ARGUMENT, DOWN, FunctionInputs};
use super::pictures::SharedPictures;
use super::tables::SharedTables;
use super::{Function, Options, Parameters, Table, Y, constants, entry, parameters};
use crate::Result;
use crate::hash::Permutation;
use crate::program::BlockId;
use crate::wgsl::compose::{Composer, line, name};
use crate::wgsl::items::{Item, items, items_of, library, used};
use crate::wgsl::{NO_TABLES, PICTURE_FILTERS, TABLE_CONST, TABLE_STORAGE};

/// A valid module of WGSL.
pub(super) struct Module {
    /// The text.
    pub wgsl: String,
    /// Whether a function reads a permutation table.
    pub reads_tables: bool,
}

/// Writes the functions, and selects the items of the library that they reach.
pub(super) fn wgsl(
    functions: &[Function],
    tables: &SharedTables,
    pictures: &SharedPictures,
    options: &Options,
) -> Result<Module> {
    let shared = tables.indices.iter().zip(&pictures.indices);
    let generated: String = (functions.iter().zip(shared))
        .map(|(function, (tables, pictures))| function_text(function, tables, pictures, options))
        .collect::<Result<_>>()?;
    let textures = pictures.declarations();
    let (constant, provider) = match options.table {
        _ if tables.all.is_empty() => (String::new(), items_of!(NO_TABLES)),
        Table::Const => (
            table_constant(&tables.all, options.lang.array_keyword()),
            items_of!(TABLE_CONST),
        ),
        Table::Storage => (String::new(), items_of!(TABLE_STORAGE)),
    };
    let (constant, textures, generated) = (items(&constant), items(&textures), items(&generated));
    let library = provider.iter().chain(library());
    let all: Vec<&Item> = (constant.iter())
        // The tables of the jobs take the place of the one in tables/const.wgsl.
        .chain(library.filter(|item| item.name != TABLES))
        .chain(&textures)
        .chain(items_of!(PICTURE_FILTERS))
        .chain(&generated)
        .collect();
    let roots: Vec<String> = (functions.iter())
        .flat_map(|function| {
            let defaults = format!("{}_defaults", function.name);
            [
                function.name.clone(),
                entry::entry_point_name(function, options),
                defaults,
            ]
        })
        .collect();
    let used = used(&all, roots.iter().map(String::as_str));
    let texts: Vec<&str> = used.iter().map(|item| item.text).collect();
    Ok(Module {
        wgsl: texts.join("\n\n") + "\n",
        reads_tables: used.iter().any(|item| item.name == "noise_perm") && !tables.all.is_empty(),
    })
}

/// Writes a function with its constants and its entry point.
fn function_text(
    function: &Function,
    tables: &[usize],
    pictures: &[usize],
    options: &Options,
) -> Result<String> {
    let Function { name, job, .. } = function;
    let program = &job.program;
    let inputs = FunctionInputs::new(function, pictures, options);
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

    let parameters = &composer.inputs.parameters;
    let arrays = constants::arrays(&composer.inputs, tables, options.lang.array_keyword());
    let mut text = match options.parameters {
        Parameters::Const => parameters::constants(name, parameters) + &arrays,
        Parameters::Struct => arrays + &parameters::structure(name, &composer.text, parameters)?,
    };
    text += &composer.text;
    text += &entry::entry_point(function, options);
    Ok(text + "\n")
}

/// Returns the type of a number, or of a vector of `count` numbers.
fn vector(count: usize) -> String {
    match count {
        1 => "f32".to_string(),
        _ => format!("vec{count}<f32>"),
    }
}

/// Writes the constant that holds the tables, four entries per word.
fn table_constant(tables: &[Permutation], keyword: &str) -> String {
    let words: Vec<String> = (tables.iter())
        .flat_map(|table| table.as_chunks::<4>().0)
        .map(|&entries| format!("0x{:08x}u", u32::from_le_bytes(entries)))
        .collect();
    let lines: String = (words.chunks(8))
        .map(|words| format!("    {},\n", words.join(", ")))
        .collect();
    format!(
        "{keyword} {TABLES} = array<u32, {}>(\n{lines});\n",
        words.len()
    )
}

/// The name of the constant in `tables/const.wgsl`.
const TABLES: &str = "NOISE_TABLES";
