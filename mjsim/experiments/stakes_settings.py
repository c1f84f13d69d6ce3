"""Settings of 坐莊 and 拉莊: what the dealer and the three others choose, and who plays them."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from mjsim.errors import InputError
from mjsim.experiments.seats import SEATS
from mjsim.inputs import several

__all__ = [
    "EVERYBODY",
    "NOBODY",
    "ROLES",
    "SETTINGS",
    "ZH",
    "Setting",
    "met_by",
    "read_settings",
    "seatings",
]

ROLES = ("dealer", "place1", "place2", "place3")
"""The dealer, and the others in the order of play."""

ZH = ("莊家", "下家", "對家", "上家")
"""The roles in Chinese."""


class Setting(NamedTuple):
    """What is chosen: the dealer sits or not, each other seat pulls 0, 1 or 2.

    Attributes
    ----------
    sit : int
    pulls : tuple of 3 int
        By place after the dealer.

    Examples
    --------
    >>> Setting(1, (0, 1, 2)).name
    'sit1:pulls0,1,2'
    """

    sit: int
    pulls: tuple[int, int, int]

    @property
    def name(self) -> str:
        """The setting in terms of results."""
        return f"sit{self.sit}:pulls{','.join(map(str, self.pulls))}"

    @property
    def zh(self) -> str:
        """The setting in labels."""
        return f"坐{self.sit} 拉{','.join(map(str, self.pulls))}"

    def choosing(self, role: int, choice: int) -> "Setting":
        """Return the setting with another choice of one role.

        Examples
        --------
        >>> NOBODY.choosing(2, 1).choosing(0, 1).name
        'sit1:pulls0,1,0'
        """
        if role == 0:
            return Setting(choice, self.pulls)
        one, two, three = (
            choice if place == role else pull for place, pull in enumerate(self.pulls, 1)
        )
        return Setting(self.sit, (one, two, three))


SETTINGS = tuple(
    Setting(sit, (one, two, three)) for sit, one, two, three in product(range(2), *[range(3)] * 3)
)
"""All 54."""

NOBODY, EVERYBODY = SETTINGS[0], SETTINGS[-1]
"""Nobody sits or pulls; all do, as much as they may."""

_BY_NAME = {setting.name: setting for setting in SETTINGS}


def read_settings(names: Sequence[str] | None) -> tuple[Setting, ...]:
    """Return settings by their names, all 54 for None, or raise an InputError.

    Examples
    --------
    >>> read_settings(["sit1:pulls0,1,2"])
    (Setting(sit=1, pulls=(0, 1, 2)),)
    >>> read_settings(["sit2:pulls0,0,0"])
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: settings: sit0:pulls0,0,0 to sit1:pulls2,2,2, not 'sit2:pulls0,0,0'
    """
    if names is None:
        return SETTINGS
    found: list[Setting] = []
    for name in several("settings", names):
        setting = _BY_NAME.get(name) if isinstance(name, str) else None
        if setting is None:
            raise InputError(f"settings: {NOBODY.name} to {EVERYBODY.name}, not {name!r}")
        if setting in found:
            raise InputError(f"settings: {name} comes twice")
        found.append(setting)
    if not found:
        raise InputError("settings: one or more, not none")
    return tuple(found)


def seatings(settings: Sequence[Setting]) -> list[tuple[int, tuple[int, ...]]]:
    """Return 坐莊 and 拉莊 by seat so that every dealer meets every setting in one of them.

    Pulls belong to seats while a table plays, and the dealer's own counts for nothing: a table
    plays up to four settings, one for each dealer. Those by which all 54 are met are the 54
    whose four pulls sum to a multiple of three: any three of them tell the fourth.

    Parameters
    ----------
    settings : sequence of Setting

    Returns
    -------
    list of (sit, pulls)
        In order.

    Examples
    --------
    >>> len(seatings(SETTINGS)), seatings([NOBODY, EVERYBODY])
    (54, [(0, (0, 0, 0, 0)), (1, (2, 2, 2, 2))])
    """
    every = list(product(range(2), product(range(3), repeat=SEATS)))
    wanted = {(setting, dealer) for setting in settings for dealer in range(SEATS)}
    code = [
        (sit, pulls)
        for sit, pulls in every
        if sum(pulls) % 3 == 0 and not wanted.isdisjoint(_met(sit, pulls))
    ]
    greedy: list[tuple[int, tuple[int, ...]]] = []
    while wanted:
        most = max(every, key=lambda seating: len(wanted & _met(*seating)))
        greedy.append(most)
        wanted -= _met(*most)
    return sorted(code if len(code) < len(greedy) else greedy)


def met_by(pulls: Sequence[int], sit: int, dealer: int) -> Setting:
    """Return the setting of a hand, the pulls being by seat.

    Examples
    --------
    >>> met_by((0, 1, 2, 0), 1, dealer=2).name
    'sit1:pulls0,0,1'
    """
    one, two, three = (pulls[(dealer + place) % SEATS] for place in (1, 2, 3))
    return Setting(sit, (one, two, three))


def _met(sit: int, pulls: Sequence[int]) -> set[tuple[Setting, int]]:
    """Return the settings that a table meets, with the dealers that meet them."""
    return {(met_by(pulls, sit, dealer), dealer) for dealer in range(SEATS)}
