//! `wgpu-noise bake`: computes a noise and writes it to a file.

mod limits;
mod plan;
mod report;
mod resume;
mod seeds;

use std::path::{Path, PathBuf};
use std::time::Instant;

use wgpu_noise::bake::Plan;
use wgpu_noise::format::{self, Contents, FileType, RecipePlace, Writer};
use wgpu_noise::texel::{Format, Transfer};
use wgpu_noise::{Error, Job, Recipe, Result};

use super::backend::{BackendFlags, Engine};
use super::exit::Exit;
use super::flags::{GridFlags, NoiseFlags, StorageFlags};
use super::request::{Request, RequestFlags, no_effect};
use super::terminal::{self, Bar, STDOUT};
use limits::LimitFlags;
use report::{Report, listed};
use resume::ResumeFlags;

/// Compute a noise and write it to a file.
///
/// RECIPE is a file or the name of a preset. Without it, the flags describe a source, and an fbm over the source if a flag
/// of an fbm is given. With it, flags override the recipe: flags of the grid and --seed replace its keys, a flag such as
/// --octaves sets the parameter of the one node that has it, and --set sets a parameter of any node.
#[derive(clap::Args)]
#[command(after_long_help = help())]
pub struct Args {
    /// A recipe: the name of a preset, or the path of a TOML file of at most 64 KiB. A path has a dot or a separator in it,
    /// such as islands.toml or ./islands
    #[arg(value_name = "RECIPE")]
    pub recipe: Option<PathBuf>,

    /// The file to write. Its extension selects one of the types of file below. - writes the bare samples to standard output
    #[arg(short, long, value_name = "PATH", required_unless_present = "plan")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub noise: NoiseFlags,

    #[command(flatten)]
    pub grid: GridFlags,

    #[command(flatten)]
    pub storage: StorageFlags,

    #[command(flatten)]
    pub backend: BackendFlags,

    #[command(flatten)]
    pub files: ResumeFlags,

    #[command(flatten)]
    pub limits: LimitFlags,

    /// Print what a bake would do and about how long it would take, which is measured in a fraction of a second. Nothing is
    /// written. For a range of seeds the plan of the first is printed: all
    /// have the same
    #[arg(long)]
    pub plan: bool,

    /// Print the report of the bake to standard output as JSON, or the plan with --plan. A range of seeds prints one
    /// report after the other
    #[arg(long)]
    pub json: bool,
}

/// Returns the end of `--help`: what files hold, and what a recipe is.
fn help() -> String {
    format!(
        "\
Types of file and the formats that they hold, the defaults first:
{}
  -      as .raw
Frames become numbered files, except in {}. With --layout flipbook, the frames of {} are the tiles of one file.

A .vdb has a grid for each channel, named after its node; that of a single channel is called density. Voxels of the value 0 are
inactive: a max with 0 in the recipe leaves the space between clouds empty.

A colour of a ramp is #rrggbb, or #rrggbbaa with opacity. If one stop has opacity, the texels are RGBA.

The keys of a recipe are {}. It has a table [nodes.NAME] for each node. `wgpu-noise presets NAME` prints a recipe to start from.

Flags alone describe a source and an fbm over it. Every other node needs a recipe; `wgpu-noise nodes` lists them.",
        FileType::ALL.map(formats_of).join("\n"),
        FileType::listed("and", |file_type| !file_type.numbers_frames()),
        FileType::listed("or", FileType::is_image),
        Recipe::KEYS.join(", ")
    )
}

/// Returns the line of help on a type of file: the formats that it holds, those that it takes by itself first.
fn formats_of(file_type: FileType) -> String {
    let (all, defaults) = (file_type.formats(), file_type.defaults());
    let each = match defaults {
        [] if !file_type.is_unpadded() => &[Format::R32Float][..],
        _ => defaults,
    };
    let mut formats: Vec<&str> = each.iter().map(|format| format.name()).collect();
    if all == Format::ALL {
        formats.push("and every other");
    } else if all == Format::TEXELS {
        formats.push("and every other but blocks");
    } else {
        let others = all.iter().filter(|format| !each.contains(format));
        formats.extend(others.map(|format| format.name()));
    }
    if defaults.is_empty() {
        let place = if file_type.is_unpadded() {
            formats.len()
        } else {
            1
        };
        formats.insert(place, "one for each channel");
    }
    let beside = match file_type.recipe_place() {
        RecipePlace::Inside => "",
        RecipePlace::Beside => "; with a .json beside it",
        RecipePlace::OnRequest => "; with a .json beside it for --sidecar",
    };
    let name = format!(".{}", file_type.extension());
    format!("  {name:<6} {}{beside}", formats.join(", "))
}

pub fn run(args: &Args) -> Result<Exit> {
    args.check()?;
    let request = Request::new(&args.request_flags())?;
    let mut session = Session {
        args,
        request,
        engine: None,
        finished: Vec::new(),
        has_noted: false,
    };
    match args.noise.seed {
        Some(seeds) if seeds.is_range() => {
            seeds::check(args, seeds)?;
            let file = |seed| {
                let output = args.output.as_deref();
                output.map(|path| seeds::path_of(path, seed, seeds))
            };
            if args.plan {
                terminal::note(&format!(
                    "the plan of seed {}; seeds up to {} have the same plan",
                    seeds.first, seeds.last
                ));
                session.bake(file(seeds.first).as_deref())?;
                return Ok(Exit::Done);
            }
            for seed in seeds.first..=seeds.last {
                session.request.recipe.seed = seed;
                session.bake(file(seed).as_deref())?;
            }
        }
        _ => session.bake(args.output.as_deref())?,
    }
    Ok(Exit::Done)
}

/// One run of `bake`, and what the files of a range of seeds share.
struct Session<'a> {
    args: &'a Args,
    request: Request,
    /// The backend. It is opened for the first file, and used for all.
    engine: Option<Engine>,
    /// The files that are finished.
    finished: Vec<PathBuf>,
    /// Whether the notes on the noise were printed, which are the same for all seeds.
    has_noted: bool,
}

impl Session<'_> {
    /// Bakes the request into a file or to standard output, or prints its plan.
    fn bake(&mut self, output: Option<&Path>) -> Result<()> {
        self.try_bake(output).map_err(|error| {
            if !self.finished.is_empty() {
                terminal::say(&format!("kept the finished {}", listed(&self.finished)));
            }
            self.request.provenance.name(error)
        })
    }

    fn try_bake(&mut self, output: Option<&Path>) -> Result<()> {
        let recipe = &self.request.recipe;
        let file_type = self.args.file_type()?;
        let plan = Plan::of_recipe(recipe, file_type)?;
        self.args.files.check(output, &plan)?;
        let mut holds_recipe = true;
        if let Some(path) = output.filter(|path| !is_stdout(path)) {
            let files = format::files(path, &contents(self.args, &self.request, &plan))?;
            self.request.spare_recipe(&files)?;
            holds_recipe = files.len() > 1
                || file_type.map(FileType::recipe_place) != Some(RecipePlace::OnRequest);
        }
        if !self.has_noted {
            no_effect::of_storage(&self.args.storage, &plan, holds_recipe);
        }
        match output {
            Some(path) if !self.args.plan => self.write(plan, path),
            _ => {
                if let Some(file_type) = file_type {
                    format::check(file_type, &contents(self.args, &self.request, &plan))?;
                }
                plan::show(&self.args.backend, &self.args.limits, self.args.json, &plan)
            }
        }
    }

    fn write(&mut self, mut plan: Plan, path: &Path) -> Result<()> {
        self.args.limits.check_samples(&plan)?;
        let held = contents(self.args, &self.request, &plan);
        let mut writer = create(path, &held)?;
        if self.args.files.init {
            writer.init()?;
            terminal::note(&format!("{} has its metadata", path.display()));
            return Ok(());
        }
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => none.insert(self.args.backend.open_for(plan.job())?),
        };
        if !self.has_noted {
            for note in plan.notes() {
                terminal::note(&format!("note: {note}"));
            }
        }
        if self.args.files.keep_a_journal() {
            writer = (self.args.files).narrow(writer, path, &held, engine.made_by())?;
        }
        if !self.has_noted {
            let mut backend = engine.backend(plan.job().clone())?;
            let samples = writer.samples();
            (self.args.limits).check(&plan, samples, backend.as_mut())?;
            self.has_noted = true;
        }
        let start = Instant::now();
        if plan.must_measure() {
            let bar = Bar::new(plan.samples());
            let mut open = |job: &Job| engine.backend(job.clone());
            plan = plan.measure(&mut open, &mut |p| bar.show(p.done))?;
            writer = create(path, &contents(self.args, &self.request, &plan))?;
        }
        let mut backend = engine.backend(plan.job().clone())?;
        let bar = Bar::new(writer.samples());
        let baked = plan.bake(backend.as_mut(), &mut writer, &mut |p| bar.show(p.done));
        let done = baked.inspect_err(|_| self.finished.extend_from_slice(writer.paths()))?;
        let written = writer.finish()?;
        drop(bar);

        let is_colour = self.request.recipe.transfer() != Transfer::Linear;
        let report = Report {
            samples: done.samples,
            seconds: start.elapsed().as_secs_f64(),
            backend: backend.name(),
            form: engine.form(),
            adapter: engine.adapter.clone(),
            saturated: done.saturated,
            used: done.used.filter(|_| !is_colour),
            files: written.paths,
            sheet: written.sheet,
            ..Report::of(&plan)
        };
        if self.args.json {
            report.print()?;
        }
        terminal::note(&report.line());
        self.finished.extend(report.files);
        Ok(())
    }
}

/// Returns what the file will hold.
fn contents(args: &Args, request: &Request, plan: &Plan) -> Contents {
    let mut contents = plan.contents(&plan.resolved(&request.recipe));
    contents.sidecar = args.storage.sidecar;
    contents
}

/// Returns the writer of a file or of standard output.
fn create(path: &Path, contents: &Contents) -> Result<Writer> {
    if is_stdout(path) {
        format::stream(terminal::output()?, Path::new(STDOUT), contents)
    } else {
        format::create(path, contents)
    }
}

impl Args {
    fn request_flags(&self) -> RequestFlags<'_> {
        RequestFlags {
            recipe: self.recipe.as_deref(),
            noise: &self.noise,
            grid: &self.grid,
            storage: Some(&self.storage),
        }
    }

    /// Refuses flags that cannot go together.
    fn check(&self) -> Result<()> {
        let to_stdout = self.output.as_deref().is_some_and(is_stdout);
        if self.json && !self.plan && to_stdout {
            return Err(Error::Invalid {
                field: "--json".into(),
                given: "a report on standard output together with -o -".into(),
                allowed: "one of the two; give -o a file".into(),
            });
        }
        if self.storage.sidecar {
            self.check_sidecar(to_stdout)?;
        }
        self.backend.check()
    }

    /// Refuses a `.json` beside standard output, and beside a file that holds its recipe.
    fn check_sidecar(&self, to_stdout: bool) -> Result<()> {
        let given = match self.file_type()?.map(FileType::recipe_place) {
            None if to_stdout => "a .json beside standard output",
            Some(RecipePlace::Inside) => "a .json beside a file that holds its recipe",
            _ => return Ok(()),
        };
        let with = FileType::listed("or", |file_type| {
            file_type.recipe_place() != RecipePlace::Inside
        });
        Err(Error::Invalid {
            field: "--sidecar".into(),
            given: given.into(),
            allowed: format!("only with {with}"),
        })
    }

    /// Returns the type of the file; none for standard output, and for a plan without a file.
    fn file_type(&self) -> Result<Option<FileType>> {
        let file = self.output.as_deref().filter(|path| !is_stdout(path));
        file.map(FileType::from_path).transpose()
    }
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}
