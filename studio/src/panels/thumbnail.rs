//! A small picture of every node.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use eframe::egui::{Color32, ColorImage, Context, TextureHandle, TextureId, TextureOptions, Vec2};
use web_time::Instant;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::Packing;
use wgpu_noise::{Backend, Recipe, Result};

/// The samples along the longest side, and the points that they take.
const SIDE: u32 = 48;
/// How long making pictures may keep a frame.
const TURN: Duration = Duration::from_millis(12);

/// The pictures of a recipe's nodes, made when they are first shown, some in each frame.
#[derive(Default)]
pub struct Thumbnails {
    of: Option<Recipe>,
    made: HashMap<String, Option<TextureHandle>>,
    /// How long this frame has made pictures.
    taken: Duration,
}

impl Thumbnails {
    /// Begins a frame, and begins anew if the recipe is another one.
    pub fn of(&mut self, recipe: &Recipe) {
        self.taken = Duration::ZERO;
        if self.of.as_ref() != Some(recipe) {
            self.of = Some(recipe.clone());
            self.made.clear();
        }
    }

    /// Returns a node's picture and its size in points; `None` for a node that has none, or none yet.
    pub fn get(&mut self, context: &Context, node: &str) -> Option<(TextureId, Vec2)> {
        let recipe = self.of.as_ref()?;
        if !self.made.contains_key(node) {
            if self.taken > TURN {
                context.request_repaint();
                return None;
            }
            let begun = Instant::now();
            let made = texture(context, recipe, node).ok();
            self.made.insert(node.to_string(), made);
            self.taken += begun.elapsed();
        }
        let texture = self.made.get(node)?.as_ref()?;
        let size = texture.size_vec2();
        Some((texture.id(), size * (SIDE as f32 / size.max_elem())))
    }
}

/// Returns the node's values on the recipe's box from black to white: in the middle of a volume, and at the first frame.
fn texture(context: &Context, recipe: &Recipe, node: &str) -> Result<TextureHandle> {
    let recipe = Recipe {
        channels: vec![node.to_string()],
        outputs: BTreeMap::new(),
        ramp: None,
        output: None,
        ..recipe.clone()
    };
    // Nodes that do not repeat are no mistake here: only the channels must.
    let recipe = Recipe {
        seamless: recipe.seamless && recipe.job().is_ok(),
        ..recipe
    };
    let job = recipe.sized(SIDE).job()?;
    let mut brick = Brick::whole(job.grid(), 0);
    (brick.start[2], brick.size[2]) = (brick.size[2] / 2, 1);
    let packing = Packing::samples(1)?;
    let mut bytes = vec![0; 4 * brick.samples() as usize];
    Cpu::new(job).fill(&brick, &packing, &mut bytes)?;
    let values: Vec<f32> = bytes
        .as_chunks()
        .0
        .iter()
        .map(|&word| f32::from_ne_bytes(word))
        .collect();
    let low = values.iter().copied().fold(f32::INFINITY, f32::min);
    let high = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    // A constant is as bright as it is from 0 to 1.
    let (zero, one) = if high > low { (low, high) } else { (0.0, 1.0) };
    let grey = |value: &f32| Color32::from_gray((255.0 * (value - zero) / (one - zero)) as u8);
    let size = [0, 1].map(|axis| brick.size[axis] as usize);
    let image = ColorImage::new(size, values.iter().map(grey).collect());
    Ok(context.load_texture(node, image, TextureOptions::LINEAR))
}
