"""Exact intervals of proportions."""

from dataclasses import replace
from fractions import Fraction

from mjsim.stats.estimate import Estimate
from mjsim.stats.proportion import proportion

__all__ = ["clopper_pearson"]


def clopper_pearson(
    n_success: int,
    n: int,
    *,
    level: float = 0.95,
    exact: Fraction | int | None = None,
    seed: int | None = None,
) -> Estimate:
    """Estimate a proportion with the interval that never covers less than its level.

    Parameters
    ----------
    n_success, n, level, exact, seed
        As in `proportion`.

    Returns
    -------
    Estimate
        As `proportion`, with `method` ``"clopper-pearson"`` throughout: for rare hits, where
        Wilson's interval covers its level on average over p only. Without trials
        ``"no trials"``.

    Raises
    ------
    InputError
        As `proportion`.

    Examples
    --------
    >>> f"{clopper_pearson(3, 1000):ci}"
    '0.0030 [0.0006, 0.0087]'
    """
    estimate = proportion(n_success, n, level=level, exact=exact, seed=seed)
    if n_success in (0, n):
        return estimate
    from scipy.special import betainccinv, betaincinv

    hits, misses, tail = int(n_success), int(n) - int(n_success), (1.0 - level) / 2.0
    return replace(
        estimate,
        ci_low=float(betaincinv(hits, misses + 1, tail)),
        ci_high=float(betainccinv(hits + 1, misses, tail)),
        method="clopper-pearson",
    )
