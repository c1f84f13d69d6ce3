"""What openings of 温岭麻将 should be, counted out."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple, TypeVar

from mjsim.exact import shanten_distribution
from mjsim.exact.wenling_deals import (
    automatic_distribution,
    automatic_probability,
    de_distribution,
    naonao_probability,
    shown_distribution,
)
from mjsim.experiments.seats import ROLES
from mjsim.tiles import N_KINDS_FLOWERS, copies
from mjsim.wenling.deals import Naonao, is_naonao

__all__ = ["TILES", "ExactMode", "ExactOpenings", "ExactRole", "exact_openings"]

TILES: Final = {"dealer": 17, "other": 16}
"""Tiles that a seat of each role holds."""

K = TypeVar("K", bound=Hashable)


class ExactRole(NamedTuple):
    """Exact chances of what one seat has.

    Attributes
    ----------
    n_de, shanten, n_shown : dict of int to Fraction
        Each sums to 1.
    automatic : dict of str to Fraction
        Of each automatic win; they overlap.
    """

    n_de: dict[int, Fraction]
    shanten: dict[int, Fraction]
    n_shown: dict[int, Fraction]
    automatic: dict[str, Fraction]


class ExactMode(NamedTuple):
    """Exact chances of what some seat of a hand has.

    Attributes
    ----------
    automatic : dict of str to Fraction
        That a seat has this automatic win; no two seats can.
    any_automatic : Fraction
        That a seat has any.
    """

    automatic: dict[str, Fraction]
    any_automatic: Fraction


class ExactOpenings(NamedTuple):
    """Exact chances of what an opening may be.

    Attributes
    ----------
    roles : dict of str to ExactRole
    modes : dict of str to ExactMode
        ``all``; and, where an indicator may make it 闹闹 or not, ``normal`` and ``naonao``, each
        given the mode.
    naonao : Fraction
        Chance of 闹闹.
    """

    roles: dict[str, ExactRole]
    modes: dict[str, ExactMode]
    naonao: Fraction


def exact_openings(indicator: int | None, naonao: Naonao) -> ExactOpenings:
    """Count out the openings under an indicator, or averaged over it.

    Examples
    --------
    >>> exact = exact_openings(None, "seed")
    >>> float(exact.naonao), float(exact.roles["dealer"].n_de[3])  # doctest: +NUMBER
    (0.1389, 0.00188)
    >>> {mode: f"{float(chances.any_automatic):.5f}" for mode, chances in exact.modes.items()}
    {'all': '0.01050', 'normal': '0.01015', 'naonao': '0.01265'}
    >>> list(exact_openings(27, "seed").modes), exact_openings(27, "always").naonao
    (['all'], Fraction(1, 1))
    """
    roles = {
        role: ExactRole(
            de_distribution(TILES[role], indicator, naonao=naonao),
            shanten_distribution("wenling", TILES[role], indicator, naonao=naonao),
            shown_distribution(TILES[role], indicator, naonao=naonao),
            automatic_distribution(TILES[role], indicator, naonao=naonao),
        )
        for role in ROLES
    }
    kinds = range(N_KINDS_FLOWERS) if indicator is None else (indicator,)
    by_mode = {
        "all": list(kinds),
        "normal": [kind for kind in kinds if not is_naonao(kind, naonao)],
        "naonao": [kind for kind in kinds if is_naonao(kind, naonao)],
    }
    if not (by_mode["normal"] and by_mode["naonao"]):
        by_mode = {"all": by_mode["all"]}
    seats = {kind: _some_seat(kind, naonao) for kind in kinds}
    any_seat = {kind: {0: automatic_probability(kind, naonao=naonao)} for kind in kinds}
    modes = {
        mode: ExactMode(_mean(among, seats.__getitem__), _mean(among, any_seat.__getitem__)[0])
        for mode, among in by_mode.items()
    }
    if indicator is None:
        return ExactOpenings(roles, modes, naonao_probability(naonao))
    return ExactOpenings(roles, modes, Fraction(is_naonao(indicator, naonao)))


def _some_seat(kind: int, naonao: Naonao) -> dict[str, Fraction]:
    """Return the chances that some seat has each automatic win.

    All tiles of a kind of win are with one seat, so that the chances of the seats add up.
    """
    found: dict[str, Fraction] = {}
    for role, n_seats in ROLES.items():
        for name, chance in automatic_distribution(TILES[role], kind, naonao=naonao).items():
            found[name] = found.get(name, Fraction(0)) + n_seats * chance
    return found


def _mean(kinds: Iterable[int], law: Callable[[int], Mapping[K, Fraction]]) -> dict[K, Fraction]:
    """Return the mean of chances over indicators, each as often as it has tiles."""
    total: dict[K, Fraction] = {}
    tiles = 0
    for kind in kinds:
        tiles += copies(kind)
        for value, chance in law(kind).items():
            total[value] = total.get(value, Fraction(0)) + copies(kind) * chance
    return {value: chance / tiles for value, chance in total.items()}
