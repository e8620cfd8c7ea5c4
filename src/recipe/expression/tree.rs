//! The syntax tree of an expression.

/// The deepest tree, which is as deep as a graph may be.
pub const DEPTH_MAX: usize = crate::noise::DEPTH_MAX;

/// A whole expression: bindings, and the value that they are made for.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub bindings: Vec<Binding>,
    pub result: Expr,
}

/// `let name = value;`, or `let name(parameter, ...) = value;`.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    pub at: usize,
    pub name: String,
    /// The parameters of a function; `None` for a value.
    pub parameters: Option<Vec<Parameter>>,
    pub value: Expr,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub at: usize,
    pub name: String,
    pub default: Option<Expr>,
}

/// An expression and where in the text it begins, in bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub at: usize,
    pub form: Form,
    /// The levels of the tree.
    pub depth: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    Number(f64),
    Name(String),
    List(Vec<Expr>),
    Call {
        name: String,
        arguments: Vec<Argument>,
    },
    /// `of.dx`, with the letter of the axis.
    Slope {
        of: Box<Expr>,
        axis: String,
    },
    Negative(Box<Expr>),
    Operation {
        operator: Operator,
        both: Box<[Expr; 2]>,
    },
    Comparison {
        comparison: Comparison,
        both: Box<[Expr; 2]>,
    },
    /// `condition ? yes : no`.
    Choice(Box<[Expr; 3]>),
}

/// An argument of a call: positional, or with the name of its parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    pub at: usize,
    pub name: Option<String>,
    pub value: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Expr {
    pub fn new(at: usize, form: Form) -> Expr {
        let deepest = |exprs: &[Expr]| exprs.iter().map(|e| e.depth).max().unwrap_or(0);
        let below = match &form {
            Form::Number(_) | Form::Name(_) => 0,
            Form::List(items) => deepest(items),
            Form::Call { arguments, .. } => {
                let depths = arguments.iter().map(|argument| argument.value.depth);
                depths.max().unwrap_or(0)
            }
            Form::Slope { of, .. } | Form::Negative(of) => of.depth,
            Form::Operation { both, .. } | Form::Comparison { both, .. } => deepest(&both[..]),
            Form::Choice(three) => deepest(&three[..]),
        };
        let depth = 1 + below;
        Expr { at, form, depth }
    }
}
