//! The resources that the caller binds to a snippet.

use super::super::entry;
use super::super::languages::{SIZES, SIZES_BINDING, es_version};
use super::super::pictures::{self, SharedPictures};
use super::super::tables::SharedTables;
use super::super::{Entry, Function, Lang, Options};
use crate::grid::TIME;
use crate::wgsl::items::identifiers;

/// A resource that the caller binds.
struct Resource {
    name: String,
    access: Access,
    binding: u32,
    /// What it must hold.
    contents: String,
}

/// How a shader uses a resource.
#[derive(Clone, Copy, PartialEq)]
enum Access {
    /// A storage buffer that it reads.
    Read,
    /// A storage buffer that it writes.
    Write,
    /// A uniform buffer.
    Uniform,
    /// A texture that it reads, of two or three dimensions.
    Texture(usize),
}

/// Returns a line for each resource that the caller binds.
pub(super) fn lines(
    text: &str,
    functions: &[Function],
    options: &Options,
    tables: Option<&SharedTables>,
    pictures: &SharedPictures,
) -> Vec<String> {
    (resources(text, functions, options, tables, pictures).iter())
        .map(|resource| {
            let Resource { name, contents, .. } = resource;
            format!("Bind: {name}, {}: {contents}.", slot(resource, options))
        })
        .collect()
}

fn resources(
    text: &str,
    functions: &[Function],
    options: &Options,
    tables: Option<&SharedTables>,
    pictures: &SharedPictures,
) -> Vec<Resource> {
    let mut all = Vec::new();
    if let Some(tables) = tables {
        let words = 256 * tables.all.len();
        all.push(Resource {
            name: format!("{}noise_tables", options.prefix),
            access: Access::Read,
            binding: 3,
            contents: format!(
                "{words} words of 32 bits, the permutation tables below, one entry per word"
            ),
        });
    }
    for (i, plane) in pictures.all.iter().enumerate() {
        let (picture, channel, decoding) = (&plane.picture, plane.channel, plane.decoding);
        let texels = plane.size.map(|side| side.to_string());
        let texels = texels[..plane.dimension()].join(" by ");
        let slices = match plane.dimension() {
            2 => "",
            _ => ", slice after slice",
        };
        all.push(Resource {
            name: format!("{}{}", options.prefix, pictures::name(i)),
            access: Access::Texture(plane.dimension()),
            binding: pictures::FIRST_BINDING + i as u32,
            contents: format!(
                "{texels} texels of one float, in rows from the top{slices}: the {channel}, {decoding}, of {}",
                picture.name()
            ),
        });
    }
    for Function { name, job, .. } in functions {
        if entry::has_time(job, options) {
            let span = job.grid.span(TIME).extent;
            all.push(Resource {
                name: format!("{name}_time"),
                access: Access::Uniform,
                binding: 2,
                contents: format!(
                    "four floats; the first is the time since the start of the recipe, whose frames cover a time of {span}"
                ),
            });
        }
        if options.entry == Entry::Compute {
            let [width, height, depth] = job.grid.size3().map(u64::from);
            let floats = width * height * depth * job.program.channels() as u64;
            all.push(Resource {
                name: format!("{name}_samples"),
                access: Access::Write,
                binding: 0,
                contents: format!(
                    "{floats} floats, x fastest, with the channels of a sample side by side"
                ),
            });
        }
    }
    if options.lang == Lang::Msl && identifiers(text).any(|word| word == SIZES) {
        let storage = all
            .iter()
            .filter(|resource| matches!(resource.access, Access::Read | Access::Write));
        let names: Vec<&str> = storage.map(|resource| &resource.name[..]).collect();
        let names = names.join(" and ");
        all.push(Resource {
            name: SIZES.into(),
            access: Access::Uniform,
            binding: SIZES_BINDING,
            contents: format!("the size in bytes of {names}, one uint each"),
        });
    }
    all
}

/// Returns the binding of a resource, in the terms of the language.
fn slot(resource: &Resource, options: &Options) -> String {
    let Resource {
        name,
        access,
        binding,
        ..
    } = resource;
    let (group, binding) = (options.group, binding + options.binding);
    let space = match group {
        0 => String::new(),
        group => format!(", space{group}"),
    };
    let has_bindings = es_version(options.table, options.entry) > 300;
    match (options.lang, *access) {
        (Lang::Wgsl | Lang::Spirv, access) => {
            let buffer = match access {
                Access::Read => "a read-only storage buffer",
                Access::Write => "a storage buffer",
                Access::Uniform => "a uniform buffer",
                Access::Texture(2) => "a texture that need not be filtered",
                Access::Texture(_) => "a 3-D texture that need not be filtered",
            };
            format!("{buffer} at group {group}, binding {binding}")
        }
        (Lang::Glsl, Access::Texture(dimension)) if !has_bindings => {
            format!("a sampler{dimension}D, of a texture with the filter NEAREST")
        }
        (Lang::Glsl, Access::Texture(dimension)) => {
            format!("a sampler{dimension}D at binding {binding}")
        }
        (Lang::Glsl, Access::Uniform) if !has_bindings => {
            format!("in the uniform block {name}_block")
        }
        (Lang::Glsl, Access::Uniform) => {
            format!("in the uniform block {name}_block at binding {binding}")
        }
        (Lang::Glsl, _) => format!("in the buffer block {name}_block at binding {binding}"),
        (Lang::Hlsl, Access::Read) => format!("a ByteAddressBuffer at register t{binding}{space}"),
        (Lang::Hlsl, Access::Write) => {
            format!("an RWByteAddressBuffer at register u{binding}{space}")
        }
        (Lang::Hlsl, Access::Texture(dimension)) => {
            format!("a Texture{dimension}D at register t{binding}{space}")
        }
        (Lang::Hlsl, Access::Uniform) => format!("a cbuffer at register b{binding}{space}"),
        // Without an entry point, the caller passes its own buffer to the function.
        (Lang::Msl, _) if options.entry == Entry::None => "an argument of the function".into(),
        (Lang::Msl, Access::Texture(dimension)) => {
            format!("a texture{dimension}d at [[texture({binding})]]")
        }
        (Lang::Msl, _) => format!("a buffer at [[buffer({binding})]]"),
    }
}
