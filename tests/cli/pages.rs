//! The commands of README.md, docs/recipes.md and docs/files.md do what the pages say.

use crate::program::Folder;

/// The commands of a page's shell blocks that begin with a prefix, without their comments.
fn commands<'a>(page: &'a str, prefix: &'a str) -> Vec<&'a str> {
    let blocks = page.split("```").skip(1).step_by(2);
    let lines = blocks
        .filter_map(|block| block.strip_prefix("sh\n"))
        .flat_map(str::lines);
    lines
        .filter_map(|line| line.strip_prefix(prefix))
        .map(|line| line.split_once(" #").map_or(line, |(command, _)| command))
        .collect()
}

#[test]
fn the_commands_of_the_readme_work_from_a_clone() {
    let readme = include_str!("../../README.md");
    let folder = Folder::new();
    let first = commands(readme, "cargo run --release -- ");
    assert_eq!(first.len(), 2);
    for command in first {
        folder.good(command);
    }
    let mut files = folder.files();
    assert_eq!(files.len(), 16 + 1);
    assert!(files.contains(&"fire_0015.png".to_string()), "{files:?}");
    assert!(files.contains(&"clouds.ktx2".to_string()), "{files:?}");

    // tests/serve starts the server, which runs until it is stopped.
    let all = commands(readme, "wgpu-noise ").into_iter();
    let (serve, all): (Vec<_>, Vec<_>) = all.partition(|command| command.starts_with("serve"));
    assert!(serve.len() == 1 && all.len() > 6, "{serve:?} {all:?}");
    for command in all {
        folder.good(command);
    }
    files = folder.files();
    for name in ["marble.png", "small.png", "marble_seed9.png", "marble.wgsl"] {
        assert!(files.contains(&name.to_string()), "{name}");
    }
    for kind in wgpu_noise::noise::Kind::all() {
        assert!(readme.contains(&format!("`{kind}`")), "{kind}");
    }
}

#[test]
fn the_recipe_of_the_page_bakes_as_it_says() {
    let page = include_str!("../../docs/recipes.md");
    let (_, recipe) = page.split_once("```toml\n").expect("a recipe");
    let (recipe, _) = recipe.split_once("```").expect("its end");
    let folder = Folder::new();
    folder.write("islands.toml", recipe);
    let commands = commands(page, "wgpu-noise ");
    for command in &commands {
        folder.good(command);
    }
    // The recipe, two pictures, an array and ten pictures.
    assert_eq!((commands.len(), folder.files().len()), (6, 14));
    for key in wgpu_noise::Recipe::KEYS {
        let is_alias = *key == "license";
        assert!(is_alias || page.contains(&format!("`{key}`")), "{key}");
    }
}

#[test]
fn the_bakes_of_the_page_of_files_have_plans() {
    let page = include_str!("../../docs/files.md");
    let folder = Folder::new();
    folder.write(
        "big.toml",
        "size = [1024, 1024, 2048]\nchannels = [\"one\"]\nnodes.one = \"1\"\n",
    );
    let bakes = commands(page, "wgpu-noise bake ");
    assert!(bakes.len() > 8, "{bakes:?}");
    for bake in bakes {
        folder.good(&format!("bake {bake} --plan"));
    }
    assert_eq!(folder.files(), ["big.toml"]);
}
