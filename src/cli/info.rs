//! `wgpu-noise info`: prints a recipe, and which pictures are the tiles of a file.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde::Serialize;
use wgpu_noise::format::{RecipeSource, Sheet};
use wgpu_noise::{Recipe, Result, format};

use super::baked::{of_file, path};
use super::exit::Exit;
use super::terminal;

/// Print the recipe inside a file that bake wrote, or another recipe. If you bake the recipe of a file into a file of the same
/// type, you get the same bytes. A comment before the recipe describes the tiles of an atlas or a
/// flipbook.
#[derive(clap::Args)]
pub struct Args {
    /// A file of bake, or the .json beside it; a recipe, .toml; or the name of a preset. A file that has no place for a recipe,
    /// such as an .npy, needs that .json
    #[arg(required_unless_present = "expr", value_parser = path())]
    file: Option<PathBuf>,

    /// Print the recipe of an expression
    #[arg(
        long,
        value_name = "EXPRESSION",
        conflicts_with = "file",
        allow_hyphen_values = true
    )]
    expr: Option<String>,

    /// Print the nodes as expressions
    #[arg(long, conflicts_with = "json")]
    expressions: bool,

    /// Print the recipe as JSON
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    recipe: Recipe,
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet: Option<Sheet>,
}

/// A recipe as TOML, and which pictures are the tiles of its file.
struct Found {
    recipe: String,
    name: String,
    sheet: Option<Sheet>,
}

pub fn run(args: &Args) -> Result<Exit> {
    let found = match (&args.file, &args.expr) {
        (Some(path), _) if is_recipe(path) => Found::recipe(path)?,
        (Some(path), _) => Found::inside(path)?,
        (None, expression) => {
            let expression = expression.as_deref().unwrap_or_default();
            let recipe = Recipe::of_expression(expression)?;
            // Later errors would name the lines of what is printed.
            recipe.validate()?;
            Found {
                recipe: recipe.to_toml(),
                name: "--expr".into(),
                sheet: None,
            }
        }
    };
    let Found {
        recipe,
        name,
        sheet,
    } = found;
    if args.json {
        let recipe = Recipe::parse(&recipe, &name)?;
        terminal::print_json(&Report { recipe, sheet })?;
        return Ok(Exit::Done);
    }
    let comment = sheet.map(|sheet| format!("# {sheet}\n"));
    let recipe = match args.expressions {
        true => Recipe::parse(&recipe, &name)?.to_expressions(),
        false => recipe,
    };
    terminal::print(comment.unwrap_or_default() + &recipe)?;
    Ok(Exit::Done)
}

/// Whether an argument is a preset or a recipe in TOML, and not a file of a bake.
fn is_recipe(path: &Path) -> bool {
    let is_toml = |extension: &OsStr| extension.eq_ignore_ascii_case("toml");
    RecipeSource::preset_name(path).is_some() || path.extension().is_some_and(is_toml)
}

impl Found {
    /// A preset, or the recipe in a .toml, with a table for each node.
    fn recipe(path: &Path) -> Result<Found> {
        let source = RecipeSource::open(path)?;
        Ok(Found {
            recipe: source.recipe()?.to_toml(),
            name: source.name,
            sheet: None,
        })
    }

    /// The recipe inside a file.
    fn inside(path: &Path) -> Result<Found> {
        let file =
            format::read_recipe(path).and_then(|recipe| Ok((recipe, format::read_sheet(path)?)));
        let (recipe, sheet) = file.map_err(of_file)?;
        Ok(Found {
            recipe,
            name: path.display().to_string(),
            sheet,
        })
    }
}
