//! What a caller asks for: functions, and the form of their source.

use crate::Recipe;
use crate::program::Job;
use crate::words::words;

words! {
    /// The language of a snippet.
    #[non_exhaustive]
    pub enum Lang {
        /// The language of WebGPU.
        Wgsl "wgsl",
        /// The language of OpenGL: GLSL ES 3.00, which WebGL 2 and Shadertoy use, or 3.10 if the snippet has a storage buffer
        /// or a compute shader.
        Glsl "glsl",
        /// The language of Direct3D, for shader model 5.1.
        Hlsl "hlsl",
        /// The language of Metal, version 2.0.
        Msl "msl",
        /// The binary form of Vulkan, version 1.0.
        Spirv "spirv",
    }
}

impl Lang {
    /// Returns the keyword that declares an array of constants in the WGSL from which this language is made.
    ///
    /// WGSL compilers copy a `const` array to every place where a variable indexes it, in SPIR-V and in whatever WGSL is
    /// compiled to. The other languages keep such an array in constant memory.
    pub(super) fn array_keyword(self) -> &'static str {
        match self {
            Lang::Wgsl | Lang::Spirv => "var<private>",
            Lang::Glsl | Lang::Hlsl | Lang::Msl => "const",
        }
    }
}

words! {
    /// An entry point beside the function.
    #[non_exhaustive]
    pub enum Entry {
        /// No entry point.
        None "none",
        /// A fragment shader that draws the grid as an upright picture, with [`Options::range`] mapped to 0 to 1. Rows of pixels
        /// are counted from the bottom in GLSL, as in OpenGL, and from the top in the other languages. If the noise has a time
        /// axis, the shader reads the time from a uniform of [`Options::group`], at binding 2 after
        /// [`Options::binding`].
        Fragment "fragment",
        /// A compute shader that writes the samples of the grid's first frame to a storage buffer of
        /// [`Options::group`], at [`Options::binding`].
        Compute "compute",
    }
}

words! {
    /// Where the permutation tables are stored.
    #[non_exhaustive]
    pub enum Table {
        /// In the source, as a constant array.
        Const "const",
        /// In a storage buffer of [`Options::group`], at binding 3 after [`Options::binding`], whose contents are [`Snippet::tables`](super::Snippet::tables).
        Storage "storage",
    }
}

words! {
    /// Where the function reads its parameters: the frequencies, and the numbers of nodes and fractals, such as a jitter or a
    /// gain, with the numbers of octaves. Constants in the source are the seeds, periods, lacunarities, and the factors and
    /// offsets of `scale` and `translate`.
    #[non_exhaustive]
    pub enum Parameters {
        /// Each parameter is a constant.
        Const "const",
        /// The parameters are the fields of a struct, the function's second argument. The constant `NAME_defaults` holds the
        /// recipe's values. The number of octaves is clamped to between 1 and the recipe's, since the snippet has tables for
        /// no more.
        Struct "struct",
    }
}

words! {
    /// The direction of the y axis of a position.
    #[non_exhaustive]
    pub enum Y {
        /// Down, as in a picture file: the first row of samples has the least y.
        Down "down",
        /// Up, as on Shadertoy: the first row of samples has the greatest y.
        Up "up",
    }
}

/// A noise to write as a function.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Function<'a> {
    /// The name of the function. Other names that belong to this function alone begin with it.
    pub name: String,
    /// The noise on a grid. The grid defines the axes of the position and the box that an entry point covers.
    pub job: &'a Job,
    /// The recipe of the noise, which the comment at the top of the source quotes.
    pub recipe: Option<&'a Recipe>,
}

impl<'a> Function<'a> {
    /// Creates a request for a function of this name, without a recipe.
    pub fn new(name: impl Into<String>, job: &'a Job) -> Function<'a> {
        Function {
            name: name.into(),
            job,
            recipe: None,
        }
    }

    /// Sets the recipe of the noise, which the comment at the top of the source quotes.
    pub fn recipe(mut self, recipe: &'a Recipe) -> Function<'a> {
        self.recipe = Some(recipe);
        self
    }

    /// Returns the same function under another name.
    pub(super) fn renamed(&self, name: String) -> Function<'a> {
        Function {
            name,
            ..self.clone()
        }
    }
}

/// The form of a snippet.
///
/// ```
/// use wgpu_noise::snippet::{Lang, Options, Table};
///
/// let options = Options::default().lang(Lang::Hlsl).table(Table::Storage);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// The language; WGSL by default.
    pub lang: Lang,
    /// An entry point beside the function, for snippets of one function; none by default.
    pub entry: Entry,
    /// Where the tables are stored; in the source by default.
    pub table: Table,
    /// Where the function reads its parameters; constants by default.
    pub parameters: Parameters,
    /// The direction of the y axis; down by default.
    pub y: Y,
    /// The beginning of all global names that do not begin with a function's name; empty by default.
    pub prefix: String,
    /// The group of all bindings, 0 to [`Options::GROUP_MAX`]: the descriptor set of SPIR-V, the register space of HLSL. GLSL
    /// and MSL have no groups.
    pub group: u32,
    /// What is added to the numbers of all bindings, 0 to [`Options::BINDING_MAX`], so that they are free beside those of a caller.
    pub binding: u32,
    /// The values that a fragment shader maps to 0 and 1; by default the least and the greatest value that each channel can
    /// have.
    pub range: Option<[f32; 2]>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            lang: Lang::Wgsl,
            entry: Entry::None,
            table: Table::Const,
            parameters: Parameters::Const,
            y: Y::Down,
            prefix: String::new(),
            group: 0,
            binding: 0,
            range: None,
        }
    }
}

impl Options {
    /// The greatest group.
    pub const GROUP_MAX: u32 = 31;
    /// The most that is added to the numbers of bindings.
    pub const BINDING_MAX: u32 = 200;

    /// Sets the language.
    pub fn lang(mut self, lang: Lang) -> Options {
        self.lang = lang;
        self
    }

    /// Sets the entry point.
    pub fn entry(mut self, entry: Entry) -> Options {
        self.entry = entry;
        self
    }

    /// Sets where the tables are stored.
    pub fn table(mut self, table: Table) -> Options {
        self.table = table;
        self
    }

    /// Sets where the function reads its parameters.
    pub fn parameters(mut self, parameters: Parameters) -> Options {
        self.parameters = parameters;
        self
    }

    /// Sets the direction of the y axis.
    pub fn y(mut self, y: Y) -> Options {
        self.y = y;
        self
    }

    /// Sets the beginning of all global names that do not begin with a function's name.
    pub fn prefix(mut self, prefix: impl Into<String>) -> Options {
        self.prefix = prefix.into();
        self
    }

    /// Sets the group of all bindings.
    pub fn group(mut self, group: u32) -> Options {
        self.group = group;
        self
    }

    /// Sets what is added to the numbers of all bindings.
    pub fn binding(mut self, binding: u32) -> Options {
        self.binding = binding;
        self
    }

    /// Sets the values that a fragment shader maps to 0 and 1.
    pub fn range(mut self, range: [f32; 2]) -> Options {
        self.range = Some(range);
        self
    }
}
