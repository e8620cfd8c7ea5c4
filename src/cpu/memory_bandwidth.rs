//! Writes without computing: the upper bound that memory bandwidth sets on every noise.

use super::simd::{Lanes, Simd, SimdKernel};
use super::sizes::{TASK_MIN, tasks};
use crate::threads;

/// Sets every element of `out` to `value` with non-temporal stores, as the samples of a large brick are written, on all
/// threads of the current rayon pool. No noise can be computed faster.
pub fn fill_memory(value: f32, out: &mut [f32]) {
    let simd = Simd::detect();
    let task = out.len().div_ceil(tasks()).max(TASK_MIN);
    let bytes = bytemuck::cast_slice_mut(out);
    let stored = threads::sum_chunks(bytes, task * size_of::<f32>(), |_, out| {
        let out = bytemuck::cast_slice_mut(out);
        simd.dispatch(FillMemory { value, out });
        Ok(0)
    });
    debug_assert!(stored.is_ok(), "a store cannot fail");
}

struct FillMemory<'a> {
    value: f32,
    out: &'a mut [f32],
}

impl SimdKernel for FillMemory<'_> {
    type Output = ();

    #[inline(always)]
    fn execute<L: Lanes>(self, lanes: L) {
        let value = lanes.splat(self.value);
        let (ahead, aligned) = self.out.split_at_mut(lanes.unaligned_prefix(self.out));
        ahead.fill(self.value);
        (aligned.chunks_mut(L::WIDTH)).for_each(|to| lanes.store_non_temporal(value, to));
        lanes.fence();
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_element_is_set() {
        let mut out = vec![0.0; 1000];
        super::fill_memory(1.5, &mut out);
        assert!(out.iter().all(|&v| v == 1.5));
    }
}
