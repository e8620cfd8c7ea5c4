//! Sources where they are not defined.

use wgpu_noise::noise::{Axis, Hash, Metric, Picture, WorleyMotion, WorleyOutput};
use wgpu_noise::program::Program;
use wgpu_noise::{Error, Grid, Noise};

use crate::refusals::grey;
use crate::support::job;

/// A volume needs a frequency along z.
#[test]
fn two_frequencies_of_a_volume_are_refused() {
    let volume = Picture::volume("v.npy", [2, 2, 2], 1, vec![0.5; 8]).expect("a volume");
    let with = |picture: &Picture, list: &[f64]| {
        let noise = Noise::image(picture.clone()).set("frequency", list.to_vec());
        Program::check([noise], Grid::new([4, 4]).axes())
    };
    assert!(with(&volume, &[1.0, 2.0, 3.0]).is_ok());
    assert!(with(&grey(), &[1.0, 2.0]).is_ok());
    let error = with(&volume, &[1.0, 2.0]).expect_err("no frequency along z");
    let message = error.to_string();
    assert!(
        message.contains("image.frequency") && message.contains("up to z"),
        "{message}"
    );
}

#[test]
fn sources_are_refused_where_they_are_not_defined() {
    let (line, solid) = (Grid::new([4]), Grid::new([4, 4, 4]));
    let moving = Grid::new([4, 4, 4]).frames(2);
    let flat = Grid::new([4, 4]);
    let swing = || Noise::worley().motion(WorleyMotion::Swing);
    let second = || Noise::worley().output(WorleyOutput::F2);
    let edge = || Noise::worley().output(WorleyOutput::Edge);
    let smooth = || Noise::worley().output(WorleyOutput::SmoothF1);
    for (noise, grid, field) in [
        (Noise::classic().any(), &line, "classic.axes"),
        (Noise::classic().any(), &moving, "classic.axes"),
        (Noise::simplex().any(), &line, "simplex.axes"),
        (Noise::psrd().any(), &line, "psrd.axes"),
        (
            Noise::psrd().axes([Axis::X, Axis::W]).any(),
            &moving,
            "psrd.axes",
        ),
        (Noise::psrd().period([3, 3]).any(), &flat, "psrd.period.y"),
        (
            Noise::psrd().frequency(3.0).any(),
            &flat.clone().seamless(),
            "psrd.frequency",
        ),
        (Noise::psrd().angle(1.5).any(), &solid, "psrd.angle"),
        (Noise::worley().any(), &line, "worley.axes"),
        (Noise::worley().axes([Axis::X]).any(), &solid, "worley.axes"),
        (swing().any(), &solid, "worley.motion"),
        (
            swing().axes([Axis::X, Axis::W]).any(),
            &moving,
            "worley.motion",
        ),
        (second().any(), &solid, "worley.jitter"),
        (second().jitter(0.51).any(), &moving, "worley.jitter"),
        (
            second().motion(WorleyMotion::Swing).any(),
            &moving,
            "worley.jitter",
        ),
        (edge().any(), &moving, "worley.output"),
        (smooth().any(), &moving, "worley.output"),
        (
            edge().metric(Metric::Squared).any(),
            &solid,
            "worley.metric",
        ),
        (
            smooth().metric(Metric::Manhattan).any(),
            &solid,
            "worley.metric",
        ),
        (edge().partial(Axis::X), &solid, "worley"),
        (
            smooth().motion(WorleyMotion::Swing).partial(Axis::X),
            &moving,
            "worley",
        ),
        (smooth().smoothness(0.04).any(), &solid, "worley.smoothness"),
        (
            Noise::simplex().any(),
            &solid.clone().seamless(),
            "simplex.frequency",
        ),
        (
            Noise::perlin().hash(Hash::Elias).any(),
            &line,
            "perlin.hash",
        ),
        (Noise::simplex().set("period", 4.0).any(), &solid, "simplex"),
    ] {
        match job(&noise, grid) {
            Err(Error::Invalid { field: named, .. } | Error::Unknown { field: named, .. }) => {
                assert_eq!(named, field, "{noise:?}");
            }
            other => panic!("{field}: {:?}", other.map(|_| ())),
        }
    }
    for (noise, grid) in [
        (Noise::classic().axes([Axis::X, Axis::Z]).any(), &moving),
        (swing().any(), &moving),
        (second().jitter(0.5).any(), &solid),
        (second().axes([Axis::X, Axis::Y]).any(), &solid),
        (edge().motion(WorleyMotion::Swing).any(), &moving),
        (Noise::psrd().period([3, 2]).any(), &flat),
        (
            Noise::psrd().frequency([3.0, 2.0, 1.0]).any(),
            &flat.clone().seamless(),
        ),
        (Noise::psrd().period([3, 3, 3]).any(), &solid),
        (smooth().partial(Axis::X), &solid),
    ] {
        assert!(job(&noise, grid).is_ok(), "{noise:?}");
    }
}
