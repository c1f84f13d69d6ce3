"""Stories of categories, waits, openings, deals and sessions: sentences against their rows."""

import math
import re
from dataclasses import replace

import polars as pl
import pytest
from opencc import OpenCC
from plot_runs import made

from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.until import run_until
from mjsim.report.run import read_told_run
from mjsim.report.stories import story_of
from mjsim.report.stories.common import common
from mjsim.report.stories.telling import (
    HIGHER,
    above,
    by_cell,
    exactly,
    known,
    listed,
    one_in,
    ordered,
    parted,
    percent,
    topmost,
)
from mjsim.stats import Until, proportion

TOLD = ("categories", "waits", "openings", "deals", "sessions")
RUNS = [f"{game}-{name}" for game in ("tianjin", "wenling") for name in TOLD]
LANGS = ("zh", "en")
TINY = {
    "categories": {"strategies": ["random"]},
    "waits": {"strategies": ["random"]},
    "openings": {"strategies": ["random"]},
    "deals": {"keep": "counts"},
    "sessions": {"strategies": ["random"], "n_hands": 3},
}
NUMBER = r"[+−-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
WITH_INTERVAL = re.compile(rf"({NUMBER})( %)? \[({NUMBER}), ({NUMBER})\]")
BOUND = re.compile(rf"([≤≥]) ({NUMBER})( %)?")
COUNTED = re.compile(r"for \d+ of \d+ categories|of \d+ categories|and \d+ others|Of \d+ tests")
COUNTED_ZH = re.compile(r"\d+ [個个]番|有 \d+ [個个]|作 \d+ [項项]")


@pytest.fixture
def told(tmp_path_factory):
    return lambda name, lang: read_told_run(made(name, tmp_path_factory), lang)


def texts_of(run):
    return [finding.text for finding in story_of(run.run.experiment).findings(run)]


def doctored(run, change):
    """Return the run with its results changed by an expression or a function of the frame."""
    return replace(run, run=replace(run.run, results=change(run.run.results)))


def widened(results):
    """Make every interval so wide that it overlaps all others."""
    return results.with_columns(
        conf_low=pl.col("estimate") - 1e6, conf_high=pl.col("estimate") + 1e6
    )


def narrowed(results):
    """Make every interval so narrow that it meets no other."""
    return results.with_columns(
        conf_low=pl.col("estimate") - 1e-12, conf_high=pl.col("estimate") + 1e-12
    )


def read(text):
    """Return a number, and half a unit of its last place; zeros before the point are rounded."""
    plain = text.replace(",", "").replace("−", "-")
    _, point, after = plain.partition(".")
    if point:
        return float(plain), 0.5 * 10.0 ** -len(after)
    zeros = len(plain) - len(plain.rstrip("0")) if plain.strip("+-0") else 0
    return float(plain), 0.5 * 10.0**zeros


def close(text, value):
    number, half = read(text)
    return abs(number - value) <= half * (1 + 1e-6)


def shapes(row, run):
    """Yield the numbers that may stand for a row: plain, in percent, one in how many, sessions."""
    plain = row["estimate"], row["conf_low"], row["conf_high"]
    yield "", plain
    yield " %", tuple(100 * number for number in plain)
    yield "", tuple(100 * number for number in plain)  # percentage points
    if plain[1] > 0:
        yield "", (1 / plain[0], 1 / plain[2], 1 / plain[1])
    if row["family"] == "until_ahead":
        yield "", tuple(number / run.design["n_hands"] for number in plain)


def has_row(run, rows, number, unit, low, high):
    return any(
        (unit or "") == mark and all(map(close, (number, low, high), values))
        for row in rows
        for mark, values in shapes(row, run)
    )


def has_bound(rows, sign, bound, unit):
    scale = 100 if unit else 1
    step = 2 * read(bound)[1]  # bounds are rounded away from what was seen
    end = "conf_high" if sign == "≤" else "conf_low"
    return any(
        row["estimate"] == (sign == "≥") and abs(read(bound)[0] - scale * row[end]) <= step
        for row in rows
    )


def accounted(run, rows, number):
    """Return whether a number without an interval is exact, or one of the run's own names."""
    exact = [float(row["exact"]) for row in rows if row["exact"]]
    if any(close(number, value) for x in exact for value in (x, 100 * x, 1 / x)):
        # An exact value has three digits at least.
        return True
    names = " ".join(
        [*(f"{row['term']} {row['label']}" for row in rows), *run.cells, str(run.design)]
    )
    return number.replace(",", "") in {*re.findall(r"\d+(?:\.\d+)?", names), "1", "95", "5", "0.01"}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", RUNS)
def test_every_number_is_of_the_results(told, name, lang):
    run = told(name, lang)
    rows = [row for row in run.rows() if known(row)]
    n_numbers = 0
    for text in texts_of(run):
        for match in WITH_INTERVAL.finditer(text):
            assert has_row(run, rows, *match.groups()), f"{match[0]}\n{text}"
            n_numbers += 1
        rest = WITH_INTERVAL.sub("", text)
        for match in BOUND.finditer(rest):
            assert has_bound(rows, *match.groups()), f"{match[0]}\n{text}"
        rest = (COUNTED_ZH if lang == "zh" else COUNTED).sub("", BOUND.sub("", rest))
        p = [f"{row['p_adjusted']:.2g}" for row in run.rows("agreement")]
        for number in re.findall(NUMBER, rest):
            assert number in p or accounted(run, rows, number), f"{number}\n{text}"
    assert n_numbers > 4


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", RUNS)
def test_sentences_read(told, name, lang):
    run = told(name, lang)
    story = story_of(run.run.experiment)
    findings = list(story.findings(run))
    method = [*story.method(run), *common(run)]
    whole = [story.title(run), story.question(run), *method, *(each.text for each in findings)]
    assert 5 <= len(findings) <= 13
    assert 1 <= sum(each.key for each in findings) <= 5
    assert {row["family"] for row in run.rows()} & set(story.main)
    for text in whole:
        assert not re.search(r"nan|\binf\b|[Nn]one\b(?! of)|unknown|[{}]|  | [,.;]|\.\.|null", text)
        assert text.count("(") == text.count(")")
        assert text.count("（") == text.count("）")
    ends = ("。",) if lang == "zh" else (".", "?")
    assert all(text.endswith(ends) for text in [*method, *(each.text for each in findings)])
    if lang == "en":
        labels = "".join({row["label"] for row in run.rows()} | {"腊子闹闹白坐莊拉天胡包三家"})
        assert not set(re.findall(r"[㐀-鿿]", "".join(whole))) - set(labels)


@pytest.mark.parametrize("name", [name for name in RUNS if name.startswith("wenling")])
def test_wenling_is_simplified(told, name):
    run = told(name, "zh")
    story = story_of(run.run.experiment)
    simplify = OpenCC("t2s").convert
    for text in [
        story.title(run),
        story.question(run),
        *story.method(run),
        *common(run),
        *texts_of(run),
    ]:
        assert simplify(text) == text


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
@pytest.mark.parametrize("name", TOLD)
def test_tiny_runs_are_told(tmp_path, name, game):
    EXPERIMENTS[name](tmp_path, 20, seed=4, game=game, **TINY[name])
    for lang in LANGS:
        run = read_told_run(tmp_path, lang)
        told = [*story_of(name).method(run), *common(run), *texts_of(run)]
        assert len(told) > 4
        assert not any(re.search(r"\bnan\b|\binf\b|unknown", text) for text in told)
        # Of a single player nothing is compared, but for a wild and a step.
        assert not any(text.endswith(("不相交。", "do not overlap.")) for text in texts_of(run))


@pytest.mark.parametrize("name", [name for name in RUNS if not name.endswith("deals")])
def test_orders_are_claimed_by_intervals_alone(told, name):
    run = told(name, "en")
    claim, undecided = "the intervals do not overlap.", "The intervals overlap"
    wide = " ".join(texts_of(doctored(run, widened)))
    assert claim not in wide
    for word in (
        " leads;",
        "wins more often.",
        "wins less often.",
        "more with",
        "a gain",
        "a loss",
    ):
        assert word not in wide
    if "openings" not in name and len(run.cells) > 1:
        assert undecided in wide
        assert claim in " ".join(texts_of(doctored(run, narrowed)))


def test_order_turns_with_the_rows(told):
    run = told("tianjin-categories", "en")
    (told_so,) = [text for text in texts_of(run) if text.startswith("What a win is worth")]
    assert told_so.endswith("Higher with value: the intervals do not overlap.")
    turned = {"speed": "value", "value": "speed"}
    other = doctored(run, lambda rows: rows.with_columns(pl.col("cell").replace(turned)))
    (told_so,) = [text for text in texts_of(other) if text.startswith("What a win is worth")]
    assert told_so.endswith("Higher with speed: the intervals do not overlap.")


def test_dealer_is_judged_against_a_quarter(told):
    run = told("wenling-categories", "en")
    for low, high, verdict in (
        (0.26, 0.3, "The dealer has more than a quarter."),
        (0.2, 0.24, "The dealer has less than a quarter."),
        (0.24, 0.26, "Whether the dealer has more than a quarter is undecided."),
    ):
        is_dealer = pl.col("term") == "winner=dealer"
        changed = doctored(
            run,
            lambda rows, is_dealer=is_dealer, low=low, high=high: rows.with_columns(
                conf_low=pl.when(is_dealer).then(low).otherwise("conf_low"),
                conf_high=pl.when(is_dealer).then(high).otherwise("conf_high"),
            ),
        )
        (text,) = [text for text in texts_of(changed) if text.startswith("Of all wins")]
        assert verdict in text


def test_categories_apart_are_counted(told):
    run = told("tianjin-categories", "en")
    never = {"per_win=subenlong", "per_win=dihu", "per_win=tianting"}  # by the rules in force
    pairs = [
        by_cell(run, row["term"])
        for row in run.rows("per_win", cell="speed")
        if row["term"] not in never
    ]
    both = [rows for rows in pairs if len(rows) == 2]
    apart = sum(parted(*rows.values(), len(both)) for rows in both)
    assert 0 < apart < len(both)
    (text,) = [text for text in texts_of(run) if text.startswith("What is played for")]
    assert f"for {apart} of {len(both)} categories" in text


def test_unseen_are_told_with_their_bound(told):
    run = told("tianjin-categories", "en")
    is_long = pl.col("term") == "per_hand=long"
    bound = run.row("per_hand=dihu", cell="speed")
    run = doctored(
        run,
        lambda rows: rows.with_columns(
            pl.when(is_long).then(pl.lit(bound[name])).otherwise(name).alias(name)
            for name in ("estimate", "std_error", "conf_low", "conf_high", "method", "n_success")
        ),
    )
    (text,) = [text for text in texts_of(run) if text.startswith("Not seen at all")]
    assert text.startswith("Not seen at all: 龍 (dragon)")
    assert f"each comes in {run.told(bound)} of hands." in text


def test_what_the_rules_do_not_count_is_not_called_unseen(told):
    run = told("tianjin-categories", "en")
    names = ("素本龍", "地胡", "天聽")
    (text,) = [text for text in texts_of(run) if text.startswith("The rules in force")]
    assert all(name in text for name in names)
    unseen = [text for text in texts_of(run) if text.startswith("Not seen at all")]
    assert not any(name in text for name in names for text in unseen)
    (cell, *_) = run.design["cells"]
    counted = {**cell, "rules": {**cell["rules"], "su_ben_long": True}}
    texts = texts_of(replace(run, design={**run.design, "cells": [counted]}))
    (text,) = [text for text in texts if text.startswith("The rules in force")]
    assert "素本龍" not in text
    assert any("素本龍" in text for text in texts if text.startswith("Not seen at all"))


def test_disagreement_is_cried(told):
    run = told("wenling-deals", "en")
    assert any("they agree (" in text for text in texts_of(run))
    verdict = pl.col("term") == "agreement"
    wrong = doctored(
        run,
        lambda rows: rows.with_columns(
            estimate=pl.when(verdict).then(0.0).otherwise("estimate"),
            p_adjusted=pl.when(verdict).then(1e-9).otherwise("p_adjusted"),
        ),
    )
    (text,) = [text for text in texts_of(wrong) if text.startswith("Of ")]
    assert "1e-09: they do not agree, do not rely on this run" in text


def test_gains_are_told_from_where_they_are_known(told):
    run = told("tianjin-openings", "en")
    is_payoff = pl.col("term").str.starts_with("payoff|n_wilds:")
    held = pl.col("term").str.extract(r"(\d)$").cast(pl.Float64)

    def change(shift):
        value = held + shift
        return lambda rows: rows.with_columns(
            estimate=pl.when(is_payoff).then(value).otherwise("estimate"),
            conf_low=pl.when(is_payoff).then(value - 0.1).otherwise("conf_low"),
            conf_high=pl.when(is_payoff).then(value + 0.1).otherwise("conf_high"),
        )

    for shift, said in ((-1.5, "a gain from 2 on"), (-0.5, "a gain from 1 on"), (-1.0, None)):
        (text,) = [
            text
            for text in texts_of(doctored(run, change(shift)))
            if text.startswith("Mean points of a hand")
        ]
        assert (said or "") in text
        assert ("a gain" in text) == (said is not None)


def test_undecided_signs_are_named(told):
    run = told("tianjin-openings", "en")
    wide = [text for text in texts_of(doctored(run, widened)) if "differs by" in text]
    assert len(wide) == 2
    assert all("The sign is undecided with speed and value." in text for text in wide)
    (text,) = [text for text in texts_of(doctored(run, widened)) if text.startswith("Differences")]
    assert text.count("(sign undecided)") == len(re.findall(r"\[", text))
    assert "undecided" not in " ".join(texts_of(doctored(run, narrowed)))


def test_sessions_say_who_gains(told):
    run = told("tianjin-sessions", "en")
    (text,) = [text for text in texts_of(run) if " the one among three has" in text]
    assert "with one value among three speed +" in text
    (wide,) = [
        text for text in texts_of(doctored(run, widened)) if " the one among three has" in text
    ]
    assert "a gain" not in wide
    assert wide.count("(undecided)") == 2


def test_common_tells_players(tmp_path):
    strategies = ["speed", {"strategy": "value", "risk": 0.3}]
    EXPERIMENTS["categories"](tmp_path, 50, seed=6, strategies=strategies)
    who, what, *intervals = common(read_told_run(tmp_path, "en"))
    assert "speed plays for the fewest steps" in who
    assert "value plays for the fan" in who
    assert "value(risk=0.3) is value with the parameters in brackets" in who
    assert "another way of playing changes them" in who
    assert "50 hands" in what
    assert "seed 6" in what
    assert "the same walls" in what
    assert intervals[0].startswith("Brackets hold 95 % intervals.")
    assert "about 5 miss" in intervals[1]


class Mine:
    def new_hand(self):
        pass

    def choose(self, view, actions):
        return 0


def test_common_names_a_strategy_of_ones_own(tmp_path):
    EXPERIMENTS["categories"](tmp_path, 3, seed=6, strategies=[Mine])
    who = next(common(read_told_run(tmp_path, "en")))
    assert "Mine is a strategy of the user's own" in who
    assert "speed" not in who


def test_common_tells_only_methods_that_occur(told):
    of_deals = " ".join(common(told("tianjin-deals", "en")))
    assert "nobody plays" in of_deals
    assert "programs" not in of_deals
    assert "delta method" not in of_deals
    of_sessions = " ".join(common(told("tianjin-sessions", "en")))
    assert "taken over whole sessions" in of_sessions
    assert "Woodruff" in of_sessions
    assert "confidence sequences" not in of_sessions
    of_waits = " ".join(common(told("wenling-waits", "zh")))
    assert "误差按整盘计算" in of_waits
    assert "delta 法" in of_waits


def test_common_tells_confidence_sequences(tmp_path):
    until = Until.parse("drawn: half_width=0.05, max_n=4000")
    run_until(EXPERIMENTS["categories"], tmp_path, until, seed=1, strategies=["speed"])
    told = " ".join(common(read_told_run(tmp_path, "en")))
    assert "confidence sequences, which hold at every look" in told
    assert "at most about 5 miss" in told


def test_common_says_that_levels_are_mixed(told):
    run = told("tianjin-categories", "en")
    is_mean = pl.col("family") == "mean"
    mixed = doctored(
        run,
        lambda rows: rows.with_columns(
            conf_level=pl.when(is_mean).then(0.99).otherwise("conf_level")
        ),
    )
    assert any("Brackets hold 95 % or 99 % (as the results say)" in each for each in common(mixed))


def row_of(hits, n, **more):
    share = proportion(hits, n)
    return {
        "term": "t=1",
        "estimate": share.value,
        "std_error": share.se,
        "conf_low": share.ci_low,
        "conf_high": share.ci_high,
        "conf_level": 0.95,
        "method": share.method,
        "n_trials": n,
        "n_success": hits,
        "exact": None,
        "exact_fraction": None,
        "family": "t",
        "label": "",
        **more,
    }


def test_one_in_keeps_two_digits_of_the_error():
    assert one_in(row_of(500, 1_000_000)) == "2,000 [1,832, 2,183]"
    assert one_in(row_of(20, 1_000_000)) == "50,000 [32,000, 77,000]"
    assert one_in(row_of(300, 1000)) == "3.33 [3.04, 3.67]"
    assert one_in(row_of(0, 1000)) is None
    assert one_in(row_of(1, 1000)) is None  # from 180 to 5,700 says little


def test_parted_asks_for_more_where_more_is_looked_at():
    one, other = row_of(1000, 10_000), row_of(1120, 10_000)
    assert above(other, one) is False
    near = row_of(1150, 10_000)
    assert above(near, one)
    assert parted(near, one, 1)
    assert parted(one, near, 1)  # in any order
    assert not parted(near, one, 100)
    assert parted(row_of(1500, 10_000), one, 100)


def test_topmost_needs_a_gap():
    low, high, higher = (row_of(n, 10_000) for n in (1000, 1200, 1210))
    assert topmost([low, high]) is high
    assert topmost([low, high], lowest=True) is low
    assert topmost([low, high, higher]) is None
    assert topmost([low, high, higher], lowest=True) is low
    assert topmost([high]) is None
    assert topmost([]) is None


def test_unbounded_rows_are_not_told():
    assert known(row_of(5, 10))
    assert not known(row_of(5, 10, conf_high=math.inf))
    assert not known(row_of(5, 10, conf_low=None))
    assert not known(None)


def test_words_join(told):
    english, chinese = told("tianjin-categories", "en"), told("tianjin-categories", "zh")
    assert listed(english, ["a", "b", "c"]) == "a, b and c"
    assert listed(english, ["a"]) == "a"
    assert listed(chinese, ["a", "b", "c"]) == "a、b、c"
    one, other = row_of(1000, 10_000), row_of(2000, 10_000)
    assert ordered(english, {"speed": one}, HIGHER) == ""
    assert ordered(english, {"a": one, "b": one}, HIGHER).startswith(" The intervals overlap")
    assert ordered(chinese, {"a": one, "b": other}, HIGHER) == "b 較高，區間不相交。"
    three = {"a": one, "b": other, "c": row_of(100, 10_000)}
    assert ordered(english, three, HIGHER) == " Highest with b: the intervals do not overlap."
    assert percent(row_of(1000, 10_000, term="ever", n_success=None)) == "10.00 % [9.43, 10.60]"


def test_exact_values_are_told_as_such(told):
    run = told("tianjin-deals", "en")
    complete = run.row("is_complete")
    assert exactly(run, complete) == "0.0359 % (1 in 2,785)"
    assert any(f"{exactly(run, complete)} exactly" in text for text in texts_of(run))
    mean = run.row("mean_shanten")
    assert exactly(run, mean) == "2.8813"
