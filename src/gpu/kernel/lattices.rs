//! Layers, axis tables and permutation tables of a job on a brick: their layout in buffers, and their contents.
//!
//! A layer is a source or coordinate in one octave. Along each of its axes it has an axis table, with an entry for each
//! sample. A source that is walked instead has, along the walk axis, the lattice planes that the runs cross.

use bytemuck::{Pod, Zeroable};

use super::corner_words::corner_words;
use super::factors::{self, Factors};
use super::records::records;
use super::strands::March;
use super::walk::{Order, Walk};
use crate::grid::{AxisTable, TIME};
use crate::noise::Hash;
use crate::program::{Job, Lattice, Layer, SourceId, Tables};
use crate::{Result, memory};

/// A source or coordinate in one octave: `Layer` of `job.wgsl`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct LayerWords {
    pub table: u32,
    pub walked: u32,
    pub words: u32,
    pub padding: u32,
    pub key: [u32; 4],
    pub first: [u32; 4],
    pub period: [u32; 4],
    pub rate: [f32; 4],
}

impl LayerWords {
    /// The words of a source's layer, except those that say where its tables begin.
    pub fn of_source(layer: &Layer) -> LayerWords {
        let mut words = LayerWords {
            table: layer.table,
            key: layer.key,
            ..LayerWords::default()
        };
        words.period[..layer.periods.len()].copy_from_slice(&layer.periods);
        words.rate[..layer.rates.len()].copy_from_slice(&layer.rates);
        words
    }

    /// A coordinate's layer, whose only table begins at this entry.
    pub fn of_coordinate(first: usize) -> LayerWords {
        LayerWords {
            first: [first as u32, 0, 0, 0],
            ..LayerWords::default()
        }
    }
}

/// One axis of one sample: `NoiseAxis` of `axis.wgsl`. The planes of a walk use the same struct: see
/// [`Lattices::add_planes`].
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct AxisWords {
    pub low: u32,
    pub high: u32,
    pub fraction: f32,
    pub fade: f32,
}

impl AxisWords {
    fn of_sample(table: &AxisTable, sample: usize) -> AxisWords {
        let [low, high] = table.keys(sample);
        AxisWords {
            low,
            high,
            fraction: table.fraction[sample],
            fade: table.fade[sample],
        }
    }

    /// A plane across the walk axis: its key, and the first sample that does not lie below it.
    fn plane(key: u32, end: usize) -> AxisWords {
        AxisWords {
            low: key,
            high: end as u32,
            ..AxisWords::default()
        }
    }
}

/// The data that is uploaded for a brick, besides the uniform.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lattices {
    pub layers: Vec<LayerWords>,
    /// Axis tables, and for walked sources the planes that runs cross.
    pub axes: Vec<AxisWords>,
    /// For each sample along the walk axis, for walked sources: `walked` of `runs.wgsl` or `march.wgsl`. A sample of a run has
    /// its fraction and fade, one of a march two pairs.
    pub walked: Vec<[f32; 2]>,
    /// The corner words of a march or a sweep, which follow the permutation tables.
    pub corner_words: Vec<u32>,
}

impl Lattices {
    /// Makes the layers of a job on a brick, and the tables that they refer to; with a walk, the planes of its runs of `run`
    /// samples.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn new(job: &Job, tables: &Tables, walk: Option<&Walk>, run: u32) -> Result<Lattices> {
        let mut made = Lattices::default();
        let march = walk.and_then(Walk::march);
        let sources = job.program.sources.iter().zip(0..);
        for ((source, id), (layers, tables)) in sources.zip(job.layers.iter().zip(&tables.sources))
        {
            let id = SourceId(id);
            let walk = walk.filter(|walk| walk.is_walked(id));
            for ((layer, number), tables) in layers.iter().zip(0..).zip(tables) {
                let has_strand = |march: &March| march.has(job, id, number);
                let walk = walk.filter(|_| march.is_none_or(has_strand));
                let mut words = LayerWords::of_source(layer);
                for ((i, &axis), table) in source.axes.iter().enumerate().zip(tables) {
                    words.first[i] = made.axes.len() as u32;
                    let derivative = source.derived_fade(i);
                    match walk.and_then(|walk| walk.order_along(axis)) {
                        None => made.add_axis(table)?,
                        Some(Order::Runs) => {
                            words.walked = made.walked.len() as u32;
                            made.add_planes(table, run)?;
                            memory::extend(&mut made.walked, factors::of_run(table, derivative))?;
                        }
                        Some(Order::March(_)) => made.add_planes(table, run)?,
                        Some(Order::Sweep(sum)) => {
                            words.walked = made.axes.len() as u32;
                            let weight = sum.weight(job, number);
                            let own = factors::of_octave(table, weight, derivative);
                            made.add_records(table, own, run)?;
                        }
                    }
                }
                if source.hash == Hash::Table && walk.is_some_and(Walk::reads_corner_words) {
                    words.words = made.add_corner_words(job, source, layer)?;
                }
                made.layers.push(words);
            }
        }
        if let Some((walk, march)) = walk.zip(march) {
            made.walked = factors::of_strands(job, tables, walk.axis, march)?;
        }
        for values in tables.coordinates.iter().flatten() {
            made.layers.push(LayerWords::of_coordinate(made.axes.len()));
            let words = values.iter().map(|&fraction| AxisWords {
                fraction,
                ..AxisWords::default()
            });
            memory::extend(&mut made.axes, words)?;
        }
        Ok(made)
    }

    /// Sets the time of a brick with a single frame: replaces the one entry of axis w in each layer of each source that has
    /// that axis.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn set_time(&mut self, job: &Job) -> Result<()> {
        let mut layers = self.layers.iter();
        for (source, own) in job.program.sources.iter().zip(&job.layers) {
            let time = source.along(TIME);
            for (layer, words) in own.iter().zip(&mut layers) {
                if let Some(i) = time {
                    let (span, columns) = (job.grid.span(TIME), source.columns());
                    let table =
                        AxisTable::new(&span, 0..1, layer.cells[i], layer.periods[i], columns)?;
                    self.axes[words.first[i] as usize] = AxisWords::of_sample(&table, 0);
                }
            }
        }
        Ok(())
    }

    fn add_axis(&mut self, table: &AxisTable) -> Result<()> {
        let samples = 0..table.fraction.len();
        let words = samples.map(|sample| AxisWords::of_sample(table, sample));
        memory::extend(&mut self.axes, words)
    }

    /// Adds the planes that runs along an axis cross, instead of an entry for each sample: a kernel that walks needs the key
    /// of each plane once, and the sample at which the next cell begins.
    ///
    /// First comes an entry per run with the index of its first plane, then the planes. The plane between two adjacent cells
    /// is there once, since it is the high end of one and the low end of the other. If cells without samples lie between two
    /// cells (the lattice is finer than the samples), the low plane of the second one is added as well.
    fn add_planes(&mut self, table: &AxisTable, run: u32) -> Result<()> {
        let samples = table.column.len();
        let runs = samples.div_ceil(run as usize);
        let first = self.axes.len() + runs;
        let mut planes: Vec<AxisWords> = Vec::new();
        // The index of the low plane of each column of cells.
        let mut low = memory::room(table.columns.len())?;
        let mut begin = 0;
        for (column, &keys) in (0..).zip(&table.columns) {
            let width = (table.column[begin..].iter()).take_while(|&&other| other == column);
            let end = begin + width.count();
            // The high plane of the cell before is this cell's low plane, unless cells lie between them.
            if planes.last().is_none_or(|last| last.low != keys[0]) {
                memory::push(&mut planes, AxisWords::plane(keys[0], begin))?;
            }
            low.push((first + planes.len() - 1) as u32);
            memory::push(&mut planes, AxisWords::plane(keys[1], end))?;
            begin = end;
        }
        let firsts = (0..runs).map(|number| AxisWords {
            low: low[table.column[number * run as usize] as usize],
            ..AxisWords::default()
        });
        memory::extend(&mut self.axes, firsts)?;
        memory::extend(&mut self.axes, planes.into_iter())
    }

    /// Adds the records of a sweep in runs of this many samples along an axis, which have these factors.
    fn add_records(
        &mut self,
        table: &AxisTable,
        factors: impl ExactSizeIterator<Item = Factors>,
        run: u32,
    ) -> Result<()> {
        let mut own = memory::room(factors.len())?;
        own.extend(factors);
        for record in records(table, &own, run) {
            memory::extend(&mut self.axes, record.into_iter().map(bytemuck::cast))?;
        }
        Ok(())
    }

    /// Adds the corner words of a layer. Returns the index of the first one in the buffer of tables.
    fn add_corner_words(&mut self, job: &Job, source: &Lattice, layer: &Layer) -> Result<u32> {
        let first = 256 * job.tables.len() + self.corner_words.len();
        let words = corner_words(source, &job.tables[layer.table as usize]);
        memory::extend(&mut self.corner_words, words)?;
        Ok(first as u32)
    }
}

/// Returns the permutation tables of a job, one entry per word.
pub(super) fn permutations(job: &Job) -> Vec<u32> {
    let entries = job.tables.iter().flatten();
    entries.map(|&entry| u32::from(entry)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::kernel::grid_kernel;
    use crate::gpu::kernel::twins::assert_twins;
    use crate::{Grid, Noise, Program};

    #[test]
    fn structs_have_the_layout_of_the_shaders() {
        let program = Program::check(&[Noise::perlin().fbm()], Grid::new([8, 8]).axes());
        let kernel = grid_kernel(&program.expect("the program is right"));
        assert_twins!(&kernel, "Layer", LayerWords: table walked words key first period rate);
        assert_twins!(&kernel, "NoiseAxis", AxisWords: low high fraction fade);
    }
}
