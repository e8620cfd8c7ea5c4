//! Work that takes more than some microseconds, away from the threads that read and write.

use axum::http::StatusCode;
use tokio::task::JoinSet;

use super::problem::Problem;

/// The most threads that read recipes and plan.
pub const THREADS: usize = 8;

/// Runs work on such a thread.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    // Work that has not begun when the request is dropped never does.
    let mut tasks = JoinSet::new();
    tasks.spawn_blocking(work);
    match tasks.join_next().await {
        Some(Ok(done)) => done,
        _ => {
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            Err(Problem::new(status, "the request failed; this is a defect"))
        }
    }
}
