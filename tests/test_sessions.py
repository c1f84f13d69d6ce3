"""Sessions: who deals next, stakes set or asked for, scores, and that every hand is its own."""

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import polars as pl
import pytest
from told import NOISY, PLATFORM, TRADITIONAL, as_view
from told_wenling import PARLOUR, SEED
from toy_players import Eager, First

from mjsim import InputError
from mjsim.playing import COLUMNS, GROUPS, Phase, StrategyError, play_sessions, record_wall
from mjsim.playing.sessions import SESSION_COLUMNS
from mjsim.playing.walls import wall_of_hand

RULES = {
    "platform": ("tianjin", PLATFORM),
    "traditional, draw_rotates": ("tianjin", TRADITIONAL.replace(draw_rotates=True, min_fan=3)),
    "seed": ("wenling", SEED),
    "parlour, draw_keeps_dealer": (
        "wenling",
        PARLOUR.replace(draw_keeps_dealer=True, huang_stacks=20),
    ),
    "idle_half": ("wenling", SEED.replace(ratio="idle_half", huang_stacks=15)),
}
SIT, PULLS = (1, 0, 1, 0), (2, 1, 0, 2)
STAKES = {"tianjin": {"sit": SIT, "pulls": PULLS}, "wenling": {}}
GAMES = tuple(STAKES)
QUIET = ("speed", "value", {"strategy": "speed", "pong": False}, "speed")
MIXED = (NOISY, "random", "value", "speed")


def hands_of(frame):
    """Lists of four rows: the hands in order."""
    rows = frame.to_dicts()
    return [rows[i : i + 4] for i in range(0, len(rows), 4)]


# Who deals, and the scores.


@pytest.mark.parametrize("name", RULES)
def test_dealers_streaks_and_scores(name):
    """T2, W2: the dealer who wins stays, after a drawn hand as the rules have it; 600 hands."""
    game, rules = RULES[name]
    frame = play_sessions(
        game, MIXED, 6, 100, seed=1, rules=rules, columns=["is_winner", "winner"], **STAKES[game]
    )
    stays_drawn = not rules.draw_rotates if game == "tianjin" else rules.draw_keeps_dealer
    ends = {"stays": 0, "passes": 0, "drawn": 0}
    for number, rows in enumerate(hands_of(frame)):
        session, nth = divmod(number, 100)
        if nth == 0:
            dealer, streak, score = session % 4, 1, [0.0] * 4
        assert [row["seat"] for row in rows] == [0, 1, 2, 3]
        assert sum(row["payoff"] for row in rows) == 0
        score = [total + row["payoff"] for total, row in zip(score, rows, strict=True)]
        for seat, row in enumerate(rows):
            assert (row["session_id"], row["nth"]) == (session, nth)
            assert row["hand_id"] == 1000 * session + nth
            assert (row["dealer"], row["streak"]) == (dealer, streak)
            assert row["score"] == score[seat]
            stakes = (SIT[dealer], PULLS[seat] if seat != dealer else 0)
            assert (row["sit"], row["pull"]) == (stakes if game == "tianjin" else (0, 0))
        drawn = rows[0]["winner"] is None
        stays = stays_drawn if drawn else rows[dealer]["is_winner"]
        ends["drawn" if drawn else "stays" if stays else "passes"] += 1
        dealer, streak = (dealer, streak + 1) if stays else ((dealer + 1) % 4, 1)
    print(f"\n{name}: {ends}")
    assert ends["stays"] > 50 < ends["passes"]
    assert ends["drawn"] > (20 if name != "seed" else 0)
    assert frame["streak"].max() > 2


def test_several_winners_keep_the_dealer():
    """W2: the dealer stays if among them; 100,000 hands."""
    frame = play_sessions(
        "wenling", "random", 100, 1000, seed=4, columns=["is_winner", "next_dealer"], workers=2
    )
    several = frame.filter(pl.col("is_winner").sum().over("hand_id") > 1)
    won = several.filter("is_winner").with_columns(own=pl.col("seat") == pl.col("dealer"))
    by_hand = won.group_by("hand_id").agg(
        pl.col("own").any(), pl.col("dealer").first(), pl.col("next_dealer").first()
    )
    assert by_hand.height > 0
    for _, own, dealer, following in by_hand.iter_rows():
        assert following == (dealer if own else (dealer + 1) % 4)


def test_scores_in_halves():
    """`idle_half`: exact, as sums of halves are."""
    game, rules = RULES["idle_half"]
    frame = play_sessions(game, "speed", 3, 200, seed=2, rules=rules)
    scores = frame["score"].to_numpy().reshape(3, 200, 4)
    assert (scores == np.cumsum(frame["payoff"].to_numpy().reshape(3, 200, 4), axis=1)).all()
    assert (2 * scores == np.floor(2 * scores)).all()
    assert (scores != np.floor(scores)).any()
    assert not scores.sum(axis=2).any()


# Every hand is the one on its wall, with its dealer and stakes.


@pytest.mark.parametrize("name", RULES)
def test_hands_are_those_of_their_walls(name):
    """320 hands one by one."""
    game, rules = RULES[name]
    stakes = {"sit": (1, 0, None, 1), "pulls": (None, 1, 2, 0)} if game == "tianjin" else {}
    speed = {"strategy": "speed", "sit": True, "pull": 2}
    table = (speed, *QUIET[1:3], speed) if game == "tianjin" else QUIET
    frame = play_sessions(
        game, table, 4, 80, seed=3, rules=rules, columns=["winner", "n_discards"], **stakes
    )
    staked = set()
    for rows in hands_of(frame):
        wall = wall_of_hand(game, 3, rows[0]["hand_id"])
        pulls = [row["pull"] for row in rows]
        dealt = {"dealer": rows[0]["dealer"], "sit": rows[0]["sit"], "pulls": pulls}
        staked.add((rows[0]["sit"], *pulls))
        lines = record_wall(game, table, wall.tiles.tolist(), wall.dice, rules=rules, **dealt)
        end = lines[-1]
        assert [row["payoff"] for row in rows] == end["payoffs"]
        winners = end["winners"][:1] if game == "wenling" else [end["winner"]]
        assert rows[0]["winner"] == (winners[0] if winners else None)
        discards = [line["seat"] for line in lines if line.get("action", "").startswith("discard")]
        assert [row["n_discards"] for row in rows] == [discards.count(seat) for seat in range(4)]
    assert len(staked) == (4 if game == "tianjin" else 1)


@pytest.mark.parametrize("seat", range(4))
def test_stakes_of_seats_that_do_not_count(seat):
    """A non-dealer's 坐莊 and the dealer's 拉莊 change nothing."""
    given = {"seed": 5, "columns": list(GROUPS)}
    frame = play_sessions("tianjin", QUIET, 12, 40, sit=0, pulls=1, **given)
    sits = [int(other == seat) for other in range(4)]
    sitting = play_sessions("tianjin", QUIET, 12, 40, sit=sits, pulls=1, **given)
    # The walls, and who wins, are the same; what is paid is not.
    paid = ["payoff", "score", "sit"]
    assert frame.drop(paid).equals(sitting.drop(paid))
    assert (sitting["sit"] == (sitting["dealer"] == seat)).all()
    others = pl.col("dealer") != seat
    assert frame.filter(others).drop("score").equals(sitting.filter(others).drop("score"))
    twice = frame.filter(~others)["payoff"] * 2
    assert (sitting.filter(~others)["payoff"] != twice).any()
    assert (sitting.filter(~others)["payoff"] != frame.filter(~others)["payoff"]).any()
    pulls = [2 if other == seat else 1 for other in range(4)]
    pulling = play_sessions("tianjin", QUIET, 12, 40, sit=0, pulls=pulls, **given)
    mine = frame["dealer"] == seat
    paid = ["payoff", "score", "pull"]
    assert frame.filter(mine).drop("score").equals(pulling.filter(mine).drop("score"))
    assert frame.drop(paid).equals(pulling.drop(paid))
    pull = pulling.filter(pl.col("seat") == seat)
    expected = [0 if dealer == seat else 2 for dealer in pull["dealer"]]
    assert pull["pull"].to_list() == expected


def test_one_number_for_all():
    one = play_sessions("tianjin", QUIET, 2, 30, seed=6, sit=1, pulls=2)
    assert one.equals(play_sessions("tianjin", QUIET, 2, 30, seed=6, sit=(1,) * 4, pulls=[2] * 4))
    assert one.filter(pl.col("seat") != pl.col("dealer"))["pull"].unique().to_list() == [2]


# Stakes that are asked for.


class Staking(First):
    """Stakes at random, and keeps what it saw."""

    seen = None

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def choose(self, view, actions):
        answer = 0
        if view.phase == Phase.STAKES:
            answer = self.rng.randrange(len(actions))
        Staking.seen.append((view.tobytes(), actions, answer))
        return answer


SITS, PULLED = (9 << 8, 9 << 8 | 1), (10 << 8, 10 << 8 | 1, 10 << 8 | 2)


def staking(sit, pulls, n_hands=60):
    """A session of four that stake, and what they saw, hand by hand."""
    Staking.seen = []
    table = [{"strategy": Staking, "seed": seed} for seed in range(4)]
    frame = play_sessions("tianjin", table, 1, n_hands, seed=7, sit=sit, pulls=pulls)
    seen = [(as_view(data), actions, answer) for data, actions, answer in Staking.seen]
    by_hand = [[each for each in seen if each[0]["nth"] == nth] for nth in range(n_hands)]
    return hands_of(frame), by_hand


@pytest.mark.parametrize(
    ("sit", "pulls"),
    [(None, None), (1, None), (None, 2), ((None, 0, None, 1), (1, None, None, 0))],
)
def test_stakes_asked_for(sit, pulls):
    """The dealer is asked first, and seen; the others do not see each other (T2)."""
    hands, seen = staking(sit, pulls)
    sits = [sit] * 4 if sit is None or isinstance(sit, int) else sit
    pulled = [pulls] * 4 if pulls is None or isinstance(pulls, int) else pulls
    score = [0.0] * 4
    found = set()
    for nth, (rows, views) in enumerate(zip(hands, seen, strict=True)):
        dealer = rows[0]["dealer"]
        order = [(dealer + i) % 4 for i in range(4)]
        asked = [view for view, _, _ in views if view["phase"] == Phase.STAKES]
        expected = [dealer] * (sits[dealer] is None)
        expected += [seat for seat in order[1:] if pulled[seat] is None]
        assert [view["seat"] for view in asked] == expected
        assert all(view["phase"] == Phase.STAKES for view, _, _ in views[: len(asked)])
        for view, actions, answer in views:
            assert (view["nth"], view["n_hands"], view["dealer"]) == (nth, 60, dealer)
            assert view["score"].tolist() == score
            if view["phase"] != Phase.STAKES:
                assert view["sit"] == rows[0]["sit"]
                assert view["pulls"].tolist() == [row["pull"] for row in rows]
                continue
            seat = view["seat"]
            assert actions == (SITS if seat == dealer else PULLED)
            assert view["sit"] == (0 if seat == dealer else rows[0]["sit"])
            assert not view["pulls"].any()
            for field in ("hand", "visible", "n_concealed", "n_melds", "n_river", "river", "shown"):
                assert not view[field].any()
            assert (view["drawn"], view["discard"], view["discarder"]) == (255, 255, 255)
            assert rows[0]["sit" if seat == dealer else "nth"] == (
                answer if seat == dealer else nth
            )
            if seat != dealer:
                assert rows[seat]["pull"] == answer
            found.add((seat == dealer, answer))
        for seat, row in enumerate(rows):
            score[seat] += row["payoff"]
            if seat == dealer:
                assert row["pull"] == 0
                assert sits[seat] in (None, row["sit"])
            else:
                assert pulled[seat] in (None, row["pull"])
    assert len(found) == 2 * (sit != 1) + 3 * (pulls != 2)


def test_stakes_are_asked_for_before_the_deal():
    """Nothing of the table is seen, nor of the hand before."""
    _, seen = staking(None, None, 4)
    tables = {
        tuple(int(view[field]) for field in ("indicator", "left", "shown_from"))
        for views in seen
        for view, _, _ in views
        if view["phase"] == Phase.STAKES
    }
    assert len(tables) == 1


def test_stakes_of_compiled_strategies():
    """What their parameters say."""
    table = [{"strategy": "speed", "sit": seat % 2 == 0, "pull": seat % 3} for seat in range(4)]
    asked = play_sessions("tianjin", table, 3, 50, seed=8, sit=None, pulls=None)
    given = play_sessions("tianjin", "speed", 3, 50, seed=8, sit=(1, 0, 1, 0), pulls=(0, 1, 2, 0))
    assert asked.equals(given)


def test_wenling_asks_for_no_stakes():
    Staking.seen = []
    table = [{"strategy": Staking, "seed": seed} for seed in range(4)]
    frame = play_sessions("wenling", table, 2, 5, seed=7)
    views = [as_view(data) for data, _, _ in Staking.seen]
    assert all(view["phase"] != Phase.STAKES for view in views)
    assert {int(view["nth"]) for view in views} == set(range(5))
    before = {-1: [0.0] * 4}
    for rows in hands_of(frame.filter(pl.col("session_id") == 1)):
        before[rows[0]["nth"]] = [row["score"] for row in rows]
    last = views[len(views) // 2 :]
    assert last[-1]["score"].tolist() == before[last[-1]["nth"] - 1]


# Workers, lengths, columns.


@pytest.mark.parametrize("game", GAMES)
def test_sessions_do_not_depend_on_workers(game):
    given = {"seed": 9, "columns": list(GROUPS), **STAKES[game]}
    one = play_sessions(game, MIXED, 40, 60, **given)
    for workers, engine in [(2, "auto"), (7, "auto"), (2, "threads"), (2, "processes")]:
        runs = {"workers": workers, "engine": engine}
        assert one.equals(play_sessions(game, MIXED, 40, 60, **runs, **given))
    with ThreadPoolExecutor(2) as pool:
        assert one.equals(play_sessions(game, MIXED, 40, 60, engine=pool, **given))
    table = (Eager, NOISY, {"strategy": Eager, "seed": 3, "epsilon": 0.25}, "speed")
    one = play_sessions(game, table, 6, 200, **given)
    assert one.equals(play_sessions(game, table, 6, 200, workers=2, **given))


@pytest.mark.parametrize("game", GAMES)
def test_sessions_extend(game):
    """Longer ones shorter ones, more of them fewer."""
    given = {"seed": 10, "columns": ["result", "waits"], **STAKES[game]}
    long = play_sessions(game, MIXED, 9, 150, **given)
    for sessions, n in [(9, 1), (9, 20), (9, 149), (1, 150), (8, 150), (3, 70)]:
        short = play_sessions(game, MIXED, sessions, n, **given)
        chosen = (pl.col("session_id") < sessions) & (pl.col("nth") < n)
        assert short.equals(long.filter(chosen))


@pytest.mark.parametrize("game", GAMES)
def test_columns_of_sessions(game):
    own = [name for name in COLUMNS[game] if name not in SESSION_COLUMNS]
    assert play_sessions(game, "speed", 0, 5, seed=1).schema == SESSION_COLUMNS
    frame = play_sessions(game, "speed", 2, 5, seed=1, columns=list(GROUPS))
    assert frame.columns == [*SESSION_COLUMNS, *own]
    types = {name: column.dtype for name, column in COLUMNS[game].items()} | SESSION_COLUMNS
    assert dict(frame.schema) == {name: types[name] for name in frame.columns}
    assert play_sessions(game, "speed", 2, 5, seed=1, columns="fan").columns[-1] == "fan"
    heard = []
    play_sessions(game, "speed", 7, 300, seed=1, progress=heard.append)
    assert sum(block.n_hands for block in heard) == 7


def test_longest_session():
    frame = play_sessions("wenling", "speed", 2, 1000, seed=11)
    assert frame["hand_id"].to_list() == np.repeat(np.arange(2000), 4).tolist()


# Errors.


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n_hands": 0}, "n_hands: a whole number 1 to 1000, not 0"),
        ({"n_hands": 1001}, "n_hands: a whole number 1 to 1000, not 1001"),
        ({"n_hands": 1.5}, "n_hands: a whole number 1 to 1000, not 1.5"),
        ({"n_sessions": -1}, "n_sessions: a whole number from 0, not -1"),
        ({"seed": -1}, "seed: a whole number from 0, not -1"),
        ({"seed": None}, "seed: a whole number from 0, not None"),
        ({"game": "sichuan"}, "game: tianjin, wenling, not 'sichuan'"),
        ({"sit": 2}, "sit: a whole number 0 to 1, not 2"),
        ({"sit": -1}, "sit: a whole number 0 to 1, not -1"),
        ({"sit": (0, 1)}, "sit: four, or one for all seats, not 2"),
        ({"sit": "0101"}, "sit: a whole number 0 to 1, not '0101'"),
        ({"pulls": 3}, "pulls: a whole number 0 to 2, not 3"),
        ({"pulls": (0, 1, 2, 3)}, "pulls: a whole number 0 to 2, not 3"),
        ({"pulls": (0, 1, 2, 0, 1)}, "pulls: four, or one for all seats, not 5"),
        ({"game": "wenling", "sit": 1}, "sit, pulls: wenling has no 坐莊 and no 拉莊"),
        ({"game": "wenling", "pulls": (0, 0, 0, 1)}, "sit, pulls: wenling has no 坐莊 and no 拉莊"),
        ({"game": "wenling", "sit": None}, "sit, pulls: wenling has no 坐莊 and no 拉莊"),
        ({"game": "wenling", "rules": PLATFORM}, f"rules: of wenling, not {PLATFORM!r}"),
        ({"strategies": ("speed",) * 3}, "strategies: four, or one for all seats, not 3"),
        ({"columns": "payof"}, "columns: no column or group 'payof'; did you mean 'payoff'?"),
        ({"workers": 0}, "workers: a whole number from 1, not 0"),
        ({"workers": "2"}, "workers: a whole number from 1, not '2'"),
        ({"engine": "gpu"}, "engine: 'gpu' is none of auto, here, threads, processes, dask"),
    ],
)
def test_arguments_refused(changes, message):
    given = {"game": "tianjin", "strategies": "speed", "n_sessions": 1, "n_hands": 1, "seed": 1}
    with pytest.raises(InputError) as refusal:
        play_sessions(**{**given, **changes})
    assert str(refusal.value).replace("number from 0 to", "number 0 to") == message


class Fails(First):
    """Fails on a hand of a session that its own seat is first to deal, in a phase."""

    def __init__(self, phase=Phase.TURN, nth=0):
        self.phase, self.nth, self.own = phase, nth, False

    def choose(self, view, actions):
        self.own |= view.nth == 0 and view.dealer == view.seat
        if self.own and view.nth == self.nth and view.phase == self.phase:
            raise LookupError("no idea")
        return super().choose(view, actions)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("workers", [1, 2])
def test_failed_strategy_leaves_finished_sessions(game, workers):
    """Seat 2 fails in session 2, on the hand 2,003."""
    table = ("speed", "speed", {"strategy": Fails, "nth": 3}, "speed")
    with pytest.raises(StrategyError) as failure:
        play_sessions(game, table, 5, 1000, seed=17, workers=workers)
    error = failure.value
    assert (error.seat, error.seed, error.hand) == (2, 17, 2003)
    assert error.why == "LookupError: no idea"
    assert isinstance(error.__cause__, LookupError) or workers > 1
    whole = play_sessions(game, ("speed", "speed", First, "speed"), 5, 1000, seed=17)
    kept = error.finished["session_id"].unique().to_list()
    assert set(kept) <= {0, 1, 3, 4}
    assert {0, 1} <= set(kept) or workers > 1
    assert error.finished.equals(whole.filter(pl.col("session_id").is_in(kept)))


@pytest.mark.parametrize("n_hands", [1000, 10])
def test_failed_stakes_leave_finished_sessions(n_hands):
    """`finished` holds the rows of finished sessions, whatever their length."""
    fails = {"strategy": Fails, "phase": Phase.STAKES}
    with pytest.raises(StrategyError, match=r"seat 1, seed 17, hand 1000\): LookupE") as failure:
        play_sessions("tianjin", ("speed", fails, "speed", "speed"), 4, n_hands, seed=17, sit=None)
    assert failure.value.finished["session_id"].unique().to_list() == [0]
