"""``--others`` of ``mjsim odds``: chances that were told, or are measured with a strategy."""

from typing import TYPE_CHECKING, Any, NamedTuple

from mjsim.cli.options import Game
from mjsim.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mjsim.odds import OthersWin
    from mjsim.options import GameRules
    from mjsim.stats import Estimate

__all__ = ["OTHERS_HANDS", "Measured", "Others", "read_others"]

OTHERS_HANDS = 10_000


class Measured(NamedTuple):
    """Chances that were measured, and the number of the first draw to come."""

    found: "OthersWin"
    own_draw: int

    def estimates(self, draws: int) -> "tuple[Estimate, ...]":
        """Return those of the draws to come."""
        return self.found.from_draw(self.own_draw, draws)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {**self.found.to_dict(), "own_draw": self.own_draw}


class Others(NamedTuple):
    """Chances that somebody else wins, and how they were measured, if they were."""

    chances: "float | list[float] | NDArray[np.float64] | None"
    measured: Measured | None = None


def read_others(
    text: str | None, own_draw: int | None, game: Game, rules: "GameRules", draws: int, seed: int
) -> Others:
    """Read chances, or measure them with a strategy from own draw `own_draw` of a hand on."""
    chances = _chances(text)
    if text is None or chances is not None:
        if own_draw is not None:
            raise InputError("--own-draw: for --others with a strategy to measure chances with")
        return Others(chances)
    import numpy as np

    from mjsim.engines import progress_bar
    from mjsim.inputs import whole
    from mjsim.odds import others_win
    from mjsim.odds.settings import MOST_DRAWS
    from mjsim.strategies import read_strategy

    whole("draws", draws, 1, MOST_DRAWS)
    first = 1 if own_draw is None else own_draw
    last = first + draws - 1
    if last > MOST_DRAWS:
        raise InputError(
            f"--own-draw: {draws} draws from own draw {first} on end at {last}; "
            f"a hand has {MOST_DRAWS} at most"
        )
    try:
        strategy = read_strategy(text, str(game))
    except InputError as error:
        message = str(error).removeprefix("strategy: ")
        raise InputError(f"--others: a chance, or a strategy: {message}") from error
    with progress_bar("others", OTHERS_HANDS) as advance:
        found = others_win(
            str(game),
            strategy,
            OTHERS_HANDS,
            seed=seed,
            rules=rules,
            draws=last,
            progress=lambda block: advance(block.n_hands),
        )
    measured = Measured(found, first)
    return Others(np.array([each.value for each in measured.estimates(draws)]), measured)


def _chances(text: str | None) -> float | list[float] | None:
    """Read numbers; None if the text is none or something else."""
    if text is None:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        return None
    return numbers[0] if len(numbers) == 1 else numbers
