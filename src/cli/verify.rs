//! `wgpu-noise verify`: is this driver right?

use wgpu_noise::{Result, verify};

use super::backend::BackendFlags;
use super::exit::Exit;
use super::terminal::{print, say};

/// Compare a backend with the reference, sample by sample.
///
/// Prints a line for each node and dimension: whether it passed, and the largest error and its bound.
/// Exits with 1 where one did not pass.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    backend: BackendFlags,
}

pub fn run(args: &Args) -> Result<Exit> {
    args.backend.check()?;
    let engine = args.backend.open()?;
    let cases = verify::cases();
    let mut passed = 0;
    for case in &cases {
        let outcome = verify::run(case, |job| engine.backend(job, &case.channels))?;
        print(&format!("{outcome}\n"))?;
        passed += usize::from(outcome.passed);
    }
    let on = engine.adapter.as_deref().unwrap_or("this machine");
    say(&format!("{passed} of {} cases passed on {on}", cases.len()));
    Ok(match passed == cases.len() {
        true => Exit::Done,
        false => Exit::Failed,
    })
}
