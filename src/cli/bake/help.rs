//! The end of `bake --help`: what files hold, and what a recipe is.

use wgpu_noise::Recipe;
use wgpu_noise::format::{FileType, RecipePlace};
use wgpu_noise::texel::Format;

/// Returns the text.
pub fn text() -> String {
    format!(
        "\
Types of file and the formats that they hold, the defaults first:
{}
  -      as .raw
Frames become numbered files, except in {}. With --layout flipbook, the frames of {} are the tiles of one file.

A .vdb has a grid for each channel, named after its node; that of a single channel is called density. Voxels of the value 0 are
inactive: a max with 0 in the recipe leaves the space between clouds empty.

A colour of a ramp is #rrggbb or #rgb, or #rrggbbaa or #rgba with opacity. If one stop has opacity, the texels are RGBA.

The keys of a recipe are {}. It has a table [nodes.NAME] for each node. `wgpu-noise presets NAME` prints a recipe to start from.

Flags alone describe a source and an fbm over it. Every other node needs a recipe or --expr; `wgpu-noise nodes` lists them.",
        FileType::ALL.map(formats_of).join("\n"),
        FileType::listed("and", |file_type| !file_type.numbers_frames()),
        FileType::listed("or", FileType::is_image),
        Recipe::KEYS.join(", ")
    )
}

/// Returns the line of help on a type of file: the formats that it holds, those that it takes by itself first.
fn formats_of(file_type: FileType) -> String {
    let (all, defaults) = (file_type.formats(), file_type.defaults());
    let each = match defaults {
        [] if !file_type.is_unpadded() => &[Format::R32Float][..],
        _ => defaults,
    };
    let mut formats: Vec<&str> = each.iter().map(|format| format.name()).collect();
    if all == Format::ALL {
        formats.push("and every other");
    } else if all == Format::TEXELS {
        formats.push("and every other but blocks");
    } else {
        let others = all.iter().filter(|format| !each.contains(format));
        formats.extend(others.map(|format| format.name()));
    }
    if defaults.is_empty() {
        let place = if file_type.is_unpadded() {
            formats.len()
        } else {
            1
        };
        formats.insert(place, "one for each channel");
    }
    let beside = match file_type.recipe_place() {
        RecipePlace::Inside => "",
        RecipePlace::Beside => "; with a .json beside it",
        RecipePlace::OnRequest => "; with a .json beside it for --sidecar",
    };
    let name = format!(".{}", file_type.extension());
    format!("  {name:<6} {}{beside}", formats.join(", "))
}
