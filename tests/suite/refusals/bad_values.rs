//! Values that a parameter must not have, made from its description.

use wgpu_noise::Noise;
use wgpu_noise::noise::{ParamType, Value};

fn numbers(numbers: &[f64]) -> Vec<Value> {
    numbers.iter().copied().map(Value::Number).collect()
}

pub const NOT_FINITE: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

/// Values that a parameter of that type must not have.
pub fn bad_values(of: &ParamType) -> Vec<Value> {
    let outside = |[low, high]: [f64; 2]| {
        let below = if low > 0.0 {
            [0.0, -1.0]
        } else {
            [1.5 * low - 1.0, -f64::MAX]
        };
        [&NOT_FINITE[..], &below, &[1.5 * high, f64::MAX]].concat()
    };
    let words = ["", "4", "nan", "sideways"].map(|word| Value::Text(word.into()));
    let flag = vec![Value::Flag(true)];
    let list = |list: &[f64]| vec![Value::List(list.to_vec())];
    let noise = vec![Value::Noise(Noise::perlin().any())];
    match of {
        ParamType::Number { range, .. } => [
            numbers(&outside(*range)),
            words.to_vec(),
            flag,
            list(&[1.0]),
            noise,
        ]
        .concat(),
        ParamType::Whole { range, .. } => {
            let range = range.map(f64::from);
            [
                numbers(&outside(range)),
                numbers(&[1.5]),
                words.to_vec(),
                flag,
                list(&[1.0]),
                noise,
            ]
            .concat()
        }
        ParamType::PerAxis { range, whole, .. } => {
            let mut bad = [numbers(&outside(*range)), words.to_vec(), flag, noise].concat();
            bad.extend(list(&[]));
            bad.extend(list(&[1.0; 4]));
            for number in outside(*range) {
                bad.extend(list(&[1.0, number, 1.0]));
            }
            if *whole {
                bad.extend([numbers(&[1.5]), list(&[1.0, 2.5, 1.0])].concat());
            }
            bad
        }
        ParamType::Vector { .. } => {
            let lists = [&[][..], &[1.0; 4], &[1.0, f64::NAN], &[2e18, 0.0]].map(list);
            [lists.concat(), words.to_vec(), numbers(&[1.0]), flag, noise].concat()
        }
        ParamType::Path => [numbers(&[1.0]), flag, list(&[1.0]), noise].concat(),
        ParamType::Choice { .. } => {
            [words.to_vec(), numbers(&[1.0]), flag, list(&[1.0]), noise].concat()
        }
        ParamType::Axes => {
            let wrong = ["", "yx", "xx", "q", "X", "xyzwx"].map(|word| Value::Text(word.into()));
            [wrong.to_vec(), numbers(&[1.0]), flag, noise].concat()
        }
        ParamType::Flag { .. } => [words.to_vec(), numbers(&[1.0]), list(&[1.0]), noise].concat(),
        ParamType::List { range, most } => {
            let mut bad = [numbers(&[1.0]), words.to_vec(), flag, noise].concat();
            bad.extend([list(&[]), list(&vec![1.0; *most as usize + 1])].concat());
            for number in outside(*range) {
                bad.extend(list(&[1.0, number, 1.0]));
            }
            bad
        }
        ParamType::Points { .. } => {
            let number = NOT_FINITE.map(|n| vec![[0.0, 0.0], [1.0, n]]).to_vec();
            let many = (0..17).map(|n| [f64::from(n), 0.0]).collect();
            let lists = [number, vec![vec![], vec![[0.0, 1.0]], many]].concat();
            let points = lists.into_iter().map(Value::Points).collect();
            [
                points,
                words.to_vec(),
                numbers(&[1.0]),
                flag,
                list(&[0.0, 1.0]),
                noise,
            ]
            .concat()
        }
        ParamType::Signal { range, .. } => {
            let outside = numbers(&outside(*range));
            [outside, words.to_vec(), flag, list(&[1.0])].concat()
        }
        other => panic!("a parameter of a new type: {other:?}"),
    }
}
