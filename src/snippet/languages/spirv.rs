//! SPIR-V, through naga.

use naga::ShaderStage;
use naga::back::spv;

use super::super::{Entry, Lang};
use super::translation::{Translation, failed, validated};
use crate::Result;

/// Translates WGSL to the words of a SPIR-V module.
pub(super) fn spirv(wgsl: &str, translation: &Translation) -> Result<Vec<u32>> {
    let (module, info) = validated(wgsl, Lang::Spirv)?;
    let settings = spv::Options {
        flags: spv::WriterFlags::empty(),
        force_loop_bounding: false,
        ..spv::Options::default()
    };
    let pipeline = spv::PipelineOptions {
        shader_stage: match translation.entry {
            Entry::Compute => ShaderStage::Compute,
            _ => ShaderStage::Fragment,
        },
        entry_point: translation.start.clone(),
    };
    spv::write_vec(&module, &info, &settings, Some(&pipeline))
        .map_err(|error| failed(Lang::Spirv, error))
}
