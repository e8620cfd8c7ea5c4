//! `wgpu-noise snippet`: a noise as shader source.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use wgpu_noise::snippet::{Entry, Lang, Options, Parameters, Table, snippet};
use wgpu_noise::{Error, Result, format};

use super::exit::Exit;
use super::flags::{GridFlags, NoiseFlags};
use super::request::{Asked, Request};
use super::terminal::STDOUT;

/// Write a noise as the source of one function of a position, for a shader.
///
/// RECIPE says what, a file or a preset; without one the flags describe a source, and an fbm over it where anything is said of
/// octaves, as those of bake do. The grid gives the axes of the position, and the box of an entry point.
#[derive(clap::Args)]
pub struct Args {
    /// A recipe in TOML, at most 64 KiB: a path with a separator or a dot, or the name of one of the presets
    #[arg(value_name = "RECIPE")]
    pub recipe: Option<PathBuf>,

    /// The file; - is standard output
    #[arg(short, long, value_name = "PATH", default_value = "-")]
    pub output: PathBuf,

    /// The language
    #[arg(long, default_value = "wgsl", value_parser = word(Lang::ALL, Lang::name))]
    pub lang: Lang,

    /// An entry point that calls the function on the grid; spirv needs one
    #[arg(long, default_value = "none", value_parser = word(Entry::ALL, Entry::name))]
    pub entry: Entry,

    /// Where permutation tables lie: in the source, or in a storage buffer, whose words are listed in the source
    #[arg(long, default_value = "const", value_parser = word(Table::ALL, Table::name))]
    pub table: Table,

    /// The function's name
    #[arg(long, default_value = "noise_at")]
    pub name: String,

    /// Whether the noise's numbers are constants, or fields of a struct that the function takes
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
    let mut request = Request::new(&Asked {
        recipe: args.recipe.as_deref(),
        noise: &args.noise,
        grid: &args.grid,
        form: None,
    })?;
    for field in ["name", "lang", "entry", "table", "parameters"] {
        request.origins.insert(field, format!("--{field}"));
    }
    match carry_out(args, &request) {
        Ok(()) => Ok(Exit::Done),
        Err(error) => Err(request.origins.name(error)),
    }
}

fn carry_out(args: &Args, request: &Request) -> Result<()> {
    let (job, _) = request.recipe.job()?;
    let made = snippet(
        &job,
        &Options {
            name: args.name.clone(),
            lang: args.lang,
            entry: args.entry,
            table: args.table,
            parameters: args.parameters,
            recipe: Some(request.recipe.to_toml()),
        },
    )?;
    if args.output.as_os_str() == "-" {
        return print(&made.bytes());
    }
    request.spare_recipe(std::slice::from_ref(&args.output))?;
    format::write(&args.output, &made.bytes())
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
