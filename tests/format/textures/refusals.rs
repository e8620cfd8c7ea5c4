//! Textures that no file holds.

use std::path::Path;

use wgpu_noise::format::{Contents, FileType, check, create, stream};
use wgpu_noise::texel::Format;

use crate::textures::mipped;

#[test]
fn what_no_file_holds_is_refused() {
    let refused =
        |file_type, contents: &Contents| check(file_type, contents).unwrap_err().to_string();
    let line = mipped(&[8], Format::Bc4RUnorm);
    assert!(refused(FileType::Ktx2, &line).contains("two or three axes"));
    assert!(check(FileType::Dds, &line).is_ok());

    let mut levels = mipped(&[8, 8], Format::R8Unorm);
    assert!(refused(FileType::Png, &levels).contains("mips: got true for .png"));
    levels.supercompress = true;
    assert!(refused(FileType::Dds, &levels).contains("allowed: .ktx2"));
    levels.mips = false;
    assert!(refused(FileType::Tif, &levels).contains("supercompress: got true for .tif"));

    let mut blocks = mipped(&[8, 8], Format::Bc7RgbaUnorm);
    blocks.mips = false;
    for file_type in FileType::ALL {
        let has_blocks = file_type.formats().contains(&Format::Bc7RgbaUnorm);
        assert_eq!(has_blocks, file_type.is_texture());
        if !has_blocks {
            let message = refused(file_type, &blocks);
            assert!(message.contains("bc7rgbaunorm for ."), "{message}");
        }
    }
    let name = Path::new("a stream");
    assert!(stream(std::io::sink(), name, &blocks).is_err());
    levels = mipped(&[8, 8], Format::R8Unorm);
    assert!(stream(std::io::sink(), name, &levels).is_err());

    // Slices that would not fit into the memory of a bake.
    let wide = mipped(&[1 << 15, 1 << 14, 4], Format::R8Unorm);
    assert!(refused(FileType::Dds, &wide).contains("bytes of rows and slices in memory"));
    assert!(check(FileType::Dds, &mipped(&[1 << 15, 1 << 14], Format::R8Unorm)).is_ok());
}

#[test]
fn a_sample_that_is_cut_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let contents = mipped(&[4, 4], Format::R8Unorm);
    let mut writer = create(&folder.path().join("a.dds"), &contents).unwrap();
    assert!(writer.write(&[0; 7]).is_err());
    // 16 floats, not 16 bytes.
    writer.write(&[0; 16]).unwrap();
    assert!(writer.finish().is_err());
}
