//! `GET /v1/tiles/NAME/{z}/{x}/{y}.png`: a map of a preset that goes on without end.
//!
//! At zoom z the tile (x, y) covers the box with the corner (x, y)·E/2ᶻ and the sides E/2ᶻ, where E is the recipe's extent
//! along x. The corner is an f64, so that a tile lies where it should to 2⁻²⁰ of a sample at x = 2²⁵, and exactly wherever E
//! is a whole number. Values that a recipe takes from its box, such as `cells` and the range, are those of its own box.

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

/// The number of samples of a tile along each side.
const SIDE: u32 = 256;

/// The greatest zoom, at which a tile is 2⁻³² of the recipe's box wide.
const ZOOM_MAX: u32 = 32;

/// The greatest column and row, either side of 0. From here on corners would be wrong by a hundredth of a sample.
const INDEX_MAX: i64 = 1 << 38;

/// The extent of a slice along z. Its sample is in the middle.
const SLICE: f64 = 1.0 / (1u64 << 38) as f64;

/// Which tile.
#[derive(Clone, Copy, Debug)]
struct Tile {
    zoom: u32,
    x: i64,
    y: i64,
}

pub async fn tile(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Parts((name, zoom, x, file)): Parts<(String, String, String, String)>,
    mut query: Query,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (v, time, format) = (query.take("v"), query.take_time()?, query.take("format"));
    let (y, extension) = name_and_extension(&file)?;
    let file_type = match extension {
        "png" => FileType::Png,
        "webp" => FileType::Webp,
        _ => return Err(no_such_type(extension, "png, webp")),
    };
    let deep = Format::R16Unorm;
    if let Some(given) = &format
        && (given != deep.name() || file_type != FileType::Png)
    {
        let allowed = "r16unorm of a .png; without it a tile has 8 bits";
        let given = format!("{given} for .{extension}");
        return Err(Problem::invalid("format", &given, allowed));
    }
    let tile = Tile {
        zoom: index_in("z", &zoom, 0..=i64::from(ZOOM_MAX))? as u32,
        x: index_in("x", &x, -INDEX_MAX..=INDEX_MAX)?,
        y: index_in("y", y, -INDEX_MAX..=INDEX_MAX)?,
    };
    let limits = app.limits.clone();
    let wanted = app.plan(query.is_empty(), move || {
        let mut recipe = query.preset(&name)?;
        let is_deep = format.is_some() || recipe.format == Some(deep);
        recipe.format = (is_deep && file_type == FileType::Png).then_some(deep);
        recipes::still(&mut recipe, time)?;
        Ok(Wanted::picture(&tile.of(recipe)?, file_type, &limits)?)
    });
    (wanted.await?)
        .answer(&app, &caller, &headers, v.as_deref())
        .await
}

impl Tile {
    /// Returns the recipe of the tile.
    fn of(self, mut recipe: Recipe) -> Result<Recipe> {
        recipes::make_endless(&mut recipe)?;
        if recipe.size.len() == 1 {
            return Err(Error::invalid(
                "size",
                "a recipe of one axis",
                "a recipe of two or three axes",
            ));
        }
        // The least and the greatest value of a tile would not be those of the next.
        let range = recipes::range(&recipe, &recipe.job()?)?;
        let side = recipe.grid().length(0) / (1u64 << self.zoom) as f64;
        let depth = recipe.origin.get(2).copied().unwrap_or_default();
        recipe.origin.resize(4, 0.0);
        recipe.origin[0] = self.x as f64 * side;
        recipe.origin[1] = self.y as f64 * side;
        recipe.size[..2].fill(SIDE);
        let mut extent = vec![side; 2];
        if recipe.size.len() == 3 {
            recipe.origin[2] = depth - SLICE / 2.0;
            recipe.size[2] = 1;
            extent.push(SLICE);
        }
        Ok(Recipe {
            extent: Some(extent),
            range: Some(Range::Of(range)),
            edge_samples: false,
            ..recipe
        })
    }
}
