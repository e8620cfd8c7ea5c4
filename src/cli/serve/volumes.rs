//! `GET /v1/volumes/NAME/{lod}/{x}/{y}/{z}.raw`: bricks of a volume that goes on without end.
//!
//! A brick has 64 samples along each axis. At level of detail 0 they are as far apart as those of the recipe, and each level
//! doubles the distance. Brick (0, 0, 0) begins at the recipe's origin. Texels have 8 bits, unless `?format=` asks for another
//! format; x varies fastest, then y and z.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use wgpu_noise::format::FileType;
use wgpu_noise::recipe::Range;
use wgpu_noise::texel::Format;
use wgpu_noise::{Error, Recipe, Result};

use super::app::{App, Caller};
use super::problem::Problem;
use super::query::{Parts, Query, index_in, name_and_extension, no_such_type};
use super::recipes;
use super::wanted::Wanted;

/// The number of samples of a brick along each axis.
const SIDE: u32 = 64;

/// The greatest level of detail.
const LOD_MAX: i64 = 16;

/// The greatest index of a brick along an axis, either side of 0.
const INDEX_MAX: i64 = 1 << 38;

/// Which brick.
struct Brick {
    lod: u32,
    at: [i64; 3],
}

pub async fn brick(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Parts((name, lod, x, y, file)): Parts<(String, String, String, String, String)>,
    mut query: Query,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (v, time) = (query.take("v"), query.take_time()?);
    let (z, extension) = name_and_extension(&file)?;
    if extension != "raw" {
        return Err(no_such_type(extension, "raw"));
    }
    let index = |field, text: &str| index_in(field, text, -INDEX_MAX..=INDEX_MAX);
    let brick = Brick {
        lod: index_in("lod", &lod, 0..=LOD_MAX)? as u32,
        at: [index("x", &x)?, index("y", &y)?, index("z", z)?],
    };
    let limits = app.limits.clone();
    let wanted = app.plan(query.is_empty(), move || {
        let mut recipe = query.preset(&name)?;
        recipes::still(&mut recipe, time)?;
        Ok(Wanted::file(&brick.of(recipe)?, FileType::Raw, &limits)?)
    });
    (wanted.await?)
        .answer(&app, &caller, &headers, v.as_deref())
        .await
}

impl Brick {
    /// Returns the recipe of the brick.
    fn of(self, mut recipe: Recipe) -> Result<Recipe> {
        recipes::make_endless(&mut recipe)?;
        if recipe.size.len() != 3 {
            return Err(Error::invalid(
                "size",
                format!("a recipe of {} axes", recipe.size.len()),
                "a recipe of three axes",
            ));
        }
        let job = recipe.job()?;
        let range = recipes::range(&recipe, &job)?;
        let steps = f64::from(SIDE - u32::from(recipe.edge_samples));
        let mut extent = Vec::new();
        recipe.origin.resize(4, 0.0);
        for axis in 0..3 {
            let step = job.grid().span(axis).step() * f64::from(1u32 << self.lod);
            recipe.origin[axis] += self.at[axis] as f64 * f64::from(SIDE) * step;
            extent.push(steps * step);
        }
        let format = match job.program().channels() {
            1 => Format::R8Unorm,
            2 => Format::Rg8Unorm,
            _ => Format::Rgba8Unorm,
        };
        Ok(Recipe {
            size: vec![SIDE; 3],
            extent: Some(extent),
            range: Some(Range::Of(range)),
            format: recipe.format.or(Some(format)),
            ..recipe
        })
    }
}
