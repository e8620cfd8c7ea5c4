"""One and two worker processes of Dask, a thread each, on one machine: seconds of a bake, and the scheduler's cost of a chunk; the
least of some rounds.

    RAYON_NUM_THREADS=1 python benches/workers.py
"""

import time

import dask
from distributed import Client, LocalCluster

import wgpu_noise as wn

ROUNDS = 3


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main():
    noise = wn.perlin(frequency=64).fbm(octaves=8)
    bake = lambda: wn.dask.array(noise, (64, 1024, 1024), (2, 1024, 1024)).max().compute()  # noqa: E731
    # Chunks of no work: what is left is the scheduler.
    idle = lambda: wn.dask.array(wn.constant(0), (300,), (1,)).max().compute()  # noqa: E731
    alone = [seconds(lambda: wn.bake(noise, (64, 1024, 1024), backend="cpu").max()) for _ in range(ROUNDS)]
    print(f"this process: {min(alone):.2f} s")
    for workers in (1, 2):
        with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
            bake()
            idle()
            baked = [seconds(bake) for _ in range(ROUNDS)]
            idled = [seconds(idle) for _ in range(ROUNDS)]
            print(
                f"{workers} workers: {min(baked):.2f} s in 32 chunks; "
                f"{1000 * min(idled) / 300:.2f} ms for each of 300 chunks without work"
            )


if __name__ == "__main__":
    dask.config.set({"distributed.worker.profile.enabled": False})
    main()
