//! Makes one recipe of the flags and of the recipe that is named, if any.

pub mod no_effect;
mod overrides;
mod provenance;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use wgpu_noise::format::{Inputs, Pictures, RecipeSource};
use wgpu_noise::noise::table::{Cell, Row};
use wgpu_noise::noise::{Kind, Source};
use wgpu_noise::recipe::Lines;
use wgpu_noise::{Error, Noise, Recipe, Result};

use super::flags::{GridFlags, NoiseFlags, StorageFlags};
use super::params::FLAGS;
pub use provenance::Provenance;

/// The flags of a command that describe a noise.
pub struct RequestFlags<'a> {
    pub recipe: Option<&'a Path>,
    pub noise: &'a NoiseFlags,
    pub grid: &'a GridFlags,
    /// How the samples are stored; none for a command that stores none.
    pub storage: Option<&'a StorageFlags>,
}

/// The recipe to compute, and where its fields are from.
pub struct Request {
    pub recipe: Recipe,
    pub provenance: Provenance,
    /// The files that it is made of.
    inputs: Inputs,
    /// The file that the recipe was read from, if any.
    file: Option<PathBuf>,
    /// The paths of the pictures in that file that nothing in it depends on.
    unread: BTreeSet<String>,
}

impl Request {
    /// Takes the recipe that is named, or the graph that the flags describe, and lets the flags override it, `--set` last.
    pub fn new(flags: &RequestFlags) -> Result<Request> {
        let mut request = match flags.recipe {
            Some(recipe) => Request::read(recipe, flags.noise.expr.as_deref())?,
            None => Request::from_flags(flags)?,
        };
        let whole = flags.recipe.map(|_| request.recipe.grid());
        request.override_grid(flags);
        if let Some(whole) = whole {
            request.warn_of_part(&whole, flags);
            request.warn_of_line(&whole);
        }
        if let Some(storage) = flags.storage {
            request.override_storage(storage);
        }
        request.override_nodes(flags)?;
        request.load_pictures()?;
        if request.recipe.validate().is_ok() {
            no_effect::of_request(&request.recipe, flags);
        }
        Ok(request)
    }

    fn read(path: &Path, expression: Option<&str>) -> Result<Request> {
        let source = RecipeSource::open(path).map_err(|error| noise_in_its_place(path, error))?;
        let mut pictures = Pictures::default();
        let mut recipe = source.recipe_with(&mut |file, name| pictures.read(file, name))?;
        let inputs = Inputs::of(&source, &recipe);
        let files = recipe
            .nodes
            .values()
            .filter_map(|row| row.params.get("file"));
        let unread = files.filter_map(|file| match file {
            Cell::Text(path) => Some(path.clone()),
            _ => None,
        });
        let unread = unread.collect();
        if let Some(expression) = expression {
            let stem = path.file_stem().unwrap_or_default();
            recipe.express(expression, &stem.to_string_lossy())?;
        }
        Ok(Request {
            recipe,
            provenance: Provenance::of_recipe(Lines::of(&source.text, &source.name)),
            inputs,
            file: source.file,
            unread,
        })
    }

    /// Loads the pictures that the flags made needed. The paths of an expression and of --set are relative to the present folder.
    fn load_pictures(&mut self) -> Result<()> {
        let folder = (self.file.as_ref()).map(|file| file.with_file_name(""));
        let folder = folder.unwrap_or_default();
        let mut pictures = Pictures::default();
        self.recipe.load_pictures(&mut |path| {
            // A digest may follow.
            let is_of_file = self.unread.iter().any(|unread| {
                let rest = unread.strip_prefix(path);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('#'))
            });
            let file = match is_of_file {
                true => folder.join(path),
                false => path.into(),
            };
            self.inputs.add_picture(&file);
            pictures.read(&file, path)
        })
    }

    /// Refuses to write over a file that was read.
    pub fn spare(&self, written: &[PathBuf]) -> Result<()> {
        let spared = self.inputs.spare(written);
        spared.map_err(|error| self.provenance.name(error))
    }

    /// Returns the graph of the flags: that of an expression, or a source, and an fbm over it if a flag of an fbm is given.
    fn from_flags(flags: &RequestFlags) -> Result<Request> {
        let recipe = match &flags.noise.expr {
            Some(expression) => Recipe::of_expression(expression)?,
            None => Request::simple(flags),
        };
        let mut provenance = Provenance::default();
        for field in ["size", "extent", "origin", "frames", "duration", "seed"] {
            provenance.insert(field, format!("--{field}"));
        }
        // The numbers of an expression are its own.
        for flag in FLAGS.iter().filter(|_| flags.noise.expr.is_none()) {
            for node in recipe.nodes_with(flag.param) {
                provenance.insert(format!("{node}.{}", flag.param), flag.flag());
            }
        }
        Ok(Request {
            recipe,
            provenance,
            inputs: Inputs::default(),
            file: None,
            unread: BTreeSet::new(),
        })
    }

    /// Returns a source, and an fbm over it if a flag of an fbm is given.
    fn simple(flags: &RequestFlags) -> Recipe {
        let source = flags.noise.noise.unwrap_or(Source::Perlin).info().name;
        let mut recipe = Recipe {
            channels: vec![source.to_string()],
            ..Recipe::default()
        };
        recipe.nodes.insert(source.into(), row(source, []));
        let set = (flags.noise.set.iter()).any(|(path, _)| path.starts_with("fbm."));
        let mut given = flags.noise.params.given.iter();
        if set || given.any(|(flag, _)| matches!(flag.kind, Kind::Fractal(_))) {
            let of = ("of".to_string(), Cell::Text(source.into()));
            recipe.nodes.insert("fbm".into(), row("fbm", [of]));
            recipe.channels = vec!["fbm".into()];
        }
        recipe
    }
}

fn row<const N: usize>(kind: &str, params: [(String, Cell); N]) -> Row {
    Row {
        kind: kind.to_string(),
        params: BTreeMap::from(params),
    }
}

/// Replaces the error for what is neither a preset nor a file if it is a noise, which has a flag of its own.
fn noise_in_its_place(path: &Path, error: Error) -> Error {
    let text = path.to_string_lossy();
    let is_expression = || text.parse::<Noise>().is_ok();
    // The error names a file that the name may have meant.
    let names_file = matches!(error, Error::Malformed { .. });
    if names_file || Kind::from_name(&text).is_none() && !is_expression() {
        return error;
    }
    Error::invalid(
        "recipe",
        format!("the noise `{text}`"),
        "a preset or a file; --noise NAME for a source, --expr 'EXPRESSION' for any noise",
    )
}
