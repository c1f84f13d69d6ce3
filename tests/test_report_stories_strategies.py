"""The story of ``strategies``: who has the better of whom, and what may be said of it."""

import math

import polars as pl
import pytest

from tests import test_report_stories_stakes as shared
from tests.test_report_stories_stakes import around, doctored, findings_of, only, text_of, texts_of

told = shared.told

GAIN = [pl.col("term") == "gain"]


@pytest.mark.parametrize(
    ("value", "speed", "claim"),
    [
        ((1.0, 0.1), (-1.0, 0.1), "value has the better of it both ways"),
        ((-1.0, 0.1), (1.0, 0.1), "speed has the better of it both ways"),
        ((1.0, 0.1), (-1.0, 2.0), "as the one, value has the better of it; the other way round is"),
        ((1.0, 2.0), (-1.0, 0.1), "as the one, speed has the worse of it; the other way round is"),
        ((1.0, 0.1), (1.0, 0.1), "whichever is the one has the better of it"),
        ((-1.0, 0.1), (-1.0, 0.1), "whichever is the one has the worse of it"),
        ((1.0, 2.0), (-1.0, 2.0), "undecided at so many walls"),
        # The larger estimate is the one that is undecided.
        ((1.0, 2.0), (0.5, 0.1), "as the one, speed has the better of it; the other way round is"),
        ((-0.5, 0.1), (-1.0, 2.0), "as the one, value has the worse of it; the other way round is"),
    ],
)
def test_duels_are_claimed_by_both_signs(told, value, speed, claim):
    run = told("tianjin-strategies")
    run = doctored(run, around(*value), *GAIN, pl.col("cell") == "value among speed")
    run = doctored(run, around(*speed), *GAIN, pl.col("cell") == "speed among value")
    first = findings_of(run)[0]
    assert claim in first.text
    assert first.key


@pytest.mark.parametrize(
    ("value", "speed", "claim"),
    [
        (0.3, 0.2, "value wins more often"),
        (0.2, 0.3, "value gains, and yet wins less often than speed does"),
        (0.2, 0.205, "which wins more often is undecided"),
        (0.205, 0.2, "which wins more often is undecided"),
    ],
)
def test_win_rates_are_compared_by_their_intervals(told, value, speed, claim):
    run = told("tianjin-strategies")
    run = doctored(run, around(1.0), *GAIN, pl.col("cell") == "value among speed")
    run = doctored(run, around(-1.0), *GAIN, pl.col("cell") == "speed among value")
    for cell, share in (("value among speed", value), ("speed among value", speed)):
        run = doctored(run, around(share), *only(term="win_share", cell=cell))
    assert claim in text_of(run, "share of hands that the one wins")


def test_the_best_of_three_gains_among_each_other(told):
    run = doctored(told("strategies-three"), around(-1.0), *GAIN)
    assert "No strategy tried is known to gain" in text_of(run, "No strategy tried")
    best = pl.col("cell").str.starts_with("speed among")
    run = doctored(run, around(1.0), *GAIN, best)
    assert "the one gains with speed." in text_of(run, "Whichever other strategy")
    run = doctored(run, around(1.0, 2.0), *GAIN, pl.col("cell") == "speed among random")
    assert "No strategy tried is known to gain" in text_of(run, "No strategy tried")


def test_three_are_compared_in_one_place(told):
    run = told("strategies-three")
    contrast = [pl.col("family") == "contrast"]
    start = "In one place among the same three"
    for value, claim, others in (
        (around(1.0), "more with", ("less with", "undecided")),
        (around(-1.0), "less with", ("more with", "undecided")),
        (around(1.0, 2.0), "undecided, ", ("more with", "less with")),
    ):
        text = text_of(doctored(run, value, *contrast), start)
        assert claim in text
        assert not any(other in text for other in others)
        assert text.count(" than ") == 3


def test_less_luck_has_its_own_sign(told):
    run = told("tianjin-strategies")
    for cell, value in (("value among speed", 0.5), ("speed among value", 0.001)):
        run = doctored(run, around(value), *only(term="gain_less_luck", cell=cell))
    text = text_of(run, "Less the luck of the draws")
    assert "a gain of +0.5000 [+0.4900, +0.5100] with one value among three speed" in text
    assert "undecided, +0.0010 [−0.0090, +0.0110] with one speed among three value" in text


def test_a_gain_that_turns_over_with_the_opponents_is_said(told):
    run = told("strategies-three")
    for cell, value in (("speed among random", 1.0), ("speed among value(risk=0.3)", -1.0)):
        run = doctored(run, around(value), *GAIN, pl.col("cell") == cell)
    text = text_of(run, "the gain of speed among three")
    assert "above 0 with random (+1.000" in text
    assert "below 0 with value(risk=0.3) (−1.000" in text


def test_gains_without_an_interval_are_not_told(told):
    run = told("tianjin-strategies")
    endless = {"conf_low": -math.inf, "conf_high": math.inf}
    run = doctored(run, endless, *GAIN, pl.col("cell") == "value among speed")
    text = " ".join(texts_of(run))
    assert "inf" not in text
    assert "has the better of it" not in text
    assert "wins is" not in text  # of whom, without gains, is not said
