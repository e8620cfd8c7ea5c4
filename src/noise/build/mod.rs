//! The methods that make graphs: `sources`, `fractals`, `moves` (domain steps and derivatives), `steps` (value steps).

mod fractals;
mod moves;
mod sources;
mod steps;

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

use super::{Key, Kind, Node, Noise, Picture, Value};

impl Noise {
    /// Returns a node of any kind, with every parameter at its default, for programs that make graphs from the nodes' data, such
    /// as editors and bindings.
    ///
    /// ```
    /// use wgpu_noise::{Noise, noise::Kind};
    ///
    /// let base = Noise::of_kind(Kind::find("kind", "perlin")?).set("frequency", 8.0);
    /// let clouds = Noise::of_kind(Kind::find("kind", "fbm")?).set("of", base);
    /// assert_eq!(clouds, Noise::perlin().frequency(8.0).fbm());
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn of_kind(kind: Kind) -> Noise {
        Noise::made(kind)
    }
}

impl<K> Noise<K> {
    /// Returns a node with every parameter at its default. The caller ensures that the type is that of the kind.
    fn made(kind: Kind) -> Noise<K> {
        Noise {
            node: Arc::new(Node {
                kind,
                name: None,
                params: BTreeMap::new(),
            }),
            of: PhantomData,
        }
    }

    /// Sets a parameter of the outermost node.
    fn with<T>(self, key: Key<T>, value: impl Into<Value>) -> Noise<K> {
        self.set(key.param.name, value)
    }

    /// Sets a parameter of the outermost node by its name in recipes, for programs that make graphs from the nodes' data. Names
    /// and values are checked when the graph becomes a program.
    pub fn set(mut self, param: &str, value: impl Into<Value>) -> Noise<K> {
        Arc::make_mut(&mut self.node)
            .params
            .insert(param.to_string(), value.into());
        self
    }

    /// Names the outermost node. Recipes and [`Params`](crate::Params) call its numbers `name.parameter`.
    ///
    /// A node without a name is called after its kind, and where a name occurs again, `_2`, `_3` and so on are added to it, in the
    /// order of the graph. So name the nodes whose numbers change: the other names move as the graph grows.
    pub fn name(mut self, name: impl Into<String>) -> Noise<K> {
        Arc::make_mut(&mut self.node).name = Some(name.into());
        self
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Number(number)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Number(number.into())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Number(number.into())
    }
}

impl<const N: usize> From<[f64; N]> for Value {
    fn from(list: [f64; N]) -> Value {
        Value::List(list.to_vec())
    }
}

impl From<Vec<f64>> for Value {
    fn from(list: Vec<f64>) -> Value {
        Value::List(list)
    }
}

impl<const N: usize> From<[[f64; 2]; N]> for Value {
    fn from(points: [[f64; 2]; N]) -> Value {
        Value::Points(points.to_vec())
    }
}

impl From<Vec<[f64; 2]>> for Value {
    fn from(points: Vec<[f64; 2]>) -> Value {
        Value::Points(points)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Flag(flag)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Value {
        Value::Text(word.to_string())
    }
}

impl From<Picture> for Value {
    fn from(picture: Picture) -> Value {
        Value::Picture(picture)
    }
}

impl<K> From<Noise<K>> for Value {
    fn from(noise: Noise<K>) -> Value {
        Value::Noise(noise.any())
    }
}
