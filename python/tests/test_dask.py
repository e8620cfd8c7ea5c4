"""Chunks on Dask are the whole, also when workers are lost."""

import os
import signal
import threading
import time

import dask
import numpy as np
import pytest
import zarr

import wgpu_noise as wn


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """Three worker processes."""
    from distributed import Client, LocalCluster

    with dask.config.set({"distributed.worker.profile.enabled": False, "distributed.admin.tick.limit": "30s"}):
        folder = tmp_path_factory.mktemp("dask")
        with LocalCluster(
            n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=folder,
            silence_logs="CRITICAL",
        ) as cluster:
            with Client(cluster) as client:
                client.wait_for_workers(3)
                yield client


def tile():
    return wn.perlin(frequency=4, time_frequency=3).fbm(octaves=2)


@pytest.mark.parametrize(
    ("grid", "chunks"),
    [
        ({"size": (40, 48, 32), "extent": (1.25, 1.5, 1)}, (16, 20, 32)),
        ({"size": (64, 64)}, 24),
        ({"size": (64, 64), "frames": 3}, (2, 33, 64)),
        ({"size": (64, 64), "dtype": "uint8", "range": (-1, 1)}, "auto"),
    ],
)
def test_chunks_are_pieces_of_the_whole(grid, chunks):
    for source in [tile(), [tile(), wn.value()]]:
        lazy = wn.dask.array(source, chunks=chunks, seamless=True, seed=9, **grid)
        whole = wn.bake(source, backend="cpu", seamless=True, seed=9, **grid)
        assert lazy.shape == whole.shape and lazy.dtype == whole.dtype
        np.testing.assert_array_equal(lazy.compute(scheduler="threads"), whole)
        assert lazy.max().compute(scheduler="sync") == whole.max()
    assert lazy.name != wn.dask.array(source, chunks=chunks, seamless=True, seed=8, **grid).name


@pytest.mark.parametrize("step", [{"erosion": {"iterations": 20}}, {"blur": 0.1}])
def test_an_eroded_or_blurred_grid_is_computed_once(step, monkeypatch):
    grid = {"size": (32, 32), "keys": step}
    lazy = wn.dask.array(tile(), chunks=(8, 16), **grid)
    computed, fill = [], wn.dask.fill
    monkeypatch.setattr(wn.dask, "fill", lambda *arguments: computed.append(arguments) or fill(*arguments))
    assert lazy.numblocks == (4, 2)
    np.testing.assert_array_equal((lazy + 0).compute(scheduler="sync"), wn.bake(tile(), **grid, backend="cpu"))
    assert len(computed) == 1


def test_a_store_of_an_eroded_grid_is_one_task(tmp_path, monkeypatch):
    written = []

    class Store:
        parts = 3

        def __init__(self, recipe, path):
            pass

        def init(self):
            pass

        def write(self, numbers, where):
            written.append(numbers)

    monkeypatch.setattr(wn.dask._native, "Store", Store)
    for keys in [{}, {"erosion": {}}]:
        with dask.config.set(scheduler="sync"):
            assert wn.dask.bake_zarr(tmp_path / f"{len(keys)}.zarr", tile(), (8, 8), keys=keys) == 3
    assert sorted(written) == [[0], [0, 1, 2], [1], [2]]


def test_wrong_arguments_are_refused_before_anything_is_computed(tmp_path):
    for call in [wn.dask.array, lambda *a, **k: wn.dask.bake_zarr(tmp_path / "a.zarr", *a, **k)]:
        for arguments in [{"backend": "cuda"}, {"adapter": "llvmpipe"}]:
            with pytest.raises(ValueError, match="^(backend: got cuda|adapter: got llvmpipe); allowed: "):
                call(tile(), (8, 8), **arguments)
    assert not any(tmp_path.iterdir())
    with pytest.raises(ValueError, match="^range: got measured; allowed: two numbers, or auto"):
        wn.dask.array(tile(), (8, 8), dtype="uint8", range="measured")
    with pytest.raises(ValueError, match="octaves: got 99"):
        wn.dask.array(wn.perlin().fbm(octaves=99), (8, 8))


def test_automatic_chunks_are_long():
    lazy = wn.dask.array(tile(), (2048, 2048, 2048))
    assert lazy.chunksize == (2, 2048, 2048)
    assert wn.dask.array([tile()] * 4, (4096, 4096), frames=7, dtype="uint8").chunksize == (1, 2048, 4096, 4)


def kill(client, worker):
    """End a worker process as a machine ends that loses its power."""
    os.kill(client.run(os.getpid, workers=[worker])[worker], signal.SIGKILL)


def test_a_worker_is_killed_in_mid_bake(client):
    lazy = wn.dask.array(tile(), (48, 48, 48), (16, 16, 16), backend="reference")
    kept = lazy.persist()
    # It is killed as soon as it holds results, which are lost, while others are computed.
    deadline = time.monotonic() + 60
    while not (holders := [worker for worker, keys in client.has_what().items() if keys]):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    states = client.futures_of(kept)
    assert any(future.status == "pending" for future in states)
    kill(client, holders[0])
    np.testing.assert_array_equal(kept.compute(), wn.bake(tile(), (48, 48, 48), backend="reference"))


def test_workers_write_a_store(client, tmp_path):
    client.wait_for_workers(3)
    grid = {"size": (96, 320, 640), "seed": 3, "keys": {"format": "r32float"}}
    alone, together = tmp_path / "alone.zarr", tmp_path / "together.zarr"
    wn.save(alone, tile(), **grid, backend="cpu")

    def files(folder):
        # A worker that was killed leaves a partial file, whose name begins with a dot.
        whole = (path for path in folder.rglob("[!.]*") if path.is_file())
        return {path.relative_to(folder): path.read_bytes() for path in whole}

    killed = []

    def kill_one():
        deadline = time.monotonic() + 60
        while not list(together.glob("noise/c.*")) and time.monotonic() < deadline:
            time.sleep(0.001)
        worker = next(iter(client.scheduler_info()["workers"]))
        kill(client, worker)
        killed.append(worker)

    thread = threading.Thread(target=kill_one)
    thread.start()
    count = wn.dask.bake_zarr(together, tile(), **grid, client=client)
    thread.join()
    assert killed and count == len(list(alone.glob("noise/c.*"))) > 3
    assert files(together) == files(alone)
    baked = wn.bake(tile(), grid["size"], seed=3, backend="cpu")
    np.testing.assert_array_equal(zarr.open_group(together, mode="r")["noise"][...], baked)


def test_arrays_go_to_zarr(tmp_path):
    lazy = wn.dask.array(tile(), (32, 32, 32), (16, 32, 32))
    with dask.config.set(scheduler="threads"):
        lazy.to_zarr(str(tmp_path / "d.zarr"))
    np.testing.assert_array_equal(zarr.open_array(tmp_path / "d.zarr", mode="r")[...], wn.bake(tile(), (32, 32, 32), backend="cpu"))


def test_wrong_parts_are_refused_before_a_store_is_made(tmp_path):
    for parts, error in [(-5, ValueError), (0, ValueError), (1.5, TypeError)]:
        with pytest.raises(error, match=f"^parts: got {parts}; allowed: whole numbers from 1 "):
            wn.dask.bake_zarr(tmp_path / "a.zarr", tile(), (8, 8), parts=parts)
    assert not any(tmp_path.iterdir())


def test_a_store_needs_a_range(tmp_path):
    with pytest.raises(ValueError, match="measured"):
        wn.dask.bake_zarr(tmp_path / "a.zarr", tile(), (8, 8), range="measured", keys={"format": "r8unorm"})
    with pytest.raises(ValueError, match="zarr"):
        wn.dask.bake_zarr(tmp_path / "a.npy", tile(), (8, 8))
