"""Forks, threads, signals and imports."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import wgpu_noise as wn


def run(program, **environment):
    """Run a program in a new interpreter, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **environment}, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


FORK = """
import os, signal, sys
import numpy as np, wgpu_noise as wn

grid = dict(size=(128, 128, 64), backend="cpu")
noise = wn.perlin().fbm()
before = wn.bake(noise, **grid)
NAME = os.environ.get("ADAPTER")
if NAME:
    wn.bake(noise, (8, 8), adapter=NAME)
child = os.fork()
if child == 0:
    signal.alarm(20)
    same = np.array_equal(wn.bake(noise, **grid), before)
    same &= np.array_equal(wn.bake(noise, (9, 9), seeds=range(50), backend="cpu")[7], wn.bake(noise, (9, 9), seed=7, backend="cpu"))
    same &= wn.bake(noise, (512, 512, 8)).shape == (512, 512, 8)
    same &= len(wn.save(os.environ["FOLDER"] + "/a.zarr", noise, (128, 128, 128), backend="cpu")) > 0
    if NAME:
        try:
            wn.bake(noise, (8, 8), adapter=NAME)
            same = False
        except RuntimeError as error:
            same &= "forked" in str(error)
    os._exit(0 if same else 3)
status = os.waitpid(child, 0)[1]
assert np.array_equal(wn.bake(noise, **grid), before)
print(status)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_fork_computes_after_a_gpu_was_used(adapter, tmp_path):
    assert run(FORK, ADAPTER=adapter, FOLDER=str(tmp_path)).strip() == "0"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_fork_computes_after_threads_were_used(tmp_path):
    assert run(FORK, FOLDER=str(tmp_path)).strip() == "0"


IMPORT = """
import json, os, sys, time
import numpy
start = time.perf_counter()
import wgpu_noise as wn
seconds = time.perf_counter() - start
def state():
    maps = open("/proc/self/maps").read()
    return [len(os.listdir("/proc/self/task")), "libvulkan" in maps]
after_import = state()
wn.bake(wn.perlin(), (512, 512, 16), backend="cpu")
after_bake = state()
wn.bake(wn.perlin(), (4, 4), adapter=os.environ["ADAPTER"])
modules = [name for name in ("dask", "xarray", "distributed") if name in sys.modules]
print(json.dumps([seconds, after_import, after_bake, state(), modules]))
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="this system does not show what a process has loaded")
def test_importing_opens_nothing(adapter):
    environment = {"OPENBLAS_NUM_THREADS": "1", "RAYON_NUM_THREADS": "2", "ADAPTER": adapter}
    runs = [json.loads(run(IMPORT, **environment)) for _ in range(3)]
    _, after_import, after_bake, after_gpu, modules = runs[0]
    assert after_import == [1, False] and modules == []
    # The controls: threads and a loaded driver are seen.
    assert after_bake[0] > 1 and not after_bake[1] and after_gpu[1]
    assert min(seconds for seconds, *_ in runs) < 0.05


def test_threads_of_python_run_meanwhile(clouds):
    out = np.empty((256, 256, 256), np.float32)
    ticks, done = [], threading.Event()

    def tick():
        while not done.wait(0.001):
            ticks.append(time.perf_counter())

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    wn.bake(clouds, out.shape, out=out, backend="cpu")
    end = time.perf_counter()
    done.set()
    thread.join()
    inside = [tick for tick in ticks if start < tick < end]
    assert len(inside) > 3 and max(np.diff([start, *inside, end])) < (end - start) / 2


def test_many_threads_at_once(clouds, adapter):
    from concurrent.futures import ThreadPoolExecutor

    def bake(seed):
        where = {"adapter": adapter} if seed % 4 == 0 else {"backend": "cpu"}
        return wn.bake(clouds, (40, 40), seed=seed, **where)

    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(bake, range(32)))
    for seed, baked in enumerate(together):
        assert np.abs(baked - wn.bake(clouds, (40, 40), seed=seed, backend="cpu")).max() < 2e-6


INTERRUPT = """
import sys, time
import wgpu_noise as wn
noise = wn.perlin().fbm(octaves=32)
work = {
    "bake": lambda: wn.bake(noise, (256, 256, 64), backend="reference"),
    "measure": lambda: wn.bake(noise, (256, 256, 64), dtype="uint8", range="measured", backend="reference"),
    "seeds": lambda: wn.bake(noise, (64, 64), seeds=range(100000), backend="reference"),
    "erosion": lambda: wn.bake(wn.perlin(), (1024, 1024), keys={"erosion": {"iterations": 100000}}, backend="cpu"),
    "erosions": lambda: wn.bake(wn.perlin(), (32, 32), seeds=range(20000), keys={"erosion": {"iterations": 300}}, backend="cpu"),
    "save": lambda: wn.save(sys.argv[2] + "/a.npy", noise, (256, 256, 64), backend="reference"),
    "verify": lambda: wn.verify("reference"),
}[sys.argv[1]]
print("begun", flush=True)
try:
    work()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("work", ["bake", "measure", "seeds", "erosion", "erosions", "save", "verify"])
def test_ctrl_c_is_heard(work, tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPT, work, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        assert process.poll() is None
        start = time.perf_counter()
        process.send_signal(signal.SIGINT)
        printed, errors = process.communicate(timeout=30)
    finally:
        process.kill()
    assert (printed, process.returncode) == ("interrupted\n", 0), errors
    assert time.perf_counter() - start < 5
    assert not os.listdir(tmp_path)
