//! What `device` is in a build without the GPU backend: there are no devices.

use std::time::Duration;

use super::options::Place;
use super::shared::Destroy;
use crate::grid::Brick;
use crate::texel::Packing;
use crate::{Job, Result};

pub enum Device {}

pub enum OnDevice {}

impl OnDevice {
    pub async fn fill(&mut self, _: &Brick, _: &Packing, _: &mut [u8]) -> Result<u64> {
        match *self {}
    }

    pub fn take_copying(&mut self) -> Duration {
        match *self {}
    }

    pub fn is_small(&self, _: &Brick) -> bool {
        match *self {}
    }

    pub async fn fill_together(_: Vec<Part<'_>>) -> Result<()> {
        Ok(())
    }
}

pub type Part<'a> = (&'a mut OnDevice, Brick, Packing, &'a mut [u8]);

impl Device {
    pub async fn open(_: &Place) -> Result<Option<Device>> {
        Ok(None)
    }

    pub fn evaluator(&mut self, _: &Job) -> Result<OnDevice> {
        match *self {}
    }

    pub fn destroyer(&self) -> Destroy {
        match *self {}
    }

    pub fn has(&self, _: &OnDevice) -> bool {
        match *self {}
    }

    pub fn recycle(&mut self, _: OnDevice) {
        match *self {}
    }

    pub async fn remake(&mut self) -> bool {
        match *self {}
    }
}
