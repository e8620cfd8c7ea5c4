//! A row of the table of figures, or an object of `--json`.

use serde::Serialize;

/// The figures of one way to compute a workload.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub workload: &'static str,
    /// The number of samples along x, y, z, and of frames, if any.
    pub size: String,
    pub backend: &'static str,
    pub adapter: Option<String>,
    /// The SIMD instructions of the CPU, or how the kernel of a GPU computes.
    pub form: &'static str,
    /// The number of threads; none for a GPU.
    pub threads: Option<usize>,
    /// Whether the samples end in the memory of the host.
    pub read_back: bool,
    pub msamples_per_s: f64,
    pub write_limit_share: f64,
}

/// The names of the columns.
pub const HEAD: &str = "workload        size             where                                   Msamples/s  of write limit\n";

impl Row {
    /// Returns the row as a line of the table.
    pub fn line(&self) -> String {
        let place = match (&self.adapter, self.threads) {
            (Some(adapter), _) => {
                let without = if self.read_back { "" } else { ", no read-back" };
                format!("{} {}{without}", short(adapter), self.form)
            }
            (None, Some(1)) => format!("{} {}, 1 thread", self.backend, self.form),
            (None, threads) => {
                let threads = threads.unwrap_or_default();
                format!("{} {}, {threads} threads", self.backend, self.form)
            }
        };
        format!(
            "{:<14}  {:<15}  {place:<38}  {:>10.1}  {:>12.0} %\n",
            self.workload,
            self.size,
            self.msamples_per_s,
            100.0 * self.write_limit_share
        )
    }
}

/// Returns the name of an adapter without what its driver adds in brackets.
fn short(adapter: &str) -> &str {
    adapter.split(" (").next().unwrap_or(adapter)
}
