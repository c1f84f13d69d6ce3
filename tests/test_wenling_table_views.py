"""What seats see at the table of 温岭麻将, and the columns of waits, by transcripts."""

import random
from collections import Counter

import numpy as np
import polars as pl
import pytest
from referee_wenling.scenarios import SCENARIOS
from test_wenling_table_referee import Follower
from told import NOISY, as_view
from told_wenling import AUTOMATIC, MIXED, RULES, SEED, Told, view_of
from toy_players import Eager

from mjsim import wenling
from mjsim.playing import VIEW, Action, Phase, play, record, record_wall
from mjsim.tiles import format_tiles
from mjsim.wenling import Rules

# Views.


class Seeing(Follower):
    """Follows, and keeps what it saw."""

    seen = None

    def choose(self, view, actions):
        Seeing.seen.append((view.tobytes(), actions))
        return super().choose(view, actions)


EAGER = [{"strategy": Eager, "seed": seed, "often": 0.3 + 0.2 * seed} for seed in range(4)]


def seen_in(player, act):
    """What players of a class saw while something was played."""
    player.seen = []
    try:
        result = act()
        return result, player.seen
    finally:
        player.seen = None


def compare_views(lines, seen):
    """Every field at every decision with a choice; counts of the phases."""
    told, views, phases = Told(lines), iter(seen), Counter()
    for line in told.states():
        if line["type"] == "choice" and len(line["legal"]) > 1:
            data, actions = next(views)
            assert [str(Action.of(code)) for code in actions] == line["legal"]
            view, expected = as_view(data), view_of(told, line)
            assert list(expected) == list(VIEW.names)
            for field, value in expected.items():
                assert view[field].tolist() == value, (line, field)
            phases[line["on"]] += 1
            phases["shown"] += bool(view["shown"].any())
            phases["chi laid"] += 1 in view["melds"][:, :, 0]
    assert next(views, None) is None
    return phases


@pytest.mark.parametrize("name", RULES)
def test_views_show_the_table(name):
    """Every field is what is public, or the seat's own."""
    phases = Counter()
    for hand in range(40):
        lines, seen = seen_in(
            Eager, lambda h=hand: record("wenling", EAGER, h, seed=31, rules=RULES[name])
        )
        phases += compare_views(lines, seen)
    assert min(phases[on] for on in ("turn", "after_pong", "discard", "shown", "chi laid")) > 100


@pytest.mark.parametrize("name", [name for name in SCENARIOS if name.startswith(("rob", "kong"))])
def test_views_of_robbing_and_kongs(name):
    """The kong lies on the table when it may be robbed."""
    given = SCENARIOS[name].deal(random.Random(name))
    lines, seen = seen_in(
        Seeing,
        lambda: record_wall(
            "wenling",
            {"strategy": Seeing, "choose": given["choose"]},
            given["wall"],
            given["dice"],
            dealer=given["dealer"],
            rules=Rules.from_dict(given["rules"]),
        ),
    )
    phases = compare_views(lines, seen)
    asked = [as_view(data) for data, _ in seen if as_view(data)["phase"] == Phase.ROBBING]
    assert len(asked) == phases["robbing"] == sum(line.get("on") == "robbing" for line in lines)
    assert bool(asked) == (name.startswith("robbing") and name != "robbing_rob_barred")
    for view in asked:
        kinds = view["melds"][view["discarder"], :, :2].tolist()
        assert [3, view["discard"]] in kinds
        assert view["visible"][view["discard"]] == 4 - view["hand"][view["discard"]]


def test_views_do_not_depend_on_earlier_hands():
    """Byte by byte the same in a run of hands as in one hand alone."""
    _, run = seen_in(Eager, lambda: play("wenling", EAGER, 12, seed=31))
    alone = []
    for hand in range(12):
        alone += seen_in(Eager, lambda h=hand: record("wenling", EAGER, h, seed=31))[1]
    assert len(run) == len(alone)
    fields = set()
    for (data, actions), (other, others) in zip(run, alone, strict=True):
        assert actions == others
        if data != other:
            one, two = as_view(data), as_view(other)
            fields |= {field for field in VIEW.names if (one[field] != two[field]).any()}
    assert not fields


# Waits.


def waiting(told, seat, rules):
    """Kinds, live tiles, and those that may win on an ordinary draw; None if not ready."""
    hand = told.hand(seat)
    if wenling.shanten(hand, told.indicator) > 0:
        return None
    seen = told.visible - Counter([told.indicator]) - told.shown[seat]
    for meld in hand.melds:
        seen -= Counter(meld.kinds)
    found = wenling.waits(
        hand,
        told.indicator,
        seen=format_tiles(sorted(seen.elements())),
        seat=told.wind(seat),
        shown=told.table(seat),
        rules=rules,
    )
    found = [wait for wait in found if told.hands[seat][wait.kind] < 4]
    live = sum(wait.left for wait in found)
    assert all(wait.wins for wait in found)
    return len(found), live, live


WHATS = ("kinds", "tiles", "win_tiles")
NOT_READY = {
    "ready_turn": None,
    "able_turn": None,
    **{f"{prefix}_{what}": None for prefix in ("ready", "able", "win") for what in WHATS},
}


def told_waits(lines, rules):
    """The columns of waits by seat."""
    told, end = Told(lines), lines[-1]
    rows = [dict(NOT_READY) for _ in range(4)]

    def note(prefix, seat, waits):
        names = [f"{prefix}_{what}" for what in WHATS]
        rows[seat].update(zip(names, waits or (0, 0, 0), strict=True))

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

    started, thrown = False, None
    for line in told.states():
        if told.playing and not started:
            started = True
            if line["type"] == "choice":
                for seat in range(4):
                    if seat != told.dealer:
                        follow(seat)
        if thrown is not None:
            follow(thrown)
            thrown = None
        if line["type"] != "choice":
            continue
        seat, action = line["seat"], line["action"]
        if action.startswith("discard"):
            thrown = seat
        elif action == "win" and seat in end["winners"] and end["how"] != "deal":
            drawn = line["on"] == "turn"
            told.hands[seat][told.drawn] -= drawn
            note("win", seat, waiting(told, seat, rules))
            told.hands[seat][told.drawn] += drawn
    return rows, told


def compared(table, hands, rules, seed):
    """Hands whose columns of waits are not those of the transcripts; columns reached."""
    frame = play("wenling", table, max(hands) + 1, seed=seed, rules=rules, columns="waits")
    found = frame.filter(pl.col("hand_id").is_in(list(hands))).drop("hand_id", "seat").to_dicts()
    wrong, reached = [], Counter()
    for i, hand in enumerate(hands):
        rows, _ = told_waits(record("wenling", table, hand, seed=seed, rules=rules), rules)
        for seat, row in enumerate(rows):
            reached.update(key for key, value in row.items() if value is not None)
            got = found[4 * i + seat]
            differ = {key: (got[key], row[key]) for key in row if got[key] != row[key]}
            if differ:
                wrong.append(f"hand {hand}, seat {seat}: {differ}")
    return wrong, reached


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("table", ["speed", MIXED], ids=["speed", "mixed"])
def test_waits_are_those_of_the_transcripts(name, table):
    """800 hands."""
    wrong, reached = compared(table, range(100), RULES[name], 21)
    assert not wrong, "found, expected:\n" + "\n".join(wrong[:20])
    assert reached["ready_turn"] >= reached["able_turn"] >= reached["win_kinds"] > 20


def test_waits_of_automatic_wins():
    """A hand that is ready, and wins by W5: ready as it was, nothing before the winning tile."""
    columns = ["how", "limit", "ready_turn", "n_wilds", "win_kinds", "win_tiles", "win_win_tiles"]
    frame = play("wenling", "speed", 5000, seed=23, columns=columns)
    at_once = frame.filter(pl.col("limit").cast(pl.String).is_in(sorted(AUTOMATIC)))
    assert at_once["win_kinds"].null_count() == at_once.height > 50
    assert at_once["win_tiles"].null_count() == at_once["win_win_tiles"].null_count()
    ready = at_once.filter(pl.col("ready_turn") >= 0)
    assert ready.height > 10
    wrong, _ = compared("speed", ready["hand_id"].to_list(), SEED, 23)
    assert not wrong, "found, expected:\n" + "\n".join(wrong[:20])


def test_a_third_wild_is_waited_for():
    """With two 得 in hand, the third is a wait, and alive unless it lies on the table."""
    columns = ["ready_turn", "is_barred", "n_wilds"]
    frame = play("wenling", NOISY, 5000, seed=24, columns=columns)
    two = frame.filter((pl.col("n_wilds") == 2) & (pl.col("ready_turn") >= 0))
    hands = two["hand_id"].unique().sort().to_list()[:60]
    wrong, reached = compared(NOISY, hands, SEED, 24)
    assert not wrong, "found, expected:\n" + "\n".join(wrong[:20])
    assert reached["ready_turn"] > 60


def test_live_tiles_fall():
    """An able hand waits for live tiles; 得 count among them."""
    frame = play("wenling", "speed", 2000, seed=25, columns="waits").drop_nulls("able_turn")
    assert (frame["able_tiles"] == frame["able_win_tiles"]).all()
    assert frame["able_tiles"].min() > 0
    assert (frame["able_turn"] >= frame["ready_turn"]).all()
    assert np.all(frame["able_kinds"].to_numpy() >= 1)
