"""What pages are made of: names with texts, and rows of tables."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from mjsim.hands import Label
    from mjsim.playing.words import Words

__all__ = ["Facts", "Line", "Rows", "categories_text"]

Line: TypeAlias = Mapping[str, Any]

Facts: TypeAlias = list[tuple[str, str]]


class Rows(NamedTuple):
    """A table.

    Attributes
    ----------
    names : tuple of str
        Headers, each once.
    rows : sequence of tuple of str
    """

    names: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def categories_text(names: Sequence[str], labels: "Mapping[str, Label]", say: "Words") -> str:
    """Name categories."""
    found = [labels[name] for name in names]
    if say.lang == "zh":
        return " ".join(label.zh for label in found)
    return ", ".join(f"{label.zh} {label.en}" for label in found)
