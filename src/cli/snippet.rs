//! `wgpu-noise snippet`: writes noises as shader source.

use std::iter::repeat;
use std::path::{Path, PathBuf};

use wgpu_noise::snippet::{Entry, Function, Lang, Options, Parameters, Table, Y, snippet};
use wgpu_noise::{Error, Job, Result, bake, format};

use super::exit::Exit;
use super::flags::{GridFlags, NoiseFlags};
use super::request::{Request, RequestFlags, no_effect};
use super::terminal;
use super::values::{RampFlag, ramp, whole_number, word};

/// Write a noise as shader source: a function of a position, with all that it calls.
///
/// RECIPE and the flags describe the noise as they do for bake. Several recipes become as many functions, which share what they
/// have in common; flags override each of them. The grid gives the axes of the position, and the box of an entry point.
#[derive(clap::Args)]
pub struct Args {
    /// Recipes: names of presets, or paths of TOML files of at most 64 KiB. A path has a dot or a separator in it
    #[arg(value_name = "RECIPE")]
    pub recipe: Vec<PathBuf>,

    /// The file to write; - is standard output
    #[arg(short, long, value_name = "PATH", default_value = "-")]
    pub output: PathBuf,

    /// The shader language
    #[arg(long, default_value = "wgsl", value_parser = word(&Lang::ALL, Lang::name))]
    pub lang: Lang,

    /// An entry point that calls the function on the grid, for a single recipe: a fragment shader that draws the picture, at the
    /// time that a uniform holds, or a compute shader that fills a buffer with the samples. spirv needs one
    #[arg(long, default_value = "none", value_parser = word(&Entry::ALL, Entry::name))]
    pub entry: Entry,

    /// Where the permutation tables are: in the source, or in a storage buffer. For a buffer the source lists its contents
    #[arg(long, default_value = "const", value_parser = word(&Table::ALL, Table::name))]
    pub table: Table,

    /// The name of the function; given once for each recipe
    #[arg(long, default_value = "noise_at")]
    pub name: Vec<String>,

    /// A prefix for all global names that do not begin with NAME. Two snippets from separate calls fit into one file only if
    /// one of them has a prefix
    #[arg(long, default_value = "", hide_default_value = true)]
    pub prefix: String,

    /// The group of all bindings: the descriptor set of spirv, the register space of hlsl; glsl and msl have none
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number(0..=Options::GROUP_MAX), allow_hyphen_values = true)]
    pub group: u32,

    /// What is added to the numbers of all bindings, which begin at 0
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number(0..=Options::BINDING_MAX), allow_hyphen_values = true)]
    pub binding: u32,

    /// The direction of y in a position: down as in a picture, or up as on Shadertoy and in OpenGL
    #[arg(long, default_value = "down", value_parser = word(&Y::ALL, Y::name))]
    pub y: Y,

    /// Where the numbers of the noise are, with the gain and the octaves of fractals: constants in the source, or fields of a
    /// struct that the function takes
    #[arg(long, default_value = "const", value_parser = word(&Parameters::ALL, Parameters::name))]
    pub parameters: Parameters,

    /// An output of the recipe in place of its own channels, such as height of a material; given once for all recipes, or once
    /// for each
    #[arg(long, value_name = "OUTPUT", conflicts_with = "expr")]
    pub outputs: Vec<String>,

    /// Colours for the values of one channel, such as '[[0, "#1b1b2f"], [1, "#f5f5f0"]]'; none returns the values themselves
    #[arg(long, value_name = "STOPS|none", value_parser = ramp)]
    pub ramp: Option<RampFlag>,

    #[command(flatten)]
    pub noise: NoiseFlags,

    #[command(flatten)]
    pub grid: GridFlags,
}

pub fn run(args: &Args) -> Result<Exit> {
    if let Some(seeds) = args.noise.seed.filter(|seeds| seeds.is_range()) {
        return Err(Error::invalid(
            "--seed",
            format!("{}..{}", seeds.first, seeds.last),
            "one seed",
        ));
    }
    let recipes: Vec<Option<&Path>> = match &args.recipe[..] {
        [] => vec![None],
        recipes => recipes
            .iter()
            .map(|recipe| Some(recipe.as_path()))
            .collect(),
    };
    if recipes.len() != args.name.len() {
        return Err(Error::invalid(
            "--name",
            format!("{} for {} recipes", args.name.join(", "), recipes.len()),
            "a name for each recipe: --name A --name B",
        ));
    }
    if args.outputs.len() > 1 && args.outputs.len() != recipes.len() {
        return Err(Error::invalid(
            "--outputs",
            format!("{} for {} recipes", args.outputs.join(", "), recipes.len()),
            "one for all, or one for each",
        ));
    }
    let outputs = args
        .outputs
        .iter()
        .map(Some)
        .chain(repeat(args.outputs.first()));
    let prepared: Vec<Prepared> = (recipes.into_iter().zip(outputs))
        .map(|(recipe, output)| Prepared::new(args, recipe, output))
        .collect::<Result<_>>()?;
    let functions: Vec<Function> = (prepared.iter().zip(&args.name))
        .map(|(one, name)| Function::new(name, &one.job).recipe(&one.request.recipe))
        .collect();
    let mut options = Options::default()
        .lang(args.lang)
        .entry(args.entry)
        .table(args.table)
        .parameters(args.parameters)
        .y(args.y)
        .prefix(&args.prefix)
        .group(args.group)
        .binding(args.binding);
    if args.entry == Entry::Fragment {
        options = options.range(prepared[0].range()?);
    }
    let bytes = match snippet(&functions, &options) {
        Ok(snippet) => snippet.bytes(),
        // All functions were made with the same flags.
        Err(error) => return Err(prepared[0].request.provenance.name(error)),
    };
    if args.output.as_os_str() == "-" {
        terminal::print(&bytes)?;
        return Ok(Exit::Done);
    }
    for Prepared { request, .. } in &prepared {
        request.spare(std::slice::from_ref(&args.output))?;
    }
    format::write(&args.output, &bytes)?;
    Ok(Exit::Done)
}

/// A recipe that becomes one function.
struct Prepared {
    request: Request,
    job: Job,
}

impl Prepared {
    fn new(args: &Args, recipe: Option<&Path>, output: Option<&String>) -> Result<Prepared> {
        let mut request = Request::new(&RequestFlags {
            recipe,
            noise: &args.noise,
            grid: &args.grid,
            storage: None,
        })?;
        for field in [
            "name",
            "lang",
            "entry",
            "table",
            "parameters",
            "y",
            "prefix",
            "group",
            "binding",
            "outputs",
        ] {
            request.provenance.insert(field, format!("--{field}"));
        }
        if let Some(output) = output {
            let of_output = request.recipe.of_output(output);
            request.recipe = of_output.map_err(|error| request.provenance.name(error))?;
        }
        let ramp = args.ramp.as_ref().map(|RampFlag(ramp)| ramp.clone());
        (request.provenance).set("ramp", &mut request.recipe.ramp, ramp);
        no_effect::of_snippet(&request.recipe, args.entry != Entry::None);
        match request.recipe.job() {
            Ok(job) => Ok(Prepared { request, job }),
            Err(error) => Err(request.provenance.name(error)),
        }
    }

    /// Returns the values that a picture of the recipe shows as 0 and 1.
    fn range(&self) -> Result<[f32; 2]> {
        let range = bake::range(&self.job, self.request.recipe.unorm_range());
        range.map_err(|error| self.request.provenance.name(error))
    }
}
