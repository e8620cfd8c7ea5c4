//! When it rains, and how much water cuts.

use super::{erosion, one_by_one, soil, task};
use crate::erosion::Task;
use crate::erosion::fixed::ONE;
use crate::erosion::rules::{Cell, Flow, flow, wash};

#[test]
fn it_does_not_rain_in_the_last_quarter() {
    let task = task(true, &erosion());
    let rain = |step| {
        (0..9)
            .map(|x| task.rates.rain_on([x, 3], step))
            .sum::<u32>()
    };
    assert!(rain(0) > 0 && rain(44) > 0);
    assert_eq!((rain(45), rain(59)), (0, 0));
    // So water drops most of its load on its way.
    let load = |task: &Task| {
        let cells = one_by_one(task, &soil(), [0, 0]);
        cells.iter().map(|cell| u64::from(cell.load)).sum::<u64>()
    };
    let mut always = task.clone();
    always.rates.rainy = u32::MAX;
    let (little, much) = (load(&task), load(&always));
    assert!(little < much / 2, "{little} of {much}");
}

#[test]
fn water_cuts_a_sixteenth_of_what_stands_out() {
    let Task { rates, .. } = task(true, &erosion());
    let own = Cell::from([1600, 8 * ONE, 0]);
    let still = Flow {
        water: [0; 8],
        load: [0; 8],
    };
    let mut out = still;
    out.water[1] = 8 * ONE;
    let washed = |out, soil| wash(&rates, own, out, soil, still, 0);
    let cut = washed(out, [0; 8]);
    assert_eq!((cut.soil, cut.load), (1500, 100));
    let mut uneven = [0; 8];
    uneven[2] = 2000;
    assert_eq!(washed(out, uneven).soil, 1500);
    assert_eq!(washed(out, [1600; 8]).soil, 1600);
    // What leaves opposite ways cuts nothing.
    out.water = [ONE; 8];
    assert_eq!(washed(out, [0; 8]).soil, 1600);
}

#[test]
fn water_flows_as_fast_in_every_direction() {
    let of = |slope: [f64; 2]| {
        let own = Cell::from([100 * ONE, 4 * ONE, 0]);
        let at = |x: f64, y: f64| {
            let level = 104.0 + x * slope[0] + y * slope[1];
            (level * f64::from(ONE)).round() as u32
        };
        let out = flow(
            own,
            [
                at(-1.0, 0.0),
                at(1.0, 0.0),
                at(0.0, -1.0),
                at(0.0, 1.0),
                at(-1.0, -1.0),
                at(1.0, -1.0),
                at(-1.0, 1.0),
                at(1.0, 1.0),
            ],
        );
        let [l, r, u, d, ul, ur, dl, dr] = out.water.map(f64::from);
        [r + ur + dr - l - ul - dl, d + dl + dr - u - ul - ur]
    };
    let [along_x, none] = of([-1.0, 0.0]);
    assert!(none == 0.0 && along_x > f64::from(ONE) / 8.0);
    for turn in [0.3, 0.6, 0.785, 1.2] {
        let [x, y] = of([-f64::cos(turn), -f64::sin(turn)]);
        assert!((x.hypot(y) / along_x - 1.0).abs() < 1e-3, "{x} {y}");
        assert!((y.atan2(x) - turn).abs() < 1e-3, "{x} {y}");
    }
}
