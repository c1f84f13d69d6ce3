"""Fixed blocks of hands: the unit of random streams, of work and of resuming."""

from collections.abc import Iterator
from dataclasses import dataclass

from mjsim.errors import InputError

__all__ = ["Block", "blocks_of"]


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """A range of hands that one random stream makes.

    Attributes
    ----------
    index : int
        Number of the block, from 0.
    first_hand : int
        Number of its first hand in the run.
    n_hands : int
        Number of its hands; the last block of a run may have fewer than the others.

    Examples
    --------
    >>> print(Block(2, 2000, 500))
    2 (hands 2000 to 2499)
    """

    index: int
    first_hand: int
    n_hands: int

    def __str__(self) -> str:
        return f"{self.index} (hands {self.first_hand} to {self.first_hand + self.n_hands - 1})"


def blocks_of(n_hands: int, block_size: int) -> Iterator[Block]:
    """Cut a run into blocks.

    Parameters
    ----------
    n_hands : int
        Number of hands of the run.
    block_size : int
        Number of hands of every block but the last.

    Yields
    ------
    Block
        In order.

    Raises
    ------
    InputError
        If a number is not positive.

    Examples
    --------
    >>> [(block.index, block.n_hands) for block in blocks_of(2500, 1000)]
    [(0, 1000), (1, 1000), (2, 500)]
    """
    if n_hands < 1 or block_size < 1:
        raise InputError(f"n_hands and block_size: {n_hands} and {block_size} must be positive")
    for index, first in enumerate(range(0, n_hands, block_size)):
        yield Block(index, first, min(block_size, n_hands - first))
