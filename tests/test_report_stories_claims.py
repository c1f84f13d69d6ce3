"""What stories may not claim: out of rows that are not known, of the wrong seats, by no test."""

import math

import polars as pl
import pytest

from mjsim.report.stories import story_of
from mjsim.report.stories.common import common
from mjsim.report.stories.telling import percent
from tests import test_report_stories_stakes as shared
from tests.test_report_stories_stakes import (
    LANGS,
    around,
    doctored,
    findings_of,
    only,
    text_of,
    texts_of,
)

told = shared.told

ENDLESS = {"conf_low": -math.inf, "conf_high": math.inf}
WIDE = {"conf_low": 0.0, "conf_high": 1.0}


def share(value, half=0.01):
    """Return a share that is known narrowly."""
    ends = {"conf_low": value - half, "conf_high": value + half}
    return {"estimate": value, "std_error": half / 1.959964, **ends}


def methods_of(run):
    return [*story_of(run.run.experiment).method(run), *common(run)]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", ["tianjin-stakes", "wenling-points", "tianjin-strategies"])
def test_rows_without_an_interval_are_not_told(told, name, lang):
    run = doctored(told(name, lang), ENDLESS, pl.col("conf_low").is_not_null())
    assert not [text for text in texts_of(run) if "inf" in text]


def test_ruin_leaves_out_only_what_is_not_known(told):
    run = doctored(told("tianjin-stakes"), ENDLESS, *only(term="ruin(50)|plan=all", cell="value"))
    text = text_of(run, "lose 50 points within 100 hands: nobody sitting or pulling")
    nobody, everybody = text.removesuffix(".").split("; ")
    assert "with value" in nobody
    assert "with speed" in everybody
    assert "with value" not in everybody


def test_a_reply_that_is_best_everywhere_is_told_as_such(told):
    replies = pl.col("term").str.starts_with("best reply of dealer|pulls")
    for sit, claim in ((1, "does best by sitting"), (0, "does best by not sitting")):
        label = {"label": f"最佳應對 莊家坐{sit}，勝次佳"}
        run = doctored(told("tianjin-stakes"), around(0.5) | label, replies)
        assert claim in text_of(run, "27 ways")
    run = doctored(run, around(0.5, 0.6), pl.col("term") == "best reply of dealer|pulls1,1,1")
    assert "not sitting against 26; 1 are undecided" in text_of(run, "27 ways")


@pytest.mark.parametrize("lang", LANGS)
def test_replies_name_no_test_that_a_stopped_run_has_not(told, lang):
    # Under a rule that stops the run they are judged by sequences, not by Holm's p values.
    text = text_of(told("tianjin-stakes", lang), "27 ")
    assert "Holm" not in text
    assert ("corrected" if lang == "en" else "校正") in text


WILDS = "Win rates by wilds dealt"


def by_wilds(run, values):
    for n, value in values.items():
        run = doctored(run, share(value), *only(term=f"win|n_wilds={n}", role="all"))
    return run


def test_each_wild_more_is_claimed_only_if_all_of_them_are_known(told):
    run = by_wilds(told("tianjin-openings"), {0: 0.1, 1: 0.2, 2: 0.3, 3: 0.4})
    text = text_of(run, WILDS)
    assert "From 0 to 3, each wild more goes with more wins." in text
    assert "10.00 % [9.00, 11.00] with 0 and 30.00 % [29.00, 31.00] with 2" in text
    gap = doctored(run, WIDE, *only(term="win|n_wilds=1", role="all", cell="value"))
    assert "each wild more" not in text_of(gap, WILDS)
    fewer = doctored(run, WIDE, *only(term="win|n_wilds=3", role="all", cell="value"))
    assert "From 0 to 2, each wild more" in text_of(fewer, WILDS)
    alike = by_wilds(run, {3: 0.305})
    assert "each wild more" not in text_of(alike, WILDS)


def test_a_gain_from_so_many_wilds_on_leaves_none_out(told):
    run = told("tianjin-openings")
    for n, value in enumerate((-2.0, -1.0, 1.0, 2.0)):
        run = doctored(run, around(value), *only(term=f"payoff|n_wilds:{n}", role="all"))
    assert text_of(run, "Mean points of a hand").count("a gain from 2 on") == 2
    gap = doctored(run, ENDLESS, *only(term="payoff|n_wilds:1", role="all", cell="value"))
    assert text_of(gap, "Mean points of a hand").count("a gain from 2 on") == 1


NEAR = "by shanten as dealt"


def test_shanten_is_told_of_those_who_do_not_deal(told):
    run = told("tianjin-openings")
    for n in range(1, 6):
        run = doctored(run, share(0.6 - 0.1 * n), *only(term=f"win|shanten={n}", role="other"))
    before = text_of(run, NEAR)
    assert "In between, each step further goes with fewer wins." in before
    # Dealers hold a tile more and win more: what they have says nothing of steps.
    for role in ("all", "dealer"):
        those = [pl.col("term").str.starts_with("win|shanten="), pl.col("role") == role]
        assert text_of(doctored(run, share(0.9), *those), NEAR) == before
    gap = doctored(run, WIDE, *only(term="win|shanten=3", role="other", cell="speed"))
    assert "each step further" not in text_of(gap, NEAR)


def test_the_more_wilds_the_higher_leaves_no_number_out(told):
    run = told("wenling-points")
    for de in range(4):
        run = doctored(run, around(10.0 * de, 1.0), *only(term=f"payoff|de:{de}"))
    assert "from 0 to 3, the more wilds, the higher the payoff" in text_of(run, "Wilds held")
    gap = doctored(run, ENDLESS, *only(term="payoff|de:1", cell="speed"))
    assert "the more wilds" not in text_of(gap, "Wilds held")


@pytest.mark.parametrize(
    ("wide", "narrow", "claim"),
    [
        (0.6, 0.2, "the wider wait wins more often"),
        (0.2, 0.6, "the wider wait wins less often"),
        (0.205, 0.2, None),
    ],
)
def test_wide_waits_are_compared_by_their_ends(told, wide, narrow, claim):
    run = told("tianjin-waits")
    kinds = pl.col("term").str.starts_with("win|ready_kinds=")
    run = doctored(run, WIDE, kinds)  # too wide to be told
    run = doctored(run, share(narrow), pl.col("term") == "win|ready_kinds=3")
    run = doctored(run, share(wide), pl.col("term") == "win|ready_kinds=10+")
    text = text_of(run, "the fewest and the most kinds")
    assert "with 3 kinds and " in text
    assert "with 10 kinds or more" in text
    assert ("the wider wait" in text) == (claim is not None)
    assert (claim or "") in text


def test_more_is_said_of_live_tiles_and_not_of_kinds(told):
    run = told("tianjin-waits")
    for cell, tiles, kinds in (("speed", 20.0, 2.0), ("value", 10.0, 8.0)):
        mean = [pl.col("family") == "mean", pl.col("role") == "", pl.col("cell") == cell]
        run = doctored(run, around(tiles), *mean, pl.col("term") == "ready_tiles")
        run = doctored(run, around(kinds), *mean, pl.col("term") == "ready_kinds")
    assert "More live tiles with speed" in text_of(run, "first ready waits for")


def test_small_shares_below_zero_have_a_minus_sign(told):
    run = told("tianjin-strategies")
    row = {**run.rows("wins")[0], "estimate": 0.001, "conf_low": -0.001, "conf_high": 0.003}
    assert "[−0." in percent({**row, "std_error": 0.001})


@pytest.mark.parametrize(
    "name", ["tianjin-categories", "tianjin-sessions", "tianjin-stakes", "tianjin-waits"]
)
def test_dealing_is_not_called_by_the_name_of_the_stake(told, name):
    # 坐莊 is a stake in 天津: seats that deal in turn 當莊.
    run = told(name, "zh")
    texts = [*methods_of(run), *(finding.text for finding in findings_of(run))]
    assert not any("輪流坐莊" in text or "已坐莊" in text for text in texts)
    assert any("當莊" in text for text in texts)


@pytest.mark.parametrize(
    "name", ["wenling-categories", "wenling-deals", "wenling-rules", "wenling-waits"]
)
def test_wenling_has_its_own_marks_and_words(told, name):
    run = told(name, "zh")
    texts = [*methods_of(run), *(finding.text for finding in findings_of(run))]
    assert not any(mark in text for text in texts for mark in "「」")
    assert not any("流局" in text for text in texts)
    assert any("黄牌" in text for text in texts) or name in ("wenling-deals", "wenling-waits")


def test_differences_are_not_all_of_the_same_walls(told):
    # 闹闹 and other hands have different walls, although their difference is "paired", too.
    text = " ".join(methods_of(told("wenling-points")))
    assert "the error is taken hand by hand" in text
    assert "on the same walls are taken pair by pair" not in text


def test_ruin_is_that_of_one_player(told):
    assert text_of(told("tianjin-sessions"), "The chance of one player to lose")
    assert "Chances are those of one player." in " ".join(methods_of(told("tianjin-sessions")))
