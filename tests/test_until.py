"""Runs that stop when a term is precise enough."""

from contextlib import nullcontext
from dataclasses import replace

import polars as pl
import pytest

from mjsim import InputError
from mjsim.cli import main
from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.until import check_term, run_until, run_watched
from mjsim.stats import Until
from mjsim.store import read_manifest


def duel(folder, rule, looks=None, **options):
    def look(found):
        looks.append((found.n, found.is_last))

    look = None if looks is None else look
    return run_until(EXPERIMENTS["strategies"], folder, rule, look=look, seed=2, **options)


def widths(result, term):
    rows = result.results.filter(pl.col("term") == term)
    return ((rows["conf_high"] - rows["conf_low"]) / 2).to_list()


def test_stops_when_every_row_is_precise(tmp_path):
    looks = []
    result = duel(tmp_path, Until("gain", half_width=0.12, max_n=20_000), looks)
    assert looks[0] == (2000, False)
    assert [last for _, last in looks] == [False] * (len(looks) - 1) + [True]
    n = looks[-1][0]
    assert 2000 < n < 20_000
    assert max(widths(result, "gain")) <= 0.12
    methods = set(result.results["method"])
    assert methods <= {"asymptotic sequence", "beta-binomial sequence"}
    assert result.results["z"].null_count() == result.results.height
    # The numbers are those of a plain run of so many hands; its intervals are narrower.
    plain = EXPERIMENTS["strategies"](tmp_path / "plain", n, seed=2)
    assert plain.results["estimate"].equals(result.results["estimate"])
    assert max(widths(plain, "gain")) < min(widths(result, "gain"))


def test_goes_on_where_it_was_and_has_a_hard_end(tmp_path):
    rule = Until("gain", half_width=1e-6, max_n=3500)
    looks = []
    duel(tmp_path, rule, looks)
    assert looks == [(2000, False), (3000, False), (3500, True)]
    again = []
    result = duel(tmp_path, rule, again)
    assert again == [(3500, True)]
    assert result.results.filter(pl.col("term") == "gain")["n_trials"].unique().to_list() == [3500]


def test_proportions_stop_by_their_exact_sequence(tmp_path):
    rule = Until("drawn", half_width=0.02, max_n=9000)
    result = run_until(
        EXPERIMENTS["categories"], tmp_path, rule, seed=3, game="wenling", strategies=["speed"]
    )
    row = result.results.row(by_predicate=pl.col("term") == "drawn", named=True)
    assert row["method"] == "beta-binomial sequence"
    assert row["n_trials"] == 2000


def test_terms_that_there_are_not(tmp_path):
    with pytest.raises(
        InputError, match=r"^until: no result is called 'gian'; did you mean 'gain'"
    ):
        duel(tmp_path, Until("gian", half_width=0.1, max_n=5000))


def test_progress_counts_every_hand_once(tmp_path):
    """Looks run the experiment again; the first call of a resumed run is what was there."""
    rule = Until("drawn", half_width=1e-6, max_n=3600)
    categories = EXPERIMENTS["categories"]
    told = []
    found = run_until(
        categories, tmp_path, rule, seed=2, strategies=["speed"], progress=told.append
    )
    assert found.results["n_trials"].max() == 3600
    assert told == [1000, 1000, 1000, 600]
    for most, expected in ((3600, [3600]), (4200, [3600, 400, 200]), (5000, [4200, 800])):
        again = []
        longer = Until("drawn", half_width=1e-6, max_n=most)
        run_until(categories, tmp_path, longer, seed=2, strategies=["speed"], progress=again.append)
        assert again == expected


def test_looks_hold_the_rows_of_the_term(tmp_path):
    looks = []
    rule = Until("gain", half_width=1e-6, max_n=3000)
    result = run_until(EXPERIMENTS["strategies"], tmp_path, rule, look=looks.append, seed=2)
    assert [each.rows["n_trials"].unique().to_list() for each in looks] == [[2000], [3000]]
    assert looks[-1].rows.equals(result.results.filter(pl.col("term") == "gain"))


def test_watched_runs_have_the_ordinary_results(tmp_path):
    looks, told = [], []
    settings = {"seed": 2, "strategies": ["speed"]}
    categories = EXPERIMENTS["categories"]
    watched = run_watched(
        categories,
        tmp_path / "watched",
        4700,
        "drawn",
        look=looks.append,
        progress=told.append,
        **settings,
    )
    plain = categories(tmp_path / "plain", 4700, **settings)
    assert watched.results.equals(plain.results)
    assert not watched.results["method"].str.ends_with("sequence").any()
    assert [(each.n, each.is_last) for each in looks] == [
        (2000, False),
        (3000, False),
        (4700, True),
    ]
    assert sum(told) == 4700
    # A look is what `--until` would have seen there.
    rule = Until("drawn", half_width=1e-6, max_n=4700)
    seen = []
    run_until(categories, tmp_path / "until", rule, look=seen.append, **settings)
    for ours, theirs in zip(looks[:-1], seen[:-1], strict=True):
        assert ours.rows.equals(theirs.rows)
        assert ours.rows["method"].str.ends_with("sequence").all()
    hands = [pl.read_parquet(tmp_path / name / "hands/*.parquet") for name in ("watched", "plain")]
    assert hands[0].sort(pl.all()).equals(hands[1].sort(pl.all()))


def test_watched_runs_go_on_and_refuse(tmp_path):
    settings = {"seed": 2, "strategies": ["speed"]}
    categories = EXPERIMENTS["categories"]
    categories(tmp_path, 2600, **settings)
    looks = []
    run_watched(categories, tmp_path, 5000, "drawn", look=looks.append, **settings)
    assert [each.n for each in looks] == [2600, 4000, 5000]
    with pytest.raises(InputError, match="n_hands is 5000, not 3000"):
        run_watched(categories, tmp_path, 3000, "drawn", **settings)
    with pytest.raises(InputError, match=r"^watch: no result is called 'drwn'; did you mean 'dra"):
        run_watched(categories, tmp_path, 5000, "drwn", **settings)
    with pytest.raises(InputError, match="n: a whole number from 1, not 0"):
        run_watched(categories, tmp_path / "none", 0, "drawn", **settings)
    assert not (tmp_path / "none").exists()


# What a rule showed is not forgotten

SPEED = {"seed": 1, "strategies": ["speed"]}
SEQUENCES = {"beta-binomial sequence", "asymptotic sequence"}


def methods(result):
    """Methods, but of the verdict, and of what has no bounds since all its values are one."""
    rows = result.results.filter(pl.col("family") != "agreement", pl.col("method") != "unbounded")
    return set(rows["method"])


@pytest.mark.parametrize("n", [2000, 2600, 6000])
def test_a_run_that_a_rule_stopped_keeps_its_intervals(tmp_path, n):
    """Of as many hands, of more, and of more than the rule had at most."""
    categories = EXPERIMENTS["categories"]
    rule = Until("drawn", half_width=0.02, max_n=5000)
    stopped = run_until(categories, tmp_path / "run", rule, **SPEED)
    assert stopped.results["n_trials"].max() == 2000
    later = categories(tmp_path / "run", n, **SPEED)
    assert methods(later) <= SEQUENCES
    assert later.results["p_value"].drop_nulls().to_list() == [1.0]  # the verdict, on no test
    if n == 2000:
        assert later.results.equals(stopped.results)
    # A folder in which nothing was looked at has the ordinary ones, with the same estimates.
    plain = categories(tmp_path / "plain", n, **SPEED)
    assert methods(plain).isdisjoint(SEQUENCES)
    assert plain.results["estimate"].equals(later.results["estimate"])
    row, usual = (
        each.results.row(by_predicate=pl.col("term") == "drawn", named=True)
        for each in (later, plain)
    )
    assert row["conf_low"] < usual["conf_low"] < usual["conf_high"] < row["conf_high"]
    # Nor does watching it make them so.
    watched = run_watched(categories, tmp_path / "run", n + 500, "drawn", **SPEED)
    assert methods(watched) <= SEQUENCES


@pytest.mark.parametrize(
    ("name", "term"),
    [("deals", "mean_shanten"), ("openings", "win|n_wilds=0"), ("sessions", "stays")],
)
def test_every_experiment_remembers_it(tmp_path, name, term):
    options = {"seed": 1} | ({} if name == "deals" else {"strategies": ["speed"]})
    options |= {"n_hands": 5} if name == "sessions" else {}
    stopped = run_until(
        EXPERIMENTS[name], tmp_path, Until(term, relative=9.0, max_n=3000), **options
    )
    again = EXPERIMENTS[name](tmp_path, 2000, **options)
    assert again.results.equals(stopped.results)
    assert methods(again) & SEQUENCES
    assert not any(method.startswith(("wilson", "normal")) for method in methods(again))


def test_the_rule_and_the_first_looks_are_kept(tmp_path):
    categories = EXPERIMENTS["categories"]
    run_until(categories, tmp_path, Until("drawn", half_width=0.02, max_n=16_000), **SPEED)
    run_until(categories, tmp_path, Until("drawn", half_width=0.02, max_n=90_000), **SPEED)
    how = [session.how for session in read_manifest(tmp_path).sessions]
    assert how[0]["looks"] == {
        "tuned_n": 4000,
        "first": 2000,
        "rule": "drawn: half_width=0.02, max_n=16000",
        "fixed_n": None,
    }
    assert how[1]["looks"]["tuned_n"] == 22_500
    # What sequences are tuned to is fixed once: a second rule changes no interval.
    found = categories(tmp_path, 2000, **SPEED).results
    other = run_until(
        categories, tmp_path / "other", Until("drawn", half_width=0.02, max_n=16_000), **SPEED
    )
    assert found.drop("run_id").equals(other.results.drop("run_id"))


def test_a_watched_run_that_is_broken_off(tmp_path):
    """Fewer hands than were fixed may be just as many as looked well."""

    def stop(look):
        if look.n == 3000:
            raise KeyboardInterrupt

    categories = EXPERIMENTS["categories"]
    with pytest.raises(KeyboardInterrupt):
        run_watched(categories, tmp_path, 5000, "drawn", look=stop, **SPEED)
    assert methods(categories(tmp_path, 3000, **SPEED)) <= SEQUENCES
    assert methods(categories(tmp_path, 4900, **SPEED)) <= SEQUENCES
    assert methods(categories(tmp_path, 5000, **SPEED)).isdisjoint(SEQUENCES)


def test_the_command_line_says_so(tmp_path, capsys):
    run = ["run", "categories", "--hands", "2000", "--seed", "1", "--strategy", "speed"]
    run += ["--no-figure", "--out", str(tmp_path)]
    assert main([*run, "--until", "drawn: half_width=0.02, max_n=9000"]) == 0
    assert "intervals stay" not in capsys.readouterr().out
    assert main(run) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "was run until drawn: half_width=0.02, max_n=9000: intervals stay those" in out


# Terms are looked for before anything is played


def test_unknown_terms_leave_nothing(tmp_path):
    sizes = []

    def experiment(out, n, **options):
        sizes.append(n)
        return EXPERIMENTS["categories"](out, n, **options)

    rule = Until("drwn", half_width=0.02, max_n=9000)
    with pytest.raises(InputError, match=r"^until: no result is called 'drwn'; did you mean 'dr"):
        run_until(experiment, tmp_path / "run", rule, **SPEED)
    with pytest.raises(InputError, match=r"^watch: no result is called 'drwn'"):
        run_watched(experiment, tmp_path / "run", 900, "drwn", **SPEED)
    assert sizes == [400, 2000, 400, 900]
    assert list(tmp_path.iterdir()) == []
    sizes.clear()
    run_until(experiment, tmp_path / "run", replace(rule, term="drawn"), **SPEED)
    assert sizes == [400, 2000]
    sizes.clear()  # once there are results, they are asked
    run_until(experiment, tmp_path / "run", replace(rule, term="drawn"), **SPEED)
    assert sizes == [2000]


def test_terms_that_want_many_hands_are_found():
    options = {"seed": 1, "strategies": ["speed"]}
    check_term(EXPERIMENTS["stakes"], 2000, "edge_less_luck", "until", **options)
    with pytest.raises(InputError, match="no result is called 'edge_less_luck'"):
        check_term(EXPERIMENTS["stakes"], 1999, "edge_less_luck", "until", **options)
    # In a run with looks there are no p values to wait for.
    for term in ("best reply of place1|always", "p best reply of place1|always"):
        with nullcontext() if term[0] == "b" else pytest.raises(InputError, match="'p best reply"):
            check_term(EXPERIMENTS["stakes"], 500, term, "until", **options)
