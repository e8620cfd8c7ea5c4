//! TIFF images without compression: one page, or one for each slice of a volume.
//!
//! Every length is known before the first texel. So the file begins with the directories of all pages, each of which states
//! where its texels are, and the texels follow unchanged, page after page. A file of 4 GiB or more is a BigTIFF, whose
//! positions have 64 bits.
//!
//! The first page has the recipe as its description, in UTF-8 as OME-TIFF has its XML, and names the program that wrote it.
//!
//! Sources: Adobe, "TIFF, Revision 6.0", sections 2 to 7 and 19 (`SampleFormat`); the BigTIFF design in the documentation of
//! libtiff.

mod read;

use crate::format::contents::Contents;
use crate::format::texts::WRITER;
use crate::memory::extend;
use crate::{Error, Result};

pub use read::read_recipe;

/// The most pages. Their directories lie before the first texel, and are made in memory.
const MAX_PAGES: u32 = 1 << 16;

/// The fields of a directory, by their numbers.
mod tag {
    pub const WIDTH: u16 = 256;
    pub const HEIGHT: u16 = 257;
    pub const BITS: u16 = 258;
    pub const COMPRESSION: u16 = 259;
    pub const PHOTOMETRIC: u16 = 262;
    pub const DESCRIPTION: u16 = 270;
    pub const STRIP_OFFSETS: u16 = 273;
    pub const COMPONENTS: u16 = 277;
    pub const ROWS_PER_STRIP: u16 = 278;
    pub const STRIP_BYTES: u16 = 279;
    pub const X_RESOLUTION: u16 = 282;
    pub const Y_RESOLUTION: u16 = 283;
    pub const PLANAR: u16 = 284;
    pub const RESOLUTION_UNIT: u16 = 296;
    pub const SOFTWARE: u16 = 305;
    pub const EXTRA_COMPONENTS: u16 = 338;
    pub const SAMPLE_FORMAT: u16 = 339;
}

/// The types of a field's values.
const ASCII: u16 = 2;
const SHORT: u16 = 3;
const LONG: u16 = 4;
const RATIONAL: u16 = 5;
const LONG8: u16 = 16;

/// The value of a field.
enum Value {
    Text(Vec<u8>),
    Shorts(Vec<u16>),
    Long(u32),
    Ratio([u32; 2]),
    /// A position in the file, or a number of bytes: of 32 bits, or of 64 in a BigTIFF.
    Size(u64),
}

/// The two forms of a file.
#[derive(Clone, Copy)]
struct Form {
    is_big: bool,
}

/// Returns everything before the first texel.
///
/// # Errors
/// [`Error::TooLarge`] for more than 65536 slices; [`Error::OutOfHostMemory`].
pub fn header(contents: &Contents) -> Result<Vec<u8>> {
    let [_, _, slices] = contents.size3();
    if slices > MAX_PAGES {
        return Err(Error::too_large(
            "a .tif",
            format!("{slices} pages"),
            format!("{MAX_PAGES} pages"),
        )
        .with_field("size"));
    }
    let page_bytes = contents.frame_bytes()? / u64::from(slices);
    let small = Form { is_big: false };
    let start = small.start(contents, slices);
    let form = Form {
        is_big: start + page_bytes * u64::from(slices) > u64::from(u32::MAX),
    };
    let start = form.start(contents, slices);

    let mut out = form.head();
    for page in 0..slices {
        let fields = fields(
            contents,
            page,
            [start + page_bytes * u64::from(page), page_bytes],
        );
        let directory = form.directory(fields, out.len() as u64, page + 1 == slices);
        extend(&mut out, directory.into_iter())?;
    }
    out.resize(start as usize, 0);
    Ok(out)
}

/// Returns the fields of a page, sorted. `strip` is the position and the number of the bytes of its texels.
fn fields(contents: &Contents, page: u32, strip: [u64; 2]) -> Vec<(u16, Value)> {
    const NO_COMPRESSION: u16 = 1;
    const BLACK_IS_ZERO: u16 = 1;
    const RGB: u16 = 2;
    const TOGETHER: u16 = 1;
    const NO_UNIT: u16 = 1;
    /// A component beside grey, of no stated meaning, and one beside RGB: alpha that colours are not multiplied with.
    const UNSPECIFIED: u16 = 0;
    const ALPHA: u16 = 2;
    let packing = &contents.packing;
    let component = packing.format.component();
    let each = |value: u16| Value::Shorts(vec![value; packing.components as usize]);
    let [_, height, _] = contents.size3();
    let (photometric, extra) = match packing.components {
        1 => (BLACK_IS_ZERO, None),
        2 => (BLACK_IS_ZERO, Some(UNSPECIFIED)),
        _ => (RGB, Some(ALPHA)),
    };
    let one = |value: u16| Value::Shorts(vec![value]);
    let mut fields = vec![
        (tag::WIDTH, Value::Long(contents.size[0])),
        (tag::HEIGHT, Value::Long(height)),
        (tag::BITS, each(8 * component.bytes() as u16)),
        (tag::COMPRESSION, one(NO_COMPRESSION)),
        (tag::PHOTOMETRIC, one(photometric)),
    ];
    if let Some(recipe) = contents.recipe.as_ref().filter(|_| page == 0) {
        fields.push((tag::DESCRIPTION, text(recipe)));
    }
    fields.extend([
        (tag::STRIP_OFFSETS, Value::Size(strip[0])),
        (tag::COMPONENTS, one(packing.components as u16)),
        (tag::ROWS_PER_STRIP, Value::Long(height)),
        (tag::STRIP_BYTES, Value::Size(strip[1])),
        (tag::X_RESOLUTION, Value::Ratio([1, 1])),
        (tag::Y_RESOLUTION, Value::Ratio([1, 1])),
        (tag::PLANAR, one(TOGETHER)),
        (tag::RESOLUTION_UNIT, one(NO_UNIT)),
    ]);
    if page == 0 {
        fields.push((tag::SOFTWARE, text(WRITER)));
    }
    fields.extend(extra.map(|extra| (tag::EXTRA_COMPONENTS, one(extra))));
    let sample_format = if component.is_unorm() { 1 } else { 3 };
    fields.push((tag::SAMPLE_FORMAT, each(sample_format)));
    fields
}

fn text(text: &str) -> Value {
    Value::Text([text.as_bytes(), b"\0"].concat())
}

impl Form {
    /// Returns the header of the file. The first directory follows it.
    fn head(self) -> Vec<u8> {
        let mut out = b"II".to_vec();
        if self.is_big {
            out.extend([43_u16, 8, 0].map(u16::to_le_bytes).as_flattened());
            out.extend(16_u64.to_le_bytes());
        } else {
            out.extend(42_u16.to_le_bytes());
            out.extend(8_u32.to_le_bytes());
        }
        out
    }

    /// Returns where the texels begin. All pages but the first have directories of the same length.
    fn start(self, contents: &Contents, slices: u32) -> u64 {
        let length = |page| {
            self.directory(fields(contents, page, [0, 0]), 0, true)
                .len() as u64
        };
        let all = self.head().len() as u64 + length(0) + u64::from(slices - 1) * length(1);
        // The texels of a mapped file are aligned.
        all.next_multiple_of(16)
    }

    /// Returns a directory that begins at a position, with the values that do not fit into its table after it, and the next
    /// directory after those.
    fn directory(self, fields: Vec<(u16, Value)>, at: u64, is_last: bool) -> Vec<u8> {
        let mut table = match self.is_big {
            true => (fields.len() as u64).to_le_bytes().to_vec(),
            false => (fields.len() as u16).to_le_bytes().to_vec(),
        };
        let mut values = Vec::new();
        let mut outside = at + (table.len() + self.field() * fields.len() + self.word()) as u64;
        for (tag, value) in fields {
            let (kind, count, mut bytes) = self.encoded(value);
            table.extend([tag, kind].map(u16::to_le_bytes).as_flattened());
            self.put(&mut table, count);
            if bytes.len() <= self.word() {
                bytes.resize(self.word(), 0);
                table.extend(bytes);
            } else {
                self.put(&mut table, outside);
                bytes.resize(bytes.len().next_multiple_of(2), 0);
                outside += bytes.len() as u64;
                values.extend(bytes);
            }
        }
        self.put(&mut table, if is_last { 0 } else { outside });
        table.extend(values);
        table
    }

    /// Returns the type, the number and the bytes of a field's values.
    fn encoded(self, value: Value) -> (u16, u64, Vec<u8>) {
        match value {
            Value::Text(text) => (ASCII, text.len() as u64, text),
            Value::Shorts(shorts) => {
                let bytes = shorts.iter().flat_map(|short| short.to_le_bytes());
                (SHORT, shorts.len() as u64, bytes.collect())
            }
            Value::Long(long) => (LONG, 1, long.to_le_bytes().into()),
            Value::Ratio(pair) => (
                RATIONAL,
                1,
                pair.map(u32::to_le_bytes).as_flattened().into(),
            ),
            Value::Size(size) if self.is_big => (LONG8, 1, size.to_le_bytes().into()),
            Value::Size(size) => (LONG, 1, (size as u32).to_le_bytes().into()),
        }
    }

    /// Writes a position or a count.
    fn put(self, out: &mut Vec<u8>, number: u64) {
        out.extend(&number.to_le_bytes()[..self.word()]);
    }

    /// Returns the number of bytes of a position, which is also the room for values in a table.
    fn word(self) -> usize {
        if self.is_big { 8 } else { 4 }
    }

    /// Returns the number of bytes of a field in a table: its number, its type, a count, and values or their position.
    fn field(self) -> usize {
        4 + 2 * self.word()
    }
}
