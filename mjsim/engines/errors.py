"""What a failed block raises."""

from typing import Any

from mjsim.errors import InputError

__all__ = ["BlockError", "block_error"]


class BlockError(RuntimeError):
    """A block failed; the cause is chained.

    Parameters
    ----------
    block : object
        The block.
    reason : str
        What happened, in one line.

    Attributes
    ----------
    block : object
        The block.

    Examples
    --------
    >>> raise BlockError(7, "ZeroDivisionError: division by zero")
    Traceback (most recent call last):
    ...
    mjsim.engines.errors.BlockError: block 7: ZeroDivisionError: division by zero
    """

    def __init__(self, block: Any, reason: str) -> None:
        super().__init__(f"block {block}: {reason}")
        self.block = block
        self.reason = reason

    def __reduce__(self) -> tuple[type["BlockError"], tuple[Any, str]]:
        return type(self), (self.block, self.reason)


def block_error(block: Any, error: Exception) -> Exception:
    """Make the exception to raise for a block whose task raised.

    Parameters
    ----------
    block : object
        The block.
    error : Exception
        What its task raised.

    Returns
    -------
    Exception
        An `InputError` for an `InputError`, so that bad input stays bad input; otherwise a
        `BlockError`. Both name the block.

    Examples
    --------
    >>> block_error(7, KeyError("x"))
    BlockError("block 7: KeyError: 'x'")
    >>> block_error(7, InputError("row 3: five of 5m"))
    InputError('block 7: row 3: five of 5m')
    """
    if isinstance(error, InputError):
        return InputError(f"block {block}: {error}")
    return BlockError(block, f"{type(error).__name__}: {error}")
