//! How work is shared out: through rayon, or in order where there are no threads.

#[cfg(not(target_arch = "wasm32"))]
mod shared {
    use rayon::prelude::*;

    /// Threads of the current pool.
    pub fn count() -> usize {
        rayon::current_num_threads()
    }

    /// The sum of what `work` returns for each chunk of `length` bytes and its number.
    pub fn sum(
        out: &mut [u8],
        length: usize,
        work: impl Fn(usize, &mut [u8]) -> u64 + Sync,
    ) -> u64 {
        (out.par_chunks_mut(length).enumerate())
            .map(|(i, chunk)| work(i, chunk))
            .sum()
    }

    /// What `work` returns for each item, in order.
    pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
        items.par_iter().map(work).collect()
    }
}

#[cfg(target_arch = "wasm32")]
mod shared {
    /// Threads there are.
    pub fn count() -> usize {
        1
    }

    /// The sum of what `work` returns for each chunk of `length` bytes and its number.
    pub fn sum(out: &mut [u8], length: usize, work: impl Fn(usize, &mut [u8]) -> u64) -> u64 {
        (out.chunks_mut(length).enumerate())
            .map(|(i, chunk)| work(i, chunk))
            .sum()
    }

    /// What `work` returns for each item, in order.
    pub fn map<T, R>(items: &[T], work: impl Fn(&T) -> R) -> Vec<R> {
        items.iter().map(work).collect()
    }
}

pub(super) use shared::{count, map, sum};
