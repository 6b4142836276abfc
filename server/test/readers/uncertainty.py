"""Simulated studies for the intervals of true values, written apart from the engine and from the rule that is tested.

    python uncertainty.py SEED CASES PIXELS

Prints JSON. `quantities` has for each quantity the readers, each with the differences from gold of CASES gold cases, and with studies as [value, truth,
deviation of the value when the points of the image are moved by a pixel]. `certificates` are differences of gold cases of readers with
standard normal errors, and `errors` are such errors. PIXELS is `equal` for one size of pixels in all images, or
`mixed` for sizes that differ fourfold, and the noise of tracing with them.

The left ventricle is an ellipsoid of revolution, whose volumes and ejection fraction have closed forms; it is read by the area and
length of a traced outline. Strain is of a line along a half ellipse, the velocity-time integral of a half sine, and E and e' are peaks.
Every reader has a mean error and a random error of each image, both of which differ between readers, besides the noise of each point.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import numpy

READERS, STUDIES_EACH = 200, 5
RETRACED = 40
CERTIFICATES, ERRORS = 1_000, 2_000
OUTLINE, ALONG, CURVE = 24, 9, 15
Array = numpy.ndarray
seed, cases, pixels = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
draw = numpy.random.default_rng([seed, cases, pixels == "mixed"])
IMAGES = cases + STUDIES_EACH


def per_reader(mean: float, sd: float) -> Array:
    return draw.normal(mean, sd, (READERS, 1))


def spread_of_reader(sd: float) -> Array:
    """Between readers, the random error differs by about a third."""
    return sd * numpy.exp(draw.normal(0, 0.3, (READERS, 1)))


def per_image(sd: Array) -> Array:
    return draw.normal(0, 1, (READERS, IMAGES)) * sd


def pixel(mean: float) -> Array:
    size = numpy.full((READERS, IMAGES), mean)
    return size if pixels == "equal" else size * numpy.exp2(draw.uniform(-1, 1, size.shape))


def noise(shape: tuple[int, ...], size: Array) -> Array:
    return draw.normal(0, 1, shape) * size.reshape(size.shape + (1,) * (len(shape) - size.ndim))


def volume(long: Array, wide: Array, size: Array) -> Array:
    """By area and length of an outline in cm; `long` and `wide` are half axes."""
    angle = numpy.linspace(0, 2 * numpy.pi, OUTLINE, endpoint=False)
    x = wide[..., None] * numpy.sin(angle)
    y = long[..., None] * numpy.cos(angle)
    x = x + noise(x.shape, size)
    y = y + noise(y.shape, size)
    area = abs((x * numpy.roll(y, -1, -1) - y * numpy.roll(x, -1, -1)).sum(-1)) / 2
    length = numpy.hypot(x[..., 0] - x[..., OUTLINE // 2], y[..., 0] - y[..., OUTLINE // 2])
    return 8 * area**2 / (3 * numpy.pi * length)


def line_length(long: Array, wide: Array, size: Array) -> Array:
    angle = numpy.linspace(-numpy.pi / 2, numpy.pi / 2, ALONG)
    x = wide[..., None] * numpy.sin(angle)
    y = long[..., None] * numpy.cos(angle)
    x = x + noise(x.shape, size)
    y = y + noise(y.shape, size)
    return numpy.hypot(numpy.diff(x, axis=-1), numpy.diff(y, axis=-1)).sum(-1)


def read(truth: Array, trace: Callable[[], Array]) -> dict[str, Array]:
    """Traced once by the reader, and again and again for the deviation of tracing."""
    value = trace()
    again = numpy.stack([trace()[:, cases:] for _ in range(RETRACED)])
    return {"value": value, "truth": truth, "tracing": again.std(axis=0, ddof=1)}


def ejection_fraction() -> dict[str, Array]:
    long, wide = draw.normal(4.4, 0.4, (READERS, IMAGES)), draw.normal(2.4, 0.25, (READERS, IMAGES))
    truth = numpy.clip(draw.normal(52, 11, (READERS, IMAGES)), 15, 75)
    # Long and short axes shorten by the same part of the volume that is left.
    along = (1 - truth / 100) ** 0.25
    across = (1 - truth / 100) ** 0.375
    bias, random = per_reader(0.02, 0.02), spread_of_reader(0.025)
    both, end_diastole, end_systole = per_image(random), per_image(random), per_image(random)
    end_systole = end_systole + bias
    size = pixel(0.05)

    def trace() -> Array:
        first = volume(long, wide * (1 + both + end_diastole), size)
        last = volume(long * along, wide * across * (1 + both + end_systole), size)
        return 100 * (1 - last / first)

    return read(truth, trace)


def strain() -> dict[str, Array]:
    long, wide = draw.normal(8.2, 0.6, (READERS, IMAGES)), draw.normal(2.3, 0.2, (READERS, IMAGES))
    truth = -numpy.clip(draw.normal(18, 3.5, (READERS, IMAGES)), 6, 26)
    end_systole = (1 + truth / 100) * (1 + per_image(spread_of_reader(0.012)) + per_reader(0.005, 0.006))
    size = pixel(0.04)

    def trace() -> Array:
        return 100 * (line_length(long * end_systole, wide * end_systole, size) / line_length(long, wide, size) - 1)

    return read(truth, trace)


def velocity_time_integral() -> dict[str, Array]:
    peak, time = draw.normal(100, 18, (READERS, IMAGES)), draw.normal(0.3, 0.03, (READERS, IMAGES))
    truth = 2 * peak * time / numpy.pi
    gain = 1 + per_reader(0.03, 0.03) + per_image(spread_of_reader(0.05))
    size = pixel(1.2)
    at = numpy.linspace(0, numpy.pi, CURVE)

    def trace() -> Array:
        velocity = (peak * gain)[..., None] * numpy.sin(at)
        velocity = velocity + noise(velocity.shape, size)
        return numpy.trapezoid(velocity, dx=1 / (CURVE - 1), axis=-1) * time

    return read(truth, trace)


def peak_velocity(mean: float, sd: float, lowest: float, error: float, size_of: float) -> dict[str, Array]:
    truth = numpy.maximum(draw.normal(mean, sd, (READERS, IMAGES)), lowest)
    placed = truth + per_reader(error / 2, error / 2) + per_image(spread_of_reader(error))
    size = pixel(size_of)
    return read(truth, lambda: placed + noise(placed.shape, size))


def table(one: dict[str, Array]) -> list[dict[str, object]]:
    differences = (one["value"] - one["truth"])[:, :cases]
    value, truth, tracing = one["value"][:, cases:], one["truth"][:, cases:], one["tracing"]
    return [
        {"gold": differences[reader].tolist(), "studies": numpy.stack([value[reader], truth[reader], tracing[reader]], -1).tolist()}
        for reader in range(READERS)
    ]


def joined(of: Callable[..., Array], *parts: dict[str, Array]) -> dict[str, Array]:
    """A quantity of several images; tracing is not known of it, as the rule has none for it either."""
    value, truth = of(*(part["value"] for part in parts)), of(*(part["truth"] for part in parts))
    return {"value": value, "truth": truth, "tracing": numpy.zeros_like(parts[0]["tracing"])}


views = [strain() for _ in range(3)]
early, tissue = peak_velocity(80, 18, 30, 4, 1.2), peak_velocity(9, 2.2, 4, 0.6, 0.2)
quantities = {
    "EF": ejection_fraction(),
    "GLS": views[0],
    "GLS 2": views[1],
    "GLS 3": views[2],
    "VTI": velocity_time_integral(),
    "E": early,
    "e'": tissue,
    "E/e'": joined(lambda e, t: e / t, early, tissue),
    "GLS of three views": joined(lambda a, b, c: (a + b + c) / 3, *views),
}
json.dump(
    {
        "quantities": {name: table(one) for name, one in quantities.items()},
        "certificates": draw.standard_normal((CERTIFICATES, cases)).tolist(),
        "errors": draw.standard_normal(ERRORS).tolist(),
    },
    sys.stdout,
)
