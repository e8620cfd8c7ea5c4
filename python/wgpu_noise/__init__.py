"""Procedural noise, described once: the same field on the GPU, on the CPU and from an exact reference.

A `Noise` is a function of position, made of nodes: ``wn.perlin(frequency=4).fbm(octaves=5)``. `bake` samples it on a grid
into a numpy array, a call of it at points of your choice. A `Recipe` is a noise with its grid, as a file has it.

Arrays have numpy's order of axes, the slowest first: ``(seeds, frames, z, y, x, channels)``. Axes that are not asked for are
left out, as are the channels of a single one. So are `size`, `extent` and `origin`. Points, the parameters of nodes and the
keys of a recipe are in the order x, y, z, w.

Importing opens no device and starts no thread. `wgpu_noise.dask` and `wgpu_noise.xarray` need those packages.
"""

from . import points  # noqa: F401 (it adds methods to `Noise`)
from ._native import VERSION as __version__, Noise, Recipe
from .arrays import bake
from .files import save
from .graph import *  # noqa: F403 (one function for each source)
from .graph import __all__ as _sources
from .recipes import load, presets
from .reports import Outcome, Verification, devices, nodes, snippet, verify

__all__ = [
    "Noise",
    "Outcome",
    "Recipe",
    "Verification",
    "bake",
    "devices",
    "load",
    "nodes",
    "presets",
    "save",
    "snippet",
    "verify",
    *_sources,
]


def __dir__():
    return [*__all__, "__version__", "dask", "xarray"]


def __getattr__(name):
    """Imports `wgpu_noise.dask` and `wgpu_noise.xarray` when they are first used."""
    if name in ("dask", "xarray"):
        from importlib import import_module

        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _watch_forks():
    import os

    from ._native import after_fork_in_child

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=after_fork_in_child)


_watch_forks()
