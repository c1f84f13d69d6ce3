"""Other packages on the nearest work that they offer, for context."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec

import numpy as np
from workload import dealt_hands

Row = tuple[str, Callable[[], object], int]


def peer_rows() -> Iterator[Row]:
    """Yield (what, call, units) of the peers that are installed."""
    counts, _ = dealt_hands(2000, 14)
    lists = [row.tolist() for row in counts]
    arrays = [row.astype(np.uint8) for row in counts]
    ids = [[4 * kind + copy for kind in range(34) for copy in range(row[kind])] for row in counts]
    if find_spec("riichienv"):
        import riichienv

        yield (
            "riichienv.calculate_shanten, 14 tiles",
            lambda: [riichienv.calculate_shanten(hand) for hand in ids],
            len(ids),
        )
    if find_spec("shanten_tools"):
        import shanten_tools

        yield (
            "shanten_tools.shanten, 14 tiles",
            lambda: [shanten_tools.shanten(hand) for hand in arrays],
            len(arrays),
        )
    if find_spec("mahjong"):
        from mahjong.shanten import Shanten

        few = lists[:200]
        peer = Shanten()
        yield (
            "mahjong Shanten, regular form, 14 tiles",
            lambda: [peer.calculate_shanten_for_regular_hand(hand) for hand in few],
            len(few),
        )
    if find_spec("MahjongGB"):
        from MahjongGB import MahjongFanCalculator

        hand = ("W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "W9", "T1", "T1", "B2", "B2")
        yield (
            "MahjongGB fan of a complete hand (国标)",
            lambda: [
                MahjongFanCalculator((), hand, "B2", 0, True, False, False, False, 0, 0)
                for _ in range(1000)
            ],
            1000,
        )
    rng = np.random.default_rng(1)
    deck = np.tile(np.arange(136, dtype=np.uint8), (2000, 1))
    yield "numpy Generator.permuted, whole walls", lambda: rng.permuted(deck, axis=1), 2000
