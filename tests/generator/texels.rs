//! Targets, and what they hold. The test in a browser shares this file.

use wgpu_noise::gpu::{required_usages, texture_format, wgpu};
use wgpu_noise::reference::Reference;
use wgpu_noise::texel::{Component, Format, Packing};
use wgpu_noise::{Backend, Grid, Job, Noise};

use crate::buffers::buffer;

/// A texture that a generator can write and a test can read.
pub fn texture(
    device: &wgpu::Device,
    format: Format,
    size: [u32; 3],
    is_volume: bool,
) -> wgpu::Texture {
    let usage = required_usages(format) | wgpu::TextureUsages::COPY_SRC;
    device.create_texture(&descriptor(format, size, is_volume, usage))
}

pub fn descriptor(
    format: Format,
    [width, height, depth_or_array_layers]: [u32; 3],
    is_volume: bool,
    usage: wgpu::TextureUsages,
) -> wgpu::TextureDescriptor<'static> {
    wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: match is_volume {
            true => wgpu::TextureDimension::D3,
            false => wgpu::TextureDimension::D2,
        },
        format: texture_format(format),
        usage,
        view_formats: &[],
    }
}

/// The texels of a mip level on their way into a buffer that may be mapped.
pub struct Copy {
    pub buffer: wgpu::Buffer,
    /// Bytes of a row of texels, and bytes from one to the next.
    row: usize,
    pitch: usize,
}

impl Copy {
    pub fn record(
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        texture: &wgpu::Texture,
        level: u32,
    ) -> Copy {
        let size = texture.size().mip_level_size(level, texture.dimension());
        let bytes = texture
            .format()
            .block_copy_size(None)
            .expect("a format of texels");
        let row = size.width * bytes;
        let pitch = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let rows = size.height * size.depth_or_array_layers;
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let buffer = buffer(device, u64::from(pitch * rows), usage);
        encoder.copy_texture_to_buffer(
            wgpu::TexelCopyTextureInfo {
                mip_level: level,
                ..texture.as_image_copy()
            },
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(pitch),
                    rows_per_image: Some(size.height),
                },
            },
            size,
        );
        Copy {
            buffer,
            row: row as usize,
            pitch: pitch as usize,
        }
    }

    /// The texels, one after the other, from the bytes of the buffer.
    pub fn texels(&self, bytes: &[u8]) -> Vec<u8> {
        let rows = bytes.chunks(self.pitch);
        rows.flat_map(|padded| padded[..self.row].to_vec())
            .collect()
    }
}

/// The texels that the definition gives at a time, as the host packs them.
pub fn expected<K>(noises: &[Noise<K>], grid: &Grid, time: f64, packing: &Packing) -> Vec<u8> {
    let mut grid = grid.clone();
    grid.origin[3] += time;
    let job = Job::of(noises, &grid).expect("a right noise");
    let mut reference = Reference::new(&job).expect("numbers as they were built");
    let volume = reference.sample(0).expect("samples");
    let texels = volume.samples().len() / noises.len();
    let mut bytes = vec![0; texels * packing.bytes() as usize];
    packing.pack(volume.samples(), &mut bytes);
    bytes
}

/// Whether texels are those that were expected: floats within the bound of their values, others a step apart at most, and
/// hardly ever: what is cut off where it should be rounded is a step apart in half of them.
pub fn same(found: &[u8], expected: &[u8], packing: &Packing, bound: f64) -> Result<(), String> {
    assert_eq!(found.len(), expected.len());
    let component = packing.format().component();
    let (found, expected) = (values(found, component), values(expected, component));
    let mut others = 0;
    for (i, (&found, &expected)) in found.iter().zip(&expected).enumerate() {
        others += usize::from(found != expected);
        let step = match component {
            Component::Unorm8 => 1.0 / 255.0,
            Component::Unorm16 => 1.0 / 65535.0,
            Component::Float16 => {
                f64::from(half::f16::from_f64(expected).to_f32().abs()) / 1024.0 + 6e-8
            }
            _ => 0.0,
        };
        // An eighth of a step for what the quotients here round.
        let apart = (found - expected).abs();
        if apart.is_nan() || apart > step * 1.125 + bound {
            return Err(format!("component {i} is {found}, not {expected}"));
        }
    }
    match component != Component::Float32 && others * 8 > found.len() {
        true => Err(format!("{others} of {} are rounded otherwise", found.len())),
        false => Ok(()),
    }
}

/// The values of stored components.
pub fn values(bytes: &[u8], component: Component) -> Vec<f64> {
    let words = bytes.chunks_exact(component.bytes() as usize);
    words
        .map(|word| match *word {
            [a] => f64::from(a) / 255.0,
            [a, b] if component == Component::Float16 => half::f16::from_le_bytes([a, b]).to_f64(),
            [a, b] => f64::from(u16::from_le_bytes([a, b])) / 65535.0,
            [a, b, c, d] => f32::from_le_bytes([a, b, c, d]).into(),
            _ => unreachable!("no component is as long"),
        })
        .collect()
}
