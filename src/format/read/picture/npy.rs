//! Arrays of NumPy's `.npy`, versions 1.0 to 3.0, as pictures and volumes.

use std::io::{self, Error as IoError, ErrorKind, Read};

use half::f16;
use winnow::Parser;
use winnow::ascii::{dec_uint, multispace0};
use winnow::combinator::{alt, delimited, opt, preceded, separated, terminated};
use winnow::error::ContextError;
use winnow::token::take_till;

use crate::noise::Picture;
use crate::noise::picture::pixels;
use crate::{Error, Result, memory};

/// The first bytes of a file.
pub const MAGIC: &[u8] = b"\x93NUMPY";

/// The longest header: that of NumPy itself.
const HEADER_MAX: usize = 10_000;

/// Returns the value of the bytes of one number.
type Value = fn(&[u8]) -> f32;

/// The types of numbers, by their names in a header, their bytes, and their values. Whole numbers become 0 to 1.
const TYPES: [(&str, usize, Value); 5] = [
    ("<f4", 4, |bytes| f32::from_le_bytes(of(bytes))),
    ("<f2", 2, |bytes| f16::from_le_bytes(of(bytes)).to_f32()),
    ("<f8", 8, |bytes| f64::from_le_bytes(of(bytes)) as f32),
    ("|u1", 1, |bytes| f32::from(bytes[0]) / 255.0),
    ("<u2", 2, |bytes| {
        f32::from(u16::from_le_bytes(of(bytes))) / 65535.0
    }),
];

/// Returns the bytes of one number.
fn of<const N: usize>(bytes: &[u8]) -> [u8; N] {
    std::array::from_fn(|i| bytes[i])
}

/// Reads a picture or a volume. `check` may refuse its size before the numbers are read.
///
/// # Errors
/// That of `check`; [`Error::Invalid`] for an array of another shape, order or type, and for a damaged file; those of
/// [`Picture::volume`].
pub fn decode(
    mut file: impl Read,
    name: &str,
    check: &impl Fn([u32; 3]) -> Result<()>,
) -> Result<Picture> {
    let damaged = |error: IoError| match error.kind() {
        ErrorKind::UnexpectedEof => refused(format!("{name}, which ends too early")),
        _ => refused(format!("{name} ({error})")),
    };
    let text = header(&mut file).map_err(damaged)?;
    let Some(header) = text.as_deref().and_then(Header::parse) else {
        return Err(refused(format!("{name}, whose header is of another kind")));
    };
    if header.fortran_order {
        return Err(refused(format!("{name} in Fortran order")));
    }
    let known = TYPES.into_iter().find(|(name, ..)| *name == header.descr);
    let Some((_, bytes, value)) = known else {
        return Err(refused(format!("{name} of the type {}", header.descr)));
    };
    let Some((size, channels)) = layout(&header.shape) else {
        return Err(refused(format!("{name} of the shape {:?}", header.shape)));
    };
    check(size)?;
    let mut left = pixels(size) * channels as u64;
    let (mut numbers, mut piece) = (Vec::new(), [0; 8192]);
    // A file that says more than it holds takes no memory for what is not there.
    while left > 0 {
        let count = left.min((piece.len() / bytes) as u64);
        let piece = &mut piece[..count as usize * bytes];
        file.read_exact(piece).map_err(damaged)?;
        memory::extend(&mut numbers, piece.chunks_exact(bytes).map(value))?;
        left -= count;
    }
    Picture::volume(name, size, channels, numbers)
}

/// Returns the error for an array that is no picture, or none that can be read.
fn refused(given: String) -> Error {
    let allowed = "a whole .npy with a picture (y, x) or a volume (z, y, x), or 1 to 4 channels as the last axis of one; of <f4, <f2, <f8, |u1 or <u2 in C order";
    Error::invalid("picture", given, allowed)
}

/// Reads the text that describes the array; `None` if it is too long, no text, or of an unknown version.
fn header(file: &mut impl Read) -> io::Result<Option<String>> {
    let mut start = [0; 8];
    file.read_exact(&mut start)?;
    let length = match start[6] {
        1 => {
            let mut length = [0; 2];
            file.read_exact(&mut length)?;
            u16::from_le_bytes(length).into()
        }
        2 | 3 => {
            let mut length = [0; 4];
            file.read_exact(&mut length)?;
            u32::from_le_bytes(length) as usize
        }
        _ => return Ok(None),
    };
    if length > HEADER_MAX {
        return Ok(None);
    }
    let mut text = vec![0; length];
    file.read_exact(&mut text)?;
    Ok(String::from_utf8(text).ok())
}

/// Returns the size and the channels of an array; `None` for one of too many axes or entries.
fn layout(shape: &[u64]) -> Option<([u32; 3], usize)> {
    let (space, channels) = match *shape {
        [ref space @ .., channels @ 1..=4] if space.len() > 1 => (space, channels as usize),
        _ => (shape, 1),
    };
    let space = match space {
        // One frame.
        [1, space @ ..] if space.len() == 3 => space,
        _ => space,
    };
    if !(1..=3).contains(&space.len()) {
        return None;
    }
    let mut size = [1; 3];
    for (side, &entries) in size.iter_mut().zip(space.iter().rev()) {
        // A side that does not fit is too long.
        *side = u32::try_from(entries).unwrap_or(u32::MAX);
    }
    Some((size, channels))
}

/// What a header says.
struct Header<'a> {
    descr: &'a str,
    fortran_order: bool,
    shape: Vec<u64>,
}

/// A key of a header and its value.
enum Entry<'a> {
    Descr(&'a str),
    FortranOrder(bool),
    Shape(Vec<u64>),
}

impl Header<'_> {
    /// Parses a dictionary of Python with the keys `descr`, `fortran_order` and `shape`, in any order; `None` for any other
    /// text, such as that of a type with fields.
    fn parse(text: &str) -> Option<Header<'_>> {
        let mut entries = delimited(token("{"), list(entry), token("}"));
        let (mut descr, mut fortran_order, mut shape) = (None, None, None);
        for entry in entries.parse(text).ok()? {
            match entry {
                Entry::Descr(given) => descr = Some(given),
                Entry::FortranOrder(given) => fortran_order = Some(given),
                Entry::Shape(given) => shape = Some(given),
            }
        }
        Some(Header {
            descr: descr?,
            fortran_order: fortran_order?,
            shape: shape?,
        })
    }
}

fn entry<'a>(text: &mut &'a str) -> Result<Entry<'a>, ContextError> {
    let flag = alt(("True".value(true), "False".value(false)));
    let tuple = delimited(token("("), list(dec_uint), token(")"));
    alt((
        preceded(key("descr"), quoted).map(Entry::Descr),
        preceded(key("fortran_order"), flag).map(Entry::FortranOrder),
        preceded(key("shape"), tuple).map(Entry::Shape),
    ))
    .parse_next(text)
}

fn key<'a>(name: &'static str) -> impl Parser<&'a str, &'a str, ContextError> {
    terminated(quoted.verify(move |found: &str| found == name), token(":"))
}

fn quoted<'a>(text: &mut &'a str) -> Result<&'a str, ContextError> {
    let of = |quote| delimited(quote, take_till(0.., quote), quote);
    alt((of('\''), of('"'))).parse_next(text)
}

/// Items with a comma between them, and perhaps after the last.
fn list<'a, T>(
    item: impl Parser<&'a str, T, ContextError>,
) -> impl Parser<&'a str, Vec<T>, ContextError> {
    terminated(separated(0.., item, token(",")), opt(token(",")))
}

fn token<'a>(text: &'static str) -> impl Parser<&'a str, &'a str, ContextError> {
    delimited(multispace0, text, multispace0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(descr: &str, order: &str, shape: &str, numbers: &[u8]) -> Vec<u8> {
        let text = format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n");
        let length = (text.len() as u16).to_le_bytes();
        [MAGIC, &[1, 0], &length, text.as_bytes(), numbers].concat()
    }

    fn read(file: &[u8]) -> Result<Picture> {
        decode(file, "a.npy", &Picture::check_size)
    }

    fn floats(shape: &str, count: u8) -> Vec<u8> {
        let numbers = (0..count).flat_map(|i| f32::from(i).to_le_bytes());
        array("'<f4'", "False", shape, &numbers.collect::<Vec<u8>>())
    }

    #[test]
    fn numbers_of_every_type_are_read() {
        let halves = [0.5, -2.0].map(f16::from_f32).map(f16::to_le_bytes);
        for (descr, numbers, expected) in [
            (
                "'<f4'",
                [0.5_f32, -2.0].map(f32::to_le_bytes).concat(),
                [0.5, -2.0],
            ),
            (
                "'<f8'",
                [0.5_f64, -2.0].map(f64::to_le_bytes).concat(),
                [0.5, -2.0],
            ),
            ("'<f2'", halves.concat(), [0.5, -2.0]),
            ("'|u1'", vec![51, 255], [0.2, 1.0]),
            (
                "'<u2'",
                [13107_u16, 65535].map(u16::to_le_bytes).concat(),
                [0.2, 1.0],
            ),
            ("\"<u2\"", vec![0, 0, 255, 255], [0.0, 1.0]),
        ] {
            let picture = read(&array(descr, "False", "(1, 2)", &numbers)).unwrap();
            assert_eq!(picture.numbers(), expected, "{descr}");
            assert_eq!(picture.size(), [2, 1, 1]);
        }
    }

    #[test]
    fn headers_of_every_version_and_order_are_read() {
        let text = b"{\"shape\":(2,), 'fortran_order':False,\n 'descr':'|u1'}";
        let length = (text.len() as u32).to_le_bytes();
        for version in [2, 3] {
            let file = [MAGIC, &[version, 0], &length, text, &[0, 255]].concat();
            assert_eq!(read(&file).unwrap().numbers(), [0.0, 1.0]);
        }
        let refused = read(&[MAGIC, &[4, 0], &length, text, &[0, 255]].concat());
        assert!(refused.unwrap_err().to_string().contains("header"));
    }

    #[test]
    fn shapes_are_those_that_bake_writes() {
        for (shape, size, channels) in [
            ("(5,)", [5, 1, 1], 1),
            ("(6, 2)", [2, 6, 1], 1),
            ("(7, 6, 5)", [5, 6, 7], 1),
            ("(7, 6, 3)", [6, 7, 1], 3),
            ("(3, 5, 2, 4)", [2, 5, 3], 4),
            ("(2, 2, 2, 1)", [2, 2, 2], 1),
            ("(1, 6, 5)", [5, 6, 1], 1),
            ("(1, 6, 5, 4)", [5, 6, 1], 4),
            ("(1, 2, 3, 5)", [5, 3, 2], 1),
            ("(1, 2, 3, 5, 3)", [5, 3, 2], 3),
        ] {
            let count = size.iter().product::<u32>() as usize * channels;
            let picture = read(&floats(shape, count as u8)).unwrap();
            assert_eq!(picture.size(), size, "{shape}");
            let numbers: Vec<f32> = (0..count).map(|i| i as f32).collect();
            let expected = Picture::volume("", size, channels, numbers).unwrap();
            assert_eq!(picture.digest(), expected.digest(), "{shape}");
        }
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let eight = [0; 8];
        let with = |descr, order, shape| array(descr, order, shape, &eight);
        assert!(
            read(&with("'|u1'", "False", "(2, 2, 2, 1)")).is_ok(),
            "the control"
        );
        for (file, given) in [
            (with("'|u1'", "False", "()"), "of the shape []"),
            (
                with("'|u1'", "False", "(2, 1, 1, 1, 1)"),
                "of the shape [2, 1, 1, 1, 1]",
            ),
            (
                with("'|u1'", "False", "(2, 2, 2, 5)"),
                "of the shape [2, 2, 2, 5]",
            ),
            (with("'|u1'", "False", "(0, 2)"), "2x0"),
            (with("'|u1'", "True", "(4, 2)"), "in Fortran order"),
            (with("'|O'", "False", "(4, 2)"), "of the type |O"),
            (with("'>f4'", "False", "(1, 2)"), "of the type >f4"),
            (with("[('a', '<f4')]", "False", "(1, 2)"), "header"),
            (with("'|u1'", "False", "(-4, 2)"), "header"),
            (
                with("'|u1'", "False", "(99999999999999999999999, 2)"),
                "header",
            ),
            (
                array("'<f4'", "False", "(2,)", &f32::NAN.to_le_bytes().repeat(2)),
                "NaN",
            ),
            (
                array("'<f8'", "False", "(1,)", &1e300_f64.to_le_bytes()),
                "inf",
            ),
        ] {
            let error = read(&file).unwrap_err();
            assert!(matches!(error, Error::Invalid { .. }), "{error}");
            assert!(error.to_string().contains(given), "{given}: {error}");
        }
    }

    #[test]
    fn a_file_that_ends_too_early_is_refused_wherever_it_ends() {
        let whole = floats("(2, 3, 5)", 30);
        assert!(read(&whole).is_ok(), "the control");
        for end in MAGIC.len()..whole.len() {
            let error = read(&whole[..end]).unwrap_err();
            assert!(
                error.to_string().contains("ends too early"),
                "{end}: {error}"
            );
        }
    }

    #[test]
    fn a_bomb_takes_no_memory() {
        for (shape, too_large) in [
            ("(257, 256, 256)", "256x256x257 pixels"),
            ("(1, 16385)", "16385x1 pixels"),
            (
                "(4294967296, 4294967296, 4294967296)",
                "4294967295x4294967295x4294967295 pixels",
            ),
            ("(18446744073709551615,)", "4294967295x1 pixels"),
        ] {
            let error = read(&floats(shape, 8)).unwrap_err();
            assert!(matches!(error, Error::TooLarge { .. }), "{error}");
            assert!(error.to_string().contains(too_large), "{error}");
        }
        // The largest that is allowed, of a file without numbers.
        let error = read(&floats("(256, 256, 256, 4)", 0)).unwrap_err();
        assert!(error.to_string().contains("ends too early"), "{error}");
        let long = [MAGIC, &[2, 0], &u32::MAX.to_le_bytes()].concat();
        let error = read(&long).unwrap_err();
        assert!(error.to_string().contains("header"), "{error}");
    }
}
