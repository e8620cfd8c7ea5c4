"""Graphs, from the library's table of nodes."""

import inspect
import json
import pickle
from types import MappingProxyType

import numpy as np
import pytest

import wgpu_noise as wn


def same(a, b):
    return np.array_equal(wn.bake(a, (8, 8), backend="cpu"), wn.bake(b, (8, 8), backend="cpu"))


def test_every_node_can_be_made_and_is_documented():
    for name, node in wn.nodes().items():
        if name == "coordinate":
            continue
        function = getattr(wn if node["role"] == "source" else wn.Noise, name)
        signature = inspect.signature(function)
        for param in node["parameters"]:
            is_self = node["role"] != "source" and param["name"] in ("of", "a") or name == "curl" and param["name"] in "xyz"
            assert is_self or param["name"] in signature.parameters, (name, param["name"])
            assert is_self or f"{param['name']} : " in function.__doc__
        assert function.__name__ == name and len(function.__doc__) > 30


@pytest.mark.parametrize(
    ("function", "texts"),
    [
        (wn.Noise.add, ["a + b.\n", "self : Noise\n    The noise itself, called `a` here. A term.\n"]),
        (wn.Noise.clamp, ["min(max(of, low), high).\n"]),
        (wn.Noise.exp, ["e to the power of the value.\n"]),
        (wn.Noise.triangle, ["A wave of", "self : Noise [turns]\n"]),
        (wn.perlin, ["Improved", "period : float or sequence of float [cells], default 0\n", "from 0 to 1073741824.\n"]),
        (wn.Noise.stretch, ["`of`, factor", "direction : sequence of float, default [1.0]\n", "; from 1e-6 to 1000000.\n"]),
        (wn.worley, ["Cellular", "from 1e-12 to 1e12.\n", "from 0.05 to 0.5.\n"]),
    ],
)
def test_documentation_keeps_formulas_units_and_limits(function, texts):
    assert function.__doc__.startswith(texts[0])
    for text in texts:
        assert text in function.__doc__


def test_parameters_go_by_place_and_by_name():
    assert wn.perlin(8) == wn.perlin(frequency=8) != wn.perlin(frequency=9)
    assert wn.perlin().fbm(3, 2.5) == wn.perlin().fbm(octaves=3, lacunarity=2.5)
    assert wn.perlin().fbm(persistence=0.25) == wn.perlin().fbm(gain=0.25) != wn.perlin().fbm(gain=0.5)
    assert same(wn.perlin().fbm(persistence=0.25), wn.perlin().fbm(gain=0.25))
    assert wn.perlin(frequency=None) == wn.perlin()
    assert wn.perlin(frequency=np.array([2, 4])) == wn.perlin(frequency=[2.0, 4.0])
    assert wn.perlin().curve([[0, 0], (1, 2)]) == wn.perlin().curve(points=np.array([[0, 0], [1, 2]]))
    assert wn.value(smooth=np.True_) == wn.value(smooth=True) != wn.value(smooth=1)


def test_curls():
    flow = wn.perlin().curl("y")
    assert flow == wn.curl_of(z=wn.perlin(), component="y")
    assert same(flow, wn.curl_of(0, 0, wn.perlin(), "y")) and same(flow, -wn.perlin().partial("x"))
    assert not same(flow, wn.perlin().curl("x"))
    with pytest.raises(ValueError, match="component: got z; .* x, y"):
        wn.perlin().curl("z")


def test_operators_take_numbers_of_numpy():
    n, two = wn.perlin(), 2.0
    for number in [2, two, np.float32(2), np.int8(2), np.array(2.0)]:
        assert number * n == two * n and n * number == n * two
        assert number - n == two - n and n - number == n - two and n**number == n**two
        assert number / (n + 3) == two / (n + 3)
    x = wn.bake(wn.x(), (4, 4))
    np.testing.assert_allclose(wn.bake(abs(-wn.x() * 3 + 1) / 2, (4, 4)), np.abs(1 - 3 * x) / 2, rtol=1e-6)
    for other in ["text", None, [1, 2], np.ones(2)]:
        with pytest.raises(TypeError):
            n + other


def test_whole_powers_are_multiplications_as_in_expressions():
    n = wn.perlin(4)
    for exponent in [*range(1, 17), 2.0, np.int8(3)]:
        assert n**exponent == wn.expression(f"perlin(4)^{exponent}")
    np.testing.assert_allclose(wn.bake(n**3, (8, 8)), wn.bake(n, (8, 8)) ** 3, atol=1e-6)
    for exponent in [17, 2.5, -2, wn.x()]:
        assert n**exponent == n.pow(exponent)


def test_equal_noises_have_one_hash():
    made = [wn.perlin(4).fbm(), wn.expression("fbm(perlin(4))"), wn.perlin(5).fbm()]
    assert len(set(made)) == 2
    assert len({wn.load(noise) for noise in made}) == 2
    assert hash(wn.constant(0.0)) == hash(wn.constant(-0.0))


def test_expressions():
    noise = wn.expression("fbm(perlin(4), octaves = 3) - 0.3 * bricks(8)")
    assert noise.kind == "sub" and same(noise, wn.perlin(4).fbm(3) - 0.3 * wn.expression("bricks(8)"))
    assert same(wn.expression(noise.to_expression()), noise)
    assert (wn.perlin(4).fbm(octaves=6) * 0.5).to_expression() == "fbm(perlin(4), octaves = 6) * 0.5"
    # The name of the outermost node is not kept.
    assert wn.expression(wn.perlin(4).name("hills").to_expression()) == wn.perlin(4)
    for text in ["fbm(perlin(4), octaves = 5)", "1 - perlin(frequency=4)", "x+1", "0.5*x", "-x", "let a = x; a * a"]:
        assert wn.expression(text)
        with pytest.raises(ValueError, match="is an expression: wgpu_noise.expression"):
            wn.bake(text)
    with pytest.raises(ValueError, match="^expression:1:13: unknown name `perlim`"):
        wn.expression("perlin(4) + perlim")
    with pytest.raises(ValueError, match="fbm.octaves: got 99"):
        wn.perlin().fbm(octaves=99).to_expression()


def test_noises_and_recipes_can_be_sent():
    noise = (wn.perlin(frequency=3).name("base") + wn.x() + wn.perlin() + wn.perlin(5)).fbm(octaves=2)
    sent = pickle.loads(pickle.dumps(noise))
    assert same(sent, noise) and sent == noise and repr(noise) == "<Noise fbm>"
    assert wn.perlin() == wn.perlin().name("perlin") != wn.perlin().name("base")
    shared = noise
    for _ in range(100):
        shared = shared + shared
    assert pickle.loads(pickle.dumps(shared)) == shared != shared + shared
    recipe = wn.load("clouds").set({"heads.perlin.frequency": 6})
    assert pickle.loads(pickle.dumps(recipe)) == recipe != wn.load("clouds")
    for function in [wn.perlin, wn.x, wn.curl_of, wn.Noise.fbm, wn.Noise.curl, wn.Noise.gradient, wn.Noise.__call__]:
        assert pickle.loads(pickle.dumps(function)) is function


def test_recipes_come_in_many_forms(tmp_path):
    text = 'size = [8, 8]\nchannels = ["n"]\n[nodes.n]\nkind = "perlin"\nfrequency = 4\n'
    path = tmp_path / "n (1) + 1"
    path.write_text(text)
    made = {"size": (8, 8), "channels": ["n"], "nodes": {"n": {"kind": "perlin", "frequency": np.float64(4), "seed": None}}}
    expected = wn.bake(wn.perlin(frequency=4), (8, 8))
    json_text = wn.load(text).to_json()
    for source in [text, path, str(path), made, MappingProxyType(made), wn.load(text), json_text, json.loads(json_text)]:
        np.testing.assert_array_equal(wn.bake(source), expected)
    for source in [wn.perlin(4).to_json(), json.loads(wn.perlin(4).to_json())]:
        assert wn.load(source) == wn.load(wn.perlin(4))
    assert (wn.bake(wn.load(text).set({"n.frequency": 3})) != expected).any()
    keys = {"size": np.array([16, 8]), "seed": 7, "seamless": True, "title": "a title"}
    changed = wn.load(text).with_keys(keys)
    assert (changed.size, changed.seed, changed.seamless, changed.title) == ([16, 8], 7, True, "a title")
    np.testing.assert_array_equal(wn.bake(text, keys=MappingProxyType(keys)), wn.bake(changed))
    assert wn.bake(changed).shape == (8, 16) and changed.with_keys({"title": None}).title is None
    assert len(wn.presets()) > 40 and wn.presets()["marble"] == wn.load("marble")
    assert wn.load("marble").noises()[0](np.zeros((1, 2))).shape == (1,)


def test_a_file_imports_others(tmp_path):
    (tmp_path / "n.toml").write_text('channels = ["n"]\nnodes.n = "perlin(3)"\n')
    path = tmp_path / "twice.toml"
    path.write_text('size = [8, 8]\nchannels = ["t"]\nimports.one = "n.toml"\nnodes.t = "one.n * 2"\n')
    np.testing.assert_array_equal(wn.bake(path), 2 * wn.bake(wn.perlin(frequency=3), (8, 8)))
    with pytest.raises(ValueError, match="imports.one: .*no imports here"):
        wn.load(path.read_text())


def test_every_preset_bakes():
    for name, recipe in wn.presets().items():
        size = (4,) * len(recipe.size)
        frames = 1 if recipe.frames else None
        assert np.isfinite(wn.bake(recipe, size, seamless=False, frames=frames)).all(), name
