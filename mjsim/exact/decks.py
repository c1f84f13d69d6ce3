"""Decks as exact counting sees them: copies of the natural kinds, and how many wilds."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from mjsim.errors import InputError
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import N_KINDS, N_KINDS_FLOWERS, copies
from mjsim.wenling.deals import Naonao, de_kinds, shown_kinds

__all__ = ["N_KINDS_OF", "Deck", "deck_of", "decks_of"]

N_KINDS_OF: Final = {"tianjin": N_KINDS, "wenling": N_KINDS_FLOWERS}
"""Number of kinds of indicators by game."""


class Deck(NamedTuple):
    """Tiles that a hand is drawn from.

    Attributes
    ----------
    suits : tuple of 3 tuples of 9 int
        Copies of each rank of 萬 筒 條 that are no wilds.
    honours : tuple of 7 int
    wilds : int
        Wild tiles.
    """

    suits: tuple[tuple[int, ...], ...]
    honours: tuple[int, ...]
    wilds: int

    @property
    def size(self) -> int:
        """Number of tiles."""
        return sum(map(sum, self.suits)) + sum(self.honours) + self.wilds

    def canonical(self) -> "Deck":
        """Return the deck that differs by a renaming under which shanten does not change.

        Suits may change places and run backwards; honours may change places.
        """
        suits = tuple(sorted(min(suit, suit[::-1]) for suit in self.suits))
        return Deck(suits, tuple(sorted(self.honours)), self.wilds)


def _deck(held: list[int], wilds: int) -> Deck:
    suits = tuple(tuple(held[first : first + 9]) for first in (0, 9, 18))
    return Deck(suits, tuple(held[27:]), wilds)


def deck_of(game: str | None, indicator: int | None, naonao: Naonao = "seed") -> Deck:
    """Return the deck under an indicator; game None: 136 tiles and no wild.

    温岭麻将: the tiles that are never shown, of which a seat's tiles after the initial
    replacements are a uniform random set. For what is shown and drawn depends only on where in
    the wall the tiles to be shown lie; the tiles that are never shown may change places without
    changing whose place is whose.
    """
    held = [4] * N_KINDS
    if game is None:
        if indicator is not None:
            raise InputError("indicator: no game, no indicator")
        return _deck(held, 0)
    if game not in N_KINDS_OF:
        raise InputError(f"game: tianjin or None, or wenling, not {game!r}")
    if indicator is None or not 0 <= indicator < N_KINDS_OF[game]:
        raise InputError(f"indicator: a kind is 0 to {N_KINDS_OF[game] - 1}, not {indicator!r}")
    gone: tuple[int, ...]
    if game == "tianjin":
        gone, wilds = wild_kinds(indicator), 7
    else:
        gone, wilds = de_kinds(indicator) + shown_kinds(indicator, naonao), 3
    for kind in gone:
        if kind < N_KINDS:
            held[kind] = 0
    return _deck(held, wilds)


def decks_of(game: str | None, naonao: Naonao = "seed") -> Iterator[tuple[Deck, int]]:
    """Yield the decks of all indicators, and how many tiles turned up give each.

    One deck without a game. Decks may differ in size.
    """
    if game is None:
        yield deck_of(None, None), 1
        return
    for indicator in range(N_KINDS_OF.get(game, 1)):
        yield deck_of(game, indicator, naonao), copies(indicator)
