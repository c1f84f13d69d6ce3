"""The running estimate below the bar of ``mjsim run``."""

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

    from mjsim.experiments.until import Look
    from mjsim.stats import Estimate, Until

__all__ = ["look_text"]


def look_text(look: "Look", rule: "Until | None" = None) -> str:
    """Say what a look shows: of several rows the widest, named, and how far it is to go.

    Parameters
    ----------
    look : Look
        Of `mjsim.experiments.until`.
    rule : Until, optional
        What the run waits for.

    Returns
    -------
    str
        The estimate, its interval, the larger distance of the two ends from it, and the distance
        that is wanted.

    Examples
    --------
    >>> from mjsim.experiments.tidy import Sheet, labelled_table
    >>> from mjsim.experiments.until import Look
    >>> from mjsim.stats import Until, proportion_sequence
    >>> from mjsim.store import RunConfig, sha256_of
    >>> config = RunConfig(experiment="demo", game="tianjin", rules_sha256=sha256_of({}),
    ...                    seed=7, stream="demo", block_size=10)
    >>> sheet = Sheet(config, {})
    >>> sheet.add("drawn", "drawn", "黃牌率", proportion_sequence(143, 1000))
    >>> look = Look(1000, False, sheet.frame(labelled_table()))
    >>> look_text(look, Until("drawn", half_width=0.01, max_n=10_000))
    'drawn 0.143 [0.106, 0.187] ± 0.044 / 0.01 at 1,000 hands, interval valid at every look'
    """
    from mjsim.store import estimate_of

    rows = look.rows.to_dicts()
    estimates = [estimate_of(row) for row in rows]
    at = max(range(len(rows)), key=lambda i: _to_go(estimates[i], rule))
    estimate = estimates[at]
    words = [
        rows[at]["term"],
        _name(look.rows, rows[at]),
        f"{estimate:ci}",
        _precision(estimate, rule),
    ]
    text = " ".join(word for word in words if word) + f" at {look.n:,} hands"
    if len(rows) > 1:
        text += f", widest of {len(rows)}"
    return text + ", interval valid at every look" * estimate.method.endswith("sequence")


def _reach(estimate: "Estimate") -> float:
    """Return the distance of the farther end; infinite where nothing is known."""
    reach = max(estimate.value - estimate.ci_low, estimate.ci_high - estimate.value)
    return math.inf if math.isnan(reach) else reach


def _to_go(estimate: "Estimate", rule: "Until | None") -> float:
    """Return what is the largest where there is most to go."""
    reach = _reach(estimate)
    if rule is None or rule.relative is None:
        return reach
    return reach / abs(estimate.value) if estimate.value else math.inf


def _precision(estimate: "Estimate", rule: "Until | None") -> str:
    """Return how precise the estimate is, and how precise it is to be."""
    reach = _to_go(estimate, rule)
    if not math.isfinite(reach):
        return "± ?"
    if rule is None:
        return f"± {reach:.2g}"
    if rule.relative is None:
        return f"± {reach:.2g} / {rule.half_width:g}"
    return f"± {100 * reach:.2g} % / {100 * rule.relative:g} %"


def _name(rows: "pl.DataFrame", row: dict[str, Any]) -> str:
    """Return the row's values of what varies among the rows."""
    from mjsim.experiments.tidy import labelled_table

    usual = labelled_table().schema
    varied = [name for name in rows.columns if name not in usual and rows[name].n_unique() > 1]
    return ", ".join(str(row[name]) for name in varied)
