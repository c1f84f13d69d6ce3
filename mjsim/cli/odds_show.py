"""Odds as tables to read."""

from typing import TYPE_CHECKING, Any

from mjsim.cli.games import FACTS, WINDS_ZH, labels_of, wilds_of
from mjsim.cli.hands import set_dict, tile_dicts, tiles_text
from mjsim.cli.options import Game
from mjsim.cli.tables import decimal, facts, fits, note, print_all, table

if TYPE_CHECKING:
    from rich.table import Table

    from mjsim.cli.odds_others import Measured
    from mjsim.odds import Average, Curves, Discard, Odds
    from mjsim.odds.near import Live
    from mjsim.stats import Estimate

__all__ = ["show_average", "show_odds"]

_WORTH = {Game.TIANJIN: "fan", Game.WENLING: "points"}
_TOP = 3  # categories named in a row
_ROWS = 6  # of a table of curves, about
_DIGITS = 4
_LONG = 9  # kinds that are listed in a table that does not fit
_GIVEN = ", given these chances that others win"


def show_odds(odds: "Odds", measured: "Measured | None", *, true: bool = False) -> None:
    """Print the odds of a hand; `true` follows the wall that shrinks though it takes long."""
    report = odds.to_dict(true=False)
    parts: list[Any] = [facts(_head(report, measured)), ""]
    if odds.declared is not None:
        parts += [facts(_declared(odds)), ""]
    discards = _discards(odds)
    shortened = not fits(discards)
    parts.append(_discards(odds, _LONG) if shortened else discards)
    best = odds.best
    if best is not None and best.curves is not None:
        title = "best play as it is" if best.tile is None else f"best discard {best.tile}"
        parts += ["", note(f"{title}, draw by draw"), _curves(odds, best.curves)]
        below = _below(odds, best, shortened=shortened, true=true)
        if below:
            parts += ["", facts(below)]
    parts += ["", note(f"{_exact(bool(odds.others.any()))}. {odds.model}")]
    print_all(*parts)


def show_average(found: "Average", measured: "Measured | None") -> None:
    """Print odds averaged over unknown tiles."""
    report = found.to_dict()
    head = _head(report, measured)
    if found.exact:
        head.append(("averaged", f"exact: all {found.n_completions} completions, by their ways"))
        worth = decimal(found.worth.value, _DIGITS)
    else:
        drawn = f"{found.n_completions} completions drawn, seed {found.seed}"
        head.append(("averaged", f"{drawn}; ± is the standard error"))
        worth = f"{found.worth}, 95 % {_interval(found.worth)} ({found.worth.method})"
    head.append((_goal_text(found.goal, found.game), worth))
    parts: list[Any] = [facts(head), "", _curves(found, found.curves, found.std_errors)]
    said = "exact in the model and over completions" if found.exact else "each exact in the model"
    if report["given_others"]:
        said += _GIVEN
    print_all(*parts, "", note(f"{said}. {found.model}"))


def _exact(others: bool) -> str:
    return f"exact in the model{_GIVEN}" if others else "exact in the model"


def _interval(estimate: "Estimate") -> str:
    """Write an interval; its ends alone where the error is not known.

    Examples
    --------
    >>> from mjsim.stats import Estimate
    >>> _interval(Estimate(0.2, 0.01, 0.18123, 0.23, 0.95, "betting", 200))
    '0.1812 to 0.2300'
    """
    return f"{decimal(estimate.ci_low, _DIGITS)} to {decimal(estimate.ci_high, _DIGITS)}"


def _head(report: dict[str, Any], measured: "Measured | None") -> list[tuple[str, str]]:
    game = Game(report["game"])
    script = FACTS[game].script
    hand, turned = report["hand"], report["indicator"]
    rows = [("hand", hand["notation"]), ("", hand["zh"])]
    if turned is None:
        rows.append(("indicator", "not known"))
    else:
        wilds = tile_dicts(wilds_of(game, turned["kind"]), script)
        rows += [
            ("indicator", tiles_text([turned])),
            (f"wild {FACTS[game].wild}", tiles_text(wilds)),
        ]
    if game == Game.WENLING:
        shown = _tiles(report["shown"], script, game)
        rows += [
            ("seat", f"{report['seat']}  {WINDS_ZH[report['seat']]}"),
            ("shown", f"{shown['notation']}  {shown['zh']}" if shown["zh"] else "none"),
        ]
    if report["seen"]:
        rows.append(("seen", report["seen"]))
    rows.append(("goal", _goal_name(report["goal"], game)))
    changes = f"changes allowed {report['depth']}"
    rows.append(("draws", f"{report['draws']}, {changes}"))
    if "unseen" in report:
        rows.append(("unseen", f"{report['unseen']} tiles that may be drawn"))
    if any(report["others"]):
        rows += _others(report["others"], measured)
    return rows


def _tiles(text: str, script: str, game: Game) -> dict[str, str]:
    from mjsim.cli.hands import read_tiles

    return set_dict(read_tiles(text, "shown", None, game), script)


def _others(chances: list[float], measured: "Measured | None") -> list[tuple[str, str]]:
    if measured is None:
        first, last = chances[0], chances[-1]
        said = decimal(first, _DIGITS) if first == last else f"{first:.4f} to {last:.4f}"
        return [("others win", f"{said} before a draw; the odds take it for given")]
    found, n = measured.found, len(chances)
    shown = [str(each) for each in measured.estimates(n)]
    said = shown[0] if n == 1 else f"{shown[0]} to {shown[-1]}"
    own = f"own draws {measured.own_draw} to {measured.own_draw + n - 1} of hands at a table"
    how = f"measured: {own}, {found.strategy}, {found.n_hands:,} hands, seed {found.seed}"
    return [
        ("others win", f"{said} before a draw"),
        ("", how),
        ("", "the odds take these chances for given: ± is not carried into them"),
    ]


def _goal_name(goal: str, game: Game) -> str:
    if goal == "win":
        return "win"
    if goal == "value":
        return f"value: mean {_WORTH[game]}"
    label = labels_of(game)[goal]
    return f"{goal}  {label.zh} {label.en}"


def _goal_text(goal: str, game: str) -> str:
    return f"mean {_WORTH[Game(game)]}" if goal == "value" else "wins"


def _declared(odds: "Odds") -> list[tuple[str, str]]:
    win = odds.declared
    assert win is not None
    game = Game(odds.game)
    labels = labels_of(game)
    named = " ".join(labels[name].zh for name in win.categories)
    must = "must be declared" if win.forced else "may be declared"
    not_goal = "" if win.serves else f", and has not the goal {odds.goal}"
    return [
        (
            "won now",
            f"the hand {must} as it stands, chance 1{not_goal}: {win.value} {_WORTH[game]} with "
            f"{win.tile} last  {named}",
        )
    ]


def _discards(odds: "Odds", most: int | None = None) -> "Table":
    """Return a table of the discards; of kinds that improve them, if more than `most`, how many."""
    game = Game(odds.game)
    worth = _WORTH[game]
    numbers = ["next draw", "ready", "won", f"mean {worth}"]
    far = ["shanten", *["distance"] * (game == Game.TIANJIN), *["steps"] * _far(odds)]
    names = ["discard", "牌", *far, "improving", "live", *numbers, "categories won with"]
    right = [*far, "live", *numbers]
    shown = table(*names, right=right, fold=["improving", "categories won with"])
    for each in odds.discards:
        shown.add_row(*_row(odds, each, game, most))
    return shown


def _far(odds: "Odds") -> bool:
    """Whether the steps to the goal are other than those to a win."""
    return odds.goal not in ("win", "value") and odds.game == Game.TIANJIN


def _row(odds: "Odds", each: "Discard", game: Game, most: int | None) -> list[str]:
    zh = ""
    if each.kind is not None:
        zh = tile_dicts([each.kind], FACTS[game].script)[0]["zh"]
    far = [str(each.shanten), *[str(each.distance)] * (game == Game.TIANJIN)]
    far += ["" if each.steps is None else str(each.steps)] * _far(odds)
    start = [each.tile or "none", zh, *far]
    if each.bars:
        return [*start, "wild: bars the seat", *[""] * 6]
    near = _live(each.improving)
    if most is not None and len(each.improving) > most:
        near = f"{len(each.improving)} kinds"
    start += [near, str(each.n_improving)]
    if each.curves is None or each.next is None:
        return [*start, *[""] * 5]
    last = [float(curve[-1]) for curve in (each.curves.ready, each.curves.won, each.curves.value)]
    numbers = [decimal(value, _DIGITS) for value in (each.next, *last)]
    return [*start, *numbers, _top(each.curves, game, -1)]


def _live(kinds: "Live") -> str:
    """Write kinds with their live copies."""
    from mjsim.tiles import tile_code

    return " ".join(f"{tile_code(kind)}×{n}" for kind, n in kinds)


def _top(curves: "Curves", game: Game, draw: int) -> str:
    """Name the likeliest categories after a draw."""
    labels = labels_of(game)
    found = [(float(chances[draw]), name) for name, chances in curves.categories.items()]
    found = sorted((pair for pair in found if pair[0] > 0), reverse=True)[:_TOP]
    return " ".join(f"{labels[name].zh} {decimal(chance, 2)}" for chance, name in found)


def _curves(odds: "Odds | Average", curves: "Curves", errors: "Curves | None" = None) -> "Table":
    """Return a table of every few draws."""
    game = Game(odds.game)
    worth = f"mean {_WORTH[game]}"
    shown = table(
        "draw", "ready", "won", worth, "categories won with",
        right=["draw", "ready", "won", worth], fold=["categories won with"],
    )  # fmt: skip
    step = -(-odds.draws // _ROWS)
    for draw in sorted({0, *range(odds.draws, 0, -step)}):
        cells = []
        for name in ("ready", "won", "value"):
            value = float(getattr(curves, name)[draw])
            if errors is None:
                cells.append(decimal(value, _DIGITS))
            else:
                cells.append(_with_error(value, float(getattr(errors, name)[draw])))
        shown.add_row(str(draw), *cells, _top(curves, game, draw))
    return shown


def _with_error(value: float, error: float) -> str:
    """Write a number with as many digits as its error leaves; nan is unknown.

    Examples
    --------
    >>> _with_error(0.123456, 0.0123), _with_error(0.0, float("nan"))
    ('0.123 ± 0.012', '0 (error unknown)')
    """
    from mjsim.stats import Estimate

    return str(Estimate(value, error, value - error, value + error, 0.68, "mean", 2))


def _below(odds: "Odds", best: "Discard", *, shortened: bool, true: bool) -> list[tuple[str, str]]:
    """Say how far the model is from walls that shrink, and what makes the hand wider."""
    rows = []
    if shortened and len(best.improving) > _LONG:
        rows.append(("improving", _live(best.improving)))
    if odds.depth and best.widening:
        rows.append(("widening", _live(best.widening)))
    rows += _true_wall(odds, best, true)
    if odds.walls is not None:
        walls = odds.walls
        worth = _WORTH[Game(odds.game)]
        rows += [
            (
                "tried",
                f"this play on {walls.trials:,} true walls, seed {walls.seed}: won {walls.won}, "
                f"mean {worth} {walls.value}",
            ),
            (
                "bias",
                f"of the model, less the walls: won {walls.won_bias}, "
                f"mean {worth} {walls.value_bias}",
            ),
        ]
    return rows


def _true_wall(odds: "Odds", best: "Discard", forced: bool) -> list[tuple[str, str]]:
    """Say what the best discard is worth on the wall that shrinks, unless that takes long."""
    from mjsim.odds.answer import TRUE_DRAWS, TRUE_EDGES

    if odds.draws > TRUE_DRAWS:
        return []
    if not (forced or odds.true_is_quick):
        said = f"not followed: more than {TRUE_EDGES:,} draws in the model; --true follows it"
        return [("true wall", said)]
    assert best.true is not None
    said = f"{decimal(best.true, _DIGITS)}, the best of the model's choices on a wall that shrinks"
    return [("true wall", said)]
