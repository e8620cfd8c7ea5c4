//! Which panels stand beside the picture, or below it.

use eframe::egui::Ui;
use serde::{Deserialize, Serialize};

use super::{graph, nodes, take, text, values};
use crate::Studio;

/// A panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tab {
    /// Every node's parameters.
    Nodes,
    /// The nodes and their wires.
    Graph,
    /// The recipe as text.
    Recipe,
    /// What one takes away.
    Take,
    /// A histogram.
    Values,
}

impl Tab {
    fn name(self) -> &'static str {
        match self {
            Tab::Nodes => "Nodes",
            Tab::Graph => "Graph",
            Tab::Recipe => "Recipe",
            Tab::Take => "Take away",
            Tab::Values => "Values",
        }
    }
}

/// Where a panel stands: on either side of the picture in a wide window, below it in a narrow one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Left of the picture.
    Left,
    /// Right of it.
    Right,
    /// Below it.
    Below,
}

impl Place {
    /// The panels that one can choose from there.
    fn tabs(self) -> &'static [Tab] {
        match self {
            Place::Left => &[Tab::Nodes, Tab::Graph],
            Place::Right => &[Tab::Recipe, Tab::Take, Tab::Values],
            Place::Below => &[Tab::Nodes, Tab::Recipe, Tab::Take, Tab::Values, Tab::Graph],
        }
    }
}

/// The chosen panel of each place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tabs {
    left: Tab,
    right: Tab,
    below: Tab,
}

impl Default for Tabs {
    fn default() -> Tabs {
        Tabs {
            left: Tab::Nodes,
            right: Tab::Recipe,
            below: Tab::Recipe,
        }
    }
}

impl Tabs {
    fn at(&mut self, place: Place) -> &mut Tab {
        match place {
            Place::Left => &mut self.left,
            Place::Right => &mut self.right,
            Place::Below => &mut self.below,
        }
    }
}

/// Shows the chosen panel of a place, and lets one choose.
pub fn tabs(studio: &mut Studio, ui: &mut Ui, place: Place) {
    let chosen = studio.tabs.at(place);
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        for &tab in place.tabs() {
            ui.selectable_value(chosen, tab, tab.name());
        }
    });
    let chosen = *chosen;
    ui.separator();
    match chosen {
        Tab::Nodes => nodes::nodes(studio, ui),
        Tab::Graph => graph::graph(studio, ui),
        Tab::Recipe => text::text(studio, ui),
        Tab::Take => take::take(studio, ui),
        Tab::Values => values::values(studio, ui),
    }
}
