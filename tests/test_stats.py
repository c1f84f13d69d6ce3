"""Estimates, intervals and agreement: against definitions, scipy and simulation.

Simulations state seed, size and error rate; a test that fails by chance does so once in
10^4 or more seldom, and never twice, since seeds are fixed.
"""

import math
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, chisquare

from mjsim.errors import InputError
from mjsim.stats import (
    Estimate,
    against_exact,
    agreement,
    holm,
    mean,
    mean_from_counts,
    mean_from_histogram,
    normal_quantile,
    proportion,
    proportions,
    two_sided_p,
)

CHANCE = 1e-4  # of a simulation failing although the code is right


def trials():
    return st.integers(1, 10**9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


# Proportions


@given(trials(), st.floats(0.5, 0.9999))
def test_wilson_is_scipys(counts, level):
    k, n = counts
    estimate = proportion(k, n, level=level)
    method = "exact" if k in (0, n) else "wilson"
    expected = binomtest(k, n).proportion_ci(level, method)
    assert estimate.ci_low == pytest.approx(expected.low, rel=1e-7, abs=1e-12)
    assert estimate.ci_high == pytest.approx(expected.high, rel=1e-7, abs=1e-12)
    assert estimate.method == ("clopper-pearson" if k in (0, n) else "wilson")
    assert 0 <= estimate.ci_low <= estimate.value <= estimate.ci_high <= 1
    assert estimate.se > 0


@given(trials())
def test_hits_and_misses_mirror(counts):
    k, n = counts
    hits, misses = proportion(k, n), proportion(n - k, n)
    assert hits.ci_low == pytest.approx(1 - misses.ci_high, abs=1e-12)
    assert hits.se == pytest.approx(misses.se)


def test_known_bounds():
    # The rule of three, two-sided: 1 - 0.025 ** (1 / n).
    assert proportion(0, 10**6).ci_high == pytest.approx(3.68887e-6, rel=1e-5)
    assert proportion(100, 100).ci_low == pytest.approx(1 - 0.0362167, rel=1e-6)


def test_arrays_equal_scalars():
    k, n = np.array([[0, 1, 50], [99, 100, 0]]), np.array([100, 100, 100])
    n = np.broadcast_to(n, k.shape).copy()
    n[1, 2] = 0
    many = proportions(k, n, level=0.9)
    assert many.value.shape == many.method.shape == (2, 3)
    for at in np.ndindex(2, 3):
        one = proportion(int(k[at]), int(n[at]), level=0.9)
        np.testing.assert_equal(
            [many.value[at], many.se[at], many.ci_low[at], many.ci_high[at], many.method[at]],
            [one.value, one.se, one.ci_low, one.ci_high, one.method],
        )
    assert many.method[1, 2] == "no trials"
    assert (many.ci_low[1, 2], many.ci_high[1, 2]) == (0, 1)


@pytest.mark.parametrize(
    ("k", "n", "message"),
    [
        ([1, 5], [2, 3], r"5 of 3 trials \(at 1\)"),
        (-1, 3, "out of range"),
        (0.5, 3, "whole numbers"),
        (True, 3, "whole numbers"),
        (5, 3, "5 of 3 trials$"),
    ],
)
def test_bad_counts(k, n, message):
    with pytest.raises(InputError, match=message):
        proportions(k, n)


def test_bad_levels_and_exact():
    for level in (0, 1, 95, math.nan):
        with pytest.raises(InputError, match="level"):
            proportion(1, 2, level=level)
    with pytest.raises(InputError, match="a Fraction"):
        proportion(1, 2, exact=0.5)
    with pytest.raises(InputError, match="not a probability"):
        proportion(1, 2, exact=Fraction(3, 2))
    with pytest.raises(InputError, match="one count"):
        proportion([1, 2], 3)


def exact_coverage(p, n, level=0.95):
    """Chance that the interval covers p, by summing over all counts."""
    k = np.arange(n + 1)
    many = proportions(k, n, level=level)
    covers = (many.ci_low <= p) & (p <= many.ci_high)
    return float(binom.pmf(k, n, p)[covers].sum())


def test_wilson_covers_on_average():
    # No sampling. One p may be off by the steps of the binomial; the mean over p is not.
    coverage = [exact_coverage(p, 1000) for p in np.linspace(0.005, 0.995, 199)]
    assert np.mean(coverage) == pytest.approx(0.95, abs=0.002)
    assert min(coverage) > 0.92


@pytest.mark.parametrize("p", [0.03, 0.3])
def test_wilson_covers_in_simulation(p):
    # Seed 1, 20,000 samples of n = 2,000, error rate 1e-4.
    k = np.random.default_rng(1).binomial(2000, p, size=20_000)
    many = proportions(k, 2000)
    covered = int(((many.ci_low <= p) & (p <= many.ci_high)).sum())
    assert binomtest(covered, 20_000, exact_coverage(p, 2000)).pvalue > CHANCE


# Printing


@pytest.mark.parametrize(
    ("estimate", "spec", "text"),
    [
        (proportion(312, 1000), "", "0.312 ± 0.015"),
        (proportion(312, 1000), "%", "31.2 ± 1.5 %"),
        (proportion(312, 1000), "ci%", "31.2 [28.4, 34.1] %"),
        (proportion(0, 1_000_000), "", "≤ 3.7e-06"),
        (proportion(0, 1_000_000), "%", "≤ 0.00037 %"),
        (proportion(0, 1_000_000), "ci", "≤ 3.7e-06"),
        (proportion(0, 1), "%", "≤ 98 %"),
        (proportion(0, 1, level=0.999), "%", "≤ 100 %"),
        (proportion(10_000, 10_000), "", "≥ 0.99963"),
        (proportion(10_000, 10_000), "%", "≥ 99.963 %"),
        (proportion(1, 1), "", "≥ 0.02"),
        (proportion(0, 0), "", "unknown (n = 0)"),
        (proportion(3, 10**7), "", "(3.0 ± 1.7)e-07"),
        (proportion(3, 10**7), "%", "(3.0 ± 1.7)e-05 %"),
        (proportion(3, 10**7), "ci", "(3.0 [1.0, 8.8])e-07"),
        (mean_from_histogram({0: 700, 8: 300}), "", "2.40 ± 0.12"),
        (Estimate(12345.6, 678.9, 1, 2, 0.95, "normal", 9), "", "12346 ± 679"),
        (Estimate(1.2345, 0.0996, 1, 2, 0.95, "normal", 9), "", "1.23 ± 0.10"),
        (Estimate(0.0, 0.5, -1, 1, 0.95, "normal", 9), "", "0.00 ± 0.50"),
        (Estimate(-3e-7, 1e-8, -1, 1, 0.95, "normal", 9), "", "(-3.00 ± 0.10)e-07"),
        (mean([4, 4, 4]), "", "4 (error unknown)"),
        (Estimate(0.25, 0.0, 0.25, 0.25, 0.95, "exact", 0), "", "0.25 ± 0"),
    ],
)
def test_format(estimate, spec, text):
    assert f"{estimate:{spec}}" == text
    if not spec:
        assert str(estimate) == text


def test_bad_format():
    with pytest.raises(InputError, match="format"):
        f"{proportion(1, 2):.3f}"


@given(st.integers(1, 10**12), st.floats(0.5, 0.9999))
def test_upper_bound_is_never_printed_low(n, level):
    estimate = proportion(0, n, level=level)
    assert float(str(estimate).removeprefix("≤ ")) >= estimate.ci_high * (1 - 1e-6)
    every = proportion(n, n, level=level)
    assert float(str(every).removeprefix("≥ ")) <= every.ci_low * (1 + 1e-6)


@given(trials())
def test_no_bare_zero(counts):
    text = str(proportion(*counts))
    assert any(mark in text for mark in "±≤≥")
    if counts[0] == 0:
        assert text.startswith("≤")


# Against an exact value


def test_score_uses_the_exact_error():
    z, p_value, test = against_exact(60, 100, Fraction(1, 2))
    assert (z, test) == (2.0, "z")
    assert p_value == pytest.approx(two_sided_p(2.0)) == pytest.approx(0.0455, abs=1e-4)


@pytest.mark.parametrize(
    ("n", "exact", "test"),
    [
        (250, Fraction(1, 10), "z"),  # 25 hits expected
        (249, Fraction(1, 10), "binomial"),
        (250, Fraction(9, 10), "z"),  # 25 misses expected
        (249, Fraction(9, 10), "binomial"),
        (0, Fraction(1, 2), "binomial"),
    ],
)
def test_which_test(n, exact, test):
    estimate = proportion(n // 10, n, exact=exact)
    assert estimate.test == test
    assert (estimate.z is None) == (test == "binomial")
    if test == "binomial" and n:
        assert estimate.p_value == binomtest(n // 10, n, float(exact)).pvalue


def test_impossible_and_certain():
    assert against_exact(0, 10**6, 0).p_value == 1
    assert against_exact(1, 10**6, 0).p_value == 0
    assert against_exact(10**6, 10**6, 1).p_value == 1
    assert against_exact(10**6 - 1, 10**6, 1).p_value == 0


def test_no_exact_value():
    estimate = proportion(1, 2)
    assert (estimate.z, estimate.p_value, estimate.test) == (None, None, None)
    assert mean([4, 4], exact=4).p_value is None  # no error, no score


def test_z_of_a_mean():
    estimate = mean([1, 2, 3, 4], exact=2)
    assert estimate.z == pytest.approx(0.5 / (math.sqrt(5 / 3) / 2))
    assert estimate.p_value == pytest.approx(two_sided_p(estimate.z))


def test_large_numpy_counts():
    k, n = np.int64(3 * 10**12 + 10**6), np.int64(9 * 10**12)
    assert against_exact(k, n, Fraction(1, 3)).z == pytest.approx(1e6 / math.sqrt(2e12))


# Means

integers = st.integers(-(10**6), 10**6)


@given(st.dictionaries(integers, st.integers(1, 50), min_size=2))
def test_histogram_is_the_samples(histogram):
    samples = [value for value, count in histogram.items() for _ in range(count)]
    one = mean_from_histogram(histogram)
    assert one == mean(np.array(samples, dtype=np.int64))
    assert one == mean_from_counts(list(histogram), list(histogram.values()))
    assert one.n == len(samples)
    assert one.value == pytest.approx(np.mean(samples), abs=1e-9)
    assert one.se == pytest.approx(np.std(samples, ddof=1) / math.sqrt(len(samples)))
    floats = mean(np.array(samples, dtype=np.float64))
    assert (floats.value, floats.se) == pytest.approx((one.value, one.se), abs=1e-9)
    assert one.ci_high - one.value == pytest.approx(normal_quantile(0.95) * one.se)
    assert one.method == "normal"


def test_nothing_cancels():
    # In float64 the variance of these would be lost.
    estimate = mean_from_histogram({10**15: 10**9, 10**15 + 1: 10**9})
    assert estimate.se == pytest.approx(0.5 / math.sqrt(2e9))


def test_one_value_seen():
    bare = mean([5] * 100)
    assert math.isnan(bare.se)
    assert (bare.ci_low, bare.ci_high, bare.method) == (-math.inf, math.inf, "unbounded")
    bounded = mean([0] * 1000, bounds=(0, 100))
    other = 1 - 0.025 ** (1 / 1000)
    assert (bounded.ci_low, bounded.method) == (0, "bounded")
    assert bounded.ci_high == pytest.approx(100 * other)
    assert mean([0.1] * 3).value == 0.1


def test_no_values():
    estimate = mean(np.array([], dtype=np.int64), bounds=(0, 9))
    assert math.isnan(estimate.value)
    assert (estimate.ci_low, estimate.ci_high, estimate.n) == (0, 9, 0)
    assert str(estimate) == "unknown (n = 0)"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mean_from_histogram({1: -1}), "negative"),
        (lambda: mean_from_histogram({1.5: 1}), "whole number"),
        (lambda: mean_from_histogram({True: 1}), "whole number"),
        (lambda: mean_from_counts([1, 2], [1]), "shape"),
        (lambda: mean([[1]]), "one dimension"),
        (lambda: mean(["a"]), "numbers"),
        (lambda: mean([1.0, math.nan]), "row 1 is nan"),
        (lambda: mean([1, 2], bounds=(0, 1)), "bounds"),
        (lambda: mean([1, 2], exact=1.5), "Fraction"),
    ],
)
def test_bad_means(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_mean_covers_in_simulation():
    # Seed 2, 10,000 samples of n = 400 of a skew law; at 95 % the normal interval covers
    # 94 to 95 %; error rate 1e-4.
    values, chances = np.array([0, 1, 2, 8]), np.array([0.6, 0.2, 0.15, 0.05])
    counts = np.random.default_rng(2).multinomial(400, chances, size=10_000)
    truth = float(values @ chances)
    estimates = [mean_from_counts(values, row) for row in counts]
    covered = sum(e.ci_low <= truth <= e.ci_high for e in estimates)
    low, high = binom.ppf(CHANCE / 2, 10_000, 0.94), binom.isf(CHANCE / 2, 10_000, 0.95)
    assert low <= covered <= high


# Holm


def naive_holm(p):
    """The definition: reject in order while p times the number of those left is small."""
    order = sorted(range(len(p)), key=p.__getitem__)
    adjusted, worst = [0.0] * len(p), 0.0
    for rank, i in enumerate(order):
        worst = max(worst, min(1.0, (len(p) - rank) * p[i]))
        adjusted[i] = worst
    return adjusted


@given(st.lists(st.floats(0, 1), max_size=30))
def test_holm(p):
    adjusted = holm(p)
    assert adjusted.tolist() == naive_holm(p)
    assert (adjusted >= np.asarray(p)).all()


def test_holm_refuses():
    for bad in ([0.5, math.nan], [1.5], [[0.5]]):
        with pytest.raises(InputError, match="p_values"):
            holm(bad)


# Agreement

DICE = {face: Fraction(1, 6) for face in range(1, 7)}


def test_agreement_of_a_die():
    counts = dict(zip(DICE, [160, 170, 165, 175, 168, 162], strict=True))
    result = agreement(counts, DICE)
    reference = chisquare(list(counts.values()))
    assert result.chi2 == pytest.approx(reference.statistic)
    assert result.chi2_p == pytest.approx(reference.pvalue)
    assert (result.df, result.n, result.agrees) == (5, 1000, True)
    assert [cell.p_adjusted for cell in result.cells] == holm(
        [cell.p_value for cell in result.cells]
    ).tolist()
    assert str(result).startswith("agrees at error rate 0.01")


def test_one_bad_cell_is_found():
    result = agreement({1: 300, 2: 140, 3: 140, 4: 140, 5: 140, 6: 140}, DICE)
    assert (result.agrees, result.worst.label) == (False, 1)
    assert "disagrees" in str(result)


def test_rare_cells_are_pooled():
    exact = {"a": Fraction(1, 2), "b": Fraction(49, 100), "c": Fraction(1, 200)}
    # 1000 trials: "c" and the rest of 1/200 expect 5 each, 10 together: joined to "b".
    result = agreement({"a": 500, "b": 490, "c": 5}, exact, n=1000)
    assert [cell.label for cell in result.cells] == ["a", "b", "c", None]
    assert [cell.test for cell in result.cells] == ["z", "z", "binomial", "binomial"]
    assert (result.df, result.chi2) == (1, pytest.approx(0.0))
    # 4000 trials: the two expect 40 together and stand as one cell.
    assert agreement({"a": 2000, "b": 1960, "c": 20}, exact, n=4000).df == 2


def test_impossible_hit():
    result = agreement({"a": 999, "b": 1}, {"a": Fraction(1)})
    assert not result.agrees
    assert {cell.p_value for cell in result.cells} == {0.0}


def test_overlapping_cells():
    exact = {"a": Fraction(1, 2), "b": Fraction(2, 3)}
    result = agreement({"a": 500, "b": 660}, exact, n=1000, disjoint=False)
    assert (result.chi2, result.chi2_p, result.agrees, len(result.cells)) == (None, None, True, 2)
    with pytest.raises(InputError, match="trials is needed"):
        agreement({"a": 500}, exact, disjoint=False)
    with pytest.raises(InputError, match="disjoint"):
        agreement({"a": 500, "b": 660}, exact, n=1000)
    with pytest.raises(InputError, match="disjoint"):
        agreement({"a": 500, "b": 400}, exact, n=1000)


def test_float_probabilities():
    tenths = dict.fromkeys(range(10), 0.1)  # sums to 1 within rounding
    result = agreement(dict.fromkeys(range(10), 100), tenths)
    assert len(result.cells) == 10
    assert result.agrees


@pytest.mark.parametrize(
    ("observed", "exact", "message"),
    [
        ({}, {}, "no cell"),
        ({"a": -1}, {"a": Fraction(1)}, "no count"),
        ({"a": 1.5}, {"a": Fraction(1)}, "no count"),
        ({"a": 1}, {"a": 1.5}, "no probability"),
        ({None: 1}, {None: Fraction(1, 2)}, "label None"),
    ],
)
def test_bad_tables(observed, exact, message):
    with pytest.raises(InputError, match=message):
        agreement(observed, exact)


def test_agreement_keeps_its_error_rate():
    # Seed 3, 4,000 tables of n = 2,000 with common, rare and very rare cells, at an error rate
    # of 5 %: Holm and the exact test are cautious, so the rate is at most that. Error rate 1e-4.
    exact = {i: Fraction(x, 2000) for i, x in enumerate([1000, 500, 300, 150, 30, 15, 4, 1])}
    chances = [float(chance) for chance in exact.values()]
    tables = np.random.default_rng(3).multinomial(2000, chances, size=4000)
    alarms = sum(
        not agreement(dict(enumerate(row)), exact, error_rate=0.05).agrees
        for row in tables.tolist()
    )
    assert alarms <= binom.isf(CHANCE, 4000, 0.05)
    assert alarms >= 20  # and it does test something


def test_agreement_sees_a_small_shift():
    # Seed 4, 200 tables of n = 100,000: one cell of 10 % is 11 %, ten standard errors off.
    exact = {i: Fraction(1, 10) for i in range(10)}
    shifted = [0.11, 0.09, *[0.1] * 8]
    tables = np.random.default_rng(4).multinomial(100_000, shifted, size=200)
    assert not any(agreement(dict(enumerate(row)), exact).agrees for row in tables.tolist())


def test_import_is_light():
    code = "import sys, mjsim.stats; print(sorted({'scipy', 'polars', 'pandas'} & {*sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
