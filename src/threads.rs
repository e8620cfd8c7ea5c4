//! Distributes work to threads by rayon, or does it in order on one thread if the target has no others.

use crate::Result;
use crate::memory::try_collect;

#[cfg(not(target_arch = "wasm32"))]
mod shared {
    use std::cell::Cell;
    use std::error::Error as _;
    use std::process;
    use std::sync::LazyLock;

    use rayon::ThreadPoolBuilder;
    use rayon::prelude::*;

    use super::{Result, map_in_order, sum_in_order};

    /// The id of the process in which rayon's global pool was started, at the first use; `None` if the system gave it no threads,
    /// in which case using the pool would panic.
    static GLOBAL_POOL: LazyLock<Option<u32>> =
        LazyLock::new(|| match ThreadPoolBuilder::new().build_global() {
            Ok(()) => Some(process::id()),
            // An error without a source means that the pool was there before.
            Err(error) => error.source().is_none().then(process::id),
        });

    thread_local! {
        /// Whether this thread shares out nothing.
        static IS_ALONE: Cell<bool> = const { Cell::new(false) };
    }

    /// Runs work, all of it on this thread if `is_alone` is set.
    #[cfg(feature = "service")]
    pub fn alone_if<R>(is_alone: bool, work: impl FnOnce() -> R) -> R {
        /// Sets [`IS_ALONE`] to what it was before when it is dropped, also by a panic.
        struct Before(bool);

        impl Drop for Before {
            fn drop(&mut self) {
                IS_ALONE.set(self.0);
            }
        }

        let _before = Before(IS_ALONE.replace(is_alone || IS_ALONE.get()));
        work()
    }

    /// Returns whether this thread works in a pool or can use the global one. A process that was forked from the one with the
    /// pool does not have its threads, and would wait for them forever.
    fn have_pool() -> bool {
        !IS_ALONE.get()
            && (rayon::current_thread_index().is_some() || *GLOBAL_POOL == Some(process::id()))
    }

    /// Runs work that a dependency shares out by rayon. Where there is no pool for it, as in a process that was forked, it gets
    /// one of a single thread.
    #[cfg(feature = "zarr")]
    pub fn with_pool<R: Send>(work: impl FnOnce() -> R + Send) -> R {
        let own = || ThreadPoolBuilder::new().num_threads(1).build().ok();
        match if have_pool() { None } else { own() } {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Returns how many threads compute: those of the current rayon pool, or 1 if the system can start no others.
    pub fn thread_count() -> usize {
        if have_pool() {
            rayon::current_num_threads()
        } else {
            1
        }
    }

    /// Returns the sum of what `work` returns for each chunk of `length` bytes and its index.
    pub fn sum_chunks(
        out: &mut [u8],
        length: usize,
        work: impl Fn(usize, &mut [u8]) -> Result<u64> + Sync,
    ) -> Result<u64> {
        if have_pool() {
            (out.par_chunks_mut(length).enumerate())
                .map(|(i, chunk)| work(i, chunk))
                .sum()
        } else {
            sum_in_order(out, length, work)
        }
    }

    /// Copies bytes to memory of the same length, on all threads if they are many.
    #[cfg(feature = "gpu")]
    pub fn copy(from: &[u8], to: &mut [u8]) {
        /// The bytes that a thread copies at a time.
        const PIECE: usize = 1 << 20;
        if to.len() > PIECE && have_pool() {
            let pieces = to.par_chunks_mut(PIECE).zip(from.par_chunks(PIECE));
            pieces.for_each(|(to, from)| to.copy_from_slice(from));
        } else {
            to.copy_from_slice(from);
        }
    }

    /// Returns what `work` returns for each item, in the order of the items.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn map<T: Sync, R: Send>(
        items: &[T],
        work: impl Fn(&T) -> Result<R> + Send + Sync,
    ) -> Result<Vec<R>> {
        if have_pool() {
            items.par_iter().map(work).collect()
        } else {
            map_in_order(items, work)
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod shared {
    pub use super::{map_in_order as map, sum_in_order as sum_chunks};

    /// Returns how many threads compute: there are no others.
    pub fn thread_count() -> usize {
        1
    }

    /// Copies bytes to memory of the same length.
    #[cfg(feature = "gpu")]
    pub fn copy(from: &[u8], to: &mut [u8]) {
        to.copy_from_slice(from);
    }

    /// Runs work, all of it on this thread.
    #[cfg(feature = "service")]
    pub fn alone_if<R>(_: bool, work: impl FnOnce() -> R) -> R {
        work()
    }
}

/// Returns the sum of what `work` returns for each chunk of at most `length` bytes, on this thread.
///
/// # Errors
/// Those of `work`.
pub fn sum_in_order(
    out: &mut [u8],
    length: usize,
    work: impl Fn(usize, &mut [u8]) -> Result<u64>,
) -> Result<u64> {
    (out.chunks_mut(length).enumerate())
        .map(|(i, chunk)| work(i, chunk))
        .sum()
}

/// Returns what `work` returns for each item, in the order of the items, on this thread.
///
/// # Errors
/// Those of `work`.
pub fn map_in_order<T, R>(items: &[T], work: impl Fn(&T) -> Result<R>) -> Result<Vec<R>> {
    try_collect(items.iter().map(work))
}

#[cfg(feature = "service")]
pub use shared::alone_if;
#[cfg(feature = "gpu")]
pub use shared::copy;
#[cfg(all(feature = "zarr", not(target_arch = "wasm32")))]
pub use shared::with_pool;
pub use shared::{map, sum_chunks, thread_count};

#[cfg(all(test, feature = "service", not(target_arch = "wasm32")))]
mod tests {
    use super::{alone_if, thread_count};

    #[test]
    fn a_thread_is_alone_until_the_work_ends_or_panics() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build();
        pool.expect("threads").install(|| {
            assert_eq!(alone_if(true, || alone_if(false, thread_count)), 1);
            assert_eq!(alone_if(false, thread_count), 3);
            let failed = std::panic::catch_unwind(|| alone_if(true, || panic!("on purpose")));
            assert!(failed.is_err() && thread_count() == 3);
        });
    }
}
