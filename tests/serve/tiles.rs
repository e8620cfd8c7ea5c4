//! Tiles are parts of one endless map.

use image::{DynamicImage, GenericImage, GenericImageView, Luma};

use crate::server::Server;

/// 16 bits, so that small differences show.
const QUERY: &str = "format=r16unorm&range=-1.2,1.2";

type Picture = image::ImageBuffer<Luma<u16>, Vec<u16>>;

fn tile(server: &Server, preset: &str, [z, x, y]: [i64; 3], query: &str) -> Picture {
    let bytes = server
        .get(&format!("/v1/tiles/{preset}/{z}/{x}/{y}.png?{query}"))
        .good();
    let picture = image::load_from_memory(&bytes).expect("a picture");
    assert_eq!(picture.dimensions(), (256, 256));
    picture.into_luma16()
}

/// Two by two tiles, of which the first has these indices.
fn block(server: &Server, preset: &str, [z, x, y]: [i64; 3], query: &str) -> Picture {
    let mut all = Picture::new(512, 512);
    for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let part = tile(server, preset, [z, x + i, y + j], query);
        all.copy_from(&part, 256 * i as u32, 256 * j as u32)
            .expect("it fits");
    }
    all
}

/// The mean of every two by two texels.
fn halved(picture: &Picture) -> Picture {
    Picture::from_fn(picture.width() / 2, picture.height() / 2, |x, y| {
        let at = |i, j| u32::from(picture.get_pixel(2 * x + i, 2 * y + j).0[0]);
        Luma([((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4) as u16])
    })
}

/// The greatest difference of two pictures, from 0 to 1.
fn difference(a: &Picture, b: &Picture) -> f64 {
    let pairs = a.pixels().zip(b.pixels());
    let most = pairs.map(|(a, b)| a.0[0].abs_diff(b.0[0])).max();
    f64::from(most.expect("pixels")) / 65535.0
}

#[test]
fn neighbouring_tiles_are_one_picture_to_the_last_bit() {
    let server = Server::start("");
    // Near the origin, left of it, and far away.
    for (zoom, x, y) in [
        (1, 0, 0),
        (0, -1, -1),
        (20, 1 << 20, -7),
        (6, -1_000_000, 12),
    ] {
        let side = 1.0 / 2f64.powi(zoom);
        let path = format!(
            "/v1/presets/perlin_2d.png?size=512x512&extent={0},{0}&origin={1},{2}&seamless=false&{QUERY}",
            2.0 * side,
            x as f64 * side,
            y as f64 * side,
        );
        let expected = image::load_from_memory(&server.get(&path).good()).expect("a picture");
        let found = block(&server, "perlin_2d", [zoom.into(), x, y], QUERY);
        assert!(DynamicImage::from(found) == expected, "{zoom} {x} {y}");
        let other = block(&server, "perlin_2d", [zoom.into(), x + 1, y], QUERY);
        assert!(DynamicImage::from(other) != expected, "{zoom} {x} {y}");
    }
}

/// In two and three dimensions, with time, with coordinates, and with an extent that is no power of 2.
const PRESETS: [(&str, &str); 5] = [
    ("perlin_2d", ""),
    ("perlin_2d", "&extent=1.7,1.7"),
    ("perlin_3d", ""),
    ("perlin_4d", "&time=0.3"),
    ("marble_cos", "&ramp=none"),
];

#[test]
fn a_tile_is_the_four_tiles_of_the_next_zoom() {
    let server = Server::start("");
    for (preset, query) in PRESETS {
        let query = format!("{QUERY}{query}");
        let parent = tile(&server, preset, [3, -2, 5], &query);
        let children = |x| halved(&block(&server, preset, [4, x, 10], &query));
        let same = difference(&parent, &children(-4));
        assert!(same < 0.004, "{preset}: {same}");
        let other = difference(&parent, &children(-3));
        assert!(other > 0.02, "{preset}: {other}");
    }
}

#[test]
fn edges_continue() {
    let server = Server::start("");
    for (preset, query) in PRESETS {
        let query = format!("{QUERY}{query}");
        let [left, right] = [-1, 0].map(|x| tile(&server, preset, [3, x, -1], &query));
        // The greatest difference between two columns.
        let step = |a: &Picture, i, b: &Picture, j| {
            let column = |of: &Picture, x| of.view(x, 0, 1, 256).to_image();
            difference(&column(a, i), &column(b, j))
        };
        let inside = (1..256)
            .map(|x| step(&left, x - 1, &left, x))
            .fold(0.0, f64::max);
        let across = step(&left, 255, &right, 0);
        assert!(across < 2.0 * inside + 1e-4, "{preset}: {across}, {inside}");
        let apart = step(&left, 255, &right, 128);
        assert!(apart > 2.0 * inside + 1e-4, "{preset}: {apart}, {inside}");
    }
}

#[test]
fn cells_are_those_in_the_recipes_own_box() {
    let server = Server::start("");
    let at = |query: &str| {
        tile(
            &server,
            "perlin_2d",
            [1, 1, 0],
            &format!("{QUERY}&extent=2,4&{query}"),
        )
    };
    let cells = at("nodes.noise.cells=8");
    assert!(cells == at("nodes.noise.frequency=4,2"));
    assert!(cells != at("nodes.noise.frequency=8"));
    assert!(at("nodes.noise.cells=8,8") == cells);
    let caves = |cells: &str| {
        let query = format!("{QUERY}&parameters.width=0.125&expr=perlin(cells%3D{cells})");
        tile(&server, "caves", [1, 1, 0], &query)
    };
    assert!(caves("width") == caves("0.125") && caves("width") != caves("0.25"));
}

#[test]
fn the_range_is_that_of_the_recipes_own_box() {
    let server = Server::start("");
    // The magnitude of a coordinate and noise has another range in each tile.
    let query = "range=auto&ramp=none&nodes.marble.kind=abs&format=r16unorm";
    let [a, b] = [0, 1].map(|x| tile(&server, "marble_cos", [0, x, 0], query));
    let across = (0..256).map(|y| a.get_pixel(255, y).0[0].abs_diff(b.get_pixel(0, y).0[0]));
    assert!(across.max() < Some(65535 / 8));
}

#[test]
fn a_volume_is_cut_at_its_origin() {
    let server = Server::start("");
    let at = |z: f64| {
        tile(
            &server,
            "perlin_3d",
            [2, 0, 0],
            &format!("{QUERY}&origin=0,0,{z}"),
        )
    };
    let preset = |z: f64| {
        // One sample along z, in the middle of the extent.
        let z = z - 0.125;
        let path = format!(
            "/v1/presets/perlin_3d.png?size=256x256x1&extent=0.25,0.25,0.25&origin=0,0,{z}&seamless=false&{QUERY}"
        );
        image::load_from_memory(&server.get(&path).good())
            .expect("a picture")
            .into_luma16()
    };
    assert_eq!(difference(&at(0.375), &preset(0.375)), 0.0);
    assert!(difference(&at(0.375), &preset(0.5)) > 0.01);
}

#[test]
fn a_tile_as_webp_has_the_same_texels() {
    let server = Server::start("");
    for (preset, query) in [
        ("marble", ""),
        ("fire", "?time=0.5"),
        ("marble", "?outputs=height"),
    ] {
        let get = |kind: &str| {
            let answer = server.get(&format!("/v1/tiles/{preset}/1/0/0.{kind}{query}"));
            assert_eq!(
                answer.header("content-type"),
                Some(&*format!("image/{kind}"))
            );
            image::load_from_memory(&answer.good())
                .expect("a picture")
                .to_rgba8()
        };
        assert!(get("png") == get("webp"), "{preset}");
    }
}

#[test]
fn every_preset_has_a_map() {
    let server = Server::start("");
    for preset in server.get("/v1/presets").json().as_array().expect("a list") {
        let name = preset["name"].as_str().expect("a name");
        let answer = server.get(&format!("/v1/tiles/{name}/5/-3/2.png"));
        if preset["size"].as_array().expect("sizes").len() > 1 {
            assert_eq!(
                answer.status,
                200,
                "{name}: {}",
                String::from_utf8_lossy(&answer.body)
            );
        } else {
            answer.fails(422, &["two or three axes"]);
        }
    }
}
