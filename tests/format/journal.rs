//! Journals of bakes that begin at once.

use std::path::Path;

use wgpu_noise::Result;
use wgpu_noise::format::{Begun, Contents, Journal, MadeBy, Writer, create};
use wgpu_noise::texel::{Format, Packing};

/// Three frames of 4×4 texels.
fn contents(recipe: &str) -> Contents {
    let packing = Packing::new(Format::R8Unorm, 1, [0.0, 1.0]).unwrap();
    let mut contents = Contents::new([4, 4], packing);
    contents.frames = Some(3);
    contents.recipe = Some(recipe.into());
    contents
}

fn journal(path: &Path, recipe: &str) -> Result<Journal> {
    Journal::open(path, &contents(recipe), MadeBy::new("cpu"))
}

fn writer(path: &Path, recipe: &str) -> Writer {
    create(path, &contents(recipe)).unwrap()
}

fn is_of_another_recipe<T>(result: Result<T>) -> bool {
    result.is_err_and(|error| error.to_string().contains("begun with another recipe"))
}

#[test]
fn a_bake_that_another_one_overtakes_is_refused_before_it_writes() {
    for name in ["a.png", "a.raw", "a.zarr"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let open = |recipe| (writer(&path, recipe), journal(&path, recipe).unwrap());
        let [(first, its), (other, others), (same, same_its)] = ["one", "other", "one"].map(open);
        let mut first = first.resumed(its).unwrap();
        first.write(&[1; 48]).unwrap();
        first.finish().unwrap();

        let outcome = (other.resumed(others)).and_then(|mut other| other.write(&[2; 48]));
        // The root of a store says so before the journal does.
        let is_refused = match name {
            "a.zarr" => outcome.is_err_and(|error| error.to_string().contains("something else")),
            _ => is_of_another_recipe(outcome),
        };
        assert!(is_refused, "{name}");
        let journal = journal(&path, "one").unwrap();
        assert!(!journal.is_unpublished(), "{name}");
        for part in 0..journal.part_count() {
            assert!(journal.is_whole(part).unwrap(), "{name}: {part}");
        }
        // The control: another share of the same bake goes on.
        let mut same = same.resumed(same_its).unwrap();
        same.write(&[1; 48]).unwrap();
    }
}

#[test]
fn a_bake_is_noted_before_its_first_part_and_forgotten_if_it_ends_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    let [its, other, later] =
        ["one", "other", "other"].map(|recipe| journal(&path, recipe).unwrap());
    let begin = |other| {
        let mut writer = writer(&path, "other").resumed(other).unwrap();
        writer.write(&[2; 4])
    };
    let mut one = writer(&path, "one").resumed(its).unwrap();
    assert!(journal(&path, "other").is_ok());
    one.write(&[1; 4]).unwrap();
    assert!(is_of_another_recipe(journal(&path, "other")));
    assert!(is_of_another_recipe(begin(other)));
    assert_eq!(Begun::read(&path).unwrap().recipe, "one");
    drop(one);
    assert!(journal(&path, "other").is_ok());

    // With a part it stays.
    let its = journal(&path, "one").unwrap();
    let mut one = writer(&path, "one").resumed(its).unwrap();
    one.write(&[1; 16]).unwrap();
    drop(one);
    assert!(is_of_another_recipe(journal(&path, "other")));
    assert!(is_of_another_recipe(begin(later)));
}

/// A file of several parts is not whole if this writer was to write some of them only.
#[test]
fn a_file_that_lacks_parts_is_not_published() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.raw");
    let packing = Packing::new(Format::R8Unorm, 1, [0.0, 1.0]).unwrap();
    let mut contents = Contents::new([1 << 13, 1 << 13], packing);
    contents.recipe = Some("one".into());
    let resumed = |parts: Option<u32>| {
        let journal = Journal::open(&path, &contents, MadeBy::new("cpu")).unwrap();
        let all = create(&path, &contents).unwrap();
        assert!(all.is_of_one_file() && all.part_count() == 2);
        let parts = parts.map_or(all.parts_to_come(), |part| vec![part]);
        all.only(parts).resumed(journal).unwrap()
    };
    let mut first = resumed(None);
    first.write(&vec![1; 1 << 25]).unwrap();
    drop(first);
    assert!(resumed(Some(0)).finish().unwrap().paths.is_empty());
    assert!(!path.exists());
    // The control: the other part makes it whole.
    let mut rest = resumed(None);
    rest.write(&vec![2; 1 << 25]).unwrap();
    assert_eq!(rest.finish().unwrap().paths[0], path);
}
