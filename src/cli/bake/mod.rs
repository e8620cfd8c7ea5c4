//! `wgpu-noise bake`: computes a noise and writes it to a file.

mod file;
mod help;
mod limits;
mod lit_sphere;
pub(super) mod outputs;
mod plan;
mod report;
mod resume;
mod seeds;
mod session;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::slice;

use wgpu_noise::format::{FileType, RecipePlace};
use wgpu_noise::{Error, Result};

use super::backend::BackendFlags;
use super::baked;
use super::exit::Exit;
use super::flags::{GridFlags, NoiseFlags, StorageFlags};
use super::request::{Request, RequestFlags, no_effect};
use file::File;
use limits::LimitFlags;
use lit_sphere::LitSphere;
use resume::ResumeFlags;
use session::Session;

/// Compute a noise and write it to a file.
///
/// RECIPE is a file or the name of a preset. Without it, the flags describe a source, and an fbm over the source if a flag
/// of an fbm is given. With it, flags override the recipe: flags of the grid and --seed replace its keys, a flag such as
/// --octaves sets the parameter of the one node that has it, and --set sets a parameter of any node.
#[derive(clap::Args)]
#[command(after_long_help = help::text())]
pub struct Args {
    /// A recipe: the name of a preset, or the path of a TOML file of at most 64 KiB. A path has a dot or a separator in it,
    /// such as islands.toml or ./islands
    #[arg(value_name = "RECIPE")]
    pub recipe: Option<PathBuf>,

    /// The file to write. Its extension selects one of the types of file below. A folder, or a path that ends in /, gets a
    /// file for each of the recipe's outputs, RECIPE_OUTPUT.png, or of another --type. - writes the bare samples to standard output
    #[arg(short, long, value_name = "PATH", required_unless_present = "plan", value_parser = baked::path())]
    pub output: Option<PathBuf>,

    /// The type of the files in a folder, such as ktx2 [default: png, and exr for formats of floats]
    #[arg(long = "type", value_name = "EXT", value_parser = outputs::file_type)]
    pub file_type: Option<FileType>,

    /// Also draw a lit sphere of a material, FOLDER/RECIPE_preview.png: from the files of its outputs albedo and normal, and of
    /// roughness, ao and orm as far as there are any
    #[arg(long, conflicts_with_all = ["resume", "shard", "init"])]
    pub preview: bool,

    /// Print what a bake would do and about how long it would take, which is measured in a fraction of a second. Nothing is
    /// written. For a range of seeds the plan of the first is printed: all have the same
    #[arg(long)]
    pub plan: bool,

    /// Print the report of the bake to standard output as JSON, or the plan with --plan. A range of seeds prints one
    /// report after the other
    #[arg(long)]
    pub json: bool,

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
}

pub fn run(args: &Args) -> Result<Exit> {
    args.check()?;
    let request = Request::new(&args.request_flags())?;
    seeds::check(args).map_err(|error| request.provenance.name(error))?;
    let files = args.files_of(&request)?;
    let preview = args.preview(&request, &files)?;
    let mut session = Session::new(args, request);
    // Nothing is written before all files are known to be possible.
    for file in &files {
        session.plan(file)?;
    }
    session.check_time(&files)?;
    let mut seeds = seeds::each(args, &files);
    if args.plan {
        seeds::note_plan(args);
        let first = seeds.next().unwrap_or_default();
        first.iter().try_for_each(|file| session.show(file))?;
        return Ok(Exit::Done);
    }
    if let Some(folder) = args.folder() {
        outputs::make(folder)?;
    }
    for files in seeds {
        session.bake(&files)?;
    }
    if let Some(preview) = preview {
        preview.write()?;
    }
    Ok(Exit::Done)
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
            return Err(Error::invalid(
                "--json",
                "a report on standard output together with -o -",
                "one of the two; give -o a file",
            ));
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
            None if self.folder().is_some() => "a .json beside outputs, which hold their recipes",
            Some(RecipePlace::Inside) => "a .json beside a file that holds its recipe",
            _ => return Ok(()),
        };
        let with = FileType::listed("or", |file_type| {
            file_type.recipe_place() != RecipePlace::Inside
        });
        Err(Error::invalid(
            "--sidecar",
            given,
            format!("only with {with}"),
        ))
    }

    /// Returns the files to bake, and the recipe of each: those of the outputs, if a folder is given.
    fn files_of(&self, request: &Request) -> Result<Vec<File>> {
        let Some(folder) = self.folder() else {
            if let Some(file_type) = self.file_type {
                return Err(Error::invalid(
                    "--type",
                    format!("{} without a folder", file_type.extension()),
                    "-o FOLDER/; the extension of a file is its type",
                ));
            }
            if let Some(path) = self.output.as_deref().filter(|path| !is_stdout(path)) {
                outputs::check_path(path, &request.recipe)?;
            }
            return Ok(vec![File {
                output: None,
                path: self.output.clone(),
                recipe: request.recipe.clone(),
            }]);
        };
        let files = outputs::in_folder(folder, &self.stem(), self.file_type, &request.recipe)?;
        no_effect::of_outputs(&self.storage);
        Ok(files)
    }

    /// Returns what the names of the files in a folder begin with.
    fn stem(&self) -> Cow<'_, str> {
        let stem = self.recipe.as_deref().and_then(Path::file_stem);
        stem.map_or("noise".into(), |stem| stem.to_string_lossy())
    }

    /// Returns the preview of the files, if the flag asks for one.
    fn preview<'a>(&self, request: &Request, files: &'a [File]) -> Result<Option<LitSphere<'a>>> {
        if !self.preview {
            return Ok(None);
        }
        if self.noise.seed.is_some_and(|seeds| seeds.is_range()) {
            return Err(Error::invalid("--preview", "a range of seeds", "one seed"));
        }
        if let Some(file_type) = self
            .file_type
            .filter(|file_type| *file_type != FileType::Png)
        {
            return Err(Error::invalid(
                "--type",
                format!("{} with --preview", file_type.extension()),
                "png, which the preview reads",
            ));
        }
        let preview = LitSphere::of(self.folder(), &self.stem(), files)?;
        request.spare(slice::from_ref(&preview.path))?;
        Ok(Some(preview))
    }

    fn folder(&self) -> Option<&Path> {
        self.output
            .as_deref()
            .filter(|path| outputs::is_folder(path))
    }

    /// Returns the type of the file; none for standard output, for a folder, and for a plan without a file.
    fn file_type(&self) -> Result<Option<FileType>> {
        match self.folder() {
            Some(_) => Ok(None),
            None => file_type(self.output.as_deref()),
        }
    }
}

/// Returns the type of a file; none for standard output.
fn file_type(output: Option<&Path>) -> Result<Option<FileType>> {
    let file = output.filter(|path| !is_stdout(path));
    file.map(FileType::from_path).transpose()
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}
