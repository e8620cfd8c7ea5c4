//! The whole text of a kernel: constants, the items under `shaders/` that its entry point reaches, and the generated function.
//!
//! No list says which files a kernel needs: the assembler has all files under `shaders/noise`, and leaves out the items that
//! the entry point does not reach. Drivers compile every function of a kernel, so unused ones would cost compile time.

use super::affine::PointLayout;
use super::records;
use super::strands::March;
use super::text::KernelComposer;
use super::walk::{Order, Walk};
use crate::noise::Hash;
use crate::wgsl;
use crate::wgsl::items::{Item, items, items_of, library, used};

/// What an invocation of a kernel computes.
pub(super) enum EntryPoint<'a> {
    /// One sample of a grid.
    Grid,
    /// A run or a tile of samples; with the length of the uniform `walked` in vectors of four.
    Walk(&'a Walk, u32),
    /// One point in the caller's buffer.
    Points(PointLayout),
}

/// Returns the text of a kernel whose function, `noise_sample` or `noise_run`, has been composed.
pub(super) fn assemble(composer: &KernelComposer, entry_point: &EntryPoint) -> String {
    let constants = constants(composer, entry_point);
    let (constants, functions) = (items(&constants), items(&composer.text));
    let sources = &composer.program.sources;
    // A program without a table hash or a picture binds no table. Functions that take any hash still name the look-up.
    let has_pictures = !composer.program.planes.is_empty();
    let tables = if has_pictures || sources.iter().any(|source| source.hash == Hash::Table) {
        items_of!(wgsl::TABLE_STORAGE)
    } else {
        items_of!(wgsl::NO_TABLES)
    };
    let mut all: Vec<&Item> = constants.iter().collect();
    all.extend(entry(entry_point).into_iter().flatten());
    all.extend(tables);
    if has_pictures {
        all.extend(items_of!(wgsl::KERNEL_PICTURES));
    }
    all.extend(library());
    all.extend(&functions);
    let texts: Vec<&str> = (used(&all, ["main"]).iter())
        .map(|item| item.text)
        .collect();
    texts.join("\n\n") + "\n"
}

/// The items of the entry point: bindings, `main`, and what the generated function calls.
fn entry(entry_point: &EntryPoint) -> [&'static [Item<'static>]; 2] {
    match entry_point {
        EntryPoint::Grid => [items_of!(wgsl::KERNEL_GRID), &[]],
        EntryPoint::Walk(walk, _) => {
            let of_order = match walk.order {
                Order::Runs => items_of!(wgsl::KERNEL_RUNS),
                Order::March(_) => items_of!(wgsl::KERNEL_MARCH),
                Order::Sweep(_) => items_of!(wgsl::KERNEL_SWEEP),
            };
            [items_of!(wgsl::KERNEL_WALK), of_order]
        }
        EntryPoint::Points(PointLayout::Floats) => [items_of!(wgsl::KERNEL_FLOATS), &[]],
        EntryPoint::Points(PointLayout::Cells) => [items_of!(wgsl::KERNEL_CELLS), &[]],
    }
}

/// The constants that the files leave to the host: lengths of uniforms, and of runs.
fn constants(composer: &KernelComposer, entry_point: &EntryPoint) -> String {
    let inputs = &composer.inputs;
    let mut text = String::new();
    let mut constant = |name: &str, value: String| text += &format!("const {name} = {value};\n");
    constant("WHOLES", inputs.wholes.vectors().to_string());
    constant("NUMBERS", inputs.numbers.vectors().to_string());
    if let EntryPoint::Walk(walk, vectors) = entry_point {
        constant("RUN", format!("{}u", walk.run));
        constant("WALK_Y", (walk.axis == 1).to_string());
        constant("ROWS", format!("{}u", walk.rows));
        constant("WALKED", vectors.to_string());
        constant(
            "TABLES",
            format!("{}u", walk.march().map_or(0, March::tables).max(1)),
        );
        constant("RECORD", format!("{}u", records::entries(walk.run)));
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::gpu::kernel::grid_kernel;
    use crate::{Grid, Noise, Program};

    fn kernel<K>(noise: Noise<K>) -> String {
        let program = Program::check(&[noise], Grid::new([8, 8]).axes());
        grid_kernel(&program.expect("the program is right"))
    }

    #[test]
    fn a_kernel_has_what_its_entry_point_reaches_and_nothing_else() {
        let plain = kernel(Noise::perlin());
        assert!(plain.contains("fn noise_perlin_2d("));
        assert!(plain.contains("noise_tables: array<u32>"));
        for absent in [
            "fn noise_perlin_3d(",
            "fn noise_displaced(",
            "fn noise_worley_2d(",
        ] {
            assert!(!plain.contains(absent), "{absent}");
        }
        let warped = kernel(Noise::perlin().warp([Noise::x()], 0.1));
        assert!(warped.contains("fn noise_displaced("));
    }

    #[test]
    fn the_displacement_limit_is_one_number() {
        let limit = crate::program::bind::DISPLACEMENT_MAX;
        let constant = format!("NOISE_DISPLACEMENT_MAX: i32 = {limit};");
        assert!(crate::wgsl::NOISE.contains(&constant));
    }
}
