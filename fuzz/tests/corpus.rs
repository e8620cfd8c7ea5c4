//! Replays the corpus of each fuzz target.

use std::fs;
use std::path::Path;

use wgpu_noise_fuzz::TARGETS;

#[test]
fn every_promise_holds_for_the_corpus() {
    for (name, target) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("corpus")
            .join(name);
        let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let mut accepted: Vec<bool> = entries
            .map(|entry| {
                let path = entry.unwrap().path();
                println!("{}", path.display());
                target(&fs::read(&path).unwrap())
            })
            .collect();
        // If all were refused, or none, the corpus would show little.
        accepted.sort_unstable();
        accepted.dedup();
        assert_eq!(accepted, [false, true], "{}", folder.display());
    }
}
