"""Noise at points of one's choice: what a call of a noise does, and its gradient."""

import numpy as np

from . import _native
from .recipes import Noise, whole

#: The axes of points with so many coordinates.
_AXES = {1: "x", 2: "xy", 3: "xyz", 4: "xyzw"}


def values(self, points, *more, axes=None, seed=0):
    """Compute the noise at points.

    Parameters
    ----------
    points : array_like of float64, shape (..., d)
        Positions x, y, z and time w, in units of the domain, d of them: 1 to 4. They stay exact far from the origin, up to 2³⁰
        cells of the finest octave.
    axes : {'x', 'xw', 'xy', 'xyw', 'xyz', 'xyzw'}, optional
        What the d numbers are. The default is the first d of x, y, z, w. The number of axes is that of the noise.
    seed : int, default 0
        A number from 0 to 2³² − 1.

    Returns
    -------
    numpy.ndarray of float32, shape (...)
        The values.

    Raises
    ------
    ValueError
        For a wrong node, for a point that is not finite or too far away, and for a wrong number of coordinates.
    TypeError
        For coordinates that are arguments of their own: all points are one array. For coordinates that are no real numbers, or
        masked.
    """
    points, axes = _checked(points, more, axes)
    out = np.empty(points.shape[:-1], np.float32)
    _native.sample(self, points.reshape(-1), axes, whole("seed", seed), False, out.reshape(-1))
    return out


def gradient(self, points, *more, axes=None, seed=0):
    """Compute the derivatives of the noise at points.

    Parameters
    ----------
    points : array_like of float64, shape (..., d)
        Positions, as for a call of the noise.
    axes : {'x', 'xw', 'xy', 'xyw', 'xyz', 'xyzw'}, optional
        What the d numbers are.
    seed : int, default 0
        A number from 0 to 2³² − 1.

    Returns
    -------
    numpy.ndarray of float32, shape (..., d)
        The derivative along each of the axes, per unit of the domain, and along w per unit of time.

    Raises
    ------
    ValueError
        As for a call of the noise, and for a noise without a derivative, such as `white`, or `worley` with any output but
        `smooth_f1`.
    TypeError
        As for a call of the noise.
    """
    points, axes = _checked(points, more, axes)
    out = np.empty(points.shape, np.float32)
    _native.sample(self, points.reshape(-1), axes, whole("seed", seed), True, out.reshape(-1))
    return out


def _checked(points, more, axes):
    if more:
        raise TypeError(f"points: got {1 + len(more)} arguments; allowed: one array, such as [[0.1, 0.2]] for x and y")
    given = np.asanyarray(points)
    if not np.can_cast(given.dtype, np.float64, "same_kind") or np.ma.is_masked(given):
        raise TypeError(f"points: got {type(given)} of {given.dtype}; allowed: real numbers, none of them masked")
    # In C order, aligned, and no subclass.
    points = np.require(given, np.float64, "CAE")
    if points.ndim == 0 or points.shape[-1] not in _AXES:
        raise ValueError(f"points: got the shape {points.shape}; allowed: (..., d) with d from 1 to 4")
    axes = _AXES[points.shape[-1]] if axes is None else axes
    if not isinstance(axes, str) or len(axes) != points.shape[-1]:
        raise ValueError(f"axes: got {axes} for {points.shape[-1]} coordinates; allowed: a letter for each")
    return points, axes


values.__qualname__, gradient.__qualname__ = "Noise.__call__", "Noise.gradient"
Noise.__call__ = values
Noise.gradient = gradient
