"""From the hands of ``openings`` to its tidy results: what goes with what was dealt."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import polars as pl

from mjsim.experiments.cells import RESULTS, Cell
from mjsim.experiments.openings_features import FEATURES, naonao_of
from mjsim.experiments.openings_shares import ALL, Bools, Shares, seats_of, told_apart
from mjsim.experiments.openings_slopes import slope
from mjsim.experiments.openings_words import WORDS
from mjsim.experiments.table_counts import CellSheet, SeatValues
from mjsim.experiments.tidy import Sheet
from mjsim.store import RunReader

__all__ = ["DEALT", "LEAST", "SHORT", "results_of"]

DEALT: Final = "dealt"
"""Stands for a cell where the play does not matter."""

LEAST: Final = 100
"""Hands that have such a seat, for a mean payoff: of a few, skewed as they are, there is no error.

A win rate has an interval however few there are.
"""

SHORT: Final = {
    "shanten": "shanten",
    "n_wilds": "wilds",
    "n_pairs": "pairs",
    "n_shown": "shown",
    "n_flowers": "flowers",
    "n_bai": "bai",
}
"""Features as the names of families have them."""

_SLOPES: Final = 400  # hands, for a slope
_BOTH: Final = ("shanten", "n_wilds")


def results_of(run: RunReader, cells: Sequence[Cell]) -> pl.DataFrame:
    """Estimate what `mjsim.experiments.openings.run_openings` promises.

    Returns
    -------
    polars.DataFrame
        Of `RESULTS`.
    """
    config = run.manifest.config
    sheet = Sheet(config, {"role": ALL})
    for number, cell in enumerate(cells):
        rows = SeatValues.of_cell(run, number)
        if number == 0:
            dealt = CellSheet(sheet, config.seed, cell=DEALT)
            naonao = naonao_of(cell.table.rules)
            Shares(dealt, rows, config.game, naonao, config.seed).add()
        own = CellSheet(sheet, config.seed, cell=cell.name)
        _Associations(own, rows, config.game, config.seed).add()
    sheet.judge(run.n_hands_done, cell=DEALT)
    return sheet.frame(RESULTS)


class _Given(NamedTuple):
    """Something that can be dealt: in a term, in words, and the seats that have it."""

    term: str
    label: str
    seats: Bools


class _Associations:
    """Adds the win rates and payoffs of one cell."""

    def __init__(self, own: CellSheet, rows: SeatValues, game: str, seed: int) -> None:
        self._own = own
        self._seed = seed
        self._words = WORDS[game]
        self._won: Bools = rows["is_winner"]
        self._payoff = rows["payoff"]
        self._dealt = {name: rows[name] for name in FEATURES[game]}
        self._seats = seats_of(rows)

    def add(self) -> None:
        """Add all rows, role by role."""
        for role, seats in self._seats.items():
            for family, given in self._given(seats).items():
                for each in given:
                    self._add_win(role, family, each)
                for each in given:
                    self._add_payoff(role, family, each)
            if len(seats) >= _SLOPES:
                self._add_slopes(role)

    def _given(self, seats: Bools) -> dict[str, list[_Given]]:
        """Return what can be dealt, by what the families are called."""
        found = {"whatever": [_Given("dealt=any", "", seats)]}
        for name, values in self._dealt.items():
            told, label = told_apart(name, values), self._words.names[name]
            found[SHORT[name]] = [
                _Given(f"{name}={value}", label(value), seats & (told == value))
                for value in np.unique(told[seats]).tolist()
            ]
        one, other = (self._dealt[name] for name in _BOTH)
        first, second = (self._words.names[name] for name in _BOTH)
        found["both"] = [
            _Given(
                f"{_BOTH[0]}={a},{_BOTH[1]}={b}",
                f"{first(a)} {second(b)}",
                seats & (one == a) & (other == b),
            )
            for a, b in np.unique(np.stack([one[seats], other[seats]]), axis=1).T.tolist()
        ]
        return found

    def _name(self, role: str, given: _Given, what: str) -> str:
        names = [self._words.roles[role], *([given.label] if given.label else []), what]
        return " ".join(names) + (f"（{self._words.associated}）" if given.label else "")

    def _add_win(self, role: str, family: str, given: _Given) -> None:
        """Add the win rate of some seats of a role."""
        name, those = self._name(role, given, self._words.win), given.seats
        hits = self._won & those
        self._own.share(f"win_by_{family}", f"win|{given.term}", name, hits, those, role=role)

    def _add_payoff(self, role: str, family: str, given: _Given) -> None:
        """Add their mean payoff; that of all seats of all hands is zero, whatever happens."""
        name, those = self._name(role, given, self._words.payoff), given.seats
        if those.any(axis=1).sum() >= LEAST and not those.all():
            total = self._payoff * those
            term = f"payoff|{given.term}"
            self._own.mean(f"payoff_by_{family}", term, name, total, those, role=role)

    def _add_slopes(self, role: str) -> None:
        """Add slopes on each feature, and on shanten and wilds with the other held fixed."""
        among = [self._seats[each] for each in self._seats if each != ALL and role in (each, ALL)]
        words = self._words
        for values, what, zh, mark in (
            (self._won, "win", words.win, "="),
            (self._payoff, "payoff", words.payoff, ":"),
        ):
            for name, fixed in self._slopes():
                step = words.steps[name]
                beside = None if fixed is None else self._dealt[fixed]
                on = step.sign * self._dealt[name]
                found = slope(values, on, among, beside=beside, seed=self._seed)
                term = f"{what}_slope|{name}{mark}{step.change}"
                label = f"{words.roles[role]} "
                if fixed is not None:
                    term += f",{fixed}{mark}0"
                    label += f"{words.steps[fixed].same}而"
                label += f"{step.more} {zh}之差（{words.associated}）"
                family = "slope" if name in _BOTH else "slope_other"
                self._own.put(family, term, label, found, role=role)

    def _slopes(self) -> Iterator[tuple[str, str | None]]:
        one, other = _BOTH
        yield from ((one, None), (other, None), (one, other), (other, one))
        for name in self._dealt:
            if name not in _BOTH:
                yield name, None
