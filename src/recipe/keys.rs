//! The top-level keys of a recipe, and what each may hold.

use super::{Codec, Layout, Output, Recipe, Space, ramp};
use crate::Error;
use crate::erosion::Erosion;
use crate::limits::{FPS_MAX, POSITION, POSITIVE, SIZE_MAX, between};
use crate::texel::{Format, Transfer};

impl Recipe {
    /// Every key of a recipe; `license` is `licence`.
    pub const KEYS: &[&str] = &[
        "title",
        "purpose",
        "licence",
        "license",
        "size",
        "extent",
        "origin",
        "frames",
        "duration",
        "seed",
        "seamless",
        "edge_samples",
        "box",
        "format",
        "range",
        "supersample",
        "blur",
        "mips",
        "supercompress",
        "codec",
        "output",
        "strength",
        "layout",
        "columns",
        "pad_sheet",
        "fps",
        "ramp",
        "ramp_space",
        "transfer",
        "channels",
        "imports",
        "erosion",
        "outputs",
        "parameters",
        "nodes",
    ];

    /// Returns what a key may hold, in words for an error message: `a whole number from 0 to 4294967295` for `seed`.
    /// `None` for names that are not keys.
    pub fn allowed(key: &str) -> Option<String> {
        Some(match key {
            "title" | "purpose" | "licence" | "license" => "a text in quotes".into(),
            "size" => format!("one to three whole numbers from 1 to {SIZE_MAX}"),
            "extent" => format!(
                "one to three numbers {} for the axes of the size; those left out make texels cubes",
                between(POSITIVE)
            ),
            "origin" => format!(
                "one to four numbers {}, for x, y, z and w",
                between(POSITION)
            ),
            "frames" => format!("a whole number from 1 to {SIZE_MAX}"),
            "duration" => format!("a number {}", between(POSITIVE)),
            "seed" => format!("a whole number from 0 to {}", u32::MAX),
            "seamless" | "edge_samples" | "mips" | "supercompress" | "pad_sheet" => {
                "true, false".into()
            }
            "supersample" => "1, 2, 4, 8; with edge_samples, 1".into(),
            "blur" => "a number from 0, in units of the domain".into(),
            "box" => "one to three pairs of indices, the first sample and the one after the last along x, y and z".into(),
            "format" => Format::ALL.map(|format| format!("\"{format}\"")).join(", "),
            "range" => "two numbers that differ, \"auto\", \"measured\"".into(),
            "codec" => Codec::ALL.map(|codec| format!("\"{}\"", codec.name())).join(", "),
            "output" => Output::ALL.map(|output| format!("\"{}\"", output.name())).join(", "),
            "strength" => format!("a number {}", between(POSITIVE)),
            "layout" => Layout::ALL
                .map(|layout| format!("\"{}\"", layout.name()))
                .join(", "),
            "columns" => "a whole number from 1, the tiles in a row".into(),
            "fps" => format!("a whole number from 1 to {FPS_MAX}, the frames per second"),
            "ramp" => ramp::ALLOWED.into(),
            "ramp_space" => Space::ALL.map(|space| format!("\"{}\"", space.name())).join(", "),
            "transfer" => Transfer::ALL.map(|transfer| format!("\"{}\"", transfer.name()))
                .join(", "),
            "channels" => "one to four names of nodes, such as [\"clouds\"]".into(),
            "imports" => "a table of names and paths of recipes, such as stone = \"stone.toml\"".into(),
            "erosion" => format!("a table [erosion] of {}", Erosion::keys().collect::<Vec<_>>().join(", ")),
            "outputs" => "a table [outputs.NAME] for each file, with channels and how they are stored".into(),
            "parameters" => "a table [parameters.NAME] for each, with default, range and help".into(),
            "nodes" => "a table [nodes.NAME] for each node".into(),
            _ => return None,
        })
    }

    /// Makes the error of a key whose value is not allowed.
    pub(crate) fn refused(key: &str, given: impl ToString) -> Error {
        Error::invalid(key, given, Recipe::allowed(key).unwrap_or_default())
    }
}
