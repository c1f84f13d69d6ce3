"""From the parts of a run of deals of 温岭麻将 to its tidy results."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Final

import polars as pl

from mjsim.errors import InputError
from mjsim.experiments.deals_exact import mean_of
from mjsim.experiments.design import RulesName
from mjsim.experiments.labels import de_label, shown_label, wenling_shanten_label
from mjsim.experiments.seats import ROLES, SEATS, mean_over_seats, share_of_role
from mjsim.experiments.tidy import Sheet, labelled_table
from mjsim.experiments.wenling_exact import ExactOpenings, ExactRole
from mjsim.experiments.wenling_tables import COUNTS, FAMILIES, MOST_SHOWN, counts_of
from mjsim.stats import proportion
from mjsim.store import Column, RunReader
from mjsim.store.parts import HANDS as FOLDER
from mjsim.wenling.categories import LABELS
from mjsim.wenling.deals import AUTOMATIC

__all__ = ["RESULTS", "SeatCounts", "count_deals", "results_of"]

RESULTS = labelled_table(
    Column("indicator", pl.String, "tile turned up in every hand; random: drawn in each"),
    Column("rules", pl.String, "preset, and the options changed"),
    Column("mode", pl.String, "normal or naonao: given the mode; all: whatever it is"),
    Column("role", pl.String, "dealer: 17 tiles; other: 16, over the three seats; all: some seat"),
)
"""Results of deals of 温岭麻将."""

_ROLE_ZH: Final = {"dealer": "庄家", "other": "闲家"}
_MODE_ZH: Final = {"all": "", "normal": "非闹闹 ", "naonao": "闹闹 "}
_CELL: Final = ("is_naonao", "role", "family", "value", "n_seats")
_FAMILY_ZH: Final = {"n_de": "得数分布", "shanten": "向听分布", "n_shown": "亮牌分布"}
_FAMILY_LABELS: Final[dict[str, Callable[[int], str]]] = {
    "n_de": de_label,
    "shanten": wenling_shanten_label,
    "n_shown": lambda shown: shown_label(shown, MOST_SHOWN),
}
_MEANS: Final = {
    "shanten": ("平均向听数", (-1, 10)),
    "n_shown": ("平均亮牌数", (0, 20)),
}
_MIN_POINTS, _MAX_POINTS = 20, 500


def count_deals(run: RunReader) -> pl.DataFrame:
    """Count the hands of all parts of a run, whichever table they are of.

    Parameters
    ----------
    run : RunReader

    Returns
    -------
    polars.DataFrame
        As ``COUNTS``, without blocks.

    Raises
    ------
    InputError
        If a part does not hold as many hands as it says.
    """
    found = []
    # One part at a time: the hands of a long run do not fit into memory.
    for part in run.parts:
        file = run.path / FOLDER / part.name
        rows = pl.read_parquet(file, hive_partitioning=False)
        if run.table.name != COUNTS.name:
            if rows.height != SEATS * part.n_hands or rows["is_dealer"].sum() != part.n_hands:
                raise InputError(f"{file}: seats or dealers are missing")
            rows = counts_of(rows.sort("hand_id", "seat"))
        found.append(_summed(rows))
        dealers = found[-1].filter(pl.col("role") == "dealer", pl.col("family") == "n_de")
        if dealers["n_hands"].sum() != part.n_hands:
            raise InputError(f"{file}: holds not {part.n_hands} hands")
    return _summed(pl.concat(found)).sort(_CELL)


def _summed(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.group_by(_CELL).agg(pl.col("n_hands").sum())


class SeatCounts:
    """Counts of a run, by mode and role.

    Parameters
    ----------
    counts : polars.DataFrame
        As from `count_deals`.
    """

    def __init__(self, counts: pl.DataFrame) -> None:
        self._hits: dict[tuple[str, str, str, int], Counter[int]] = {}
        self._values: dict[tuple[str, str, str], Counter[int]] = {}
        self._hands: Counter[str] = Counter()
        for is_naonao, role, family, value, n_seats, n_hands in counts.iter_rows():
            for mode in ("all", "naonao" if is_naonao else "normal"):
                self._hits.setdefault((mode, role, family, value), Counter())[n_seats] += n_hands
                self._values.setdefault((mode, role, family), Counter())[value] += n_hands
                if role == "dealer" and family == "n_de":
                    self._hands[mode] += n_hands

    def hands(self, mode: str = "all") -> int:
        """Return the number of hands."""
        return self._hands[mode]

    def hits(self, role: str, family: str, value: int, mode: str = "all") -> Counter[int]:
        """Return all hands by how many of their seats have a value."""
        found = Counter(self._hits.get((mode, role, family, value), {}))
        found[0] = self._hands[mode] - found.total()
        return found

    def values(self, role: str, family: str, mode: str = "all") -> Counter[int]:
        """Return hands by value, where each hand has one: the dealer's, or a total."""
        return Counter(self._values.get((mode, role, family), {}))


def results_of(run: RunReader, exact: ExactOpenings) -> pl.DataFrame:
    """Estimate everything from the parts of a run, beside what is exact.

    Parameters
    ----------
    run : RunReader
        A run whose hands are all done.
    exact : ExactOpenings
        What they should be.

    Returns
    -------
    polars.DataFrame
        Of `RESULTS`. Hands are independent, so what a hand has or the dealer has gets Wilson's
        interval, given the mode too. The three seats that do not deal share a wall: theirs is
        one number a hand, a share or a mean over the seats.
    """
    config = run.manifest.config
    counts = SeatCounts(count_deals(run))
    rules = RulesName(config.design["rules"], config.design["changes"])
    design = {"indicator": config.design["indicator"], "rules": str(rules), "mode": "all"}
    sheet = Sheet(config, design)
    for role, chances in exact.roles.items():
        _add_role(sheet, counts, role, chances, config.seed)
    _add_modes(sheet, counts, exact)
    _add_complete(sheet, counts, exact.roles["dealer"])
    for family, label in _FAMILY_ZH.items():
        observed = {value: counts.hits("dealer", family, value)[1] for value in FAMILIES[family]}
        true = _cells(exact.roles["dealer"], family)
        sheet.add_chi_square(family, f"庄家 {label}", observed, true, role="dealer")
    sheet.judge(counts.hands(), role="all")
    return sheet.frame(RESULTS)


def _cells(chances: ExactRole, family: str) -> dict[int, Fraction]:
    """Return the exact chances of the values that are counted; the last stands for more, too."""
    last = FAMILIES[family][-1]
    found: dict[int, Fraction] = {}
    for value, chance in getattr(chances, family).items():
        cell = min(value, last)
        found[cell] = found.get(cell, Fraction(0)) + chance
    return found


def _add_role(sheet: Sheet, counts: SeatCounts, role: str, chances: ExactRole, seed: int) -> None:
    """Add what the seats of a role have."""

    def add(family: str, term: str, label: str, hits: Counter[int], chance: Fraction) -> None:
        share, tested = share_of_role(hits, role, chance, seed)
        sheet.add(family, term, f"{_ROLE_ZH[role]} {label}", share, tested=tested, role=role)

    for family, label in _FAMILY_LABELS.items():
        true = _cells(chances, family)
        for value in FAMILIES[family]:
            hits = counts.hits(role, family, value)
            chance = true.get(value, Fraction(0))
            if chance or hits[0] < counts.hands():
                add(family, f"{family}={value}", label(value), hits, chance)
    for bit, name in enumerate(AUTOMATIC):
        hits = counts.hits(role, "automatic", bit)
        chance = chances.automatic[name]
        if chance or hits[0] < counts.hands():
            add("automatic", f"automatic={name}", LABELS[name].zh, hits, chance)
    for name, (mean_label, bounds) in _MEANS.items():
        totals = counts.values(role, f"total_{name}")
        mean = mean_of(getattr(chances, name))
        estimate = mean_over_seats(totals, ROLES[role], mean, bounds, seed)
        sheet.add("mean", f"mean_{name}", f"{_ROLE_ZH[role]} {mean_label}", estimate, role=role)


def _add_modes(sheet: Sheet, counts: SeatCounts, exact: ExactOpenings) -> None:
    """Add what some seat of a hand has, whatever the mode and given it."""
    n = counts.hands()
    if 0 < exact.naonao < 1:
        observed = {True: counts.hands("naonao")}
        share = proportion(observed[True], n, exact=exact.naonao)
        sheet.add("is_naonao", "is_naonao", "闹闹", share, role="all")
    for mode, chances in exact.modes.items():
        hits = {
            name: _some(counts.hits("all", "automatic", bit, mode))
            for bit, name in enumerate(AUTOMATIC)
        }
        present = [name for name in AUTOMATIC if chances.automatic[name] or hits[name]]
        names = [(name, f"{_MODE_ZH[mode]}有人{LABELS[name].zh}") for name in present]
        many = counts.hands(mode)
        sheet.add_shares("automatic", many, hits, chances.automatic, names, mode=mode, role="all")
        some = _some(counts.hits("all", "is_automatic", 1, mode))
        share = proportion(some, many, exact=chances.any_automatic)
        label = f"{_MODE_ZH[mode]}有人起手腊子"
        sheet.add("is_automatic", "is_automatic", label, share, mode=mode, role="all")


def _some(hits: Counter[int]) -> int:
    """Return the hands in which any seat counts."""
    return hits.total() - hits[0]


def _add_complete(sheet: Sheet, counts: SeatCounts, chances: ExactRole) -> None:
    """Add how often the dealer is complete, whether that wins, and what it is worth."""
    n = counts.hands()
    points = counts.values("dealer", "points")
    complete = points.total()
    true = chances.shanten.get(-1, Fraction(0))
    share = proportion(complete, n, exact=true)
    sheet.add("is_complete", "is_complete", "庄家起手成胡", share, role="dealer")
    wins = counts.hits("dealer", "tianhu", 1)[1]
    sheet.add("is_tianhu", "is_tianhu", "天胡", proportion(wins, n), role="dealer")
    # Given how many are complete they are independent, so these are shares of that many.
    names = [(value, f"{value} 分") for value in sorted(points)]
    sheet.add_shares("points", complete, points, None, names, role="dealer")
    among = _MIN_POINTS, _MAX_POINTS
    sheet.add_mean("mean_points_complete", "成胡者平均分", points, among, None, role="dealer")
