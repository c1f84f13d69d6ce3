"""Machine-readable output: JSON with stable keys, Chinese as it is, fractions beside floats."""

import json
import math
import sys
from fractions import Fraction
from typing import Any

__all__ = ["finite", "print_json", "with_fraction"]


def print_json(data: Any) -> None:
    """Print one document on one line."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n")


def with_fraction(key: str, value: Fraction) -> dict[str, Any]:
    """Return a value under its key as a float, and under ``<key>_fraction`` as text.

    Examples
    --------
    >>> with_fraction("mean", Fraction(1, 4))
    {'mean': 0.25, 'mean_fraction': '1/4'}
    """
    return {key: float(value), f"{key}_fraction": f"{value.numerator}/{value.denominator}"}


def finite(number: float | None) -> float | None:
    """Return the number, or None where JSON has no word for it."""
    return None if number is None or not math.isfinite(number) else number
