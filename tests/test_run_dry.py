"""`mjsim run NAME --dry-run`: what it says is what the run then does, and it writes nothing."""

import json

import polars as pl
import pytest
from toy_runs import tree

from mjsim.cli import main
from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.cells import Cell, run_cells
from mjsim.experiments.runner import prepare
from mjsim.playing.table import read_table
from mjsim.store import blocks_of, read_manifest


def mj(*arguments):
    return main([str(argument) for argument in arguments])


@pytest.fixture
def dry(capsys):
    def run(*arguments):
        assert mj("run", *arguments, "--dry-run", "--json") == 0
        out, err = capsys.readouterr()
        assert err == ""
        return json.loads(out)

    return run


def cells_of(told):
    return [(cell["cell"], cell["how"], cell["changes"]) for cell in told["cells"]]


def test_it_names_what_the_run_then_is(tmp_path, dry, capsys):
    options = ("categories", "--game", "wenling", "--hands", 2300, "--seed", 4)
    options += ("--strategy", "speed", "--set", "bao=false", "--out", tmp_path / "run")
    told = dry(*options)
    assert tree(tmp_path) == []
    assert (told["experiment"], told["game"], told["hands"], told["seed"]) == (
        "categories",
        "wenling",
        2300,
        4,
    )
    assert (told["preset"], told["changes"]) == ("seed", {"bao": False})
    assert told["strategies"] == ["speed"]
    assert cells_of(told) == [("speed", "played", {"bao": False})]
    assert told["blocks"] == {"hands_each": 1000, "all": 3, "there": 0, "missing": 3}
    assert (told["hands_missing"], told["holds"]) == (2300, "nothing")
    assert mj("run", *options, "--no-figure") == 0
    capsys.readouterr()
    manifest = read_manifest(tmp_path / "run")
    assert manifest.n_hands == 2300
    assert [cell["name"] for cell in manifest.config.design["cells"]] == ["speed"]
    size = sum(file.stat().st_size for file in (tmp_path / "run" / "hands").iterdir())
    assert size / 2 < told["bytes"] < 2 * size
    assert told["sample"]["hands"] <= 2300
    assert told["seconds"] > 0
    # And once more, with all of it there.
    again = dry(*options)
    assert again["blocks"] == {"hands_each": 1000, "all": 3, "there": 3, "missing": 0}
    assert (again["holds"], again["hands_missing"], again["sample"]) == ("this run", 0, None)
    assert (again["seconds"], again["bytes"]) == (0.0, 0)


@pytest.mark.parametrize(
    ("first", "n", "there", "hands"),
    [(2500, 2500, 3, 0), (2500, 2700, 2, 700), (2500, 5000, 2, 3000), (900, 4000, 0, 4000)],
)
def test_blocks_that_are_there(tmp_path, dry, first, n, there, hands):
    """A last block of fewer hands counts only as long as the run ends in it."""
    EXPERIMENTS["categories"](tmp_path, first, seed=1, strategies=["speed"])
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    options = ("categories", "--seed", 1, "--strategy", "speed", "--out", tmp_path)
    told = dry(*options, "--hands", n)
    total = -(-n // 1000)
    assert told["blocks"] == {
        "hands_each": 1000,
        "all": total,
        "there": there,
        "missing": total - there,
    }
    assert told["hands_missing"] == hands
    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}


def test_what_is_rescored_and_what_replayed(dry):
    told = dry("rules", "--hands", 40, "--seed", 1, "--strategy", "speed")
    by_how = {}
    for cell in told["cells"]:
        by_how.setdefault(cell["how"], []).append(cell["changes"])
    assert by_how["played"] == [{}]
    assert {"chan_points": 2} in by_how["rescored"]
    assert {"min_fan": 3} in by_how["replayed"]
    assert all(len(changes) == 1 for changes in by_how["rescored"] + by_how["replayed"])
    n_played = len(by_how["played"] + by_how["replayed"])
    assert told["hands_played"] == 40 * n_played
    assert told["hands_rescored"] == 40 * len(by_how["rescored"])


def test_other_experiments(dry):
    told = dry("strategies", "--hands", 40, "--seed", 1)
    assert told["hands_played"] == 40 * 8
    assert {cell["how"] for cell in told["cells"]} == {"played"}
    told = dry("sessions", "--hands", 5, "--seed", 1, "--strategy", "speed")
    assert told["hands_played"] == 5 * 40
    assert told["blocks"]["all"] == 5
    told = dry("deals", "--hands", 300_000, "--seed", 1, "--indicator", "E", "--keep", "counts")
    assert told["design"]["indicator"] == "E"
    assert told["blocks"]["all"] == 3
    assert "cells" not in told
    until = ("--until", "drawn: half_width=0.01, max_n=500")
    told = dry("categories", "--hands", 90, "--seed", 1, "--strategy", "speed", *until)
    assert (told["hands"], told["until"]) == (500, "drawn: half_width=0.01, max_n=500")


def test_in_words(tmp_path, capsys):
    options = ("--hands", 40, "--seed", 1, "--preset", "traditional", "--set", "min_fan=3")
    assert mj("run", "strategies", *options, "--dry-run", "--out", tmp_path / "run") == 0
    out = capsys.readouterr().out
    lines = [line.split() for line in out.splitlines()]
    assert ["rules", "traditional", "min_fan=3"] in lines
    assert ["strategies", "speed,", "value"] in lines
    assert ["blocks", "1", "of", "1,000:", "0", "there,", "1", "missing"] in lines
    assert "40 walls, played in memory, took" in out
    assert f"{tmp_path / 'run'}: holds nothing" in out
    assert "nothing was written" in out
    assert not (tmp_path / "run").exists()


def test_refused_as_the_run_is(tmp_path, capsys):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for folder in ("file", "other"):
        run = ("run", "categories", "--hands", 40, "--seed", 1, "--out", tmp_path / folder)
        said = []
        for more in (("--dry-run",), ()):
            assert mj(*run, *more) == 2
            said.append(capsys.readouterr().err.partition("cannot be written")[0])
            if more:
                assert tree(tmp_path) == ["file", "other", "other/notes.txt"]
        assert said[0] == said[1]
    for options, named in (
        (("--strategy", "nobody"), "nobody"),
        (("--keep", "counts"), "takes no --keep"),
        (("--set", "min_fun=3"), "min_fun"),
    ):
        assert mj("run", "waits", "--hands", 9, "--seed", 1, "--dry-run", *options) == 2
        assert named in capsys.readouterr().err
    assert mj("run", "waits", "--dry-run") == 2
    assert "--hands, --seed missing" in capsys.readouterr().err


def test_terms_are_looked_for(tmp_path, dry, capsys):
    run = ("categories", "--hands", 900, "--seed", 1, "--strategy", "speed")
    run += ("--out", tmp_path / "run")
    for option, word in (("--until", "drwn: half_width=0.1"), ("--watch", "drwn")):
        assert mj("run", *run, option, word, "--dry-run") == 2
        asked = option.removeprefix("--")
        assert f"{asked}: no result is called 'drwn'; did you mean" in capsys.readouterr().err
        assert dry(*run, option, word.replace("drwn", "drawn"))["hands"] == 900
    assert tree(tmp_path) == []


# prepare


def test_prepared_runs_play_the_same(tmp_path):
    """The task that is handed out makes what the run keeps."""
    settings = {"seed": 3, "game": "wenling", "strategies": ["speed"]}
    run = prepare(EXPERIMENTS["waits"], 120, **settings)
    done = EXPERIMENTS["waits"](tmp_path, 120, **settings)
    assert read_manifest(tmp_path).config == run.config
    (block,) = blocks_of(run.n_hands, run.config.block_size)
    kept = pl.read_parquet(done.folder / "hands" / "*.parquet")
    assert run.task(block).equals(kept)


def test_prepare_ends_with_the_experiment(tmp_path):
    with pytest.raises(ValueError, match="fills no run folder"):
        prepare(lambda out, n: None, 10)
    # Nothing lasts: the next run plays.
    prepare(EXPERIMENTS["waits"], 10, seed=1, strategies=["speed"])
    assert EXPERIMENTS["waits"](tmp_path, 10, seed=1, strategies=["speed"]).results.height
    cells = prepare(_own, 10, seed=1).config.design["cells"]
    assert [cell["name"] for cell in cells] == ["mine"]


def _own(out, n, *, seed):
    """An experiment that is not registered."""
    cells = [Cell("mine", read_table("tianjin", "speed"))]
    return run_cells("own", out, n, cells, ["payoff"], seed=seed, results=lambda run, cells: None)
