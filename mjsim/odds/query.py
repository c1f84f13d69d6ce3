"""A hand put to the question: its counts, what may be drawn, and what can't be."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mjsim._core import distance_rows, wenling_rows
from mjsim.errors import InputError
from mjsim.inputs import laid_bytes, live_tiles, read_hand, read_kind
from mjsim.notation import Honors
from mjsim.odds.settings import Settings
from mjsim.tianjin.inputs import check_melds
from mjsim.tianjin.inputs import explain as explain_tianjin
from mjsim.tianjin.rules import Rules as TianjinRules
from mjsim.tiles import Hand, counts_of
from mjsim.wenling.deals import shown_kinds
from mjsim.wenling.inputs import explain as explain_wenling
from mjsim.wenling.rules import Rules as WenlingRules

__all__ = ["AT_ONCE", "Query", "pose", "read_query"]

AT_ONCE = 3
"""得 that win at once, complete or not (W5)."""


@dataclass(frozen=True, eq=False)
class Query:
    """A hand and all that is asked of it.

    Attributes
    ----------
    settings : Settings
    hand : Hand
    indicator : int
    counts : ndarray of uint8, shape (34 or 42,)
        Concealed tiles.
    live : ndarray of uint8, shape (34 or 42,)
        Copies that may be drawn; none of kinds that are shown on arrival.
    wild : tuple of int
        Wild kinds.
    """

    settings: Settings
    hand: Hand
    indicator: int
    counts: NDArray[np.uint8]
    live: NDArray[np.uint8]
    wild: tuple[int, ...]

    @property
    def to_discard(self) -> bool:
        """Whether a tile is to be discarded before the first draw."""
        return self.hand.size > self.settings.facts.n_tiles

    @property
    def n_wilds(self) -> int:
        """Wilds in hand."""
        return sum(int(self.counts[kind]) for kind in self.wild)

    @cached_property
    def unseen(self) -> int:
        """Tiles that may be drawn."""
        return int(self.live.sum())

    @cached_property
    def most(self) -> NDArray[np.uint8]:
        """Copies of each kind that the hand can come to hold: uint8[34 or 42]."""
        return self.counts + self.live

    @cached_property
    def melds(self) -> NDArray[np.uint8]:
        """Type and kind of the melds laid: uint8[n, 2]."""
        return np.array(self.hand.melds, np.uint8).reshape(-1, 2)

    @cached_property
    def natural(self) -> list[int]:
        """Kinds in hand that are not wild."""
        return [kind for kind in np.flatnonzero(self.counts).tolist() if kind not in self.wild]

    def laid(self, n: int) -> NDArray[np.uint8]:
        """Return the melds for a batch of n hands: uint8[n, most, 2]."""
        most = self.settings.facts.n_melds
        row = np.frombuffer(laid_bytes(self.hand, most), np.uint8).reshape(1, most, 2)
        return np.repeat(row, n, axis=0)

    def without(self, kinds: list[int]) -> NDArray[np.uint8]:
        """Return the hand without one tile of a kind, for each of these: uint8[n, 34 or 42]."""
        rows = np.repeat(self.counts[None], len(kinds), axis=0)
        rows[np.arange(len(kinds)), kinds] -= 1
        return rows


def read_query(
    settings: Settings, hand: str | Hand, indicator: str | int, honors: Honors | None = None
) -> Query:
    """Read a hand and its indicator, or raise an InputError that says what can't be."""
    n_kinds = settings.facts.n_kinds
    if isinstance(hand, str) and "?" in hand:
        raise InputError("hand: unknown tiles are for mjsim.odds.partial")
    if indicator == "?":
        raise InputError("indicator: an unknown one is for mjsim.odds.partial")
    held = read_hand(hand, honors, n_kinds=n_kinds)
    return pose(settings, held, read_kind(indicator, "indicator", honors, n_kinds=n_kinds))


def pose(settings: Settings, hand: Hand, indicator: int) -> Query:
    """Return the query of a hand that was read, or raise an InputError if it can't be held."""
    facts = settings.facts
    counts = counts_of(hand, facts.n_kinds)
    if isinstance(settings.rules, WenlingRules):
        live = _live_wenling(settings, settings.rules, hand, counts, indicator)
    else:
        live = _live_tianjin(settings, hand, counts, indicator)
    query = Query(
        settings,
        hand,
        indicator,
        np.frombuffer(counts, np.uint8),
        np.array(live, np.uint8),
        facts.wild_kinds(indicator),
    )
    if facts.n_melds == 5 and not query.to_discard and query.n_wilds >= AT_ONCE:
        raise InputError("hand: three 得 win at once (W5): there is nothing to draw for")
    return query


def _live_tianjin(settings: Settings, hand: Hand, counts: bytearray, indicator: int) -> list[int]:
    rules = settings.rules
    assert isinstance(rules, TianjinRules)
    laid = np.frombuffer(laid_bytes(hand), np.uint8).reshape(1, 4, 2)
    held = np.frombuffer(counts, np.uint8).reshape(1, -1)
    out = np.empty(1, np.int8)
    turned = np.array([indicator], np.uint8)
    if distance_rows(held, turned, laid, settings.facts.wilds, rules.core, out) >= 0:
        check_melds(hand, indicator)
        n = settings.facts.n_tiles
        if hand.size not in (n, n + 1):
            raise InputError(f"hand: {_wrong_size(hand, n)}")
        more = n + 1 - hand.size
        raise InputError(
            f"hand: {explain_tianjin(counts, hand.melds, indicator, rules, more=more)}"
        )
    return live_tiles(hand, indicator, list(settings.seen))


def _wrong_size(hand: Hand, n_tiles: int) -> str:
    """Say that a hand has a wrong number of tiles."""
    melds = len(hand.melds)
    beside = f" beside {melds} melds" if melds else ""
    due = n_tiles - 3 * melds
    return f"{len(hand.tiles)} concealed tiles{beside}; there must be {due} or {due + 1}"


def _live_wenling(
    settings: Settings, rules: WenlingRules, hand: Hand, counts: bytearray, indicator: int
) -> list[int]:
    shown = settings.shown
    n_kinds = settings.facts.n_kinds
    on_table = [kind for kind in range(n_kinds) for _ in range(shown[kind])]
    silent = shown_kinds(indicator, rules.naonao)
    due = settings.facts.n_tiles - 3 * len(hand.melds)
    try:
        held = live_tiles(hand, indicator, on_table, n_kinds=n_kinds)
        possible = len(hand.tiles) in (due, due + 1) and _is_possible(
            settings, rules, hand, counts, held, silent, indicator
        )
    except InputError:
        possible = False
    if not possible:
        sizes = (settings.facts.n_tiles, settings.facts.n_tiles + 1)
        why = explain_wenling(counts, hand.melds, shown, indicator, rules, tiles=sizes)
        raise InputError(f"hand: {why}")
    live = live_tiles(hand, indicator, [*on_table, *settings.seen], n_kinds=n_kinds)
    return [0 if kind in silent else left for kind, left in enumerate(live)]


def _is_possible(
    settings: Settings,
    rules: WenlingRules,
    hand: Hand,
    counts: bytearray,
    held: list[int],
    silent: tuple[int, ...],
    indicator: int,
) -> bool:
    """Whether the kernel takes the hand, with some tile more if one is to be drawn."""
    row = np.frombuffer(bytes(counts), np.uint8).reshape(1, -1).copy()
    if hand.size > settings.facts.n_tiles:
        last = hand.tiles[0]
    else:
        last = next(kind for kind, left in enumerate(held) if left and kind not in silent)
        row[0, last] += 1
    bad = wenling_rows(
        row,
        np.array([last], np.uint8),
        np.array([indicator], np.uint8),
        np.frombuffer(laid_bytes(hand, 5), np.uint8).reshape(1, 5, 2),
        np.zeros(1, np.uint8),
        np.array([settings.seat], np.uint8),
        np.frombuffer(settings.shown, np.uint8).reshape(1, -1),
        rules.core,
        np.zeros(1, np.int32),
        np.zeros(1, np.int32),
        np.zeros(1, np.int32),
        np.zeros(1, np.uint32),
    )
    return bad < 0
