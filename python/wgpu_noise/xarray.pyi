# Written by stubs.py, from the functions of this package and the nodes of the library.
from typing import Any, SupportsIndex

import numpy as np
import xarray
from numpy.typing import NDArray

from . import Recipe, _Backend, _Counts, _DType, _Size, _Source

def coordinates(recipe: Recipe) -> dict[str, NDArray[np.float64]]: ...
def bake(source: _Source, size: _Size | None = ..., *, seeds: _Counts | None = ..., backend: _Backend = ..., adapter: str | SupportsIndex | None = ..., dtype: _DType | None = ..., **grid: Any) -> xarray.DataArray: ...
