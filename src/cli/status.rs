//! `wgpu-noise status`: which files of a bake are whole.

use std::path::PathBuf;

use serde::Serialize;
use wgpu_noise::{Result, format};

use super::baked::{Baked, BakedFlags, missing_beside, noun, ranges};
use super::exit::Exit;
use super::terminal::{print, print_json};

/// Say which files of a bake with --resume or --shard are whole, and which are missing; of one .npy or .raw, which parts.
///
/// A file is whole if it has the bytes that its journal names. Files are numbered from 0. The exit code is 1 if one is missing, or what belongs beside them: the metadata and coordinates of a .zarr, a .json.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    baked: BakedFlags,

    /// Print the numbers as JSON
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    /// The number of files of the bake, or of the parts of its only file.
    files: u32,
    whole: u32,
    /// The numbers of the others.
    missing: Vec<u32>,
    /// What belongs beside the files and is missing or damaged: metadata, coordinates, sidecars.
    missing_beside: Vec<PathBuf>,
    backend: String,
    adapter: Option<String>,
    driver: Option<String>,
}

pub fn run(args: &Args) -> Result<Exit> {
    let baked = Baked::find(&args.baked)?;
    let begun = baked.begun?;
    let made_by = begun.made_by.clone();
    let journal = begun.journal(&baked.contents)?;
    let mut missing = Vec::new();
    for file in 0..journal.part_count() {
        if !journal.is_whole(file)? {
            missing.push(file);
        }
    }
    let report = Report {
        files: journal.part_count(),
        whole: journal.part_count() - missing.len() as u32,
        missing,
        missing_beside: format::missing_beside(&args.baked.file, &baked.contents)?,
        backend: made_by.backend,
        adapter: made_by.adapter,
        driver: made_by.driver,
    };
    if args.json {
        print_json(&report)?;
    } else {
        print(format!(
            "{} of {} {} are whole\n",
            report.whole,
            report.files,
            noun(journal.is_of_one_file())
        ))?;
        if !report.missing.is_empty() {
            print(format!("missing: {}\n", ranges(&report.missing)))?;
        }
        print(missing_beside(&report.missing_beside))?;
        if journal.is_unpublished() {
            print(match args.baked.file.exists() {
                true => "the file is the old one until a bake with --resume ends\n",
                false => "the file is not there until a bake with --resume ends\n",
            })?;
        }
    }
    let is_whole = report.missing.is_empty() && report.missing_beside.is_empty();
    Ok(match is_whole && !journal.is_unpublished() {
        true => Exit::Done,
        false => Exit::Failed,
    })
}
