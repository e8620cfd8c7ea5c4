//! The flags that override the keys and the nodes of a recipe, and notes on what this may not be meant to do.

use std::collections::BTreeSet;

use wgpu_noise::noise::Kind;
use wgpu_noise::noise::table::Cell;
use wgpu_noise::recipe::cell;
use wgpu_noise::{Error, Grid, Result};

use super::super::flags::StorageFlags;
use super::super::params::{FLAGS, ParamFlag};
use super::super::terminal::note;
use super::{Request, RequestFlags};

impl Request {
    /// Overrides the grid.
    pub(super) fn override_grid(&mut self, flags: &RequestFlags) {
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

    /// Overrides how the samples are stored, and the steps on the whole grid.
    pub(super) fn override_storage(&mut self, storage: &StorageFlags) {
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

    /// Overrides parameters of nodes, with those that `--set` names last.
    pub(super) fn override_nodes(&mut self, flags: &RequestFlags) -> Result<()> {
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
        for field in [path, &format!("parameters.{path}")] {
            provenance.insert(field, &flag);
        }
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

    /// Prints a note if a size of one number makes a line of a picture or a volume.
    pub(super) fn warn_of_line(&self, whole: &Grid) {
        let is_valid = self.recipe.grid().validate().is_ok();
        if let ([count], 2.., true) = (&self.recipe.size[..], whole.size.len(), is_valid) {
            note(&format!(
                "note: --size {count} is a line of samples, {count}x{count} a square"
            ));
        }
    }

    /// Prints a note if flags cut a part out of the recipe's box and that part closes by itself: it would not fit the rest.
    pub(super) fn warn_of_part(&self, whole: &Grid, flags: &RequestFlags) {
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
}
