"""Clusters, pairs, sequences, stopping, power and controls: against closed forms and scipy.

Simulations state seed, size and error rate; one that fails by chance does so once in 10^4 or
more seldom, and never twice, since seeds are fixed. Coverage is in test_stats_coverage.
"""

import math
import pickle
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.special import betaln
from scipy.stats import (
    binom,
    binomtest,
    chi2,
    false_discovery_control,
    nct,
    pearsonr,
    t,
    ttest_1samp,
    ttest_rel,
)

from mjsim.errors import InputError
from mjsim.stats import (
    BernsteinSequence,
    Estimate,
    Until,
    asymptotic_sequence,
    benjamini_hochberg,
    clopper_pearson,
    clustered_mean,
    contrasts,
    control_coefficients,
    controlled_mean,
    detectable_difference,
    detectable_proportion,
    earlier_coefficients,
    holm,
    mean,
    mean_from_histogram,
    mean_sequence_asymptotic,
    mean_sequence_bernstein,
    normal_quantile,
    paired,
    proportion,
    proportion_sequence,
    ratio,
    t_quantile,
    two_sided_t,
    units_for_difference,
    units_for_proportions,
)

CHANCE = 1e-4  # of a simulation failing although the code is right


def interval(estimate):
    return estimate.ci_low, estimate.ci_high


# Student's law


@pytest.mark.parametrize("df", [1, 2, 30, 1000])
def test_student_is_scipys(df):
    assert t_quantile(0.95, df) == pytest.approx(t.isf(0.025, df))
    assert two_sided_t(-1.3, df) == pytest.approx(2 * t.sf(1.3, df))


def test_normal_takes_over_smoothly():
    assert t_quantile(0.95, 1001) == normal_quantile(0.95)
    assert t_quantile(0.95, 1000) == pytest.approx(t_quantile(0.95, 1001), rel=2e-3)
    assert two_sided_t(2.0, 1001) == pytest.approx(two_sided_t(2.0, 1000), rel=1e-2)
    for call in (lambda: t_quantile(0.95, 0), lambda: two_sided_t(1.0, 0)):
        with pytest.raises(InputError, match="df: 0"):
            call()


# Clusters and ratios


def test_clusters_of_one_are_a_mean():
    x = np.random.default_rng(1).normal(5, 2, 40)
    e = clustered_mean(x, 1)
    low, high = ttest_1samp(x, 0).confidence_interval(0.95)
    assert (e.value, *interval(e)) == pytest.approx((x.mean(), low, high))
    assert (e.method, e.n) == ("clustered t", 40)
    assert clustered_mean(np.tile(x, 30), 1).method == "clustered normal"


def test_equal_clusters_are_the_means_of_their_means():
    sums = np.random.default_rng(2).poisson(6, 25)
    e, means = clustered_mean(sums, 4), mean(sums / 4)
    assert (e.value, e.se) == pytest.approx((means.value, means.se))
    assert interval(e) == interval(clustered_mean(sums, np.full(25, 4)))


def test_delta_method_by_hand():
    y, x = np.array([3.0, 1, 4, 1, 5]), np.array([2.0, 1, 3, 2, 1])
    r = y.sum() / x.sum()
    se = math.sqrt(((y - r * x) ** 2).sum() * 5 / 4) / x.sum()
    for e in (ratio(y, x), clustered_mean(y, x)):
        assert (e.value, e.se) == pytest.approx((r, se))
        assert e.ci_high == pytest.approx(r + se * t.isf(0.025, 4))


def test_per_win_is_the_mean_over_wins():
    fan = np.array([0, 4, 0, 2, 7, 0, 0, 3])
    e, wins = ratio(fan, fan > 0), mean(fan[fan > 0])
    assert (e.value, e.se, e.n) == pytest.approx((wins.value, wins.se, 8))
    assert e.ci_high == pytest.approx(wins.value + t.isf(0.025, 3) * wins.se)


def test_an_empty_cluster_has_no_part():
    full, with_empty = (
        clustered_mean([3, 5, 9], [1, 2, 2]),
        clustered_mean([3, 0, 5, 9], [1, 0, 2, 2]),
    )
    assert replace(with_empty, n=3) == full


@pytest.mark.parametrize("y", [[], [0], [0, 0, 0]])
def test_no_trials(y):
    for e in (ratio(y, np.zeros(len(y))), clustered_mean(y, 0)):
        assert e.method == "no trials"
        assert math.isnan(e.value)
        assert interval(e) == (-math.inf, math.inf)
        assert str(e) == f"unknown (n = {len(y)})"
    e = clustered_mean(y, 0, bounds=(0, 1))
    assert (e.method, *interval(e)) == ("no trials", 0.0, 1.0)


@pytest.mark.parametrize(("y", "x"), [([3], [2]), ([0.1, 0.3, 0.7], [1, 3, 7]), ([0, 0], [1, 2])])
def test_unknown_spread(y, x):
    e = ratio(y, x)
    assert e.method == "unbounded"
    assert math.isnan(e.se)
    assert interval(e) == (-math.inf, math.inf)
    assert interval(clustered_mean(y, x, bounds=(0, 2))) == (0.0, 2.0) or len(y) == 1


def test_no_hits_in_equal_clusters_are_bounded():
    e = clustered_mean(np.zeros(1000), 4, bounds=(0, 1))
    assert (e.method, e.ci_low) == ("bounded", 0.0)
    assert e.ci_high == pytest.approx(proportion(0, 1000).ci_high)
    assert interval(e) == interval(mean_from_histogram({0: 1000}, bounds=(0, 1)))


def test_exact_and_seed_are_kept():
    e = ratio([1, 3, 2], [1, 1, 2], exact=Fraction(3, 2), seed=7)
    assert (e.z, e.seed) == (0.0, 7)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ratio([1, 2], [1]), "denominators: 1 rows beside 2"),
        (lambda: ratio([1, 2], [1, -1]), "denominators: row 1 is -1, below 0"),
        (lambda: ratio([1, math.nan], [1, 1]), "numerators: row 1 is nan"),
        (lambda: ratio(["a"], [1]), "numerators: numbers are wanted"),
        (lambda: ratio([[1]], [1]), "numerators: 1 dimensions are wanted, not 2"),
        (lambda: ratio([1, 2], [1, 1], level=95), "level: 95"),
        (lambda: ratio([1], [1], exact=0.5), "exact: a Fraction"),
        (lambda: clustered_mean([1, 2], [1, -2]), "sizes: row 1 is -2, below 0"),
        (lambda: clustered_mean([1, 9], 4, bounds=(0, 1)), "bounds: row 1 leaves 0.0 to 1.0"),
        (lambda: clustered_mean([1, 9], 4, bounds=(0, math.inf)), "bounds: 0.0 to inf"),
    ],
)
def test_bad_clusters(call, message):
    with pytest.raises(InputError, match=message):
        call()


# Pairs


def test_paired_is_scipys():
    rng = np.random.default_rng(3)
    wall = rng.normal(0, 3, 50)
    a, b = wall + rng.normal(0.4, 1, 50), wall + rng.normal(0, 1, 50)
    p, test = paired(a, b, seed=3), ttest_rel(a, b)
    low, high = test.confidence_interval(0.95)
    assert (p.difference.value, *interval(p.difference)) == pytest.approx(
        ((a - b).mean(), low, high)
    )
    assert p.p_value == pytest.approx(test.pvalue)
    assert p.correlation == pytest.approx(pearsonr(a, b).statistic)
    assert p.sd == pytest.approx((a - b).std(ddof=1))
    apart = (a.var(ddof=1) + b.var(ddof=1)) / 50
    assert p.variance_reduction == pytest.approx(apart / p.difference.se**2)
    assert (p.difference.seed, p.difference.method) == (3, "paired t")


def test_independent_pairs_gain_nothing():
    # Seed 4; the correlation of 10^5 independent pairs has error 0.003.
    a, b = np.random.default_rng(4).normal(size=(2, 100_000))
    assert paired(a, b).variance_reduction == pytest.approx(1.0, abs=0.02)


def test_pairs_at_the_edge():
    none = paired([], [])
    assert (none.difference.method, none.difference.n, none.p_value) == ("no trials", 0, 1.0)
    one = paired([3], [1])
    assert (one.difference.value, one.difference.method, one.p_value) == (2.0, "unbounded", 1.0)
    assert math.isnan(one.correlation)
    shifted = paired([1.1, 2.1, 4.1], [1.0, 2.0, 4.0])
    assert shifted.difference.method == "unbounded"
    assert (shifted.variance_reduction, shifted.sd, shifted.p_value) == (math.inf, 0.0, 1.0)
    assert shifted.difference.value == pytest.approx(0.1)
    flat = paired([1, 1], [1, 1])
    assert math.isnan(flat.variance_reduction)
    assert math.isnan(flat.correlation)
    assert paired([1, 2, 3], [5, 5, 5]).variance_reduction == pytest.approx(1.0)
    assert paired([True, False], [False, False]).difference.value == 0.5


def test_contrasts_are_pairs():
    values = np.random.default_rng(5).normal(0, 1, (60, 1)) + np.random.default_rng(6).normal(
        [0, 0.2, 0.9, 0.9], 0.5, (60, 4)
    )
    c = contrasts(values, "abcd")
    assert [(p.first, p.second) for p in c.pairs] == [
        ("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")
    ]  # fmt: skip
    np.testing.assert_allclose(np.sqrt(np.diag(c.covariance)), [m.se for m in c.means])
    for pair in c.pairs:
        i, j = "abcd".index(pair.first), "abcd".index(pair.second)
        alone = paired(values[:, i], values[:, j])
        assert (pair.difference, pair.p_value) == (alone.difference, alone.p_value)
        joint = c.covariance[i, i] + c.covariance[j, j] - 2 * c.covariance[i, j]
        assert pair.difference.se == pytest.approx(math.sqrt(joint))
        half = t.isf(0.025 / 6, 59) * pair.difference.se
        assert pair.simultaneous.ci_high == pytest.approx(pair.difference.value + half)
        assert (pair.simultaneous.level, pair.simultaneous.method) == (0.95, "paired t, Bonferroni")
    adjusted = holm([pair.p_value for pair in c.pairs])
    assert [pair.p_adjusted for pair in c.pairs] == adjusted.tolist()


def test_contrasts_at_the_edge():
    none = contrasts(np.zeros((0, 2)), ["a", "b"])
    assert none.pairs[0].simultaneous.method == "no trials"
    assert np.isnan(none.covariance).all()
    one = contrasts([[1, 2]], ["a", "b"])
    assert (one.pairs[0].difference.value, one.pairs[0].p_adjusted) == (-1.0, 1.0)
    same = contrasts([[1, 1], [3, 3]], ["a", "b"]).pairs[0]
    assert (same.difference.value, same.simultaneous.method, same.p_value) == (
        0.0,
        "unbounded",
        1.0,
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: paired([1, 2], [1]), "b: 1 rows beside 2"),
        (lambda: paired([1, math.inf], [1, 2]), "a: row 1 is inf"),
        (lambda: contrasts([[1, 2]], ["a"]), "labels: 1 for 2 columns"),
        (lambda: contrasts([[1]], ["a"]), "labels: at least two"),
        (lambda: contrasts([[1, 2]], ["a", "a"]), "labels: one comes twice"),
        (lambda: contrasts([1, 2], ["a", "b"]), "values: 2 dimensions"),
        (lambda: contrasts([[1, 2], [1, math.nan]], ["a", "b"]), "values: row 1 is nan"),
        (lambda: contrasts(np.zeros((0, 2)), ["a", "b"], level=1), "level: 1"),
    ],
)
def test_bad_pairs(call, message):
    with pytest.raises(InputError, match=message):
        call()


# Sequences


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
       st.floats(0.5, 0.999))  # fmt: skip
def test_beta_binomial_is_the_level_set(counts, level):
    k, n = counts
    e = proportion_sequence(k, n, level=level)

    def excess(p):
        likelihood = (k * math.log(p) if k else 0.0) + ((n - k) * math.log1p(-p) if k < n else 0.0)
        return betaln(k + 0.5, n - k + 0.5) - math.log(math.pi) - likelihood + math.log(1 - level)

    # One unit in the last place of p moves the excess by n / p of them.
    for end, edge in ((e.ci_low, 0.0), (e.ci_high, 1.0)):
        if end not in (0.0, 1.0):
            assert excess(end) == pytest.approx(0.0, abs=1e-6)
        else:
            assert end == edge
            assert k in (0, n) or edge == 1.0
    assert 0 <= e.ci_low <= e.value <= e.ci_high <= 1
    fixed = proportion(k, n, level=level)
    assert e.ci_high - e.ci_low >= (fixed.ci_high - fixed.ci_low) * 0.999


def test_beta_binomial_known():
    # 0 of n: (1 - p)^n = (1 - level) B(1/2, n + 1/2) / pi.
    n = 1000
    bound = -math.expm1((math.log(0.05) + betaln(0.5, n + 0.5) - math.log(math.pi)) / n)
    assert proportion_sequence(0, n).ci_high == pytest.approx(bound)
    assert proportion_sequence(n, n).ci_low == pytest.approx(1 - bound)
    limit = betaln(30.5, 70.5) - math.log(math.pi * 20)

    def gap(p):
        return limit - 30 * math.log(p) - 70 * math.log1p(-p)

    root = brentq(gap, 1e-6, 0.3, xtol=1e-15)
    assert proportion_sequence(30, 100).ci_low == pytest.approx(root, rel=1e-9)
    none = proportion_sequence(0, 0)
    assert (none.ci_low, none.ci_high, none.method) == (0.0, 1.0, "beta-binomial sequence")
    assert str(none) == "unknown (n = 0)"


def test_beta_binomial_of_huge_counts():
    # n KL(1/2, p) = log(20) + log(sqrt(n pi / 2)) in the limit; the interval is twice d wide.
    n = 10**12
    d = math.sqrt((math.log(20) + 0.5 * math.log(n * math.pi / 2)) / (2 * n))
    e = proportion_sequence(n // 2, n)
    assert (e.ci_low, e.ci_high) == pytest.approx((0.5 - d, 0.5 + d), abs=1e-4 * d)


def test_ville_over_every_trial():
    # Seed 7, 1000 runs, looked at after each of 600 trials; P(miss) <= 0.05.
    rng = np.random.default_rng(7)
    n = np.arange(1, 601)
    k = np.cumsum(rng.random((1000, 600)) < 0.2, axis=1)
    likelihood = k * math.log(0.2) + (n - k) * math.log(0.8)
    martingale = betaln(k + 0.5, n - k + 0.5) - math.log(math.pi) - likelihood
    missed = int((martingale >= math.log(20)).any(axis=1).sum())
    assert binom.sf(missed - 1, 1000, 0.05) > CHANCE
    for run in k[:5]:
        held = [e.ci_low <= 0.2 <= e.ci_high for e in map(proportion_sequence, run, n)]
        assert held == (betaln(run + 0.5, n - run + 0.5) - math.log(math.pi)
                        - run * math.log(0.2) - (n - run) * math.log(0.8)
                        < math.log(20)).tolist()  # fmt: skip


def bernstein_by_definition(x, level, tuned_n=None):
    """Theorem 2 of the paper, value by value."""
    doubt = math.log(2 / (1 - level))
    bets = hits = price = total = deviations = 0.0
    mean_before, variance = 0.5, 0.25
    for i, value in enumerate(x, 1):
        bet = min(math.sqrt(2 * doubt / (variance * (tuned_n or i * math.log(1 + i)))), 0.5)
        price += 4 * (value - mean_before) ** 2 * (-math.log(1 - bet) - bet) / 4
        bets, hits, total = bets + bet, hits + bet * value, total + value
        mean_before = (0.5 + total) / (i + 1)
        deviations += (value - mean_before) ** 2
        variance = (0.25 + deviations) / (i + 1)
    half = (doubt + price) / bets
    return hits / bets - half, hits / bets + half


@pytest.mark.parametrize("tuned_n", [None, 300])
def test_bernstein_is_its_definition(tuned_n):
    x = np.random.default_rng(8).beta(1, 4, 400)
    e = mean_sequence_bernstein(3 + 10 * x, (3, 13), level=0.9, tuned_n=tuned_n)
    low, high = bernstein_by_definition(x, 0.9, tuned_n)
    assert interval(e) == pytest.approx((3 + 10 * low, 3 + 10 * high))
    assert (e.value, e.n) == (pytest.approx(3 + 10 * x.mean()), 400)
    assert e.se == pytest.approx(10 * x.std(ddof=1) / 20)


@given(st.lists(st.integers(0, 300), max_size=6))
def test_blocks_change_no_bit(cuts):
    x = np.random.default_rng(9).random(300)
    whole, parts = BernsteinSequence((0, 1), seed=9), BernsteinSequence((0, 1), seed=9)
    whole.add(x)
    for block in np.split(x, sorted(cuts)):
        parts.add(block)
        parts = pickle.loads(pickle.dumps(parts))
    assert parts.estimate() == whole.estimate()
    assert parts.n == 300


def test_bernstein_at_the_edge():
    s = BernsteinSequence((0, 28), exact=3)
    assert interval(s.estimate()) == (0.0, 28.0)
    assert math.isnan(s.estimate().value)
    with pytest.raises(InputError, match=r"block: row 1 is 29.0, outside 0.0 to 28.0"):
        s.add([1, 29])
    s.add([])
    assert s.n == 0
    s.add([5])
    assert (s.estimate().value, s.estimate().exact) == (5.0, 3)
    assert interval(s.estimate()) == (0.0, 28.0)
    s = BernsteinSequence((0, 28))
    s.add(np.zeros(10_000))
    e = s.estimate()
    assert math.isnan(e.se)
    assert e.ci_low == 0.0
    assert 0.0 < e.ci_high < 0.3
    assert mean_sequence_bernstein([28] * 10_000, (0, 28)).ci_high == 28.0


def test_asymptotic_is_its_formula():
    n, tuned, level = 5000, 20_000, 0.95
    rho2 = (-2 * math.log(0.05) + math.log(-2 * math.log(0.05) + 1)) / tuned
    e = Estimate(2.0, 0.03, 1.9, 2.1, level, "normal", n, seed=1)
    sd = 0.03 * math.sqrt(n)
    half = sd * math.sqrt(
        2 * (n * rho2 + 1) / (n**2 * rho2) * math.log(math.sqrt(n * rho2 + 1) / 0.05)
    )
    s = asymptotic_sequence(e, tuned_n=tuned)
    assert interval(s) == pytest.approx((2 - half, 2 + half))
    assert (s.method, s.value, s.se, s.seed) == ("asymptotic sequence", 2.0, 0.03, 1)
    x = np.random.default_rng(10).normal(size=2000)
    assert interval(mean_sequence_asymptotic(x)) == interval(asymptotic_sequence(mean(x)))


def test_asymptotic_waits_for_its_first_look():
    early = mean_sequence_asymptotic([1.0, 2.0, 3.0])
    assert (early.value, *interval(early)) == (2.0, -math.inf, math.inf)
    assert math.isfinite(mean_sequence_asymptotic([1.0, 2.0, 3.0], first_look=3).ci_low)
    flat = mean_sequence_asymptotic([1] * 5000)
    assert interval(flat) == (-math.inf, math.inf)
    assert interval(mean_sequence_asymptotic([])) == (-math.inf, math.inf)
    assert interval(asymptotic_sequence(ratio([0], [0]), first_look=1)) == (-math.inf, math.inf)


def test_asymptotic_is_tightest_where_tuned():
    def width(tuned):
        e = Estimate(0.0, 0.1, -1.0, 1.0, 0.95, "normal", 10_000)
        return asymptotic_sequence(e, tuned_n=tuned).ci_high

    assert width(10_000) < min(width(8000), width(12_500))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: proportion_sequence(3, 2), "n_success: 3 of 2"),
        (lambda: proportion_sequence(1, 2, level=0), "level: 0"),
        (lambda: BernsteinSequence((1, 1)), "bounds: 1.0 to 1.0"),
        (lambda: BernsteinSequence((0, math.inf)), "bounds: 0.0 to inf"),
        (lambda: BernsteinSequence((0, 1), tuned_n=0), "tuned_n"),
        (lambda: BernsteinSequence((0, 1), level=2), "level: 2"),
        (lambda: mean_sequence_bernstein([0, math.nan], (0, 1)), "block: row 1 is nan"),
        (lambda: mean_sequence_asymptotic([1.0], tuned_n=0), "tuned_n"),
        (lambda: mean_sequence_asymptotic([1.0], first_look=0), "first_look"),
        (lambda: asymptotic_sequence(proportion(1, 9000)), "estimate: a proportion has its own"),
    ],
)
def test_bad_sequences(call, message):
    with pytest.raises(InputError, match=message):
        call()


# Stopping


def test_rules_are_read():
    rule = Until("p", half_width=0.01, max_n=10**6)
    assert Until.parse("half_width=0.01", "p", max_n=10**6) == rule
    assert Until.parse("p: half_width = 1e-2, max_n=1e6") == rule
    assert Until.parse(str(rule)) == rule
    assert Until.parse("mean_with_wilds:3: relative=0.05", max_n=9).term == "mean_with_wilds:3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is none of"),
        ("width=1", "'width' is none of"),
        ("half_width", "'' for half_width is no number"),
        ("half_width=x", "'x' for half_width is no number"),
        ("half_width=0", "half_width: 0.0 is not positive"),
        ("half_width=nan", "half_width: nan is not positive"),
        ("half_width=-1", "half_width: -1.0 is not positive"),
        ("half_width=1,half_width=2", "half_width comes twice"),
        ("half_width=1,relative=2", "one of half_width and relative"),
        ("max_n=5", "one of half_width and relative"),
        ("relative=1,max_n=1.5", "max_n: 1.5 is not a whole number"),
        ("relative=1,max_n=inf", "max_n: inf is not a whole number"),
        (": relative=1", "term that decides is missing"),
    ],
)
def test_bad_rules(text, message):
    with pytest.raises(InputError, match=message):
        Until.parse(text, "p", max_n=10)


def test_rules_need_a_maximum_and_a_term():
    with pytest.raises(InputError, match="max_n is missing"):
        Until.parse("relative=0.1", "p")
    with pytest.raises(InputError, match="term that decides is missing"):
        Until.parse("relative=0.1", max_n=5)
    with pytest.raises(InputError, match="max_n: 0"):
        Until("p", relative=0.1, max_n=0)


def test_decisions():
    def e(value, low, high, n):
        return Estimate(value, 0.01, low, high, 0.95, "asymptotic sequence", n)

    half = Until("p", half_width=0.1, max_n=100)
    assert half.decide(e(0.5, 0.45, 0.55, 10)) == "precise"
    # The farther end counts.
    assert half.decide(e(0.5, 0.48, 0.65, 10)) is None
    assert half.decide(e(0.5, 0.48, 0.65, 100)) == "max_n"
    assert half.decide(e(0.5, -math.inf, math.inf, 10)) is None
    assert half.decide(e(math.nan, -math.inf, math.inf, 0)) is None
    # Differences that are all alike have no error: not precise, and no fault of the rule.
    alike = Estimate(0.0, math.nan, -math.inf, math.inf, 0.95, "unbounded", 10)
    assert half.decide(alike) is None
    assert half.decide(replace(alike, n=100)) == "max_n"
    relative = Until("p", relative=0.1, max_n=100)
    assert relative.decide(e(-5.0, -5.4, -4.6, 10)) == "precise"
    assert relative.decide(e(0.0, -1e-9, 1e-9, 10)) is None
    assert relative.decide(e(math.nan, 0, 1, 100)) == "max_n"
    for fixed in (proportion(1, 2), mean([1.0, 2.0]), ratio([1, 2], [1, 1])):
        with pytest.raises(InputError, match="holds at one look only"):
            half.decide(fixed)


def test_all_sequences_may_stop():
    rule = Until("p", half_width=10.0, max_n=10**9)
    x = [0.0, 1.0] * 600
    for e in (
        proportion_sequence(600, 1200),
        mean_sequence_bernstein(x, (0, 1)),
        mean_sequence_asymptotic(x),
    ):
        assert rule.decide(e) == "precise"


# Power


@pytest.mark.parametrize("difference", [0.05, -0.3, 1.0, 2.0])
@pytest.mark.parametrize(("level", "power"), [(0.95, 0.8), (0.99, 0.9)])
def test_power_is_the_noncentral_ts(difference, level, power):
    n = units_for_difference(difference, 1.0, level=level, power=power)

    def reached(units):
        shift = abs(difference) * math.sqrt(units)
        return nct.sf(t.isf((1 - level) / 2, units - 1), units - 1, shift)

    assert reached(n + 1) > power
    assert reached(n - 2) < power


def test_units_and_differences_invert():
    for n in (10, 500, 10**7):
        assert units_for_difference(detectable_difference(n, 7.0), 7.0) in (n, n + 1)
        p = detectable_proportion(n, 0.1)
        assert units_for_proportions(0.1, p) <= n
        assert units_for_proportions(0.1, p - 1e-6 * (p - 0.1)) >= n


def test_pilot_widens_the_deviation():
    known = ((normal_quantile(0.95) + normal_quantile(0.6)) / 0.1) ** 2
    pilot = known * 49 / chi2.ppf(0.2, 49) + normal_quantile(0.95) ** 2 / 2
    assert units_for_difference(0.1, 1.0, pilot_n=50) == math.ceil(pilot)
    wider = detectable_difference(800, 1.0, pilot_n=50) / detectable_difference(800, 1.0)
    assert wider == pytest.approx(math.sqrt(49 / chi2.ppf(0.2, 49)))


def test_proportions_by_the_book():
    # Fleiss, Levin and Paik: 0.6 against 0.7 at 5 % and power 0.8 wants 356 each.
    assert units_for_proportions(0.6, 0.7) == 356
    assert units_for_proportions(0.7, 0.6) == units_for_proportions(0.3, 0.4) == 356


def test_power_is_reached():
    # Seed 11, 2000 samples; the binomial error rate is CHANCE on either side of 0.78 to 0.82.
    n = units_for_difference(0.5, 2.0)
    d = np.random.default_rng(11).normal(0.5, 2.0, (2000, n))
    shown = int((ttest_1samp(d, 0, axis=1).pvalue < 0.05).sum())
    assert binom.cdf(shown, 2000, 0.78) > CHANCE
    assert binom.sf(shown - 1, 2000, 0.82) > CHANCE


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: units_for_difference(0, 1), "difference: 0 is not positive"),
        (lambda: units_for_difference(1, 0), "sd: 0"),
        (lambda: units_for_difference(1, math.nan), "sd: nan"),
        (lambda: units_for_difference(1, 1, power=1), "power: 1"),
        (lambda: units_for_difference(1, 1, level=0), "level: 0"),
        (lambda: units_for_difference(1, 1, pilot_n=1), "pilot_n: 1"),
        (lambda: units_for_difference(1, 1, pilot_n=9, assurance=1), "level: 1"),
        (lambda: detectable_difference(1, 1), "n: 1 units show nothing"),
        (lambda: units_for_proportions(0.5, 0.5), "p_first - p_second: 0.0"),
        (lambda: units_for_proportions(0.5, 1.5), "p_second: 1.5"),
        (lambda: detectable_proportion(2, 0.5), "n: 2 units tell no proportion from 0.5"),
        (lambda: detectable_proportion(200, 1.0), "tell no proportion from 1"),
    ],
)
def test_bad_power(call, message):
    with pytest.raises(InputError, match=message):
        call()


# Controls


def test_controls_take_out_their_noise():
    # Seed 12: y = 2 x1 - x2 + e with variances 4 + 1 + 1, so the best reduction is 6.
    rng = np.random.default_rng(12)
    x = rng.normal(3.0, 1.0, (40_000, 2))
    y = x @ [2.0, -1.0] + rng.normal(0.0, 1.0, 40_000)
    blocks = np.arange(40_000) // 1000
    fitted = control_coefficients(y[:20_000], x[:20_000])
    assert fitted == pytest.approx([2.0, -1.0], abs=0.04)
    later = controlled_mean(
        y[20_000:], x[20_000:], [3, 3], fitted, seconds_with=3, seconds_without=1
    )
    assert later.variance_reduction == pytest.approx(6.0, rel=0.05)
    assert later.efficiency == pytest.approx(later.variance_reduction / 3)
    assert later.plain.se == pytest.approx(mean(y[20_000:]).se)
    assert later.estimate.method == "controlled normal"
    running = earlier_coefficients(y, x, blocks)
    assert running.shape == (40_000, 2)
    assert (running[:1000] == 0.0).all()
    np.testing.assert_array_equal(running[5000], control_coefficients(y[:5000], x[:5000]))
    np.testing.assert_array_equal(running[5000], running[5999])
    streamed = controlled_mean(y, x, [3, 3], running)
    assert streamed.variance_reduction == pytest.approx(5.6, abs=0.5)
    assert abs(streamed.estimate.value - 3.0) < 4 * streamed.estimate.se


def test_controlled_by_hand():
    y, x = np.array([1.0, 4, 2, 8]), np.array([0.0, 2, 1, 3])
    c = controlled_mean(y, x, 1.5, 2.0)
    left = y - 2 * (x - 1.5)
    assert c.estimate.value == left.mean()
    assert c.estimate.se == pytest.approx(left.std(ddof=1) / 2)
    assert c.efficiency is None
    assert control_coefficients(y, x) == pytest.approx([np.polyfit(x, y, 1)[0]])
    none = controlled_mean(y, x, 1.5, 0.0)
    assert (none.estimate.value, none.variance_reduction) == (none.plain.value, 1.0)


def test_controls_at_the_edge():
    all_out = controlled_mean([0.3, 0.7, 0.1], [3, 7, 1], 4, 0.1)
    assert (all_out.variance_reduction, all_out.estimate.method) == (math.inf, "unbounded")
    assert all_out.estimate.value == pytest.approx(0.4)
    empty = controlled_mean([], np.zeros((0, 2)), [0, 0], [1, 1])
    assert (empty.estimate.method, empty.estimate.n) == ("no trials", 0)
    assert math.isnan(controlled_mean([1], [1], 1, 1).variance_reduction)
    assert control_coefficients([1], [1]).tolist() == [0.0]
    # Two controls that are one share its slope.
    assert control_coefficients([1, 3, 5], [[0, 0], [1, 1], [2, 2]]) == pytest.approx([1.0, 1.0])
    assert earlier_coefficients([], [], []).shape == (0, 1)
    assert earlier_coefficients([1, 2], [1, 2], [4, 4]).tolist() == [[0.0], [0.0]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: controlled_mean([1, 2], [1], 0, 1), "x: 1 rows beside 2"),
        (lambda: controlled_mean([1, 2], [1, 2], [0, 0], 1), r"known: shape \(2,\) for 1"),
        (lambda: controlled_mean([1, 2], [1, 2], 0, [1, 2]), "coefficients: shape"),
        (lambda: controlled_mean([1, 2], [1, 2], math.nan, 1), "known: row 0 is nan"),
        (lambda: controlled_mean([1, 2], [1, 2], 0, math.nan), "coefficients: row 0 is nan"),
        (lambda: controlled_mean([1, 2], [1, 2], 0, 1, seconds_with=1), "seconds"),
        (
            lambda: controlled_mean([1, 2], [1, 2], 0, 1, seconds_with=0, seconds_without=1),
            "seconds",
        ),
        (lambda: earlier_coefficients([1, 2], [1, 2], [1, 0]), "blocks: row 1 goes back"),
        (lambda: earlier_coefficients([1, 2], [1, 2], [1]), "blocks: 1 rows beside 2"),
        (lambda: control_coefficients([1, 2], [1, math.nan]), "x: row 1 is nan"),
    ],
)
def test_bad_controls(call, message):
    with pytest.raises(InputError, match=message):
        call()


# Exact intervals, false discoveries


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
       st.floats(0.5, 0.999))  # fmt: skip
def test_clopper_pearson_is_scipys(counts, level):
    k, n = counts
    e, expected = clopper_pearson(k, n, level=level), binomtest(k, n).proportion_ci(level)
    assert interval(e) == pytest.approx((expected.low, expected.high), rel=1e-7, abs=1e-12)
    assert e.method == "clopper-pearson"


def test_clopper_pearson_without_trials():
    e = clopper_pearson(0, 0)
    assert (e.method, *interval(e)) == ("no trials", 0.0, 1.0)
    with pytest.raises(InputError, match="n_success: 2 of 1"):
        clopper_pearson(2, 1)


@given(st.lists(st.floats(0, 1), max_size=30))
def test_benjamini_hochberg_is_scipys(p):
    adjusted = benjamini_hochberg(p)
    assert adjusted.tolist() == pytest.approx(false_discovery_control(p).tolist() if p else [])
    assert (adjusted <= holm(p) + 1e-15).all()


def test_bad_p_values():
    for call in (benjamini_hochberg, holm):
        with pytest.raises(InputError, match="row 1 is nan"):
            call([0.5, math.nan])
        with pytest.raises(InputError, match="one dimension"):
            call([[0.5]])


def test_import_leaves_scipy_out():
    code = "import sys, mjsim.stats; assert not any(m.startswith('scipy') for m in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
