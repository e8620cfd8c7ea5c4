//! Prints a program as text, one operation per line, as `bake --plan` shows it.

use std::fmt::{Display, Formatter, Result};

use super::op::{BlockId, Op, OpId};
use super::{FrameStep, Program};
use crate::noise::Axis;

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.print_block(f, BlockId(0), 0)?;
        let outputs: Vec<String> = self.outputs.iter().map(|&op| name(op)).collect();
        write!(f, "out {}", outputs.join(" "))
    }
}

impl Program {
    fn print_block(&self, f: &mut Formatter<'_>, block: BlockId, depth: usize) -> Result {
        for &op in &self.blocks[block.index()].ops {
            let indent = "  ".repeat(depth);
            let label = &self.labels[op.index()];
            match &self.ops[op.index()] {
                Op::Fold(id) => {
                    let fold = &self.folds[id.index()];
                    let kind = fold.kind.info().name;
                    writeln!(f, "{indent}{} = {kind} {label} over", name(op))?;
                    self.print_block(f, fold.body, depth + 1)?;
                    for carried in &fold.carried {
                        let (op, next) = (name(carried.op), name(carried.next));
                        writeln!(f, "{indent}  next {op} = {next}")?;
                    }
                    writeln!(f, "{indent}  sum {}", name(fold.result))?;
                }
                other => writeln!(
                    f,
                    "{indent}{} = {} ; {label}",
                    name(op),
                    self.describe(other)
                )?,
            }
        }
        Ok(())
    }

    fn describe(&self, op: &Op) -> String {
        match op {
            Op::Param(slot) => self.params().name(*slot).to_string(),
            Op::Cells { source, axis } => {
                let source = &self.sources[source.index()];
                format!(
                    "cells of {} along {}",
                    source.noise.name(),
                    letters(&[source.axes[*axis]])
                )
            }
            Op::Coordinate(id) => {
                let coordinate = &self.coordinates[id.index()];
                let letter = letters(&[coordinate.axis]);
                let turns = if coordinate.in_turns { " in turns" } else { "" };
                format!(
                    "coordinate {letter}{turns}{}",
                    self.describe_frame(coordinate.frame)
                )
            }
            Op::Number(bits) => f32::from_bits(*bits).to_string(),
            Op::OctaveScale { time: false, .. } => "frequency of octave k".to_string(),
            Op::OctaveScale { time: true, .. } => "time frequency of octave k".to_string(),
            Op::OctaveAmplitude(_) => "amplitude of octave k".to_string(),
            Op::Carried(fold, i) => {
                let carried = &self.folds[fold.index()].carried[*i as usize];
                format!("carried from octave to octave, first {}", carried.first)
            }
            Op::Source(id) => {
                let source = &self.sources[id.index()];
                let kind = source.noise.name();
                let axes = letters(&source.axes);
                let partial = source.partial.map_or(String::new(), |axis| {
                    format!("along {} of ", letters(&[source.axes[axis]]))
                });
                format!(
                    "{partial}{kind} {axes}{}",
                    self.describe_frame(source.frame)
                )
            }
            Op::Step { step, args } => {
                let args: Vec<String> = args.iter().map(|&arg| name(arg)).collect();
                format!("{} {}", step.info().name, args.join(" "))
            }
            Op::Picture { sampler, at } => {
                let along = sampler.along.map_or(String::new(), |axis| {
                    format!("along {} of ", letters(&[axis]))
                });
                let (filter, of) = (sampler.filter, &self.planes[sampler.plane as usize].picture);
                let at: Vec<String> = at.iter().map(|&at| name(at)).collect();
                format!("{along}{filter} {of} {}", at.join(" "))
            }
            Op::Fold(_) => unreachable!("folds are printed with their bodies"),
        }
    }

    fn describe_frame(&self, frame: super::FrameId) -> String {
        let steps = self.path(frame).into_iter().filter_map(|step| match step {
            FrameStep::Same => None,
            FrameStep::Scale(_) => Some("scaled"),
            FrameStep::Translate(_) => Some("translated"),
            FrameStep::Octave(_) => Some("octave"),
            FrameStep::Made(_) => Some("made"),
        });
        let mut words: Vec<String> = steps.map(str::to_string).collect();
        let frame = &self.frames[frame.index()];
        let displaced = (frame.displacement.iter().zip(Axis::ALL))
            .filter_map(|(by, letter)| by.map(|op| format!("{letter}+{}", name(op))));
        // A displacement in the units of the parent comes before the octave.
        let at = words.len() - usize::from(frame.in_parent_units);
        words.splice(at..at, displaced);
        if words.is_empty() {
            String::new()
        } else {
            format!(" at {}", words.join(" "))
        }
    }
}

fn name(op: OpId) -> String {
    format!("%{}", op.0)
}

fn letters(axes: &[usize]) -> String {
    axes.iter().map(|&axis| Axis::ALL[axis].name()).collect()
}
