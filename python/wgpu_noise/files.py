"""Files, by the writers of the library."""

import os

from . import _native
from .recipes import on_grid


def save(path, source, size=None, *, backend="auto", adapter=None, keys=None, **grid):
    """Bake a noise into a file, in memory that does not grow with it.

    Parameters
    ----------
    path : str or os.PathLike
        The file, whose extension chooses its type: .npy .png .apng .gif .webp .exr .tif .ktx2 .dds .vdb .raw .zarr .r16 .r32.
        It appears when it is whole. An interrupted save of a ``.zarr`` leaves an incomplete store, which reads as zeros where
        files are missing, until the same save has been run to its end. The outputs of a material, `Recipe.outputs`, are
        recipes, each for a file of its own.
    source : Recipe, Noise, sequence of Noise, str, os.PathLike or Mapping
        What `load` takes.
    size, **grid
        The grid, as `bake` takes it: `size`, `extent`, `origin`, `time`, `frames`, `duration`, `seed`, `seamless`,
        `edge_samples` and `range`.
    backend, adapter
        As `bake` takes them.
    keys : Mapping, optional
        Other keys of the recipe, such as ``{"format": "r8unorm", "mips": True}``, as `bake` takes them.

    Returns
    -------
    list of str
        The paths of the files: frames may be a file each.

    Raises
    ------
    ValueError
        For a wrong argument, for the path of a picture that the noise reads, and for what the type of file cannot hold.
    TypeError
        For an argument of a wrong type, and for one that is not known.
    OSError
        If a file cannot be written.
    """
    recipe = on_grid(source, size, keys=keys, **grid)
    if recipe.outputs and not os.path.splitext(path)[1]:
        raise ValueError(
            f"path: got {path}; allowed: a file for each output of the material: "
            "for name, output in wgpu_noise.load(source).outputs.items(): wgpu_noise.save(f'{name}.png', output)"
        )
    where = _native.Backend(backend, adapter)
    return [os.fspath(file) for file in _native.save(recipe, path, where)]
