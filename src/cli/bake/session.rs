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
use super::{Args, file_type, is_stdout, plan, seeds};
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
    /// The plan of each file. The backend is chosen by their jobs.
    plans: Vec<Plan>,
}

impl<'a> Session<'a> {
    pub fn new(args: &'a Args, request: Request) -> Session<'a> {
        Session {
            args,
            request,
            engine: None,
            finished: Vec::new(),
            has_noted: false,
            plans: Vec::new(),
        }
    }

    /// Plans a file before any is written.
    pub fn plan(&mut self, file: &File) -> Result<()> {
        let limits = &self.args.limits;
        let planned = planned(self.args, file).and_then(|plan| {
            if !self.args.plan {
                limits.check_samples(&plan)?;
            }
            Ok(plan)
        });
        let plan = planned.map_err(|error| refused(&self.request, file, error))?;
        self.plans.push(plan);
        Ok(())
    }

    /// Refuses the time that computing an output takes, before any is written. That of a single file, and of one that may be finished
    /// in part, is checked when its turn comes.
    pub fn check_time(&mut self, files: &[File]) -> Result<()> {
        if self.args.plan || self.checks_time_late() {
            return Ok(());
        }
        let engine = engine(&mut self.engine, self.args, &self.plans)?;
        for (plan, file) in self.plans.iter().zip(files) {
            let mut backend = engine.backend(plan.job().clone())?;
            let checked = (self.args.limits).check(plan, plan.samples(), backend.as_mut());
            checked.map_err(|error| refused(&self.request, file, error))?;
        }
        Ok(())
    }

    fn checks_time_late(&self) -> bool {
        self.plans.len() < 2 || self.args.files.keep_a_journal()
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
        let held = contents(self.args, &self.request, &plan);
        let mut writer = create(path, &held)?;
        if self.args.files.init {
            writer.init()?;
            terminal::note(&format!("{} has its metadata", path.display()));
            return Ok(());
        }
        let checks_time = !self.has_noted && self.checks_time_late();
        let engine = engine(&mut self.engine, self.args, &self.plans)?;
        if !self.has_noted {
            for note in plan.notes() {
                terminal::note(&format!("note: {note}"));
            }
        }
        if self.args.files.keep_a_journal() {
            writer = (self.args.files).narrow(writer, path, &held, engine.made_by())?;
        }
        if checks_time {
            let mut backend = engine.backend(plan.job().clone())?;
            (self.args.limits).check(&plan, writer.samples(), backend.as_mut())?;
        }
        self.has_noted = true;
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

/// Names the output and the field in an error.
fn refused(request: &Request, file: &File, error: Error) -> Error {
    request.provenance.name(match &file.output {
        Some(output) => of_output(output, error),
        None => error,
    })
}

/// Returns the backend, which is opened for all files at once.
fn engine<'e>(open: &'e mut Option<Engine>, args: &Args, plans: &[Plan]) -> Result<&'e mut Engine> {
    match open {
        Some(engine) => Ok(engine),
        none => {
            let jobs: Vec<Job> = plans.iter().map(|plan| plan.job().clone()).collect();
            Ok(none.insert(args.backend.open_for(&jobs)?))
        }
    }
}

/// Returns the plan of a file, whose type can hold it. The files of an output have a place.
fn planned(args: &Args, file: &File) -> Result<Plan> {
    let file_type = file_type(file.path.as_deref())?;
    let plan = Plan::of_recipe(&file.recipe, file_type)?;
    if let (Some(file_type), Some(path), Some(_)) = (file_type, &file.path, &file.output) {
        let contents = plan.contents(&plan.resolved(&file.recipe));
        format::check(file_type, &contents)?;
        for path in seeds::paths(args, path) {
            for file in format::files(&path, &contents)? {
                refuse_folder(&file)?;
            }
        }
    }
    Ok(plan)
}

/// Refuses a folder in the place of a file.
fn refuse_folder(path: &Path) -> Result<()> {
    if !path.is_dir() {
        return Ok(());
    }
    Err(Error::Invalid {
        field: "--output".into(),
        given: format!("{}, which is a folder", path.display()),
        allowed: "a place where a file of that name can be written".into(),
    })
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
