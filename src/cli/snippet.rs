//! `wgpu-noise snippet`: a noise as shader source.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use wgpu_noise::snippet::{Entry, Function, Lang, Options, Parameters, Table, Y, snippet};
use wgpu_noise::{Error, Job, Result, bake, format};

use super::exit::Exit;
use super::flags::{GridFlags, NoiseFlags};
use super::request::{Asked, Request};
use super::terminal::STDOUT;

/// Write noises as the source of functions of a position, for a shader.
///
/// RECIPE says what, a file or a preset; without one the flags describe a source, and an fbm over it where anything is said of
/// octaves, as those of bake do. Several recipes become as many functions, which share what they have in common; flags
/// override each. The grid gives the axes of the position, and the box of an entry point.
#[derive(clap::Args)]
pub struct Args {
    /// Recipes, each a file in TOML of at most 64 KiB (a path with a separator or a dot), or the name of a preset
    #[arg(value_name = "RECIPE")]
    pub recipe: Vec<PathBuf>,

    /// The file; - is standard output
    #[arg(short, long, value_name = "PATH", default_value = "-")]
    pub output: PathBuf,

    /// The language
    #[arg(long, default_value = "wgsl", value_parser = word(Lang::ALL, Lang::name))]
    pub lang: Lang,

    /// An entry point that calls the function on the grid, for a single recipe: a fragment shader that draws the picture, at the
    /// time that a uniform has, or a compute shader that fills a buffer; spirv needs one
    #[arg(long, default_value = "none", value_parser = word(Entry::ALL, Entry::name))]
    pub entry: Entry,

    /// Where permutation tables lie: in the source, or in a storage buffer, whose words are listed in the source
    #[arg(long, default_value = "const", value_parser = word(Table::ALL, Table::name))]
    pub table: Table,

    /// The function's name, once for each recipe
    #[arg(long, default_value = "noise_at")]
    pub name: Vec<String>,

    /// What all global names begin with that do not begin with NAME. Snippets of two calls collide in one file, unless one has
    /// a prefix
    #[arg(long, default_value = "", hide_default_value = true)]
    pub prefix: String,

    /// Which way the y of a position goes: down as in a picture, or up as on Shadertoy and in OpenGL
    #[arg(long, default_value = "down", value_parser = word(Y::ALL, Y::name))]
    pub y: Y,

    /// Where the noise's numbers are, with the gain and the octaves of fractals: constants, or fields of a struct that the
    /// function takes
    #[arg(long, default_value = "const", value_parser = word(Parameters::ALL, Parameters::name))]
    pub parameters: Parameters,

    #[command(flatten)]
    pub noise: NoiseFlags,

    #[command(flatten)]
    pub grid: GridFlags,
}

pub fn run(args: &Args) -> Result<Exit> {
    if let Some(seeds) = args.noise.seed.filter(|seeds| seeds.first < seeds.last) {
        return Err(Error::Invalid {
            field: "--seed".into(),
            given: format!("{}..{}", seeds.first, seeds.last),
            allowed: "one seed".into(),
        });
    }
    let recipes: Vec<Option<&Path>> = match &args.recipe[..] {
        [] => vec![None],
        recipes => recipes
            .iter()
            .map(|recipe| Some(recipe.as_path()))
            .collect(),
    };
    if recipes.len() != args.name.len() {
        return Err(Error::Invalid {
            field: "--name".into(),
            given: format!("{} for {} recipes", args.name.join(", "), recipes.len()),
            allowed: "a name for each recipe: --name A --name B".into(),
        });
    }
    let made: Vec<Made> = (recipes.into_iter())
        .map(|recipe| Made::new(args, recipe))
        .collect::<Result<_>>()?;
    let functions: Vec<Function> = (made.iter().zip(&args.name))
        .map(|(made, name)| Function::new(name, &made.job).recipe(made.request.recipe.to_toml()))
        .collect();
    let mut options = Options::default()
        .lang(args.lang)
        .entry(args.entry)
        .table(args.table)
        .parameters(args.parameters)
        .y(args.y)
        .prefix(&args.prefix);
    if args.entry == Entry::Fragment {
        options = options.range(made[0].range()?);
    }
    let bytes = match snippet(&functions, &options) {
        Ok(snippet) => snippet.bytes(),
        // The flags of one are the flags of all.
        Err(error) => return Err(made[0].request.origins.name(error)),
    };
    if args.output.as_os_str() == "-" {
        print(&bytes)?;
        return Ok(Exit::Done);
    }
    for Made { request, .. } in &made {
        request.spare_recipe(std::slice::from_ref(&args.output))?;
    }
    format::write(&args.output, &bytes)?;
    Ok(Exit::Done)
}

/// What becomes one function.
struct Made {
    request: Request,
    job: Job,
}

impl Made {
    fn new(args: &Args, recipe: Option<&Path>) -> Result<Made> {
        let mut request = Request::new(&Asked {
            recipe,
            noise: &args.noise,
            grid: &args.grid,
            form: None,
        })?;
        for field in [
            "name",
            "lang",
            "entry",
            "table",
            "parameters",
            "y",
            "prefix",
        ] {
            request.origins.insert(field, format!("--{field}"));
        }
        match request.recipe.job() {
            Ok((job, _)) => Ok(Made { request, job }),
            Err(error) => Err(request.origins.name(error)),
        }
    }
}

impl Made {
    /// What a picture of the recipe has as 0 and 1.
    fn range(&self) -> Result<[f32; 2]> {
        let range = bake::range(&self.job, self.request.recipe.unorm_range());
        range.map_err(|error| self.request.origins.name(error))
    }
}

fn print(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    written.map_err(|source| Error::Io {
        action: "write to",
        path: Path::new(STDOUT).into(),
        source,
    })
}

/// One of the words of a list.
fn word<T>(all: &'static [T], name: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.iter().map(move |&one| name(one))).try_map(move |given| {
        let found = all.iter().copied().find(|&one| name(one) == given);
        found.ok_or("no such word")
    })
}
