"""When a run has seen enough."""

import math
from dataclasses import KW_ONLY, dataclass
from typing import Literal

from mjsim.errors import InputError
from mjsim.stats.estimate import Estimate

__all__ = ["Until"]


@dataclass(frozen=True, slots=True)
class Until:
    """A precision at which a run stops, and the number at which it stops anyway.

    Attributes
    ----------
    term : str
        The quantity that decides; all others are only reported.
    half_width : float, optional
        Stop when no end of the interval is farther from the value than this.
    relative : float, optional
        The same, as a part of the value's size.
    max_n : int
        Stop at this many units whatever the precision.

    Raises
    ------
    InputError
        If not exactly one of `half_width` and `relative` is given, or a number is not
        positive and finite.

    Examples
    --------
    >>> from mjsim.stats import proportion_sequence
    >>> rule = Until("is_win", half_width=0.01, max_n=10**6)
    >>> rule.decide(proportion_sequence(300, 1000)) is None
    True
    >>> rule.decide(proportion_sequence(30_000, 100_000))
    'precise'
    >>> print(rule)
    is_win: half_width=0.01, max_n=1000000
    """

    term: str
    _: KW_ONLY
    half_width: float | None = None
    relative: float | None = None
    max_n: int

    def __post_init__(self) -> None:
        if (self.half_width is None) == (self.relative is None):
            raise InputError("until: one of half_width and relative is wanted")
        for name in ("half_width", "relative", "max_n"):
            number = getattr(self, name)
            if number is not None and not (number > 0 and math.isfinite(number)):
                raise InputError(f"{name}: {number} is not positive")

    @classmethod
    def parse(cls, text: str, term: str = "", *, max_n: int | None = None) -> "Until":
        """Read a rule such as ``half_width=0.01`` or ``is_win: relative=0.05, max_n=1e7``.

        Parameters
        ----------
        text : str
            ``name=number`` parts with commas between, after an optional term and a colon.
        term : str, optional
            The deciding quantity where the text names none.
        max_n : int, optional
            The maximum where the text gives none.

        Returns
        -------
        Until
            The rule.

        Raises
        ------
        InputError
            If a part is unknown, comes twice or has no number, or the term or the maximum is
            missing.

        Examples
        --------
        >>> Until.parse("relative=0.05", "fan", max_n=10**6)
        Until(term='fan', half_width=None, relative=0.05, max_n=1000000)
        """
        named, colon, rest = text.rpartition(":")
        term = named.strip() if colon else term
        numbers: dict[str, float] = {}
        for part in rest.split(","):
            name, _, number = (piece.strip() for piece in part.partition("="))
            if name not in ("half_width", "relative", "max_n"):
                raise InputError(f"until: {name!r} is none of half_width, relative, max_n")
            if name in numbers:
                raise InputError(f"until: {name} comes twice")
            try:
                numbers[name] = float(number)
            except ValueError:
                raise InputError(f"until: {number!r} for {name} is no number") from None
        largest = numbers.pop("max_n", max_n)
        if largest is None:
            raise InputError("until: max_n is missing, a run needs a hard maximum")
        if not term:
            raise InputError("until: the term that decides is missing")
        if not math.isfinite(largest) or largest != int(largest):
            raise InputError(f"max_n: {largest:g} is not a whole number")
        return cls(
            term,
            half_width=numbers.get("half_width"),
            relative=numbers.get("relative"),
            max_n=int(largest),
        )

    def decide(self, estimate: Estimate) -> Literal["precise", "max_n"] | None:
        """Say whether to stop, and why.

        Parameters
        ----------
        estimate : Estimate
            The deciding quantity over the completed prefix of blocks, by a sequence that holds
            at every look.

        Returns
        -------
        str or None
            ``"precise"``, ``"max_n"``, or None to go on.

        Raises
        ------
        InputError
            If the interval holds for a number of units fixed in advance only.

        Examples
        --------
        >>> from mjsim.stats import proportion
        >>> Until("is_win", half_width=0.01, max_n=10**6).decide(proportion(300, 1000))
        Traceback (most recent call last):
        ...
        mjsim.errors.InputError: until: 'wilson' holds at one look only, not at a stopping time
        """
        reach = max(estimate.value - estimate.ci_low, estimate.ci_high - estimate.value)
        # What bounds nothing holds at every look, whatever it is called.
        if not estimate.method.endswith("sequence") and math.isfinite(reach):
            raise InputError(
                f"until: {estimate.method!r} holds at one look only, not at a stopping time"
            )
        wanted = self.half_width
        if self.relative is not None:
            wanted = self.relative * abs(estimate.value)
        # A nan compares false: without a value there is no precision.
        if wanted is not None and reach <= wanted:
            return "precise"
        return "max_n" if estimate.n >= self.max_n else None

    def __str__(self) -> str:
        name = "relative" if self.half_width is None else "half_width"
        number = self.relative if self.half_width is None else self.half_width
        return f"{self.term}: {name}={number:g}, max_n={self.max_n}"
