//! One mip level of a texture, as a kernel sees it.

/// A view of one mip level; of an array, in one layer.
pub(super) fn view(texture: &wgpu::Texture, layer: u32, level: u32) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        label: Some("wgpu-noise target"),
        dimension: Some(view_dimension(texture)),
        base_mip_level: level,
        mip_level_count: Some(1),
        base_array_layer: layer,
        array_layer_count: Some(1),
        ..Default::default()
    })
}

/// The dimension of such a view: a layer of an array is a 2-D texture.
pub(super) fn view_dimension(texture: &wgpu::Texture) -> wgpu::TextureViewDimension {
    match texture.dimension() {
        wgpu::TextureDimension::D3 => wgpu::TextureViewDimension::D3,
        _ => wgpu::TextureViewDimension::D2,
    }
}

/// The dimension as WGSL writes it in the type of a texture, and the coordinates of a texel `at: vec3<u32>` in it.
pub(super) fn in_wgsl(texture: &wgpu::Texture) -> (&'static str, &'static str) {
    match view_dimension(texture) {
        wgpu::TextureViewDimension::D3 => ("3d", "at"),
        _ => ("2d", "at.xy"),
    }
}
