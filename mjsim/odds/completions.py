"""What unknown tiles may be: every completion of a hand, or some drawn at random."""

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

import numpy as np

from mjsim.errors import InputError
from mjsim.inputs import read_kind
from mjsim.notation import Honors, parse_hand
from mjsim.odds.query import AT_ONCE, Query, pose
from mjsim.odds.settings import Settings
from mjsim.streams import Stream, bits_of
from mjsim.tiles import Hand, copies, tile_code
from mjsim.wenling.deals import shown_kinds
from mjsim.wenling.rules import Rules as WenlingRules

__all__ = ["Completion", "Unknown", "drawn_completions", "every_completion", "read_unknown"]

_UNKNOWN = "?？"
_TRIES = 1000  # for each completion wanted


class Unknown(NamedTuple):
    """A hand of which some tiles are not known.

    Attributes
    ----------
    hand : Hand
        The tiles that are known, with melds.
    n_tiles : int
        Concealed tiles that are not.
    indicator : int or None
        None: not known.
    left : list of int
        Copies of each kind that are neither in the hand nor on the table.
    """

    hand: Hand
    n_tiles: int
    indicator: int | None
    left: list[int]


class Completion(NamedTuple):
    """One way to fill in what is not known.

    Attributes
    ----------
    query : Query
    tiles : tuple of int
        Kinds put in place of the unknown tiles.
    ways : int
        Ways in which the unseen tiles make it.
    """

    query: Query
    tiles: tuple[int, ...]
    ways: int


def read_unknown(
    settings: Settings, hand: str, indicator: str | int, honors: Honors | None = None
) -> Unknown:
    """Read a hand with question marks among its concealed tiles, and its indicator.

    Examples
    --------
    >>> from mjsim.odds.settings import read_settings
    >>> read_unknown(read_settings(), "46m123p??PPPFFF", "E").n_tiles
    2
    """
    if not isinstance(hand, str):
        raise InputError(f"hand: expected text with ?, not {type(hand).__name__}")
    facts = settings.facts
    n, depth = 0, 0
    for at, character in enumerate(hand, start=1):
        depth += (character in "([（［【") - (character in ")]）］】")
        if character in _UNKNOWN:
            if depth:
                raise InputError(f"hand, character {at}: {character!r} is no tile of a meld")
            n += 1
            _check_place(hand, at)
    known = hand.translate({ord(character): " " for character in _UNKNOWN})
    flowers = facts.n_kinds > 34
    held = parse_hand(known, honors=honors, flowers=flowers) if known.strip() else Hand(())
    turned = None
    if indicator not in ("?", "？"):
        turned = read_kind(indicator, "indicator", honors, n_kinds=facts.n_kinds)
    if not n and turned is not None:
        raise InputError("hand: nothing is unknown; mjsim.odds.solo is for that")
    size = held.size + n
    if size not in (facts.n_tiles, facts.n_tiles + 1):
        due = facts.n_tiles - 3 * len(held.melds)
        concealed = len(held.tiles) + n
        raise InputError(f"hand: {concealed} concealed tiles; there must be {due} or {due + 1}")
    found = Unknown(held, n, turned, _left(settings, held, turned))
    _check(settings, found)
    return found


def _check_place(hand: str, at: int) -> None:
    """Refuse a question mark between a digit and its suit."""
    if at > 1 and hand[at - 2].isnumeric():
        raise InputError(
            f"hand, character {at}: {hand[at - 1]!r} cuts {hand[at - 2]!r} off from its suit; "
            "it stands behind a suit, or behind all tiles"
        )


def _check(settings: Settings, unknown: Unknown) -> None:
    """Raise what is wrong with every completion, if there is none that can be."""
    why: InputError | None = None
    for each in _completions(settings, unknown):
        if isinstance(each, Completion):
            return
        why = why or each
    raise why or InputError("hand: the tiles unseen are too few to complete it")


def _left(settings: Settings, hand: Hand, indicator: int | None) -> list[int]:
    left = [copies(kind) for kind in range(settings.facts.n_kinds)]
    for meld in hand.melds:
        for kind in meld.kinds:
            left[kind] -= 1
    shown = [k for k in range(len(left)) for _ in range(settings.shown[k])]
    turned = [] if indicator is None else [indicator]
    for kind in (*hand.tiles, *shown, *settings.seen, *turned):
        left[kind] -= 1
    for kind, n in enumerate(left):
        if n < 0:
            raise InputError(
                f"seen: {copies(kind) - n} copies of {tile_code(kind)} with hand and indicator; "
                f"there are {copies(kind)}"
            )
    return left


def _filled(
    settings: Settings, unknown: Unknown, tiles: tuple[int, ...], indicator: int
) -> Query | InputError:
    """Return the query of a completion, or what is wrong with it."""
    hidden = _hidden(settings, indicator)
    for kind in tiles:
        if kind in hidden:
            return InputError(f"hand: {tile_code(kind)} is shown, not held")
    try:
        return pose(settings, Hand((*unknown.hand.tiles, *tiles), unknown.hand.melds), indicator)
    except InputError as error:
        return error


def _hidden(settings: Settings, indicator: int) -> tuple[int, ...]:
    """Return the kinds that are shown on arrival, and so never held."""
    rules = settings.rules
    return shown_kinds(indicator, rules.naonao) if isinstance(rules, WenlingRules) else ()


def every_completion(settings: Settings, unknown: Unknown) -> Iterator[Completion]:
    """Go through the completions that can be, kinds in order."""
    found = _completions(settings, unknown)
    return (each for each in found if isinstance(each, Completion))


def _completions(settings: Settings, unknown: Unknown) -> Iterator[Completion | InputError]:
    """Go through the completions; of an indicator under which there are none, what is wrong.

    What is wrong with one is wrong with all under the same indicator: each has no more tiles of a
    kind than there are, none that are shown, and no more 得 than a hand that draws may hold. So
    the first alone is judged before the others are made.
    """
    turned = range(len(unknown.left)) if unknown.indicator is None else [unknown.indicator]
    for indicator in turned:
        left = list(unknown.left)
        ways = 1
        if unknown.indicator is None:
            ways = left[indicator]
            left[indicator] -= 1
            if ways <= 0:
                continue
        for tiles, times in _fillings(settings, unknown, left, indicator):
            query = _filled(settings, unknown, tiles, indicator)
            if isinstance(query, InputError):
                yield query
                break
            yield Completion(query, tiles, ways * times)


def _fillings(
    settings: Settings, unknown: Unknown, left: list[int], indicator: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Go through the sets of kinds that may be held, kinds in order, with the ways to each."""
    hidden = _hidden(settings, indicator)
    wild = settings.facts.wild_kinds(indicator)
    held = sum(kind in wild for kind in unknown.hand.tiles)
    draws_first = unknown.hand.size + unknown.n_tiles == settings.facts.n_tiles
    # Three 得 end a hand that draws; hands of 天津麻将 may hold any wilds.
    wilds = unknown.n_tiles
    if settings.facts.n_melds == 5 and draws_first:
        wilds = max(AT_ONCE - 1 - held, 0)
    kinds = [kind for kind, n in enumerate(left) if n > 0 and kind not in hidden]
    room = [0] * (len(kinds) + 1)  # tiles of a kind and of those behind it
    for at in range(len(kinds) - 1, -1, -1):
        room[at] = room[at + 1] + (0 if kinds[at] in wild else left[kinds[at]])

    def fill(at: int, due: int, wilds: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if not due:
            yield (), 1
            return
        of_wilds = sum(left[kind] for kind in kinds[at:] if kind in wild)
        if at == len(kinds) or room[at] + min(of_wilds, wilds) < due:
            return
        kind = kinds[at]
        is_wild = kind in wild
        for n in range(min(left[kind], due, wilds if is_wild else due), -1, -1):
            for rest, times in fill(at + 1, due - n, wilds - n * is_wild):
                yield (kind,) * n + rest, comb(left[kind], n) * times

    return fill(0, unknown.n_tiles, wilds)


def drawn_completions(
    settings: Settings, unknown: Unknown, n: int, seed: int
) -> Iterator[Completion]:
    """Draw n completions that differ in some tile of the set, each with the same chance.

    Tiles of a kind are told apart here, so that kinds come as often as there are ways to them.

    Raises
    ------
    InputError
        If hardly any that is drawn can be held.
    """
    rng = np.random.Generator(bits_of(seed, Stream.ODDS, settings.game, 0))
    tiles = np.repeat(np.arange(len(unknown.left)), unknown.left)
    turned = unknown.indicator is None
    known: set[tuple[int, ...]] = set()
    for _ in range(_TRIES * n):
        if len(known) == n:
            return
        places = rng.permutation(len(tiles))[: unknown.n_tiles + turned].tolist()
        key = tuple(sorted(places[turned:]))
        indicator = unknown.indicator
        if indicator is None:
            indicator = int(tiles[places[0]])
            key = (places.pop(0), *key)
        if key in known:
            continue
        filled = tuple(sorted(tiles[places].tolist()))
        query = _filled(settings, unknown, filled, indicator)
        if isinstance(query, InputError):
            continue
        known.add(key)
        yield Completion(query, filled, 1)
    if len(known) < n:
        raise InputError(
            f"hand: of {_TRIES * n:,} completions drawn, only {len(known):,} differ and can be held"
        )
