//! The sizes that work is cut to.

use crate::threads;

/// Samples of x that are evaluated at a time. The axis tables of so many stay in the first-level cache.
pub(super) const TILE: usize = 1024;

/// Points that are evaluated at a time. Their coordinates, their places on a lattice and their values stay in the first-level
/// cache.
pub(super) const POINTS: usize = TILE / 2;

/// Samples of a register, at most. The registers that an operation reads and writes stay in the second-level cache.
pub(super) const REGISTER: usize = 2 * TILE;

/// The most samples that a vector of bytes counts: points are computed in groups of as many samples.
pub(super) const GROUP_MAX: usize = 64;

/// Samples from which on a brick is written with non-temporal stores. It is too large for the caches, so its samples would
/// leave them before anyone reads them.
pub(super) const NON_TEMPORAL_MIN: u64 = 1 << 20;

/// The most samples along an axis of a brick that is computed as a whole; larger ones are cut. It bounds the axis tables,
/// which take some tens of bytes for each of these samples in every octave of every source.
pub(super) const PART_SIDE_MAX: usize = 16 * TILE;

/// The fewest samples that are worth handing to a thread.
pub(super) const TASK_MIN: usize = 16 * TILE;

/// Tasks that each thread takes, so that all threads finish at about the same time.
const TASKS_PER_THREAD: usize = 4;

/// Returns how many tasks work is cut into: a single one if there is a single thread.
pub(super) fn tasks() -> usize {
    match threads::thread_count() {
        1 => 1,
        threads => threads * TASKS_PER_THREAD,
    }
}
