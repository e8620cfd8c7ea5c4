//! What lies where in the kernel's buffers: made here, and nowhere else.

use bytemuck::{Pod, Zeroable};

use super::runs::Walk;
use crate::grid::AxisTable;
use crate::limits::OCTAVES_MAX;
use crate::program::{CoordinateId, FoldId, Job, Layer, Program, SlotId, SourceId, Tables};
use crate::{Result, memory};

/// The axis w.
const TIME_AXIS: usize = 3;

/// Where numbers lie in the uniform: slots first, then weights, two scales and amplitudes of each fold.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberAt {
    slots: u32,
    folds: u32,
}

/// Weights, scales in space, scales in time and amplitudes of one fold, each for the most octaves.
const NUMBERS_OF_FOLD: u32 = 4 * OCTAVES_MAX;

impl NumberAt {
    pub fn new(program: &Program) -> NumberAt {
        NumberAt {
            slots: program.params().slots().len() as u32,
            folds: program.folds.len() as u32,
        }
    }

    pub fn slot(self, slot: SlotId) -> u32 {
        slot.0
    }

    /// The weight of a fold's first octave; the others follow.
    pub fn weight(self, fold: FoldId) -> u32 {
        self.slots + fold.0 * NUMBERS_OF_FOLD
    }

    /// The frequency factor of a fold's first octave; the others follow.
    pub fn scale(self, fold: FoldId, time: bool) -> u32 {
        self.weight(fold) + OCTAVES_MAX * if time { 2 } else { 1 }
    }

    /// The amplitude of a fold's first octave; the others follow.
    pub fn amplitude(self, fold: FoldId) -> u32 {
        self.weight(fold) + 3 * OCTAVES_MAX
    }

    /// The length of the array of four-vectors.
    pub fn vectors(self) -> u32 {
        vectors(self.slots + self.folds * NUMBERS_OF_FOLD)
    }
}

/// Where whole numbers lie in the uniform: the octaves of each fold, then the first layer of each
/// source and of each coordinate.
#[derive(Clone, Copy, Debug)]
pub(super) struct WholeAt {
    folds: u32,
    sources: u32,
    coordinates: u32,
}

impl WholeAt {
    pub fn new(program: &Program) -> WholeAt {
        WholeAt {
            folds: program.folds.len() as u32,
            sources: program.sources.len() as u32,
            coordinates: program.coordinates.len() as u32,
        }
    }

    pub fn octaves(self, fold: FoldId) -> u32 {
        fold.0
    }

    pub fn source(self, source: SourceId) -> u32 {
        self.folds + source.0
    }

    pub fn coordinate(self, coordinate: CoordinateId) -> u32 {
        self.folds + self.sources + coordinate.0
    }

    /// The length of the array of four-vectors.
    pub fn vectors(self) -> u32 {
        vectors(self.folds + self.sources + self.coordinates)
    }
}

/// Four-vectors that hold so many words; an array has at least one.
fn vectors(words: u32) -> u32 {
    words.div_ceil(4).max(1)
}

/// Bytes of the uniform of a program.
pub(super) fn uniform_bytes(program: &Program) -> u64 {
    let vectors = 1 + WholeAt::new(program).vectors() + NumberAt::new(program).vectors();
    16 * u64::from(vectors)
}

/// The uniform, for so many samples along x, y and z: `Job` of `job.wgsl`.
pub(super) fn uniform(job: &Job, size: [u32; 3]) -> Vec<u32> {
    let program = &job.program;
    let mut words = size.to_vec();
    words.push(program.channels() as u32);
    let mut first = 0;
    words.extend(
        job.octaves
            .iter()
            .map(|octaves| octaves.weights.len() as u32),
    );
    let layers = job.layers.iter().map(Vec::len);
    words.extend(
        layers
            .chain(job.coordinates.iter().map(Vec::len))
            .map(|count| {
                first += count as u32;
                first - count as u32
            }),
    );
    words.resize(4 + 4 * WholeAt::new(program).vectors() as usize, 0);
    words.extend(job.numbers.iter().map(|number| number.to_bits()));
    for octaves in &job.octaves {
        let [weights, scales] = [&octaves.weights, &octaves.scales];
        for numbers in [weights, scales, &octaves.time_scales, &octaves.amplitudes] {
            words.extend(numbers.iter().map(|number| number.to_bits()));
            words.extend(std::iter::repeat_n(0, OCTAVES_MAX as usize - numbers.len()));
        }
    }
    words.resize(uniform_bytes(program) as usize / 4, 0);
    words
}

/// A source or coordinate in one octave: `Layer` of `job.wgsl`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct LayerWords {
    pub table: u32,
    pub walked: u32,
    pub padding: [u32; 2],
    pub key: [u32; 4],
    pub first: [u32; 4],
    pub period: [u32; 4],
    pub rate: [f32; 4],
}

/// One axis of one sample: `NoiseAxis` of `axis.wgsl`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct AxisWords {
    pub low: u32,
    pub high: u32,
    pub fraction: f32,
    pub fade: f32,
}

/// What a piece uploads beside its uniform.
#[derive(Clone, Debug, Default)]
pub(super) struct Lattices {
    pub layers: Vec<LayerWords>,
    /// Axis tables, and for walked sources the planes that runs meet.
    pub axes: Vec<AxisWords>,
    /// Fraction and fade along the walk axis, for walked sources: `walked` of `walk.wgsl`.
    pub walked: Vec<[f32; 2]>,
}

/// The layers of a job on a brick, and the tables that they begin at; with a walk, those of its runs.
///
/// # Errors
/// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
pub(super) fn lattices(job: &Job, tables: &Tables, walk: Option<&Walk>) -> Result<Lattices> {
    let mut made = Lattices::default();
    let sources = job.program.sources.iter().zip(0..);
    for ((source, id), (layers, tables)) in sources.zip(job.layers.iter().zip(&tables.sources)) {
        let walk = walk.filter(|walk| walk.is_walked(SourceId(id)));
        for (layer, tables) in layers.iter().zip(tables) {
            let mut words = source_layer(layer);
            for ((i, &axis), table) in source.axes.iter().enumerate().zip(tables) {
                words.first[i] = made.axes.len() as u32;
                match walk {
                    Some(walk) if walk.axis == axis => {
                        words.walked = made.walked.len() as u32;
                        made.add_planes(table, walk.run)?;
                    }
                    _ => made.add_axis(table)?,
                }
            }
            made.layers.push(words);
        }
    }
    for values in tables.coordinates.iter().flatten() {
        made.layers.push(LayerWords {
            first: [made.axes.len() as u32, 0, 0, 0],
            ..LayerWords::default()
        });
        let words = values.iter().map(|&fraction| AxisWords {
            fraction,
            ..AxisWords::default()
        });
        memory::extend(&mut made.axes, words)?;
    }
    Ok(made)
}

impl Lattices {
    /// Rewrites what depends on time: one entry of each layer of each source that has the axis w, for a single frame.
    ///
    /// # Errors
    /// [`Error::OutOfHostMemory`](crate::Error::OutOfHostMemory).
    pub fn set_time(&mut self, job: &Job) -> Result<()> {
        let mut layers = self.layers.iter();
        for (source, own) in job.program.sources.iter().zip(&job.layers) {
            let time = source.axes.iter().position(|&axis| axis == TIME_AXIS);
            for (layer, words) in own.iter().zip(&mut layers) {
                if let Some(i) = time {
                    let (span, columns) = (job.grid.span(TIME_AXIS), source.columns());
                    let table =
                        AxisTable::new(&span, 0..1, layer.cells[i], layer.periods[i], columns)?;
                    self.axes[words.first[i] as usize] = axis_words(&table, 0);
                }
            }
        }
        Ok(())
    }

    fn add_axis(&mut self, table: &AxisTable) -> Result<()> {
        let samples = 0..table.fraction.len();
        memory::extend(
            &mut self.axes,
            samples.map(|sample| axis_words(table, sample)),
        )
    }

    /// The first plane of every run, then the planes: each with its key, and with the sample before
    /// which it ends a cell.
    fn add_planes(&mut self, table: &AxisTable, run: u32) -> Result<()> {
        let samples = table.column.len();
        let runs = samples.div_ceil(run as usize);
        let first = self.axes.len() + runs;
        let mut planes: Vec<AxisWords> = Vec::new();
        // The low plane of each column.
        let mut low = memory::room(table.columns.len())?;
        let mut begin = 0;
        for (column, &keys) in (0..).zip(&table.columns) {
            let width = (table.column[begin..].iter()).take_while(|&&other| other == column);
            let end = begin + width.count();
            // The high plane of the cell before serves this one too, unless cells lie between.
            if planes.last().is_none_or(|last| last.low != keys[0]) {
                memory::push(&mut planes, plane(keys[0], begin))?;
            }
            low.push((first + planes.len() - 1) as u32);
            memory::push(&mut planes, plane(keys[1], end))?;
            begin = end;
        }
        let firsts = (0..runs).map(|number| AxisWords {
            low: low[table.column[number * run as usize] as usize],
            ..AxisWords::default()
        });
        memory::extend(&mut self.axes, firsts)?;
        memory::extend(&mut self.axes, planes.into_iter())?;
        let pairs = table.fraction.iter().zip(&table.fade);
        memory::extend(
            &mut self.walked,
            pairs.map(|(&fraction, &fade)| [fraction, fade]),
        )
    }
}

fn axis_words(table: &AxisTable, sample: usize) -> AxisWords {
    let [low, high] = table.keys(sample);
    AxisWords {
        low,
        high,
        fraction: table.fraction[sample],
        fade: table.fade[sample],
    }
}

fn plane(key: u32, end: usize) -> AxisWords {
    AxisWords {
        low: key,
        high: end as u32,
        ..AxisWords::default()
    }
}

pub(super) fn source_layer(layer: &Layer) -> LayerWords {
    let mut words = LayerWords {
        table: layer.table,
        key: layer.key,
        ..LayerWords::default()
    };
    words.period[..layer.periods.len()].copy_from_slice(&layer.periods);
    words.rate[..layer.rates.len()].copy_from_slice(&layer.rates);
    words
}

/// The permutation tables, a word an entry.
pub(super) fn permutations(job: &Job) -> Vec<u32> {
    job.tables
        .iter()
        .flatten()
        .map(|&entry| u32::from(entry))
        .collect()
}

/// The uniform of `pack.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct PackingWords {
    pub texels: u32,
    pub row: u32,
    pub words: u32,
    pub channels: u32,
    pub components: u32,
    pub zero: f32,
    pub one: f32,
    pub bits: u32,
    pub is_float: u32,
}

/// The uniform of `store.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct StoreWords {
    pub size: [u32; 3],
    pub channels: u32,
    pub first: [u32; 3],
    pub bits: u32,
    pub zero: f32,
    pub one: f32,
    pub padding: [u32; 2],
}

/// The uniform of `mip.wgsl`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct MipWords {
    pub size: [u32; 3],
    pub channels: u32,
    pub first: [u32; 3],
    pub padding: u32,
    pub whole: [u32; 3],
    pub padding2: u32,
    pub above: [u32; 3],
    pub padding3: u32,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{Grid, Noise};

    /// Member names and offsets, and the size, of a struct of a WGSL text.
    pub fn members(wgsl: &str, name: &str) -> (Vec<(String, usize)>, usize) {
        let module = naga::front::wgsl::parse_str(wgsl).expect("the shader parses");
        let (_, found) = (module.types.iter())
            .find(|(_, ty)| ty.name.as_deref() == Some(name))
            .expect("the struct is there");
        let naga::TypeInner::Struct { members, span } = &found.inner else {
            panic!("{name} is no struct");
        };
        let members = (members.iter())
            .map(|member| {
                (
                    member.name.clone().unwrap_or_default(),
                    member.offset as usize,
                )
            })
            .collect();
        (members, *span as usize)
    }

    fn kernel() -> String {
        let program = Program::check(&[Noise::perlin().fbm()], Grid::new([8, 8]).axes());
        super::super::compose::grid_kernel(&program.expect("the program is right"))
    }

    macro_rules! assert_twins {
        ($wgsl:expr, $name:literal, $words:ty: $($field:ident)*) => {{
            let (members, size) = $crate::gpu::layout::tests::members($wgsl, $name);
            let ours = vec![$((stringify!($field).to_string(), std::mem::offset_of!($words, $field))),*];
            assert_eq!(members, ours);
            assert_eq!(size, size_of::<$words>());
        }};
    }

    pub(in crate::gpu) use assert_twins;

    #[test]
    fn structs_lie_as_the_shaders_say() {
        let grid = kernel();
        assert_twins!(&grid, "Layer", LayerWords: table walked key first period rate);
        assert_twins!(&grid, "NoiseAxis", AxisWords: low high fraction fade);
        let pack = include_str!("../../shaders/kernels/pack.wgsl");
        assert_twins!(pack, "Packing", PackingWords:
            texels row words channels components zero one bits is_float);
        let put = "fn put(at: vec3<u32>, value: vec4<f32>) {}";
        let store = include_str!("../../shaders/kernels/store.wgsl");
        assert_twins!(&[put, store].concat(), "Store", StoreWords:
            size channels first bits zero one padding);
        let texel = "fn texel(at: vec3<u32>) -> vec4<f32> { return vec4<f32>(); }";
        let mip = include_str!("../../shaders/kernels/mip.wgsl");
        assert_twins!(&[texel, mip].concat(), "Mip", MipWords:
            size channels first padding whole padding2 above padding3);
    }

    #[test]
    fn the_uniform_is_as_long_as_the_shader_says() {
        let program = Program::check(&[Noise::perlin().fbm()], Grid::new([8, 8]).axes());
        let program = program.expect("the program is right");
        let (members, size) = members(&super::super::compose::grid_kernel(&program), "Job");
        let offsets: Vec<usize> = members.iter().map(|(_, offset)| *offset).collect();
        let numbers = 16 + 16 * WholeAt::new(&program).vectors() as usize;
        assert_eq!(offsets, [0, 12, 16, numbers]);
        assert_eq!(size as u64, uniform_bytes(&program));
    }

    #[test]
    fn the_displacement_limit_is_one_number() {
        let limit = format!(
            "NOISE_DISPLACEMENT_MAX: i32 = {};",
            crate::program::bind::DISPLACEMENT_MAX
        );
        assert!(kernel().contains(&limit));
    }
}
