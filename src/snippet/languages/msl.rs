//! MSL, through naga.

use naga::TypeInner;
use naga::back::msl;

use super::super::Lang;
use super::translation::{Translation, failed, validated};
use crate::Result;

/// The buffer index of [`SIZES`] in an MSL entry point.
pub(in crate::snippet) const SIZES_BINDING: u32 = 1;
/// The argument that naga adds in MSL to functions that read or write a storage buffer: the sizes of all such buffers.
pub(in crate::snippet) const SIZES: &str = "_buffer_sizes";

/// Translates WGSL to MSL.
pub(super) fn msl(wgsl: &str, translation: &Translation) -> Result<String> {
    let (module, info) = validated(wgsl, Lang::Msl)?;
    let resources = (module.global_variables.iter()).filter_map(|(_, variable)| {
        let binding = variable.binding?;
        let slot = Some(binding.binding as u8);
        let target = match module.types[variable.ty].inner {
            TypeInner::Image { .. } => msl::BindTarget {
                texture: slot,
                ..msl::BindTarget::default()
            },
            _ => msl::BindTarget {
                buffer: slot,
                mutable: true,
                ..msl::BindTarget::default()
            },
        };
        Some((binding, target))
    });
    let resources = msl::EntryPointResources {
        resources: resources.collect(),
        sizes_buffer: Some((SIZES_BINDING + translation.binding) as u8),
        ..msl::EntryPointResources::default()
    };
    let settings = msl::Options {
        lang_version: (2, 0),
        force_loop_bounding: false,
        per_entry_point_map: [(translation.start.clone(), resources)].into(),
        ..msl::Options::default()
    };
    let pipeline = msl::PipelineOptions::default();
    let (text, _) = msl::write_string(&module, &info, &settings, &pipeline)
        .map_err(|error| failed(Lang::Msl, error))?;
    Ok(text)
}
