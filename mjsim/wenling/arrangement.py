"""Arrangements of 温岭麻将 as they are shown: the last tile in its place."""

from collections.abc import Collection, Sequence

from mjsim.hands import Group

__all__ = ["waits_as", "with_last_wild"]

_MIDDLE = 1


def with_last_wild(groups: Sequence[Group], categories: Collection[str]) -> list[Group]:
    """Put a wild into the group that a wild completed as the last tile of 温岭麻将.

    Of tiles of one kind, one of them a wild, the arrangement may call any the wild; here it is
    the one that came last.

    Examples
    --------
    >>> chi = Group("sequence", (1, 2, 3), (False, False, False), True)
    >>> other = Group("sequence", (1, 2, 3), (False, False, True), False)
    >>> [group.wilds for group in with_last_wild([chi, other], ())]
    [(False, False, True), (False, False, False)]
    """
    found = list(groups)
    at = next((i for i, group in enumerate(found) if group.last), None)
    if at is None or any(found[at].wilds):
        return found
    places = [
        (here, i, there)
        for here, kind in enumerate(found[at].kinds)
        for i, group in enumerate(found)
        for there, other in enumerate(group.kinds)
        if other == kind and group.wilds[there]
    ]
    fitting = [place for place in places if waits_as(found[at].kinds, place[0]) in categories]
    plain = [place for place in places if waits_as(found[at].kinds, place[0]) is None]
    for here, i, there in (fitting or plain or places)[:1]:
        found[at] = found[at]._replace(wilds=_changed(found[at].wilds, here, True))
        found[i] = found[i]._replace(wilds=_changed(found[i].wilds, there, False))
    return found


def _changed(wilds: tuple[bool, ...], at: int, value: bool) -> tuple[bool, ...]:
    return (*wilds[:at], value, *wilds[at + 1 :])


def waits_as(kinds: tuple[int, ...], at: int) -> str | None:
    """Return what a sequence that was completed here was waiting as, if it has a name."""
    if at == _MIDDLE:
        return "qiandang"
    edge = {0: 2, 6: 0}.get(kinds[0] % 9)  # the 3 of 123, the 7 of 789
    return "kaobing" if at == edge else None
