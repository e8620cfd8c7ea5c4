//! A task that is computed in turns: its memory, and how much of it is filled.

use std::time::Duration;

use super::device::{OnDevice, Part};
use super::form::Form;
use super::request::{Answer, Work};
use crate::cpu::{self, Cpu};
#[cfg(not(target_arch = "wasm32"))]
use crate::format;
use crate::grid::Brick;
use crate::memory;
use crate::pacing::Pacing;
use crate::stopwatch::Stopwatch;
use crate::texel::Packing;
use crate::threads::alone_if;
use crate::{Backend, Result, Volume};

/// Samples times their weight in the first turn: short on the slowest machine.
const FIRST_WORK: u64 = if cfg!(loom) { 1 } else { 1 << 20 };

/// What computes the samples of a task.
pub enum Evaluator {
    Cpu(Box<Cpu>),
    Points(Box<cpu::Points>),
    Device(Box<OnDevice>),
}

/// A task that is being computed.
pub struct Progress {
    pub evaluator: Evaluator,
    memory: Memory,
    packing: Packing,
    /// The brick that is being filled, and how many of its samples are.
    brick: usize,
    offset: u64,
    /// Bytes that are filled, of all bricks.
    filled: usize,
    pacing: Pacing,
}

/// A progress between two turns. Its type is hidden: to see that a [`Service`](super::Service) is `Send`, a compiler would
/// have to look through all types of wgpu, and gives up in the crates of callers.
pub struct Parked(Box<Any>);

#[cfg(not(target_arch = "wasm32"))]
type Any = dyn std::any::Any + Send;
#[cfg(target_arch = "wasm32")]
type Any = dyn std::any::Any;

impl Parked {
    pub fn resume(self) -> Progress {
        match self.0.downcast() {
            Ok(progress) => *progress,
            Err(_) => unreachable!("only `Progress::park` makes one"),
        }
    }
}

/// The memory of a result.
enum Memory {
    Floats(Vec<f32>),
    Bytes(Vec<u8>),
}

impl Memory {
    fn bytes(&mut self) -> &mut [u8] {
        match self {
            Memory::Floats(floats) => bytemuck::cast_slice_mut(floats),
            Memory::Bytes(bytes) => bytes,
        }
    }
}

impl Progress {
    /// Allocates the memory of a work.
    pub fn new(work: &Work, evaluator: Evaluator) -> Result<Progress> {
        let packing = work.packing()?;
        let floats = work.samples * work.job.program.channels() as u64;
        let memory = match &work.form {
            Form::Volume | Form::Points(_) => Memory::Floats(memory::zeros(floats)?),
            #[cfg(not(target_arch = "wasm32"))]
            Form::Means { .. } => Memory::Floats(memory::zeros(floats)?),
            _ => Memory::Bytes(memory::zeros(work.samples * u64::from(packing.bytes()))?),
        };
        Ok(Progress {
            evaluator,
            memory,
            packing,
            brick: 0,
            offset: 0,
            filled: 0,
            pacing: Pacing::new(1, u64::MAX).begin_with(FIRST_WORK / work.weight()),
        })
    }

    /// Puts it aside until the next turn.
    pub fn park(self) -> Parked {
        Parked(Box::new(self))
    }

    /// Computes the samples of one turn, on the CPU with this thread alone if `is_alone` is set, and returns how many.
    pub async fn advance(&mut self, work: &Work, is_alone: bool) -> Result<u64> {
        let watch = Stopwatch::start();
        let samples = match &work.form {
            Form::Points(points) => alone_if(is_alone, || self.sample(points))?,
            _ => self.fill(work, is_alone).await?,
        };
        self.fill_up(work, samples);
        if let Some(time) = watch.elapsed() {
            self.pacing.measured(samples, time);
        }
        Ok(samples)
    }

    /// Returns how long results were copied out of a device's buffers since the last call; `None` on the CPU.
    pub fn take_copying(&mut self) -> Option<Duration> {
        match &mut self.evaluator {
            Evaluator::Device(device) => Some(device.take_copying()),
            Evaluator::Cpu(_) | Evaluator::Points(_) => None,
        }
    }

    /// Returns all of its work as a part of a submission; `None` if it needs more turns or dispatches than one, or is not on a
    /// device.
    pub fn part(&mut self, work: &Work) -> Option<Part<'_>> {
        let (brick, packing) = (self.small_brick(work)?, self.packing);
        match self.memory_of(work.samples) {
            (Evaluator::Device(device), out) => Some((device, brick, packing, out)),
            _ => None,
        }
    }

    /// Returns the only brick of a task that a device computes in one turn, and could compute with others.
    pub fn small_brick(&self, work: &Work) -> Option<Brick> {
        let ([brick], Evaluator::Device(device)) = (&work.bricks[..], &self.evaluator) else {
            return None;
        };
        let is_whole = self.filled == 0 && self.next_brick(work) == *brick;
        (is_whole && device.is_small(brick)).then_some(*brick)
    }

    /// Returns the brick of the next turn.
    fn next_brick(&self, work: &Work) -> Brick {
        work.bricks[self.brick].piece(self.offset, self.pacing.size())
    }

    async fn fill(&mut self, work: &Work, is_alone: bool) -> Result<u64> {
        let (brick, packing) = (self.next_brick(work), self.packing);
        let samples = brick.samples();
        let (evaluator, out) = self.memory_of(samples);
        match evaluator {
            Evaluator::Cpu(cpu) => alone_if(is_alone, || cpu.fill(&brick, &packing, out))?,
            Evaluator::Device(device) => device.fill(&brick, &packing, out).await?,
            Evaluator::Points(_) => unreachable!("a grid is not computed at points"),
        };
        Ok(samples)
    }

    /// Returns the memory of the next samples.
    fn memory_of(&mut self, samples: u64) -> (&mut Evaluator, &mut [u8]) {
        let end = self.filled + samples as usize * self.packing.bytes() as usize;
        let out = &mut self.memory.bytes()[self.filled..end];
        (&mut self.evaluator, out)
    }

    /// Counts so many more samples, of the present brick or the points, as filled.
    pub fn fill_up(&mut self, work: &Work, samples: u64) {
        self.filled += samples as usize * self.packing.bytes() as usize;
        self.offset += samples;
        let brick = work.bricks.get(self.brick);
        if brick.is_some_and(|brick| brick.samples() == self.offset) {
            (self.brick, self.offset) = (self.brick + 1, 0);
        }
    }

    fn sample(&mut self, points: &[[f32; 4]]) -> Result<u64> {
        let left = &points[self.offset as usize..];
        let count = left.len().min(self.pacing.size() as usize);
        let (evaluator, out) = self.memory_of(count as u64);
        match evaluator {
            Evaluator::Points(evaluator) => {
                evaluator.sample(&left[..count], bytemuck::cast_slice_mut(out))?;
            }
            _ => unreachable!("points are not computed on a grid"),
        }
        Ok(count as u64)
    }

    /// Whether all of the work is computed.
    pub fn is_done(&mut self) -> bool {
        self.filled == self.memory.bytes().len()
    }

    /// Makes the result of what was computed.
    pub fn answer(self, work: &Work) -> Result<(Answer, Evaluator)> {
        Ok((answer(&work.form, self.memory, work)?, self.evaluator))
    }
}

fn answer(form: &Form, memory: Memory, work: &Work) -> Result<Answer> {
    let channels = work.job.program.channels();
    Ok(match (form, memory) {
        (Form::Volume, Memory::Floats(samples)) => {
            let volume = Volume::from_samples(work.job.grid.size3(), channels, samples)?;
            Answer::Volume(volume.into())
        }
        #[cfg(not(target_arch = "wasm32"))]
        (
            Form::Means {
                of,
                supersample,
                bricks,
            },
            Memory::Floats(samples),
        ) => {
            let texels = supersample.pack_all(bricks, &of.packing(channels)?, &samples)?;
            answer(of, Memory::Bytes(texels), work)?
        }
        (_, Memory::Floats(values)) => Answer::Values(values.into()),
        #[cfg(not(target_arch = "wasm32"))]
        (
            Form::File {
                file_type,
                contents,
            },
            Memory::Bytes(texels),
        ) => Answer::Bytes(format::encode(*file_type, contents, &texels)?.into()),
        (_, Memory::Bytes(bytes)) => Answer::Bytes(bytes.into()),
    })
}
