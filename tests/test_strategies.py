"""Strategies: how they are named, what is refused, and what `speed` chooses."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from told import Told, kind_of

from mjsim import InputError
from mjsim.playing import Action, ActionType, play, record
from mjsim.strategies import (
    STRATEGIES,
    PythonStrategy,
    Random,
    Speed,
    Strategy,
    read_strategies,
    read_strategy,
)
from mjsim.tianjin import Rules, shanten_batch


class Mine:
    """A strategy with an argument."""

    reads = ("min_fan", "dihu")
    reads_stakes = False

    def __init__(self, first=True):
        self.first = first

    def new_hand(self):
        pass

    def choose(self, view, actions):
        return 0 if self.first else len(actions) - 1

    class Inner:
        """Found by a path with a dot."""

        def new_hand(self):
            pass

        def choose(self, view, actions):
            return 0


class Mute:
    def choose(self, view, actions):
        return 0


class Deaf:
    choose = 3

    def new_hand(self):
        pass


# Names.


def test_names():
    for name, each in (("random", Random), ("speed", Speed)):
        assert STRATEGIES["tianjin"][name] is each
        found = read_strategy(name)
        assert type(found) is each
        assert found.NAME == found.label == name
        assert "tianjin" in found.GAMES
        assert read_strategy(found) is found
        assert read_strategy({"strategy": name}) == found


def test_parameters():
    found = read_strategy({"strategy": "speed", "pong": False, "epsilon": 0.25})
    assert found == Speed(pong=False, epsilon=0.25)
    assert found != Speed(pong=False)
    assert found.parameters() == {
        "pong": False,
        "chi": True,
        "kong": True,
        "declare": True,
        "sit": False,
        "pull": 0,
        "epsilon": 0.25,
    }
    assert found.label == "speed(pong=False, epsilon=0.25)"
    assert Speed(epsilon=1).label == "speed(epsilon=1)"
    assert Random().parameters() == {}
    with pytest.raises(AttributeError):
        found.pong = True


def test_what_is_read():
    """`random` and `speed` ask for no option and no stake."""
    for each in (Random(), Speed(), Speed(epsilon=0.5)):
        assert not each.READS
        assert each.READS is not None
        assert not each.READS_STAKES
    assert Random().noisy
    assert not Speed().noisy
    assert Speed(epsilon=0.1).noisy


@pytest.mark.parametrize("name", ["random", "speed"])
def test_what_is_not_read_changes_nothing(name):
    """The draws and discards of a hand are the same under rules that only settle, and stakes."""
    given = {"n_hands": 300, "seed": 4, "columns": ["n_draws", "n_discards", "n_pong", "is_barred"]}
    rules = Rules.platform()
    other = rules.replace(base=3, tianhu=8, chan_points=4, jin_gang_points=0, draw_rotates=True)
    plain = play("tianjin", name, rules=rules, **given)
    assert plain.equals(play("tianjin", name, rules=other, sit=1, pulls=(2, 1, 0, 2), **given))


def test_files(tmp_path):
    path = tmp_path / "quiet.toml"
    path.write_text('strategy = "speed"\npong = false\nkong = false\nepsilon = 0.5\n')
    expected = Speed(pong=False, kong=False, epsilon=0.5)
    assert read_strategy(path) == read_strategy(str(path)) == expected
    path.write_text(f'strategy = "{__name__}:Mine"\nfirst = false\nepsilon = 0.5\n')
    found = read_strategy(path)
    assert (found.arguments, found.epsilon) == ({"first": False}, 0.5)
    lines = record("tianjin", ("speed", path, str(path), "random"), 1, seed=1)
    mine = f"{__name__}:Mine(first=False, epsilon=0.5)"
    assert lines[0]["strategies"] == ["speed", mine, mine, "random"]


def test_classes():
    found = read_strategy(Mine)
    assert isinstance(found, PythonStrategy)
    assert isinstance(found, Strategy)
    assert found.factory is Mine
    assert (found.label, found.arguments, found.epsilon) == ("Mine", {}, 0.0)
    assert not found.noisy
    with_arguments = read_strategy({"strategy": Mine, "first": False, "epsilon": 0.5})
    assert with_arguments.arguments == {"first": False}
    assert with_arguments.label == "Mine(first=False, epsilon=0.5)"
    assert with_arguments.noisy


@pytest.mark.parametrize(
    ("path", "found"), [(f"{__name__}:Mine", Mine), (f"{__name__}:Mine.Inner", Mine.Inner)]
)
def test_import_paths(path, found):
    strategy = read_strategy(path)
    assert strategy.factory is found
    assert strategy.label == path
    assert read_strategy({"strategy": path}) == strategy


def test_what_classes_read():
    assert read_strategy(Mine).reads == {"min_fan", "dihu"}
    assert not read_strategy(Mine).reads_stakes
    # Who declares nothing may read everything.
    assert read_strategy(Mine.Inner).reads is None
    assert read_strategy(Mine.Inner).reads_stakes


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"reads": "min_fan"}, "reads: names of options, not 'min_fan'"),
        ({"reads": 3}, "reads: names of options, not 3"),
        ({"reads": iter(["min_fan"])}, "reads: names of options, not <"),
        ({"reads": ["min_fan", "minfan"]}, "reads: no game has an option 'minfan'"),
        ({"reads": [4]}, "reads: no game has an option 4"),
        ({"reads_stakes": "no"}, "reads_stakes: true or false, not 'no'"),
        ({"reads_stakes": None}, "reads_stakes: true or false, not None"),
    ],
)
def test_what_classes_can_not_read(declared, message):
    with pytest.raises(InputError) as refusal:
        read_strategy(type("Reader", (Mine,), declared))
    assert str(refusal.value).startswith(f"strategy Reader: {message}")


@pytest.mark.parametrize("reads", [(), {"ratio"}, {"naonao": 1}, frozenset({"bao", "min_fan"})])
def test_what_classes_can_read(reads):
    found = read_strategy(type("Reader", (Mine,), {"reads": reads, "reads_stakes": True}))
    assert found.reads == frozenset(reads)
    assert found.reads_stakes


def test_arguments_of_a_class_arrive():
    first = record("tianjin", {"strategy": Mine}, 1, seed=1)
    last = record("tianjin", {"strategy": Mine, "first": False}, 1, seed=1)
    for lines, index in ((first, 0), (last, -1)):
        choices = [line for line in lines if line["type"] == "choice"]
        assert all(line["action"] == line["legal"][index] for line in choices)


def test_tables():
    assert read_strategies("speed", "tianjin") == (Speed(),) * 4
    four = ("random", {"strategy": "speed", "kong": False}, Mine, Speed())
    found = read_strategies(four, "tianjin")
    assert [each.label for each in found] == ["random", "speed(kong=False)", "Mine", "speed"]
    assert read_strategies(list(four), "tianjin") == found
    assert read_strategies(Mine, "tianjin") == (read_strategy(Mine),) * 4
    assert read_strategies({"strategy": "random"}, "tianjin") == (Random(),) * 4


# Refusals, each one line.

NAMED = f"strategy: {', '.join(STRATEGIES['tianjin'])}, module:Class or "
REFUSED = {
    "no name": ("sped", NAMED),
    "empty": ("", NAMED),
    "a number": (3, NAMED),
    "none": (None, NAMED),
    "an object": (Mine(), NAMED),
    "a mapping without a strategy": ({"pong": False}, NAMED),
    "a mapping of a number": ({"strategy": 4}, NAMED),
    "another parameter": (
        {"strategy": "speed", "pongs": True},
        "strategy speed: no parameter 'pongs'; it has pong, chi, kong, declare, sit, pull, epsilon",
    ),
    "a parameter of random": (
        {"strategy": "random", "epsilon": 0.5},
        "strategy random: no parameter 'epsilon'; it has none",
    ),
    "a chance above 1": (
        {"strategy": "speed", "epsilon": 1.5},
        "strategy speed: epsilon: expected `float` <= 1.0",
    ),
    "a chance below 0": (
        {"strategy": "speed", "epsilon": -0.1},
        "strategy speed: epsilon: expected `float` >= 0.0",
    ),
    "a chance that is none": ({"strategy": "speed", "epsilon": float("nan")}, "strategy speed: "),
    "a chance as a text": (
        {"strategy": "speed", "epsilon": "0.5"},
        "strategy speed: epsilon: expected `float`, got `str`",
    ),
    "a chance as a bool": ({"strategy": "speed", "epsilon": True}, "strategy speed: epsilon: "),
    "a number as a bool": (
        {"strategy": "speed", "pong": 1},
        "strategy speed: pong: expected `bool`, got `int`",
    ),
    "a chance of a class": ({"strategy": Mine, "epsilon": 2}, "strategy python: epsilon: "),
    "no module": ("no_such_module:Mine", "strategy 'no_such_module:Mine': No module named"),
    "no class": (f"{__name__}:Yours", f"strategy '{__name__}:Yours': "),
    "no module's name": (":Mine", "strategy ':Mine': "),
    "no class's name": ("math:", "strategy 'math:': "),
    "a constant": ("math:pi", "strategy 'math:pi': not a class"),
    "a function": ("math:sqrt", "strategy math:sqrt: it has no method new_hand"),
    "no new_hand": (Mute, "strategy Mute: it has no method new_hand"),
    "no choose": (Deaf, "strategy Deaf: it has no method choose"),
    "a missing file": (Path("no/such.toml"), "strategy no/such.toml: No such file or directory"),
    "a missing file's name": ("no/such.toml", "strategy no/such.toml: No such file or directory"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    given, message = REFUSED[name]
    with pytest.raises(InputError) as refusal:
        read_strategy(given)
    assert str(refusal.value).startswith(message)
    assert "\n" not in str(refusal.value)
    with pytest.raises(InputError):
        play("tianjin", ("speed", "random", given, "speed"), 1, seed=1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strategy = speed\n", "strategy {path}: "),
        ('strategy = "sped"\n', "{path}: " + NAMED),
        ("pong = true\n", "{path}: " + NAMED),
        ('strategy = "speed"\nepsilon = 7\n', "{path}: strategy speed: epsilon: expected `float`"),
        ('strategy = "speed"\n[pong]\n', "{path}: strategy speed: pong: expected `bool`"),
        ("strategy = '\xff'\n", "strategy {path}: "),
    ],
)
def test_files_refused(tmp_path, text, message):
    path = tmp_path / "mine.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(InputError) as refusal:
        read_strategy(path)
    assert str(refusal.value).startswith(message.format(path=path))
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("given", [(), ["speed"] * 3, ["speed"] * 5, [["speed"] * 4]])
def test_numbers_of_strategies_refused(given):
    message = rf"^strategies: four, or one for all seats, not {len(given)}$"
    with pytest.raises(InputError, match=message):
        read_strategies(given, "tianjin")


def test_games_refused():
    with pytest.raises(InputError, match=r"^game: tianjin, wenling, not 'mahjong'$"):
        read_strategies("random", "mahjong")


def test_parameters_are_checked_at_once():
    with pytest.raises(InputError, match=r"^strategy speed: kong: expected `bool`"):
        Speed(kong="yes")
    with pytest.raises(InputError, match=r"^strategy: a class or an import path, not 7$"):
        PythonStrategy(source=7)


# What `speed` chooses, by brute force over the public shanten.

INVISIBLE = np.uint8(4)
TABLES = {
    "platform": ("speed", {}),
    "traditional": ("speed", {"preset": "traditional"}),
    "among others": (("speed", "random", {"strategy": "speed", "epsilon": 0.5}, "random"), {}),
}


def counts_of(hand):
    return np.array([hand[kind] for kind in range(34)], np.uint8)


def less(counts, kind, n=1):
    left = counts.copy()
    left[kind] -= n
    return left


def shanten_of(hands, indicator):
    return shanten_batch(np.array(hands), np.uint8(indicator) * np.ones(len(hands), np.uint8))


def best_discards(told, counts, legal):
    """Of natural tiles those with the least shanten, then most live natural tiles that lower it.

    By kind (shanten, live tiles).
    """
    kinds = [kind for kind in legal if kind not in told.wilds]
    seen = counts + np.array([told.visible[kind] for kind in range(34)], np.uint8)
    live = INVISIBLE - seen
    live[list(told.wilds)] = 0
    rests = [less(counts, kind) for kind in kinds]
    steps = shanten_of(rests, told.indicator)
    found = {}
    for kind, rest, step in zip(kinds, rests, steps.tolist(), strict=True):
        if step == steps.min():
            draws = np.flatnonzero(live)
            more = np.repeat(rest[None], len(draws), 0)
            more[np.arange(len(draws)), draws] += 1
            nearer = shanten_of(more, told.indicator) < step if len(draws) else np.zeros(0, bool)
            found[kind] = step, int(live[draws[nearer]].sum())
    return found


TILES = {ActionType.CONCEALED_KONG: 4, ActionType.ADDED_KONG: 1, ActionType.OPEN_KONG: 3}
"""What a kong takes out of the hand."""


def is_no_step_back(told, counts, action, step):
    """Whether a kong, of natural tiles, leaves the shanten as low, its replacement not drawn."""
    if action.kind in told.wilds or action.type not in TILES:
        return False
    rest = less(counts, action.kind, TILES[action.type])
    return shanten_of([rest], told.indicator)[0] <= step


def expected(told, line):
    """What `speed` chooses, and why."""
    actions = [Action.parse(words) for words in line["legal"]]
    if actions[0].type == ActionType.WIN:
        return "win", actions[0]
    seat, on = line["seat"], line["on"]
    if on == "tian_ting":
        return "declare", actions[1]
    counts = counts_of(told.hands[seat])
    if on == "discard":
        kind = kind_of(line["tile"])
        now = shanten_of([counts], told.indicator)[0]
        if is_no_step_back(told, counts, actions[1], now):
            return "open kong", actions[1]
        ponged = less(counts, kind, 2)
        rests = [less(ponged, other) for other in np.flatnonzero(ponged) if other not in told.wilds]
        if rests and shanten_of(rests, told.indicator).min() < now:
            return "pong", actions[-1]
        return "pass", actions[0]
    legal = [action.kind for action in actions if action.type == ActionType.DISCARD]
    if all(kind in told.wilds for kind in legal):
        return "wild", actions[-1]
    best = best_discards(told, counts, legal)
    step = next(iter(best.values()))[0]
    kongs = [action for action in actions if is_no_step_back(told, counts, action, step)]
    if kongs:
        return "own kong", kongs[0]
    most = max(live for _, live in best.values())
    liked = [kind for kind, (_, live) in best.items() if live == most]
    # Of equals the highest kind.
    name = "tie" if len(liked) > 1 else "by live tiles" if len(best) > 1 else "by steps"
    return name, Action(ActionType.DISCARD, max(liked))


def decisions(strategies, n_hands, seed, preset="platform", seats=range(4)):
    """States and lines of the decisions of some seats."""
    rules = getattr(Rules, preset)()
    for hand in range(n_hands):
        told = Told(record("tianjin", strategies, hand, seed=seed, rules=rules))
        for line in told.states():
            if line["type"] == "choice" and len(line["legal"]) > 1 and line["seat"] in seats:
                yield hand, told, line


REASONS = ("win", "own kong", "by steps", "by live tiles", "tie", "pong", "pass", "open kong")


@pytest.mark.parametrize("name", TABLES)
def test_speed_is_the_brute_force(name):
    """Every decision of 60 hands, some thousands at four such seats."""
    strategies, options = TABLES[name]
    seed = 51 + list(TABLES).index(name)
    seats = range(4) if isinstance(strategies, str) else (0,)
    reasons = Counter()
    for hand, told, line in decisions(strategies, 60, seed, seats=seats, **options):
        reason, action = expected(told, line)
        reasons[reason] += 1
        assert line["action"] == str(action), (reason, hand, line)
    print(f"\n{name}: {dict(reasons)}")
    assert reasons.total() > 400 * len(seats)
    for reason in REASONS if len(seats) == 4 else REASONS[2:6]:
        assert reasons[reason] > 2, reason


def test_speed_keeps_wilds():
    """Never a wild while anything else is held, wins and declares when it may."""
    seen = Counter()
    for _, told, line in decisions("speed", 300, 52, "traditional"):
        if line["legal"][0] == "win":
            seen["win"] += 1
            assert line["action"] == "win"
        if line["on"] == "tian_ting":
            seen["declared"] += 1
            assert line["action"] == "tian_ting"
        if line["action"].startswith("discard"):
            seen["discard"] += 1
            held = told.hands[line["seat"]]
            assert kind_of(line["action"].split()[1]) not in told.wilds or not any(
                n and kind not in told.wilds for kind, n in held.items()
            )
    assert seen["win"] > 200
    assert seen["discard"] > 5000


def test_speed_without_claims():
    """Parameters forbid what they name."""
    strategies = {
        "pong": Speed(pong=False),
        "kong": Speed(kong=False),
        "both": Speed(pong=False, kong=False),
    }
    did = {
        name: Counter(
            line["action"].split()[0].replace("concealed_", "").replace("added_", "")
            for _, _, line in decisions(each, 80, 53)
        )
        for name, each in strategies.items()
    }
    assert not did["pong"]["pong"]
    assert did["pong"]["kong"] + did["pong"]["open_kong"] > 5
    assert not did["kong"]["kong"] + did["kong"]["open_kong"]
    assert did["kong"]["pong"] > 50
    assert not did["both"]["pong"] + did["both"]["kong"] + did["both"]["open_kong"]


def test_speed_without_declaring():
    rules = Rules.traditional()
    given = {"n_hands": 5000, "seed": 54, "rules": rules, "columns": ["is_ting"]}
    assert play("tianjin", "speed", **given)["is_ting"].any()
    assert not play("tianjin", Speed(declare=False), **given)["is_ting"].any()


def test_speed_is_faster_than_random():
    """Wins far more hands, with 2,000 hands each; the difference is no matter of chance."""
    shares = {}
    for name in ("random", "speed"):
        rows = play("tianjin", name, 2000, seed=55, columns=["is_winner"])
        shares[name] = rows["is_winner"].sum() / 2000
    assert shares["speed"] > 0.8 > 0.1 > shares["random"]


def test_epsilon_lies_between():
    """The more noise, the fewer wins."""
    wins = [
        play("tianjin", Speed(epsilon=epsilon), 2000, seed=56, columns=["is_winner"])[
            "is_winner"
        ].sum()
        for epsilon in (0.0, 0.25, 0.5, 1.0)
    ]
    assert wins == sorted(wins, reverse=True)
    assert wins[0] > 4 * wins[3]


# Defects that are known.


def test_parameters_beside_a_file(tmp_path):
    """They hold, or are refused; they are not left out silently."""
    path = tmp_path / "mine.toml"
    path.write_text('strategy = "speed"\n')
    try:
        found = read_strategy({"strategy": str(path), "pong": False})
    except InputError:
        return
    assert found == Speed(pong=False)


def test_file_that_names_itself(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(f'strategy = "{path}"\n')
    with pytest.raises(InputError):
        read_strategy(path)
