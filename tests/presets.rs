//! Every preset: it is in the table, it parses, and what it bakes is what the reference says, and closes where it says so.

mod support;

use std::path::Path;

use support::{Make, case_samples, cpu, reference};
use wgpu_noise::recipe::Preset;
use wgpu_noise::verify::Case;
use wgpu_noise::{Job, Recipe};

/// Samples along the longest axis of a small picture.
const SIDE: u32 = 12;

/// A preset in few samples and frames.
fn small(preset: &Preset) -> Recipe {
    let recipe = preset
        .recipe()
        .unwrap_or_else(|error| panic!("{}: {error}", preset.name));
    Recipe {
        frames: recipe.frames.map(|frames| frames.min(3)),
        ..recipe.sized(SIDE)
    }
}

/// A preset and its outputs.
fn pictures(preset: &Preset) -> Vec<(String, Recipe)> {
    let recipe = small(preset);
    let named = |(output, recipe)| (format!("{}, {output}", preset.name), recipe);
    let outputs = recipe.each_output().into_iter().map(named);
    let outputs: Vec<_> = outputs.collect();
    [vec![(preset.name.to_string(), recipe)], outputs].concat()
}

fn case(recipe: &Recipe) -> Case {
    Case {
        name: recipe.title.clone().unwrap_or_default(),
        channels: recipe.noises().expect("a checked recipe"),
        grid: recipe.grid(),
        seed: recipe.seed,
        exact_inputs: false,
    }
}

fn samples(recipe: &Recipe, make: Make) -> Vec<f32> {
    case_samples(&case(recipe), make)
}

fn job(recipe: &Recipe) -> Job {
    recipe.job().expect("a checked recipe")
}

#[test]
fn every_file_is_a_preset() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes");
    let files = std::fs::read_dir(folder).expect("the folder");
    let mut files: Vec<String> = files
        .map(|file| file.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".toml"))
        .collect();
    files.sort();
    let presets: Vec<String> = Preset::ALL.iter().map(Preset::file).collect();
    assert_eq!(presets, files);
}

#[test]
fn each_says_what_it_shows_what_it_is_for_and_where_it_comes_from() {
    for preset in Preset::ALL {
        let recipe = small(preset);
        let (title, purpose) = (
            recipe.title.expect(preset.name),
            recipe.purpose.expect(preset.name),
        );
        assert!((3..=60).contains(&title.len()), "{}: {title}", preset.name);
        assert!(
            (3..=48).contains(&purpose.len()),
            "{}: {purpose}",
            preset.name
        );
        assert!(preset.text.starts_with("# "), "{}", preset.name);
        assert!(preset.text.lines().count() <= 100, "{}", preset.name);
    }
}

/// How many samples of two runs are further apart than `times` what the job allows, channel by channel; at a jump one in a
/// hundred may be.
fn differing(job: &Job, times: f64, found: &[f32], expected: &[f32]) -> usize {
    let channels = job.program().channels();
    let count = |channel: usize| {
        let of = |samples: &[f32]| -> Vec<f32> {
            (samples.iter().skip(channel).step_by(channels).copied()).collect()
        };
        let bound = times * job.tolerance(channel) + 1e-7;
        let beyond = (of(found).iter().zip(&of(expected)))
            .map(|(a, b)| f64::from((a - b).abs()))
            .filter(|apart| apart.is_nan() || *apart > bound)
            .count();
        match job.jump_share(channel) > 0.0 && beyond <= found.len() / channels / 100 {
            true => 0,
            false => beyond,
        }
    };
    (0..channels).map(count).sum()
}

#[test]
fn the_cpu_makes_of_each_what_the_reference_makes() {
    for (name, recipe) in Preset::ALL.iter().flat_map(pictures) {
        let (found, exact) = (samples(&recipe, &cpu), samples(&recipe, &reference));
        let differing = differing(&job(&recipe), 1.0, &found, &exact);
        assert_eq!(differing, 0, "{name}");
    }
}

/// Most of what a preset shows is neither black nor white, and it is no flat colour.
#[test]
fn ranges_fit() {
    for preset in Preset::ALL {
        let recipe = small(preset);
        let range = wgpu_noise::bake::range(&job(&recipe), recipe.unorm_range());
        let [low, high] = range.expect(preset.name);
        let samples = samples(&recipe, &cpu);
        let levels: Vec<f32> = samples.iter().map(|v| (v - low) / (high - low)).collect();
        let outside = (levels.iter())
            .filter(|v| !(-0.001..=1.001).contains(*v))
            .count();
        assert!(
            outside * 20 <= levels.len(),
            "{}: {outside} of {}",
            preset.name,
            levels.len()
        );
        let extreme = |pick: fn(f32, f32) -> f32| levels.iter().copied().fold(levels[0], pick);
        let contrast = extreme(f32::max).min(1.0) - extreme(f32::min).max(0.0);
        assert!(contrast > 0.35, "{}: contrast {contrast}", preset.name);
    }
}

/// How many samples of the next box along an axis are others than here.
fn open_along(recipe: &Recipe, axis: usize) -> usize {
    let mut next = recipe.clone();
    next.origin.resize(4, 0.0);
    next.origin[axis] += recipe.grid().span(axis).extent;
    // Each of the two may be off.
    let (here, next) = (samples(recipe, &cpu), samples(&next, &cpu));
    differing(&job(recipe), 2.0, &next, &here)
}

#[test]
fn seamless_ones_are_seamless() {
    let recipes = Preset::ALL.iter().flat_map(pictures);
    let seamless: Vec<_> = recipes.filter(|(_, recipe)| recipe.seamless).collect();
    assert!(seamless.len() > 4);
    for (name, recipe) in &seamless {
        for axis in recipe.grid().axes().indices() {
            assert_eq!(open_along(recipe, axis), 0, "{name}, axis {axis}");
        }
    }
}

/// From how many different pictures the frames of a loop are mixed: 1 where all lie on a line between two of them.
///
/// That is (Σλ)²/Σλ², λ the eigenvalues of the frames' inner products about their mean: the trace and the sum of squares give
/// both sums.
fn dimensions(samples: &[f32], frames: usize) -> f64 {
    let length = samples.len() / frames;
    let value = |frame: usize, at: usize| f64::from(samples[frame * length + at]);
    let mean: Vec<f64> = (0..length)
        .map(|at| (0..frames).map(|frame| value(frame, at)).sum::<f64>() / frames as f64)
        .collect();
    let product = |a: usize, b: usize| -> f64 {
        let both = |at| (value(a, at) - mean[at]) * (value(b, at) - mean[at]);
        (0..length).map(both).sum()
    };
    let trace: f64 = (0..frames).map(|frame| product(frame, frame)).sum();
    let squares: f64 = (0..frames * frames)
        .map(|pair| product(pair / frames, pair % frames).powi(2))
        .sum();
    trace.powi(2) / squares
}

/// The dimensions of a recipe's loop in eight frames.
fn loop_of(recipe: &Recipe) -> f64 {
    let recipe = Recipe {
        frames: Some(8),
        ..recipe.sized(2 * SIDE)
    };
    dimensions(&samples(&recipe, &cpu), 8)
}

#[test]
fn loops_neither_freeze_nor_go_back_and_forth() {
    let moving = |preset: &&Preset| preset.recipe().is_ok_and(|recipe| recipe.frames.is_some());
    let presets: Vec<_> = Preset::ALL.iter().filter(moving).collect();
    assert!(presets.len() > 5);
    for preset in presets {
        let dimensions = loop_of(&preset.recipe().expect(preset.name));
        assert!(dimensions > 2.5, "{}: {dimensions}", preset.name);
    }
    // One cell a loop is a line.
    let clouds = Preset::find("clouds_4d").expect("a preset").text;
    let frozen = clouds.replace("time_frequency = 3", "time_frequency = 1");
    let dimensions = loop_of(&Recipe::parse(&frozen, "frozen").expect("a recipe"));
    assert!(dimensions < 1.2, "{dimensions}");
}

/// What `bake` has to say of a preset's plan is said to its authors, by this test.
#[test]
fn none_closes_after_too_few_cells() {
    for preset in Preset::ALL {
        let recipe = preset.recipe().expect(preset.name);
        let job = job(&recipe);
        let plan = wgpu_noise::bake::Plan::new(job, None, None, recipe.unorm_range());
        let notes = plan.expect(preset.name).notes();
        assert!(notes.is_empty(), "{}: {notes:?}", preset.name);
    }
}

/// Fire does not close in space, and its rise is no noise of period 1: its loop closes by the periods that it gives.
#[test]
fn fire_is_a_loop() {
    let fire = small(&Preset::find("fire").expect("a preset"));
    assert_eq!(open_along(&fire, 0), 0);
    assert_eq!(open_along(&fire, 3), 0);
    assert!(open_along(&fire, 1) > 0);
}

/// What `bake -o FOLDER/` writes of a material: albedo, height, a normal of length 1 that is nowhere flat alone, and the packing
/// of glTF.
#[test]
fn materials_have_their_maps() {
    let materials = Preset::ALL
        .iter()
        .map(|preset| (preset.name, small(preset)));
    let materials: Vec<_> = materials
        .filter(|(_, recipe)| !recipe.outputs.is_empty())
        .collect();
    assert_eq!(materials.len(), 10);
    for (name, recipe) in &materials {
        assert!(recipe.seamless, "{name}");
        for output in ["albedo", "height", "normal", "orm"] {
            assert!(recipe.outputs.contains_key(output), "{name}, {output}");
        }
        let outputs = recipe.each_output();
        let normal = outputs.iter().find(|(output, _)| output == "normal");
        let normals = samples(&normal.expect("it is there").1, &cpu);
        let mut flat = 0;
        for normal in normals.chunks_exact(3) {
            let length = normal.iter().map(|n| n * n).sum::<f32>().sqrt();
            assert!(
                (length - 1.0).abs() < 1e-4 && normal[2] > 0.0,
                "{name}: {normal:?}"
            );
            flat += usize::from(normal[2] == 1.0);
        }
        assert!(flat * 2 < normals.len() / 3, "{name}: {flat} are flat");
    }
}
