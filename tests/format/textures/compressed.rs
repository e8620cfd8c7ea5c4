//! Compressed levels, by another decoder.

use ktx2::{Reader, SupercompressionScheme};
use ruzstd::decoding::StreamingDecoder;
use wgpu_noise::texel::Format;

use crate::support::*;
use crate::textures::{bytes_of, levels, mipped, samples};

/// Decompresses a level by another crate. The length and the checksum that the level states must be those of its texels.
fn inflated(level: &[u8]) -> Option<Vec<u8>> {
    use std::io::Read;
    let mut decoder = StreamingDecoder::new(level).ok()?;
    let mut texels = Vec::new();
    decoder.read_to_end(&mut texels).ok()?;
    let stated = decoder.decoder.get_checksum_from_data();
    let is_right = stated.is_some() && stated == decoder.decoder.get_calculated_checksum();
    (is_right && decoder.decoder.content_size() == texels.len() as u64).then_some(texels)
}

#[test]
fn another_decoder_finds_the_levels_that_are_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let [path, plain] = ["a.ktx2", "b.ktx2"].map(|name| folder.path().join(name));
    for (size, format) in [
        (&[40, 24][..], Format::R16Unorm),
        (&[33][..], Format::R8Unorm),
        (&[16, 12, 5], Format::Bc4RUnorm),
    ] {
        if size.len() == 1 && format.block_side() > 1 {
            continue;
        }
        let mut contents = mipped(size, format);
        let bytes = bytes_of(&samples(&contents));
        bake(&plain, &contents, &bytes, 100).unwrap();
        contents.supercompress = true;
        bake(&path, &contents, &bytes, 100).unwrap();
        let file = std::fs::read(&path).unwrap();
        let reader = Reader::new(&file[..]).unwrap();
        let scheme = reader.header().supercompression_scheme;
        assert_eq!(scheme, Some(SupercompressionScheme::Zstandard));
        // No byte lies between the levels.
        let compressed: Vec<&[u8]> = reader.levels().map(|level| level.data).collect();
        assert!(
            file.ends_with(
                &compressed
                    .iter()
                    .rev()
                    .copied()
                    .collect::<Vec<_>>()
                    .concat()
            )
        );
        let right = levels(&plain, &contents);
        for (level, right) in reader.levels().zip(&right) {
            assert_eq!(inflated(level.data).as_ref(), Some(right));
            assert_eq!(level.uncompressed_byte_length, right.len() as u64);
            // The control: a damaged level is noticed, wherever the damage lies.
            for at in (0..level.data.len()).step_by(level.data.len() / 7 + 1) {
                let mut damaged = level.data.to_vec();
                damaged[at] ^= 0xFF;
                assert_ne!(inflated(&damaged).as_ref(), Some(right), "{at}");
            }
        }
        let names = names(folder.path());
        assert_eq!(names, ["a.ktx2", "b.ktx2"], "no temporary file is left");
    }
}
