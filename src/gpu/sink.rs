//! From samples into a target: stored by a shader, or packed and copied where the format asks for that.

use std::ops::Range;

use super::buffers::Owned;
use super::formats::is_stored;
use super::layout::{PackingWords, StoreWords};
use super::pack_pass::{HEAD, PackPass, Rows};
use super::passes::Pass;
use super::pipelines::Pipelines;
use super::store_pass::StorePass;
use super::upload::{Upload, loaded};
use crate::Result;
use crate::grid::Brick;
use crate::texel::Packing;

/// Where texels come to lie.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Texture {
        texture: wgpu::Texture,
        layer: u32,
        level: u32,
    },
    Buffer {
        buffer: wgpu::Buffer,
        bytes: Range<u64>,
    },
}

/// A place, and the way there.
#[derive(Debug)]
pub(super) struct Sink {
    place: Place,
    packing: Packing,
    way: Way,
}

#[derive(Debug)]
enum Way {
    Store(StorePass),
    /// Packed here, once there is room; then copied.
    Pack(PackPass, Option<Owned>),
}

impl Sink {
    /// The place must be checked. Call under error scopes.
    pub fn new(place: &Place, packing: Packing) -> Sink {
        let way = match place {
            Place::Texture {
                texture,
                layer,
                level,
            } if is_stored(packing.format) => Way::Store(StorePass::new(texture, *layer, *level)),
            _ => Way::Pack(PackPass::new(), None),
        };
        Sink {
            place: place.clone(),
            packing,
            way,
        }
    }

    /// Whether texels come to lie one after the other, so that all must be there at once.
    pub fn is_buffer(&self) -> bool {
        matches!(self.place, Place::Buffer { .. })
    }

    /// Makes room for a piece and binds the kernel to its samples. Call under error scopes.
    pub fn reserve(
        &mut self,
        device: &wgpu::Device,
        pipelines: &Pipelines,
        samples: &Owned,
        piece: &Brick,
    ) {
        let rows = self.rows(piece);
        match &mut self.way {
            Way::Store(pass) => pass.reserve(device, pipelines, samples),
            Way::Pack(pass, packed) => {
                *packed = Some(pass.reserve(device, pipelines, samples, &rows));
            }
        }
    }

    /// Frees what grows with pieces.
    pub fn release(&mut self) {
        if let Way::Pack(pass, packed) = &mut self.way {
            pass.release();
            *packed = None;
        }
    }

    /// The bytes that a piece takes on its way in an encoder.
    pub fn loaded(&self) -> u64 {
        match self.way {
            Way::Store(_) => loaded(size_of::<StoreWords>()),
            Way::Pack(..) => loaded(size_of::<PackingWords>()),
        }
    }

    /// Uploads how a piece is written.
    pub fn upload(&self, piece: &Brick, upload: &mut dyn Upload) -> Result<()> {
        match &self.way {
            Way::Store(pass) => pass.upload(&self.packing, piece, upload),
            Way::Pack(pass, _) => pass.upload(&self.packing, &self.rows(piece), upload),
        }
    }

    /// The pass that writes a piece.
    pub fn pass(&self, piece: &Brick) -> Pass {
        match &self.way {
            Way::Store(pass) => pass.pass(piece),
            Way::Pack(pass, _) => pass.pass(&self.rows(piece)),
        }
    }

    /// What must follow the pass: the copy, where there is one.
    pub fn copy(&self, encoder: &mut wgpu::CommandEncoder, piece: &Brick) {
        let Way::Pack(_, Some(packed)) = &self.way else {
            return;
        };
        let rows = self.rows(piece);
        let [x, y, z, _] = piece.size;
        match &self.place {
            Place::Buffer { buffer, bytes } => {
                encoder.copy_buffer_to_buffer(packed, HEAD, buffer, bytes.start, rows.bytes());
            }
            Place::Texture {
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
                        x: piece.start[0],
                        y: piece.start[1],
                        z: piece.start[2] + layer,
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

    fn rows(&self, piece: &Brick) -> Rows {
        let [x, y, z, _] = piece.size;
        match self.place {
            Place::Buffer { .. } => Rows::one(&self.packing, piece.samples()),
            Place::Texture { .. } => Rows::aligned(&self.packing, x, u64::from(y) * u64::from(z)),
        }
    }
}
