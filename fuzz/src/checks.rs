//! What holds for every recipe that is accepted, and for every error.

use wgpu_noise::bake::Plan;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::format::{self, FileType};
use wgpu_noise::noise::Picture;
use wgpu_noise::recipe::Range;
use wgpu_noise::{Backend, Error, Job, Recipe};

/// The most evaluations of a layer for which samples are computed.
const EVALUATIONS_MAX: u64 = 1 << 12;

/// Checks that an error blames the request, and not the machine.
pub fn is_refusal(error: &Error) {
    assert!(error.is_callers_fault(), "{error}");
}

/// Checks that a valid recipe is the same after it was written as TOML and as JSON, and read.
pub fn survives_writing(recipe: &Recipe) {
    // As text, because a range may be NaN until it is used.
    let debug = format!("{recipe:?}");
    let toml = recipe.to_toml();
    let read = Recipe::parse(&toml, "written.toml");
    let read = read.unwrap_or_else(|error| panic!("{error}, in\n{toml}"));
    assert_eq!(debug, format!("{read:?}"), "{toml}");

    if let Some(Range::Of(ends)) = recipe.range
        && !ends.iter().all(|end| end.is_finite())
    {
        // JSON has no such numbers.
        return;
    }
    let json = serde_json::to_string(recipe).expect("a recipe is numbers, texts and tables");
    let read = serde_json::from_str::<Recipe>(&json);
    let read = read.unwrap_or_else(|error| panic!("{error}, in\n{json}"));
    assert_eq!(debug, format!("{read:?}"), "{json}");
}

/// Gives a recipe the pictures that it names: four pixels, or of an `.npy` four voxels. Returns whether it takes them.
pub fn takes_pictures(recipe: &mut Recipe) -> bool {
    let pixels = vec![0.0, 1.0, 0.25, -0.5];
    let loaded = recipe.load_pictures(&mut |path| {
        let (file, _) = path.split_once('#').unwrap_or((path, ""));
        let size = if file.ends_with(".npy") {
            [2, 1, 2]
        } else {
            [2, 2, 1]
        };
        Picture::volume(path, size, 1, pixels.clone())
    });
    loaded.as_ref().map_err(is_refusal).is_ok()
}

/// Checks that a valid recipe can be planned, or is refused for a reason. Computes its samples if they are few.
pub fn can_be_baked(recipe: &Recipe) -> bool {
    let job = match recipe.job() {
        Ok(job) => job,
        Err(error) => {
            is_refusal(&error);
            return false;
        }
    };
    for file_type in FileType::ALL.map(Some).into_iter().chain([None]) {
        if let Err(error) = plan(recipe, file_type) {
            is_refusal(&error);
        }
    }
    samples_are_in_range(job);
    true
}

/// Plans a bake, up to the point where it would begin.
fn plan(recipe: &Recipe, file_type: Option<FileType>) -> Result<(), Error> {
    let plan = Plan::of_recipe(recipe, file_type)?;
    assert!(!plan.to_string().is_empty());
    if let Some(file_type) = file_type {
        format::check(file_type, &plan.contents(recipe))?;
    }
    Ok(())
}

/// Checks that the samples of the first and of the last frame are finite and within the range of their channel.
fn samples_are_in_range(job: Job) {
    let grid = job.grid();
    let samples = grid.samples().expect("a job's grid is valid") / u64::from(grid.frame_count());
    if samples.saturating_mul(job.layer_count().max(1)) > EVALUATIONS_MAX {
        return;
    }
    let last = grid.frame_count() - 1;
    let mut cpu = Cpu::new(job.clone());
    for frame in [0, last] {
        let volume = cpu.sample(frame).expect("a few samples fit into memory");
        for texel in volume.samples().chunks(job.program().channels()) {
            for (channel, &value) in texel.iter().enumerate() {
                let [low, high] = job.range(channel);
                assert!(
                    value.is_finite() && (low..=high).contains(&f64::from(value)),
                    "{value} in channel {channel}, frame {frame}, is not within {low}..={high}"
                );
            }
        }
    }
}
