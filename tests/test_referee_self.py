"""The referee with its own driver: worked hands, the scenarios, and transcripts it must refuse."""

import copy
import random

import pytest
from oracle.hands import random_hands
from oracle.notation import read_tiles
from oracle.tianjin import score, wild_kinds
from referee import BRANCHES, Greedy, Randomly, RefereeError, check, default_rules, drive
from referee.complete import fits
from referee.scenarios import PLAIN, READY, SCENARIOS, Scenario
from referee.script import Script, plan
from referee.tiles import NAMES
from referee.wall import Wall, break_of
from referee.walls import compose

IN_ORDER = [name for name in NAMES for _ in range(4)]
DICE = [3, 4, 2, 6, 3, 4]


def played(scenario, *, dealer=0, sit=0, pulls=(0, 0, 0, 0), seed=1):
    """The lines of a scenario with chosen stakes, checked; `pulls` from the dealer on."""
    deal = scenario.deal(random.Random(seed))
    by_seat = [pulls[(seat - dealer) % 4] for seat in range(4)]
    player = Script(random.Random(seed), scenario.plans, dealer)
    deal.update(dealer=dealer, sit=sit, pulls=by_seat, choose=player.choose)
    lines = drive(**deal)
    check(lines)
    return lines


def from_dealer(values, dealer):
    """Values by seat in the order of play."""
    return [values[(dealer + offset) % 4] for offset in range(4)]


# The wall, worked by hand.


def test_deal_of_a_wall_in_order():
    lines = drive(IN_ORDER, DICE, 2, 0, [0] * 4, default_rules(), Randomly(random.Random(1)).choose)
    # Stack 7 from the tail begins at place 122, and 122 // 4 is the kind 30.
    assert (lines[0]["indicator"], lines[0]["wilds"]) == ("N", ["N", "E"])
    # The dealer, seat 2, has the places 0-3, 16-19, 32-35, 48 and 52.
    assert lines[1]["hands"] == [
        "33337777m22224p",
        "44448888m33334p",
        "111155559999m45p",
        "22226666m11114p",
    ]
    assert lines[2]["legal"][:3] == ["concealed_kong 1m", "concealed_kong 5m", "concealed_kong 9m"]


def test_draws_of_a_wall_in_order():
    player = Script(random.Random(1), {0: plan("concealed_kong 1m", "discard 5p")}, 2)
    lines = drive(IN_ORDER, DICE, 2, 0, [0] * 4, default_rules(), player.choose)
    assert [line for line in lines if line["type"] == "draw"][:3] == [
        {"type": "draw", "seat": 2, "tile": "P", "from": "tail", "left": 81},
        {"type": "draw", "seat": 3, "tile": "5p", "from": "wall", "left": 80},
        {"type": "draw", "seat": 0, "tile": "5p", "from": "wall", "left": 79},
    ]


@pytest.mark.parametrize(
    ("wall_break", "expected"),
    [("platform", {"seat": 2, "stack": 8}), ("traditional", {"seat": 0, "stack": 15})],
)
def test_break(wall_break, expected):
    assert break_of(DICE, 2, wall_break) == expected


def test_tail_passes_the_indicator_over():
    wall = Wall(list(range(136)), [1, 1, 1, 1, 1, 1], 0)
    assert [wall.replacement() for _ in range(5)] == [134, 135, 133, 130, 131]
    assert wall.left == wall.ordinary_left == 77


def test_dead_wall_is_for_kongs_only():
    wall = Wall(list(range(136)), [1, 1, 1, 1, 2, 2], 3)
    assert wall.replacement() == 134
    assert (wall.left, wall.ordinary_left) == (81, 79)
    drawn = [wall.draw() for _ in range(79)]
    # 128 is turned up; 135 and 132 are reserved, what lies under 132 is not.
    assert drawn == [*range(53, 128), 129, 130, 131, 133]
    assert [wall.replacement(), wall.replacement()] == [135, 132]
    assert wall.left == 0


def test_front_and_tail_meet():
    wall = Wall(list(range(136)), [1, 1, 1, 1, 6, 6], 0)
    for _ in range(79):
        wall.replacement()
    assert wall.replacement() == 54
    assert (wall.draw(), wall.draw(), wall.left) == (53, 55, 0)


# Payments, worked in the rules (T9): the dealer sits, the others pull 0, 1, 2.

STAKES = {"sit": 1, "pulls": (0, 0, 1, 2)}
CHAN = SCENARIOS["chan_at_the_end"]
# 捉5 alone: 五萬 between four and six; the wild E is the end of 23s.
ZHUO5 = "46m111789p2399sE"
DRAWN_WITH_KONG = Scenario(
    "", {"hands": ("", "", "CCCC", "")}, {2: plan("concealed_kong C")}, {"dead_wall": 70}
)
ZHUO5_BY_DEALER = Scenario(
    "", {"hands": (ZHUO5 + "N", "", "", ""), "draws": "? ? ? 5m"}, {0: plan("win", "discard N")}
)
ZHUO5_BY_THIRD = Scenario("", {"hands": ("", "", ZHUO5, ""), "draws": "? 5m"}, {2: plan("win")})
UNPAID = Scenario(
    "",
    DRAWN_WITH_KONG.wall,
    DRAWN_WITH_KONG.plans,
    {"dead_wall": 70, "kong_points_on_draw": False},
)
PAYMENTS = {
    "鏟, platform": (CHAN, [-14, 2, 4, 8]),
    "鏟, traditional": (
        Scenario("", CHAN.wall, CHAN.plans, {"dead_wall": 79}, "traditional"),
        [-28, 4, 8, 16],
    ),
    "鏟, base 3": (
        Scenario("", CHAN.wall, CHAN.plans, {"dead_wall": 79, "base": 3}),
        [-42, 6, 12, 24],
    ),
    "the dealer wins 3": (ZHUO5_BY_DEALER, [42, -6, -12, -24]),
    "the third wins 3": (ZHUO5_BY_THIRD, [-12, -3, 18, -3]),
    "a concealed kong": (DRAWN_WITH_KONG, [-8, -2, 12, -2]),
    "a concealed kong, unpaid": (UNPAID, [0, 0, 0, 0]),
}


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("name", PAYMENTS)
def test_payments(name, dealer):
    scenario, payoffs = PAYMENTS[name]
    end = played(scenario, dealer=dealer, **STAKES)[-1]
    assert from_dealer(end["payoffs"], dealer) == payoffs


# Ends of hands: winner from the dealer on, how, fan, categories, kong points, payoffs, no stakes.
ENDS = {
    # 素 2 x 龍 4 x 天胡 4
    "tianhu": (0, "deal", 32, "long su tianhu", [0] * 4, [96, -32, -32, -32]),
    "dihu": (2, "first", 32, "long su dihu", [0] * 4, [-32, -32, 96, -32]),
    "dihu_off": (3, "draw", 8, "long su", [0] * 4, [-8, -8, -8, 24]),
    # the dealer's first draw after the deal is no 地胡; base 5
    "dealers_second_draw": (0, "draw", 8, "long su", [0] * 4, [120, -40, -40, -40]),
    # 8 fan; the dealer's kong of 2 on top
    "dihu_after_dealers_kong": (1, "draw", 8, "long su", [2, 0, 0, 0], [-2, 22, -10, -10]),
    # 杠開素提溜 4(6)
    "gangkai": (1, "kong", 4, "tiliu su gangkai", [0, 2, 0, 0], [-6, 18, -6, -6]),
    # the same with a second kong, doubled once more by gangkai_stack: 8(12)
    "gangkai_chain": (1, "kong", 8, "tiliu su gangkai", [0, 4, 0, 0], [-12, 36, -12, -12]),
    "gangkai_from_discard": (2, "kong", 4, "tiliu su gangkai", [0, 0, 1, 0], [-5, -5, 15, -5]),
    "gangkai_stack_needed": (1, "kong", 4, "tiliu gangkai", [0, 4, 0, 0], [-8, 24, -8, -8]),
    "gangkai_stack_off": (1, "kong", 2, "tiliu gangkai", [0, 4, 0, 0], [-6, 18, -6, -6]),
    # two kongs, but not in a row
    "gangkai_again": (1, "kong", 4, "tiliu su gangkai", [0, 4, 0, 0], [-8, 24, -8, -8]),
    # 杠開提溜 2, the 金杠 4 and no 素
    "jin_gang": (1, "kong", 2, "tiliu gangkai", [0, 4, 0, 0], [-6, 18, -6, -6]),
    # 素本伍龍 28 x 地胡 4, for any of the 14 may be the last: 五萬, too
    "su_ben_long": (1, "first", 112, "zhuo5 subenlong dihu", [0] * 4, [-112, 336, -112, -112]),
    "exempt": (1, "draw", 2, "tiliu su", [0] * 4, [-2, 6, -2, -2]),
    "plain_wins": (1, "draw", 1, "tiliu", [0] * 4, [-1, 3, -1, -1]),
    # 龍 4 x 素 2 x 地胡 4 x 天聽 2
    "two_declare": (1, "first", 64, "long su dihu tianting", [0] * 4, [-64, 192, -64, -64]),
    "declared_wins_later": (1, "draw", 4, "tiliu su tianting", [0] * 4, [-4, 12, -4, -4]),
    # 8 to each, and the dealer pays 2 for 鏟 to each of the others
    "chan_won": (1, "draw", 8, "long su", [0] * 4, [-14, 26, -6, -6]),
}


@pytest.mark.parametrize("name", ENDS)
def test_end(name):
    winner, how, fan, categories, kong_points, payoffs = ENDS[name]
    end = played(SCENARIOS[name], dealer=3)[-1]
    assert end == {
        "type": "end",
        "winner": (3 + winner) % 4,
        "how": how,
        "fan": fan,
        "categories": categories.split(),
        "kong_points": [kong_points[(seat - 3) % 4] for seat in range(4)],
        "chan": name == "chan_won",
        "payoffs": [payoffs[(seat - 3) % 4] for seat in range(4)],
    }


# Branches.


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario_reaches_its_branches(name):
    rng = random.Random(name)
    for _ in range(8):
        lines = SCENARIOS[name].play(rng)
        counts = check(lines)
        # The branch is counted discard by discard, the end line looks back.
        assert lines[-1]["chan"] == ("chan" in counts)
        assert set(SCENARIOS[name].branches) <= set(counts) <= set(BRANCHES)


def test_scenarios_reach_every_branch():
    promised = {name for scenario in SCENARIOS.values() for name in scenario.branches}
    assert promised == set(BRANCHES)


def test_prefilter_agrees_with_the_brute_force_scorer():
    for hand in random_hands(23, 1500):
        wilds = wild_kinds(hand.indicator)
        held = list(hand.concealed)
        counts = [held.count(kind) for kind in range(34)]

        def complete(last, held=held, hand=hand):
            return score(held, hand.melds, last, hand.indicator, checked=False) is not None

        # Whatever completes a hand, a wild does.
        assert fits(counts, wilds, len(hand.melds)) == complete(wilds[0])
        counts[hand.last] += 1
        assert fits(counts, wilds, len(hand.melds)) == complete(hand.last)


@pytest.mark.parametrize("preset", ["platform", "traditional"])
@pytest.mark.parametrize("player", [Greedy, Randomly])
def test_own_hands_pass(player, preset):
    rng = random.Random(f"{player} {preset}")
    for _ in range(40):
        dealer = rng.randrange(4)
        pulls = [0 if seat == dealer else rng.randrange(3) for seat in range(4)]
        wall, dice = compose(rng)
        rules = default_rules(preset, dead_wall=rng.choice((0, 14)), min_fan=rng.choice((1, 2, 3)))
        lines = drive(
            wall, dice, dealer, rng.randrange(2), pulls, rules, player(rng).choose, seed=1, hand=2
        )
        check(lines)
        assert sum(lines[-1]["payoffs"]) == 0


@pytest.mark.parametrize("name", ["not_declared", "declared_on_a_wild", "declarer_claims_not"])
def test_tian_ting_is_asked_at_the_first_discard_only(name):
    lines = SCENARIOS[name].play(random.Random(8))
    asked = [index for index, line in enumerate(lines) if line.get("on") == "tian_ting"]
    first = next(
        index for index, line in enumerate(lines) if line.get("action", "").startswith("discard")
    )
    assert asked == list(range(first + 1, first + 1 + len(asked)))
    assert asked


def test_players_are_asked_in_the_order_of_play():
    lines = SCENARIOS["two_declare"].play(random.Random(8))
    dealer = lines[0]["dealer"]
    asked = [line["seat"] for line in lines if line.get("on") == "tian_ting"]
    assert asked == [(dealer + 1) % 4, (dealer + 3) % 4]


def test_concealed_kongs_are_listed_before_added_ones():
    scenario = Scenario(
        "",
        {"hands": ("7s", "77sCCCC", "", ""), "draws": "? ? ? 7s"},
        {0: plan("discard 7s"), 1: plan("pong 7s", keep="C")},
    )
    legal = [line["legal"] for line in played(scenario) if line["type"] == "choice"]
    assert any(actions[:2] == ["concealed_kong C", "added_kong 7s"] for actions in legal)


def test_same_seed_same_hand():
    for name in ("barred_claims", "declarer_barred"):
        first, second = (SCENARIOS[name].play(random.Random(4)) for _ in range(2))
        assert first == second


# Transcripts that break a rule. Each function spoils the lines and returns where that shows.


def where(lines, holds, nth=0):
    return [index for index, line in enumerate(lines) if holds(line)][nth]


def a_draw(line):
    return line["type"] == "draw"


def a_choice(line):
    return line["type"] == "choice"


def changed(scenario, holds, nth=0, /, **values):
    """A mutation that changes entries of one line."""

    def spoil(lines):
        index = where(lines, holds, nth)
        for name, value in values.items():
            lines[index][name] = value(lines[index][name]) if callable(value) else value
        return index

    return scenario, spoil


def the(line_type):
    return lambda line: line["type"] == line_type


def on(name):
    return lambda line: line.get("on") == name


def acts(prefix):
    return lambda line: line.get("action", "").startswith(prefix)


def remove_one(index):
    return lambda values: [value for i, value in enumerate(values) if i != index]


def swap_first(values):
    return [values[1], values[0], *values[2:]]


def one_more(values):
    return [values[0] + 1, *values[1:]]


def swapped_draws(lines):
    """Two draws of different tiles in the wrong order."""
    first, second = where(lines, a_draw), where(lines, a_draw, 1)
    lines[first]["tile"], lines[second]["tile"] = lines[second]["tile"], lines[first]["tile"]
    return first


def inserted(lines, index, seat, on, tile, legal, action):
    line = {"type": "choice", "seat": seat, "on": on, "tile": tile}
    lines.insert(index, {**line, "legal": legal, "action": action})
    return index


def claim_on_a_wild(lines):
    """The third player holds two of the wild that the dealer throws."""
    index = where(lines, acts("discard E")) + 1
    seat = (lines[0]["dealer"] + 2) % 4
    return inserted(lines, index, seat, "discard", "E", ["pass", "pong E"], "pong E")


def claim_of_a_declarer(lines):
    """The second player declared, and holds two of the 1s that the third throws."""
    index = where(lines, acts("discard 1s")) + 1
    seat = (lines[0]["dealer"] + 1) % 4
    return inserted(lines, index, seat, "discard", "1s", ["pass", "pong 1s"], "pong 1s")


def claim_on_the_last_discard(lines):
    """The fourth player holds two of the very last discard."""
    seat = (lines[0]["dealer"] + 3) % 4
    return inserted(lines, len(lines) - 1, seat, "discard", "N", ["pass", "pong N"], "pong N")


def win_offered(lines, index):
    lines[index]["legal"].insert(0, "win")
    lines[index]["action"] = "win"
    return index


def win_by_a_barred_player(lines):
    """The dealer threw a wild, and then draws what would complete its hand."""
    dealer = lines[0]["dealer"]
    second = where(lines, lambda line: a_draw(line) and line["seat"] == dealer)
    return win_offered(lines, second + 1)


def win_after_a_pong(lines):
    return win_offered(lines, where(lines, on("after_pong")))


def win_below_min_fan(lines):
    return win_offered(lines, where(lines, a_draw) + 1)


def win_on_a_discard(lines):
    index = where(lines, on("discard"))
    lines[index]["legal"].insert(1, "win")
    return index


def kong_without_replacement(lines):
    index = where(lines, lambda line: line.get("from") == "tail")
    del lines[index]
    return index


def kong_without_a_tile(lines):
    """The last draw gives the third player a fourth C."""
    index = where(lines, a_draw, -1) + 1
    lines[index]["legal"].insert(0, "concealed_kong C")
    lines[index]["action"] = "concealed_kong C"
    return index


def replacement_from_the_wall(lines):
    index = where(lines, lambda line: line.get("from") == "tail")
    lines[index]["from"] = "wall"
    return index


def missing_decision(lines):
    index = where(lines, on("discard"))
    del lines[index]
    return index


def missing_tian_ting(lines):
    index = where(lines, on("tian_ting"))
    del lines[index]
    return index


def free_discard_of_a_declarer(lines):
    """It drew 9m, but throws a tile out of its hand."""
    index = where(lines, acts("discard 9m"))
    lines[index]["legal"].append("discard 1s")
    return index


def another_action(lines):
    """Another legal discard than the one after which play went on."""
    index = where(lines, acts("discard E"))
    lines[index]["action"] = lines[index]["legal"][0]
    return index + 1


def no_end(lines):
    lines.pop()
    return len(lines)


def second_end(lines):
    lines.append(lines[-1])
    return len(lines) - 1


def drawn_from_the_dead_wall(lines):
    """A draw that only a kong may make."""
    lines[-1] = {
        "type": "draw",
        "seat": (lines[-2]["seat"] + 1) % 4,
        "tile": "1m",
        "from": "wall",
        "left": 13,
    }
    return len(lines) - 1


def fifth_of_a_kind(lines):
    wall = lines[0]["wall"]
    wall[100] = next(name for name in wall if name != wall[100])
    return 0


def two_places_of_the_wall(lines):
    """The last tile of the first two players, if different: the deal is another one."""
    wall = lines[0]["wall"]
    place = next(i for i in range(48, 51) if wall[i] != wall[i + 1])
    wall[place], wall[place + 1] = wall[place + 1], wall[place]
    return 1


def missing_option(lines):
    del lines[0]["rules"]["base"]
    return 0


def option_of_a_wrong_type(lines):
    lines[0]["rules"]["dihu"] = 0
    return 0


MUTATIONS = {
    "a changed payoff": changed("gangkai", the("end"), payoffs=one_more),
    "a payoff too many": changed("gangkai", the("end"), payoffs=lambda values: [*values, 0]),
    "a changed fan": changed("gangkai", the("end"), fan=8),
    "categories in another order": changed("gangkai", the("end"), categories=swap_first),
    "a missing category": changed("gangkai", the("end"), categories=remove_one(0)),
    "a wrong how": changed("gangkai", the("end"), how="draw"),
    "another winner": changed("gangkai", the("end"), winner=lambda seat: (seat + 1) % 4),
    "wrong kong points": changed("gangkai", the("end"), kong_points=one_more),
    "鏟 not seen": changed("chan_won", the("end"), chan=False),
    "鏟 after a claim": changed("chan_broken_by_claim", the("end"), chan=True),
    "鏟 as a number": changed("chan_won", the("end"), chan=1),
    "天胡 called 地胡": changed("tianhu", the("end"), how="first"),
    "a removed legal action": changed("barred", on("turn"), legal=remove_one(0)),
    "a missing discard": changed("pong_complete", on("after_pong"), legal=remove_one(0)),
    "a missing open kong": changed("nothing_claimed", on("discard"), legal=remove_one(1)),
    "a missing pass": changed("pong_then_added", on("discard"), legal=remove_one(0)),
    "legal actions in another order": changed("nothing_claimed", on("discard"), legal=swap_first),
    "an action that is not legal": changed("barred", on("turn"), action="discard P9"),
    "no action": changed("barred", on("turn"), action=None),
    "a tile on a turn": changed("barred", on("turn"), tile="E"),
    "no tile on a discard": changed("nothing_claimed", on("discard"), tile=None),
    "another seat decides": changed("barred", on("turn"), 1, seat=lambda seat: (seat + 1) % 4),
    "swapped draws": ("declared_and_lost", swapped_draws),
    "a wrong left": changed("barred", a_draw, left=82),
    "another seat draws": changed("barred", a_draw, seat=lambda seat: (seat + 1) % 4),
    "a replacement from the wall": ("gangkai", replacement_from_the_wall),
    "a kong without replacement": ("gangkai", kong_without_replacement),
    "a kong without a tile left": ("no_tile_for_a_kong", kong_without_a_tile),
    "a claim on a wild": ("barred", claim_on_a_wild),
    "a claim of a declarer": ("declarer_claims_not", claim_of_a_declarer),
    "a claim on the last discard": ("last_discard", claim_on_the_last_discard),
    "a win by a barred player": ("barred", win_by_a_barred_player),
    "a win after a pong": ("pong_complete", win_after_a_pong),
    "a win below min_fan": ("plain", win_below_min_fan),
    "a win on a discard": ("nothing_claimed", win_on_a_discard),
    "a missing decision": ("nothing_claimed", missing_decision),
    "a missing offer of 天聽": ("not_declared", missing_tian_ting),
    "a declarer's free discard": ("declared_and_lost", free_discard_of_a_declarer),
    "another action": ("barred", another_action),
    "no end": ("gangkai", no_end),
    "a second end": ("gangkai", second_end),
    "an ordinary draw from the dead wall": ("dead_wall", drawn_from_the_dead_wall),
    "a fifth of a kind": ("barred", fifth_of_a_kind),
    "two other tiles dealt": ("barred", two_places_of_the_wall),
    "another hand dealt": changed("barred", the("deal"), hands=swap_first),
    "another break": changed("barred", the("hand"), **{"break": {"seat": 0, "stack": 99}}),
    "another indicator": changed("barred", the("hand"), indicator="S"),
    "other wilds": changed("barred", the("hand"), wilds=swap_first),
    "a die of seven": changed("barred", the("hand"), dice=lambda dice: [*dice[:5], 7]),
    "five dice": changed("barred", the("hand"), dice=remove_one(5)),
    "a dealer who is true": changed("barred", the("hand"), dealer=True),
    "a fifth seat": changed("barred", the("hand"), dealer=4),
    "a pull of three": changed("barred", the("hand"), pulls=[3, 3, 3, 3]),
    "another version": changed("barred", the("hand"), version=2),
    "another game": changed("barred", the("hand"), game="wenling"),
    "three strategies": changed("barred", the("hand"), strategies=remove_one(0)),
    "a seed as a text": changed("barred", the("hand"), seed="1"),
    "a missing option": ("barred", missing_option),
    "an option of a wrong type": ("barred", option_of_a_wrong_type),
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
    for name in ("declared_and_lost", "gangkai_chain", "barred_claims"):
        lines = SCENARIOS[name].play(rng)
        for index, line in enumerate(lines[1:], 1):
            for key in line:
                spoilt = [*lines[:index], {**line, key: "nonsense"}, *lines[index + 1 :]]
                with pytest.raises(RefereeError, match=f"^line {index}:"):
                    check(spoilt)
                rest = {other: value for other, value in line.items() if other != key}
                with pytest.raises(RefereeError, match=f"^line {index}:"):
                    check([*lines[:index], rest, *lines[index + 1 :]])


def test_refused_empty():
    with pytest.raises(RefereeError, match=r"^line 0: expected a hand"):
        check([])


def test_ready_hands_of_the_scenarios():
    """What the scenarios take for granted: both wait for 1s with the wilds E and S."""
    for text, fan in ((READY, 8), (PLAIN, 2)):
        assert score(read_tiles(text), (), *read_tiles("1sE")).fan == fan
