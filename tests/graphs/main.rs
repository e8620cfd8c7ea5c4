//! Random graphs of all nodes, held to everything that is promised of any graph.
//!
//! The plain run takes a few hundred graphs of seed 0 on the CPU, and some on the adapter. As long as asked, by number or in
//! seconds:
//!
//! ```text
//! NOISE_GRAPHS=100000 NOISE_GRAPHS_SEED=7 cargo test --workspace --test graphs -- on_the_cpu
//! NOISE_GRAPHS=3600s NOISE_GRAPHS_SEED=8 cargo test --workspace --test graphs -- on_the_adapter
//! ```
//!
//! What breaks a promise is made smaller, node by node and number by number, and printed as a recipe.
//!
//! * `draw`: graphs, from the data of the nodes; `grids`: what they are sampled on; both from `random`;
//! * `promises`: what must hold of each: `values`, `bits`, `differences`, `text`, `snippets`; `gpu`: what must hold there;
//! * `hunt`: graph after graph; `minimise`: to the smallest that fails.

#[cfg(feature = "gpu")]
#[path = "../support/adapter.rs"]
mod adapter;
#[cfg(feature = "gpu")]
#[path = "../support/environment.rs"]
mod environment;
#[path = "../support/random.rs"]
mod random;
#[path = "../support/skip.rs"]
mod skip;
#[path = "../support/mod.rs"]
mod support;

mod bits;
mod differences;
mod draw;
#[cfg(feature = "gpu")]
mod gpu;
mod grids;
mod hunt;
mod minimise;
mod noticed;
mod promises;
#[cfg(feature = "snippet")]
mod snippets;
mod text;
mod values;

use hunt::{Plan, hunt};

/// Graphs of a plain run.
const ON_THE_CPU: u64 = 300;
#[cfg(feature = "gpu")]
const ON_THE_ADAPTER: u64 = 12;

#[test]
fn graphs_hold_on_the_cpu() {
    let promises = promises::without_gpu();
    #[cfg(feature = "snippet")]
    let promises = promises
        .into_iter()
        .chain([snippets::are_valid()])
        .collect::<Vec<_>>();
    assert!(hunt(Plan::from_environment(ON_THE_CPU), &promises).is_clean());
}

#[cfg(feature = "gpu")]
#[test]
fn graphs_hold_on_the_adapter() {
    let Some(context) = adapter::context() else {
        return;
    };
    let promises = gpu::on_adapter(context);
    assert!(hunt(Plan::from_environment(ON_THE_ADAPTER), &promises).is_clean());
}
