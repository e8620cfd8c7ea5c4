"""Noise at points."""

import numpy as np
import pytest

import wgpu_noise as wn


def centres(*counts):
    """The texel centres of a grid, x first along the last axis."""
    axes = [(np.arange(count) + 0.5) / counts[-1] for count in counts]
    return np.stack(np.meshgrid(*axes, indexing="ij")[::-1], axis=-1)


@pytest.mark.parametrize("size", [(9,), (6, 9), (4, 6, 9)])
def test_points_are_the_samples_of_a_grid(clouds, size):
    at_points = clouds(centres(*size), seed=3)
    assert at_points.shape == size and at_points.dtype == np.float32
    assert np.abs(at_points - wn.bake(clouds, size, seed=3)).max() < 4e-6
    assert np.abs(at_points - clouds(centres(*size))).max() > 0.1


def test_time_is_an_axis(clouds):
    moving = clouds(np.insert(centres(6, 9), 2, 0.25, axis=-1), axes="xyw")
    np.testing.assert_allclose(moving, wn.bake(clouds, (6, 9), frames=4)[1], atol=4e-6)
    assert clouds([0.1, 0.2, 0.3, 0.4]).shape == ()


def test_points_may_lie_anywhere_in_memory(clouds):
    points = np.random.default_rng(4).uniform(0, 4, (9, 2))
    unaligned = np.empty(points.nbytes + 1, np.uint8)[1:].view(np.float64).reshape(9, 2)
    unaligned[:] = points
    assert not unaligned.flags.aligned
    for same in [unaligned, np.asfortranarray(points), points[::-1].copy()[::-1], points.astype(">f8")]:
        assert np.array_equal(clouds(same), clouds(points))


def test_points_far_away_are_exact():
    noise, near = wn.perlin(frequency=4), np.random.default_rng(1).uniform(0, 1, (500, 3))
    # The table repeats after 256 cells, that is 64 units; 2²⁰ units are a multiple.
    far = near + 2.0**20
    assert np.abs(noise(far) - noise(far - 2.0**20)).max() < 4e-6
    # The control: a 32-bit position has four bits left for the fraction there.
    assert np.abs(noise(far.astype(np.float32)) - noise(near)).max() > 0.05


def test_gradients_are_slopes(clouds):
    points, step = np.random.default_rng(2).uniform(0, 4, (200, 3)), 2.0**-10
    exact = clouds.gradient(points)
    assert exact.shape == (200, 3)
    for axis in range(3):
        move = np.zeros(3)
        move[axis] = step
        slopes = (clouds(points + move).astype(float) - clouds(points - move)) / (2 * step)
        assert np.abs(slopes - exact[:, axis]).max() < 0.2 < np.abs(slopes).max()
        assert np.abs(slopes - exact[:, axis - 1]).max() > 1


def test_wrong_points_are_refused(clouds):
    for points in [0.0, np.zeros((3, 5)), [[np.nan, 0]], [[1e12, 0]]]:
        with pytest.raises(ValueError):
            clouds(points)
    masked = np.ma.array([[0.1, 0.2]], mask=[[False, True]])
    for points in [[["1", "2"]], np.zeros((3, 2), "datetime64[s]"), [[1j, 0]], masked]:
        with pytest.raises(TypeError, match="^points: got .*; allowed: real numbers"):
            clouds(points)
    assert clouds(np.ma.array([[0.1, 0.2]])) == clouds([[0.1, 0.2]])
    many = np.zeros((300_000, 1))
    many[-1] = np.inf
    with pytest.raises(ValueError, match="point 299999 at"):
        clouds(many)
    for axes in ["yz", "", ["x", "y"]]:
        with pytest.raises(ValueError, match="^axes: "):
            clouds([[0.0, 0.0]], axes=axes)
    with pytest.raises(ValueError, match="worley"):
        wn.worley().gradient([[0.0, 0.0]])
    assert clouds(np.empty((0, 3))).shape == (0,)
