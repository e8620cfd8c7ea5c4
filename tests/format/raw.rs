use wgpu_noise::format::read_recipe;
use wgpu_noise::texel::Format;

use super::support::*;

#[test]
fn texels_as_they_are_with_a_description_beside_them() {
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
fn a_stranger_beside_it_is_no_recipe() {
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
    assert!(message.contains("over 1048576 bytes"), "{message}");
    std::fs::write(&json, "no json").unwrap();
    assert!(!read_recipe(&path).unwrap_err().is_callers_fault());
}
