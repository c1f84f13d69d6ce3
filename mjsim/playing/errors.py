"""What a failed strategy raises."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

__all__ = ["StrategyError"]


class StrategyError(RuntimeError):
    """A strategy raised, or answered with what is no index into the legal actions.

    Attributes
    ----------
    strategy : str
    seat, seed, hand : int
    why : str
    finished : polars.DataFrame or None
        Rows of the blocks that were done by then.

    Examples
    --------
    >>> print(StrategyError("Mine", 2, 1, 1500, "KeyError: 'hnad'"))
    strategy Mine (seat 2, seed 1, hand 1500): KeyError: 'hnad'
    """

    def __init__(self, strategy: str, seat: int, seed: int | None, hand: int, why: str) -> None:
        super().__init__(strategy, seat, seed, hand, why)
        self.strategy = strategy
        self.seat = seat
        self.seed = seed
        self.hand = hand
        self.why = why
        self.finished: pl.DataFrame | None = None

    def __str__(self) -> str:
        return (
            f"strategy {self.strategy} (seat {self.seat}, seed {self.seed}, hand {self.hand}): "
            f"{self.why}"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return StrategyError, (self.strategy, self.seat, self.seed, self.hand, self.why)
