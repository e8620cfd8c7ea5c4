//! `wgpu-noise check`: computes files of a bake again, and compares.

use wgpu_noise::{Result, format};

use super::backend::BackendFlags;
use super::baked::{Baked, BakedFlags, missing_beside, noun, ranges};
use super::exit::Exit;
use super::terminal::{Bar, note, print};
use super::values::whole_number;

/// Compute files of a bake again, and compare them with those that are there; of one .npy or .raw, parts of it.
///
/// The bake is a .zarr or a file that holds its recipe, or has a journal, as frames need.
/// Prints the numbers of the files that are missing or differ; the exit code is then 1. `bake --resume` writes them again, if
/// the bake has a journal and the backend is the one that wrote them: floats of two kinds may differ in their last bits, and GPUs of
/// two makers too. By default it is of the kind that the journal names.
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

    let made_by = baked.begun.as_ref().ok().map(|begun| &begun.made_by);
    let engine = (args.backend.like(made_by)).open_for(std::slice::from_ref(baked.plan.job()))?;
    let computed_by = &engine.made_by;
    let is_the_same = made_by == Some(computed_by);
    if let Some(other) = made_by.filter(|_| !is_the_same) {
        note(&format!(
            "note: computed on {computed_by}, and written by {other}; floats may differ in their last bits"
        ));
    }
    let mut writer = writer.only(files.iter().copied());
    let mut backend = engine.backend(baked.plan.job().clone())?;
    let bar = Bar::new(writer.samples());
    (baked.plan).bake(backend.as_mut(), &mut writer, &mut |p| bar.show(p.done))?;
    drop(bar);

    let beside = format::missing_beside(&args.baked.file, &baked.contents)?;
    print(missing_beside(&beside))?;
    let mut bad = files.clone();
    bad.retain(|file| !writer.same().contains(file));
    if bad.is_empty() && !beside.is_empty() {
        return Ok(Exit::Failed);
    }
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
    // Another backend may be as right: what it finds is reported, and not noted.
    if let Ok(begun) = baked.begun
        && is_the_same
    {
        let mut journal = begun.journal(&baked.contents)?;
        for file in bad {
            if journal.is_whole(file)? {
                journal.add_bad(file)?;
            }
        }
    }
    Ok(Exit::Failed)
}
