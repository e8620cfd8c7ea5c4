//! The function of one sample per invocation: every operation is one value.

use super::text::KernelComposer;
use crate::program::BlockId;
use crate::wgsl::compose::{line, name};

impl KernelComposer<'_> {
    /// Writes `noise_sample`, which `points.wgsl` and `positions.wgsl` call.
    pub(super) fn sample(&mut self) {
        let at = match self.inputs.points {
            None => "vec4<u32>",
            Some(_) => "Point",
        };
        line!(self, 0, "\nfn noise_sample(at: {at}, out: u32) {{");
        self.block(BlockId(0), 1);
        for (channel, &op) in self.program.outputs.iter().enumerate() {
            line!(self, 1, "samples[out + {channel}u] = {};", name(op));
        }
        line!(self, 0, "}}");
    }
}
