"""Columns of waits: what transcripts tell, by the public API."""

from collections import Counter

import polars as pl
import pytest
from told import MIXED, NONE, PLATFORM, RULES, TRADITIONAL, Told

from mjsim import tianjin
from mjsim.playing import play, record
from mjsim.tiles import Hand, Meld, MeldType, format_tiles


def waiting(told, seat, rules):
    """Kinds, live tiles, and those that may win on an ordinary draw; None if not ready."""
    hand = Hand(
        told.hands[seat].elements(),
        [Meld(MeldType(form), kind) for form, kind, _ in told.melds[seat]],
    )
    if tianjin.shanten(hand, told.indicator) > 0:
        return None
    seen = told.visible - Counter([told.indicator])
    for meld in hand.melds:
        seen -= Counter(meld.kinds)
    found = [
        wait
        for wait in tianjin.waits(
            hand, told.indicator, seen=format_tiles(seen.elements()), rules=rules
        )
        if told.hands[seat][wait.kind] < 4
    ]
    ting = 2 if told.ting[seat] else 1

    def wins(wait):
        exempt = rules.min_fan_exempt & set(wait.categories)
        return wait.value * ting >= rules.min_fan or exempt

    return (
        len(found),
        sum(wait.left for wait in found),
        sum(wait.left for wait in found if wins(wait)),
    )


NOT_READY = {
    f"{prefix}_{what}": None
    for prefix, first in (("ready", "turn"), ("able", "turn"), ("win", None))
    for what in ((first,) if first else ()) + ("kinds", "tiles", "win_tiles")
}


def told_waits(lines, rules):
    """The columns of waits by seat."""
    told = Told(lines)
    rows = [dict(NOT_READY) for _ in range(4)]

    def note(prefix, seat, waits):
        rows[seat].update(
            zip(
                (f"{prefix}_{what}" for what in ("kinds", "tiles", "win_tiles")), waits, strict=True
            )
        )

    def follow(seat):
        row, turn = rows[seat], told.did["turns"][seat]
        if row["able_turn"] is not None:
            return
        waits = waiting(told, seat, rules)
        if waits is None:
            return
        if row["ready_turn"] is None:
            row["ready_turn"] = turn
            note("ready", seat, waits)
        if waits[2] and not told.barred[seat]:
            row["able_turn"] = turn
            note("able", seat, waits)

    for seat in range(4):
        if seat != told.dealer:
            follow(seat)
    thrown = None
    for line in told.states():
        if thrown is not None:
            follow(thrown)
            thrown = None
        # Who declares 天聽 is looked at again too: the fan has doubled.
        if line["type"] == "choice" and line["action"].startswith(("discard", "tian_ting")):
            thrown = line["seat"]
        elif line.get("action") == "win" and told.drawn != NONE:
            told.hands[line["seat"]][told.drawn] -= 1
            note("win", line["seat"], waiting(told, line["seat"], rules))
            told.hands[line["seat"]][told.drawn] += 1
    if thrown is not None:
        follow(thrown)
    return rows, told


def compared(table, hands, rules, seed):
    """Differences of the columns of waits from the transcripts, by reason; columns reached."""
    frame = play("tianjin", table, max(hands) + 1, seed=seed, rules=rules, columns="waits")
    found = frame.filter(pl.col("hand_id").is_in(list(hands))).drop("hand_id", "seat").to_dicts()
    wrong, reached = {}, Counter()
    for i, hand in enumerate(hands):
        rows, told = told_waits(record("tianjin", table, hand, seed=seed, rules=rules), rules)
        for seat, row in enumerate(rows):
            reached.update(key for key, value in row.items() if value is not None)
            got = found[4 * i + seat]
            differ = {key: (got[key], row[key]) for key in row if got[key] != row[key]}
            if not differ:
                continue
            reason = "other"
            if told.declared[seat]:
                reason = "declared"
            elif told.barred[seat] and all(key.startswith("able") for key in differ):
                reason = "barred"
            elif all(key.endswith("_kinds") and x == y + 1 for key, (x, y) in differ.items()):
                reason = "four wilds"
            wrong.setdefault(reason, []).append(f"hand {hand}, seat {seat}: {differ}")
    return wrong, reached


def described(wrong, reason):
    lines = wrong.get(reason, [])
    return f"{reason}: {len(lines)} differ (found, expected):\n" + "\n".join(lines[:20])


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("table", ["speed", MIXED], ids=["speed", "mixed"])
def test_waits_are_those_of_the_transcripts(name, table):
    """800 hands."""
    wrong, reached = compared(table, range(100), RULES[name], 21)
    assert not wrong.get("other"), described(wrong, "other")
    assert reached["ready_turn"] >= reached["able_turn"] >= reached["win_kinds"] > 20


def test_able_is_nobody_who_throws_a_wild():
    """A seat is not able after a turn on which it throws a wild."""
    table = {"strategy": "speed", "epsilon": 0.5}
    wrong, _ = compared(table, range(300), PLATFORM, 22)
    assert not wrong.get("barred"), described(wrong, "barred")


def test_able_by_a_declaration():
    """天聽 doubles: who was ready, and not able, may be able once it has declared."""
    frame = play("tianjin", "speed", 15_000, seed=1, rules=TRADITIONAL, columns=["is_ting"])
    hands = frame.filter("is_ting")["hand_id"].unique().sort().to_list()
    assert len(hands) > 5
    wrong, _ = compared("speed", hands, TRADITIONAL, 1)
    assert not wrong.get("declared"), described(wrong, "declared")


def test_kinds_leave_four_wilds_out():
    """A kind that the seat itself holds four times is left out, a wild one too."""
    frame = play("tianjin", "speed", 2000, seed=1, columns=["n_wilds"])
    hands = frame.filter(pl.col("n_wilds") > 3)["hand_id"].unique().sort().to_list()
    wrong, _ = compared("speed", hands, PLATFORM, 1)
    assert not wrong.get("four wilds"), described(wrong, "four wilds")
