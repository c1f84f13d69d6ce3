"""The compiled table of 温岭麻将 and its plain-Python referee: each checks what the other played.

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
from referee_wenling import BRANCHES, RefereeError, check, default_rules, drive
from referee_wenling.scenarios import SCENARIOS
from wenling_mutations import MUTATIONS

from mjsim import InputError
from mjsim.playing import Action, Phase, play, record, record_wall, replay
from mjsim.strategies.wenling_value import WenlingValue
from mjsim.wenling import Rules

NOISY = {"strategy": "speed", "epsilon": 0.125}
NEVER_CLAIMS = {"strategy": "speed", "pong": False, "chi": False}
NEVER_KONGS = {"strategy": "speed", "kong": False, "epsilon": 0.5}
TABLES = (
    NOISY,
    (NOISY, "speed", NEVER_CLAIMS, "random"),
    WenlingValue(epsilon=0.125),
    (NEVER_KONGS, "random", WenlingValue(), "speed"),
    "random",
)
RULES = {
    "seed": ("seed", {}),
    "parlour": ("parlour", {}),
    "naonao with winds": ("seed", {"naonao": "with_winds", "ratio": "idle_half"}),
    "naonao always": ("parlour", {"naonao": "always"}),
    "de_restore_fan 3": ("seed", {"de_restore_fan": 3}),
    "no restored_pair": ("parlour", {"restored_pair": False}),
    "ron_triplet": ("seed", {"ron_triplet": "concealed"}),
    "pang_selfdraw": ("seed", {"pang_selfdraw": True, "all_honours_fan": 0}),
    "all_honours_fan 10": ("parlour", {"all_honours_fan": 10}),
    "dihu first_draw": ("seed", {"dihu": "first_draw"}),
    "dihu both": ("parlour", {"dihu": "both", "ratio": "idle_half"}),
    "no loser_sifeng": ("seed", {"loser_sifeng": False}),
    "multi_auto": ("seed", {"multi_auto": "first_seat", "naonao": "always"}),
    "idle_half": ("seed", {"ratio": "idle_half", "draw_keeps_dealer": True}),
    "no bao": ("parlour", {"bao": False}),
    "no bao_dragons": ("seed", {"bao_dragons": False, "sheng_stacks": 40}),
    "huang 0": ("seed", {"huang_stacks": 0, "sheng_stacks": 40}),
    "huang 25": ("parlour", {"huang_stacks": 25, "sheng_stacks": 0}),
    "huang 40": ("seed", {"huang_stacks": 40, "ratio": "dealer_double"}),
    "sheng 40": ("seed", {"sheng_stacks": 40, "dihu": "both"}),
}
GROUPS = ("auto", "win", "de", "claim", "kong", "robbing", "shown", "end", "bao", "points")
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
    rules, seed = rules_of(name), list(RULES).index(name)
    counts = Counter()
    for hand in range(first, first + n_hands):
        lines = record("wenling", table_of(hand), hand, seed=seed, rules=rules)
        try:
            counts += check(lines)
        except RefereeError as error:
            raise AssertionError(f"{name}, seed {seed}, hand {hand}: {error}") from error
        counts["hands that are won"] += bool(lines[-1]["winners"])
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
        "wenling",
        {"strategy": Follower, "choose": given["choose"]},
        given["wall"],
        given["dice"],
        dealer=given["dealer"],
        rules=Rules.from_dict(given["rules"]),
    )


def referee_plays(given, strategies):
    """The same hand by the referee; names of strategies are the engine's to tell."""
    return drive(**given, strategies=strategies)


# Hands at random.


@pytest.mark.parametrize("name", RULES)
def test_hands_pass_the_referee(name):
    """2,000 hands: 100 under each set of rules."""
    counts = checked(name, 100)
    assert counts["hands that are won"] + counts["drawn"] == 100
    show(f"100 hands, {name}", counts)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_many_hands_pass_the_referee(name):
    """20,000 hands more: 1,000 under each set of rules."""
    counts = checked(name, 1000, first=1000)
    assert counts["hands that are won"] + counts["drawn"] == 1000
    show(f"1,000 hands, {name}", counts)


def test_every_option_is_changed():
    presets = [Rules.seed().to_dict(), Rules.parlour().to_dict()]
    assert presets == [default_rules("seed"), default_rules("parlour")]
    for option in presets[0]:
        values = {str(rules_of(name).to_dict()[option]) for name in RULES}
        assert len(values) > 1, option
        assert values >= {str(preset[option]) for preset in presets}


# Composed hands.


def names_of(group):
    return [name for name in SCENARIOS if name.startswith(f"{group}_")]


@pytest.mark.parametrize("group", GROUPS)
def test_scenarios_pass_the_referee(group):
    """Every branch that the scenarios of a group promise is reached 100 times within the group."""
    names = names_of(group)
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
    assert [name for group in GROUPS for name in names_of(group)] == list(SCENARIOS)
    promised = {branch for scenario in SCENARIOS.values() for branch in scenario.branches}
    assert promised == set(BRANCHES)


@pytest.mark.parametrize("name", SCENARIOS)
def test_same_players_make_the_same_hand(name):
    """The referee's hands line by line as the engine's; `replay` takes them, too."""
    for seed in ("a", "b", "c"):
        played = engine_plays(deal(name, seed))
        lines = referee_plays(deal(name, seed), played[0]["strategies"])
        assert lines == played
        assert replay(lines) == len(lines)


def test_replay_takes_the_hands_of_the_engine():
    rng = random.Random(12)
    for name in RULES:
        for hand in rng.sample(range(100), 4):
            lines = record("wenling", table_of(hand), hand, seed=5, rules=rules_of(name))
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
        record("wenling", NOISY, 1, seed=4, rules=Rules.parlour()),
        engine_plays(deal("robbing_rob_two", 1)),
        engine_plays(deal("auto_auto_three", 1)),
        engine_plays(deal("bao_both", 1)),
    ):
        assert replay(lines) == len(lines)
        for index, line in enumerate(lines[1:], 1):
            for key in line:
                refused([*lines[:index], {**line, key: "nonsense"}, *lines[index + 1 :]], index)
                rest = {other: value for other, value in line.items() if other != key}
                refused([*lines[:index], rest, *lines[index + 1 :]], index)
            refused([*lines[:index], {**line, "more": 1}, *lines[index + 1 :]], index)


def test_replay_refuses_cut_and_prolonged_hands():
    lines = record("wenling", "speed", 8, seed=4)
    for n in range(1, len(lines)):
        with pytest.raises(InputError, match=r"^line \d+: .*(the hand does|is missing)$"):
            replay(lines[:n])
    for more in (lines[-1], lines[-2], {"type": "draw"}):
        refused([*lines, more], len(lines))


def test_replay_names_the_end_of_a_cut_hand():
    lines = record("wenling", "speed", 8, seed=4)
    assert any(line["type"] == "show" for line in lines[:4])
    for n in range(1, len(lines)):
        with pytest.raises(InputError) as error:
            replay(lines[:n])
        assert int(str(error.value).split()[1].rstrip(":")) in (n, n + 1)


def test_replay_refuses_another_wall_than_the_seed_has():
    lines = record("wenling", "random", 8, seed=4)
    for key, value in (("seed", 5), ("hand", 9)):
        assert "wall: not that of seed" in refused([{**lines[0], key: value}, *lines[1:]], 0)
    other = record("wenling", "random", 12, seed=4)  # the same dealer
    told = [{**other[0], "hand": 8}, *other[1:]]
    assert "wall: not that of seed 4, hand 8" in refused(told, 0)
    # A wall of nobody's seed is taken as it is.
    told = [{**other[0], "hand": None, "seed": None}, *other[1:]]
    assert replay(told) == len(told)


# Options: each shows in play. A hand under other rules than its first line states is refused.

SHOWN = {
    "naonao": ("shown_by_winds", "seed"),
    "de_restore_fan": ("points_de_restore_fan", 0),
    "restored_pair": ("points_restored_pair", True),
    "ron_triplet": ("points_ron_triplet", "open"),
    "pang_selfdraw": ("points_pang_selfdraw", False),
    "all_honours_fan": ("points_all_honours_fan", 2),
    "dihu": ("win_dihu", "first_draw"),
    "loser_sifeng": ("points_loser_sifeng", False),
    "multi_auto": ("auto_auto_several", "first_seat"),
    "ratio": ("bao_dealer_double", "flat"),
    "bao": ("bao_familiar", False),
    "bao_dragons": ("bao_zhongfa", False),
    "huang_stacks": ("end_drawn", 7),
    "sheng_stacks": ("bao_familiar", 0),
}
SHOWN_TOO = [
    ("naonao", "shown_always", "with_winds"),
    ("naonao", "shown_white", "always"),
    ("de_restore_fan", "points_de_restore_fan", 2),
    ("all_honours_fan", "points_all_honours_fan", 0),
    ("dihu", "win_first_draw", "discard"),
    ("dihu", "win_first_draw_off", "both"),
    ("dihu", "win_first_draw_shown_off", "first_draw"),
    ("dihu", "win_dihu_off", "both"),
    ("loser_sifeng", "points_loser_sifeng_off", True),
    ("multi_auto", "auto_auto_first_seat", "all"),
    ("ratio", "points_nothing", "flat"),
    ("ratio", "win_dihu", "dealer_double"),
    ("ratio", "win_draw", "idle_half"),
    ("bao", "bao_bao_off", True),
    ("bao", "bao_bao_off_dragons", True),
    ("bao_dragons", "bao_bao_dragons_off", True),
    ("huang_stacks", "end_drawn", 9),
    ("huang_stacks", "kong_refused", 38),
    ("huang_stacks", "end_jumped", 37),
    ("sheng_stacks", "win_discard", 40),
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
    assert (refusal.value.line == 0) == (option == "naonao")
    if option == "naonao":
        with pytest.raises(InputError, match=r"^line \d+: "):
            replay(told)
    else:
        refused(told, refusal.value.line)


def test_replay_names_the_first_line():
    lines = engine_plays(deal("shown_by_winds", 1))
    rules = {**lines[0]["rules"], "naonao": "seed"}
    refused([{**lines[0], "rules": rules}, *lines[1:]], 0)


def test_every_option_but_one_shows():
    assert set(default_rules()) - set(SHOWN) == {"draw_keeps_dealer"}
    lines = engine_plays(deal("end_drawn", 1))
    told = [{**lines[0], "rules": {**lines[0]["rules"], "draw_keeps_dealer": True}}, *lines[1:]]
    assert check(told) == check(lines)
    assert replay(told) == len(lines)


@pytest.mark.parametrize("keeps", [False, True])
def test_next_dealer(keeps):
    """`draw_keeps_dealer` shows between hands alone: in the column that says who deals the next."""
    rules, n = Rules.seed().replace(draw_keeps_dealer=keeps, huang_stacks=20), 200
    mixed = TABLES[1]
    hands = play("wenling", mixed, n, seed=9, rules=rules, columns=["next_dealer"])
    kinds = Counter()
    for hand in range(n):
        winners = record("wenling", mixed, hand, seed=9, rules=rules)[-1]["winners"]
        dealer = hand % 4
        stays = dealer in winners if winners else keeps
        kinds[bool(winners), stays] += 1
        expected = dealer if stays else (dealer + 1) % 4
        assert hands["next_dealer"][4 * hand : 4 * hand + 4].to_list() == [expected] * 4
    assert len(kinds) == 3
    assert min(kinds.values()) > 5
