//! What `page.html` sees of the library's use of WebGPU, and the page's console.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// A line that is no complaint.
    #[wasm_bindgen(js_namespace = console)]
    pub fn log(line: &str);

    /// A complaint: the run fails.
    #[wasm_bindgen(js_namespace = console)]
    pub fn error(line: &str);

    /// Buffers made so far.
    #[wasm_bindgen(js_namespace = observed)]
    pub fn made() -> u32;

    /// Buffers that were made and not destroyed.
    #[wasm_bindgen(js_namespace = observed)]
    pub fn alive() -> u32;

    /// The power preference of the adapter that was asked for last.
    #[wasm_bindgen(js_namespace = observed)]
    pub fn preference() -> String;

    /// Whether pipelines are spoiled as they are made.
    #[wasm_bindgen(js_namespace = observed)]
    pub fn spoil(on: bool);

    /// Some milliseconds in which the browser may say what it has to say.
    #[wasm_bindgen(js_namespace = observed)]
    pub async fn pause();
}
