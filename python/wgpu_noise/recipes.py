"""Recipes, from whatever describes one."""

import json
import os
import re
from operator import index

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
    source : Recipe, Noise, sequence of Noise, str, os.PathLike or dict
        A recipe; one to four noises, which are its channels, on a grid of 256 × 256 samples; the name of a preset; the path of
        a file, which has a dot or a separator in it; the text of a recipe in TOML, which has a line break or an ``=`` in it; or
        a dictionary with the keys of a recipe. Keys such as `size` are in the order x, y, z.

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
    """
    if isinstance(source, Recipe):
        return source
    if isinstance(source, Noise):
        return Recipe.of([source])
    if isinstance(source, dict):
        return Recipe.from_json(json.dumps(_without_none(source), default=_plain))
    if isinstance(source, str):
        if re.match(r"\s*\w+\(", source):
            raise ValueError(f"{source!r} is an expression: wgpu_noise.expression makes a noise of it")
        if "\n" in source or "=" in source:
            return Recipe.parse(source, "the recipe")
        if not any(mark in source for mark in (".", os.sep, os.altsep) if mark):
            return Recipe.preset(source)
    if isinstance(source, (str, os.PathLike)):
        return Recipe.of_file(source)
    if isinstance(source, (list, tuple)) and source and all(isinstance(one, Noise) for one in source):
        return Recipe.of(list(source))
    raise TypeError(
        f"a recipe, noises, the name of a preset, a path, the text of a recipe or a dict is needed, not {type(source)}"
    )


def _without_none(of):
    return {key: _without_none(value) if isinstance(value, dict) else value for key, value in of.items() if value is not None}


def _plain(value):
    """Turn numpy's arrays and numbers into lists and numbers, for JSON."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"a recipe holds numbers, texts, lists and tables, not {type(value)}")


def with_keys(self, keys):
    """Return the recipe with other keys.

    Parameters
    ----------
    keys : dict
        The keys, such as ``{"format": "r8unorm", "size": [256, 128]}``, in the order x, y, z. None removes one.

    Returns
    -------
    Recipe

    Raises
    ------
    ValueError
        If it is no recipe then, as `load` raises it.
    """
    return self._with_keys(json.dumps(keys, default=_plain))


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
    recipe = recipe.on_grid(
        size=_along(size, lambda count: whole("size", count)),
        extent=_along(extent, float),
        origin=_along(origin, float),
        time=None if time is None else float(time),
        frames=None if frames is None else whole("frames", frames),
        duration=None if duration is None else float(duration),
        seed=None if seed is None else whole("seed", seed),
        seamless=seamless,
        edge_samples=edge_samples,
    )
    if range is not None:
        recipe = recipe.with_keys({"range": range if isinstance(range, str) else [float(end) for end in range]})
    return recipe.with_keys(keys) if keys else recipe


def whole(name, given):
    """Return a whole number of 32 bits."""
    refusal = f"{name}: got {given}; allowed: whole numbers from 0 to {(1 << 32) - 1}"
    try:
        number = index(given)
    except TypeError:
        raise TypeError(refusal) from None
    if not 0 <= number < 1 << 32:
        raise ValueError(refusal)
    return number


def _along(given, number):
    """Turn numbers in the order of an array's axes into the recipe's order: x, y, z. One number is that along x."""
    if given is None:
        return None
    given = given if hasattr(given, "__len__") else [given]
    return [number(one) for one in given][::-1]
