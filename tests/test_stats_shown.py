"""Estimates as texts: digits, bounds, and what has no error."""

import math
from fractions import Fraction

import pytest

from mjsim.stats import Estimate, mean, proportion
from mjsim.stats.shown import digits_of, shown

INF = math.inf


def estimate(value, se, low, high, method="normal", n=100, **more):
    return Estimate(value, se, low, high, 0.95, method, n, **more)


@pytest.mark.parametrize(
    ("given", "share", "texts"),
    [
        (estimate(0.1234567, 0.0123, 0.1, 0.15), False, ("0.123", "0.012", "0.100", "0.150")),
        (estimate(0.1234567, 0.0123, 0.1, 0.15), True, ("12.3 %", "1.2", "10.0", "15.0")),
        (estimate(1234.5, 34.0, 1168, 1301), False, ("1234", "34", "1168", "1301")),
        # A bound is never below the interval's end, nor above what is missing from all.
        (proportion(0, 1_000_000), True, ("≤ 0.00037 %", "", "0", "0.00037")),
        (proportion(250, 250), True, ("≥ 98.5 %", "", "98.5", "100")),
        # Nothing bounds a ratio without a hit.
        (estimate(0.0, math.nan, -INF, INF, "ratio normal"), True, ("0 %", "unknown", "", "")),
        (estimate(1.0, math.nan, -INF, INF, "ratio normal"), True, ("100 %", "unknown", "", "")),
        (estimate(math.nan, math.nan, -INF, INF), False, ("none", "", "", "")),
        (estimate(0.0, 0.0, -INF, INF, "holm over 60 tests"), False, ("< 1e-300", "", "", "")),
        (estimate(3.4e-15, 0.0, -INF, INF, "holm over 60 tests"), False, ("3.4e-15", "", "", "")),
    ],
)
def test_texts(given, share, texts):
    assert shown(given, share=share)[:4] == texts


def test_interval_is_empty_without_ends():
    assert shown(estimate(0.0, math.nan, -INF, INF), share=False).interval == ""
    assert shown(mean([1.0, 2.0, 3.0]), share=False).interval == "[0.87, 3.13]"  # 2 ± 1.96 · 0.577


def test_exact_values_have_a_digit_more():
    given = estimate(0.388, 0.0012, 0.386, 0.39, exact=Fraction(388684314, 10**9))
    assert shown(given, share=True).exact == "38.868"
    assert shown(given, share=False).exact == "0.38868"


@pytest.mark.parametrize(
    ("error", "places"), [(0.0123, 3), (0.0999, 2), (34.0, 0), (0.0, 6), (math.nan, 6)]
)
def test_digits(error, places):
    assert digits_of(error) == places
