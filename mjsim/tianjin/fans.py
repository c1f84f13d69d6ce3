"""Fan of a set of categories (T7)."""

from collections.abc import Collection

from mjsim.tianjin.categories import categories_of
from mjsim.tianjin.rules import Rules

__all__ = ["fan_of", "fan_of_deal"]


def fan_of(categories: Collection[str], rules: Rules, *, kongs: int = 1) -> int:
    """Return the fan of categories that hold together (T7).

    Parameters
    ----------
    categories : collection of str
    rules : Rules
    kongs : int
        Kongs in a row before the last tile; matters for 杠開 with ``gangkai_stack`` only.

    Examples
    --------
    >>> fan_of({"zhuo5", "subenlong"}, Rules.traditional())
    28
    """
    dragon = not {"long", "benhunlong", "subenlong"}.isdisjoint(categories)
    fan = 3 * ("zhuo5" in categories) + 4 * dragon or 1
    for name, factor in (
        ("su", 2),
        ("hundiao", 2),
        ("benhunlong", 2),
        ("subenlong", 4),
        ("gangkai", 2**kongs if rules.gangkai_stack else 2),
        ("tianhu", rules.tianhu),
        ("dihu", rules.tianhu),
        ("tianting", 2),
    ):
        if name in categories:
            fan *= factor
    return fan


def fan_of_deal(mask: int, rules: Rules) -> int:
    """Return the fan of the mask of a hand complete at the deal; 0 of an empty mask."""
    return fan_of(categories_of(mask), rules) if mask else 0
