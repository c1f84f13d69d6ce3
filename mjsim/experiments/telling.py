"""How tidy results are told: what is varied, and what is a share."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

__all__ = ["is_share", "varied_columns"]

_OF_SHARES = ("wilson", "clopper-pearson")
_SHARES = re.compile(r"win_share|(drawn|winner_limit)\|(naonao|normal)")

_NOT_VARIED = frozenset(
    [
        "run_id",
        "game",
        "experiment",
        "family",
        "label",
        "p_adjusted",
        "term",
        "estimate",
        "std_error",
        "conf_low",
        "conf_high",
        "conf_level",
        "method",
        "n_trials",
        "n_success",
        "exact",
        "exact_fraction",
        "z",
        "p_value",
    ]
)


def varied_columns(results: "pl.DataFrame") -> list[str]:
    """Return the columns of results that tell apart what is varied, in their order.

    Parameters
    ----------
    results : polars.DataFrame
        As from `mjsim.store.read_results`, or some of its rows.

    Examples
    --------
    >>> import polars as pl
    >>> varied_columns(pl.DataFrame({"game": ["a", "a"], "cell": ["x", "y"], "term": ["t", "t"]}))
    ['cell']
    """
    return [
        name for name in results.columns if name not in _NOT_VARIED and results[name].n_unique() > 1
    ]


def is_share(row: Mapping[str, Any]) -> bool:
    """Return whether a row is a share, which is told in percent.

    A count of hits says so, an interval that only shares have, or a term such as ``fan=2``, whose
    hits may be by seats. A difference of shares is none.

    Examples
    --------
    >>> row = {"n_success": None, "method": "ratio normal"}
    >>> is_share({**row, "term": "fan=2"}), is_share({**row, "term": "mean_fan"})
    (True, False)
    """
    return (
        row["n_success"] is not None
        or "=" in row["term"]
        or row["method"].startswith(_OF_SHARES)
        or _SHARES.fullmatch(row["term"]) is not None
    )
