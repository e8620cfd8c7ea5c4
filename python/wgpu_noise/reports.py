"""What the library says of itself: nodes, devices, verification, and noise as shader source."""

import json
from dataclasses import dataclass

from . import _native
from .recipes import on_grid, whole


def nodes():
    """Return the kinds of node with their parameters, as data.

    Returns
    -------
    dict of str to dict
        By name: `role` ('source', 'fractal', 'domain', 'derivative' or 'step'), `help` and `parameters`, a list of
        dictionaries with `name`, `aliases`, `help`, `unit`, `type`, `required`, `default`, `minimum`, `maximum` and `words`.
    """
    return {node["name"]: node for node in json.loads(_native.nodes())}


def devices():
    """Return what can compute on this machine.

    Returns
    -------
    dict
        `cpu` with its SIMD instructions, `form` and `forms`, and its number of `threads`; `adapters`, a list of GPUs with
        `index`, `name`, `backend`, `kind`, `driver` and limits.
    """
    return json.loads(_native.devices())


@dataclass(frozen=True)
class Outcome:
    """How far a backend was from the reference in one case."""

    case: str
    axes: str
    is_right: bool
    #: The largest error and its bound, absolute; None if a sample is not a number.
    error: float | None
    bound: float
    samples: int
    #: The number of samples on the other side of a jump.
    strays: int


@dataclass(frozen=True)
class Verification:
    """A backend compared with the reference."""

    backend: str
    adapter: str | None
    outcomes: list[Outcome]

    @property
    def failed(self):
        """The outcomes that are not right."""
        return [outcome for outcome in self.outcomes if not outcome.is_right]

    def __bool__(self):
        """Whether every case is right."""
        return bool(self.outcomes) and not self.failed


def verify(backend="auto", adapter=None, *, every=1):
    """Compare a backend with the exact reference, in the suite of cases that the library is tested with.

    Parameters
    ----------
    backend, adapter
        As `bake` takes them.
    every : int, default 1
        Run only every nth case. With 11 all sets of axes still occur.

    Returns
    -------
    Verification
        True if every case is right.
    """
    where = _native.Backend(backend, adapter)
    report = json.loads(_native.verify(where, whole("every", every, 1)))
    outcomes = [Outcome(**outcome) for outcome in report.pop("outcomes")]
    return Verification(outcomes=outcomes, **report)


def snippet(
    source,
    lang="wgsl",
    *,
    name="noise_at",
    entry="none",
    table="const",
    parameters="const",
    y="down",
    prefix="",
    group=0,
    binding=0,
    size=None,
    **grid,
):
    """Return a noise as the source of a shader function.

    Parameters
    ----------
    source : Recipe, Noise, str, os.PathLike or Mapping
        What `load` takes. Its grid gives the axes of the position, and the box of an entry point.
    lang : {'wgsl', 'glsl', 'hlsl', 'msl', 'spirv'}
        The language. 'spirv' is a module, which needs an `entry` other than 'none'.
    name : str
        The name of the function.
    entry : {'none', 'fragment', 'compute'}
        An entry point that calls it on the grid.
    table : {'const', 'storage'}
        Where the permutation tables are.
    parameters : {'const', 'struct'}
        Where the numbers of the noise are.
    y : {'down', 'up'}
        The direction of y.
    prefix : str
        A prefix for all other global names.
    group, binding : int
        The group of all bindings, and what is added to their numbers.
    size, **grid
        The grid, as `bake` takes it.

    Returns
    -------
    str, or bytes for 'spirv'
    """
    recipe = on_grid(source, size, **grid)
    options = (name, lang, entry, table, parameters, y, prefix, whole("group", group), whole("binding", binding))
    code = bytes(_native.snippet(recipe, *options))
    return code if lang == "spirv" else code.decode()
