"""Pictures that noises read."""

import pickle

import numpy as np
import pytest

import wgpu_noise as wn


def draw(path, level):
    wn.save(path, f'size = [4, 4]\nrange = [0, 1]\nchannels = ["a"]\nnodes.a = "{level}"\n')
    return path


def is_grey(source, level):
    return np.allclose(wn.bake(source, (8, 8)), level, atol=1e-6)


@pytest.fixture
def recipe(tmp_path):
    draw(tmp_path / "wall.png", 0.2)
    path = tmp_path / "wall.toml"
    path.write_text('size = [8, 8]\nchannels = ["a"]\nnodes.a = "image(`wall.png`)"\n')
    return path


def test_paths_of_pictures_are_relative_to_the_present_folder_or_the_recipe(recipe, monkeypatch):
    assert is_grey(wn.load(recipe), 0.2) and not is_grey(wn.load(recipe), 0.3)
    assert is_grey(wn.image(recipe.with_name("wall.png"), filter="nearest"), 0.2)
    monkeypatch.chdir(recipe.parent)
    assert wn.image("wall.png") == wn.image(recipe.with_name("wall.png"))
    draw("other.png", 0.6)
    for source in [
        wn.image("other.png"),
        wn.expression("image(`other.png`)"),
        wn.expression(wn.image("other.png").to_expression()),
        wn.load(recipe).set({"a.file": "other.png"}),
        'size = [8, 8]\nchannels = ["a"]\nnodes.a = "image(`other.png`)"\n',
        {"size": [8, 8], "channels": ["a"], "nodes": {"a": {"kind": "image", "file": "other.png"}}},
    ]:
        assert is_grey(source, 0.6)


def test_a_picture_is_found_after_it_was_sent(recipe, monkeypatch, tmp_path_factory):
    monkeypatch.chdir(recipe.parent)
    sent = [pickle.dumps(made) for made in [wn.image("wall.png"), wn.load("wall.toml")]]
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert all(is_grey(pickle.loads(one), 0.2) for one in sent)
    assert wn.load(recipe).set({"a.frequency": 2}) == pickle.loads(sent[1]).set({"a.frequency": 2})
    assert np.allclose(wn.dask.array(wn.load(recipe), (8, 8), (4, 4)).compute(), 0.2, atol=1e-6)
    draw(recipe.with_name("wall.png"), 0.4)
    for one in sent:
        with pytest.raises(ValueError, match="digest"):
            pickle.loads(one)


def test_a_picture_is_not_written_over_by_what_is_made_of_it(recipe):
    wall = recipe.with_name("wall.png")
    before = wall.read_bytes()
    with pytest.raises(ValueError, match="wall.png, a picture that is read;"):
        wn.save(wall, recipe)
    assert wall.read_bytes() == before
    wn.save(recipe.with_name("other.png"), recipe)


def test_a_picture_that_is_missing_or_none_is_refused(recipe):
    with pytest.raises(TypeError):
        wn.image(3)
    with pytest.raises(ValueError, match="PNG, EXR"):
        wn.image(recipe)
    recipe.with_name("wall.png").unlink()
    with pytest.raises(FileNotFoundError):
        wn.image(recipe.with_name("wall.png"))
    with pytest.raises(ValueError, match="wall.toml:3: a.file"):
        wn.load(recipe)


def test_an_array_of_three_axes_is_a_volume(tmp_path):
    voxels = np.random.default_rng(0).random((3, 4, 7), dtype=np.float32)
    np.save(tmp_path / "voxels.npy", voxels)
    volume = wn.image(tmp_path / "voxels.npy", filter="nearest")
    assert np.array_equal(wn.bake(volume, voxels.shape), voxels)
    assert np.array_equal(wn.bake(volume, voxels.shape[1:]), voxels[0])
    np.save(tmp_path / "turned.npy", np.asfortranarray(voxels))
    with pytest.raises(ValueError, match="Fortran"):
        wn.image(tmp_path / "turned.npy")
