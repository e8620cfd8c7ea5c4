"""Functions and methods that make graphs: one for each node of the library, from its own table of nodes.

A source is a function. Every other node is a method of `Noise`, whose first input is the noise itself. A new node of the
library is here without a line of Python. Coordinates and curls alone are written by hand, as they read better in other words.
"""

import inspect
import json

from . import _native

Noise = _native.Noise

#: What documentation calls the types of parameters.
_TYPES = {
    "number": "float",
    "whole": "int",
    "numbers": "sequence of float",
    "number per axis": "float or sequence of float",
    "vector": "sequence of float",
    "word": "str",
    "axes": "str",
    "path": "str or os.PathLike",
    "flag": "bool",
    "points": "sequence of pairs of float",
    "number or node": "float or Noise",
}


def _parameter(param):
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    default = inspect.Parameter.empty if param["required"] else param["default"]
    return inspect.Parameter(param["name"], kind, default=default)


def _doc(param):
    kind = _TYPES[param["type"]]
    if param["words"] and param["type"] == "word":
        kind = "{" + ", ".join(map(repr, param["words"])) + "}"
    elif param["words"]:
        kind += " or " + " or ".join(map(repr, param["words"]))
    if param["default"] is not None:
        kind += f", default {param['default']!r}"
    elif not param["required"]:
        kind += ", optional"
    text = param["help"][:1].upper() + param["help"][1:]
    if param["unit"]:
        text += f", in {param['unit']}"
    if param["minimum"] is not None:
        text += f"; from {param['minimum']} to {param['maximum']}"
    return f"{param['name']} : {kind}\n    {text}.\n"


def _docstring(node, params):
    head = f"{node['help'][:1].upper()}{node['help'][1:]}.\n"
    if params:
        head += "\nParameters\n----------\n" + "".join(map(_doc, params))
    return head + "\nReturns\n-------\nNoise\n"


def _finish(function, node, params, first=()):
    function.__name__ = node["name"]
    function.__doc__ = _docstring(node, params)
    function.__module__ = __package__
    ordered = sorted(map(_parameter, params), key=lambda p: p.default is not inspect.Parameter.empty)
    function.__signature__ = inspect.Signature([*first, *ordered])
    return function


def _source(node):
    def function(*args, **params):
        return Noise.node(node["name"], *args, **params)

    return _finish(function, node, node["parameters"])


def _method(node):
    """Return a method whose noise is the first parameter."""

    def method(self, *args, **params):
        return Noise.node(node["name"], self, *args, **params)

    first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    method.__qualname__ = f"Noise.{node['name']}"
    return _finish(method, node, node["parameters"][1:], [first])


def _coordinate(axis):
    def function():
        return Noise.node("coordinate", axis=axis).name(axis)

    function.__name__ = axis
    function.__module__ = __package__
    unit = "time, in units of time" if axis == "w" else f"position along {axis}, in units of the domain"
    function.__doc__ = f"Return the {unit}.\n\nReturns\n-------\nNoise\n"
    return function


def curl_of(x=None, y=None, z=None, component="x"):
    """Return a component of the curl of a potential in space: of a flow without sources.

    Parameters
    ----------
    x, y, z : float or Noise, default 0
        The potential along x, y and z.
    component : {'x', 'y', 'z'}
        The component of the flow.

    Returns
    -------
    Noise
    """
    return Noise.node("curl", x=x, y=y, z=z, component=component)


def curl(self, component="x"):
    """Return a component of the flow in a plane around the noise: of the curl of (0, 0, self).

    Parameters
    ----------
    component : {'x', 'y'}
        The component of the flow.

    Returns
    -------
    Noise
    """
    return curl_of(z=self, component=component)


Noise.curl = curl

__all__ = ["curl_of", "w", "x", "y", "z"]

for _axis in "xyzw":
    globals()[_axis] = _coordinate(_axis)

for _node in json.loads(_native.nodes()):
    if _node["name"] in ("coordinate", "curl"):
        continue
    if _node["role"] != "source":
        setattr(Noise, _node["name"], _method(_node))
    else:
        globals()[_node["name"]] = _source(_node)
        __all__.append(_node["name"])
