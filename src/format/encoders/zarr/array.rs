//! The array of a store: its metadata, and the bytes of its files.

use std::borrow::Cow;
use std::io::{self, Write};
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value, json};
use zarrs::array::codec::{ShardingCodecOptions, SubchunkWriteOrder, ZstdCodec};
use zarrs::array::{
    Array, ArrayBuilder, ArrayBytes, ArrayError, ArrayToBytesCodecTraits as _,
    BytesToBytesCodecTraits, CodecOptions, CodecSpecificOptions, DataType, FillValue, data_type,
};
use zarrs::metadata::ChunkKeySeparator;

use super::store::{Node, Positions, Store};
use super::{ARRAY, axes, chunk, part};
use crate::format::contents::Contents;
use crate::format::encoders::Encoder;
use crate::format::texts::{RECIPE_KEY, WRITER};
use crate::grid::Brick;
use crate::memory::zeros;
use crate::recipe::Codec;
use crate::texel::Component;
use crate::{Error, Result, threads};

/// The level of compression, from 1 to 22. Noise hardly shrinks more at higher ones.
const LEVEL: i32 = 1;

/// The names of the axes of a grid, in the array and in those of the coordinates.
const AXES: [&str; 4] = ["x", "y", "z", "frame"];

/// What all files of a store have in common.
pub struct Settings {
    array: Arc<Array<()>>,
    /// The samples of a file along x, y, z and time.
    part: [u32; 4],
    texel_bytes: usize,
}

impl Settings {
    /// # Errors
    /// [`Error::Io`] if the crate `zarrs` refuses the array.
    pub fn new(contents: &Contents) -> Result<Settings> {
        let part = part(contents);
        let shape = |of: [u32; 4]| -> Vec<u64> {
            let components = contents.packing.components;
            let along = |axis: Option<usize>| axis.map_or(components, |axis| of[axis]);
            axes(contents)
                .into_iter()
                .map(|a| along(a).into())
                .collect()
        };
        let whole = contents.size4();
        let component = contents.packing.format.component();
        let (data_type, zero) = data_type(component);
        let names = axes(contents).into_iter().map(|axis| match axis {
            Some(axis) => AXES[axis],
            None => "channel",
        });
        // The same samples are the same bytes, whichever thread compresses a chunk first.
        let in_order =
            ShardingCodecOptions::default().with_subchunk_write_order(SubchunkWriteOrder::C);
        let array = ArrayBuilder::new(shape(whole), shape(part), data_type, zero)
            .subchunk_shape(shape(chunk(contents)))
            .bytes_to_bytes_codecs(compression(contents.codec))
            .codec_specific_options(CodecSpecificOptions::default().with_option(in_order))
            .chunk_key_encoding_default_separator(ChunkKeySeparator::Dot)
            .dimension_names(Some(names))
            .attributes(attributes(contents))
            .build_arc(Arc::new(()), &format!("/{ARRAY}"))
            .map_err(|error| failed(Path::new(ARRAY), error))?;
        Ok(Settings {
            array,
            part,
            texel_bytes: contents.packing.bytes() as usize,
        })
    }

    /// Returns the store at a path.
    ///
    /// # Errors
    /// [`Error::Io`] if the metadata cannot be written as JSON.
    pub fn store(&self, path: &Path, contents: &Contents) -> Result<Store> {
        let mut arrays = vec![Node {
            name: ARRAY,
            metadata: json_of(&self.array, path)?,
            positions: None,
        }];
        for axis in axes(contents)
            .into_iter()
            .flatten()
            .filter(|&axis| axis < 3)
        {
            arrays.push(coordinate(contents, axis, path)?);
        }
        let attributes = json!({ "writer": WRITER, RECIPE_KEY: contents.recipe });
        Ok(Store::new(path, &attributes, &arrays))
    }

    /// Begins the file of a brick. Errors call it `name`.
    pub fn begin<W: Write>(&self, sink: W, name: &Path, brick: &Brick) -> File<W> {
        File {
            array: Arc::clone(&self.array),
            sink,
            name: name.into(),
            rows: Rows {
                texels: Vec::new(),
                part: self.part.map(|n| n as usize),
                size: brick.size.map(|n| n as usize),
                texel_bytes: self.texel_bytes,
                filled: 0,
            },
            encoded: Vec::new(),
        }
    }
}

fn compression(codec: Codec) -> Vec<Arc<dyn BytesToBytesCodecTraits>> {
    match codec {
        Codec::Zstd => vec![Arc::new(ZstdCodec::new(LEVEL, false))],
        Codec::None => Vec::new(),
    }
}

/// Returns the positions of the samples along an axis, in units of the domain: an array with the name of the axis, which
/// readers such as xarray take for its coordinate.
fn coordinate(contents: &Contents, axis: usize, path: &Path) -> Result<Node> {
    let (name, count) = (AXES[axis], contents.size[axis]);
    let shape = vec![u64::from(count)];
    let array = ArrayBuilder::new(shape.clone(), shape, data_type::float64(), 0.0_f64)
        .chunk_key_encoding_default_separator(ChunkKeySeparator::Dot)
        .dimension_names(Some([name]))
        .build(Arc::new(()), &format!("/{name}"))
        .map_err(|error| failed(path, error))?;
    Ok(Node {
        name,
        metadata: json_of(&array, path)?,
        positions: Some(Positions {
            count,
            first: contents.first[axis],
            step: contents.step[axis],
        }),
    })
}

fn json_of(array: &Array<()>, path: &Path) -> Result<Value> {
    serde_json::to_value(array.metadata())
        .map_err(|source| Error::io("describe", path, source.into()))
}

fn data_type(component: Component) -> (DataType, FillValue) {
    let data_type = match component {
        Component::Unorm8 => data_type::uint8(),
        Component::Unorm16 => data_type::uint16(),
        Component::Float16 => data_type::float16(),
        Component::Float32 => data_type::float32(),
    };
    (
        data_type,
        FillValue::new(vec![0; component.bytes() as usize]),
    )
}

fn attributes(contents: &Contents) -> Map<String, Value> {
    let mut attributes = Map::new();
    let mut add = |key: &str, value: Value| _ = attributes.insert(key.into(), value);
    add("transfer", contents.transfer.name().into());
    if !contents.names.is_empty() {
        // One for each component, also of those that no channel has.
        let mut names = contents.names.clone();
        let components = contents.packing.components as usize;
        names.resize_with(components.max(names.len()), || "padding".into());
        add("channels", names.into());
    }
    let component = contents.packing.format.component();
    if component.is_unorm() {
        let [low, high] = contents.packing.range.map(f64::from);
        let steps = f64::from((1_u32 << (8 * component.bytes())) - 1);
        add("scale_factor", ((high - low) / steps).into());
        add("add_offset", low.into());
    }
    attributes
}

/// A file that is being written.
pub struct File<W> {
    array: Arc<Array<()>>,
    sink: W,
    name: PathBuf,
    rows: Rows,
    /// Its bytes, once all texels are there.
    encoded: Vec<u8>,
}

/// The samples of a part, with zeros beyond the end of the grid.
struct Rows {
    /// Empty before the first samples.
    texels: Vec<u8>,
    part: [usize; 4],
    /// The samples that are within the grid.
    size: [usize; 4],
    texel_bytes: usize,
    /// The number of bytes that have come.
    filled: usize,
}

impl Rows {
    /// Takes the next samples, and returns the part if they complete it. Those of a whole part are not copied.
    fn take<'a>(&mut self, texels: &'a [u8]) -> Result<Option<Cow<'a, [u8]>>> {
        let bytes = |size: [usize; 4]| size.iter().product::<usize>() * self.texel_bytes;
        let (whole, all) = (bytes(self.part), bytes(self.size));
        if texels.len() == whole {
            return Ok(Some(Cow::Borrowed(texels)));
        }
        if self.texels.is_empty() {
            self.texels = zeros(whole as u64)?;
        }
        self.place(texels);
        Ok((self.filled == all).then(|| Cow::Owned(take(&mut self.texels))))
    }

    fn place(&mut self, mut texels: &[u8]) {
        let row = self.size[0] * self.texel_bytes;
        while !texels.is_empty() {
            let (row_index, offset) = (self.filled / row, self.filled % row);
            let (y, z) = (row_index % self.size[1], row_index / self.size[1]);
            let start = (z * self.part[1] + y) * self.part[0] * self.texel_bytes + offset;
            let (piece, rest) = texels.split_at(texels.len().min(row - offset));
            self.texels[start..start + piece.len()].copy_from_slice(piece);
            self.filled += piece.len();
            texels = rest;
        }
    }
}

impl<W: Write + Send> Encoder for File<W> {
    fn write(&mut self, texels: &[u8]) -> Result<()> {
        if let Some(part) = self.rows.take(texels)? {
            let encoded = threads::with_pool(|| encode(&self.array, part));
            self.encoded = encoded.map_err(|error| failed(&self.name, error))?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        let written = self.sink.write_all(&self.encoded);
        written.map_err(|error| Error::io("write", self.name, error))
    }
}

/// Returns the bytes of a file. The threads of the pool compress its chunks.
fn encode(array: &Array<()>, part: Cow<[u8]>) -> std::result::Result<Vec<u8>, ArrayError> {
    let shape = array.chunk_shape(&vec![0; array.dimensionality()])?;
    let (data_type, fill) = (array.data_type(), array.fill_value());
    let texels = ArrayBytes::new_flen(part);
    let encoded =
        (array.codecs()).encode(texels, &shape, data_type, fill, &CodecOptions::default())?;
    Ok(encoded.into_owned())
}

fn failed(name: &Path, error: impl std::fmt::Display) -> Error {
    Error::io("encode", name, io::Error::other(error.to_string()))
}
