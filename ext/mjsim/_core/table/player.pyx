"""Strategies as the engine takes them: a function, its parameters, and a chance of noise."""

__all__ = ["Player"]


cdef class Player:
    """A strategy at a table.

    Parameters
    ----------
    epsilon : float
        Chance of a uniformly random legal action instead of the strategy's own.
    """

    def __init__(self, *, double epsilon=0.0):
        if not 0 <= epsilon <= 1:
            raise ValueError("epsilon is a chance")
        self.strategy.epsilon = epsilon

    cdef object failure(self):
        """The exception that the strategy stored, or None; forgets it."""
        return None
