//! Makes one recipe of the flags and of the recipe that is named, if any.

pub mod no_effect;
mod provenance;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use wgpu_noise::format::{Inputs, Pictures, RecipeSource};
use wgpu_noise::noise::table::{Cell, Row};
use wgpu_noise::noise::{Kind, Source};
use wgpu_noise::recipe::{Lines, cell};
use wgpu_noise::{Error, Grid, Noise, Recipe, Result};

use super::flags::{GridFlags, NoiseFlags, StorageFlags};
use super::params::{FLAGS, ParamFlag};
use super::terminal::note;
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

    fn override_grid(&mut self, flags: &RequestFlags) {
        let Request {
            recipe, provenance, ..
        } = self;
        let grid = flags.grid;
        let size = grid.size.as_ref().map(|size| size.0.clone());
        provenance.set("size", &mut recipe.size, size);
        let extent = grid.extent.as_ref().map(|extent| Some(extent.0.clone()));
        provenance.set("extent", &mut recipe.extent, extent);
        let origin = grid.origin.as_ref().map(|origin| origin.0.clone());
        provenance.set("origin", &mut recipe.origin, origin);
        provenance.set("frames", &mut recipe.frames, grid.frames.map(Some));
        provenance.set("duration", &mut recipe.duration, grid.duration);
        let seed = flags.noise.seed.map(|seeds| seeds.first);
        provenance.set("seed", &mut recipe.seed, seed);
        provenance.set("seamless", &mut recipe.seamless, grid.seamless);
        provenance.set("edge_samples", &mut recipe.edge_samples, grid.edge_samples);
        for field in ["output", "file extension"] {
            provenance.insert(field, "--output");
        }
    }

    /// Prints a note if a size of one number makes a line of a picture or a volume.
    fn warn_of_line(&self, whole: &Grid) {
        let is_valid = self.recipe.grid().validate().is_ok();
        if let ([count], 2.., true) = (&self.recipe.size[..], whole.size.len(), is_valid) {
            note(&format!(
                "note: --size {count} is a line of samples, {count}x{count} a square"
            ));
        }
    }

    /// Prints a note if flags cut a part out of the recipe's box and that part closes by itself: it would not fit the rest.
    fn warn_of_part(&self, whole: &Grid, flags: &RequestFlags) {
        let part = self.recipe.grid();
        let is_valid = part.validate().is_ok() && part.axes() == whole.axes();
        let cut = flags.grid.extent.is_some() || flags.grid.duration.is_some();
        if !(is_valid && cut && part.seamless) {
            return;
        }
        let shorter = |&axis: &usize| part.length(axis) < whole.length(axis);
        if let Some(axis) = part.axes().indices().find(shorter) {
            let [part, whole] = [&part, whole].map(|grid| grid.length(axis));
            note(&format!(
                "note: seamless closes the part that is baked, {part} of the recipe's {whole} units along {}; with \
                 --seamless=false the part fits the rest",
                ["x", "y", "z", "time"][axis]
            ));
        }
    }

    fn override_storage(&mut self, storage: &StorageFlags) {
        let Request {
            recipe, provenance, ..
        } = self;
        if storage.format.is_some() || recipe.format.is_none() {
            recipe.format = storage.format;
            provenance.insert("format", "--format");
        }
        let part = (storage.part.as_ref()).map(|part| part.of(&recipe.size));
        provenance.set("box", &mut recipe.part, part);
        provenance.set("range", &mut recipe.range, storage.range.map(Some));
        let ramp = storage.ramp.as_ref().map(|ramp| ramp.0.clone());
        provenance.set("ramp", &mut recipe.ramp, ramp);
        provenance.set("ramp_space", &mut recipe.ramp_space, storage.ramp_space);
        provenance.set("supersample", &mut recipe.supersample, storage.supersample);
        if let Some(iterations) = storage.erode {
            recipe.erosion.get_or_insert_default().iterations = iterations;
            provenance.insert("erosion", "--erode");
            provenance.insert("erosion.iterations", "--erode");
        }
        provenance.set("blur", &mut recipe.blur, storage.blur);
        provenance.set("mips", &mut recipe.mips, storage.mips);
        let supercompress = storage.supercompress;
        provenance.set("supercompress", &mut recipe.supercompress, supercompress);
        provenance.set("codec", &mut recipe.codec, storage.codec);
        provenance.set("layout", &mut recipe.layout, storage.layout.map(Some));
        provenance.set("columns", &mut recipe.columns, storage.columns.map(Some));
        provenance.set("pad_sheet", &mut recipe.pad_sheet, storage.pad_sheet);
        provenance.set("fps", &mut recipe.fps, storage.fps.map(Some));
        let title = storage.title.clone().map(Some);
        provenance.set("title", &mut recipe.title, title);
        let licence = storage.licence.clone().map(Some);
        provenance.set("licence", &mut recipe.licence, licence);
    }

    fn override_nodes(&mut self, flags: &RequestFlags) -> Result<()> {
        for (flag, value) in &flags.noise.params.given {
            let path = format!("{}.{}", self.node_of(flag)?, flag.param);
            self.recipe.set(&path, cell(value))?;
            self.provenance.insert(path, flag.flag());
        }
        (flags.noise.set.iter()).try_for_each(|(path, value)| self.set(path, value.clone()))
    }

    /// Sets what `--set` names. The flag is that of each number of a node which this changes, too: a parameter of the recipe
    /// may stand for several, and that of a node may have another name.
    fn set(&mut self, path: &str, value: Cell) -> Result<()> {
        let Request {
            recipe, provenance, ..
        } = self;
        let flag = format!("--set {path}");
        provenance.insert(path, &flag);
        let before = recipe.resolved().into_owned();
        let set = recipe.set(path, value);
        set.map_err(|error| provenance.name(error))?;
        for (node, row) in recipe.resolved().iter() {
            let old = before.get(node).map(|row| &row.params);
            for (param, cell) in &row.params {
                if old.and_then(|old| old.get(param)) != Some(cell) {
                    provenance.insert(format!("{node}.{param}"), &flag);
                }
            }
        }
        Ok(())
    }

    /// Returns the one node that has the parameter of a flag.
    fn node_of(&self, flag: &ParamFlag) -> Result<String> {
        let nodes: Vec<&str> = self.recipe.nodes_with(flag.param).collect();
        match nodes[..] {
            [node] => Ok(node.to_string()),
            [] => {
                let params: Vec<String> = self.params().into_iter().collect();
                Err(Error::invalid(
                    flag.flag(),
                    "a parameter that no node has",
                    match params.is_empty() {
                        true => "no parameter of a node, since none has any".into(),
                        false => params.join(", "),
                    },
                ))
            }
            [..] => Err(Error::invalid(
                flag.flag(),
                format!("a parameter of {} nodes", nodes.len()),
                format!(
                    "--set NODE.{}=VALUE, with one of {}",
                    flag.param,
                    nodes.join(", ")
                ),
            )),
        }
    }

    /// Returns the parameters that the nodes have, as flags or as `--set` writes them.
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
