"""Control charts of readers, written apart from the engine: sequences of differences with their first alarms, and figures of simulations.

    python control_charts.py SEED

Prints JSON: sequences with the place of the first alarm by a known mean and deviation and by the earlier cases, null without one,
and mean run lengths. Moving averages are by pandas, cumulative sums by running minima, and Student's distribution by the finite
series of Abramowitz and Stegun 26.7.3 and 26.7.4.
"""

from __future__ import annotations

import json
import sys
from statistics import NormalDist

import numpy
import pandas

WEIGHT, WIDTH, ALLOWANCE, INTERVAL = 0.2, 3.1, 0.5, 5.4
SEQUENCES, LENGTH, CHANGE = 60, 160, 60
SIMULATED = 4_000
LONGEST = 12_000
Array = numpy.ndarray


def student_below(t: float, freedom: int) -> float:
    angle = numpy.arctan(t / numpy.sqrt(freedom))
    sine, cosine = numpy.sin(angle), numpy.cos(angle)
    if freedom % 2 == 0:
        term, total = 1.0, 1.0
        for n in range(2, freedom, 2):
            term *= (n - 1) / n * cosine**2
            total += term
        inside = sine * total
    else:
        term, total = cosine, cosine if freedom > 1 else 0.0
        for n in range(3, freedom, 2):
            term *= (n - 1) / n * cosine**2
            total += term
        inside = 2 / numpy.pi * (angle + sine * total)
    return float((1 + inside) / 2)


def scores(values: Array) -> Array:
    """Each difference, from the third on, judged by those before it."""
    found = []
    for n in range(2, len(values)):
        before = values[:n]
        t = (values[n] - before.mean()) / before.std(ddof=1) * numpy.sqrt(n / (n + 1))
        found.append(NormalDist().inv_cdf(student_below(float(t), n - 1)))
    return numpy.array(found)


def first_alarm(z: Array) -> int | None:
    ewma = pandas.Series(numpy.concatenate([[0.0], z])).ewm(alpha=WEIGHT, adjust=False).mean().to_numpy()[1:]
    n = numpy.arange(1, len(z) + 1)
    limit = WIDTH * numpy.sqrt(WEIGHT / (2 - WEIGHT) * (1 - (1 - WEIGHT) ** (2 * n)))
    over = abs(ewma) > limit
    for side in (z, -z):
        walk = numpy.concatenate([[0.0], numpy.cumsum(side - ALLOWANCE)])
        over |= (walk - numpy.minimum.accumulate(walk))[1:] > INTERVAL
    return int(numpy.argmax(over)) if over.any() else None


def run_lengths(draw: numpy.random.Generator, shift: float, change: int) -> Array:
    """Cases from the change to the alarm of readers whose mean and deviation are known; those with an alarm before it count as none."""
    ewma, above, below = (numpy.zeros(SIMULATED) for _ in range(3))
    found = numpy.zeros(SIMULATED)
    for n in range(1, LONGEST + 1):
        z = draw.standard_normal(SIMULATED) + (shift if n > change else 0.0)
        ewma = WEIGHT * z + (1 - WEIGHT) * ewma
        above, below = numpy.maximum(0, above + z - ALLOWANCE), numpy.maximum(0, below - z - ALLOWANCE)
        limit = WIDTH * numpy.sqrt(WEIGHT / (2 - WEIGHT) * (1 - (1 - WEIGHT) ** (2 * n)))
        over = (abs(ewma) > limit) | (above > INTERVAL) | (below > INTERVAL)
        found[(found == 0) & over] = n
        if (found > 0).all():
            break
    found[found == 0] = LONGEST
    return found[found > change] - change


draw = numpy.random.default_rng(int(sys.argv[1]))
sequences = []
for index in range(SEQUENCES):
    values = draw.normal(3.0, 2.0, LENGTH)
    values[CHANGE:] += (0.0, 2.0, -2.0, 4.0)[index % 4]
    judged = first_alarm(scores(values))
    sequences.append(
        {
            "values": values.tolist(),
            "known": first_alarm((values - 3.0) / 2.0),
            "unknown": None if judged is None else judged + 2,
        }
    )
steady, drifted, late = run_lengths(draw, 0.0, 0), run_lengths(draw, 1.0, 0), run_lengths(draw, 1.0, 50)
print(
    json.dumps(
        {
            "sequences": sequences,
            "steady": {"mean": steady.mean(), "error": steady.std(ddof=1) / len(steady) ** 0.5},
            "shifted": {"mean": drifted.mean(), "within_10": float((drifted <= 10).mean())},
            "shifted_after_50": {"mean": late.mean(), "within_10": float((late <= 10).mean())},
        }
    )
)
