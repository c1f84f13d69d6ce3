"""One player alone before the wall: exact odds, by plain recursion over fractions.

A turn is a draw, and then a win, a kong with its replacement, or a discard. Nobody else acts; at
most somebody else wins before the draw, with a given chance. Discards are those that keep a hand
on its way: they bring it a tile nearer to the goal, or leave it as near as it was (a change, of
which there are only so many, and only to a hand that most tiles bring nearer), or give back what
came; a wild is always kept. Best play among these is found by trying all. Every draw is from the
same wall, except in `Question.true_wall`, where the wall shrinks.

Hands are pairs of a sorted tuple of concealed kinds and a sorted tuple of melds (type, kind). Of
the library only scores and the shanten of 温岭麻将 are used; how far a hand of 天津麻将 is from a
win or a category is counted here.
"""

from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import inf
from typing import NamedTuple

from oracle.tianjin import wild_kinds
from oracle.wenling import kinds_to_show
from oracle.wenling import wild_kinds as de_kinds

from mjsim import tianjin, wenling
from mjsim.tiles import Hand, Meld, MeldType, copies, format_tiles

CHI, PONG, OPEN_KONG, CONCEALED_KONG = 1, 2, 3, 4
TIANJIN_GOALS = ("zhuo5", "long", "benhunlong", "hundiao", "su", "gangkai")
"""Categories of 天津麻将 that a hand can be played for; of 温岭麻将 it is every one."""
MOST_COPIES = 5
MOST_KONGS = 4
SUIT_STARTS = (0, 9, 18, 27, 34)


# How many tiles of a hand fit into melds and a pair that are wanted.


@cache
def most_fitting(counts, caps, base, melds):
    """Most tiles of a suit that fit into so many melds and pairs of it.

    Parameters
    ----------
    counts, caps, base : tuple of int
        Natural tiles held, most copies that may be wanted, and copies wanted anyhow, by rank.
    melds : int
        Most melds.

    Returns
    -------
    tuple of int
        At 2 m + p: with at most m melds and p pairs, what is wanted anyhow included.
    """
    n = len(counts)
    # Sequences begun at the last rank and the one before it, melds and pairs: tiles that fit.
    states = {(0, 0, 0, 0): 0}
    for rank in range(n):
        more = {}
        runs = n == 9 and rank < 7 and any(counts[rank : rank + 3])
        for (one, two, m, p), fit in states.items():
            # Three equal sequences are three triplets.
            for begun in range(min(2, melds - m) + 1 if runs else 1):
                for triplet in range(2 if counts[rank] and m + begun < melds else 1):
                    for pair in range(2 - p if counts[rank] else 1):
                        wanted = base[rank] + one + two + begun + 3 * triplet + 2 * pair
                        if wanted <= caps[rank]:
                            key = begun, one, m + begun + triplet, p + pair
                            here = fit + min(wanted, counts[rank])
                            more[key] = max(more.get(key, 0), here)
        states = more
    if not states:
        return ()
    table = [max(f for (_, _, m, p), f in states.items() if m <= i // 2 and p <= i % 2)
             if any(m <= i // 2 and p <= i % 2 for _, _, m, p in states) else -inf
             for i in range(2 * melds + 2)]  # fmt: skip
    return tuple(table)


@cache
def both(first, second):
    """The table of two suits together."""
    if not first or not second:
        return ()
    table = []
    for i in range(len(first)):
        melds, pairs = divmod(i, 2)
        table.append(max(
            first[2 * m + p] + second[2 * (melds - m) + pairs - p]
            for m in range(melds + 1)
            for p in range(pairs + 1)
        ))  # fmt: skip
    return tuple(table)


def fitting(counts, melds, pairs, caps, base=None):
    """Most of these natural tiles that fit into melds and a pair; -inf if they can't be."""
    if melds < 0:
        return -inf
    counts, caps, base = tuple(counts), tuple(caps), tuple(base or (0,) * 34)
    table = None
    for start, end in pairwise(SUIT_STARTS):
        suit = most_fitting(counts[start:end], caps[start:end], base[start:end], melds)
        table = suit if table is None else both(table, suit)
    return table[2 * melds + pairs] if table else -inf


def may_declare(rules, fan, categories):
    """Whether rules of 天津麻将 let a win of so many fan be declared."""
    return fan >= rules.min_fan or not rules.min_fan_exempt.isdisjoint(categories)


def win_distance(hand, indicator, rules):
    """Tiles that a hand of 天津麻将 misses for a win that may be declared without a kong, less one.

    Parameters
    ----------
    hand : (tuple of int, tuple of (type, kind))
    indicator : int
    rules : Rules

    Returns
    -------
    int or inf
    """
    ways = ["zhuo5", "long", "benhunlong"]
    if may_declare(rules, 1, {"tiliu"}):
        ways = ["tiliu"]
    elif may_declare(rules, 2, {"hundiao"}):
        ways.append("hundiao")
    if may_declare(rules, 2, {"tiliu", "su"}):
        ways.append("su")
    return min(category_distance(way, hand, indicator) for way in ways)


@cache
def category_distance(goal, hand, indicator):
    """Tiles that a hand of 天津麻将 misses for a shape with the category, less one.

    What melds use up is left aside. Of 3k + 2 tiles it is a bound that no discard gets below.

    Parameters
    ----------
    goal : str
        One of `TIANJIN_GOALS`, or ``tiliu`` for any shape.
    hand : (tuple of int, tuple of (type, kind))
    indicator : int

    Returns
    -------
    int or inf
    """
    tiles, melds = hand
    wilds = wild_kinds(indicator)
    k = len(tiles) // 3
    counts = [0] * 34
    for kind in tiles:
        counts[kind] += 1
    w = counts[wilds[0]] + counts[wilds[1]]
    natural = list(counts)
    natural[wilds[0]] = natural[wilds[1]] = 0
    caps = [MOST_COPIES] * 34
    if goal == "zhuo5":
        # The 5 comes last: nothing held is it. The 4 and the 6 are wanted.
        caps[4] -= 1
        base = [int(kind in (3, 5)) for kind in range(34)]
        missing = 1 + max(0, 3 * k + 1 - fitting(natural, k - 1, 1, caps, base) - w)
    elif goal in ("long", "benhunlong"):
        missing = inf
        for suit in range(3):
            if (suit == wilds[0] // 9) == (goal == "benhunlong"):
                base = [int(kind // 9 == suit) for kind in range(34)]
                missing = min(missing, 3 * k + 2 - fitting(natural, k - 3, 1, caps, base) - w)
    elif goal == "hundiao":
        pair = 3 * k - fitting(natural, k, 0, caps) - max(0, w - 1)
        meld = 3 * k - 1 - fitting(natural, k - 1, 1, caps) - max(0, w - 2)
        missing = 1 + min(max(0, 1 - w) + max(0, pair), max(0, 2 - w) + max(0, meld))
    elif goal == "su":
        if w or any(kind in wilds for _, kind in melds):
            return inf
        caps = [4] * 34
        caps[wilds[0]] = caps[wilds[1]] = 0
        missing = 3 * k + 2 - fitting(natural, k, 1, caps)
    elif goal == "tiliu":
        missing = 3 * k + 2 - fitting(natural, k, 1, caps) - w
    else:
        missing = replacement_missing(natural, w, k, melds, wilds)
    return max(missing, 0) - 1


def replacement_missing(natural, w, k, melds, wilds):
    """Tiles missing for a kong and for the rest, of which the replacement is always one."""
    caps = [MOST_COPIES] * 34
    found = [inf]
    for kind in range(34):
        if kind in wilds:
            continue
        rest = list(natural)
        if (PONG, kind) in melds:
            rest[kind] = max(0, natural[kind] - 1)
            left = fitting(rest, k, 1, caps)
            found.append(int(not natural[kind]) + max(1, 3 * k + 2 - left - w))
        elif natural[kind] or found == [inf]:
            # Any kind that is not held is as good as another.
            rest[kind] = 0
            left = fitting(rest, k - 1, 1, caps)
            found.append(4 - natural[kind] + max(1, 3 * k - 1 - left - w))
    return min(found)


# The player's turns.


class Win(NamedTuple):
    """A win: what it counts for the goal, its fan or points, its categories."""

    reward: int
    worth: int
    categories: tuple[str, ...]
    automatic: bool


class Move(NamedTuple):
    """What a player may do after a draw; `hand` is None if it ends the hand."""

    name: str
    tile: int | None = None
    win: Win | None = None
    hand: tuple | None = None
    changes: int = 0
    kongs: int = 0


def with_tile(tiles, kind):
    """The tiles and one more."""
    return tuple(sorted((*tiles, kind)))


def without(tiles, kind, n=1):
    """The tiles less n of a kind."""
    at = tiles.index(kind)
    return tiles[:at] + tiles[at + n :]


class Question:
    """A hand, a wall and a goal.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
    concealed : sequence of int
        Copies of each of 34 or 42 kinds, 3k + 1 or 3k + 2 tiles.
    melds : sequence of (type, kind)
        Type 1 chi (its lowest kind), 2 pong, 3 open kong, 4 concealed kong.
    indicator : int
    seen : sequence of int
        Copies of each kind seen elsewhere.
    draws : int
    goal : str
        ``win``, ``value`` or the id of a category.
    depth : int
        Changes allowed.
    quit : number or sequence of number
        Chance that another wins before a draw, one for all or one for each draw.
    rules : Rules
        Of the game.
    seat : int
    shown : sequence of int, optional
        Copies of each of 42 kinds shown.
    pruned : bool
        Pass over discards where the hand of 3k + 2 tiles shows that none brings it nearer.

    Raises
    ------
    ValueError
        If there are more tiles of a kind than there can be.
    """

    def __init__(
        self, game, concealed, melds, indicator, seen, draws, goal="win", depth=0, quit=0,
        rules=None, seat=0, shown=None, *, pruned=True,
    ):  # fmt: skip
        self.is_tianjin = game == "tianjin"
        self.rules = rules or (tianjin if self.is_tianjin else wenling).Rules()
        self.indicator, self.goal, self.depth, self.draws = indicator, goal, depth, draws
        self.seat = seat
        self.shown = format_tiles(k for k, n in enumerate(shown or ()) for _ in range(n))
        self.pruned = pruned
        listed = quit if isinstance(quit, list | tuple) else [quit] * draws
        self.quits = [Fraction(q) for q in listed]
        self.melds = tuple(sorted((int(form), int(kind)) for form, kind in melds))
        self.tiles = tuple(k for k, n in enumerate(concealed) for _ in range(n))
        kinds = range(34 if self.is_tianjin else 42)
        self.wilds = (wild_kinds if self.is_tianjin else de_kinds)(indicator)
        hidden = () if self.is_tianjin else kinds_to_show(indicator, self.rules)
        left = [copies(kind) - (kind == indicator) - seen[kind] for kind in kinds]
        for form, kind in self.melds:
            for each in range(kind, kind + 3) if form == CHI else (kind,):
                left[each] -= 1 if form == CHI else 3 if form == PONG else 4
        self.live = [n - self.tiles.count(kind) for kind, n in enumerate(left)]
        if min(self.live) < 0:
            raise ValueError(f"too many tiles of kind {self.live.index(min(self.live))}")
        self.live = [0 if kind in hidden else n for kind, n in enumerate(self.live)]
        self.most = [n + self.tiles.count(kind) for kind, n in enumerate(self.live)]
        # Wilds are alike, so that any of them goes by the first, unless the score tells them apart.
        apart = self.is_tianjin and self.rules.su_ben_long
        self.alike = () if apart else self.wilds
        self.wall = [
            (kind, sum(self.live[k] for k in self.wilds) if kind in self.alike else n)
            for kind, n in enumerate(self.live)
            if kind not in self.alike or kind == min(self.wilds)
        ]
        self.wall = [(kind, n) for kind, n in self.wall if n]
        self.size = sum(n for _, n in self.wall)
        self._distances, self._widths, self.play = {}, {}, Play(self)
        self._wins, self._kongs = {}, {}

    def distance(self, hand):
        """How far a hand is from the goal; of 3k + 2 tiles, no discard leaves less."""
        if hand not in self._distances:
            tiles, melds = hand
            if self.is_tianjin and self.goal in TIANJIN_GOALS:
                found = category_distance(self.goal, hand, self.indicator)
            elif self.is_tianjin:
                found = win_distance(hand, self.indicator, self.rules)
            else:
                found = wenling.shanten(as_hand(tiles, melds), self.indicator)
            self._distances[hand] = found
        return self._distances[hand]

    def own(self, hand, kind):
        """Tiles of a kind in the hand that were given concealed or came from the wall."""
        tiles, melds = hand
        n = tiles.count(kind)
        for form, in_kong in ((CONCEALED_KONG, 4), (OPEN_KONG, 1)):
            if (form, kind) in melds and (form, kind) not in self.melds:
                n += in_kong
        return n

    def comes(self, hand, kind):
        """The kind that a hand gets with a draw from the wall; None if that brings nothing."""
        kinds = self.alike if kind in self.alike else (kind,)
        return next((each for each in kinds if self.own(hand, each) < self.most[each]), None)

    def width(self, hand):
        """Tiles in the wall with which a hand lacks fewer."""
        if hand not in self._widths:
            tiles, melds = hand
            d = self.distance(hand)
            came = ((self.comes(hand, kind), n) for kind, n in self.wall)
            self._widths[hand] = sum(
                n
                for kind, n in came
                if kind is not None and self.distance((with_tile(tiles, kind), melds)) < d
            )
        return self._widths[hand]

    def widest(self, full, melds, discards):
        """Those of the discards that leave the widest hands."""
        widths = [self.width((without(full, e), melds)) for e in discards]
        return [e for e, n in zip(discards, widths, strict=True) if n == max(widths)]

    def roots(self):
        """What to discard first, each with the distance left: ``[(kind or None, distance)]``."""
        if len(self.tiles) % 3 == 1:
            return [(None, self.distance((self.tiles, self.melds)))]
        left = {
            kind: self.distance((without(self.tiles, kind), self.melds))
            for kind in sorted(set(self.tiles).difference(self.wilds))
        }
        least = min(left.values(), default=None)
        return [(kind, d) for kind, d in left.items() if d == least]

    def value(self, root=None):
        """Value of best play after this first discard."""
        return self.play.value(self.after(root), 0, self.draws)

    def curves(self, root=None):
        """Chances and the expected value so far under best play, after 0 to T draws.

        Returns
        -------
        dict
            ``ready``, ``won`` and ``value``: lists of T + 1 fractions; ``categories``: such a
            list for every id of the game.
        """
        points = self.play.course(self.after(root), 0, self.draws)
        names = (tianjin if self.is_tianjin else wenling).CATEGORIES
        return {
            "ready": [point.ready for point in points],
            "won": [point.won for point in points],
            "value": [point.value for point in points],
            "categories": {
                name: [point.categories.get(name, Fraction(0)) for point in points]
                for name in names
            },
        }

    def taken(self):
        """Names of the moves that best play makes with some chance after any first discard.

        Beside `Move.name` there are ``nothing``, a draw that brings nothing, and ``replacement
        win``.
        """
        for root, _ in self.roots():
            self.curves(root)
        return frozenset(self.play.taken)

    def true_wall(self, root=None):
        """Value of best play if no tile is drawn twice, and the player keeps count."""
        return self.play.value(self.after(root), 0, self.draws, ())

    def tried(self, root=None):
        """What `value`'s play, which keeps no count, comes to if no tile is drawn twice."""
        return self.play.tried(self.after(root), 0, self.draws, 0, ())

    def after(self, root):
        """The hand after a first discard, None of 3k + 1 tiles."""
        return self.tiles if root is None else without(self.tiles, root), self.melds

    def win(self, hand, kind, kongs):
        """The win with this kind drawn, after so many kongs in a row, or None."""
        key = hand, kind, kongs
        if key not in self._wins:
            tiles, melds = hand
            if self.is_tianjin:
                asked = bool(kongs)
            else:
                asked = sum(tile in self.wilds for tile in (*tiles, kind)) == 3
            score = self._tianjin_win if self.is_tianjin else self._wenling_win
            asked = asked or self.distance(hand) == 0
            self._wins[key] = score(as_hand(tiles, melds), kind, kongs) if asked else None
        return self._wins[key]

    def _tianjin_win(self, hand, kind, kongs):
        how = "kong" if kongs else "draw"
        in_a_row = min(kongs, 3 if self.rules.gangkai_stack else 1)
        score = tianjin.score(
            hand, kind, self.indicator, how=how, rules=self.rules, kongs=in_a_row or 1
        )
        if score is None or not score.wins:
            return None
        reward = self._reward(score.fan, score.categories)
        return Win(reward, score.fan, score.categories, False) if reward else None

    def _wenling_win(self, hand, kind, kongs):
        score = wenling.score(
            hand, kind, self.indicator, how="replacement" if kongs else "draw", seat=self.seat,
            shown=self.shown, rules=self.rules,
        )  # fmt: skip
        if score is None:
            return None
        reward = self._reward(score.points, score.categories)
        automatic = "sande" in score.categories
        if not reward and not automatic:
            return None
        return Win(reward, score.points, score.categories, automatic)

    def _reward(self, worth, categories):
        if self.goal == "value":
            return worth
        return 1 if self.goal == "win" else int(self.goal in categories)

    def moves(self, hand, changes, kind, kongs):
        """All that may be done with a drawn kind, in the order that decides between equals."""
        win = self.win(hand, kind, kongs)
        if win and win.automatic:
            return [Move("automatic", win=win)]
        found = [Move("win", win=win)] if win else []
        if win and self.goal != "value":
            return found  # its chance is 1: nothing is better
        if kind not in self.wilds:
            found += self.discards(hand, changes, kind)
        elif not win:
            found += self.keeps(hand, changes, kind)
        return found + self.kongs(hand, changes, kind, kongs)

    def discards(self, hand, changes, kind):
        """Discards after a natural tile."""
        tiles, melds = hand
        d = self.distance(hand)
        full = with_tile(tiles, kind)
        may_change = changes < self.depth
        left = {}
        if may_change or (d > 0 and self._may_improve(full, melds, d)):
            left = self.left_by(full, melds)
        better = [e for e, at in left.items() if 0 < d < inf and at == d - 1]
        found = [Move("improve", e, hand=(without(full, e), melds), changes=changes)
                 for e in better]  # fmt: skip
        found.append(Move("pass", kind, hand=hand, changes=changes))
        if may_change:
            equal = [e for e, at in left.items() if at == d]
            if d > 0:
                equal = self.widest(full, melds, equal)
            found += [Move("change", e, hand=(without(full, e), melds), changes=changes + 1)
                      for e in equal if e != kind]  # fmt: skip
        return found

    def keeps(self, hand, changes, kind):
        """Discards after a wild."""
        tiles, melds = hand
        d = self.distance(hand)
        full = with_tile(tiles, kind)
        left = self.left_by(full, melds)
        if not left:
            return [Move("stuck")]
        least = min(left.values())
        at_best = next((at for at in (d - 1, d) if at in left.values()), least)
        thrown = [e for e, at in left.items() if at == at_best]
        if at_best not in (d - 1, d, 0):
            thrown = self.widest(full, melds, thrown)
        return [Move("keep", e, hand=(without(full, e), melds), changes=changes) for e in thrown]

    def left_by(self, full, melds):
        """Distances that the natural tiles leave when they are thrown."""
        naturals = sorted(set(full).difference(self.wilds))
        return {e: self.distance((without(full, e), melds)) for e in naturals}

    def _may_improve(self, full, melds, d):
        return not self.pruned or self.distance((full, melds)) < d

    def kongs(self, hand, changes, kind, kongs):
        """The kongs that may be laid with a drawn kind."""
        key = hand, kind
        if key not in self._kongs:
            self._kongs[key] = list(self._laid(hand, kind))
        return [
            Move(name, m, hand=after, changes=changes, kongs=kongs + 1)
            for name, m, after in self._kongs[key]
        ]

    def _laid(self, hand, kind):
        """Kongs: name, kind and the hand after it."""
        tiles, melds = hand
        full = with_tile(tiles, kind)
        if sum(meld not in self.melds for meld in melds) == MOST_KONGS:
            return
        for m in sorted(set(full).difference(self.wilds)):
            if full.count(m) == 4 and m != self.indicator:
                after = without(full, m, 4), tuple(sorted((*melds, (CONCEALED_KONG, m))))
                name = "concealed kong"
            elif (PONG, m) in melds:
                others = [meld for meld in melds if meld != (PONG, m)]
                after = without(full, m), tuple(sorted((*others, (OPEN_KONG, m))))
                name = "added kong"
            else:
                continue
            if self.distance(after) <= self.distance(hand) or self._ready_kong(after):
                yield name, m, after

    def _ready_kong(self, after):
        """Whether any shape is ready after a kong that is itself the goal."""
        if not self.is_tianjin or self.goal != "gangkai":
            return False
        return category_distance("tiliu", after, self.indicator) == 0


def as_hand(tiles, melds):
    """The library's hand."""
    return Hand(tiles, [Meld(MeldType(form), kind) for form, kind in melds])


class Point(NamedTuple):
    """Where a hand stands after some draws, under best play."""

    ready: Fraction
    won: Fraction
    value: Fraction
    categories: dict[str, Fraction]


def mixed(parts, total):
    """The mean of points, ``[(weight, point)]``; what weighs less than the total is lost."""
    ready = won = value = Fraction(0)
    categories = {}
    for weight, point in parts:
        ready += weight * point.ready
        won += weight * point.won
        value += weight * point.value
        for name, chance in point.categories.items():
            categories[name] = categories.get(name, 0) + weight * chance
    shares = {name: chance / total for name, chance in categories.items()}
    return Point(ready / total, won / total, value / total, shares)


class Play:
    """What follows from a hand: values and points, kept by hand, changes and draws."""

    def __init__(self, question):
        self.question = question
        self.values, self.courses, self.kinds = {}, {}, {}
        self.choices, self.taken = {}, set()

    def keeps(self, draws):
        """Chance that nobody else wins before the next draw."""
        return 1 - self.question.quits[self.question.draws - draws]

    def value(self, hand, changes, draws, drawn=None):
        """Value before a draw, with so many to come.

        ``drawn`` is None if the wall stays the same, else what was drawn from it, sorted.
        """
        if not draws:
            return Fraction(0)
        key = hand, changes, draws, drawn
        if key not in self.values:
            total = self.sum_of_draws(hand, changes, draws, 0, drawn)
            self.values[key] = self.keeps(draws) * total
        return self.values[key]

    def sum_of_draws(self, hand, changes, draws, kongs, drawn):
        """Mean over the tiles that may come of what is best then."""
        wall, size = self.question.wall, self.question.size - len(drawn or ())
        if not size:
            return Fraction(0)
        total = Fraction(0)
        closing = self.closing(hand, changes, kongs) if draws == 1 else None
        for kind, n in wall:
            if closing is not None and kind not in closing:
                continue
            came = self.question.comes(hand, kind)
            if drawn is not None:
                n -= drawn.count(kind)
                after = tuple(sorted((*drawn, kind)))
                if n:
                    total += n * self.best(hand, changes, came, draws, kongs, after)
            elif came is None:
                total += n * self.value(hand, changes, draws - 1)
            else:
                total += n * self.best(hand, changes, came, draws, kongs)
        return total / size

    def closing(self, hand, changes, kongs):
        """Draws with which the last turn can still be won."""
        key = hand, kongs
        if key not in self.kinds:
            question = self.question
            came = [(kind, question.comes(hand, kind)) for kind, _ in question.wall]
            self.kinds[key] = frozenset(
                kind
                for kind, it in came
                if it is not None
                and (question.win(hand, it, kongs) or question.kongs(hand, changes, it, kongs))
            )
        return self.kinds[key]

    def best(self, hand, changes, kind, draws, kongs, drawn=None):
        """The most that a drawn kind can be worth; ``drawn`` has it already."""
        question = self.question
        if draws > 1:
            moves = question.moves(hand, changes, kind, kongs)
        else:
            # A discard is worth nothing when no draw is left.
            win = question.win(hand, kind, kongs)
            moves = [Move("win", win=win)] if win else []
            if not win or (question.goal == "value" and not win.automatic):
                moves += question.kongs(hand, changes, kind, kongs)
        return max((self.worth(move, draws, drawn) for move in moves), default=Fraction(0))

    def worth(self, move, draws, drawn=None):
        """The value of a move."""
        if move.win:
            return Fraction(move.win.reward)
        if move.hand is None:
            return Fraction(0)
        if move.kongs:
            key = move.hand, move.changes, draws, drawn, move.kongs
            if key not in self.values:
                self.values[key] = self.sum_of_draws(
                    move.hand, move.changes, draws, move.kongs, drawn
                )
            return self.values[key]
        return self.value(move.hand, move.changes, draws - 1, drawn)

    def chosen(self, hand, changes, kind, draws, kongs):
        """The best move, the first of equals."""
        key = hand, changes, kind, draws, kongs
        if key not in self.choices:
            moves = self.question.moves(hand, changes, kind, kongs)
            # max keeps the first
            self.choices[key] = max(moves, key=lambda move: self.worth(move, draws))
        return self.choices[key]

    def tried(self, hand, changes, draws, kongs, drawn):
        """Value of the chosen moves if the wall shrinks, before a draw or a kong's replacement."""
        size = self.question.size - len(drawn)
        if not draws or not size:
            return Fraction(0)
        key = "tried", hand, changes, draws, kongs, drawn
        if key not in self.values:
            total = Fraction(0)
            for kind, n in self.question.wall:
                n -= drawn.count(kind)
                if n:
                    came = self.question.comes(hand, kind)
                    move = self.chosen(hand, changes, came, draws, kongs)
                    total += n * self.follow(move, draws, tuple(sorted((*drawn, kind))))
            self.values[key] = total / size * (1 if kongs else self.keeps(draws))
        return self.values[key]

    def follow(self, move, draws, drawn):
        """What a chosen move comes to if the wall shrinks."""
        if move.win:
            return move.win.reward
        if move.hand is None:
            return 0
        left = draws if move.kongs else draws - 1
        return self.tried(move.hand, move.changes, left, move.kongs, drawn)

    def course(self, hand, changes, draws):
        """The points after 0 to `draws` draws."""
        key = hand, changes, draws
        if key not in self.courses:
            is_ready = self.question.distance(hand) == 0
            points = [Point(Fraction(is_ready), Fraction(0), Fraction(0), {})]
            if draws:
                keeps = self.keeps(draws)
                for point in self.turn(hand, changes, draws, 0):
                    later = mixed([(keeps, point)], 1)
                    points.append(later._replace(ready=Fraction(1)) if is_ready else later)
            self.courses[key] = points
        return self.courses[key]

    def turn(self, hand, changes, draws, kongs):
        """The points at the end of this turn and after each later draw."""
        ways = []
        for kind, n in self.question.wall:
            came = self.question.comes(hand, kind)
            if came is None:
                self.taken.add("nothing")
                ways.append((n, self.course(hand, changes, draws - 1)))
            else:
                move = self.chosen(hand, changes, came, draws, kongs)
                ways.append((n, self.after(move, draws)))
                self.taken.add(move.name)
                if move.win and kongs:
                    self.taken.add("replacement win")
        if not ways:
            ways = [(1, self.course(hand, changes, draws - 1))]
        size = sum(n for n, _ in ways)
        points = [mixed([(n, way[i]) for n, way in ways], size) for i in range(draws)]
        if kongs and self.question.distance(hand) == 0:
            points = [point._replace(ready=Fraction(1)) for point in points]
        return points

    def after(self, move, draws):
        """The points from the end of a turn on in which this move was made."""
        one = Fraction(1)
        if move.win:
            chances = dict.fromkeys(move.win.categories, one)
            return [Point(one, one, Fraction(move.win.worth), chances)] * draws
        if move.hand is None:
            return [Point(Fraction(0), Fraction(0), Fraction(0), {})] * draws
        if not move.kongs:
            return self.course(move.hand, move.changes, draws - 1)
        key = move.hand, move.changes, draws, move.kongs
        if key not in self.courses:
            self.courses[key] = self.turn(move.hand, move.changes, draws, move.kongs)
        return self.courses[key]
