"""What one choice of one seat does to each seat, in ``stakes``: paired on the same hands."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from mjsim.experiments.stakes_payoffs import Payoffs
from mjsim.experiments.stakes_settings import EVERYBODY, NOBODY, ROLES, SETTINGS, ZH, Setting
from mjsim.experiments.table_counts import CellSheet, Floats
from mjsim.stats import jackknife, mean, paired

__all__ = ["CHOICES", "Choice", "add_choices", "add_flows", "contexts"]

_LEAST = 400  # hands, for the error of a standard deviation


class Choice(NamedTuple):
    """What a role may choose rather than 0.

    Attributes
    ----------
    role : int
        0 the dealer, who sits; else a place, which pulls.
    level : int
        1, or 2 for a pull.
    """

    role: int
    level: int

    @property
    def name(self) -> str:
        """The choice in terms."""
        return "sit" if self.role == 0 else f"{ROLES[self.role]} pull{self.level}"

    @property
    def zh(self) -> str:
        """The choice in labels."""
        return f"{ZH[self.role]}坐" if self.role == 0 else f"{ZH[self.role]}拉{self.level}"


CHOICES = (Choice(0, 1), *(Choice(place, pull) for place in (1, 2, 3) for pull in (1, 2)))
"""The seven single choices: the dealer sits, a place pulls 1 or 2."""

_CONTEXTS = {"none": "他人不坐不拉", "all": "他人皆坐拉2", "average": "他人各種坐拉平均"}


def contexts(choice: Choice) -> dict[str, list[Setting]]:
    """Return what the others may have chosen, the choice itself being 0.

    Parameters
    ----------
    choice : Choice

    Returns
    -------
    dict of str to list of Setting
        ``none``: the others neither sit nor pull; ``all``: they sit, and pull 2; ``average``:
        all that they can choose, each as often.

    Examples
    --------
    >>> {name: len(settings) for name, settings in contexts(Choice(2, 1)).items()}
    {'none': 1, 'all': 1, 'average': 18}
    """
    role = choice.role
    free = [setting for setting in SETTINGS if setting == setting.choosing(role, 0)]
    return {"none": [NOBODY], "all": [EVERYBODY.choosing(role, 0)], "average": free}


def _sides(choice: Choice, payoffs: Payoffs) -> Iterator[tuple[str, Floats, Floats]]:
    """Yield contexts whose settings are there, with payoffs by role with and without the choice."""
    there = set(payoffs.settings)
    for context, without in contexts(choice).items():
        with_it = [setting.choosing(*choice) for setting in without]
        if there.issuperset(with_it + without):
            yield context, payoffs.average(with_it), payoffs.average(without)


def add_choices(own: CellSheet, payoffs: Payoffs, seed: int) -> None:
    """Add the difference that each single choice makes to each role that it touches.

    Parameters
    ----------
    own : CellSheet
    payoffs : Payoffs
    seed : int

    Notes
    -----
    Family ``choice``: what it is worth to who chooses, nobody else choosing anything;
    ``choice_others``: to all others, and in the other `contexts`. Where nobody else chooses
    anything also the differences of the standard deviation, ``choice_sd``, and of the chance to
    lose a hand, ``choice_loses``. A role whose payoff changes in no hand has no row.
    """
    for choice in CHOICES:
        for context, taken, left in _sides(choice, payoffs):
            for role, name in enumerate(ROLES):
                one, other = taken[:, role], left[:, role]
                if np.array_equal(one, other):
                    continue
                mine = context == "none" and role == choice.role
                family = "choice" if mine else "choice_others"
                term = f"{choice.name}|others:{context}"
                zh = f"{choice.zh}：{ZH[role]}得分之差（{_CONTEXTS[context]}）"
                gain = paired(one, other, seed=seed).difference
                own.put(family, term, zh, gain, role=name)
                if context == "none":
                    _add_risk(own, choice, role, np.column_stack([one, other]), seed)


def _add_risk(own: CellSheet, choice: Choice, role: int, sides: Floats, seed: int) -> None:
    """Add what the choice does to the standard deviation and to the chance to lose."""
    about = f"{choice.zh}：{ZH[role]}"
    context = _CONTEXTS["none"]
    if len(sides) >= _LEAST:
        wider = jackknife(_wider, sides, seed=seed)
        term, zh = f"sd {choice.name}|others:none", f"{about}標準差之差（{context}）"
        own.put("choice_sd", term, zh, wider, role=ROLES[role])
    loses = sides < 0
    if (loses[:, 0] != loses[:, 1]).any():
        oftener = paired(loses[:, 0], loses[:, 1], seed=seed).difference
        term, zh = f"loses {choice.name}|others:none", f"{about}輸一盤之差（{context}）"
        own.put("choice_loses", term, zh, oftener, role=ROLES[role])


def _wider(sides: Floats) -> float:
    """Return how much larger the deviation of the first column is than that of the second."""
    one, other = sides.std(axis=0, ddof=1)
    return float(one - other)


def add_flows(own: CellSheet, payoffs: Payoffs, seed: int) -> None:
    """Add what a stake multiplies, and how much better a seat must be for the stake to pay.

    Notes
    -----
    坐莊 doubles and 拉莊 two quadruples: what they gain where nobody else chooses anything, for
    each unit of stake that they add. Where no stake is read that is the flow at unit stake.
    """
    choices: Sequence[tuple[Choice, str]] = [
        (Choice(0, 1), "坐莊"),
        *((Choice(place, 2), "拉莊") for place in (1, 2, 3)),
    ]
    for choice, zh in choices:
        for context, taken, left in _sides(choice, payoffs):
            if context != "none":
                continue
            role = choice.role
            units = 2.0**choice.level - 1.0
            staked = (taken[:, role] - left[:, role]) / units
            who = f"{ZH[role]}{zh}"
            flow, edge = mean(staked, seed=seed), mean(-staked, seed=seed)
            own.put("flow", "flow", f"{who}所乘之得失", flow, role=ROLES[role])
            own.put("edge", "edge", f"{who}保本所需優勢", edge, role=ROLES[role])
