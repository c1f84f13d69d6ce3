"""The Wenling referee with its own driver: worked hands, scenarios, transcripts it must refuse."""

import copy
import random

import pytest
from oracle.tianjin_arrange import arrangements
from oracle.wenling import has_too_many, wild_kinds
from oracle.wenling_hands import random_winners, read_tiles
from oracle.wenling_options import Options
from referee.script import Script, plan
from referee_wenling import (
    BRANCHES,
    Greedy,
    Randomly,
    RefereeError,
    check,
    check_all,
    default_rules,
    drive,
)
from referee_wenling.complete import fits
from referee_wenling.liability import steps
from referee_wenling.rules import AMONG
from referee_wenling.scenarios import (
    FAR,
    NOTHING,
    ONE_STEP,
    READY,
    READY_8,
    READY_FOR_ALL,
    READY_FOR_C,
    SCENARIOS,
    WIN,
    Scenario,
    ready,
    wall,
)
from referee_wenling.tiles import N_KINDS, NAMES
from referee_wenling.wall import TAIL, Wall, break_of
from referee_wenling.walls import compose
from test_referee_self import (
    a_choice,
    a_draw,
    acts,
    changed,
    from_dealer,
    inserted,
    on,
    one_more,
    remove_one,
    swap_first,
    the,
    where,
)

IN_ORDER = [name for name in NAMES[:34] for _ in range(4)] + list(NAMES[34:])


def played(scenario, *, dealer=0, seed=1):
    """The lines of a scenario with a chosen dealer, checked."""
    deal = scenario.deal(random.Random(seed))
    player = Script(random.Random(seed), scenario.plans, dealer)
    deal.update(dealer=dealer, choose=player.choose)
    lines = drive(**deal)
    check(lines)
    return lines


# The wall, worked by hand.


def test_deal_of_a_wall_in_order():
    player = Script(random.Random(1), {0: plan("concealed_kong 1m")}, 2)
    lines = drive(IN_ORDER, [1, 1, 2, 6], 2, default_rules(), player.choose)
    # Place 65 is turned up, and 65 // 4 is the kind 16. A of 2 counts from South, B is 10.
    assert (lines[0]["indicator"], lines[0]["wilds"], lines[0]["naonao"]) == ("8p", ["8p"], False)
    assert lines[0]["break"] == {"seat": 3, "stack": 10}
    # The dealer, seat 2, has the places 0-3, 16-19, 32-35, 48-51 and 64.
    assert lines[1]["hands"] == [
        "33337777m22226666p",
        "44448888m33337777p",
        "111155559999m44448p",
        "22226666m11115555p",
    ]
    # The kong is replaced out of 142, 143, 140, ...: all flowers and 白, then a 发.
    shown = ["3f", "4f", "1f", "2f", "3g", "4g", "1g", "2g", "P", "P", "P", "P"]
    expected = []
    for left, tile in zip(range(77, 64, -1), [*shown, "F"], strict=True):
        expected.append({"type": "draw", "seat": 2, "tile": tile, "from": "tail", "left": left})
        if tile != "F":
            expected.append({"type": "show", "seat": 2, "tiles": tile})
    assert lines[3:-1] == expected
    assert (lines[-1]["winners"], lines[-1]["how"]) == ([2], "replacement")
    assert lines[-1]["categories"] == ["sibaiban", "sihonghua", "siheihua"]


@pytest.mark.parametrize(
    ("first", "offset"),
    [(2, 1), (3, 2), (4, 3), (5, 0), (6, 1), (7, 2), (8, 3), (9, 0), (10, 1), (11, 2), (12, 3)],
)
def test_break(first, offset):
    """W2: A of 5, 9 counts from East, 2, 6, 10 South, 3, 7, 11 West, 4, 8, 12 North."""
    dice = [first // 2, first - first // 2, 3, 4]
    for dealer in range(4):
        assert break_of(dice, dealer) == {"seat": (dealer + offset) % 4, "stack": first + 7}


def test_front_and_tail_meet():
    assert TAIL[:6] == (142, 143, 140, 141, 138, 139)
    tiles = Wall(list(range(144)))
    for _ in range(76):
        tiles.replacement()
    assert (tiles.replacement(), tiles.replacement(), tiles.left) == (66, 67, 0)
    tiles = Wall(list(range(144)))
    assert (tiles.draw(), tiles.left) == (66, 77)
    for _ in range(76):
        tiles.replacement()
    assert (tiles.replacement(), tiles.left) == (67, 0)


@pytest.mark.parametrize(
    ("stacks", "replacements", "least"),
    [(8, 0, 16), (8, 5, 17), (8, 6, 16), (15, 0, 30), (15, 7, 31)],
)
def test_counts_of_the_end(stacks, replacements, least):
    """W7: 16 and 30, one more after an odd number of replacements."""
    tiles = Wall(list(range(144)))
    for _ in range(replacements):
        tiles.replacement()
    assert tiles.last_of(stacks) == least


def test_a_hand_is_drawn_at_sixteen():
    """W7: twelve replacements at the deal leave 66 tiles, of which 50 are drawn."""
    lines = played(SCENARIOS["end_drawn"])
    draws = [line for line in lines if a_draw(line)]
    assert [draw["from"] for draw in draws] == ["tail"] * 12 + ["wall"] * 50
    assert draws[-1]["left"] == 16
    assert acts("discard")(lines[-2])


# Showing (W4) and automatic wins (W5).


def test_first_rounds():
    scenario = Scenario(
        "",
        wall(dealer="P3f", third="1g", fourth="PP", tail="9m 2g 1p 8p P 7p 1m 9p"),
        {},
        {"huang_stacks": 40},
    )
    lines = played(scenario, dealer=3)
    assert [
        (line["seat"], line.get("tiles", line.get("tile")), line.get("left"))
        for line in lines[2:15]
    ] == [
        (3, "P3f", None),
        (3, "9m", 77),
        (3, "2g", 76),
        (1, "1g", None),
        (1, "1p", 75),
        (2, "PP", None),
        (2, "8p", 74),
        (2, "P", 73),
        (3, "2g", None),
        (3, "7p", 72),
        (2, "P", None),
        (2, "1m", 71),
        (3, None, None),  # the dealer's first turn
    ]


def test_four_shown_win_after_the_replacement():
    lines = played(SCENARIOS["auto_sibaiban_play"], dealer=2)
    assert [line["type"] for line in lines[-4:]] == ["draw", "show", "draw", "end"]
    assert (lines[-1]["how"], lines[-1]["winners"], lines[-1]["limit"]) == (
        "replacement",
        [0],
        "sibaiban",
    )


def test_third_wild_wins_at_once():
    lines = played(SCENARIOS["auto_auto_draw"])
    assert (lines[-2]["tile"], lines[-1]["how"]) == ("4g", "draw")
    assert (lines[-1]["base"], lines[-1]["fan"], lines[-1]["categories"]) == (0, 0, ["sande"])


@pytest.mark.parametrize("name", ["claim_pong_closed", "claim_pong_closed_after_claim"])
def test_a_pong_is_offered_once(name):
    """W6: the second 7s is not offered to the seat that passed the first."""
    lines = played(SCENARIOS[name])
    assert sum(line.get("action") == "discard 7s" for line in lines) == 2
    offers = [line for line in lines if "pong 7s" in line.get("legal", ())]
    assert [line["action"] for line in offers] == ["pass"]


# Whole hands, worked: seats from the dealer on. Of the losers' tiles W10 needs 100, 30 and 80:
# the dealer 24 x 4 (two 白; 999m, 111s), West 24 (two flowers; EEE, SSS), North 20 x 4 (白; NNN,
# 111p). South wins 160: 38 x 4 (four flowers, self-draw; 旁胡, 无得), or 40 x 4 (four flowers,
# CCC; 中, 无得). NOTHING is worth nothing.


def worked(dealer, second, draws=""):
    return wall(
        dealer="PP999m111s" + dealer,
        second="1g3g1f3f123456m123456p",
        third="4g4fEEESSS7m79p247sFC",
        fourth="PNNN111p78m89p247sWF",
        tail=f"8m 8p {second} 5s 9m 5s",
        draws=draws,
        indicator="8s",
        bury="36s",
    )


KEEPS = plan(keep="9m1s")
ENDS = {
    "W10": (
        Scenario("", worked("7m79p47sESWF", "4s 5s 9s 9s", "3s"), {0: KEEPS, 1: WIN}),
        {
            "how": "first_draw",
            "winners": [1],
            "points": [100, 160, 30, 80],
            "base": 18,
            "fan": 2,
            "categories": ["zimo", "panghu", "wude"],
            "payoffs": [-7, 48, -28, -13],
        },
    ),
    "W10, liable": (
        Scenario(
            "",
            worked("7m79p47sESWC", "C C 9s 9s"),
            {0: plan("discard C"), 1: WIN},
            {"dihu": "first_draw"},
        ),
        {
            "how": "first_discard",
            "winners": [1],
            "discarder": 0,
            "points": [100, 160, 30, 80],
            "base": 20,
            "fan": 2,
            "categories": ["zipai", "wude"],
            "liable": 0,
            "why": "zhongfa",
            "payoffs": [-64, 48, 3, 13],
        },
    ),
    # halves: the dealer pays 9, the others 4.5
    "idle_half": (
        SCENARIOS["points_nothing"],
        {
            "how": "first_draw",
            "winners": [1],
            "points": [0, 90, 0, 0],
            "base": 2,
            "fan": 2,
            "categories": ["zimo", "panghu", "wude"],
            "payoffs": [-9, 18, -4.5, -4.5],
        },
    ),
    # 6 x: a flower and a self-draw; 旁胡, 无得, 杠上开花: 26 x 8 = 208
    "first draw replaced": (
        Scenario(
            "",
            ready(
                dealer="9m" + NOTHING,
                second=READY_8,
                third=NOTHING,
                fourth=NOTHING,
                draws="1g",
                tail="3s",
            ),
            {1: WIN},
        ),
        {
            "how": "replacement",
            "winners": [1],
            "points": [0, 210, 0, 0],
            "base": 6,
            "fan": 3,
            "categories": ["zimo", "panghu", "wude", "gangkai"],
            "payoffs": [-21, 63, -21, -21],
        },
    ),
    "dihu": (
        Scenario(
            "",
            ready(dealer="3s" + NOTHING, second=READY_8, third=NOTHING, fourth=NOTHING),
            {0: plan("discard 3s"), 1: WIN},
        ),
        {
            "how": "first_discard",
            "winners": [1],
            "discarder": 0,
            "points": [0, 500, 0, 0],
            "fan": 2,
            "limit": "dihu",
            "categories": ["panghu", "wude", "dihu"],
            "payoffs": [-50, 150, -50, -50],
        },
    ),
    "tianhu, parlour": (
        Scenario(
            "",
            # The 17th tile is the last one.
            ready(
                dealer=READY_8,
                second=NOTHING,
                third=NOTHING,
                fourth=NOTHING,
                places={64: "3s"},
            ),
            {0: WIN},
            preset="parlour",
        ),
        {
            "how": "deal",
            "winners": [0],
            "points": [500, 0, 0, 0],
            "base": 2,
            "fan": 2,
            "limit": "tianhu",
            "categories": ["zimo", "panghu", "wude", "tianhu"],
            "payoffs": [300, -100, -100, -100],
        },
    ),
    # the pong of 3s is worth 2, rounded up to 10
    "robbed": (
        Scenario(
            "",
            ready(
                dealer="3s" + NOTHING,
                second="33s147m2589p147sESWC",
                third=READY_8,
                fourth=NOTHING,
                draws="1s 2m 2m 3s",
            ),
            SCENARIOS["robbing_robbed"].plans,
        ),
        {
            "how": "robbed",
            "winners": [2],
            "discarder": 1,
            "points": [0, 10, 160, 0],
            "fan": 3,
            "categories": ["panghu", "wude", "qiangganghu"],
            "payoffs": [-17, -14, 48, -17],
        },
    ),
    "two automatic wins": (
        Scenario("", wall(dealer="PPPP", second=NOTHING, third="NNN", fourth=NOTHING)),
        {
            "how": "deal",
            "winners": [0, 2],
            "points": [500, 0, 500, 0],
            "limit": "sibaiban",
            "categories": ["sibaiban"],
            "payoffs": [100, -100, 100, -100],
        },
    ),
    "two automatic wins, idle_half": (
        Scenario(
            "",
            wall(dealer="PPPP", second=NOTHING, third="NNN", fourth=NOTHING),
            {},
            {"ratio": "idle_half"},
        ),
        {
            "how": "deal",
            "winners": [0, 2],
            "points": [500, 0, 500, 0],
            "limit": "sibaiban",
            "categories": ["sibaiban"],
            "payoffs": [100, -75, 50, -75],
        },
    ),
    # four 白 of a loser: 16 x 16 = 256
    "first seat": (
        Scenario(
            "",
            wall(
                dealer="9m" + NOTHING,
                second="NNN",
                third=NOTHING,
                fourth="PPPP147m2589p1479sE",
                tail="2m 3m 8m 6p",
            ),
            {},
            {"multi_auto": "first_seat"},
        ),
        {
            "how": "deal",
            "winners": [1],
            "points": [0, 500, 0, 260],
            "limit": "sande",
            "categories": ["sande"],
            "payoffs": [-76, 150, -76, 2],
        },
    ),
    "drawn": (SCENARIOS["end_odd"], {"how": None, "winners": []}),
}
UNSAID = {
    "type": "end",
    "discarder": None,
    "points": [0] * 4,
    "base": 0,
    "fan": 0,
    "limit": None,
    "categories": [],
    "liable": None,
    "why": None,
    "payoffs": [0] * 4,
}


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("name", ENDS)
def test_end(name, dealer):
    scenario, said = ENDS[name]
    end = played(scenario, dealer=dealer)[-1]
    for key in ("points", "payoffs"):
        end[key] = from_dealer(end[key], dealer)
    end["winners"] = [(seat - dealer) % 4 for seat in end["winners"]]
    for key in ("discarder", "liable"):
        end[key] = end[key] if end[key] is None else (end[key] - dealer) % 4
    assert end == {**UNSAID, **said}


# Branches.


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario_reaches_its_branches(name):
    rng = random.Random(name)
    for _ in range(8):
        counts = check(SCENARIOS[name].play(rng))
        assert set(SCENARIOS[name].branches) <= set(counts) <= set(BRANCHES)


def test_scenarios_reach_every_branch():
    promised = {name for scenario in SCENARIOS.values() for name in scenario.branches}
    assert promised == set(BRANCHES)


def completed_by_some_kind(naturals, wilds, melds):
    """Whether one 得 more makes an arrangement with no kind more than five times."""
    found = arrangements(naturals, wilds + 1, 5 - len(melds), 99, literal=True)
    return any(not has_too_many(groups, melds, 5) for groups in found)


def test_filter_agrees_with_the_brute_force_arranger():
    """n = 600 hands of 17, and of 16 without the last tile, with up to two 得."""
    compared = [0, 0]
    for hand in random_winners(23, 600, Options(naonao="always")):
        wild = wild_kinds(hand.indicator)
        tiles = [*hand.concealed, hand.last]
        wilds = sum(kind in wild for kind in tiles)
        if wilds > 2:
            continue
        counts = [tiles.count(kind) for kind in range(N_KINDS)]
        naturals = [kind for kind in tiles if kind not in wild]
        complete = any(
            not has_too_many(groups, hand.melds, 5)
            for groups in arrangements(naturals, wilds, 5 - len(hand.melds), 99, literal=True)
        )
        assert fits(counts, wild, len(hand.melds)) == complete, str(hand)
        compared[complete] += 1
        counts[hand.last] -= 1
        if hand.last in wild:
            wilds -= 1
        else:
            naturals.remove(hand.last)
            assert fits(counts, wild, len(hand.melds), hand.last) == complete, str(hand)
        if wilds < 2:
            lacking = completed_by_some_kind(naturals, wilds, hand.melds)
            assert fits(counts, wild, len(hand.melds)) == lacking, str(hand)
    assert min(compared) > 50


def test_hands_of_the_scenarios():
    """What the scenarios take for granted, the 得 being N."""

    class Seat:
        wilds = (30,)

    def of(text):
        Seat.hands = [[read_tiles(text).count(kind) for kind in range(N_KINDS)]]
        return steps(Seat, 0)

    assert [of(text) for text in (READY, READY_8, READY_FOR_C, READY_FOR_ALL)] == [0] * 4
    assert of(ONE_STEP) == 1
    assert of(FAR) >= 2


@pytest.mark.parametrize("player", [Greedy, Randomly])
@pytest.mark.parametrize("preset", ["seed", "parlour"])
def test_own_hands_pass(player, preset):
    rng = random.Random(f"{player.__name__} {preset}")
    for _ in range(60):
        options = {name: rng.choice(values) for name, values in AMONG.items()}
        options |= {"huang_stacks": rng.choice((0, 8, 20)), "sheng_stacks": rng.choice((0, 15, 40))}
        tiles, dice = compose(rng)
        rules = default_rules(preset, **options)
        lines = drive(tiles, dice, rng.randrange(4), rules, player(rng).choose, seed=1, hand=2)
        check(lines)
        assert sum(lines[-1]["payoffs"]) == 0


def test_counts_add_up():
    rng = random.Random(2)
    hands = [SCENARIOS[name].play(rng) for name in ("win_tianhu", "end_odd", "win_dihu")]
    assert check_all(hands)["dealer_wins"] == 1
    assert check_all(hands)["drawn_odd"] == 1


def test_same_seed_same_hand():
    for name in ("robbing_rob_two", "shown_without_replacement"):
        first, second = (SCENARIOS[name].play(random.Random(4)) for _ in range(2))
        assert first == second


def test_whole_payoffs_may_be_floats():
    lines = SCENARIOS["win_tianhu"].play(random.Random(1))
    lines[-1]["payoffs"] = [float(payoff) for payoff in lines[-1]["payoffs"]]
    check(lines)


# Transcripts that break a rule. Each function spoils the lines and returns where that shows.


def from_next(offset):
    return lambda seat: (seat + offset) % 4


def seat_after_dealer(lines, offset):
    return (lines[0]["dealer"] + offset) % 4


def claims(discard, offset, tile, legal, action, nth=0):
    """A mutation: a seat is asked on a discard, that may not be."""

    def spoil(lines):
        index = where(lines, acts(discard), nth) + 1
        seat = seat_after_dealer(lines, offset)
        while lines[index].get("on") == "discard" and lines[index]["seat"] != seat:
            index += 1
        return inserted(lines, index, seat, "discard", tile, ["pass", *legal], action)

    return spoil


def offers(holds, place, action, nth=0, *, taken=False):
    """A mutation: an action more is offered, and taken or not."""

    def spoil(lines):
        index = where(lines, holds, nth)
        lines[index]["legal"].insert(place, action)
        if taken:
            lines[index]["action"] = action
        return index

    return spoil


def takes_away(holds, nth=0):
    """A mutation: a line is missing."""

    def spoil(lines):
        index = where(lines, holds, nth)
        del lines[index]
        return index

    return spoil


def swapped_draws(lines):
    first, second = where(lines, a_draw), where(lines, a_draw, 1)
    lines[first]["tile"], lines[second]["tile"] = lines[second]["tile"], lines[first]["tile"]
    return first


def chi_by_another_seat(lines):
    """The third player holds 12s, but the second is next."""
    return claims("discard 3s", 2, "3s", ["chi 1s"], "chi 1s")(lines)


def turn_with(tile, offset):
    """The turn of a seat after it drew a tile."""

    def holds(lines):
        seat = seat_after_dealer(lines, offset)
        return 1 + where(
            lines, lambda line: a_draw(line) and line["seat"] == seat and line["tile"] == tile
        )

    return holds


def win_by_a_barred_player(lines):
    index = turn_with("3s", 1)(lines)
    lines[index]["legal"].insert(0, "win")
    lines[index]["action"] = "win"
    return index


def automatic_win_of_a_barred_player(lines):
    """The second player shows its fourth 白."""
    seat = seat_after_dealer(lines, 1)
    shown = where(lines, lambda line: line["type"] == "show" and line["seat"] == seat, 1)
    end = {**lines[-1], "winners": [seat], "how": "replacement"}
    lines[shown + 2 :] = [end]
    return shown + 2


def no_automatic_win(lines):
    """Four 白 are shown, but play goes on."""
    seat, index = lines[-2]["seat"], len(lines) - 1
    return inserted(lines, index, seat, "turn", None, ["discard 1m"], "discard 1m")


def tianhu_in_spite_of_another(lines):
    """The dealer is complete, but the second has four 白."""
    lines[-1] = {**lines[-1], "winners": [lines[0]["dealer"]]}
    return len(lines) - 1


def automatic_win_before_the_replacement(lines):
    del lines[-2]
    return len(lines) - 1


def farther_winner(lines):
    """Both win the discard; the end names the third player and not the second."""
    lines[-1]["winners"] = [seat_after_dealer(lines, 2)]
    return len(lines) - 1


def nearer_passes(lines):
    """The nearer of two passes, but the end is as before."""
    lines[where(lines, on("discard"))]["action"] = "pass"
    return len(lines) - 1


def no_win_over_a_pong(lines):
    """The third player passes, so the second has its pong."""
    lines[where(lines, on("discard"), 1)]["action"] = "pass"
    return len(lines) - 1


def drawn_after_the_end(lines):
    lines[-1] = {
        "type": "draw",
        "seat": (lines[-2]["seat"] + 1) % 4,
        "tile": "1m",
        "from": "wall",
        "left": 76,
    }
    return len(lines) - 1


def no_end(lines):
    lines.pop()
    return len(lines)


def second_end(lines):
    lines.append(lines[-1])
    return len(lines) - 1


def fifth_of_a_kind(lines):
    tiles = lines[0]["wall"]
    tiles[100] = next(name for name in tiles if name != tiles[100])
    return 0


def option_is(**values):
    def spoil(lines):
        lines[0]["rules"].update(values)
        return 0

    return spoil


def missing_option(lines):
    del lines[0]["rules"]["bao"]
    return 0


END, FAMILIAR = the("end"), "bao_familiar"
MUTATIONS = {
    # the end
    "a changed payoff": changed("win_discard", END, payoffs=one_more),
    "a payoff of the wrong sign": changed("win_discard", END, payoffs=lambda v: [-x for x in v]),
    "a payoff too many": changed("win_discard", END, payoffs=lambda values: [*values, 0]),
    "changed points": changed("win_discard", END, points=one_more),
    "a changed base": changed("win_discard", END, base=lambda base: base + 2),
    "a changed fan": changed("win_discard", END, fan=lambda fan: fan + 1),
    "no limit": changed("win_tianhu", END, limit=None),
    "a limit too many": changed("win_discard", END, limit="dihu"),
    "categories in another order": changed("win_tianhu", END, categories=swap_first),
    "a missing category": changed("win_tianhu", END, categories=remove_one(0)),
    "another winner": changed("win_discard", END, winners=lambda seats: [(seats[0] + 1) % 4]),
    "two winners of a discard": ("win_two_may_win", farther_winner),
    "a nearer one passes": ("win_two_may_win", nearer_passes),
    "one winner of two": changed("auto_auto_several", END, winners=remove_one(1)),
    "winners in another order": changed("auto_auto_several", END, winners=swap_first),
    "another discarder": changed("win_discard", END, discarder=from_next(1)),
    "no discarder": changed("win_discard", END, discarder=None),
    "a wrong how": changed("win_shown", END, how="draw"),
    "地胡 called a discard": changed("win_dihu", END, how="discard"),
    "天胡 called a replacement": changed("win_tianhu_after_kong", END, how="replacement"),
    "another seat is liable": changed(FAMILIAR, END, liable=from_next(1)),
    "nobody is liable": changed(FAMILIAR, END, liable=None),
    "no reason": changed(FAMILIAR, END, why=None),
    "another reason": changed(FAMILIAR, END, why="zhongfa"),
    "an exempt seat is liable": changed("bao_exempt", END, liable=0, why="shengpai"),
    "halves lost": changed("points_nothing", END, payoffs=lambda v: [int(x) for x in v]),
    "no end": ("win_discard", no_end),
    "a second end": ("win_discard", second_end),
    "a draw after the end of the wall": ("end_odd", drawn_after_the_end),
    # decisions
    "a removed legal action": changed("de_barred", on("turn"), legal=remove_one(0)),
    "legal actions in another order": changed("de_barred", on("turn"), legal=swap_first),
    "a missing pass": changed("claim_pong_over_chi", on("discard"), legal=remove_one(0)),
    "a missing open kong": changed("claim_kong_over_chi", on("discard"), 1, legal=remove_one(1)),
    "a missing chi": changed("claim_chi_middle", on("discard"), legal=remove_one(1)),
    "a missing kong after a pong": changed(
        "kong_added_after_pong", on("after_pong"), legal=remove_one(0)
    ),
    "a missing win": changed("win_win_over_pong", on("discard"), 1, legal=remove_one(1)),
    "an action that is not legal": changed("de_barred", on("turn"), action="discard 9g"),
    "no action": changed("de_barred", on("turn"), action=None),
    "a tile on a turn": changed("de_barred", on("turn"), tile="E"),
    "no tile on a discard": changed("claim_chi_high", on("discard"), tile=None),
    "another seat decides": changed("de_barred", on("turn"), 1, seat=from_next(1)),
    "after a chi as a turn": changed("claim_chi_high", on("after_pong"), on="turn"),
    "a missing decision": ("claim_chi_high", takes_away(on("discard"))),
    "a missing robbing": ("robbing_rob_declined", takes_away(on("robbing"))),
    "a win before a pong, passed": ("win_win_over_pong", no_win_over_a_pong),
    "a chi by another seat": ("claim_chi_low", chi_by_another_seat),
    "a chi with 得": (
        "de_chi_refused_wild",
        claims("discard 3s", 1, "3s", ["chi 3s"], "chi 3s"),
    ),
    "a claim on a discarded 得": (
        "de_wild_refused",
        claims("discard N", 2, "N", ["pong N"], "pong N"),
    ),
    "a win on a discarded 得": ("de_wild_refused", claims("discard N", 1, "N", ["win"], "win")),
    "a win by a barred seat": ("de_barred", win_by_a_barred_player),
    "a win by a barred seat on a discard": (
        "de_barred_by_discard",
        claims("discard 3s", 1, "3s", ["win"], "win"),
    ),
    "a pong that was passed on": (
        "claim_pong_closed",
        claims("discard 7s", 2, "7s", ["pong 7s"], "pong 7s", nth=1),
    ),
    "a win after a pong": (
        "claim_complete_after_claim",
        offers(on("after_pong"), 0, "win", taken=True),
    ),
    "a kong at the reserve": (
        "kong_refused",
        offers(on("turn"), 0, "concealed_kong C", taken=True),
    ),
    "an open kong at the reserve": ("kong_refused", offers(on("discard"), 1, "open_kong 7s")),
    "robbing by a barred seat": (
        "robbing_rob_barred",
        lambda lines: inserted(
            lines,
            where(lines, acts("added_kong")) + 1,
            seat_after_dealer(lines, 2),
            "robbing",
            "3s",
            ["pass", "win"],
            "win",
        ),
    ),
    # draws and shown tiles
    "swapped draws": ("de_barred", swapped_draws),
    "a wrong left": changed("de_barred", a_draw, left=78),
    "another seat draws": changed("de_barred", a_draw, seat=from_next(1)),
    "a replacement from the wall": changed(
        "win_open_kong", lambda line: line.get("from") == "tail", **{"from": "wall"}
    ),
    "a missing show": ("shown_white", takes_away(the("show"))),
    "a missing show at the deal": ("auto_sibaiban", takes_away(the("show"))),
    "a missing replacement": ("win_shown", takes_away(lambda line: line.get("from") == "tail")),
    "another tile is shown": changed("shown_white", the("show"), tiles="1g"),
    "shown one by one": changed("auto_sibaiban", the("show"), tiles="P"),
    "shown by another": changed("shown_white", the("show"), seat=from_next(1)),
    "a kong without replacement": (
        "win_open_kong",
        takes_away(lambda line: line.get("from") == "tail"),
    ),
    # automatic wins
    "an automatic win passed by": ("auto_sibaiban_play", no_automatic_win),
    "before its replacement": ("auto_sibaiban_play", automatic_win_before_the_replacement),
    "an automatic win of a barred seat": ("auto_barred_auto", automatic_win_of_a_barred_player),
    "天胡 in spite of another": ("auto_auto_beats_tianhu", tianhu_in_spite_of_another),
    # the first lines
    "a fifth of a kind": ("de_barred", fifth_of_a_kind),
    "another hand dealt": changed("de_barred", the("deal"), hands=swap_first),
    "another break": changed("de_barred", the("hand"), **{"break": {"seat": 0, "stack": 99}}),
    "another indicator": changed("de_barred", the("hand"), indicator="S"),
    "other wilds": changed("de_wild_flower", the("hand"), wilds=swap_first),
    "no 闹闹": changed("de_wild_flower", the("hand"), naonao=False),
    "闹闹 as a number": changed("de_wild_flower", the("hand"), naonao=1),
    "闹闹 by option only": ("de_barred", option_is(naonao="always")),
    "a die of seven": changed("de_barred", the("hand"), dice=lambda dice: [*dice[:3], 7]),
    "six dice": changed("de_barred", the("hand"), dice=lambda dice: [*dice, 1, 1]),
    "a dealer who is true": changed("de_barred", the("hand"), dealer=True),
    "a sit": changed("de_barred", the("hand"), sit=1),
    "a pull": changed("de_barred", the("hand"), pulls=[0, 0, 0, 1]),
    "another version": changed("de_barred", the("hand"), version=2),
    "another game": changed("de_barred", the("hand"), game="tianjin"),
    "three strategies": changed("de_barred", the("hand"), strategies=remove_one(0)),
    "a missing option": ("de_barred", missing_option),
    "an option of a wrong type": ("de_barred", option_is(bao=1)),
    "an option out of range": ("de_barred", option_is(huang_stacks=41)),
    "an unknown value": ("de_barred", option_is(ratio="double")),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_refused(name):
    scenario, spoil = MUTATIONS[name]
    lines = SCENARIOS[scenario].play(random.Random(name))
    check(lines)
    spoilt = copy.deepcopy(lines)
    index = spoil(spoilt)
    assert repr(spoilt) != repr(lines)
    with pytest.raises(RefereeError, match=f"^line {index}: expected .*, found ") as refusal:
        check(spoilt)
    assert refusal.value.line == index


def test_refused_any_changed_value():
    """Whatever value of a transcript is changed, and not only one that is named above."""
    rng = random.Random(6)
    for name in ("robbing_rob_two", "win_shown_after_kong", "auto_auto_three", "bao_both"):
        lines = SCENARIOS[name].play(rng)
        for index, line in enumerate(lines[1:], 1):
            for key in line:
                spoilt = [*lines[:index], {**line, key: "nonsense"}, *lines[index + 1 :]]
                with pytest.raises(RefereeError, match=f"^line {index}:"):
                    check(spoilt)
                rest = {other: value for other, value in line.items() if other != key}
                with pytest.raises(RefereeError, match=f"^line {index}:"):
                    check([*lines[:index], rest, *lines[index + 1 :]])


def test_refused_swapped_walls():
    """Any two different tiles of the wall that are dealt, turned up or drawn change a line."""
    lines = SCENARIOS["end_drawn"].play(random.Random(3))
    rng = random.Random(3)
    for _ in range(40):
        # The places up to 115 are used, and the last six stacks.
        one, other = rng.sample([*range(116), *range(132, 144)], 2)
        spoilt = copy.deepcopy(lines)
        tiles = spoilt[0]["wall"]
        if tiles[one] == tiles[other]:
            continue
        tiles[one], tiles[other] = tiles[other], tiles[one]
        # Two tiles of the same hand are the same hand.
        if max(one, other) < 65 and drive_deal(spoilt) == lines[1]["hands"]:
            continue
        with pytest.raises(RefereeError):
            check(spoilt)


def drive_deal(lines):
    """The dealt hands of a changed wall."""
    head = lines[0]
    choose = Script(random.Random(1)).choose
    again = drive(head["wall"], head["dice"], head["dealer"], head["rules"], choose)
    return again[1]["hands"]


@pytest.mark.parametrize("lines", [[], [None], [{}]])
def test_refused_nothing(lines):
    with pytest.raises(RefereeError, match=r"^line 0: expected"):
        check(lines)


def test_every_decision_has_an_order():
    """Types of actions in the order of a transcript, within a type by kind."""
    order = ["pass", "win", "concealed_kong", "added_kong", "open_kong", "pong", "chi", "discard"]
    rng = random.Random(5)
    for name in ("robbing_rob_two", "claim_chi_middle", "kong_added_after_chi", "de_barred_kong"):
        for line in filter(a_choice, SCENARIOS[name].play(rng)):
            split = [action.partition(" ") for action in line["legal"]]
            keys = [(order.index(t), NAMES.index(n) if n else -1) for t, _, n in split]
            assert keys == sorted(keys)
