"""Experiments ``strategies``, ``stakes``, ``categories`` against sums over `mjsim.play`."""

import numpy as np
import polars as pl
import pytest

import mjsim
from mjsim import InputError, stats
from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.stakes_results import payoffs_of
from mjsim.experiments.until import run_until
from mjsim.stats import Until

N = 1500


def row(result, term, **where):
    found = result.results.filter(pl.col("term") == term)
    for column, value in where.items():
        found = found.filter(pl.col(column) == value)
    assert found.height == 1, (term, where, found.height)
    return found.row(0, named=True)


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_gains_are_those_of_play(tmp_path, game):
    result = EXPERIMENTS["strategies"](tmp_path / "run", N, seed=3, game=game)
    walls = np.zeros(N)
    for seat in range(4):
        table = ["speed"] * 4
        table[seat] = "value"
        hands = mjsim.play(game, table, N, seed=3, columns=["payoff"])
        walls += hands.filter(pl.col("seat") == seat)["payoff"].to_numpy()
    gain = row(result, "gain", cell="value among speed")
    assert gain["estimate"] == pytest.approx(walls.mean() / 4, rel=1e-12)
    assert gain["std_error"] == pytest.approx(walls.std(ddof=1) / 4 / N**0.5, rel=1e-12)
    assert gain["n_trials"] == N
    assert gain["conf_low"] < gain["estimate"] < gain["conf_high"]


def test_contrasts_of_a_round_robin(tmp_path):
    """One place among the same three, wall by wall; three intervals hold together."""
    n, players = 500, ["random", "speed", {"strategy": "value", "risk": 0.25}]
    result = EXPERIMENTS["strategies"](tmp_path / "run", n, seed=6, strategies=players)
    found = result.results.filter(pl.col("family") == "contrast")
    assert found.select("cell", "term").rows() == [
        ("random among speed", "gain_less:value(risk:0.25)"),
        ("random among value(risk=0.25)", "gain_less:speed"),
        ("speed among random", "gain_less:value(risk:0.25)"),
    ]
    walls = np.zeros((2, n))
    for values, one in zip(walls, ("random", players[2]), strict=True):
        for seat in range(4):
            table = ["speed"] * 4
            table[seat] = one
            hands = mjsim.play("tianjin", table, n, seed=6, columns=["payoff"])
            values += hands.filter(pl.col("seat") == seat)["payoff"].to_numpy() / 4
    apart = stats.paired(*walls, level=1 - 0.05 / 3).difference
    contrast = row(result, "gain_less:value(risk:0.25)", cell="random among speed")
    for name, wanted in [
        ("estimate", apart.value),
        ("std_error", apart.se),
        ("conf_low", apart.ci_low),
        ("conf_high", apart.ci_high),
    ]:
        assert contrast[name] == pytest.approx(wanted, rel=1e-12)
    assert (contrast["conf_level"], contrast["method"]) == (0.95, "paired t, Bonferroni over 3")
    alone = EXPERIMENTS["strategies"](tmp_path / "two", 50, seed=6, strategies=players[:2])
    assert "contrast" not in alone.results["family"].to_list()


def test_contrasts_hold_at_every_look(tmp_path):
    rule = Until.parse("gain: half_width=2", max_n=3000)
    players = ["random", "speed", "value"]
    run = EXPERIMENTS["strategies"]
    result = run_until(run, tmp_path / "run", rule, seed=6, strategies=players)
    found = result.results.filter(pl.col("family") == "contrast")
    assert found["method"].unique().to_list() == ["Bonferroni over 3, asymptotic sequence"]
    n = found["n_trials"][0]
    fixed = run(tmp_path / "fixed", n, seed=6, strategies=players).results
    narrower = fixed.filter(pl.col("family") == "contrast")
    assert (found["conf_low"] < narrower["conf_low"]).all()
    assert (found["conf_high"] > narrower["conf_high"]).all()


def test_runs_do_not_depend_on_workers_and_extend(tmp_path):
    run = EXPERIMENTS["strategies"]
    whole = run(tmp_path / "a", 2500, seed=4)
    run(tmp_path / "b", 1200, seed=4)
    again = run(tmp_path / "b", 2500, seed=4, workers=2)
    assert again.results.equals(whole.results)
    with pytest.raises(InputError):
        run(tmp_path / "b", 2500, seed=5)
    with pytest.raises(InputError):
        run(tmp_path / "b", 2500, seed=4, strategies=["random", "value"])


@pytest.mark.parametrize("strategies", [["speed"], ["speed", "speed"], []])
def test_strategies_to_compare(tmp_path, strategies):
    with pytest.raises(InputError, match=r"^strategies: two or more that differ"):
        EXPERIMENTS["strategies"](tmp_path / "run", 10, seed=1, strategies=strategies)


def test_settings_are_what_play_pays(tmp_path):
    result = EXPERIMENTS["stakes"](tmp_path / "run", N, seed=5, strategies=["value"])
    for sit, pull in ((0, 0), (1, 0), (0, 1), (1, 2)):
        hands = mjsim.play(
            "tianjin", "value", N, seed=5, sit=sit, pulls=(pull,) * 4, columns=["payoff", "dealer"]
        ).with_columns(place=(pl.col("seat") + 4 - pl.col("dealer")) % 4)
        for place, role in enumerate(("dealer", "place1", "place2", "place3")):
            own = hands.filter(pl.col("place") == place)["payoff"].to_numpy()
            setting = f"sit{sit}:pulls{pull},{pull},{pull}"
            mean = row(result, f"mean {setting}", role=role)
            assert mean["estimate"] == pytest.approx(own.mean(), abs=1e-12)
            assert mean["std_error"] == pytest.approx(own.std(ddof=1) / N**0.5, rel=1e-9)
            spread = row(result, f"sd {setting}", role=role)
            assert spread["estimate"] == pytest.approx(own.std(ddof=1), rel=1e-12)
            assert row(result, f"loses {setting}", role=role)["n_success"] == (own < 0).sum()
    assert result.results.filter(pl.col("family") == "mean").height == 54 * 4


def test_payoffs_are_linear_in_stakes():
    rng = np.random.default_rng(6)
    flows = rng.integers(-9, 9, (50, 4, 4)).astype(float)
    flows -= flows.transpose(0, 2, 1)
    dealers = rng.integers(0, 4, 50)
    pulls = rng.integers(0, 3, (50, 4))
    found = payoffs_of(flows, dealers, 1, pulls)
    for hand in range(50):
        for seat in range(4):
            paid = 0.0
            for other in range(4):
                stake = 1
                if seat == dealers[hand] != other:
                    stake = 2 ** (1 + pulls[hand, other])
                elif other == dealers[hand] != seat:
                    stake = 2 ** (1 + pulls[hand, seat])
                paid += flows[hand, seat, other] * stake
            assert found[hand, seat] == paid


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_categories_are_those_of_play(tmp_path, game):
    result = EXPERIMENTS["categories"](tmp_path / "run", N, seed=7, game=game)
    names = mjsim.tianjin.LABELS if game == "tianjin" else mjsim.wenling.LABELS
    for strategy in ("speed", "value"):
        hands = mjsim.play(game, strategy, N, seed=7, columns=["result", "flags"])
        wins = hands.filter("is_winner")
        drawn = row(result, "drawn", cell=strategy)
        assert drawn["n_success"] == N - wins["hand_id"].n_unique()
        for name in names:
            had = wins.filter(f"is_{name}")
            per_hand = row(result, f"per_hand={name}", cell=strategy)
            assert per_hand["n_success"] == had["hand_id"].n_unique()
            per_win = row(result, f"per_win={name}", cell=strategy)
            assert per_win["estimate"] == pytest.approx(had.height / wins.height, abs=1e-12)
        worth = "fan" if game == "tianjin" else "points"
        assert row(result, f"mean_{worth}", cell=strategy)["estimate"] == pytest.approx(
            wins[worth].mean(), rel=1e-12
        )
        places = [row(result, f"winner=place{i}", cell=strategy) for i in (1, 2, 3)]
        places.append(row(result, "winner=dealer", cell=strategy))
        assert sum(place["estimate"] for place in places) == pytest.approx(1)


def test_heavenly_wins_stand_beside_their_chance(tmp_path):
    result = EXPERIMENTS["categories"](tmp_path / "run", 3000, seed=8, strategies=["speed"])
    exact = 1 - mjsim.exact.deal_fan_distribution("tianjin")[0]
    assert row(result, "per_hand=tianhu")["exact"] == pytest.approx(float(exact))
    assert result.agrees
    noisy = {"strategy": "speed", "epsilon": 0.5}
    result = EXPERIMENTS["categories"](tmp_path / "noisy", 500, seed=8, strategies=[noisy])
    assert row(result, "per_hand=tianhu")["exact"] is None


def test_hands_are_kept_once(tmp_path):
    result = EXPERIMENTS["stakes"](tmp_path / "run", 300, seed=9, strategies=["speed"])
    hands = pl.read_parquet(result.folder / "hands" / "*.parquet")
    assert hands.height == 300 * 4
    duel = EXPERIMENTS["strategies"](tmp_path / "duel", 300, seed=9)
    hands = pl.read_parquet(duel.folder / "hands" / "*.parquet")
    # Of each table the one player's row alone.
    assert hands.height == 300 * 8
    assert (hands["seat"] == hands["cell"] % 4).all()
