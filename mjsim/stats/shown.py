"""Numbers with the digits that their errors leave."""

import math
from typing import NamedTuple

from mjsim.stats.estimate import Estimate

__all__ = ["Shown", "digits_of", "shown"]

_ERRORLESS = ("holm", "enumeration", "woodruff")
_SMALL = 1e-5
_LEAST = "< 1e-300"


class Shown(NamedTuple):
    """An estimate in texts.

    Attributes
    ----------
    value : str
        With its unit: a share in percent. A bound, as ``≤ 0.00037 %``, where nothing or
        everything was hit.
    se : str
        Standard error in the same unit; ``unknown`` if it is not known, empty where there is none.
    low, high : str
        Ends of the interval; empty where there is none.
    exact : str
        Exact value, empty if it is not known.
    """

    value: str
    se: str
    low: str
    high: str
    exact: str

    @property
    def interval(self) -> str:
        """The interval in brackets, empty where there is none."""
        return f"[{self.low}, {self.high}]" if self.low else ""


def shown(estimate: Estimate, *, share: bool) -> Shown:
    """Return the texts of an estimate; two digits of its error, and its value to the same place.

    Parameters
    ----------
    estimate : Estimate
    share : bool
        Whether it is a share, which is shown in percent.

    Returns
    -------
    Shown

    Examples
    --------
    >>> from mjsim.stats import proportion
    >>> shown(proportion(312, 10_000), share=True)
    Shown(value='3.12 %', se='0.17', low='2.80', high='3.48', exact='')
    >>> shown(proportion(0, 10_000), share=True).value
    '≤ 0.037 %'
    """
    scale, unit = (100.0, " %") if share else (1.0, "")
    value, low, high, se = (
        scale * number
        for number in (estimate.value, estimate.ci_low, estimate.ci_high, estimate.se)
    )
    places = None
    # Shares of seats have no error without a hit, and no number of hits, but an interval.
    bounded = not se > 0.0 and math.isfinite(high - low) and low < high
    if math.isnan(value):
        numbers = ("none", "", "", "")
    elif value == 0.0 and math.isfinite(high) and (share or (bounded and low == 0.0)):
        bound = _rounded_up(high)
        numbers = (f"≤ {bound}{unit}", "", "0", bound)
    elif value == scale and math.isfinite(low) and (share or (bounded and high == scale)):
        bound = _rounded_up(scale - low)  # what is missing from all
        text = f"{scale - float(bound):.{len(bound.partition('.')[2])}f}"
        numbers = (f"≥ {text}{unit}", "", text, f"{scale:g}")
    elif math.isfinite(se) and se > 0.0:
        places = _places(se)
        numbers = (
            f"{value:.{places}f}{unit}",
            f"{se:.{places}f}",
            f"{low:.{places}f}",
            f"{high:.{places}f}",
        )
    else:
        ends = (f"{low:.3g}", f"{high:.3g}") if math.isfinite(high - low) else ("", "")
        # What a test or a count gives has no error of its own.
        plain = estimate.method.startswith(_ERRORLESS)
        if plain and value == 0.0 and estimate.method.startswith("holm"):
            return Shown(_LEAST, "", "", "", "")  # no p is 0; floats end there
        text = f"{value:.2g}" if plain and abs(value) < 1.0 else f"{value:g}"
        numbers = (f"{text}{unit}", "" if plain else "unknown", *ends)
    exact = "" if estimate.exact is None else _exact(scale * float(estimate.exact), places, share)
    return Shown(*numbers, exact)


def digits_of(error: float) -> int:
    """Return the decimals that show a number with this error; 6 where it has none.

    Examples
    --------
    >>> digits_of(0.0123), digits_of(0.0)
    (3, 6)
    """
    return _places(error) if math.isfinite(error) and error > 0.0 else 6


def _places(error: float) -> int:
    """Return the decimals that show an error with two digits.

    Examples
    --------
    >>> _places(0.0123), _places(0.0999), _places(34.0)
    (3, 2, 0)
    """
    places = max(0, 1 - math.floor(math.log10(error)))
    # An error such as 0.0999 is 0.10: two digits, one place higher.
    return places - 1 if places and round(error, places) >= 10.0 ** (2 - places) else places


def _rounded_up(bound: float) -> str:
    """Return a positive bound with two digits, never below it.

    Examples
    --------
    >>> _rounded_up(0.000368887), _rounded_up(0.0002)
    ('0.00037', '0.00020')
    """
    places = max(0, 1 - math.floor(math.log10(bound)))
    step = 10.0**places
    return f"{math.ceil(bound * step - 1e-9) / step:.{places}f}"


def _exact(value: float, places: int | None, share: bool) -> str:
    """Return an exact value: a digit more than the estimate beside it, three at least.

    Examples
    --------
    >>> _exact(38.8684314, 3, True), _exact(99.9640933, None, True), _exact(2.48e-6, None, True)
    ('38.8684', '99.9641', '2.48e-06')
    """
    if not value:
        return "0"
    if abs(value) < _SMALL:
        return f"{value:.3g}"
    # Of a share near all, what is missing counts.
    telling = min(value, 100.0 - value) or 100.0 if share else abs(value)
    least = 2 - math.floor(math.log10(telling))
    return f"{value:.{max(0, least, 0 if places is None else places + 1)}f}"
