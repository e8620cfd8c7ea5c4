//! Pictures that are computed by name.

use std::sync::{Mutex, PoisonError};

use super::{Picture, blue_noise, wavelet_noise};
use crate::{Error, Result};

/// The sides that a made picture may have.
const SIDES: [u32; 2] = [16, 128];

/// Makes a picture of a side and a seed.
type Make = fn(u32, u32) -> Result<Picture>;

/// The names of made pictures in recipes, before `:SIDE` or `:SIDE:SEED`.
const MADE: [(&str, Make); 2] = [
    (BLUE_NOISE, Picture::blue_noise),
    (WAVELET_NOISE, Picture::wavelet_noise),
];
const BLUE_NOISE: &str = "blue-noise";
const WAVELET_NOISE: &str = "wavelet-noise";

/// The pictures that names asked for last, the newest at the end. A recipe is checked several times before it is computed,
/// and blue noise takes longer than all else in that.
static LAST: Mutex<Vec<Picture>> = Mutex::new(Vec::new());

/// How many are kept: those of eight recipes, as many as a server reads at a time. The largest takes 64 KiB.
const KEPT: usize = 64;

/// Separates the name of a made picture into its kind and its numbers; none if it is the path of a file.
fn made(path: &str) -> Option<(&'static str, Make, &str)> {
    let (kind, numbers) = path.split_once(':')?;
    let (kind, make) = MADE.into_iter().find(|(name, _)| *name == kind)?;
    Some((kind, make, numbers))
}

impl Picture {
    /// Makes blue noise, a picture that tiles: `side` by `side` pixels, each of which has another one of as many numbers
    /// evenly spaced from 0 to 1. The pixels below any threshold are spread evenly and without a pattern: a mask for
    /// dithering, for samples and for scattered things. The recipe's name of it is `blue-noise:64`, or `blue-noise:64:7`
    /// with the seed 7.
    ///
    /// Source: Ulichney, *The void-and-cluster method for dither array generation*, SPIE 1913, 1993.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a side that is not 16 to 128.
    ///
    /// ```
    /// use wgpu_noise::noise::{Filter, Picture};
    /// use wgpu_noise::{Grid, Job, Noise};
    ///
    /// let mask = Noise::image(Picture::blue_noise(32, 0)?).set("filter", Filter::Nearest);
    /// let samples = Job::of([mask], &Grid::new([32, 32]))?;
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn blue_noise(side: u32, seed: u32) -> Result<Picture> {
        check_side(BLUE_NOISE, side)?;
        let count = f64::from(side * side);
        let ranks = blue_noise::ranks(side as usize, seed).into_iter();
        let numbers = ranks.map(|rank| ((f64::from(rank) + 0.5) / count) as f32);
        Picture::new(
            name(BLUE_NOISE, side, seed),
            [side; 2],
            1,
            numbers.collect(),
        )
    }

    /// Makes the coefficients of wavelet noise, a picture that tiles, for [`Filter::Spline`](super::Filter::Spline): `side`
    /// by `side` numbers from −1 to 1. By that filter it is noise of one octave of frequencies, up to half a wave for each
    /// pixel: nothing of it is left where it is drawn at half the resolution, so that an octave of it fades out rather than
    /// becoming grain. The recipe's name of it is `wavelet-noise:128`, or `wavelet-noise:128:7` with the seed 7.
    ///
    /// Source: Cook and DeRose, *Wavelet Noise*, SIGGRAPH 2005.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a side that is not even, or not 16 to 128.
    pub fn wavelet_noise(side: u32, seed: u32) -> Result<Picture> {
        check_side(WAVELET_NOISE, side)?;
        if !side.is_multiple_of(2) {
            return Err(wrong_side(WAVELET_NOISE, side, "an even one"));
        }
        let numbers = wavelet_noise::coefficients(side as usize, seed).into_iter();
        let numbers = numbers.map(|number| number as f32);
        Picture::new(
            name(WAVELET_NOISE, side, seed),
            [side; 2],
            1,
            numbers.collect(),
        )
    }

    /// Whether a path is the name of a made picture, such as `blue-noise:64:7`.
    pub(crate) fn is_made(path: &str) -> bool {
        made(path).is_some()
    }

    /// Makes the picture of a name as recipes have them, such as `blue-noise:64:7`, which a digest may follow; none for the
    /// path of a file.
    ///
    /// # Errors
    /// [`Error::Invalid`] for numbers that are not allowed, and for the digest of other pixels.
    pub fn by_name(name: &str) -> Option<Result<Picture>> {
        let (name, digest) = Picture::split_digest(name);
        let (kind, make, numbers) = made(name)?;
        let (side, seed) = numbers.split_once(':').unwrap_or((numbers, "0"));
        let (Ok(side), Ok(seed)) = (side.parse(), seed.parse()) else {
            let allowed = format!("{kind}:SIDE or {kind}:SIDE:SEED, with whole numbers");
            return Some(Err(Error::invalid("picture", name, allowed)));
        };
        let picture = remembered(kind, make, side, seed);
        Some(picture.and_then(|picture| picture.check_digest(digest).map(|()| picture)))
    }
}

/// Returns one of the pictures that were made last, or makes it.
fn remembered(kind: &str, make: Make, side: u32, seed: u32) -> Result<Picture> {
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let name = name(kind, side, seed);
    {
        let mut last = last();
        if let Some(at) = last.iter().position(|one| one.name() == name) {
            let picture = last.remove(at);
            last.push(picture.clone());
            return Ok(picture);
        }
    }
    let picture = make(side, seed)?;
    let mut last = last();
    last.push(picture.clone());
    if last.len() > KEPT {
        last.remove(0);
    }
    Ok(picture)
}

/// Returns the name of a made picture in recipes.
fn name(kind: &str, side: u32, seed: u32) -> String {
    match seed {
        0 => format!("{kind}:{side}"),
        _ => format!("{kind}:{side}:{seed}"),
    }
}

fn check_side(kind: &str, side: u32) -> Result<()> {
    let [least, most] = SIDES;
    match (least..=most).contains(&side) {
        true => Ok(()),
        false => Err(wrong_side(kind, side, &format!("{least} to {most} pixels"))),
    }
}

fn wrong_side(kind: &str, side: u32, allowed: &str) -> Error {
    Error::invalid("picture", format!("a side of {side} of {kind}"), allowed)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_picture_is_made_once() {
        let made = |name: &str| Picture::by_name(name).unwrap().unwrap();
        let [first, second] = ["blue-noise:16:99", "blue-noise:16:99"].map(made);
        assert!(Arc::ptr_eq(&first.pixels, &second.pixels));
        let other = made("wavelet-noise:16:99");
        assert_ne!(first.numbers(), other.numbers());
        // As many others as are kept, and more.
        (0..=KEPT as u32).for_each(|seed| drop(made(&format!("wavelet-noise:16:{seed}"))));
        let again = made("blue-noise:16:99");
        assert!(
            !Arc::ptr_eq(&first.pixels, &again.pixels),
            "it was given up"
        );
        assert_eq!(first, again);
    }

    /// Recipes have their names and no digests, so the pixels are the same in every version and on every machine.
    #[test]
    fn made_pictures_never_change() {
        for (name, digest) in [
            ("blue-noise:16", "1719d89b6f11a5bf"),
            ("blue-noise:64:7", "4c771dafea816c20"),
            ("wavelet-noise:16", "9d9cd741f8d7cb2a"),
            ("wavelet-noise:64:7", "645354b878b38b84"),
        ] {
            let picture = Picture::by_name(name).map(|made| made.unwrap().to_string());
            assert_eq!(picture, Some(format!("{name}#{digest}")));
        }
        assert!(Picture::by_name("wall.png").is_none());
        let other = Picture::by_name("blue-noise:16#0123456789abcdef");
        let refused = other.map(|made| made.unwrap_err().to_string());
        assert!(refused.is_some_and(|refused| refused.contains("digest")));
    }
}
