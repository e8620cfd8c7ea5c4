//! The values are those of the backends.

use futures::executor::block_on;
use futures::future::try_join_all;
use futures::{StreamExt, TryStreamExt};
use wgpu_noise::bake::Plan;
use wgpu_noise::cpu::{Cpu, Points};
use wgpu_noise::format::{FileType, encode};
use wgpu_noise::grid::Brick;
use wgpu_noise::recipe::Preset;
use wgpu_noise::service::{Options, Request, Service};
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Backend, Error, Grid, Job, Noise, Recipe, Volume};

use crate::hand::{ByHand, large, small};

fn service() -> Service {
    Service::start(Options::default()).expect("the CPU")
}

fn alone(job: &Job) -> Volume {
    Cpu::new(job.clone()).sample(0).expect("samples")
}

#[test]
fn volumes_are_those_of_the_backend_also_in_many_turns() {
    let service = service();
    for job in [small(1), large(2)] {
        let volume = block_on(service.volume(&job)).expect("a volume");
        assert_eq!(*volume, alone(&job));
    }
}

#[test]
fn many_threads_with_many_requests_each_get_their_own() {
    let service = service();
    std::thread::scope(|scope| {
        for thread in 0..8u32 {
            let service = service.caller();
            scope.spawn(move || {
                let jobs: Vec<Job> = (0..25).map(|i| small(thread * 20 + i)).collect();
                let volumes = try_join_all(jobs.iter().map(|job| service.volume(job)));
                let volumes = block_on(volumes).expect("volumes");
                for (job, volume) in jobs.iter().zip(volumes) {
                    assert_eq!(*volume, alone(job));
                }
            });
        }
    });
}

#[test]
fn frames_are_those_of_the_grid_in_their_order() {
    let service = service();
    let grid = Grid::new([16, 16]).frames(6).duration(1.5);
    let grid = grid.origin([0.0, 0.0, 0.0, 7.0]);
    let job = Job::of(&[Noise::perlin().frequency(3.0)], &grid).expect("a right job");
    let times = (0..6).map(|frame| f64::from(frame) / 4.0);
    let frames: Vec<_> = block_on(service.frames(&job, times).try_collect()).expect("frames");
    for (frame, volume) in (0..).zip(&frames) {
        assert_eq!(
            **volume,
            Cpu::new(job.clone()).sample(frame).expect("a frame")
        );
    }
    assert!(frames.windows(2).all(|pair| pair[0] != pair[1]));
    let mut wrong = Box::pin(service.frames(&job, [0.0, f64::NAN]));
    assert!(block_on(wrong.next()).is_some_and(|frame| frame.is_ok()));
    assert!(block_on(wrong.next()).is_some_and(|frame| frame.is_err()));
}

#[test]
fn texels_are_those_of_the_backend_in_every_format() {
    let service = service();
    let grid = Grid::new([33, 17, 5]).frames(3);
    let job = Job::of(&[Noise::value()], &grid).expect("a right job");
    for format in Format::ALL {
        let packing = Packing::new(format, 1, [-1.0, 1.0]).expect("a packing");
        let texels = block_on(service.texels(&job, &packing)).expect("texels");
        let mut alone = vec![0; 33 * 17 * 5 * 3 * packing.bytes() as usize];
        let filled = Cpu::new(job.clone()).fill(&Brick::all(&grid), &packing, &mut alone);
        assert!(filled.is_ok() && *texels == alone, "{format}");
    }
    let two = Packing::new(Format::Rg8Unorm, 2, [-1.0, 1.0]).expect("a packing");
    let refused = block_on(service.texels(&job, &two));
    assert!(matches!(refused, Err(Error::Invalid { .. })), "{refused:?}");
}

#[test]
fn points_are_those_of_the_backend() {
    let service = service();
    let job = small(3);
    let points: Vec<[f32; 4]> = (0..200_000)
        .map(|i| [i as f32 * 1e-3, i as f32 * -3e-4, 0.0, 0.0])
        .collect();
    let mut alone = vec![0.0; points.len()];
    let sampled = Points::new(job.clone()).and_then(|on| on.sample(&points, &mut alone));
    assert!(sampled.is_ok());
    let values = block_on(service.points(&job, points)).expect("values");
    assert_eq!(*values, alone);
    assert!(block_on(service.points(&job, Vec::new())).is_ok_and(|values| values.is_empty()));
    let nowhere = block_on(service.points(&job, vec![[f32::NAN; 4]]));
    assert!(matches!(nowhere, Err(Error::Invalid { .. })), "{nowhere:?}");
}

fn marble() -> Recipe {
    let preset = Preset::find("marble").expect("a preset");
    preset.recipe().expect("a recipe")
}

fn plan(recipe: &Recipe, file_type: FileType) -> Plan {
    let job = recipe.job().expect("a right recipe");
    Plan::new(job, Some(file_type), recipe.format, recipe.unorm_range()).expect("a plan")
}

#[test]
fn files_are_those_of_the_encoder() {
    let service = service();
    let recipe = marble();
    let recipe = recipe.sized(64);
    // A store is a folder, and a height map holds no colours.
    let others = [FileType::Zarr, FileType::R16, FileType::R32];
    for file_type in (FileType::ALL.into_iter()).filter(|one| !others.contains(one)) {
        let plan = plan(&recipe, file_type);
        let contents = plan.contents(&recipe);
        let file = block_on(service.file(&plan, &contents)).expect("a file");
        let grid = plan.job().grid().clone();
        let mut texels = vec![0; plan.bytes() as usize];
        let mut cpu = Cpu::new(plan.job().clone());
        cpu.fill(&Brick::all(&grid), plan.packing(), &mut texels)
            .expect("texels");
        assert_eq!(
            *file,
            encode(file_type, &contents, &texels).expect("a file")
        );
    }
}

#[test]
fn sub_samples_are_averaged_as_a_bake_averages_them() {
    let service = service();
    let recipe = Recipe {
        supersample: 2,
        ..marble().sized(16)
    };
    let plan = Plan::of_recipe(&recipe, Some(FileType::Png)).expect("a plan");
    let contents = plan.contents(&recipe);
    let mut texels = vec![0; plan.bytes() as usize];
    let mut cpu = Cpu::new(plan.job().clone());
    let all = Brick::all(plan.grid());
    plan.fill(&mut cpu, &all, plan.packing(), &mut texels)
        .expect("texels");
    let request = Request::texels_of(&plan).expect("a request");
    assert_eq!(*block_on(service.submit(&request)).expect("texels"), texels);
    let file = block_on(service.file(&plan, &contents)).expect("a file");
    assert_eq!(
        *file,
        encode(FileType::Png, &contents, &texels).expect("a file")
    );

    let plain = Plan::of_recipe(&marble().sized(16), Some(FileType::Png)).expect("a plan");
    let plain = Request::texels_of(&plain).expect("a request");
    assert_ne!(plain.digest(), request.digest());
    assert_ne!(*block_on(service.submit(&plain)).expect("texels"), texels);
}

/// Two boxes of one noise are two answers, also where the cache has the first.
#[test]
fn boxes_are_told_apart() {
    let service = service();
    let texels = |from: u32| {
        let part = Some(vec![[from, from + 8], [0, 8]]);
        let recipe = Recipe {
            part,
            ..marble().sized(16)
        };
        let plan = Plan::of_recipe(&recipe, Some(FileType::Png)).expect("a plan");
        let request = Request::texels_of(&plan).expect("a request");
        block_on(service.submit(&request)).expect("texels")
    };
    let (left, right) = (texels(0), texels(8));
    assert_ne!(left, right);
    assert_eq!(left, texels(0));
    let all = Recipe {
        part: None,
        ..marble().sized(16)
    };
    let plan = Plan::of_recipe(&all, Some(FileType::Png)).expect("a plan");
    let all =
        block_on(service.submit(&Request::texels_of(&plan).expect("a request"))).expect("texels");
    let row = |texels: &[u8], width: usize| texels[..texels.len() / width].to_vec();
    assert_eq!([row(&left, 8), row(&right, 8)].concat(), row(&all, 16));
}

#[test]
fn steps_on_the_whole_grid_are_refused() {
    let recipe = Recipe {
        blur: 0.1,
        ..Recipe::new([Noise::perlin()], &Grid::new([8, 8]), 0)
    };
    let of = |recipe: &Recipe| {
        let plan = Plan::of_recipe(recipe, Some(FileType::Npy)).expect("a plan");
        Request::texels_of(&plan).map(drop)
    };
    let error = of(&recipe).expect_err("a blur").to_string();
    assert!(error.contains("whole grid"), "{error}");
    assert!(
        of(&Recipe {
            blur: 0.0,
            ..recipe
        })
        .is_ok()
    );
}

#[test]
fn what_is_no_single_file_is_refused() {
    let service = service();
    let recipe = Recipe {
        frames: Some(2),
        ..marble().sized(16)
    };
    for (file_type, is_one) in [(FileType::Png, false), (FileType::Npy, true)] {
        let plan = plan(&recipe, file_type);
        let file = block_on(service.file(&plan, &plan.contents(&recipe)));
        assert_eq!(file.is_ok(), is_one, "{file:?}");
    }
    let stream = Plan::new(small(1), None, None, None).expect("a plan");
    let refused = block_on(service.file(&stream, &stream.contents(&recipe)));
    assert!(matches!(refused, Err(Error::Invalid { .. })), "{refused:?}");
}

#[test]
fn digests_tell_requests_apart_and_nothing_else() {
    let job = small(1);
    let packing = |range| Packing::new(Format::R8Unorm, 1, range).expect("a packing");
    let texels = |job: &Job, range| {
        let request = Request::texels(job, &packing(range)).expect("a request");
        request.digest().to_string()
    };
    let one = texels(&job, [-1.0, 1.0]);
    assert_eq!(one.len(), 64);
    assert_eq!(one, texels(&small(1), [-1.0, 1.0]));
    let mut moved = Grid::new([32, 16]);
    moved.origin[3] = 1e-9;
    let noise = Noise::perlin().seed(1).fbm().octaves(3);
    let moved = Job::of(&[noise], &moved).expect("a right job");
    let mut louder = job.clone();
    louder.set("fbm.gain", 0.25).expect("a number");
    let others = [
        texels(&job, [0.0, 1.0]),
        texels(&small(2), [-1.0, 1.0]),
        texels(&moved, [-1.0, 1.0]),
        texels(&louder, [-1.0, 1.0]),
        Request::volume(&job)
            .expect("a request")
            .digest()
            .to_string(),
        Request::points(&job, Vec::new()).digest().to_string(),
        Request::points(&job, vec![[0.0; 4]]).digest().to_string(),
    ];
    let all: std::collections::BTreeSet<&String> = others.iter().chain([&one]).collect();
    assert_eq!(all.len(), others.len() + 1);
}

#[test]
fn a_worker_that_is_run_by_hand_gives_the_same() {
    let mut by_hand = ByHand::new(Options::default());
    let job = large(5);
    let pending = by_hand.service.volume(&job);
    assert_eq!(*by_hand.finish(pending).expect("a volume"), alone(&job));
    assert!(
        by_hand.service.metrics().compute.count > 3,
        "it took one turn"
    );
}
