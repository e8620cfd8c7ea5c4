//! The first line of a file of a journal: the bake, and what computes it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::format::contents::Contents;
use crate::format::file_type::FileType;
use crate::format::texts::WRITER;
use crate::{Error, Result};

/// What computes the samples of a bake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MadeBy {
    /// The kind of backend: `gpu`, `reference`, or `cpu` with the SIMD level, such as `cpu avx2`. Floats of two kinds may differ
    /// in their last bits.
    pub backend: String,
    /// The adapter of a GPU.
    pub adapter: Option<String>,
    /// Its driver.
    pub driver: Option<String>,
}

impl MadeBy {
    /// A backend without an adapter.
    pub fn new(backend: impl Into<String>) -> MadeBy {
        MadeBy {
            backend: backend.into(),
            adapter: None,
            driver: None,
        }
    }
}

/// As messages name it: `cpu avx2`, `gpu NVIDIA H200`.
impl std::fmt::Display for MadeBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.backend)?;
        let adapter = self.adapter.as_ref();
        adapter.map_or(Ok(()), |adapter| write!(f, " {adapter}"))
    }
}

/// The bake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    writer: String,
    file_type: String,
    size: Vec<u32>,
    frames: Option<u32>,
    pub recipe: Option<String>,
    /// Whether a description was asked for beside each file.
    #[serde(default)]
    pub sidecar: bool,
    #[serde(flatten)]
    pub made_by: MadeBy,
}

impl Head {
    pub fn new(file_type: FileType, contents: &Contents, made_by: MadeBy) -> Head {
        Head {
            writer: WRITER.into(),
            file_type: file_type.extension().into(),
            size: contents.size.clone(),
            frames: contents.frames,
            recipe: contents.recipe.clone(),
            sidecar: contents.sidecar,
            made_by,
        }
    }

    /// Whether it is the head of a bake of these contents.
    pub fn is_of(&self, contents: &Contents) -> bool {
        self.recipe.is_some()
            && self.recipe == contents.recipe
            && self.size == contents.size
            && self.frames == contents.frames
    }

    /// Refuses the journal of another bake to `path`, and says what differs. `folder` is that of the journal.
    pub fn check(&self, found: &Head, path: &Path, folder: &Path) -> Result<()> {
        let text = |value: &dyn std::fmt::Debug| format!("{value:?}");
        let frames = |head: &Head| {
            head.frames
                .map_or("none".into(), |frames| frames.to_string())
        };
        let differs = [
            ("version", text(&found.writer), text(&self.writer)),
            ("file type", text(&found.file_type), text(&self.file_type)),
            ("size", text(&found.size), text(&self.size)),
            ("number of frames", frames(found), frames(self)),
            ("recipe", text(&found.recipe), text(&self.recipe)),
            (
                "backend",
                text(&found.made_by.backend),
                text(&self.made_by.backend),
            ),
        ];
        let Some((what, there, here)) = differs.into_iter().find(|(_, there, here)| there != here)
        else {
            return Ok(());
        };
        let (path, folder) = (path.display(), folder.display());
        let given = match what {
            "recipe" => format!("{path}, begun with another recipe"),
            _ => format!("{path}, begun with another {what} ({there}, now {here})"),
        };
        let allowed = format!("the same bake; or remove {folder}, and all files are written again");
        Err(Error::invalid("output", given, allowed))
    }
}
