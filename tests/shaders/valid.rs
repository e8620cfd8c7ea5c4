//! The texts of shaders, validated, and what a module must not use.

use std::path::Path;

use naga::front::wgsl;
use naga::proc::Layouter;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{BinaryOperator, Expression, Function, MathFunction, Module, ScalarKind, TypeInner};

pub fn shader(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("shaders")
        .join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn validated(wgsl: &str) -> (Module, ModuleInfo) {
    validated_with(wgsl, Capabilities::empty())
}

pub fn validated_with(wgsl: &str, capabilities: Capabilities) -> (Module, ModuleInfo) {
    let module = wgsl::parse_str(wgsl).unwrap_or_else(|e| panic!("{}", e.emit_to_string(wgsl)));
    let info = Validator::new(ValidationFlags::all(), capabilities)
        .validate(&module)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(wgsl)));
    (module, info)
}

/// Builtins whose accuracy WGSL leaves to the driver, or whose form it does.
fn is_forbidden(function: MathFunction) -> bool {
    use MathFunction as F;
    matches!(
        function,
        F::Mix
            | F::Fract
            | F::Fma
            | F::SmoothStep
            | F::Sin
            | F::Cos
            | F::Tan
            | F::Pow
            | F::Exp
            | F::Exp2
            | F::Log
            | F::Log2
            | F::Length
            | F::Distance
            | F::Normalize
            | F::Dot
            | F::InverseSqrt
            | F::Atan2
            | F::Modf
            | F::Step
    )
}

/// What a module uses that it must not.
pub fn offences(module: &Module, info: &ModuleInfo) -> Vec<String> {
    let named = module
        .functions
        .iter()
        .map(|(handle, function)| (function, &info[handle]));
    let entries = (module.entry_points.iter().enumerate())
        .map(|(index, entry)| (&entry.function, info.get_entry_point(index)));
    let mut found = padded(module);
    for (function, info) in named.chain(entries) {
        for (handle, expression) in function.expressions.iter() {
            match expression {
                Expression::Math { fun, .. } if is_forbidden(*fun) => {
                    found.push(format!("{}: {fun:?}", name(function)));
                }
                Expression::Binary {
                    op: BinaryOperator::Modulo,
                    ..
                } if scalar(info[handle].ty.inner_with(&module.types))
                    == Some(ScalarKind::Float) =>
                {
                    found.push(format!("{}: float %", name(function)));
                }
                _ => {}
            }
        }
    }
    found
}

/// The members of structs that an attribute has moved. The GLSL that naga writes for GL devices has no such attributes, so
/// the host and the shader would disagree.
fn padded(module: &Module) -> Vec<String> {
    let mut layouts = Layouter::default();
    layouts.update(module.to_ctx()).expect("types with sizes");
    let mut found = Vec::new();
    for (_, of) in module.types.iter() {
        let TypeInner::Struct { members, .. } = &of.inner else {
            continue;
        };
        let mut end = 0;
        for member in members {
            let layout = layouts[member.ty];
            let start = layout.alignment.round_up(end);
            if member.offset != start {
                let member = member.name.as_deref().unwrap_or("?");
                found.push(format!("{member}: moved"));
            }
            end = start + layout.size;
        }
    }
    found
}

pub fn name(function: &Function) -> &str {
    function.name.as_deref().unwrap_or("?")
}

fn scalar(inner: &TypeInner) -> Option<ScalarKind> {
    inner.scalar_kind()
}

/// The negative control of the walk: it finds what it looks for.
#[test]
fn the_walk_finds_what_is_forbidden() {
    for (body, offence) in [
        ("mix(a, 1.0, a)", "f: Mix"),
        ("sin(a)", "f: Sin"),
        ("a % 2.0", "f: float %"),
        ("f32(u32(a) % 2u)", ""),
    ] {
        let (module, info) = validated(&format!("fn f(a: f32) -> f32 {{ return {body}; }}"));
        assert_eq!(offences(&module, &info).join(""), offence);
    }
    for (attribute, offence) in [("@size(8)", "b: moved"), ("", "")] {
        let (module, info) = validated(&format!("struct S {{ {attribute} a: u32, b: u32 }}"));
        assert_eq!(offences(&module, &info).join(""), offence);
    }
}
