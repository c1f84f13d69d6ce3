"""Whether observed counts agree with exact probabilities."""

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from mjsim.errors import InputError
from mjsim.stats.against import MIN_EXPECTED, against_exact
from mjsim.stats.holm import holm
from mjsim.stats.normal import check_level

__all__ = ["Agreement", "Cell", "agreement"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One count beside the probability it should have.

    Attributes
    ----------
    label : hashable
        What was counted; None for what no other cell counts.
    observed : int
        Hits.
    expected : float
        Expected hits under the exact probability.
    exact : Fraction
        The exact probability.
    z : float or None
        Score; None where the binomial test was used.
    p_value : float
        Two-sided p value of this cell alone.
    p_adjusted : float
        The p value corrected for the number of cells, by `holm`.
    test : str
        ``"z"`` or ``"binomial"``.

    Examples
    --------
    >>> agreement({"hit": 40}, {"hit": Fraction(1, 2)}, n=100).cells[0].z
    -2.0
    """

    label: Hashable
    observed: int
    expected: float
    exact: Fraction
    z: float | None
    p_value: float
    p_adjusted: float
    test: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """Verdict on a table of counts.

    Attributes
    ----------
    cells : tuple of Cell
        In the order of the exact probabilities, then of the observed counts.
    n : int
        Independent trials.
    chi2 : float or None
        Pearson's statistic over the pooled cells; None if fewer than two are left.
    df : int
        Its degrees of freedom.
    chi2_p : float or None
        Its p value.
    error_rate : float
        Chance that `agrees` is false although all probabilities hold, at most (as far as the
        normal and chi-square approximations do).
    agrees : bool
        Whether nothing contradicts the probabilities at that rate.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> print(agreement({"a": 480, "b": 520}, {"a": half, "b": half}))
    agrees at error rate 0.01: 2 cells, n = 1000; chi2 = 1.6 on 1 df, p = 0.206; least cell p
    = 0.412 (a: 480 for 500)
    """

    cells: tuple[Cell, ...]
    n: int
    chi2: float | None
    df: int
    chi2_p: float | None
    error_rate: float
    agrees: bool

    @property
    def worst(self) -> Cell:
        """The cell with the smallest p value."""
        return min(self.cells, key=lambda cell: cell.p_value)

    def __str__(self) -> str:
        worst = self.worst
        whole = (
            "no chi2"
            if self.chi2 is None
            else f"chi2 = {self.chi2:.4g} on {self.df} df, p = {self.chi2_p:.3g}"
        )
        return (
            f"{'agrees' if self.agrees else 'disagrees'} at error rate {self.error_rate:g}: "
            f"{len(self.cells)} cells, n = {self.n}; {whole}; least cell p = "
            f"{worst.p_adjusted:.3g} ({'other' if worst.label is None else worst.label}: "
            f"{worst.observed} for {worst.expected:.6g})"
        )


def agreement(
    observed: Mapping[Hashable, int],
    exact: Mapping[Hashable, Fraction | float],
    *,
    n: int | None = None,
    disjoint: bool = True,
    error_rate: float = 0.01,
) -> Agreement:
    """Compare counts with exact probabilities, cell by cell and together.

    Every cell is tested by `against_exact` and the p values are corrected for their number by
    `holm`. Disjoint cells are also tested together by Pearson's chi-square, cells with fewer
    than 25 expected hits pooled into one (joined to the smallest other cell if the pool
    itself expects fewer). Cells and chi-square share the error rate half and half; without a
    chi-square the cells have all of it.

    Parameters
    ----------
    observed : mapping of hashable to int
        Hits of each label in `n` independent trials. A label that is not in `exact` is taken
        as impossible: one hit of it is a contradiction.
    exact : mapping of hashable to Fraction or float
        Probability of each label; a label that is not in `observed` was hit 0 times. A float
        is taken for the dyadic fraction that it is.
    n : int, optional
        Trials. By default the sum of the counts; required if the cells are not disjoint.
    disjoint : bool, default True
        Whether a trial hits one cell at most. Trials and probability that no cell has make
        up one more cell, labelled None.
    error_rate : float, default 0.01
        Accepted chance of calling true probabilities false.

    Returns
    -------
    Agreement
        All cells, the chi-square and the verdict.

    Raises
    ------
    InputError
        If there is no cell, a probability or count is out of range, the sums of disjoint
        cells exceed 1 or `n`, or `n` is missing.

    Notes
    -----
    Float probabilities may miss the sum 1 by 1e-9.

    Examples
    --------
    >>> third = Fraction(1, 3)
    >>> bad = agreement({1: 400, 2: 300, 3: 300}, {1: third, 2: third, 3: third})
    >>> bad.agrees, bad.worst.label, round(bad.chi2, 1), bad.df
    (False, 1, 20.0, 2)
    """
    check_level(error_rate)
    counts, chances = _table(observed, exact)
    if n is None:
        if not disjoint:
            raise InputError("n: the number of trials is needed where cells overlap")
        n = sum(counts.values())
    n = int(n)
    if disjoint:
        floats = any(isinstance(chance, float) for chance in exact.values())
        _add_rest(counts, chances, n, Fraction(1, 10**9) if floats else Fraction(0))
    tests = {label: against_exact(counts[label], n, chances[label]) for label in chances}
    adjusted = holm([test.p_value for test in tests.values()]).tolist()
    cells = tuple(
        Cell(
            label,
            counts[label],
            float(n * chances[label]),
            chances[label],
            test.z,
            test.p_value,
            p_adjusted,
            test.test,
        )
        for (label, test), p_adjusted in zip(tests.items(), adjusted, strict=True)
    )
    chi2, df, chi2_p = _chi_square(cells) if disjoint else (None, 0, None)
    share = error_rate if chi2_p is None else error_rate / 2
    agrees = min(adjusted) > share and (chi2_p is None or chi2_p > share)
    return Agreement(cells, n, chi2, df, chi2_p, float(error_rate), agrees)


def _table(
    observed: Mapping[Hashable, int], exact: Mapping[Hashable, Fraction | float]
) -> tuple[dict[Hashable, int], dict[Hashable, Fraction]]:
    """Line up counts and probabilities over the labels of both."""
    labels = [*exact, *(label for label in observed if label not in exact)]
    if not labels:
        raise InputError("observed: there is no cell")
    counts: dict[Hashable, int] = {}
    chances: dict[Hashable, Fraction] = {}
    for label in labels:
        count, chance = observed.get(label, 0), Fraction(exact.get(label, 0))
        if count != int(count) or count < 0:
            raise InputError(f"observed: {count} for {label!r} is no count")
        if not 0 <= chance <= 1:
            raise InputError(f"exact: {float(chance)} for {label!r} is no probability")
        counts[label], chances[label] = int(count), chance
    return counts, chances


def _add_rest(
    counts: dict[Hashable, int], chances: dict[Hashable, Fraction], n: int, slack: Fraction
) -> None:
    """Add the cell of all that no other cell counts, unless there is nothing of it."""
    missing = n - sum(counts.values())
    chance = 1 - sum(chances.values(), Fraction(0))
    if abs(chance) <= slack:
        chance = Fraction(0)
    if missing < 0:
        raise InputError(f"observed: {n - missing} hits in {n} trials; are the cells disjoint?")
    if chance < 0:
        raise InputError(f"exact: probabilities sum to {float(1 - chance)}; are they disjoint?")
    if missing or chance:
        if None in chances:
            raise InputError("exact: the label None is kept for the remaining trials")
        counts[None], chances[None] = missing, chance


def _chi_square(cells: tuple[Cell, ...]) -> tuple[float | None, int, float | None]:
    """Pearson's statistic over cells large enough, its degrees of freedom and p value."""
    large = [(c.observed, c.expected) for c in cells if c.expected >= MIN_EXPECTED]
    small = [(c.observed, c.expected) for c in cells if c.expected < MIN_EXPECTED]
    if small:
        pool = (sum(o for o, _ in small), math.fsum(e for _, e in small))
        if pool[1] < MIN_EXPECTED and large:
            least = large.pop(min(range(len(large)), key=lambda i: large[i][1]))
            pool = (pool[0] + least[0], pool[1] + least[1])
        large.append(pool)
    df = len(large) - 1
    if df < 1:
        return None, 0, None
    from scipy.special import chdtrc

    chi2 = math.fsum((o - e) ** 2 / e for o, e in large)
    return chi2, df, float(chdtrc(df, chi2))
