//! The latest picture of the CPU backend, until the next one is done.

use wgpu_noise::Result;

use super::{Shot, Shown, Work};
use crate::camera::Sight;

/// The latest picture that is done, as a `T`, and the one that is being computed.
pub struct Latest<T> {
    done: Option<(Shown, T)>,
    work: Option<Work>,
    milliseconds: Option<f32>,
}

impl<T> Default for Latest<T> {
    fn default() -> Latest<T> {
        Latest {
            done: None,
            work: None,
            milliseconds: None,
        }
    }
}

impl<T> Latest<T> {
    /// Computes the picture of a shot if it does not hold it, or a part of it if the shot is patient. Returns the latest picture
    /// that is done, and what it shows. `make` turns texels into a picture, and may use the one before.
    ///
    /// # Errors
    /// Those of [`Work::new`] and [`Work::advance`].
    pub fn show(
        &mut self,
        shot: &Shot,
        make: impl FnOnce(Option<T>, &Shown, Vec<u8>) -> T,
    ) -> Result<&(Shown, T)> {
        let held = self.done.as_ref().map(|(shown, _)| shown);
        if held.is_some_and(|held| shot.is(held)) {
            // Nobody asks any longer for what was begun since.
            self.work = None;
        } else {
            // There must be something to show, and a volume cannot stand for a plane.
            let is_alike = |held: &Shown| is_volume(&held.sight) == is_volume(shot.sight);
            let patient = shot.patient && held.is_some_and(is_alike);
            let mut work = match self.work.take().filter(|work| shot.is(&work.of)) {
                Some(work) => work,
                None => Work::new(shot)?,
            };
            match work.advance(patient)? {
                true => self.finish(work, make),
                false => self.work = Some(work),
            }
        }
        match &self.done {
            Some(done) => Ok(done),
            None => unreachable!("without patience it is done"),
        }
    }

    fn finish(&mut self, work: Work, make: impl FnOnce(Option<T>, &Shown, Vec<u8>) -> T) {
        self.milliseconds = Some(work.taken.as_secs_f32() * 1000.0);
        let shown = work.of.clone();
        let before = self.done.take().map(|(_, before)| before);
        let picture = make(before, &shown, work.into_texels());
        self.done = Some((shown, picture));
    }

    /// Whether the latest picture is the one that was asked for last.
    pub fn is_done(&self) -> bool {
        self.work.is_none()
    }

    /// Returns the milliseconds that the latest picture took.
    pub fn milliseconds(&self) -> Option<f32> {
        self.milliseconds
    }
}

fn is_volume(sight: &Sight) -> bool {
    sight.brick.size[2] > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Camera;
    use crate::scene::Scene;
    use crate::view;
    use wgpu_noise::recipe::Preset;

    #[test]
    fn what_is_shown_already_is_done_and_what_was_begun_since_is_dropped() {
        let recipe = Preset::find("planet").unwrap().recipe().unwrap();
        let scene = Scene::new(&recipe, view::Shown::Colours).unwrap();
        let grid = recipe.grid();
        // The texels of the larger one take more than one turn.
        let [small, large] = [[16, 16], [2048, 2048]]
            .map(|pixels| Camera::whole(&grid, pixels).sight(&grid, pixels, 1, 0));
        let mut latest = Latest::default();
        let mut show = |sight: &Sight| {
            let shot = Shot {
                scene: &scene,
                sight,
                time: 0.0,
                coarse: false,
                patient: true,
            };
            let (shown, _) = latest.show(&shot, |_, _, texels| texels).unwrap();
            assert_eq!(shown.sight, small);
            latest.is_done()
        };
        assert!(show(&small), "there is nothing else to show");
        assert!(!show(&large), "the control: it is begun");
        assert!(show(&small), "it is there again");
    }
}
