//! Animated PNG: all frames in one file, looped for ever. Everything else is as in a PNG.
//!
//! A frame is compressed in memory: the encoder of the crate `png` that takes rows one by one writes broken animations
//! ([image-png #411](https://github.com/image-rs/image-png/issues/411)).
//!
//! Source: [PNG, third edition](https://www.w3.org/TR/png-3/#apng-frame-based-animation).

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use ::png::{Compression, Writer};

use super::band::Band;
use super::png;
use super::{Encoder, check_picture};
use crate::Result;
use crate::format::contents::Contents;
use crate::format::sheet::Sheet;
use crate::texel::Format;

/// The properties of the animation.
pub struct Settings {
    image: png::Settings,
    format: Format,
    film: Sheet,
    fps: u16,
}

impl Settings {
    /// # Errors
    /// Those of [`png::Settings::new`] and [`check_picture`].
    pub fn new(contents: &Contents, frame: Sheet, compression: Compression) -> Result<Settings> {
        check_picture(contents, frame)?;
        Ok(Settings {
            image: png::Settings::new(contents, frame, compression)?,
            format: contents.packing.format,
            film: Sheet::film(frame.tile, contents.frame_count()),
            // It is at most 1000.
            fps: contents.fps as u16,
        })
    }

    /// Begins the file. Errors call it `name`.
    pub fn begin<W: Write>(&self, sink: W, name: &Path) -> Result<Animation<W>> {
        let begin = || {
            let mut encoder = self.image.encoder(BufWriter::new(sink))?;
            encoder.set_animated(self.film.tiles, 0)?;
            encoder.set_frame_delay(1, self.fps)?;
            encoder.write_header()
        };
        Ok(Animation {
            name: name.into(),
            frame: Band::new(&self.film, self.format.bytes())?,
            format: self.format,
            out: begin().map_err(|e| png::encoding_failed(name, e))?,
        })
    }
}

/// An animation that is being written.
pub struct Animation<W: Write> {
    name: PathBuf,
    frame: Band,
    format: Format,
    out: Writer<BufWriter<W>>,
}

impl<W: Write + Send> Encoder for Animation<W> {
    fn write(&mut self, texels: &[u8]) -> Result<()> {
        self.frame.each(texels, |frame| {
            png::swap(frame, self.format);
            let written = self.out.write_image_data(frame);
            written.map_err(|e| png::encoding_failed(&self.name, e))
        })
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let Animation { name, out, .. } = *self;
        out.finish().map_err(|e| png::encoding_failed(&name, e))
    }
}
