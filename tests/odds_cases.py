"""Seeded random questions of a player alone before the wall, of both games.

Hands are composed to be complete, now and then for the category that they are asked about; then
as many tiles are taken out as the hand is to be away from complete, and random ones put in. What
is laid, held threefold or fourfold, wild, seen elsewhere and shown is picked so that every move
that a player can make is best somewhere.
"""

import random
from typing import NamedTuple

from odds_oracle import CHI, CONCEALED_KONG, OPEN_KONG, PONG, TIANJIN_GOALS, Question
from odds_plain import steps
from oracle.tianjin import wild_kinds
from oracle.tianjin_arrange import DRAGONS, SEQUENCES, TRIPLETS
from oracle.wenling import kinds_to_show
from oracle.wenling import wild_kinds as de_kinds

from mjsim import tianjin, wenling
from mjsim.errors import InputError
from mjsim.tiles import Hand, Meld, MeldType, copies

QUITS = (0, 0, 0.0625, 0.25, "list")


class Case(NamedTuple):
    """The arguments of a `Question`; a case calls for `true_wall` too if `wall` is set."""

    game: str
    concealed: tuple[int, ...]
    melds: tuple[tuple[int, int], ...]
    indicator: int
    seen: tuple[int, ...]
    draws: int
    goal: str
    depth: int
    quit: float | list[float]
    rules: tianjin.Rules | wenling.Rules
    seat: int = 0
    shown: tuple[int, ...] | None = None
    wall: bool = False

    def question(self, **changes):
        """The oracle's question."""
        return Question(*self[:-1], **changes)

    def __str__(self):
        tiles = Hand([k for k, n in enumerate(self.concealed) for _ in range(n)], laid(self.melds))
        return (
            f"{self.game} {tiles} indicator {self.indicator}, {self.goal}, {self.draws} draws, "
            f"depth {self.depth}, quit {self.quit}"
        )


def laid(melds):
    """The library's melds."""
    return [Meld(MeldType(form), kind) for form, kind in melds]


def questions(game, n, seed, *, heavy=False):
    """A list of n cases; the same seed gives the same list, and a longer one begins like it.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
    n, seed : int
    heavy : bool
        More draws and changes, for slow tests.
    """
    rng = random.Random(f"{game} {seed}")
    make = tianjin_case if game == "tianjin" else wenling_case
    found = []
    while len(found) < n:
        case = make(rng, heavy)
        if case is not None and fits(case):
            found.append(case)
    return found


def fits(case):
    """Whether the hand can be held, is within reach of its goal and not complete yet."""
    try:
        question = case.question()
        least = question.roots()
    except (ValueError, InputError):
        return False
    tiles = question.tiles
    if not least or not question.wall or question.size < 8:
        return False
    if case.game == "wenling" and sum(kind in question.wilds for kind in tiles) > 2:
        return False
    away = least[0][1]
    if len(tiles) % 3 == 2 and is_over(case, tiles):
        return False
    return away <= (2 if case.goal != "gangkai" or case.game == "wenling" else 3)


def is_over(case, tiles):
    """Whether 3k + 2 tiles win as they stand, whichever came last."""
    for last in set(tiles):
        rest = list(tiles)
        rest.remove(last)
        hand = Hand(rest, laid(case.melds))
        module = tianjin if case.game == "tianjin" else wenling
        score = module.score(hand, last, case.indicator, rules=case.rules)
        if score is not None and getattr(score, "wins", True):
            return True
    return False


def random_quit(rng, draws):
    """No risk, the same before every draw, or one for each."""
    chosen = rng.choice(QUITS)
    return [rng.randrange(8) / 16 for _ in range(draws)] if chosen == "list" else chosen


def random_seen(rng, left):
    """Tiles seen elsewhere: few, many, or nearly all."""
    share = rng.choice((0.1, 0.4, 0.9))
    return tuple(rng.randint(0, max(n, 0)) if rng.random() < share else 0 for n in left)


def unaccounted(n_kinds, tiles, melds, indicator):
    """Copies of each kind that are in neither hand, melds nor the tile turned up."""
    left = [copies(kind) - (kind == indicator) - tiles.count(kind) for kind in range(n_kinds)]
    for meld in laid(melds):
        for kind in meld.kinds:
            left[kind] -= 1
    return left


def lengths(rng, away, tiles, melds, left, heavy):
    """Draws and changes allowed, such that the question stays small, and whether to ask `wall`.

    Every kong that may be laid, every change and a choice of the first discard cost about as much
    as one draw more.
    """
    depth = rng.choices((0, 1, 2), (45, 45, 10))[0]
    draws = min(3, max(away, int(depth > 0)) + 1 + rng.choice((0, 0, 1)))
    kongs = sum(tiles.count(k) == 4 or (tiles.count(k) == 3 and left[k] > 0) for k in set(tiles))
    kongs += sum(form == PONG and (left[k] > 0 or k in tiles) for form, k in melds)
    spare = (6 if heavy else 4) - kongs - (kongs > 1) - (len(tiles) % 3 == 2)
    draws = max(1, min(draws, spare))
    depth = max(0, min(depth, spare - draws))
    small = draws + depth < 3 or kongs + depth == 0
    return draws, depth, small and rng.random() < 0.6


def spoilt(rng, tiles, away, extra, keep, spare):
    """Tiles with away + 1 taken out, none of them of `keep`, and others put in.

    One tile more is put in if `extra`. None if there are not enough to be taken out.
    """
    loose = [at for at, kind in enumerate(tiles) if kind not in keep]
    if len(loose) <= away:
        return None
    out = set(rng.sample(loose, away + 1))
    rest = [kind for at, kind in enumerate(tiles) if at not in out]
    return rest + [rng.choice(spare) for _ in range(away + extra)]


# 天津麻將


def tianjin_rules(rng):
    """Rules of either preset, changed where it matters to a player alone."""
    changes = {
        "min_fan": rng.choice((1, 2, 2, 3)),
        "gangkai_stack": rng.random() < 0.5,
        "allow_jin_gang": rng.random() < 0.7,
    }
    if changes["min_fan"] == 3 and rng.random() < 0.4:
        changes["min_fan_exempt"] = frozenset({"su", "gangkai"})
    return tianjin.Rules.preset(rng.choice(("platform", "traditional"))).replace(**changes)


def tianjin_groups(rng, goal, indicator, n):
    """Concealed melds, and a pair last."""
    wilds = wild_kinds(indicator)
    melds = []
    if goal in ("long", "benhunlong"):
        suits = [s for s in range(3) if (s == wilds[0] // 9) == (goal == "benhunlong")]
        melds += DRAGONS[rng.choice(suits)]
    elif goal == "zhuo5":
        melds.append((3, 4, 5))
    natural = [kinds for kinds in TRIPLETS if kinds[0] not in wilds]
    while len(melds) < n:
        melds.append(rng.choice(SEQUENCES if rng.random() < 0.5 else natural))
    return [*melds[:n], rng.choice(natural)[:2]]


def with_wilds(rng, tiles, wilds, supply, n):
    """Tiles of which n are wilds, and all that stand for wild kinds; None if it cannot be."""
    tiles = list(tiles)
    rng.shuffle(supply)
    slots = [at for at, kind in enumerate(tiles) if kind in wilds]
    others = [at for at, kind in enumerate(tiles) if kind not in wilds]
    rng.shuffle(others)
    slots += others[: max(0, n - len(slots))]
    if len(slots) > min(3, len(supply)):
        return None
    for at in slots:
        tiles[at] = supply.pop()
    return tiles


def tianjin_case(rng, heavy=False):
    """One question of 天津麻將, or None if this one cannot be."""
    indicator = rng.randrange(9) if rng.random() < 0.3 else rng.randrange(34)
    wilds = wild_kinds(indicator)
    goals = [goal for goal in TIANJIN_GOALS if goal != "benhunlong" or indicator < 27]
    goal = rng.choice(("win", "win", "value", "value", *goals))
    n_melds = rng.choices((0, 1, 2, 3), (30, 35, 25, 10))[0]
    if goal in ("long", "benhunlong"):
        n_melds = min(n_melds, 1)
    groups = tianjin_groups(rng, goal, indicator, 4 - n_melds)
    used = {kind for kinds in groups for kind in kinds}
    free = [kind for kind in range(34) if kind not in wilds and kind not in used]
    melds = tuple(
        (rng.choice((PONG, PONG, PONG, OPEN_KONG, CONCEALED_KONG)), kind)
        for kind in rng.sample(free, n_melds)
    )
    n_wilds = rng.choices(range(4), (40, 30, 20, 10) if goal != "su" else (90, 10, 0, 0))[0]
    supply = [wilds[0]] * 3 + [wilds[1]] * 4
    rules = tianjin_rules(rng)
    if melds and rng.random() < 0.06:
        # A kong of wilds that was laid before.
        melds = ((CONCEALED_KONG, wilds[1]), *melds[1:])
        rules, supply = rules.replace(allow_jin_gang=True), supply[:3]
    tiles = with_wilds(rng, [k for kinds in groups for k in kinds], wilds, supply, n_wilds)
    if tiles is None:
        return None
    away = rng.choice((0, 0, 1, 1, 2))
    triplets = [kinds[0] for kinds in groups if len(set(kinds)) == 1 and len(kinds) == 3]
    fourth = [kind for kind in triplets if tiles.count(kind) == 3]
    pongs = [kind for form, kind in melds if form == PONG]
    spare = [kind for kind in range(34) if kind not in wilds]
    if fourth and (goal == "gangkai" or rng.random() < 0.5):
        # What is held threefold stays, and may be held fourfold.
        keep, spare = {*wilds, fourth[0]}, [*fourth * 12, *spare]
    elif pongs and rng.random() < 0.4:
        keep, spare = {*wilds}, [*pongs * 12, *spare]
    else:
        keep = {*wilds}
    extra = rng.random() < 0.3
    tiles = spoilt(rng, tiles, away, extra, keep, spare)
    if tiles is None:
        return None
    left = unaccounted(34, tiles, melds, indicator)
    seen = list(random_seen(rng, left))
    if rng.random() < 0.4:
        for kind in (*fourth, *pongs, *wilds):
            seen[kind] = 0
    left = [a - b for a, b in zip(left, seen, strict=True)]
    draws, depth, wall = lengths(rng, away, tiles, melds, left, heavy)
    return Case(
        "tianjin", tuple(tiles.count(k) for k in range(34)), melds, indicator, tuple(seen),
        draws, goal, depth, random_quit(rng, draws), rules,
        wall=wall,
    )  # fmt: skip


# 温岭麻将


def wenling_rules(rng):
    """Rules of either preset, with any reading of 闹闹."""
    preset = wenling.Rules.preset(rng.choice(("seed", "parlour")))
    return preset.replace(naonao=rng.choice(("seed", "seed", "with_winds", "always")))


def wenling_groups(rng, kinds, n):
    """Melds of some kinds, now and then all triplets or of one suit, and a pair last."""
    style = rng.random()
    if style < 0.25:
        suit = rng.randrange(3)
        kinds = [kind for kind in kinds if kind // 9 in (suit, 3)]
    share = 0.9 if style > 0.85 else rng.choice((0.2, 0.5))
    triplets = [(kind,) * 3 for kind in kinds]
    sequences = [run for run in SEQUENCES if set(run) <= set(kinds)]
    melds = [rng.choice(triplets if rng.random() < share else sequences) for _ in range(n)]
    return melds, rng.choice(triplets)[:2]


def wenling_melds(rng, groups):
    """Laid melds of some groups."""
    found = []
    for kinds in groups:
        if kinds[0] != kinds[-1]:
            found.append((CHI, kinds[0]))
        else:
            form = rng.choice((PONG, PONG, PONG, OPEN_KONG, CONCEALED_KONG))
            found.append((form, kinds[0]))
    return tuple(found)


def wenling_goal(rng, hand, last, indicator, seat, rules):
    """A win, points, or a category: mostly one that the composed hand has."""
    sort = rng.random()
    if sort < 0.5:
        return "win" if sort < 0.25 else "value"
    if sort < 0.6:
        return rng.choice(wenling.CATEGORIES)
    how = rng.choice(("draw", "draw", "replacement"))
    try:
        score = wenling.score(hand, last, indicator, how=how, seat=seat, rules=rules)
    except InputError:
        score = None
    return rng.choice(score.categories) if score else "win"


def wenling_case(rng, heavy=False):
    """One question of 温岭麻将, or None if this one cannot be."""
    rules = wenling_rules(rng)
    indicator = rng.choices((rng.randrange(31), rng.randrange(31, 34), rng.randrange(34, 42)),
                            (6, 2, 2))[0]  # fmt: skip
    wilds = de_kinds(indicator)
    hidden = kinds_to_show(indicator, rules)
    usable = [k for k in range(34) if k not in hidden and k not in wilds]
    n_melds = rng.choices(range(5), (20, 25, 25, 20, 10))[0]
    groups, pair = wenling_groups(rng, usable, 5)
    melds = wenling_melds(rng, groups[:n_melds])
    supply = list(wilds) if len(wilds) == 3 else [wilds[0]] * 3
    n_wilds = rng.choices(range(3), (35, 30, 35))[0]
    tiles = with_wilds(
        rng, [k for kinds in (*groups[n_melds:], pair) for k in kinds], wilds, supply, n_wilds
    )
    if tiles is None:
        return None
    seat = rng.randrange(4)
    rest = list(tiles)
    last = rest.pop(rng.randrange(len(rest)))
    goal = wenling_goal(rng, Hand(rest, laid(melds)), last, indicator, seat, rules)
    away = rng.choice((0, 1, 1, 2, 2))
    triplets = [k[0] for k in groups[n_melds:] if k[0] == k[-1] and tiles.count(k[0]) == 3]
    pongs = [kind for form, kind in melds if form == PONG]
    keep, spare = {*wilds}, usable
    if triplets and (goal == "gangkai" or rng.random() < 0.5):
        keep, spare = {*wilds, triplets[0]}, [*triplets * 12, *usable]
    elif pongs and rng.random() < 0.5:
        spare = [*pongs * 12, *usable]
    tiles = spoilt(rng, tiles, away, rng.random() < 0.3, keep, spare)
    if tiles is None:
        return None
    left = unaccounted(42, tiles, melds, indicator)
    shown = [0] * 42
    for kind in rng.sample(sorted(hidden), rng.randrange(4)):
        shown[kind] = rng.randint(0, min(2, max(left[kind], 0)))
    seen = list(random_seen(rng, [a - b for a, b in zip(left, shown, strict=True)]))
    if rng.random() < 0.4:
        for kind in (*triplets, *pongs, *wilds):
            seen[kind] = 0
    left = [a - b - c for a, b, c in zip(left, seen, shown, strict=True)]
    draws, depth, wall = lengths(rng, away, tiles, melds, left, heavy)
    return Case(
        "wenling", tuple(tiles.count(k) for k in range(42)), melds, indicator, tuple(seen),
        draws, goal, depth, random_quit(rng, draws), rules, seat, tuple(shown),
        wall=wall,
    )  # fmt: skip


# The plain recursion.


def plain_hands(seed, n):
    """Natural hands up to two away, no kind four times in hand and wall; 西 and 北 are wild."""
    rng = random.Random(seed)
    while n:
        groups = [rng.choice(SEQUENCES + TRIPLETS * (rng.random() < 0.3)) for _ in range(4)]
        pair = rng.randrange(34)
        tiles = [kind for kinds in groups for kind in kinds] + [pair, pair]
        rng.shuffle(tiles)
        away = rng.randrange(3)
        tiles = tiles[away + 1 :] + [rng.randrange(34) for _ in range(away)]
        counts = [tiles.count(kind) for kind in range(34)]
        if max(counts) > 3 or counts[29] or counts[30] or steps(counts) > 2:
            continue
        live = [3 - c if rng.random() < 0.7 else rng.randint(0, 3 - c) for c in counts]
        live[29] = live[30] = 0
        n -= 1
        yield counts, live
