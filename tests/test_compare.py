"""Two runs of an experiment, term by term."""

import json
import math

import polars as pl
import pytest

from mjsim import InputError
from mjsim.cli import main
from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.compare import compare_runs


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    root = tmp_path_factory.mktemp("runs")
    for name, seed, game in (("a", 1, "tianjin"), ("b", 2, "tianjin"), ("w", 1, "wenling")):
        EXPERIMENTS["strategies"](root / name, 1000, seed=seed, game=game)
    EXPERIMENTS["strategies"](root / "more", 1500, seed=1)
    EXPERIMENTS["categories"](root / "categories", 1000, seed=1, strategies=["speed"])
    return root


def gain(frame):
    return frame.row(
        by_predicate=(pl.col("term") == "gain") & (pl.col("cell") == "value among speed"),
        named=True,
    )


def results(folder):
    return gain(pl.read_parquet(folder / "results.parquet"))


def test_independent_runs(runs):
    found = gain(compare_runs(runs / "a", runs / "b"))
    one, other = results(runs / "a"), results(runs / "b")
    assert found["difference"] == other["estimate"] - one["estimate"]
    error = math.hypot(one["std_error"], other["std_error"])
    assert found["std_error"] == pytest.approx(error, rel=1e-12)
    assert found["conf_high"] - found["difference"] == pytest.approx(1.959964 * error, rel=1e-5)
    assert found["method"] == "independent runs"


def test_runs_of_one_seed_are_held_to_the_larger_error(runs):
    found = gain(compare_runs(runs / "a", runs / "more"))
    one, other = results(runs / "a"), results(runs / "more")
    assert found["std_error"] == pytest.approx(one["std_error"] + other["std_error"], rel=1e-12)
    assert found["method"].startswith("same walls")
    same = compare_runs(runs / "a", runs / "a")
    assert set(same["difference"]) == {0.0}
    assert set(same["p_value"]) == {1.0}


def test_what_cannot_be_compared(runs, tmp_path):
    with pytest.raises(InputError, match="different games, tianjin and wenling"):
        compare_runs(runs / "a", runs / "w")
    with pytest.raises(InputError, match="different experiments, strategies and categories"):
        compare_runs(runs / "a", runs / "categories")
    with pytest.raises(InputError):
        compare_runs(runs / "a", tmp_path)


def test_command_line(runs, capsys):
    assert main(["compare", str(runs / "a"), str(runs / "b"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["terms"]) == 8
    assert main(["compare", str(runs / "a"), str(runs / "b")]) == 0
    shown = capsys.readouterr().out
    assert "independent runs" in shown
    assert "value among speed" in shown
    assert main(["compare", str(runs / "a"), str(runs / "w")]) == 2
