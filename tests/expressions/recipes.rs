//! Expressions in the files of recipes.

use wgpu_noise::noise::table::Cell;
use wgpu_noise::{Error, Recipe, cpu};

fn recipe(nodes: &str, channel: &str) -> Recipe {
    let text = format!("size = [8, 8]\nchannels = [\"{channel}\"]\n[nodes]\n{nodes}");
    Recipe::parse(&text, "r.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn names(recipe: &Recipe) -> Vec<&str> {
    recipe.nodes.keys().map(String::as_str).collect()
}

#[test]
fn parts_are_named_after_their_node() {
    let recipe = recipe("rock = 'min(fbm(perlin(3)) + y, perlin(4)^2)'", "rock");
    let expected = [
        "rock",
        "rock.add",
        "rock.fbm",
        "rock.mul",
        "rock.perlin",
        "rock.perlin_2",
    ];
    assert_eq!(names(&recipe), expected);
    assert_eq!(recipe.nodes["rock"].kind, "min");
    assert_eq!(
        recipe.nodes["rock.perlin_2"].params["frequency"],
        Cell::Number(4.0)
    );
}

#[test]
fn bindings_name_parts_and_unused_ones_are_left_out() {
    let recipe = recipe("rock = 'let a = perlin(3); let b = worley; a * a'", "rock");
    assert_eq!(names(&recipe), ["rock", "rock.a"]);
}

#[test]
fn names_that_are_taken_get_a_number() {
    let nodes = "rock = 'perlin(3) + 1'\n'rock.perlin' = 'perlin(5)'";
    let recipe = recipe(nodes, "rock");
    assert_eq!(names(&recipe), ["rock", "rock.perlin", "rock.perlin_2"]);
    assert_eq!(
        recipe.nodes["rock.perlin"].params["frequency"],
        Cell::Number(5.0)
    );
}

/// A node may have the name of a coordinate; a function of the library means the coordinate.
#[test]
fn functions_mean_coordinates() {
    let samples = |nodes: &str| {
        let job = recipe(nodes, "out").job().expect("a job");
        let volume = cpu::sample(&job.program().noises()[0], job.grid()).expect("samples");
        volume.samples().to_vec()
    };
    let plain = samples("out = 'stripes(1)'");
    assert_eq!(samples("x = 'y * 0 + 0.25'\nout = 'stripes(1)'"), plain);
    assert_ne!(samples("x = 'y * 0 + 0.25'\nout = 'fract(x) < 0.5'"), plain);
}

/// A parameter may have the name of a function, which is called.
#[test]
fn a_parameter_may_be_called_as_a_function() {
    let text =
        "size = [8, 8]\nchannels = ['h']\nparameters.tiles.default = 5\nnodes.h = 'perlin(tiles)'";
    let recipe = Recipe::parse(text, "r.toml").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        recipe.resolved()["h"].params["frequency"],
        Cell::Number(5.0)
    );
}

#[test]
fn imports_are_a_table() {
    for imports in ["5", "'stone.toml'", "[]", "true"] {
        let text = format!("channels = ['h']\nimports = {imports}\nnodes.h = '1'");
        let error = Recipe::parse(&text, "r.toml")
            .expect_err(imports)
            .to_string();
        assert!(error.starts_with("r.toml:2: imports: got "), "{error}");
    }
}

/// Both would have a part `a.checker.mul`.
#[test]
fn parts_of_two_expressions_have_names_of_their_own() {
    let alone = recipe("a = 'checker(8)'", "a");
    let both = recipe("a = 'checker(8)'\n'a.checker' = 'x * y * 2'", "a");
    assert!(
        both.nodes.contains_key("a.checker.mul_2"),
        "{:?}",
        names(&both)
    );
    let samples = |recipe: &Recipe| {
        let job = recipe.job().expect("a job");
        let volume = cpu::sample(&job.program().noises()[0], job.grid()).expect("samples");
        volume.samples().to_vec()
    };
    assert_eq!(samples(&alone), samples(&both));
}

#[test]
fn expressions_and_tables_name_each_other() {
    let nodes = "
        hills = 'fbm(`the ground`) + land'
        land.kind = 'mul'
        land.a = 'more'
        land.b = 2
        more = 'hash'
        hash = 'x'
        ['nodes'.'the ground']
        kind = 'perlin'
    ";
    let text = format!(
        "channels = ['hills']\n[nodes]\n{}",
        nodes.replace("['nodes'.", "[nodes.")
    );
    let recipe = Recipe::parse(&text, "r.toml").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(recipe.nodes["hills"].params["b"], Cell::Text("land".into()));
    assert_eq!(
        recipe.nodes["hills.fbm"].params["of"],
        Cell::Text("the ground".into())
    );
    // A node that is another one is that one times 1.
    assert_eq!(recipe.nodes["more"].params["a"], Cell::Text("hash".into()));
    assert_eq!(recipe.noises().unwrap().len(), 1);
}

#[test]
fn parts_are_set_by_their_names() {
    let mut recipe = recipe("rock = 'fbm(perlin(3), octaves = 2)'", "rock");
    recipe.set("rock.octaves", Cell::Number(3.0)).unwrap();
    recipe
        .set("rock.perlin.frequency", Cell::Number(5.0))
        .unwrap();
    let expected = "fbm(perlin(5), octaves = 3)"
        .parse::<wgpu_noise::Noise>()
        .unwrap();
    let job = |noise: &wgpu_noise::Noise| cpu::sample(noise, &recipe.grid()).unwrap();
    let made = recipe.noises().unwrap().remove(0);
    assert_eq!(job(&made).samples(), job(&expected).samples());
}

#[test]
fn json_has_expressions_too() {
    let json = r#"{"channels": ["rock"], "nodes": {"rock": "perlin(3) * 0.5"}}"#;
    let read: Recipe = serde_json::from_str(json).unwrap();
    assert_eq!(names(&read), ["rock", "rock.perlin"]);
    let wrong = json.replace("perlin", "perlim");
    let error = serde_json::from_str::<Recipe>(&wrong)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("nodes.rock") && error.contains("`perlin`"),
        "{error}"
    );
    let neither = json.replace("\"perlin(3) * 0.5\"", "5");
    let error = serde_json::from_str::<Recipe>(&neither)
        .unwrap_err()
        .to_string();
    assert!(error.contains("an expression in quotes"), "{error}");
}

#[test]
fn an_expression_becomes_the_channel_of_a_recipe() {
    let mut caves = recipe("rock = 'perlin(3)'", "rock");
    caves.express("caves * 0.5 + rock", "caves").unwrap();
    assert_eq!(caves.channels, ["add"]);
    assert_eq!(caves.nodes["mul"].params["a"], Cell::Text("rock".into()));
    assert_eq!(caves.nodes["add"].params["b"], Cell::Text("rock".into()));
    assert!(caves.validate().is_ok());
    // A node that is named is itself the channel.
    caves.express("rock", "").unwrap();
    assert_eq!(caves.channels, ["rock"]);
    // A number is a node with a name of its own.
    let mut constant = recipe("constant = 'perlin(3)'", "constant");
    constant.express("0.5", "").unwrap();
    assert_eq!(constant.channels, ["constant_2"]);
    assert_eq!(constant.nodes["constant"].kind, "perlin");
}

#[test]
fn cycles_and_ranges_are_errors_on_the_line_of_the_node() {
    let text = "channels = ['a']\n[nodes]\na = 'b + 1'\nb = 'a + 1'\n";
    let error = Recipe::parse(text, "r.toml").unwrap_err().to_string();
    assert!(error.contains("cycle"), "{error}");
    let text = "channels = ['a']\n[nodes]\nb = '1'\na = 'fbm(perlin(-3))'\n";
    let error = Recipe::parse(text, "r.toml").expect_err("the frequency is negative");
    let message = error.to_string();
    assert!(
        message.starts_with("r.toml:4: a.perlin.frequency: got -3"),
        "{message}"
    );
    assert_eq!(error.fields()[0], "a.perlin.frequency");
    let Error::Recipe { file, line, fault } = error else {
        panic!("{error:?}");
    };
    assert_eq!((file.as_str(), line), ("r.toml", Some(4)));
    assert!(matches!(*fault, Error::Invalid { given, .. } if given == "-3"));
}
