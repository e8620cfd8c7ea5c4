//! Noise as shader source: functions of a position that run in any shader, without this library.
//!
//! [`snippet`] writes one function per [`Function`], and everything that the functions call, in WGSL, GLSL, HLSL, MSL or
//! SPIR-V. A function takes a position in the units of its grid's domain, with one component for each axis of the program,
//! and returns an `f32`, or a vector with one component for each channel.
//!
//! ```
//! use wgpu_noise::snippet::{Function, Options, snippet};
//! use wgpu_noise::{Grid, Job, Noise};
//!
//! let clouds = Noise::perlin().frequency(4.0).fbm().octaves(3);
//! let job = Job::of(&[clouds], &Grid::new([64, 64, 64]))?;
//! let made = snippet(&[Function::new("clouds", &job)], &Options::default())?;
//! assert!(made.text().unwrap().contains("fn clouds(p: vec3<f32>) -> f32 {"));
//! # Ok::<(), wgpu_noise::Error>(())
//! ```
//!
//! # Several functions in one file
//!
//! The functions of one call share tables, structs and helper functions. The global names of two snippets collide, except
//! those that begin with the name of a function: to put two snippets into one file, give one of them a
//! [`prefix`](Options::prefix).
//!
//! # Precision
//!
//! Positions are `f32`: a snippet has the error bounds of [`Positions::Floats`](crate::program::Positions::Floats), which grow
//! with the distance from the origin.

// How a snippet is made, with the module of each step:
//
//     checks, names                         refuse what a snippet cannot hold
//     inputs, constants, parameters,        write the functions and their constants in WGSL, through wgsl::compose, which
//     tables, pictures, entry, module       the kernels share, and keep the items of shaders/ that they reach
//     languages                             translate the WGSL with naga
//     renaming                              give the functions their own names, and the rest the prefix
//     header                                write the comment at the top
mod bindings;
mod checks;
mod constants;
mod entry;
mod header;
mod inputs;
mod languages;
mod module;
mod names;
mod output;
mod parameters;
mod pictures;
mod renaming;
mod request;
mod tables;

pub use output::{Code, Snippet};
pub use request::{Entry, Function, Lang, Options, Parameters, Table, Y};

use crate::Result;

use pictures::SharedPictures;
use tables::SharedTables;

/// Writes functions as shader source, with everything that they call.
///
/// # Errors
/// [`Error::Invalid`](crate::Error::Invalid) for a name or a prefix that is not an identifier, that the language reserves, or
/// that the source itself uses; for offsets beyond 8192 cells, at which `f32` positions are too coarse; for
/// [`Parameters::Struct`] if the noise has no numbers; for SPIR-V without an entry point; and for an entry point with more than
/// one function. [`Error::TooLarge`](crate::Error::TooLarge) for more than 64 tables in the source, more than 1024 octaves
/// of all sources, or more than eight pictures.
pub fn snippet(functions: &[Function], options: &Options) -> Result<Snippet> {
    checks::check(functions, options)?;
    let tables = SharedTables::of(functions);
    checks::check_tables(&tables, options)?;
    let pictures = SharedPictures::of(functions);
    checks::check_pictures(&pictures)?;
    // SPIR-V has no names that could be reserved.
    let inner: Vec<Function> = match options.lang {
        Lang::Spirv => functions.to_vec(),
        Lang::Wgsl | Lang::Glsl | Lang::Hlsl | Lang::Msl => (functions.iter().enumerate())
            .map(|(i, function)| function.renamed(renaming::inner(i)))
            .collect(),
    };
    let module = module::wgsl(&inner, &tables, &pictures, options)?;
    let options = &match module.reads_tables {
        true => options.clone(),
        // There is none whose place matters.
        false => options.clone().table(Table::Const),
    };
    let binds_tables = options.table == Table::Storage;
    let wgsl = bindings::moved(&module.wgsl, options);
    let code = match languages::translate(&wgsl, &inner, options)? {
        Code::Text(text) => {
            let names: Vec<&str> = functions.iter().map(|own| &own.name[..]).collect();
            let text = renaming::prefixed(&text, &options.prefix);
            let text = renaming::with_names(&text, &names);
            let bound = binds_tables.then_some(&tables);
            Code::Text(header::with_header(
                &text, functions, options, bound, &pictures,
            ))
        }
        words @ Code::Words(_) => words,
    };
    Ok(Snippet {
        code,
        tables: if binds_tables {
            tables.words()
        } else {
            Vec::new()
        },
        pictures: pictures.contents()?,
    })
}
