//! Erosion of a height map, row after row.
//!
//! A step reads the state before it and writes that after it, so that threads share nothing. A thread takes some rows, and
//! three before and after them. As soon as a row is loaded, water flows out of the row before it, the row before that is
//! washed, and soil slides and creeps in the one before that. So what the rules hand on stays in the caches, where four rows of it are
//! kept (`rows`).

mod rows;
#[cfg(test)]
mod tests;

use rows::{CHUNK, Chunks, Results, Rows, rows};

use super::simd::{Lanes, Simd, SimdKernel};
use super::sizes::tasks;
use crate::erosion::Task;
use crate::erosion::rules::{self, Cell, Flow, Slope, WALL};
use crate::memory::zeros;
use crate::{Result, threads};

/// What the state has for each sample, in rows of their own: soil, water and load.
const FIELDS: usize = 3;
const SOIL: usize = 0;
const WATER: usize = 1;
const LOAD: usize = 2;

/// The fewest rows that a thread takes.
const ROWS_MIN: usize = 16;

/// Erodes heights of soil, one for each sample of the terrain, which are less than 2^29.
///
/// # Errors
/// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
pub fn erode(task: &Task, soil: &mut [u32]) -> Result<()> {
    let mut steps = ErosionSteps::new(task, soil)?;
    while steps.take_next()? {}
    steps.settle(soil);
    Ok(())
}

/// An erosion that its caller takes step by step, as one does that may be stopped in between.
pub struct ErosionSteps<'a> {
    task: &'a Task,
    /// The next step.
    step: u32,
    /// The states before it and, once it is taken, after it.
    before: Vec<u32>,
    after: Vec<u32>,
    simd: Simd,
}

impl<'a> ErosionSteps<'a> {
    /// Begins with heights of soil, as [`erode`] takes them.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(task: &'a Task, soil: &[u32]) -> Result<ErosionSteps<'a>> {
        let [width, height] = task.terrain.size;
        let words = (width * FIELDS * height) as u64;
        let mut before: Vec<u32> = zeros(words)?;
        for (state, soil) in before.chunks_mut(width * FIELDS).zip(soil.chunks(width)) {
            state[..width].copy_from_slice(soil);
        }
        Ok(ErosionSteps {
            task,
            step: 0,
            before,
            after: zeros(words)?,
            simd: Simd::detect(),
        })
    }

    /// Takes the next step; returns false if there is none.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn take_next(&mut self) -> Result<bool> {
        if self.step == self.task.iterations {
            return Ok(false);
        }
        let [width, height] = self.task.terrain.size;
        let rows = height.div_ceil(tasks()).max(ROWS_MIN);
        let bytes = bytemuck::cast_slice_mut(&mut self.after);
        threads::sum_chunks(
            bytes,
            rows * width * FIELDS * size_of::<u32>(),
            |i, after| {
                self.simd.dispatch(StepRows {
                    work: Work::new(self.task, self.step, &self.before, i * rows)?,
                    after: bytemuck::cast_slice_mut(after),
                });
                Ok(0)
            },
        )?;
        std::mem::swap(&mut self.before, &mut self.after);
        self.step += 1;
        Ok(true)
    }

    /// Returns the heights of soil, with what the water carries.
    pub fn settle(self, soil: &mut [u32]) {
        let [width, _] = self.task.terrain.size;
        for (state, soil) in (self.before.chunks(width * FIELDS)).zip(soil.chunks_mut(width)) {
            for (x, soil) in soil.iter_mut().enumerate() {
                let cell = [SOIL, WATER, LOAD].map(|field| state[field * width + x]);
                *soil = Cell::from(cell).settled();
            }
        }
    }
}

/// Computes a step of some rows.
struct StepRows<'a> {
    work: Work<'a>,
    /// The state of these rows after the step.
    after: &'a mut [u32],
}

impl SimdKernel for StepRows<'_> {
    type Output = ();

    // Plain loops, which the compiler vectorises for each SIMD level.
    #[inline(always)]
    fn execute<L: Lanes>(self, _: L) {
        let StepRows { mut work, after } = self;
        let row = work.task.terrain.size[0] * FIELDS;
        // Rows are counted from the third before the first.
        for loaded in 0..after.len() / row + 6 {
            work.load(loaded);
            if loaded >= 2 {
                work.flow(loaded - 1);
            }
            if loaded >= 4 {
                work.wash(loaded - 2);
            }
            if loaded >= 6 {
                work.slide(loaded - 3, &mut after[(loaded - 6) * row..][..row]);
            }
        }
    }
}

/// What a thread has of its rows between the rules.
struct Work<'a> {
    task: &'a Task,
    step: u32,
    /// The state before the step.
    before: &'a [u32],
    /// The first row of the result.
    first: usize,
    /// Soil, water and load before the step.
    cells: [Rows; FIELDS],
    level: Rows,
    /// The water that flows to the neighbours, and the soil in it.
    flows: [Rows; 8],
    loads: [Rows; 8],
    /// Soil, water and load after the samples were washed.
    washed: [Rows; FIELDS],
}

impl<'a> Work<'a> {
    fn new(task: &'a Task, step: u32, before: &'a [u32], first: usize) -> Result<Work<'a>> {
        let terrain = &task.terrain;
        Ok(Work {
            task,
            step,
            before,
            first,
            cells: rows(terrain)?,
            level: Rows::new(terrain)?,
            flows: rows(terrain)?,
            loads: rows(terrain)?,
            washed: rows(terrain)?,
        })
    }

    /// Returns which row of the terrain a row is; `None` behind a wall.
    #[inline(always)]
    fn on_terrain(&self, row: usize) -> Option<usize> {
        let height = self.task.terrain.size[1];
        match (self.first + row).checked_sub(3) {
            Some(inside) if inside < height => Some(inside),
            _ if self.task.terrain.wraps => Some((self.first + row + 3 * (height - 1)) % height),
            _ => None,
        }
    }

    /// Returns the rows above a row, itself and below, with the row in place of one behind a wall.
    #[inline(always)]
    fn rows_around(&self, row: usize) -> [usize; 3] {
        [row - 1, row, row + 1].map(|there| self.on_terrain(there).map_or(row, |_| there))
    }

    /// Loads a row of the state.
    #[inline(always)]
    fn load(&mut self, row: usize) {
        let Some(y) = self.on_terrain(row) else {
            self.level.row_mut(row).fill(WALL);
            for flow in self.flows.iter_mut().chain(&mut self.loads) {
                flow.row_mut(row).fill(0);
            }
            return;
        };
        let [width, _] = self.task.terrain.size;
        let state = &self.before[y * width * FIELDS..][..width * FIELDS];
        for (field, from) in self.cells.iter_mut().zip(state.chunks(width)) {
            field.row_mut(row)[1..=width].copy_from_slice(from);
        }
        let [soil, water, _] = &mut self.cells;
        let cells = soil.row(row).iter().zip(water.row(row));
        for (level, (soil, water)) in self.level.row_mut(row).iter_mut().zip(cells) {
            *level = soil + water;
        }
        self.level.set_ends(row, [WALL; 2]);
    }

    /// Lets water flow out of a row.
    #[inline(always)]
    fn flow(&mut self, row: usize) {
        let [width, _] = self.task.terrain.size;
        if self.on_terrain(row).is_none() {
            return;
        }
        for x in (0..width).step_by(CHUNK) {
            let cells = Chunks::of_each(&self.cells, row, x + 1);
            let levels = Chunks::around(&self.level, [row - 1, row, row + 1], x);
            let (mut flows, mut loads) = (Results::ZERO, Results::ZERO);
            for i in 0..CHUNK.min(width - x) {
                let own = Cell::from(cells.at(i));
                let out = rules::flow(own, levels.at(i));
                flows.set(i, out.water);
                loads.set(i, out.load);
            }
            flows.store(&mut self.flows, row, x + 1);
            loads.store(&mut self.loads, row, x + 1);
        }
        for flow in self.flows.iter_mut().chain(&mut self.loads) {
            flow.set_ends(row, [0; 2]);
        }
    }

    /// Washes a row.
    #[inline(always)]
    fn wash(&mut self, row: usize) {
        let [width, _] = self.task.terrain.size;
        let Some(y) = self.on_terrain(row) else {
            return;
        };
        let rates = &self.task.rates;
        let rows = self.rows_around(row);
        self.cells[SOIL].level_ends(rows);
        for x in (0..width).step_by(CHUNK) {
            let cells = Chunks::of_each(&self.cells, row, x + 1);
            let flows = Chunks::of_each(&self.flows, row, x + 1);
            let loads = Chunks::of_each(&self.loads, row, x + 1);
            let soil = Chunks::around(&self.cells[SOIL], rows, x);
            let water_into = Chunks::facing(&self.flows, row, x);
            let load_into = Chunks::facing(&self.loads, row, x);
            let mut washed = Results::ZERO;
            for i in 0..CHUNK.min(width - x) {
                let out = Flow {
                    water: flows.at(i),
                    load: loads.at(i),
                };
                let into = Flow {
                    water: water_into.at(i),
                    load: load_into.at(i),
                };
                let rain = rates.rain_on([(x + i) as u32, y as u32], self.step);
                let cell = rules::wash(rates, Cell::from(cells.at(i)), out, soil.at(i), into, rain);
                washed.set(i, [cell.soil, cell.water, cell.load]);
            }
            washed.store(&mut self.washed, row, x + 1);
        }
    }

    /// Lets soil slide and creep in a row, and stores its state.
    #[inline(always)]
    fn slide(&mut self, row: usize, after: &mut [u32]) {
        let [width, _] = self.task.terrain.size;
        let rows = self.rows_around(row);
        self.washed[SOIL].level_ends(rows);
        let [soil, water, load] = &self.washed;
        // Nothing moves from or to a row behind a wall, of which the own row takes the place.
        let rates = &self.task.rates;
        let slopes_to = |there| match there == row {
            true => [Slope::STILL; 2],
            false => rates.slopes(),
        };
        let [beside, _] = rates.slopes();
        let [up, up_across] = slopes_to(rows[0]);
        let [down, down_across] = slopes_to(rows[2]);
        let slopes = [
            beside,
            beside,
            up,
            down,
            up_across,
            up_across,
            down_across,
            down_across,
        ];
        let (soil_after, others) = after.split_at_mut(width);
        for (x, to) in (0..width).step_by(CHUNK).zip(soil_after.chunks_mut(CHUNK)) {
            let own = soil.chunk(row, x + 1);
            let around = Chunks::around(soil, rows, x);
            let mut slid = [0; CHUNK];
            for i in 0..CHUNK.min(width - x) {
                slid[i] = rules::slide(own[i], around.at(i), slopes);
            }
            to.copy_from_slice(&slid[..to.len()]);
        }
        for (field, to) in [water, load].into_iter().zip(others.chunks_mut(width)) {
            to.copy_from_slice(&field.row(row)[1..=width]);
        }
    }
}
