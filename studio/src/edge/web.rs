//! The browser's page: downloads, dropped files, and the recipe in the page's address.

use std::sync::Arc;

use eframe::egui::{Context, DroppedFile, RichText, Ui};
use js_sys::{Array, Uint8Array, decode_uri_component, encode_uri_component};
use rfd::AsyncFileDialog;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, HtmlAnchorElement, Url, Window, window};
use wgpu_noise::format::RecipeSource;
use wgpu_noise::recipe::Preset;

use super::{Answer, Answers};

const DAMAGED: &str = "the page's address is damaged after the #: copy the link anew";

/// Offers a file as a download, and returns what was done, in words.
///
/// # Errors
/// What keeps the browser from it.
pub fn deliver(name: &str, bytes: &[u8]) -> Result<String, String> {
    let offered = || -> Result<(), JsValue> {
        let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)))?;
        let address = Url::create_object_url_with_blob(&blob)?;
        let document = page()?.document().ok_or("no document")?;
        let anchor: HtmlAnchorElement = document.create_element("a")?.dyn_into()?;
        anchor.set_href(&address);
        anchor.set_download(name);
        anchor.click();
        Url::revoke_object_url(&address)
    };
    match offered() {
        Ok(()) => Ok(format!("downloaded {name}, {} bytes", bytes.len())),
        Err(error) => Err(words(&error)),
    }
}

/// Returns an address of this page that carries a recipe.
pub fn link(name: &str, text: &str) -> String {
    let here = page()
        .and_then(|page| page.location().href())
        .unwrap_or_default();
    let here = here.split('#').next().unwrap_or_default();
    let [name, text] = [name, text].map(|part| String::from(encode_uri_component(part)));
    format!("{here}#{name}&{text}")
}

/// Returns the recipe that the page's address carries, or the preset that it names; `None` if it does neither.
///
/// # Errors
/// What is wrong with the address, in words.
pub fn linked() -> Result<Option<RecipeSource>, String> {
    let fragment = fragment();
    let source = (!fragment.is_empty()).then(|| source(&fragment));
    source.transpose()
}

/// Returns what stands after `#` in the page's address.
pub fn fragment() -> String {
    let fragment = page().and_then(|page| page.location().hash());
    let fragment = fragment.unwrap_or_default();
    fragment.strip_prefix('#').unwrap_or_default().to_string()
}

fn source(fragment: &str) -> Result<RecipeSource, String> {
    let decoded = |part| {
        let part = decode_uri_component(part).map(String::from);
        part.map_err(|_| DAMAGED.to_string())
    };
    let (name, text) = match fragment.split_once('&') {
        Some((name, text)) => (decoded(name)?, decoded(text)?),
        None => {
            let preset = Preset::find(&decoded(fragment)?);
            let preset = preset.map_err(|error| error.to_string())?;
            (preset.file(), preset.text.to_string())
        }
    };
    Ok(RecipeSource {
        name,
        text,
        file: None,
    })
}

/// Returns what an error of the browser says.
pub fn words(error: &JsValue) -> String {
    let said = error.dyn_ref::<js_sys::Error>().map(js_sys::Error::message);
    let said = said.map(String::from).or_else(|| error.as_string());
    said.unwrap_or_else(|| format!("{error:?}"))
}

/// Opens the recipe of each address that the page gets from now on: the browser does not load the page anew for a recipe alone.
pub fn follow_links(context: &Context, answers: &Answers) {
    let (context, answers) = (context.clone(), answers.clone());
    let open = Closure::<dyn FnMut()>::new(move || {
        let answer = match linked() {
            Ok(Some(source)) => Answer::Open(source),
            Ok(None) => return,
            Err(why) => Answer::Said(why),
        };
        answers.give(answer, &context);
    });
    if let Ok(page) = page() {
        page.set_onhashchange(Some(open.into_js_value().unchecked_ref()));
    }
}

/// Begins to read a file that was dropped on the page.
pub fn read(context: &Context, file: Arc<dyn DroppedFile + Send + Sync>, answers: &Answers) {
    let (context, answers) = (context.clone(), answers.clone());
    wasm_bindgen_futures::spawn_local(async move {
        let name = file.path().to_string_lossy().into_owned();
        let answer = match file.bytes_async().await {
            Ok(bytes) => opened(name, &bytes),
            Err(error) => Answer::Said(format!("cannot read {name}: {error}")),
        };
        answers.give(answer, &context);
    });
}

/// Asks for a recipe to open.
pub fn ask_open(context: &Context, answers: &Answers) {
    let (context, answers) = (context.clone(), answers.clone());
    let dialog = AsyncFileDialog::new().add_filter("recipe", &["toml"]);
    wasm_bindgen_futures::spawn_local(async move {
        if let Some(file) = dialog.pick_file().await {
            let bytes = file.read().await;
            answers.give(opened(file.file_name(), &bytes), &context);
        }
    });
}

/// Offers the recipe as a download, for whose place the browser asks.
pub fn ask_save(context: &Context, name: &str, text: &str, answers: &Answers) {
    let said = deliver(name, text.as_bytes()).unwrap_or_else(|error| error);
    answers.give(Answer::Said(said), context);
}

/// Says that there is nothing to ask for.
pub fn ask_picture(ui: &mut Ui, _: &str, _: &'static str, _: &Answers) {
    ui.label(RichText::new("A page cannot read pictures; the program can.").weak());
}

fn opened(name: String, bytes: &[u8]) -> Answer {
    match String::from_utf8(bytes.to_vec()) {
        Ok(text) => Answer::Open(RecipeSource {
            text,
            name,
            file: None,
        }),
        Err(error) => Answer::Said(format!("cannot read {name}: {error}")),
    }
}

fn page() -> Result<Window, JsValue> {
    window().ok_or_else(|| "no window".into())
}
