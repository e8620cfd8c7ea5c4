//! What a bake prints when it is done.

use std::path::PathBuf;

use serde::{Serialize, Serializer};
use wgpu_noise::Result;
use wgpu_noise::bake::{Plan, Statistics};
use wgpu_noise::format::Sheet;

use super::super::terminal;

/// The numbers of a finished bake: for the closing line, and for `--json`, whose keys `docs/json.md` explains.
#[derive(Serialize)]
pub struct Report {
    pub samples: u64,
    pub seconds: f64,
    pub times: Times,
    pub backend: &'static str,
    pub adapter: Option<String>,
    /// The SIMD instructions of the CPU backend; none for the others.
    pub form: Option<&'static str>,
    pub saturated: u64,
    /// The least and the greatest stored value, on a scale on which the ends of the range are 0 and 1; none for floats and for
    /// colours.
    pub used: Option<[f32; 2]>,
    #[serde(serialize_with = "lossy")]
    pub files: Vec<PathBuf>,
    pub sheet: Option<Sheet>,
    pub size: Vec<u32>,
    /// The box, in the samples of the whole.
    #[serde(rename = "box")]
    pub part: Option<Vec<[u32; 2]>>,
    pub frames: Option<u32>,
    pub channels: u32,
    pub format: &'static str,
    /// What became 0 and 1; none for floats.
    pub range: Option<[f32; 2]>,
    pub bytes: u64,
    pub seed: u32,
}

/// Where the time of a bake went, in seconds. What these name may happen side by side.
#[derive(Default, Serialize)]
pub struct Times {
    computing: f64,
    writing: f64,
    /// How long the device computed, by its own clock; none without a device, or if it has no clock.
    device: Option<f64>,
    /// How long texels were copied from the device's memory; none without a device.
    copying: Option<f64>,
}

impl Times {
    pub fn of(statistics: &Statistics) -> Times {
        let device = statistics.device;
        let computing = device.and_then(|device| device.computing);
        Times {
            computing: statistics.computing.as_secs_f64(),
            writing: statistics.writing.as_secs_f64(),
            device: computing.map(|time| time.as_secs_f64()),
            copying: device.map(|device| device.copying.as_secs_f64()),
        }
    }
}

/// Writes paths as text: a path may be any bytes, but JSON is UTF-8.
fn lossy<S: Serializer>(files: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(files.iter().map(|file| file.to_string_lossy()))
}

/// Names files in few words: of a sequence the first and the last.
pub fn listed(files: &[PathBuf]) -> String {
    match files {
        [] => "no files".into(),
        [file] => file.display().to_string(),
        [first, second] => format!("{} and {}", first.display(), second.display()),
        [first, .., last] => {
            let count = files.len();
            format!("{count} files {} to {}", first.display(), last.display())
        }
    }
}

impl Report {
    /// Returns a report with the fields that follow from the plan. The others are empty.
    pub fn of(plan: &Plan) -> Report {
        let (packing, grid) = (plan.packing(), plan.grid());
        Report {
            samples: 0,
            seconds: 0.0,
            times: Times::default(),
            backend: "",
            adapter: None,
            form: None,
            saturated: 0,
            used: None,
            files: Vec::new(),
            sheet: None,
            size: plan.size().to_vec(),
            part: plan.part(),
            frames: grid.frames,
            channels: packing.channels(),
            format: packing.format().name(),
            range: (packing.format().component().is_unorm()).then_some(packing.range()),
            bytes: plan.bytes(),
            seed: plan.job().params().seed,
        }
    }

    /// Returns the closing line. It advises a measured range only where one is possible.
    pub fn line(&self, may_measure: bool) -> String {
        let mut line = format!(
            "{} samples in {:.3} s, backend {}",
            self.samples, self.seconds, self.backend
        );
        if let Some(adapter) = &self.adapter {
            line += &format!(", adapter {adapter}");
        }
        if let (1.., Some([low, high])) = (self.saturated, self.range) {
            line += &format!(
                ", {} values outside {low}..{high} saturated",
                self.saturated
            );
            if self.saturated > self.samples * u64::from(self.channels) / 4 && may_measure {
                line += ": --range measured keeps all of them";
            }
        }
        if let (Some([least, greatest]), Some([low, high])) = (self.used, self.range) {
            let share = 100.0 * (greatest - least);
            if share == 0.0 {
                line += ", all texels equal";
                if may_measure && self.saturated == 0 {
                    line += ": --range measured shows whether the samples differ";
                }
            } else if share < 50.0 && low < high && may_measure {
                line += &format!(
                    ", {share:.0} % of {low}..{high} used: --range measured uses all of it"
                );
            }
        }
        if let Some(sheet) = &self.sheet {
            line += &format!(", {sheet}");
        }
        if !self.files.is_empty() {
            line += &format!(", {}", listed(&self.files));
        }
        line
    }

    /// Prints the report of `--json` to standard output.
    pub fn print(&self) -> Result<()> {
        terminal::print_json(self)
    }
}
