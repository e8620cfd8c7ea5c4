//! Snippets: valid in every language, and right at every point.
//!
//! What a compiler of another party says is asked of Tint (`npm ci --prefix tests/tint`), `spirv-val` (spirv-tools) and
//! `glslangValidator` (glslang-tools). Where one is missing its tests skip and say so; with `CI=true` they fail. No package has
//! a checker of Metal's language: MSL is only written.
#![cfg(all(feature = "snippet", feature = "gpu"))]

#[path = "../support/adapter.rs"]
mod adapter;
#[path = "../support/buffers.rs"]
mod buffers;
#[path = "../support/environment.rs"]
mod environment;
#[path = "../support/skip.rs"]
mod skip;
#[path = "../support/mod.rs"]
mod support;

mod agreement;
mod app;
mod comment;
mod compare;
mod costs;
mod dispatch;
mod files;
mod fragment;
mod headers;
mod jobs;
mod languages;
mod modules;
mod programs;
mod source;
mod tint;
mod together;
mod validity;
mod values;
mod webgl;
