"""Notation of Wenling hands, and seeded random ones that reach every category often.

Winners' hands are mostly composed to be complete around a theme (all sequences, all triplets, few
suits, the winds, 得 that stand for themselves), some of their tiles then laid, replaced by 得 or
spoilt; the others are drawn at random from a wall of few suits that is rich in 得. Losers' hands
are piled up from singles, pairs and triplets.
"""

import random
from typing import NamedTuple

from oracle.notation import read_tiles as read_plain_tiles
from oracle.notation import write_tiles as write_plain_tiles
from oracle.wenling import (
    CHI,
    CONCEALED_KONG,
    DRAGONS,
    FLOWERS,
    HOW,
    OPEN_KONG,
    PLANTS,
    PONG,
    SEASONS,
    SELF_DRAWN,
    WINDS,
    copies,
    copies_there_are,
    kinds_to_show,
    meld_tiles,
    wild_kinds,
)

SEATS = "ESWN"
SEQUENCES = [(s + r, s + r + 1, s + r + 2) for s in (0, 9, 18) for r in range(7)]
TRIPLETS = [(kind,) * 3 for kind in range(34)]


def read_tiles(text):
    """Kinds (0-41) of a run of tiles: flowers are ``1g`` to ``4g`` and ``1f`` to ``4f``."""
    kinds, rest, digits = [], "", ""
    for letter in text:
        if letter in "gf":
            group = SEASONS if letter == "g" else PLANTS
            kinds.extend(group[int(digit) - 1] for digit in digits)
            digits = ""
        elif letter.isdigit():
            digits += letter
        else:
            rest, digits = rest + digits + letter, ""
    return read_plain_tiles(rest + digits) + kinds


def read_meld(text):
    """``(type, kind)`` of one meld in its brackets."""
    kinds = sorted(read_tiles(text[1:-1]))
    for meld_type, bracket in ((CHI, "("), (PONG, "("), (OPEN_KONG, "("), (CONCEALED_KONG, "[")):
        if text[0] == bracket and tuple(kinds) == meld_tiles((meld_type, kinds[0])):
            return meld_type, kinds[0]
    raise ValueError(f"no meld: {text!r}")


def read_hand(text):
    """Concealed kinds and melds of a hand; melds may stand anywhere in the text."""
    concealed, melds = [], []
    rest = text
    while rest:
        if rest[0] in "([":
            end = rest.index(")" if rest[0] == "(" else "]") + 1
            melds.append(read_meld(rest[:end]))
        else:
            end = min((rest.index(mark) for mark in "([" if mark in rest), default=len(rest))
            concealed.extend(read_tiles(rest[:end]))
        rest = rest[end:]
    return concealed, melds


def write_tiles(kinds):
    """Notation of some tiles, sorted."""
    text = write_plain_tiles([kind for kind in kinds if kind < 34])
    for letter, group in (("g", SEASONS), ("f", PLANTS)):
        digits = "".join(str(group.index(kind) + 1) for kind in sorted(kinds) if kind in group)
        text += digits + letter if digits else ""
    return text


def write_hand(concealed, melds=()):
    """Notation of concealed tiles followed by melds."""
    text = write_tiles(concealed)
    for meld in melds:
        body = write_tiles(meld_tiles(meld))
        text += f"[{body}]" if meld[0] == CONCEALED_KONG else f"({body})"
    return text


class Hand(NamedTuple):
    """A winner's hand before its last tile, and how that comes."""

    concealed: tuple[int, ...]
    melds: tuple[tuple[int, int], ...]
    last: int
    indicator: int
    how: str
    seat: int
    shown: tuple[int, ...]

    @property
    def text(self):
        """Notation of the hand before its last tile."""
        return write_hand(self.concealed, self.melds)

    def __str__(self):
        last, indicator = write_tiles([self.last]), write_tiles([self.indicator])
        shown = f", shown {write_tiles(self.shown)}" if self.shown else ""
        return f"{self.text} | {last}, 得 {indicator}, {self.how}, {SEATS[self.seat]}{shown}"


class Losing(NamedTuple):
    """The hand of a player who did not win."""

    concealed: tuple[int, ...]
    melds: tuple[tuple[int, int], ...]
    indicator: int
    seat: int
    shown: tuple[int, ...]

    @property
    def text(self):
        """Notation of the hand."""
        return write_hand(self.concealed, self.melds)

    def __str__(self):
        shown = f", shown {write_tiles(self.shown)}" if self.shown else ""
        return f"{self.text}, 得 {write_tiles([self.indicator])}, {SEATS[self.seat]}{shown}"


def random_winners(seed, n, options):
    """A list of n winners' hands, possible under the options; the same seed gives the same."""
    return made(random_winner, seed, n, options)


def random_losers(seed, n, options):
    """A list of n losers' hands, likewise."""
    return made(random_loser, seed, n, options)


def made(recipe, seed, n, options):
    """Hands of a recipe that now and then gives None."""
    rng = random.Random(seed)
    hands = []
    while len(hands) < n:
        hand = recipe(rng, options)
        if hand is not None:
            hands.append(hand)
    return hands


def random_indicator(rng):
    """A tile turned up: flowers, dragons and winds more often than chance would have them."""
    kinds = rng.choices((range(27), WINDS, DRAGONS, FLOWERS), (50, 18, 16, 16))[0]
    return rng.choice(kinds)


def usable_kinds(indicator, options):
    """Natural kinds that hands can hold."""
    barred = kinds_to_show(indicator, options) | set(wild_kinds(indicator))
    return [kind for kind in range(34) if kind not in barred]


def random_shown(rng, indicator, options, *, full):
    """Some of the tiles shown on arrival; a whole group of W5 if `full`."""
    to_show = sorted(kinds_to_show(indicator, options))
    groups = ([31], [32], [33], list(SEASONS), list(PLANTS))
    chance = rng.choice((0, 0, 0.05, 0.1, 0.2, 0.4))
    there = [kind for kind in to_show for _ in range(copies_there_are(kind) - (kind == indicator))]
    shown = [kind for kind in there if rng.random() < chance]
    if full:
        group = rng.choice([group for group in groups if set(group) <= set(to_show)])
        shown = [kind for kind in shown if kind not in group]
        shown += [kind for kind in there if kind in group]
        return tuple(shown)
    # Leave W5 out.
    for group in groups:
        if sum(kind in group for kind in shown) == 4:
            shown.remove(group[0])
    return tuple(shown)


def random_groups(rng, indicator, options):
    """Five melds and a pair that the 17 tiles stand for."""
    usable = set(usable_kinds(indicator, options))
    wild = [kind for kind in wild_kinds(indicator) if kind < 34]
    theme = rng.random()
    kinds = usable | set(wild)
    sequence_chance = rng.choice((1, 1, 0.7, 0.7, 0.5, 0.2, 0))
    if theme < 0.12:
        suit = rng.randrange(3)
        kinds = {kind for kind in kinds if kind // 9 == suit}
    elif theme < 0.24:
        suit = rng.randrange(3)
        kinds = {kind for kind in kinds if kind // 9 in (suit, 3)}
    elif theme < 0.28:
        kinds, sequence_chance = {kind for kind in kinds if kind >= 27}, 0
    sequences = [kinds_ for kinds_ in SEQUENCES if kinds.issuperset(kinds_)]
    triplets = [kinds_ for kinds_ in TRIPLETS if kinds_[0] in kinds]
    honours = [kinds_ for kinds_ in triplets if kinds_[0] >= 27]
    melds = []
    with_wild = [kinds_ for kinds_ in SEQUENCES if wild and wild[0] in kinds_]
    if with_wild and rng.random() < 0.13:
        melds = rng.choices(with_wild, k=rng.choice((1, 2)))
    if 0.28 <= theme < 0.36:
        winds = [kinds_ for kinds_ in TRIPLETS if kinds_[0] in WINDS]
        melds = rng.sample(winds, rng.choice((3, 3, 4)))
    while len(melds) < 5:
        if sequences and rng.random() < sequence_chance:
            melds.append(rng.choice(sequences))
        else:
            melds.append(rng.choice(honours if honours and rng.random() < 0.4 else triplets))
    if 0.28 <= theme < 0.36 and rng.random() < 0.7:
        pair = rng.choice(WINDS)
    elif wild and rng.random() < 0.1:
        pair = wild[0]
    elif 0.24 <= theme < 0.28 or rng.random() < 0.25:
        pair = rng.choice(honours or triplets)[0]
    else:
        pair = rng.choice(triplets)[0]
    rng.shuffle(melds)
    return melds, (pair, pair)


def laid_melds(rng, melds, n, barred):
    """The first n melds that can be laid as laid ones, and the others."""
    laid, others = [], []
    for kinds in melds:
        if len(laid) < n and not barred.intersection(kinds):
            if kinds[0] != kinds[-1]:
                laid.append((CHI, kinds[0]))
            else:
                laid.append((rng.choice((PONG, PONG, OPEN_KONG, CONCEALED_KONG)), kinds[0]))
        else:
            others.append(kinds)
    return tuple(laid), others


def with_wilds(rng, groups, indicator, n_wilds):
    """The tiles of concealed groups, some replaced by 得, or None if it cannot be."""
    kinds = wild_kinds(indicator)
    supply = list(kinds) if len(kinds) == 3 else [kinds[0]] * 3
    rng.shuffle(supply)
    tiles = [list(group) for group in groups]
    slots = [(g, i) for g, group in enumerate(tiles) for i in range(len(group))]
    chosen = [(g, i) for g, i in slots if tiles[g][i] in kinds]
    free = [slot for slot in slots if slot not in chosen]
    rng.shuffle(free)
    if rng.random() < 0.15:
        free.sort(key=lambda slot: len(tiles[slot[0]]))  # the pair first
    chosen += free[: max(0, n_wilds - len(chosen))]
    if len(chosen) > 3:
        return None
    for g, i in chosen:
        tiles[g][i] = supply.pop()
    return tiles


def random_winner(rng, options):
    """One winner's hand of any sort, or None if this one cannot be."""
    indicator = random_indicator(rng)
    wild = wild_kinds(indicator)
    n_melds = rng.choices(range(6), (35, 20, 16, 12, 10, 7))[0]
    if rng.random() < 0.82:
        melds, pair = random_groups(rng, indicator, options)
        barred = {kind for kind in range(34) if kind not in usable_kinds(indicator, options)}
        laid, others = laid_melds(rng, melds, n_melds, barred)
        n_wilds = rng.choices(range(4), (40, 28, 28, 4))[0]
        groups = with_wilds(rng, [*others, pair], indicator, n_wilds)
        if groups is None:
            return None
        tiles = [tile for group in groups for tile in group]
        if rng.random() < 0.12:
            tiles[rng.randrange(len(tiles))] = rng.choice(usable_kinds(indicator, options))
    else:
        laid, tiles = dealt(rng, indicator, options, n_melds)
    full = rng.random() < 0.05
    shown = random_shown(rng, indicator, options, full=full)
    held = copies(tiles, laid, shown, indicator)
    if any(count > copies_there_are(kind) for kind, count in enumerate(held)):
        return None
    how, seat = random_how(rng, laid, full=full)
    tiles = random_order(rng, tiles, wild, how)
    if tiles is None:
        return None
    return Hand(tuple(tiles[:-1]), laid, tiles[-1], indicator, how, seat, shown)


def random_how(rng, laid, *, full):
    """How the last tile comes, and to whom: what the melds and shown tiles allow."""
    how = rng.choices(HOW, (30, 26, 12, 10, 6, 8, 8))[0]
    if full and how in ("discard", "robbed", "first_discard", "first_draw"):
        how = "replacement"
    if laid and how in ("first_discard", "first_draw"):
        how = "discard" if how == "first_discard" else "draw"
    if how == "deal" and any(meld_type != CONCEALED_KONG for meld_type, _ in laid):
        how = "draw"
    if how == "deal":
        return how, 0
    return how, rng.randrange(1, 4) if how in ("first_discard", "first_draw") else rng.randrange(4)


def random_order(rng, tiles, wild, how):
    """The tiles with the last one at the end, or None if it cannot come in that way."""
    wilds = [tile for tile in tiles if tile in wild]
    naturals = [tile for tile in tiles if tile not in wild]
    if how not in SELF_DRAWN and (len(wilds) == 3 or not naturals):
        return None
    drawn_wild = how in SELF_DRAWN and wilds and rng.random() < 0.25
    if drawn_wild or (len(wilds) == 3 and how != "deal"):
        last = rng.choice(wilds)
    elif naturals:
        last = rng.choice(naturals)
    else:
        last = wilds[0]
    rest = list(tiles)
    rest.remove(last)
    rng.shuffle(rest)
    return [*rest, last]


def random_melds(rng, kinds, n):
    """So many laid melds of some kinds; copies are not looked after."""
    melds = []
    for _ in range(n):
        sequences = [kinds_ for kinds_ in SEQUENCES if set(kinds).issuperset(kinds_)]
        if sequences and rng.random() < 0.35:
            melds.append((CHI, rng.choice(sequences)[0]))
        else:
            melds.append((rng.choice((PONG, PONG, OPEN_KONG, CONCEALED_KONG)), rng.choice(kinds)))
    return tuple(melds)


def dealt(rng, indicator, options, n_melds):
    """Melds and concealed tiles drawn from a wall of few suits."""
    kinds = usable_kinds(indicator, options)
    suits = rng.choice(((0, 1, 2, 3), (0, 3), (1,), (2, 3), (0, 1)))
    kinds = [kind for kind in kinds if kind // 9 in suits]
    laid = random_melds(rng, kinds, n_melds)
    held = copies([], laid, [], indicator)
    wall = [kind for kind in kinds for _ in range(max(0, 4 - held[kind]))]
    n_wilds = rng.choices(range(4), (20, 30, 40, 10))[0]
    wild = wild_kinds(indicator)
    supply = list(wild) if len(wild) == 3 else [wild[0]] * 3
    size = 17 - 3 * len(laid)
    n_wilds = max(min(n_wilds, size), size - len(wall))
    return laid, rng.sample(supply, n_wilds) + rng.sample(wall, size - n_wilds)


def random_loser(rng, options):
    """One loser's hand, or None if this one cannot be."""
    indicator = random_indicator(rng)
    seat = rng.randrange(4)
    usable = usable_kinds(indicator, options)
    if rng.random() < 0.25:
        liked = [kind for kind in usable if kind in WINDS]
    else:
        liked = [kind for kind in usable if kind >= 27 or kind % 9 in (0, 8)]
    some_melds = rng.random() < 0.7
    n_melds = rng.choices(range(1, 6), (30, 25, 20, 15, 10))[0] if some_melds else 0
    laid = random_melds(rng, liked if rng.random() < 0.5 else usable, n_melds)
    size = (17 if seat == 0 and rng.random() < 0.7 else 16) - 3 * len(laid)
    wild = wild_kinds(indicator)
    supply = list(wild) if len(wild) == 3 else [wild[0]] * 3
    n_wilds = min(size, rng.choices(range(4), (35, 35, 28, 2))[0])
    tiles = rng.sample(supply, n_wilds)
    while len(tiles) < size:
        kind = rng.choice(liked if rng.random() < 0.5 else usable)
        tiles += [kind] * min(size - len(tiles), rng.choice((1, 1, 1, 2, 2, 3, 4)))
    shown = random_shown(rng, indicator, options, full=rng.random() < 0.01)
    held = copies(tiles, laid, shown, indicator)
    if any(count > copies_there_are(kind) for kind, count in enumerate(held)):
        return None
    rng.shuffle(tiles)
    return Losing(tuple(tiles), laid, indicator, seat, shown)
