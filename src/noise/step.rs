//! Value steps: arithmetic on values, position by position.

use super::param::{Info, input, signal};

/// A node whose value depends on its inputs' values alone.
///
/// Arguments stand in the order of the parameters; `a` and `b` or `of` come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// a + b.
    Add,
    /// a · b.
    Mul,
    /// The smaller of a and b.
    Min,
    /// The greater of a and b.
    Max,
    /// a + t·(b − a).
    Mix,
    /// |of|.
    Abs,
    /// Maps from\_low..from\_high onto to\_low..to\_high, and beyond.
    Remap,
    /// Holds `of` within low..high.
    Clamp,
}

impl Step {
    /// Every value step.
    pub const ALL: &[Step] = &[
        Step::Add,
        Step::Mul,
        Step::Min,
        Step::Max,
        Step::Mix,
        Step::Abs,
        Step::Remap,
        Step::Clamp,
    ];

    /// The step's row of data.
    pub fn info(self) -> &'static Info {
        match self {
            Step::Add => &ADD,
            Step::Mul => &MUL,
            Step::Min => &MIN,
            Step::Max => &MAX,
            Step::Mix => &MIX,
            Step::Abs => &ABS,
            Step::Remap => &REMAP,
            Step::Clamp => &CLAMP,
        }
    }
}

static ADD: Info = Info {
    name: "add",
    help: "a + b",
    params: &[input("a", "a term"), input("b", "the other term")],
};

static MUL: Info = Info {
    name: "mul",
    help: "a · b",
    params: &[input("a", "a factor"), input("b", "the other factor")],
};

static MIN: Info = Info {
    name: "min",
    help: "the smaller of a and b",
    params: &[input("a", "one value"), input("b", "the other value")],
};

static MAX: Info = Info {
    name: "max",
    help: "the greater of a and b",
    params: &[input("a", "one value"), input("b", "the other value")],
};

static MIX: Info = Info {
    name: "mix",
    help: "a + t·(b − a): a where t = 0, b where t = 1",
    params: &[
        input("a", "the value at t = 0"),
        input("b", "the value at t = 1"),
        signal("t", "how far from a to b; not clamped", Some(0.5)),
    ],
};

static ABS: Info = Info {
    name: "abs",
    help: "the magnitude",
    params: &[input("of", "the value")],
};

static REMAP: Info = Info {
    name: "remap",
    help: "maps from_low..from_high linearly onto to_low..to_high, and beyond both",
    params: &[
        input("of", "the value"),
        signal("from_low", "becomes to_low", Some(-1.0)),
        signal("from_high", "becomes to_high", Some(1.0)),
        signal("to_low", "what from_low becomes", Some(0.0)),
        signal("to_high", "what from_high becomes", Some(1.0)),
    ],
};

static CLAMP: Info = Info {
    name: "clamp",
    help: "min(max(of, low), high)",
    params: &[
        input("of", "the value"),
        signal("low", "the least result", Some(0.0)),
        signal("high", "the greatest result", Some(1.0)),
    ],
};
