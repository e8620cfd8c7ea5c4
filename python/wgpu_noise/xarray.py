"""Arrays with names and coordinates, for xarray."""

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
    import numpy as np

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
    samples = fill(recipe, None, seeds, backend, adapter, dtype)
    coords = coordinates(recipe)
    if seeds is not None:
        coords = {"seed": list(seeds), **coords}
    if len(recipe.channels) > 1:
        coords = {**coords, "channel": recipe.channels}
    attributes = {"wgpu-noise:recipe": recipe.to_toml()}
    return xarray.DataArray(samples, coords, tuple(coords), name="noise", attrs=attributes)
