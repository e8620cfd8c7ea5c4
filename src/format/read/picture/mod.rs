//! Pictures and volumes from files, for the source `image`.

mod floats;
mod npy;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use image::error::LimitErrorKind;
use image::{ColorType, DynamicImage, ImageDecoder, ImageError, ImageReader, Limits};

use crate::format::disk::regular;
use crate::noise::Picture;
use crate::noise::picture::pixels;
use crate::{Error, Result};

/// The most memory that decoding may take beside the pixels: that of the largest picture with four channels of 32 bits.
const DECODING_MAX: u64 = 16 * Picture::PIXELS_MAX;

/// Reads a picture: PNG, EXR, TIFF, JPEG, WebP or NumPy's `.npy`, by its content. Whole numbers become 0 to 1. `name` is its
/// path as a recipe gives it.
///
/// An `.npy` is read as [`bake`](crate::bake) writes it. An array (y, x) is a picture, and (z, y, x) a volume. A last axis
/// after y and x that has up to four entries is the channels: (y, x, 3) is a picture of colours, so that a volume up to four
/// voxels wide has to be (z, y, x, 1). A first axis of one entry beyond these is one frame. The numbers are floats of 16, 32
/// or 64 bits or whole numbers of 8 or 16 without a sign, little-endian and in C order.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, or is a pipe or a device; [`Error::TooLarge`] for more pixels than
/// [`Picture::PIXELS_MAX`], found before they are decoded; and [`Error::Invalid`] if it is none of these types, or damaged.
pub fn read_picture(path: &Path, name: &str) -> Result<Picture> {
    Pictures::default().read(path, name)
}

/// The pictures of one recipe: each file is read once, in whatever spellings its path is given.
#[derive(Debug, Default)]
pub struct Pictures {
    known: BTreeMap<PathBuf, Picture>,
}

impl Pictures {
    /// Reads a picture as [`read_picture`], unless it is known.
    ///
    /// # Errors
    /// Those of [`read_picture`], and [`Error::TooLarge`] where the pictures have more than [`Picture::PIXELS_MAX`] pixels
    /// together, found before those of this one are decoded.
    pub fn read(&mut self, path: &Path, name: &str) -> Result<Picture> {
        // Where this fails, so does reading.
        let file = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if let Some(known) = self.known.get(&file) {
            return Ok(known.named(name));
        }
        let known: u64 = self.known.values().map(|known| pixels(known.size())).sum();
        let picture = decode(&file, name, |size| {
            Picture::check_size(size)?;
            let all = known + pixels(size);
            match all <= Picture::PIXELS_MAX {
                true => Ok(()),
                false => Err(Error::too_large(
                    "the picture",
                    format!("{all} pixels with the other pictures of the recipe"),
                    format!("{} pixels", Picture::PIXELS_MAX),
                )),
            }
        })?;
        self.known.insert(file, picture.clone());
        Ok(picture)
    }
}

/// Reads a picture. `check` may refuse its size before the pixels are decoded.
fn decode(path: &Path, name: &str, check: impl Fn([u32; 3]) -> Result<()>) -> Result<Picture> {
    let failed = |error| Error::io("read", path, error);
    regular::check(path)?;
    let mut file = BufReader::new(File::open(path).map_err(failed)?);
    if file.fill_buf().map_err(failed)?.starts_with(npy::MAGIC) {
        return npy::decode(file, name, &check);
    }
    let mut reader = ImageReader::new(file)
        .with_guessed_format()
        .map_err(failed)?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(DECODING_MAX);
    reader.limits(limits);
    let decoded = |error: ImageError| match error {
        ImageError::IoError(error) => failed(error),
        ImageError::Limits(error) if matches!(error.kind(), LimitErrorKind::InsufficientMemory) => {
            Error::too_large(
                format!("the picture {name}"),
                "more memory",
                format!("{DECODING_MAX} bytes"),
            )
        }
        other => refused(format!("{name} ({other})")),
    };
    let format = reader.format();
    let mut decoder = match reader.into_decoder() {
        Ok(decoder) => decoder,
        Err(error) => {
            let file = BufReader::new(File::open(path).map_err(failed)?);
            let floats = floats::decode(format, file, name, &check)?;
            let (size, channels, numbers) = floats.ok_or_else(|| decoded(error))?;
            return Picture::new(name, size, channels, numbers);
        }
    };
    let (width, height) = decoder.dimensions();
    check([width, height, 1])?;
    let orientation = decoder.orientation().map_err(decoded)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(decoded)?;
    picture.apply_orientation(orientation);
    let size = [picture.width(), picture.height()];
    let (channels, numbers) = numbers(&picture);
    Picture::new(name, size, channels, numbers)
}

/// Returns the error for what is no picture, or none that can be read.
fn refused(given: String) -> Error {
    let allowed = "a picture: PNG, EXR, TIFF, JPEG, WebP or .npy; an EXR of one channel, or with R, G and B; a TIFF of grey or colours";
    Error::invalid("picture", given, allowed)
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
    use std::fs;
    use std::io::Cursor;

    use image::ImageFormat;

    use super::*;
    use crate::noise::{Channel, Decoding};

    /// Reads the bytes of a file.
    fn read(bytes: &[u8]) -> Result<Picture> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), bytes).unwrap();
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
            assert_eq!(read.size(), [2, 1, 1]);
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
    fn a_photograph_is_turned_as_its_camera_says() {
        let picture = image::GrayImage::from_fn(16, 8, |x, _| image::Luma([x as u8 * 16]));
        let jpeg = written(&DynamicImage::ImageLuma8(picture), ImageFormat::Jpeg);
        assert_eq!(read(&jpeg).unwrap().size(), [16, 8, 1], "the control");
        // Exif with one field, the orientation 6: a quarter turn clockwise.
        let exif = [
            &b"\xff\xe1\0\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01"[..],
            b"\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0",
        ];
        let turned = read(&[&jpeg[..2], &exif.concat(), &jpeg[2..]].concat()).unwrap();
        assert_eq!(turned.size(), [8, 16, 1]);
        let at = |y: usize| number(&turned, y * 8, Channel::Luminance);
        assert!(at(15) - at(0) > 0.8, "{} {}", at(0), at(15));
    }

    #[test]
    fn a_file_is_read_once_and_the_pixels_of_all_are_limited() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("inner")).unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["a.png", "b.png", "c.png"] {
            image::GrayImage::new(4096, 2048).save(path(name)).unwrap();
        }
        let mut pictures = Pictures::default();
        for name in ["a.png", "inner/../a.png", "./a.png", "b.png"] {
            let read = pictures.read(&path(name), name).unwrap();
            assert_eq!(read.name(), name);
        }
        assert_eq!(pictures.known.len(), 2);
        let refused = pictures.read(&path("c.png"), "c.png").unwrap_err();
        assert!(matches!(refused, Error::TooLarge { .. }), "{refused}");
        assert!(refused.to_string().contains("25165824 pixels"), "{refused}");
        assert!(read_picture(&path("c.png"), "c.png").is_ok(), "the control");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.png");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let refused = read_picture(&pipe, "pipe.png").unwrap_err().to_string();
        assert!(
            refused.contains("pipe.png: it is not a regular file"),
            "{refused}"
        );
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
