//! Writes samples as texels to the caller's texture or buffer: a shader stores them, or packs them to be copied if the format
//! or the destination requires that.

use std::ops::Range;

use super::pack::{HEAD, PackPass, PackingWords, TexelRows};
use super::store::{StorePass, StoreWords};
use crate::Result;
use crate::gpu::device::buffers::Owned;
use crate::gpu::device::dispatch::Dispatch;
use crate::gpu::device::formats::is_stored;
use crate::gpu::device::pipelines::Pipelines;
use crate::gpu::device::upload::{Upload, staged_bytes};
use crate::grid::Brick;
use crate::texel::Packing;

/// Where texels are written.
#[derive(Clone, Debug)]
pub(crate) enum Destination {
    /// A mip level of a texture; of an array, in one layer.
    Texture {
        texture: wgpu::Texture,
        layer: u32,
        level: u32,
    },
    /// A range of a buffer.
    Buffer {
        buffer: wgpu::Buffer,
        bytes: Range<u64>,
    },
}

/// Writes samples to a destination.
#[derive(Debug)]
pub(crate) struct TargetWriter {
    destination: Destination,
    packing: Packing,
    method: Method,
}

#[derive(Debug)]
enum Method {
    /// A shader stores texels in the texture.
    Store(StorePass),
    /// A shader packs texels into this buffer, from which they are copied. `None` until room has been reserved.
    PackAndCopy(PackPass, Option<Owned>),
}

impl TargetWriter {
    /// The destination must have been checked. Call under error scopes.
    pub fn new(destination: &Destination, packing: Packing) -> TargetWriter {
        let method = match destination {
            Destination::Texture {
                texture,
                layer,
                level,
            } if is_stored(packing.format) => {
                Method::Store(StorePass::new(texture, *layer, *level))
            }
            _ => Method::PackAndCopy(PackPass::new(), None),
        };
        TargetWriter {
            destination: destination.clone(),
            packing,
            method,
        }
    }

    /// Whether the destination is a buffer. Texels lie there without gaps, so one brick must contain all of them.
    pub fn is_buffer(&self) -> bool {
        matches!(self.destination, Destination::Buffer { .. })
    }

    /// The most samples of a brick in rows of this many, so that its packed texels fit a binding of this many bytes.
    pub fn most_samples(&self, row: u32, bytes: u64) -> u64 {
        let packed = self.rows(&Brick {
            start: [0; 4],
            size: [row, 1, 1, 1],
        });
        match self.method {
            Method::Store(_) => u64::MAX,
            Method::PackAndCopy(..) => (bytes - HEAD) / packed.bytes() * u64::from(row),
        }
    }

    /// Makes room for a brick and binds the kernel to its samples. Call under error scopes.
    pub fn reserve(
        &mut self,
        device: &wgpu::Device,
        pipelines: &Pipelines,
        samples: &Owned,
        brick: &Brick,
    ) {
        let rows = self.rows(brick);
        match &mut self.method {
            Method::Store(pass) => pass.reserve(device, pipelines, samples),
            Method::PackAndCopy(pass, packed) => {
                *packed = Some(pass.reserve(device, pipelines, samples, &rows));
            }
        }
    }

    /// Drops the buffers whose size depends on a brick's.
    pub fn release(&mut self) {
        if let Method::PackAndCopy(pass, packed) = &mut self.method {
            pass.release();
            *packed = None;
        }
    }

    /// The bytes of a staging buffer that [`TargetWriter::upload`] takes.
    pub fn staged_bytes(&self) -> u64 {
        match self.method {
            Method::Store(_) => staged_bytes(size_of::<StoreWords>()),
            Method::PackAndCopy(..) => staged_bytes(size_of::<PackingWords>()),
        }
    }

    /// Uploads how a brick is written.
    pub fn upload(&self, brick: &Brick, upload: &mut dyn Upload) -> Result<()> {
        match &self.method {
            Method::Store(pass) => pass.upload(&self.packing, brick, upload),
            Method::PackAndCopy(pass, _) => pass.upload(&self.packing, &self.rows(brick), upload),
        }
    }

    /// The dispatch that stores or packs a brick.
    pub fn dispatch(&self, brick: &Brick) -> Dispatch {
        match &self.method {
            Method::Store(pass) => pass.dispatch(brick),
            Method::PackAndCopy(pass, _) => pass.dispatch(&self.rows(brick)),
        }
    }

    /// Records the copy that must follow the dispatch, if texels are packed.
    pub fn copy(&self, encoder: &mut wgpu::CommandEncoder, brick: &Brick) {
        let Method::PackAndCopy(_, Some(packed)) = &self.method else {
            return;
        };
        let rows = self.rows(brick);
        let [x, y, z, _] = brick.size;
        match &self.destination {
            Destination::Buffer { buffer, bytes } => {
                encoder.copy_buffer_to_buffer(packed, HEAD, buffer, bytes.start, rows.bytes());
            }
            Destination::Texture {
                texture,
                layer,
                level,
            } => encoder.copy_buffer_to_texture(
                wgpu::TexelCopyBufferInfo {
                    buffer: packed,
                    layout: wgpu::TexelCopyBufferLayout {
                        offset: HEAD,
                        bytes_per_row: Some(rows.pitch() as u32),
                        rows_per_image: Some(y),
                    },
                },
                wgpu::TexelCopyTextureInfo {
                    texture,
                    mip_level: *level,
                    origin: wgpu::Origin3d {
                        x: brick.start[0],
                        y: brick.start[1],
                        z: brick.start[2] + layer,
                    },
                    aspect: wgpu::TextureAspect::All,
                },
                wgpu::Extent3d {
                    width: x,
                    height: y,
                    depth_or_array_layers: z,
                },
            ),
        }
    }

    fn rows(&self, brick: &Brick) -> TexelRows {
        let [x, y, z, _] = brick.size;
        match self.destination {
            Destination::Buffer { .. } => TexelRows::one(&self.packing, brick.samples()),
            Destination::Texture { .. } => {
                TexelRows::aligned(&self.packing, x, u64::from(y) * u64::from(z))
            }
        }
    }
}
