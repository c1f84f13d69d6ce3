"""What the seats of ``openings`` were dealt, beside what is exact; the same in every cell."""

from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjsim.experiments.deals_exact import mean_of
from mjsim.experiments.openings_exact import Law, exact_features
from mjsim.experiments.openings_words import WORDS
from mjsim.experiments.seats import ROLES, SEATS
from mjsim.experiments.table_counts import CellSheet, SeatValues, share_among
from mjsim.experiments.wenling_tables import MOST_SHOWN
from mjsim.stats import MIN_EXPECTED, clustered_mean, proportion
from mjsim.wenling.deals import Naonao

__all__ = ["ALL", "Bools", "Ints", "Shares", "seats_of", "told_apart"]

ALL: Final = "all"
"""Role of all seats together."""

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def seats_of(rows: SeatValues) -> dict[str, Bools]:
    """Return the seats of each role."""
    deals: Bools = rows["is_dealer"]
    return {ALL: rows.everyone, "dealer": deals, "other": ~deals}


def told_apart(feature: str, values: Ints) -> Ints:
    """Return values as they are told apart: the largest stands for more, too."""
    return np.minimum(values, MOST_SHOWN) if feature == "n_shown" else values


def _law_apart(feature: str, law: Law) -> Law:
    """Return the chances of values as `told_apart`."""
    found: Law = {}
    for value, chance in law.items():
        least = min(value, MOST_SHOWN) if feature == "n_shown" else value
        found[least] = found.get(least, Fraction(0)) + chance
    return found


def _of_any(laws: dict[str, Law]) -> Law:
    """Return the law of a seat drawn from the four."""
    total: Law = {}
    for role, n_seats in ROLES.items():
        for value, chance in laws[role].items():
            total[value] = total.get(value, Fraction(0)) + chance * n_seats / SEATS
    return dict(sorted(total.items()))


class Shares:
    """Adds what the seats were dealt.

    Parameters
    ----------
    own : CellSheet
    rows : SeatValues
        Of any cell.
    game : {"tianjin", "wenling"}
    naonao : {"seed", "with_winds", "always"}
    seed : int
    """

    def __init__(
        self, own: CellSheet, rows: SeatValues, game: str, naonao: Naonao, seed: int
    ) -> None:
        self._own = own
        self._rows = rows
        self._seed = seed
        self._words = WORDS[game]
        exact = {role: exact_features(game, role, naonao) for role in ROLES}
        self._laws = {
            feature: {
                ALL: _of_any({role: laws[feature] for role, laws in exact.items()}),
                **{role: laws[feature] for role, laws in exact.items()},
            }
            for feature in exact["dealer"]
        }

    def add(self) -> None:
        """Add shares and means of every feature by role, beside the exact ones.

        Those of all seats follow from the two roles, and are not tested again.
        """
        for role, seats in seats_of(self._rows).items():
            for feature, laws in self._laws.items():
                self._add_values(role, seats, feature, laws[role])
            for feature, laws in self._laws.items():
                self._add_mean(role, seats, feature, laws[role])
            ready = self._rows["shanten"] <= 0
            law = self._laws["shanten"][role]
            chance = sum((law.get(steps, Fraction(0)) for steps in (-1, 0)), Fraction(0))
            self._add(role, seats, "ready", "ready=dealt", self._words.ready, ready, chance)

    def _add_values(self, role: str, seats: Bools, feature: str, law: Law) -> None:
        values = told_apart(feature, self._rows[feature])
        exact = _law_apart(feature, law)
        label = self._words.names[feature]
        for value in sorted({*exact, *np.unique(values[seats]).tolist()}):
            chance = exact.get(value, Fraction(0))
            hits = values == value
            if chance or (hits & seats).any():
                self._add(role, seats, feature, f"{feature}={value}", label(value), hits, chance)

    def _add_mean(self, role: str, seats: Bools, feature: str, law: Law) -> None:
        name = f"{self._words.roles[role]} {self._words.means[feature]}"
        total = (self._rows[feature] * seats).sum(axis=1)
        found = clustered_mean(
            total,
            seats.sum(axis=1),
            exact=mean_of(law),
            bounds=(min(law), max(law)),
            seed=self._seed,
        )
        self._own.put("mean", f"mean_{feature}", name, found, tested=role != ALL, role=role)

    def _add(
        self,
        role: str,
        seats: Bools,
        family: str,
        term: str,
        label: str,
        hits: Bools,
        exact: Fraction,
    ) -> None:
        """Add a share: the dealer's are trials, of the others each hand gives one number."""
        found, tested = (hits & seats), role != ALL
        if role == "dealer":
            share = proportion(int(found.sum()), self._rows.n, exact=exact, seed=self._seed)
        else:
            share = share_among(found, seats, exact=exact, seed=self._seed)
            expected = float(seats.sum()) * float(min(exact, 1 - exact))
            tested = tested and expected >= MIN_EXPECTED
        name = f"{self._words.roles[role]} {label}"
        self._own.put(family, term, name, share, tested=tested, role=role)
