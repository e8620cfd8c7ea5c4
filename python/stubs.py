"""Writes wgpu_noise/__init__.pyi from the modules and the nodes, or with --check compares it.

    python stubs.py [--check]
"""

import inspect
import sys
from pathlib import Path

import wgpu_noise as wn

HERE = Path(__file__).parent / "wgpu_noise"

HEAD = '''# Written by stubs.py, from the functions of this package and the nodes of the library.
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import dask as dask, xarray as xarray

_Number = float | np.number[Any]
_Signal = _Number | Noise
_PerAxis = _Number | Sequence[float] | NDArray[Any]
_Numbers = Sequence[float] | NDArray[Any]
_Points = Sequence[Sequence[float]] | NDArray[Any]
_Source = Recipe | Noise | Sequence[Noise] | str | os.PathLike[str] | Mapping[str, Any]
_Axes = Literal["x", "xw", "xy", "xyw", "xyz", "xyzw"]
_Backend = Literal["auto", "cpu", "gpu", "reference"]
_DType = Literal["float32", "float16", "uint8", "uint16"] | np.dtype[Any] | type[np.generic]
_Region = slice | tuple[slice, ...]
_Range = tuple[float, float] | Literal["auto", "measured"]

__version__: str
'''

#: The types of parameters, by the library's words for them.
TYPES = {
    "number": "_Number",
    "whole": "int",
    "numbers": "_Numbers",
    "number per axis": "_PerAxis",
    "vector": "_Numbers",
    "axes": "str",
    "path": "str | os.PathLike[str]",
    "flag": "bool",
    "points": "_Points",
    "number or node": "_Signal",
}

#: The types of what is written by hand, by name.
GIVEN = {
    "source": "_Source",
    "size": "int | Sequence[int] | None",
    "frames": "int | None",
    "seed": "int | None",
    "seeds": "Sequence[int] | NDArray[np.integer[Any]] | None",
    "extent": "float | Sequence[float] | None",
    "origin": "Sequence[float] | None",
    "time": "float | None",
    "duration": "float | None",
    "seamless": "bool | None",
    "edge_samples": "bool | None",
    "region": "_Region | None",
    "backend": "_Backend",
    "adapter": "str | int | None",
    "dtype": "_DType | None",
    "range": "_Range | None",
    "out": "NDArray[Any] | None",
    "path": "str | os.PathLike[str]",
    "keys": "Mapping[str, Any] | None",
    "grid": "Any",
    "every": "int",
    "name": "str",
    "entry": 'Literal["none", "fragment", "compute"]',
    "table": 'Literal["const", "storage"]',
    "parameters": 'Literal["const", "struct"]',
    "y": 'Literal["down", "up"]',
    "prefix": "str",
    "group": "int",
    "binding": "int",
    "points": "ArrayLike",
    "axes": "_Axes | None",
    "text": "str",
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


def stub():
    """Return the text of the stub."""
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
        definition("__call__", wn.Noise.__call__, {**GIVEN, "seed": "int"}, RETURNS["values"]),
        definition("gradient", wn.Noise.gradient, {**GIVEN, "seed": "int"}, RETURNS["gradient"]),
    ]
    given = [
        definition(name, getattr(wn, name), GIVEN, RETURNS[name]) for name in RETURNS if name not in ("values", "gradient")
    ]
    for lang, returns in (('Literal["wgsl", "glsl", "hlsl", "msl"]', "str"), ('Literal["spirv"]', "bytes")):
        text = definition("snippet", wn.snippet, {**GIVEN, "lang": lang}, returns)
        # Without a language it is WGSL.
        given += ["@overload", text.replace('Literal["spirv"] = ...', 'Literal["spirv"]')]
    coordinates = [f"def {axis}() -> Noise: ..." for axis in "xyzw"]
    axes = {**dict.fromkeys("xyz", "_Signal | None"), "component": 'Literal["x", "y", "z"]'}
    coordinates.append(definition("curl_of", wn.curl_of, axes, "Noise"))
    body = [f"    {line}" for line in [*points, *methods]]
    functions = [*sources, *coordinates, *given]
    return "\n".join([HEAD, NOISE + "\n".join(body), "", RECIPE, *functions]) + "\n"


def main():
    path = HERE / "__init__.pyi"
    if "--check" in sys.argv:
        sys.exit(0 if path.read_text() == stub() else f"{path} is not what stubs.py writes")
    path.write_text(stub())


if __name__ == "__main__":
    main()
