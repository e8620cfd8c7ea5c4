#!/usr/bin/env python3
"""Bakes a volume to .vdb and to .raw, and lets OpenVDB write the same samples, in turn.

    benches/vdb.py [SIDE] [ROUNDS] [FLAGS OF BAKE]      512 5 --octaves 5

Builds the program; needs Debian's python3-openvdb. Prints medians, and the sizes of the files. The times of the
program include computing the samples and waiting for the disk; those of OpenVDB are for `copyFromArray` and `write` alone.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

try:
    import openvdb
except ImportError:
    import pyopenvdb as openvdb

side = int(sys.argv[1]) if len(sys.argv) > 1 else 512
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
flags = sys.argv[3:] or ["--octaves", "5"]
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
target = os.environ.get("CARGO_TARGET_DIR", os.path.join(root, "target"))
program = os.path.join(target, "release", "wgpu-noise")
manifest = os.path.join(root, "Cargo.toml")
subprocess.run(["cargo", "build", "--release", "--locked", "--quiet", "--manifest-path", manifest], check=True)


def bake(path):
    size = f"{side}x{side}x{side}"
    command = [program, "bake", "--size", size, "--backend", "cpu", "--json", "-o", path]
    report = subprocess.run(command + flags, check=True, capture_output=True).stdout
    return json.loads(report)["seconds"]


def by_openvdb(path, samples):
    start = time.perf_counter()
    grid = openvdb.FloatGrid()
    grid.name = "density"
    grid.copyFromArray(samples)
    openvdb.write(path, grids=[grid])
    return time.perf_counter() - start


with tempfile.TemporaryDirectory(dir=".") as folder:
    path = os.path.join(folder, "a.")
    bake(path + "npy")
    samples = numpy.ascontiguousarray(numpy.load(path + "npy").transpose(2, 1, 0))
    os.unlink(path + "npy")
    ways = {
        "bake to .raw": ("raw", bake),
        "bake to .vdb": ("vdb", bake),
        "OpenVDB": ("vdb", lambda path: by_openvdb(path, samples)),
    }
    seconds = {name: [] for name in ways}
    bytes = {}
    for _ in range(rounds):
        for name, (extension, write) in ways.items():
            seconds[name].append(write(path + extension))
            bytes[name] = os.path.getsize(path + extension)
            os.unlink(path + extension)
    for name, all in seconds.items():
        low, high = min(all), max(all)
        print(f"{name}: {statistics.median(all):.2f} s ({low:.2f} to {high:.2f}), {bytes[name] / 1e6:.0f} MB")
