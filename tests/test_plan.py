"""Plans: TOML files that describe runs, and what `mjsim run` makes of them."""

import json

import polars as pl
import pytest

from mjsim import InputError
from mjsim.cli import main
from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.plan import read_plan, run_planned
from mjsim.tianjin import Rules

GRID = """
experiment = "strategies"
hands = 300
seed = 1
strategies = ["speed", {strategy = "value", risk = 0.3}]
[rules]
preset = "traditional"
[grid]
seed = [1, 2]
"rules.min_fan" = [2, 3]
"""


def plan_of(tmp_path, text):
    path = tmp_path / "plan.toml"
    path.write_text(text)
    return path


def test_grid(tmp_path):
    runs = read_plan(plan_of(tmp_path, GRID))
    assert [run.name for run in runs] == [
        "seed=1,rules.min_fan=2",
        "seed=1,rules.min_fan=3",
        "seed=2,rules.min_fan=2",
        "seed=2,rules.min_fan=3",
    ]
    assert [run.options["rules"] for run in runs[:2]] == [
        Rules.traditional(),
        Rules.traditional().replace(min_fan=3),
    ]
    assert [run.options["seed"] for run in runs] == [1, 1, 2, 2]
    result = run_planned(runs[1], tmp_path / "out")
    alone = EXPERIMENTS["strategies"](tmp_path / "alone", 300, **runs[1].options)
    assert result.results.equals(alone.results)
    assert result.folder == tmp_path / "out" / "seed=1,rules.min_fan=3"


def test_until_in_a_plan(tmp_path):
    text = """
    experiment = "categories"
    game = "wenling"
    hands = 6000
    seed = 1
    strategies = ["speed"]
    until = "drawn: half_width=0.02"
    """
    (run,) = read_plan(plan_of(tmp_path, text))
    result = run_planned(run, tmp_path / "out", workers=1, progress=print)
    assert result.folder == tmp_path / "out"
    assert set(result.results.filter(pl.col("term") == "drawn")["n_trials"]) == {2000}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hands = 1\nseed = 1", "experiment is missing"),
        ('experiment = "deal"\nhands = 1\nseed = 1', "experiment: categories, deals, "),
        (GRID.replace("strategies = ", "strategy = "), "no key 'strategy'; did you mean 'strate"),
        (GRID.replace("preset", "prest"), "rules: no key 'prest'"),
        (
            GRID.replace("rules.min_fan", "rules.minfan"),
            "rules: no key 'minfan'; did you mean",
        ),
        (GRID.replace("[2, 3]", "[]"), "grid: rules.min_fan: a list of values, not []"),
        (GRID.replace("[2, 3]", "3"), "grid: rules.min_fan: a list of values, not 3"),
        (GRID.replace("[2, 3]", "[0]"), "rules: min_fan is 1 to 65536, not 0"),
        (GRID.replace("traditional", "home"), "rules: no preset 'home'"),
        ("seed == 1", "Invalid"),
    ],
)
def test_plans_refused(tmp_path, text, message):
    path = plan_of(tmp_path, text)
    with pytest.raises(InputError) as refusal:
        read_plan(path)
    assert str(refusal.value).startswith(f"{path}: {message}")
    with pytest.raises(InputError, match="No such file"):
        read_plan(tmp_path / "none.toml")


def test_command_line(tmp_path, capsys):
    path = plan_of(tmp_path, GRID)
    assert main(["run", str(path), "--dry-run", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["runs"]
    assert [run["rules"]["min_fan"] for run in told] == [2, 3, 2, 3]
    assert not (tmp_path / "out").exists()
    assert main(["run", str(path), "--out", str(tmp_path / "out"), "--json"]) == 0
    done = json.loads(capsys.readouterr().out)["runs"]
    assert len({run["folder"] for run in done}) == 4
    assert all((tmp_path / "out" / run["run"] / "results.parquet").exists() for run in done)
    assert main(["run", str(path), "--dry-run"]) == 0
    assert "rules.min_fan=3" in capsys.readouterr().out


def test_dry_run_of_a_plan_is_that_of_its_runs(tmp_path, capsys):
    path = plan_of(tmp_path, GRID)
    first = read_plan(path)[1]
    run_planned(first, tmp_path / "out")
    assert main(["run", str(path), "--dry-run", "--out", str(tmp_path / "out"), "--json"]) == 0
    runs = json.loads(capsys.readouterr().out)["runs"]
    assert [run["dry_run"]["blocks"]["there"] for run in runs] == [0, 1, 0, 0]
    alone = ["run", "strategies", "--hands", "300", "--seed", "1", "--preset", "traditional"]
    alone += ["--strategy", "speed", "--strategy", "value", "--dry-run", "--json"]
    assert main([*alone, "--set", "min_fan=3"]) == 0
    told = json.loads(capsys.readouterr().out)
    for name in ("experiment", "game", "hands", "seed", "preset", "changes", "design"):
        assert runs[1]["dry_run"][name] == told[name]
    assert runs[1]["dry_run"]["changes"] == {"min_fan": 3}
    assert [len(run["dry_run"]["cells"]) for run in runs] == [8] * 4
    assert main(["run", str(path), "--dry-run"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines.count(["rules", "traditional"]) == 2
    assert lines.count(["rules", "traditional", "min_fan=3"]) == 2
    assert lines.count(["cells", "8"]) == 4
    assert sum(line[:2] == ["time", "about"] for line in lines) == 4
    assert main(["run", str(path), "--dry-run", "--watch", "gian"]) == 2
    assert "watch: no result is called 'gian'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seed", "1"], "run: --seed: stands in the plan"),
        (["--set", "min_fan=3"], "run: --set: stands in the plan"),
        ([], "run: --out missing"),
    ],
)
def test_command_line_refuses(tmp_path, capsys, arguments, message):
    path = plan_of(tmp_path, GRID)
    assert main(["run", str(path), *arguments]) == 2
    assert message in capsys.readouterr().err
    assert main(["run", "strategies", "--dry-run"]) == 2
    assert "for a plan" in capsys.readouterr().err
