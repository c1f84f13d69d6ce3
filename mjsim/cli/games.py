"""What the commands need to know of a game to speak of it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from mjsim.cli.options import Game
from mjsim.errors import InputError

if TYPE_CHECKING:
    from mjsim.options import GameRules

__all__ = ["FACTS", "WINDS_ZH", "Facts", "labels_of", "only_in", "rules_class", "wilds_of"]


class Facts(NamedTuple):
    """A game in words and numbers.

    Attributes
    ----------
    zh : str
        Its name.
    wild : str
        What its wild is called.
    script : str
        The characters that its terms are written in.
    flowers : bool
        Whether it has flowers.
    n_tiles : int
    n_deal : int
        Tiles that the dealer starts with.
    """

    zh: str
    wild: str
    script: str
    flowers: bool
    n_tiles: int
    n_deal: int


FACTS: Mapping[Game, Facts] = {
    Game.TIANJIN: Facts("天津麻將", "混", "hant", False, 136, 14),
    Game.WENLING: Facts("温岭麻将", "得", "hans", True, 144, 17),
}
"""The games that the commands know."""


WINDS_ZH = {"E": "东", "S": "南", "W": "西", "N": "北"}
"""The seats of 温岭麻将 from the dealer on, and the characters of their winds."""


def rules_class(game: Game) -> type["GameRules"]:
    """Return the class of the game's rules."""
    if game == Game.WENLING:
        from mjsim.wenling import Rules as WenlingRules

        return WenlingRules
    from mjsim.tianjin import Rules

    return Rules


def labels_of(game: Game) -> Mapping[str, Any]:
    """Return the names of the game's categories by id."""
    if game == Game.WENLING:
        from mjsim.wenling import LABELS as WENLING_LABELS

        return WENLING_LABELS
    from mjsim.tianjin import LABELS

    return LABELS


def wilds_of(game: Game, indicator: int) -> tuple[int, ...]:
    """Return the kinds that are wild under an indicator.

    Examples
    --------
    >>> wilds_of(Game.TIANJIN, 8), wilds_of(Game.WENLING, 8)
    ((8, 0), (8,))
    """
    if game == Game.WENLING:
        from mjsim.wenling.deals import de_kinds

        return de_kinds(indicator)
    from mjsim.tianjin.wilds import wild_kinds

    return tuple(wild_kinds(indicator))


def only_in(owner: Game, game: Game, given: Mapping[str, object]) -> None:
    """Refuse the options of another game.

    Parameters
    ----------
    owner : Game
        The game whose options they are.
    game : Game
        The game that was asked for.
    given : mapping of str to object
        What was given for each, None or False for nothing.

    Raises
    ------
    InputError
        If anything was given.

    Examples
    --------
    >>> only_in(Game.TIANJIN, Game.WENLING, {"--kongs": 2})
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: --kongs: for --game tianjin, not wenling
    """
    for option, value in given.items():
        if game != owner and value is not None and value is not False:
            raise InputError(f"{option}: for --game {owner}, not {game}")
