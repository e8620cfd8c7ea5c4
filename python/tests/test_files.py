"""Files by the writers of the library, and arrays with coordinates."""

import numpy as np
import pytest
import xarray
import zarr

import wgpu_noise as wn


def test_files_of_many_types(clouds, tmp_path):
    for name in ["a.png", "a.npy", "a.exr", "a.tif", "a.dds", "a.raw", "a.webp", "a.r16"]:
        paths = wn.save(tmp_path / name, clouds, (8, 8))
        assert paths[0] == str(tmp_path / name) and (tmp_path / name).stat().st_size > 50
    wn.save(tmp_path / "v.vdb", "cloud_shape", (16, 16, 16))
    wn.save(tmp_path / "v.ktx2", clouds, (16, 16, 16), keys={"format": "r8unorm", "mips": True})
    assert (tmp_path / "v.ktx2").read_bytes()[1:4] == b"KTX"
    assert (tmp_path / "v.ktx2").stat().st_size > 16**3 * 8 / 7
    frames = wn.save(tmp_path / "f.png", clouds, (8, 8), frames=3)
    assert [path[-6:] for path in frames] == ["00.png", "01.png", "02.png"]
    baked = wn.bake([clouds, wn.value()], (4, 8, 8), seed=3, backend="cpu")
    wn.save(tmp_path / "b.npy", [clouds, wn.value()], (4, 8, 8), seed=3, backend="cpu")
    np.testing.assert_array_equal(np.load(tmp_path / "b.npy"), baked)


def test_a_store_is_read_by_zarr_and_xarray(clouds, tmp_path):
    wn.save(tmp_path / "a.zarr", clouds, (8, 16, 32), frames=2, backend="cpu")
    baked = wn.bake(clouds, (8, 16, 32), frames=2, backend="cpu")
    np.testing.assert_array_equal(zarr.open_group(tmp_path / "a.zarr", mode="r")["noise"][...], baked)
    dataset = xarray.open_zarr(tmp_path / "a.zarr", consolidated=True)
    made = wn.xarray.bake(clouds, (8, 16, 32), frames=2, backend="cpu")
    assert made.dims == dataset["noise"].dims
    xarray.align(made, dataset["noise"], join="exact")
    assert (made - dataset["noise"]).shape == (2, 8, 16, 32) and (made == dataset["noise"]).all()


def test_coordinates_are_positions(clouds):
    grid = {"extent": (4, 2), "origin": (10, 20), "frames": 4, "time": 1, "duration": 2}
    named = wn.xarray.bake([wn.x(), wn.y(), wn.w(), clouds], (6, 5), seeds=[4, 8], **grid)
    assert named.dims == ("seed", "frame", "y", "x", "channel") and named.time.dims == ("frame",)
    assert (named.sel(time=1.6, method="nearest") == named.isel(frame=1)).all()
    for channel, axis in [("x", "x"), ("y", "y"), ("w", "time")]:
        values = named.sel(channel=channel)
        np.testing.assert_allclose(values, (named[axis] + 0 * values).transpose(*values.dims), rtol=1e-6)
    assert list(named.seed) == [4, 8] and list(named.time) == [1, 1.5, 2, 2.5]
    edges = wn.xarray.bake(clouds, (3, 3), edge_samples=True)
    assert list(edges.x) == [0, 0.5, 1]
    assert wn.load(named.attrs["wgpu-noise:recipe"]).frames == 4
    twice = wn.xarray.bake([clouds, wn.perlin(8).fbm(), clouds], (3, 3), seeds=iter([4, 8]))
    assert list(twice.seed) == [4, 8] and list(twice.channel) == ["fbm", "fbm_2", "fbm_3"]


def test_snippets(clouds):
    for lang, word in [("wgsl", "fn field"), ("glsl", "float field"), ("hlsl", "float field"), ("msl", "float field")]:
        assert word in wn.snippet(clouds, lang, name="field", size=(4, 4, 4))
    assert wn.snippet(clouds, "spirv", entry="compute")[:4] == bytes([3, 2, 35, 7])
    with pytest.raises(ValueError, match="lang"):
        wn.snippet(clouds, "basic")


def test_reports(adapter):
    devices = wn.devices()
    assert devices["cpu"]["threads"] >= 1
    assert any(adapter in device["name"] for device in devices["adapters"])
    verified = wn.verify("cpu", every=60)
    assert verified and verified.backend == "cpu" and len(verified.outcomes) > 10 and not verified.failed
    assert wn.verify(adapter=adapter, every=300).adapter
    assert wn.nodes()["perlin"]["role"] == "source"


def test_a_failure_is_not_a_success():
    right = wn.Outcome("a", "x", True, 0.0, 1e-6, 4, 0)
    wrong = wn.Outcome("b", "x", False, 1.0, 1e-6, 4, 0)
    assert wn.Verification("cpu", None, [right])
    assert not wn.Verification("cpu", None, [right, wrong]) and not wn.Verification("cpu", None, [])
