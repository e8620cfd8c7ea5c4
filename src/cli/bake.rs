//! `wgpu-noise bake`: a noise into a file.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use wgpu_noise::bake::{Plan, bake, packing};
use wgpu_noise::format::{self, Description, FileType, Writer};
use wgpu_noise::{Error, Noise, Result};

use super::backend::BackendFlags;
use super::exit::Exit;
use super::flags::{GridFlags, NoiseFlags, OutputFlags};
use super::report::Report;
use super::request::Request;
use super::terminal::{self, Bar, STDOUT};

/// Compute a noise and write it to a file.
///
/// RECIPE says what and where, a file or a preset; without one the flags describe a source, and an fbm over it where
/// anything is said of octaves. Flags override a recipe: those of the grid and the seed replace its
/// keys, those of a parameter reach the one node that has it, and --set reaches any.
#[derive(clap::Args)]
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

    /// Print a report for programs to standard output
    #[arg(long, conflicts_with = "plan")]
    pub json: bool,
}

pub fn run(args: &Args) -> Result<Exit> {
    args.check()?;
    let request = Request::new(args)?;
    match carry_out(args, &request) {
        Ok(()) => Ok(Exit::Done),
        Err(error) => Err(request.origins.name(error)),
    }
}

fn carry_out(args: &Args, request: &Request) -> Result<()> {
    let file_type = args.file_type()?;
    let (job, channels) = request.recipe.job()?;
    let packing = packing(
        &job,
        file_type,
        args.form.format,
        request.recipe.unorm_range(),
    )?;
    let plan = Plan::new(job, file_type, packing)?;
    let description = plan.description(&request.resolved(&plan));
    match &args.output {
        Some(path) if !args.plan => write(args, &plan, &channels, create(path, &description)?),
        _ => {
            if let Some(file_type) = file_type {
                format::check(file_type, &description)?;
            }
            terminal::print(&format!("{plan}\n"))
        }
    }
}

/// The writer of a file, or of standard output.
fn create(path: &Path, description: &Description) -> Result<Writer> {
    match is_stdout(path) {
        true => format::stream(io::stdout(), Path::new(STDOUT), description),
        false => format::create(path, description),
    }
}

fn write(args: &Args, plan: &Plan, channels: &[Noise], mut writer: Writer) -> Result<()> {
    let engine = args.backend.open()?;
    let mut backend = engine.backend(plan.job.clone(), channels)?;
    let start = Instant::now();
    let bar = Bar::new(plan.samples);
    let done = bake(backend.as_mut(), plan, &mut writer, &mut |p| {
        bar.show(p.done)
    })?;
    let written = writer.finish()?;
    drop(bar);

    let report = Report {
        samples: done.samples,
        seconds: start.elapsed().as_secs_f64(),
        backend: backend.name(),
        form: engine.form(),
        adapter: engine.adapter,
        saturated: done.saturated,
        files: written.paths,
        layout: written.layout,
        ..Report::of(plan)
    };
    if args.json {
        report.print()?;
    }
    terminal::say(&report.line());
    Ok(())
}

impl Args {
    /// Refuses flags that cannot go together.
    fn check(&self) -> Result<()> {
        if self.json && self.output.as_deref().is_some_and(is_stdout) {
            return Err(Error::Invalid {
                field: "--json".into(),
                given: "a report on standard output together with -o -".into(),
                allowed: "one of the two; give -o a file".into(),
            });
        }
        self.backend.check()
    }

    /// The type of the file; none for standard output, and for a plan without a file.
    fn file_type(&self) -> Result<Option<FileType>> {
        let file = self.output.as_deref().filter(|path| !is_stdout(path));
        file.map(FileType::from_path).transpose()
    }
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}
