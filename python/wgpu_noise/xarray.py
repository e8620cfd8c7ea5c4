"""Arrays with names and coordinates, for xarray."""

import numpy as np
import xarray

from .arrays import check_seeds, fill, grid_shape
from .recipes import on_grid


def coordinates(recipe):
    """Return the positions of a recipe's samples.

    Parameters
    ----------
    recipe : Recipe

    Returns
    -------
    dict of str to numpy.ndarray
        For the axes of the array, the slowest first: `time` of each frame, if there are frames, in units of time, then `z`, `y`
        and `x`, in units of the domain.
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
        The samples with the dimensions ``(seed, frame, z, y, x, channel)``, as far as `wgpu_noise.bake` has these axes; those of
        frames and space are called as in a Zarr store. `time` is the coordinate along `frame`, by which `sel` finds frames. The
        recipe is the attribute `wgpu-noise:recipe`, as in a Zarr store.
    """
    check_seeds(seeds, grid.get("seed"))
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
    dims = ["frame" if name == "time" else name for name in coords]
    coords = {name: (dim, places) for dim, (name, places) in zip(dims, coords.items())}
    named = xarray.DataArray(samples, coords, dims, name="noise", attrs=attributes)
    return named.set_xindex("time") if "time" in coords else named


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
