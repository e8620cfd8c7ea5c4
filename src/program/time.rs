//! Moves a job to another time.

use super::Job;
use crate::grid::TIME;
use crate::grid::position::CELLS_MAX;
use crate::{Error, Result};

impl Job {
    /// Returns whether time is only a position on lattices, and not the value of a coordinate. Another time then changes only
    /// the w entries of the axis tables.
    #[cfg_attr(
        not(feature = "gpu"),
        expect(dead_code, reason = "only a generator is moved frame by frame")
    )]
    pub(crate) fn is_plain_in_time(&self) -> bool {
        (self.program.coordinates.iter()).all(|coordinate| coordinate.axis != TIME)
    }

    /// Returns the job with its first frame at time `w`.
    ///
    /// # Errors
    /// Those of [`Program::bind`](super::Program::bind).
    pub(crate) fn at_time(&self, w: f64) -> Result<Job> {
        let mut grid = self.grid.clone();
        grid.origin[TIME] = w;
        Job::new(&self.program, &self.params, &grid)
    }

    /// Sets the time of the first frame of a job that is plain in time.
    ///
    /// # Errors
    /// [`Error::Invalid`] if positions at that time are not exact; the job is then unchanged.
    #[cfg_attr(
        not(feature = "gpu"),
        expect(dead_code, reason = "only a generator is moved frame by frame")
    )]
    pub(crate) fn set_time(&mut self, w: f64) -> Result<()> {
        let mut span = self.grid.span(TIME);
        span.origin = w;
        for (source, layers) in self.program.sources.iter().zip(&self.layers) {
            let Some(i) = source.along(TIME) else {
                continue;
            };
            for layer in layers {
                let reach = layer.cells[i].reach(&span);
                if reach.is_nan() || reach >= CELLS_MAX {
                    let allowed = format!("times below {CELLS_MAX:e} cells");
                    return Err(Error::invalid(
                        "time",
                        format!("{w}: {reach:e} cells"),
                        allowed,
                    ));
                }
            }
        }
        let before = std::mem::replace(&mut self.grid.origin[TIME], w);
        let valid = self.grid.validate();
        if valid.is_err() {
            self.grid.origin[TIME] = before;
        }
        valid
    }
}

#[cfg(test)]
mod tests {
    use crate::grid::Brick;
    use crate::{Grid, Job, Noise};

    #[test]
    fn another_time_is_another_origin() {
        let grid = Grid::new([9, 9]).frames(4).seamless();
        let noise = Noise::perlin().frequency(2.0).time_frequency(3.0).fbm();
        let mut job = Job::of(&[noise], &grid).expect("a right job");
        assert!(job.is_plain_in_time());
        let anew = job.at_time(0.37).expect("a right time");
        job.set_time(0.37).expect("a right time");
        let brick = Brick::whole(&grid, 0);
        let sources = |job: &Job| job.tables(&brick).expect("enough memory").sources;
        assert_eq!(sources(&job), sources(&anew));
        for wrong in [f64::NAN, f64::INFINITY, 1e30] {
            assert!(job.set_time(wrong).is_err(), "{wrong}");
        }
        assert_eq!(job.grid().origin[3], 0.37);
    }

    #[test]
    fn a_coordinate_of_time_is_not_plain() {
        let job = Job::of(&[Noise::w()], &Grid::new([4]).frames(2)).expect("a right job");
        assert!(!job.is_plain_in_time());
    }
}
