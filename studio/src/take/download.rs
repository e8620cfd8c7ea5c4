//! A bake in a browser: in memory, a little in every frame, and then a download.

use wgpu_noise::bake::Plan;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::format::{self, Contents, FileType};
use wgpu_noise::grid::Brick;
use wgpu_noise::{Backend, Error, Job, Recipe, Result};

use crate::edge;

/// The samples that are computed in a frame: some milliseconds.
const TURN: u64 = 1 << 17;
/// The most bytes of texels: a page has little memory.
const BYTES_MAX: u64 = 512 << 20;

/// A bake that goes on as often as it is asked whether it has ended.
pub struct Baking {
    name: String,
    file_type: FileType,
    state: Result<State>,
}

struct State {
    plan: Plan,
    contents: Contents,
    cpu: Cpu,
    whole: Brick,
    texels: Vec<u8>,
    samples: u64,
}

impl Baking {
    /// Begins to bake a recipe into a file of that name.
    pub fn start(recipe: Recipe, file_type: FileType, name: &str) -> Baking {
        Baking {
            name: name.to_string(),
            file_type,
            state: State::new(&recipe, file_type),
        }
    }

    /// Returns the share that is done, from 0 to 1.
    pub fn progress(&self) -> f32 {
        match &self.state {
            Ok(state) => state.samples as f32 / state.whole.samples() as f32,
            Err(_) => 1.0,
        }
    }

    /// Stops it.
    pub fn cancel(&mut self) {
        self.state = Err(Error::Stopped);
    }

    /// Goes on, and returns what became of it, in words, once it has ended.
    pub fn ended(&mut self) -> Option<Result<String, String>> {
        let (name, file_type) = (&self.name, self.file_type);
        let ended = match &mut self.state {
            Err(Error::Stopped) => return Some(Err("cancelled".to_string())),
            Err(error) => Err(error.clone()),
            Ok(state) => state.advance().and_then(|is_done| match is_done {
                true => format::encode(file_type, &state.contents, &state.texels).map(Some),
                false => Ok(None),
            }),
        };
        match ended {
            Ok(None) => None,
            Ok(Some(file)) => Some(edge::deliver(name, &file)),
            Err(error) => Some(Err(error.to_string())),
        }
    }
}

impl State {
    fn new(recipe: &Recipe, file_type: FileType) -> Result<State> {
        let mut plan = Plan::of_recipe(recipe, Some(file_type))?;
        if plan.must_measure() {
            let mut open =
                |job: &Job| -> Result<Box<dyn Backend>> { Ok(Box::new(Cpu::new(job.clone()))) };
            plan = plan.measure(&mut open, &mut |_| ())?;
        }
        let contents = plan.contents(&plan.resolved(recipe));
        format::check(file_type, &contents)?;
        let bytes = plan.bytes();
        if bytes > BYTES_MAX {
            return Err(Error::TooLarge {
                what: "a file in a browser".to_string(),
                needed: format!("{bytes} bytes"),
                limit: format!("{BYTES_MAX} bytes; the program in a window has no limit"),
            });
        }
        Ok(State {
            cpu: Cpu::new(plan.job().clone()),
            whole: recipe.brick(),
            texels: vec![0; bytes as usize],
            contents,
            plan,
            samples: 0,
        })
    }

    /// Computes some samples, and returns whether all are there.
    fn advance(&mut self) -> Result<bool> {
        let piece = self.whole.piece(self.samples, TURN);
        let packing = self.contents.taken();
        let texel = u64::from(packing.bytes());
        let first = (self.samples * texel) as usize;
        let bytes = (piece.samples() * texel) as usize;
        (self.plan).fill(
            &mut self.cpu,
            &piece,
            &packing,
            &mut self.texels[first..first + bytes],
        )?;
        self.samples += piece.samples();
        Ok(self.samples >= self.plan.samples())
    }
}
