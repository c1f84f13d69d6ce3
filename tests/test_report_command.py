"""The command that a report says repeats its run, does."""

import shlex

import polars as pl
import pytest
from plot_runs import RUNS, made
from polars.testing import assert_frame_equal

from mjsim.cli.app import run as cli
from mjsim.experiments import EXPERIMENTS
from mjsim.report.command import command_of, rules_of
from mjsim.report.run import read_told_run
from mjsim.store import read_results
from mjsim.tianjin import Rules
from mjsim.wenling import Rules as WenlingRules


def repeat(command, tmp_path, monkeypatch, capsys):
    """Type a command, and return the folder that it writes."""
    monkeypatch.chdir(tmp_path)
    plan, mark, rest = command.partition("\n\nmjsim ")
    if mark:
        assert plan.startswith("# plan.toml\n")
        (tmp_path / "plan.toml").write_text(plan, encoding="utf-8")
        command = f"mjsim {rest}"
    words = shlex.split(command)
    assert words[0] == "mjsim"
    code = cli([*words[1:], *([] if mark else ["--no-figure"])])
    assert (code, capsys.readouterr().err) == (0, "")
    return tmp_path / "runs" / "again"


def assert_repeats(folder, tmp_path, monkeypatch, capsys, *, plan=None):
    command = command_of(read_told_run(folder, "en"), "runs/again")
    if plan is not None:
        assert command.startswith("# plan.toml") == plan
    again = repeat(command, tmp_path, monkeypatch, capsys)
    assert_frame_equal(read_results(folder), read_results(again))
    return command


@pytest.mark.parametrize("name", RUNS)
def test_every_experiment(name, tmp_path_factory, tmp_path, monkeypatch, capsys):
    assert_repeats(made(name, tmp_path_factory), tmp_path, monkeypatch, capsys)


OTHERS = {
    "deals": (2000, {"indicator": "E", "rules": Rules.traditional().replace(tianhu=8)}, False),
    "categories": (200, {"rules": Rules().replace(min_fan_exempt={"su", "long"})}, False),
    "waits": (200, {"strategies": ["random", {"strategy": "value", "risk": 0.25}]}, True),
    "sessions": (30, {"n_hands": 8, "sit": 1, "bankroll": 33.5, "strategies": ["speed"]}, True),
    "stakes": (
        400,
        {"settings": ["sit1:pulls0,1,2", "sit0:pulls0,0,0"], "bankrolls": [20], "n_hands": 50},
        False,
    ),
    "rules": (60, {"options": ["min_fan=3", "dihu=true"], "strategies": ["speed"]}, True),
}


@pytest.mark.parametrize("experiment", OTHERS)
def test_options_are_told(experiment, tmp_path, monkeypatch, capsys):
    n, options, plan = OTHERS[experiment]
    EXPERIMENTS[experiment](tmp_path / "first", n, seed=9, **options)
    assert_repeats(tmp_path / "first", tmp_path, monkeypatch, capsys, plan=plan)


def test_wenling_parlour(tmp_path, monkeypatch, capsys):
    rules = WenlingRules.parlour().replace(bao=False)
    EXPERIMENTS["points"](tmp_path / "first", 60, seed=9, rules=rules, strategies=["speed"])
    command = assert_repeats(tmp_path / "first", tmp_path, monkeypatch, capsys, plan=False)
    assert "--preset parlour --set bao=false" in command
    assert rules_of(read_told_run(tmp_path / "first", "zh")) == rules


def test_a_run_that_a_rule_stopped(tmp_path, monkeypatch, capsys):
    words = ["run", "waits", "--hands", "8000", "--seed", "4", "--strategy", "speed"]
    rule = "ever_ready: half_width=0.05"
    out = ["--out", str(tmp_path / "first"), "--no-figure"]
    assert cli([*words, "--until", rule, *out]) == 0
    capsys.readouterr()
    command = assert_repeats(tmp_path / "first", tmp_path, monkeypatch, capsys)
    assert shlex.join(["--hands", "8000", "--seed", "4", "--until", rule]) in command
    n = read_results(tmp_path / "first").filter(pl.col("term") == "ever_ready")["n_trials"][0]
    assert n < 8000
