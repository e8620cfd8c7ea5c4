//! Compilers of other parties, each a program of another package.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use wgpu_noise::snippet::{Entry, Options, Table};

use crate::skip;

/// A program of another package; `None`, and a line that says so, where it is not there.
pub fn program(name: &'static str, package: &str) -> Option<&'static str> {
    let there = Command::new(name).arg("--version").output().is_ok();
    if !there {
        skip::without_tool(&format!("there is no {name}, which is in {package}"));
    }
    there.then_some(name)
}

/// The front ends of GLSL and HLSL, where they are.
pub fn glslang() -> Option<&'static str> {
    program("glslangValidator", "glslang-tools")
}

/// What a program says of some files, where it refuses any.
pub fn complaint(program: &str, arguments: &[&str], files: &[PathBuf]) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .args(files)
        .output()
        .expect(program);
    let said = [output.stdout, output.stderr].concat();
    (!output.status.success()).then(|| String::from_utf8_lossy(&said).into_owned())
}

/// What glslang says of files in GLSL, where it refuses any. One process reads many: its start takes ten times as long as a
/// file.
pub fn complaint_of_glsl(files: &[PathBuf]) -> Option<String> {
    let complaints: String = (files.chunks(100))
        .filter_map(|files| complaint(glslang()?, &[], files))
        .collect();
    (!complaints.is_empty()).then_some(complaints)
}

/// What glslang says of a text in HLSL, where it refuses it.
pub fn complaint_of_hlsl(label: &str, stage: &str, entry: &str, text: &str) -> Option<String> {
    let file = write(label, "hlsl", text.as_bytes());
    let arguments = ["-D", "-V", "-S", stage, "-e", entry, "-o", "/dev/null"];
    complaint(glslang()?, &arguments, &[file])
}

/// A file with a snippet in GLSL, which becomes a shader where it has no entry point.
pub fn file_of_glsl(label: &str, options: &Options, text: &str) -> PathBuf {
    let stage = match options.entry {
        Entry::Compute => "comp",
        _ => "frag",
    };
    let version = match options.table {
        Table::Const => 300,
        _ => 310,
    };
    let whole = match options.entry {
        Entry::None => format!(
            "#version {version} es\nprecision highp float;\nprecision highp int;\n{text}\nvoid main() {{}}\n"
        ),
        _ => text.to_string(),
    };
    write(label, stage, whole.as_bytes())
}

/// A snippet in HLSL as a shader, with its stage and its entry point.
pub fn whole_hlsl(options: &Options, text: &str) -> (String, &'static str, &'static str) {
    match options.entry {
        Entry::None => {
            let start = "float4 start() : SV_Target { return 0.0; }";
            (format!("{text}\n{start}\n"), "frag", "start")
        }
        Entry::Fragment => (text.to_string(), "frag", "mine_fragment"),
        _ => (text.to_string(), "comp", "mine_compute"),
    }
}

/// The SPIR-V of a compute shader in GLSL, by glslang.
pub fn spirv_of_glsl(text: &str) -> Vec<u32> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let label = format!("values-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let file = write(&label, "comp", text.as_bytes());
    let made = file.with_extension("spv");
    let arguments = ["-V", "-S", "comp", "-o", made.to_str().expect("a path")];
    if let Some(complaint) = complaint("glslangValidator", &arguments, &[file]) {
        panic!("{complaint}");
    }
    let bytes = std::fs::read(made).expect("a module");
    bytemuck::pod_collect_to_vec(&bytes)
}

/// A folder of this run, with nothing of an earlier one.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("snippet");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    })
}

pub fn write(label: &str, extension: &str, bytes: &[u8]) -> PathBuf {
    let plain = label.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let path = folder().join(format!("{plain}.{extension}"));
    std::fs::write(&path, bytes).expect("a file");
    path
}
