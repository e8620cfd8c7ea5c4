"""Writes the stubs, wgpu_noise/*.pyi, from the modules and the nodes, or with --check compares them.

    python stubs.py [--check]
"""

import inspect
import sys
from pathlib import Path

import wgpu_noise as wn

HERE = Path(__file__).parent / "wgpu_noise"

FIRST = "# Written by stubs.py, from the functions of this package and the nodes of the library.\n"

HEAD = FIRST + '''import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import dask as dask, xarray as xarray

_Number = float | np.number[Any]
_Signal = _Number | Noise
_Numbers = Sequence[_Number] | NDArray[Any]
_PerAxis = _Number | _Numbers
_Points = Sequence[Sequence[_Number]] | NDArray[Any]
_Flag = bool | np.bool_
_Counts = Sequence[SupportsIndex] | NDArray[np.integer[Any]]
_Size = SupportsIndex | _Counts
_Source = Recipe | Noise | Sequence[Noise] | str | os.PathLike[str] | Mapping[str, Any]
_Axes = Literal["x", "xw", "xy", "xyw", "xyz", "xyzw"]
_Backend = Literal["auto", "cpu", "gpu", "reference"]
_DType = Literal["float32", "float16", "uint8", "uint16"] | np.dtype[Any] | type[np.generic]
_Region = slice | tuple[slice, ...]
_Range = _Numbers | Literal["auto", "measured"]

__version__: str
'''

#: The types of parameters, by the library's words for them.
TYPES = {
    "number": "_Number",
    "whole": "SupportsIndex",
    "numbers": "_Numbers",
    "number per axis": "_PerAxis",
    "vector": "_Numbers",
    "axes": "str",
    "path": "str | os.PathLike[str]",
    "flag": "_Flag",
    "points": "_Points",
    "number or node": "_Signal",
}

#: The types of what is written by hand, by name.
GIVEN = {
    "source": "_Source",
    "recipe": "Recipe",
    "size": "_Size | None",
    "frames": "SupportsIndex | None",
    "seed": "SupportsIndex | None",
    "seeds": "_Counts | None",
    "extent": "_PerAxis | None",
    "origin": "_Numbers | None",
    "time": "_Number | None",
    "duration": "_Number | None",
    "seamless": "_Flag | None",
    "edge_samples": "_Flag | None",
    "region": "_Region | None",
    "backend": "_Backend",
    "adapter": "str | SupportsIndex | None",
    "dtype": "_DType | None",
    "range": "_Range | None",
    "out": "NDArray[Any] | None",
    "path": "str | os.PathLike[str]",
    "keys": "Mapping[str, Any] | None",
    "grid": "Any",
    "every": "SupportsIndex",
    "name": "str",
    "entry": 'Literal["none", "fragment", "compute"]',
    "table": 'Literal["const", "storage"]',
    "parameters": 'Literal["const", "struct"]',
    "y": 'Literal["down", "up"]',
    "prefix": "str",
    "group": "SupportsIndex",
    "binding": "SupportsIndex",
    "points": "ArrayLike",
    "axes": "_Axes | None",
    "text": "str",
    "chunks": "Any",
    "client": "Any",
    "parts": "SupportsIndex | None",
}

RETURNS = {
    "expression": "Noise",
    "bake": "NDArray[Any]",
    "load": "Recipe",
    "save": "list[str]",
    "presets": "dict[str, Recipe]",
    "nodes": "dict[str, dict[str, Any]]",
    "devices": "dict[str, Any]",
    "verify": "Verification",
    "values": "NDArray[np.float32]",
    "gradient": "NDArray[np.float32]",
}

NOISE = '''class Noise:
    @staticmethod
    def node(kind: str, *args: Any, **params: Any) -> Noise: ...
    def name(self, name: str) -> Noise: ...
    @property
    def kind(self) -> str: ...
    def to_json(self) -> str: ...
    @staticmethod
    def from_json(text: str) -> Noise: ...
    def to_expression(self) -> str: ...
    __array_ufunc__: None
    def __add__(self, other: _Signal) -> Noise: ...
    def __radd__(self, other: _Number) -> Noise: ...
    def __sub__(self, other: _Signal) -> Noise: ...
    def __rsub__(self, other: _Number) -> Noise: ...
    def __mul__(self, other: _Signal) -> Noise: ...
    def __rmul__(self, other: _Number) -> Noise: ...
    def __truediv__(self, other: _Signal) -> Noise: ...
    def __rtruediv__(self, other: _Number) -> Noise: ...
    def __pow__(self, exponent: _Signal) -> Noise: ...
    def __neg__(self) -> Noise: ...
    def __abs__(self) -> Noise: ...
'''

RECIPE = '''class Recipe:
    @staticmethod
    def parse(text: str, name: str) -> Recipe: ...
    @staticmethod
    def of_file(path: str | os.PathLike[str]) -> Recipe: ...
    @staticmethod
    def preset(name: str) -> Recipe: ...
    @staticmethod
    def from_json(text: str) -> Recipe: ...
    @staticmethod
    def of(channels: Sequence[Noise]) -> Recipe: ...
    def with_keys(self, keys: Mapping[str, Any]) -> Recipe: ...
    def set(self, params: dict[str, Any]) -> Recipe: ...
    def noises(self) -> list[Noise]: ...
    @property
    def channels(self) -> list[str]: ...
    @property
    def outputs(self) -> dict[str, Recipe]: ...
    @property
    def parameters(self) -> dict[str, dict[str, Any]]: ...
    @property
    def title(self) -> str | None: ...
    @property
    def seed(self) -> int: ...
    @property
    def seamless(self) -> bool: ...
    @property
    def size(self) -> list[int]: ...
    @property
    def frames(self) -> int | None: ...
    def coordinates(self) -> list[tuple[float, float]]: ...
    def to_toml(self) -> str: ...
    def to_json(self) -> str: ...

@dataclass(frozen=True)
class Outcome:
    case: str
    axes: str
    is_right: bool
    error: float | None
    bound: float
    samples: int
    strays: int

@dataclass(frozen=True)
class Verification:
    backend: str
    adapter: str | None
    outcomes: list[Outcome]
    @property
    def failed(self) -> list[Outcome]: ...
    def __bool__(self) -> bool: ...
'''


#: The modules that need other packages: their imports, and what their functions return.
MODULES = {
    "dask": (
        """import os
from collections.abc import Mapping
from typing import Any, SupportsIndex

import dask.array

from . import _Backend, _DType, _Size, _Source
""",
        {"array": "dask.array.Array", "bake_zarr": "int"},
    ),
    "xarray": (
        """from typing import Any, SupportsIndex

import numpy as np
import xarray
from numpy.typing import NDArray

from . import Recipe, _Backend, _Counts, _DType, _Size, _Source
""",
        {"coordinates": "dict[str, NDArray[np.float64]]", "bake": "xarray.DataArray"},
    ),
}


def of_node(param):
    """Return the type of a node's parameter."""
    if param["type"] == "word":
        kind = "Literal[" + ", ".join(f'"{word}"' for word in param["words"]) + "]"
    else:
        kind = " | ".join([TYPES[param["type"]], *(f'Literal["{word}"]' for word in param["words"])])
    return kind if param["required"] else f"{kind} | None"


def definition(name, function, types, returns):
    """Return the line of a function. Defaults of nodes are in their documentation."""
    parts, has_star = [], False
    for param in inspect.signature(function).parameters.values():
        # It is there to be refused in clear words.
        if param.kind is param.VAR_POSITIONAL:
            continue
        if param.kind is param.KEYWORD_ONLY and not has_star:
            parts.append("*")
            has_star = True
        if param.name == "self":
            parts.append("self")
            continue
        text = f"{param.name}: {types[param.name]}"
        if param.kind is param.VAR_KEYWORD:
            text = "**" + text
        elif param.default is not param.empty:
            text += " = ..."
        parts.append(text)
    return f"def {name}({', '.join(parts)}) -> {returns}: ..."


def stub_of_package():
    """Return the text of the stub of what needs numpy alone."""
    nodes = {
        name: definition(
            name,
            getattr(wn if node["role"] == "source" else wn.Noise, name),
            {param["name"]: of_node(param) for param in node["parameters"]},
            "Noise",
        )
        for name, node in wn.nodes().items()
        if name != "coordinate"
    }
    nodes["curl"] = definition("curl", wn.Noise.curl, {"component": 'Literal["x", "y"]'}, "Noise")
    methods = [line for name, line in nodes.items() if hasattr(wn.Noise, name)]
    sources = [line for name, line in nodes.items() if not hasattr(wn.Noise, name)]
    points = [
        definition("__call__", wn.Noise.__call__, {**GIVEN, "seed": "SupportsIndex"}, RETURNS["values"]),
        definition("gradient", wn.Noise.gradient, {**GIVEN, "seed": "SupportsIndex"}, RETURNS["gradient"]),
    ]
    given = [
        definition(name, getattr(wn, name), GIVEN, RETURNS[name]) for name in RETURNS if name not in ("values", "gradient")
    ]
    for lang, returns in (('Literal["wgsl", "glsl", "hlsl", "msl"]', "str"), ('Literal["spirv"]', "bytes")):
        text = definition("snippet", wn.snippet, {**GIVEN, "lang": lang}, returns)
        # Without a language it is WGSL, and SPIR-V has to have an entry point.
        text = text.replace('Literal["spirv"] = ...', 'Literal["spirv"]')
        if returns == "bytes":
            text = text.replace('entry: Literal["none", "fragment", "compute"] = ...', 'entry: Literal["fragment", "compute"]')
        given += ["@overload", text]
    coordinates = [f"def {axis}() -> Noise: ..." for axis in "xyzw"]
    axes = {**dict.fromkeys("xyz", "_Signal | None"), "component": 'Literal["x", "y", "z"]'}
    coordinates.append(definition("curl_of", wn.curl_of, axes, "Noise"))
    body = [f"    {line}" for line in [*points, *methods]]
    functions = [*sources, *coordinates, *given]
    return "\n".join([HEAD, NOISE + "\n".join(body), "", RECIPE, *functions]) + "\n"


def stubs():
    """Return the texts of the stubs, by their paths."""
    texts = {HERE / "__init__.pyi": stub_of_package()}
    for name, (imports, functions) in MODULES.items():
        module = getattr(wn, name)
        lines = [definition(function, getattr(module, function), GIVEN, returns) for function, returns in functions.items()]
        texts[HERE / f"{name}.pyi"] = "\n".join([FIRST + imports, *lines]) + "\n"
    return texts


def main():
    for path, text in stubs().items():
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            sys.exit(f"{path} is not what stubs.py writes")


if __name__ == "__main__":
    main()
