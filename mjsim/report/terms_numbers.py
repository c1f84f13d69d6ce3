"""Numbers of tables as sentences have them: signs, percentage points, whole numbers, small p."""

import math
import re
from typing import Final

from mjsim.report.run import Row, ToldRun

__all__ = ["exponent", "in_points", "number_of", "p_of"]

_CHOICE: Final = r"(sit|place[123] pull[12])\|others:\w+"
_IN_POINTS: Final = re.compile(
    rf"win_slope\|.+|loses {_CHOICE}|drawn_less_default|(drawn|winner_limit)\|naonao_less_normal"
)
_SIGNED: Final = re.compile(
    rf"\w+_slope\|.+|\w+_less_default|\w+\|naonao_less_normal|(sd )?{_CHOICE}"
    r"|(gain|edge)(_less_luck)?|flow|value|mean sit[01]:pulls[\d,]+|score_(mean|q\d+)"
    r"|((dealer|winner|loser)_)?payoff(\|.+)?"
)
_P: Final = re.compile(r"p( best reply .+)?")
_LEAST: Final = 1e-4


def in_points(row: Row) -> bool:
    """Return whether a row is a difference of shares, which is told in percentage points."""
    return _IN_POINTS.fullmatch(row["term"]) is not None


def number_of(told: ToldRun, row: Row) -> str:
    """Return an estimate with its interval as a table has it.

    Gains and differences have their signs, differences of shares are in percentage points, and
    a quantile of whole numbers is one.

    Parameters
    ----------
    told : ToldRun
    row : Row
    """
    if _P.fullmatch(row["term"]):
        return p_of(row["estimate"])
    points = in_points(row)
    signed = points or _SIGNED.fullmatch(row["term"]) is not None
    ends = [row[name] for name in ("estimate", "conf_low", "conf_high")]
    # A share of 0 or 1 has an interval that says more.
    if _are_whole(ends) and row["n_success"] is None:
        value, low, high = (f"{end:+.0f}" if signed and end else f"{end:.0f}" for end in ends)
        text = f"{value} [{low}, {high}]"
    elif signed:
        text = told.signed(row, factor=100.0 if points else 1.0)
    else:
        text = told.told(row)
    return exponent(text.replace("-", "−"))


def p_of(p: float) -> str:
    """Return a p value with two digits, a very small one as a bound.

    Examples
    --------
    >>> p_of(0.0421), p_of(6.7e-225), p_of(1.0)
    ('0.042', '< 0.0001', '1')
    """
    return f"{p:.2g}" if p >= _LEAST else f"< {_LEAST:.4f}"


def exponent(text: str) -> str:
    """Write powers of ten out.

    Examples
    --------
    >>> exponent("6.18e-06 %"), exponent("0.25")
    ('6.18×10⁻⁶ %', '0.25')
    """
    raised = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
    return re.sub(
        r"e([-−+]?)0*(\d+)",
        lambda found: "×10" + "⁻" * (found[1] in ("-", "−")) + found[2].translate(raised),
        text,
    )


def _are_whole(ends: list[float | None]) -> bool:
    return all(end is not None and math.isfinite(end) and end == math.floor(end) for end in ends)
