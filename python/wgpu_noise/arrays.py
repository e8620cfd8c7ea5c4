"""The samples of a grid as an array."""

import os

import numpy as np

from . import _native
from .recipes import on_grid, whole

#: The names of the types that an array may have.
_TYPES = ("float32", "float16", "uint8", "uint16")


def bake(
    source,
    size=None,
    *,
    frames=None,
    seed=None,
    seeds=None,
    extent=None,
    origin=None,
    time=None,
    duration=None,
    seamless=None,
    edge_samples=None,
    region=None,
    backend="auto",
    adapter=None,
    dtype=None,
    range=None,
    keys=None,
    out=None,
):
    """Sample a noise on a grid.

    Parameters
    ----------
    source : Recipe, Noise, sequence of Noise, str, os.PathLike or Mapping
        What `load` takes. A recipe has a grid, whose keys the other arguments replace. Keys are in the order x, y, z, unlike
        the arguments `size`, `extent` and `origin`.
    size : int or sequence of int, optional
        The number of samples along the axes of space, the slowest first: ``(z, y, x)``, ``(y, x)`` or ``(x,)``. The number of
        axes is that of the noise. The default is the recipe's, and (256, 256) for a noise.
    frames : int, optional
        The number of frames. With it, even with 1, time is an axis of the noise.
    seed : int, optional
        A number from 0 to 2³² − 1.
    seeds : sequence of int, optional
        Seeds of a batch, which is computed together, in place of `seed`.
    extent : float or sequence of float, optional
        The length of the box along the axes of `size`, in units of the domain; one number is that along x. Default: the box
        is 1 unit along x, and the other lengths are chosen so that the spacing is equal on all axes.
    origin : sequence of float, optional
        The low corner of the box along the axes of `size`, in units of the domain. For a 2-D grid you may give ``(z, y, x)``,
        but only `wn.z` and sources with z in their `axes` read that z: all others are 2-D there. A slice of a volume is
        ``region=np.s_[k:k+1]`` of it, or has the size ``(1, h, w)``, with its sample in the middle of the box along z.
    time, duration : float, optional
        The time of the first frame, and the time from there to the frame that would follow the last. A `UserWarning` says where
        one has no effect, without frames.
    seamless : bool, optional
        Whether the noise must repeat after the box, and after the duration.
    edge_samples : bool, optional
        Whether the first and the last sample of each axis lie on the edges of the box. Otherwise samples lie at texel centres.
    region : tuple of slice, optional
        The samples to compute, as an index of the array's axes for frames and space: ``np.s_[0:2, :, 64:128]``. They have
        exactly the values that this slice has in the full array.
    backend : {'auto', 'cpu', 'gpu', 'reference'}, default 'auto'
        What computes: 'auto' opens a hardware GPU for the first array that is worth it and uses it from then on, and before that
        the CPU; 'reference' is the slow definition in 64-bit floats.
    adapter : str or int, optional
        A part of the name of a GPU, or its index in `devices`. Software GPUs are used only if you name them.
    dtype : {'float32', 'float16', 'uint8', 'uint16'}, optional
        The type of a number, in native byte order. The default is that of the recipe's format, and float32 for a noise.
    range : (float, float) or 'auto' or 'measured', optional
        The values that uint8 and uint16 store as 0 and as their greatest number: by default 0 and 1 for a noise that is never
        negative, else −1 and 1. Values beyond them become the nearer of the two.
    keys : Mapping, optional
        Other keys of the recipe, such as ``{"supersample": 4}``, in the order x, y, z. None removes one.
    out : numpy.ndarray, optional
        The array to fill, C-contiguous, without a mask and of the right shape. Its type is the default of `dtype`.

    Returns
    -------
    numpy.ndarray
        The samples, with the shape ``(seeds, frames, z, y, x, channels)`` without the axes that were not asked for: no seeds
        without `seeds`, no frames without `frames` in the recipe or here, no z for a size of two numbers, and no channels for
        a single one. It is `out` if that was given.

    Raises
    ------
    ValueError
        For a wrong argument or node. The message names it, and what is allowed.
    TypeError
        For an argument of a wrong type, such as a size that is not whole.
    MemoryError
        If the array is larger than the memory of the machine. Nothing was allocated.
    RuntimeError
        If no such GPU can be used, or if it fails.

    Notes
    -----
    Other threads of Python run meanwhile. Ctrl-C is heard within about a tenth of a second, also between frames and seeds,
    but not before an erosion or a blur is done.
    """
    check_seeds(seeds, seed)
    recipe = on_grid(
        source,
        size,
        extent=extent,
        origin=origin,
        time=time,
        frames=frames,
        duration=duration,
        seed=seed,
        seamless=seamless,
        edge_samples=edge_samples,
        range=range,
        keys=keys,
    )
    return fill(recipe, region, seeds, backend, adapter, dtype, out)


def check_seeds(seeds, seed):
    """Refuse a seed beside seeds."""
    if seed is not None and seeds is not None:
        raise ValueError("seeds: got seeds and a seed; allowed: one of the two")


def fill(recipe, region=None, seeds=None, backend="auto", adapter=None, dtype=None, out=None):
    """Sample a recipe on its grid: what `bake` does once the recipe is complete."""
    if seeds is not None:
        if not np.iterable(seeds):
            raise TypeError(f"seeds: got {seeds}; allowed: a sequence of whole numbers")
        seeds = [whole("seeds", seed) for seed in seeds]
    start, shape = _region(recipe, region)
    if dtype is None and isinstance(out, np.ndarray):
        chosen = _number_type("out", out.dtype)
    else:
        chosen = _number_type("dtype", _native.dtype_of(recipe) if dtype is None else dtype)
    full = shape if seeds is None else (len(seeds), *shape)
    channels = len(recipe.channels)
    if channels > 1:
        full = (*full, channels)
    if out is None:
        _check_memory(full, chosen)
        out = np.empty(full, chosen)
    else:
        _check_out(out, full, chosen)
    place = (_in_x_y_z_time(recipe, start, 0), _in_x_y_z_time(recipe, shape, 1))
    where = _native.Backend(backend, adapter)
    _native.fill(recipe, chosen.name, place, seeds, where, np.asarray(out).reshape(-1).view(np.uint8))
    return out


def _number_type(name, given):
    """Return a type of numpy that an array may have. One of another byte order is equal to none of the names."""
    try:
        made = np.dtype(given)
    except (TypeError, ValueError):
        made = None
    if made not in _TYPES:
        raise ValueError(f"{name}: got {given}; allowed: {', '.join(_TYPES)}")
    return made


def grid_shape(recipe):
    """Return the shape of a recipe's array without channels: frames, if there are any, then z, y and x."""
    frames = () if recipe.frames is None else (recipe.frames,)
    return (*frames, *recipe.size[::-1])


def _in_x_y_z_time(recipe, along, without):
    """Turn numbers along the axes of the array into the library's order, with `without` for axes that are not there."""
    has_time = recipe.frames is not None
    space = along[has_time:][::-1]
    return [*space, *[without] * (3 - len(space)), along[0] if has_time else without]


def _region(recipe, region):
    """Return the first sample of a region along each axis, and its shape."""
    full = grid_shape(recipe)
    if region is None:
        return [0] * len(full), full
    region = region if isinstance(region, tuple) else (region,)
    if len(region) > len(full) or not all(isinstance(part, slice) and part.step in (None, 1) for part in region):
        raise ValueError(f"region: got {region}; allowed: up to {len(full)} slices without a step")
    ends = [part.indices(count)[:2] for part, count in zip(region, full)]
    ends += [(0, count) for count in full[len(ends) :]]
    return [first for first, _ in ends], tuple(max(end - first, 0) for first, end in ends)


def _check_out(out, shape, dtype):
    is_array = isinstance(out, np.ndarray) and not isinstance(out, np.ma.MaskedArray)
    if not is_array or out.shape != shape or out.dtype != dtype:
        given = f"{out.dtype} {out.shape}" if is_array else type(out)
        raise ValueError(f"out: got {given}; allowed: an array of {dtype} with the shape {shape}, without a mask")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError("out: an array is needed that is C-contiguous and may be written")


def _check_memory(shape, dtype):
    """Refuse an array that is larger than the memory of the machine: the system might grant it, and end the process later."""
    needed = dtype.itemsize
    for count in shape:
        needed *= count
    if needed > 1 << 28 and hasattr(os, "sysconf"):
        there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        if needed > there:
            raise MemoryError(
                f"an array of the shape {shape} and the type {dtype} needs {needed} bytes, and this machine has {there}; "
                "region, save and wgpu_noise.dask compute parts"
            )
