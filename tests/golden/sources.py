"""The sources beside Perlin noise, written a second time: see make.py, which this is a part of.

  * K. Perlin, "An Image Synthesizer", SIGGRAPH 1985 (classic: unit gradients, cubic fade),
  * H. Elias, "Perlin Noise", 1998 (value: his hash, his interpolations, his smoothing),
  * S. Gustavson, "Simplex noise demystified", 2005 (simplex, in his order: skew, unskew, walk the corners),
  * S. Gustavson and I. McEwan, "Tiling simplex noise and flow noise in two and three dimensions", JCGT 2022 (psrd, as the sum
    over all corners within reach),
  * S. Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996 (worley, one point a cell).

Decimals of sixty digits throughout; `lib` is make.py's own module.
"""

import itertools
import random
from decimal import Decimal
from math import floor, prod

U32 = 0xFFFFFFFF
HALF = Decimal(1) / 2


class EliasHash:
    def __init__(self, lib, seed, octave):
        if (seed, octave) == (0, 0):
            self.constants = 15731, 789221, 1376312589
        else:
            self.constants = [word | 1 for word in lib.key(seed, octave)[:3]]

    def scalar(self, corner):
        a, b, c = self.constants
        n = sum(i * 57**axis for axis, i in enumerate(corner)) & U32
        n = ((n << 13) ^ n) & U32
        return 1 - Decimal((n * (n * n * a + b) + c) & 0x7FFFFFFF) / 1073741824


class Lattice:
    """A hash over corners, periods applied."""

    def __init__(self, lib, node, seed):
        name = node.get("hash", "integer" if node["kind"] == "white" else "table")
        self.lib, self.period = lib, node.get("periods")
        self.hashing = EliasHash(lib, seed, 0) if name == "elias" else lib.HASHES[name](seed, 0)

    def wrap(self, corner):
        return tuple(c % p if p else c for c, p in zip(corner, self.period or [0] * len(corner)))

    def scalar(self, corner):
        number = self.hashing.scalar(self.wrap(corner))
        return number if isinstance(number, Decimal) else Decimal(number.numerator) / Decimal(number.denominator)

    def bits(self, corner, bits):
        """The lowest bits of a table's entry, the highest of the integer hash; no third look-up in two dimensions."""
        corner = self.wrap(corner)
        if isinstance(self.hashing, self.lib.TableHash):
            return self.hashing.fold(corner) & ((1 << bits) - 1)
        return self.hashing.word(corner) >> (32 - bits)

    def words(self, cell):
        """Where a cell's point lies in it, in 0..1, and the cell's number in -1..1."""
        cell = self.wrap(cell)
        if isinstance(self.hashing, self.lib.TableHash):
            own = self.hashing.fold(cell)
            at = [(self.hashing.table[(own + k) & 255] + HALF) / 256 for k in (1, 2, 3, 4)]
            return at, Decimal(2 * own - 255) / 255
        words = [(i & U32) ^ k for i, k in zip(cell, self.hashing.key)]
        x, y, z, w = self.lib.pcg4d(words + [0] * (4 - len(words)))
        return [Decimal(v >> 8) / 2**24 for v in (x, y, z, w)], Decimal((x ^ y ^ z ^ w) >> 8) / 2**23 - 1


def split(point):
    cells = [floor(p) for p in point]
    return cells, [p - c for p, c in zip(point, cells)]


# ---- value


def faded(lib, name, t):
    return {
        "none": Decimal(0),
        "linear": t,
        "cosine": (1 - lib.sine(t / 2 + Decimal(1) / 4)) / 2,
        "cubic": lib.hermite(t),
        "quintic": lib.fade(t),
    }[name]


def smoothed(lattice, corner, centre):
    """Elias's SmoothedNoise in any dimension: half as much for each step away along an axis."""
    total = Decimal(0)
    for step in itertools.product((-1, 0, 1), repeat=len(corner)):
        away = sum(map(abs, step))
        weight = HALF ** len(corner) * HALF**away if away or centre is None else Decimal(repr(centre))
        total += weight * lattice.scalar([c + s for c, s in zip(corner, step)])
    return total


def value(lib, node, seed, point):
    lattice = Lattice(lib, node, seed)
    cells, fractions = split(point)
    fade = node.get("fade", "quintic") if node["kind"] == "value" else "none"

    def at(corner):
        return smoothed(lattice, corner, node.get("centre")) if node.get("smooth") else lattice.scalar(corner)

    def along(fixed):
        axis = len(fixed)
        if axis == len(cells):
            return at(fixed)
        t, cell = fractions[axis], cells[axis]
        if fade == "elias":
            a, b, c, d = (along([*fixed, cell + k]) for k in (-1, 0, 1, 2))
            p = (d - c) - (a - b)
            return p * t**3 + ((a - b) - p) * t**2 + (c - a) * t + b
        f = faded(lib, fade, t)
        return along([*fixed, cell]) * (1 - f) + along([*fixed, cell + 1]) * f

    return along([])


# ---- classic


def direction(lib, h, axes):
    if axes == 2:
        turns = (Decimal(h) + HALF) / 256
        return lib.sine(turns + Decimal(1) / 4), lib.sine(turns)
    turns = Decimal(h * 2654435769 % 2**32) / 2**32
    z = 1 - Decimal(2 * h + 1) / 256
    radius = (1 - z * z).sqrt()
    return radius * lib.sine(turns + Decimal(1) / 4), radius * lib.sine(turns), z


def classic(lib, node, seed, point):
    lattice = Lattice(lib, node, seed)
    cells, fractions = split(point)
    total = Decimal(0)
    for steps in itertools.product((0, 1), repeat=len(cells)):
        corner = [c + s for c, s in zip(cells, steps)]
        weight = prod(lib.hermite(f if s else 1 - f) for f, s in zip(fractions, steps))
        gradient = direction(lib, lattice.bits(corner, 8), len(cells))
        total += weight * sum(g * (f - s) for g, f, s in zip(gradient, fractions, steps))
    return total


# ---- simplex

SCALE = {2: Decimal("70.148057"), 3: Decimal("76.88075"), 4: Decimal("62.777707")}


def simplex(lib, node, seed, point):
    lattice, n = Lattice(lib, node, seed), len(point)
    root = Decimal(n + 1).sqrt()
    skew, unskew = (root - 1) / n, (1 - 1 / root) / n
    cells = [floor(p + sum(point) * skew) for p in point]
    first = [p - c + sum(cells) * unskew for p, c in zip(point, cells)]
    order = sorted(range(n), key=lambda axis: -first[axis])
    total = Decimal(0)
    for steps in range(n + 1):
        corner = [c + (axis in order[:steps]) for axis, c in enumerate(cells)]
        way = [f - (axis in order[:steps]) + steps * unskew for axis, f in enumerate(first)]
        near = max(HALF - sum(d * d for d in way), 0)
        gradient = lib.EDGES_4D[lattice.bits(corner, 5)] if n == 4 else lib.EDGES_3D[lattice.bits(corner, 4)]
        total += near**4 * sum(g * d for g, d in zip(gradient, way))
    return SCALE[n] * total


# ---- psrd

PSRD_SCALE = {2: Decimal("10.928215"), 3: Decimal("107.653485")}


def beside(lib, h, start):
    """At a right angle to a gradient: in the plane to the left, in space on a heading of its own between east and north."""
    if len(start) == 2:
        return -start[1], start[0]
    x, y, z = start
    radius = (x * x + y * y).sqrt()
    heading = Decimal(h * 3242174889 % 2**32) / 2**32
    east, north = lib.sine(heading + Decimal(1) / 4), lib.sine(heading)
    return (-east * y - north * z * x) / radius, (east * x - north * z * y) / radius, north * radius


def psrd_corners(point):
    """Corners around a point: the keys that are hashed, and the position."""
    steps = [range(floor(p) - 2, floor(p) + 4) for p in point]
    for cell in itertools.product(*steps):
        if len(point) == 2:
            yield cell, (cell[0] - HALF * (cell[1] % 2), Decimal(cell[1]))
        else:
            for centre in (0, 1):
                yield (*cell, centre), tuple(c + HALF * centre for c in cell)


def psrd(lib, node, seed, point, turning=False):
    turns = Decimal(repr(node.get("angle", 0.0)))
    if turning:
        *point, time = point
        turns += time
    periods = node.get("periods") or [0, 0, 0]
    lattice = Lattice(lib, {**node, "periods": [*periods[: len(point)], 0]}, seed)
    height = {2: Decimal("0.8"), 3: HALF}[len(point)]
    total = Decimal(0)
    for keys, corner in psrd_corners(point):
        way = [p - c for p, c in zip(point, corner)]
        near = height - sum(d * d for d in way)
        if near > 0:
            h = lattice.bits(keys, 8)
            start = direction(lib, h, len(point))
            turned = zip(start, beside(lib, h, start))
            cosine, sine = lib.sine(turns + Decimal(1) / 4), lib.sine(turns)
            total += near**4 * sum((cosine * a + sine * b) * d for (a, b), d in zip(turned, way))
    return PSRD_SCALE[len(point)] * total


def flow(lib, node, seed, point):
    return psrd(lib, node, seed, point, turning=True)


# ---- worley


def worley(lib, node, seed, point):
    lattice = Lattice(lib, node, seed)
    turns = None
    if node.get("motion") == "swing":
        *point, turns = point
    cells, fractions = split(point)
    output, metric = node.get("output", "f1"), node.get("metric", "euclidean")
    far = metric == "manhattan" and len(point) < 4
    reach = 2 if far or output in ("edge", "smooth_f1") or output.startswith("f2") and len(point) == 2 else 1
    jitter = Decimal(repr(node.get("jitter", 1.0)))
    found, ways = [], []
    for step in itertools.product(range(-reach, reach + 1), repeat=len(cells)):
        places, number = lattice.words([c + s for c, s in zip(cells, step)])
        strays = [p - HALF if turns is None else lib.sine(p + turns) / 2 for p in places]
        ways.append([s + HALF + jitter * stray - f for s, stray, f in zip(step, strays, fractions)])
        way = [abs(d) for d in ways[-1]]
        square = sum(d * d for d in way)
        length = {"euclidean": square.sqrt(), "squared": square, "manhattan": sum(way), "chebyshev": max(way)}[metric]
        found.append((length, number, ways[-1]))
    if output == "edge":
        return edge(ways)
    if output == "smooth_f1":
        return smooth_minimum(ways, Decimal(repr(node.get("smoothness", 0.2))))
    found.sort(key=lambda pair: pair[0])
    (nearest, number, way), (second, _, _) = found[:2]
    if output.startswith("to_"):
        return way["xyz".index(output[-1])]
    return {"f1": nearest, "f2": second, "f2_minus_f1": second - nearest, "cell": number}[output]


def edge(ways):
    """How far the point is from the plane through the middle between the nearest point and another, for the least of them."""
    own, *others = sorted(ways, key=lambda way: sum(d * d for d in way))
    distances = []
    for way in others:
        across = [b - a for a, b in zip(own, way)]
        length = sum(d * d for d in across).sqrt()
        distances.append(sum((a + b) / 2 * d / length for a, b, d in zip(own, way, across)))
    return min(distances)


def smooth_minimum(ways, s):
    squares = [sum(d * d for d in way) for way in ways]
    return -s * sum((1 - (q + s * s).sqrt() / s).exp() * (1 - q / 4) ** 2 for q in squares if q < 4).ln()


# ---- the file

NODES = (
    [{"kind": "value", "fade": fade} for fade in ("none", "linear", "cosine", "cubic", "quintic", "elias")]
    + [{"kind": "value", "hash": name} for name in ("integer", "elias")]
    + [
        {"kind": "value", "hash": "elias", "fade": "elias", "smooth": True},
        {"kind": "value", "fade": "cosine", "smooth": True},
        {"kind": "value", "fade": "linear", "smooth": True, "centre": 1.0},
        {"kind": "white"},
        {"kind": "white", "hash": "table"},
        {"kind": "white", "hash": "elias"},
        {"kind": "classic"},
        {"kind": "classic", "hash": "integer"},
        {"kind": "simplex"},
        {"kind": "simplex", "hash": "integer"},
        {"kind": "worley"},
        {"kind": "worley", "hash": "integer", "jitter": 0.75},
        {"kind": "worley", "motion": "swing"},
        {"kind": "worley", "motion": "swing", "output": "f2", "jitter": 0.5},
    ]
    + [{"kind": "worley", "output": output, "jitter": 0.5} for output in ("f2", "f2_minus_f1", "cell")]
    + [{"kind": "worley", "metric": metric} for metric in ("squared", "manhattan", "chebyshev")]
    + [{"kind": "worley", "output": output, "hash": name} for output in ("edge", "smooth_f1") for name in ("table", "integer")]
    + [{"kind": "worley", "output": "smooth_f1", "smoothness": s} for s in (0.05, 0.5)]
    + [{"kind": "worley", "motion": "swing", "output": "edge"}]
    + [{"kind": "psrd"}, {"kind": "psrd", "hash": "integer", "angle": 0.3}]
    + [{"kind": "worley", "output": "to_x"}, {"kind": "worley", "output": "to_y", "hash": "integer"}]
)
WRITTEN = {"value": value, "white": value, "classic": classic, "simplex": simplex, "psrd": psrd, "worley": worley}
AXES = {"classic": (2, 3), "simplex": (2, 3, 4), "worley": (2, 3, 4), "psrd": (2, 3)}


def written(node, letters):
    return flow if node["kind"] == "psrd" and letters[-1] == "w" else WRITTEN[node["kind"]]


def sources_file(lib):
    draw = random.Random(5)
    cases = []
    for node in NODES:
        swings = node.get("motion") == "swing"
        for axes in AXES.get(node["kind"], (1, 2, 3, 4)):
            moves = {2: "xyw", 3: "xyzw"}.get(axes)
            letters = moves if swings else "xyzw"[:axes]
            planar = node.get("smooth") or node.get("output") in ("edge", "smooth_f1", "to_x", "to_y")
            if letters is None or (planar and axes == 4):
                continue
            for seed, letters in itertools.product((0, 7), (letters, moves) if node["kind"] == "psrd" else (letters,)):
                periods = [draw.choice([0, 1, 2, 3, 257]) for _ in letters]
                if node["kind"] == "psrd":
                    periods = [2 * period for period in periods]
                own = dict(node) if node["kind"] == "simplex" or seed == 0 else {**node, "periods": periods}
                # Multiples of 1/1024: exact wherever they are computed.
                points = [[Decimal(draw.randrange(-(2**14), 2**14)) / 1024 for _ in letters] for _ in range(6)]
                cases.append(
                    {
                        "axes": letters,
                        "seed": seed,
                        "node": own,
                        "points": [
                            {"point": lib.reals(p), "value": lib.real(written(node, letters)(lib, own, seed, p))}
                            for p in points
                        ],
                    }
                )
    return {"note": "Sources of one cell a unit, by kind and parameters; periods by axis, in cells, 0: none.", "cases": cases}


# ---- gradients

STEP = Decimal(10) ** -18
DERIVED = [
    {"kind": "value", "fade": "linear"},
    {"kind": "value", "fade": "cosine", "hash": "integer"},
    {"kind": "value", "fade": "cubic"},
    {"kind": "value", "fade": "quintic"},
    {"kind": "value", "fade": "elias"},
    {"kind": "value", "fade": "elias", "smooth": True},
    {"kind": "value", "fade": "cosine", "smooth": True, "centre": 1.0},
    {"kind": "classic"},
    {"kind": "classic", "hash": "integer"},
    {"kind": "simplex"},
    {"kind": "simplex", "hash": "integer"},
    {"kind": "worley", "output": "smooth_f1"},
    {"kind": "worley", "output": "smooth_f1", "hash": "integer", "smoothness": 0.05},
    {"kind": "psrd"},
    {"kind": "psrd", "hash": "integer", "angle": -0.2},
]


def differences(lib, node, seed, point):
    """Central differences of so small a step that what they leave out lies beyond forty digits."""
    slopes = []
    for axis in range(len(point)):
        beside = [[p + side * STEP * (i == axis) for i, p in enumerate(point)] for side in (-1, 1)]
        low, high = (WRITTEN[node["kind"]](lib, node, seed, p) for p in beside)
        slopes.append((high - low) / (2 * STEP))
    return slopes


def gradients_file(lib):
    draw = random.Random(6)
    cases = []
    for node in DERIVED:
        for axes in AXES.get(node["kind"], (1, 2, 3, 4)):
            if (node.get("smooth") and axes > 2) or (node.get("output") and axes > 3):
                continue
            periods = [draw.choice([0, 2, 3, 257]) for _ in range(axes)]
            if node["kind"] == "psrd":
                periods = [2 * period for period in periods]
            own = dict(node) if node["kind"] == "simplex" else {**node, "periods": periods}
            # Odd multiples of 1/1024: never a lattice point, where some have a kink.
            points = [[Decimal(draw.randrange(-(2**14) + 1, 2**14, 2)) / 1024 for _ in range(axes)] for _ in range(5)]
            cases.append(
                {
                    "axes": "xyzw"[:axes],
                    "seed": 7,
                    "node": own,
                    "points": [
                        {"point": lib.reals(p), "gradient": lib.reals(differences(lib, own, 7, p))} for p in points
                    ],
                }
            )
    return {"note": "The partial derivatives, per cell, of sources of one cell a unit: as sources.json.", "cases": cases}
