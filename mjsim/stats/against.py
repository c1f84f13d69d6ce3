"""A counted frequency against the probability it should have."""

import math
from fractions import Fraction
from typing import Literal, NamedTuple

from mjsim.errors import InputError
from mjsim.stats.normal import two_sided_p

__all__ = ["MIN_EXPECTED", "Comparison", "against_exact"]

MIN_EXPECTED = 25
"""Expected hits, and expected misses, from which the normal score is used."""


class Comparison(NamedTuple):
    """How far an estimate lies from the exact value.

    Attributes
    ----------
    z : float or None
        Score in standard errors; None where the binomial test was used.
    p_value : float
        Two-sided p value, in [0, 1].
    test : {"z", "binomial"}
        Which of the two tests gave the p value.

    Examples
    --------
    >>> Comparison(0.0, 1.0, "z").test
    'z'
    """

    z: float | None
    p_value: float
    test: Literal["z", "binomial"]


def against_exact(n_success: int, n: int, exact: Fraction | int) -> Comparison:
    """Compare a count of hits with an exact probability.

    The score test is used where at least 25 hits and 25 misses are expected under the exact
    value; its standard error is the one under the exact value, not the estimated one.
    Elsewhere the exact two-sided binomial test is used.

    Parameters
    ----------
    n_success : int
        Hits, ``0 <= n_success <= n``.
    n : int
        Independent trials.
    exact : Fraction or int
        The exact probability, in [0, 1].

    Returns
    -------
    Comparison
        Score, p value and the name of the test.

    Raises
    ------
    InputError
        If the counts or the probability are out of range.

    Notes
    -----
    The binomial p value adds the probabilities of all counts that are no likelier than the
    observed one (`scipy.stats.binomtest`). With no trials the p value is 1.

    Examples
    --------
    >>> from fractions import Fraction
    >>> z, p_value, test = against_exact(520, 1000, Fraction(1, 2))
    >>> round(z, 4), round(p_value, 4), test
    (1.2649, 0.2059, 'z')
    >>> against_exact(3, 1000, Fraction(1, 1000)).test
    'binomial'
    """
    n_success, n = int(n_success), int(n)  # NumPy's integers do not meet fractions well
    if not 0 <= n_success <= n:
        raise InputError(f"n_success: {n_success} is not in 0 to {n}")
    if not 0 <= exact <= 1:
        raise InputError(f"exact: {exact} is not a probability")
    hits = float(n * exact)
    misses = float(n * (1 - exact))
    if min(hits, misses) >= MIN_EXPECTED:
        # The difference is taken in rationals: in floats it cancels for large counts.
        z = float(n_success - n * exact) / math.sqrt(hits * misses / n)
        return Comparison(z, two_sided_p(z), "z")
    if n == 0:
        return Comparison(None, 1.0, "binomial")
    from scipy.stats import binomtest

    return Comparison(None, float(binomtest(n_success, n, float(exact)).pvalue), "binomial")
