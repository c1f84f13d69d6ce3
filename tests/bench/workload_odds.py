"""Odds of dealt hands of 14 tiles in 天津麻将, by how far they are from a win."""

import statistics
import time
from typing import NamedTuple

import numpy as np
from workload import dealt_hands

from mjsim import odds, tianjin
from mjsim._core import calibrate
from mjsim.tiles import format_tiles, tile_code

DRAWS = 17
TARGETS_MS = {(1, 0): 1, (1, 1): 5, (2, 0): 5, (2, 1): 60, (3, 0): 50, (3, 1): 800}
"""By tiles from ready, that is distance to a win that may be declared, and changes allowed."""


class OddsRow(NamedTuple):
    """Whole calls on some hands: medians, and the largest."""

    call: str
    n: int
    ms: float
    ratio: float  # to a million runs of the calibration loop's nanosecond
    largest: float
    target: int


def hands_at(distance: int, n: int) -> list[tuple[str, str]]:
    """The first dealt hands that are so far, with their indicators."""
    counts, indicators = dealt_hands(40_000, 14)
    far = tianjin.distance_batch(counts, indicators)
    chosen = np.flatnonzero(far == distance)[:n]
    return [
        (format_tiles(np.repeat(np.arange(34), counts[i])), tile_code(int(indicators[i])))
        for i in chosen
    ]


def odds_rows() -> list[OddsRow]:
    """Time whole calls, tables and all, one hand after the other."""
    found = []
    for (distance, depth), target in TARGETS_MS.items():
        n = 8 if target >= 800 else 20
        hands = hands_at(distance, n)
        odds.solo(*hands[0], draws=DRAWS, depth=depth, trials=0)
        times, ratios = [], []
        for hand, indicator in hands:
            bits = np.random.PCG64DXSM(1)
            start = time.perf_counter()
            calibrate(bits, 200_000)
            fixed = (time.perf_counter() - start) / 200_000 * 1e9
            start = time.perf_counter()
            odds.solo(hand, indicator, draws=DRAWS, depth=depth, trials=0)
            times.append((time.perf_counter() - start) * 1e3)
            ratios.append(times[-1] / fixed)
        call = f"odds.solo, 14 tiles, {distance} from ready, {DRAWS} draws, {depth} changes"
        middle = statistics.median(times), statistics.median(ratios)
        found.append(OddsRow(call, n, *middle, max(times), target))
    return found
