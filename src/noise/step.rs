//! Value steps: arithmetic on values, position by position.

use super::key::{Key, Points, Varying, input, key, params, signal, signal_within};
use super::param::{Info, Param, ParamType};

/// One row per step: its documentation, the variant, the name in recipes, one line of help, the parameters.
macro_rules! steps {
    ($($(#[$doc:meta])* $step:ident $name:literal $help:literal [$($param:expr),* $(,)?];)*) => {
        /// A node whose value depends on its inputs' values alone.
        ///
        /// Arguments are in the order of the parameters; `a` and `b` or `of` come first. A step is continuous unless its
        /// documentation says that it jumps. Under `seamless` its inputs must have equal values at both ends of the box, with
        /// two exceptions: sums, differences and multiples by a number may gain a value over the box and pass the gain on,
        /// and [`Step::Sin`], [`Step::Cos`], [`Step::Triangle`] and [`Step::Fract`] accept a gain of whole turns.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Step {
            $($(#[$doc])* $step,)*
        }

        impl Step {
            /// Every value step.
            pub const ALL: &[Step] = &[$(Step::$step),*];

            /// Returns the step's row of data.
            pub fn info(self) -> &'static Info {
                match self {
                    $(Step::$step => {
                        const PARAMS: &[Param] = params![$($param),*];
                        static INFO: Info = Info { name: $name, help: $help, params: PARAMS };
                        &INFO
                    })*
                }
            }
        }
    };
}

steps! {
    /// a + b.
    Add "add" "a + b"
        [input("a", "a term"), input("b", "the other term")];
    /// a − b.
    Sub "sub" "a − b"
        [input("a", "what b is taken from"), input("b", "what is taken from a")];
    /// a · b.
    Mul "mul" "a · b"
        [input("a", "a factor"), input("b", "the other factor")];
    /// a / b. A divisor that can be 0 is refused.
    Div "div" "a / b, for a b that is nowhere 0"
        [input("a", "the dividend"), input("b", "the divisor: nowhere 0")];
    /// The smaller of a and b.
    Min "min" "the smaller of a and b"
        [input("a", "one value"), input("b", "the other value")];
    /// The greater of a and b.
    Max "max" "the greater of a and b"
        [input("a", "one value"), input("b", "the other value")];
    /// min(a, b) − h²/(4·radius), h = max(radius − |a − b|, 0): the smaller of a and b, rounded where the two are
    /// closer than `radius`.
    SmoothMin "smooth_min" "the smaller of a and b, rounded where they are closer than radius"
        [input("a", "one value"), input("b", "the other value"), RADIUS];
    /// max(a, b) + h²/(4·radius), h = max(radius − |a − b|, 0): the greater of a and b, rounded where the two are
    /// closer than `radius`.
    SmoothMax "smooth_max" "the greater of a and b, rounded where they are closer than radius"
        [input("a", "one value"), input("b", "the other value"), RADIUS];
    /// a + t·(b − a).
    Mix "mix" "a + t·(b − a): a where t = 0, b where t = 1"
        [
            input("a", "the value at t = 0"),
            input("b", "the value at t = 1"),
            signal("t", "how far from a to b; not clamped", 0.5),
        ];
    /// a where by < edge, else b. Jumps.
    Select "select" "a where `by` is below edge, else b"
        [
            input("a", "the value below the edge"),
            input("b", "the value from the edge on"),
            input("by", "what chooses"),
            signal("edge", "where b begins", 0.0),
        ];
    /// |of|.
    Abs "abs" "the magnitude"
        [input("of", "the value")];
    /// −1 below 0, 0 at 0, 1 above. Jumps.
    Sign "sign" "-1 below 0, 0 at 0, 1 above"
        [input("of", "the value")];
    /// The greatest whole number that is not above `of`. Jumps.
    Floor "floor" "the greatest whole number that is not above"
        [input("of", "the value")];
    /// of − floor(of). Jumps. Under `seamless` an input may gain a whole number over the box.
    Fract "fract" "the part above the floor, 0 to 1"
        [input("of", "the value")];
    /// √max(of, 0).
    Sqrt "sqrt" "the square root; 0 below 0"
        [input("of", "the value")];
    /// of^exponent; 0 where `of` ≤ 0. There an exponent that is not above 0 is refused.
    Pow "pow" "`of` to the power of exponent; 0 where `of` is negative"
        [
            input("of", "the base"),
            signal("exponent", "the power; above 0 where the base can be 0", 2.0),
        ];
    /// e^of. Results above 1e38 are refused.
    Exp "exp" "e to the power of the value"
        [input("of", "the value, up to 87")];
    /// The natural logarithm. A value that can be 0 or negative is refused.
    Log "log" "the natural logarithm, for values that are everywhere above 0"
        [input("of", "the value: above 0")];
    /// sin(2π·of).
    Sin "sin" "the sine of a value in turns: sin(2π·of)"
        [in_turns()];
    /// cos(2π·of).
    Cos "cos" "the cosine of a value in turns: cos(2π·of)"
        [in_turns()];
    /// 1 − 4·|of − round(of)|: a wave of straight lines.
    Triangle "triangle" "a wave of straight lines over a value in turns: 1 at 0, -1 at 1/2"
        [in_turns()];
    /// to\_low + (of − from\_low) / (from\_high − from\_low) · (to\_high − to\_low): maps from\_low..from\_high onto
    /// to\_low..to\_high, and beyond. Ends of `from` that can be equal are refused.
    Remap "remap" "maps from_low..from_high linearly onto to_low..to_high, and beyond both"
        [
            input("of", "the value"),
            signal("from_low", "becomes to_low", -1.0),
            signal("from_high", "becomes to_high", 1.0),
            signal("to_low", "what from_low becomes", 0.0),
            signal("to_high", "what from_high becomes", 1.0),
        ];
    /// min(max(of, low), high).
    Clamp "clamp" "min(max(of, low), high)"
        [
            input("of", "the value"),
            signal("low", "the least result", 0.0),
            signal("high", "the greatest result", 1.0),
        ];
    /// t²·(3 − 2t), t = (of − low) / (high − low) held within 0..1. Ends that can be equal are refused; high below low
    /// goes from 1 to 0.
    Smoothstep "smoothstep" "0 up to low, 1 from high on, t²·(3 − 2t) between"
        [
            input("of", "the value"),
            signal("low", "where the result leaves 0", 0.0),
            signal("high", "where the result becomes 1", 1.0),
        ];
    /// 0 below edge, else 1. Jumps.
    Step "step" "0 below edge, else 1"
        [
            input("of", "the value"),
            signal("edge", "where 1 begins", 0.0),
        ];
    /// `of` from level on, else below. Jumps.
    Threshold "threshold" "the value from level on, else below"
        [
            input("of", "the value"),
            signal("level", "the least value that is kept", 0.0),
            signal("below", "what stands where the value is below level", 0.0),
        ];
    /// t·b / ((1 − b)·(1 − t) + t·b), t the value held within 0..1: Perlin's bias in the rational form of Schlick
    /// (*Graphics Gems IV*, 1994). b is what ½ becomes; 0 and 1 stay.
    Bias "bias" "bends 0..1 so that 1/2 becomes the bias"
        [
            input("of", "the value, held within 0..1"),
            signal_within("bias", "what 1/2 becomes", BENDS, 0.5),
        ];
    /// ½·bias(2t, 1 − gain) up to t = ½, and the same turned about (½, ½) beyond, t the value held within 0..1: Perlin's
    /// gain (1985, 1989) over the rational bias. Above ½ values move from the middle to the ends.
    GainCurve "gain_curve" "an S-curve over 0..1: contrast rises with gain, 1/2 changes nothing"
        [
            input("of", "the value, held within 0..1"),
            signal_within("gain", "above 1/2 more contrast, below less", BENDS, 0.5),
        ];
    /// (floor(v) + clamp((v − floor(v) − (1 − ramp)) / ramp, 0, 1)) / steps, v = of·steps: terraces, each with a ramp to
    /// the next that takes the part `ramp` of it. Without ramps, ramp = 0, it jumps.
    Terrace "terrace" "terraces: so many in a unit as steps says, with ramps between"
        [
            input("of", "the value"),
            signal_within("steps", "terraces in a unit", STEPS, 4.0),
            signal_within("ramp", "the part of a terrace that its ramp takes; 0: sharp edges", RAMPS, 0.0),
        ];
    /// The value of `of`. Its derivative is that of the pieces between the jumps of the nodes within it, where any other is
    /// refused: for what is continuous although nodes within it jump, such as a pattern of [`Step::Fract`].
    Piecewise "piecewise" "the value of `of`, with the derivative of the pieces between its jumps"
        [input("of", "the value: best continuous, though nodes within it may jump")];
    /// Straight lines through points (at, value) in the order of their places `at`, level before the first and after the
    /// last. The numbers of the points may change while a program runs, not how many there are; two at one place are
    /// refused.
    Curve "curve" "straight lines through points, level beyond the first and the last"
        [
            input("of", "the value"),
            CURVE_POINTS,
        ];
}

/// The default curve is the identity from 0 to 1.
const CURVE_POINTS: Key<Points> = key(
    "points",
    "",
    "where the curve bends: [at, value] pairs, each further than the one before",
    ParamType::Points {
        default: &[[0.0, 0.0], [1.0, 1.0]],
    },
);

/// How close two values are where smooth_min and smooth_max begin to round.
const RADIUS: Key<Varying> = signal_within(
    "radius",
    "how close a and b are where the rounding begins",
    RADII,
    0.1,
);

/// The radii of smooth minima and maxima.
pub(crate) const RADII: [f64; 2] = [1e-6, 1e6];
/// Beyond these limits the curve of a bias or a gain looks like a jump, and its slope exceeds 100.
pub(crate) const BENDS: [f64; 2] = [0.01, 0.99];
/// The terraces in a unit.
pub(crate) const STEPS: [f64; 2] = [1e-3, 1e6];
/// The part of a terrace that is a ramp.
pub(crate) const RAMPS: [f64; 2] = [0.0, 1.0];

const fn in_turns() -> Key<Varying> {
    input("of", "the angle").in_unit("turns")
}
