"""Grids that are larger than memory, or than a machine, on Dask.

A chunk is a piece of the whole grid: it has the bits that these samples have in a bake of the whole, seamless grids included.
So chunks may be computed in any order, anywhere, and again after a worker was lost. Each worker receives the recipe as TOML
text, prepares it once, and opens its GPU or CPU once.

Bits are the same on one kind of backend. `backend` is 'cpu' here, so that a cluster of like processors makes one result.
"""

import json
import os
from functools import lru_cache

import dask
import dask.array
import numpy as np

from . import _native
from .arrays import fill, grid_shape
from .recipes import on_grid, whole

#: The bytes of a chunk, if none is given: enough that the scheduler's milliseconds do not count.
_CHUNK = 32 << 20

#: The most tasks of a store, if it is not said how many files one has.
_TASKS = 10_000


def array(source, size=None, chunks="auto", *, backend="cpu", adapter=None, dtype=None, **grid):
    """Return a lazy array of a noise on a grid.

    Parameters
    ----------
    source, size, adapter, dtype, **grid
        As `wgpu_noise.bake` takes them; no seeds, no region, and no range that is measured.
    chunks : int, tuple or 'auto'
        As `dask.array.zeros` takes it, for the axes ``(frames, z, y, x)`` that the array has; 'auto' makes chunks of 32 MiB,
        long along x. Channels are in one chunk. A recipe with an erosion or a blur, which reach from chunk to chunk, is computed
        once, as a whole on one worker, and then cut.
    backend : {'cpu', 'auto', 'gpu', 'reference'}, default 'cpu'
        What computes on the workers.

    Returns
    -------
    dask.array.Array
        The samples with the shape of `wgpu_noise.bake`.

    Raises
    ------
    ValueError, TypeError
        As `wgpu_noise.bake` raises them, before anything is computed.
    """
    recipe = on_grid(source, size, **grid)
    # No sample at all: this only checks.
    dtype = fill(recipe, np.s_[:0], None, backend, adapter, dtype).dtype
    if _keys(recipe).get("range") == "measured" and dtype.kind == "u":
        raise ValueError("range: got measured; allowed: two numbers, or auto; each chunk would have a range of its own")
    shape = grid_shape(recipe)
    channels = len(recipe.channels)
    if chunks == "auto":
        chunks = _long_chunks(shape, _CHUNK // (dtype.itemsize * channels))
    chunks = dask.array.core.normalize_chunks(chunks, shape, dtype=dtype)
    if channels > 1:
        chunks = (*chunks, (channels,))
    computed = tuple((sum(counts),) for counts in chunks) if _is_one_task(recipe) else chunks
    # A text is cheap to send, and the same on every machine.
    text = recipe.to_toml()
    name = "noise-" + dask.base.tokenize(text, computed, dtype, backend, adapter)
    made = dask.array.map_blocks(
        _chunk,
        chunks=computed,
        dtype=dtype,
        meta=np.empty((0,) * len(chunks), dtype),
        name=name,
        text=text,
        axes=len(shape),
        number=dtype.name,
        backend=backend,
        adapter=adapter,
    )
    return made.rechunk(chunks)


def bake_zarr(path, source, size=None, *, backend="cpu", adapter=None, keys=None, client=None, parts=None, **grid):
    """Bake a noise into a Zarr store, whose files the workers write themselves.

    Each file of at most 16 MiB appears when it is whole. The work of a worker that is lost is done again by others, and the
    store has the bytes that one process writes. All workers must see the path. What `save` says of interruptions holds here.

    Parameters
    ----------
    path : str or os.PathLike
        The folder of the store, whose name ends with ``.zarr``. `save` describes its contents.
    source, size, adapter, **grid
        As `wgpu_noise.bake` takes them; no seeds, no region, and no range that is measured.
    backend : {'cpu', 'auto', 'gpu', 'reference'}, default 'cpu'
        What computes on the workers.
    keys : Mapping, optional
        Other keys of the recipe, such as ``{"format": "r16float"}``, as `bake` takes them.
    client : distributed.Client, optional
        The cluster. Without one the work goes where Dask sends it: to the current client, or to threads of this process.
    parts : int, optional
        How many files are one task. The default is one, and more where there would be over 10 000 tasks. It is all of them for a
        recipe with an erosion or a blur, of which each task computes the whole.

    Returns
    -------
    int
        The number of files.

    Raises
    ------
    ValueError, TypeError, OSError
        As `save` raises them.
    """
    recipe = on_grid(source, size, keys=keys, **grid)
    path = os.path.abspath(path)
    store = _native.Store(recipe, path)
    count = store.parts
    if parts is None:
        parts = count if _is_one_task(recipe) else -(-count // _TASKS)
    parts = whole("parts", parts, 1)
    # Wrong words are refused here, before there is a store.
    _native.Backend(backend, adapter)
    store.init()
    # A node of the graph, so that it is sent once to a worker.
    text = dask.delayed(recipe.to_toml())
    write = dask.delayed(_write_parts, pure=True)
    tasks = [
        write(text, path, list(range(first, min(first + parts, count))), backend, adapter)
        for first in range(0, count, parts)
    ]
    compute = dask.compute if client is None else lambda *tasks: client.gather(client.compute(list(tasks)))
    return sum(compute(*tasks))


def _keys(recipe):
    return json.loads(recipe.to_json())


def _is_one_task(recipe):
    """Whether an erosion or a blur reaches from each part of the grid into others, so that a task would compute the whole."""
    return not {"erosion", "blur"}.isdisjoint(_keys(recipe))


def _long_chunks(shape, samples):
    """Return chunks of about so many samples: whole rows first, then rows of a slice, slices and frames."""
    chunks = []
    for count in reversed(shape):
        take = max(1, min(count, samples))
        chunks.append(take)
        samples //= take
    return tuple(reversed(chunks))


@lru_cache(maxsize=16)
def _recipe(text):
    return _native.Recipe.parse(text, "the recipe")


@lru_cache(maxsize=16)
def _store(text, path):
    return _native.Store(_recipe(text), path)


def _chunk(text, axes, number, backend, adapter, block_info=None):
    """Compute a chunk, on a worker."""
    place = block_info[None]["array-location"][:axes]
    region = tuple(slice(int(first), int(end)) for first, end in place)
    return fill(_recipe(text), region, None, backend, adapter, number)


def _write_parts(text, path, numbers, backend, adapter):
    """Compute and write files of a store, on a worker. Returns how many."""
    where = _native.Backend(backend, adapter)
    _store(text, path).write(numbers, where)
    return len(numbers)
