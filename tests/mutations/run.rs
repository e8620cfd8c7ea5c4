//! Runs mutations, one at a time, in a copy of the package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Mutation, Suite, skip};

/// Runs each mutation; the tests must pass without one, else their failing shows nothing.
pub fn all_are_noticed(suite: &Suite) {
    let copy = Copy::new();
    for test in tests(suite.mutations) {
        match copy.run(suite, test) {
            Verdict::Passed => {}
            Verdict::Failed(output) if lacks_adapter(&output) => {
                return skip::without_adapter(&output);
            }
            Verdict::Failed(output) => panic!("{test} fails without a mutation:\n{output}"),
            Verdict::NotRun(output) => panic!("{test} does not run:\n{output}"),
        }
    }
    let mut survivors = Vec::new();
    for mutation in suite.mutations {
        let Mutation { why, file, .. } = mutation;
        let original = copy.mutate(mutation);
        let verdict = copy.run(suite, mutation.noticed_by);
        copy.write(file, &original);
        match verdict {
            Verdict::Failed(_) => eprintln!("noticed: {why} ({file})"),
            Verdict::Passed => survivors.push(format!("{why} ({file})")),
            Verdict::NotRun(output) => panic!("{why} ({file}) does not run:\n{output}"),
        }
    }
    assert!(survivors.is_empty(), "nobody noticed: {survivors:#?}");
}

fn tests(mutations: &[Mutation]) -> Vec<&'static str> {
    let mut tests: Vec<&str> = mutations
        .iter()
        .map(|mutation| mutation.noticed_by)
        .collect();
    tests.sort_unstable();
    tests.dedup();
    tests
}

fn lacks_adapter(output: &str) -> bool {
    output.contains("NOISE_REQUIRE_ADAPTER=1, but")
}

/// What became of a test.
enum Verdict {
    Passed,
    Failed(String),
    /// No test ran: what was to be tested did not compile, or no test has that name.
    NotRun(String),
}

/// A copy of the package, in the folder for temporary files of tests: one, and one test at a time has it.
struct Copy {
    root: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

impl Copy {
    /// Its files are new, so that nothing is taken for compiled that an earlier run has left of a mutation.
    fn new() -> Copy {
        static TURN: Mutex<()> = Mutex::new(());
        // A test that panicked leaves the copy in no state that matters: it is made anew.
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutations");
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        for part in [
            "Cargo.toml",
            "Cargo.lock",
            "README.md",
            "docs",
            "src",
            "shaders",
            "tests",
            "benches",
            "examples",
            "recipes",
            "fuzz",
            "python",
            "studio",
        ] {
            copy_all(&package.join(part), &root.join(part));
        }
        Copy { root, _turn: turn }
    }

    /// Makes one mistake; returns the file as it was.
    fn mutate(&self, mutation: &Mutation) -> String {
        let Mutation {
            why,
            file,
            find,
            replace,
            ..
        } = mutation;
        let text = fs::read_to_string(self.root.join(file))
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        let found = text.matches(find).count();
        assert_eq!(found, 1, "{why}: `{find}` is {found} times in {file}");
        self.write(file, &text.replace(find, replace));
        text
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.root.join(file), text).unwrap_or_else(|error| panic!("{file}: {error}"));
    }

    fn run(&self, suite: &Suite, test: &str) -> Verdict {
        let output = Command::new(env!("CARGO"))
            .args(["test", "--offline", "--locked", "--color", "never"])
            .args(["--no-default-features", "--features", suite.features])
            .args(["--test", suite.test, "--", test])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", target())
            .env("NOISE_REQUIRE_ADAPTER", "1")
            .output()
            .unwrap_or_else(|error| panic!("cargo: {error}"));
        let text = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let text = text.concat();
        match output.status.success() {
            _ if text.contains("running 0 tests") => Verdict::NotRun(text),
            true => Verdict::Passed,
            false if text.contains("test result: FAILED") => Verdict::Failed(text),
            false => Verdict::NotRun(text),
        }
    }
}

/// The target folder of this very run: what the package depends on is compiled there already.
fn target() -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    temporary.parent().unwrap_or(temporary).to_path_buf()
}

/// A file or a folder with all in it; nothing where there is none.
fn copy_all(from: &Path, to: &Path) {
    let error =
        |error: std::io::Error| -> ! { panic!("{} to {}: {error}", from.display(), to.display()) };
    if from.is_dir() {
        fs::create_dir_all(to).unwrap_or_else(|e| error(e));
        for entry in fs::read_dir(from).unwrap_or_else(|e| error(e)) {
            let name = entry.unwrap_or_else(|e| error(e)).file_name();
            // What npm, pip and maturin bring is no part of the package.
            if name == "node_modules"
                || name == ".venv"
                || Path::new(&name).extension() == Some("so".as_ref())
            {
                continue;
            }
            copy_all(&from.join(&name), &to.join(&name));
        }
    } else if from.is_file() {
        fs::copy(from, to).unwrap_or_else(|e| error(e));
    }
}
