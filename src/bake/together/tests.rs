use std::fs;
use std::path::Path;

use super::*;
use crate::Recipe;
use crate::cpu::Cpu;
use crate::format::{self, FileType};
use crate::recipe::{Bounds, Range};

/// The nodes and the outputs of a material.
const MAPS: &str = include_str!("../../../tests/support/maps.toml");

fn maps(text: &str) -> Vec<(String, Recipe)> {
    let recipe = Recipe::parse(&format!("{text}{MAPS}"), "maps.toml").unwrap();
    recipe.each_output()
}

fn plans(maps: &[(String, Recipe)]) -> Vec<Plan> {
    let plan = |(_, map): &(_, _)| Plan::of_recipe(map, Some(FileType::Png)).unwrap();
    maps.iter().map(plan).collect()
}

/// Opens a file for each map in a folder.
fn writers(folder: &Path, maps: &[(String, Recipe)]) -> Vec<Writer> {
    fs::create_dir_all(folder).unwrap();
    let open = |((name, map), plan): (&(String, Recipe), Plan)| {
        format::create(&folder.join(format!("{name}.png")), &plan.contents(map)).unwrap()
    };
    maps.iter().zip(plans(maps)).map(open).collect()
}

/// Returns the names and the bytes of the files, in the order of the names.
fn finished(folder: &Path, writers: Vec<Writer>) -> Vec<(String, Vec<u8>)> {
    writers.into_iter().for_each(|writer| {
        writer.finish().unwrap();
    });
    let files = fs::read_dir(folder).unwrap().map(|entry| {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read(entry.path()).unwrap())
    });
    let mut files: Vec<_> = files.collect();
    files.sort();
    files
}

#[test]
fn files_are_those_of_each_alone() {
    let scratch = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("plain", "size = [200, 150]\n"),
        ("fine", "size = [90, 70]\nsupersample = 2\n"),
        ("frames", "size = [33, 20]\nframes = 3\n"),
        ("sheet", "size = [20, 30, 5]\n"),
        ("box", "size = [200, 150]\nbox = [[8, 77], [16, 150]]\n"),
    ] {
        let maps = maps(text);
        let plans = plans(&maps);
        let together = Together::of(&plans).unwrap();
        assert!(together.job().program().channels() > 4, "{name}");
        // Small bricks, so that there are several.
        let together = Together {
            samples: Plan {
                brick_samples: 999,
                ..together.samples
            },
            ..together
        };
        let folder = scratch.path().join(name);
        let mut open = writers(&folder, &maps);
        let mut backend = Cpu::new(together.job().clone());
        let mut done = Vec::new();
        let statistics = together
            .bake(&mut backend, &mut open, &mut |p| done.push(p.done))
            .unwrap();
        let found = finished(&folder, open);
        assert!(done.is_sorted() && done.len() > 1, "{name}");

        let folder = scratch.path().join(format!("{name}_alone"));
        let mut open = writers(&folder, &maps);
        for ((plan, writer), together) in plans.iter().zip(&mut open).zip(&statistics) {
            let mut backend = Cpu::new(plan.job().clone());
            let alone = plan.bake(&mut backend, writer, &mut |_| ()).unwrap();
            assert_eq!(together.samples, alone.samples, "{name}");
            assert_eq!(together.saturated, alone.saturated, "{name}");
            assert_eq!(together.used, alone.used, "{name}");
        }
        assert!(found == finished(&folder, open), "{name}");
    }
}

#[test]
fn plans_that_are_cut_otherwise_are_not_baked_together() {
    let all = plans(&maps("size = [64, 64]\n"));
    assert!(Together::of(&all).is_some());
    assert!(Together::of(&[]).is_none());
    for other in [
        "size = [64, 65]\n",
        "size = [64, 64]\nsupersample = 2\n",
        "size = [64, 64]\nseed = 1\n",
    ] {
        let other = plans(&maps(other));
        assert!(Together::of(&[all[0].clone(), other[1].clone()]).is_none());
    }
    let measured = maps("size = [64, 64]\n").into_iter().map(|(name, map)| {
        let range = Some(Range::Bounds(Bounds::Measured));
        (name, Recipe { range, ..map })
    });
    let measured: Vec<_> = measured.collect();
    assert!(Together::of(&plans(&measured)).is_none());
}

#[test]
fn writers_of_other_files_are_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let maps = maps("size = [64, 64]\n");
    let together = Together::of(&plans(&maps)).unwrap();
    let mut backend = Cpu::new(together.job().clone());
    let mut open = writers(scratch.path(), &maps);
    open.pop();
    let error = together
        .bake(&mut backend, &mut open, &mut |_| ())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "writers: got 4; allowed: 5, one for each plan"
    );
}
