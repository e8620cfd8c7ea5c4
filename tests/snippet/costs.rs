//! The costs in the headers of the files under `shaders/noise`, counted as they run.
//!
//! An operation is one component of an arithmetic, bitwise or logical operator, a comparison, a choice, a conversion of numbers
//! or a builtin such as `floor`. Moves, swizzles and what a table read takes are none.

use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Block, Expression, Function, Handle, Literal, Module, Span, Statement, TypeInner};

use crate::adapter::context;
use crate::app::values;
use crate::files::{files, whole};
use crate::headers::{Cost, Header};
use crate::source::{functions, zeros};

/// The counters, and a table that is none.
const COUNTERS: &str = "
var<private> counted_operations: u32;
var<private> counted_reads: u32;
fn noise_perm(table: u32, i: u32) -> u32 { return i & 255u; }
";

/// A module in which every block adds what it does to the counters when it runs.
fn counting(text: &str) -> String {
    let (mut module, info) = validated(naga::front::wgsl::parse_str(text).expect("a module"));
    let counters = ["counted_operations", "counted_reads"].map(|name| {
        let found = module
            .global_variables
            .iter()
            .find(|(_, variable)| variable.name.as_deref() == Some(name));
        found.expect("a counter").0
    });
    let perm = module
        .functions
        .iter()
        .find(|(_, function)| function.name.as_deref() == Some("noise_perm"));
    let perm = perm.expect("a table").0;
    let all: Vec<_> = module.functions.iter().map(|(handle, _)| handle).collect();
    for handle in all.into_iter().filter(|&handle| handle != perm) {
        let costs = |function: &Function, block: &Block| {
            cost(&module, &info, function, handle, block, perm)
        };
        let original = module.functions[handle].clone();
        let mut function = original.clone();
        let mut body = std::mem::take(&mut function.body);
        instrument(
            &mut function,
            &mut body,
            &|block| costs(&original, block),
            counters,
        );
        function.body = body;
        module.functions[handle] = function;
    }
    let (module, info) = validated(module);
    naga::back::wgsl::write_string(&module, &info, naga::back::wgsl::WriterFlags::empty())
        .expect("a text")
}

fn validated(module: Module) -> (Module, ModuleInfo) {
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{error:?}"));
    (module, info)
}

/// The operations and the table reads of one block, without those of the blocks in it.
fn cost(
    module: &Module,
    info: &ModuleInfo,
    function: &Function,
    handle: Handle<Function>,
    block: &Block,
    perm: Handle<Function>,
) -> [u32; 2] {
    let components = |expression: Handle<Expression>| match info[handle][expression]
        .ty
        .inner_with(&module.types)
    {
        TypeInner::Vector { size, .. } => *size as u32,
        _ => 1,
    };
    let operations = |expression: Handle<Expression>| match function.expressions[expression] {
        Expression::Unary { .. }
        | Expression::Binary { .. }
        | Expression::Select { .. }
        | Expression::Math { .. }
        | Expression::As {
            convert: Some(_), ..
        } => components(expression),
        _ => 0,
    };
    let mut cost = [0; 2];
    for statement in block {
        match statement {
            Statement::Emit(range) => cost[0] += range.clone().map(operations).sum::<u32>(),
            Statement::Call { function, .. } if *function == perm => cost[1] += 1,
            _ => {}
        }
    }
    cost
}

/// Puts what adds to the counters before each block, and before the blocks in it.
fn instrument(
    function: &mut Function,
    block: &mut Block,
    cost: &dyn Fn(&Block) -> [u32; 2],
    counters: [Handle<naga::GlobalVariable>; 2],
) {
    let own = cost(block);
    for statement in block.iter_mut() {
        match statement {
            Statement::Block(inner) => instrument(function, inner, cost, counters),
            Statement::If { accept, reject, .. } => {
                instrument(function, accept, cost, counters);
                instrument(function, reject, cost, counters);
            }
            Statement::Loop {
                body, continuing, ..
            } => {
                instrument(function, body, cost, counters);
                instrument(function, continuing, cost, counters);
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    instrument(function, &mut case.body, cost, counters);
                }
            }
            _ => {}
        }
    }
    let mut adds = Block::new();
    for (by, counter) in own.into_iter().zip(counters) {
        let expressions = &mut function.expressions;
        let mut put = |expression| expressions.append(expression, Span::UNDEFINED);
        let pointer = put(Expression::GlobalVariable(counter));
        let by = put(Expression::Literal(Literal::U32(by)));
        let before = put(Expression::Load { pointer });
        let value = put(Expression::Binary {
            op: naga::BinaryOperator::Add,
            left: before,
            right: by,
        });
        adds.push(
            Statement::Emit(naga::Range::new_from_bounds(before, value)),
            Span::UNDEFINED,
        );
        adds.push(Statement::Store { pointer, value }, Span::UNDEFINED);
    }
    block.splice(0..0, adds);
}

/// What a function takes whose arguments are zeros.
fn counted(function: &str, text: &str) -> Option<Cost> {
    let functions = functions(text);
    let (_, types) = functions.iter().find(|(name, _)| name == function)?;
    let zeros = zeros(types);
    let counting = counting(&format!("{COUNTERS}{text}"));
    let mine = format!(
        "fn mine(p: f32) -> vec2<f32> {{ let value = {function}({zeros});
        return vec2<f32>(f32(counted_reads), f32(counted_operations)); }}"
    );
    let found = values(context()?, &(counting + &mine), "mine", (1, 2), &[[0.0; 4]]);
    Some(Cost {
        function: function.into(),
        reads: found[0] as u32,
        operations: found[1] as u32,
    })
}

#[test]
fn headers_have_the_costs_of_a_run() {
    if context().is_none() {
        return;
    }
    let mut wrong = Vec::new();
    for (name, text) in files("noise") {
        let whole = whole(&name, "");
        for said in Header::of(&text).costs() {
            let found = counted(&said.function, &whole);
            if found.as_ref() != Some(&said) {
                wrong.push(format!("{name}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The negative control: what is counted is known, in a loop, in a branch that is taken and in one that is not.
#[test]
fn the_count_is_right() {
    if context().is_none() {
        return;
    }
    let text = "
fn noise_twice(a: vec3<f32>) -> vec3<f32> { return a + a; }

fn noise_loops(a: vec3<f32>, n: u32) -> f32 {
    var sum = noise_twice(a);
    for (var i = 0u; i < 4u; i += 1u) {
        sum = sum * f32(noise_perm(n, i));
    }
    if n > 0u { sum = noise_twice(sum); }
    return sum.x;
}
";
    // Three to double; of each of four turns a comparison, a step, a conversion and a product by a scalar; two comparisons.
    let cost = Cost {
        function: "noise_loops".into(),
        reads: 4,
        operations: 3 + 4 * (1 + 1 + 1 + 3) + 2,
    };
    assert_eq!(counted("noise_loops", text), Some(cost));
}
