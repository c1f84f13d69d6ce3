"""Streams of random bits: one for each purpose, game and block, and nothing else.

Block b of a stream is ``PCG64DXSM(SeedSequence(seed, spawn_key=(stream, game, b)))``, so that no
number depends on workers, chunks, order or on where a run was resumed.
"""

from enum import IntEnum

from numpy.random import PCG64DXSM, SeedSequence

from mjsim.errors import InputError

__all__ = ["BLOCK_SIZE", "GAMES", "RNG", "Stream", "bits_of", "check_game"]

RNG = "PCG64DXSM"
"""Name of the bit generator, as manifests state it."""

GAMES = {"tianjin": 0, "wenling": 1}
"""Numbers of the games in spawn keys."""


class Stream(IntEnum):
    """What bits are drawn for."""

    WALLS = 0
    """Whole walls: `deal`, and hands at a table."""
    TALLY = 1
    """The dealer's first tiles: `tally` and ``run deals``."""
    NOISE = 2
    """What strategies draw at the table, by hand and seat; blocks go with those of the walls."""
    ODDS = 3
    """Walls that a hand is tried on alone, and what is put in place of unknown tiles."""


BLOCK_SIZE = {
    Stream.WALLS: 1000,
    Stream.TALLY: 1 << 17,
    Stream.NOISE: 1000,
    Stream.ODDS: 1 << 16,
}
"""Hands in a block of each stream; fixed, since walls depend on it."""


def check_game(game: str, games: tuple[str, ...] = tuple(GAMES)) -> str:
    """Return the game, or raise an InputError that names those there are.

    Examples
    --------
    >>> check_game("sichuan")
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: game: tianjin, wenling, not 'sichuan'
    """
    if game not in games:
        raise InputError(f"game: {', '.join(games)}, not {game!r}")
    return game


def bits_of(seed: int, stream: Stream, game: str, block: int) -> PCG64DXSM:
    """Return the bits of a block.

    Examples
    --------
    >>> bits_of(1, Stream.WALLS, "tianjin", 0).random_raw() == bits_of(
    ...     1, Stream.WALLS, "tianjin", 1).random_raw()
    False
    """
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise InputError(f"seed: a whole number from 0, not {seed!r}")
    return PCG64DXSM(SeedSequence(seed, spawn_key=(int(stream), GAMES[game], block)))
