//! From flags, and perhaps a recipe, to the recipe that is baked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use wgpu_noise::bake::Plan;
use wgpu_noise::noise::table::{Cell, Row};
use wgpu_noise::noise::{Kind, Source};
use wgpu_noise::recipe::{Lines, Preset, Range, cell};
use wgpu_noise::{Error, Grid, Recipe, Result};

use super::flags::{GridFlags, NoiseFlags, OutputFlags};
use super::origin::Origins;
use super::params::{FLAGS, ParamFlag};
use super::terminal::note;

/// What the flags of a command say of a noise.
pub struct Asked<'a> {
    pub recipe: Option<&'a Path>,
    pub noise: &'a NoiseFlags,
    pub grid: &'a GridFlags,
    /// How it is stored, where it is.
    pub form: Option<&'a OutputFlags>,
}

/// What is asked for.
pub struct Request {
    pub recipe: Recipe,
    pub origins: Origins,
    /// The file of the recipe, where there is one.
    file: Option<PathBuf>,
}

impl Request {
    /// The recipe of the arguments: a file, or the graph that flags describe; then the flags and
    /// `--set`.
    pub fn new(args: &Asked) -> Result<Request> {
        let mut request = match args.recipe {
            Some(recipe) => Request::read(recipe)?,
            None => Request::from_flags(args),
        };
        let whole = args.recipe.map(|_| request.recipe.grid());
        request.override_grid(args);
        if let Some(whole) = whole {
            request.warn_of_part(&whole, args);
        }
        if let Some(form) = args.form {
            request.override_form(form);
        }
        request.override_nodes(args)?;
        Ok(request)
    }

    fn read(recipe: &Path) -> Result<Request> {
        let (text, name, file) = match preset(recipe) {
            Some(name) => {
                let preset = Preset::find(name)?;
                (preset.text.to_string(), preset.file(), None)
            }
            None => {
                let name = recipe.display().to_string();
                (read_text(recipe)?, name, Some(recipe.into()))
            }
        };
        Ok(Request {
            recipe: Recipe::parse(&text, &name)?,
            origins: Origins::of_recipe(Lines::of(&text, &name)),
            file,
        })
    }

    /// Refuses to write over the recipe that was read, under whatever name: a link, or a path by another way.
    pub fn spare_recipe(&self, written: &[PathBuf]) -> Result<()> {
        let Some(recipe) = self.file.as_ref().and_then(|file| file.canonicalize().ok()) else {
            return Ok(());
        };
        let is_recipe = |path: &&PathBuf| path.canonicalize().is_ok_and(|path| path == recipe);
        match written.iter().find(is_recipe) {
            None => Ok(()),
            Some(path) => Err(Error::Invalid {
                field: "--output".into(),
                given: format!("{}, the recipe itself,", path.display()),
                allowed: "another file".into(),
            }),
        }
    }

    /// A source, and an fbm over it where anything is said of octaves.
    fn from_flags(args: &Asked) -> Request {
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
        Request {
            recipe,
            origins,
            file: None,
        }
    }

    fn override_grid(&mut self, args: &Asked) {
        let Request {
            recipe, origins, ..
        } = self;
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
        if let Some(seeds) = args.noise.seed {
            recipe.seed = seeds.first;
            flag("seed");
        }
        recipe.seamless = args.grid.seamless.unwrap_or(recipe.seamless);
        for field in ["output", "file extension"] {
            origins.insert(field, "--output");
        }
        origins.insert("set", "--set");
        if args.grid.edge_samples {
            recipe.edge_samples = true;
            origins.insert("edge_samples", "--edge-samples");
        }
    }

    /// Says where flags cut a part out of a recipe's box, and the part is closed: it would not fit the rest.
    fn warn_of_part(&self, whole: &Grid, args: &Asked) {
        let part = self.recipe.grid();
        let is_valid = part.validate().is_ok() && part.axes() == whole.axes();
        let cut = args.grid.extent.is_some() || args.grid.duration.is_some();
        if !(is_valid && cut && part.seamless) {
            return;
        }
        let shorter = |&axis: &usize| part.span(axis).extent < whole.span(axis).extent;
        if let Some(axis) = part.axes().indices().find(shorter) {
            let [part, whole] = [&part, whole].map(|grid| grid.span(axis).extent);
            note(&format!(
                "seamless closes what is baked, {part} of the recipe's {whole} units along {}: a part that is to fit the \
                 rest needs --seamless=false",
                ["x", "y", "z", "time"][axis]
            ));
        }
    }

    fn override_form(&mut self, form: &OutputFlags) {
        let Request {
            recipe, origins, ..
        } = self;
        if form.format.is_some() || recipe.format.is_none() {
            recipe.format = form.format;
            origins.insert("format", "--format");
        }
        if let Some(range) = form.range {
            recipe.range = Some(range);
            origins.insert("range", "--range");
        }
        if let Some(ramp) = &form.ramp {
            recipe.ramp = ramp.0.clone();
            origins.insert("ramp", "--ramp");
        }
        recipe.ramp_space = form.ramp_space.unwrap_or(recipe.ramp_space);
        recipe.title = form.title.clone().or(recipe.title.take());
        recipe.licence = form.licence.clone().or(recipe.licence.take());
    }

    fn override_nodes(&mut self, args: &Asked) -> Result<()> {
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

    /// The recipe as it is kept in files: with the format and the range that a plan found, so that it gives the same texels
    /// in any file that holds them.
    pub fn resolved(&self, plan: &Plan) -> Recipe {
        let packing = plan.packing();
        let unorm = packing.format().component().is_unorm();
        Recipe {
            format: self.recipe.format.or(unorm.then_some(packing.format())),
            range: match unorm {
                true => Some(Range::Of(packing.range())),
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
