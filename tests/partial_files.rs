//! What a process does that ends on a signal. A program of its own: it stops every bake of its process.

use wgpu_noise::format::{Contents, create, remove_partial_files};
use wgpu_noise::texel::{Format, Packing};

#[test]
fn partial_files_are_removed_and_none_appears_after() {
    let folder = tempfile::tempdir().unwrap();
    let packing = Packing::new(Format::R8Unorm, 1, [0.0, 1.0]).unwrap();
    let mut contents = Contents::new([4, 4], packing);
    contents.frames = Some(3);
    let count = || std::fs::read_dir(folder.path()).unwrap().count();
    let mut png = create(&folder.path().join("a.png"), &contents).unwrap();
    let mut raw = create(&folder.path().join("a.raw"), &contents).unwrap();
    png.write(&[1; 20]).unwrap();
    raw.write(&[1; 20]).unwrap();
    // A frame that is whole and one that is not, and the raw texels, whose description comes with the last of them.
    assert_eq!(count(), 3);

    let quiet = remove_partial_files();
    assert_eq!(quiet.finished_files(), 1);
    assert_eq!(count(), 1);
    assert!(folder.path().join("a_0000.png").exists());
    let other = std::thread::spawn(move || {
        png.write(&[1; 28])?;
        png.finish()
    });
    std::thread::sleep(std::time::Duration::from_millis(50));
    assert!(!other.is_finished());
    drop(quiet);
    assert!(other.join().unwrap().is_err());
    drop(raw);
    assert_eq!(count(), 1);
}
