"""How a fan (T7) or points (W8) come about, written out."""

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mjsim.tianjin import Rules

__all__ = ["fan_formula", "points_formula"]

_DRAGONS = ("long", "benhunlong", "subenlong")
_ADDED = ("zhuo5", "long")
_MOST = 500
_TEN = 10


def fan_formula(categories: Collection[str], rules: "Rules", *, kongs: int = 1) -> str:
    """Return the sum and the factors of categories that hold together.

    Parameters
    ----------
    categories : collection of str
        Category ids, as scored.
    rules : Rules
    kongs : int
        Kongs in a row before the last tile.

    Examples
    --------
    >>> from mjsim.tianjin import Rules
    >>> fan_formula(("zhuo5", "long", "su", "gangkai"), Rules.platform())
    '(3 捉5 + 4 龍) × 2 素 × 2 杠開 = 28'
    >>> fan_formula(("tiliu", "su"), Rules.platform())
    '1 提溜 × 2 素 = 2'
    """
    from mjsim.tianjin import LABELS
    from mjsim.tianjin.fans import fan_of

    def worth(name: str) -> int:
        return fan_of({name}, rules, kongs=kongs)

    dragon = not set(_DRAGONS).isdisjoint(categories)
    added = [name for name in _ADDED if name in categories or (name == "long" and dragon)]
    terms = [f"{worth(name)} {LABELS[name].zh}" for name in added]
    if len(terms) > 1:
        text = f"({' + '.join(terms)})"
    else:
        text = terms[0] if terms else "1 提溜" if "tiliu" in categories else "1"
    for name in categories:
        if name in (*_ADDED, "tiliu"):
            continue
        # The factor of a dragon is what its fan has beyond the plain one's.
        factor = worth(name) // worth("long") if name in _DRAGONS else worth(name)
        text += f" × {factor} {LABELS[name].zh}"
    return f"{text} = {fan_of(categories, rules, kongs=kongs)}"


def points_formula(
    base: int, fan: int, limit: str | None = None, *, capped: str = " at most"
) -> str:
    """Return how the points of a win of 温岭麻将 come about (W8).

    Parameters
    ----------
    base, fan : int
    limit : str, optional
        The name of the 腊子 that the hand is, if any.
    capped : str
        What is said behind points that the most cuts.

    Examples
    --------
    >>> points_formula(4, 1), points_formula(10, 5)
    ('(4 + 20) × 2^1 = 48 → 50', '(10 + 20) × 2^5 = 960 → 500 at most')
    >>> points_formula(26, 4, "四风会齐")
    '(26 + 20) × 2^4 = 736; 四风会齐 → 500'
    """
    plain = (base + 20) << fan
    text = f"({base} + 20) × 2^{fan} = {plain}"
    if limit is not None:
        return f"{text}; {limit} → {_MOST}"
    total = -(-plain // _TEN) * _TEN
    if total > _MOST:
        return f"{text} → {_MOST}{capped}"
    return text if total == plain else f"{text} → {total}"
