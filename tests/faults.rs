//! Walks through the calls that a bake makes into its Vulkan driver and lets each of them fail, by a driver that wraps
//! lavapipe (`fault/shim.c`). Whatever fails, the program must end by itself, say so without a panic, and leave a whole
//! file or none.

#![cfg(all(target_os = "linux", feature = "cli", feature = "gpu"))]

#[path = "support/skip.rs"]
mod skip;

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const BAKE: &str = "bake --noise perlin --size 16x16x16 --frequency 4 --octaves 2 \
    --backend gpu --adapter llvmpipe -o";
const OUTPUT: &str = "volume.npy";

const DEADLINE: Duration = Duration::from_secs(20);

/// Out of host memory, out of device memory, device lost.
const RESULTS: [i32; 3] = [-1, -2, -4];

#[test]
fn every_failing_call_ends_in_an_error_or_a_whole_file() {
    let Some(injector) = Injector::build("faults") else {
        return;
    };
    let (expected, calls) = injector.good();

    let faults = plan(&calls);
    let next = AtomicUsize::new(0);
    let injected = AtomicUsize::new(0);
    let broken = Mutex::new(Vec::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(fault) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let run = injector.bake(&fault.replace(':', "_"), Some(fault));
                    if run.errors.contains("[fault]") {
                        injected.fetch_add(1, Ordering::Relaxed);
                    }
                    if let Err(complaint) = run.keeps_promises(&expected) {
                        let mut broken = broken.lock().expect("no worker panics");
                        broken.push((format!("{fault}: {complaint}"), run.errors));
                    }
                }
            });
        }
    });

    let injected = injected.into_inner();
    let broken = broken.into_inner().expect("no worker panicked");
    println!("{injected} of {} planned faults happened", faults.len());
    for (complaint, _) in &broken {
        println!("{complaint}");
    }
    if let Some((complaint, errors)) = broken.first() {
        let (bad, all) = (broken.len(), faults.len());
        panic!("{bad} of {all} faults broke a promise, such as {complaint}\n{errors}");
    }
    // How often a call polls the device varies from run to run, so the last few may not be reached.
    assert!(
        injected * 10 >= faults.len() * 8,
        "only {injected} of {} faults happened",
        faults.len()
    );
}

/// The file is begun when its first texels are there, so of this one brick nothing is begun while the driver works.
#[test]
fn a_driver_that_crashes_leaves_a_whole_file_or_nothing() {
    let Some(injector) = Injector::build("crashes") else {
        return;
    };
    let (expected, calls) = injector.good();
    let mut crashed = 0;
    for (function, _) in &calls {
        let run = injector.bake(function, Some(&format!("{function}:1:0:crash")));
        crashed += usize::from(run.status.is_some_and(|status| status.signal().is_some()));
        assert_eq!(run.others, [""; 0], "{function}: {}", run.errors);
        let whole = run.output.is_none_or(|bytes| bytes == expected);
        assert!(whole, "{function} left a wrong file");
    }
    assert!(crashed > 10, "only {crashed} of {} crashed", calls.len());
}

/// The faults to try: the first, second and last call of every function, each with every result, once and for good.
fn plan(calls: &[(String, u32)]) -> Vec<String> {
    let mut faults = Vec::new();
    for (function, count) in calls {
        let mut turns = vec![1, 2.min(*count), *count];
        turns.dedup();
        for turn in turns {
            for result in RESULTS {
                for suffix in ["", ":sticky"] {
                    faults.push(format!("{function}:{turn}:{result}{suffix}"));
                }
            }
        }
    }
    faults
}

/// The built driver and where its runs leave their files.
struct Injector {
    folder: PathBuf,
    manifest: PathBuf,
    wrapped: String,
}

impl Injector {
    /// Compiles the driver, or says what is missing for that. Where adapters are required that is a failure.
    fn build(name: &str) -> Option<Self> {
        let skip = |why: &str| {
            skip::without_adapter(why);
            None
        };
        let Some(wrapped) = lavapipe() else {
            return skip("lavapipe (libvulkan_lvp.so) is not installed");
        };

        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // What an earlier run left.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        let library = folder.join("libfault.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fault/shim.c");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-Wl,-z,nodelete", "-o"])
            .args([&library, &source])
            .arg("-ldl")
            .status();
        match compiled {
            Ok(status) => assert!(status.success(), "cc does not compile {}", source.display()),
            Err(_) => return skip("there is no C compiler (cc)"),
        }

        let manifest = folder.join("icd.json");
        let text = serde_json::json!({
            "file_format_version": "1.0.0",
            "ICD": { "library_path": library, "api_version": "1.3.0" },
        });
        fs::write(&manifest, text.to_string()).expect("the manifest is written");
        Some(Self {
            folder,
            manifest,
            wrapped,
        })
    }

    /// The file of a bake without a fault, and the calls that it makes.
    fn good(&self) -> (Vec<u8>, Vec<(String, u32)>) {
        let good = self.bake("good", None);
        assert!(
            good.status.is_some_and(|status| status.success()),
            "the bake fails without a fault:\n{}",
            good.errors
        );
        let calls = good.calls;
        for needed in ["vkCreateDevice", "vkCreatePipelineCache", "vkQueueSubmit"] {
            assert!(
                calls.iter().any(|(function, _)| function == needed),
                "the bake never called {needed}: did it use the wrapped driver? {calls:?}"
            );
        }
        (good.output.expect("the bake wrote its file"), calls)
    }

    /// One bake in a folder of its own, with at most one fault.
    fn bake(&self, name: &str, fault: Option<&String>) -> Run {
        let folder = self.folder.join(name);
        let work = folder.join("work");
        fs::create_dir_all(&work).expect("a folder for the run");
        let (errors, counts) = (folder.join("errors"), folder.join("counts"));

        let mut command = Command::new(env!("CARGO_BIN_EXE_wgpu-noise"));
        command
            .args(BAKE.split_whitespace())
            .arg(OUTPUT)
            .current_dir(&work)
            .env("VK_DRIVER_FILES", &self.manifest)
            .env_remove("VK_ICD_FILENAMES")
            // Mesa's layer for choosing a device makes calls of its own.
            .env("NODEVICE_SELECT", "1")
            .env("RUST_BACKTRACE", "0")
            // Without one, drivers write complaints among the program's own words.
            .env("XDG_RUNTIME_DIR", &self.folder)
            // Compiled pipelines are kept, as they are for a user, and those of no other run are found.
            .env("WGPU_NOISE_CACHE", folder.join("cache"))
            .env("VULKAN_FAULT_DRIVER", &self.wrapped)
            .env("VULKAN_FAULT_COUNTS", &counts)
            .stdout(std::process::Stdio::null())
            .stderr(File::create(&errors).expect("a file for the messages"));
        if let Some(fault) = fault {
            command.env("VULKAN_FAULT", fault);
        }
        let status = ends(&mut command);

        let run = Run {
            status,
            errors: fs::read(&errors)
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
                .expect("the messages"),
            output: fs::read(work.join(OUTPUT)).ok(),
            others: fs::read_dir(&work)
                .expect("the folder of the run")
                .map(|entry| entry.expect("an entry").file_name())
                .filter(|name| name != OUTPUT)
                .map(|name| name.to_string_lossy().into_owned())
                .collect(),
            calls: read_counts(&counts),
        };
        let _ = fs::remove_dir_all(&folder);
        run
    }
}

struct Run {
    /// None if the program had to be killed.
    status: Option<ExitStatus>,
    errors: String,
    output: Option<Vec<u8>>,
    /// What lies beside the output.
    others: Vec<String>,
    calls: Vec<(String, u32)>,
}

impl Run {
    fn keeps_promises(&self, expected: &[u8]) -> Result<(), String> {
        let Some(status) = self.status else {
            return Err(format!("did not end within {DEADLINE:?}"));
        };
        if self.errors.contains("panicked") {
            return Err("panicked".into());
        }
        if !self.others.is_empty() {
            return Err(format!("left {:?}", self.others));
        }
        match &self.output {
            Some(bytes) if bytes != expected => {
                return Err(format!("left a wrong file of {} bytes", bytes.len()));
            }
            None if status.success() => return Err("succeeded without a file".into()),
            _ => {}
        }
        let said_why = self.errors.lines().any(|line| !line.starts_with("[fault]"));
        match status.code() {
            Some(0) => Ok(()),
            Some(1) if said_why => Ok(()),
            Some(1) => Err("failed without a word".into()),
            _ => Err(format!("ended with {status}")),
        }
    }
}

/// The status with which a command ends by itself in time.
fn ends(command: &mut Command) -> Option<ExitStatus> {
    let mut child = command.spawn().expect("the program starts");
    let start = Instant::now();
    while start.elapsed() < DEADLINE {
        if let Some(status) = child.try_wait().expect("the program is waited for") {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("the program is killed");
    child.wait().expect("the program is waited for");
    None
}

/// The functions that were called, and how often. Nothing if the program never got as far as loading the driver.
fn read_counts(path: &Path) -> Vec<(String, u32)> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(function, count)| (function.to_owned(), count.parse().expect("a count")))
        .filter(|&(_, count)| count > 0)
        .collect()
}

/// The shared library of lavapipe, as its manifest names it: a path, or a name that the linker finds.
fn lavapipe() -> Option<String> {
    let folders = [
        "/usr/share/vulkan/icd.d",
        "/usr/local/share/vulkan/icd.d",
        "/etc/vulkan/icd.d",
    ];
    let manifests = folders
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("lvp_icd"));
    for manifest in manifests {
        let text = fs::read_to_string(manifest.path()).ok()?;
        let manifest: serde_json::Value = serde_json::from_str(&text).ok()?;
        let library = manifest["ICD"]["library_path"].as_str()?.to_owned();
        if !library.contains('/') || Path::new(&library).exists() {
            return Some(library);
        }
    }
    None
}
