//! A machine without a driver of its GPU.

use crate::program::{Folder, Run};

/// Environments in which no driver answers: none, one whose manifest is missing, one that is no library.
#[test]
fn without_a_driver_auto_takes_the_cpu_and_gpu_says_why_not() {
    // So much work that a GPU would pay, on one thread.
    const LARGE: &str = "--size 160x160x8 --noise worley --octaves 32";
    let folder = Folder::new();
    let wanted = folder.baked(LARGE, "cpu.npy");
    folder.write("broken.json", r#"{"file_format_version": "1.0.0", "ICD": {"library_path": "/dev/null", "api_version": "1.1.0"}}"#);
    for driver in ["", "/nonexistent.json", "broken.json"] {
        let run = |args: &str| {
            let mut command = folder.command(args);
            for loader in [
                "VK_DRIVER_FILES",
                "VK_ICD_FILENAMES",
                "__EGL_VENDOR_LIBRARY_FILENAMES",
            ] {
                command.env(loader, driver);
            }
            // An empty list of EGL vendors means the default one.
            command.env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent.json");
            command.env("RAYON_NUM_THREADS", "1");
            Run::of(command.output().expect("the program runs"))
        };
        run("bake --size 9x7 --backend gpu -o gpu.npy").fails(1, &["no GPU adapter"]);
        assert_eq!(
            folder
                .files()
                .iter()
                .filter(|file| file.starts_with("gpu"))
                .count(),
            0
        );
        // The one that is worst is enough for so much work.
        if driver != "broken.json" {
            continue;
        }
        let auto = run(&format!("bake {LARGE} -o auto.npy"));
        assert_eq!(auto.code, Some(0), "{driver}: {}", auto.stderr);
        let said = "computing on the CPU: no GPU adapter";
        assert!(auto.stderr.contains(said), "{driver}: {}", auto.stderr);
        assert_eq!(folder.read("auto.npy"), wanted, "{driver}");
    }
}
