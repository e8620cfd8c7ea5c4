"""Arrays with names and coordinates, for xarray."""

import numpy as np
import xarray

from .arrays import fill, grid_shape
from .recipes import on_grid


def coordinates(recipe):
    """Return the positions of a recipe's samples.

    Parameters
    ----------
    recipe : Recipe

    Returns
    -------
    dict of str to numpy.ndarray
        For the axes of the array, the slowest first: `time`, if there are frames, in units of time, then `z`, `y` and `x`, in
        units of the domain.
    """
    shape = grid_shape(recipe)
    names = ["z", "y", "x"][-len(recipe.size) :]
    if recipe.frames is not None:
        names = ["time", *names]
    places = zip(names, shape, recipe.coordinates())
    return {name: first + step * np.arange(count) for name, count, (first, step) in places}


def bake(source, size=None, *, seeds=None, backend="auto", adapter=None, dtype=None, **grid):
    """Sample a noise on a grid, with coordinates.

    Parameters
    ----------
    source, size, seeds, backend, adapter, dtype, **grid
        As `wgpu_noise.bake` takes them; no region, which `sel` and `isel` take of an array, and no `out`.

    Returns
    -------
    xarray.DataArray
        The samples with the dimensions ``(seed, time, z, y, x, channel)``, as far as `wgpu_noise.bake` has these axes. The
        recipe is the attribute `wgpu-noise:recipe`, as in a Zarr store.
    """
    recipe = on_grid(source, size, **grid)
    # An iterator would be at its end after the samples.
    seeds = list(seeds) if np.iterable(seeds) else seeds
    samples = fill(recipe, None, seeds, backend, adapter, dtype)
    coords = coordinates(recipe)
    if seeds is not None:
        coords = {"seed": seeds, **coords}
    if len(recipe.channels) > 1:
        coords = {**coords, "channel": _distinct(recipe.channels)}
    attributes = {"wgpu-noise:recipe": recipe.to_toml()}
    return xarray.DataArray(samples, coords, tuple(coords), name="noise", attrs=attributes)


def _distinct(names):
    """Return names with numbers for those that are there already, as nodes have them in a recipe: perlin, perlin_2."""
    labels = []
    for name in names:
        label, number = name, 1
        while label in labels:
            number += 1
            label = f"{name}_{number}"
        labels.append(label)
    return labels
