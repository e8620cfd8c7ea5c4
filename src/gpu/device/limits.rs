//! The limits and features that a device is requested with, and the limits that it must have.

use crate::{Error, Result};

/// Returns the limits that a device is requested with: large buffers for large bricks, and common values for the rest, so
/// that nothing works here that would fail on another machine.
pub(super) fn usual_limits(adapter: &wgpu::Limits) -> wgpu::Limits {
    wgpu::Limits {
        max_buffer_size: adapter.max_buffer_size,
        max_storage_buffer_binding_size: adapter.max_storage_buffer_binding_size,
        ..wgpu::Limits::default().or_worse_values_from(adapter)
    }
}

/// Returns the features that a device is requested with: none on which a kernel depends.
pub(super) fn usual_features(adapter: wgpu::Features) -> wgpu::Features {
    adapter & (wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::PIPELINE_CACHE)
}

/// Returns the most bytes of a storage buffer that a kernel may bind: below 2 GiB, also on Metal. There wgpu allows more, but
/// gives a kernel the length of a buffer in 32 bits.
pub(crate) fn storage_bytes(limits: &wgpu::Limits) -> u64 {
    (limits.max_storage_buffer_binding_size)
        .min(limits.max_buffer_size)
        .min(i32::MAX as u64)
}

/// Checks that a device of these limits runs this crate's kernels.
///
/// # Errors
/// [`Error::DeviceInit`] says what is missing.
pub(crate) fn check_limits(limits: &wgpu::Limits) -> Result<()> {
    can_compute(limits).map_err(|reason| Error::DeviceInit {
        adapter: "of this device".to_string(),
        reason,
    })
}

/// Checks that a device of these limits runs this crate's kernels; the error says why not.
pub(super) fn can_compute(limits: &wgpu::Limits) -> Result<(), String> {
    if limits.max_compute_invocations_per_workgroup == 0 {
        return Err("it has no compute shaders".to_string());
    }
    for (limit, allowed, needed) in needed(limits) {
        if allowed < needed {
            return Err(format!("its {limit} is {allowed}, {needed} is needed"));
        }
    }
    Ok(())
}

/// Returns limits by name, with what a device allows and what kernels need: the most that any kernel has of each.
fn needed(limits: &wgpu::Limits) -> [(&'static str, u32, u32); 8] {
    macro_rules! limits {
        ($($limit:ident: $needed:expr,)*) => { [$((stringify!($limit), limits.$limit, $needed)),*] };
    }
    limits! {
        max_compute_invocations_per_workgroup: 128,
        max_compute_workgroup_size_x: 64,
        max_compute_workgroup_size_y: 4,
        // Which all browsers and Vulkan allow.
        max_compute_workgroups_per_dimension: 65535,
        max_bindings_per_bind_group: 6,
        max_storage_buffers_per_shader_stage: 4,
        max_storage_textures_per_shader_stage: 1,
        max_uniform_buffers_per_shader_stage: 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu::Limits;

    #[test]
    fn a_device_needs_compute() {
        assert_eq!(can_compute(&Limits::default()), Ok(()));
        assert_eq!(can_compute(&Limits::downlevel_defaults()), Ok(()));
        let none = can_compute(&Limits::downlevel_webgl2_defaults());
        assert_eq!(none, Err("it has no compute shaders".to_string()));
        type Limit = fn(&mut Limits) -> &mut u32;
        let few: [(Limit, u32); 8] = [
            (|of| &mut of.max_compute_invocations_per_workgroup, 127),
            (|of| &mut of.max_compute_workgroup_size_x, 63),
            (|of| &mut of.max_compute_workgroup_size_y, 3),
            (|of| &mut of.max_compute_workgroups_per_dimension, 1024),
            (|of| &mut of.max_bindings_per_bind_group, 5),
            (|of| &mut of.max_storage_buffers_per_shader_stage, 3),
            (|of| &mut of.max_storage_textures_per_shader_stage, 0),
            (|of| &mut of.max_uniform_buffers_per_shader_stage, 1),
        ];
        for (limit, number) in few {
            let mut limits = Limits::default();
            *limit(&mut limits) = number;
            let refused = can_compute(&limits);
            assert!(refused.is_err_and(|reason| reason.contains(&format!("is {number},"))));
        }
    }

    #[test]
    fn a_binding_has_at_most_two_gibibytes_whatever_a_device_allows() {
        let most = |binding, buffer| {
            storage_bytes(&Limits {
                max_storage_buffer_binding_size: binding,
                max_buffer_size: buffer,
                ..Limits::default()
            })
        };
        assert_eq!(most(1 << 27, 1 << 28), 1 << 27);
        assert_eq!(most(1 << 28, 1 << 27), 1 << 27);
        assert_eq!(most(1 << 36, 1 << 36), (1 << 31) - 1);
    }

    #[test]
    fn buffers_are_as_big_as_the_adapter_allows_and_the_rest_is_common() {
        let adapter = Limits {
            max_buffer_size: 1 << 33,
            max_storage_buffer_binding_size: 1 << 31,
            max_compute_invocations_per_workgroup: 1024,
            max_texture_dimension_3d: 1024,
            min_storage_buffer_offset_alignment: 32,
            ..Limits::downlevel_defaults()
        };
        let asked = usual_limits(&adapter);
        assert_eq!(asked.max_buffer_size, 1 << 33);
        assert_eq!(asked.max_storage_buffer_binding_size, 1 << 31);
        assert_eq!(asked.max_compute_invocations_per_workgroup, 256);
        assert_eq!(asked.max_texture_dimension_3d, 1024);
        assert_eq!(asked.max_storage_buffers_per_shader_stage, 4);
        assert_eq!(asked.min_storage_buffer_offset_alignment, 256);
    }
}
