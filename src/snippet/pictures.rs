//! The pictures of all functions of a snippet, each bound once, as a texture.

use super::Function;
use crate::Result;
use crate::noise::Picture;
use crate::program::Plane;

/// The binding of the first texture.
pub(super) const FIRST_BINDING: u32 = 4;

/// The pictures that the functions of a snippet share.
pub(super) struct SharedPictures<'a> {
    /// Every picture, without repetitions.
    pub all: Vec<&'a Plane>,
    /// For each function, the index in `all` of each picture of its job.
    pub indices: Vec<Vec<usize>>,
}

impl<'a> SharedPictures<'a> {
    /// Collects the pictures of all functions.
    pub fn of(functions: &[Function<'a>]) -> SharedPictures<'a> {
        let mut all: Vec<&Plane> = Vec::new();
        let mut index_of = |plane: &'a Plane| {
            let is_same =
                |known: &&Plane| known.is_of(&plane.picture, plane.channel, plane.decoding);
            let known = all.iter().position(is_same);
            known.unwrap_or_else(|| {
                all.push(plane);
                all.len() - 1
            })
        };
        let indices = (functions.iter())
            .map(|function| (function.job.program.planes.iter().map(&mut index_of)).collect())
            .collect();
        SharedPictures { all, indices }
    }

    /// Declares the textures and the functions that read them.
    pub fn declarations(&self) -> String {
        if self.all.is_empty() {
            return String::new();
        }
        let textures: String = (FIRST_BINDING..)
            .zip(self.all.iter().enumerate())
            .map(|(binding, (i, plane))| {
                let (name, dimension) = (name(i), plane.dimension());
                format!("@group(0) @binding({binding}) var {name}: texture_{dimension}d<f32>;\n\n")
            })
            .collect();
        let size = self.of_each(|name, plane| match plane.dimension() {
            2 => format!("vec3<i32>(vec2<i32>(textureDimensions({name})), 1)"),
            _ => format!("vec3<i32>(textureDimensions({name}))"),
        });
        let number = self.of_each(|name, plane| match plane.dimension() {
            2 => format!("textureLoad({name}, at.xy, 0).x"),
            _ => format!("textureLoad({name}, at, 0).x"),
        });
        format!(
            "{textures}fn noise_picture_size(picture: u32) -> vec3<i32> {{\n{size}}}\n\n\
             fn noise_picture_number(picture: u32, at: vec3<i32>) -> f32 {{\n{number}}}\n"
        )
    }

    /// Returns statements that return an expression of the texture that `picture` is the index of.
    fn of_each(&self, expression: impl Fn(&str, &Plane) -> String) -> String {
        let last = self.all.len() - 1;
        let value = |i: usize| expression(&name(i), self.all[i]);
        let others: String = (0..last)
            .map(|i| {
                let value = value(i);
                format!("    if picture == {i}u {{\n        return {value};\n    }}\n")
            })
            .collect();
        format!("{others}    return {};\n", value(last))
    }

    /// Returns the contents of the textures.
    ///
    /// # Errors
    /// Those of [`Picture::volume`].
    pub fn contents(&self) -> Result<Vec<Picture>> {
        (self.all.iter())
            .map(|plane| {
                Picture::volume(plane.picture.name(), plane.size, 1, plane.numbers.to_vec())
            })
            .collect()
    }
}

/// Returns the name of a texture. It ends in a letter, since naga changes names that end in a digit.
pub(super) fn name(index: usize) -> String {
    format!("noise_picture_{}", char::from(b'a' + index as u8))
}
