//! `.tif`, read back by the crate `tiff`.

use std::fs::File;
use std::path::Path;

use ::tiff::decoder::{Decoder, DecodingResult};
use ::tiff::tags::Tag;
use wgpu_noise::format::{FileType, check, read_recipe};
use wgpu_noise::texel::Format;

use crate::support::*;

fn open(path: &Path) -> Decoder<File> {
    Decoder::new(File::open(path).unwrap()).unwrap()
}

/// The bytes of a page, as another reader decodes it.
fn page(decoder: &mut Decoder<File>) -> Vec<u8> {
    match decoder.read_image().unwrap() {
        DecodingResult::U8(bytes) => bytes,
        DecodingResult::U16(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        DecodingResult::F16(halves) => halves.iter().flat_map(|half| half.to_le_bytes()).collect(),
        DecodingResult::F32(floats) => floats
            .iter()
            .flat_map(|float| float.to_le_bytes())
            .collect(),
        _ => panic!("another kind of component"),
    }
}

#[test]
fn another_reader_opens_every_format_and_dimension() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tif");
    for format in Format::TEXELS {
        for size in [&[5][..], &[5, 3], &[5, 3, 4], &[5, 3, 1]] {
            let contents = described(size, None, packing(format));
            let bytes = texels(&contents);
            bake(&path, &contents, &bytes, 4).unwrap();

            let mut decoder = open(&path);
            let height = size.get(1).copied().unwrap_or(1);
            let slice_bytes = (5 * height * format.bytes()) as usize;
            let mut slices = bytes.chunks(slice_bytes);
            loop {
                assert_eq!(decoder.dimensions().unwrap(), (5, height));
                let bits = decoder.get_tag_u16_vec(Tag::BitsPerSample).unwrap();
                let expected =
                    vec![8 * format.component().bytes() as u16; format.components() as usize];
                assert_eq!(bits, expected);
                assert_eq!(
                    page(&mut decoder),
                    slices.next().unwrap(),
                    "{format} {size:?}"
                );
                if !decoder.more_images() {
                    break;
                }
                decoder.next_image().unwrap();
            }
            assert_eq!(slices.next(), None, "a page for each slice");
            assert_eq!(read_recipe(&path).unwrap(), RECIPE);
        }
    }
}

#[test]
fn the_first_page_says_who_wrote_it_and_from_what() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tif");
    let volume = described(&[4, 6, 2], None, packing(Format::R16Unorm));
    bake(&path, &volume, &texels(&volume), 9).unwrap();
    let mut decoder = open(&path);
    assert_eq!(
        decoder.get_tag_ascii_string(Tag::ImageDescription).unwrap(),
        RECIPE
    );
    let writer = decoder.get_tag_ascii_string(Tag::Software).unwrap();
    assert_eq!(writer, concat!("wgpu-noise ", env!("CARGO_PKG_VERSION")));
    decoder.next_image().unwrap();
    assert!(decoder.get_tag_ascii_string(Tag::ImageDescription).is_err());

    // A description is a recipe only in a file of this program.
    let mut file = std::fs::read(&path).unwrap();
    let at = file
        .windows(10)
        .position(|part| part == b"wgpu-noise")
        .unwrap();
    file[at] = b'W';
    std::fs::write(&path, file).unwrap();
    let message = read_recipe(&path).unwrap_err().to_string();
    assert!(message.contains("without a recipe"), "{message}");
}

#[test]
fn texels_begin_at_a_multiple_of_16_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tif");
    for length in 0..20 {
        let mut contents = described(&[2, 2, 2], None, packing(Format::Rgba32Float));
        contents.recipe = Some("#".repeat(length));
        let bytes = texels(&contents);
        bake(&path, &contents, &bytes, 3).unwrap();
        let file = std::fs::read(&path).unwrap();
        assert!(file.ends_with(&bytes));
        assert_eq!((file.len() - bytes.len()) % 16, 0);
        assert_eq!(read_recipe(&path).unwrap(), "#".repeat(length));
    }
}

#[test]
fn more_pages_than_65536_are_refused() {
    let volume = |slices| described(&[1, 1, slices], None, packing(Format::R8Unorm));
    let message = refusal(Path::new("never.tif"), &volume(65_537)).to_string();
    assert!(message.contains("65537 pages"), "{message}");
    assert!(check(FileType::Tif, &volume(65_536)).is_ok());
}

#[test]
fn damaged_files_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tif");
    let contents = described(&[2], None, packing(Format::R8Unorm));
    bake(&path, &contents, &[1, 2], 1).unwrap();
    damage(&path);
}

/// Not on Windows, where nobody reads a partial file, since it is locked.
#[cfg(unix)]
mod large {
    use std::io::{Read, Seek, SeekFrom, Write};
    use std::path::PathBuf;

    use wgpu_noise::format::{Contents, create};

    use super::*;

    /// The file as it is on disk after its first texel, as long as it will be, with `last` for its last texels.
    fn sparse(folder: &Path, contents: &Contents, last: &[u8]) -> File {
        let mut writer = create(&folder.join("a.tif"), contents).unwrap();
        writer.write(&[0; 4]).unwrap();
        let [partial] = &names(folder)[..] else {
            panic!("one partial file");
        };
        let path = folder.join("whole");
        let header = std::fs::copy(folder.join(partial), &path).unwrap();
        let mut file = File::options().read(true).write(true).open(path).unwrap();
        file.seek(SeekFrom::Start(
            header + contents.frame_bytes().unwrap() - last.len() as u64,
        ))
        .unwrap();
        file.write_all(last).unwrap();
        file.rewind().unwrap();
        file
    }

    #[test]
    fn files_of_4_gib_have_positions_of_64_bits() {
        let last: Vec<u8> = (0..1_u32 << 20).map(|i| (i * 7 + i / 251) as u8).collect();
        for (slices, form) in [(4_000, b"II*\0"), (4_096, b"II+\0")] {
            let folder = tempfile::tempdir().unwrap();
            let volume = described(&[512, 512, slices], None, packing(Format::Rgba8Unorm));
            let mut file = sparse(folder.path(), &volume, &last);
            let mut found = [0; 4];
            file.read_exact(&mut found).unwrap();
            assert_eq!(&found, form, "{slices} slices");
            file.rewind().unwrap();
            let mut decoder = Decoder::new(file).unwrap();
            decoder.seek_to_image(slices as usize - 1).unwrap();
            assert!(!decoder.more_images());
            assert_eq!(page(&mut decoder), last);
            assert_eq!(read_recipe(&renamed(folder.path())).unwrap(), RECIPE);
        }
    }

    fn renamed(folder: &Path) -> PathBuf {
        let path = folder.join("whole.tif");
        std::fs::rename(folder.join("whole"), &path).unwrap();
        path
    }
}
