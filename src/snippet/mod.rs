//! Noises as the source of functions, for anybody's shader, in any language.
//!
//! ```text
//! Jobs --inputs, compose--> generated functions + shaders/noise + shaders/tables --items--> what is in use: WGSL
//!      --naga--> GLSL, HLSL, MSL, SPIR-V
//! ```
//!
//! A function takes a position, with one entry for each axis of the program, in the units of its grid's domain, and gives
//! a number, or a vector of as many as there are channels. It needs nothing of this library when it runs.
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
//! Functions of one snippet share what they have in common. The global names of two snippets are the same, except those that
//! begin with the name of a function: for two snippets in one file, give one of them a [`prefix`](Options::prefix).
//!
//! Positions are f32: a snippet is held to the bounds of [`Positions::Floats`](crate::program::Positions::Floats), and far from
//! the origin it loses what f32 loses.
//!
//! * `function`: the functions and their constants, from the composer that kernels come from; `inputs`: where they find their
//!   numbers; `parameters`: what these are called, and the struct of them; `tables`: the permutations that all share; `entry`:
//!   entry points that call them; `header`: the comment before them;
//! * `names`: which names they may have; `languages` and `glsl`: from WGSL to the others; `naming`: the names there.

mod entry;
mod function;
mod glsl;
mod header;
mod inputs;
mod languages;
mod names;
mod naming;
mod parameters;
mod tables;

use crate::program::Job;
use crate::{Error, Result};

use tables::Tables;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$word_doc])* $variant),*
        }

        impl $name {
            /// Every one, in the order in which help and errors list them.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// Its name on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $word),*
                }
            }
        }
    };
}

words! {
    /// The language of a snippet.
    Lang {
        /// WebGPU's.
        Wgsl = "wgsl",
        /// OpenGL's: ES 3.00, as WebGL 2 and Shadertoy have it; ES 3.10 with a buffer or a compute shader.
        Glsl = "glsl",
        /// Direct3D's, shader model 5.1.
        Hlsl = "hlsl",
        /// Metal's, 2.0.
        Msl = "msl",
        /// Vulkan's, 1.0, as bytes.
        Spirv = "spirv",
    }
}

impl Lang {
    /// What declares an array of constants in the WGSL that it is written from. A `const` that a variable indexes is copied at
    /// every place in SPIR-V, and so in what WGSL becomes; the other languages have constant memory for it.
    fn arrays(self) -> &'static str {
        match self {
            Lang::Wgsl | Lang::Spirv => "var<private>",
            Lang::Glsl | Lang::Hlsl | Lang::Msl => "const",
        }
    }
}

words! {
    /// An entry point beside the function.
    Entry {
        /// None.
        None = "none",
        /// A fragment shader: the picture that the grid shows, upright, with [`Options::range`] as 0 to 1. Rows of pixels are
        /// counted from the bottom in GLSL, as OpenGL has them, and from the top elsewhere. Where the noise has time, it is
        /// read from a uniform at group 0, binding 2.
        Fragment = "fragment",
        /// A compute shader: the samples of the grid's first frame into a storage buffer at group 0, binding 0.
        Compute = "compute",
    }
}

words! {
    /// Where permutation tables lie.
    Table {
        /// In the source, as a constant array.
        Const = "const",
        /// In a storage buffer at group 0, binding 3; its words are [`Snippet::tables`].
        Storage = "storage",
    }
}

words! {
    /// Where the function finds its numbers: frequencies, those of value steps, and the gain and the octaves of a fractal. All
    /// other numbers are in the source.
    Parameters {
        /// Each is a constant.
        Const = "const",
        /// They are fields of its second argument; a constant NAME_defaults has the recipe's. Octaves are held to between 1
        /// and the recipe's, as there are tables for no more.
        Struct = "struct",
    }
}

words! {
    /// Which way the y of a position goes.
    Y {
        /// As in a picture: the first row of samples has the least y.
        Down = "down",
        /// As on Shadertoy: the first row of samples has the greatest y.
        Up = "up",
    }
}

/// The most tables in the source: 16 KiB.
const TABLES_MAX: usize = 64;
/// The most layers of a function.
const LAYERS_MAX: usize = 1024;
/// The farthest offset in cells: beyond it an f32 has less than ten bits of a fraction.
const OFFSET_MAX: f64 = 8192.0;

/// A noise that is to be a function.
#[derive(Clone, Debug)]
pub struct Function<'a> {
    /// The function's name; what else is made for it alone begins with the same name.
    pub name: String,
    /// The noise, on the grid that gives the axes of the position and the box of an entry point.
    pub job: &'a Job,
    /// Text for the comment: the recipe that it is made from.
    pub recipe: Option<String>,
}

impl<'a> Function<'a> {
    /// A function of that name, without a recipe in the comment.
    pub fn new(name: impl Into<String>, job: &'a Job) -> Function<'a> {
        Function {
            name: name.into(),
            job,
            recipe: None,
        }
    }

    fn named(&self, name: String) -> Function<'a> {
        Function {
            name,
            ..self.clone()
        }
    }
}

/// What a snippet is to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// The language; WGSL by default.
    pub lang: Lang,
    /// An entry point beside a single function; none by default.
    pub entry: Entry,
    /// Where tables lie; in the source by default.
    pub table: Table,
    /// Where numbers are; constants by default.
    pub parameters: Parameters,
    /// Which way y goes; down by default.
    pub y: Y,
    /// What every global name begins with that is not a function's own; empty by default.
    pub prefix: String,
    /// What a fragment entry point shows as 0 and 1; by default the least and the greatest value that each channel can have.
    pub range: Option<[f32; 2]>,
}

impl Default for Options {
    /// WGSL with constants, tables in the source, y downward, no entry point and no prefix.
    fn default() -> Options {
        Options {
            lang: Lang::Wgsl,
            entry: Entry::None,
            table: Table::Const,
            parameters: Parameters::Const,
            y: Y::Down,
            prefix: String::new(),
            range: None,
        }
    }
}

/// Noises as source.
#[derive(Clone, Debug, PartialEq)]
pub struct Snippet {
    /// The source.
    pub code: Code,
    /// The words of the buffer of tables, one entry each; none where the source has them or nothing looks up.
    pub tables: Vec<u32>,
}

/// Source or binary.
#[derive(Clone, Debug, PartialEq)]
pub enum Code {
    /// A text.
    Text(String),
    /// The words of a SPIR-V module.
    Words(Vec<u32>),
}

impl Snippet {
    /// The text; none of SPIR-V.
    pub fn text(&self) -> Option<&str> {
        match &self.code {
            Code::Text(text) => Some(text),
            Code::Words(_) => None,
        }
    }

    /// The bytes of a file.
    pub fn bytes(&self) -> Vec<u8> {
        match &self.code {
            Code::Text(text) => text.clone().into_bytes(),
            Code::Words(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        }
    }
}

/// The source of some functions, with all that they call.
///
/// # Errors
/// [`Error::Invalid`] for a name or a prefix that is no identifier or is taken, in the language or by the source itself; for
/// what a snippet cannot hold: cells too far off for f32 positions, a struct where there are no numbers, SPIR-V without an
/// entry point, an entry point for several functions. [`Error::TooLarge`] for too many tables or layers.
pub fn snippet(functions: &[Function], options: &Options) -> Result<Snippet> {
    check(functions, options)?;
    let tables = Tables::of(functions);
    if options.table == Table::Const && tables.all.len() > TABLES_MAX {
        return Err(Error::TooLarge {
            what: "table const".into(),
            needed: format!("{} tables", tables.all.len()),
            limit: format!("{TABLES_MAX}, or table storage"),
        });
    }
    let inner: Vec<Function> = match options.lang {
        Lang::Spirv => functions.to_vec(),
        _ => (functions.iter().enumerate())
            .map(|(i, function)| function.named(naming::inner(i)))
            .collect(),
    };
    let made = function::module(&inner, &tables, options)?;
    let looks_up = made.looks_up && options.table == Table::Storage;
    let code = match languages::write(&made.wgsl, &inner, options)? {
        Code::Text(text) => {
            let names: Vec<&str> = functions.iter().map(|own| &own.name[..]).collect();
            let text = naming::named(&naming::prefixed(&text, &options.prefix), &names);
            let bound = looks_up.then_some(&tables);
            Code::Text(header::headed(&text, functions, options, bound))
        }
        words => words,
    };
    let tables = match looks_up {
        true => tables.words(),
        false => Vec::new(),
    };
    Ok(Snippet { code, tables })
}

/// Refuses what a snippet cannot hold.
fn check(functions: &[Function], options: &Options) -> Result<()> {
    names::check(functions, options)?;
    if (options.lang, options.entry) == (Lang::Spirv, Entry::None) {
        let given = "none for spirv, a module without an entry point";
        return Err(Error::invalid("entry", given, "fragment, compute"));
    }
    if functions.len() > 1 && options.entry != Entry::None {
        let given = format!("{} for {} functions", options.entry.name(), functions.len());
        return Err(Error::invalid("entry", given, "none, or a single function"));
    }
    for function in functions {
        naming::check(options.lang, &function.name)?;
        check_job(function.job, options)?;
    }
    Ok(())
}

fn check_job(job: &Job, options: &Options) -> Result<()> {
    if options.y == Y::Up && job.grid.size.len() < 2 {
        return Err(Error::invalid("y", "up for a noise without y", "down"));
    }
    if job.layer_count() > LAYERS_MAX as u64 {
        return Err(Error::TooLarge {
            what: "octaves".into(),
            needed: format!("{} octaves of all sources", job.layer_count()),
            limit: LAYERS_MAX.to_string(),
        });
    }
    for (source, layers) in job.program.sources.iter().zip(&job.layers) {
        let offsets = layers.iter().flat_map(|layer| &layer.cells);
        let farthest = offsets.map(|map| map.offset.abs()).fold(0.0, f64::max);
        if farthest > OFFSET_MAX {
            let given = format!("{} moved by {farthest:.0} cells", source.noise.name());
            let allowed = format!("at most {OFFSET_MAX} cells, where positions are f32");
            return Err(Error::invalid("snippet", given, allowed));
        }
    }
    Ok(())
}
