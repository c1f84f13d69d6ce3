"""Experiments at the table: their numbers again by plain sums; resumed, and on two workers."""

from itertools import count, pairwise

import numpy as np
import polars as pl
import pytest

from mjsim.errors import InputError
from mjsim.exact import shanten_distribution
from mjsim.exact.wenling_deals import de_distribution
from mjsim.experiments import EXPERIMENTS, run_points, run_rules, run_sessions, run_waits
from mjsim.experiments.rules import OPTIONS, read_options
from mjsim.experiments.sessions_results import drawdowns
from mjsim.experiments.table_counts import difference, mean_among, share_among
from mjsim.playing.games import PLAYED
from mjsim.playing.sessions import play_sessions
from mjsim.playing.table import play
from mjsim.stats import clustered_quantile
from mjsim.store import read_manifest
from mjsim.tianjin import Rules
from mjsim.wenling import settle

SEED = 11
N = 1500
GAMES = ("tianjin", "wenling")
PLAYERS = ("speed", "value")


def row(result, term, cell="speed", **where):
    """Return the one row of a term."""
    found = result.results.filter(
        pl.col("term") == term,
        pl.col("cell") == cell,
        *(pl.col(name) == value for name, value in where.items()),
    )
    assert found.height == 1, (term, cell, where, found.height)
    return found.row(0, named=True)


def by_hand(frame, values):
    return (
        frame.select("hand_id", values.cast(pl.Float64).alias("x"))
        .group_by("hand_id", maintain_order=True)
        .agg(pl.col("x").sum())["x"]
        .to_numpy()
    )


def plain_ratio(frame, total, of):
    """The ratio of two sums, and its error by the formula of the books."""
    y, x = by_hand(frame, total.fill_null(0)), by_hand(frame, of)
    value = y.sum() / x.sum()
    used = (x != 0) | (y != 0)
    m = used.sum()
    return value, np.sqrt(m / (m - 1) * ((y - value * x) ** 2).sum()) / x.sum()


def same(found, value, error=None):
    assert found["estimate"] == pytest.approx(value, rel=1e-9, abs=1e-12)
    if error is not None:
        assert found["std_error"] == pytest.approx(error, rel=1e-6)
    assert found["conf_low"] <= found["estimate"] <= found["conf_high"]


@pytest.fixture(scope="module")
def waits(tmp_path_factory):
    return {
        game: run_waits(tmp_path_factory.mktemp("waits"), N, seed=SEED, game=game) for game in GAMES
    }


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    return {
        game: run_rules(tmp_path_factory.mktemp("rules"), 600, seed=SEED, game=game)
        for game in GAMES
    }


@pytest.fixture(scope="module")
def points(tmp_path_factory):
    return run_points(tmp_path_factory.mktemp("points"), N, seed=SEED)


@pytest.fixture(scope="module")
def sessions(tmp_path_factory):
    return {
        game: run_sessions(
            tmp_path_factory.mktemp("sessions"), 120, seed=SEED, game=game, n_hands=24
        )
        for game in GAMES
    }


def test_registered():
    assert {"waits", "rules", "points", "sessions"} <= set(EXPERIMENTS)


def test_helpers():
    hits, of = np.array([[1, 0], [1, 1], [0, 0]] * 40), np.array([[1, 1], [1, 1], [0, 1]] * 40)
    share, mean = share_among(hits, of, seed=1), mean_among(hits, of, seed=1)
    assert (share.value, share.se) == (mean.value, mean.se)
    assert 0 < share.ci_low < share.value < share.ci_high < 1
    assert mean_among([0, 0], [0, 0], seed=1).method == "no trials"
    assert share_among([0, 0], [0, 0], seed=1).ci_high == 1.0
    assert share_among([1] * 9, [1] * 9, seed=1).ci_low == pytest.approx(0.025 ** (1 / 9))
    # Of disjoint trials the difference has the error of two samples.
    x, group = np.arange(400.0) % 7, np.arange(400) % 2 == 0
    found = difference((x * group, group), (x * ~group, ~group), seed=1).difference
    one, other = x[group], x[~group]
    assert found.value == pytest.approx(one.mean() - other.mean())
    assert found.se == pytest.approx(np.hypot(one.std(), other.std()) / np.sqrt(200), rel=0.01)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("player", PLAYERS)
def test_waits(waits, game, player):
    columns = ["dealer", "is_winner", "categories", "n_wilds", "waits"]
    hands = play(game, player, N, seed=SEED, columns=columns)
    result = waits[game]
    for moment in ("ready", "able", "win"):
        had = pl.col(f"{moment}_kinds").is_not_null()
        for what in ("kinds", "tiles", "win_tiles"):
            name = f"{moment}_{what}"
            same(row(result, name, player), *plain_ratio(hands, pl.col(name), had))
        for kinds, hit in (("3", pl.col(f"{moment}_kinds") == 3),
                           ("10+", pl.col(f"{moment}_kinds") >= 10)):  # fmt: skip
            value, _ = plain_ratio(hands, hit, had)
            same(row(result, f"{moment}_kinds={kinds}", player), value)
    turns = hands["ready_turn"]
    same(row(result, "ever_ready", player, role=""), turns.is_not_null().mean())
    same(row(result, "ready_turn=5", player, role=""), (turns.fill_null(-1) == 5).mean())
    same(row(result, "ready_turn=never", player, role=""), turns.is_null().mean())
    dealt = hands.filter(pl.col("dealer") == pl.col("seat"))
    same(row(result, "ever_able", player, role="dealer"), dealt["able_turn"].is_not_null().mean())
    given = pl.col("ready_kinds") == 3
    same(row(result, "win|ready_kinds=3", player),
         *plain_ratio(hands, given & pl.col("is_winner"), given))  # fmt: skip
    category, bit = {"tianjin": ("long", 3), "wenling": ("qiandang", 2)}[game]
    won = pl.col("win_kinds").is_not_null() & ((pl.col("categories") // 2**bit) % 2 == 1)
    won = won.fill_null(False)
    found = row(result, f"win_tiles|{category}", player)
    same(found, *plain_ratio(hands, pl.when(won).then("win_tiles"), won))
    wilds = pl.col("win_kinds").is_not_null() & (pl.col("n_wilds") == 1)
    found = row(result, "win_tiles|wilds:1", player)
    same(found, *plain_ratio(hands, pl.when(wilds).then("win_tiles"), wilds))


@pytest.mark.parametrize("game", GAMES)
def test_waits_shares_sum_to_one(waits, game):
    results = waits[game].results
    for family in ("ready_kinds", "able_kinds", "win_kinds", "ready_turn", "able_turn"):
        those = results.filter(pl.col("family") == family, pl.col("role") == "")
        sums = those.group_by("cell").agg(pl.col("estimate").sum())["estimate"]
        assert sums.to_list() == pytest.approx([1.0, 1.0])
    assert set(results.filter(pl.col("cell") != "")["n_trials"]) == {N}
    assert waits[game].agrees


def test_ready_as_dealt_is_exact(waits):
    exact = shanten_distribution("tianjin", 13)[0]
    found = row(waits["tianjin"], "ready_turn=0", role="other")
    assert found["exact_fraction"] == f"{exact.numerator}/{exact.denominator}"
    assert row(waits["wenling"], "ready_turn=0", role="other")["exact"] is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("player", PLAYERS)
def test_rules(rules, game, player):
    result, n = rules[game], 600
    worth = {"tianjin": "fan", "wenling": "points"}[game]
    default = PLAYED[game].default()
    columns = ["dealer", "payoff", "is_winner", worth]
    base = play(game, player, n, seed=SEED, columns=columns)
    won, dealt = pl.col("is_winner"), pl.col("dealer") == pl.col("seat")

    def figures(hands):
        return {
            "dealer_payoff": by_hand(hands, pl.col("payoff") * dealt).mean(),
            "winner_payoff": hands.filter(won)["payoff"].mean(),
            f"mean_{worth}": hands.filter(won)[worth].mean(),
            "drawn": (by_hand(hands, won) == 0).mean(),
            "sd_payoff": hands["payoff"].std(ddof=0),
        }

    defaults = figures(base)
    for term, value in defaults.items():
        same(row(result, term, player, option="default"), value)
    settings = read_options(default, OPTIONS[game])
    assert set(result.results["option"]) == {"default", *settings}
    for option, changed in settings.items():
        # Whatever was rescored comes out as if it were replayed.
        hands = play(game, player, n, seed=SEED, rules=changed, columns=columns)
        differs = (hands["payoff"] != base["payoff"]).to_numpy().reshape(-1, 4).any(axis=1)
        assert row(result, "changed", player, option=option)["estimate"] == differs.mean()
        for term, value in figures(hands).items():
            same(row(result, term, player, option=option), value)
            if term != "sd_payoff" or differs.any():
                found = row(result, f"{term}_less_default", player, option=option)
                same(found, value - defaults[term])
        if differs.any():
            apart = by_hand(hands, pl.col("payoff") * dealt) - by_hand(
                base, pl.col("payoff") * dealt
            )
            if apart.any():
                found = row(result, "dealer_payoff_less_default", player, option=option)
                assert found["std_error"] == pytest.approx(apart.std(ddof=1) / np.sqrt(n))


def test_rules_says_how(rules):
    how = {
        (cell, option): how
        for cell, option, how in rules["tianjin"].results.select("cell", "option", "how").rows()
    }
    assert how["speed", "su_ben_long=true"] == "rescored"
    assert how["value", "su_ben_long=true"] == "replayed"  # which reads it
    assert {how[player, "min_fan=3"] for player in PLAYERS} == {"replayed"}  # other wins are legal
    labels = rules["tianjin"].results.filter(pl.col("family") == "difference")
    assert (labels["label"].str.contains("重算") == (labels["how"] == "rescored")).all()
    cells = read_manifest(rules["tianjin"].folder).config.design["cells"]
    assert {cell["settled"] for cell in cells} == {True, False}


class Restless:
    """Says that it reads nothing, and plays otherwise each time."""

    reads = frozenset()
    reads_stakes = False
    made = count()

    def __init__(self):
        self.number = next(self.made)

    def new_hand(self): ...

    def choose(self, view, actions):
        return self.number % len(actions)


def test_rules_replays_what_it_rescores(tmp_path):
    with pytest.raises(InputError, match="Restless · chan_points=2: plays otherwise"):
        run_rules(tmp_path, 20, seed=1, strategies=[Restless], options={"chan_points": 2})
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["min_fan"], "not OPTION=VALUE"),
        (["minfan=1"], "no option 'minfan'"),
        ({"minfan": 1}, "no option 'minfan'"),
        (["min_fan=two"], "min_fan is a whole number"),
        (["dihu=maybe"], "dihu is true or false"),
        (["min_fan=2"], "min_fan=2 changes nothing"),
        (["min_fan=3", "min_fan=3"], "comes twice"),
        ({"min_fan": tuple(range(3, 40))}, "1 to 31"),
        ([], "1 to 31"),
        ("min_fan=3", "not the text"),
    ],
)
def test_options_refused(tmp_path, options, words):
    with pytest.raises(InputError, match=words):
        run_rules(tmp_path, 10, seed=1, options=options)


def test_options_read():
    assert read_options(Rules(), {"min_fan_exempt": {"su"}}).keys() == {"min_fan_exempt=su"}
    assert read_options(Rules(), {"min_fan": (1, 3)}).keys() == {"min_fan=1", "min_fan=3"}


@pytest.mark.parametrize("player", PLAYERS)
def test_points(points, player):
    hands = play("wenling", player, N, seed=SEED, columns=["result", "flags"])
    won = pl.col("is_winner")
    winners = hands.filter(won)
    some = hands["winner"].is_not_null()
    losers = hands.filter(some & ~hands["is_winner"])
    same(row(points, "winner_points", player), *plain_ratio(hands, pl.col("points") * won, won))
    same(
        row(points, "winner_points=100-140", player), winners["points"].is_between(100, 149).mean()
    )
    same(row(points, "winner_points=500", player), (winners["points"] == 500).mean())
    same(row(points, "loser_points", player), losers["points"].mean())
    same(row(points, "loser_points=20", player), (losers["points"] == 20).mean())
    same(row(points, "beyond_cap", player), (winners["uncapped"] > 500).mean())
    same(row(points, "drawn", player), (~some).mean())
    same(row(points, "per_win=sande", player), winners["is_sande"].mean())
    same(
        row(points, "per_hand=sande", player), winners.filter("is_sande")["hand_id"].n_unique() / N
    )
    pays = hands.filter(pl.col("liable") == pl.col("seat"))
    same(row(points, "bao=any", player), pays.height / N)
    same(row(points, "bao_paid:any", player), -pays["payoff"].mean())
    more = []
    for hand, seat, payoff in pays.select("hand_id", "seat", "payoff").rows():
        four = hands.filter(pl.col("hand_id") == hand)
        otherwise = settle(four["points"].to_list(), winners=[four["winner"][0]],
                           dealer=four["dealer"][0])  # fmt: skip
        more.append(float(otherwise[seat]) - payoff)
    same(row(points, "bao_cost:any", player), np.mean(more))
    assert np.mean(more) > 0
    noisy, quiet = (winners.filter(pl.col("is_naonao") == mode) for mode in (True, False))
    found = row(points, "winner_points|naonao_less_normal", player)
    same(found, noisy["points"].mean() - quiet["points"].mean())
    held = hands.filter(pl.col("n_wilds") == 1)
    same(row(points, "payoff|de:1", player), held["payoff"].mean())
    same(row(points, "win|de=1", player), held["is_winner"].mean())
    shown = hands.filter(pl.col("n_shown") == 2)
    same(row(points, "payoff|shown:2", player), shown["payoff"].mean())


def test_points_exact(points):
    assert points.agrees
    assert row(points, "naonao")["exact_fraction"] == "5/36"
    found = row(points, "de_dealt=1", role="dealer")
    assert found["exact"] == float(de_distribution(17)[1])
    for family in ("winner_points", "loser_points"):
        those = points.results.filter(pl.col("family") == family)
        sums = those.group_by("cell").agg(pl.col("estimate").sum())["estimate"]
        assert sums.to_list() == pytest.approx([1.0, 1.0])


def test_points_is_of_wenling(tmp_path):
    with pytest.raises(InputError, match="game: wenling"):
        run_points(tmp_path, 10, seed=1, game="tianjin")


@pytest.mark.parametrize("game", GAMES)
def test_sessions(sessions, game):
    n, n_hands = 120, 24
    result = sessions[game]
    for player in PLAYERS:
        rows = play_sessions(game, player, n, n_hands, seed=SEED)
        scores = rows["score"].to_numpy().reshape(n, n_hands, 4)
        final = scores[:, -1]
        same(row(result, "score_mean", player, role="seat2"),
             final[:, 2].mean(), final[:, 2].std(ddof=1) / np.sqrt(n))  # fmt: skip
        same(row(result, "score_sd", player, role=""), final.std())
        same(row(result, "score_q75", player, role=""), np.quantile(final, 0.75))
        same(row(result, "drawdown_mean", player, role=""),
             np.mean([[fall(one) for one in each.T] for each in scores]))  # fmt: skip
        bankroll = {"tianjin": 100, "wenling": 500}[game]
        ruined = scores.min(axis=1) <= -bankroll
        same(row(result, f"ruin({bankroll})", player, role=""), ruined.mean())
        streak = rows["streak"].to_numpy().reshape(n, n_hands, 4)[:, :, 0].astype(int)
        lengths = [now for each in streak for now, then in pairwise(each)
                   if then == 1]  # fmt: skip
        same(row(result, "streak_mean", player), np.mean(lengths))
        same(row(result, "streak=2", player), np.mean(np.array(lengths) == 2))
        same(row(result, "stays", player), 1 - len(lengths) / (n * (n_hands - 1)))
    rows = play_sessions(game, ["value", "speed", "speed", "speed"], n, n_hands, seed=SEED)
    scores = rows["score"].to_numpy().reshape(n, n_hands, 4)
    for hands in (10, 20, 24):
        after = scores[:, hands - 1]
        cell = "value among speed"
        same(row(result, f"ahead_after={hands}", cell), (after[:, 0] > 0).mean())
        same(row(result, f"leads_after={hands}", cell),
             (after[:, 0] > after[:, 1:].max(axis=1)).mean())  # fmt: skip
    assert set(result.results["n_trials"]) == {n}


def test_hands_until_ahead(sessions):
    found = row(sessions["tianjin"], "hands_until_ahead:0.95", "value among speed")
    rows = play_sessions("tianjin", ["value", "speed", "speed", "speed"], 120, 24, seed=SEED)
    final = rows.filter(pl.col("nth") == 23, pl.col("seat") == 0)["score"].to_numpy()
    same(found, 24 * (1.6448536269514722 * final.std(ddof=1) / final.mean()) ** 2)
    losing = sessions["tianjin"].results.filter(
        pl.col("cell") == "speed among value", pl.col("term").str.starts_with("hands_until")
    )
    assert losing.is_empty()


def fall(scores):
    best = worst = 0.0
    for score in scores:
        best = max(best, score)
        worst = max(worst, best - score)
    return worst


def test_drawdowns_and_quantiles():
    scores = np.random.default_rng(3).normal(size=(50, 20, 4)).cumsum(axis=1)
    plain = [[fall(one) for one in each.T] for each in scores]
    assert drawdowns(scores) == pytest.approx(np.array(plain))
    # The intervals of the median hold it about as often as they say.
    draws = np.random.default_rng(5).normal(size=(400, 200, 1))
    held = [q.ci_low <= 0 <= q.ci_high for q in (clustered_quantile(x, 0.5, seed=1) for x in draws)]
    assert 0.92 < np.mean(held) < 0.98


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"n_hands": 0}, "n_hands"),
        ({"n_hands": 1001}, "n_hands"),
        ({"bankroll": 0}, "bankroll"),
        ({"bankroll": float("nan")}, "bankroll"),
        ({"sit": 2}, "sit"),
        ({"game": "wenling", "pulls": 1}, "no 拉莊"),
    ],
)
def test_sessions_refused(tmp_path, settings, words):
    with pytest.raises(InputError, match=words):
        run_sessions(tmp_path, 5, seed=1, **settings)


def test_session_of_one_hand(tmp_path):
    result = run_sessions(tmp_path, 8, seed=1, n_hands=1, strategies=["speed"], sit=1)
    assert set(result.results["family"]) == {"score", "drawdown", "ruin"}


RUNS = {
    "waits": (run_waits, {}, (1100, 1700)),
    "rules": (run_rules, {"options": ["chan_points=2", "min_fan=3"]}, (1100, 1700)),
    "points": (run_points, {}, (1100, 1300)),
    "sessions": (run_sessions, {"n_hands": 6}, (110, 300)),
}


@pytest.mark.parametrize("name", RUNS)
def test_resumed_and_on_two_workers(tmp_path, name):
    run, settings, (first, n) = RUNS[name]
    seen = []
    run(tmp_path / "a", first, seed=5, strategies=["speed"], **settings)
    resumed = run(tmp_path / "a", n, seed=5, strategies=["speed"], progress=seen.append, **settings)
    assert seen[0] == first  # what was there counts at once
    for workers in (1, 2):
        whole = run(
            tmp_path / str(workers), n, seed=5, strategies=["speed"], workers=workers, **settings
        )
        assert whole.results.equals(resumed.results)
        assert whole.results["run_id"].n_unique() == 1
        hands = [
            pl.read_parquet(f"{each.folder}/hands/*.parquet").sort(pl.all())
            for each in (whole, resumed)
        ]
        assert hands[0].equals(hands[1])


@pytest.mark.parametrize("name", RUNS)
def test_refused(tmp_path, name):
    run, settings, _ = RUNS[name]
    with pytest.raises(InputError, match="n: a whole number"):
        run(tmp_path, 0, seed=1, **settings)
    with pytest.raises(InputError, match="game"):
        run(tmp_path, 10, seed=1, game="sichuan", **settings)
    with pytest.raises(InputError, match="strategy"):
        run(tmp_path, 10, seed=1, strategies=["nobody"], **settings)
    for players in ([], ["speed", "speed"]):
        with pytest.raises(InputError, match="strategies: one or more that differ"):
            run(tmp_path, 10, seed=1, strategies=players, **settings)
    run(tmp_path, 10, seed=1, strategies=["speed"], **settings)
    with pytest.raises(InputError, match="holds another run"):
        run(tmp_path, 10, seed=2, strategies=["speed"], **settings)
