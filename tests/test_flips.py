"""Signs that turn over between strategies, and results without an error, as they are printed."""

import json
import math

import numpy as np
import polars as pl
import pytest
from scipy.stats import binom, norm
from scipy.stats import t as student

from mjsim.cli.results import flips_dict, print_results
from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.flips import SIGNED, flips
from mjsim.experiments.rules_results import RESULTS as RULES_RESULTS
from mjsim.experiments.sessions_results import RESULTS
from mjsim.stats import Estimate, asymptotic_sequence, proportion, ratio, t_quantile
from mjsim.store import result_row

N = 5000


def normal(value, se, n=N, method="normal", quantile=1.959963984540054):
    return Estimate(value, se, value - quantile * se, value + quantile * se, 0.95, method, n)


def row(cell, estimate, term="edge", role="place1", label="下家", *, family=None, **rest):
    experiment = rest.pop("experiment", "stakes")
    design = {"cell": cell, "role": role, "family": family or "edge", "label": label}
    return result_row(
        estimate,
        run_id="0",
        game="tianjin",
        experiment=experiment,
        term=term,
        design=design | {"p_adjusted": 1.0} | rest,
    )


def frame(*rows, table=RESULTS):
    return table.frame(list(rows))


def found(results):
    return flips(results).select("strategy", "sign", "finding").rows()


def test_a_flip():
    one, other = row("speed", normal(0.12, 0.01)), row("value", normal(-0.05, 0.01))
    assert found(frame(one, other)) == [("speed", 1, "flip"), ("value", -1, "flip")]


def test_findings():
    def signs(*estimates):
        cells = ("a", "b", "c")
        rows = [row(cell, each) for cell, each in zip(cells, estimates, strict=False)]
        return [(sign, finding) for _, sign, finding in found(frame(*rows))]

    sure, no, minus = normal(0.1, 0.01), normal(0.01, 0.01), normal(-0.1, 0.01)
    assert signs(sure, no) == [(1, "decided only"), (0, "decided only")]
    assert signs(minus, minus) == [(-1, "agree")] * 2
    assert signs(no, no) == [(0, "undecided")] * 2
    assert signs(sure, no, minus) == [(1, "flip"), (0, "flip"), (-1, "flip")]
    assert signs(sure) == []


def test_holm_over_all_signs():
    # Alone beyond 1 % of two tests, not beyond 1 % of twenty.
    score = norm.isf(0.01 / 8 / 2)
    just = [row(cell, normal(x * score, 1.0)) for cell, x in (("a", 1), ("b", -1))]
    assert {finding for *_, finding in found(frame(*just))} == {"flip"}
    more = [row(cell, normal(0.0, 1.0), role=f"other{k}") for k in range(9) for cell in ("a", "b")]
    assert {finding for *_, finding in found(frame(*just, *more))} == {"undecided"}
    adjusted = flips(frame(*just, *more))["p_adjusted"]
    assert adjusted[0] == pytest.approx(20 * 0.01 / 8)


def test_chance_of_a_wrong_sign():
    """Of runs where nothing has a sign, at most 1 % say that something has."""
    rng = np.random.default_rng(21)
    runs, terms = 600, 5
    wrong = 0
    for scores in rng.standard_normal((runs, terms, 2)):
        rows = [
            row(cell, normal(float(z), 1.0), role=f"r{k}")
            for k, pair in enumerate(scores)
            for cell, z in zip(("a", "b"), pair, strict=True)
        ]
        wrong += bool((flips(frame(*rows))["sign"] != 0).any())
    # More than 1 % allows with a chance of 1 in 1000.
    assert wrong <= binom.isf(0.001, runs, 0.01)


def test_what_is_compared():
    sure, minus = normal(0.1, 0.01), normal(-0.1, 0.01)
    other_role = [row("a", sure, role="place1"), row("b", minus, role="place2")]
    other_term = [row("a", sure), row("b", minus, term="other")]
    unsigned = [row("a", sure, family="sd"), row("b", minus, family="sd")]
    for rows in (other_role, other_term, unsigned):
        assert flips(frame(*rows)).is_empty()
    exact = pl.DataFrame({"term": ["x"], "estimate": [1.0]})
    assert flips(exact).is_empty()


def test_rules_compare_an_option_however_it_was_played():
    def rule(cell, option, how, value):
        return row(
            cell,
            normal(value, 0.01),
            "drawn_less_default",
            family="difference",
            experiment="rules",
            option=option,
            how=how,
        )

    rows = [
        rule("speed", "x=1", "rescored", 0.1),
        rule("value", "x=1", "replayed", -0.1),
        rule("speed", "x=2", "rescored", 0.1),
        rule("value", "x=2", "rescored", 0.1),
    ]
    told = flips(frame(*rows, table=RULES_RESULTS))
    assert told.select("option", "finding").unique(maintain_order=True).rows() == [
        ("x=1", "flip"),
        ("x=2", "agree"),
    ]


def test_one_among_others_is_compared_by_who_it_is_among():
    rows = [
        row(f"{one} among {other}", normal(value, 0.01), "gain", "", family="gain",
            experiment="strategies")
        for one, other, value in (("a", "b", 0.1), ("b", "a", -0.1), ("a", "c", -0.1))
    ]  # fmt: skip
    told = flips(frame(*rows)).select("player", "strategy", "sign", "finding").rows()
    assert told == [("a", "b", 1, "flip"), ("a", "c", -1, "flip")]


def p_value(estimate):
    """The p value of a sign that stands beside one that is not known at all."""
    nothing = normal(0.0, 1.0)
    adjusted = flips(frame(row("a", estimate), row("b", nothing)))["p_adjusted"][0]
    return adjusted / 2


def test_p_values_are_those_of_the_interval():
    assert p_value(normal(-3.0, 1.0)) == pytest.approx(2 * norm.sf(3.0), rel=1e-9)
    few = normal(3.5, 1.0, method="ratio t", quantile=t_quantile(0.95, 12))
    assert p_value(few) == pytest.approx(2 * student.sf(3.5, 12), rel=1e-9)
    grouped = normal(3.5, 1.0, method="jackknife over 20 groups")
    assert p_value(grouped) == pytest.approx(2 * student.sf(3.5, 19), rel=1e-9)
    values = np.random.default_rng(22).standard_normal(800) + 0.1
    estimate = ratio(values, np.ones(800))
    assert estimate.method == "ratio t"
    score = abs(estimate.value) / estimate.se
    assert p_value(estimate) == pytest.approx(2 * student.sf(score, 799), rel=1e-4)


def test_what_decides_nothing():
    unknown = Estimate(2.0, math.nan, -math.inf, math.inf, 0.95, "unbounded", N)
    for estimate in (normal(9.0, 1.0, n=399), unknown):
        told = flips(frame(row("a", estimate), row("b", normal(0.0, 1.0))))
        assert told["p_adjusted"].to_list() == [1.0, 1.0]


@pytest.mark.parametrize("n", [2000, 5000, 50_000, 1_000_000])
@pytest.mark.parametrize("rate", [1e-2, 1e-4, 1e-7])
def test_intervals_at_every_look_are_on_the_safe_side(n, rate):
    """A value just beyond the sequence of a level has at least that rate for its p value."""
    wide = asymptotic_sequence(
        Estimate(0.0, 1.0, -2.0, 2.0, 1 - rate, "normal", n), tuned_n=25_000, first_look=2000
    )
    value = wide.ci_high
    usual = asymptotic_sequence(normal(value, 1.0, n=n), tuned_n=25_000, first_look=2000)
    assert p_value(usual) >= rate


def test_signed_families_are_there(tmp_path):
    """Every experiment has the families that are looked at, among those that are printed."""
    from mjsim.experiments import HEADLINES

    assert set(SIGNED) <= set(EXPERIMENTS)
    for experiment, families in SIGNED.items():
        assert set(families) <= set(HEADLINES.get(experiment, families))
    compared = {
        "openings": {"game": "tianjin"},
        "points": {"game": "wenling"},
        "rules": {"options": ["min_fan=3"]},
        "sessions": {"n_hands": 4},
        "stakes": {},
        "strategies": {"strategies": ["random", "speed", "value"]},
    }
    assert set(compared) == set(SIGNED)
    for experiment, options in compared.items():
        run = EXPERIMENTS[experiment](tmp_path / experiment, 450, seed=23, **options)
        families = set(flips(run.results)["family"])
        assert families == set(SIGNED[experiment])


def test_players_of_which_one_loses_to_one_and_wins_from_another(tmp_path, capsys):
    players = ["random", "speed", "value"]
    run = EXPERIMENTS["strategies"](tmp_path, 600, seed=24, strategies=players)
    told = flips_dict(run.results)
    assert told["n_compared"] == 3
    assert [(each["player"], each["strategy"], each["sign"]) for each in told["flips"]] == [
        ("speed", "random", 1),
        ("speed", "value", -1),
    ]
    json.dumps(told, allow_nan=False)
    print_results(run.results, {}, {})
    (line,) = [each for each in capsys.readouterr().out.splitlines() if "flip" in each]
    assert line.startswith("結論相反 flips: gain speed 每盤得分: + with random (")
    assert "), − with value (−" in line


def printed(capsys, *rows):
    print_results(frame(*rows), {}, {})
    return capsys.readouterr().out.splitlines()


def test_lines(capsys):
    sure, no = normal(0.12, 0.01), normal(-0.004, 0.01)
    shown = printed(capsys, row("speed", no), row("value", sure))
    assert "no conclusion flips between the strategies (1 signed term compared)" in shown
    assert (
        "decided only with value: edge place1 下家: + with value (0.120 ± 0.010), "
        "undecided with speed (−0.004 ± 0.010)"
    ) in shown
    many = [row(cell, x, role=f"r{k}") for k in range(15) for cell, x in (("a", no), ("b", sure))]
    shown = printed(capsys, *many)
    assert sum(line.startswith("decided only") for line in shown) == 12
    assert "and 3 more; --json has them all" in shown
    assert not any("flip" in line for line in printed(capsys, row("speed", sure)))


def test_shares_without_a_hit_show_their_bound(capsys):
    bound = proportion(0, 200).ci_high
    none = Estimate(0.0, math.nan, 0.0, bound, 0.95, "clopper-pearson by unit", 500)
    full = Estimate(1.0, math.nan, 1 - bound, 1.0, 0.95, "clopper-pearson by unit", 500)
    other = Estimate(3.0, math.nan, 2.5, 3.25, 0.95, "bounded", 500)
    unknown = Estimate(0.0, math.nan, -math.inf, math.inf, 0.95, "unbounded", 500)
    shown = printed(
        capsys,
        row("speed", none, "ruin(100)", family="ruin"),
        row("speed", none, "wilds=6", family="wilds"),
        row("speed", full, "ever_ready", family="ever"),
        row("speed", full, "kinds=1", family="kinds"),
        row("speed", other, "mean", family="mean"),
        row("speed", unknown, "less", family="mean"),
    )
    cells = {line.split()[0]: line.split()[2:-1] for line in shown if "下家" in line}
    assert 0.018 < bound < 0.019
    assert cells == {
        "ruin(100)": ["≤", "1.9", "%", "[0,", "1.9]"],
        "wilds=6": ["≤", "1.9", "%", "[0,", "1.9]"],
        "ever_ready": ["≥", "98.1", "%", "[98.1,", "100]"],
        "kinds=1": ["≥", "98.1", "%", "[98.1,", "100]"],
        "mean": ["3", "unknown", "[2.5,", "3.25]"],
        "less": ["0", "unknown"],
    }
