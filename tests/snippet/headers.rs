//! The headers of the files under `shaders/noise`: what a file computes, and then five fields, as of a book's index card.

use std::collections::{BTreeMap, BTreeSet};

use crate::files::files;
use crate::source::{code, declared, words};

const FIELDS: [&str; 5] = ["Parameters", "Range", "Cost", "Source", "Needs"];

/// The comment that a file begins with.
pub struct Header {
    what: String,
    /// Each field with its lines, in the order of the file.
    fields: Vec<(String, Vec<String>)>,
}

/// A row of the costs: what a call takes whose arguments are zeros.
#[derive(Debug, PartialEq)]
pub struct Cost {
    pub function: String,
    pub reads: u32,
    pub operations: u32,
}

impl Header {
    pub fn of(text: &str) -> Header {
        let comment = text.lines().map_while(|line| line.strip_prefix("//"));
        let (mut what, mut fields): (String, Vec<(String, Vec<String>)>) = Default::default();
        for line in comment {
            let field = line
                .trim_start()
                .split_once(':')
                .filter(|(name, _)| FIELDS.contains(name));
            match (field, fields.last_mut()) {
                (Some((name, rest)), _) => fields.push((name.into(), vec![rest.trim().into()])),
                (None, Some((_, lines))) => lines.push(line.trim().into()),
                (None, None) => what += line,
            }
        }
        Header { what, fields }
    }

    fn field(&self, name: &str) -> &[String] {
        let found = self.fields.iter().find(|(own, _)| own == name);
        found.map_or(&[], |(_, lines)| lines)
    }

    /// The files that it needs, and whether it needs a table.
    pub fn needs(&self) -> (Vec<String>, bool) {
        let text = self.field("Needs").join(" ").replace(" and ", ", ");
        let words = || {
            text.trim_end_matches('.')
                .split(", ")
                .filter(|word| *word != "nothing")
        };
        let files = words()
            .filter(|word| *word != "a table")
            .map(str::to_string);
        (files.collect(), words().any(|word| word == "a table"))
    }

    /// The rows of its costs, where it has any: `FUNCTION: n table reads, m operations`.
    pub fn costs(&self) -> Vec<Cost> {
        let rows = self.field("Cost").iter().filter_map(|line| {
            let (function, rest) = line.split_once(": ")?;
            let numbers: Vec<u32> = (rest.split([' ', ',']))
                .filter_map(|word| word.parse().ok())
                .collect();
            let &[reads, operations] = &numbers[..] else {
                return None;
            };
            Some(Cost {
                function: function.into(),
                reads,
                operations,
            })
        });
        rows.collect()
    }
}

#[test]
fn headers_have_every_field() {
    for (name, text) in files("noise") {
        let header = Header::of(&text);
        assert!(
            header.what.trim().ends_with('.'),
            "{name}: what it computes"
        );
        let fields: Vec<&str> = header.fields.iter().map(|(field, _)| &field[..]).collect();
        assert_eq!(fields, FIELDS, "{name}");
        for (field, lines) in &header.fields {
            assert!(lines.join("").len() > 4, "{name}: {field}");
        }
        let costs = header.costs();
        for line in header
            .field("Cost")
            .iter()
            .filter(|line| line.starts_with("noise_"))
        {
            let is_row = costs
                .iter()
                .any(|cost| line.starts_with(&format!("{}: ", cost.function)));
            assert!(is_row, "{name}: {line}");
        }
        // What shader authors call says what it costs.
        for function in declared(&code(&text))
            .into_iter()
            .filter(|name| name.ends_with("_at"))
        {
            assert!(
                costs.iter().any(|cost| cost.function == function),
                "{name}: {function}"
            );
        }
    }
}

/// A file names the files whose functions it calls, and none else, and a table where anything that it calls looks up.
#[test]
fn headers_say_what_a_file_needs() {
    let files: BTreeMap<String, String> = files("noise").into_iter().collect();
    let codes: BTreeMap<&str, String> = files
        .iter()
        .map(|(name, text)| (&name[..], code(text)))
        .collect();
    for (name, text) in &files {
        let used: BTreeSet<&str> = words(&codes[&name[..]]).collect();
        let needed: BTreeSet<String> = (codes.iter())
            .filter(|(other, code)| *other != name && !declared(code).is_disjoint(&used))
            .map(|(other, _)| other.to_string())
            .collect();
        let (said, table) = Header::of(text).needs();
        assert_eq!(
            said.into_iter().collect::<BTreeSet<String>>(),
            needed,
            "{name}"
        );
        let looks_up = closure(&files, name)
            .iter()
            .any(|file| words(&codes[&file[..]]).any(|word| word == "noise_perm"));
        assert_eq!(table, looks_up, "{name}: a table");
    }
}

/// A file's name with those of all that it needs, each after what it needs itself.
pub fn closure(files: &BTreeMap<String, String>, name: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for needed in Header::of(&files[name]).needs().0 {
        for file in closure(files, &needed) {
            if !found.contains(&file) {
                found.push(file);
            }
        }
    }
    found.push(name.to_string());
    found
}

/// The negative control: a header is read as it stands.
#[test]
fn a_header_is_read() {
    let text = "\
// Half of
// something.
//
// Parameters: `x`,
//   in cells.
// Cost:
//   noise_half: 3 table reads, 17 operations
// Needs: a table, one.wgsl and two.wgsl.

// Range: not of the header.
";
    let header = Header::of(text);
    assert_eq!(header.what, " Half of something.");
    assert_eq!(header.field("Parameters").join(" "), "`x`, in cells.");
    assert!(header.field("Range").is_empty());
    let cost = Cost {
        function: "noise_half".into(),
        reads: 3,
        operations: 17,
    };
    assert_eq!(header.costs(), [cost]);
    assert_eq!(
        header.needs(),
        (vec!["one.wgsl".into(), "two.wgsl".into()], true)
    );
}
