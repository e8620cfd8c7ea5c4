//! Paths, refusals, and that a file is there whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use wgpu_noise::Error;
use wgpu_noise::format::{FileType, create, files, stream};
use wgpu_noise::texel::Format;

use crate::support::*;

fn io_kind(error: &Error) -> io::ErrorKind {
    match error {
        Error::Io { source, .. } => source.kind(),
        other => panic!("{other}"),
    }
}

#[test]
fn the_extension_decides() {
    for file_type in FileType::ALL {
        let name = format!("a.b.{}", file_type.extension().to_uppercase());
        assert_eq!(FileType::from_path(name.as_ref()).unwrap(), file_type);
    }
    let message = |name: &str| FileType::from_path(name.as_ref()).unwrap_err().to_string();
    assert!(message("noise.ktx").contains("did you mean `ktx2`"));
    assert!(message("noise.jpg").contains(
        "known: npy, png, apng, gif, webp, exr, tif, ktx2, dds, vdb, raw, zarr, r16, r32"
    ));
    assert!(message("noise").contains(
        ".npy, .png, .apng, .gif, .webp, .exr, .tif, .ktx2, .dds, .vdb, .raw, .zarr, .r16 or .r32"
    ));
}

#[test]
fn sizes_that_are_none_are_refused() {
    let path = Path::new("never.raw");
    let r8 = packing(Format::R8Unorm);
    for size in [&[][..], &[1, 2, 3, 4], &[1, 2, 3, 4, 5], &[4, 0]] {
        let message = refusal(path, &described(size, None, r8)).to_string();
        assert!(
            message.starts_with(&format!("size: got {size:?}")),
            "{message}"
        );
    }
    let message = refusal(path, &described(&[4], Some(0), r8)).to_string();
    assert!(message.starts_with("frames: got 0"), "{message}");
    let wide = packing(Format::Rgba32Float);
    for (size, frames) in [([u32::MAX; 3], None), ([1 << 20; 3], Some(1))] {
        let error = refusal(path, &described(&size, frames, wide));
        assert!(matches!(error, Error::TooLarge { .. }), "{error}");
    }
}

#[test]
fn more_than_a_million_files_are_refused() {
    let many = described(&[4], Some(1_000_001), packing(Format::R8Unorm));
    let path = Path::new("never.png");
    for error in [refusal(path, &many), files(path, &many).unwrap_err()] {
        let message = error.to_string();
        assert!(message.contains("1000001 files"), "{message}");
    }
    // One file may have as many frames.
    assert!(files(Path::new("a.raw"), &many).is_ok());
    let mut five = described(&[4], None, many.packing);
    five.size = vec![1; 5];
    assert!(files(path, &five).is_err());
}

#[test]
fn unusable_paths_are_refused_before_any_texel() {
    let folder = tempfile::tempdir().unwrap();
    let contents = described(&[4], None, packing(Format::R8Unorm));
    let refuse = |name: &str| {
        let path = folder.path().join(name);
        let error = refusal(&path, &contents);
        assert!(
            error
                .to_string()
                .contains(path.parent().unwrap().to_str().unwrap())
        );
        io_kind(&error)
    };
    assert_eq!(refuse("absent/a.raw"), io::ErrorKind::NotFound);
    fs::create_dir(folder.path().join("folder.raw")).unwrap();
    assert_eq!(refuse("folder.raw"), io::ErrorKind::IsADirectory);
    fs::write(folder.path().join("file"), "").unwrap();
    let beside_no_folder = if cfg!(windows) {
        io::ErrorKind::NotFound
    } else {
        io::ErrorKind::NotADirectory
    };
    assert_eq!(refuse("file/a.raw"), beside_no_folder);
    assert_eq!(names(folder.path()), ["file", "folder.raw"]);
}

#[cfg(unix)]
#[test]
fn names_that_are_too_long_are_refused_before_any_texel() {
    let folder = tempfile::tempdir().unwrap();
    let contents = described(&[4], None, packing(Format::R8Unorm));
    let refuse = |name: &str| io_kind(&refusal(&folder.path().join(name), &contents));
    assert_eq!(
        refuse(&format!("{}.raw", "a".repeat(300))),
        io::ErrorKind::InvalidFilename
    );
    // The .json's name can be too long where that of the texels is not.
    assert_eq!(
        refuse(&format!("{}.raw", "a".repeat(251))),
        io::ErrorKind::InvalidFilename
    );
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn names_may_be_as_long_as_the_folder_allows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("{}.ktx2", "ö".repeat(125)));
    let contents = described(&[4], None, packing(Format::R8Unorm));
    bake(&path, &contents, &[1, 2, 3, 4], 4).unwrap();
    assert_eq!(names(folder.path()).len(), 1);
}

#[test]
fn a_wrong_number_of_texels_is_an_error_and_leaves_whole_files_alone() {
    for (name, first, all) in [
        ("a.raw", &[][..], &["a.raw", "a.raw.json"]),
        ("a.ktx2", &["a_0000.ktx2"], &["a_0000.ktx2", "a_0001.ktx2"]),
        ("a.png", &["a_0000.png"], &["a_0000.png", "a_0001.png"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let left = || names(folder.path());
        let path = folder.path().join(name);
        let contents = described(&[4, 2], Some(2), packing(Format::R16Unorm));
        let bytes = texels(&contents);
        assert!(create(&path, &contents).unwrap().finish().is_err());
        let error = bake(&path, &contents, &bytes[..10], 1).unwrap_err();
        assert_eq!(io_kind(&error), io::ErrorKind::UnexpectedEof);
        assert_eq!(left(), [""; 0]);
        let error = bake(&path, &contents, &bytes[..16], 1).unwrap_err();
        assert_eq!(io_kind(&error), io::ErrorKind::UnexpectedEof);
        assert_eq!(left(), first);
        let more = [&bytes[..], &[0, 0]].concat();
        let error = bake(&path, &contents, &more, 3).unwrap_err();
        assert_eq!(io_kind(&error), io::ErrorKind::InvalidInput);
        assert_eq!(left(), all);
    }
}

#[test]
fn a_file_begins_with_its_first_texel_and_appears_with_its_last() {
    for (name, first) in [
        ("a.raw", &[][..]),
        ("a.ktx2", &["a_0000.ktx2"]),
        ("a.png", &["a_0000.png"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let whole = || -> Vec<String> {
            let all = names(folder.path()).into_iter();
            all.filter(|name| !name.contains(".partial.")).collect()
        };
        let contents = described(&[4, 2], Some(2), packing(Format::R16Unorm));
        let bytes = texels(&contents);
        let mut writer = create(&folder.path().join(name), &contents).unwrap();
        assert!(writer.write(&bytes[..3]).is_err());
        assert_eq!(names(folder.path()), [""; 0]);
        writer.write(&bytes[..14]).unwrap();
        assert!(!names(folder.path()).is_empty());
        assert_eq!(whole(), [""; 0]);
        writer.write(&bytes[14..20]).unwrap();
        assert_eq!(whole(), first);
        assert_eq!(writer.paths().len(), first.len());
        drop(writer);
        assert_eq!(names(folder.path()), first);
    }
}

#[test]
fn an_old_file_stays_until_the_new_one_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.raw");
    let contents = described(&[4], None, packing(Format::R8Unorm));
    bake(&path, &contents, &[1; 4], 4).unwrap();
    let mut writer = create(&path, &contents).unwrap();
    writer.write(&[2; 3]).unwrap();
    assert_eq!(fs::read(&path).unwrap(), [1; 4]);
    writer.write(&[2; 1]).unwrap();
    writer.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), [2; 4]);
    assert_eq!(names(folder.path()), ["a.raw", "a.raw.json"]);
}

#[test]
fn leftovers_go_when_they_are_old_and_ours() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.raw");
    let old = SystemTime::now() - Duration::from_secs(3 * 3600);
    for (name, modified) in [
        (".a.raw.partial.Xy12ab", old),
        (".a.raw.json.partial.Xy12ab", old),
        (".a.raw.partial.young1", SystemTime::now()),
        (".b.raw.partial.Xy12ab", old),
        (".a.raw.partial.my.notes", old),
    ] {
        let file = File::create(folder.path().join(name)).unwrap();
        file.set_modified(modified).unwrap();
    }
    // One that is old, and alive.
    let held = File::create(folder.path().join(".a.raw.partial.held12")).unwrap();
    held.lock().unwrap();
    held.set_modified(old).unwrap();

    let contents = described(&[4], None, packing(Format::R8Unorm));
    bake(&path, &contents, &[1; 4], 4).unwrap();
    let expected = [
        ".a.raw.partial.held12",
        ".a.raw.partial.my.notes",
        ".a.raw.partial.young1",
        ".b.raw.partial.Xy12ab",
        "a.raw",
        "a.raw.json",
    ];
    assert_eq!(names(folder.path()), expected);
}

#[cfg(unix)]
#[test]
fn links_are_written_through_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let link = folder.path().join("a.ktx2");
    symlink("inner/real.bin", &link).unwrap();
    let contents = described(&[4], None, packing(Format::R8Unorm));
    bake(&link, &contents, &[1; 4], 4).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(names(&inner), ["real.bin"]);

    let real = inner.join("real.bin");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    bake(&link, &contents, &[2; 4], 4).unwrap();
    assert_eq!(
        fs::metadata(&real).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert!(fs::read(&real).unwrap().ends_with(&[2; 4]));

    let circle = folder.path().join("circle.raw");
    symlink("circle.raw", &circle).unwrap();
    assert!(refusal(&circle, &contents).to_string().contains("links"));
    let device = folder.path().join("device.raw");
    symlink("/dev/null", &device).unwrap();
    assert!(
        refusal(&device, &contents)
            .to_string()
            .contains("not a regular file")
    );
}

#[test]
fn readers_see_one_whole_file_while_others_write() {
    const BYTES: usize = 200_000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.raw");
    let contents = described(&[BYTES as u32], None, packing(Format::R8Unorm));
    bake(&path, &contents, &[0; BYTES], BYTES).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut seen = 0;
            while !done.load(Ordering::Relaxed) || seen == 0 {
                let file = fs::read(&path).unwrap();
                assert_eq!(file.len(), BYTES);
                assert!(file.iter().all(|byte| *byte == file[0]), "torn");
                seen += 1;
            }
        });
        let writers: Vec<_> = (1..=4_u8)
            .map(|i| {
                let (path, contents) = (&path, &contents);
                scope.spawn(move || {
                    for _ in 0..8 {
                        bake(path, contents, &[i; BYTES], 999).unwrap();
                    }
                })
            })
            .collect();
        let written: Vec<_> = (writers.into_iter()).map(|writer| writer.join()).collect();
        // Before a failure ends the test, which waits for the reader.
        done.store(true, Ordering::Relaxed);
        assert!(written.iter().all(Result::is_ok));
        reader.join().unwrap();
    });
    assert_eq!(names(folder.path()), ["a.raw", "a.raw.json"]);
}

/// A pipe whose reader takes `left` bytes and goes away.
struct Pipe {
    left: usize,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let take = bytes.len().min(self.left);
        self.left -= take;
        match take {
            0 => Err(io::ErrorKind::BrokenPipe.into()),
            _ => Ok(take),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_stream_takes_all_frames_and_tells_what_went_wrong() {
    let contents = described(&[3, 2], Some(2), packing(Format::R16Float));
    let bytes = texels(&contents);
    let name = Path::new("standard output");

    let mut writer = stream(Pipe { left: bytes.len() }, name, &contents).unwrap();
    writer.write(&bytes[..6]).unwrap();
    writer.write(&bytes[6..]).unwrap();
    assert!(writer.finish().unwrap().paths.is_empty());

    let mut writer = stream(Pipe { left: 5 }, name, &contents).unwrap();
    let error = writer.write(&bytes).unwrap_err();
    assert_eq!(io_kind(&error), io::ErrorKind::BrokenPipe);
    assert!(
        error
            .to_string()
            .starts_with("cannot write standard output")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let contents = described(&[1000], None, packing(Format::R8Unorm));
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut writer = stream(full, "full".as_ref(), &contents).unwrap();
    let error = writer.write(&[0; 1000]).unwrap_err();
    assert_eq!(io_kind(&error), io::ErrorKind::StorageFull);
}

/// Another program may hold the lock of the folder, such as `flock` around the bake.
#[test]
#[cfg(unix)]
fn a_folder_that_stays_locked_is_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let held = File::open(folder.path()).unwrap();
    held.lock().unwrap();
    let path = folder.path().join("a.raw");
    bake(
        &path,
        &described(&[4], None, packing(Format::R8Unorm)),
        &[1; 4],
        4,
    )
    .unwrap();
    assert_eq!(fs::read(&path).unwrap(), [1; 4]);
}
