"""An estimate with its error, and how it is printed."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction

from mjsim.errors import InputError
from mjsim.stats.against import Comparison, against_exact
from mjsim.stats.normal import two_sided_p

__all__ = ["Estimate"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, its standard error and its interval.

    Attributes
    ----------
    value : float
        The estimate; nan if there were no trials.
    se : float
        Its standard error, in the unit of the value; nan if unknown.
    ci_low, ci_high : float
        Ends of the confidence interval; infinite where nothing bounds the value.
    level : float
        Confidence level of the interval, in (0, 1).
    method : str
        How the interval was made, such as ``"wilson"``.
    n : int
        Number of independent trials.
    exact : Fraction or None
        The exact value, where it is known.
    n_success : int or None
        Hits, if the estimate is a proportion.
    seed : int or None
        Root seed of the sample, where there is one.

    Notes
    -----
    ``format(e, spec)`` takes a spec made of two optional parts: ``ci`` prints the interval
    in place of the standard error, ``%`` prints percent. Digits follow the standard error,
    two of them, and the numbers of a text share its unit and its power of ten. Where a
    proportion had no hits the upper bound is printed, rounded up, and where it had nothing
    but hits the lower one, rounded down.

    Examples
    --------
    >>> from fractions import Fraction
    >>> e = Estimate(0.312, 0.0046, 0.303, 0.3211, 0.95, "wilson", 10_000,
    ...              exact=Fraction(5, 16), n_success=3120)
    >>> print(e)
    0.3120 ± 0.0046
    >>> f"{e:%}", f"{e:ci}"
    ('31.20 ± 0.46 %', '0.3120 [0.3030, 0.3211]')
    >>> round(e.z, 3), round(e.p_value, 3), e.test
    (-0.108, 0.914, 'z')
    >>> print(Estimate(0.0, 1e-6, 0.0, 3.68887e-6, 0.95, "clopper-pearson", 10**6, n_success=0))
    ≤ 3.7e-06
    """

    value: float
    se: float
    ci_low: float
    ci_high: float
    level: float
    method: str
    n: int
    exact: Fraction | None = None
    n_success: int | None = None
    seed: int | None = None

    def within(self, low: float, high: float) -> "Estimate":
        """Return the estimate of what lies between bounds: its interval ends there.

        An infinite interval, of an unknown error, stays one.

        Parameters
        ----------
        low, high : float

        Examples
        --------
        >>> Estimate(0.9, 0.1, 0.7, 1.1, 0.95, "normal", 9).within(0.0, 1.0).ci_high
        1.0
        """
        if not math.isfinite(self.ci_high - self.ci_low):
            return self
        return replace(self, ci_low=max(low, self.ci_low), ci_high=min(high, self.ci_high))

    @property
    def comparison(self) -> Comparison | None:
        """The estimate against its exact value, as a `Comparison` or None.

        A proportion is compared by `against_exact`; any other estimate by its score, if its
        standard error is known and positive. None without an exact value or an error.
        """
        if self.exact is None:
            return None
        if self.n_success is not None:
            return against_exact(self.n_success, self.n, self.exact)
        if not self.se > 0.0:
            return None
        z = (self.value - float(self.exact)) / self.se
        return Comparison(z, two_sided_p(z), "z")

    @property
    def z(self) -> float | None:
        """Distance from the exact value in standard errors, or None.

        None without an exact value, and for a proportion with fewer than 25 expected hits or
        misses, where `p_value` is the binomial one.
        """
        comparison = self.comparison
        return None if comparison is None else comparison.z

    @property
    def p_value(self) -> float | None:
        """Two-sided p value against the exact value, or None; `test` says which."""
        comparison = self.comparison
        return None if comparison is None else comparison.p_value

    @property
    def test(self) -> str | None:
        """The test behind `p_value`, ``"z"`` or ``"binomial"``, or None."""
        comparison = self.comparison
        return None if comparison is None else comparison.test

    def __str__(self) -> str:
        return format(self, "")

    def __format__(self, spec: str) -> str:
        if spec not in ("", "%", "ci", "ci%"):
            raise InputError(f"format: {spec!r} is none of '', '%', 'ci', 'ci%'")
        unit = " %" if spec.endswith("%") else ""
        scale = 100.0 if unit else 1.0
        if self.n_success is not None and self.n > 0:
            if self.n_success == 0:
                return f"≤ {_upper(self.ci_high * scale)}{unit}"
            if self.n_success == self.n:
                return f"≥ {_lower(self.ci_low, scale)}{unit}"
        if not math.isfinite(self.value):
            return f"unknown (n = {self.n})"
        if not math.isfinite(self.se):
            return f"{self.value * scale:g}{unit} (error unknown)"
        if spec.startswith("ci"):
            numbers = [x * scale for x in (self.value, self.ci_low, self.ci_high)]
            return _by_error("{} [{}, {}]", numbers, self.se * scale) + unit
        return _by_error("{} ± {}", [self.value * scale, self.se * scale], self.se * scale) + unit


def _by_error(pattern: str, numbers: list[float], error: float) -> str:
    """Put numbers into a pattern with the digits that an error leaves."""
    if error <= 0.0:
        return pattern.format(*(f"{x:g}" for x in numbers))
    place = math.floor(math.log10(error))
    # An error such as 0.0996 prints as 0.10: two digits, one place higher.
    if round(error, 1 - place) >= 10.0 ** (place + 1):
        place += 1
    exponent = math.floor(math.log10(max(abs(numbers[0]), error)))
    if exponent >= -4:
        return pattern.format(*(f"{x:.{max(0, 1 - place)}f}" for x in numbers))
    decimals = max(0, 1 - place + exponent)
    scaled = pattern.format(*(f"{x / 10.0**exponent:.{decimals}f}" for x in numbers))
    return f"({scaled})e{exponent:03d}"


def _upper(bound: float) -> str:
    """Two significant digits, never below the bound."""
    step = 10.0 ** (math.floor(math.log10(bound)) - 1)
    rounded = math.ceil(bound / step - 1e-9) * step
    return f"{rounded:.0f}" if rounded >= 10.0 else f"{rounded:.2g}"


def _lower(bound: float, scale: float) -> str:
    """As many digits as show the gap to 1 with two, never above the bound."""
    decimals = 1 - math.floor(math.log10(1.0 - bound))
    floor = math.floor(bound * 10.0**decimals + 1e-9) / 10.0**decimals
    return f"{floor * scale:.{max(0, decimals - round(math.log10(scale)))}f}"
