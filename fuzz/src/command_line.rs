//! The part of the program's command line that describes a noise.

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Once;

use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches, Parser};
use wgpu_noise::noise::table::Cell;
use wgpu_noise::recipe::{Bounds, Range};

use crate::program::flags::{GridFlags, NoiseFlags, StorageFlags};
use crate::program::request::RequestFlags;
use crate::program::values::{Numbers, Part};
use crate::program::{args, terminal};

/// The arguments that `bake` and `snippet` share.
#[derive(Debug, Parser)]
pub struct CommandLine {
    /// The name of a preset.
    pub recipe: Option<PathBuf>,
    #[command(flatten)]
    noise: NoiseFlags,
    #[command(flatten)]
    grid: GridFlags,
    #[command(flatten)]
    storage: StorageFlags,
}

thread_local! {
    /// The description of the arguments, which takes longer to make than they take to parse.
    static COMMAND: RefCell<Command> = RefCell::new(CommandLine::command());
}

impl CommandLine {
    /// Parses arguments as the program does. `None` if they are refused.
    pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Option<CommandLine> {
        static QUIET: Once = Once::new();
        QUIET.call_once(terminal::be_quiet);
        let program = OsString::from("wgpu-noise");
        let arguments = args::with_values_joined([program].into_iter().chain(arguments));
        let matches =
            COMMAND.with_borrow_mut(|command| command.try_get_matches_from_mut(&arguments));
        let parsed = matches.and_then(|matches| CommandLine::from_arg_matches(&matches));
        let refusal = match parsed {
            Ok(parsed) => return Some(parsed),
            Err(error) if error.kind() == ErrorKind::InvalidUtf8 => {
                args::not_utf8(&arguments).to_string()
            }
            Err(error) => error.to_string(),
        };
        assert!(!refusal.is_empty());
        None
    }

    /// Returns the flags of the request.
    pub fn request_flags(&self) -> RequestFlags<'_> {
        RequestFlags {
            recipe: self.recipe.as_deref(),
            noise: &self.noise,
            grid: &self.grid,
            storage: Some(&self.storage),
        }
    }

    /// Checks that the arguments, written from their parsed values, are parsed to the same values.
    pub fn survives_writing(&self) {
        let written = self.written();
        let read = CommandLine::parse(written.clone());
        let read = read.unwrap_or_else(|| panic!("{written:?} is refused"));
        // As text, because numbers may be NaN until they are used.
        assert_eq!(format!("{self:?}"), format!("{read:?}"), "{written:?}");
    }

    fn written(&self) -> Vec<OsString> {
        let CommandLine {
            recipe,
            noise,
            grid,
            storage,
        } = self;
        let mut written: Vec<OsString> = Vec::new();
        let mut flag = |name: &str, value: Option<String>| {
            written.extend(value.map(|value| format!("--{name}={value}").into()));
        };
        flag("noise", noise.noise.map(|source| source.info().name.into()));
        flag("expr", noise.expr.clone());
        for (param, value) in &noise.params.given {
            flag(param.name, Some(value.clone()));
        }
        flag(
            "seed",
            noise.seed.map(|s| format!("{}..{}", s.first, s.last)),
        );
        for (path, cell) in &noise.set {
            flag("set", Some(format!("{path}={}", text(cell))));
        }
        let size = grid.size.as_ref();
        flag("size", size.map(|size| joined(&size.0, "x")));
        flag("extent", grid.extent.as_ref().map(numbers));
        flag("origin", grid.origin.as_ref().map(numbers));
        flag("frames", grid.frames.map(|n| n.to_string()));
        flag("duration", grid.duration.map(|t| t.to_string()));
        flag("seamless", grid.seamless.map(|on| on.to_string()));
        flag("edge-samples", grid.edge_samples.map(|on| on.to_string()));
        flag("box", storage.part.as_ref().map(part));
        flag("format", storage.format.map(|format| format.to_string()));
        flag("range", storage.range.map(range));
        let ramp = storage.ramp.as_ref().map(|ramp| match &ramp.0 {
            Some(ramp) => json(ramp),
            None => "none".into(),
        });
        flag("ramp", ramp);
        flag(
            "ramp-space",
            storage.ramp_space.map(|space| space.name().into()),
        );
        let layout = storage.layout.map(|layout| layout.name().into());
        flag("layout", layout);
        flag("columns", storage.columns.map(|n| n.to_string()));
        flag("pad-sheet", storage.pad_sheet.map(|on| on.to_string()));
        flag("fps", storage.fps.map(|n| n.to_string()));
        flag("supersample", storage.supersample.map(|n| n.to_string()));
        flag("erode", storage.erode.map(|n| n.to_string()));
        flag("blur", storage.blur.map(|length| length.to_string()));
        flag("mips", storage.mips.map(|on| on.to_string()));
        flag(
            "supercompress",
            storage.supercompress.map(|on| on.to_string()),
        );
        flag("title", storage.title.clone());
        flag("licence", storage.licence.clone());
        written.extend(storage.sidecar.then(|| "--sidecar".into()));
        if let Some(recipe) = recipe {
            written.extend(["--".into(), recipe.into()]);
        }
        written
    }
}

fn part(part: &Part) -> String {
    let range = |range: &Option<[u32; 2]>| match range {
        Some([first, end]) => format!("{first}:{end}"),
        None => ":".into(),
    };
    joined(&part.0.iter().map(range).collect::<Vec<_>>(), ",")
}

fn joined<T: ToString>(items: &[T], separator: &str) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    items.join(separator)
}

fn numbers(Numbers(numbers): &Numbers) -> String {
    joined(numbers, ",")
}

fn range(range: Range) -> String {
    match range {
        Range::Of(both) => joined(&both.map(f64::from), ","),
        Range::Bounds(Bounds::Auto) => "auto".into(),
        Range::Bounds(Bounds::Measured) => "measured".into(),
    }
}

/// Writes the value of a parameter as `--set` takes it.
fn text(cell: &Cell) -> String {
    match cell {
        Cell::Flag(flag) => flag.to_string(),
        Cell::Number(number) => number.to_string(),
        Cell::List(list) => format!("[{}]", joined(list, ",")),
        Cell::Points(points) => json(points),
        Cell::Text(text) => text.clone(),
        Cell::Picture(picture) => picture.to_string(),
    }
}

fn json(data: &impl serde::Serialize) -> String {
    serde_json::to_string(data).expect("the data are numbers and texts")
}
