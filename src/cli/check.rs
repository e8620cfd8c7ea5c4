//! `wgpu-noise check`: computes files of a bake again, and compares.

use wgpu_noise::{Result, format};

use super::backend::BackendFlags;
use super::baked::{Baked, BakedFlags, noun, ranges};
use super::exit::Exit;
use super::terminal::{Bar, note, print};
use super::values::whole_number;

/// Compute files of a bake again, and compare them with those that are there; of one .npy or .raw, parts of it.
///
/// The bake is a .zarr or a file that holds its recipe, or has a journal, as frames need.
/// Prints the numbers of the files that are missing or differ; the exit code is then 1. `bake --resume` writes them again, if
/// the bake has a journal. Use the kind of backend that wrote the files: floats of two kinds may differ in their last bits.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    baked: BakedFlags,

    /// How many files or parts of one to compute, from all over the bake
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = whole_number(1..=u32::MAX))]
    sample: u32,

    /// Compute all
    #[arg(long, conflicts_with = "sample")]
    all: bool,

    #[command(flatten)]
    backend: BackendFlags,
}

pub fn run(args: &Args) -> Result<Exit> {
    args.backend.check()?;
    let baked = Baked::find(&args.baked)?;
    let writer = format::compare(&args.baked.file, &baked.contents)?;
    let (count, what) = (writer.part_count(), noun(writer.is_of_one_file()));
    let sample = if args.all {
        count
    } else {
        args.sample.min(count)
    };
    let files: Vec<u32> = (0..sample)
        .map(|i| (u64::from(i) * u64::from(count) / u64::from(sample)) as u32)
        .collect();

    let engine = args
        .backend
        .open_for(std::slice::from_ref(baked.plan.job()))?;
    let kind = engine.made_by().backend;
    if let Ok(begun) = &baked.begun
        && begun.made_by.backend != kind
    {
        let other = &begun.made_by.backend;
        note(&format!(
            "note: computed on {kind}, and written by {other}; floats may differ in their last bits"
        ));
    }
    let mut writer = writer.only(files.iter().copied());
    let mut backend = engine.backend(baked.plan.job().clone())?;
    let bar = Bar::new(writer.samples());
    (baked.plan).bake(backend.as_mut(), &mut writer, &mut |p| bar.show(p.done))?;
    drop(bar);

    let mut bad = files.clone();
    bad.retain(|file| !writer.same().contains(file));
    if bad.is_empty() {
        print(format!(
            "{} of {count} {what} were computed again: all are right\n",
            files.len()
        ))?;
        return Ok(Exit::Done);
    }
    print(format!(
        "{} of {} {what} differ or are missing: {}\n",
        bad.len(),
        files.len(),
        ranges(&bad)
    ))?;
    if let Ok(begun) = baked.begun {
        let mut journal = begun.journal(&baked.contents)?;
        for file in bad {
            if journal.is_whole(file)? {
                journal.add_bad(file)?;
            }
        }
    }
    Ok(Exit::Failed)
}
