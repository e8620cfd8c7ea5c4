//! A map of a material: the file of an output, read again.

use wgpu_noise::Result;
use wgpu_noise::format::{FileType, read_picture};
use wgpu_noise::noise::Picture;

use super::super::file::File;
use super::super::file_type;

/// A picture that goes on beyond its sides, and the numbers between its pixels.
pub struct Map {
    picture: Picture,
    /// Whether it holds floats, which may be negative, and colours as light, and not whole numbers, which are read as 0 to 1.
    is_float: bool,
}

impl Map {
    /// Reads the file of an output.
    ///
    /// # Errors
    /// Those of [`read_picture`].
    pub fn read(file: &File) -> Result<Map> {
        let path = file.path.as_deref().unwrap_or("".as_ref());
        Ok(Map {
            picture: read_picture(path, &path.to_string_lossy())?,
            is_float: file_type(Some(path))? == Some(FileType::Exr),
        })
    }

    /// Whether colours in it are light, and not as screens show them.
    pub fn is_light(&self) -> bool {
        self.is_float
    }

    /// Returns the components at a place, in widths of the picture from its upper left corner, between the four pixels around it.
    pub fn at(&self, [u, v]: [f32; 2]) -> [f32; 4] {
        let width = self.picture.size()[0] as f32;
        let [x, y] = [u * width - 0.5, v * width - 0.5];
        let (column, row) = (x.floor(), y.floor());
        let (right, down) = (x - column, y - row);
        let [column, row] = [column as i64, row as i64];
        let mix = |a: [f32; 4], b: [f32; 4], t: f32| {
            std::array::from_fn(|part| a[part] + t * (b[part] - a[part]))
        };
        let line = |row| mix(self.pixel(column, row), self.pixel(column + 1, row), right);
        mix(line(row), line(row + 1), down)
    }

    /// The same, of numbers from -1 to 1.
    pub fn signed_at(&self, at: [f32; 2]) -> [f32; 4] {
        let found = self.at(at);
        match self.is_float {
            true => found,
            false => found.map(|part| 2.0 * part - 1.0),
        }
    }

    /// Returns the components of a pixel; of a grey one it is three times the same.
    fn pixel(&self, column: i64, row: i64) -> [f32; 4] {
        let [width, height, _] = self.picture.size().map(i64::from);
        let pixel = row.rem_euclid(height) * width + column.rem_euclid(width);
        let numbers = self.picture.numbers();
        let channels = numbers.len() / (width * height) as usize;
        let parts = &numbers[pixel as usize * channels..][..channels];
        match *parts {
            [red, green, blue, alpha] => [red, green, blue, alpha],
            [red, green, blue] => [red, green, blue, 1.0],
            _ => [parts[0], parts[0], parts[0], 1.0],
        }
    }
}
