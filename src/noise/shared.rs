//! Equal nodes of several graphs as one node, which is evaluated once.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;

use super::{Kind, Node, Noise, Value};

/// Returns graphs with one node in the place of all that have the same kind, name and parameters.
pub(crate) fn shared(graphs: &[Noise]) -> Vec<Noise> {
    let mut sharing = Sharing::default();
    graphs.iter().map(|graph| sharing.node(graph)).collect()
}

#[derive(Default)]
struct Sharing {
    /// What takes the place of a node, by the node's identity.
    done: HashMap<usize, Noise>,
    /// The nodes of each kind and name.
    distinct: HashMap<(Kind, Option<String>), Vec<Noise>>,
}

impl Sharing {
    fn node(&mut self, noise: &Noise) -> Noise {
        if let Some(done) = self.done.get(&noise.identity()) {
            return done.clone();
        }
        let Node { kind, name, params } = noise.node();
        let params = params.iter().map(|(name, value)| {
            let value = match value {
                Value::Noise(input) => Value::Noise(self.node(input)),
                other => other.clone(),
            };
            (name.clone(), value)
        });
        let node = Node {
            kind: *kind,
            name: name.clone(),
            params: params.collect(),
        };
        let alike = self.distinct.entry((*kind, name.clone())).or_default();
        let known = alike.iter().find(|known| is_same(known.node(), &node));
        let shared = known.cloned().unwrap_or_else(|| {
            let new = Noise {
                node: Arc::new(node),
                of: PhantomData,
            };
            alike.push(new.clone());
            new
        });
        self.done.insert(noise.identity(), shared.clone());
        shared
    }
}

/// Whether two nodes of the same kind and name, whose inputs are shared, have the same parameters.
fn is_same(a: &Node, b: &Node) -> bool {
    let is_same = |a: &Value, b: &Value| match (a, b) {
        (Value::Noise(a), Value::Noise(b)) => a.identity() == b.identity(),
        // 0 and -0 are two numbers.
        (Value::Number(a), Value::Number(b)) => a.to_bits() == b.to_bits(),
        (a, b) => a == b,
    };
    a.params.len() == b.params.len()
        && (a.params.iter().zip(&b.params))
            .all(|((a_name, a), (b_name, b))| a_name == b_name && is_same(a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_nodes_become_one_and_others_stay() {
        let wood = |frequency| -> Noise { Noise::perlin().frequency(frequency).fbm().any() };
        let graphs = [wood(3.0), wood(3.0) + 1.0, wood(4.0)];
        let [a, b, c] = &shared(&graphs)[..] else {
            panic!("there are three graphs");
        };
        let input = |noise: &Noise| {
            let inputs = noise.node().params.values();
            let inputs = inputs.filter_map(|value| match value {
                Value::Noise(input) => Some(input.identity()),
                _ => None,
            });
            inputs.collect::<Vec<_>>()
        };
        assert!(input(b).contains(&a.identity()));
        assert_ne!(a.identity(), c.identity());
        assert_ne!(input(a), input(c));
        assert_eq!([a, b, c], graphs.each_ref());
    }

    #[test]
    fn negative_zero_is_a_number_of_its_own() {
        let constants = [0.0, -0.0, 0.0].map(|value| Noise::constant(value).any());
        let [plus, minus, again] = &shared(&constants)[..] else {
            panic!("there are three");
        };
        assert_ne!(plus.identity(), minus.identity());
        assert_eq!(plus.identity(), again.identity());
    }
}
