//! Volumes as images of the `image` crate, and back.

use ::image::{ColorType, DynamicImage, ImageBuffer, Luma, LumaA, Pixel, Rgb, Rgba};

use super::Volume;
use crate::memory::{collect, zeros};
use crate::texel::packing::check_range;
use crate::texel::{Format, Packing};
use crate::{Error, Result};

impl Volume {
    /// Returns the slice whose index along z is `z` as an image: x goes right and y goes down. A volume of one or two
    /// dimensions has only slice 0; one of one dimension is an image with a single row.
    ///
    /// In colour types of 8 and 16 bits, the values `range[0]` and `range[1]` become 0 and the greatest component. Values
    /// between them become the nearest component, values outside them become the nearest end, and NaN becomes 0, as in
    /// [`Packing::pack`]. In colour types of 32-bit floats the values stay as they are.
    ///
    /// A single channel is grey, in RGB and RGBA too. Two channels are red and green, or grey and alpha in a grey type with
    /// alpha; three are red, green and blue; the fourth is alpha. A missing blue is 0, and a missing alpha is opaque.
    ///
    /// Except on wasm32, the feature `image` turns on the formats OpenEXR, JPEG, PNG and TIFF of the crate `image`. A program that
    /// opens or saves images in others depends on `image` 0.25 itself, with the formats that it needs.
    ///
    /// ```
    /// use wgpu_noise::image::ColorType;
    /// use wgpu_noise::{Grid, Noise, cpu};
    ///
    /// let volume = cpu::sample(&Noise::perlin(), &Grid::new([64, 32, 4]))?;
    /// let picture = volume.to_image(2, ColorType::L16, [-1.0, 1.0])?;
    /// assert_eq!((picture.width(), picture.height()), (64, 32));
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Invalid`] if there is no slice `z`, if the colour type has fewer components than the volume has channels, or,
    /// for colour types of integers, if `range` is not two finite numbers that differ by a finite difference; [`Error::OutOfHostMemory`].
    pub fn to_image(&self, z: u32, color: ColorType, range: [f32; 2]) -> Result<DynamicImage> {
        let Some(slice) = self.slice(z) else {
            let allowed = format!("0 to {}", self.size[2] - 1);
            return Err(Error::invalid("z", z, allowed));
        };
        let packing = |format| Packing::new(format, 1, range);
        let ends = match color {
            ColorType::Rgb32F | ColorType::Rgba32F => [0.0, 1.0],
            _ => range,
        };
        let values = self.components(slice, color, ends)?;
        let bytes = || {
            let mut bytes = zeros(values.len() as u64)?;
            packing(Format::R8Unorm)?.pack(&values, &mut bytes);
            Ok(bytes)
        };
        let words = || {
            let mut words: Vec<u16> = zeros(values.len() as u64)?;
            packing(Format::R16Unorm)?.pack(&values, bytemuck::cast_slice_mut(&mut words));
            // Texels are little-endian.
            words
                .iter_mut()
                .for_each(|word| *word = u16::from_le(*word));
            Ok(words)
        };
        let [width, height, _] = self.size;
        let size = [width, height];
        Ok(match color {
            ColorType::L8 => image::<Luma<u8>>(size, bytes()?),
            ColorType::La8 => image::<LumaA<u8>>(size, bytes()?),
            ColorType::Rgb8 => image::<Rgb<u8>>(size, bytes()?),
            ColorType::Rgba8 => image::<Rgba<u8>>(size, bytes()?),
            ColorType::L16 => image::<Luma<u16>>(size, words()?),
            ColorType::La16 => image::<LumaA<u16>>(size, words()?),
            ColorType::Rgb16 => image::<Rgb<u16>>(size, words()?),
            ColorType::Rgba16 => image::<Rgba<u16>>(size, words()?),
            ColorType::Rgb32F => image::<Rgb<f32>>(size, values),
            ColorType::Rgba32F => image::<Rgba<f32>>(size, values),
            other => return Err(unknown(other)),
        })
    }

    /// Makes a volume of one slice of an image: x goes right and y goes down, and each component of a pixel, alpha included,
    /// becomes a channel.
    ///
    /// In images of 8 and 16 bits, 0 and the greatest component become the values `range[0]` and `range[1]`. In images of
    /// 32-bit floats the values stay as they are. The numbers are those that the image holds: colours stay encoded as sRGB.
    ///
    /// ```
    /// use wgpu_noise::Volume;
    /// use wgpu_noise::image::{DynamicImage, GrayImage};
    ///
    /// let picture = GrayImage::from_raw(3, 1, vec![0, 51, 255]).map(DynamicImage::from);
    /// let volume = Volume::from_image(&picture.unwrap(), [0.0, 10.0])?;
    /// assert_eq!(volume.samples(), [0.0, 2.0, 10.0]);
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Invalid`] if the image has no pixels, or if `range` is not two finite numbers that differ by a finite
    /// difference; [`Error::OutOfHostMemory`].
    pub fn from_image(image: &DynamicImage, range: [f32; 2]) -> Result<Volume> {
        check_range(range, "")?;
        let samples = if let Some(bytes) = image.as_flat_samples_u8() {
            values(bytes.samples, u8::MAX.into(), range)?
        } else if let Some(words) = image.as_flat_samples_u16() {
            values(words.samples, u16::MAX.into(), range)?
        } else if let Some(floats) = image.as_flat_samples_f32() {
            collect(floats.samples.iter().copied())?
        } else {
            return Err(unknown(image.color()));
        };
        let channels = image.color().channel_count().into();
        Volume::from_samples([image.width(), image.height(), 1], channels, samples)
    }

    /// Returns the components of the pixels of a slice; `black` and `opaque` are missing components.
    fn components(
        &self,
        slice: &[f32],
        color: ColorType,
        [black, opaque]: [f32; 2],
    ) -> Result<Vec<f32>> {
        let count = usize::from(color.channel_count());
        if self.channels > count {
            let allowed = format!("at most {count} for {color:?}");
            return Err(Error::invalid("channels", self.channels, allowed));
        }
        let colours = count - usize::from(color.has_alpha());
        let pixels = slice.len() / self.channels;
        let mut components: Vec<f32> = zeros((pixels * count) as u64)?;
        let samples = slice.chunks_exact(self.channels);
        for (pixel, sample) in components.chunks_exact_mut(count).zip(samples) {
            pixel[..colours].fill(black);
            pixel[colours..].fill(opaque);
            match *sample {
                [grey] => pixel[..colours].fill(grey),
                _ => pixel[..self.channels].copy_from_slice(sample),
            }
        }
        Ok(components)
    }
}

/// Returns an image of components that fill it.
fn image<P: Pixel>([width, height]: [u32; 2], components: Vec<P::Subpixel>) -> DynamicImage
where
    ImageBuffer<P, Vec<P::Subpixel>>: Into<DynamicImage>,
{
    match ImageBuffer::from_raw(width, height, components) {
        Some(image) => image.into(),
        None => unreachable!("a slice has as many samples as the image has pixels"),
    }
}

/// Returns the values of components. The components 0 and `greatest` become the ends of the range.
fn values<T: Copy + Into<f64>>(
    components: &[T],
    greatest: f64,
    range: [f32; 2],
) -> Result<Vec<f32>> {
    let [low, high] = range.map(f64::from);
    let value = |&component: &T| (low + component.into() / greatest * (high - low)) as f32;
    collect(components.iter().map(value))
}

fn unknown(color: ColorType) -> Error {
    let allowed = "grey, RGB or RGBA of 8, 16 or 32 bits";
    Error::invalid("colour type", format!("{color:?}"), allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [ColorType; 10] = [
        ColorType::L8,
        ColorType::La8,
        ColorType::Rgb8,
        ColorType::Rgba8,
        ColorType::L16,
        ColorType::La16,
        ColorType::Rgb16,
        ColorType::Rgba16,
        ColorType::Rgb32F,
        ColorType::Rgba32F,
    ];

    fn volume(size: [u32; 3], channels: usize) -> Volume {
        let count = size.into_iter().product::<u32>() as usize * channels;
        let samples = (0..count).map(|n| n as f32 / count as f32 - 0.25);
        Volume::from_samples(size, channels, samples.collect()).unwrap()
    }

    /// Whether an image and a volume made of it give the same image again.
    fn comes_back(picture: &DynamicImage, range: [f32; 2]) -> bool {
        let volume = Volume::from_image(picture, range).unwrap();
        volume.to_image(0, picture.color(), range).unwrap() == *picture
    }

    #[test]
    fn every_component_comes_back_in_every_colour_type() {
        for range in [[0.0, 1.0], [-1.0, 1.0], [2.5, -0.1]] {
            let bytes = image::<Luma<u8>>([16, 16], (0..=255).collect());
            let words = image::<Luma<u16>>([256, 256], (0..=65535).collect());
            assert!(comes_back(&bytes, range) && comes_back(&words, range));
            for color in ALL {
                let channels = color.channel_count().into();
                let picture = volume([5, 3, 1], channels)
                    .to_image(0, color, range)
                    .unwrap();
                assert_eq!((picture.color(), picture.width()), (color, 5));
                assert!(comes_back(&picture, range), "{color:?}");
            }
        }
    }

    /// The controls: another range, another row order, and a single sample that differs are noticed.
    #[test]
    fn what_differs_does_not_come_back() {
        let range = [-0.25, 0.75];
        let right = volume([5, 3, 1], 1);
        let picture = right.to_image(0, ColorType::L8, range).unwrap();
        let other = Volume::from_image(&picture, [0.0, 1.0]).unwrap();
        assert!(other.to_image(0, ColorType::L8, range).unwrap() != picture);
        assert!(picture.flipv() != picture && picture.fliph() != picture);
        let mut changed = right.clone();
        changed.samples_mut()[7] += 1.0 / 255.0;
        let changed = changed.to_image(0, ColorType::L8, range).unwrap();
        let pixels = changed.as_bytes().iter().zip(picture.as_bytes());
        let differ: Vec<usize> = pixels
            .enumerate()
            .filter(|(_, (a, b))| a != b)
            .map(|(i, _)| i)
            .collect();
        assert_eq!(differ, [7]);
    }

    #[test]
    fn pixels_have_the_texels_of_their_samples_row_by_row() {
        let volume = volume([4, 3, 2], 1);
        let range = [0.5, -0.25];
        let picture = volume
            .to_image(1, ColorType::L8, range)
            .unwrap()
            .into_luma8();
        let packing = Packing::new(Format::R8Unorm, 1, range).unwrap();
        for (x, y, pixel) in picture.enumerate_pixels() {
            let mut texel = [0];
            packing.pack(volume.get(x, y, 1).unwrap(), &mut texel);
            assert_eq!(pixel.0, texel, "{x} {y}");
        }
    }

    #[test]
    fn missing_components_are_black_or_opaque() {
        let pixel = |sample: &[f32], color| {
            let volume = Volume::from_samples([1, 1, 1], sample.len(), sample.to_vec()).unwrap();
            let picture = volume.to_image(0, color, [-1.0, 1.0]).unwrap();
            picture.as_bytes().to_vec()
        };
        assert_eq!(pixel(&[1.0], ColorType::La8), [255, 255]);
        assert_eq!(pixel(&[1.0, -1.0], ColorType::La8), [255, 0]);
        assert_eq!(pixel(&[0.0], ColorType::Rgb8), [128; 3]);
        assert_eq!(pixel(&[0.0], ColorType::Rgba8), [128, 128, 128, 255]);
        assert_eq!(pixel(&[1.0, 1.0], ColorType::Rgba8), [255, 255, 0, 255]);
        assert_eq!(
            pixel(&[1.0, 1.0, -1.0], ColorType::Rgba8),
            [255, 255, 0, 255]
        );
        assert_eq!(
            pixel(&[1.0, 1.0, 1.0, -1.0], ColorType::Rgba8),
            [255, 255, 255, 0]
        );
        // Outside the range, and NaN.
        assert_eq!(pixel(&[9.0, -9.0, f32::NAN], ColorType::Rgb8), [255, 0, 0]);
        let floats = [7.0, -7.0].map(f32::to_ne_bytes);
        let [red, green] = [floats[0], floats[1]];
        let expected = [red, green, [0; 4], 1.0_f32.to_ne_bytes()].concat();
        assert_eq!(pixel(&[7.0, -7.0], ColorType::Rgba32F), expected);
    }

    #[test]
    fn what_no_image_holds_is_refused() {
        let message = |volume: Volume, z, color, range| {
            let refused = volume.to_image(z, color, range);
            refused.unwrap_err().to_string()
        };
        let three = volume([2, 2, 2], 3);
        assert_eq!(
            message(three.clone(), 0, ColorType::La16, [0.0, 1.0]),
            "channels: got 3; allowed: at most 2 for La16"
        );
        assert_eq!(
            message(three.clone(), 2, ColorType::Rgb8, [0.0, 1.0]),
            "z: got 2; allowed: 0 to 1"
        );
        for range in [[1.0, 1.0], [f32::NAN, 1.0], [f32::MIN, f32::MAX]] {
            assert!(message(three.clone(), 0, ColorType::Rgb8, range).starts_with("range: "));
            let picture = DynamicImage::new_luma8(2, 2);
            assert!(Volume::from_image(&picture, range).is_err());
        }
        assert!(Volume::from_image(&DynamicImage::new_luma8(0, 2), [0.0, 1.0]).is_err());
    }
}
