"""What a call costs, in microseconds: the least mean of 40 batches, since other work on the machine only makes a batch slower.

    python benches/calls.py
"""

import subprocess
import sys
import time

import numpy as np

import wgpu_noise as wn

IMPORT = "import time, numpy; t = time.perf_counter(); import wgpu_noise; print(time.perf_counter() - t)"


def cost(call, count=25):
    means = []
    call()
    for _ in range(40):
        start = time.perf_counter()
        for _ in range(count):
            call()
        means.append((time.perf_counter() - start) / count)
    return 1e6 * min(means)


def main():
    perlin, clouds = wn.perlin(), wn.perlin(frequency=4).fbm(octaves=5)
    out, points = np.empty((64, 64), np.float32), np.random.default_rng(0).uniform(0, 8, (100_000, 3))
    imports = [float(subprocess.check_output([sys.executable, "-c", IMPORT])) for _ in range(15)]
    rows = {
        "import, after numpy": 1e6 * min(imports),
        "bake of perlin, 64 x 64": cost(lambda: wn.bake(perlin, (64, 64))),
        "the same with out=": cost(lambda: wn.bake(perlin, (64, 64), out=out)),
        "bake of fbm of 5 octaves, 64 x 64": cost(lambda: wn.bake(clouds, (64, 64))),
        "fbm of 5, 64 x 64, each of 1000 seeds": cost(lambda: wn.bake(clouds, (64, 64), seeds=range(1000)), 1) / 1000,
        "one point of fbm of 5": cost(lambda: clouds([[0.1, 0.2, 0.3]])),
        "each of 100 000 points of fbm of 5": cost(lambda: clouds(points), 1) / 100_000,
        "each of their gradients": cost(lambda: clouds.gradient(points), 1) / 100_000,
    }
    for name, microseconds in rows.items():
        print(f"{name:<40} {microseconds:10.3f} us")


if __name__ == "__main__":
    main()
