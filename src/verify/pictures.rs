//! Cases of pictures.

use super::Case;
use super::case::{row, rows};
use super::grids::*;
use super::sources::perlin;
use crate::hash::PERLIN_2002;
use crate::noise::{Axis, Channel, Decoding, Edges, Filter, Picture};
use crate::{Grid, Noise};

pub(super) fn cases() -> Vec<Case> {
    [
        filter_cases(),
        pixel_cases(),
        place_cases(),
        slope_cases(),
        volume_cases(),
        made_cases(),
    ]
    .concat()
}

/// Returns a picture whose pixels are entries of Perlin's table, from 0 to 1.
fn picture([width, height]: [u32; 2], channels: usize) -> Noise {
    volume([width, height, 1], channels)
}

/// The same of a volume.
fn volume(size: [u32; 3], channels: usize) -> Noise {
    let count = size.map(|side| side as usize).iter().product::<usize>() * channels;
    let entries = PERLIN_2002.iter().cycle().take(count);
    let numbers = entries.map(|&entry| f32::from(entry) / 255.0).collect();
    let picture = Picture::volume("table.png", size, channels, numbers)
        .unwrap_or_else(|error| unreachable!("a row is right: {error}"));
    Noise::image(picture)
}

fn grey() -> Noise {
    picture([13, 8], 1)
}

/// Returns grids on which the picture is seen several times.
fn around() -> Vec<Grid> {
    let grids = [plane(), Grid::new([23, 17, 2]), plane_in_time()];
    at([-1.3, -0.77, 0.0, 0.0], wide(2.9, grids))
}

/// Returns a picture a whole number of times along each side of [`plane`].
fn closed(image: Noise) -> Noise {
    image.set("frequency", [3.0, 67.0 / 19.0])
}

fn filter_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for filter in Filter::ALL {
        for edges in Edges::ALL {
            let noise = grey().set("filter", filter).set("edges", edges);
            cases.extend(row(&format!("image, {filter}, {edges}"), around(), noise));
        }
    }
    cases
}

fn pixel_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for channels in 1..=4 {
        for channel in Channel::ALL {
            let noise = |decoding: Decoding| {
                picture([7, 9], channels)
                    .set("channel", channel)
                    .set("decoding", decoding)
            };
            let name = format!("image, {channel} of {channels} channels");
            cases.extend(rows(
                &name,
                [plane()],
                [noise(Decoding::Linear), noise(Decoding::Srgb)],
            ));
        }
    }
    cases
}

#[rustfmt::skip]
fn place_cases() -> Vec<Case> {
    let smooth = || grey().set("filter", Filter::Bicubic);
    [
        row("image, one pixel", [plane()], picture([1, 1], 1)),
        row("image, bicubic, one pixel", [plane()], picture([1, 1], 1).set("filter", Filter::Bicubic)),
        row("image, four times a unit", around(), grey().set("frequency", 4.3)),
        row("image, stretched", around(), smooth().set("frequency", [0.7, 3.1])),
        row("image, seamless", seamless([plane()]), closed(grey())),
        row("image, along a line", [line()], smooth()),
        row("image below fbm", around(), smooth().fbm().octaves(3)),
        row("image, warped", around(), smooth().warp([perlin()], 0.2)),
        row("image, rotated", around(), grey().rotate([0.0, 0.0, 0.13])),
        row("image as a displacement", [plane(), solid()], perlin().warp([grey(), smooth()], 0.3).any()),
        row("image as a mask", [plane()], Noise::worley().any().mix(perlin(), grey())),
        row("image in a curve", [plane()], grey().curve([[0.0, 1.0], [0.4, -0.2], [1.0, 0.5]])),
        rows("two pictures", [plane()], [grey(), picture([5, 3], 3)]),
    ]
    .concat()
}

#[rustfmt::skip]
fn slope_cases() -> Vec<Case> {
    let smooth = || grey().set("filter", Filter::Bicubic);
    let spline = || grey().set("filter", Filter::Spline);
    [
        row("partial of image along x", around(), smooth().partial(Axis::X)),
        row("partial of image along y", around(), smooth().set("edges", Edges::Mirror).partial(Axis::Y)),
        row("partial of image along z", [solid()], smooth().partial(Axis::Z)),
        row("partial of image, clamped", around(), smooth().set("edges", Edges::Clamp).partial(Axis::X)),
        row("partial of image below fbm", around(), smooth().fbm().octaves(3).partial(Axis::Y)),
        row("partial of image by spline along x", around(), spline().partial(Axis::X)),
        row("partial of image by spline along y", around(), spline().set("edges", Edges::Mirror).partial(Axis::Y)),
        row("partial of image, warped", around(), smooth().warp([perlin()], 0.2).partial(Axis::X)),
    ]
    .concat()
}

#[rustfmt::skip]
fn volume_cases() -> Vec<Case> {
    let blocks = || volume([7, 5, 6], 1);
    let with = |filter, edges| blocks().set("filter", filter).set("edges", edges);
    let (smooth, spline) = (|edges| with(Filter::Bicubic, edges), |edges| with(Filter::Spline, edges));
    let around = || at([-1.3, -0.77, -2.1, 0.0], wide(2.9, [plane(), solid(), solid_in_time()]));
    let closed = |image: Noise| image.set("frequency", [3.0, 19.0 / 11.0, 38.0 / 7.0]);
    let mut cases = Vec::new();
    for filter in Filter::ALL {
        for edges in Edges::ALL {
            cases.extend(row(&format!("volume, {filter}, {edges}"), around(), with(filter, edges)));
        }
    }
    for axis in [Axis::X, Axis::Y, Axis::Z] {
        cases.extend(row(&format!("partial of volume along {axis}"), around(), smooth(Edges::Repeat).partial(axis)));
        cases.extend(row(&format!("partial of volume by spline along {axis}"), around(), spline(Edges::Mirror).partial(axis)));
    }
    [
        cases,
        row("volume, one voxel deep", around(), volume([7, 5, 1], 1)),
        row("volume, two voxels", around(), volume([1, 1, 2], 1).set("filter", Filter::Bicubic)),
        row("volume, four times a unit", around(), blocks().set("frequency", 4.3)),
        row("volume, stretched", around(), smooth(Edges::Clamp).set("frequency", [0.7, 3.1, 1.9])),
        row("volume, seamless", seamless([solid()]), closed(blocks())),
        row("volume, along a line", [line()], smooth(Edges::Repeat)),
        row("volume, alpha of 4 channels", [solid()], volume([4, 3, 2], 4).set("channel", Channel::Alpha)),
        row("volume, luminance of 3 channels", [solid()], volume([4, 3, 2], 3).set("decoding", Decoding::Srgb)),
        row("volume below fbm", around(), smooth(Edges::Repeat).fbm().octaves(3)),
        row("volume, warped", around(), smooth(Edges::Repeat).warp([perlin().any(), perlin().any(), blocks()], 0.2)),
        row("volume, rotated", [solid()], spline(Edges::Repeat).rotate([0.1, 0.0, 0.13])),
        row("volume, on a sphere", [plane()], blocks().sphere(0.5)),
        row("volume as a displacement", [plane(), solid()], perlin().warp([blocks(), grey()], 0.3).any()),
        row("partial of volume, warped", around(), smooth(Edges::Clamp).warp([perlin()], 0.2).partial(Axis::Z)),
        rows("a picture and a volume", around(), [grey(), blocks()]),
    ]
    .concat()
}

fn made_cases() -> Vec<Case> {
    let image = |picture: crate::Result<Picture>, filter| {
        let picture = picture.unwrap_or_else(|error| unreachable!("a row is right: {error}"));
        Noise::image(picture).set("filter", filter)
    };
    let blue = || image(Picture::blue_noise(16, 2), Filter::Nearest);
    let wavelet = || image(Picture::wavelet_noise(16, 2), Filter::Spline);
    [
        row("blue noise", around(), blue()),
        row("wavelet noise", around(), wavelet()),
        row(
            "wavelet noise, seamless",
            seamless([plane()]),
            closed(wavelet()),
        ),
        row("fbm of wavelet noise", around(), wavelet().fbm().octaves(3)),
        row(
            "partial of wavelet noise",
            around(),
            wavelet().partial(Axis::X),
        ),
    ]
    .concat()
}
