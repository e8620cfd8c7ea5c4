//! Animated GIF: all frames in one file, looped for ever.
//!
//! Values of one channel are indices into a palette of 256 greys, so that none changes. Each frame of colours has a palette
//! of its own: its colours if they fit, else those that the crate `color_quant` finds (NeuQuant), without dithering. A
//! texel is opaque or, below half its opacity, transparent.
//!
//! Source: Graphics Interchange Format, version 89a.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use ::color_quant::NeuQuant;
use ::gif::{AnyExtension, DisposalMethod, EncodingError, Frame, Repeat};

use super::band::Band;
use super::{Encoder, check_picture};
use crate::format::contents::Contents;
use crate::format::sheet::Sheet;
use crate::format::texts::{self, TEXT_MAX, damaged};
use crate::{Error, Result};

/// The application of the extension that holds the recipe, eleven bytes.
const APPLICATION: &[u8; 11] = b"wgpu-noise1";

/// What a block begins with that is not an image, and what such a block of an application has next.
const EXTENSION: u8 = 0x21;
const OF_APPLICATION: u8 = 0xFF;

/// The most frames per second. Browsers show a frame of less than 1/50 s for 1/10 s.
const MAX_FPS: u32 = 50;

/// How thoroughly 256 colours are found, from 1, the best, to 30.
const SPEED: i32 = 10;

/// The properties of the animation.
pub struct Settings {
    film: Sheet,
    /// Width and height.
    size: [u16; 2],
    /// The number of components of a texel: 1 or 4.
    components: u32,
    fps: u32,
    recipe: Option<String>,
}

impl Settings {
    /// # Errors
    /// [`Error::TooLarge`] for a side of more than 65535 texels, [`Error::Invalid`] for more than 50 frames per second; those of
    /// [`check_picture`].
    pub fn new(contents: &Contents, frame: Sheet) -> Result<Settings> {
        check_picture(contents, frame)?;
        let [width, height] = frame.tile;
        let (Ok(x), Ok(y)) = (u16::try_from(width), u16::try_from(height)) else {
            return Err(Error::too_large(
                "a .gif",
                format!("{width} x {height} texels"),
                format!("{} texels a side", u16::MAX),
            )
            .with_field("size"));
        };
        if contents.fps > MAX_FPS {
            let given = format!("{} for .gif", contents.fps);
            let allowed = format!("1 to {MAX_FPS}; browsers slow down a .gif of more");
            return Err(Error::invalid("fps", given, allowed));
        }
        Ok(Settings {
            film: Sheet::film(frame.tile, contents.frame_count()),
            size: [x, y],
            components: contents.packing.format.components(),
            fps: contents.fps,
            recipe: contents.recipe.clone(),
        })
    }

    /// Begins the file. Errors call it `name`.
    pub fn begin<W: Write>(&self, sink: W, name: &Path) -> Result<Animation<W>> {
        let greys: Vec<u8> = (0..=255).flat_map(|grey| [grey; 3]).collect();
        let palette = if self.components == 1 {
            &greys[..]
        } else {
            &[]
        };
        let begin = || {
            let [width, height] = self.size;
            let mut out = ::gif::Encoder::new(BufWriter::new(sink), width, height, palette)?;
            out.set_repeat(Repeat::Infinite)?;
            if let Some(recipe) = &self.recipe {
                let blocks = [&APPLICATION[..], recipe.as_bytes()];
                out.write_raw_extension(AnyExtension(OF_APPLICATION), &blocks)?;
            }
            Ok(out)
        };
        Ok(Animation {
            frame: Band::new(&self.film, self.components)?,
            size: self.size,
            is_grey: self.components == 1,
            fps: self.fps,
            shown: 0,
            out: begin().map_err(|e| encoding_failed(name, e))?,
            name: name.into(),
        })
    }
}

/// An animation that is being written.
pub struct Animation<W: Write> {
    name: PathBuf,
    frame: Band,
    size: [u16; 2],
    is_grey: bool,
    fps: u32,
    /// The number of frames before the next one.
    shown: u64,
    out: ::gif::Encoder<BufWriter<W>>,
}

impl<W: Write + Send> Encoder for Animation<W> {
    fn write(&mut self, texels: &[u8]) -> Result<()> {
        self.frame.each(texels, |texels| {
            let frame = match self.is_grey {
                true => grey(self.size, texels),
                false => coloured(self.size, texels),
            };
            let frame = Frame {
                delay: delay(self.shown, self.fps),
                ..frame
            };
            self.shown += 1;
            let written = self.out.write_frame(&frame);
            written.map_err(|e| encoding_failed(&self.name, e))
        })
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let Animation { name, out, .. } = *self;
        let flushed = out.into_inner().and_then(|mut out| Ok(out.flush()?));
        flushed.map_err(|e| encoding_failed(&name, e))
    }
}

fn grey([width, height]: [u16; 2], texels: &[u8]) -> Frame<'_> {
    Frame {
        width,
        height,
        buffer: Cow::Borrowed(texels),
        ..Frame::default()
    }
}

fn coloured([width, height]: [u16; 2], texels: &[u8]) -> Frame<'static> {
    let texels = texels.as_chunks::<4>().0;
    let is_opaque = |texel: &[u8; 4]| texel[3] >= 128;
    let opaque = texels.iter().filter(|texel| is_opaque(texel));
    let opaque: Vec<[u8; 4]> = opaque.map(|&[r, g, b, _]| [r, g, b, 255]).collect();
    let has_holes = opaque.len() < texels.len();
    // One index is that of transparent texels.
    let room = if has_holes { 255 } else { 256 };
    let mut palette = Palette::of(&opaque, room);
    let hole = palette.colours.len() / 3;
    let index = |texel: &[u8; 4]| match is_opaque(texel) {
        true => palette.index(*texel) as u8,
        false => hole as u8,
    };
    let indices: Vec<u8> = texels.iter().map(index).collect();
    if has_holes {
        palette.colours.extend([0; 3]);
    }
    Frame {
        width,
        height,
        buffer: Cow::Owned(indices),
        palette: Some(palette.colours),
        transparent: has_holes.then_some(hole as u8),
        // The next frame shows nothing of this one.
        dispose: DisposalMethod::Background,
        ..Frame::default()
    }
}

/// The colours of a frame.
struct Palette {
    /// Red, green and blue of each.
    colours: Vec<u8>,
    /// What finds the nearest, if there are fewer than the frame has.
    found: Option<NeuQuant>,
}

impl Palette {
    fn of(texels: &[[u8; 4]], room: usize) -> Palette {
        let mut distinct = BTreeSet::new();
        let fit = texels.iter().all(|texel| {
            distinct.insert(texel);
            distinct.len() <= room
        });
        if fit {
            return Palette {
                colours: distinct
                    .iter()
                    .flat_map(|&&[r, g, b, _]| [r, g, b])
                    .collect(),
                found: None,
            };
        }
        let found = NeuQuant::new(SPEED, room, texels.as_flattened());
        Palette {
            colours: found.color_map_rgb(),
            found: Some(found),
        }
    }

    fn index(&self, [r, g, b, _]: [u8; 4]) -> usize {
        match &self.found {
            Some(found) => found.index_of(&[r, g, b, 255]),
            None => {
                let colours = self.colours.as_chunks::<3>().0;
                colours.binary_search(&[r, g, b]).unwrap_or(0)
            }
        }
    }
}

/// Returns how long a frame is shown, in hundredths of a second: from the nearest of them to its beginning to the nearest to its
/// end, so that an animation of many frames is as long as it should be.
fn delay(frame: u64, fps: u32) -> u16 {
    let fps = u64::from(fps);
    let begin = |frame: u64| (200 * frame + fps) / (2 * fps);
    // At most 100.
    (begin(frame + 1) - begin(frame)) as u16
}

fn encoding_failed(name: &Path, error: EncodingError) -> Error {
    let source = match error {
        EncodingError::Io(e) => e,
        other => io::Error::other(other),
    };
    Error::io("write", name, source)
}

/// Reads the recipe from the extensions before the first frame.
pub fn read_recipe(path: &Path) -> io::Result<Option<String>> {
    let mut file = BufReader::new(File::open(path)?);
    let mut head = [0; 13];
    file.read_exact(&mut head)?;
    if !head.starts_with(b"GIF89a") {
        return Err(damaged("it is not a GIF of version 89a"));
    }
    let flags = head[10];
    if flags & 0x80 != 0 {
        file.seek_relative(3 << ((flags & 7) + 1))?;
    }
    while byte(&mut file)? == EXTENSION {
        let label = byte(&mut file)?;
        let first = block(&mut file)?;
        let mut text = Vec::new();
        let mut last = first.is_empty();
        while !last {
            let next = block(&mut file)?;
            last = next.is_empty();
            text.extend(next);
            if text.len() > TEXT_MAX {
                return Err(damaged("a text in it is too long"));
            }
        }
        if label == OF_APPLICATION && first == APPLICATION {
            return texts::text(text).map(Some);
        }
    }
    Ok(None)
}

fn byte(file: &mut impl Read) -> io::Result<u8> {
    let mut byte = [0];
    file.read_exact(&mut byte)?;
    Ok(byte[0])
}

/// Reads a block of up to 255 bytes. An empty one ends an extension.
fn block(file: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut block = vec![0; byte(file)?.into()];
    file.read_exact(&mut block)?;
    Ok(block)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_add_up_whatever_the_frames_per_second() {
        for fps in 1..=MAX_FPS {
            let mut at = 0;
            for frame in 0..500 {
                let exact = 100.0 * frame as f64 / f64::from(fps);
                assert!((f64::from(at) - exact).abs() <= 0.5, "{fps} {frame}");
                let delay = delay(frame, fps);
                assert!(delay >= 2, "{fps}");
                at += u32::from(delay);
            }
        }
        assert_eq!([0, 1, 2, 3].map(|frame| delay(frame, 25)), [4; 4]);
        assert_eq!([0, 1, 2, 3].map(|frame| delay(frame, 30)), [3, 4, 3, 3]);
    }
}
