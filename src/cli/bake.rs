//! `wgpu-noise bake`: a noise into a file.

use std::path::{Path, PathBuf};
use std::time::Instant;

use wgpu_noise::bake::Plan;
use wgpu_noise::format::{self, Contents, FileType, Writer};
use wgpu_noise::texel::Transfer;
use wgpu_noise::{Error, Job, Noise, Recipe, Result};

use super::backend::BackendFlags;
use super::exit::Exit;
use super::flags::{GridFlags, NoiseFlags, OutputFlags, Seeds};
use super::plan;
use super::report::{Report, listed};
use super::request::{Asked, Request};
use super::terminal::{self, Bar, STDOUT};

/// Compute a noise and write it to a file.
///
/// RECIPE says what and where, a file or a preset; without one the flags describe a source, and an fbm over it where
/// anything is said of octaves. Flags override a recipe: those of the grid and the seed replace its
/// keys, those of a parameter reach the one node that has it, and --set reaches any.
#[derive(clap::Args, Clone)]
#[command(after_long_help = help())]
pub struct Args {
    /// A recipe in TOML, at most 64 KiB: a path with a separator or a dot, or the name of one of the presets
    #[arg(value_name = "RECIPE")]
    pub recipe: Option<PathBuf>,

    /// The file: .npy, .png, .ktx2 or .raw (with a .json beside it); - writes raw samples to standard
    /// output. Frames of .png and .ktx2 are numbered files
    #[arg(short, long, value_name = "PATH", required_unless_present = "plan")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub noise: NoiseFlags,

    #[command(flatten)]
    pub grid: GridFlags,

    #[command(flatten)]
    pub form: OutputFlags,

    #[command(flatten)]
    pub backend: BackendFlags,

    /// Print what would be done, and compute nothing
    #[arg(long)]
    pub plan: bool,

    /// Print the report, or with --plan the plan, as JSON to standard output; one object after the other for a range of
    /// seeds
    #[arg(long)]
    pub json: bool,
}

/// What files hold, and what a recipe is.
fn help() -> String {
    format!(
        "\
Files and the formats that they hold, the default first:
  .npy   r32float with as many channels as the noise has
  .png   r8unorm, r16unorm, rgba8unorm (a colour has rgba8unorm)
  .ktx2  r8unorm, rg8unorm, rgba8unorm, r16unorm, r16float, rgba16float, r32float, rgba32float
  .raw   r32float with as many channels as the noise has, and every format of .ktx2
  -      as .raw

A colour of a ramp is #rrggbb or, with opacity, #rrggbbaa; one opacity makes all texels RGBA.

The keys of a recipe: {}, which has a table [nodes.NAME] for each node. `wgpu-noise presets NAME` prints one for editing.

Flags alone describe a source and an fbm over it. Every other node needs a recipe; `wgpu-noise nodes` lists them.",
        Recipe::KEYS.join(", ")
    )
}

pub fn run(args: &Args) -> Result<Exit> {
    args.check()?;
    let mut request = Request::new(&args.asked())?;
    let seeds = match args.noise.seed {
        Some(seeds) if seeds.first < seeds.last => seeds,
        _ => return run_one(args, &request),
    };
    args.check_batch(seeds)?;
    if args.plan {
        let Seeds { first, last } = seeds;
        terminal::note(&format!(
            "the plan of seed {first}; those up to {last} have the same"
        ));
        return run_one(&args.of_seed(first, seeds), &request);
    }
    for seed in seeds.first..=seeds.last {
        request.recipe.seed = seed;
        run_one(&args.of_seed(seed, seeds), &request)?;
    }
    Ok(Exit::Done)
}

/// A bake of one seed, which the recipe has.
fn run_one(args: &Args, request: &Request) -> Result<Exit> {
    match carry_out(args, request) {
        Ok(()) => Ok(Exit::Done),
        Err(error) => Err(request.origins.name(error)),
    }
}

fn carry_out(args: &Args, request: &Request) -> Result<()> {
    let file_type = args.file_type()?;
    let (job, channels) = request.recipe.job()?;
    let (format, range) = (request.recipe.format, request.recipe.unorm_range());
    let plan = Plan::new(job, file_type, format, range)?;
    if let Some(path) = args.file() {
        request.spare_recipe(&format::files(path, &contents(args, request, &plan))?)?;
    }
    match &args.output {
        Some(path) if !args.plan => write(args, request, plan, &channels, path),
        _ => {
            if let Some(file_type) = file_type {
                format::check(file_type, &contents(args, request, &plan))?;
            }
            plan::show(args, &plan, &channels)
        }
    }
}

/// What the file will hold.
fn contents(args: &Args, request: &Request, plan: &Plan) -> Contents {
    let mut contents = plan.contents(&request.resolved(plan));
    contents.sidecar = args.form.sidecar;
    contents
}

/// The writer of a file, or of standard output.
fn create(path: &Path, contents: &Contents) -> Result<Writer> {
    match is_stdout(path) {
        true => format::stream(terminal::output()?, Path::new(STDOUT), contents),
        false => format::create(path, contents),
    }
}

fn write(
    args: &Args,
    request: &Request,
    mut plan: Plan,
    channels: &[Noise],
    path: &Path,
) -> Result<()> {
    let mut writer = create(path, &contents(args, request, &plan))?;
    let engine = args.backend.open_for(plan.job())?;
    for note in plan.notes() {
        terminal::note(&format!("note: {note}"));
    }
    if let Some(time) = plan::long(&engine, &plan, channels)? {
        terminal::note(&time.to_string());
    }
    let start = Instant::now();
    if plan.must_measure() {
        let bar = Bar::new(plan.samples());
        let mut open = |job: &Job| engine.backend(job.clone(), channels);
        plan = plan.measure(&mut open, &mut |p| bar.show(p.done))?;
        writer = create(path, &contents(args, request, &plan))?;
    }
    let plan = &plan;
    let mut backend = engine.backend(plan.job().clone(), channels)?;
    let bar = Bar::new(plan.samples());
    let done = plan
        .bake(backend.as_mut(), &mut writer, &mut |p| bar.show(p.done))
        .inspect_err(|_| say_kept(writer.paths()))?;
    let written = writer.finish()?;
    drop(bar);

    let report = Report {
        samples: done.samples,
        seconds: start.elapsed().as_secs_f64(),
        backend: backend.name(),
        form: engine.form(),
        adapter: engine.adapter,
        saturated: done.saturated,
        used: done
            .used
            .filter(|_| request.recipe.transfer() == Transfer::Linear),
        files: written.paths,
        layout: written.layout,
        ..Report::of(plan)
    };
    if args.json {
        report.print()?;
    }
    terminal::note(&report.line());
    Ok(())
}

/// Says which files of a sequence were finished before a failure.
fn say_kept(files: &[PathBuf]) {
    match files.len() {
        0 => {}
        1 => terminal::say(&format!("kept the finished file {}", listed(files))),
        _ => terminal::say(&format!("kept the finished {}", listed(files))),
    }
}

impl Args {
    fn asked(&self) -> Asked<'_> {
        Asked {
            recipe: self.recipe.as_deref(),
            noise: &self.noise,
            grid: &self.grid,
            form: Some(&self.form),
        }
    }

    /// The same into the file of one seed of a range.
    fn of_seed(&self, seed: u32, seeds: Seeds) -> Args {
        let mut one = self.clone();
        let digits = seeds.last.to_string().len();
        one.output = self.output.as_ref().map(|path| {
            let mut name = path.file_stem().unwrap_or_default().to_os_string();
            name.push(format!("_seed{seed:0digits$}"));
            if let Some(extension) = path.extension() {
                name.push(".");
                name.push(extension);
            }
            path.with_file_name(name)
        });
        one
    }

    /// Refuses a range of seeds that cannot become files.
    fn check_batch(&self, seeds: Seeds) -> Result<()> {
        let count = u64::from(seeds.last - seeds.first) + 1;
        let refused = |given: String, allowed: String| {
            let field = "--seed".to_string();
            Err(Error::Invalid {
                field,
                given,
                allowed,
            })
        };
        if self.output.as_deref().is_some_and(is_stdout) {
            let allowed = "one seed, or a file for each with -o FILE".into();
            return refused("a range of seeds with -o -".into(), allowed);
        }
        // Named as it was given, not as that of a seed.
        self.file_type()?;
        match count <= u64::from(Plan::FILES_MAX) {
            true => Ok(()),
            false => refused(
                format!("{count} seeds"),
                format!("up to {}", Plan::FILES_MAX),
            ),
        }
    }

    /// Refuses flags that cannot go together.
    fn check(&self) -> Result<()> {
        if self.json && !self.plan && self.output.as_deref().is_some_and(is_stdout) {
            return Err(Error::Invalid {
                field: "--json".into(),
                given: "a report on standard output together with -o -".into(),
                allowed: "one of the two; give -o a file".into(),
            });
        }
        if self.form.sidecar && matches!(self.file_type()?, Some(FileType::Png | FileType::Ktx2)) {
            return Err(Error::Invalid {
                field: "--sidecar".into(),
                given: "a .json beside a file that holds its recipe".into(),
                allowed: "only with .npy, and with .raw, which always has one".into(),
            });
        }
        self.backend.check()
    }

    /// The type of the file; none for standard output, and for a plan without a file.
    fn file_type(&self) -> Result<Option<FileType>> {
        self.file().map(FileType::from_path).transpose()
    }

    /// The file to write; none for standard output, and for a plan without a file.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_stdout(path))
    }
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}
