//! Refuses what a snippet cannot hold.

use super::pictures::SharedPictures;
use super::tables::SharedTables;
use super::{Entry, Function, Lang, Options, Table, Y, names};
use crate::grid::Affine;
use crate::program::{Job, SourceId};
use crate::texel::packing::check_range;
use crate::{Error, Result};

/// The most tables in the source: 16 KiB.
const TABLES_MAX: usize = 64;
/// The most pictures: half of the textures that every device of WebGPU and of OpenGL ES 3 has.
const PICTURES_MAX: usize = 8;
/// The most octaves of all sources of a function.
const LAYERS_MAX: usize = 1024;
/// The farthest offset in cells: beyond it, an f32 position has less than ten bits of fraction.
const OFFSET_MAX: f64 = 8192.0;
/// The most numbers in the buffer of a compute shader, whose indices are `u32`.
const NUMBERS_MAX: u64 = 1 << 32;

/// Checks the names, the options and the noises.
pub(super) fn check(functions: &[Function], options: &Options) -> Result<()> {
    names::check(functions, options)?;
    if (options.lang, options.entry) == (Lang::Spirv, Entry::None) {
        let given = "none for spirv, a module without an entry point";
        return Err(Error::invalid("entry", given, "fragment, compute"));
    }
    check_bindings(options)?;
    if let Some(range) = options.range {
        check_range(range, "")?;
    }
    if functions.len() > 1 && options.entry != Entry::None {
        let given = format!("{} for {} functions", options.entry.name(), functions.len());
        return Err(Error::invalid("entry", given, "none, or a single function"));
    }
    (functions.iter()).try_for_each(|function| check_job(function.job, options))
}

/// Refuses groups and bindings that a language does not have. naga's numbers of registers and slots have 8 bits.
fn check_bindings(options: &Options) -> Result<()> {
    let has_groups = matches!(options.lang, Lang::Wgsl | Lang::Hlsl | Lang::Spirv);
    let (group_max, allowed) = match has_groups {
        true => (Options::GROUP_MAX, format!("0 to {}", Options::GROUP_MAX)),
        false => (0, format!("0; {} has no groups", options.lang.name())),
    };
    if options.group > group_max {
        return Err(Error::invalid("group", options.group, allowed));
    }
    if options.binding > Options::BINDING_MAX {
        let allowed = format!("0 to {}", Options::BINDING_MAX);
        return Err(Error::invalid("binding", options.binding, allowed));
    }
    Ok(())
}

fn check_job(job: &Job, options: &Options) -> Result<()> {
    if options.y == Y::Up && job.grid.size.len() < 2 {
        return Err(Error::invalid("y", "up for a noise without y", "down"));
    }
    let samples: u64 = job.grid.size.iter().map(|&n| u64::from(n)).product();
    let numbers = samples.saturating_mul(job.program.channels() as u64);
    if options.entry == Entry::Compute && numbers > NUMBERS_MAX {
        let given = format!("{numbers} numbers in a buffer");
        return Err(Error::too_large("the snippet", given, NUMBERS_MAX).with_field("size"));
    }
    if job.layer_count() > LAYERS_MAX as u64 {
        return Err(Error::too_large(
            "the snippet",
            format!("{} octaves of all sources", job.layer_count()),
            LAYERS_MAX,
        )
        .with_field("octaves"));
    }
    for (id, (source, layers)) in (0..).zip(job.program.sources.iter().zip(&job.layers)) {
        let maps = layers
            .iter()
            .flat_map(|layer| source.axes.iter().zip(&layer.cells));
        let offset = |(&axis, &map): (&usize, &Affine)| job.map_of_points(axis, map).offset.abs();
        let farthest = maps.map(offset).fold(0.0, f64::max);
        if farthest > OFFSET_MAX {
            let label = job.program.source_label(SourceId(id));
            let given = format!("{label} moved by {farthest:.0} cells");
            let allowed = format!("at most {OFFSET_MAX} cells, where positions are f32");
            return Err(Error::invalid("snippet", given, allowed));
        }
    }
    Ok(())
}

/// Refuses more pictures than every device can bind beside the textures of an app.
pub(super) fn check_pictures(pictures: &SharedPictures) -> Result<()> {
    if pictures.all.len() > PICTURES_MAX {
        return Err(Error::too_large(
            "the snippet",
            format!(
                "{} textures, one for each channel and decoding of a picture",
                pictures.all.len()
            ),
            PICTURES_MAX,
        ));
    }
    Ok(())
}

/// Refuses more tables in the source than shader compilers can be expected to take.
pub(super) fn check_tables(tables: &SharedTables, options: &Options) -> Result<()> {
    if options.table == Table::Const && tables.all.len() > TABLES_MAX {
        return Err(Error::too_large(
            "const",
            format!("{} tables", tables.all.len()),
            format!("{TABLES_MAX}, or table storage"),
        )
        .with_field("table"));
    }
    Ok(())
}
