//! Files and dialogs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui::{Context, DroppedFile, Ui};
use rfd::FileDialog;
use wgpu_noise::format::{self, RecipeSource};

use super::{Answer, Answers};

/// A dialog that is closed sooner was never open: nobody is so fast.
const NEVER_OPEN: Duration = Duration::from_millis(150);

/// The extensions of the pictures that can be read.
const PICTURES: &[&str] = &["png", "exr", "tif", "tiff", "jpg", "jpeg", "webp", "npy"];

const NO_DIALOG: &str =
    "this desktop opens no file dialog; on Linux that takes xdg-desktop-portal or zenity";

/// Opens a file that was dropped on the window.
pub fn read(context: &Context, file: Arc<dyn DroppedFile + Send + Sync>, answers: &Answers) {
    answers.give(opened(file.path()), context);
}

/// Asks for a recipe to open.
pub fn ask_open(context: &Context, answers: &Answers) {
    ask(
        context,
        answers,
        |dialog| recipes(dialog).pick_file(),
        |picked| match picked {
            Some(file) => opened(&file),
            None => Answer::Said(format!("{NO_DIALOG}. Drop a recipe on the window instead")),
        },
    );
}

/// Asks for a file to save the recipe in.
pub fn ask_save(context: &Context, name: &str, _: &str, answers: &Answers) {
    let file = PathBuf::from(name);
    let proposed = name.to_string();
    let pick = move |dialog| recipes(dialog).set_file_name(proposed).save_file();
    ask(context, answers, pick, move |picked| match picked {
        Some(file) => Answer::Save(file),
        None if file.exists() => Answer::Said(format!(
            "{NO_DIALOG}, and there is a {} here",
            file.display()
        )),
        None => Answer::Save(file),
    });
}

/// Shows a button that asks for the picture of a node's parameter.
pub fn ask_picture(ui: &mut Ui, node: &str, param: &'static str, answers: &Answers) {
    if !ui.button("Open").on_hover_text("a picture").clicked() {
        return;
    }
    let node = node.to_string();
    let pick = |dialog: FileDialog| dialog.add_filter("picture", PICTURES).pick_file();
    ask(ui.ctx(), answers, pick, move |picked| match picked {
        Some(file) => Answer::Picture { node, param, file },
        None => Answer::Said(format!("{NO_DIALOG}. Write the path instead")),
    });
}

fn recipes(dialog: FileDialog) -> FileDialog {
    dialog.add_filter("recipe", &["toml"])
}

/// Shows a dialog on a thread of its own. `answer` gets what was picked, or `None` if there is no dialog.
fn ask(
    context: &Context,
    answers: &Answers,
    pick: impl FnOnce(FileDialog) -> Option<PathBuf> + Send + 'static,
    answer: impl FnOnce(Option<PathBuf>) -> Answer + Send + 'static,
) {
    let (context, answers) = (context.clone(), answers.clone());
    thread::spawn(move || {
        let begun = Instant::now();
        let picked = pick(FileDialog::new());
        if picked.is_some() || begun.elapsed() < NEVER_OPEN {
            answers.give(answer(picked), &context);
        }
    });
}

fn opened(file: &Path) -> Answer {
    match RecipeSource::of_file(file) {
        Ok(source) => Answer::Open(source),
        Err(error) => Answer::Said(error.to_string()),
    }
}

/// Writes a file, and returns what was done, in words.
///
/// # Errors
/// What keeps it from being written.
pub fn deliver(name: &str, bytes: &[u8]) -> Result<String, String> {
    format::write(Path::new(name), bytes).map_err(|error| error.to_string())?;
    Ok(format!("wrote {name}"))
}
