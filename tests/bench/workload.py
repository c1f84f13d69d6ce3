"""Hands that the benchmarks work on: real deals, and complete hands of all kinds."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import mjsim
from mjsim import tianjin
from mjsim.tiles import N_KINDS, format_tiles, tile_code


def dealt_hands(n: int, tiles: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Counts uint8[n, 34] of 13 or 14 dealt tiles, and the indicators, all different deals."""
    deals = mjsim.deal("tianjin", n, seed=20 + tiles)
    seats = np.arange(n) % 4
    if tiles == 13:
        seats = (seats + 1) % 4
    return np.ascontiguousarray(deals.hands[np.arange(n), seats]), deals.indicator


class Complete(NamedTuple):
    """Complete hands: counts uint8[n, 34] with the last tile, last and indicators uint8[n]."""

    counts: NDArray[np.uint8]
    last: NDArray[np.uint8]
    indicators: NDArray[np.uint8]

    def notations(self, first: int, n: int) -> list[tuple[str, str, str]]:
        """Hand before its last tile, last tile and indicator, as one types them."""
        out = []
        for row in range(first, first + n):
            counts = self.counts[row].copy()
            counts[self.last[row]] -= 1
            tiles = np.repeat(np.arange(N_KINDS), counts).tolist()
            out.append(
                (
                    format_tiles(tiles),
                    tile_code(int(self.last[row])),
                    tile_code(int(self.indicators[row])),
                )
            )
        return out


def complete_hands(n: int, seed: int = 7) -> Complete:
    """Make n different complete hands with 0 to 4 wilds, each number a fifth of them.

    Four random melds and a pair are laid out of the natural tiles, as many random tiles of them
    are exchanged for wilds, and one of the fourteen is the last.
    """
    rng = np.random.default_rng(seed)
    hands = np.zeros((n, N_KINDS), np.uint8)
    last = np.zeros(n, np.uint8)
    indicators = np.zeros(n, np.uint8)
    done = 0
    seen = set()
    while done < n:
        indicator = int(rng.integers(N_KINDS))
        wilds = tianjin.wilds.wild_kinds(indicator)
        counts = np.zeros(N_KINDS, np.int64)
        for _ in range(4):
            if rng.random() < 0.3:
                counts[rng.integers(N_KINDS)] += 3
            else:
                first = 9 * rng.integers(3) + rng.integers(7)
                counts[first : first + 3] += 1
        counts[rng.integers(N_KINDS)] += 2
        tiles = np.repeat(np.arange(N_KINDS), counts)
        held = done % 5
        tiles[rng.permutation(14)[:held]] = np.asarray(wilds)[rng.integers(2, size=held)]
        counts = np.bincount(tiles, minlength=N_KINDS)
        held = counts[list(wilds)]
        key = (indicator, counts.tobytes())
        # No wild but those put in, and no more of a kind than there are.
        if held.sum() != done % 5 or held[0] > 3 or counts.max() > 4 or key in seen:
            continue
        seen.add(key)
        hands[done] = counts
        last[done] = tiles[rng.integers(14)]
        indicators[done] = indicator
        done += 1
    order = rng.permutation(n)
    return Complete(hands[order], last[order], indicators[order])
