"""Other packages on the same grids: million samples a second, the best of some runs of a second in all. What is not installed is
left out.

    pip install opensimplex perlin-noise noise pyfastnoiselite scipy; python benches/peers.py
"""

import importlib
import time

import numpy as np

import wgpu_noise as wn

#: Cells along each axis.
CELLS = 16


def rate(samples, call):
    """Return million samples a second."""
    call()
    best, end = np.inf, time.perf_counter() + 1
    while time.perf_counter() < end:
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return samples / best / 1e6


def places(n):
    return (np.arange(n) + 0.5) / n * CELLS


def ours(noise, n, dimensions=2):
    return lambda: wn.bake(noise, (n,) * dimensions, backend="cpu")


def opensimplex(module, n):
    x = places(n)
    return lambda: module.noise2array(x, x)


def perlin_noise(module, n):
    noise, x = module.PerlinNoise(octaves=1, seed=1), places(n).tolist()
    return lambda: [[noise([a, b]) for a in x] for b in x]


def noise(module, n):
    x = places(n).tolist()
    return lambda: [[module.pnoise2(a, b) for a in x] for b in x]


def pyfastnoiselite(module, n):
    fast = module.FastNoiseLite()
    fast.noise_type = module.NoiseType.NoiseType_Perlin
    fast.frequency = 1.0
    x = np.stack(np.meshgrid(places(n), places(n))).reshape(2, -1).astype(np.float32)
    return lambda: fast.gen_from_coords(x)


def spectral(module, n):
    """Noise of a power spectrum 1/f², as images of clouds are made: another function of the same look."""
    f = np.hypot(np.fft.fftfreq(n)[:, None], module.rfftfreq(n)[None])
    f[0, 0] = 1
    random = np.random.default_rng(1)
    shape = f.shape
    return lambda: module.irfft2((random.normal(size=shape) + 1j * random.normal(size=shape)) / f**2, s=(n, n), workers=-1)


def main():
    perlin, simplex, clouds = wn.perlin(frequency=CELLS), wn.simplex(frequency=CELLS), wn.perlin(frequency=CELLS).fbm(octaves=6)
    rows = [
        ("opensimplex", opensimplex, 1024, simplex),
        ("perlin_noise", perlin_noise, 64, perlin),
        ("noise", noise, 512, perlin),
        ("pyfastnoiselite.pyfastnoiselite", pyfastnoiselite, 1024, perlin),
        ("scipy.fft", spectral, 2048, clouds),
    ]
    print(f"{'package':<34} {'grid':>10} {'its rate':>9} {'ours':>9}   ratio")
    for name, make, n, same in rows:
        try:
            module = importlib.import_module(name)
        except ImportError as error:
            print(f"{name:<34} not installed: {error}")
            continue
        theirs, own = rate(n * n, make(module, n)), rate(n * n, ours(same, n))
        print(f"{name:<34} {f'{n} x {n}':>10} {theirs:9.3f} {own:9.1f}   {own / theirs:.0f}")


if __name__ == "__main__":
    main()
