"""Hands of 温岭麻将 that the benchmarks work on."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import mjsim
from mjsim.tiles import N_KINDS, N_KINDS_FLOWERS

_DRAGONS = 31


class Winners(NamedTuple):
    """Complete hands: counts uint8[n, 42] with the last tile, and what `score_batch` takes."""

    counts: NDArray[np.uint8]
    last: NDArray[np.uint8]
    indicators: NDArray[np.uint8]
    melds: NDArray[np.uint8]
    how: NDArray[np.uint8]
    seats: NDArray[np.uint8]


def winners(n: int, seed: int = 8) -> Winners:
    """Make n complete hands: 0, 1 and 2 得 a third each, 0 to 3 laid melds, drawn or discarded.

    Five random melds and a pair without dragons; some melds are laid, tiles of the others are
    exchanged for 得, and a natural concealed tile is the last.
    """
    rng = np.random.default_rng(seed)
    counts = np.zeros((n, N_KINDS_FLOWERS), np.uint8)
    melds = np.zeros((n, 5, 2), np.uint8)
    last, indicators, how, seats = (np.zeros(n, np.uint8) for _ in range(4))
    done = 0
    while done < n:
        indicator = int(rng.integers(_DRAGONS))
        total = np.zeros(N_KINDS, np.int64)
        concealed: list[int] = []
        laid = []
        n_laid = int(rng.integers(4))
        for group in range(6):
            if group == 5:
                kinds = [int(rng.integers(_DRAGONS))] * 2
                form = 0
            elif rng.random() < 0.35:
                kinds = [int(rng.integers(_DRAGONS))] * 3
                form = 2
            else:
                first = int(9 * rng.integers(3) + rng.integers(7))
                kinds = [first, first + 1, first + 2]
                form = 1
            for kind in kinds:
                total[kind] += 1
            if group < n_laid:
                laid.append((form, kinds[0]))
            else:
                concealed += kinds
        # The indicator's kind is 得: it is held by exchange alone.
        if total.max() > 4 or total[indicator]:
            continue
        tiles = np.array(concealed)
        wilds = done % 3
        places = rng.permutation(len(tiles))
        tiles[places[:wilds]] = indicator
        counts[done] = np.bincount(tiles, minlength=N_KINDS_FLOWERS)
        last[done] = tiles[places[wilds]]
        melds[done, : len(laid)] = laid or np.zeros((0, 2))
        indicators[done] = indicator
        how[done] = rng.integers(2)
        seats[done] = rng.integers(4)
        done += 1
    return Winners(counts, last, indicators, melds, how, seats)


def sixteen_tiles(n: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    """Counts uint8[n, 42] of dealt hands of 16 tiles, indicators and seats from the dealer on."""
    deals = mjsim.deal("wenling", n, seed=21)
    seats = np.arange(n) % 3 + 1
    at = (deals.dealer + seats) % 4
    counts = np.ascontiguousarray(deals.hands[np.arange(n), at])
    return counts, deals.indicator, seats.astype(np.uint8)
