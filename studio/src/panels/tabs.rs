//! The panels beside or below the picture, one at a time.

use eframe::egui::Ui;

use super::{graph, nodes, take, text, values};
use crate::Studio;

/// A panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Every node's parameters.
    Nodes,
    /// The nodes and their wires.
    Graph,
    /// The recipe as text.
    #[default]
    Recipe,
    /// What one takes away.
    Take,
    /// A histogram.
    Values,
}

impl Tab {
    /// Every panel, in order.
    pub const ALL: &[Tab] = &[Tab::Nodes, Tab::Recipe, Tab::Take, Tab::Values, Tab::Graph];

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

/// Shows the chosen one of some panels, and lets one choose.
pub fn tabs(studio: &mut Studio, ui: &mut Ui, of: &[Tab]) {
    if !of.contains(&studio.tab) {
        studio.tab = of[0];
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        for &tab in of {
            ui.selectable_value(&mut studio.tab, tab, tab.name());
        }
    });
    ui.separator();
    match studio.tab {
        Tab::Nodes => nodes(studio, ui),
        Tab::Graph => graph::graph(studio, ui),
        Tab::Recipe => text::text(studio, ui),
        Tab::Take => take::take(studio, ui),
        Tab::Values => values::values(studio, ui),
    }
}
