//! Pictures from files, for the source `image`.

use std::fs::File;
use std::io::{BufReader, Error as IoError};
use std::path::Path;

use image::error::LimitErrorKind;
use image::{ColorType, DynamicImage, ImageDecoder, ImageError, ImageReader, Limits};

use crate::noise::Picture;
use crate::{Error, Result};

/// The most memory that decoding may take beside the pixels: that of the largest picture with four channels of 32 bits.
const DECODING_MAX: u64 = 16 * Picture::PIXELS_MAX;

/// Reads a picture: PNG, EXR, TIFF, JPEG or WebP, by its content. Whole numbers become 0 to 1. `name` is its path as a recipe gives it.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::TooLarge`] for more pixels than [`Picture::PIXELS_MAX`], found before they are
/// decoded, and [`Error::Invalid`] if it is no file or none of these types, or damaged.
pub fn read_picture(path: &Path, name: &str) -> Result<Picture> {
    let failed = |source: IoError| Error::Io {
        action: "read",
        path: path.into(),
        source: source.into(),
    };
    let refused = |given: String| {
        let allowed = "a picture: PNG, EXR, TIFF, JPEG or WebP";
        Error::invalid("picture", given, allowed)
    };
    let file = File::open(path).map_err(failed)?;
    // A pipe or a device might never end.
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(refused(format!("{name}, which is no file,")));
    }
    let mut reader = ImageReader::new(BufReader::new(file))
        .with_guessed_format()
        .map_err(failed)?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(DECODING_MAX);
    reader.limits(limits);
    let decoded = |error: ImageError| match error {
        ImageError::IoError(error) => failed(error),
        ImageError::Limits(error) if matches!(error.kind(), LimitErrorKind::InsufficientMemory) => {
            Error::TooLarge {
                what: format!("the picture {name}"),
                needed: "more memory".into(),
                limit: format!("{DECODING_MAX} bytes"),
            }
        }
        other => refused(format!("{name} ({other})")),
    };
    let decoder = reader.into_decoder().map_err(decoded)?;
    let (width, height) = decoder.dimensions();
    Picture::check_size([width, height])?;
    let picture = DynamicImage::from_decoder(decoder).map_err(decoded)?;
    let (channels, numbers) = numbers(&picture);
    Picture::new(name, [width, height], channels, numbers)
}

/// Returns the channels of a picture and its numbers.
fn numbers(picture: &DynamicImage) -> (usize, Vec<f32>) {
    match picture.color() {
        ColorType::L8 | ColorType::L16 => (1, picture.to_luma32f().into_raw()),
        ColorType::La8 | ColorType::La16 => (2, picture.to_luma_alpha32f().into_raw()),
        ColorType::Rgb8 | ColorType::Rgb16 | ColorType::Rgb32F => {
            (3, picture.to_rgb32f().into_raw())
        }
        _ => (4, picture.to_rgba32f().into_raw()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::ImageFormat;

    use super::*;
    use crate::noise::{Channel, Decoding};

    /// Reads the bytes of a file.
    fn read(bytes: &[u8]) -> Result<Picture> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        read_picture(file.path(), "picture")
    }

    fn written(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn number(picture: &Picture, at: usize, channel: Channel) -> f32 {
        picture.number(at, channel, Decoding::Linear)
    }

    #[test]
    fn every_type_is_read_with_its_depth() {
        let grey = image::ImageBuffer::from_raw(2, 1, vec![0_u16, 32768]).unwrap();
        for format in [ImageFormat::Png, ImageFormat::Tiff] {
            let read = read(&written(&DynamicImage::ImageLuma16(grey.clone()), format)).unwrap();
            assert_eq!(read.size(), [2, 1]);
            let found = number(&read, 1, Channel::Luminance);
            assert!((found - 32768.0 / 65535.0).abs() < 1e-7, "{found}");
        }
        let colours = image::RgbaImage::from_raw(1, 1, vec![255, 51, 0, 102]).unwrap();
        for format in [ImageFormat::Png, ImageFormat::WebP] {
            let read = read(&written(&DynamicImage::ImageRgba8(colours.clone()), format)).unwrap();
            assert_eq!(number(&read, 0, Channel::Green), 0.2);
            assert_eq!(number(&read, 0, Channel::Alpha), 0.4);
            let light = read.number(0, Channel::Green, Decoding::Srgb);
            assert!((light - 0.033_105).abs() < 1e-5, "{light}");
        }
        let light = image::Rgb32FImage::from_raw(1, 1, vec![-2.0, 3.5, 0.0]).unwrap();
        let exr = read(&written(
            &DynamicImage::ImageRgb32F(light),
            ImageFormat::OpenExr,
        ))
        .unwrap();
        assert_eq!(number(&exr, 0, Channel::Red), -2.0);
        let plain = image::GrayImage::from_pixel(8, 8, image::Luma([51]));
        let jpeg = read(&written(
            &DynamicImage::ImageLuma8(plain),
            ImageFormat::Jpeg,
        ))
        .unwrap();
        assert!((number(&jpeg, 9, Channel::Luminance) - 0.2).abs() < 0.01);
    }

    #[test]
    fn what_is_no_picture_or_too_large_is_refused() {
        let plain = image::GrayImage::from_pixel(64, 64, image::Luma([51]));
        let png = written(&DynamicImage::ImageLuma8(plain), ImageFormat::Png);
        assert!(read(&png).is_ok(), "the control");
        // The header says 60000 x 60000 pixels.
        let mut bomb = png.clone();
        bomb[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
        let sum = crc32fast::hash(&bomb[12..29]);
        bomb[29..33].copy_from_slice(&sum.to_be_bytes());
        assert!(
            matches!(read(&bomb), Err(Error::TooLarge { .. })),
            "{:?}",
            read(&bomb)
        );
        for wrong in [&png[..png.len() / 2], b"title = 'text'", b""] {
            let error = read(wrong).unwrap_err();
            assert!(
                error.is_callers_fault() || matches!(error, Error::Io { .. }),
                "{error}"
            );
        }
        let folder = tempfile::tempdir().unwrap();
        assert!(read_picture(folder.path(), "folder").is_err());
        assert!(matches!(
            read_picture(&folder.path().join("none.png"), "none"),
            Err(Error::Io { .. })
        ));
    }
}
