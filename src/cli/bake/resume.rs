//! `--resume` and `--shard`: the files of a bake that are still to be written, by this process.

use std::env;
use std::path::Path;

use wgpu_noise::bake::Plan;
use wgpu_noise::format::{Contents, FileType, Journal, MadeBy, Writer};
use wgpu_noise::{Error, Result};

use super::super::baked::noun;
use super::super::terminal::note;

/// The flags of a bake to several files.
#[derive(clap::Args)]
#[command(next_help_heading = "Resuming and sharing")]
pub struct ResumeFlags {
    /// Write only what is not there and whole: files of a .zarr or of frames that are a file each, or ranges of an .npy or a
    /// .raw. A journal beside them, PATH.journal, tells which are
    #[arg(long)]
    pub resume: bool,

    /// Write only a share of the files of a .zarr or of frames: I/N, with I from 0 to N - 1; or auto, which takes both from
    /// the environment of Slurm, AWS Batch, Open MPI or PMI; or auto/N, also for Kubernetes. Implies --resume
    #[arg(long, value_name = "I/N|auto", value_parser = shard)]
    pub shard: Option<Shard>,

    /// Make the folder and the metadata of a .zarr, and compute nothing
    #[arg(long)]
    pub init: bool,
}

/// A share of the files: each whose number leaves the remainder `index` when divided by `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u32,
    count: u32,
    /// The scheduler that said so.
    from: Option<&'static str>,
}

impl ResumeFlags {
    /// Whether a journal is kept.
    pub fn keep_a_journal(&self) -> bool {
        self.resume || self.shard.is_some()
    }

    /// Refuses what has no files of its own to resume.
    pub fn check(&self, output: Option<&Path>, plan: &Plan) -> Result<()> {
        if self.keep_a_journal() && plan.must_measure() {
            return Err(Error::invalid(
                "--range",
                "measured with --resume or --shard",
                "two numbers, or auto; each run would measure all samples",
            ));
        }
        if self.keep_a_journal() && plan.has_grid_steps() {
            return Err(Error::invalid(
                "--resume",
                "an erosion or a blur",
                "a bake without --resume and --shard; each part needs the whole grid",
            ));
        }
        let is_store = output
            .map(FileType::from_path)
            .is_some_and(|of| matches!(of, Ok(FileType::Zarr)));
        if self.init && !is_store {
            return Err(Error::invalid(
                "--init",
                "another file than a .zarr",
                "-o PATH.zarr",
            ));
        }
        Ok(())
    }

    /// Reads the journal of a bake, if one is kept, and refuses a share of one file.
    pub fn journal(
        &self,
        path: &Path,
        contents: &Contents,
        made_by: MadeBy,
    ) -> Result<Option<Journal>> {
        if !self.keep_a_journal() {
            return Ok(None);
        }
        let journal = Journal::open(path, contents, made_by)?;
        if self.shard.is_some() && journal.is_of_one_file() {
            return Err(Error::invalid(
                "--shard",
                "a share of one file",
                "--resume; or a .zarr, or frames that are a file each",
            ));
        }
        Ok(Some(journal))
    }

    /// Returns the writer of the parts that are still to be written.
    pub fn narrow(&self, writer: Writer, journal: Journal) -> Result<Writer> {
        let share = self.shard.unwrap_or(Shard {
            index: 0,
            count: 1,
            from: None,
        });
        if let Some(scheduler) = share.from {
            let Shard { index, count, .. } = share;
            note(&format!("share {index}/{count}, from {scheduler}"));
        }
        let mine = |part: &u32| part % share.count == share.index;
        let of = journal.part_count();
        let writer = writer.only((0..of).filter(mine));
        let (count, what) = (writer.parts_to_come().len(), noun(writer.is_of_one_file()));
        let writer = writer.resumed(journal)?;
        if count == 0 {
            note(&format!("none of the {of} {what} is of this share"));
        }
        let whole = count - writer.parts_to_come().len();
        if whole > 0 {
            note(&format!("{whole} of {count} {what} are whole"));
        }
        Ok(writer)
    }
}

/// The variables with which a scheduler tells a process which of how many it is.
struct Scheduler {
    name: &'static str,
    index: &'static str,
    /// The least index, if it need not be 0.
    least: Option<&'static str>,
    /// The distance of two indices, if it need not be 1.
    step: Option<&'static str>,
    count: Option<&'static str>,
}

const SCHEDULERS: [Scheduler; 5] = [
    Scheduler {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        least: Some("SLURM_ARRAY_TASK_MIN"),
        step: Some("SLURM_ARRAY_TASK_STEP"),
        count: Some("SLURM_ARRAY_TASK_COUNT"),
    },
    Scheduler::new(
        "AWS Batch",
        "AWS_BATCH_JOB_ARRAY_INDEX",
        Some("AWS_BATCH_JOB_ARRAY_SIZE"),
    ),
    Scheduler::new(
        "Open MPI",
        "OMPI_COMM_WORLD_RANK",
        Some("OMPI_COMM_WORLD_SIZE"),
    ),
    Scheduler::new("PMI", "PMI_RANK", Some("PMI_SIZE")),
    // It does not tell a process how many there are.
    Scheduler::new("Kubernetes", "JOB_COMPLETION_INDEX", None),
];

impl Scheduler {
    const fn new(
        name: &'static str,
        index: &'static str,
        count: Option<&'static str>,
    ) -> Scheduler {
        Scheduler {
            name,
            index,
            least: None,
            step: None,
            count,
        }
    }

    /// Returns the share of this process, if it runs under this scheduler.
    fn shard(
        &self,
        given: Option<u32>,
        variable: &dyn Fn(&str) -> Option<u32>,
    ) -> Option<Result<Shard, String>> {
        let at = variable(self.index)?;
        let least = self.least.and_then(variable).unwrap_or(0);
        let step = self.step.and_then(variable).unwrap_or(1).max(1);
        let index = at.saturating_sub(least) / step;
        let count = given.or_else(|| variable(self.count?));
        Some(match count {
            Some(count) if index < count => Ok(Shard {
                index,
                count,
                from: Some(self.name),
            }),
            Some(count) => Err(format!(
                "{} says {index}, so more than {count} shares",
                self.name
            )),
            None => Err(format!(
                "auto/N, as {} does not say how many processes there are",
                self.name
            )),
        })
    }
}

const ALLOWED: &str = "I/N, with I from 0 to N - 1, such as 0/4; auto; or auto/N";

/// Parses the value of `--shard`.
fn shard(text: &str) -> Result<Shard, String> {
    let variable = |name: &str| env::var(name).ok()?.trim().parse().ok();
    parse(text, &variable)
}

fn parse(text: &str, variable: &dyn Fn(&str) -> Option<u32>) -> Result<Shard, String> {
    let (index, count) = match text.split_once('/') {
        Some((index, count)) => (index, Some(count.parse().map_err(|_| ALLOWED)?)),
        None => (text, None),
    };
    if index == "auto" {
        let mut found = SCHEDULERS
            .iter()
            .filter_map(|one| one.shard(count, variable));
        return found.next().unwrap_or_else(|| {
            let names = SCHEDULERS.each_ref().map(|one| one.index).join(", ");
            Err(format!("I/N, as none of {names} is a number"))
        });
    }
    match (index.parse(), count) {
        (Ok(index), Some(count)) if index < count => Ok(Shard {
            index,
            count,
            from: None,
        }),
        _ => Err(ALLOWED.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn under(variables: &[(&str, u32)], text: &str) -> Result<(u32, u32), String> {
        let find = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| *value)
        };
        parse(text, &find).map(|shard| (shard.index, shard.count))
    }

    #[test]
    fn a_share_is_given_or_found_in_the_environment() {
        assert_eq!(under(&[], "2/5"), Ok((2, 5)));
        let slurm = [
            ("SLURM_ARRAY_TASK_ID", 7),
            ("SLURM_ARRAY_TASK_MIN", 1),
            ("SLURM_ARRAY_TASK_STEP", 2),
            ("SLURM_ARRAY_TASK_COUNT", 4),
        ];
        assert_eq!(under(&slurm, "auto"), Ok((3, 4)));
        assert_eq!(under(&slurm, "1/2"), Ok((1, 2)));
        let batch = [
            ("AWS_BATCH_JOB_ARRAY_INDEX", 0),
            ("AWS_BATCH_JOB_ARRAY_SIZE", 9),
        ];
        assert_eq!(under(&batch, "auto"), Ok((0, 9)));
        let job = [("JOB_COMPLETION_INDEX", 3)];
        assert_eq!(under(&job, "auto/4"), Ok((3, 4)));
        assert!(under(&job, "auto").is_err_and(|text| text.contains("auto/N")));
        assert!(under(&job, "auto/3").is_err());
        assert!(under(&[], "auto").is_err_and(|text| text.contains("PMI_RANK")));
        for wrong in ["", "5", "5/5", "-1/2", "1/0", "auto/x", "1/2/3"] {
            assert!(under(&[], wrong).is_err(), "{wrong}");
        }
    }
}
