//! The choice of an adapter.

use super::adapters::{AdapterKind, AdapterSummary, found, summary, why_none};
use crate::{Error, Result};

/// Which adapter to use.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Choice {
    /// The best GPU: discrete before integrated before virtual, never a software adapter. A browser shows a single adapter:
    /// there, its adapter for high performance.
    #[default]
    Hardware,
    /// The first adapter whose name contains this text, ignoring case. It may be a software adapter.
    Named(String),
    /// The adapter at this index of [`list`](super::adapters::list).
    Index(usize),
}

/// Reads a choice as its users write it: an index, or a part of a name.
///
/// ```
/// use wgpu_noise::gpu::Choice;
///
/// assert_eq!(Choice::from("0"), Choice::Index(0));
/// assert_eq!(Choice::from("nvidia"), Choice::Named("nvidia".into()));
/// ```
impl From<&str> for Choice {
    fn from(text: &str) -> Choice {
        match text.parse() {
            Ok(index) => Choice::Index(index),
            Err(_) => Choice::Named(text.to_string()),
        }
    }
}

/// Returns the chosen adapter.
///
/// # Errors
/// [`Error::NoAdapter`] says what was found instead.
pub(super) async fn find(choice: &Choice) -> Result<wgpu::Adapter> {
    let mut adapters = found(preference(choice)).await;
    let summaries: Vec<AdapterSummary> = adapters.iter().map(summary).collect();
    match pick(&summaries, choice) {
        Some(index) => Ok(adapters.swap_remove(index)),
        None => Err(Error::NoAdapter {
            wanted: wanted(choice),
            reason: if summaries.is_empty() {
                why_none().await
            } else {
                format!("found only {}", names(&summaries))
            },
        }),
    }
}

/// The preference for which a browser is asked. It does not list its adapters, so the choice must be made beforehand.
fn preference(choice: &Choice) -> wgpu::PowerPreference {
    match choice {
        Choice::Hardware => wgpu::PowerPreference::HighPerformance,
        Choice::Named(_) | Choice::Index(_) => wgpu::PowerPreference::None,
    }
}

/// Returns the index of the chosen adapter.
fn pick(adapters: &[AdapterSummary], choice: &Choice) -> Option<usize> {
    match choice {
        Choice::Hardware => (0..adapters.len())
            .filter_map(|index| Some((rank(&adapters[index])?, index)))
            .min()
            .map(|(_, index)| index),
        Choice::Named(part) => {
            let part = part.to_lowercase();
            adapters
                .iter()
                .position(|adapter| adapter.name.to_lowercase().contains(&part))
        }
        Choice::Index(index) => (*index < adapters.len()).then_some(*index),
    }
}

/// Returns an adapter's rank as a GPU in hardware, the best first; `None` if it is not one, or has no compute shaders.
fn rank(adapter: &AdapterSummary) -> Option<u8> {
    if adapter.max_invocations == 0 {
        return None;
    }
    match adapter.kind {
        AdapterKind::Discrete => Some(0),
        AdapterKind::Integrated => Some(1),
        AdapterKind::Virtual => Some(2),
        // A browser does not disclose the kind of its GPU, but it does say if it is software.
        AdapterKind::Other if adapter.backend == "webgpu" => Some(3),
        AdapterKind::Other | AdapterKind::Software => None,
    }
}

fn wanted(choice: &Choice) -> String {
    match choice {
        Choice::Hardware => "in hardware".to_string(),
        Choice::Named(part) => format!("named `{part}`"),
        Choice::Index(index) => format!("number {index}"),
    }
}

fn names(adapters: &[AdapterSummary]) -> String {
    adapters
        .iter()
        .enumerate()
        .map(|(index, adapter)| {
            let (name, backend, kind) =
                (called(&adapter.name), adapter.backend, adapter.kind.name());
            format!("{index}: {name} ({backend}, {kind})")
        })
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns what messages call an adapter of this name, which may be empty.
pub(super) fn called(name: &str) -> &str {
    match name {
        "" => "without a name",
        name => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adapter(name: &str, backend: &'static str, kind: AdapterKind) -> AdapterSummary {
        AdapterSummary {
            name: name.to_string(),
            backend,
            kind,
            driver: String::new(),
            max_buffer_bytes: 1 << 28,
            max_storage_binding_bytes: 1 << 27,
            max_storage_buffers: 8,
            max_workgroups: 65535,
            max_invocations: 256,
            max_texture_3d: 2048,
        }
    }

    fn machine() -> Vec<AdapterSummary> {
        vec![
            adapter("llvmpipe", "vulkan", AdapterKind::Software),
            adapter("Iris Xe", "vulkan", AdapterKind::Integrated),
            adapter("RTX 3060", "vulkan", AdapterKind::Discrete),
            adapter("RTX 3060", "gl", AdapterKind::Discrete),
        ]
    }

    #[test]
    fn hardware_is_the_best_gpu_and_never_software() {
        let mut adapters = machine();
        assert_eq!(pick(&adapters, &Choice::Hardware), Some(2));
        adapters.truncate(2);
        assert_eq!(pick(&adapters, &Choice::Hardware), Some(1));
        adapters.truncate(1);
        assert_eq!(pick(&adapters, &Choice::Hardware), None);
        adapters[0].kind = AdapterKind::Other;
        assert_eq!(pick(&adapters, &Choice::Hardware), None);
        adapters[0].backend = "webgpu";
        assert_eq!(pick(&adapters, &Choice::Hardware), Some(0));
        assert_eq!(pick(&[], &Choice::Hardware), None);
    }

    #[test]
    fn hardware_without_compute_is_passed_over() {
        let mut adapters = machine();
        adapters[2].max_invocations = 0;
        adapters[3].max_invocations = 0;
        assert_eq!(pick(&adapters, &Choice::Hardware), Some(1));
    }

    #[test]
    fn a_name_is_matched_in_part_and_in_any_case_and_the_first_wins() {
        let adapters = machine();
        assert_eq!(pick(&adapters, &Choice::Named("rtx".into())), Some(2));
        assert_eq!(pick(&adapters, &Choice::Named("LLVM".into())), Some(0));
        assert_eq!(pick(&adapters, &Choice::Named("radeon".into())), None);
    }

    #[test]
    fn an_adapter_without_a_name_is_listed_in_words() {
        let adapters = [
            adapter("", "webgpu", AdapterKind::Software),
            machine().remove(0),
        ];
        assert_eq!(
            names(&adapters),
            "0: without a name (webgpu, software), 1: llvmpipe (vulkan, software)"
        );
    }

    #[test]
    fn hardware_is_asked_for_by_its_performance() {
        let asked = |choice| preference(&choice);
        assert_eq!(
            asked(Choice::Hardware),
            wgpu::PowerPreference::HighPerformance
        );
        assert_eq!(asked(Choice::Index(0)), wgpu::PowerPreference::None);
    }

    #[test]
    fn an_index_counts_from_0_within_the_list() {
        let adapters = machine();
        assert_eq!(pick(&adapters, &Choice::Index(3)), Some(3));
        assert_eq!(pick(&adapters, &Choice::Index(4)), None);
    }
}
