//! The program, by running it.

#![cfg(feature = "cli")]

mod bad_input;
mod bake;
mod bench;
mod boxes;
#[path = "../support/command.rs"]
mod command;
#[path = "../support/environment.rs"]
mod environment;
mod expressions;
mod failures;
mod grid_steps;
mod json;
mod no_effect;
mod nodes;
mod notes;
mod pages;
mod pictures;
mod pipelines;
mod presets;
mod preview;
mod program;
mod readers;
mod recipes;
mod resume;
mod sheets;
#[path = "../support/skip.rs"]
mod skip;
mod snippet;
mod spheres;
mod stores;
mod textures;
mod verify;
