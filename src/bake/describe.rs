//! A plan as text: what `--plan` prints.

use std::fmt::{Display, Formatter, Result};

use super::plan::Plan;
use crate::format::levels;
use crate::grid::{Span, TIME};
use crate::noise::{Axis, Hash};
use crate::program::{Lattice, Layer};
use crate::recipe::Codec;

/// The number of cells after which a permutation table repeats.
const TABLE: f64 = 256.0;

impl Display for Plan {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.write_grid(f)?;
        self.write_output(f)?;
        for note in self.notes() {
            writeln!(f, "note: {note}")?;
        }
        self.write_octaves(f)?;
        self.write_sources(f)?;
        write!(f, "program")?;
        for line in self.job.program.to_string().lines() {
            write!(f, "\n  {line}")?;
        }
        Ok(())
    }
}

impl Plan {
    fn write_grid(&self, f: &mut Formatter<'_>) -> Result {
        let grid = &self.grid;
        let seamless = if grid.seamless { ", seamless" } else { "" };
        let mean = match self.sub_samples() {
            1 => String::new(),
            count => format!(", each the mean of {count}"),
        };
        writeln!(f, "grid {} samples{mean}{seamless}", self.samples())?;
        if let Some(steps) = &self.grid_steps {
            writeln!(f, "  {steps}")?;
        }
        if let Some(part) = self.part() {
            let ranges = part.iter().map(|[first, end]| format!("{first}:{end}"));
            writeln!(f, "  box {}", ranges.collect::<Vec<_>>().join(","))?;
        }
        for axis in grid.axes().indices() {
            let Span {
                origin,
                extent,
                count,
                ..
            } = grid.span(axis);
            let (letter, end) = (Axis::ALL[axis].name(), origin + extent);
            let what = if axis == TIME { "frames" } else { "samples" };
            writeln!(f, "  {letter}: {count} {what} over {origin}..{end}")?;
        }
        Ok(())
    }

    /// Writes the number of octaves of each fractal of `octaves = "auto"`, and what ended them.
    fn write_octaves(&self, f: &mut Formatter<'_>) -> Result {
        let job = &self.job;
        for (fold, octaves) in job.program.folds.iter().zip(&job.octaves) {
            if let Some(limit) = octaves.limit {
                let (node, count) = (&fold.node, octaves.count());
                writeln!(f, "{node} octaves {count}: {limit}")?;
            }
        }
        Ok(())
    }

    fn write_sources(&self, f: &mut Formatter<'_>) -> Result {
        let job = &self.job;
        for (source, layers) in job.program.sources.iter().zip(&job.layers) {
            writeln!(f, "{} cells", job.params.node(source.seed))?;
            for (octave, layer) in layers.iter().enumerate() {
                writeln!(f, "  octave {octave}: {}", self.cells(source, layer))?;
            }
            for (octave, layer) in layers.iter().enumerate() {
                self.write_repeats(f, source, layer, octave)?;
            }
        }
        Ok(())
    }

    /// Returns how many cells an octave has along each axis, and how many samples a cell has, in words.
    fn cells(&self, source: &Lattice, layer: &Layer) -> String {
        let axes = source.axes.iter().zip(&layer.cells);
        let each = axes.map(|(&axis, map)| {
            let (letter, span) = (Axis::ALL[axis].name(), self.grid.span(axis));
            let cells = map.rate() * span.extent;
            if span.extent > 0.0 {
                let samples = f64::from(span.steps) / cells;
                format!(
                    "{} along {letter} of {} samples",
                    rounded(cells),
                    rounded(samples)
                )
            } else {
                format!("one point along {letter}")
            }
        });
        each.collect::<Vec<_>>().join(", ")
    }

    fn write_repeats(
        &self,
        f: &mut Formatter<'_>,
        source: &Lattice,
        layer: &Layer,
        octave: usize,
    ) -> Result {
        for along in self.cells_of(source, layer) {
            // The table repeats before a longer period ends.
            let unbroken = along.period == 0 || f64::from(along.period) > TABLE;
            if source.hash == Hash::Table && unbroken && along.cells > TABLE {
                let (letter, cells) = (along.axis, rounded(along.cells));
                writeln!(
                    f,
                    "  note: octave {octave} crosses {cells} cells along {letter}, and its table repeats after \
                     256; hash = \"integer\" does not"
                )?;
            }
        }
        Ok(())
    }

    fn write_output(&self, f: &mut Formatter<'_>) -> Result {
        let packing = &self.packing;
        let into = match self.file_type {
            Some(file_type) => format!(".{}", file_type.extension()),
            None => "raw samples".to_string(),
        };
        write!(
            f,
            "output {into}, {} bytes of {}",
            self.bytes, packing.format
        )?;
        if packing.components > packing.format.components() {
            write!(f, ", {} to a sample", packing.components)?;
        }
        if self.files() > 1 {
            write!(f, ", in {} files", self.files())?;
        }
        match self.codec {
            Some(Codec::Zstd) => write!(f, ", compressed with Zstandard")?,
            Some(Codec::None) => write!(f, ", not compressed")?,
            None => {}
        }
        if packing.format.component().is_unorm() {
            if self.must_measure {
                let range = "the least and the greatest sample, found first";
                write!(f, ", {range}, become 0..1")?;
            } else {
                let [low, high] = packing.range;
                write!(f, ", {low}..{high} becomes 0..1")?;
            }
        }
        if self.mips {
            write!(f, ", in {} mip levels", self.level_count())?;
        }
        if let Some(sheet) = &self.sheet {
            write!(f, "\n{sheet}")?;
        }
        let [x, y, z, frames] = self.first_brick().size;
        let frames = match self.grid.frames {
            Some(_) => format!(" in {frames} frames"),
            None => String::new(),
        };
        write!(
            f,
            "\nbricks {} of up to {x}x{y}x{z} samples{frames}, {} bytes",
            self.brick_count(),
            self.brick_bytes()
        )?;
        write!(
            f,
            "\nmemory {} bytes of texels, beside what the backend, the type of file and steps on the whole grid need\n",
            self.memory()
        )
    }

    /// Returns the number of levels of a texture; 1 for all other files.
    pub(super) fn level_count(&self) -> usize {
        levels(&self.bare_contents()).len()
    }
}

/// Rounds to four decimal places.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
