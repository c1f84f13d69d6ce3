"""Seeded random hands near a win, as a player would ask about them."""

from typing import NamedTuple

import numpy as np

from mjsim import tianjin, wenling
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import Hand, Meld, MeldType, copies, format_tiles, tile_code
from mjsim.wenling.deals import de_kinds, shown_kinds

__all__ = ["Asked", "near_hands"]


class Asked(NamedTuple):
    """A hand, its indicator, tiles seen elsewhere, and in 温岭麻将 the seat and what it shows."""

    game: str
    hand: Hand
    indicator: str
    seen: str
    seat: str
    shown: str

    @property
    def keywords(self):
        """Arguments of `mjsim.odds.solo` beside the hand."""
        given = {"game": self.game, "seen": self.seen, "trials": 0}
        if self.game == "wenling":
            given |= {"seat": self.seat, "shown": self.shown}
        return given

    @property
    def to_discard(self):
        return self.hand.size % 3 == 2


def near_hands(game, n, seed, *, most=1, tiles=(0, 1)):
    """Return n hands, of as many tiles more as `tiles` says in turn, at most so far from a win."""
    rng = np.random.default_rng([seed, len(game)])
    found = []
    while len(found) < n:
        extra = tiles[len(found) % len(tiles)]
        n_melds = int(rng.integers(0, 3 if game == "tianjin" else 4))
        asked = _dealt(game, rng, extra, n_melds, most)
        if asked is not None:
            found.append(asked)
    return found


def _dealt(game, rng, extra, n_melds, most, tries=4000):
    """Deal many hands beside one indicator and some pongs; return the first that is near."""
    flowers = game == "wenling"
    n_kinds = 42 if flowers else 34
    indicator = int(rng.integers(n_kinds if flowers else 34))
    wild = de_kinds(indicator) if flowers else wild_kinds(indicator)
    hidden = shown_kinds(indicator) if flowers else ()
    left = np.array([copies(kind) for kind in range(n_kinds)])
    left[indicator] -= 1
    usable = [kind for kind in range(34) if kind not in wild and kind not in hidden]
    laid = rng.choice([k for k in usable if left[k] == 4], n_melds, replace=False).tolist()
    left[laid] -= 3
    shown = [] if not flowers else rng.choice(hidden, 2, replace=False).tolist()
    left[shown] -= 1
    tiles = np.repeat(np.arange(n_kinds), left)
    drawable = np.array([kind for kind in tiles.tolist() if kind not in hidden])
    size = (16 if flowers else 13) - 3 * n_melds + extra
    orders = rng.random((tries, len(drawable))).argpartition(size, axis=1)[:, :size]
    rows = np.zeros((tries, n_kinds), np.uint8)
    np.add.at(rows, (np.arange(tries)[:, None], drawable[orders]), 1)
    batch = wenling.shanten_batch if flowers else tianjin.distance_batch
    away = batch(rows, indicator)
    near = np.flatnonzero((away <= most) & (away >= 0))
    near = [i for i in near.tolist() if not flowers or rows[i][list(wild)].sum() < 3]
    if not near:
        return None
    row = rows[near[0]]
    for kind in np.flatnonzero(row).tolist():
        left[kind] -= row[kind]
    rest = np.repeat(np.arange(n_kinds), left)
    seen = rng.choice(rest, int(rng.integers(0, 25)), replace=False).tolist()
    hand = Hand(
        [k for k in range(n_kinds) for _ in range(row[k])],
        [Meld(MeldType.PONG, kind) for kind in laid],
    )
    return Asked(
        game, hand, tile_code(indicator), format_tiles(seen), "ESWN"[int(rng.integers(4))],
        format_tiles(shown),
    )  # fmt: skip
