//! `.webp`, read back by the crate `image`.

use std::path::Path;

use wgpu_noise::format::{read_recipe, read_sheet};
use wgpu_noise::texel::Format;

use crate::support::*;

#[test]
fn images_are_read_back_without_loss() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.webp");
    for size in [&[7, 5][..], &[300]] {
        for piece in [1, 7, 1000] {
            let grey = described(size, None, packing(Format::R8Unorm));
            let bytes = texels(&grey);
            bake(&path, &grey, &bytes, piece).unwrap();
            let image = read_image(&path);
            // A WebP has no grey: its three components are the same.
            let rgb = bytes.iter().flat_map(|&v| [v; 3]).collect::<Vec<u8>>();
            assert_eq!(image.width(), size[0]);
            assert!(image.into_rgb8().into_raw() == rgb);

            let colour = described(size, None, packing(Format::Rgba8Unorm));
            let bytes = texels(&colour);
            bake(&path, &colour, &bytes, piece).unwrap();
            assert!(read_image(&path).into_rgba8().into_raw() == bytes);
            assert_eq!(read_sheet(&path).unwrap(), None);
        }
    }
}

#[test]
fn texts_survive_what_xml_writes_in_another_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.webp");
    let mut contents = described(&[4], None, packing(Format::R8Unorm));
    for text in [RECIPE, "title = \"a < b && c > d, &amp;lt; ]]>\"\n", ""] {
        contents.recipe = Some(text.into());
        bake(&path, &contents, &[1, 2, 3, 4], 4).unwrap();
        assert_eq!(read_recipe(&path).unwrap(), text);
    }
    contents.recipe = None;
    bake(&path, &contents, &[1, 2, 3, 4], 4).unwrap();
    assert!(read_recipe(&path).is_err());
}

#[test]
fn what_it_cannot_hold_is_refused() {
    let path = Path::new("never.webp");
    let r8 = packing(Format::R8Unorm);
    let message = refusal(path, &described(&[16_385, 1], None, r8)).to_string();
    assert!(message.contains("16384 texels a side"), "{message}");
    let message = refusal(path, &described(&[16_384, 16_384], None, r8)).to_string();
    assert!(message.contains("67108864 bytes"), "{message}");
    let r16 = packing(Format::R16Unorm);
    let message = refusal(path, &described(&[4], None, r16)).to_string();
    assert!(
        message.contains("allowed: r8unorm, rgba8unorm"),
        "{message}"
    );
}

#[test]
fn damaged_files_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.webp");
    let contents = described(&[2], None, packing(Format::R8Unorm));
    bake(&path, &contents, &[0; 2], 1).unwrap();
    damage(&path);
}
