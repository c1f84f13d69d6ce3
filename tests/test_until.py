"""Runs that stop when a term is precise enough."""

import polars as pl
import pytest

from mjsim import InputError
from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.until import run_until, run_watched
from mjsim.stats import Until


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
