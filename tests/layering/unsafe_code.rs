//! Unsafe code is where ARCHITECTURE.md says.

use crate::pages::page;
use crate::source;

/// The places that may say `unsafe`, as ARCHITECTURE.md names them.
const UNSAFE: &[&str] = &["cpu/simd/", "gpu/device/pipeline_cache.rs"];

/// The files of a folder's tree that allow unsafe code, but for those places.
fn unsafe_files<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<&'a str> {
    files
        .filter(|(path, text)| {
            let allows = text.contains("unsafe_code") && !text.contains("forbid(unsafe_code)");
            allows && !UNSAFE.iter().any(|place| path.starts_with(place))
        })
        .map(|(path, _)| path)
        .collect()
}

#[test]
fn unsafe_code_is_where_the_page_says() {
    let texts = source::files();
    let files = || {
        texts
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()))
    };
    assert_eq!(unsafe_files(files()), Vec::<&str>::new());
    for place in UNSAFE {
        let mut own = files().filter(|(path, _)| path.starts_with(place));
        assert!(own.any(|(_, text)| text.contains("unsafe_code")), "{place}");
        assert!(page("ARCHITECTURE.md").contains(place.trim_end_matches('/')));
    }
    let other = [("grid/mod.rs", "#[allow(unsafe_code)]")];
    assert_eq!(unsafe_files(other.into_iter()), ["grid/mod.rs"]);
}
