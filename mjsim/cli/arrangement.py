"""The arrangement of a hand, group by group, with wilds and the last tile marked."""

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from rich.table import Table

    from mjsim import tianjin, wenling

    AnyGroup: TypeAlias = "tianjin.Group | wenling.Group"

__all__ = [
    "GROUPS_ZH",
    "Place",
    "arrangement_table",
    "group_dicts",
    "group_zh",
    "places",
    "tianjin_last",
    "wenling_last",
]

GROUPS_ZH = {
    "sequence": {"hant": "順子", "hans": "顺子"},
    "triplet": {"hant": "刻子", "hans": "刻子"},
    "pair": {"hant": "將", "hans": "将"},
    "chi": {"hant": "吃", "hans": "吃"},
    "pong": {"hant": "碰", "hans": "碰"},
    "open kong": {"hant": "明杠", "hans": "明杠"},
    "concealed kong": {"hant": "暗杠", "hans": "暗杠"},
}
"""Chinese names of the groups' types, by the characters they are written in."""

_FOUR_FIVE_SIX = (3, 4, 5)
_MIDDLE = 1


class Place(NamedTuple):
    """A tile's place in a group: what stands there, whether by a wild, whether the last tile."""

    kind: int
    wild: bool
    last: bool


def group_zh(group: "AnyGroup", script: str = "hant") -> str:
    """Return the Chinese name of a group's type; a concealed kong of wilds is a 金杠."""
    if group.type == "concealed kong" and all(group.wilds):
        return "金杠"
    return GROUPS_ZH[group.type][script]


def places(group: "AnyGroup", last_at: int | None) -> list[Place]:
    """Return the places of a group's tiles; `last_at` says which is the last tile, if any."""
    return [
        Place(kind, is_wild, i == last_at)
        for i, (kind, is_wild) in enumerate(zip(group.kinds, group.wilds, strict=True))
    ]


def tianjin_last(
    group: "AnyGroup", last: int, wild: bool, categories: Collection[str], any_last: bool
) -> int | None:
    """Return which tile of a group that holds the last is the last.

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
    >>> [tianjin_last(group, 28, True, result.categories, False)
    ...  for group in result.groups if group.last]
    [1]
    """
    if "zhuo5" in categories and group.kinds == _FOUR_FIVE_SIX:
        return _MIDDLE
    if any_last:
        return 0 if "hundiao" in categories else None
    fitting = [i for i, is_wild in enumerate(group.wilds) if is_wild == wild]
    return _as_itself(group, fitting, last, wild)


def wenling_last(
    group: "AnyGroup", last: int, wild: bool, categories: Collection[str]
) -> int | None:
    """Return which tile of a group that holds the last is the last.

    Parameters
    ----------
    group : Group
    last : int
        Kind of the last tile.
    wild : bool
        Whether that is 得.
    categories : collection of str
        Those of the hand: they tell the place that 得 takes.

    Examples
    --------
    >>> from mjsim.wenling import score
    >>> result = score("123m55m678m345s79s234p", "5p", "5p")  # 得 drawn as 8s
    >>> [wenling_last(group, 13, True, result.categories)
    ...  for group in result.groups if group.last]
    [1]
    """
    from mjsim.wenling.arrangement import waits_as

    fitting = [i for i, is_wild in enumerate(group.wilds) if is_wild == wild]
    if wild and group.type == "sequence":
        waited = [i for i in fitting if waits_as(group.kinds, i) in categories]
        plain = [i for i in fitting if waits_as(group.kinds, i) is None]
        fitting = waited or plain or fitting
    return _as_itself(group, fitting, last, wild)


def _as_itself(group: "AnyGroup", fitting: list[int], last: int, wild: bool) -> int | None:
    """Return where the last stands; a wild may stand for anything, as itself if it can."""
    return next((i for i in fitting if group.kinds[i] == last), fitting[0] if wild else None)


def group_dicts(
    groups: "Iterable[AnyGroup]",
    last_of: "Callable[[AnyGroup], int | None]",
    script: str = "hant",
) -> list[dict[str, Any]]:
    """Return groups in words; `last_of` tells the last tile of the group that holds it."""
    from mjsim.cli.hands import tile_dict

    return [
        {
            "type": group.type,
            "zh": group_zh(group, script),
            "tiles": [
                {**tile_dict(place.kind, script), "wild": place.wild, "last": place.last}
                for place in places(group, last_of(group) if group.last else None)
            ],
        }
        for group in groups
    ]


def arrangement_table(found: dict[str, Any], drawn: str) -> "Table":
    """Return the table of groups; `drawn` is what to call a wild that came last."""
    from rich.text import Text

    from mjsim.cli.tables import table

    shown = table("group", "", "tiles", "牌", "last")
    for group in found["groups"]:
        cells = {name: Text() for name in ("tile", "zh")}
        for tile in group["tiles"]:
            style = "bold reverse" if tile["last"] else "yellow" if tile["wild"] else ""
            for name, cell in cells.items():
                cell.append(" " if cell else "")
                cell.append(tile[name] + "*" * tile["wild"], style)
        last = _last([tile for tile in group["tiles"] if tile["last"]], found, drawn)
        shown.add_row(group["type"], group["zh"], *cells.values(), last)
    return shown


def _last(at: list[dict[str, Any]], found: dict[str, Any], drawn: str) -> str:
    """Return the last tile as it stands in a group, or nothing where it does not."""
    from mjsim.cli.hands import tiles_text

    if not at:
        return ""
    text = tiles_text(at).replace("  ", " ")
    if not at[0]["wild"] or at[0]["kind"] == found["last"]["kind"]:
        return text
    return f"{drawn} as {text}"
