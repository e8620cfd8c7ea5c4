#!/usr/bin/env python3
"""Makes the golden values that the crate's tests compare with.

An independent second writing of the mathematics: nothing here comes from the crate, everything from the publications

  * K. Perlin, "Improving Noise", SIGGRAPH 2002 (permutation, gradients, fade),
  * M. Jarzynski and M. Olano, "Hash Functions for GPU Rendering", JCGT 9(3), 2020 (pcg4d),
  * S. Vigna's SplitMix64 (the generator that shuffles the tables),
  * F. K. Musgrave's chapter 16 of "Texturing and Modeling", 3rd edition (the two multifractals),

and is computed in exact rational arithmetic, roots, logarithms and waves to sixty digits. Only the last step rounds: a result
is the f64 nearest to the exact value.

  make.py           writes the files beside this script
  make.py --check   fails if a file there differs from what would be written

In the files integers are JSON numbers and reals are strings: the shortest decimal that reads back to the same f64, because
not every JSON reader rounds decimals correctly. Periods of 0 mean "never repeats".
"""

import itertools
import json
import random
import sys
from decimal import Decimal, getcontext
from fractions import Fraction
from math import floor, prod
from pathlib import Path

import sources

HERE = Path(__file__).resolve().parent
U32 = 0xFFFFFFFF
U64 = 0xFFFFFFFFFFFFFFFF

# ------------------------------------------------------------------------------------------------ integers

PERLIN_2002 = [
    151, 160, 137, 91, 90, 15, 131, 13, 201, 95, 96, 53, 194, 233, 7, 225, 140, 36, 103, 30, 69, 142, 8, 99, 37, 240, 21, 10,
    23, 190, 6, 148, 247, 120, 234, 75, 0, 26, 197, 62, 94, 252, 219, 203, 117, 35, 11, 32, 57, 177, 33, 88, 237, 149, 56, 87,
    174, 20, 125, 136, 171, 168, 68, 175, 74, 165, 71, 134, 139, 48, 27, 166, 77, 146, 158, 231, 83, 111, 229, 122, 60, 211,
    133, 230, 220, 105, 92, 41, 55, 46, 245, 40, 244, 102, 143, 54, 65, 25, 63, 161, 1, 216, 80, 73, 209, 76, 132, 187, 208,
    89, 18, 169, 200, 196, 135, 130, 116, 188, 159, 86, 164, 100, 109, 198, 173, 186, 3, 64, 52, 217, 226, 250, 124, 123, 5,
    202, 38, 147, 118, 126, 255, 82, 85, 212, 207, 206, 59, 227, 47, 16, 58, 17, 182, 189, 28, 42, 223, 183, 170, 213, 119,
    248, 152, 2, 44, 154, 163, 70, 221, 153, 101, 155, 167, 43, 172, 9, 129, 22, 39, 253, 19, 98, 108, 110, 79, 113, 224, 232,
    178, 185, 112, 104, 218, 246, 97, 228, 251, 34, 242, 193, 238, 210, 144, 12, 191, 179, 162, 241, 81, 51, 145, 235, 249, 14,
    239, 107, 49, 192, 214, 31, 181, 199, 106, 157, 184, 84, 204, 176, 115, 121, 50, 45, 127, 4, 150, 254, 138, 236, 205, 93,
    222, 114, 67, 29, 24, 72, 243, 141, 128, 195, 78, 66, 215, 61, 156, 180,
]


def split_mix_64(seed, octave):
    """The endless outputs of SplitMix64 whose state starts at (seed << 32) | octave."""
    state = (seed << 32) | octave
    while True:
        state = (state + 0x9E3779B97F4A7C15) & U64
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & U64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & U64
        yield z ^ (z >> 31)


def permutation(seed, octave):
    if (seed, octave) == (0, 0):
        return PERLIN_2002
    table = list(range(256))
    draws = split_mix_64(seed, octave)
    for i in range(255, 0, -1):
        j = ((next(draws) >> 32) * (i + 1)) >> 32
        table[i], table[j] = table[j], table[i]
    return table


def key(seed, octave):
    """The four words that select an integer hash: the low and high halves of the first two outputs."""
    draws = split_mix_64(seed, octave)
    first, second = next(draws), next(draws)
    return [first & U32, first >> 32, second & U32, second >> 32]


def octave_shift(seed, octave, axes, positions):
    """How far an octave's lattice is shifted along each of the axes: 16 bits each of one output, the lowest for x."""
    draw = next(split_mix_64(~seed & U32, ~octave & U32))
    return [Fraction((draw >> 16 * "xyzw".index(a)) & 0xFFFF, 1 << 16) if positions == "shifted" else 0 for a in axes]


def pcg4d(v):
    x, y, z, w = ((c * 1664525 + 1013904223) & U32 for c in v)

    def stir(x, y, z, w):
        x = (x + y * w) & U32
        y = (y + z * x) & U32
        z = (z + x * y) & U32
        w = (w + y * z) & U32
        return x, y, z, w

    x, y, z, w = stir(x, y, z, w)
    x, y, z, w = (c ^ (c >> 16) for c in (x, y, z, w))
    return stir(x, y, z, w)


class TableHash:
    name = "table"

    def __init__(self, seed, octave):
        self.table = permutation(seed, octave)

    def fold(self, corner):
        h = 0
        for i in corner:
            h = self.table[(h + i) & 255]
        return h

    def scalar(self, corner):
        """A corner's number in -1..1."""
        return Fraction(2 * self.fold(corner) - 255, 255)

    def direction(self, corner, bits):
        # Two dimensions are the plane z = 0 of three: the look-up of that third coordinate is taken too.
        if len(corner) == 2:
            corner = (*corner, 0)
        return self.fold(corner) & ((1 << bits) - 1)


class IntegerHash:
    name = "integer"

    def __init__(self, seed, octave):
        self.key = key(seed, octave)

    def word(self, corner):
        words = [(i & U32) ^ k for i, k in zip(corner, self.key)]
        return pcg4d(words + [0] * (4 - len(words)))[0]

    def scalar(self, corner):
        return Fraction(self.word(corner) >> 8, 1 << 23) - 1

    def direction(self, corner, bits):
        return self.word(corner) >> (32 - bits)


HASHES = {"table": TableHash, "integer": IntegerHash}

# ------------------------------------------------------------------------------------------------ Perlin noise

# Perlin's twelve cube edges, with the four repeated ones that fill the low four bits of a hash.
EDGES_3D = [
    (1, 1, 0), (-1, 1, 0), (1, -1, 0), (-1, -1, 0),
    (1, 0, 1), (-1, 0, 1), (1, 0, -1), (-1, 0, -1),
    (0, 1, 1), (0, -1, 1), (0, 1, -1), (0, -1, -1),
    (1, 1, 0), (0, -1, 1), (-1, 1, 0), (0, -1, -1),
]  # fmt: skip


def edge_4d(h):
    """The row h >> 3 names three axes; bits 4, 2 and 1 are their signs, a clear bit being negative."""
    gradient = [0, 0, 0, 0]
    for axis, bit in zip(["xyz", "wxy", "zwx", "yzw"][h >> 3], (4, 2, 1)):
        gradient["xyzw".index(axis)] = 1 if h & bit else -1
    return tuple(gradient)


EDGES_4D = [edge_4d(h) for h in range(32)]


def fade(t):
    return 6 * t**5 - 15 * t**4 + 10 * t**3


def gradient_at(hashing, corner):
    axes = len(corner)
    if axes == 1:
        return (2 * hashing.scalar(corner),)
    if axes == 4:
        return EDGES_4D[hashing.direction(corner, 5)]
    return EDGES_3D[hashing.direction(corner, 4)][:axes]


def perlin(hashing, cell, fraction, period):
    """Gradient noise in one to four dimensions: the sum over a cell's corners of weight times (gradient . offset)."""
    faded = [fade(f) for f in fraction]
    total = Fraction(0)
    for steps in itertools.product((0, 1), repeat=len(cell)):
        # Python's % is Euclidean for a positive modulus.
        corner = tuple((c + s) % p if p else c + s for c, s, p in zip(cell, steps, period))
        weight = prod(t if s else 1 - t for t, s in zip(faded, steps))
        gradient = gradient_at(hashing, corner)
        total += weight * sum(g * (f - s) for g, f, s in zip(gradient, fraction, steps))
    return total


def fade_slope(t):
    return 30 * t**4 - 60 * t**3 + 30 * t**2


def perlin_gradient(hashing, cell, fraction, period):
    """The partial derivatives of the sum, term by term: those of a corner's weight, and its gradient."""
    slopes = [Fraction(0)] * len(cell)
    for steps in itertools.product((0, 1), repeat=len(cell)):
        corner = tuple((c + s) % p if p else c + s for c, s, p in zip(cell, steps, period))
        weights = [fade(f) if s else 1 - fade(f) for f, s in zip(fraction, steps)]
        gradient = gradient_at(hashing, corner)
        value = sum(g * (f - s) for g, f, s in zip(gradient, fraction, steps))
        for axis, (f, s) in enumerate(zip(fraction, steps)):
            others = prod(w for i, w in enumerate(weights) if i != axis)
            slopes[axis] += (1 if s else -1) * fade_slope(f) * others * value + prod(weights) * gradient[axis]
    return slopes


def split(position):
    cell = floor(position)
    return cell, position - cell


def fbm(hash_name, seed, axes, point, factors, gain, octaves, period, tables, positions, octave_period):
    """Octave k is the noise at point * factor^k + shift times gain^k; the sum is divided by the sum of the amplitudes."""
    total = amplitudes = Fraction(0)
    for k in range(octaves):
        hashing = HASHES[hash_name](seed, k if tables == "distinct" else 0)
        shift = octave_shift(seed, k, axes, positions)
        at = [split(p * f**k + s) for p, f, s in zip(point, factors, shift)]
        repeat = [p * int(f) ** k if octave_period == "scaled" else p for p, f in zip(period, factors)]
        total += gain**k * perlin(hashing, [c for c, _ in at], [f for _, f in at], repeat)
        amplitudes += gain**k
    return total / amplitudes


def per_octave(factor, octaves):
    """Factors of frequency or amplitude: a list as it is, or the powers of one number."""
    return [Fraction(f) for f in factor] if isinstance(factor, list) else [Fraction(factor) ** k for k in range(octaves)]


def billow(values, amplitudes, _, __):
    return sum(a * abs(v) for v, a in zip(values, amplitudes))


def plain_ridges(values, amplitudes, own, _):
    return sum(a * (own["offset"] - abs(v)) for v, a in zip(values, amplitudes))


def ridged_multifractal(values, amplitudes, own, _):
    """The order of F. K. Musgrave's chapter: the first octave before the loop, each signal the next one's weight."""
    signal = (own["offset"] - abs(values[0])) ** 2
    result = signal * amplitudes[0]
    for value, amplitude in zip(values[1:], amplitudes[1:]):
        weight = max(Fraction(0), min(Fraction(1), signal * own["ridge_gain"]))
        signal = weight * (own["offset"] - abs(value)) ** 2
        result += signal * amplitude
    return result


def hybrid_multifractal(values, amplitudes, own, _):
    """The same author's: a first octave raised by the offset, and weights that multiply up, held to 1 from above."""
    result = weight = (values[0] + own["offset"]) * amplitudes[0]
    for value, amplitude in zip(values[1:], amplitudes[1:]):
        weight = min(weight, Fraction(1))
        signal = (value + own["offset"]) * amplitude
        result += weight * signal
        weight *= signal
    return result


def ping_pong(values, amplitudes, own, _):
    """There and back between 0 and 1, stretched to -1..1."""
    total = Fraction(0)
    for value, amplitude in zip(values, amplitudes):
        t = (value + 1) * own["strength"]
        t -= 2 * floor(t / 2)
        total += amplitude * (2 * (t if t < 1 else 2 - t) - 1)
    return total


def eroded(values, amplitudes, own, gradients):
    """Each value over 1 plus the square of the sum of the gradients up to its own."""
    total = Fraction(0)
    for k, (value, amplitude) in enumerate(zip(values, amplitudes)):
        steepness = [sum(slopes) / own["slope"] for slopes in zip(*gradients[: k + 1])]
        total += amplitude * value / (1 + sum(s**2 for s in steepness))
    return total


# Name, form, formula of the octaves' values, amplitudes and gradients, and its own parameters.
FRACTALS = [
    ("billow", None, billow, [{}]),
    ("ridged", "plain", plain_ridges, [{"offset": 1.0}, {"offset": 0.6}]),
    (
        "ridged",
        "musgrave",
        ridged_multifractal,
        [{"offset": 1.0, "ridge_gain": 2.0}, {"offset": 0.8, "ridge_gain": 3.5}, {"offset": -0.3, "ridge_gain": 0.9}],
    ),
    ("ping_pong", None, ping_pong, [{"strength": 2.0}, {"strength": 5.3}]),
    ("hybrid", None, hybrid_multifractal, [{"offset": 0.7}, {"offset": 2.0}, {"offset": -0.4}]),
    ("eroded", None, eroded, [{"slope": 8.0}, {"slope": 0.7}]),
]

# ------------------------------------------------------------------------------------------------ value steps

getcontext().prec = 60
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")


def sine(turns):
    """sin(2 pi turns), by its series."""
    angle = 2 * PI * (turns - turns.to_integral_value())
    total = term = angle
    for k in range(2, 90, 2):
        term = -term * angle * angle / (k * (k + 1))
        total += term
    return total


def clamp(v, low, high):
    return min(max(v, low), high)


def whole(v):
    return Decimal(floor(v))


def hermite(t):
    return t * t * (3 - 2 * t)


def bias(t, b):
    """Schlick, "Fast alternatives to Perlin's bias and gain functions", as he prints it."""
    return t / ((1 / b - 2) * (1 - t) + 1)


def gain(t, g):
    """Perlin's gain by two biases: above 1/2 it is steepest in the middle."""
    return bias(2 * t, 1 - g) / 2 if t < Decimal(1) / 2 else 1 - bias(2 - 2 * t, 1 - g) / 2


def terrace(v, ramp):
    """A flat part and then, if there is one, a ramp up to the next whole number."""
    part = v - whole(v)
    flat = 1 - ramp
    return whole(v) + ((part - flat) / ramp if ramp and part > flat else 0)


def smooth_min(a, b, k):
    """The quadratic polynomial form of I. Quilez, "smooth minimum"."""
    h = max(k - abs(a - b), 0) / k
    return min(a, b) - h * h * k / 4


def curve(v):
    """Lagrange's form of the line between the two points around, the end points' values beyond."""
    places = [(Decimal(str(a)), Decimal(str(b))) for a, b in POINTS]
    if v <= places[0][0]:
        return places[0][1]
    for (x, p), (y, q) in zip(places, places[1:]):
        if v <= y:
            return p * (v - y) / (x - y) + q * (v - x) / (y - x)
    return places[-1][1]


POINTS = [(-1.5, 2.0), (-0.25, 0.5), (0.5, 0.75), (3.0, -4.0)]

# By name: the parameters, the step, and values for each parameter.
SOME = ["-2.75", "-1", "-0.3", "0", "0.1", "0.5", "0.7", "1", "3.2"]
FEW = ["-1.5", "0.25", "0.7", "2"]
POSITIVE = ["1e-20", "0.003", "0.7", "1", "1.1", "6.5", "3e9"]
UNIT = ["-0.5", "0", "0.001", "0.2", "0.5", "0.8", "0.999", "1", "1.5"]
BENDS = ["0.01", "0.3", "0.5", "0.9"]
STEPS = {
    "add": (("a", "b"), lambda a, b: a + b, (SOME, FEW)),
    "sub": (("a", "b"), lambda a, b: a - b, (SOME, FEW)),
    "mul": (("a", "b"), lambda a, b: a * b, (SOME, FEW)),
    "div": (("a", "b"), lambda a, b: a / b, (SOME, FEW)),
    "min": (("a", "b"), min, (SOME, FEW)),
    "max": (("a", "b"), max, (SOME, FEW)),
    "smooth_min": (("a", "b", "radius"), smooth_min, (SOME, FEW, ["0.1", "0.75"])),
    "smooth_max": (("a", "b", "radius"), lambda a, b, k: -smooth_min(-a, -b, k), (SOME, FEW, ["0.1", "0.75"])),
    "mix": (("a", "b", "t"), lambda a, b, t: (1 - t) * a + t * b, (FEW, FEW, SOME)),
    "select": (("a", "b", "by", "edge"), lambda a, b, by, edge: b if by >= edge else a, (["2"], ["7"], SOME, FEW)),
    "abs": (("of",), abs, (SOME,)),
    "sign": (("of",), lambda v: Decimal((v > 0) - (v < 0)), (SOME,)),
    "floor": (("of",), whole, (SOME,)),
    "fract": (("of",), lambda v: v - whole(v), (SOME,)),
    "sqrt": (("of",), lambda v: v.sqrt() if v > 0 else Decimal(0), (SOME + POSITIVE,)),
    "pow": (("of", "exponent"), lambda v, e: v**e if v > 0 else Decimal(0), (SOME + POSITIVE, ["0.3", "1", "2.5"])),
    "exp": (("of",), Decimal.exp, (SOME + ["-80", "80"],)),
    "log": (("of",), Decimal.ln, (POSITIVE,)),
    "sin": (("of",), sine, (SOME + ["1e6", "-12345.625"],)),
    "cos": (("of",), lambda v: sine(v + Decimal("0.25")), (SOME + ["1e6", "-12345.625"],)),
    # As a distance on the circle of turns.
    "triangle": (("of",), lambda v: 1 - 4 * min(v - whole(v), whole(v) + 1 - v), (SOME + ["0.25", "1e6", "-12345.625"],)),
    "remap": (
        ("of", "from_low", "from_high", "to_low", "to_high"),
        lambda v, a, b, c, d: ((b - v) * c + (v - a) * d) / (b - a),
        (SOME, ["-1", "3"], ["0.5"], ["-2"], ["4", "-7"]),
    ),
    "clamp": (("of", "low", "high"), clamp, (SOME, ["-1", "0.2"], ["0.4"])),
    "smoothstep": (
        ("of", "low", "high"),
        lambda v, a, b: hermite(clamp((v - a) / (b - a), Decimal(0), Decimal(1))),
        (SOME, ["-1", "3"], ["0.75"]),
    ),
    "step": (("of", "edge"), lambda v, edge: Decimal(int(v >= edge)), (SOME, FEW + ["0.1"])),
    "threshold": (("of", "level", "below"), lambda v, t, b: v if v >= t else b, (SOME, FEW + ["0.1"], ["-9"])),
    "bias": (("of", "bias"), lambda v, b: bias(clamp(v, Decimal(0), Decimal(1)), b), (UNIT, BENDS)),
    "gain_curve": (("of", "gain"), lambda v, g: gain(clamp(v, Decimal(0), Decimal(1)), g), (UNIT, BENDS)),
    "terrace": (
        ("of", "steps", "ramp"),
        lambda v, n, r: terrace(v * n, r) / n,
        (SOME, ["1", "4", "2.5"], ["0", "0.375", "1"]),
    ),
    "piecewise": (("of",), lambda v: v, (SOME,)),
    "curve": (("of",), curve, (SOME,)),
}


# ------------------------------------------------------------------------------------------------ domain steps


def cosine(turns):
    return sine(turns + Decimal("0.25"))


def axis_rotation(axis, turns):
    """The matrix of a right-handed rotation about an axis, by Rodrigues' formula."""
    k = [Decimal(int(i == axis)) for i in range(3)]
    cross = [[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]]
    c, s = cosine(turns), sine(turns)
    return [[c * (i == j) + s * cross[i][j] + (1 - c) * k[i] * k[j] for j in range(3)] for i in range(3)]


def apply(matrix, p):
    return [sum(m * v for m, v in zip(row, p)) for row in matrix]


def rotate(p, x, y, z):
    for axis, turns in enumerate((x, y, z)):
        p = apply(axis_rotation(axis, turns), p)
    return p


def stretch(p, direction, factor):
    """The matrix I + (1/factor - 1) d d^T / (d . d)."""
    d = direction + [Decimal(0)] * (3 - len(direction))
    square = sum(c * c for c in d)
    return apply([[(i == j) + (1 / factor - 1) * d[i] * d[j] / square for j in range(3)] for i in range(3)], p)


def sphere(p, radius):
    x, y, _ = p
    return [radius * sine(y) * cosine(x), radius * cosine(y), radius * sine(y) * sine(x)]


def cylinder(p, radius):
    return [radius * cosine(p[0]), p[1], radius * sine(p[0])]


def plane(p, origin, u, v):
    o, u, v = (c + [Decimal(0)] * (3 - len(c)) for c in (origin, u, v))
    return [a + p[0] * b + p[1] * c for a, b, c in zip(o, u, v)]


def warp(p, amplitude, progressive):
    """By (y, x z, x + y): one value for all, or each where those before it have moved the position to."""
    q = list(p)
    for axis, by in enumerate((lambda x, y, z: y, lambda x, y, z: x * z, lambda x, y, z: x + y)):
        q[axis] += amplitude * by(*(q if progressive else p))
    return q


DOMAINS = {
    "rotate": (rotate, [{"x": "0.1", "y": "-0.37", "z": "5.2"}, {"x": "0", "y": "0", "z": "0.25"}, {"x": "0.3", "y": "0.2", "z": "0"}]),
    "stretch": (stretch, [{"direction": ["1", "-2", "0.5"], "factor": "3"}, {"direction": ["1", "1"], "factor": "0.25"}]),
    "sphere": (sphere, [{"radius": "0.5"}, {"radius": "7.25"}]),
    "cylinder": (cylinder, [{"radius": "0.5"}, {"radius": "7.25"}]),
    "plane": (plane, [{"origin": ["0.3", "-4", "9"], "u": ["1", "-2", "0.5"], "v": ["0", "3"]}, {"origin": ["1"], "u": ["0", "1"], "v": ["2"]}]),
    "warp": (warp, [{"amplitude": "0.7", "progressive": False}, {"amplitude": "0.7", "progressive": True}]),
}  # fmt: skip

# ------------------------------------------------------------------------------------------------ what is known from elsewhere


def check_against_publications():
    assert sorted(PERLIN_2002) == list(range(256))
    assert permutation(0, 1)[:4] == [52, 74, 69, 87]
    assert permutation(1, 0)[:4] == [32, 75, 52, 253]
    assert permutation(7, 3)[:4] == [210, 186, 251, 56]
    assert permutation(U32, 31)[:4] == [205, 208, 212, 247]

    # The value that ports of the 2002 Java program print for noise(3.14, 42, 7) (Rosetta Code, "Perlin noise").
    cell, fraction = zip(*map(split, (Fraction(3.14), Fraction(42), Fraction(7))))
    value = perlin(TableHash(0, 0), cell, fraction, (0, 0, 0))
    assert abs(value - Fraction(0.13691995878400012)) < Fraction(1, 10**16), float(value)

    # With the best gradient at every corner the noise reaches its supremum; that needs the whole set of gradients.
    for edges, at, supremum in (
        (EDGES_3D, (0.5, 0.4815, 0.3553), 1.036354),
        (EDGES_4D, (0.492, 0.356, 0.482, 0.5), 1.536582),
    ):
        total = 0
        for steps in itertools.product((0, 1), repeat=len(at)):
            weight = prod(fade(f) if s else 1 - fade(f) for f, s in zip(at, steps))
            total += weight * max(sum(g * (f - s) for g, f, s in zip(e, at, steps)) for e in edges)
        assert abs(total - supremum) < 2e-6, total


# ------------------------------------------------------------------------------------------------ the files


def real(value):
    return repr(float(value))


def reals(values):
    return [real(v) for v in values]


def tables():
    chosen = [(0, 0), (0, 1), (1, 0), (7, 3), (7, 4), (12345, 2), (U32, 0), (U32, 31)]
    return {
        "note": "Permutations and integer-hash keys by seed and octave; (0, 0) is Perlin's of 2002.",
        "tables": [
            {"seed": s, "octave": o, "key": key(s, o), "permutation": permutation(s, o)} for s, o in chosen
        ],
    }


def integer_hash():
    draw = random.Random(1)
    extremes = [0, 1, 2**31 - 1, 2**31, U32]
    corners = [[a] for a in extremes]
    corners += [list(c) for c in itertools.product(extremes, repeat=2)]
    corners += [[draw.choice(extremes) for _ in range(n)] for n in (3, 4) for _ in range(20)]
    corners += [[draw.randrange(2**32) for _ in range(n)] for n in (1, 2, 3, 4) for _ in range(12)]
    corners += [[draw.randrange(64) for _ in range(n)] for n in (1, 2, 3, 4) for _ in range(6)]
    return {
        "note": "x of pcg4d(corner ^ key), axes that a corner lacks being 0 after the xor, in the order of `corners`.",
        "corners": corners,
        "hashes": [
            {"seed": s, "octave": o, "key": key(s, o), "words": [IntegerHash(s, o).word(c) for c in corners]}
            for s, o in ((0, 0), (0, 1), (7, 3), (U32, 31))
        ],
    }


FRACTIONS = [0.0, 0.5, 0.25, 0.75, 0.1, 1e-10, 1 - 1e-10, 2.0**-53, 1 - 2.0**-53, 1e-300, 1 / 3, 0.999]
CELLS = [0, 1, -1, 2, -2, 254, 255, 256, -255, -256, -257, 10**7, -(10**7), 2**31 - 1, -(2**31), 2**31, 2**32 - 1, 2**40 + 3]
PERIODS = [1, 2, 3, 5, 7, 256, 257]


def points(axes, draw):
    """(cell, fraction, period) triples that are easy to get wrong, and some that are not."""
    never = [0] * axes
    for f in FRACTIONS:
        yield [0] * axes, [f] * axes, never
    for c in CELLS:
        yield [c] * axes, [0.5] * axes, never
        yield [draw.choice(CELLS) for _ in range(axes)], [draw.choice(FRACTIONS) for _ in range(axes)], never
    for _ in range(20):
        yield [draw.randrange(-300, 300) for _ in range(axes)], [draw.random() for _ in range(axes)], never
    for p in PERIODS:
        for c in (-1, p - 1, -p - 1):
            yield [c] * axes, [draw.random() for _ in range(axes)], [p] * axes
        yield (
            [draw.randrange(-1000, 1000) for _ in range(axes)],
            [draw.random() for _ in range(axes)],
            [draw.choice([0, *PERIODS]) for _ in range(axes)],
        )


def perlin_file():
    draw = random.Random(2)
    cases = []
    for axes in (1, 2, 3, 4):
        whole = list(points(axes, draw))
        for hash_name, seed, octave, share in (
            ("table", 0, 0, 1),
            ("table", 0, 1, 8),
            ("table", 7, 3, 8),
            ("table", U32, 31, 8),
            ("integer", 0, 0, 4),
            ("integer", 7, 3, 8),
        ):
            hashing = HASHES[hash_name](seed, octave)
            chosen = whole if share == 1 else draw.sample(whole, len(whole) // share)
            cases.append(
                {
                    "axes": axes,
                    "hash": hash_name,
                    "seed": seed,
                    "octave": octave,
                    "points": [
                        {
                            "cell": cell,
                            "fraction": reals(fraction),
                            "period": period,
                            "value": real(perlin(hashing, cell, list(map(Fraction, fraction)), period)),
                        }
                        for cell, fraction, period in chosen
                    ],
                }
            )
    return {
        "note": "perlin_1d to perlin_4d at a cell and a fraction an axis: raw values, quintic fade, exact inputs.",
        "cases": cases,
    }


def perlin_gradient_file():
    draw = random.Random(5)
    cases = []
    for axes in (1, 2, 3, 4):
        whole = list(points(axes, draw))
        for hash_name, seed, share in (("table", 0, 2), ("table", 7, 8), ("integer", 7, 4)):
            hashing = HASHES[hash_name](seed, 0)
            cases.append(
                {
                    "axes": axes,
                    "hash": hash_name,
                    "seed": seed,
                    "points": [
                        {
                            "cell": cell,
                            "fraction": reals(fraction),
                            "period": period,
                            "gradient": reals(perlin_gradient(hashing, cell, list(map(Fraction, fraction)), period)),
                        }
                        for cell, fraction, period in draw.sample(whole, len(whole) // share)
                    ],
                }
            )
    return {
        "note": "The partial derivatives, per cell, of perlin_1d to perlin_4d at a cell and a fraction an axis.",
        "cases": cases,
    }


def fbm_file():
    draw = random.Random(3)
    cases = []

    def case(axes, lacunarity, gain, octaves, **others):
        n = len(axes)
        settings = {
            "hash": "table",
            "seed": 0,
            "time_lacunarity": lacunarity,
            "octave_tables": "distinct",
            "octave_positions": "aligned",
            "octave_period": "scaled",
            "period": [0] * n,
        } | others
        factors = [Fraction(settings["time_lacunarity"] if a == "w" else lacunarity) for a in axes]
        found = []
        for number in range(6):
            reach = 40 if number < 4 else 1
            point = [draw.uniform(-reach, reach) for _ in axes]
            if number == 3:
                point = [0.5 * round(2 * p) for p in point]
            value = fbm(
                settings["hash"],
                settings["seed"],
                axes,
                list(map(Fraction, point)),
                factors,
                Fraction(gain),
                octaves,
                settings["period"],
                settings["octave_tables"],
                settings["octave_positions"],
                settings["octave_period"],
            )
            found.append({"point": reals(point), "value": real(value)})
        reals_of_case = {
            "lacunarity": real(lacunarity),
            "time_lacunarity": real(settings.pop("time_lacunarity")),
            "gain": real(gain),
        }
        cases.append({"axes": axes, "octaves": octaves} | reals_of_case | settings | {"points": found})

    for axes in ("x", "xy", "xyz", "xw", "xyw", "xyzw"):
        n = len(axes)
        deep = 5 if n < 4 else 3
        case(axes, 2, 0.5, deep)
        case(axes, 1.9, 0.7, deep, seed=7)
        case(axes, 2, 0.7, deep, octave_tables="shared")
        case(axes, 2, 0.5, 3, period=[3, 5, 7, 2][:n])
        case(axes, 1.9, 0.5, 3, seed=1, period=[4, 3, 2, 5][:n], octave_period="same", octave_tables="shared")
        case(axes, 3, 0.5, 3, hash="integer", seed=U32, period=[2, 0, 257, 1][:n])
        case(axes, 2, 0.5, 3, octave_positions="shifted")
        case(axes, 2, 0.7, 3, octave_positions="shifted", seed=9, period=[3, 5, 7, 2][:n], octave_tables="shared")
    case("xyw", 2, 0.5, 4, time_lacunarity=1, period=[4, 4, 3])
    case("xyzw", 2, 0.5, 3, time_lacunarity=1.5)
    case("xy", 2, 1, 8)
    case("xy", 2, 0.5, 1)
    return {
        "note": (
            "fbm over Perlin noise, divided by the sum of amplitudes. `point` is in cells of octave 0; octave k is at"
            " point * lacunarity^k (w: time_lacunarity^k), where it is shifted plus a part of a cell, with the exact values of"
            " the f64 numbers given."
        ),
        "cases": cases,
    }


def fractals_file():
    draw = random.Random(5)
    cases = []
    ratios = [(0.5, 2.0, True), (0.7, 1.9, False), ([1.0, 0.25, 0.8], [0.5, 3.0, 1.25], True)]
    for name, form, formula, owns in FRACTALS:
        for (axes, octaves), own in itertools.product((("x", 6), ("xy", 4), ("xyz", 3)), owns):
            amplitudes, frequencies, normalize = ratios[len(cases) % 3]
            seed = len(cases) % 5
            positions = ["shifted", "aligned"][len(cases) % 2]
            weights, factors = per_octave(amplitudes, octaves), per_octave(frequencies, octaves)
            found = []
            for _ in range(4):
                point = [draw.uniform(-40, 40) for _ in axes]
                values, gradients = [], []
                for k, factor in enumerate(factors):
                    shift = octave_shift(seed, k, axes, positions)
                    cell, fraction = zip(*(split(Fraction(p) * factor + s) for p, s in zip(point, shift)))
                    values.append(perlin(TableHash(seed, k), cell, fraction, [0] * len(axes)))
                    gradients.append(perlin_gradient(TableHash(seed, k), cell, fraction, [0] * len(axes)))
                value = formula(values, weights, {k: Fraction(v) for k, v in own.items()}, gradients)
                value /= sum(weights) if normalize else 1
                found.append({"point": reals(point), "value": real(value)})
            listed = isinstance(amplitudes, list)
            cases.append(
                {
                    "kind": name,
                    "form": form,
                    "axes": axes,
                    "seed": seed,
                    "octaves": len(weights),
                    "amplitudes": reals(amplitudes) if listed else real(amplitudes),
                    "frequencies": reals(frequencies) if listed else real(frequencies),
                    "normalize": normalize,
                    "octave_positions": positions,
                    "own": {k: real(v) for k, v in own.items()},
                    "points": found,
                }
            )
    return {
        "note": (
            "Fractals over Perlin noise, table hash, distinct tables. `amplitudes` and `frequencies` are lists, or the ratios"
            " gain and lacunarity; `own` has the kind's own parameters. `point` is in cells of the noise itself."
        ),
        "cases": cases,
    }


def steps_file():
    def cases(names, step, values):
        for chosen in itertools.product(*values):
            # What a test reads is an f64.
            args = [float(v) for v in chosen]
            yield {"args": reals(args), "value": real(step(*map(Decimal, args)))}

    return {
        "note": "Value steps by name: parameters, arguments in their order, results. A curve goes through `points`.",
        "points": [reals(point) for point in POINTS],
        "steps": [
            {"step": name, "params": list(names), "cases": list(cases(names, step, values))}
            for name, (names, step, values) in STEPS.items()
        ],
    }


def domain_file():
    points = [["0.3", "-1.7", "2.1"], ["0", "0", "0"], ["0.25", "0.5", "0"], ["-3.125", "0.8", "11"]]

    def parsed(value):
        if isinstance(value, list):
            return [parsed(v) for v in value]
        return value if isinstance(value, bool) else Decimal(float(value))

    def cases(step, numbers):
        for p in points:
            at = [Decimal(float(c)) for c in p]
            position = step(at, *map(parsed, numbers.values()))
            yield {"params": numbers, "point": reals(at), "position": reals(position)}

    return {
        "note": "Where domain steps take a point (x, y, z): `position`. A warp is by (y, x z, x + y).",
        "steps": [
            {"kind": name, "cases": [case for numbers in all_numbers for case in cases(step, numbers)]}
            for name, (step, all_numbers) in DOMAINS.items()
        ],
    }


def positions():
    draw = random.Random(4)
    cases = []

    def case(scale, offset, origin, extent, n, indices, at="centre"):
        for i in indices:
            index = Fraction(2 * i + 1, 2) if at == "centre" else Fraction(i)
            p = Fraction(origin) + index * Fraction(extent) / n
            cells = Fraction(scale) * p + Fraction(offset)
            cell, fraction = split(cells)
            assert abs(cell) < 2**62
            cases.append(
                {
                    "scale": real(scale),
                    "offset": real(offset),
                    "origin": real(origin),
                    "extent": real(extent),
                    "n": n,
                    "i": i,
                    "at": at,
                    "cell": cell,
                    "fraction": real(fraction),
                    "whole": fraction == 0,
                }
            )

    def ends(n):
        return sorted({0, n // 2, n - 1})

    for n in (1, 3, 7, 256, 1000003):
        case(4.0, 0.0, 0.0, 1.0, n, ends(n))
        case(1.9**5, 0.25, -0.5, 1.0, n, ends(n))
        case(0.1, 0.7, -3.3, 6.6, n, ends(n))
    for origin in (1e7, -1e7, 2.0**40 + 0.1, -(2.0**40) - 0.1, 1e-12, -1e-300):
        case(1.0, 0.0, origin, 1.0, 3, [0, 2])
        case(3.7, 0.3, origin, 1.0, 7, [0, 6])
        case(2.0**10, 0.0, origin, 0.1, 1000003, [0, 500001, 1000002])
    for scale in (1e-300, 1e-12, 1e-3, 1e9, 2.0**45, 1e15):
        case(scale, 0.0, 0.0, 1.0, 7, [0, 3, 6])
        case(scale, -0.5, -1.0, 0.7, 1000003, [1, 1000001])
    # Exactly on the lattice, although no step on the way there may be exact.
    case(2.0, 0.0, 0.0, 3.0, 3, [0, 1, 2])
    case(6.0, 0.0, 0.0, 1.0, 3, [0, 1, 2])
    case(14.0, 0.0, -1.0, 1.0, 7, [0, 3, 6])
    case(2000006.0, 0.0, 0.0, 1.0, 1000003, [0, 1, 777777, 1000002])
    case(2000006.0, 0.0, 2.0**20, 1.0, 1000003, [0, 1, 777777, 1000002])
    case(8.0, -1.0, -0.5, 1.0, 8, [0, 3, 4])
    # Just beside an integer; where the fraction rounds to 1.0 the next cell with 0.0 is as near.
    for power in (-20, -40, -52, -53, -54, -60, -100):
        case(5.0, -(2.0**power), 0.0, 8.0, 4, [0, 1])
        case(5.0, 2.0**power, 0.0, 8.0, 4, [0, 1])
    case(1.0, -1e-10, -0.5, 1.0, 1, [0])
    # Times: frame k of m has no half step.
    for m in (1, 3, 24, 1000003):
        case(3.0, 0.0, 0.0, 1.0, m, sorted({0, m // 3, m - 1}), at="start")
        case(2.5, 0.1, -10.0, 0.3, m, sorted({0, m // 3, m - 1}), at="start")
    for _ in range(40):
        n = draw.choice([3, 7, 100, 1000003])
        case(
            draw.uniform(-1, 1) * 10 ** draw.randrange(-3, 6),
            draw.uniform(-10, 10),
            draw.uniform(-1, 1) * 10 ** draw.randrange(0, 9),
            draw.uniform(0.01, 100),
            n,
            [draw.randrange(n)],
        )
    return {
        "note": (
            "cells = scale * p + offset, exactly, where p = origin + (i + 1/2) * extent / n (at = centre) or"
            " origin + i * extent / n (at = start); `fraction` is rounded last and may then be 1.0, which is also"
            " (cell + 1, 0.0); `whole` says that the exact fraction is 0."
        ),
        "cases": cases,
    }


def text(document):
    """JSON with one line for each element of the innermost lists of objects: small, and kind to a diff."""

    def compact(value):
        return json.dumps(value, separators=(",", ":"))

    def lay_out(value, indent):
        if isinstance(value, dict) and any(is_list_of_objects(v) for v in value.values()):
            rows = [f"{indent} {compact(k)}:{lay_out(v, indent + ' ')}" for k, v in value.items()]
            return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
        if is_list_of_objects(value):
            rows = [f"{indent} {lay_out(v, indent + ' ')}" for v in value]
            return "[\n" + ",\n".join(rows) + f"\n{indent}]"
        return compact(value)

    def is_list_of_objects(value):
        return isinstance(value, list) and bool(value) and isinstance(value[0], dict)

    return lay_out(document, "") + "\n"


def main():
    check_against_publications()
    documents = {
        "tables.json": tables,
        "integer_hash.json": integer_hash,
        "perlin.json": perlin_file,
        "perlin_gradient.json": perlin_gradient_file,
        "fbm.json": fbm_file,
        "positions.json": positions,
        "fractals.json": fractals_file,
        "steps.json": steps_file,
        "sources.json": lambda: sources.sources_file(sys.modules[__name__]),
        "source_gradients.json": lambda: sources.gradients_file(sys.modules[__name__]),
        "domain.json": domain_file,
    }
    checking = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not checking:
        sys.exit(__doc__)
    stale = []
    for name, make in documents.items():
        made = text(make()).encode("ascii")
        assert json.loads(made)["note"]
        path = HERE / name
        if checking:
            if not path.is_file() or path.read_bytes() != made:
                stale.append(name)
        else:
            path.write_bytes(made)
    stray = {p.name for p in HERE.glob("*.json")} - set(documents)
    if stale or stray:
        sys.exit(f"golden files that differ from what make.py makes: {sorted(stale)}; that it does not make: {sorted(stray)}")
    print(f"{len(documents)} golden files are {'as make.py makes them' if checking else 'written'}")


if __name__ == "__main__":
    main()
