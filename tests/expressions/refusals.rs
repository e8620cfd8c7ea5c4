//! What is refused, and the line, the column and the words of the error.

use wgpu_noise::{Error, Noise, Recipe};

/// Checks that an expression is refused at the place of the caret below it, with these words.
#[track_caller]
fn refused(text: &str, caret: &str, words: &str) {
    let error = text.parse::<Noise>().expect_err(text);
    assert!(error.is_callers_fault());
    let Error::Expression {
        line,
        column,
        message,
        excerpt,
        ..
    } = &error
    else {
        panic!("{error}");
    };
    assert!(message.contains(words), "{message}");
    assert_eq!((*line, *column), (1, caret.len()), "{error}");
    assert_eq!(*excerpt, format!("    {text}\n    {caret}"));
}

#[test]
fn unknown_names_have_the_nearest() {
    refused(
        "fbm(perlim(4))",
        "    ^",
        "unknown node `perlim`, did you mean `perlin`?",
    );
    // Another program's name.
    refused(
        "voronoi(4)",
        "^",
        "unknown node `voronoi`, did you mean `worley`?",
    );
    refused("x + perlim", "    ^", "did you mean `perlin`?");
    refused(
        "perlin(octaves = 4)",
        "       ^",
        "unknown parameter `octaves`; `perlin` takes frequency",
    );
    refused("fbm(x, octave = 4)", "       ^", "did you mean `octaves`?");
    refused(
        "let hill = x; hills",
        "              ^",
        "did you mean `hill`?",
    );
    refused(
        "let f(a) = a; f(b = x)",
        "                ^",
        "unknown parameter `b`; `f` takes a",
    );
    refused(
        "(x + 1).du",
        "        ^",
        "dx, dy, dz or dw is expected here, and not `du`",
    );
    refused("x * 3cm", "     ^", "unknown unit `cm`");
}

#[test]
fn functions_of_the_library_are_named_and_their_parts_are_not() {
    for (text, words) in [
        (
            "tiles(8, 0)",
            "`tiles(count = 8, joint = 0)`: `smoothstep` needs two ends that differ",
        ),
        (
            "bricks(joint = 0)",
            "`bricks(joint = 0, rows = 8)`: `smoothstep` needs",
        ),
        ("crackle(width = 0)", "`crackle(width = 0,"),
        (
            "let bricks = 2; bricks(8)",
            "`bricks` is bound to a value here",
        ),
    ] {
        let caret = if text.starts_with("let") {
            "                ^"
        } else {
            "^"
        };
        refused(text, caret, words);
    }
    // `_inset` is a part of others, and no name to suggest.
    let error = "_insets(8)"
        .parse::<Noise>()
        .expect_err("unknown")
        .to_string();
    assert!(!error.contains("did you mean"), "{error}");
    let error = "let _inset(a) = a; _insets(8)"
        .parse::<Noise>()
        .expect_err("unknown")
        .to_string();
    assert!(
        error.contains("did you mean `_inset`?"),
        "the control: {error}"
    );
}

#[test]
fn syntax() {
    refused(
        "",
        "^",
        "a number, a name, `-`, `(` or `[` is expected here, and not the end",
    );
    refused("x +", "   ^", "not the end");
    refused(
        "x y",
        "  ^",
        "an operator or the end is expected here, and not `y`",
    );
    refused("fbm(x", "     ^", "an operator, `,` or `)`");
    refused("[1, 2", "     ^", "`]`");
    refused("x < y < 1", "      ^", "not `<`");
    refused("y < 1 ? x", "         ^", "`:` is expected here");
    refused(
        "let a = 1 a",
        "          ^",
        "`;` is expected here, and not `a`",
    );
    refused("let = 1", "    ^", "a name is expected here");
    refused("`a", "  ^", "a closing backtick");
    refused("x ÷ 2", "  ^", "not `÷`");
    refused(
        "worley(8, output = \"f2\")",
        "                   ^",
        "and not a quote: words stand without quotes",
    );
}

#[test]
fn values_of_the_wrong_kind() {
    refused("(x, y)", "^", "a list is not a noise");
    refused("x + (1, 2)", "^", "a list is not a value");
    refused(
        "let f(a, a) = a; f(1, 2)",
        "         ^",
        "`a` is another parameter already",
    );
    refused(
        "x ? 1 : 2",
        "^",
        "a comparison such as `y < 0.5` is expected before `?`",
    );
    refused("3 .dx", "^", "only a node has derivatives");
    refused(
        "rotate(perlin, 45deg)",
        "               ^",
        "a vector (x, y, z) is expected here",
    );
    refused(
        "perlin(x)",
        "       ^",
        "`frequency` of `perlin` takes one number",
    );
    refused(
        "fbm(x, octaves = (1, 2))",
        "                 ^",
        "`octaves` of `fbm` takes",
    );
    refused(
        "warp(x, 0.5)",
        "        ^",
        "a vector (x, y, z, w) is expected here",
    );
    refused("curve(x, (1, 2))", "         ^", "pairs of numbers");
    refused("x * 1e999", "^", "a finite number or a node");
    refused("perlin(2 / 0)", "       ^", "this is inf");
    refused(
        "x + brick_numbers(rows = 0)",
        "    ^",
        "`brick_numbers(rows = 0, seed = 0)`: a finite number is expected",
    );
    refused(
        "perlin(4, 5)",
        "          ^",
        "too many positional arguments",
    );
    refused(
        "fbm(x, of = y)",
        "    ^",
        "too many positional arguments; `fbm` takes of, octaves",
    );
    refused(
        "fbm(of = x, of = y)",
        "            ^",
        "`of` is given twice",
    );
    refused(
        "fbm(x, gain = 1, persistence = 1)",
        "                 ^",
        "`gain` is given twice",
    );
    refused(
        "warp(x, (x, y), y = 2)",
        "                ^",
        "`y` is given twice",
    );
    refused(
        "let f(a) = a; f(1, a = 2)",
        "                ^",
        "too many positional arguments",
    );
    refused(
        "let f(a) = a; f(a = 1, a = 2)",
        "                       ^",
        "`a` is given twice",
    );
    refused("fbm(octaves = 3)", "^", "`fbm` needs `of`");
    refused("x + fbm", "    ^", "`fbm` takes arguments");
    refused(
        "let f(a) = a; f + 1",
        "              ^",
        "`f` is a function",
    );
    refused("let f(a) = a; f()", "              ^", "`f` needs `a`");
    refused("x(1)", "^", "`x` is the name of a node");
    // A function does not see itself.
    refused("let f(a) = f(a); f(1)", "           ^", "unknown node `f`");
}

/// The error for a long text.
#[track_caller]
fn too_large(text: &str, words: &str) {
    let error = text.parse::<Noise>().expect_err("too large").to_string();
    assert!(error.contains(words), "{error}");
    // Of a long line the error has the part around the place.
    assert!(error.len() < 400, "{error}");
}

#[test]
fn limits() {
    let nested = |n: usize| format!("{}x{}", "(".repeat(n), ")".repeat(n));
    assert!(nested(60).parse::<Noise>().is_ok());
    too_large(&nested(70), "more than 64 levels");
    too_large(&nested(30_000), "more than 64 levels");
    too_large(&format!("{}x", "-".repeat(30_000)), "more than 64 levels");
    too_large(&format!("x{}", "^x".repeat(30_000)), "more than 64 levels");
    too_large(
        &format!("x{}", " < 1 ? 1 : x".repeat(500)),
        "more than 64 levels",
    );
    assert!(format!("x{}", " + y".repeat(200)).parse::<Noise>().is_ok());
    too_large(&format!("x{}", " + y".repeat(300)), "more than 256 levels");
    too_large(&" ".repeat(70_000), "more than 65536 bytes");
    let doubling = (1..60).map(|n| format!("let f{n}(a) = f{}(a) + f{}(a);", n - 1, n - 1));
    let doubling = format!("let f0(a) = a; {} f59(x)", doubling.collect::<String>());
    too_large(&doubling, "more than 4096 parts");
    // Functions of functions are as deep as the parts that they have.
    let deep = |n: usize| format!("a{}", " + 1 * a".repeat(n));
    let chain = (1..20).map(|n| format!("let f{n}(a) = f{}({});", n - 1, deep(100)));
    let chain = format!(
        "let f0(a) = {}; {} f19(x)",
        deep(100),
        chain.collect::<String>()
    );
    too_large(&chain, "more than");
    let nested = (1..150).map(|n| format!("let f{n}(a) = abs(f{}(a));", n - 1));
    let nested = format!("let f0(a) = a; {} f149(x)", nested.collect::<String>());
    too_large(&nested, "functions of more than 256 levels");
    let lists = (1..40).map(|n| format!("let a{n} = [a{0}, a{0}];", n - 1));
    too_large(
        &format!("let a0 = x; {} a39", lists.collect::<String>()),
        "a list of lists of lists",
    );
    too_large(
        &format!("curve(x, [{}])", "[1, 2], ".repeat(40)),
        "a list of more than 32",
    );
}

#[test]
fn lines_and_columns_are_those_of_the_file() {
    let place = |text: &str| match Recipe::parse(text, "r.toml") {
        Err(Error::Expression {
            file,
            line,
            column,
            excerpt,
            ..
        }) => (file, line, column, excerpt),
        other => panic!("{other:?}"),
    };
    let text = "channels = ['a']\n[nodes]\n  a = 'fbm(perlim)'\n";
    let excerpt = "      a = 'fbm(perlim)'\n               ^".to_string();
    assert_eq!(place(text), ("r.toml".into(), 3, 12, excerpt));
    let text = "channels = ['a']\n[nodes]\na = \"\"\"\n  fbm(\n    perlim)\"\"\"\n";
    let (_, line, column, _) = place(text);
    assert_eq!((line, column), (5, 5));
    // With escapes the place is that of the whole text.
    let text = "channels = ['a']\n[nodes]\na = \"fbm(\\tperlim)\"\n";
    let (_, line, column, _) = place(text);
    assert_eq!((line, column), (3, 5));
}

#[test]
fn numbers_that_are_not_finite_are_refused_where_they_arise() {
    let [inf, nan] =
        ["inf", "NaN"].map(|it| format!("a finite number is expected, and this is {it}"));
    refused("2 + 1/0", "    ^", &inf);
    refused("0/0 * x", "^", &nan);
    refused("10^400", "^", &inf);
}
