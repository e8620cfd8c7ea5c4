#!/usr/bin/env python3
"""Bakes a store in shares on the workers of a Dask cluster.

    with_dask.py RECIPE STORE [SHARES] [SCHEDULER]

Without the address of a scheduler it starts two workers on this machine. Dask repeats the shares of a worker that is lost; a
share that was begun writes what is missing.
"""

import subprocess
import sys

from distributed import Client


def bake(recipe, store, share, shares):
    command = ["wgpu-noise", "--quiet", "bake", recipe, "--backend", "cpu", "-o", store]
    subprocess.run([*command, "--shard", f"{share}/{shares}"], check=True)
    return share


def main():
    recipe, store, shares, *scheduler = [*sys.argv[1:], *["8"][: 4 - len(sys.argv)]]
    shares = int(shares)
    client = Client(*scheduler) if scheduler else Client(n_workers=2, threads_per_worker=1)
    init = ["wgpu-noise", "--quiet", "bake", recipe, "--backend", "cpu", "-o", store, "--init"]
    subprocess.run(init, check=True)
    futures = [client.submit(bake, recipe, store, i, shares, retries=3) for i in range(shares)]
    print(f"{len(client.gather(futures))} shares are written")
    client.close()


if __name__ == "__main__":
    main()
