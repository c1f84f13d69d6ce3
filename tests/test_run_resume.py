"""`mjsim run`: killed and started again, refused in the folder of another run, `--resume`."""

import random
import signal
import subprocess
import sys
import time

import polars as pl
import pytest
from toy_runs import eventually, parts_on_disk, tree

from mjsim.cli import main
from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.categories import run_categories
from mjsim.store import read_manifest

HANDS = 70_000  # a part holds 32 blocks of 1000
RUN = ("run", "categories", "--hands", HANDS, "--seed", 5, "--strategy", "speed", "--no-figure")


def mj(*arguments):
    return main([str(argument) for argument in arguments])


def content(folder):
    hands = pl.read_parquet(folder / "hands" / "*.parquet").sort("hand_id", "cell", "seat")
    return hands, pl.read_parquet(folder / "results.parquet")


def n_sessions(folder):
    return len(read_manifest(folder).sessions) if (folder / "manifest.json").exists() else 0


def run_and_end(folder, sign, n_parts, wait_s):
    """Start the run as a process of its own, and end it once it has begun and has some parts."""
    before = n_sessions(folder)
    command = [sys.executable, "-m", "mjsim.cli", *map(str, RUN), "--out", str(folder)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as process:
        eventually(lambda: n_sessions(folder) > before and len(parts_on_disk(folder)) >= n_parts)
        time.sleep(wait_s)
        process.send_signal(sign)
        out, err = process.communicate(timeout=60)
    assert out == ""
    assert not (folder / "results.parquet").exists()
    return process.returncode, err


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "run"
    run_categories(folder, HANDS, seed=5, strategies=["speed"])
    return content(folder)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_killed_and_started_again(tmp_path, capsys, whole, sign):
    """Once at the beginning, once with a part on disk, each at a moment that is drawn."""
    folder = tmp_path / "run"
    chance = random.Random(int(sign))
    for n_parts in (0, 1):
        code, err = run_and_end(folder, sign, n_parts, chance.uniform(0.0, 0.2))
        if sign == signal.SIGKILL:
            assert (code, err) == (-signal.SIGKILL, "")
        else:
            assert code == 130
            assert err == (
                f"mjsim: interrupted; finished blocks are kept in {folder}; "
                "the same command goes on from there\n"
            )
    kept = parts_on_disk(folder)
    assert kept
    assert mj(*RUN, "--out", folder, "--resume", "--workers", 2) == 0
    capsys.readouterr()
    hands, results = content(folder)
    assert hands.equals(whole[0])
    assert results.equals(whole[1])
    assert read_manifest(folder).n_hands_done == HANDS
    # What was there was not played again.
    assert kept.items() <= parts_on_disk(folder).items()


# What the numbers of hands told of add up to


@pytest.mark.parametrize(("first", "n"), [(1500, 2500), (1500, 1700), (2000, 2500), (700, 700)])
def test_progress_of_an_extended_run_adds_up(tmp_path, first, n):
    """A last block of fewer hands is played again, and was counted before."""
    told = []
    run_categories(tmp_path, first, seed=1, strategies=["speed"], progress=told.append)
    assert sum(told) == first
    told = []
    run_categories(tmp_path, n, seed=1, strategies=["speed"], progress=told.append)
    assert told[0] == first
    assert sum(told) == n
    assert all(hands > 0 for hands in told)


def test_progress_of_a_resumed_run_adds_up(tmp_path):
    def stop(n):
        told.append(n)
        if sum(told) >= 4000:
            raise KeyboardInterrupt

    told = []
    run_categories(tmp_path, 1500, seed=1, strategies=["speed"])
    with pytest.raises(KeyboardInterrupt):
        run_categories(tmp_path, 6800, seed=1, strategies=["speed"], progress=stop)
    done = read_manifest(tmp_path).n_hands_done
    assert 1500 < done < 6800
    told = []
    run_categories(tmp_path, 6800, seed=1, strategies=["speed"], progress=told.append)
    assert told[0] == done
    assert sum(told) == 6800


# Folders of other runs

SMALL = {"sessions": 3}
CASES = {
    "seed": (("--seed", 2), "seed is 1, not 2"),
    "rule": (("--set", "tianhu=6"), "tianhu is 4, not 6"),
    "preset": (("--preset", "traditional"), 'wall_break is "platform", not "traditional"'),
    "strategy": (("--strategy", "speed"), "strategies is speed and value, not speed"),
    "game": (("--game", "wenling"), "game is tianjin, not wenling"),
}
TABLES = ("categories", "waits", "strategies", "rules", "sessions")


def small(name, folder, *options):
    start = ("run", name, "--hands", SMALL.get(name, 30), "--out", folder, "--no-figure")
    return (*start, *(() if "--seed" in options else ("--seed", 1)), *options)


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A folder for each experiment at the table, made when it is wanted."""
    made = {}

    def folder_of(name):
        if name not in made:
            made[name] = tmp_path_factory.mktemp(name) / "run"
            assert mj(*small(name, made[name])) == 0
        return made[name]

    return folder_of


@pytest.mark.parametrize("dry", [False, True], ids=["run", "dry run"])
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", TABLES)
def test_another_run_is_refused(folders, capsys, name, case, dry):
    options, told = CASES[case]
    if (name, case) == ("strategies", "strategy"):
        options = ("--strategy", "speed", "--strategy", "random")
        told = "strategies is speed and value, not speed and random"
    if (name, case) == ("rules", "preset"):
        # There, some of the options that are compared would change nothing.
        options, told = ("--set", "dead_wall=2"), "dead_wall is 0, not 2"
    folder = folders(name)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}
    capsys.readouterr()
    assert mj(*small(name, folder, *options), *["--dry-run"] * dry) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"mjsim: {folder}: holds another run: ")
    assert err.count("\n") == 1
    assert told in err
    assert len(err) < len(str(folder)) + 300  # and no list of all settings
    assert before == {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}


@pytest.mark.parametrize("dry", [False, True], ids=["run", "dry run"])
@pytest.mark.parametrize("name", ["waits", "rules", "sessions", "deals"])
def test_another_experiment_is_refused(folders, capsys, name, dry):
    folder = folders("categories")
    capsys.readouterr()
    assert mj(*small(name, folder), *["--dry-run"] * dry) == 2
    assert capsys.readouterr().err == (
        f"mjsim: {folder}: holds another run: experiment is categories, not {name}\n"
    )


def test_several_things_are_named_and_fewer_hands_refused(folders, capsys):
    folder = folders("categories")
    capsys.readouterr()
    assert mj("run", "categories", "--hands", 20, "--seed", 2, "--out", folder) == 2
    assert capsys.readouterr().err == (
        f"mjsim: {folder}: holds another run: seed is 1, not 2; "
        "n_hands is 30, not 20 (a run can only grow)\n"
    )


def test_looks_refuse_alike(folders, capsys):
    """With `--until` and `--watch` the experiment is begun by another loop."""
    folder = folders("categories")
    for option in (("--until", "drawn: half_width=0.1"), ("--watch", "drawn")):
        capsys.readouterr()
        assert mj(*small("categories", folder, *option), "--set", "min_fan=3") == 2
        assert capsys.readouterr().err == (
            f"mjsim: {folder}: holds another run: min_fan is 2, not 3\n"
        )


def test_refusals_of_wenling(folders, tmp_path, capsys):
    folder = tmp_path / "points"
    run = small("points", folder, "--game", "wenling", "--strategy", "speed")
    assert mj(*run) == 0
    capsys.readouterr()
    assert mj(*run, "--set", "bao=false") == 2
    assert capsys.readouterr().err.endswith("holds another run: bao is true, not false\n")


# --resume


def test_resume_wants_a_run(tmp_path, capsys):
    for folder in (tmp_path / "none", tmp_path):
        for more in ((), ("--dry-run",)):
            assert mj(*small("categories", folder), "--resume", *more) == 2
            assert capsys.readouterr() == (
                "",
                f"mjsim: {folder}: holds no run (manifest.json is missing)\n",
            )
    assert tree(tmp_path) == []


def test_resume_goes_on(tmp_path, capsys):
    options = ("--seed", 1, "--strategy", "speed", "--no-figure", "--out", tmp_path)
    assert mj("run", "waits", "--hands", 40, *options) == 0
    first = capsys.readouterr().out
    assert mj("run", "waits", "--hands", 40, *options, "--resume") == 0
    assert capsys.readouterr().out == first
    assert mj("run", "waits", "--hands", 60, *options, "--resume") == 0
    alone = EXPERIMENTS["waits"](tmp_path / "alone", 60, seed=1, strategies=["speed"])
    assert pl.read_parquet(tmp_path / "results.parquet").equals(alone.results)


def test_resume_of_a_plan_wants_one_of_its_runs(tmp_path, capsys):
    path = tmp_path / "plan.toml"
    text = 'experiment = "waits"\nhands = 30\nseed = 1\nstrategies = ["speed"]\n'
    path.write_text(f"{text}[grid]\nseed = [1, 2]\n")
    out = tmp_path / "out"
    assert mj("run", path, "--out", out, "--resume") == 2
    assert capsys.readouterr().err == f"mjsim: {out}: holds no run of {path}\n"
    assert mj(*small("waits", out / "seed=2", "--strategy", "speed", "--seed", 2)) == 0
    assert mj("run", path, "--out", out, "--resume") == 0
    assert {each.name for each in out.iterdir()} == {"seed=1", "seed=2"}
