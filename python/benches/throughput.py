"""Large arrays, against the Rust library alone in turn: million samples a second, the best of many rounds, since
other work on the machine only makes a round slower, and the ratio of the two.

    RAYON_NUM_THREADS=1 python benches/throughput.py PATH_OF_native     which `cargo bench -p wgpu-noise-python --bench native --no-run` builds
"""

import subprocess
import sys
import time

import numpy as np

import wgpu_noise as wn

ROUNDS = 4


def rates():
    """Return the rate of each workload of native.rs, the best of 15 rounds."""
    plane, volume = (wn.perlin(frequency=64), (4096, 4096)), (wn.perlin(frequency=8), (256, 256, 256))
    found = {}
    for name, (noise, size), octaves in [("2d-1", plane, 1), ("2d-6", plane, 6), ("3d-1", volume, 1), ("3d-5", volume, 5)]:
        noise = noise if octaves == 1 else noise.fbm(octaves=octaves)
        out = np.ones(size, np.float32)
        best = np.inf
        for _ in range(15):
            start = time.perf_counter()
            wn.bake(noise, size, out=out, backend="cpu")
            best = min(best, time.perf_counter() - start)
        found[name] = out.size / best / 1e6
    return found


def native(path):
    printed = subprocess.run([path, "--bench"], check=True, capture_output=True, text=True).stdout
    return {name: float(rate) for name, rate in map(str.split, printed.splitlines())}


def main():
    both = [(native(sys.argv[1]), rates()) for _ in range(ROUNDS)]
    print("workload     Rust   Python   ratio")
    for name in both[0][0]:
        rust, python = (max(each[which][name] for each in both) for which in (0, 1))
        print(f"{name:<10} {rust:6.0f}   {python:6.0f}   {python / rust:.3f}")


if __name__ == "__main__":
    main()
