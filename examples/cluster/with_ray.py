#!/usr/bin/env python3
"""Bakes a store in shares on the workers of a Ray cluster.

    with_ray.py RECIPE STORE [SHARES] [ADDRESS]

Without the address of a cluster it starts two workers on this machine. Ray repeats the shares of a worker that is lost; a share
that was begun writes what is missing.
"""

import subprocess
import sys

import ray


@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)
def bake(recipe, store, share, shares):
    command = ["wgpu-noise", "--quiet", "bake", recipe, "--backend", "cpu", "-o", store]
    subprocess.run([*command, "--shard", f"{share}/{shares}"], check=True)
    return share


def main():
    recipe, store, shares, *address = [*sys.argv[1:], *["8"][: 4 - len(sys.argv)]]
    shares = int(shares)
    ray.init(address[0]) if address else ray.init(num_cpus=2)
    init = ["wgpu-noise", "--quiet", "bake", recipe, "--backend", "cpu", "-o", store, "--init"]
    subprocess.run(init, check=True)
    done = ray.get([bake.remote(recipe, store, share, shares) for share in range(shares)])
    print(f"{len(done)} shares are written")


if __name__ == "__main__":
    main()
