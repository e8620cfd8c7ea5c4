//! A bake in shares.

use std::process::Stdio;

use crate::program::Folder;
use crate::resume::files;

#[test]
fn shares_make_the_whole() {
    let whole = Folder::new();
    let flags = "bake --size 128x100x300 --backend cpu -o a.zarr";
    whole.good(flags);
    let folder = Folder::new();
    folder.good(&format!("{flags} --init"));
    let shares = [0, 1, 2, 1].map(|share| {
        let mut command = folder.command(&format!("{flags} --shard {share}/3"));
        command.stderr(Stdio::null()).spawn().expect("it starts")
    });
    for mut share in shares {
        assert!(share.wait().expect("it ends").success());
    }
    assert_eq!(files(&folder.path("")), files(&whole.path("")));
    folder.good("status a.zarr");
    folder.good("status a.zarr/");
    let none = folder.run(&format!("{flags} --shard 99/100"));
    assert!(none.stderr.contains("of this share"), "{}", none.stderr);

    let mut command = folder.command(&format!("{flags} --shard auto"));
    let slurm = [
        ("SLURM_ARRAY_TASK_ID", "5"),
        ("SLURM_ARRAY_TASK_MIN", "4"),
        ("SLURM_ARRAY_TASK_COUNT", "3"),
    ];
    let output = command.envs(slurm).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.contains("share 1/3, from Slurm"),
        "{said}"
    );
    folder
        .run(&format!("{flags} --shard 3/3"))
        .fails(2, &["--shard", "0 to N - 1"]);
}
