# Written by stubs.py, from the functions of this package and the nodes of the library.
import os
from collections.abc import Mapping
from typing import Any, SupportsIndex

import dask.array

from . import _Backend, _DType, _Size, _Source

def array(source: _Source, size: _Size | None = ..., chunks: Any = ..., *, backend: _Backend = ..., adapter: str | SupportsIndex | None = ..., dtype: _DType | None = ..., **grid: Any) -> dask.array.Array: ...
def bake_zarr(path: str | os.PathLike[str], source: _Source, size: _Size | None = ..., *, backend: _Backend = ..., adapter: str | SupportsIndex | None = ..., keys: Mapping[str, Any] | None = ..., client: Any = ..., parts: SupportsIndex | None = ..., **grid: Any) -> int: ...
