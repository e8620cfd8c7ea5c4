"""Functions and methods that make graphs: one for each node of the library, from its own table of nodes.

A source is a function. Every other node is a method of `Noise`, whose first input is the noise itself. A new node of the
library is here without a line of Python. Coordinates and curls alone are written by hand, as they read better in other words.
An expression makes a graph of many nodes.
"""

import inspect
import json
import re

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
    if param["unit"]:
        kind += f" [{param['unit']}]"
    if param["default"] is not None:
        kind += f", default {param['default']!r}"
    elif not param["required"]:
        kind += ", optional"
    text = _capital(param["help"])
    if param["minimum"] is not None:
        text += f"; from {_short(param['minimum'])} to {_short(param['maximum'])}"
    return f"{param['name']} : {kind}\n    {text}.\n"


def _doc_of_self(param):
    unit = f" [{param['unit']}]" if param["unit"] else ""
    return f"self : Noise{unit}\n    The noise itself, called `{param['name']}` here. {_capital(param['help'])}.\n"


def _capital(text, names=()):
    """Return a text that begins with a capital, unless it begins with one of the names or with a call, as formulas do."""
    word = re.match(r"\w*", text)[0]
    is_formula = word in names or text[len(word) :].startswith("(")
    return text if is_formula else text[:1].upper() + text[1:]


def _short(number):
    """Return a limit as a person writes it: 1073741824, 0.05, 1e12."""
    if number == int(number) and abs(number) < 1e10:
        return str(int(number))
    return re.sub(r"e\+?(-?)0*", r"e\1", f"{number:g}")


def _docstring(node, params):
    # `e` is a number, and no word.
    text = _capital(node["help"], ["e", *(param["name"] for param in node["parameters"])]) + ".\n"
    docs = [_doc(param) if param in params else _doc_of_self(param) for param in node["parameters"]]
    if docs:
        text += "\nParameters\n----------\n" + "".join(docs)
    return text + "\nReturns\n-------\nNoise\n"


def _finish(function, node, params, first=()):
    function.__name__ = node["name"]
    function.__qualname__ = f"Noise.{node['name']}" if first else node["name"]
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
    return _finish(method, node, node["parameters"][1:], [first])


def _coordinate(axis):
    def function():
        return Noise.node("coordinate", axis=axis).name(axis)

    function.__name__ = function.__qualname__ = axis
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
    """Return a component of the flow in a plane around the noise: of the curl of (0, 0, self), whose z is 0.

    Parameters
    ----------
    component : {'x', 'y'}
        The component of the flow.

    Returns
    -------
    Noise
    """
    if component not in ("x", "y"):
        raise ValueError(f"component: got {component}; allowed: x, y")
    return curl_of(z=self, component=component)


Noise.curl = curl


def expression(text):
    """Return the noise of an expression, such as ``"fbm(perlin(4), octaves = 3) - 0.3*bricks(8)"``.

    Parameters
    ----------
    text : str
        The expression. ``docs/expressions.md`` describes its operators and functions. `Noise.to_expression` writes one.

    Returns
    -------
    Noise

    Raises
    ------
    ValueError
        If it is no expression. The message has the line and the column.
    """
    return _native.expression(text)


__all__ = ["curl_of", "expression", "w", "x", "y", "z"]

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
