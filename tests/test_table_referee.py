"""The compiled table and the plain-Python referee: each checks what the other played.

Transcripts of the engine pass the referee, for hands at random and for every composed scenario;
transcripts of the referee's driver pass `replay`; and either refuses what the rules do not make.
Every branch of the rules is reached 100 times, in the transcripts of the engine. A disagreement
in one hand of 2,000 (20,000 in the slow run) is missed with a chance of 1 in 7 (e^-2) if it comes
in one hand of 1,000 (10,000).
"""

import copy
import random
from collections import Counter

import pytest
from referee import BRANCHES, RefereeError, check, drive
from referee import scenarios as groups
from referee.rules import PLATFORM
from referee.scenarios import SCENARIOS
from test_referee_self import MUTATIONS

from mjsim import InputError
from mjsim.playing import Action, Phase, play, record, record_wall, replay
from mjsim.tianjin import Rules

NOISY = {"strategy": "speed", "epsilon": 0.125}
TABLES = (
    NOISY,
    (NOISY, "speed", {"strategy": "speed", "pong": False}, "random"),
    NOISY,
    ({"strategy": "speed", "kong": False, "epsilon": 0.5}, "random", NOISY, "speed"),
    "random",
)
RULES = {
    "platform": ("platform", {}),
    "traditional": ("traditional", {}),
    "min_fan 1": ("platform", {"min_fan": 1}),
    "min_fan 3": ("traditional", {"min_fan": 3}),
    "exempt": ("platform", {"min_fan": 3, "min_fan_exempt": {"su", "gangkai"}}),
    "tianhu 6": ("platform", {"tianhu": 6, "dihu": True}),
    "no dihu": ("traditional", {"dihu": False}),
    "tian_ting": ("platform", {"tian_ting": True}),
    "no tian_ting": ("traditional", {"tian_ting": False}),
    "su_ben_long": ("platform", {"su_ben_long": True}),
    "no su_ben_long": ("traditional", {"su_ben_long": False, "min_fan": 1}),
    "no jin_gang": ("platform", {"allow_jin_gang": False}),
    "jin_gang 8": ("platform", {"jin_gang_points": 8, "base": 5}),
    "kongs unpaid": ("platform", {"kong_points_on_draw": False}),
    "chan 5": ("platform", {"chan_points": 5, "min_fan": 3}),
    "last 4": ("platform", {"last_claim_free_tiles": 4}),
    "dead wall 14": ("platform", {"dead_wall": 14}),
    "short wall": ("traditional", {"dead_wall": 50, "last_claim_free_tiles": 9, "min_fan": 1}),
    "stack": ("platform", {"gangkai_stack": True, "min_fan": 3}),
    "break": ("platform", {"wall_break": "traditional", "draw_rotates": True}),
}
GROUPS = ("WINS", "KONGS", "BARRED", "CHAN", "ENDS", "DECLARED")
ENOUGH = 100
EACH = 12
"""Hands of every scenario, before branches that lack some get more."""


def rules_of(name):
    preset, changes = RULES[name]
    return getattr(Rules, preset)().replace(**changes)


def table_of(hand):
    """Strategies of a hand: each table has every dealer."""
    return TABLES[hand // 4 % len(TABLES)]


def checked(name, n_hands, first=0):
    """Let the engine play hands under some rules, and the referee check them; its counts."""
    rng = random.Random(f"{name} {first}")
    rules, seed = rules_of(name), list(RULES).index(name)
    counts = Counter()
    for hand in range(first, first + n_hands):
        pulls = [rng.randrange(3) for _ in range(4)]
        lines = record(
            "tianjin",
            table_of(hand),
            hand,
            seed=seed,
            rules=rules,
            sit=rng.randrange(2),
            pulls=pulls,
        )
        try:
            counts += check(lines)
        except RefereeError as error:
            raise AssertionError(f"{name}, seed {seed}, hand {hand}: {error}") from error
    return counts


def show(title, counts):
    """Print how often each branch was reached."""
    print(f"\n{title}")
    for name in BRANCHES:
        if counts[name]:
            print(f"{counts[name]:7d}  {name}")


class Follower:
    """A player of the referee at the engine's table."""

    def __init__(self, choose):
        self.says = choose

    def new_hand(self):
        pass

    def choose(self, view, actions):
        on = Phase(view["phase"]).name.lower()
        return self.says(on, int(view["seat"]), [str(Action.of(code)) for code in actions])


def deal(name, seed):
    """A composed hand; its player is asked only where there is a choice, as the engine asks."""
    given = SCENARIOS[name].deal(random.Random(f"{name} {seed}"))
    says = given["choose"]
    given["choose"] = lambda on, seat, legal, table=None: (
        0 if len(legal) == 1 else says(on, seat, legal)
    )
    return given


def engine_plays(given):
    return record_wall(
        "tianjin",
        {"strategy": Follower, "choose": given["choose"]},
        given["wall"],
        given["dice"],
        dealer=given["dealer"],
        rules=Rules.from_dict(given["rules"]),
        sit=given["sit"],
        pulls=given["pulls"],
    )


def referee_plays(given):
    return drive(**given, strategies=[Follower.__name__] * 4)


# Hands at random.


@pytest.mark.parametrize("name", RULES)
def test_hands_pass_the_referee(name):
    """2,000 hands: 100 under each set of rules."""
    counts = checked(name, 100)
    assert counts["win"] + counts["draw"] == 100
    show(f"100 hands, {name}", counts)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_many_hands_pass_the_referee(name):
    """20,000 hands more: 1,000 under each set of rules."""
    counts = checked(name, 1000, first=1000)
    assert counts["win"] + counts["draw"] == 1000
    show(f"1,000 hands, {name}", counts)


def test_every_option_is_changed():
    presets = [Rules.platform().to_dict(), Rules.traditional().to_dict()]
    for option in PLATFORM:
        values = {str(rules_of(name).to_dict()[option]) for name in RULES}
        assert len(values) > 1, option
        assert values >= {str(preset[option]) for preset in presets}


# Composed hands.


@pytest.mark.parametrize("group", GROUPS)
def test_scenarios_pass_the_referee(group):
    """Every branch that the scenarios of a group promise is reached 100 times within the group."""
    names = list(getattr(groups, group))
    counts, played, length = Counter(), Counter(), {}

    def run(name):
        lines = engine_plays(deal(name, played[name]))
        try:
            seen = check(lines)
        except RefereeError as error:
            raise AssertionError(f"{name}, hand {played[name]}: {error}") from error
        assert set(SCENARIOS[name].branches) <= set(seen), name
        played[name] += 1
        length[name] = len(lines)
        return seen

    for name in names:
        for _ in range(EACH):
            counts += run(name)
    promised = {branch: [] for branch in BRANCHES}
    for name in names:
        for branch in SCENARIOS[name].branches:
            promised[branch].append(name)
    for branch, able in promised.items():
        while able and counts[branch] < ENOUGH:
            counts += run(min(able, key=length.__getitem__))
    show(f"{played.total()} hands of {len(names)} scenarios, {group}", counts)
    assert not {branch for branch, able in promised.items() if able and counts[branch] < ENOUGH}


def test_groups_promise_every_branch():
    assert [name for group in GROUPS for name in getattr(groups, group)] == list(SCENARIOS)
    promised = {branch for scenario in SCENARIOS.values() for branch in scenario.branches}
    assert promised == set(BRANCHES)


@pytest.mark.parametrize("name", SCENARIOS)
def test_same_players_make_the_same_hand(name):
    """The referee's hands line by line as the engine's; `replay` takes them, too."""
    for seed in ("a", "b", "c"):
        lines = referee_plays(deal(name, seed))
        found = engine_plays(deal(name, seed))
        # What the players are called is not part of the hand.
        found[0]["strategies"] = lines[0]["strategies"]
        assert lines == found
        assert replay(lines) == len(lines)


def test_replay_takes_the_hands_of_the_engine():
    rng = random.Random(12)
    for name in RULES:
        for hand in rng.sample(range(100), 4):
            lines = record("tianjin", table_of(hand), hand, seed=5, rules=rules_of(name))
            assert replay(lines) == len(lines)


# Transcripts that `replay` must refuse. Its lines count from 1.


def refused(lines, index):
    """The message of `replay`, which must name the line of an index."""
    with pytest.raises(InputError) as refusal:
        replay(lines)
    message = str(refusal.value)
    assert message.startswith(f"line {index + 1}: ")
    assert "\n" not in message
    return message


@pytest.mark.parametrize("name", sorted(MUTATIONS))
def test_replay_refuses(name):
    scenario, spoil = MUTATIONS[name]
    # The mutations look for what the scenarios promise alone, with any seed.
    lines = SCENARIOS[scenario].play(random.Random(name))
    assert replay(lines) == len(lines)
    spoilt = copy.deepcopy(lines)
    refused(spoilt, spoil(spoilt))


def test_replay_refuses_any_changed_value():
    for lines in (
        record("tianjin", NOISY, 1, seed=4, rules=Rules.traditional(), sit=1, pulls=(1, 2, 0, 1)),
        engine_plays(deal("declared_and_lost", 1)),
        engine_plays(deal("gangkai_chain", 1)),
    ):
        assert replay(lines) == len(lines)
        for index, line in enumerate(lines[1:], 1):
            for key in line:
                refused([*lines[:index], {**line, key: "nonsense"}, *lines[index + 1 :]], index)
                rest = {other: value for other, value in line.items() if other != key}
                refused([*lines[:index], rest, *lines[index + 1 :]], index)
            refused([*lines[:index], {**line, "more": 1}, *lines[index + 1 :]], index)


def test_replay_refuses_cut_and_prolonged_hands():
    lines = record("tianjin", "speed", 8, seed=4)
    for n in range(1, len(lines)):
        with pytest.raises(InputError, match=r"^line \d+: .*(the hand does|is missing)$") as error:
            replay(lines[:n])
        assert int(str(error.value).split()[1].rstrip(":")) in (n, n + 1)
    for more in (lines[-1], lines[-2], {"type": "draw"}):
        refused([*lines, more], len(lines))
    with pytest.raises(InputError, match="empty"):
        replay([])


def test_replay_refuses_another_wall_than_the_seed_has():
    lines = record("tianjin", "random", 8, seed=4)
    for key, value in (("seed", 5), ("hand", 9)):
        assert "wall: not that of seed" in refused([{**lines[0], key: value}, *lines[1:]], 0)
    other = record("tianjin", "random", 12, seed=4)  # the same dealer
    told = [{**other[0], "hand": 8}, *other[1:]]
    assert "wall: not that of seed 4, hand 8" in refused(told, 0)
    # A wall of nobody's seed is taken as it is.
    told = [{**other[0], "hand": None, "seed": None}, *other[1:]]
    assert replay(told) == len(told)
    swapped = copy.deepcopy(lines)
    wall = swapped[0]["wall"]
    place = next(i for i in range(60, 135) if wall[i] != wall[i + 1])
    wall[place], wall[place + 1] = wall[place + 1], wall[place]
    assert "wall: not that of seed 4, hand 8" in refused(swapped, 0)


# Options: each shows in play. A hand under other rules than its first line states is refused.

SHOWN = {
    "min_fan": ("plain_wins", 2),
    "min_fan_exempt": ("exempt", []),
    "tianhu": ("tianhu", 6),
    "dihu": ("dihu", False),
    "tian_ting": ("not_declared", False),
    "su_ben_long": ("su_ben_long", False),
    "allow_jin_gang": ("jin_gang", False),
    "jin_gang_points": ("jin_gang", 8),
    "kong_points_on_draw": ("chan_after_kong", False),
    "chan_points": ("chan_drawn", 2),
    "base": ("gangkai", 2),
    "last_claim_free_tiles": ("last_claim_free", 0),
    "gangkai_stack": ("gangkai_stack_needed", False),
    "dead_wall": ("dead_wall", 13),
    "wall_break": ("plain", "traditional"),
}
SHOWN_TOO = [
    ("min_fan", "plain", 1),
    ("min_fan_exempt", "exempt", ["hundiao"]),
    ("dihu", "dihu_off", True),
    ("tianhu", "dihu", 8),
    ("tian_ting", "declarer_claims_not", False),
    ("su_ben_long", "su_ben_long", False),
    ("allow_jin_gang", "no_jin_gang", True),
    ("kong_points_on_draw", "dead_wall_kong", True),
    ("chan_points", "chan_won", 0),
    ("last_claim_free_tiles", "pong_then_added", 82),
    ("gangkai_stack", "gangkai_stack_off", True),
    ("dead_wall", "chan_at_the_end", 80),
    ("dead_wall", "last_discard", 1),
    ("wall_break", "not_declared", "platform"),
]


@pytest.mark.parametrize(
    ("option", "scenario", "value"),
    [(option, *shown) for option, shown in SHOWN.items()] + SHOWN_TOO,
)
def test_option_shows(option, scenario, value):
    lines = engine_plays(deal(scenario, option))
    check(lines)
    rules = {**lines[0]["rules"], option: value}
    assert rules != lines[0]["rules"]
    told = [{**lines[0], "rules": rules}, *lines[1:]]
    with pytest.raises(RefereeError) as refusal:
        check(told)
    assert (refusal.value.line == 0) == (option == "wall_break")
    refused(told, refusal.value.line)


def test_every_option_but_one_shows():
    assert set(PLATFORM) - set(SHOWN) == {"draw_rotates"}
    lines = engine_plays(deal("chan_drawn", 1))
    told = [{**lines[0], "rules": {**lines[0]["rules"], "draw_rotates": True}}, *lines[1:]]
    assert check(told) == check(lines)
    assert replay(told) == len(lines)


@pytest.mark.parametrize("draw_rotates", [False, True])
def test_next_dealer(draw_rotates):
    """`draw_rotates` shows between hands alone: in the column that says who deals the next."""
    rules, n = Rules.platform().replace(draw_rotates=draw_rotates, min_fan=3), 200
    mixed = TABLES[1]
    hands = play("tianjin", mixed, n, seed=9, rules=rules, columns=["next_dealer"])
    kinds = Counter()
    for hand in range(n):
        end = record("tianjin", mixed, hand, seed=9, rules=rules)[-1]
        dealer = hand % 4
        stays = not draw_rotates if end["winner"] is None else end["winner"] == dealer
        kinds[end["winner"] is None, stays] += 1
        expected = dealer if stays else (dealer + 1) % 4
        assert hands["next_dealer"][4 * hand : 4 * hand + 4].to_list() == [expected] * 4
    assert len(kinds) == 3
    assert min(kinds.values()) > 5
