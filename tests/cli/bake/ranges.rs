//! The range whose ends become the least and the greatest texel.

use crate::bake::npy;
use crate::program::Folder;

#[test]
fn a_measured_range_is_the_least_and_the_greatest_sample() {
    let folder = Folder::new();
    let flags = "--size 24x20 --frames 3 --octaves 3 --seed 4";
    let (_, samples) = npy(&folder.baked(flags, "x.npy"));
    let range = [f32::min, f32::max].map(|pick| samples.iter().copied().reduce(pick).unwrap());
    let run = folder.good(&format!(
        "bake {flags} --backend cpu --format r16unorm --range measured --json -o x.raw"
    ));
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    let found = [0, 1].map(|end| report["range"][end].as_f64().map(|end| end as f32));
    assert_eq!(found, range.map(Some));
    assert_eq!(report["used"], serde_json::json!([0.0, 1.0]));
    assert_eq!(report["saturated"], 0);
    let texels = folder.read("x.raw");
    let words: Vec<u16> = texels
        .chunks(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    assert_eq!(words.iter().filter(|word| **word == 0).count(), 1);
    assert_eq!(words.iter().filter(|word| **word == 65535).count(), 1);
    // A plan computes nothing, and so knows no range.
    let plan = folder.good(&format!("bake {flags} --range measured --plan -o x.png"));
    assert!(
        plan.text()
            .contains("the least and the greatest sample, found first, become 0..1")
    );
}

#[test]
fn the_range_is_that_of_the_noise_and_the_share_of_it_is_said() {
    let folder = Folder::new();
    for (noise, range) in [
        ("--noise worley", "0..1"),
        ("--noise perlin", "-1..1"),
        ("--noise worley --set worley.output=cell", "-1..1"),
        ("--noise worley --octaves 3", "0..1"),
        // In three dimensions it lies a little below 0 here and there.
        (
            "--octaves 3 --set fbm.kind=ridged --set fbm.form=plain --size 8x8x8",
            "0..1",
        ),
        ("--octaves 3 --set fbm.kind=hybrid", "-1..1"),
        ("--noise worley --range -2,2", "-2..2"),
    ] {
        let plan = folder.good(&format!("bake --plan -o x.png {noise}"));
        let line = format!("{range} becomes 0..1");
        assert!(plan.text().contains(&line), "{noise}: {}", plan.text());
    }
    let flags = "--size 64x64 --backend cpu --octaves 5 -o";
    let line = folder.good(&format!("bake {flags} x.png")).stderr;
    assert!(
        line.contains(" % of -1..1 used: --range measured uses all of it"),
        "{line}"
    );
    for all in ["x.png --range measured", "x.npy", "x.ktx2 --range -0.5,0.5"] {
        let line = folder.good(&format!("bake {flags} {all}")).stderr;
        assert!(!line.contains("used"), "{line}");
    }
    let line = folder.good("bake --size 8x8 --expr 0.5 -o x.png").stderr;
    assert!(line.contains(", all texels equal"), "{line}");
    // The ranges of a material's outputs have a meaning.
    let outputs = "channels = ['n']\nnodes.n = 'perlin(3)'\noutputs.height.channels = ['n']";
    folder.write("m.toml", outputs);
    let line = folder.good("bake m.toml --size 64x64 -o m/").stderr;
    assert!(
        line.contains("m/m_height.png") && !line.contains("used"),
        "{line}"
    );
    // Of colours nothing is lost, however few there are.
    let ramp = "--ramp [[0,\"#101010\"],[1,\"#202020\"]]";
    let line = folder.good(&format!("bake {flags} x.png {ramp}")).stderr;
    assert!(!line.contains("used"), "{line}");
}

#[test]
fn a_range_with_the_greater_first_inverts() {
    let folder = Folder::new();
    let bytes = |range: &str| {
        let png = folder.baked(&format!("--size 16x16 --range {range}"), "x.png");
        image::load_from_memory(&png)
            .expect("a picture")
            .into_bytes()
    };
    let (upright, inverted) = (bytes("-0.5,0.7"), bytes("0.7,-0.5"));
    assert!(upright.iter().any(|v| *v < 100) && upright.iter().any(|v| *v > 150));
    for (a, b) in upright.iter().zip(&inverted) {
        assert!((i32::from(*a) + i32::from(*b) - 255).abs() <= 1, "{a}, {b}");
    }
    let run = folder.good("bake --size 16x16 --range 0.1,0 --backend cpu -o x.png");
    assert!(
        run.stderr.contains("outside 0.1..0 saturated"),
        "{}",
        run.stderr
    );
}
