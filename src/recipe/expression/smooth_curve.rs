//! `smooth_curve(n, [(at, value), ...])`: a curve of cubics through points, as nodes.
//!
//! Between two points the curve goes one way only, and its slope has no jump: Fritsch and Butland, *A Method for Constructing
//! Local Monotone Piecewise Cubic Interpolants*, 1984. At the first and the last point it has the slope of the straight line
//! beside it, and beyond them it is level. With t from 0 to 1 along a segment and 0 or 1 beyond it, each segment adds a
//! cubic of t to the values before it.

use super::build::Builder;
use super::refusal::Refusal;
use super::tree::{Argument, Operator};
use super::value::{Scope, Value, signal};
use crate::limits::{POINTS_MAX, POINTS_MIN};
use crate::noise::table::Cell;
use crate::noise::{Kind, Step};

/// The name of the function.
pub const NAME: &str = "smooth_curve";

/// How it is called.
pub const SIGNATURE: &str = "smooth_curve(n, [(0, 0), (0.3, 0.8), (1, 1)])";

/// What it computes.
pub const HELP: &str = "a `curve` without corners: cubics through 2 to 16 points, which rise or fall between two points as the points do";

impl<'a> Builder<'a> {
    pub(super) fn smooth_curve(
        &mut self,
        at: usize,
        arguments: &'a [Argument],
        scope: Scope,
    ) -> Result<Value, Refusal> {
        let refusal = || {
            let message = format!(
                "`{NAME}` takes a value and {POINTS_MIN} to {POINTS_MAX} points in the order of their places, such as \
                 `{SIGNATURE}`"
            );
            Refusal::new(at, message)
        };
        let [of, points] = arguments else {
            return Err(refusal());
        };
        if of.name.is_some() || points.name.is_some() {
            return Err(refusal());
        }
        let of = self.value(&of.value, scope.inner())?;
        let of = signal(at, &of)?;
        let points = self.value(&points.value, scope.inner())?;
        let points = pairs(&points).ok_or_else(refusal)?;
        let slopes = slopes(&points);
        let mut curve = Value::Number(points[0][1]);
        let last = points.len() - 2;
        for (i, ends) in points.array_windows().enumerate() {
            let outermost = if i == last { scope } else { scope.inner() };
            let added = self.segment(at, &of, ends, [slopes[i], slopes[i + 1]], scope)?;
            curve = self.operation(Operator::Add, at, [curve, added], outermost)?;
        }
        Ok(curve)
    }

    /// Returns what a segment adds: 0 before it, the difference of its ends after it.
    fn segment(
        &mut self,
        at: usize,
        of: &Cell,
        [[from, low], [to, high]]: &[[f64; 2]; 2],
        slopes: [f64; 2],
        scope: Scope,
    ) -> Result<Value, Refusal> {
        let scope = scope.inner();
        let place = [
            ("of", of.clone()),
            ("from_low", Cell::Number(*from)),
            ("from_high", Cell::Number(*to)),
        ];
        let place = self.node(Kind::Step(Step::Remap), place, scope);
        let t = self.node(Kind::Step(Step::Clamp), [("of", place.cell())], scope);
        let rise = high - low;
        let [first, second] = slopes.map(|slope| slope * (to - from));
        let square = 3.0 * rise - 2.0 * first - second;
        let cube = first + second - 2.0 * rise;
        // ((cube·t + square)·t + first)·t
        let mut sum = Value::Number(cube);
        for next in [square, first] {
            sum = self.operation(Operator::Mul, at, [sum, t.clone()], scope)?;
            sum = self.operation(Operator::Add, at, [sum, Value::Number(next)], scope)?;
        }
        self.operation(Operator::Mul, at, [sum, t], scope)
    }
}

/// Returns the points of a list, if they are numbers and in order.
fn pairs(value: &Value) -> Option<Vec<[f64; 2]>> {
    let Value::List(items) = value else {
        return None;
    };
    let pair = |item: &Value| match item {
        Value::List(pair) => match pair[..] {
            [Value::Number(at), Value::Number(value)] => Some([at, value]),
            _ => None,
        },
        _ => None,
    };
    let points: Vec<[f64; 2]> = items.iter().map(pair).collect::<Option<_>>()?;
    let is_ordered = points.array_windows().all(|[[a, _], [b, _]]| a < b);
    ((POINTS_MIN..=POINTS_MAX).contains(&points.len()) && is_ordered).then_some(points)
}

/// Returns the slope at each point.
fn slopes(points: &[[f64; 2]]) -> Vec<f64> {
    let lines: Vec<[f64; 2]> = (points.array_windows())
        .map(|[[from, low], [to, high]]| [to - from, (high - low) / (to - from)])
        .collect();
    let inner = lines.array_windows().map(|[[h, slope], [next_h, next]]| {
        if slope * next <= 0.0 {
            return 0.0;
        }
        let weights = [2.0 * next_h + h, next_h + 2.0 * h];
        (weights[0] + weights[1]) / (weights[0] / slope + weights[1] / next)
    });
    let ends = [lines[0][1], lines[lines.len() - 1][1]];
    [ends[0]]
        .into_iter()
        .chain(inner)
        .chain([ends[1]])
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::reference::Reference;
    use crate::{Grid, Job, Noise};

    /// The values of a curve of x at places from -0.5 to 1.5, a thousandth apart.
    fn curve(text: &str) -> Vec<f64> {
        let noise: Noise = text.parse().unwrap();
        let grid = Grid::new([2000])
            .origin([-0.5005, 0.0, 0.0, 0.0])
            .extent([2.0]);
        let reference = Reference::new(&Job::of([noise], &grid).unwrap()).unwrap();
        (0..2000)
            .map(|i| reference.values([i, 0, 0, 0])[0])
            .collect()
    }

    fn steepest_change(values: &[f64]) -> f64 {
        let slopes: Vec<f64> = values.array_windows().map(|[a, b]| b - a).collect();
        let changes = slopes.array_windows().map(|[a, b]| (b - a).abs());
        // Not where the level ends are.
        changes.skip(510).take(970).fold(0.0, f64::max)
    }

    #[test]
    fn it_goes_through_its_points_one_way_between_them_and_has_no_corner() {
        let points = "[(0, 0), (0.2, 0.7), (0.5, 0.8), (0.7, 0.1), (1, 0.1)]";
        let smooth = curve(&format!("smooth_curve(x, {points})"));
        let straight = curve(&format!("curve(x, {points})"));
        for (at, value) in [
            (0.0, 0.0),
            (0.2, 0.7),
            (0.5, 0.8),
            (0.7, 0.1),
            (1.0, 0.1),
            (1.4, 0.1),
            (-0.4, 0.0),
        ] {
            let index = ((at + 0.5) * 1000.0_f64).round() as usize;
            assert!(
                (smooth[index] - value).abs() < 1e-9,
                "{at}: {}",
                smooth[index]
            );
        }
        let rises = |range: std::ops::Range<usize>, sign: f64| {
            smooth[range]
                .array_windows()
                .all(|[a, b]| sign * (b - a) >= -1e-12)
        };
        assert!(rises(500..1001, 1.0) && rises(1000..1201, -1.0) && rises(1200..2000, 1.0));
        assert!(!rises(900..1100, 1.0), "the control");
        let [smooth, straight] = [smooth, straight].map(|values| steepest_change(&values));
        assert!(20.0 * smooth < straight, "{smooth} {straight}");
    }

    #[test]
    fn two_points_are_a_line_and_others_are_refused() {
        let line = curve("smooth_curve(x, [(0, 0), (1, 2)])");
        assert!((line[1000] - 1.0).abs() < 1e-9 && (line[750] - 0.5).abs() < 1e-9);
        for wrong in [
            "x",
            "x, [(0, 1)]",
            "x, [(0, 1), (0, 2)]",
            "x, [(0, 1), (1, x)]",
            "x, 3",
            "(1, 2), [(0, 0), (1, 1)]",
        ] {
            let error = format!("smooth_curve({wrong})")
                .parse::<Noise>()
                .unwrap_err()
                .to_string();
            assert!(
                error.contains("smooth_curve") || error.contains("a list is not a value"),
                "{error}"
            );
        }
    }
}
