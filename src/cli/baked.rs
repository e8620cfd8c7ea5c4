//! What a bake of several parts was, from its journal or its files.

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser};
use wgpu_noise::bake::Plan;
use wgpu_noise::format::{self, Begun, Contents, FileType};
use wgpu_noise::{Error, Recipe, Result};

use super::request::Provenance;

/// What names the bake.
#[derive(clap::Args)]
pub struct BakedFlags {
    /// What `bake -o` was given
    #[arg(value_parser = path())]
    pub file: PathBuf,

    /// The folder to which the paths of the recipe's pictures are relative: that of the recipe [default: that of FILE]
    #[arg(long, value_name = "DIR")]
    files: Option<PathBuf>,
}

/// A bake that was begun.
pub struct Baked {
    pub plan: Plan,
    pub contents: Contents,
    /// What its journal says, or why there is none.
    pub begun: Result<Begun>,
}

impl Baked {
    /// Finds out what is baked to a path.
    pub fn find(flags: &BakedFlags) -> Result<Baked> {
        let path = &flags.file;
        let file_type = FileType::from_path(path).map_err(of_file)?;
        let begun = Begun::read(path);
        let text = match &begun {
            Ok(begun) => begun.recipe.clone(),
            Err(error) => format::read_recipe(path).map_err(|unread| match path.exists() {
                true => unread,
                false => error.clone(),
            })?,
        };
        let mut recipe = Recipe::parse(&text, &path.display().to_string())?;
        load_pictures(&mut recipe, flags)?;
        let plan = Plan::of_recipe(&recipe, Some(file_type))?;
        let mut contents = plan.contents(&recipe);
        contents.sidecar = begun.as_ref().is_ok_and(|begun| begun.sidecar);
        if let Err(error) = &begun {
            // One frame of several has the recipe of all, which lie at other paths.
            let files = format::files(path, &contents)?;
            if !files.iter().any(|file| file.starts_with(path)) {
                return Err(error.clone());
            }
        }
        Ok(Baked {
            plan,
            contents,
            begun,
        })
    }
}

fn load_pictures(recipe: &mut Recipe, flags: &BakedFlags) -> Result<()> {
    let beside = flags.file.with_file_name("");
    let folder = flags.files.as_deref().unwrap_or(&beside);
    format::load_pictures(recipe, folder).map_err(|error| match error {
        Error::Invalid {
            field,
            given,
            allowed,
        } => Error::invalid(
            field,
            given,
            format!("{allowed}; --files names another folder"),
        ),
        other => other,
    })
}

/// Parses the path of a bake. That of a store, a folder, may end in a slash.
pub fn path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| {
        let whole: PathBuf = path.components().collect();
        match FileType::from_path(&whole) {
            Ok(FileType::Zarr) => whole,
            _ => path,
        }
    })
}

/// Names the argument in an error of a path.
pub fn of_file(error: Error) -> Error {
    let mut provenance = Provenance::default();
    for field in ["output", "file extension"] {
        provenance.insert(field, "FILE");
    }
    provenance.name(error)
}

/// Lists what belongs beside the parts of a bake and is missing or differs, in a line, or in none.
pub fn missing_beside(paths: &[PathBuf]) -> String {
    let paths = paths.iter().map(|path| path.display().to_string());
    match &paths.collect::<Vec<_>>()[..] {
        [] => String::new(),
        paths => format!("missing or damaged: {}\n", paths.join(", ")),
    }
}

/// What the parts of a bake are called.
pub fn noun(is_of_one_file: bool) -> &'static str {
    if is_of_one_file { "parts" } else { "files" }
}

/// Writes numbers with runs of them as ranges: `3, 17 to 20`.
pub fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let texts = runs.map(|run| match run {
        [first, .., last] => format!("{first} to {last}"),
        one => format!("{}", one[0]),
    });
    texts.collect::<Vec<_>>().join(", ")
}
