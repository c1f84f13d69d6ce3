"""Runs that stop when a term is precise enough."""

import polars as pl
import pytest

from mjsim import InputError
from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.until import run_until
from mjsim.stats import Until


def duel(folder, rule, looks=None, **options):
    look = None if looks is None else lambda n, last: looks.append((n, last))
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
    assert set(result.results["n_trials"]) == {3500}


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
