"""Best replies in the stake game, and whether they are known to be best."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np

from mjsim.experiments.sequences import looked_at
from mjsim.experiments.stakes_payoffs import Payoffs, Settled
from mjsim.experiments.stakes_settings import NOBODY, ROLES, SETTINGS, Setting
from mjsim.experiments.table_counts import Floats
from mjsim.stats import Estimate, Paired, holm, paired

__all__ = [
    "ERROR_RATE",
    "Decision",
    "Judged",
    "apart",
    "decisions_of",
    "judge",
    "least_gap",
    "reply",
]

ERROR_RATE = 0.05
"""Accepted chance that any best reply of a run is said to be decided although another is better."""

_LEVEL = 0.95
_PULLS = (0, 1, 2)
_LINEAR = (0, 2)  # a payoff that is linear in the stake is never best in between


@dataclass(frozen=True)
class Decision:
    """What is best for a role, the others choosing something.

    Attributes
    ----------
    role : int
    others : str
        What the others choose.
    choice : int
        What is best in the sample.
    gaps : tuple of Paired
        By how much it is better than each other choice.
    rest : tuple of Paired
        Differences between the other choices. Their intervals and those of the gaps are to hold
        together (`apart`).
    n_compared : int
        Comparisons out of which this one was picked by what the sample shows.
    """

    role: int
    others: str
    choice: int
    gaps: tuple[Paired, ...]
    rest: tuple[Paired, ...] = ()
    n_compared: int = 1

    @property
    def term(self) -> str:
        """The decision in terms."""
        return f"best reply of {ROLES[self.role]}|{self.others}"

    @property
    def least(self) -> Estimate:
        """By how much the choice is better than the next best, as `least_gap` bounds it."""
        n_pairs = self.n_compared * (len(self.gaps) + len(self.rest))
        return least_gap(self.gaps, n_pairs)

    @property
    def p_values(self) -> list[float]:
        """Of all comparisons, those of the best first, corrected for how they were picked."""
        each = [gap.p_value for gap in (*self.gaps, *self.rest)]
        return [min(1.0, self.n_compared * p) for p in each]


@dataclass(frozen=True)
class Judged:
    """Whether a best reply is known to be best.

    Attributes
    ----------
    decided : bool
    p_adjusted : float or None
        Holm's, over the comparisons of the run; None if the run may look again and again.
    n_tests : int
        Comparisons of the run.
    """

    decided: bool
    p_adjusted: float | None
    n_tests: int


def apart(one: Floats, other: Floats, n_pairs: int, seed: int) -> Paired:
    """Compare two choices, with the interval that holds for several pairs together.

    Parameters
    ----------
    one, other : float64[n]
        Payoffs on the same hands.
    n_pairs : int
        Pairs that are compared, for Bonferroni's correction.
    seed : int
    """
    return paired(one, other, level=1.0 - (1.0 - _LEVEL) / n_pairs, seed=seed)


def least_gap(gaps: Sequence[Paired], n_pairs: int) -> Estimate:
    """Estimate by how much a choice is better than the next best.

    Parameters
    ----------
    gaps : sequence of Paired
        Over each other choice, from `apart`.
    n_pairs : int
        Pairs among which these were found by what the sample shows: which choice is the best of
        it, and which the next best, are known from the same hands.

    Returns
    -------
    Estimate
        The least gap; negative if another choice is better. The ends of its interval are the
        least ends of the gaps' intervals, which hold together by Bonferroni's correction, in a
        run that looks again and again (``--until``) at every look. The error is that of the least
        gap.

    Examples
    --------
    >>> best = np.array([1.0, 2.0, 3.0, 2.0] * 100)
    >>> found = least_gap([apart(best, best - best % 2, 3, 1), apart(best, 0.5 * best, 3, 1)], 3)
    >>> found.value, found.method
    (0.5, 'paired t, least of 2, Bonferroni over 3')
    """
    least = min((gap.difference for gap in gaps), key=lambda gap: gap.value)
    if n_pairs == 1:
        return least
    looks = [looked_at(gap.difference) for gap in gaps]
    sequence = any(often for _, often in looks)
    words = f"least of {len(gaps)}, Bonferroni over {n_pairs}"
    method = next(found for found, _ in looks).method
    return replace(
        least,
        # The bounds are no interval around the value: they must not be made anew.
        se=math.nan if sequence else least.se,
        ci_low=min(found.ci_low for found, _ in looks),
        ci_high=min(found.ci_high for found, _ in looks),
        level=_LEVEL,
        method=f"{words}, {method}" if sequence else f"{method}, {words}",
    )


def reply(
    payoffs: Payoffs, role: int, options: Mapping[int, Setting], others: str, seed: int
) -> Decision:
    """Find the best of several choices of a role on the same hands.

    Parameters
    ----------
    payoffs : Payoffs
    role : int
    options : mapping of int to Setting
        By choice, what is then played.
    others : str
        Name of what the others choose.
    seed : int

    Returns
    -------
    Decision
        Of choices that are as good the first.

    Examples
    --------
    >>> flows = np.zeros((2, 4, 4))
    >>> flows[:, 0, 1], flows[:, 1, 0] = [1.0, 3.0], [-1.0, -3.0]
    >>> payoffs = Settled(flows, np.array([0, 1]))
    >>> options = {pull: NOBODY.choosing(1, pull) for pull in (0, 1, 2)}
    >>> found = reply(payoffs, 1, options, "sit0", 1)
    >>> found.choice, found.least.value
    (0, 2.0)
    """
    own = {choice: payoffs.of(setting)[:, role] for choice, setting in options.items()}
    best = max(own, key=lambda choice: float(own[choice].mean()))
    others_of = [choice for choice in own if choice != best]
    n_pairs = math.comb(len(own), 2)
    gaps = tuple(apart(own[best], own[choice], n_pairs, seed) for choice in others_of)
    rest = tuple(apart(own[a], own[b], n_pairs, seed) for a, b in combinations(others_of, 2))
    return Decision(role, others, best, gaps, rest)


def decisions_of(payoffs: Payoffs, seed: int) -> Iterator[Decision]:
    """Yield the best reply of every role to all that the others may choose.

    The dealer's, by the three pulls. Where no stake is read a place's is the same whatever the
    others choose: one decision. Elsewhere by 坐莊 and the other two pulls.

    Parameters
    ----------
    payoffs : Payoffs
        Under all 54 settings.
    seed : int
    """
    for one, two, three in product(_PULLS, repeat=3):
        options = {sit: Setting(sit, (one, two, three)) for sit in range(2)}
        yield reply(payoffs, 0, options, f"pulls{one},{two},{three}", seed)
    for place in (1, 2, 3):
        if isinstance(payoffs, Settled):
            options = {pull: NOBODY.choosing(place, pull) for pull in _LINEAR}
            yield reply(payoffs, place, options, "always", seed)
            continue
        for setting in SETTINGS:
            if setting.pulls[place - 1] == 0:
                options = {pull: setting.choosing(place, pull) for pull in _PULLS}
                yield reply(payoffs, place, options, others_of(place, setting), seed)


def others_of(place: int, setting: Setting) -> str:
    """Name what the others choose.

    Examples
    --------
    >>> others_of(2, Setting(1, (0, 1, 2)))
    'sit1:pulls0,-,2'
    """
    pulls = ["-" if at == place else str(pull) for at, pull in enumerate(setting.pulls, 1)]
    return f"sit{setting.sit}:pulls{','.join(pulls)}"


def judge(decisions: Sequence[Decision]) -> list[Judged]:
    """Say of each decision whether it is known, all of a run taken together.

    Parameters
    ----------
    decisions : sequence of Decision
        All of the run.

    Returns
    -------
    list of Judged
        Decided if the choice is better than each other one by Holm's correction over every
        comparison of the run, at `ERROR_RATE`. In a run that looks again and again (``--until``)
        if the sequences of its differences, at that rate divided by the number of comparisons,
        lie above 0.

    Examples
    --------
    >>> sure, open_ = paired([1.0, 2, 1, 2] * 50, [0.0] * 200), paired([1.0, -1.0], [0.0, 0.0])
    >>> found = judge([Decision(0, "x", 1, (sure,)), Decision(0, "y", 1, (open_,))])
    >>> [each.decided for each in found], found[1].p_adjusted
    ([True, False], 1.0)
    """
    p_values = [decision.p_values for decision in decisions]
    n_tests = sum(map(len, p_values))
    adjusted = iter(holm([p for each in p_values for p in each]).tolist())
    found = []
    for decision, own in zip(decisions, p_values, strict=True):
        corrected = [next(adjusted) for _ in own][: len(decision.gaps)]
        judged = _by_sequence(decision, n_tests)
        if judged is None:
            p = max(corrected)
            judged = Judged(p <= ERROR_RATE, p, n_tests)
        found.append(judged)
    return found


def _by_sequence(decision: Decision, n_tests: int) -> Judged | None:
    """Judge by what holds at every look, if the run has several."""
    level = 1.0 - ERROR_RATE / (n_tests * decision.n_compared)
    looks = [looked_at(replace(gap.difference, level=level)) for gap in decision.gaps]
    if not all(sequence for _, sequence in looks):
        return None
    # An error that is not known shows nothing.
    known = all(np.isfinite(estimate.se) for estimate, _ in looks)
    above = all(estimate.ci_low > 0.0 for estimate, _ in looks)
    return Judged(known and above, None, n_tests)
