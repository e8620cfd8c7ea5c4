//! One invocation a sample: every operation is one value.

use super::{Kernel, line, name};
use crate::program::BlockId;

impl Kernel<'_> {
    /// `noise_sample` of `points.wgsl` and `positions.wgsl`.
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
