"""mjsim: Monte-Carlo statistics and exact odds for 天津麻将 and 温岭麻将.

Submodules and functions load when first used, so that ``import mjsim`` stays quick.
"""

from importlib import import_module
from importlib.metadata import version as _version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mjsim import exact, odds, playing, stats, strategies, tianjin, tiles, wenling
    from mjsim.dealing import deal, tally
    from mjsim.errors import InputError
    from mjsim.playing.sessions import play_sessions
    from mjsim.playing.table import play

__all__ = [
    "InputError",
    "__version__",
    "deal",
    "exact",
    "odds",
    "play",
    "play_sessions",
    "playing",
    "stats",
    "strategies",
    "tally",
    "tianjin",
    "tiles",
    "wenling",
]

_HOMES = {
    "InputError": "mjsim.errors",
    "deal": "mjsim.dealing",
    "play": "mjsim.playing.table",
    "play_sessions": "mjsim.playing.sessions",
    "tally": "mjsim.dealing",
}
_MODULES = {"exact", "odds", "playing", "stats", "strategies", "tianjin", "tiles", "wenling"}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    elif name in _MODULES:
        value = import_module(f"mjsim.{name}")
    elif name == "__version__":
        value = _version("mjsim")
    else:
        raise AttributeError(f"module 'mjsim' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
