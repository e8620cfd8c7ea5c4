//! How work is shared out: through rayon, or in order where there are no threads.

use crate::Result;
use crate::memory::try_collect;

#[cfg(not(target_arch = "wasm32"))]
mod shared {
    use std::error::Error as _;
    use std::sync::LazyLock;

    use rayon::ThreadPoolBuilder;
    use rayon::prelude::*;

    use super::{Result, map_in_order, sum_in_order};

    /// Whether rayon's global pool has threads; made by the first who asks. Where the system starts no thread, rayon panics
    /// on the first use of that pool.
    static GLOBAL_POOL: LazyLock<bool> =
        LazyLock::new(|| match ThreadPoolBuilder::new().build_global() {
            Ok(()) => true,
            // Only a failure to start threads has a source; else the pool was there before.
            Err(error) => error.source().is_none(),
        });

    /// Whether this thread works in a pool, or can use the global one.
    fn have_pool() -> bool {
        rayon::current_thread_index().is_some() || *GLOBAL_POOL
    }

    /// Threads that the CPU backend computes with: those of the current rayon pool, or this one alone where the system
    /// starts no other.
    pub fn count() -> usize {
        match have_pool() {
            true => rayon::current_num_threads(),
            false => 1,
        }
    }

    /// The sum of what `work` returns for each chunk of `length` bytes and its number.
    pub fn sum(
        out: &mut [u8],
        length: usize,
        work: impl Fn(usize, &mut [u8]) -> Result<u64> + Sync,
    ) -> Result<u64> {
        match have_pool() {
            true => (out.par_chunks_mut(length).enumerate())
                .map(|(i, chunk)| work(i, chunk))
                .sum(),
            false => sum_in_order(out, length, work),
        }
    }

    /// What `work` returns for each item, in order.
    pub fn map<T: Sync, R: Send>(
        items: &[T],
        work: impl Fn(&T) -> Result<R> + Send + Sync,
    ) -> Result<Vec<R>> {
        match have_pool() {
            true => items.par_iter().map(work).collect(),
            false => map_in_order(items, work),
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod shared {
    pub(in crate::cpu) use super::{map_in_order as map, sum_in_order as sum};

    /// Threads that the CPU backend computes with: there are no others.
    pub fn count() -> usize {
        1
    }
}

pub(super) fn sum_in_order(
    out: &mut [u8],
    length: usize,
    work: impl Fn(usize, &mut [u8]) -> Result<u64>,
) -> Result<u64> {
    (out.chunks_mut(length).enumerate())
        .map(|(i, chunk)| work(i, chunk))
        .sum()
}

pub(super) fn map_in_order<T, R>(items: &[T], work: impl Fn(&T) -> Result<R>) -> Result<Vec<R>> {
    try_collect(items.iter().map(work))
}

pub use shared::count;
pub(super) use shared::{map, sum};
