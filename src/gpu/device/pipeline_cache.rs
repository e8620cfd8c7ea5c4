//! Compiled pipelines that outlive the process, in a file of the user's cache folder.
//!
//! A driver that offers them (Vulkan's do) returns as bytes what it compiled, and takes them again at a later start. The bytes
//! are its own, and it trusts them: so they must be those that wgpu returned. The file begins with a checksum of them and of
//! what they belong to (adapter, driver and version), and is renamed into its place when it is whole. wgpu then compares its
//! own header in them with the device. Whatever does not match is as good as no file, and the next process writes it anew.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::guarded::guarded;
use super::remembered;
use super::scopes::scoped_now;

/// The first bytes of the file.
const MAGIC: [u8; 16] = *b"wgpu-noise pipe1";
/// The length of the checksum after them.
const CHECKSUM: usize = 32;
/// Drivers never forget a pipeline, so a file that would grow beyond this is removed, and begins anew.
const BYTES_MAX: u64 = 64 << 20;

/// A device's pipelines, those of earlier processes among them.
#[derive(Debug)]
pub(super) struct KeptPipelines {
    cache: wgpu::PipelineCache,
    path: PathBuf,
    owner: String,
    /// The bytes in the file.
    known: Option<Vec<u8>>,
}

impl KeptPipelines {
    /// Opens the file of a device that this crate requested with [`wgpu::Features::PIPELINE_CACHE`]; `None` without that feature,
    /// or without a folder for the file, and if the driver fails.
    pub fn open(device: &wgpu::Device) -> Option<KeptPipelines> {
        let adapter = device.adapter_info();
        if !device.features().contains(wgpu::Features::PIPELINE_CACHE) {
            return None;
        }
        let owner = owner(&adapter)?;
        let path = remembered::folder()?.join(file_name(&owner));
        let known = read(&path, &owner);
        let descriptor = wgpu::PipelineCacheDescriptor {
            label: Some("wgpu-noise"),
            data: known.as_deref(),
            fallback: true,
        };
        #[allow(
            unsafe_code,
            reason = "the only way to give a driver its pipelines back"
        )]
        // SAFETY: the data must come from `PipelineCache::get_data`. The file is this crate's own, and only `save` writes
        // it, with nothing else; the checksum that `read` compares covers every byte of the data and what it belongs to, so
        // a file that was cut, damaged or made by another driver or version is not used.
        let made = scoped_now(device, || unsafe {
            device.create_pipeline_cache(&descriptor)
        });
        Some(KeptPipelines {
            cache: made.ok()?,
            path,
            owner,
            known,
        })
    }

    /// What a pipeline is made with.
    pub fn cache(&self) -> &wgpu::PipelineCache {
        &self.cache
    }

    /// Writes the file, if a pipeline has been added. A failure costs the next process the time to compile, and nothing else.
    pub fn save(&self) {
        let data = guarded(|| self.cache.get_data()).ok().flatten();
        if let Some(data) = data.filter(|data| self.known.as_ref() != Some(data)) {
            let _ = write(&self.path, &self.owner, &data);
        }
    }
}

/// Returns what the pipelines of an adapter belong to; `None` where wgpu keeps none.
fn owner(adapter: &wgpu::AdapterInfo) -> Option<String> {
    let key = wgpu::util::pipeline_cache_key(adapter)?;
    let wgpu::AdapterInfo {
        name,
        driver,
        driver_info,
        ..
    } = adapter;
    let version = env!("CARGO_PKG_VERSION");
    Some(format!(
        "{key}\n{name}\n{driver}\n{driver_info}\nwgpu-noise {version}, wgpu 30"
    ))
}

fn file_name(owner: &str) -> String {
    let sum = Sha256::digest(owner.as_bytes());
    let digits: String = sum
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("pipelines-{digits}.bin")
}

/// The checksum of data and of what it belongs to.
fn checksum(owner: &str, data: &[u8]) -> [u8; CHECKSUM] {
    let mut sum = Sha256::new();
    sum.update((owner.len() as u64).to_le_bytes());
    sum.update(owner.as_bytes());
    sum.update(data);
    sum.finalize().into()
}

/// Returns the data of a file, if it is whole and of this owner.
fn read(path: &Path, owner: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path).ok()?;
    file.take(BYTES_MAX + 1).read_to_end(&mut bytes).ok()?;
    let (head, data) = bytes.split_at_checked(MAGIC.len() + CHECKSUM)?;
    let is_whole = bytes.len() as u64 <= BYTES_MAX
        && head[..MAGIC.len()] == MAGIC
        && head[MAGIC.len()..] == checksum(owner, data);
    is_whole.then(|| data.to_vec())
}

/// Writes the file, or removes it if it would be too large.
fn write(path: &Path, owner: &str, data: &[u8]) -> io::Result<()> {
    if (MAGIC.len() + CHECKSUM + data.len()) as u64 > BYTES_MAX {
        return fs::remove_file(path);
    }
    remembered::replace(path, &[&MAGIC, &checksum(owner, data), data])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_by_its_owner_alone_and_only_if_it_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deeper").join(file_name("a"));
        assert_ne!(file_name("a"), file_name("b"));
        assert_eq!(read(&path, "a"), None);
        write(&path, "a", b"compiled").expect("a folder that can be written");
        assert_eq!(read(&path, "a").as_deref(), Some(&b"compiled"[..]));
        assert_eq!(read(&path, "b"), None);
        let whole = fs::read(&path).expect("the file");
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&path, damaged).expect("a file");
            assert_eq!(read(&path, "a"), None, "byte {at}");
            fs::write(&path, &whole[..at]).expect("a file");
            assert_eq!(read(&path, "a"), None, "{at} bytes");
        }
        fs::write(&path, [&whole[..], b"!"].concat()).expect("a file");
        assert_eq!(read(&path, "a"), None);
    }

    #[test]
    fn a_file_that_would_be_too_large_begins_anew() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(file_name("a"));
        write(&path, "a", b"compiled").expect("a folder that can be written");
        let most = BYTES_MAX as usize - MAGIC.len() - CHECKSUM;
        write(&path, "a", &vec![0; most + 1]).expect("a file that can be removed");
        assert!(!path.exists());
        write(&path, "a", &vec![0; most]).expect("a folder that can be written");
        assert!(read(&path, "a").is_some_and(|data| data.len() == most));
    }
}
