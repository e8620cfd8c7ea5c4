//! The command `nodes`.

use crate::program::Folder;

#[test]
fn nodes_lists_kinds_and_functions_and_describes_each() {
    let all = Folder::new().good("nodes");
    for kind in wgpu_noise::noise::Kind::all() {
        assert!(all.text().contains(kind.name()));
        let page = Folder::new().good(&format!("nodes {kind}"));
        for param in kind.params() {
            assert!(page.text().contains(&format!("  {}", param.name)), "{kind}");
        }
    }
    let run = |line: &str| Folder::new().run(line);
    run("nodes wrap").fails(2, &["`wrap`, did you mean `warp`?"]);
    run("nodes voronoi").fails(2, &["`voronoi`, did you mean `worley`?"]);
    assert!(all.text().contains("\n  checker(count = 8)\n"));
    let page = Folder::new().good("nodes checker");
    assert!(
        page.text()
            .starts_with("checker(count = 8), in an expression: 1 and 0")
    );
}
