"""番種 of 天津麻将: ids in bit order, with Chinese and English labels (T6)."""

from functools import lru_cache
from types import MappingProxyType

from mjsim._core import CATEGORY_BITS
from mjsim.hands import Label

__all__ = ["CATEGORIES", "LABELS", "Label", "categories_of"]


LABELS = MappingProxyType(
    {
        "tiliu": Label("提溜", "plain hand"),
        "hundiao": Label("混吊", "wild wait"),
        "zhuo5": Label("捉5", "catching the five"),
        "long": Label("龍", "dragon"),
        "benhunlong": Label("本混龍", "dragon in the wild suit"),
        "su": Label("素", "no wild"),
        "subenlong": Label("素本龍", "natural dragon in the wild suit"),
        "gangkai": Label("杠開", "win on a kong's replacement"),
        "tianhu": Label("天胡", "complete at the deal"),
        "dihu": Label("地胡", "win on the first draw"),
        "tianting": Label("天聽", "declared ready at the deal"),
    }
)
"""Chinese and English names by category id."""

CATEGORIES = tuple(CATEGORY_BITS)
"""The category ids; the i-th is bit i of a mask."""


@lru_cache(maxsize=1 << len(CATEGORIES))
def categories_of(mask: int) -> tuple[str, ...]:
    """Return the ids of a mask's categories, in bit order.

    Examples
    --------
    >>> categories_of(0b100100)
    ('zhuo5', 'su')
    """
    return tuple(name for name, bit in CATEGORY_BITS.items() if mask & bit)
