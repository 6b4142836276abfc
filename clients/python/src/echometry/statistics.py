"""Agreement of two or more series of values, for numbers that do not come from a comparison of the server.

The server compares readers with intervals (`Project.agreement`); these are the plain figures, by the same definitions
(docs/agreement.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

import numpy

if TYPE_CHECKING:
    import numpy.typing

    Numbers = Union[Sequence[float], Sequence[Sequence[float]], numpy.typing.NDArray[Any]]
    """Values, or rows of values."""

#: Of normally distributed differences, 95 % are within this many standard deviations of the mean.
LIMITS_SD = 1.96
#: Fewest subjects with which a spread can be computed.
MIN_SUBJECTS = 2


@dataclass(frozen=True, kw_only=True)
class BlandAltman:
    """Bias and limits of agreement. Differences are the second series minus the first."""

    n: int
    left_out: int
    bias: float
    sd: float
    lower: float
    upper: float


@dataclass(frozen=True, kw_only=True)
class Reliability:
    """ICC(2,1): two-way random effects, absolute agreement, a single rater. `icc` is None where all values are equal."""

    n: int
    left_out: int
    raters: int
    icc: float | None


def _complete(rows: Numbers) -> tuple[numpy.typing.NDArray[numpy.float64], int]:
    """Rows without a missing value, and how many have one."""
    table = numpy.asarray(rows, dtype=numpy.float64)
    known = ~numpy.isnan(table).any(axis=1)
    complete = table[known]
    if len(complete) < MIN_SUBJECTS:
        raise ValueError(f"{len(complete)} subjects have every value; at least {MIN_SUBJECTS} are needed")
    return complete, int((~known).sum())


def bland_altman(first: Numbers, second: Numbers) -> BlandAltman:
    """Bias, standard deviation (n - 1) and limits of agreement (Bland & Altman 1986, doi:10.1016/S0140-6736(86)90837-8).

    A pair with a missing value (NaN) is left out and counted.
    """
    pairs = numpy.column_stack([numpy.asarray(one, dtype=numpy.float64) for one in (first, second)])
    complete, left_out = _complete(pairs)
    differences = complete[:, 1] - complete[:, 0]
    bias, sd = float(differences.mean()), float(differences.std(ddof=1))
    return BlandAltman(
        n=len(differences),
        left_out=left_out,
        bias=bias,
        sd=sd,
        lower=bias - LIMITS_SD * sd,
        upper=bias + LIMITS_SD * sd,
    )


def icc(ratings: Numbers) -> Reliability:
    """ICC(2,1) of Shrout & Fleiss 1979 (doi:10.1037/0033-2909.86.2.420) over rows of subjects and columns of raters.

    A subject with a missing value (NaN) is left out and counted.
    """
    table, left_out = _complete(ratings)
    n, raters = table.shape
    if raters < MIN_SUBJECTS:
        raise ValueError(f"{raters} rater; at least {MIN_SUBJECTS} are needed")
    mean = table.mean()
    between_subjects = raters * ((table.mean(axis=1) - mean) ** 2).sum() / (n - 1)
    between_raters = n * ((table.mean(axis=0) - mean) ** 2).sum() / (raters - 1)
    rest = table - table.mean(axis=1, keepdims=True) - table.mean(axis=0, keepdims=True) + mean
    residual = (rest**2).sum() / ((n - 1) * (raters - 1))
    total = between_subjects + (raters - 1) * residual + raters * (between_raters - residual) / n
    return Reliability(
        n=n,
        left_out=left_out,
        raters=raters,
        icc=None if table.min() == table.max() else float((between_subjects - residual) / total),
    )
