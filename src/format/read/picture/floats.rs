//! Pictures of floats that the crate `image` refuses and [`bake`](crate::bake) writes: EXR of one channel, and TIFF of floats.

use std::fs::File;
use std::io::{BufReader, Seek};

use exr::error::Error as ExrError;
use exr::meta::MetaData;
use exr::prelude::{ReadChannels, ReadLayers, read};
use image::ImageFormat;
use tiff::decoder::{Decoder, DecodingResult};
use tiff::{ColorType, TiffError};

use super::refused;
use crate::Result;

/// The size, the channels and the numbers of a picture.
pub type Floats = ([u32; 2], usize, Vec<f32>);

/// Reads a picture of such a layout; `None` for any other. `check` may refuse its size before the pixels are decoded.
///
/// # Errors
/// That of `check`; [`Error::Invalid`](crate::Error::Invalid) for a damaged file.
pub fn decode(
    format: Option<ImageFormat>,
    mut file: BufReader<File>,
    name: &str,
    check: &impl Fn([u32; 3]) -> Result<()>,
) -> Result<Option<Floats>> {
    if file.rewind().is_err() {
        return Ok(None);
    }
    match format {
        Some(ImageFormat::OpenExr) => of_exr(file, name, check),
        Some(ImageFormat::Tiff) => of_tiff(file, name, check),
        _ => Ok(None),
    }
}

/// Reads an EXR of one layer and one channel, of any name: the pixels of its data window.
fn of_exr(
    mut file: BufReader<File>,
    name: &str,
    check: &impl Fn([u32; 3]) -> Result<()>,
) -> Result<Option<Floats>> {
    let damaged = |error: ExrError| refused(format!("{name} ({error})"));
    let meta = MetaData::read_from_buffered(&mut file, false).map_err(damaged)?;
    let [header] = &meta.headers[..] else {
        return Ok(None);
    };
    if header.deep || header.channels.list.len() != 1 || file.rewind().is_err() {
        return Ok(None);
    }
    // A side that does not fit is too long.
    let sides = [header.layer_size.width(), header.layer_size.height()];
    let [width, height] = sides.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    check([width, height, 1])?;
    let layers = read().no_deep_data().largest_resolution_level();
    let layer = layers.all_channels().first_valid_layer().all_attributes();
    let picture = layer.from_buffered(file).map_err(damaged)?;
    let channels = picture.layer_data.channel_data.list;
    let numbers = channels
        .iter()
        .flat_map(|channel| channel.sample_data.values_as_f32());
    Ok(Some(([width, height], 1, numbers.collect())))
}

/// Reads a TIFF of floats of 16 or 32 bits: grey or colours.
fn of_tiff(
    file: BufReader<File>,
    name: &str,
    check: &impl Fn([u32; 3]) -> Result<()>,
) -> Result<Option<Floats>> {
    let damaged = |error: TiffError| refused(format!("{name} ({error})"));
    let mut decoder = Decoder::new(file).map_err(damaged)?;
    let channels = match decoder.colortype().map_err(damaged)? {
        ColorType::Gray(16 | 32) => 1,
        ColorType::GrayA(16 | 32) => 2,
        ColorType::RGB(16 | 32) => 3,
        ColorType::RGBA(16 | 32) => 4,
        _ => return Ok(None),
    };
    let (width, height) = decoder.dimensions().map_err(damaged)?;
    check([width, height, 1])?;
    let numbers = match decoder.read_image().map_err(damaged)? {
        DecodingResult::F16(numbers) => numbers.into_iter().map(f32::from).collect(),
        DecodingResult::F32(numbers) => numbers,
        _ => return Ok(None),
    };
    Ok(Some(([width, height], channels, numbers)))
}
