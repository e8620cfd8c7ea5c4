//! The nodes on a canvas, in columns by their depth, and the wires between them. A wire that is dragged from an output to an
//! input changes the recipe's text.

use std::collections::BTreeMap;

use eframe::egui::epaint::CubicBezierShape;
use eframe::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, Role, ScrollArea, Sense, StrokeKind,
    TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use wgpu_noise::Recipe;
use wgpu_noise::noise::table::Cell;

use crate::Studio;
use crate::document::wiring;

/// The size of a node without its inputs, the space between nodes, and the height of an input, in points.
const NODE: Vec2 = vec2(124.0, 76.0);
const GAP: Vec2 = vec2(44.0, 14.0);
const INPUT: f32 = 17.0;
/// The radius of a plug, and how near to it a wire ends there.
const PLUG: f32 = 4.5;
const REACH: f32 = 16.0;

/// Where a node is drawn, and its inputs.
struct Place<'a> {
    node: &'a str,
    at: Rect,
    inputs: Vec<(&'static str, Option<&'a str>)>,
}

impl Place<'_> {
    fn output(&self) -> Pos2 {
        pos2(self.at.right(), self.at.top() + NODE.y / 2.0)
    }

    fn input(&self, i: usize) -> Pos2 {
        let down = NODE.y + INPUT * (i as f32 + 0.5);
        pos2(self.at.left(), self.at.top() + down)
    }
}

/// Shows the graph, and lets one rewire it.
pub fn graph(studio: &mut Studio, ui: &mut Ui) {
    let Some(draft) = studio.document.draft().cloned() else {
        ui.label("The recipe has a mistake; its graph is shown once it is mended.");
        return;
    };
    ui.weak("Drag from the right of a node to an input of another.");
    let scroll = ScrollArea::both().auto_shrink(false);
    let wire = scroll.show(ui, |ui| {
        let (places, size) = arranged(&draft);
        let (response, painter) = ui.allocate_painter(size, Sense::hover());
        let shift = response.rect.min.to_vec2();
        let places: Vec<Place> = (places.into_iter())
            .map(|place| Place {
                at: place.at.translate(shift),
                ..place
            })
            .collect();
        wires(ui, &painter, &places);
        for place in &places {
            node(studio, ui, &painter, &draft, place);
        }
        dragged(ui, &painter, &places)
    });
    if let Some((from, to, input)) = wire.inner {
        match wiring::refusal(&draft, &from, &to) {
            Some(refusal) => studio.say(refusal),
            None => studio.document.set(&to, input, Some(Cell::Text(from))),
        }
    }
}

/// Returns where every node is, and the size of all.
fn arranged(draft: &Recipe) -> (Vec<Place<'_>>, Vec2) {
    let mut places = Vec::new();
    let (mut corner, mut size) = (pos2(12.0, 8.0), Vec2::ZERO);
    for column in wiring::columns(draft) {
        for name in column {
            let Some((node, row)) = draft.nodes.get_key_value(&name) else {
                continue;
            };
            let inputs = wiring::inputs(row);
            let height = NODE.y + INPUT * inputs.len() as f32 + 4.0;
            let at = Rect::from_min_size(corner, vec2(NODE.x, height));
            corner.y = at.bottom() + GAP.y;
            size = size.max(at.max.to_vec2() + GAP);
            places.push(Place { node, at, inputs });
        }
        corner = pos2(corner.x + NODE.x + GAP.x, 8.0);
    }
    (places, size)
}

fn wires(ui: &Ui, painter: &Painter, places: &[Place]) {
    let outputs: BTreeMap<&str, Pos2> = (places.iter())
        .map(|place| (place.node, place.output()))
        .collect();
    for place in places {
        for (i, (_, from)) in place.inputs.iter().enumerate() {
            if let Some(&output) = from.and_then(|from| outputs.get(from)) {
                wire(
                    painter,
                    output,
                    place.input(i),
                    ui.visuals().hyperlink_color,
                );
            }
        }
    }
}

fn wire(painter: &Painter, from: Pos2, to: Pos2, colour: Color32) {
    let bend = vec2(((to.x - from.x) / 2.0).abs().max(24.0), 0.0);
    let points = [from, from + bend, to - bend, to];
    let fill = Color32::TRANSPARENT;
    painter.add(CubicBezierShape::from_points_stroke(
        points,
        false,
        fill,
        (2.0, colour),
    ));
}

/// Draws a node: its name, kind and picture, its output and its inputs.
fn node(studio: &mut Studio, ui: &Ui, painter: &Painter, draft: &Recipe, place: &Place) {
    let visuals = ui.visuals();
    let (text, weak) = (visuals.strong_text_color(), visuals.weak_text_color());
    let is_channel = draft.channels.iter().any(|channel| channel == place.node);
    let border = match is_channel {
        true => visuals.hyperlink_color,
        false => visuals.widgets.inactive.fg_stroke.color,
    };
    painter.rect_filled(place.at, 4.0, visuals.faint_bg_color);
    painter.rect_stroke(place.at, 4.0, (1.0, border), StrokeKind::Inside);
    let font = TextStyle::Body.resolve(ui.style());
    let small = FontId::proportional(11.0);
    let inside = painter.with_clip_rect(place.at.shrink(4.0).intersect(painter.clip_rect()));
    let corner = place.at.min + vec2(7.0, 5.0);
    inside.text(corner, Align2::LEFT_TOP, place.node, font, text);
    let kind = draft.nodes[place.node].kind.as_str();
    inside.text(
        corner + vec2(54.0, 22.0),
        Align2::LEFT_TOP,
        kind,
        small.clone(),
        weak,
    );
    if let Some((texture, size)) = studio.thumbnails.get(ui.ctx(), place.node) {
        let picture = Rect::from_min_size(corner + vec2(0.0, 20.0), size);
        let all = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        inside.image(texture, picture, all, Color32::WHITE);
    }
    painter.circle_filled(place.output(), PLUG, border);
    for (i, (input, from)) in place.inputs.iter().enumerate() {
        let at = place.input(i);
        // What is no node, such as a coordinate, has no wire but a name.
        let is_wired = from.is_some_and(|from| draft.nodes.contains_key(from));
        let label = match from.filter(|_| !is_wired) {
            Some(name) => format!("{input} = {name}"),
            None => (*input).to_string(),
        };
        inside.text(
            at + vec2(9.0, 0.0),
            Align2::LEFT_CENTER,
            label,
            small.clone(),
            text,
        );
        let fill = if is_wired {
            visuals.hyperlink_color
        } else {
            visuals.panel_fill
        };
        painter.circle(at, PLUG, fill, (1.0, border));
    }
}

/// Draws the wire that is being dragged, and returns it once it is dropped on an input: from a node, to a node and its input.
fn dragged(ui: &Ui, painter: &Painter, places: &[Place]) -> Option<(String, String, &'static str)> {
    let mut dropped = None;
    for place in places {
        for (i, (input, _)) in place.inputs.iter().enumerate() {
            let plug = Rect::from_center_size(place.input(i), Vec2::splat(2.0 * PLUG));
            let id = ui.scope_id().with((input, place.node));
            plugged(ui.interact(plug, id, Sense::hover()), input, place.node);
        }
        let plug = Rect::from_center_size(place.output(), Vec2::splat(2.0 * REACH));
        let id = ui.scope_id().with(("output", place.node));
        let response = plugged(ui.interact(plug, id, Sense::DRAG), "output", place.node);
        let Some(pointer) = response.interact_pointer_pos() else {
            continue;
        };
        let plugs = places.iter().flat_map(|to| {
            let inputs = to.inputs.iter().enumerate();
            inputs.map(move |(i, &(input, _))| (to.node, input, to.input(i)))
        });
        let end = (plugs.map(|(to, input, at)| (to, input, at, at.distance(pointer))))
            .filter(|&(.., distance)| distance < REACH)
            .min_by(|a, b| a.3.total_cmp(&b.3));
        let to = end.map_or(pointer, |(_, _, at, _)| at);
        wire(painter, place.output(), to, ui.visuals().warn_fg_color);
        if response.drag_stopped() {
            dropped = end.map(|(to, input, ..)| (place.node.to_string(), to.to_string(), input));
        }
    }
    dropped
}

/// Gives a plug its name, for those who do not see it.
fn plugged(response: Response, plug: &str, node: &str) -> Response {
    let name = format!("{plug} of {node}");
    response.widget_info(|| WidgetInfo::labeled(Role::Group, true, name.as_str()));
    response
}
