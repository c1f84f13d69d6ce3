"""Two runs of an experiment, term by term."""

import json
import math

import numpy as np
import polars as pl
import pytest
from scipy.stats import chi2

from mjsim import InputError
from mjsim.cli import main
from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.compare import compare_runs
from mjsim.experiments.paired_runs import LeftOut, group_bounds, paired_errors
from mjsim.experiments.remake import REMADE, Remade, remake
from mjsim.store import Column, RunConfig, RunFolder, RunReader, hands_table, sha256_of
from mjsim.tianjin import Rules

PAIRED = "paired by walls, jackknife over 20 groups"
ESTIMATES = ["cell", "role", "term", "estimate", "std_error", "n_trials"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    root = tmp_path_factory.mktemp("runs")
    for name, seed, game in (("a", 1, "tianjin"), ("b", 2, "tianjin"), ("w", 1, "wenling")):
        EXPERIMENTS["strategies"](root / name, 1000, seed=seed, game=game)
    EXPERIMENTS["strategies"](root / "more", 1500, seed=1)
    EXPERIMENTS["categories"](root / "categories", 1000, seed=1, strategies=["speed"])
    return root


@pytest.fixture(scope="module")
def long_runs(tmp_path_factory):
    """Runs of 20 blocks on the same walls: of other rules, and once longer."""
    root = tmp_path_factory.mktemp("long")
    run = EXPERIMENTS["categories"]
    run(root / "two", 20_000, seed=3, strategies=["speed"])
    run(root / "three", 20_000, seed=3, strategies=["speed"], rules=Rules(min_fan=3))
    run(root / "longer", 30_500, seed=3, strategies=["speed"], rules=Rules(min_fan=3))
    return root


@pytest.fixture(scope="module")
def sessions(tmp_path_factory):
    root = tmp_path_factory.mktemp("sessions")
    for name, rules in (("two", Rules()), ("three", Rules(min_fan=3))):
        EXPERIMENTS["sessions"](root / name, 120, seed=4, n_hands=10, rules=rules, bankroll=33.5)
    return root


def gain(frame):
    return frame.row(
        by_predicate=(pl.col("term") == "gain") & (pl.col("cell") == "value among speed"),
        named=True,
    )


def term(frame, name):
    return frame.row(by_predicate=pl.col("term") == name, named=True)


def results(folder):
    return gain(pl.read_parquet(folder / "results.parquet"))


def test_independent_runs(runs):
    found = gain(compare_runs(runs / "a", runs / "b"))
    one, other = results(runs / "a"), results(runs / "b")
    assert found["difference"] == other["estimate"] - one["estimate"]
    error = math.hypot(one["std_error"], other["std_error"])
    assert found["std_error"] == pytest.approx(error, rel=1e-12)
    assert found["conf_high"] - found["difference"] == pytest.approx(1.959964 * error, rel=1e-5)
    assert found["method"] == "independent"
    assert found["gain"] is None


def test_few_blocks_of_one_seed_are_held_to_the_larger_error(runs):
    found = gain(compare_runs(runs / "a", runs / "more"))
    one, other = results(runs / "a"), results(runs / "more")
    assert found["std_error"] == pytest.approx(one["std_error"] + other["std_error"], rel=1e-12)
    assert found["method"] == "sum of errors"
    assert found["gain"] is None


def test_a_run_and_itself(long_runs):
    same = compare_runs(long_runs / "two", long_runs / "two", groups=20)
    assert set(same["difference"]) == {0.0}
    assert set(same["p_value"]) == {1.0}
    # No group moves a difference that is none: nothing is known of its error.
    assert set(same["method"]) == {"sum of errors"}
    assert (same["std_error"] > 0).all()


def by_hand(folder, n):
    """Whether each hand is drawn, and its wins and their fan."""
    hands = (
        pl.scan_parquet(folder / "hands" / "*.parquet")
        .filter(pl.col("hand_id") < n)
        .group_by("hand_id", maintain_order=True)
        .agg(pl.col("is_winner").sum().cast(pl.Float64), pl.col("fan").sum().cast(pl.Float64))
        .sort("hand_id")
        .collect()
    )
    return hands["is_winner"].to_numpy(), hands["fan"].to_numpy()


# A variance over 20 groups is that of 19 squares: so far off with a chance of 1 in 10^4.
LEAST, MOST = (math.sqrt(chi2.ppf(p, 19) / 19) for p in (5e-5, 1 - 5e-5))


def test_paired_runs_against_differences_by_hand(long_runs):
    found = compare_runs(long_runs / "two", long_runs / "three", groups=20)
    n = 20_000
    sides = [by_hand(long_runs / name, n) for name in ("two", "three")]
    drawn = [(wins == 0).astype(float) for wins, _ in sides]
    expected = {"drawn": drawn[1] - drawn[0]}
    # A ratio to first order: what each hand adds to it.
    added = []
    for wins, fan in sides:
        mean = fan.sum() / wins.sum()
        added.append(mean + (fan - mean * wins) / wins.mean())
    expected["mean_fan"] = added[1] - added[0]
    for name, values in expected.items():
        row = term(found, name)
        assert row["method"] == PAIRED
        assert row["difference"] == pytest.approx(values.mean(), rel=1e-9)
        ratio = row["std_error"] / (values.std(ddof=1) / n**0.5)
        assert LEAST < ratio < MOST
        apart = np.hypot(
            *(
                term(pl.read_parquet(long_runs / side / "results.parquet"), name)["std_error"]
                for side in ("two", "three")
            )
        )
        assert row["gain"] == pytest.approx((apart / row["std_error"]) ** 2, rel=1e-9)
        half = (row["conf_high"] - row["conf_low"]) / 2
        assert half / row["std_error"] > 2.09  # Student's, of 19 degrees of freedom or fewer
    assert term(found, "mean_fan")["gain"] > 1.0


def test_runs_of_unequal_length(long_runs):
    found = term(compare_runs(long_runs / "two", long_runs / "longer", groups=20), "drawn")
    assert found["method"] == PAIRED
    one, _ = by_hand(long_runs / "two", 20_000)
    other, _ = by_hand(long_runs / "longer", 30_500)
    one, other = (one == 0).astype(float), (other == 0).astype(float)
    assert found["difference"] == pytest.approx(other.mean() - one.mean(), rel=1e-12)
    # Hand by hand: what the first 20 000 add to both means, and what the rest add to one.
    moved = (other - other.mean()) / 30_500
    moved[:20_000] -= (one - one.mean()) / 20_000
    assert LEAST < found["std_error"] / math.sqrt((moved**2).sum()) < MOST


def test_groups_can_be_left_out(long_runs):
    found = compare_runs(long_runs / "two", long_runs / "three", groups=0)
    assert set(found["method"]) == {"sum of errors"}
    with pytest.raises(InputError, match=r"^groups: 0, or 20 at least, not 19$"):
        compare_runs(long_runs / "two", long_runs / "three", groups=19)


def test_quantiles_are_not_paired(sessions):
    found = compare_runs(sessions / "two", sessions / "three", groups=20)
    methods = dict(found.group_by("method").agg("term").rows())
    assert set(methods) == {PAIRED, "sum of errors"}
    assert not any("_q" in name for name in methods[PAIRED])
    assert {"stays", "streak_mean", "score_mean"} <= set(methods[PAIRED])
    assert {"score_q50", "drawdown_q95"} <= set(methods["sum of errors"])


@pytest.mark.parametrize("experiment", REMADE)
def test_results_made_again(experiment, sessions, tmp_path):
    folder = tmp_path / experiment
    if experiment == "sessions":
        folder = sessions / "three"
    else:
        game = "wenling" if experiment in ("points", "rules") else "tianjin"
        noisy = {"strategy": "speed", "epsilon": 0.1}
        players = ["value", noisy]
        EXPERIMENTS[experiment](folder, 450, seed=5, game=game, strategies=players)
    written = pl.read_parquet(folder / "results.parquet")
    made = remake(folder)
    again = made.results(made.run)
    told = written["family"] != "agreement"
    assert told.sum() > 4
    assert again.filter(told).select(ESTIMATES).equals(written.filter(told).select(ESTIMATES))


def test_stakes_with_a_block_left_out(tmp_path):
    """The hands that remain are a run of their own, of which ruin and the game are made, too."""
    options = {"seed": 5, "strategies": ["speed"], "n_hands": 40, "bankrolls": [20.5, 60]}
    run = EXPERIMENTS["stakes"]
    made = remake(run(tmp_path / "long", 2400, **options).folder)
    found = made.results(LeftOut(made.run, 1, 3))
    short = run(tmp_path / "short", 1000, **options).results
    told = ["cell", "role", "term", "estimate", "conf_low", "conf_high", "n_trials"]
    assert found.select(told).equals(short.select(told))
    assert not found["term"].str.contains("less_luck").any()


def test_results_that_are_not_made_again(tmp_path):
    EXPERIMENTS["deals"](tmp_path / "deals", 500, seed=1)
    assert remake(tmp_path / "deals") is None
    with pytest.raises(InputError):
        remake(tmp_path)


TERMS = 300
TABLE = hands_table("toy", *(Column(f"x{k}", pl.Float64, "a value") for k in range(TERMS)))


def toy(folder, values, block_size=10):
    config = RunConfig(
        experiment="toy",
        game="tianjin",
        rules_sha256=sha256_of({}),
        seed=7,
        stream="walls",
        block_size=block_size,
    )
    with RunFolder.start(folder, config, TABLE, n_hands=len(values)) as run:
        for block in run.missing():
            here = np.arange(block.first_hand, block.first_hand + block.n_hands)
            columns = {f"x{k}": values[here, k] for k in range(TERMS)}
            run.add(block, TABLE.frame({"hand_id": here, **columns}))
    return Remade(RunReader(folder, TABLE), ratios)


def ratios(run):
    """The mean of each column among hands whose first column is positive, and their number."""
    hands = run.scan().collect()
    assert hands["hand_id"].to_list() == list(range(run.n_hands_done))
    values = hands.filter(pl.col("x0") > 0).drop("hand_id").to_numpy().mean(axis=0)
    return pl.DataFrame({"term": [f"x{k}" for k in range(TERMS)], "estimate": values})


def toy_scores(folder, n_hands, seed):
    """Scores of the differences of two toy runs whose differences are known to be 0.25."""
    rng = np.random.default_rng(seed)
    n = max(n_hands)
    shared = rng.standard_exponential((n, TERMS))
    own = rng.standard_exponential((n, TERMS)) * 0.5 - 0.25
    shared[:, 0] = rng.standard_normal(n)
    own[:, 0] = -0.25
    sides = (shared, shared + own)
    runs = [
        toy(folder / str(k), side[:size])
        for k, (side, size) in enumerate(zip(sides, n_hands, strict=True))
    ]
    rows = pl.DataFrame({"term": [f"x{k}" for k in range(TERMS)]})
    for name, run in zip(("estimate", "estimate_b"), runs, strict=True):
        rows = rows.with_columns(run.results(run.run)["estimate"].alias(name))
    found = paired_errors(runs, rows, groups=40)
    assert found.groups == 40
    difference = (rows["estimate_b"] - rows["estimate"]).to_numpy()[1:]
    return (difference - 0.25) / found.std_error[1:], found


@pytest.mark.parametrize("n_hands", [(800, 800), (800, 1200), (1403, 807)])
def test_scores_of_paired_differences(tmp_path, n_hands):
    scores, found = toy_scores(tmp_path, n_hands, seed=8)
    # Squares of Student's scores of 39 degrees of freedom have mean 39 / 37; of 299 of them the
    # mean is within 27 % of it with a chance of more than 99.9 % (a little less where columns
    # skew), and that of the scores within 0.2 of none.
    assert 0.77 < (scores**2).mean() < 1.34
    assert abs(scores.mean()) < 0.2
    assert (np.abs(scores) < 4.5).all()
    assert (found.df <= 39).all()


def test_few_groups_that_differ_make_a_poor_error(tmp_path):
    values = np.ones((400, TERMS))
    other = values.copy()
    other[[3, 17], 1] = 2.0
    other[::10, 2] = 2.0
    other[::7, 3] = 2.0
    runs = [toy(tmp_path / str(k), side) for k, side in enumerate((values, other))]
    rows = (
        runs[0]
        .results(runs[0].run)
        .with_columns(runs[1].results(runs[1].run)["estimate"].alias("estimate_b"))
    )
    found = paired_errors(runs, rows, groups=40)
    # Two hands in two groups; in each group one, which is no spread; some in all.
    assert found.df[1] in (3, 4)
    assert found.std_error[1] == pytest.approx(math.sqrt(2) / 400, rel=0.03)
    assert math.isnan(found.std_error[2])
    assert found.df[3] > 20
    assert math.isnan(found.std_error[0])


def test_terms_that_are_not_as_written_are_not_paired(tmp_path):
    values = np.random.default_rng(9).standard_normal((400, TERMS))
    runs = [toy(tmp_path / str(k), values + k * values**2) for k in range(2)]
    rows = (
        runs[0]
        .results(runs[0].run)
        .with_columns(runs[1].results(runs[1].run)["estimate"].alias("estimate_b"))
    )
    rows = rows.with_columns(
        pl.when(pl.col("term") == "x5").then(0.1).otherwise("estimate").alias("estimate")
    )
    found = paired_errors(runs, rows, groups=20)
    assert np.flatnonzero(np.isnan(found.std_error)).tolist() == [5]
    assert paired_errors(runs, rows, groups=19) is None


def test_left_out(tmp_path):
    values = np.arange(33.0)[:, np.newaxis].repeat(TERMS, axis=1)
    run = toy(tmp_path / "run", values).run
    rest = LeftOut(run, 2, 4)
    assert (rest.n_hands_done, rest.n_hands_prefix, rest.n_hands_left_out) == (20, 20, 13)
    assert rest.hands()["x0"].to_list() == list(range(20))
    rest = LeftOut(run, 0, 1)
    assert rest.hands()["x0"].to_list() == list(range(10, 33))
    assert group_bounds((33, 4), 20)[-1] == 33


@pytest.mark.slow
def test_scores_of_runs_of_other_rules(tmp_path):
    """Over seeds, differences spread as their errors say."""
    seeds, key = range(100, 160), ["cell", "role", "term"]
    found = []
    for seed in seeds:
        folders = []
        for name, rules in (("two", Rules()), ("three", Rules(min_fan=3))):
            folders.append(tmp_path / str(seed) / name)
            EXPERIMENTS["sessions"](
                folders[-1], 200, seed=seed, n_hands=5, rules=rules, strategies=["speed"]
            )
        found.append(compare_runs(*folders, groups=40))
    mean = pl.col("difference").mean().over(key)
    spread = (
        pl.concat(found)
        .filter(pl.col("method").str.starts_with("paired"))
        .with_columns(z=(pl.col("difference") - mean) / pl.col("std_error"))
        .group_by(key)
        .agg(pl.col("z").var(), pl.len())
        .filter(pl.col("len") == len(seeds))
    )
    assert len(spread) >= 10
    # Squares of Student's scores have mean 39 / 37. The terms depend on each other: their mean is
    # taken for that of five independent ones, 300 scores, which is within 27 % of it with a
    # chance of more than 99.9 %.
    assert 0.77 < spread["z"].mean() < 1.34


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
    assert "independent: 8 terms" in shown
    assert "value among speed" in shown
    assert main(["compare", str(runs / "a"), str(runs / "w")]) == 2


def test_command_line_of_paired_runs(sessions, capsys):
    folders = [str(sessions / name) for name in ("two", "three")]
    assert main(["compare", *folders, "--groups", "20"]) == 0
    shown = capsys.readouterr().out
    assert f"error  {PAIRED}: " in shown
    rows = [line.split() for line in shown.splitlines()]
    assert {row[-1] for row in rows if "score_mean" in row} == {"paired"}
    assert {row[-1] for row in rows if "score_q50" in row} == {"sum"}
    assert main(["compare", *folders, "--groups", "3"]) == 2
