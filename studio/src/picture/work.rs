//! Texels of the CPU backend, computed at once or a little at a time.

use std::time::Duration;

use web_time::Instant;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Backend, Grid, Result};

use super::{Shot, Shown};

/// The samples between two looks at the clock: a few milliseconds.
const PIECE: u64 = 1 << 14;
/// How long a patient shot may keep a frame.
const TURN: Duration = Duration::from_millis(12);

/// A picture that is being computed.
pub struct Work {
    /// What it will show.
    pub of: Shown,
    cpu: Cpu,
    brick: Brick,
    packing: Packing,
    texels: Vec<u8>,
    samples: u64,
    /// How long it has taken so far.
    pub taken: Duration,
}

impl Work {
    /// Begins a picture.
    ///
    /// # Errors
    /// Those of [`Program::bind`](wgpu_noise::Program::bind).
    pub fn new(shot: &Shot) -> Result<Work> {
        let packing = Packing::new(Format::Rgba8Unorm, shot.scene.components(), [0.0, 1.0])?;
        let brick = shot.sight.brick;
        let grid = at_time(&shot.sight.grid, shot.time);
        Ok(Work {
            of: shot.shown(),
            cpu: Cpu::new(shot.scene.job(&grid)?),
            texels: vec![0; (brick.samples() * u64::from(packing.bytes())) as usize],
            brick,
            packing,
            samples: 0,
            taken: Duration::ZERO,
        })
    }

    /// Computes all of the rest or, with patience, as much as a frame has time for. Returns whether it is done.
    ///
    /// # Errors
    /// Those of computing.
    pub fn advance(&mut self, patient: bool) -> Result<bool> {
        let begun = Instant::now();
        let texel = u64::from(self.packing.bytes());
        while self.samples < self.brick.samples() {
            let most = if patient { PIECE } else { u64::MAX };
            let piece = self.brick.piece(self.samples, most);
            let first = (self.samples * texel) as usize;
            let bytes = (piece.samples() * texel) as usize;
            let texels = &mut self.texels[first..first + bytes];
            self.cpu.fill(&piece, &self.packing, texels)?;
            self.samples += piece.samples();
            if patient && begun.elapsed() > TURN {
                break;
            }
        }
        self.taken += begun.elapsed();
        Ok(self.samples == self.brick.samples())
    }

    /// Returns the texels: red, green, blue, opacity.
    pub fn into_texels(self) -> Vec<u8> {
        self.texels
    }
}

/// Computes the texels of a picture: red, green, blue, opacity.
///
/// # Errors
/// Those of [`Work::new`] and [`Work::advance`].
pub fn texels(shot: &Shot) -> Result<Vec<u8>> {
    let mut work = Work::new(shot)?;
    work.advance(false)?;
    Ok(work.into_texels())
}

/// Returns the grid with its first frame at a time.
fn at_time(grid: &Grid, time: f64) -> Grid {
    let mut grid = grid.clone();
    grid.origin[3] += time;
    grid
}
