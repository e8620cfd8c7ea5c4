//! What one takes away: files of any type and size, the recipe, the command, shaders and programs.

use std::path::Path;

use eframe::egui::{
    Button, ComboBox, Context, ProgressBar, RichText, ScrollArea, TextEdit, TextStyle, Ui,
};
use wgpu_noise::Recipe;
use wgpu_noise::format::{FileType, Inputs};
use wgpu_noise::snippet::{Code, Entry, Lang, Snippet};

use super::number::count;
use crate::take::{self, Baking};
use crate::{Studio, edge};

/// What a text is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Shader(Lang),
    Rust,
    Python,
}

impl Written {
    fn name(self) -> &'static str {
        match self {
            Written::Shader(lang) => lang.name(),
            Written::Rust => "rust",
            Written::Python => "python",
        }
    }
}

/// What a shader is made of.
type Asked = (String, Recipe, Lang, Entry);

/// What is chosen in the panel, and what is on its way.
pub struct Take {
    file_type: FileType,
    /// The size that is asked for; `None` for that of the recipe.
    size: Option<Vec<u32>>,
    /// The path that is asked for, from the folder of the recipe; empty for the recipe's name with the extension.
    path: String,
    written: Written,
    entry: Entry,
    /// The source of the last shader, and what it was made of.
    made: Option<(Asked, Result<Snippet, String>)>,
    baking: Option<Baking>,
    /// What became of the last file.
    outcome: Option<Result<String, String>>,
}

impl Default for Take {
    fn default() -> Take {
        Take {
            file_type: FileType::Png,
            size: None,
            path: String::new(),
            written: Written::Shader(Lang::Wgsl),
            entry: Entry::None,
            made: None,
            baking: None,
            outcome: None,
        }
    }
}

impl Take {
    /// Begins with another recipe, which has a size and a path of its own.
    pub fn begin(&mut self) {
        (self.size, self.path) = (None, String::new());
    }

    /// Looks how far the file is, wherever the panel is. Returns what became of it, in words, once it has ended.
    pub fn poll(&mut self, context: &Context) -> Option<String> {
        let baking = self.baking.as_mut()?;
        context.request_repaint();
        self.outcome = baking.ended();
        let (Ok(said) | Err(said)) = self.outcome.as_ref()?;
        self.baking = None;
        Some(said.clone())
    }

    /// Lets one choose the type of file, which is that of the path, if one is given: what is written follows from its extension.
    fn choose_type(&mut self, ui: &mut Ui) {
        let types = FileType::ALL.into_iter().filter(|&file_type| {
            // A store of Zarr is a folder, which a page cannot write.
            !(cfg!(target_arch = "wasm32") && file_type == FileType::Zarr)
        });
        let held = self.file_type;
        ComboBox::from_id_salt("file type")
            .height(400.0)
            .selected_text(format!(".{}", held.extension()))
            .show_ui(ui, |ui| {
                for file_type in types {
                    let name = format!(".{}", file_type.extension());
                    ui.selectable_value(&mut self.file_type, file_type, name);
                }
            });
        if self.file_type != held && !self.path.is_empty() {
            let path = Path::new(&self.path).with_extension(self.file_type.extension());
            self.path = path.to_string_lossy().into_owned();
        }
    }

    /// Lets one give a path other than the proposed one. Returns the one that counts.
    fn choose_path(&mut self, ui: &mut Ui, proposed: &str) -> String {
        let edit = TextEdit::singleline(&mut self.path).hint_text(proposed);
        let has_changed = ui.add(edit.desired_width(f32::INFINITY)).changed();
        if has_changed && let Ok(file_type) = FileType::from_path(self.path.as_ref()) {
            self.file_type = file_type;
        }
        match self.path.as_str() {
            "" => proposed.to_string(),
            path => path.to_string(),
        }
    }

    /// Begins to bake into a path, which must be none of the inputs.
    fn bake(&mut self, recipe: Recipe, inputs: Inputs, path: &str) {
        match FileType::from_path(path.as_ref()) {
            Ok(file_type) => {
                self.baking = Some(Baking::start(recipe, inputs, file_type, path));
                self.outcome = None;
            }
            Err(error) => self.outcome = Some(Err(error.to_string())),
        }
    }
}

/// Shows the panel.
pub fn take(studio: &mut Studio, ui: &mut Ui) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.strong("File");
        file(studio, ui);
        ui.add_space(8.0);
        ui.strong("Recipe");
        recipe(studio, ui);
        ui.add_space(8.0);
        ui.strong("Source");
        source(studio, ui);
    });
}

/// A file of the noise: its type, size and name, and how far it is.
fn file(studio: &mut Studio, ui: &mut Ui) {
    let recipe = studio.document.recipe().clone();
    let (name, output) = (studio.document.name(), studio.document.output());
    let stem = take::stem(name, output);
    let take = &mut studio.take;
    ui.horizontal_wrapped(|ui| {
        take.choose_type(ui);
        let mut size = take.size.clone().unwrap_or(recipe.size.clone());
        if size.len() != recipe.size.len() {
            size.clone_from(&recipe.size);
        }
        for side in &mut size {
            count(ui, side);
        }
        take.size = (size != recipe.size).then_some(size);
        if take.size.is_some()
            && ui
                .small_button("×")
                .on_hover_text("the recipe's size")
                .clicked()
        {
            take.size = None;
        }
    });
    let size = take.size.clone().unwrap_or(recipe.size.clone());
    let proposed = format!("{stem}.{}", take.file_type.extension());
    let path = take.choose_path(ui, &proposed);
    ui.horizontal(|ui| match &mut take.baking {
        None => {
            if ui.button("Bake").clicked() {
                let path = full(&path, studio.document.file());
                let inputs = studio.document.inputs();
                take.bake(take::sized(&recipe, &size), inputs, &path);
            }
        }
        Some(baking) => {
            if ui.button("Cancel").clicked() {
                baking.cancel();
            }
            ui.add(ProgressBar::new(baking.progress()).show_percentage());
        }
    });
    match &take.outcome {
        Some(Ok(done)) => drop(ui.label(done)),
        Some(Err(why)) => drop(ui.label(RichText::new(why).color(ui.visuals().error_fg_color))),
        None => {}
    }
    let is_preset = studio.document.is_preset();
    let command = take::command(name, is_preset, output, &recipe, &size, &path);
    ui.horizontal(|ui| {
        copy(ui, &command, "command");
        if !is_preset {
            ui.weak(format!("for {name}, as it is saved"));
        }
    });
    shown(ui, &command, "command");
}

/// Returns the full path of a file that is given from the folder of the recipe's file, or from the working directory if it has
/// none. A browser has no folders.
fn full(path: &str, recipe: Option<&Path>) -> String {
    let folder = recipe.and_then(Path::parent).unwrap_or("".as_ref());
    let full = std::path::absolute(folder.join(path)).ok();
    let full = full.and_then(|full| full.to_str().map(str::to_string));
    full.unwrap_or_else(|| path.to_string())
}

/// The recipe, as a file and, in a browser, as a link.
fn recipe(studio: &mut Studio, ui: &mut Ui) {
    ui.horizontal(|ui| {
        if ui.button("Save").on_hover_text("Ctrl+S").clicked() {
            studio.save(ui.ctx());
        }
        if ui.button("Copy text").clicked() {
            ui.ctx().copy_text(studio.document.text().to_string());
        }
        #[cfg(target_arch = "wasm32")]
        if (ui
            .button("Copy link")
            .on_hover_text("an address of this page that carries the recipe"))
        .clicked()
        {
            ui.ctx()
                .copy_text(edge::link(studio.document.name(), studio.document.text()));
        }
    });
}

/// The noise as a shader, or as a program.
fn source(studio: &mut Studio, ui: &mut Ui) {
    let take = &mut studio.take;
    let shaders = Lang::ALL.map(Written::Shader).into_iter();
    ui.horizontal_wrapped(|ui| {
        for written in shaders.chain([Written::Rust, Written::Python]) {
            ui.selectable_value(&mut take.written, written, written.name());
        }
    });
    let (name, recipe) = (studio.document.name(), studio.document.recipe());
    let output = studio.document.output();
    let stem = take::stem(name, output);
    let text = match take.written {
        Written::Rust => take::rust(name, output),
        Written::Python => take::python(name, output, recipe),
        Written::Shader(lang) => {
            ui.horizontal(|ui| {
                ui.label("entry point");
                for entry in Entry::ALL {
                    ui.selectable_value(&mut take.entry, entry, entry.name());
                }
            });
            let asked = (stem.clone(), recipe.clone(), lang, take.entry);
            if take.made.as_ref().is_none_or(|(made, _)| *made != asked) {
                let made = take::shader(&stem, recipe, lang, take.entry);
                take.made = Some((asked, made.map_err(|error| error.to_string())));
            }
            let Some((_, made)) = &take.made else { return };
            match made {
                Err(error) => {
                    ui.label(RichText::new(error).color(ui.visuals().error_fg_color));
                    return;
                }
                Ok(made) => match &made.code {
                    Code::Text(text) => text.clone(),
                    _ => {
                        let name = format!("{stem}.spv");
                        if ui.button(format!("Save {name}")).clicked() {
                            let path = full(&name, studio.document.file());
                            take.outcome = Some(edge::deliver(&path, &made.bytes()));
                        }
                        return;
                    }
                },
            }
        }
    };
    copy(ui, &text, "source");
    shown(ui, &text, "source");
}

/// A button that copies a text.
fn copy(ui: &mut Ui, text: &str, what: &str) {
    if ui
        .add(Button::new(format!("Copy {what}")).small())
        .clicked()
    {
        ui.ctx().copy_text(text.to_string());
    }
}

/// A text of which one can take a part.
fn shown(ui: &mut Ui, text: &str, what: &str) {
    let mut shown = text;
    ScrollArea::horizontal().id_salt(what).show(ui, |ui| {
        let edit = TextEdit::multiline(&mut shown).font(TextStyle::Monospace);
        ui.add(edit.desired_width(f32::INFINITY).desired_rows(1));
    });
}
