//! WebP images without loss. Several pictures become the tiles of a sheet. The recipe and the sheet are properties in XMP.
//!
//! The encoder of the crate `image-webp` takes an image whole, of at most 64 MiB.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use image_webp::{ColorType, DecodingError, EncodingError, WebPDecoder, WebPEncoder};

use super::band::Band;
use super::{Encoder, check_picture};
use crate::format::contents::Contents;
use crate::format::sheet::Sheet;
use crate::format::texts::{RECIPE_KEY, SHEET_KEY, TEXT_MAX};
use crate::memory::room;
use crate::{Error, Result};

/// The limit of WebP on width and height.
const MAX_SIDE: u64 = 1 << 14;

/// The properties that all images of a bake have in common.
pub struct Settings {
    sheet: Sheet,
    /// The number of components of a texel: 1 or 4.
    components: u32,
    /// The recipe and the sheet in XMP; empty if there is neither.
    xmp: String,
}

impl Settings {
    /// # Errors
    /// [`Error::TooLarge`] for a side of more than 16384 texels; those of [`check_picture`].
    pub fn new(contents: &Contents, sheet: Sheet) -> Result<Settings> {
        if sheet.width().max(sheet.height()) > MAX_SIDE {
            return Err(Error::too_large(
                "a .webp",
                format!("{} x {} texels", sheet.width(), sheet.height()),
                format!("{MAX_SIDE} texels a side"),
            )
            .with_field("size"));
        }
        check_picture(contents, sheet)?;
        let json = sheet.laid_out().map(Sheet::to_json);
        let texts = [
            (RECIPE_KEY, contents.recipe.as_deref()),
            (SHEET_KEY, json.as_deref()),
        ];
        Ok(Settings {
            sheet,
            components: contents.packing.format.components(),
            xmp: xmp(texts),
        })
    }

    /// Begins one image. Errors call it `name`.
    pub fn begin<W: Write>(&self, sink: W, name: &Path) -> Result<Image<W>> {
        let texels = self.sheet.width() * self.sheet.height() * u64::from(self.components);
        Ok(Image {
            name: name.into(),
            band: Band::new(&self.sheet, self.components)?,
            texels: room(texels as usize)?,
            size: [self.sheet.width() as u32, self.sheet.height() as u32],
            colour: match self.components {
                1 => ColorType::L8,
                _ => ColorType::Rgba8,
            },
            xmp: self.xmp.clone(),
            sink: BufWriter::new(sink),
        })
    }
}

/// An image that is being written.
pub struct Image<W: Write> {
    name: PathBuf,
    band: Band,
    texels: Vec<u8>,
    size: [u32; 2],
    colour: ColorType,
    xmp: String,
    sink: BufWriter<W>,
}

impl<W: Write + Send> Encoder for Image<W> {
    fn write(&mut self, texels: &[u8]) -> Result<()> {
        self.band.each(texels, |rows| {
            self.texels.extend_from_slice(rows);
            Ok(())
        })
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let Image {
            name,
            texels,
            size: [width, height],
            colour,
            xmp,
            mut sink,
            ..
        } = *self;
        let mut encoder = WebPEncoder::new(&mut sink);
        encoder.set_xmp_metadata(xmp.into_bytes());
        let written = match encoder.encode(&texels, width, height, colour) {
            Ok(()) => sink.flush(),
            Err(EncodingError::IoError(e)) => Err(e),
            Err(other) => Err(io::Error::other(other)),
        };
        written.map_err(|e| Error::io("write", name, e))
    }
}

/// Returns texts by their keys as properties in XMP: elements of the namespace that the part of the key before the colon names.
fn xmp<'a>(texts: impl IntoIterator<Item = (&'a str, Option<&'a str>)>) -> String {
    let mut properties = String::new();
    for (key, text) in texts {
        if let Some(text) = text {
            let text = escaped(text);
            properties += &format!("<{key}>{text}</{key}>\n");
        }
    }
    if properties.is_empty() {
        return properties;
    }
    format!(
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n\
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n\
         <rdf:Description rdf:about=\"\" xmlns:wgpu-noise=\"urn:wgpu-noise\">\n\
         {properties}</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n"
    )
}

/// What text in XML writes in another way.
const ESCAPES: [(&str, &str); 3] = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")];

fn escaped(text: &str) -> String {
    (ESCAPES.iter()).fold(text.to_string(), |text, (plain, escape)| {
        text.replace(plain, escape)
    })
}

fn unescaped(text: &str) -> String {
    (ESCAPES.iter().rev()).fold(text.to_string(), |text, (plain, escape)| {
        text.replace(escape, plain)
    })
}

/// Reads the text of a property.
pub fn read_text(path: &Path, key: &str) -> io::Result<Option<String>> {
    let mut decoder = WebPDecoder::new(BufReader::new(File::open(path)?)).map_err(damaged)?;
    decoder.set_memory_limit(TEXT_MAX);
    let Some(xmp) = decoder.xmp_metadata().map_err(damaged)? else {
        return Ok(None);
    };
    let xmp = String::from_utf8_lossy(&xmp);
    let [begin, end] = [format!("<{key}>"), format!("</{key}>")];
    let text = (xmp.split_once(&begin)).and_then(|(_, rest)| rest.split_once(&end));
    Ok(text.map(|(text, _)| unescaped(text)))
}

fn damaged(error: DecodingError) -> io::Error {
    match error {
        DecodingError::IoError(e) => e,
        other => crate::format::texts::damaged(&other.to_string()),
    }
}
