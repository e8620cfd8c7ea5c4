//! What is being made: the text of a recipe, the noise that it describes, and how it came about. It knows nothing of windows.

mod edit;
mod expression;
mod history;
mod mistake;
mod pictures;
mod shape;
pub mod wiring;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use wgpu_noise::format::{Inputs, RecipeSource};
use wgpu_noise::noise::table::Cell;
use wgpu_noise::recipe::Preset;
use wgpu_noise::{Recipe, Result};

pub(crate) use history::{History, Step};
pub use mistake::Mistake;
use pictures::Pictures;
pub use shape::shape;

/// What an edit changes. Edits of the same thing, one after the other, are one step of undo.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// The text as a whole, typed.
    Text,
    /// Another recipe altogether.
    Recipe,
    /// A top-level key.
    Key(String),
    /// `node.parameter`.
    Parameter(String),
}

/// A recipe as text and as a noise.
///
/// Text that has a mistake is kept beside the last recipe that was right, so that its picture stays.
#[derive(Clone, Debug)]
pub struct Document {
    source: RecipeSource,
    /// What the text says without what it imports, though it may not be allowed: [`edit::draft`].
    draft: Option<Recipe>,
    /// The last recipe that was right, and the part of it that is shown: itself, or that of an output.
    good: Recipe,
    shown: Recipe,
    output: Option<String>,
    mistake: Option<Mistake>,
    pictures: Pictures,
    imports: Vec<PathBuf>,
    history: History<String>,
}

impl Document {
    /// Opens a preset.
    ///
    /// # Errors
    /// None, as a preset is a right recipe.
    pub fn preset(preset: &Preset) -> Result<Document> {
        Document::new(RecipeSource::open(preset.name.as_ref())?)
    }

    /// Opens a text that is in no file, under the name of one.
    ///
    /// # Errors
    /// Those of [`Document::new`].
    pub fn of_text(name: &str, text: &str) -> Result<Document> {
        Document::new(RecipeSource {
            text: text.to_string(),
            name: name.to_string(),
            file: None,
        })
    }

    /// Opens a recipe.
    ///
    /// # Errors
    /// Those of [`RecipeSource::recipe`] and [`Recipe::job`]: the first recipe must be right, since nothing could be shown
    /// otherwise.
    pub fn new(mut source: RecipeSource) -> Result<Document> {
        source.file = source.file.as_deref().map(absolute);
        let mut pictures = Pictures::default();
        let good = mistake::check(&source, &mut pictures)?;
        Ok(Document {
            shown: good.clone(),
            good,
            output: None,
            draft: edit::draft(&source.text),
            imports: source.imports().unwrap_or_default(),
            source,
            mistake: None,
            pictures,
            history: History::default(),
        })
    }

    /// Opens a text that has a mistake, beside the recipe of this document, which stays shown.
    pub(crate) fn with_mistake(&self, mut source: RecipeSource) -> Document {
        source.file = source.file.as_deref().map(absolute);
        let mut document = Document {
            source,
            draft: None,
            good: self.shown.clone(),
            shown: self.shown.clone(),
            output: None,
            mistake: None,
            pictures: Pictures::default(),
            imports: Vec::new(),
            history: History::default(),
        };
        document.read();
        document
    }

    /// Returns the name of the recipe's file, without folders, for the files that are made of it.
    pub fn name(&self) -> &str {
        let file = Path::new(&self.source.name).file_name();
        file.and_then(|name| name.to_str())
            .unwrap_or(&self.source.name)
    }

    /// Returns the file that the text is of; `None` for a preset, and in a browser.
    pub fn file(&self) -> Option<&Path> {
        self.source.file.as_deref()
    }

    /// Whether it is a preset that nobody has changed.
    pub fn is_preset(&self) -> bool {
        let stem = self.name().strip_suffix(".toml").unwrap_or_default();
        self.file().is_none() && Preset::find(stem).is_ok_and(|preset| preset.text == self.text())
    }

    /// Whether both texts are of the same file, or, if they are of none, under the same name.
    pub fn has_place_of(&self, other: &Document) -> bool {
        (self.file(), self.name()) == (other.file(), other.name())
    }

    /// Returns the files that the text names: the recipes that it imports, and its pictures.
    pub fn named(&self) -> impl Iterator<Item = &Path> {
        let imports = self.imports.iter().map(PathBuf::as_path);
        imports.chain(self.pictures.files())
    }

    /// Returns the files that must not be written over: the text's own, and those that it names.
    pub fn inputs(&self) -> Inputs {
        Inputs::of(&self.source, &self.good)
    }

    /// Returns the path of a file as the recipe gives it: relative to its folder, with `/` between its parts, if the file is in
    /// there.
    pub fn path_of(&self, file: &Path) -> String {
        let inside = || {
            let own = self.file()?.canonicalize().ok()?;
            let file = file.canonicalize().ok()?;
            let inside = file.strip_prefix(own.parent()?).ok()?;
            let parts: Option<Vec<&str>> = inside.iter().map(OsStr::to_str).collect();
            Some(parts?.join("/"))
        };
        inside().unwrap_or_else(|| file.to_string_lossy().into_owned())
    }

    /// Takes the text to another file, to whose folder imports and pictures are relative from then on.
    pub fn move_to(&mut self, file: &Path) {
        self.source.name = file.display().to_string();
        self.source.file = Some(absolute(file));
        self.read();
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// Returns the last recipe that was right, or that of its chosen output: the one to show.
    pub fn recipe(&self) -> &Recipe {
        &self.shown
    }

    /// Returns the last recipe that was right, whatever is chosen of it.
    pub fn whole(&self) -> &Recipe {
        &self.good
    }

    /// Returns the chosen output; `None` for the recipe's own picture, also while it has no such output.
    pub fn output(&self) -> Option<&str> {
        let output = self.output.as_deref();
        output.filter(|output| self.good.outputs.contains_key(*output))
    }

    /// Chooses the output to show.
    pub fn choose(&mut self, output: Option<String>) {
        self.output = output;
        self.show();
    }

    /// Returns what the text says, right or not, for widgets to edit; `None` while it is not TOML, or says NaN.
    pub fn draft(&self) -> Option<&Recipe> {
        self.draft.as_ref()
    }

    /// Returns what is wrong with the text.
    pub fn mistake(&self) -> Option<&Mistake> {
        self.mistake.as_ref()
    }

    /// Returns the text as it was opened, or the first that Undo still has.
    pub(crate) fn opened(&self) -> &str {
        self.history.first().unwrap_or(&self.source.text)
    }

    /// Replaces the text.
    pub fn set_text(&mut self, subject: Subject, text: String) {
        if text != self.source.text {
            let before = std::mem::replace(&mut self.source.text, text);
            self.history.push(subject, before);
            self.read();
        }
    }

    /// Returns to the text and the picture of another document of the same file, as a step of undo of its own.
    pub(crate) fn return_to(&mut self, other: Document) {
        self.settle();
        self.set_text(Subject::Recipe, other.source.text);
        self.settle();
        if self.mistake.is_some() {
            self.good = other.good;
            self.show();
        }
    }

    /// Sets `node.parameter`, or removes it so that it has its default again. The rest of the text keeps its form, comments
    /// included, if the value has a place of its own in it; else the recipe is written anew. Without effect while there is no
    /// [`draft`](Self::draft).
    pub fn set(&mut self, node: &str, param: &str, value: Option<Cell>) {
        if let Some(text) = (self.draft.as_ref())
            .and_then(|draft| edit::parameter(&self.source.text, draft, node, param, value))
        {
            self.set_text(Subject::Parameter(format!("{node}.{param}")), text);
        }
    }

    /// Sets a parameter of the recipe itself. Without effect while there is no [`draft`](Self::draft).
    pub fn set_parameter(&mut self, name: &str, value: f64) {
        if let Some(text) = (self.draft.as_ref())
            .and_then(|draft| edit::recipe_parameter(&self.source.text, draft, name, value))
        {
            self.set_text(Subject::Parameter(name.to_string()), text);
        }
    }

    /// Sets a top-level key, such as `seed`, or removes it. Without effect while there is no [`draft`](Self::draft).
    pub fn set_key(&mut self, key: &str, value: Option<toml::Value>) {
        if let Some(text) =
            (self.draft.as_ref()).and_then(|draft| edit::key(&self.source.text, draft, key, value))
        {
            self.set_text(Subject::Key(key.to_string()), text);
        }
    }

    /// Ends a gesture: the next edit is a step of undo of its own.
    pub fn settle(&mut self) {
        self.history.settle();
    }

    /// Takes the last step back. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.restore(History::undo)
    }

    /// Takes the last undone step again. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.restore(History::redo)
    }

    /// Returns whether there is a step to take back, and one to take again.
    pub fn can_undo_redo(&self) -> [bool; 2] {
        self.history.depths().map(|depth| depth > 0)
    }

    fn restore(&mut self, step: Step<String>) -> bool {
        let Some(text) = step(&mut self.history, self.source.text.clone()) else {
            return false;
        };
        self.source.text = text;
        self.read();
        true
    }

    /// Reads the text anew, with the files that it names.
    pub fn read(&mut self) {
        self.draft = edit::draft(&self.source.text);
        if let Some(imports) = self.source.imports() {
            self.imports = imports;
        }
        match mistake::check(&self.source, &mut self.pictures) {
            Ok(good) => (self.good, self.mistake) = (good, None),
            Err(error) => self.mistake = Some(Mistake::new(&error, &self.source.name)),
        }
        self.show();
    }

    /// Takes what is shown from the last recipe that was right.
    fn show(&mut self) {
        let chosen = (self.output.as_deref()).and_then(|name| self.good.of_output(name).ok());
        self.shown = chosen.unwrap_or_else(|| self.good.clone());
    }
}

/// Returns the path that a file has from every working directory: it outlives this start of the program. A browser has none.
fn absolute(file: &Path) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf())
}
