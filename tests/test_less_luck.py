"""Means less luck: as true as the plain ones, and nearer."""

import math
import re

import numpy as np
import polars as pl
import pytest
from scipy.stats import chi2

from mjsim import play
from mjsim.experiments import run_stakes, run_strategies
from mjsim.experiments.luck import DRAWS, LEAST, dealt_luck, draws_luck, fit_luck

ALPHA = 1e-4
"""Chance that a statistical test fails although all is well; seeds are fixed."""


@pytest.fixture(scope="module", params=["tianjin", "wenling"])
def hands(request):
    """Rows of seat 0 among its like, whose mean gain is 0, and both kinds of luck."""
    n = 100_000 if request.param == "tianjin" else 60_000
    rows = play(request.param, "speed", n, seed=11, columns=["payoff", "luck"])
    own = rows.filter(pl.col("seat") == 0)
    dealt = dealt_luck(request.param, 11, n)
    # Own less the others' mean, as the columns of draws are.
    relative = (4 * dealt[:, 0] - dealt.sum(axis=1)) / 3
    return own["payoff"].to_numpy(), draws_luck(own), relative


@pytest.mark.parametrize("deal_too", [False, True])
def test_means_less_luck_are_as_true(hands, deal_too):
    payoffs, draws, dealt = hands
    luck = np.hstack([draws, dealt]) if deal_too else draws
    scores = []
    for first in range(0, len(payoffs), LEAST):
        part = slice(first, first + LEAST)
        found = fit_luck(payoffs[part], luck[part], 1).estimate
        scores.append(found.value / found.se)
    total, n = float(np.square(scores).sum()), len(scores)
    assert n >= 30
    # The mean is 0 by symmetry over balanced dealers: scores are normal, if the errors are right.
    low, high = chi2.ppf([ALPHA / 2, 1 - ALPHA / 2], n)
    assert low < total < high
    assert abs(sum(scores)) / math.sqrt(n) < 3.9


def test_a_wrong_mean_would_be_seen(hands):
    payoffs, draws, _ = hands
    fitted = fit_luck(payoffs, draws + 0.05 * draws.std(axis=0), 1)
    assert abs(fitted.estimate.value / fitted.estimate.se) > 3.9


@pytest.mark.parametrize(("deal_too", "least"), [(False, 1.05), (True, 1.15)])
def test_luck_explains_payoffs(hands, deal_too, least):
    payoffs, draws, dealt = hands
    luck = np.hstack([draws, dealt]) if deal_too else draws
    reduction = fit_luck(payoffs, luck, 1).reduction(1)
    assert reduction.ci_low > least


def test_coefficients_come_from_earlier_units(hands):
    """What comes later changes nothing that was fitted before."""
    payoffs, draws, _ = hands
    whole = fit_luck(payoffs, draws, 1).pairs
    part = fit_luck(payoffs[:5000], draws[:5000], 1).pairs
    np.testing.assert_allclose(part, whole[:5000], rtol=0, atol=1e-9)
    assert fit_luck(payoffs[: LEAST - 1], draws[: LEAST - 1], 1) is None


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_strategies_report_it(tmp_path, game):
    result = run_strategies(tmp_path, LEAST, game=game, seed=3)
    terms = result.results.filter(pl.col("cell") == "value among speed")
    found = {row["term"]: row for row in terms.iter_rows(named=True)}
    plain, less = found["gain"], found["gain_less_luck"]
    assert less["std_error"] < plain["std_error"]
    assert abs(less["estimate"] - plain["estimate"]) < 4 * plain["std_error"]
    assert found["gain_luck_reduction"]["conf_low"] > 1
    kept = pl.read_parquet(f"{tmp_path}/hands/*.parquet")
    assert set(DRAWS) < set(kept.columns)


def test_stakes_report_it(tmp_path):
    ran = run_stakes(tmp_path, 4000, seed=3, strategies=["value"])
    result = ran.results
    for role in ("dealer", "place1", "place2", "place3"):
        rows = {row["term"]: row for row in result.filter(pl.col("role") == role).to_dicts()}
        plain, less = rows["edge"], rows["edge_less_luck"]
        gain = rows["edge_luck_reduction"]
        assert gain["conf_low"] > 1.3
        text = f"value, {role}: less luck the variance is {gain['estimate']:.2f} times lower, for "
        (note,) = (note for note in ran.notes if note.startswith(text))
        times, worth = re.search(r"for ([\d.]+) times .*: ([\d.]+) times as much", note).groups()
        assert float(worth) == pytest.approx(gain["estimate"] / float(times), abs=0.02)
        assert less["std_error"] < 0.9 * plain["std_error"]
        assert abs(less["estimate"] - plain["estimate"]) < 4 * plain["std_error"]
    assert len(ran.notes) == 4
    # Fewer hands, from which no luck is taken out, have none.
    assert run_stakes(tmp_path / "few", 500, seed=3, strategies=["value"]).notes == ()
