//! Little memory, and no threads.

use crate::program::{Folder, Run};

#[test]
fn too_little_memory_is_an_error_and_no_abort() {
    let folder = Folder::new();
    for backend in ["reference", "cpu"] {
        // Two bricks of such texels have 64 MiB.
        let run = folder.shell(&format!(
            "ulimit -v 60000; RAYON_NUM_THREADS=1 \"$NOISE\" bake --size 2048x2048 \
             --noise constant --format rgba32float --backend {backend} -o x.raw"
        ));
        run.fails(1, &["not enough memory"]);
        assert_eq!(folder.files(), [""; 0]);
    }
}

/// A stack that no thread can have.
#[test]
fn where_no_thread_can_be_started_one_does_the_work() {
    let folder = Folder::new();
    let run = |args: &str| {
        let mut command = folder.command(args);
        command.env("RUST_MIN_STACK", (1_u64 << 46).to_string());
        Run::of(command.output().expect("it starts"))
    };
    for args in [
        "--size 300x200",
        "--size 70000x1",
        "--size 20x20 --frames 9",
    ] {
        let expected = folder.baked(args, "x.npy");
        let alone = run(&format!("bake {args} --backend cpu -o alone.npy"));
        assert_eq!(alone.code, Some(0), "{}", alone.stderr);
        assert!(alone.stderr.contains("no thread"), "{}", alone.stderr);
        assert!(folder.read("alone.npy") == expected, "{args}");
    }
    let devices = run("devices");
    assert_eq!(devices.code, Some(0), "{}", devices.stderr);
    assert!(devices.text().contains(" 1 thread"), "{}", devices.text());
    let bench = run("bench --quick --rounds 1");
    assert_eq!(bench.code, Some(1), "{}", bench.stderr);
    assert!(
        bench.stderr.contains("cannot start threads"),
        "{}",
        bench.stderr
    );
}

/// Its registers and walkers take hundreds of megabytes.
#[test]
fn a_recipe_of_many_nodes_in_little_memory_is_an_error_and_no_abort() {
    let folder = Folder::new();
    // A tree of sums: node i is that of 2 i and 2 i + 1.
    let mut recipe = "size = [64, 64]\nchannels = [\"n1\"]\n".to_string();
    for i in 1..1400 {
        recipe += &match i < 700 {
            true => format!(
                "[nodes.n{i}]\nkind = \"add\"\na = \"n{}\"\nb = \"n{}\"\n",
                2 * i,
                2 * i + 1
            ),
            false => format!("[nodes.n{i}]\nkind = \"perlin\"\nseed = {i}\n"),
        };
    }
    folder.write("many.toml", recipe);
    // The program itself takes 42 MB of addresses without optimisation. The GNU allocator would, by chance, reserve 64 MB more
    // for a thread.
    let limits = (60_000..=140_000).step_by(10_000);
    let is_enough: Vec<bool> = limits
        .map(|kilobytes| {
            println!("with {kilobytes} KB");
            let run = folder.shell(&format!(
                "ulimit -v {kilobytes}; export MALLOC_ARENA_MAX=1 RAYON_NUM_THREADS=2
                 timeout -s KILL 60 \"$NOISE\" bake many.toml --backend cpu -o x.npy"
            ));
            if run.code != Some(0) {
                run.fails(1, &["not enough memory for "]);
                assert!(!run.stderr.contains(" 0 bytes"), "{}", run.stderr);
            }
            run.code == Some(0)
        })
        .collect();
    assert!(is_enough.is_sorted(), "{is_enough:?}");
    assert!(!is_enough[0] && is_enough[8], "{is_enough:?}");
}
