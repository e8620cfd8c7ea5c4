use std::sync::LazyLock;

use wgpu_noise::Recipe;
use wgpu_noise::recipe::{Preset, cell};

use crate::checks;
use crate::command_line::CommandLine;

static CLOUDS: LazyLock<Recipe> = LazyLock::new(|| {
    let preset = Preset::find("clouds").expect("it is a preset");
    preset.recipe().expect("it is valid")
});

/// Reads `NAME=VALUE`: as the flag `--NAME`, and if the name has a dot, as a change of the preset `clouds`.
///
/// No text makes a parser of values panic. A value that is parsed survives being written and parsed again, and a recipe that is
/// valid after the change survives being written as TOML and as JSON.
pub fn values(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else {
        return false;
    };
    let Some((path, value)) = text.split_once('=').filter(|(name, _)| name.contains('.')) else {
        let parsed = CommandLine::parse([format!("--{text}").into()]);
        return parsed.inspect(CommandLine::survives_writing).is_some();
    };
    if let Some(parsed) = CommandLine::parse([format!("--set={text}").into()]) {
        parsed.survives_writing();
    }
    let mut recipe = CLOUDS.clone();
    let changed = recipe
        .set(path, cell(value))
        .and_then(|()| recipe.validate());
    match changed {
        Ok(()) => checks::survives_writing(&recipe),
        Err(ref error) => checks::is_refusal(error),
    }
    changed.is_ok()
}
