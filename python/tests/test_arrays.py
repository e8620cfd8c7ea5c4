"""Arrays have the promised shapes, orders and values."""

import gc
import tracemalloc

import numpy as np
import pytest

import wgpu_noise as wn


@pytest.mark.parametrize(
    ("arguments", "shape"),
    [
        ({"size": 7}, (7,)),
        ({"size": (5, 7)}, (5, 7)),
        ({"size": (3, 5, 7)}, (3, 5, 7)),
        ({"size": (5, 7), "frames": 2}, (2, 5, 7)),
        ({"size": (5, 7), "frames": 1}, (1, 5, 7)),
        ({"size": (5, 7), "seeds": [3, 9]}, (2, 5, 7)),
        ({"size": (5, 7), "seeds": []}, (0, 5, 7)),
        ({"size": (3, 5, 7), "frames": 2, "seeds": range(4)}, (4, 2, 3, 5, 7)),
        ({"size": (3, 5, 7), "region": np.s_[1:, :2]}, (2, 2, 7)),
        ({"size": (5, 7), "region": np.s_[2:2]}, (0, 7)),
    ],
)
def test_shapes(clouds, arguments, shape):
    assert wn.bake(clouds, **arguments).shape == shape
    two = wn.bake([clouds, wn.value()], **arguments)
    assert two.shape == (*shape, 2) and two.dtype == np.float32


def test_the_order_is_that_of_numpy():
    along = {"x": (-1, 7), "y": (-2, 5), "z": (-3, 3)}
    for name, (axis, count) in along.items():
        baked = wn.bake(getattr(wn, name)(), (3, 5, 7))
        expected = np.moveaxis(np.broadcast_to((np.arange(count) + 0.5) / 7, (1, 1, count)), -1, axis)
        np.testing.assert_allclose(baked, np.broadcast_to(expected, baked.shape), rtol=1e-6)
    times = wn.bake(wn.w(), (2, 2), frames=4, time=1, duration=8)
    np.testing.assert_allclose(times[:, 0, 0], [1, 3, 5, 7])
    placed = wn.bake(wn.y(), (4, 2), extent=(8, 2), origin=(10, 0))
    np.testing.assert_allclose(placed[:, 0], [11, 13, 15, 17])
    assert (wn.bake(wn.z(), (2, 2), origin=(0.25, 0, 0)) == 0.25).all()


def test_a_slice_of_a_volume(clouds):
    volume = wn.bake(clouds, (8, 8, 8), backend="cpu")
    for cut in [{"size": (1, 8, 8), "origin": (3 / 8, 0, 0)}, {"size": (8, 8, 8), "region": np.s_[3:4]}]:
        np.testing.assert_array_equal(wn.bake(clouds, **cut, backend="cpu"), volume[3:4])
    deep = wn.perlin(4, axes="xyz").fbm(octaves=5)
    np.testing.assert_array_equal(wn.bake(deep, (8, 8), origin=(3.5 / 8, 0, 0), backend="cpu"), volume[3])
    # The height is for what reads it alone.
    np.testing.assert_array_equal(wn.bake(clouds, (8, 8), origin=(3.5 / 8, 0, 0)), wn.bake(clouds, (8, 8)))


def test_values_are_those_of_the_definition(clouds):
    grid = {"size": (9, 17, 33), "seed": 5}
    baked = wn.bake(clouds, **grid, backend="cpu")
    exact = wn.bake(clouds, **grid, backend="reference")
    assert 0 < np.abs(baked - exact).max() < 1e-6
    assert np.abs(baked - wn.bake(clouds, size=(9, 17, 33), seed=6)).max() > 0.1


def test_a_gpu_has_the_same_values(clouds, adapter):
    grid = {"size": (9, 17, 33), "seeds": [1, 2]}
    on_gpu = wn.bake(clouds, **grid, backend="gpu", adapter=adapter)
    assert np.abs(on_gpu - wn.bake(clouds, **grid, backend="cpu")).max() < 2e-6


def test_a_batch_is_every_seed(clouds):
    seeds = [7, 0, 2**32 - 1, 7]
    for size in [(33, 20), (3, 33, 20)]:
        batch = wn.bake(clouds, size, seeds=np.array(seeds), backend="cpu")
        for seed, one in zip(seeds, batch):
            np.testing.assert_array_equal(one, wn.bake(clouds, size, seed=seed, backend="cpu"))
    assert (batch[0] == batch[3]).all() and (batch[0] != batch[1]).any()


def test_a_region_has_the_bits_of_the_whole():
    tile = wn.perlin(frequency=4, time_frequency=3).fbm()
    grid = {"size": (32, 48, 32), "frames": 3, "seamless": True, "extent": (1, 1.5, 1), "backend": "cpu"}
    whole = wn.bake(tile, **grid)
    for region in [np.s_[1:3, 5:20, :, 31:], np.s_[2:], np.s_[:, -1:, 7:8, 3:9]]:
        np.testing.assert_array_equal(wn.bake(tile, **grid, region=region), whole[region])
    cut = wn.bake(tile, **grid, region=np.s_[0:1])
    assert (cut != wn.bake(tile, **grid, region=np.s_[1:2])).any()


@pytest.mark.parametrize(("dtype", "most"), [("uint8", 255), ("uint16", 65535)])
def test_whole_numbers_store_a_range(clouds, dtype, most):
    for noises in [[clouds], [clouds, wn.worley()], [clouds, wn.worley(), wn.value()]]:
        floats = wn.bake(noises, (20, 30), backend="cpu")
        stored = wn.bake(noises, (20, 30), dtype=dtype, range=(-0.5, 1.5), backend="cpu")
        assert stored.dtype == dtype and stored.shape == floats.shape
        expected = np.clip((floats.astype(float) + 0.5) / 2, 0, 1) * most
        assert np.abs(stored - expected).max() <= 0.5 + most * 1e-6
    measured = wn.bake(clouds, (20, 30), dtype=dtype, range="measured")
    assert (measured.min(), measured.max()) == (0, most)
    assert wn.bake(clouds, (20, 30), dtype=dtype, range="auto").max() < most


def test_halves_are_rounded_floats(clouds):
    floats = wn.bake(clouds, (20, 30), backend="cpu")
    np.testing.assert_array_equal(wn.bake(clouds, (20, 30), dtype="float16", backend="cpu"), floats.astype(np.float16))


def test_a_ramp_makes_colours():
    colours = wn.bake("wood_rings", (16, 16), dtype="uint8")
    assert colours.shape == (16, 16, 3) and colours.dtype == np.uint8 and colours.std() > 5


def test_out_is_filled_and_nothing_of_its_size_allocated(clouds):
    out = np.full((64, 128, 128), np.nan, np.float32)
    gc.collect()
    tracemalloc.start()
    assert wn.bake(clouds, out.shape, out=out, backend="cpu") is out
    assert tracemalloc.get_traced_memory()[1] < out.nbytes / 20
    tracemalloc.reset_peak()
    expected = wn.bake(clouds, out.shape, backend="cpu")
    # The control: numpy's own memory is traced.
    assert tracemalloc.get_traced_memory()[1] > out.nbytes
    tracemalloc.stop()
    np.testing.assert_array_equal(out, expected)


def test_a_wrong_out_is_refused(clouds):
    for out in [
        "text",
        memoryview(bytes(80)),
        np.empty((4, 5), np.float64),
        np.empty((5, 4), np.float32),
        np.empty((5, 4), np.float32).T,
        np.empty((4, 10), np.float32)[:, ::2],
        [[0.0] * 5] * 4,
        np.broadcast_to(np.float32(0), (4, 5)),
        np.ma.array(np.empty((4, 5), np.float32), mask=True),
    ]:
        with pytest.raises(ValueError, match="^out: "):
            wn.bake(clouds, (4, 5), out=out, dtype="float32")
    with pytest.raises(ValueError, match="^out: got float64; allowed: float32"):
        wn.bake(clouds, (4, 5), out=np.empty((4, 5)))
    with pytest.raises(ValueError, match="^out: got <class 'list'>"):
        wn.bake(clouds, (4, 5), out=[0.0])
    parts = np.zeros((2, 4, 5), np.float32)
    wn.bake(clouds, (4, 5), out=parts[1])
    assert (parts[0] == 0).all() and (parts[1] != 0).any()
    assert (wn.bake(clouds, (4, 5), out=parts[0].view(np.matrix)) == parts[1]).all()


def test_arrays_are_shared_by_dlpack(clouds):
    baked = wn.bake(clouds, (4, 5))
    shared = np.from_dlpack(baked)
    assert np.shares_memory(baked, shared) and (shared == baked).all()
    assert baked.__array_interface__["typestr"] == "<f4" and baked.flags.c_contiguous


def cells(**keys):
    return wn.load({"nodes": {"n": "worley(7)"}, "channels": ["n"], "extent": [1.0, 1.0], **keys})


def test_samples_are_the_means_of_sub_samples():
    smooth = wn.bake(cells(supersample=4), (6, 10))
    fine = wn.bake(cells(), (24, 40)).reshape(6, 4, 10, 4)
    np.testing.assert_allclose(smooth, fine.mean(axis=(1, 3)), rtol=0, atol=1e-6)
    assert np.abs(smooth - wn.bake(cells(), (6, 10))).max() > 0.01
    part = wn.bake(cells(supersample=4), (6, 10), region=np.s_[1:4, 2:])
    assert np.array_equal(part, smooth[1:4, 2:])
    seeds = wn.bake(cells(supersample=4), (6, 10), seeds=[3, 0])
    assert np.array_equal(seeds[1], smooth) and not np.array_equal(seeds[0], smooth)
    bytes_of = wn.bake(cells(supersample=4, range=[0, 1]), (6, 10), dtype="uint8")
    assert np.abs(bytes_of - smooth * 255).max() <= 0.501


def test_a_material_has_outputs():
    outputs = wn.load("granite").outputs
    assert {"albedo", "height", "normal", "orm"} <= set(outputs)
    normal = wn.bake(outputs["normal"], (16, 16))
    np.testing.assert_allclose(np.linalg.norm(normal, axis=-1), 1, atol=1e-5)
    assert np.abs(normal[..., :2]).max() > 1e-3
    assert wn.load("clouds").outputs == {}


def test_parameters_are_described_and_set():
    caves = wn.load("caves")
    width = {"default": 0.03, "range": [0.0, 0.2], "help": "how wide the tunnels are"}
    assert caves.parameters["width"] == width
    assert wn.load("clouds").parameters == {}
    wider = caves.set({"width": 0.1})
    assert wider.parameters["width"] == width | {"default": 0.1}
    assert (wn.bake(wider, (8, 16, 16)) != wn.bake(caves, (8, 16, 16))).any()
    with pytest.raises(ValueError, match="width"):
        wn.bake(caves.set({"width": 0.3}), (8, 16, 16))
