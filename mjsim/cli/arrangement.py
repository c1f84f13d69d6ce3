"""The arrangement of a hand, group by group, with wilds and the last tile marked."""

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mjsim.tianjin import Group

__all__ = ["GROUPS_ZH", "Place", "group_zh", "places"]

GROUPS_ZH = {
    "sequence": "順子",
    "triplet": "刻子",
    "pair": "將",
    "pong": "碰",
    "open kong": "明杠",
    "concealed kong": "暗杠",
}
"""Chinese names of the groups' types."""

_FOUR_FIVE_SIX = (3, 4, 5)


class Place(NamedTuple):
    """A tile's place in a group: what stands there, whether by a wild, whether the last tile."""

    kind: int
    wild: bool
    last: bool


def group_zh(group: "Group") -> str:
    """Return the Chinese name of a group's type; a concealed kong of wilds is a 金杠."""
    if group.type == "concealed kong" and all(group.wilds):
        return "金杠"
    return GROUPS_ZH[group.type]


def places(
    group: "Group", last: int, wild: bool, categories: Collection[str], any_last: bool
) -> list[Place]:
    """Return the places of a group's tiles.

    Parameters
    ----------
    group : Group
    last : int
        Kind of the last tile.
    wild : bool
        Whether that is a wild.
    categories : collection of str
        Those of the hand.
    any_last : bool
        Any tile may be taken as the last (天胡, 地胡); one is marked only where a category
        says which.

    Examples
    --------
    >>> from mjsim.tianjin import score
    >>> result = score("46m123123p99789s", "S", "E")  # a drawn wild as the 5
    >>> [place for group in result.groups
    ...  for place in places(group, 28, True, result.categories, False) if place.last]
    [Place(kind=4, wild=True, last=True)]
    """
    at = _last_at(group, last, wild, categories, any_last) if group.last else None
    return [
        Place(kind, is_wild, i == at)
        for i, (kind, is_wild) in enumerate(zip(group.kinds, group.wilds, strict=True))
    ]


def _last_at(
    group: "Group", last: int, wild: bool, categories: Collection[str], any_last: bool
) -> int | None:
    """Return which tile of the group that holds the last is the last."""
    if "zhuo5" in categories and group.kinds == _FOUR_FIVE_SIX:
        return 1
    if any_last:
        return 0 if "hundiao" in categories else None
    fitting = [i for i, is_wild in enumerate(group.wilds) if is_wild == wild]
    # A wild may stand for anything; as itself, if there is a choice.
    return next((i for i in fitting if group.kinds[i] == last), fitting[0] if wild else None)
