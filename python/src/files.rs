//! Files, and the parts of a Zarr store, by the writers of the library.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use wgpu_noise::bake::Plan;
use wgpu_noise::format::{self, Contents, FileType, Inputs, Writer};
use wgpu_noise::{Backend, Error, Job};

use crate::backend::{self, RunsOn};
use crate::engine::{self, Engine};
use crate::failure::{Result, invalid};
use crate::interruptible::{Interruptible, Raised};
use crate::recipe::{Recipe, pictures_of};

/// Bakes a recipe into a file, whose extension chooses its type. Returns the paths of the files.
#[pyfunction]
pub fn save(
    py: Python<'_>,
    recipe: &Recipe,
    path: PathBuf,
    backend: &backend::Backend,
) -> Result<Vec<PathBuf>> {
    let engine = engine::current(py);
    py.detach(|| {
        let recipe = &recipe.recipe;
        let mut plan = Plan::of_recipe(recipe, Some(FileType::from_path(&path)?))?;
        let contents = |plan: &Plan| plan.contents(recipe);
        let mut inputs = Inputs::default();
        for picture in pictures_of(recipe).keys() {
            inputs.add_picture(picture.as_ref());
        }
        inputs.spare(&format::files(&path, &contents(&plan))?)?;
        // A path that cannot be written is refused before anything is computed.
        let mut writer = format::create(&path, &contents(&plan))?;
        let runs_on = backend.open(&engine, plan.job())?;
        if plan.must_measure() {
            plan = measure(plan, &runs_on, &engine)?;
            writer = format::create(&path, &contents(&plan))?;
        }
        write(&plan, &runs_on, &engine, &mut writer)?;
        Ok(writer.finish()?.paths)
    })
}

/// Finds the range of a plan that has one to be measured.
pub fn measure(plan: Plan, runs_on: &RunsOn, engine: &Arc<Engine>) -> Result<Plan> {
    let raised = Raised::default();
    let mut open = |job: &Job| -> Result<Box<dyn Backend>, Error> {
        Ok(Box::new(Interruptible::new(job, runs_on, engine, &raised)?))
    };
    raised.outcome(plan.measure(&mut open, &mut |_| ()))
}

/// Computes what a writer takes.
fn write(plan: &Plan, runs_on: &RunsOn, engine: &Arc<Engine>, writer: &mut Writer) -> Result<()> {
    let raised = Raised::default();
    let mut backend = Interruptible::new(plan.job(), runs_on, engine, &raised)?;
    let baked = plan.bake(&mut backend, writer, &mut |_| ());
    raised.outcome(baked).map(drop)
}

/// A Zarr store whose parts, a file each, are written in any order by any number of processes.
#[pyclass(frozen, module = "wgpu_noise._native")]
pub struct Store {
    path: PathBuf,
    plan: Plan,
    contents: Contents,
}

#[pymethods]
impl Store {
    #[new]
    fn new(recipe: &Recipe, path: PathBuf) -> Result<Store> {
        let recipe = &recipe.recipe;
        let file_type = FileType::from_path(&path)?;
        if file_type != FileType::Zarr {
            let allowed = "a .zarr, whose parts are files";
            return Err(invalid("path", path.display(), allowed));
        }
        let plan = Plan::of_recipe(recipe, Some(file_type))?;
        if plan.must_measure() {
            let allowed = "two numbers, or auto; each part would have a range of its own";
            return Err(invalid("range", "measured", allowed));
        }
        let contents = plan.contents(recipe);
        format::check(file_type, &contents)?;
        Ok(Store {
            path,
            plan,
            contents,
        })
    }

    /// Makes the folders and the metadata.
    fn init(&self) -> Result<()> {
        Ok(self.writer()?.init()?)
    }

    /// The number of parts.
    #[getter]
    fn parts(&self) -> Result<u32> {
        Ok(self.writer()?.part_count())
    }

    /// Computes and writes parts.
    fn write(&self, py: Python<'_>, parts: Vec<u32>, backend: &backend::Backend) -> Result<()> {
        let engine = engine::current(py);
        py.detach(|| {
            let mut writer = self.writer()?.only(parts);
            let runs_on = backend.open(&engine, self.plan.job())?;
            write(&self.plan, &runs_on, &engine, &mut writer)?;
            Ok(writer.finish().map(drop)?)
        })
    }
}

impl Store {
    fn writer(&self) -> Result<Writer> {
        let path: &Path = &self.path;
        Ok(format::create(path, &self.contents)?)
    }
}
