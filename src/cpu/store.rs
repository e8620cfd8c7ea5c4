//! Stores alone: what memory allows, the measure of everything else.

use super::simd::{Kernel, Lanes, Simd};
use super::{BAND_MIN, BANDS_A_THREAD, threads};

/// Writes one number everywhere, around the caches as the samples of a large brick are written, on
/// all threads of the current rayon pool. No noise can be faster.
///
/// ```
/// let mut out = vec![0.0; 1000];
/// wgpu_noise::cpu::store(1.5, &mut out);
/// assert!(out.iter().all(|&v| v == 1.5));
/// ```
pub fn store(value: f32, out: &mut [f32]) {
    let simd = Simd::detect();
    let band = match threads::count() {
        1 => out.len().max(1),
        threads => out.len().div_ceil(threads * BANDS_A_THREAD).max(BAND_MIN),
    };
    let bytes = bytemuck::cast_slice_mut(out);
    let stored = threads::sum(bytes, band * size_of::<f32>(), |_, band| {
        let out = bytemuck::cast_slice_mut(band);
        simd.run(Store { value, out });
        Ok(0)
    });
    debug_assert!(stored.is_ok(), "a store cannot fail");
}

struct Store<'a> {
    value: f32,
    out: &'a mut [f32],
}

impl Kernel for Store<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let value = lanes.splat(self.value);
        let (ahead, aligned) = self.out.split_at_mut(lanes.before_streams(self.out));
        ahead.fill(self.value);
        (aligned.chunks_mut(L::WIDTH)).for_each(|to| lanes.stream(value, to));
        lanes.fence();
    }
}
