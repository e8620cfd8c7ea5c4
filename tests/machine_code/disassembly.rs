//! Machine code of AMD GPUs as text: its loops, and its instructions by kind.

use std::collections::HashMap;
use std::ops::{AddAssign, Range};

/// Numbers of instructions. A vector instruction does the work of every invocation of a wave, a scalar one the work that is
/// the same for all of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub vector: f64,
    pub scalar: f64,
    pub branches: f64,
}

impl Counts {
    pub fn times(self, factor: f64) -> Counts {
        Counts {
            vector: factor * self.vector,
            scalar: factor * self.scalar,
            branches: factor * self.branches,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.vector += other.vector;
        self.scalar += other.scalar;
        self.branches += other.branches;
    }
}

/// The machine code of a kernel.
pub struct Code {
    /// The mnemonic of each instruction.
    instructions: Vec<String>,
    /// The instructions of each loop, in the order of their first ones; an outer loop is before its inner ones.
    pub loops: Vec<Range<usize>>,
    /// The instructions that a jump forwards may skip.
    skips: Vec<Range<usize>>,
}

impl Code {
    /// Reads the text of a disassembler: blocks `BB7:`, and one instruction a line.
    pub fn parse(text: &str) -> Code {
        let mut instructions = Vec::new();
        let mut blocks = HashMap::new();
        let mut jumps = Vec::new();
        for line in text.lines().map(str::trim) {
            if let Some(block) = line.strip_suffix(':') {
                blocks.insert(block, instructions.len());
                continue;
            }
            let mut words = line.split_whitespace();
            let Some(mnemonic) = words.next() else {
                continue;
            };
            if mnemonic.contains("branch") {
                jumps.push((instructions.len(), words.next()));
            }
            instructions.push(mnemonic.to_string());
        }
        // A jump backwards ends a loop. Several to one place are one loop.
        let mut ends: HashMap<usize, usize> = HashMap::new();
        let mut skips = Vec::new();
        for (at, target) in jumps {
            match target.and_then(|block| blocks.get(block)) {
                Some(&first) if first <= at => {
                    let end = ends.entry(first).or_default();
                    *end = (at + 1).max(*end);
                }
                Some(&first) => skips.push(at + 1..first),
                None => {}
            }
        }
        let mut loops: Vec<_> = ends.into_iter().map(|(first, end)| first..end).collect();
        loops.sort_by_key(|range| range.start);
        Code {
            instructions,
            loops,
            skips,
        }
    }

    /// The instructions of a loop without those of the loops inside it; those outside all loops for `None`.
    pub fn own(&self, number: Option<usize>) -> Counts {
        let whole = 0..self.instructions.len();
        let range = number.map_or(&whole, |number| &self.loops[number]);
        let inner = |at: usize| {
            (self.loops.iter()).any(|inner| {
                inner.contains(&at) && range.contains(&inner.start) && inner.len() < range.len()
            })
        };
        let mut counts = Counts::default();
        for at in range.clone().filter(|&at| !inner(at)) {
            counts += kind(&self.instructions[at]);
        }
        counts
    }

    /// The parts of a range that may be skipped, without those inside others.
    pub fn parts(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let is_inside = |inner: &Range<usize>, outer: &Range<usize>| {
            inner != outer && outer.start <= inner.start && inner.end <= outer.end
        };
        let own = || (self.skips.iter()).filter(|skip| is_inside(skip, range));
        own()
            .filter(|part| !own().any(|other| is_inside(part, other)))
            .cloned()
            .collect()
    }

    /// The instructions of a range.
    pub fn count(&self, range: &Range<usize>) -> Counts {
        let mut counts = Counts::default();
        for instruction in &self.instructions[range.clone()] {
            counts += kind(instruction);
        }
        counts
    }
}

/// One instruction, counted by its kind. Reading, writing and waiting are neither vector nor scalar.
fn kind(mnemonic: &str) -> Counts {
    let mut counts = Counts::default();
    let waits = [
        "s_load",
        "s_buffer",
        "s_waitcnt",
        "s_inst_prefetch",
        "s_clause",
        "s_nop",
        "s_delay",
    ];
    if mnemonic.contains("branch") {
        counts.branches = 1.0;
    }
    if mnemonic.starts_with("v_") {
        counts.vector = 1.0;
    } else if mnemonic.starts_with("s_") && !waits.iter().any(|wait| mnemonic.starts_with(wait)) {
        counts.scalar = 1.0;
    }
    counts
}
