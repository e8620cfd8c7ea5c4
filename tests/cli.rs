//! The program, by running it.

#![cfg(feature = "cli")]

#[path = "cli/bad_input.rs"]
mod bad_input;
#[path = "cli/bake.rs"]
mod bake;
#[path = "cli/bench.rs"]
mod bench;
#[path = "cli/boxes.rs"]
mod boxes;
#[path = "support/environment.rs"]
mod environment;
#[path = "cli/expressions.rs"]
mod expressions;
#[path = "cli/failures.rs"]
mod failures;
#[path = "cli/grid_steps.rs"]
mod grid_steps;
#[path = "cli/json.rs"]
mod json;
#[path = "cli/no_effect.rs"]
mod no_effect;
#[path = "cli/notes.rs"]
mod notes;
#[path = "cli/pages.rs"]
mod pages;
#[path = "cli/pictures.rs"]
mod pictures;
#[path = "cli/pipelines.rs"]
mod pipelines;
#[path = "cli/presets.rs"]
mod presets;
#[path = "cli/preview.rs"]
mod preview;
#[path = "cli/program.rs"]
mod program;
#[path = "cli/readers.rs"]
mod readers;
#[path = "cli/recipes.rs"]
mod recipes;
#[path = "cli/resume.rs"]
mod resume;
#[path = "cli/sheets.rs"]
mod sheets;
#[path = "cli/snippet.rs"]
mod snippet;
#[path = "cli/spheres.rs"]
mod spheres;
#[path = "cli/stores.rs"]
mod stores;
#[path = "cli/textures.rs"]
mod textures;
