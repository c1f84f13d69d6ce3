"""Strategies written in Python."""

from collections.abc import Callable, Collection
from importlib import import_module
from typing import Any, ClassVar

import msgspec

from mjsim._core import Player, PythonPlayer
from mjsim.errors import InputError
from mjsim.options import GameRules
from mjsim.strategies.base import Chance, Strategy, labelled
from mjsim.tianjin.rules import Rules as TianjinRules
from mjsim.wenling.rules import Rules as WenlingRules

__all__ = ["PythonStrategy"]

_OPTIONS = frozenset(
    option.name for rules in (TianjinRules, WenlingRules) for option in rules.options()
)


class PythonStrategy(Strategy, frozen=True, kw_only=True):
    """A class with ``new_hand()`` and ``choose(view, actions)``, or an import path to one.

    An object is made of it for each seat and block of hands; ``new_hand`` is called before each
    hand. ``choose`` is called where there is a choice: `view` is a read-only record (see
    `mjsim.playing.VIEW`) of what the seat may know, valid during the call; `actions` are the
    codes of the legal actions (see `mjsim.playing.Action`), and the answer is an index into
    them. What the choices depend on besides the hand may be declared by the class attributes
    ``reads`` (names of options) and ``reads_stakes`` (bool); without them it is taken to read
    everything.

    Parameters
    ----------
    source : type or str
        The class, or ``"package.module:Class"``. To play in several processes it must be at the
        top of a module.
    arguments : dict
        Keyword arguments to the class.
    epsilon : float
        Chance of a uniformly random legal action instead, 0 to 1.

    Raises
    ------
    InputError
        If there is no such class, it lacks a method, or declares to read what there is not.

    Examples
    --------
    >>> class Last:
    ...     def new_hand(self): ...
    ...     def choose(self, view, actions):
    ...         return len(actions) - 1
    >>> PythonStrategy(source=Last).label
    'Last'
    """

    NAME: ClassVar[str] = "python"
    GAMES: ClassVar[tuple[str, ...]] = ("tianjin", "wenling")

    source: Any
    arguments: dict[str, Any] = msgspec.field(default_factory=dict)
    epsilon: Chance = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        found = self.factory
        for method in ("new_hand", "choose"):
            if not callable(getattr(found, method, None)):
                raise InputError(f"strategy {self.label}: it has no method {method}")
        self._check_reads(getattr(found, "reads", None))
        stakes = getattr(found, "reads_stakes", True)
        if not isinstance(stakes, bool):
            raise InputError(f"strategy {self.label}: reads_stakes: true or false, not {stakes!r}")

    def _check_reads(self, declared: object) -> None:
        if declared is None:
            return
        if isinstance(declared, str) or not isinstance(declared, Collection):
            raise InputError(f"strategy {self.label}: reads: names of options, not {declared!r}")
        for name in declared:
            if name not in _OPTIONS:
                raise InputError(f"strategy {self.label}: reads: no game has an option {name!r}")

    @property
    def factory(self) -> Callable[..., Any]:
        """The class."""
        if not isinstance(self.source, str):
            if not callable(self.source):
                raise InputError(f"strategy: a class or an import path, not {self.source!r}")
            return self.source  # type: ignore[no-any-return]
        module, _, name = self.source.partition(":")
        try:
            found: Any = import_module(module)
            for part in name.split("."):
                found = getattr(found, part)
        except Exception as error:  # whatever the module does when it is imported
            raise InputError(f"strategy {self.source!r}: {error}") from error
        if not callable(found):
            raise InputError(f"strategy {self.source!r}: not a class")
        return found  # type: ignore[no-any-return]

    @property
    def label(self) -> str:
        """Name of the class, or the import path, and what differs from its defaults."""
        name = self.source
        if not isinstance(name, str):
            name = getattr(self.source, "__qualname__", repr(self.source))
        noise = {"epsilon": self.epsilon} if self.epsilon else {}
        return labelled(name, self.arguments | noise)

    @property
    def reads(self) -> frozenset[str] | None:
        """Options that it declares to read, None if it declares nothing."""
        declared = getattr(self.factory, "reads", None)
        return None if declared is None else frozenset(declared)

    @property
    def reads_stakes(self) -> bool:
        """Whether it declares to read stakes; True if it declares nothing."""
        return getattr(self.factory, "reads_stakes", True)

    def player(self, rules: GameRules) -> Player:
        """Return a new object of the class as the engine takes it."""
        try:
            chooser = self.factory(**self.arguments)
        except Exception as error:
            raise InputError(f"strategy {self.label}: {type(error).__name__}: {error}") from error
        return PythonPlayer(chooser, epsilon=self.epsilon)
