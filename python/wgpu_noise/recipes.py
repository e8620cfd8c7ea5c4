"""Recipes, from whatever describes one."""

import json
import os
import re
import warnings
from collections.abc import Mapping
from math import isfinite
from operator import index

import numpy as np

from . import _native

Noise, Recipe = _native.Noise, _native.Recipe


def presets():
    """Return the recipes that are part of the library.

    Returns
    -------
    dict of str to Recipe
        The recipes by name.
    """
    return {name: Recipe.preset(name) for name in _native.presets()}


def load(source):
    """Return the recipe that `source` describes.

    Parameters
    ----------
    source : Recipe, Noise, sequence of Noise, str, os.PathLike or Mapping
        A recipe; one to four noises, which are its channels, on a grid of 256 × 256 samples; the name of a preset; the path of
        a file, which has a dot or a separator in it; the text of a recipe in TOML, which has a line break or an ``=`` in it;
        the JSON of a recipe or a noise, which begins with ``{``; or a dictionary with what such JSON holds. Keys such as `size`
        are in the order x, y, z.

    Returns
    -------
    Recipe

    Raises
    ------
    ValueError
        If it is no recipe. The message has the line, or the name of the node, and what is allowed.
    TypeError
        If it is none of these.
    OSError
        If the file cannot be read.

    Notes
    -----
    The static methods of `Recipe` do one of these cases each. The recipe inside a file that `save` wrote is not read here, but
    by the program ``wgpu-noise``, which is installed separately.
    """
    if isinstance(source, Recipe):
        return source
    if isinstance(source, Noise):
        return Recipe.of([source])
    if isinstance(source, str) and source.lstrip().startswith("{"):
        source = json.loads(source)
    if isinstance(source, Mapping):
        _check_names(source)
        text = json.dumps(_plain(source))
        # Those are the keys of `Noise.to_json`; a recipe has channels.
        return load(Noise.from_json(text)) if source.keys() == {"output", "nodes"} else Recipe.from_json(text)
    if isinstance(source, str):
        # In a recipe a quote, a comment or an equals sign is before all operators.
        if re.match(r"[^\n\"'#=]*([+*^(]| [-/] )|-|let ", source) and not os.path.exists(source):
            raise ValueError(f"{source!r} is no file; if it is an expression: wgpu_noise.expression makes a noise of it")
        if "\n" in source or "=" in source:
            return Recipe.parse(source, "the recipe")
        if not any(mark in source for mark in (".", os.sep, os.altsep) if mark):
            return Recipe.preset(source)
    if isinstance(source, (str, os.PathLike)):
        try:
            return Recipe.of_file(source)
        except ValueError as error:
            if "wgpu-noise info" in str(error):
                error.add_note("The program wgpu-noise is not a part of this package: `cargo install` installs it.")
            raise
    if isinstance(source, (list, tuple)) and source and all(isinstance(one, Noise) for one in source):
        return Recipe.of(list(source))
    raise TypeError(
        f"a recipe, noises, the name of a preset, a path, the text of a recipe or a dict is needed, not {type(source)}"
    )


def _plain(value, name=""):
    """Turn mappings, and numpy's arrays and numbers, into what JSON has. Keys without a value are left out."""
    if isinstance(value, Mapping):
        start = f"{name}." if name else ""
        return {key: _plain(one, f"{start}{key}") for key, one in value.items() if one is not None}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(one, name) for one in value]
    if not isinstance(value, (str, int, float)):
        raise TypeError(f"{name}: got {type(value)}; allowed: numbers, texts, lists and tables")
    return finite(name, value) if isinstance(value, float) else value


def _check_names(keys):
    """Refuse a key without a value that no recipe has. Those with a value are checked with it."""
    for name in (name for name, value in keys.items() if value is None):
        try:
            Recipe.from_json(json.dumps({name: []}))
        except ValueError as error:
            # It may also be that this is no value for it.
            if "unknown name" in str(error):
                raise


def with_keys(self, keys):
    """Return the recipe with other keys.

    Parameters
    ----------
    keys : Mapping
        The keys, such as ``{"format": "r8unorm", "size": [256, 128]}``, in the order x, y, z. None removes one.

    Returns
    -------
    Recipe

    Raises
    ------
    ValueError
        If it is no recipe then, as `load` raises it.
    """
    if not isinstance(keys, Mapping):
        raise TypeError(f"keys: got {keys}; allowed: a dict")
    _check_names(keys)
    return self._with_keys(json.dumps({**dict.fromkeys(keys), **_plain(keys)}))


Recipe.with_keys = with_keys


def on_grid(
    source,
    size=None,
    *,
    extent=None,
    origin=None,
    time=None,
    frames=None,
    duration=None,
    seed=None,
    seamless=None,
    edge_samples=None,
    range=None,
    keys=None,
    **others,
):
    """Return the recipe of `source` on another grid. `bake` describes the arguments."""
    if others:
        name, allowed = next(iter(others)), ", ".join(on_grid.__kwdefaults__)
        raise TypeError(
            f"{name} is not an argument here; allowed: size, {allowed}; other keys of a recipe go into keys, such as "
            "keys={'format': 'r8unorm'}"
        )
    recipe = load(source)
    given = (size, extent, origin, time, frames, duration, seed, seamless, edge_samples, range, keys)
    if all(one is None for one in given):
        # It keeps the plans that were made of it.
        return recipe
    size = _along("size", size, 3, lambda name, count: whole(name, count, 1, 1 << 31))
    recipe = recipe.on_grid(
        size=size,
        extent=_along("extent", extent, len(size or recipe.size), finite),
        origin=_along("origin", origin, 3, finite),
        time=None if time is None else finite("time", time),
        frames=None if frames is None else whole("frames", frames, 1, 1 << 31),
        duration=None if duration is None else finite("duration", duration),
        seed=None if seed is None else whole("seed", seed),
        seamless=seamless,
        edge_samples=edge_samples,
    )
    if range is not None:
        recipe = recipe.with_keys({"range": range})
    if keys is not None:
        recipe = recipe.with_keys(keys)
    if recipe.frames is None:
        if duration is not None:
            _warn("duration has no effect without frames")
        if time and not _reads_time(recipe):
            _warn("time has no effect without frames on this noise")
    return recipe


def _warn(message):
    # Where the public function is called that calls `on_grid`.
    warnings.warn(message, UserWarning, stacklevel=4)


def _reads_time(recipe):
    """Whether a noise may depend on the time of a grid without frames: the rule of the command line, which notes it, too."""
    keys = json.loads(recipe.to_json())
    domain = {node["name"] for node in json.loads(_native.nodes()) if node["role"] == "domain"}

    def may_read(row):
        return row["kind"] in domain or "w" in row.values() or "w" in row.get("axes", "")

    return "w" in keys["channels"] or any(may_read(row) for row in keys.get("nodes", {}).values())


def whole(name, given, least=0, most=(1 << 32) - 1):
    """Return a whole number between limits."""
    refusal = f"{name}: got {given}; allowed: whole numbers from {least} to {most}"
    try:
        number = index(given)
    except TypeError:
        raise TypeError(refusal) from None
    if not least <= number <= most:
        raise ValueError(refusal)
    return number


def finite(name, given):
    """Return a number that is neither infinite nor NaN."""
    try:
        # Unlike float(), it takes no text.
        is_finite = isfinite(given)
    except TypeError:
        raise TypeError(f"{name}: got {given!r}; allowed: finite numbers") from None
    if not is_finite:
        raise ValueError(f"{name}: got {given}; allowed: finite numbers")
    return float(given)


def _along(name, given, most, number):
    """Turn numbers in the order of an array's axes into the recipe's order: x, y, z. One number is that along x."""
    if given is None:
        return None
    # As objects they keep their types.
    numbers = [number(name, one) for one in np.array(given, object, ndmin=1)]
    if not 1 <= len(numbers) <= most:
        raise ValueError(f"{name}: got {given}; allowed: 1 to {most} numbers, the last along x; time has its own arguments")
    return numbers[::-1]
