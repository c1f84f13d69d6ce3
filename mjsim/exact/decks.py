"""Decks as exact counting sees them: copies of the natural kinds, and how many wilds."""

from collections.abc import Iterator
from typing import NamedTuple

from mjsim.errors import InputError
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import N_KINDS

__all__ = ["Deck", "deck_of", "decks_of"]


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


def _deck(copies: list[int], wilds: int) -> Deck:
    suits = tuple(tuple(copies[first : first + 9]) for first in (0, 9, 18))
    return Deck(suits, tuple(copies[27:]), wilds)


def deck_of(game: str | None, indicator: int | None) -> Deck:
    """Return the deck under an indicator; game None: 136 tiles and no wild."""
    copies = [4] * N_KINDS
    if game is None:
        if indicator is not None:
            raise InputError("indicator: no game, no indicator")
        return _deck(copies, 0)
    if game != "tianjin":
        raise InputError(f"game: tianjin or None, not {game!r}")
    if indicator is None or not 0 <= indicator < N_KINDS:
        raise InputError(f"indicator: a kind is 0 to 33, not {indicator!r}")
    for kind in wild_kinds(indicator):
        copies[kind] = 0
    return _deck(copies, 7)


def decks_of(game: str | None) -> Iterator[Deck]:
    """Yield the decks of all indicators, each as likely as the other; one without a game."""
    if game is None:
        yield deck_of(None, None)
        return
    for indicator in range(N_KINDS):
        yield deck_of(game, indicator)
