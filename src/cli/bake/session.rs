//! One run of `bake`: a file, or a file for each seed of a range.

use std::path::{Path, PathBuf};
use std::time::Instant;

use wgpu_noise::bake::Plan;
use wgpu_noise::format::{self, Contents, FileType, RecipePlace, Writer};
use wgpu_noise::recipe::of_output;
use wgpu_noise::texel::Transfer;
use wgpu_noise::{Error, Job, Result};

use super::outputs::File;
use super::report::{Report, Times, listed};
use super::{Args, file_type, is_stdout, plan};
use crate::cli::backend::Engine;
use crate::cli::request::{Request, no_effect};
use crate::cli::terminal::{self, Bar, STDOUT};

/// One run of `bake`, and what the files of a range of seeds share.
pub struct Session<'a> {
    args: &'a Args,
    request: Request,
    /// The backend. It is opened for the first file, and used for all.
    engine: Option<Engine>,
    /// The files that are finished.
    finished: Vec<PathBuf>,
    /// Whether the notes on the noise were printed, which are the same for all seeds.
    has_noted: bool,
    /// The job of each file, by which the backend is chosen.
    jobs: Vec<Job>,
}

impl<'a> Session<'a> {
    pub fn new(args: &'a Args, request: Request) -> Session<'a> {
        Session {
            args,
            request,
            engine: None,
            finished: Vec::new(),
            has_noted: false,
            jobs: Vec::new(),
        }
    }

    /// Plans a file before any is written.
    pub fn plan(&mut self, file: &File) -> Result<()> {
        let plan = planned(file).map_err(|error| self.refused(file, error))?;
        self.jobs.push(plan.job().clone());
        Ok(())
    }

    /// Names the output and the field in an error.
    fn refused(&self, file: &File, error: Error) -> Error {
        self.request.provenance.name(match &file.output {
            Some(output) => of_output(output, error),
            None => error,
        })
    }

    /// Takes the recipe of a file in place of the request's.
    pub fn begin(&mut self, file: &File) {
        self.request.recipe = file.recipe.clone();
        self.has_noted = false;
    }

    /// Replaces the seed of the request.
    pub fn set_seed(&mut self, seed: u32) {
        self.request.recipe.seed = seed;
    }

    /// Bakes the request into a file or to standard output, or prints its plan.
    pub fn bake(&mut self, output: Option<&Path>) -> Result<()> {
        self.try_bake(output).map_err(|error| {
            if !self.finished.is_empty() {
                terminal::say(&format!("kept the finished {}", listed(&self.finished)));
            }
            self.request.provenance.name(error)
        })
    }

    fn try_bake(&mut self, output: Option<&Path>) -> Result<()> {
        let recipe = &self.request.recipe;
        let file_type = file_type(output)?;
        let plan = Plan::of_recipe(recipe, file_type)?;
        self.args.files.check(output, &plan)?;
        let mut holds_recipe = true;
        if let Some(path) = output.filter(|path| !is_stdout(path)) {
            let files = format::files(path, &contents(self.args, &self.request, &plan))?;
            self.request.spare_recipe(&files)?;
            holds_recipe = files.len() > 1
                || file_type.map(FileType::recipe_place) != Some(RecipePlace::OnRequest);
        }
        if !self.has_noted {
            no_effect::of_storage(&self.args.storage, &plan, holds_recipe);
        }
        match output {
            Some(path) if !self.args.plan => self.write(plan, path),
            _ => {
                if let Some(file_type) = file_type {
                    format::check(file_type, &contents(self.args, &self.request, &plan))?;
                }
                plan::show(&self.args.backend, &self.args.limits, self.args.json, &plan)
            }
        }
    }

    fn write(&mut self, mut plan: Plan, path: &Path) -> Result<()> {
        self.args.limits.check_samples(&plan)?;
        let held = contents(self.args, &self.request, &plan);
        let mut writer = create(path, &held)?;
        if self.args.files.init {
            writer.init()?;
            terminal::note(&format!("{} has its metadata", path.display()));
            return Ok(());
        }
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => none.insert(self.args.backend.open_for(&self.jobs)?),
        };
        if !self.has_noted {
            for note in plan.notes() {
                terminal::note(&format!("note: {note}"));
            }
        }
        if self.args.files.keep_a_journal() {
            writer = (self.args.files).narrow(writer, path, &held, engine.made_by())?;
        }
        if !self.has_noted {
            let mut backend = engine.backend(plan.job().clone())?;
            let samples = writer.samples();
            (self.args.limits).check(&plan, samples, backend.as_mut())?;
            self.has_noted = true;
        }
        let start = Instant::now();
        if plan.must_measure() {
            let bar = Bar::new(plan.samples());
            let mut open = |job: &Job| engine.backend(job.clone());
            plan = plan.measure(&mut open, &mut |p| bar.show(p.done))?;
            writer = create(path, &contents(self.args, &self.request, &plan))?;
        }
        let mut backend = engine.backend(plan.job().clone())?;
        let bar = Bar::new(writer.samples());
        let baked = plan.bake(backend.as_mut(), &mut writer, &mut |p| bar.show(p.done));
        let done = baked.inspect_err(|_| self.finished.extend_from_slice(writer.paths()))?;
        let written = writer.finish()?;
        drop(bar);

        let is_colour = self.request.recipe.transfer() != Transfer::Linear;
        let report = Report {
            samples: done.samples,
            seconds: start.elapsed().as_secs_f64(),
            times: Times::of(&done),
            backend: backend.name(),
            form: engine.form(),
            adapter: engine.adapter.clone(),
            saturated: done.saturated,
            used: done.used.filter(|_| !is_colour),
            files: written.paths,
            sheet: written.sheet,
            ..Report::of(&plan)
        };
        if self.args.json {
            report.print()?;
        }
        terminal::note(&report.line());
        self.finished.extend(report.files);
        Ok(())
    }
}

/// Returns the plan of a file, whose type can hold it.
fn planned(file: &File) -> Result<Plan> {
    let file_type = file_type(file.path.as_deref())?;
    let plan = Plan::of_recipe(&file.recipe, file_type)?;
    if let Some(file_type) = file_type.filter(|_| file.output.is_some()) {
        format::check(file_type, &plan.contents(&plan.resolved(&file.recipe)))?;
    }
    Ok(plan)
}

/// Returns what the file will hold.
fn contents(args: &Args, request: &Request, plan: &Plan) -> Contents {
    let mut contents = plan.contents(&plan.resolved(&request.recipe));
    contents.sidecar = args.storage.sidecar;
    contents
}

/// Returns the writer of a file or of standard output.
fn create(path: &Path, contents: &Contents) -> Result<Writer> {
    if is_stdout(path) {
        format::stream(terminal::output()?, Path::new(STDOUT), contents)
    } else {
        format::create(path, contents)
    }
}
