//! After a lost device the generator says so, and a new one is made from the same job.

use wgpu_noise::gpu::{Generator, Target};
use wgpu_noise::texel::Format;
use wgpu_noise::{Error, Grid, Job, Noise};

use crate::device::own;
use crate::texels::texture;

#[test]
fn a_lost_device_is_noticed_and_a_new_one_serves() {
    let Some(first) = own() else { return };
    let job =
        Job::of(&[Noise::perlin().fbm()], &Grid::new([16, 8]).frames(1)).expect("a right job");
    let params = job.params().clone();
    let target = texture(&first.device, Format::R32Float, [16, 8, 1], false);
    let place = Target::texture(&target);
    let mut generator = Generator::new(&first.device, job.clone(), &place).expect("a generator");
    first.submit(|encoder| generator.encode(encoder, &params, 0.0).expect("a frame"));
    first.device.destroy();
    let lost: Vec<bool> = (0..6)
        .map(|frame| {
            let mut outcome = Ok(());
            first.submit(|encoder| outcome = generator.encode(encoder, &params, f64::from(frame)));
            first.poll();
            matches!(outcome, Err(Error::DeviceLost(_)))
        })
        .collect();
    assert!(lost[2] && lost.is_sorted(), "frame by frame: {lost:?}");
    let again = Generator::new(&first.device, job.clone(), &place);
    assert!(matches!(again, Err(Error::DeviceLost(_))), "{again:?}");
    let again = pollster::block_on(Generator::new_async(&first.device, job, &place));
    assert!(matches!(again, Err(Error::DeviceLost(_))), "{again:?}");

    let Some(second) = own() else { return };
    let target = texture(&second.device, Format::R32Float, [16, 8, 1], false);
    let job = generator.job().clone();
    let mut generator =
        Generator::new(&second.device, job, &Target::texture(&target)).expect("a generator");
    second.submit(|encoder| generator.encode(encoder, &params, 0.0).expect("a frame"));
    assert!(second.texels(&target, 0).iter().any(|&byte| byte != 0));
}
