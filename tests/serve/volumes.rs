//! Bricks are parts of one endless volume.

use crate::server::Server;

/// Completes a query. The recipe's own spacing is 1/128.
fn complete(query: &str) -> String {
    match query.contains("size=") {
        true => format!("range=-1,1&{query}"),
        false => format!("size=128x64x64&range=-1,1&{query}"),
    }
}

fn brick(server: &Server, path: &str, query: &str) -> Vec<u8> {
    server
        .get(&format!(
            "/v1/volumes/perlin_3d/{path}.raw?{}",
            complete(query)
        ))
        .good()
}

fn whole(server: &Server, query: &str) -> Vec<u8> {
    let path = format!(
        "/v1/presets/perlin_3d.raw?seamless=false&{}",
        complete(query)
    );
    server.get(&path).good()
}

/// The part of a volume of this size from x on: 64 samples of a row.
fn rows(volume: &[u8], width: usize, x: usize, texel: usize) -> Vec<u8> {
    let rows = volume.chunks_exact(width * texel);
    rows.flat_map(|row| &row[x * texel..][..64 * texel])
        .copied()
        .collect()
}

#[test]
fn bricks_of_the_lowest_level_are_the_samples_of_the_recipe() {
    let server = Server::start("");
    for (format, texel) in [("r8unorm", 1), ("r32float", 4)] {
        let query = format!("format={format}");
        let whole = whole(&server, &query);
        let [left, right] = ["0/0/0/0", "0/1/0/0"].map(|path| brick(&server, path, &query));
        assert_eq!(left.len(), 64 * 64 * 64 * texel);
        assert!(left == rows(&whole, 128, 0, texel), "{format}");
        assert!(right == rows(&whole, 128, 64, texel), "{format}");
        assert!(right != left, "{format}");
    }
    assert!(brick(&server, "0/0/0/0", "") == brick(&server, "0/0/0/0", "format=r8unorm"));
}

#[test]
fn bricks_begin_at_the_origin_and_go_on_before_it() {
    let server = Server::start("");
    let moved = brick(&server, "0/0/0/0", "origin=-0.5,0.5,1");
    assert!(brick(&server, "0/-1/1/2", "") == moved);
    assert!(brick(&server, "0/0/0/0", "") != moved);
}

#[test]
fn each_level_doubles_the_distance() {
    let server = Server::start("");
    // All of the next level's box in the first brick, at half the size.
    let coarse = whole(&server, "size=64x64x64&extent=1,1,1&format=r8unorm");
    assert!(brick(&server, "1/0/0/0", "") == coarse);
    assert!(brick(&server, "0/0/0/0", "") != coarse);
}

#[test]
fn samples_on_edges_stay_on_edges() {
    let server = Server::start("");
    let query = "size=129x65x65&edge_samples=true&format=r32float";
    let whole = whole(&server, query);
    let first = brick(&server, "0/0/0/0", query);
    // The first 64 rows of each of the first 64 slices.
    let slices = whole.chunks_exact(129 * 65 * 4).take(64);
    let rows: Vec<u8> = (slices.flat_map(|slice| slice.chunks_exact(129 * 4).take(64)))
        .flat_map(|row| &row[..64 * 4])
        .copied()
        .collect();
    assert!(first == rows);
}

#[test]
fn channels_become_components() {
    let server = Server::start("");
    for (preset, texel) in [("clouds", 1), ("cloud_erosion", 4), ("cloud_shape", 4)] {
        let brick = server
            .get(&format!("/v1/volumes/{preset}/0/0/0/0.raw"))
            .good();
        assert_eq!(brick.len(), 64 * 64 * 64 * texel, "{preset}");
    }
    let flat = server.get("/v1/volumes/marble/0/0/0/0.raw");
    flat.fails(422, &["size: ", "three axes"]);
}
