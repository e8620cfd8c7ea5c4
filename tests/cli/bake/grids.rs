//! The grid: samples on edges, short extents, seams, supersampling.

use crate::bake::npy;
use crate::program::Folder;

/// Texels of a row and column more than a power of two, and tiles whose origins are an extent apart.
#[test]
fn tiles_with_edge_samples_share_their_edges() {
    let folder = Folder::new();
    for (size, extent) in [(9, 1.0), (17, 0.25), (6, 0.1)] {
        let tile = |x: f64, y: f64| {
            let flags = format!(
                "--size {size}x{size} --extent {extent} --frequency 7.3 --octaves 4 --edge-samples --origin {x},{y}"
            );
            npy(&folder.baked(&flags, "x.npy")).1
        };
        let here = tile(0.0, 0.0);
        let [right, below] = [tile(extent, 0.0), tile(0.0, extent)];
        for i in 0..size {
            assert_eq!(
                right[i * size].to_bits(),
                here[i * size + size - 1].to_bits()
            );
            assert_eq!(below[i].to_bits(), here[(size - 1) * size + i].to_bits());
        }
        // Centres share nothing.
        let centres = |x: f64| {
            let flags =
                format!("--size {size}x{size} --extent {extent} --frequency 7.3 --origin {x}");
            npy(&folder.baked(&flags, "x.npy")).1
        };
        assert_ne!(centres(extent)[0], centres(0.0)[size - 1]);
    }
    // A flag takes it from a recipe that has it.
    folder.write(
        "edges.toml",
        "channels = [\"p\"]\nsize = [9, 9]\nedge_samples = true\nnodes.p.kind = \"perlin\"\n",
    );
    let plain = folder.baked("--size 9x9", "x.npy");
    assert!(plain != folder.baked("edges.toml", "x.npy"));
    for value in ["--edge-samples=false", "--edge-samples false"] {
        assert!(plain == folder.baked(&format!("edges.toml {value}"), "x.npy"));
    }
    // Closed, the last sample is the first; and the recipe keeps it.
    let flags = "--size 9x5 --extent 1,1 --frequency 4 --seamless --edge-samples";
    let (_, closed) = npy(&folder.baked(flags, "x.npy"));
    assert!((0..5).all(|y| closed[9 * y].to_bits() == closed[9 * y + 8].to_bits()));
    assert_eq!(closed[..9], closed[36..]);
    let png = folder.baked(flags, "x.png");
    folder.write("again.toml", folder.good("info x.png").text());
    assert!(png == folder.baked("again.toml", "again.png"));
}

#[test]
fn an_extent_may_be_short_as_an_origin_may() {
    let folder = Folder::new();
    let baked = |flags: &str| folder.baked(&format!("--size 8x4x2 {flags}"), "x.npy");
    assert!(baked("--extent 0.5") == baked("--extent 0.5,0.25,0.125"));
    assert!(baked("--extent 0.5,0.3") == baked("--extent 0.5,0.3,0.125"));
    assert!(baked("--extent 1") == baked(""));
    assert!(baked("--extent 0.5") != baked(""));
}

#[test]
fn seamless_takes_its_value_in_either_way_and_warns_where_it_closes_a_part() {
    let folder = Folder::new();
    let flags = "--size 9x9 --frequency 3";
    let closed = folder.baked(&format!("{flags} --seamless"), "x.npy");
    for value in ["--seamless=true", "--seamless true"] {
        assert!(
            closed == folder.baked(&format!("{flags} {value}"), "x.npy"),
            "{value}"
        );
    }
    let open = folder.baked(flags, "x.npy");
    for value in ["--seamless=false", "--seamless false"] {
        assert!(
            open == folder.baked(&format!("{flags} {value}"), "x.npy"),
            "{value}"
        );
    }
    let said = |flags: &str| {
        folder
            .good(&format!("bake perlin_2d --plan {flags}"))
            .stderr
    };
    let part = said("--extent 0.5,1 --seamless");
    assert!(
        part.contains("0.5 of the recipe's 1 units along x") && part.contains("--seamless=false"),
        "{part}"
    );
    assert_eq!(said("--extent 0.5,1 --seamless=false"), "");
    assert_eq!(said("--origin 3"), "");
    assert_eq!(said("--extent 2,1"), "");
}

#[test]
fn supersampled_pieces_are_those_of_the_whole() {
    let folder = Folder::new();
    let flags = "--noise worley --frequency 9 --supersample 4";
    let (_, whole) = npy(&folder.baked(&format!("{flags} --size 24x20"), "whole.npy"));
    let (_, piece) =
        npy(&folder.baked(&format!("{flags} --size 24x20 --box 5:17,3:9"), "piece.npy"));
    let rows = whole.chunks(24).skip(3).take(6);
    assert_eq!(
        rows.flat_map(|row| row[5..17].to_vec()).collect::<Vec<_>>(),
        piece
    );
    let (_, plain) = npy(&folder.baked("--noise worley --frequency 9 --size 24x20", "plain.npy"));
    assert_ne!(plain, whole);
    let run = folder.good(&format!("bake {flags} --size 24x20 --plan"));
    let plan = run.text();
    assert!(
        plan.contains("grid 480 samples, each the mean of 16"),
        "{plan}"
    );
}
