//! The formats of a texel, and their components.

use crate::words::words;
use crate::{Error, Result};

words! {
    /// The format of one texel, little-endian, or of a block of texels.
    ///
    /// Names are those of wgpu: the components, the bits of each, and how the bits are read. `unorm` maps the range of a
    /// [`Packing`](super::Packing) to 0..=1 and clamps values outside it; `float` stores the value unchanged.
    ///
    /// A block format stores 4×4 texels in fewer bytes, with some loss. Backends compute its texels as bytes, one for each
    /// component, and a file compresses them.
    #[non_exhaustive]
    pub enum Format {
        /// One 32-bit float.
        R32Float "r32float",
        /// One 16-bit float.
        R16Float "r16float",
        /// One byte.
        R8Unorm "r8unorm",
        /// One 16-bit integer.
        R16Unorm "r16unorm",
        /// Two bytes.
        Rg8Unorm "rg8unorm",
        /// Four bytes.
        Rgba8Unorm "rgba8unorm",
        /// Four 16-bit integers.
        Rgba16Unorm "rgba16unorm",
        /// Four 16-bit floats.
        Rgba16Float "rgba16float",
        /// Four 32-bit floats.
        Rgba32Float "rgba32float",
        /// Blocks of one component: 8 bytes for 4×4 texels.
        Bc4RUnorm "bc4runorm",
        /// Blocks of two components: 16 bytes for 4×4 texels.
        Bc5RgUnorm "bc5rgunorm",
        /// Blocks of four components: 16 bytes for 4×4 texels.
        Bc7RgbaUnorm "bc7rgbaunorm",
    }
}

words! {
    /// What the numbers of texels mean. Files state it for their readers, and means of colours are those of light.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Transfer {
        /// Values of a noise. A reader must not convert them.
        #[default]
        Linear "linear",
        /// Colours: red, green and blue are encoded as sRGB, and a fourth component is linear.
        Srgb "srgb",
    }
}

words! {
    /// How one component of a texel is stored.
    #[non_exhaustive]
    pub enum Component {
        /// A byte: 0..=255 represent 0..=1.
        Unorm8 "unorm8",
        /// Two bytes: 0..=65535 represent 0..=1.
        Unorm16 "unorm16",
        /// IEEE half precision, rounded to nearest, ties to even.
        Float16 "float16",
        /// IEEE single precision.
        Float32 "float32",
    }
}

impl Format {
    /// The formats that store texels one by one, in the same order.
    pub const TEXELS: [Format; 9] = match Format::ALL.first_chunk() {
        Some(texels) => *texels,
        None => unreachable!(),
    };

    /// Returns the format of that name.
    ///
    /// # Errors
    /// [`Error::Unknown`], which suggests the most similar name.
    pub fn find(name: &str) -> Result<Format> {
        Format::from_name(name)
            .ok_or_else(|| Error::unknown("format", name, Format::ALL.map(Format::name)))
    }

    /// Returns how each component is stored; of a block format, before its texels are compressed.
    pub fn component(self) -> Component {
        match self {
            Format::R8Unorm | Format::Rg8Unorm | Format::Rgba8Unorm => Component::Unorm8,
            Format::Bc4RUnorm | Format::Bc5RgUnorm | Format::Bc7RgbaUnorm => Component::Unorm8,
            Format::R16Unorm | Format::Rgba16Unorm => Component::Unorm16,
            Format::R16Float | Format::Rgba16Float => Component::Float16,
            Format::R32Float | Format::Rgba32Float => Component::Float32,
        }
    }

    /// Returns the number of components of a texel: 1, 2 or 4.
    pub fn components(self) -> u32 {
        match self {
            Format::R32Float
            | Format::R16Float
            | Format::R8Unorm
            | Format::R16Unorm
            | Format::Bc4RUnorm => 1,
            Format::Rg8Unorm | Format::Bc5RgUnorm => 2,
            Format::Bc7RgbaUnorm
            | Format::Rgba8Unorm
            | Format::Rgba16Unorm
            | Format::Rgba16Float
            | Format::Rgba32Float => 4,
        }
    }

    /// Returns the number of bytes of a texel; of a block format, before it is compressed.
    pub fn bytes(self) -> u32 {
        self.components() * self.component().bytes()
    }

    /// Returns the width and height of a block in texels: 4, or 1 for a format that stores texels one by one.
    pub fn block_side(self) -> u32 {
        match self {
            Format::Bc4RUnorm | Format::Bc5RgUnorm | Format::Bc7RgbaUnorm => 4,
            _ => 1,
        }
    }

    /// Returns the number of bytes of a block, which is one texel if its side is 1.
    pub fn block_bytes(self) -> u32 {
        match self {
            Format::Bc4RUnorm => 8,
            Format::Bc5RgUnorm | Format::Bc7RgbaUnorm => 16,
            texel => texel.bytes(),
        }
    }
}

impl Component {
    /// Returns the number of bytes of one component.
    pub fn bytes(self) -> u32 {
        match self {
            Component::Unorm8 => 1,
            Component::Unorm16 | Component::Float16 => 2,
            Component::Float32 => 4,
        }
    }

    /// Returns whether the component stores a range as 0..=1.
    pub fn is_unorm(self) -> bool {
        matches!(self, Component::Unorm8 | Component::Unorm16)
    }
}
