//! A bake in a browser: in memory, by a worker, so that no frame of the page waits for it, and then a download.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function, Uint8Array};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};
use wgpu_noise::bake::{Plan, Progress};
use wgpu_noise::cpu::Cpu;
use wgpu_noise::format::{self, FileType, Inputs};
use wgpu_noise::{Backend, Error, Job, Recipe, Result};

use crate::edge;

/// What the worker runs, beside the page.
const WORKER: &str = "worker.js";
/// The samples that are computed from one progress to the next.
const TURN: u64 = 1 << 18;
/// The most bytes of texels: a page has little memory.
const BYTES_MAX: u64 = 512 << 20;

/// A bake that goes on in a worker. Dropping it cancels it.
pub struct Baking {
    name: String,
    worker: Option<Worker>,
    heard: Rc<RefCell<Heard>>,
    _listener: Closure<dyn FnMut(MessageEvent)>,
}

/// What the worker has said last.
enum Heard {
    Share(f32),
    Ended(Result<Vec<u8>, String>),
}

impl Baking {
    /// Begins to bake a recipe into a file of that name. A download is written over no file that the recipe is made of.
    pub fn start(recipe: Recipe, _: Inputs, file_type: FileType, name: &str) -> Baking {
        let heard = Rc::new(RefCell::new(Heard::Share(0.0)));
        let into = heard.clone();
        let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |said: MessageEvent| {
            into.replace(heard_of(&said.data()));
        });
        let started = start(&recipe, file_type, listener.as_ref().unchecked_ref());
        if let Err(error) = &started {
            heard.replace(Heard::Ended(Err(edge::words(error))));
        }
        Baking {
            name: name.to_string(),
            worker: started.ok(),
            heard,
            _listener: listener,
        }
    }

    /// Returns the share that is done, from 0 to 1.
    pub fn progress(&self) -> f32 {
        match *self.heard.borrow() {
            Heard::Share(share) => share,
            Heard::Ended(_) => 1.0,
        }
    }

    /// Stops it.
    pub fn cancel(&self) {
        if let Some(worker) = &self.worker {
            // What it has said already, and nobody has heard, must not count.
            worker.set_onmessage(None);
            worker.terminate();
        }
        let ended = Heard::Ended(Err("cancelled".to_string()));
        self.heard.replace(ended);
    }

    /// Returns what became of it, in words, once it has ended.
    pub fn ended(&mut self) -> Option<Result<String, String>> {
        match &*self.heard.borrow() {
            Heard::Share(_) => None,
            Heard::Ended(Ok(file)) => Some(edge::deliver(&self.name, file)),
            Heard::Ended(Err(why)) => Some(Err(why.clone())),
        }
    }
}

impl Drop for Baking {
    fn drop(&mut self) {
        if let Some(worker) = &self.worker {
            worker.terminate();
        }
    }
}

/// Starts a worker with this module, which is compiled already.
fn start(recipe: &Recipe, file_type: FileType, listener: &Function) -> Result<Worker, JsValue> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(WORKER, &options)?;
    worker.set_onmessage(Some(listener));
    // An error has no data.
    worker.set_onerror(Some(listener));
    let asked = Array::of3(
        &wasm_bindgen::module(),
        &recipe.to_toml().into(),
        &file_type.extension().into(),
    );
    worker.post_message(&asked)?;
    Ok(worker)
}

/// A number is the share that is done, bytes are the file, and all else says what went wrong.
fn heard_of(said: &JsValue) -> Heard {
    match (said.as_f64(), said.dyn_ref::<Uint8Array>()) {
        (Some(share), _) => Heard::Share(share as f32),
        (_, Some(file)) => Heard::Ended(Ok(file.to_vec())),
        _ => {
            let why = said.as_string();
            Heard::Ended(Err(why.unwrap_or_else(|| {
                format!("{WORKER}, in which the page bakes, has failed")
            })))
        }
    }
}

/// Bakes a recipe into a file in memory, in a worker, and says from time to time what share is done.
///
/// # Errors
/// What keeps it from being baked, in words.
#[wasm_bindgen]
pub fn bake(recipe: &str, extension: &str, progress: &Function) -> Result<Vec<u8>, String> {
    let say = |share: f64| drop(progress.call1(&JsValue::NULL, &share.into()));
    file(recipe, extension, &say).map_err(|error| error.to_string())
}

fn file(recipe: &str, extension: &str, say: &dyn Fn(f64)) -> Result<Vec<u8>> {
    let recipe = Recipe::parse(recipe, "the recipe")?;
    let file_type = FileType::from_path(format!("file.{extension}").as_ref())?;
    let mut plan = Plan::of_recipe(&recipe, Some(file_type))?;
    if plan.must_measure() {
        let mut open =
            |job: &Job| -> Result<Box<dyn Backend>> { Ok(Box::new(Cpu::new(job.clone()))) };
        let mut show = |progress: Progress| say(progress.done as f64 / progress.of as f64);
        plan = plan.measure(&mut open, &mut show)?;
    }
    let contents = plan.contents(&recipe);
    format::check(file_type, &contents)?;
    let packing = contents.taken();
    let texel = u64::from(packing.bytes());
    let bytes = plan.samples().saturating_mul(texel);
    if bytes > BYTES_MAX {
        return Err(Error::too_large(
            "a file in a browser",
            format!("{bytes} bytes"),
            format!("{BYTES_MAX} bytes; the program in a window has no limit"),
        ));
    }
    let mut cpu = Cpu::new(plan.job().clone());
    let mut texels = vec![0; bytes as usize];
    let (mut rest, mut done) = (&mut texels[..], 0);
    // A plan with steps on the whole grid computes all of it for every piece.
    let turn = if plan.has_grid_steps() {
        u64::MAX
    } else {
        TURN
    };
    for piece in recipe.brick().pieces(turn) {
        let (now, later) = rest.split_at_mut((piece.samples() * texel) as usize);
        plan.fill(&mut cpu, &piece, &packing, now)?;
        (rest, done) = (later, done + piece.samples());
        say(done as f64 / plan.samples() as f64);
    }
    format::encode(file_type, &contents, &texels)
}
