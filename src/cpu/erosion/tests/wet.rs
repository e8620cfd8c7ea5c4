//! When it rains, and how much water cuts.

use super::{erosion, one_by_one, soil, task};
use crate::erosion::Task;
use crate::erosion::fixed::ONE;
use crate::erosion::rules::{Arrivals, Cell, Flow, wash};

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
    let out = Flow {
        water: [2 * ONE; 4],
        load: [0; 4],
    };
    let mut from = Arrivals {
        soil: [0; 4],
        water: [0; 4],
        load: [0; 4],
    };
    let washed = wash(&rates, own, out, from, 0);
    assert_eq!((washed.soil, washed.load), (1500, 100));
    from.soil[2] = 2000;
    assert_eq!(wash(&rates, own, out, from, 0).soil, 1500);
    from.soil = [1600; 4];
    assert_eq!(wash(&rates, own, out, from, 0).soil, 1600);
}
