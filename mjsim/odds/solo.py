"""`solo`: the odds of a hand that is played alone."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mjsim.inputs import whole
from mjsim.notation import Honors, format_hand
from mjsim.odds.answer import Discard, Odds
from mjsim.odds.curves import curves_of
from mjsim.odds.declared import declared
from mjsim.odds.kernel import Progress, Solved, check_way, steps_of
from mjsim.odds.near import distances_of, may_win_next, shanten_of, winning
from mjsim.odds.query import Query, read_query
from mjsim.odds.settings import DRAWS, MAX_BYTES, MAX_STATES, read_settings
from mjsim.odds.walls import MOST_TRIALS, tried
from mjsim.options import GameRules
from mjsim.streams import Stream, bits_of
from mjsim.tiles import Hand, tile_code

__all__ = ["answer", "compared", "solo"]


def solo(
    hand: str | Hand,
    indicator: str | int,
    *,
    game: str = "tianjin",
    draws: int = DRAWS,
    goal: str = "win",
    depth: int = 1,
    seen: str = "",
    others: float | Sequence[float] | NDArray[np.float64] | None = None,
    rules: GameRules | None = None,
    seat: str | int = "E",
    shown: str = "",
    honors: Honors | None = None,
    trials: int = 100_000,
    seed: int = 0,
    max_states: int = MAX_STATES,
    max_bytes: int = MAX_BYTES,
    all_discards: bool = False,
    progress: Progress | None = None,
) -> Odds:
    """Return what a hand comes to if it is played alone, discard by discard.

    The numbers are exact within a model, whose words are in ``Odds.model``; how far that is from
    walls that shrink is tried beside it.

    Parameters
    ----------
    hand : str or Hand
        The concealed tiles with melds: 3k + 1 tiles, about to draw, or 3k + 2, about to discard.
    indicator : str or int
        The tile turned up.
    game : {"tianjin", "wenling"}
    draws : int
        Own draws to come, 1-84.
    goal : str
        What is played for: ``win``, ``value`` (mean fan, or points) or a category's id.
    depth : int
        Changes of the hand that bring it no nearer, 0-7. More take longer.
    seen : str
        Other tiles known to be out of the wall: discards and melds of the others.
    others : float or sequence of float, optional
        Chance before each own draw that somebody else wins; one for each draw, or one for all.
        The odds take it for given: of measured ones (`mjsim.odds.others_win`) the errors are not
        in the odds.
    rules : Rules, optional
        ``tianjin.Rules.platform()`` or ``wenling.Rules.seed()`` if left out; ``min_fan`` is 3 at
        most.
    seat : {"E", "S", "W", "N"} or int
        In 温岭麻将.
    shown : str
        Tiles that the player has shown, in 温岭麻将.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.
    trials : int
        True walls on which the best discard's play is tried, 10**8 at most; 0: none.
    seed : int
        Root seed of these walls.
    max_states : int
        Most hands to follow, 2**31 - 1 at most.
    max_bytes : int
        Memory that the hands and their values may take, about.
    all_discards : bool
        Odds of every natural discard; by default only of those after which the hand is nearest to
        its goal.
    progress : callable, optional
        Takes numbers of hands that were just followed.

    Returns
    -------
    Odds

    Raises
    ------
    InputError
        If the notation is malformed, the hand impossible, the tiles seen contradict it, an
        argument can't be, there is no such goal or no way to it; `TooFarError` if there are more
        hands to follow than `max_states`, or they take more memory than `max_bytes`.

    Notes
    -----
    In 温岭麻将 a drawn tile that is shown on arrival is replaced at once, so that tiles of those
    kinds are left out of the wall; what they would add to the points is left aside.

    Examples
    --------
    Of the tiles that complete this hand 5m, E and S may be declared, 9s may not:

    >>> odds = solo("46m123pPPPFFF9sE", "E", trials=0)
    >>> print(f"{odds.best.next:.6f}", odds.unseen)
    0.081967 122
    >>> [(tile_code(kind), n) for kind, n in odds.best.improving]
    [('5m', 4), ('E', 2), ('S', 4)]

    >>> odds = solo("46m123pPPPFFF99sE", "E", draws=5, trials=0)
    >>> [(each.tile, round(each.worth, 4)) for each in odds.discards[:2]]
    [('4m', 0.4076), ('6m', 0.4076)]
    """
    settings = read_settings(
        game,
        draws=draws,
        goal=goal,
        depth=depth,
        seen=seen,
        others=others,
        rules=rules,
        seat=seat,
        shown=shown,
        honors=honors,
        max_states=max_states,
        max_bytes=max_bytes,
    )
    whole("trials", trials, 0, MOST_TRIALS)
    bits_of(seed, Stream.ODDS, game, 0)  # refuses a seed that can't be
    query = read_query(settings, hand, indicator, honors)
    return answer(query, trials, seed, all_discards=all_discards, progress=progress)


def answer(
    query: Query,
    trials: int = 0,
    seed: int = 0,
    *,
    all_discards: bool = False,
    progress: Progress | None = None,
) -> Odds:
    """Return the odds of a query; arguments as for `solo`, checked."""
    settings = query.settings
    win = declared(query) if query.to_discard else None
    if query.to_discard:
        discards, solved = _discards(query, win is not None and win.forced, all_discards, progress)
    else:
        discards, solved = _to_draw(query, progress)
    first = discards[0] if discards else None
    walls = None
    if trials and solved is not None and first is not None:
        walls = tried(solved, first._place, trials, seed)
    return Odds(
        settings.game,
        format_hand(query.hand),
        tile_code(query.indicator),
        settings.goal,
        settings.draws,
        settings.depth,
        settings.quit,
        query.unseen,
        win,
        tuple(discards),
        walls,
        0 if solved is None else solved.core.n_states,
        query,
    )


def compared(query: Query, steps: Sequence[int], *, all_discards: bool) -> list[int]:
    """Return the natural discards whose odds are compared: those after which it is nearest."""
    least = min(steps, default=0)
    pairs = zip(query.natural, steps, strict=True)
    return [kind for kind, after in pairs if all_discards or after == least]


def _to_draw(query: Query, progress: Progress | None) -> tuple[list[Discard], Solved]:
    """Return the one row of a hand of 3k + 1 tiles."""
    solved = Solved(query, None, progress)
    rows = query.counts[None]
    steps = solved.core.distances()
    check_way(query, steps)
    return _made(query, [None], rows, steps, solved, {None: 0}), solved


def _discards(
    query: Query, forced: bool, all_discards: bool, progress: Progress | None
) -> tuple[list[Discard], Solved | None]:
    """Return the discards of a hand of 3k + 2 tiles, the best first."""
    natural = query.natural
    wild = [kind for kind in query.wild if query.counts[kind]]
    steps = steps_of(query, query.counts, natural)
    if not forced:
        check_way(query, steps)
    asked = [] if forced else compared(query, steps, all_discards=all_discards)
    solved = Solved(query, asked, progress) if asked else None
    kinds: list[int | None] = [*natural, *wild]
    rows = query.without([*natural, *wild])
    places: dict[int | None, int] = {kind: place for place, kind in enumerate(asked)}
    found = _made(query, kinds, rows, [*steps, *[None] * len(wild)], solved, places)
    return sorted(found, key=_rank), solved


def _rank(each: Discard) -> tuple[float, ...]:
    """Order discards: by worth, then by what the hand lacks; wilds last."""
    worth = 1.0 if each.worth is None else -each.worth
    return (each.bars, each.worth is None, worth, each.steps or 0, each.distance, each.shanten)


def _made(
    query: Query,
    kinds: Sequence[int | None],
    rows: NDArray[np.uint8],
    steps: Sequence[int | None],
    solved: Solved | None,
    known: "dict[int | None, int]",
) -> list[Discard]:
    shanten = shanten_of(query, rows)
    distances = distances_of(query, rows)
    soon = _soon(query, kinds, rows, steps, known)
    found = []
    for i, kind in enumerate(kinds):
        place = known.get(kind, -1)
        has = solved is not None and place >= 0
        found.append(
            Discard(
                kind,
                None if kind is None else tile_code(kind),
                steps[i] is None,
                shanten[i],
                distances[i],
                steps[i],
                float(solved.worth[place]) if solved is not None and has else None,
                soon.get(i, 0.0) if has else None,
                curves_of(solved.curves[place], query.settings.facts.categories)
                if solved is not None and has
                else None,
                rows[i],
                query,
                solved if has else None,
                place,
            )
        )
    return found


def _soon(
    query: Query,
    kinds: Sequence[int | None],
    rows: NDArray[np.uint8],
    steps: Sequence[int | None],
    places: "dict[int | None, int]",
) -> dict[int, float]:
    """Return the chance to win with the next draw, by place, of hands that may."""
    able = [
        i
        for i, kind in enumerate(kinds)
        if kind in places and may_win_next(query, rows[i], steps[i] or 0)
    ]
    if not able or not query.unseen:
        return {}
    live = winning(query, rows[able]) @ query.live.astype(np.int64)
    return dict(zip(able, (live / query.unseen).tolist(), strict=True))
