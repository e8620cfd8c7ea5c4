//! A noise as the source of one function, for anybody's shader, in any language.
//!
//! ```text
//! Job --inputs, compose--> generated function + shaders/noise + shaders/tables --items--> what is in use: WGSL
//!     --naga--> GLSL, HLSL, MSL, SPIR-V
//! ```
//!
//! The function takes a position, with one entry for each axis of the program, in the units of its grid's domain, and gives
//! a number, or a vector of as many as there are channels. It needs nothing of this library when it runs.
//!
//! ```
//! use wgpu_noise::{Grid, Job, Noise, snippet};
//!
//! let clouds = Noise::perlin().frequency(4.0).fbm().octaves(3);
//! let job = Job::of(&[clouds], &Grid::new([64, 64, 64]))?;
//! let made = snippet::snippet(&job, &snippet::Options::new("clouds"))?;
//! assert!(made.text().unwrap().contains("fn clouds(p: vec3<f32>) -> f32 {"));
//! # Ok::<(), wgpu_noise::Error>(())
//! ```
//!
//! Positions are f32: a snippet is held to [`Job::tolerance_at_points`], and far from the origin it loses what f32 loses.
//!
//! * `function`: the function and its constants, from the composer that kernels come from; `inputs`: where it finds its
//!   numbers; `entry`: entry points that call it; `header`: the comment before it;
//! * `names`: which names it may have; `languages`: from WGSL to the others; `naming`: the name there.

mod entry;
mod function;
mod header;
mod inputs;
mod languages;
mod names;
mod naming;

use crate::hash::Permutation;
use crate::program::Job;
use crate::{Error, Result};

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
        /// A fragment shader: the picture that the grid shows, its values from their least to their greatest as 0 to 1.
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
    /// How the function has its numbers: frequencies, and those of value steps. All others are in the source.
    Parameters {
        /// Each is a constant.
        Const = "const",
        /// They are fields of its second argument; a constant NAME_defaults has the recipe's.
        Struct = "struct",
    }
}

/// The most tables in the source: 16 KiB.
const TABLES_MAX: usize = 64;
/// The most layers in the source.
const LAYERS_MAX: usize = 1024;
/// The farthest offset in cells: beyond it an f32 has less than ten bits of a fraction.
const OFFSET_MAX: f64 = 8192.0;

/// What a snippet is to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// The function's name; what else is made for it begins with the same name.
    pub name: String,
    /// The language; WGSL by default.
    pub lang: Lang,
    /// An entry point beside it; none by default.
    pub entry: Entry,
    /// Where tables lie; in the source by default.
    pub table: Table,
    /// Where numbers are; constants by default.
    pub parameters: Parameters,
    /// Text for the comment before it: the recipe that it is made from.
    pub recipe: Option<String>,
}

impl Options {
    /// A function of that name in WGSL, with constants, tables in the source, and no entry point.
    pub fn new(name: impl Into<String>) -> Options {
        Options {
            name: name.into(),
            lang: Lang::Wgsl,
            entry: Entry::None,
            table: Table::Const,
            parameters: Parameters::Const,
            recipe: None,
        }
    }
}

/// A noise as source.
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

/// The source of a job's noise.
///
/// # Errors
/// [`Error::Invalid`] for a name that is no identifier or is taken, in the language or by the source itself; for what a
/// snippet cannot hold: cells too far off for f32 positions, a struct where there are no numbers, SPIR-V without an entry
/// point. [`Error::TooLarge`] for too many tables or layers.
pub fn snippet(job: &Job, options: &Options) -> Result<Snippet> {
    names::check(&options.name)?;
    naming::check(options.lang, &options.name)?;
    check(job, options)?;
    let inner = match options.lang {
        Lang::Wgsl | Lang::Spirv => options.clone(),
        Lang::Glsl | Lang::Hlsl | Lang::Msl => Options {
            name: naming::INNER.to_string(),
            ..options.clone()
        },
    };
    let made = function::function(job, &inner)?;
    let head = header::header(job, options, made.looks_up);
    let code = languages::write(&made.wgsl, &head, &inner, &options.name)?;
    let tables = match (options.table, made.looks_up) {
        (Table::Storage, true) => words(&job.tables),
        _ => Vec::new(),
    };
    Ok(Snippet { code, tables })
}

fn words(tables: &[Permutation]) -> Vec<u32> {
    tables.iter().flatten().map(|&entry| entry.into()).collect()
}

/// Refuses what a snippet cannot hold.
fn check(job: &Job, options: &Options) -> Result<()> {
    if (options.lang, options.entry) == (Lang::Spirv, Entry::None) {
        let given = "none for spirv, a module without an entry point";
        return Err(Error::invalid("entry", given, "fragment, compute"));
    }
    if options.table == Table::Const && job.tables.len() > TABLES_MAX {
        return Err(Error::TooLarge {
            what: "table const".into(),
            needed: format!("{} tables", job.tables.len()),
            limit: format!("{TABLES_MAX}, or table storage"),
        });
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
