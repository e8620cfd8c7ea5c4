"""Errors are exceptions that say what is wrong."""

import numpy as np
import pytest

import wgpu_noise as wn


def test_a_wrong_number_names_its_node(clouds):
    with pytest.raises(ValueError, match=r"hills\.octaves: got 99; .* 1 to 32"):
        wn.bake(wn.perlin().fbm(octaves=99).name("hills"), (4, 4))
    with pytest.raises(ValueError, match="did you mean `perlin`"):
        wn.load('channels = ["n"]\n[nodes.n]\nkind = "perlim"')
    with pytest.raises(TypeError, match="no parameter .frequncy"):
        wn.perlin(frequncy=4)
    with pytest.raises(TypeError, match="two values for frequency"):
        wn.perlin(4, frequency=4)
    with pytest.raises(TypeError, match="octaves"):
        wn.perlin().fbm(octaves=object())
    with pytest.raises(ValueError, match="did you mean `marble`"):
        wn.bake("marbel")


@pytest.mark.parametrize(
    "arguments",
    [
        {"extent": (0, 1)},
        {"backend": "cuda"},
        {"backend": "cpu", "adapter": "llvmpipe"},
        {"dtype": "float64"},
        {"dtype": float},
        {"dtype": "foo"},
        {"dtype": ""},
        {"range": (1, 1), "dtype": "uint8"},
        {"range": "wide", "dtype": "uint8"},
        {"seed": 1, "seeds": [1]},
        {"region": np.s_[::2]},
        {"region": np.s_[0]},
        {"region": np.s_[:, :, :]},
        {"range": "measured", "dtype": "uint8", "region": np.s_[:2]},
    ],
)
def test_wrong_arguments_are_refused(clouds, arguments):
    with pytest.raises(ValueError):
        wn.bake(clouds, **{"size": (4, 4), **arguments})


@pytest.mark.parametrize(
    "arguments",
    [
        {"seed": -1},
        {"seeds": [2**32]},
        {"frames": -1},
        {"size": 2**40},
        {"size": (1, 2, 3, 4)},
        {"extent": (1, 1, 1)},
        {"extent": np.nan},
        {"origin": (1, 2, 3, 4)},
        {"time": np.nan},
        {"duration": np.inf},
        {"range": (0, np.nan)},
    ],
)
def test_numbers_out_of_range_are_refused(clouds, arguments):
    with pytest.raises(ValueError, match=f"^{next(iter(arguments))}: got "):
        wn.bake(clouds, **{"size": (4, 4), **arguments})


def test_a_number_of_samples_is_from_1_on(clouds):
    for size in [(0, 4), (-1, 4)]:
        with pytest.raises(ValueError, match=f"^size: got {size[0]}; allowed: whole numbers from 1 "):
            wn.bake(clouds, size)
    for every in [0, -1]:
        with pytest.raises(ValueError, match=f"^every: got {every}; allowed: whole numbers from 1 "):
            wn.verify("cpu", every=every)


def test_bytes_of_another_order_are_refused(clouds):
    for bake, name, given in [
        (wn.bake, "dtype", ">u2"),
        (wn.bake, "out", np.empty((4, 4), ">f4")),
        (wn.xarray.bake, "dtype", ">f4"),
        (wn.dask.array, "dtype", ">f4"),
    ]:
        with pytest.raises(ValueError, match=f"^{name}: got >.*; allowed: float32, float16, uint8, uint16"):
            bake(clouds, (4, 4), **{name: given})


@pytest.mark.parametrize(
    "arguments",
    [
        {"extent": "12"},
        {"extent": [1, "2"]},
        {"origin": {1, 2}},
        {"time": b"1"},
        {"duration": [1]},
        {"range": {1, 2}},
        {"keys": [1]},
        {"seamless": 1},
        {"backend": None},
    ],
)
def test_arguments_of_a_wrong_type_are_named(clouds, arguments):
    with pytest.raises(TypeError) as raised:
        wn.bake(clouds, **{"size": (4, 4), **arguments})
    assert next(iter(arguments)) in "".join([str(raised.value), *getattr(raised.value, "__notes__", [])])


def test_a_number_that_is_not_finite_is_named(clouds):
    with pytest.raises(ValueError, match="^supersample: got inf; allowed: finite numbers"):
        wn.bake(clouds, keys={"supersample": np.float32("inf")})
    with pytest.raises(ValueError, match=r"^nodes\.n\.frequency: got nan; "):
        wn.load({"channels": ["n"], "nodes": {"n": {"kind": "perlin", "frequency": [4, np.nan]}}})


@pytest.mark.parametrize("arguments", [{"seeds": [0.5]}, {"seeds": [[1]]}, {"seeds": 5}, {"seed": 0.5}, {"size": (4.5, 4)}])
def test_numbers_that_are_not_whole_are_refused(clouds, arguments):
    with pytest.raises(TypeError, match=f"^{next(iter(arguments))}: .* allowed: .*whole numbers"):
        wn.bake(clouds, **{"size": (4, 4), **arguments})


def test_arguments_that_are_not_known_are_named(clouds, tmp_path):
    for call, name in [
        (lambda: wn.save(tmp_path / "a.png", clouds, format="r8unorm"), "format"),
        (lambda: wn.xarray.bake(clouds, region=np.s_[:1]), "region"),
        (lambda: wn.dask.array(clouds, seeds=[1]), "seeds"),
        (lambda: wn.snippet(clouds, blur=1), "blur"),
    ]:
        with pytest.raises(TypeError, match=f"^{name} is not an argument here; allowed: size, extent, .*keys={{'format'"):
            call()
    for call in [clouds, clouds.gradient]:
        with pytest.raises(TypeError, match="^points: got 2 arguments; .* one array"):
            call(0.1, 0.2)
    with pytest.raises(TypeError, match=r"^Noise.__call__\(\) .*'sed'"):
        clouds([[0.1]], sed=1)


def test_names_of_keys_without_a_value_are_known(clouds):
    for call in [lambda keys: wn.bake(clouds, (4, 4), keys=keys), wn.load("clouds").with_keys, wn.load]:
        with pytest.raises(ValueError, match="unknown name `supersmaple`, did you mean `supersample`"):
            call({"channels": ["x"], "supersmaple": None})
    keys = dict.fromkeys(["title", "licence", "format", "range", "ramp", "imports", "erosion", "outputs", "parameters", "box"])
    assert wn.load("clouds").with_keys(keys).title is None


def test_seeds_and_a_seed_are_refused(clouds):
    for bake in [wn.bake, wn.xarray.bake]:
        with pytest.raises(ValueError, match="^seeds: got seeds and a seed"):
            bake(clouds, (2, 2), seeds=[3], seed=2)


def test_a_time_without_effect_is_noted(clouds, tmp_path):
    for call in [wn.bake, wn.xarray.bake, wn.dask.array, lambda *a, **k: wn.save(tmp_path / "a.npy", *a, **k)]:
        for name in ["time", "duration"]:
            with pytest.warns(UserWarning, match=f"^{name} has no effect without frames") as noted:
                call(clouds, (4, 4), **{name: 0.3})
            assert [note.filename for note in noted] == [__file__]
    # Without a note, which is an error here. A domain step may turn time into the grid.
    for noise in [wn.w(), clouds * wn.w(), wn.perlin(axes="xyw"), wn.expression("perlin(4)*w")]:
        assert (wn.bake(noise, (4, 4), time=0.3) != wn.bake(noise, (4, 4), time=0)).any()
    wn.bake(clouds.translate(0.5), (4, 4), time=0.3)
    wn.bake(clouds, (4, 4), time=0.3, duration=5, frames=1)


def test_a_file_with_a_recipe_inside_is_not_read(clouds, tmp_path):
    (path,) = wn.save(tmp_path / "a.png", clouds, (4, 4))
    with pytest.raises(ValueError, match="wgpu-noise info") as raised:
        wn.load(path)
    assert "not a part of this package" in raised.value.__notes__[0]


def test_too_large_an_array_allocates_nothing(clouds):
    with pytest.raises(MemoryError, match="this machine has"):
        wn.bake(clouds, (2**20, 2**20))
    with pytest.raises(MemoryError, match="this machine has"):
        wn.bake(clouds, (2**20, 2**20, 2**20), seeds=range(5))


def test_files_that_cannot_be_read_or_written(clouds, tmp_path):
    with pytest.raises(FileNotFoundError, match="none.toml") as raised:
        wn.load(tmp_path / "none.toml")
    assert raised.value.strerror.startswith("cannot read it: ") and "os error" not in raised.value.strerror
    with pytest.raises(OSError):
        wn.save(tmp_path / "none" / "a.png", clouds)
    with pytest.raises(ValueError, match="extension"):
        wn.save(tmp_path / "a.xyz", clouds)
    with pytest.raises(ValueError, match=r"a file for each output .*\.outputs\.items\(\)"):
        wn.save(tmp_path / "granite", "granite")


def test_an_adapter_that_is_not_there(clouds):
    with pytest.raises(RuntimeError, match="no such card"):
        wn.bake(clouds, (4, 4), adapter="no such card")
