//! Makes the JavaScript around a WebAssembly file, as `wasm-bindgen --target web` does: `glue FILE.wasm FOLDER`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, folder] = &arguments[..] else {
        eprintln!("glue FILE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let made = wasm_bindgen_cli_support::Bindgen::new()
        .input_path(file)
        .typescript(false)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("glue: {error:#}");
            ExitCode::FAILURE
        }
    }
}
