//! `.raw`: bare texels, with a description beside them.

use wgpu_noise::format::read_recipe;
use wgpu_noise::texel::Format;

use crate::support::*;

#[test]
fn texels_unchanged_with_a_description_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("noise.raw");
    let moving = described(&[4, 3], Some(2), packing(Format::R16Unorm));
    let bytes = texels(&moving);
    let written = bake(&path, &moving, &bytes, 5).unwrap();
    let json = folder.path().join("noise.raw.json");
    assert_eq!(written.paths, [path.clone(), json.clone()]);
    assert_eq!(std::fs::read(&path).unwrap(), bytes);

    let found: serde_json::Value = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
    let golden = serde_json::json!({
        "writer": concat!("wgpu-noise ", env!("CARGO_PKG_VERSION")),
        "component": "unorm16",
        "components": 1,
        "channels": 1,
        "size": [4, 3],
        "frames": 2,
        "range": [-1.0, 1.0],
        "transfer": "linear",
        "byte_order": "little",
        "axis_order": "component fastest, then x, y, z, frame",
        "recipe": RECIPE,
    });
    assert_eq!(found, golden);
    assert_eq!(read_recipe(&path).unwrap(), RECIPE);
}

#[test]
fn another_file_beside_it_is_not_a_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("noise.raw");
    let json = folder.path().join("noise.raw.json");
    assert!(
        read_recipe(&path)
            .unwrap_err()
            .to_string()
            .contains("cannot read")
    );
    std::fs::write(&json, "{}").unwrap();
    assert!(
        read_recipe(&path)
            .unwrap_err()
            .to_string()
            .contains("without a recipe")
    );
    std::fs::write(&json, " ".repeat(2 << 20)).unwrap();
    let message = read_recipe(&path).unwrap_err().to_string();
    assert!(message.contains("more than 1048576 bytes"), "{message}");
    std::fs::write(&json, "no json").unwrap();
    assert!(!read_recipe(&path).unwrap_err().is_callers_fault());
}

#[test]
fn a_json_of_another_program_is_not_replaced() {
    for (name, sidecar) in [("k.raw", false), ("k.npy", true)] {
        let folder = tempfile::tempdir().unwrap();
        let (path, json) = (
            folder.path().join(name),
            folder.path().join(format!("{name}.json")),
        );
        let mut contents = described(&[2], None, packing(Format::R32Float));
        contents.sidecar = sidecar;
        let bytes = texels(&contents);
        for strange in [r#"{"writer": "wgpu-noises"}"#, "{}", "no json", ""] {
            std::fs::write(&json, strange).unwrap();
            let message = refusal(&path, &contents).to_string();
            assert!(
                message.contains("which wgpu-noise did not write"),
                "{message}"
            );
            assert!(message.contains(&format!("{name}.json")), "{message}");
            assert!(!path.exists());
            assert_eq!(std::fs::read_to_string(&json).unwrap(), strange);
        }
        // One of our own is replaced.
        std::fs::remove_file(&json).unwrap();
        bake(&path, &contents, &bytes, 1).unwrap();
        contents.recipe = Some("seed = 8\n".into());
        bake(&path, &contents, &bytes, 1).unwrap();
        assert_eq!(read_recipe(&path).unwrap(), "seed = 8\n");
    }
}
