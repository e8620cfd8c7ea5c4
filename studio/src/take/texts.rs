//! The command, the programs and the shader that make what is seen.

use wgpu_noise::snippet::{Entry, Function, Lang, Options, Snippet, snippet};
use wgpu_noise::{Recipe, Result};

use crate::scene::range;

/// Returns the command that bakes a recipe, the file `name` or a preset, into the file of a path, in this size. Outputs are
/// baked together, into a folder with the recipe's name: no flag chooses one of them.
pub fn command(
    name: &str,
    is_preset: bool,
    output: Option<&str>,
    recipe: &Recipe,
    size: &[u32],
    path: &str,
) -> String {
    let own = stem(name, None);
    let file = match output {
        Some(_) => format!("{own}/"),
        None => path.to_string(),
    };
    let given = if is_preset { own } else { format!("./{name}") };
    let size = match size == recipe.size {
        true => String::new(),
        false => format!(" --size {}", recipe_size(size)),
    };
    let [given, file] = [given, file].map(|path| word(&path));
    format!("wgpu-noise bake {given}{size} -o {file}")
}

/// Returns a Rust program that computes the recipe in the file `name`.
pub fn rust(name: &str, output: Option<&str>) -> String {
    let output = output.map_or(String::new(), |output| {
        format!("    let recipe = recipe.of_output(\"{output}\")?;\n")
    });
    let path = literal(name);
    format!(
        "// cargo add wgpu-noise; save the recipe as {name}\n\
         use wgpu_noise::{{Backend, cpu::Cpu, format::RecipeSource}};\n\n\
         fn main() -> wgpu_noise::Result<()> {{\n    \
             let recipe = RecipeSource::open({path}.as_ref())?.recipe()?;\n\
         {output}    \
             let volume = Cpu::new(recipe.job()?).sample(0)?;\n    \
             println!(\"{{:?}} samples, the first {{:?}}\", volume.size(), volume.get(0, 0, 0));\n    \
             Ok(())\n\
         }}\n"
    )
}

/// Returns a Python program that computes the recipe in the file `name`.
pub fn python(name: &str, output: Option<&str>, recipe: &Recipe) -> String {
    let path = literal(name);
    let baked = match output {
        Some(output) => format!("wn.load({path}).outputs[\"{output}\"]"),
        None => path,
    };
    let size: Vec<String> = recipe.size.iter().rev().map(u32::to_string).collect();
    format!(
        "# save the recipe as {name}\n\
         import wgpu_noise as wn\n\n\
         array = wn.bake({baked})    # {} samples, the slowest axis first\n\
         print(array.shape, array.min(), array.max())\n",
        size.join(" x ")
    )
}

/// Returns the noise as a function called `stem` in a shading language, with an entry point if asked for. SPIR-V always has
/// one: a fragment shader, if none is asked for.
///
/// # Errors
/// Those of [`Recipe::job`], [`bake::range`](wgpu_noise::bake::range) and [`snippet`].
pub fn shader(stem: &str, recipe: &Recipe, lang: Lang, entry: Entry) -> Result<Snippet> {
    let entry = match (lang, entry) {
        (Lang::Spirv, Entry::None) => Entry::Fragment,
        _ => entry,
    };
    let job = recipe.job()?;
    let function = Function::new(identifier(stem), &job).recipe(recipe);
    let mut options = Options::default().lang(lang).entry(entry);
    if entry == Entry::Fragment {
        options = options.range(range(recipe)?);
    }
    snippet(&[function], &options)
}

/// Returns the name of the files that are made of a recipe's file, without an extension, as `bake` names them.
pub fn stem(name: &str, output: Option<&str>) -> String {
    let stem = name.strip_suffix(".toml").unwrap_or(name);
    output.map_or(stem.to_string(), |output| format!("{stem}_{output}"))
}

/// Returns a name that shading languages allow.
fn identifier(name: &str) -> String {
    let letter = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '_'
        }
    };
    let name: String = name.chars().map(letter).collect();
    match name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.ends_with(|c: char| c.is_ascii_digit())
    {
        true => name,
        false => format!("noise_{name}_"),
    }
}

/// Returns a text as one word of a shell, in quotes if it has other letters than those that paths mostly have.
fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./+=:,@%".contains(c);
    match text.chars().all(is_plain) {
        true => text.to_string(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// Returns the path of the file `name` as a string of Rust or Python.
fn literal(name: &str) -> String {
    let name = name.replace('\\', r"\\").replace('"', r#"\""#);
    format!("\"./{name}\"")
}

fn recipe_size(size: &[u32]) -> String {
    let sizes: Vec<String> = size.iter().map(u32::to_string).collect();
    sizes.join("x")
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu_noise::recipe::Preset;

    #[test]
    fn every_preset_becomes_a_shader_in_every_language() {
        for name in ["marble", "perlin_3d", "ball_half"] {
            let recipe = Preset::find(name).unwrap().recipe().unwrap();
            for lang in Lang::ALL {
                let made = shader(name, &recipe, lang, Entry::None).unwrap();
                assert!(!made.bytes().is_empty(), "{name} in {}", lang.name());
            }
        }
        assert_eq!(identifier("Perlin-3d!"), "perlin_3d_");
        assert_eq!(identifier("3d"), "noise_3d_");
    }

    #[test]
    fn a_fragment_shader_has_the_range_of_the_picture() {
        let text =
            "size = [8, 8]\nrange = [-0.5, 1.5]\nnodes.n = \"perlin(4)\"\nchannels = [\"n\"]";
        let recipe = Recipe::parse(text, "n.toml").unwrap();
        let made = shader("n", &recipe, Lang::Wgsl, Entry::Fragment).unwrap();
        let text = String::from_utf8(made.bytes()).unwrap();
        assert!(text.contains("(value - -0.5) * 0.5"), "{text}");
    }

    #[test]
    fn the_command_says_what_differs_from_the_recipe() {
        let recipe = Preset::find("marble").unwrap().recipe().unwrap();
        let of = |is_preset, output, size: [u32; 2], path| {
            command("marble.toml", is_preset, output, &recipe, &size, path)
        };
        let same = of(false, None, [512, 512], "marble.png");
        assert_eq!(same, "wgpu-noise bake ./marble.toml -o marble.png");
        let preset = of(true, None, [512, 512], "marble.png");
        assert_eq!(preset, "wgpu-noise bake marble -o marble.png");
        let maps = of(false, Some("normal"), [512, 512], "n.png");
        assert_eq!(maps, "wgpu-noise bake ./marble.toml -o marble/");
        let other = of(false, None, [64, 32], "out/m.ktx2");
        assert_eq!(
            other,
            "wgpu-noise bake ./marble.toml --size 64x32 -o out/m.ktx2"
        );
    }

    #[test]
    fn odd_names_are_quoted_for_a_shell_rust_and_python() {
        let recipe = Preset::find("marble").unwrap().recipe().unwrap();
        let path = "it's $1.png";
        let command = command("my rock.toml", false, None, &recipe, &[512, 512], path);
        assert_eq!(
            command,
            r"wgpu-noise bake './my rock.toml' -o 'it'\''s $1.png'"
        );
        let name = r#"a"b\c.toml"#;
        let quoted = r#""./a\"b\\c.toml""#;
        let opened = format!("RecipeSource::open({quoted}.as_ref())");
        assert!(rust(name, None).contains(&opened));
        let baked = format!("wn.bake(wn.load({quoted}).outputs[\"normal\"])");
        assert!(python(name, Some("normal"), &recipe).contains(&baked));
    }
}
