"""Hands at the table: walls, rows, workers, payments, and what play is.

`test_table_referee` asks whether a hand is played by the rules; here it is whether `play` says
of it what its transcript says, whatever the workers.
"""

import hashlib
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import polars as pl
import pytest
from scipy import stats
from told import ALPHA, MIXED, NOISY, PLATFORM, RULES, STAKES, TRADITIONAL, Told, kind_of
from toy_players import Eager, First, Last

import mjsim
from mjsim import InputError, tianjin
from mjsim.notation import parse_hand
from mjsim.playing import GROUPS, play, record, record_wall
from mjsim.tianjin import CATEGORIES
from mjsim.tiles import MeldType, tile_code

# Walls: hand i has the wall of `deal`, whoever plays.


def test_walls_are_those_of_deal():
    hands = [*range(40), 999, 1000, 1001, 2017]
    dealt = mjsim.deal("tianjin", max(hands) + 1, seed=7)
    rows = play("tianjin", "random", max(hands) + 1, seed=7, columns=["dealer", "indicator"])
    assert rows["dealer"].to_list() == np.repeat(dealt.dealer, 4).tolist()
    turned_up = [tile_code(kind) for kind in dealt.indicator.tolist()]
    assert rows["indicator"].cast(pl.String).to_list() == np.repeat(turned_up, 4).tolist()
    for hand in hands:
        head, deal = record("tianjin", MIXED, hand, seed=7)[:2]
        found = np.array([parse_hand(text).counts() for text in deal["hands"]])
        assert (found == dealt.hands[hand]).all()
        assert kind_of(head["indicator"]) == dealt.indicator[hand]
        assert head["dealer"] == dealt.dealer[hand] == hand % 4
        assert head["dice"] == dealt.dice[hand].tolist()


@pytest.mark.parametrize("hand", [0, 5, 1003])
def test_walls_do_not_depend_on_who_plays(hand):
    tables = ["speed", "random", MIXED, Last, (First, "speed", NOISY, "random")]
    heads = [
        record("tianjin", table, hand, seed=3, rules=rules, **stakes)[0]
        for table in tables
        for rules in RULES.values()
        for stakes in ({}, STAKES)
    ]
    assert len({tuple(head["wall"]) for head in heads}) == 1
    assert len({tuple(head["dice"]) for head in heads}) == 1
    other = record("tianjin", "speed", hand, seed=4)[0]
    assert other["wall"] != heads[0]["wall"]


def test_record_wall_is_record():
    told = record("tianjin", "speed", 6, seed=3, rules=TRADITIONAL, **STAKES)
    head = told[0]
    again = record_wall(
        "tianjin", "speed", head["wall"], head["dice"], dealer=2, rules=TRADITIONAL, **STAKES
    )
    assert again[0] == {**head, "seed": None, "hand": None}
    assert again[1:] == told[1:]
    kinds = [kind_of(tile) for tile in head["wall"]]
    assert again == record_wall(
        "tianjin", "speed", kinds, head["dice"], dealer=2, rules=TRADITIONAL, **STAKES
    )
    with pytest.raises(InputError, match="four of each kind"):
        record_wall("tianjin", "speed", [*kinds[:-1], (kinds[-1] + 1) % 34], head["dice"])
    with pytest.raises(InputError, match="dice: a whole number 1 to 6, not 7"):
        record_wall("tianjin", "speed", kinds, [1, 2, 3, 4, 5, 7])


# Rows: what `play` says of a hand is what its transcript says.


def rows_of(lines):
    """The columns of four seats that a transcript tells."""
    told, head, end = Told(lines).finish(), lines[0], lines[-1]
    acts = Counter(
        (line["seat"], line["action"].split()[0]) for line in lines if line["type"] == "choice"
    )
    mask = sum(1 << CATEGORIES.index(name) for name in end["categories"])
    for seat in range(4):
        won = end["winner"] == seat
        concealed = [meld for meld in told.melds[seat] if meld[0] == MeldType.CONCEALED_KONG]
        open_kongs = [meld for meld in told.melds[seat] if meld[0] == MeldType.OPEN_KONG]
        wild_kongs = sum(meld[1] in told.wilds for meld in concealed)
        rules = head["rules"]
        points = len(open_kongs) + 2 * (len(concealed) - wild_kongs)
        assert end["kong_points"][seat] == points + rules["jin_gang_points"] * wild_kongs
        yield {
            "hand_id": head["hand"],
            "seat": seat,
            "payoff": float(end["payoffs"][seat]),
            "dealer": told.dealer,
            "indicator": head["indicator"],
            "winner": end["winner"],
            "is_winner": won,
            "how": end["how"] if won else None,
            "fan": end["fan"] if won else None,
            "categories": mask if won else None,
            "win_turn": told.did["turns"][seat] if won else None,
            "kong_points": end["kong_points"][seat],
            "n_open_kong": acts[seat, "open_kong"],
            "n_added_kong": acts[seat, "added_kong"],
            "n_concealed_kong": len(concealed),
            "n_jin_gang": wild_kongs,
            "n_pong": acts[seat, "pong"],
            "is_chan": end["chan"],
            "is_ting": bool(told.declared[seat]),
            "is_barred": bool(told.barred[seat]),
            "n_wilds_dealt": told.dealt_wilds[seat],
            "n_wilds": told.wilds_of(seat),
            "n_turns": told.did["turns"][seat],
            "n_draws": told.did["draws"][seat],
            "n_replacements": told.did["replacements"][seat],
            "n_discards": len(told.rivers[seat]),
            "n_left": told.ordinary_left,
            **{f"is_{name}": won and name in end["categories"] for name in CATEGORIES},
        }


@pytest.mark.parametrize("name", RULES)
def test_rows_are_those_of_the_transcripts(name):
    rules, hands = RULES[name], [*range(120), *range(1000, 1030)]
    frame = play(
        "tianjin",
        MIXED,
        1030,
        seed=11,
        rules=rules,
        columns=["result", "flags"],
        **STAKES,
    )
    told = [
        row
        for hand in hands
        for row in rows_of(record("tianjin", MIXED, hand, seed=11, rules=rules, **STAKES))
    ]
    chosen = frame.filter(pl.col("hand_id").is_in(hands))
    for column in told[0]:
        expected = [row[column] for row in told]
        if column.removeprefix("is_") in CATEGORIES:
            found = chosen[column].fill_null(value=False).to_list()
        else:
            found = chosen[column].to_list()
        assert found == expected, column
    assert chosen["is_winner"].sum() > 50
    rest = set(frame.columns) - set(told[0])
    assert rest == {"possible", "next_dealer", "flow_0", "flow_1", "flow_2", "flow_3"}


def test_possible_holds_the_categories():
    wins = play("tianjin", "speed", 4000, seed=2, rules=TRADITIONAL).filter("is_winner")
    assert ((wins["possible"] & wins["categories"]) == wins["categories"]).all()


def test_longer_runs_extend_shorter_ones():
    long = play("tianjin", MIXED, 2300, seed=5, columns=list(GROUPS))
    for n in (0, 1, 999, 1000, 1001, 1730):
        assert long.head(4 * n).equals(play("tianjin", MIXED, n, seed=5, columns=list(GROUPS)))


def test_rows_are_in_order():
    frame = play("tianjin", "random", 2100, seed=5, workers=2)
    assert frame["hand_id"].to_list() == np.repeat(np.arange(2100), 4).tolist()
    assert frame["seat"].to_list() == [0, 1, 2, 3] * 2100


def test_rows_do_not_depend_on_workers():
    given = {"n_hands": 4500, "seed": 8, "columns": list(GROUPS), "rules": TRADITIONAL, **STAKES}
    one = play("tianjin", MIXED, **given)
    for workers, engine in [(2, "auto"), (7, "auto"), (2, "threads"), (2, "processes")]:
        assert one.equals(play("tianjin", MIXED, workers=workers, engine=engine, **given))
    with ThreadPoolExecutor(2) as pool:
        assert one.equals(play("tianjin", MIXED, engine=pool, **given))


def test_rows_of_python_strategies_do_not_depend_on_workers():
    table = (Eager, "speed", {"strategy": Eager, "seed": 3, "epsilon": 0.25}, f"{__name__}:Last")
    given = {"n_hands": 2100, "seed": 8, "columns": list(GROUPS)}
    one = play("tianjin", table, **given)
    assert one.equals(play("tianjin", table, workers=2, **given))
    assert one.equals(play("tianjin", table, workers=2, engine="threads", **given))


def test_progress_hears_of_every_block():
    heard = []
    play("tianjin", "random", 2500, seed=1, progress=heard.append)
    assert [(block.index, block.first_hand, block.n_hands) for block in heard] == [
        (0, 0, 1000),
        (1, 1000, 1000),
        (2, 2000, 500),
    ]


# Payments.


def by_hand(frame):
    """Arrays [n, 4] of the columns."""
    return {
        name: frame[name].to_numpy().reshape(-1, 4)
        for name in frame.columns
        if frame[name].null_count() == 0
    }


def multipliers(dealer, sit, pulls):
    """T2: by seat and seat."""
    out = np.ones((4, 4))
    for seat in range(4):
        if seat != dealer:
            out[dealer, seat] = out[seat, dealer] = 2 ** (sit + pulls[seat])
    return out


@pytest.mark.parametrize("name", RULES)
def test_payoffs_are_settled(name):
    rules, rng = RULES[name], random.Random(name)
    flows = None
    for _ in range(4):
        sit, pulls = rng.randrange(2), [rng.randrange(3) for _ in range(4)]
        frame = play("tianjin", MIXED, 400, seed=6, rules=rules, sit=sit, pulls=pulls)
        columns = by_hand(frame)
        flow = np.stack([columns[f"flow_{seat}"] for seat in range(4)], axis=2)
        # Strategies do not read the stakes, so the hands are the same.
        assert flows is None or (flow == flows).all()
        flows = flow
        assert (flow == -flow.transpose(0, 2, 1)).all()
        assert not columns["payoff"].sum(axis=1).any()
        winners, fans = frame["winner"].to_list(), frame["fan"].to_list()
        for hand in range(400):
            dealer, winner = hand % 4, winners[4 * hand]
            stakes = [0 if seat == dealer else pulls[seat] for seat in range(4)]
            payoffs = (flow[hand] * multipliers(dealer, sit, stakes)).sum(axis=1).tolist()
            assert columns["payoff"][hand].tolist() == payoffs
            assert payoffs == list(
                tianjin.settle(
                    dealer=dealer,
                    sit=sit,
                    pulls=stakes,
                    winner=winner,
                    fan=0 if winner is None else fans[4 * hand + winner],
                    kong_points=columns["kong_points"][hand].tolist(),
                    chan=bool(columns["is_chan"][hand, 0]),
                    rules=rules,
                )
            )


SETTLED = {
    "base": PLATFORM.replace(base=7),
    "chan": PLATFORM.replace(chan_points=50),
    "rotates": PLATFORM.replace(draw_rotates=True),
    "jin_gang": PLATFORM.replace(jin_gang_points=20),
    "unpaid": PLATFORM.replace(kong_points_on_draw=False),
    "su_ben_long": PLATFORM.replace(su_ben_long=True),
    "tianhu": PLATFORM.replace(tianhu=8),
    "break": PLATFORM.replace(wall_break="traditional"),
    "stack": PLATFORM.replace(gangkai_stack=True),
    "all": PLATFORM.replace(base=2, chan_points=3, draw_rotates=True, tianhu=6, su_ben_long=True),
}


def test_variants_are_what_play_gives():
    """Options that only settle: the same hands, settled apart."""
    given = {"n_hands": 1500, "seed": 13, "columns": ["result", "flags"], **STAKES}
    frame = play("tianjin", MIXED, variants=SETTLED, **given)
    assert frame.columns[-1] == "variant"
    assert frame["variant"].dtype == pl.Enum(["played", *SETTLED])
    order = [name for _ in range(1500) for name in ("played", *SETTLED) for _ in range(4)]
    assert frame["variant"].to_list() == order
    changed = set()
    played = play("tianjin", MIXED, **given)
    for name, rules in {"played": PLATFORM, **SETTLED}.items():
        rows = frame.filter(pl.col("variant") == name).drop("variant")
        assert rows.equals(play("tianjin", MIXED, rules=rules, **given)), name
        if not rows.equals(played):
            changed.add(name)
    assert changed >= {"base", "rotates", "unpaid", "all"}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("min_fan", 3),
        ("min_fan_exempt", {"su"}),
        ("dihu", True),
        ("tian_ting", True),
        ("allow_jin_gang", False),
        ("last_claim_free_tiles", 4),
        ("dead_wall", 14),
    ],
)
def test_variants_that_play_differently_are_refused(option, value):
    variants = {"other": PLATFORM.replace(**{option: value})}
    with pytest.raises(InputError, match=rf"^variants: {option} changes what is legal; play it$"):
        play("tianjin", "speed", 1, seed=1, variants=variants)


def test_variants_by_min_fan():
    """With a high min_fan more options decide what is legal."""
    for played, option, value in [
        (PLATFORM.replace(min_fan=3), "gangkai_stack", True),
        (PLATFORM.replace(min_fan=5), "su_ben_long", True),
        (PLATFORM.replace(min_fan=5), "tianhu", 8),
        (PLATFORM, "tianhu", 1),
    ]:
        variants = {"other": played.replace(**{option: value})}
        with pytest.raises(InputError, match=f"{option} changes what is legal"):
            play("tianjin", "speed", 1, seed=1, rules=played, variants=variants)
    with pytest.raises(InputError, match="'played' is the name"):
        play("tianjin", "speed", 1, seed=1, variants={"played": PLATFORM})
    with pytest.raises(InputError, match="variants: rules of the game"):
        play("tianjin", "speed", 1, seed=1, variants={"other": {"base": 2}})


# What play is: golden digests and a fair table.


def digest_of(frame):
    """SHA-256 of names, types and values, whatever the library."""
    digest = hashlib.sha256()
    for name in frame.columns:
        digest.update(f"{name}:{'|'.join(map(str, frame[name].to_list()))}\n".encode())
    return digest.hexdigest()


# If one of these changes, hands are played or settled differently than before: every published
# number of the strategy changes its meaning. That needs a reason and a note in the change log.
# The new digests are in the message of the failed test.
GOLDEN = {
    "speed": "1d18299c5fb3ccf125f945f3681d660aece125887286b5f46f3d72ada00f3b8f",
    "random": "2c9a26c25f765c1a71b4d84a94d21a56cac8aed7ed9dd5654798360c864c17d3",
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden(name):
    frame = play("tianjin", name, 2000, seed=1, rules=TRADITIONAL, **STAKES)
    assert digest_of(frame) == GOLDEN[name]


def test_equal_players_win_alike():
    """Winners by seat of 40,000 hands, chi-square with 3 degrees of freedom; fails once in 10^4.

    Every seat deals a quarter of the hands.
    """
    frame = play("tianjin", "speed", 40_000, seed=1, columns=["winner", "dealer"])
    hands = frame.filter(pl.col("seat") == 0)
    wins = hands.drop_nulls("winner").group_by("winner").len().sort("winner")
    assert wins["winner"].to_list() == [0, 1, 2, 3]
    print(f"\nwins by seat: {wins['len'].to_list()} of {hands.height} hands")
    assert stats.chisquare(wins["len"].to_list()).pvalue > ALPHA
    # Places from the dealer on are not alike; the differences are for the reader.
    place = (pl.col("winner").cast(pl.Int16) - pl.col("dealer").cast(pl.Int16)) % 4
    for title, some in (
        ("dealer 0", hands.filter(pl.col("dealer") == 0)),
        ("any dealer", hands),
    ):
        counts = some.drop_nulls("winner").group_by(place.alias("place")).len().sort("place")
        decided = counts["len"].sum()
        shares = ", ".join(f"{n / decided:.4f}" for n in counts["len"])
        print(f"{title}: {decided} wins, by place from the dealer on {shares}")
        assert counts["len"].min() > decided / 5


def test_payoffs_of_equal_players_are_fair():
    """Mean payoff of a seat over balanced dealers: z below 4.06, error rate 4 x 5e-5."""
    frame = play("tianjin", "speed", 20_000, seed=2, columns=["payoff"])
    payoffs = frame["payoff"].to_numpy().reshape(-1, 4, 4).mean(axis=1)  # of four dealers
    z = payoffs.mean(axis=0) / (payoffs.std(axis=0, ddof=1) / len(payoffs) ** 0.5)
    assert np.abs(z).max() < 4.06


def test_hands_do_not_follow_each_other():
    """Lag-one correlation of seat 0's payoff at dealer 0; z below 3.89, error rate 1e-4."""
    frame = play("tianjin", "speed", 20_000, seed=3, columns=["payoff"])
    payoffs = frame["payoff"].to_numpy().reshape(-1, 4)[::4, 0]
    pairs = np.array(list(pairwise(payoffs)))
    r = np.corrcoef(pairs.T)[0, 1]
    assert abs(r) * len(pairs) ** 0.5 < 3.89
