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
    from_dealer,
)
from wenling_mutations import MUTATIONS

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


# Transcripts that break a rule (wenling_mutations.py).


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
