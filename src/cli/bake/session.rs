//! One run of `bake`: its files, or those of each seed of a range.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use wgpu_noise::bake::{Plan, Progress, Statistics, Together};
use wgpu_noise::format::{self, Contents, FileType, RecipePlace, Writer};
use wgpu_noise::recipe::{Bounds, Range, of_output};
use wgpu_noise::texel::Transfer;
use wgpu_noise::{Backend, Error, Job, Result};

use super::file::{File, create};
use super::report::{Report, Times, listed};
use super::{Args, file_type, is_stdout, plan, seeds};
use crate::cli::backend::Engine;
use crate::cli::request::{Request, no_effect};
use crate::cli::terminal::{self, Bar};

/// One run of `bake`, and what the files of a range of seeds share.
pub struct Session<'a> {
    args: &'a Args,
    request: Request,
    /// The backend. It is opened for the first files, and used for all.
    engine: Option<Engine>,
    /// The files that are finished.
    finished: Vec<PathBuf>,
    /// Whether the notes on the noise were printed, which are the same for all seeds.
    has_noted: bool,
    /// The plan of each file. The backend is chosen by their jobs.
    plans: Vec<Plan>,
}

/// A file that is open.
struct Opened<'a> {
    file: &'a File,
    plan: Plan,
    writer: Writer,
    /// How long its range was measured.
    measuring: Duration,
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
        let paths = seeds::paths(self.args, file);
        let planned = file.planned(&paths).and_then(|plan| {
            if !self.args.plan {
                limits.check_samples(&plan)?;
            }
            Ok(plan)
        });
        let plan = planned.map_err(|error| refused(&self.request, file, error))?;
        let spared = self.spare_inputs(&file.contents(self.args, &plan), &paths);
        spared.map_err(|error| self.request.provenance.name(error))?;
        self.plans.push(plan);
        Ok(())
    }

    /// Refuses to write over a file that was read.
    fn spare_inputs(&self, contents: &Contents, paths: &[PathBuf]) -> Result<()> {
        for path in paths.iter().filter(|path| !is_stdout(path)) {
            self.request.spare(&format::files(path, contents)?)?;
        }
        Ok(())
    }

    /// Refuses the time that computing an output takes, or all of them together, before any is written. That of a single
    /// file, and of one that may be finished in part, is checked when its turn comes.
    pub fn check_time(&mut self, files: &[File]) -> Result<()> {
        if self.args.plan || self.checks_time_late() {
            return Ok(());
        }
        let limits = &self.args.limits;
        let engine = engine(&mut self.engine, self.args, &self.plans)?;
        if let Some((together, mut backend)) = together(engine, &self.plans)? {
            let all = together.samples();
            let checked = limits.check(all, all.samples(), backend.as_mut());
            return checked.map_err(|error| self.request.provenance.name(error));
        }
        for (plan, file) in self.plans.iter().zip(files) {
            let mut backend = engine.backend(plan.job().clone())?;
            let checked = limits.check(plan, plan.samples(), backend.as_mut());
            checked.map_err(|error| refused(&self.request, file, error))?;
        }
        Ok(())
    }

    fn checks_time_late(&self) -> bool {
        self.plans.len() < 2 || self.args.files.keep_a_journal()
    }

    /// Prints the plan of a file.
    pub fn show(&mut self, file: &File) -> Result<()> {
        let shown = self.try_show(file);
        shown.map_err(|error| self.request.provenance.name(error))
    }

    fn try_show(&mut self, file: &File) -> Result<()> {
        let plan = self.checked(file)?;
        let contents = file.contents(self.args, &plan);
        if let Some(file_type) = plan.file_type() {
            format::check(file_type, &contents)?;
        }
        let engine = engine(&mut self.engine, self.args, &self.plans)?;
        if let Some(path) = &file.path {
            (self.args.files).journal(path, &contents, engine.made_by.clone())?;
        }
        plan::show(engine, &self.args.limits, self.args.json, &plan)
    }

    /// Bakes files: together, if they have a graph in common, else one after another.
    pub fn bake(&mut self, files: &[File]) -> Result<()> {
        self.try_bake(files).map_err(|error| {
            if !self.finished.is_empty() {
                terminal::say(&format!("kept the finished {}", listed(&self.finished)));
            }
            self.request.provenance.name(error)
        })
    }

    fn try_bake(&mut self, files: &[File]) -> Result<()> {
        let mut opened = Vec::new();
        for file in files {
            opened.extend(self.open(file)?);
        }
        self.has_noted = true;
        if opened.len() > 1 && !self.args.files.keep_a_journal() {
            let plans: Vec<Plan> = opened.iter().map(|file| file.plan.clone()).collect();
            let engine = engine(&mut self.engine, self.args, &self.plans)?;
            if let Some((together, backend)) = together(engine, &plans)? {
                return self.write(opened, backend, |backend, writers, progress| {
                    together.bake(backend, writers, progress)
                });
            }
        }
        for file in opened {
            let engine = engine(&mut self.engine, self.args, &self.plans)?;
            let plan = file.plan.clone();
            let backend = engine.backend(plan.job().clone())?;
            self.write(vec![file], backend, |backend, writers, progress| {
                let bake = |writer| plan.bake(backend, writer, progress);
                writers.iter_mut().map(bake).collect()
            })?;
        }
        Ok(())
    }

    /// Plans a file, and refuses what cannot be written.
    fn checked(&self, file: &File) -> Result<Plan> {
        let output = file.path.as_deref();
        let file_type = file_type(output)?;
        let plan = Plan::of_recipe(&file.recipe, file_type)?;
        self.args.files.check(output, &plan)?;
        let mut holds_recipe = true;
        if let Some(path) = output.filter(|path| !is_stdout(path)) {
            let files = format::files(path, &file.contents(self.args, &plan))?;
            let has_sidecars = files.len() as u64 > plan.files();
            holds_recipe = has_sidecars
                || file_type.map(FileType::recipe_place) != Some(RecipePlace::OnRequest);
        }
        if !self.has_noted {
            no_effect::of_storage(&self.args.storage, &plan, output, holds_recipe);
        }
        Ok(plan)
    }

    /// Opens a file, and measures its range if it must be. Returns `None` if no samples are to be written.
    fn open<'f>(&mut self, file: &'f File) -> Result<Option<Opened<'f>>> {
        let mut plan = self.checked(file)?;
        let Some(path) = file.path.as_deref() else {
            return Ok(None);
        };
        let held = file.contents(self.args, &plan);
        let mut writer = create(path, &held)?;
        if self.args.files.init {
            writer.init()?;
            terminal::note(&format!("{} has its metadata", path.display()));
            return Ok(None);
        }
        let checks_time = !self.has_noted && self.checks_time_late();
        let engine = engine(&mut self.engine, self.args, &self.plans)?;
        if !self.has_noted {
            for note in plan.notes() {
                terminal::note(&format!("note: {note}"));
            }
        }
        if let Some(frame) = writer.frame_too_many() {
            let frame = frame.display();
            terminal::note(&format!(
                "note: {frame} is there and is no frame of this bake"
            ));
        }
        let journal = (self.args.files).journal(path, &held, engine.made_by.clone())?;
        if let Some(journal) = journal {
            writer = self.args.files.narrow(writer, journal)?;
        }
        if checks_time {
            let mut backend = engine.backend(plan.job().clone())?;
            (self.args.limits).check(&plan, writer.samples(), backend.as_mut())?;
        }
        let start = Instant::now();
        if plan.must_measure() {
            let bar = Bar::new(plan.samples());
            let mut open = |job: &Job| engine.backend(job.clone());
            plan = plan.measure(&mut open, &mut |p| bar.show(p.done))?;
            writer = create(path, &file.contents(self.args, &plan))?;
        }
        Ok(Some(Opened {
            file,
            plan,
            writer,
            measuring: start.elapsed(),
        }))
    }

    /// Bakes open files on a backend, and reports on each.
    fn write(
        &mut self,
        opened: Vec<Opened>,
        mut backend: Box<dyn Backend>,
        bake: impl FnOnce(
            &mut dyn Backend,
            &mut [Writer],
            &mut dyn FnMut(Progress),
        ) -> Result<Vec<Statistics>>,
    ) -> Result<()> {
        let start = Instant::now();
        let engine = engine(&mut self.engine, self.args, &self.plans)?;
        let (mut writers, mut files) = (Vec::new(), Vec::new());
        for Opened {
            file,
            plan,
            writer,
            measuring,
        } in opened
        {
            writers.push(writer);
            files.push((file, plan, measuring));
        }
        let bar = Bar::new(writers.iter().map(Writer::samples).max().unwrap_or(0));
        let baked = bake(backend.as_mut(), &mut writers, &mut |p| bar.show(p.done));
        let done = baked.inspect_err(|_| {
            let paths = writers.iter().flat_map(|writer| writer.paths());
            self.finished.extend(paths.cloned());
        })?;
        let written = writers.into_iter().map(Writer::finish);
        let written = written.collect::<Result<Vec<_>>>()?;
        let writing = start.elapsed();
        drop(bar);

        for (((file, plan, measuring), done), written) in files.iter().zip(done).zip(written) {
            let is_colour = file.recipe.transfer() != Transfer::Linear;
            let report = Report {
                samples: done.samples,
                seconds: (*measuring + writing).as_secs_f64(),
                times: Times::of(&done),
                backend: backend.name(),
                form: engine.form(),
                adapter: engine.made_by.adapter.clone(),
                saturated: done.saturated,
                used: done.used.filter(|_| !is_colour),
                files: written.paths,
                sheet: written.sheet,
                ..Report::of(plan)
            };
            if self.args.json {
                report.print()?;
            }
            // The range of a material's outputs has a meaning.
            let may_measure = file.recipe.range != Some(Range::Bounds(Bounds::Measured))
                && file.output.is_none()
                && plan.part().is_none()
                && !self.args.files.keep_a_journal();
            terminal::note(&report.line(may_measure));
            self.finished.extend(report.files);
        }
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

/// Returns several plans as one, with the backend for it, if they have a graph in common that is not too large for the backend.
fn together(engine: &Engine, plans: &[Plan]) -> Result<Option<(Together, Box<dyn Backend>)>> {
    let Some(together) = Together::of(plans) else {
        return Ok(None);
    };
    match engine.backend(together.job().clone()) {
        Ok(backend) => Ok(Some((together, backend))),
        Err(Error::TooLarge { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
