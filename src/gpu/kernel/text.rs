//! Names and expressions that the generated functions of kernels share.

use super::inputs::Buffers;
use super::walk::Walk;
use crate::program::OpId;
use crate::wgsl::compose::Composer;

/// Composes the function of a kernel.
pub(super) type KernelComposer<'a> = Composer<'a, Buffers<'a>>;

/// The array that holds an operation's value at every sample of an invocation.
pub(super) fn array(op: OpId) -> String {
    format!("r{}", op.0)
}

/// An element of an operation's array: that of sample `i`, in a tile of row `j`.
pub(super) fn element(op: OpId, walk: &Walk) -> String {
    element_of(&array(op), walk)
}

/// Returns the element of any array for sample `i`, in a tile of row `j`.
pub(super) fn element_of(array: &str, walk: &Walk) -> String {
    let index = if walk.is_tile() { "j * RUN + i" } else { "i" };
    format!("{array}[{index}]")
}

/// Returns the index of the first channel of sample `i`, in a tile of row `j`, in the buffer of samples.
pub(super) fn index_in_memory(walk: &Walk) -> &'static str {
    if walk.is_tile() {
        "out + j * row_stride + i * stride"
    } else {
        "out + i * stride"
    }
}
