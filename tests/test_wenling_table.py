"""Hands of 温岭麻将 at the table: openings, rows and points.

`test_wenling_table_referee` asks whether a hand is played by the rules; here it is whether `play`
says of it what its transcript says, whatever the workers, and what the scorer says of its hands.
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import polars as pl
import pytest
from told import NOISY
from told_wenling import (
    AUTOMATIC,
    MIXED,
    PARLOUR,
    RULES,
    VALUE,
    Told,
    kind_of,
)
from toy_players import Eager, Last

import mjsim
from mjsim import InputError, wenling
from mjsim.blocks import Block
from mjsim.playing import COLUMNS, GROUPS, play, record, record_wall
from mjsim.playing.columns import read_columns
from mjsim.playing.table import TableTask, read_table
from mjsim.tiles import Hand, MeldType, tile_code
from mjsim.wenling import CATEGORIES, LIMITS
from mjsim.wenling.deals import automatic_wins

# Openings: hand i has the wall of `deal`, whoever plays.


@pytest.mark.parametrize("name", RULES)
def test_openings_are_those_of_deal(name):
    rules, hands = RULES[name], [*range(60), 999, 1000, 1001, 2017]
    dealt = mjsim.deal("wenling", max(hands) + 1, seed=7, naonao=rules.naonao)
    rows = play(
        "wenling",
        "random",
        max(hands) + 1,
        seed=7,
        rules=rules,
        columns=["dealer", "indicator", "is_naonao", "n_wilds_dealt"],
    )
    assert rows["dealer"].to_list() == np.repeat(dealt.dealer, 4).tolist()
    turned_up = [tile_code(kind) for kind in dealt.indicator.tolist()]
    assert rows["indicator"].cast(pl.String).to_list() == np.repeat(turned_up, 4).tolist()
    held = rows["n_wilds_dealt"].to_numpy().reshape(-1, 4)
    assert (held[: len(dealt.hands)] <= 3).all()
    for hand in hands:
        lines = record("wenling", MIXED, hand, seed=7, rules=rules)
        head = lines[0]
        told = Told(lines)
        for line in told.states():
            if line["type"] in ("choice", "end"):
                break
        for seat in range(4):
            found = [told.hands[seat][kind] for kind in range(42)]
            assert found == dealt.hands[hand, seat].tolist()
            shown = [told.shown[seat][kind] for kind in range(42)]
            assert shown == dealt.shown[hand, seat].tolist()
        assert told.dealt_wilds == held[hand].tolist()
        assert kind_of(head["indicator"]) == dealt.indicator[hand]
        assert head["dealer"] == dealt.dealer[hand] == hand % 4
        assert head["dice"] == dealt.dice[hand].tolist()
        assert head["naonao"] == rows["is_naonao"][4 * hand]


def test_automatic_wins_at_the_deal():
    """The same as `automatic_wins` finds, 40,000 hands."""
    dealt = mjsim.deal("wenling", 40_000, seed=3)
    wins = automatic_wins(dealt.hands, dealt.shown, dealt.indicator)
    rows = play("wenling", "random", 40_000, seed=3, columns=["is_winner", "how", "categories"])
    at_deal = rows["how"].cast(pl.String).fill_null("").to_numpy() == "deal"
    masks = rows["categories"].fill_null(0).to_numpy().astype(np.int64) >> CATEGORIES.index("sande")
    found = (masks[:, None] >> np.arange(6)) & 1 != 0
    found[~at_deal] = False
    assert (found.reshape(-1, 4, 6) == wins).all()
    assert wins.any(axis=2).sum() > 200


def test_record_wall_is_record():
    told = record("wenling", VALUE, 6, seed=3, rules=PARLOUR)
    head = told[0]
    assert head["naonao"] is False
    again = record_wall("wenling", VALUE, head["wall"], head["dice"], dealer=2, rules=PARLOUR)
    assert again[0] == {**head, "seed": None, "hand": None}
    assert again[1:] == told[1:]
    kinds = [kind_of(tile) for tile in head["wall"]]
    assert again == record_wall("wenling", VALUE, kinds, head["dice"], dealer=2, rules=PARLOUR)
    with pytest.raises(InputError, match="four of each kind and one of each flower"):
        record_wall("wenling", "speed", [*kinds[:-1], (kinds[-1] + 1) % 34], head["dice"])
    with pytest.raises(InputError, match="sit, pulls: wenling has no"):
        record("wenling", "speed", 0, seed=1, sit=1)


# Rows: what `play` says of a hand is what its transcript says.


def mask_of(told, seat, end):
    """Categories of a winner; of several automatic ones its own."""
    if len(end["winners"]) == 1:
        names = set(end["categories"])
    else:
        four = {
            "sibaiban": {33},
            "sihonghua": {34, 35, 36, 37},
            "siheihua": {38, 39, 40, 41},
            "sihongzhong": {31},
            "sifacai": {32},
        }
        names = {"sande"} if told.wilds_of(seat) == 3 else set()
        names |= {
            name
            for name, kinds in four.items()
            if sum(told.shown[seat][kind] for kind in kinds) == 4
        }
    return sum(1 << CATEGORIES.index(name) for name in names)


def uncapped_of(end):
    """(base + 20) x 2^fan, rounded up to ten; 0 of an automatic win."""
    if end["limit"] in AUTOMATIC:
        return 0
    return -(-((end["base"] + 20) << end["fan"]) // 10) * 10


def rows_of(lines):
    """The columns of four seats that a transcript tells."""
    told, head, end = Told(lines).finish(), lines[0], lines[-1]
    drawn = not end["winners"]
    for seat in range(4):
        won = seat in end["winners"]
        mask = mask_of(told, seat, end) if won else 0
        limits = [name for name in LIMITS if mask >> CATEGORIES.index(name) & 1]
        forms = Counter(form for form, _, _ in told.melds[seat])
        did = {name: counts[seat] for name, counts in told.did.items()}
        assert forms[MeldType.OPEN_KONG] == did["open_kong"] + did["added_kong"]
        yield {
            "hand_id": head["hand"],
            "seat": seat,
            "payoff": float(end["payoffs"][seat]),
            "dealer": told.dealer,
            "indicator": head["indicator"],
            "winner": None if drawn else end["winners"][0],
            "is_winner": won,
            "how": end["how"] if won else None,
            "points": end["points"][seat],
            "base": end["base"] if won else None,
            "fan": end["fan"] if won else None,
            "uncapped": uncapped_of(end) if won else None,
            "limit": limits[0] if limits else None,
            "categories": mask if won else None,
            "discarder": end["discarder"],
            "liable": end["liable"],
            "why": end["why"],
            "win_turn": did["turns"] if won else None,
            "n_chi": did["chi"],
            "n_pong": did["pong"],
            "n_open_kong": did["open_kong"],
            "n_added_kong": did["added_kong"],
            "n_concealed_kong": forms[MeldType.CONCEALED_KONG],
            "is_barred": bool(told.barred[seat]),
            "n_wilds_dealt": told.dealt_wilds[seat],
            "n_wilds": told.wilds_of(seat),
            "n_turns": did["turns"],
            "n_draws": did["draws"],
            "n_replacements": did["replacements"],
            "n_discards": len(told.rivers[seat]),
            "n_left": told.ordinary_left,
            "n_shown": told.shown[seat].total(),
            "is_naonao": head["naonao"],
            "is_sheng": told.above(head["rules"]["sheng_stacks"]) <= 0,
            **{f"is_{name}": bool(mask >> i & 1) for i, name in enumerate(CATEGORIES)},
        }


@pytest.mark.parametrize("name", RULES)
def test_rows_are_those_of_the_transcripts(name):
    rules, hands = RULES[name], [*range(150), *range(1000, 1030)]
    frame = play("wenling", MIXED, 1030, seed=11, rules=rules, columns=["result", "flags"])
    told = [
        row
        for hand in hands
        for row in rows_of(record("wenling", MIXED, hand, seed=11, rules=rules))
    ]
    chosen = frame.filter(pl.col("hand_id").is_in(hands))
    for column in told[0]:
        assert chosen[column].to_list() == [row[column] for row in told], column
    assert chosen["is_winner"].sum() > 50
    rest = set(frame.columns) - set(told[0])
    assert rest == {"next_dealer", "flow_0", "flow_1", "flow_2", "flow_3"}


@pytest.mark.parametrize("name", RULES)
def test_rows_of_rare_hands(name):
    """Robbed kongs, liable seats, 腊子, and drawn hands, some with nothing to replace a tile."""
    rules = RULES[name]
    columns = ["how", "winner", "liable", "limit"]
    frame = play("wenling", NOISY, 20_000, seed=12, rules=rules, columns=columns)
    robbed = frame.filter(pl.col("how").cast(pl.String) == "robbed")
    liable, limits = frame.filter(pl.col("liable") >= 0), frame.drop_nulls("limit")
    drawn = frame.filter(pl.col("winner").is_null())
    hands = set()
    for some in (robbed, liable, limits, drawn):
        hands |= set(some["hand_id"].unique().sort().to_list()[:15])
    assert robbed.height > 10
    whole = play("wenling", NOISY, max(hands) + 1, seed=12, rules=rules, columns=list(GROUPS))
    for hand in sorted(hands):
        lines = record("wenling", NOISY, hand, seed=12, rules=rules)
        for row in rows_of(lines):
            found = whole.row(4 * hand + row["seat"], named=True)
            assert {column: found[column] for column in row} == row


def test_rows_of_a_hand_that_ends_on_a_shown_tile():
    rules = RULES["seed"].replace(huang_stacks=0)
    frame = play("wenling", Last, 49, seed=5, rules=rules, columns=["result", "flags"])
    lines = record("wenling", Last, 48, seed=5, rules=rules)
    assert (lines[-2]["type"], lines[-3]["from"], lines[-3]["left"]) == ("show", "tail", 0)
    for row in rows_of(lines):
        found = frame.row(4 * 48 + row["seat"], named=True)
        assert {column: found[column] for column in row} == row


@pytest.mark.parametrize("name", RULES)
def test_rows_of_several_winners(name):
    rules = RULES[name]
    dealt = mjsim.deal("wenling", 200_000, seed=3, naonao=rules.naonao)
    able = automatic_wins(dealt.hands, dealt.shown, dealt.indicator, rules.naonao).any(axis=2)
    hands = np.flatnonzero(able.sum(axis=1) > 1).tolist()
    assert len(hands) > 3
    task = TableTask(
        read_table("wenling", "random", rules), 3, tuple(read_columns(list(GROUPS), "wenling"))
    )
    for hand in hands:
        lines = record("wenling", "random", hand, seed=3, rules=rules)
        winners = sorted(np.flatnonzero(able[hand]).tolist(), key=lambda seat: (seat - hand) % 4)
        if rules.multi_auto == "first_seat":
            winners = winners[:1]
        assert lines[-1]["winners"] == winners
        frame = task(Block(hand // 1000, hand // 1000 * 1000, hand % 1000 + 1)).tail(4)
        for found, row in zip(frame.to_dicts(), rows_of(lines), strict=True):
            assert {column: found[column] for column in row} == row


def test_longer_runs_extend_shorter_ones():
    long = play("wenling", MIXED, 2300, seed=5, columns=list(GROUPS))
    for n in (0, 1, 999, 1000, 1001, 1730):
        assert long.head(4 * n).equals(play("wenling", MIXED, n, seed=5, columns=list(GROUPS)))


def test_rows_do_not_depend_on_workers():
    given = {"n_hands": 4500, "seed": 8, "columns": list(GROUPS), "rules": PARLOUR}
    one = play("wenling", MIXED, **given)
    for workers, engine in [(2, "auto"), (7, "auto"), (2, "threads"), (2, "processes")]:
        assert one.equals(play("wenling", MIXED, workers=workers, engine=engine, **given))
    with ThreadPoolExecutor(2) as pool:
        assert one.equals(play("wenling", MIXED, engine=pool, **given))


def test_rows_of_python_strategies_do_not_depend_on_workers():
    table = (Eager, "speed", {"strategy": Eager, "seed": 3, "epsilon": 0.25}, Last)
    given = {"n_hands": 2100, "seed": 8, "columns": list(GROUPS)}
    one = play("wenling", table, **given)
    assert one.equals(play("wenling", table, workers=2, **given))
    assert one.equals(play("wenling", table, workers=7, engine="threads", **given))


# Points: of winners those of `score`, of the others those of `loser_points`.


@pytest.mark.parametrize("name", RULES)
def test_points_are_those_of_the_scorer(name):
    """400 hands."""
    rules, counts = RULES[name], Counter()
    for hand in range(100):
        lines = record("wenling", MIXED, hand, seed=14, rules=rules)
        told, end = Told(lines).finish(), lines[-1]
        for seat in range(4) if end["winners"] else ():
            held = told.hand(seat)
            given = {"seat": told.wind(seat), "shown": told.table(seat), "rules": rules}
            if seat not in end["winners"]:
                points = wenling.loser_points(held, told.indicator, **given)
                assert end["points"][seat] == points
                counts["loser, with points" if points else "loser"] += 1
            elif end["limit"] in AUTOMATIC:
                assert end["points"][seat] == 500
                counts["automatic"] += 1
            else:
                last = told.last if end["discarder"] is not None else told.drawn
                tiles = list(held.tiles)
                last = last if last != 255 else tiles[-1]  # 天胡: any tile may be the last
                tiles.remove(last)
                found = wenling.score(
                    Hand(tiles, held.melds), last, told.indicator, how=end["how"], **given
                )
                if end["how"] != "deal":
                    assert (found.base, found.fan) == (end["base"], end["fan"])
                    assert found.categories == tuple(end["categories"])
                    assert found.limit == end["limit"]
                assert found.points == end["points"][seat]
                counts[end["how"]] += 1
    assert counts["loser, with points"] > 100
    assert counts["discard"] > 10 < counts["draw"]
    print(f"\n{name}: {dict(counts)}")


# Types and nulls.


def test_columns_have_their_types_and_nulls():
    columns = COLUMNS["wenling"]
    frame = play("wenling", "speed", 20_000, seed=1, columns=list(GROUPS))
    assert dict(frame.schema) == {name: column.dtype for name, column in columns.items()}
    nothing = play("wenling", Last, 3, seed=1, columns=list(GROUPS))
    assert (
        nothing.schema
        == frame.schema
        == play("wenling", Last, 0, seed=1, columns=list(GROUPS)).schema
    )
    assert nothing["winner"].null_count() == nothing["how"].null_count() == 12
    won, drawn = pl.col("is_winner"), pl.col("winner").is_null()
    at_once = won & pl.any_horizontal([f"is_{name}" for name in sorted(AUTOMATIC)])
    dealt = pl.col("how").cast(pl.String) == "deal"
    by_other = pl.col("how").cast(pl.String).is_in(["discard", "first_discard", "robbed"])
    limited = pl.any_horizontal([f"is_{name}" for name in LIMITS])
    never = {name for name in columns if frame[name].null_count() == 0}
    for names, missing in [
        (["winner"], drawn),
        (["how", "base", "fan", "uncapped", "categories", "win_turn"], ~won),
        (["limit"], ~limited),
        (["discarder"], ~by_other.fill_null(value=False).any().over("hand_id")),
        (["why"], pl.col("liable").is_null()),
        (["win_kinds", "win_tiles", "win_win_tiles"], ~won | dealt | at_once),
        (["ready_kinds", "ready_tiles", "ready_win_tiles"], pl.col("ready_turn").is_null()),
        (["able_kinds", "able_tiles", "able_win_tiles"], pl.col("able_turn").is_null()),
    ]:
        for name in names:
            assert frame.select((pl.col(name).is_null() == missing).all()).item(), name
            assert name not in never
    assert frame.filter(dealt).height > 0 < frame.filter(at_once & ~dealt).height
    assert set(columns) - never == {name for name in columns if columns[name].null is not None}
