"""How many units show a difference, and which difference so many units show."""

import math
from statistics import NormalDist

from mjsim.errors import InputError
from mjsim.stats.normal import check_level, normal_quantile

__all__ = [
    "detectable_difference",
    "detectable_proportion",
    "units_for_difference",
    "units_for_proportions",
]


def units_for_difference(
    difference: float,
    sd: float,
    *,
    level: float = 0.95,
    power: float = 0.8,
    pilot_n: int | None = None,
    assurance: float = 0.8,
) -> int:
    """Units after which a difference of means is told from 0.

    Parameters
    ----------
    difference : float
        The true difference, not 0; its sign is of no matter.
    sd : float
        Standard deviation of a unit's paired difference (`Paired.sd`). For two unpaired
        samples of n units each: ``sqrt(sd_a**2 + sd_b**2)``.
    level : float, default 0.95
        Confidence level of the interval that shall leave out 0.
    power : float, default 0.8
        Probability that it does.
    pilot_n : int, optional
        Units from which `sd` was estimated, at least 2; it is then replaced by its upper
        confidence bound. Without it, `sd` is taken for known.
    assurance : float, default 0.8
        Confidence level of that one-sided bound.

    Returns
    -------
    int
        The least such n, at least 2.

    Raises
    ------
    InputError
        If a number is out of range.

    Notes
    -----
    ``((z_level + z_power) sd / difference)**2``, and half of ``z_level**2`` on top for the
    estimated error in the final interval [1]_. The bound on `sd` is that of a normal sample
    [2]_; values with long tails have a larger one.

    References
    ----------
    .. [1] W. C. Guenther, "Sample size formulas for normal theory t tests", The American
       Statistician 35 (1981), 243-244.
    .. [2] R. H. Browne, "On the use of a pilot sample for sample size determination",
       Statistics in Medicine 14 (1995), 1933-1940.

    Examples
    --------
    >>> units_for_difference(0.1, 1.0)
    787
    >>> units_for_difference(0.1, 1.0, pilot_n=50)
    951
    """
    _positive(abs(difference), "difference")
    z_level, z_power = normal_quantile(level), _z(power)
    units = ((z_level + z_power) * _sd(sd, pilot_n, assurance) / difference) ** 2
    return max(2, math.ceil(units + z_level**2 / 2.0))


def detectable_difference(
    n: int,
    sd: float,
    *,
    level: float = 0.95,
    power: float = 0.8,
    pilot_n: int | None = None,
    assurance: float = 0.8,
) -> float:
    """Smallest difference of means that n units tell from 0.

    Parameters
    ----------
    n : int
        Units, more than ``z_level**2 / 2`` (3 at level 0.95).
    sd, level, power, pilot_n, assurance
        As in `units_for_difference`.

    Returns
    -------
    float
        The difference, positive.

    Raises
    ------
    InputError
        If a number is out of range.

    Examples
    --------
    >>> round(detectable_difference(787, 1.0), 3)
    0.1
    """
    z_level, z_power = normal_quantile(level), _z(power)
    left = n - z_level**2 / 2.0
    if left <= 0.0:
        raise InputError(f"n: {n} units show nothing at level {level:g}")
    return (z_level + z_power) * _sd(sd, pilot_n, assurance) / math.sqrt(left)


def units_for_proportions(
    p_first: float, p_second: float, *, level: float = 0.95, power: float = 0.8
) -> int:
    """Units in each of two independent samples after which two proportions are told apart.

    Parameters
    ----------
    p_first, p_second : float
        The true proportions, in [0, 1] and different.
    level : float, default 0.95
        Confidence level of the two-sided comparison.
    power : float, default 0.8
        Probability that it shows a difference.

    Returns
    -------
    int
        The least such n of each sample.

    Raises
    ------
    InputError
        If a number is out of range.

    See Also
    --------
    units_for_difference : for paired samples, with
        ``sd = sqrt(p_discordant - (p_first - p_second)**2)``.

    Notes
    -----
    The score comparison with the pooled proportion under no difference [1]_.

    References
    ----------
    .. [1] J. L. Fleiss, B. Levin, M. C. Paik, Statistical Methods for Rates and Proportions,
       3rd edition (2003), chapter 4.

    Examples
    --------
    >>> units_for_proportions(0.25, 0.26)
    29821
    """
    _share(p_first, "p_first")
    _share(p_second, "p_second")
    _positive(abs(p_first - p_second), "p_first - p_second")
    z_level, z_power = normal_quantile(level), _z(power)
    pooled = (p_first + p_second) / 2.0
    apart = p_first * (1.0 - p_first) + p_second * (1.0 - p_second)
    root = z_level * math.sqrt(2.0 * pooled * (1.0 - pooled)) + z_power * math.sqrt(apart)
    return max(2, math.ceil((root / (p_first - p_second)) ** 2))


def detectable_proportion(n: int, p: float, *, level: float = 0.95, power: float = 0.8) -> float:
    """Smallest proportion above p that two independent samples of n units tell from p.

    Parameters
    ----------
    n : int
        Units of each sample.
    p : float
        The lower proportion, in [0, 1). For one below p, ask for ``1 - p`` and mirror.
    level, power : float
        As in `units_for_proportions`.

    Returns
    -------
    float
        The higher proportion.

    Raises
    ------
    InputError
        If a number is out of range, or n units cannot tell p from 1.

    Examples
    --------
    >>> round(detectable_proportion(29821, 0.25), 4)
    0.26
    """
    _share(p, "p")
    if p == 1.0 or n < units_for_proportions(p, 1.0, level=level, power=power):
        raise InputError(f"n: {n} units tell no proportion from {p:g}")
    short, enough = p, 1.0
    while True:
        middle = (short + enough) / 2.0
        if enough - short <= 1e-12 * enough or not short < middle < enough:
            return enough
        if units_for_proportions(p, middle, level=level, power=power) <= n:
            enough = middle
        else:
            short = middle


def _z(power: float) -> float:
    """Quantile of the normal law at a power."""
    if not 0.0 < power < 1.0:
        raise InputError(f"power: {power} is not between 0 and 1")
    return NormalDist().inv_cdf(power)


def _sd(sd: float, pilot_n: int | None, assurance: float) -> float:
    """Return a known standard deviation, or the upper bound of an estimated one."""
    _positive(sd, "sd")
    if pilot_n is None:
        return sd
    if pilot_n < 2:
        raise InputError(f"pilot_n: {pilot_n} units have no spread")
    from scipy.special import chdtri

    # chdtri inverts the upper tail.
    df = pilot_n - 1
    return sd * math.sqrt(df / float(chdtri(df, check_level(assurance))))


def _positive(number: float, name: str) -> None:
    """Refuse what is not a positive finite number."""
    if not (number > 0.0 and math.isfinite(number)):
        raise InputError(f"{name}: {number} is not positive")


def _share(p: float, name: str) -> None:
    """Refuse what is no proportion."""
    if not 0.0 <= p <= 1.0:
        raise InputError(f"{name}: {p} is not in 0 to 1")
