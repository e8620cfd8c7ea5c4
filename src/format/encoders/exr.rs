//! OpenEXR images of scan lines, without compression, so that the place of each line is known before the first texel. Several
//! pictures become the tiles of a sheet.
//!
//! A single channel is `Y`, and several are `R`, `G`, `B` and `A`, whatever they hold: programs that open textures know no other
//! names. Colours in an EXR are linear light, multiplied with their opacity: those that are encoded as sRGB are decoded; the
//! default primaries are those of sRGB.
//!
//! Source: the technical introduction and the page "OpenEXR File Layout" of openexr.com.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use super::band::Band;
use super::stored_floats::{number, store};
use super::{Encoder, Plain};
use crate::format::contents::Contents;
use crate::format::file_type::FileType;
use crate::format::sheet::Sheet;
use crate::format::texts::{NAME_MAX, RECIPE_KEY, SHEET_KEY, TEXT_MAX, damaged, text};
use crate::texel::{Component, Transfer, srgb};
use crate::{Error, Result};

const MAGIC: [u8; 4] = [0x76, 0x2F, 0x31, 0x01];

const VERSION: u32 = 2;

/// The most lines. Their positions lie before the first texel, and are made in memory.
const MAX_LINES: u64 = 1 << 20;

/// The most bytes of a line.
const MAX_LINE: u64 = 1 << 24;

/// The properties that all images of a bake have in common.
pub struct Settings {
    sheet: Sheet,
    /// Everything before the first line.
    header: Vec<u8>,
    texel: Texel,
}

/// How texels become a line.
#[derive(Clone)]
struct Texel {
    bytes: usize,
    component: Component,
    /// The number of the texel's components, which are the channels of the file.
    components: usize,
    is_srgb: bool,
}

impl Settings {
    /// # Errors
    /// [`Error::TooLarge`] for more than 2²⁰ lines or a line of more than 16 MiB.
    pub fn new(contents: &Contents, sheet: Sheet) -> Result<Settings> {
        let packing = &contents.packing;
        let line = sheet.width() * u64::from(packing.bytes());
        if line > MAX_LINE || sheet.height() > MAX_LINES {
            return Err(Error::too_large(
                "an .exr",
                format!("{} lines of {line} bytes", sheet.height()),
                format!(
                    "{MAX_LINES} lines of {MAX_LINE} bytes; {} have none",
                    FileType::listed("and", FileType::has_any_volume)
                ),
            )
            .with_field("size"));
        }
        let texel = Texel {
            bytes: packing.bytes() as usize,
            component: packing.format.component(),
            components: packing.components as usize,
            is_srgb: contents.transfer == Transfer::Srgb,
        };
        Ok(Settings {
            header: header(contents, &sheet, &texel),
            sheet,
            texel,
        })
    }

    /// Begins one image. Errors call it `name`.
    pub fn begin<W: Write + Send>(&self, sink: W, name: &Path) -> Result<Image<W>> {
        let mut out = Plain::buffered(sink, name);
        out.write(&self.header)?;
        Ok(Image {
            out,
            band: Band::new(&self.sheet, self.texel.bytes as u32)?,
            texel: self.texel.clone(),
            row_bytes: self.sheet.width() as usize * self.texel.bytes,
            y: 0,
            line: Vec::new(),
        })
    }
}

/// The channels of a file by their names, in which they are sorted there: which component of a texel each is.
fn channels(components: usize) -> impl Iterator<Item = (&'static str, usize)> {
    let all = match components {
        1 => &[("Y", 0)][..],
        _ => &[("A", 3), ("B", 2), ("G", 1), ("R", 0)],
    };
    (all.iter().copied()).filter(move |(_, component)| *component < components)
}

/// Returns everything before the first line: the attributes, and the position of each line.
fn header(contents: &Contents, sheet: &Sheet, texel: &Texel) -> Vec<u8> {
    const HALF: u32 = 1;
    const FLOAT: u32 = 2;
    const NO_COMPRESSION: u8 = 0;
    const INCREASING_Y: u8 = 0;
    let kind = match texel.component {
        Component::Float16 => HALF,
        _ => FLOAT,
    };
    let mut list = Vec::new();
    for (name, _) in channels(texel.components) {
        list.extend(name.as_bytes());
        list.push(0);
        // Not to be compressed perceptually, and a sample for each pixel.
        list.extend([kind, 0, 1, 1].map(u32::to_le_bytes).as_flattened());
    }
    list.push(0);
    // The first and the last pixel. Both sides are within the limits above.
    let last = [sheet.width() as u32 - 1, sheet.height() as u32 - 1];
    let window = [0, 0, last[0], last[1]].map(u32::to_le_bytes);
    let one = 1.0_f32.to_le_bytes();

    let mut out = MAGIC.to_vec();
    out.extend(VERSION.to_le_bytes());
    let mut attribute = |name: &str, kind: &str, value: &[u8]| {
        for text in [name, kind] {
            out.extend(text.as_bytes());
            out.push(0);
        }
        out.extend((value.len() as u32).to_le_bytes());
        out.extend(value);
    };
    attribute("channels", "chlist", &list);
    attribute("compression", "compression", &[NO_COMPRESSION]);
    attribute("dataWindow", "box2i", window.as_flattened());
    attribute("displayWindow", "box2i", window.as_flattened());
    attribute("lineOrder", "lineOrder", &[INCREASING_Y]);
    attribute("pixelAspectRatio", "float", &one);
    attribute("screenWindowCenter", "v2f", &[0; 8]);
    attribute("screenWindowWidth", "float", &one);
    if let Some(recipe) = &contents.recipe {
        attribute(RECIPE_KEY, "string", recipe.as_bytes());
    }
    if let Some(sheet) = sheet.laid_out() {
        attribute(SHEET_KEY, "string", sheet.to_json().as_bytes());
    }
    out.push(0);
    let line = 8 + sheet.width() * u64::from(contents.packing.bytes());
    let first = out.len() as u64 + 8 * sheet.height();
    for y in 0..sheet.height() {
        out.extend((first + y * line).to_le_bytes());
    }
    out
}

/// An image that is being written.
pub struct Image<W: Write> {
    out: Plain<BufWriter<W>>,
    band: Band,
    texel: Texel,
    row_bytes: usize,
    y: u32,
    line: Vec<u8>,
}

impl<W: Write + Send> Encoder for Image<W> {
    fn write(&mut self, texels: &[u8]) -> Result<()> {
        self.band.each(texels, |rows| {
            for row in rows.chunks_exact(self.row_bytes) {
                self.line.clear();
                self.line.extend(self.y.to_le_bytes());
                self.line.extend((self.row_bytes as u32).to_le_bytes());
                self.texel.append(row, &mut self.line);
                self.y += 1;
                self.out.write(&self.line)?;
            }
            Ok(())
        })
    }

    fn finish(self: Box<Self>) -> Result<()> {
        Box::new(self.out).finish()
    }
}

impl Texel {
    /// Appends a row of texels channel by channel.
    fn append(&self, row: &[u8], line: &mut Vec<u8>) {
        let width = self.component.bytes() as usize;
        for (_, component) in channels(self.components) {
            let is_colour = self.is_srgb && component < 3;
            for texel in row.chunks_exact(self.bytes) {
                let stored = &texel[component * width..][..width];
                let start = line.len();
                line.extend(stored);
                if is_colour {
                    let alpha = texel.get(3 * width..4 * width).map_or(1.0, number);
                    store(srgb::decoded(number(stored)) * alpha, &mut line[start..]);
                }
            }
        }
    }
}

/// Reads the text of an attribute.
pub fn read_text(path: &Path, key: &str) -> io::Result<Option<String>> {
    let mut file = BufReader::new(File::open(path)?);
    let mut head = [0; 8];
    file.read_exact(&mut head)?;
    if !head.starts_with(&MAGIC) {
        return Err(damaged("it is not an OpenEXR file"));
    }
    loop {
        let name = read_name(&mut file)?;
        if name.is_empty() {
            return Ok(None);
        }
        read_name(&mut file)?;
        let mut size = [0; 4];
        file.read_exact(&mut size)?;
        let size = u32::from_le_bytes(size);
        if name == key.as_bytes() {
            if size as usize > TEXT_MAX {
                return Err(damaged("a text in it is too long"));
            }
            let mut bytes = vec![0; size as usize];
            file.read_exact(&mut bytes)?;
            return text(bytes).map(Some);
        }
        file.seek_relative(size.into())?;
    }
}

/// Reads a name up to the zero that ends it.
fn read_name(file: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut name = Vec::new();
    file.take(NAME_MAX as u64 + 1).read_until(0, &mut name)?;
    match name.pop() {
        Some(0) => Ok(name),
        _ => Err(damaged("a name in it does not end")),
    }
}
