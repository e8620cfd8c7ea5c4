"""The examples of the README work."""

import re
import subprocess
import sys
from pathlib import Path

import matplotlib.image
import numpy as np
import zarr

import wgpu_noise as wn

TEXT = (Path(__file__).parents[1] / "README.md").read_text()


def example(word):
    """Return the block of Python with a word in it."""
    (found,) = [block for block in re.findall(r"```python\n(.*?)```", TEXT, re.S) if word in block]
    return found


def test_the_first_ten_lines(tmp_path, monkeypatch):
    program = example("clouds.png")
    assert program.count("\n") == 10
    (tmp_path / "ten.py").write_text(program)
    monkeypatch.setenv("MPLBACKEND", "agg")
    done = subprocess.run([sys.executable, "ten.py"], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "(1000, 3) (1000, 64, 64) 4 files\n"), done.stderr
    assert matplotlib.image.imread(tmp_path / "clouds.png").shape == (256, 256, 4)
    stored = zarr.open_group(tmp_path / "clouds.zarr", mode="r")["noise"]
    clouds = wn.perlin(frequency=4).fbm(octaves=5)
    np.testing.assert_array_equal(stored[17], wn.bake(clouds, (256, 256, 256), region=np.s_[17:18], backend="cpu")[0])


def test_noises():
    exec(example("bend = "), {"wn": wn})
    names = {"wn": wn}
    exec(example("wall = "), names)
    assert wn.bake(names["wall"], (64, 64)).std() > 0.1


def test_shapes():
    names = {"wn": wn, "np": np, "clouds": wn.perlin().fbm()}
    rows = re.findall(r"^\| `(wn\.bake.*?)` \| `(\(.*?\))`", TEXT, re.M)
    assert len(rows) >= 6
    for call, shape in rows:
        assert eval(call, names).shape == eval(shape), call
