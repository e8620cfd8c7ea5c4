//! From flags, and perhaps a recipe, to the recipe that is baked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::Path;

use wgpu_noise::bake::Plan;
use wgpu_noise::noise::table::{Cell, Row};
use wgpu_noise::noise::{Kind, Source};
use wgpu_noise::recipe::{Lines, Preset, Range, cell};
use wgpu_noise::{Error, Recipe, Result};

use super::bake::Args;
use super::origin::Origins;
use super::params::{FLAGS, ParamFlag};

/// What is asked for.
pub struct Request {
    pub recipe: Recipe,
    pub origins: Origins,
}

impl Request {
    /// The recipe of the arguments: a file, or the graph that flags describe; then the flags and
    /// `--set`.
    pub fn new(args: &Args) -> Result<Request> {
        let mut request = match &args.recipe {
            Some(recipe) => Request::read(recipe)?,
            None => Request::from_flags(args),
        };
        request.override_grid(args);
        request.override_nodes(args)?;
        Ok(request)
    }

    fn read(recipe: &Path) -> Result<Request> {
        let (text, file) = match preset(recipe) {
            Some(name) => {
                let preset = Preset::find(name)?;
                (preset.text.to_string(), preset.file())
            }
            None => (read_text(recipe)?, recipe.display().to_string()),
        };
        let recipe = Recipe::parse(&text, &file)?;
        let origins = Origins::of_recipe(Lines::of(&text, &file));
        Ok(Request { recipe, origins })
    }

    /// A source, and an fbm over it where anything is said of octaves.
    fn from_flags(args: &Args) -> Request {
        let source = args.noise.noise.unwrap_or(Source::Perlin).info().name;
        let mut recipe = Recipe {
            channels: vec![source.to_string()],
            ..Recipe::default()
        };
        recipe.nodes.insert(source.into(), row(source, []));
        let set = (args.noise.set.iter()).any(|(path, _)| path.starts_with("fbm."));
        let mut given = args.noise.params.given.iter();
        if set || given.any(|(flag, _)| matches!(flag.kind, Kind::Fractal(_))) {
            let of = ("of".to_string(), Cell::Text(source.into()));
            recipe.nodes.insert("fbm".into(), row("fbm", [of]));
            recipe.channels = vec!["fbm".into()];
        }

        let mut origins = Origins::default();
        for field in ["size", "extent", "origin", "frames", "duration", "seed"] {
            origins.insert(field, format!("--{field}"));
        }
        for flag in &FLAGS {
            for node in recipe.nodes_with(flag.param) {
                origins.insert(format!("{node}.{}", flag.param), flag.flag());
            }
        }
        Request { recipe, origins }
    }

    fn override_grid(&mut self, args: &Args) {
        let Request { recipe, origins } = self;
        let mut flag = |field: &str| origins.insert(field, format!("--{field}"));
        if let Some(size) = &args.grid.size {
            recipe.size = size.0.clone();
            flag("size");
        }
        if let Some(extent) = &args.grid.extent {
            recipe.extent = Some(extent.0.clone());
            flag("extent");
        }
        if let Some(origin) = &args.grid.origin {
            recipe.origin = origin.0.clone();
            flag("origin");
        }
        if let Some(frames) = args.grid.frames {
            recipe.frames = Some(frames);
            flag("frames");
        }
        if let Some(duration) = args.grid.duration {
            recipe.duration = duration;
            flag("duration");
        }
        if let Some(seed) = args.noise.seed {
            recipe.seed = seed;
            flag("seed");
        }
        if let Some(range) = args.form.range {
            recipe.range = Some(range);
            flag("range");
        }
        if let Some(ramp) = &args.form.ramp {
            recipe.ramp = ramp.0.clone();
            flag("ramp");
        }
        recipe.ramp_space = args.form.ramp_space.unwrap_or(recipe.ramp_space);
        recipe.title = args.form.title.clone().or(recipe.title.take());
        recipe.licence = args.form.licence.clone().or(recipe.licence.take());
        recipe.seamless = args.grid.seamless.unwrap_or(recipe.seamless);
        flag("format");
        for field in ["output", "file extension"] {
            origins.insert(field, "--output");
        }
        origins.insert("set", "--set");
    }

    fn override_nodes(&mut self, args: &Args) -> Result<()> {
        for (flag, value) in &args.noise.params.given {
            let path = format!("{}.{}", self.node_of(flag)?, flag.param);
            self.recipe.set(&path, cell(value))?;
            self.origins.insert(path, flag.flag());
        }
        for (path, value) in &args.noise.set {
            let set = self.recipe.set(path, value.clone());
            set.map_err(|error| self.origins.name(error))?;
            self.origins.insert(path, format!("--set {path}"));
        }
        Ok(())
    }

    /// The one node that has the parameter of a flag.
    fn node_of(&self, flag: &ParamFlag) -> Result<String> {
        let nodes: Vec<&str> = self.recipe.nodes_with(flag.param).collect();
        match nodes[..] {
            [node] => Ok(node.to_string()),
            [] => Err(Error::Invalid {
                field: flag.flag(),
                given: "a parameter that no node has".into(),
                allowed: self.params().into_iter().collect::<Vec<_>>().join(", "),
            }),
            [..] => Err(Error::Invalid {
                field: flag.flag(),
                given: format!("a parameter of {} nodes", nodes.len()),
                allowed: format!(
                    "--set NODE.{}=VALUE, with one of {}",
                    flag.param,
                    nodes.join(", ")
                ),
            }),
        }
    }

    /// The parameters that the nodes have, as flags or `--set` write them.
    fn params(&self) -> BTreeSet<String> {
        let params = self.recipe.nodes.iter().flat_map(|(node, row)| {
            let params = Kind::from_name(&row.kind).map_or(&[][..], Kind::params);
            params.iter().map(move |param| {
                let flag = FLAGS.iter().find(|flag| flag.param == param.name);
                flag.map_or_else(|| format!("--set {node}.{}", param.name), ParamFlag::flag)
            })
        });
        params.collect()
    }

    /// The recipe as it is kept in files: with the range that a plan found.
    pub fn resolved(&self, plan: &Plan) -> Recipe {
        let packing = &plan.packing;
        let unorm = packing.format.component().is_unorm();
        Recipe {
            range: match unorm {
                true => Some(Range::Of(packing.range)),
                false => self.recipe.range,
            },
            ..self.recipe.clone()
        }
    }
}

fn row<const N: usize>(kind: &str, params: [(String, Cell); N]) -> Row {
    Row {
        kind: kind.to_string(),
        params: BTreeMap::from(params),
    }
}

/// The name of a preset; none for the path of a file, which has a separator or a dot.
fn preset(recipe: &Path) -> Option<&str> {
    let name = recipe.to_str()?;
    let is_path = name.contains(|c| c == '.' || std::path::is_separator(c));
    (!is_path).then_some(name)
}

/// The text of a file, but never more than a recipe may have, and a byte to tell.
fn read_text(path: &Path) -> Result<String> {
    let failed = |source| Error::Io {
        action: "read",
        path: path.into(),
        source,
    };
    let mut bytes = Vec::new();
    let limit = Recipe::BYTES_MAX as u64 + 1;
    let file = File::open(path).map_err(failed)?;
    file.take(limit).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() > Recipe::BYTES_MAX {
        return Err(Error::TooLarge {
            what: format!("the recipe {}", path.display()),
            needed: format!("over {} bytes", Recipe::BYTES_MAX),
            limit: format!("{} bytes", Recipe::BYTES_MAX),
        });
    }
    String::from_utf8(bytes)
        .map_err(|_| Error::Recipe(format!("{}: no text in UTF-8", path.display())))
}
