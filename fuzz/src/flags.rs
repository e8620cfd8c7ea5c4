use std::ffi::OsString;
use std::path::Path;

use wgpu_noise::Recipe;
use wgpu_noise::bake::Plan;
use wgpu_noise::format::FileType;

use crate::checks;
use crate::command_line::CommandLine;
use crate::program::request::Request;

/// Reads each line as an argument of the command line, parses them, and makes the request that they describe.
///
/// No arguments make the program panic, and a refusal blames them. What is parsed survives being written as arguments, and a
/// request that is accepted keeps the promises of [`recipe`](crate::recipe). The recipe that its file would keep gives the same
/// texels. No file is read, so the name of a recipe is that of a preset.
pub fn flags(data: &[u8]) -> bool {
    let arguments = data.split(|&byte| byte == b'\n').map(argument);
    let Some(parsed) = CommandLine::parse(arguments) else {
        return false;
    };
    parsed.survives_writing();
    if parsed.recipe.as_deref().is_some_and(is_file) {
        return false;
    }
    let request = match Request::new(&parsed.request_flags()) {
        Ok(request) => request,
        Err(error) => {
            checks::is_refusal(&error);
            return false;
        }
    };
    if let Err(error) = request.recipe.validate() {
        checks::is_refusal(&request.provenance.name(error));
        return false;
    }
    checks::survives_writing(&request.recipe);
    let is_baked = checks::can_be_baked(&request.recipe);
    if is_baked {
        keeps_its_recipe(&request);
    }
    is_baked
}

/// Checks that the recipe which a file keeps is valid and gives the same texels.
fn keeps_its_recipe(request: &Request) {
    let plan = |recipe: &Recipe| Plan::of_recipe(recipe, Some(FileType::Ktx2));
    let Ok(asked) = plan(&request.recipe) else {
        return;
    };
    if asked.must_measure() {
        // The range is not known until then.
        return;
    }
    let kept = asked.resolved(&request.recipe);
    checks::survives_writing(&kept);
    let again = plan(&kept).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(asked.packing(), again.packing());
}

/// Whether the program takes the name for the path of a file.
fn is_file(name: &Path) -> bool {
    (name.to_str()).is_none_or(|name| name.contains(|c| c == '.' || std::path::is_separator(c)))
}

#[cfg(unix)]
fn argument(bytes: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

#[cfg(not(unix))]
fn argument(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}
