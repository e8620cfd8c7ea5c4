//! Standard output and disks that take no more.

use crate::program::Folder;

#[test]
fn a_reader_that_goes_away_ends_the_bake_quietly() {
    let folder = Folder::new();
    let run = folder.shell(
        "{ \"$NOISE\" bake --size 4000x2000 --backend cpu -o - 2>errors; echo $? >code; } | head -c 5",
    );
    assert_eq!(run.stdout.len(), 5);
    assert_eq!(folder.read("code"), b"0\n");
    assert_eq!(folder.read("errors"), b"");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = Folder::new();
    let bake = "bake --size 64x64 --backend cpu";
    for args in [
        &format!("{bake} -o -")[..],
        &format!("{bake} --plan"),
        "bake --help",
        "--version",
    ] {
        let run = folder.shell(&format!("\"$NOISE\" {args} >/dev/full"));
        run.fails(1, &["standard output", "space"]);
    }
}

#[test]
fn a_file_over_the_quota_is_an_error_and_leaves_nothing() {
    let folder = Folder::new();
    for name in ["x.npy", "x.ktx2", "x.vdb", "x.raw", "x.png"] {
        folder
            .shell(&format!(
                "ulimit -f 20; \"$NOISE\" bake --size 512x512 --cells 200 --backend cpu -o {name}"
            ))
            .fails(1, &[name, "too large"]);
        assert_eq!(folder.files(), [""; 0], "{name}");
    }
}

#[test]
fn data_for_a_closed_standard_output_is_not_lost_in_silence() {
    let folder = Folder::new();
    let run = folder.shell("\"$NOISE\" bake --size 4x4 --backend cpu -o - >&-");
    run.fails(1, &["standard output", "closed"]);
    for open in ["/dev/null", "samples"] {
        let run = folder.shell(&format!(
            "\"$NOISE\" bake --size 4x4 --backend cpu -o - >{open}"
        ));
        assert_eq!(run.code, Some(0), "{open}: {}", run.stderr);
    }
    assert_eq!(folder.read("samples").len(), 64);
}
