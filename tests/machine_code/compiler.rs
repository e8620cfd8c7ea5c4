//! From WGSL to the machine code of an AMD GPU, by Mesa's driver for it, which needs no such GPU.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::disassembly::Code;

/// What the driver made of a kernel.
pub struct Compiled {
    statistics: String,
    pub code: Code,
}

impl Compiled {
    /// One of the driver's own figures.
    pub fn statistic(&self, name: &str) -> u64 {
        (self.statistics.lines())
            .filter_map(|line| line.split_once(": "))
            .find(|(own, _)| *own == name)
            .and_then(|(_, value)| value.parse().ok())
            .unwrap_or_else(|| panic!("no {name} in:\n{}", self.statistics))
    }
}

/// Compiles a kernel for a family of GPUs, by Mesa's name of it.
pub fn compile(wgsl: &str, family: &str) -> Compiled {
    let (words, bindings) = spirv(wgsl);
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), bytemuck::cast_slice(&words)).expect("the file is written");
    let output = Command::new(program().expect("available() was asked"))
        .arg(file.path())
        .arg(&bindings)
        .env("VK_DRIVER_FILES", driver().expect("available() was asked"))
        .env("RADV_FORCE_FAMILY", family)
        .env("MESA_SHADER_CACHE_DISABLE", "1")
        .output()
        .expect("the compiler starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {complaint}", output.status);
    let (statistics, code) = text.split_once("Assembly\n").expect("machine code");
    Compiled {
        statistics: statistics.to_string(),
        code: Code::parse(code),
    }
}

/// Whether kernels can be compiled here; a reason why not.
pub fn available() -> Result<(), &'static str> {
    driver().ok_or("Mesa's Vulkan driver for AMD is missing (Debian: mesa-vulkan-drivers)")?;
    program()
        .map(|_| ())
        .ok_or("a C compiler or the headers of Vulkan are missing (Debian: gcc, libvulkan-dev)")
}

/// The manifest of the driver.
fn driver() -> Option<PathBuf> {
    let folder = std::fs::read_dir("/usr/share/vulkan/icd.d").ok()?;
    (folder.filter_map(|entry| Some(entry.ok()?.path())))
        .find(|path| path.to_string_lossy().contains("radeon_icd"))
}

/// The program of `compile.c`, built once.
fn program() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let build = || {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("machine_code");
        let status = Command::new("cc")
            .args(["-O1", "-o"])
            .arg(&program)
            .arg("tests/machine_code/compile.c")
            .arg("-lvulkan")
            .status()
            .ok()?;
        status.success().then_some(program)
    };
    BUILT.get_or_init(build).as_deref()
}

/// Translates a kernel as wgpu does for a Vulkan driver that checks the bounds of buffers itself. Also returns the letters of
/// its bindings for `compile.c`.
fn spirv(wgsl: &str) -> (Vec<u32>, String) {
    use naga::proc::BoundsCheckPolicy::{Restrict, Unchecked};
    let module = naga::front::wgsl::parse_str(wgsl).expect("the kernel is WGSL");
    let mut validator =
        naga::valid::Validator::new(Default::default(), naga::valid::Capabilities::all());
    let info = validator.validate(&module).expect("the kernel is valid");
    let options = naga::back::spv::Options {
        bounds_check_policies: naga::proc::BoundsCheckPolicies {
            index: Restrict,
            buffer: Unchecked,
            image_load: Unchecked,
            binding_array: Unchecked,
        },
        zero_initialize_workgroup_memory: naga::back::spv::ZeroInitializeWorkgroupMemoryMode::None,
        ..Default::default()
    };
    let words = naga::back::spv::write_vec(&module, &info, &options, None).expect("SPIR-V");
    // A number that the kernel does not use gets a letter, too.
    let mut bindings = Vec::new();
    for (_, variable) in module.global_variables.iter() {
        if let Some(binding) = &variable.binding {
            let number = binding.binding as usize;
            bindings.resize(bindings.len().max(number + 1), 's');
            if variable.space == naga::AddressSpace::Uniform {
                bindings[number] = 'u';
            }
        }
    }
    (words, bindings.into_iter().collect())
}
