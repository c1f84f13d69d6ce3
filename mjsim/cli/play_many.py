"""Many hands at the table, summed up: what ``mjsim play --hands`` prints and writes."""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mjsim.cli.jsonout import finite

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from mjsim.playing.table import Table
    from mjsim.playing.words import Lang, Words
    from mjsim.stats import Estimate

__all__ = ["Won", "play_many", "summed_up"]

_SEATS = 4
_NEEDED = ("payoff", "dealer", "is_winner", "winner")


class Won(NamedTuple):
    """What a seat, the dealer, or the seats of a strategy gained.

    Attributes
    ----------
    who : str
        ``0``-``3``, ``dealer``, or the label of a strategy.
    n_seats : int
        Seats in a hand.
    share : Estimate
        Of the hands that one of them won, or several.
    payoff : Estimate
        Mean payoff of a seat; seats of a hand count as one trial.
    """

    who: str
    n_seats: int
    share: "Estimate"
    payoff: "Estimate"


def play_many(
    settings: Mapping[str, Any],
    n: int,
    columns: Sequence[str] | None,
    out: Path | None,
    running: Mapping[str, Any],
    *,
    lang: "Lang",
    as_json: bool,
) -> None:
    """Play hands, write them if asked to, and print their sums.

    Parameters
    ----------
    settings : mapping
        Arguments of `mjsim.playing.play` that make the hands.
    n : int
    columns : sequence of str or None
        What the file is to hold.
    out : Path, optional
    running : mapping
        Arguments that change no number.
    lang : {"zh", "en"}
    as_json : bool
    """
    from mjsim.engines import progress_bar
    from mjsim.playing import play
    from mjsim.playing.columns import DEFAULT, read_columns
    from mjsim.playing.table import read_table

    table = read_table(
        *(settings[name] for name in ("game", "strategies", "rules", "sit", "pulls"))
    )
    asked = read_columns(columns, settings["game"])
    with progress_bar("play", n) as advance:
        frame = play(
            n_hands=n,
            columns=[*(columns or DEFAULT), *_NEEDED],
            progress=lambda block: advance(block.n_hands),
            **settings,
            **running,
        )
    if out is not None:
        _write(frame.select(asked), out, table, n, settings["seed"])
    drawn, rows = summed_up(frame, [each.label for each in table.strategies])
    if as_json:
        _print_json(table, settings["seed"], drawn, rows, out)
    else:
        _show(table, settings["seed"], drawn, rows, out, lang)


def summed_up(frame: "pl.DataFrame", labels: Sequence[str]) -> "tuple[Estimate, list[Won]]":
    """Estimate how often hands are drawn, and what seats win.

    Parameters
    ----------
    frame : polars.DataFrame
        Four rows a hand, as `mjsim.playing.play` returns them.
    labels : sequence of 4 str
        Strategies by seat; each has a row of its own if they differ.

    Examples
    --------
    >>> from mjsim.playing import play
    >>> drawn, rows = summed_up(play("tianjin", "speed", 400, seed=1), ["speed"] * 4)
    >>> drawn.n_success, sum(row.share.n_success for row in rows[:4]), [row.who for row in rows]
    (6, 394, ['0', '1', '2', '3', 'dealer'])
    """
    import numpy as np

    from mjsim.stats import proportion

    payoffs = frame["payoff"].to_numpy().reshape(-1, _SEATS)
    wins = frame["is_winner"].to_numpy().reshape(-1, _SEATS)
    dealer = frame["dealer"].to_numpy().reshape(-1, _SEATS)
    places = {str(seat): np.arange(_SEATS) == seat for seat in range(_SEATS)}
    places["dealer"] = np.arange(_SEATS) == dealer
    if len(set(labels)) > 1:
        names = np.array(labels)
        places |= {label: names == label for label in dict.fromkeys(labels)}
    rows = [_won(who, np.broadcast_to(at, wins.shape), wins, payoffs) for who, at in places.items()]
    n = len(wins)
    drawn = frame["winner"].null_count() // _SEATS
    return proportion(drawn, n), rows


def _won(
    who: str, at: "NDArray[np.bool_]", wins: "NDArray[np.bool_]", payoffs: "NDArray[np.float64]"
) -> Won:
    """Estimate over the seats of a mask, which has as many of them in each hand."""
    from mjsim.stats import mean, proportion

    n, n_seats = len(at), int(at[0].sum())
    by_hand = payoffs[at].reshape(n, n_seats).mean(axis=1)
    won = int((wins & at).any(axis=1).sum())
    return Won(who, n_seats, proportion(won, n), mean(by_hand))


def _write(frame: "pl.DataFrame", out: Path, table: "Table", n: int, seed: int) -> None:
    """Write the rows with all that makes them again; no time and no host, as in run folders."""
    from mjsim.store.files import atomic_path
    from mjsim.store.versions import mjsim_version

    strategies = [
        {"label": each.label, "parameters": each.parameters()} for each in table.strategies
    ]
    metadata = {
        "mjsim.version": mjsim_version(),
        "mjsim.game": table.game,
        "mjsim.seed": str(seed),
        "mjsim.n_hands": str(n),
        "mjsim.rules_sha256": table.rules.digest,
        "mjsim.rules_json": json.dumps(table.rules.to_dict(), sort_keys=True),
        "mjsim.strategies_json": json.dumps(strategies, sort_keys=True, default=str),
        "mjsim.sit": str(table.sit),
        "mjsim.pulls_json": json.dumps(table.pulls),
    }
    with atomic_path(out) as temporary:
        frame.write_parquet(temporary, metadata=metadata)


def _print_json(
    table: "Table", seed: int, drawn: "Estimate", rows: Sequence[Won], out: Path | None
) -> None:
    from mjsim.cli.jsonout import print_json

    print_json(
        {
            "game": table.game,
            "seed": seed,
            "hands": drawn.n,
            "rules": table.rules.to_dict(),
            "strategies": [each.label for each in table.strategies],
            "sit": table.sit,
            "pulls": list(table.pulls),
            "drawn": _estimate_dict(drawn),
            "rows": [
                {
                    "who": row.who,
                    "n_seats": row.n_seats,
                    "wins": row.share.n_success,
                    "share": _estimate_dict(row.share),
                    "payoff": _estimate_dict(row.payoff),
                }
                for row in rows
            ],
            "out": None if out is None else str(out),
        }
    )


def _estimate_dict(estimate: "Estimate") -> dict[str, Any]:
    return {
        "estimate": finite(estimate.value),
        "std_error": finite(estimate.se),
        "conf_low": finite(estimate.ci_low),
        "conf_high": finite(estimate.ci_high),
        "conf_level": estimate.level,
        "method": estimate.method,
    }


def _show(
    table: "Table",
    seed: int,
    drawn: "Estimate",
    rows: Sequence[Won],
    out: Path | None,
    lang: "Lang",
) -> None:
    from mjsim.cli.tables import facts, note, print_all
    from mjsim.cli.tables import table as new_table
    from mjsim.playing.render import rules_text
    from mjsim.playing.words import Words

    say = Words(lang, table.game)
    labels = [each.label for each in table.strategies]
    head = [
        (say("hands"), say("many", seed=seed, n=drawn.n)),
        (say("rules"), rules_text(table.rules, lang)),
        (say("strategies"), say.seats(labels)),
        *_stakes(table, say),
        (say("drawn hands"), f"{drawn.n_success:,}: {drawn:ci%}"),
    ]
    names = tuple(map(say, ("who", "win count", "share", "mean payoff", "interval")))
    shown = new_table(*names, right=names[1:], fold=names[:1])
    for i, row in enumerate(rows):
        if i == _SEATS:
            shown.add_section()
        share = f"{row.share:ci%}".removesuffix(" %")
        known = math.isfinite(row.payoff.se)
        interval = f"{row.payoff:ci}".partition(" ")[2] if known else ""
        cells = (_who(row, say), f"{row.share.n_success:,}", share, f"{row.payoff}", interval)
        shown.add_row(*cells)
    written = [(say("file"), str(out))] if out is not None else []
    notes = [note(say("error"))]
    if drawn.n % _SEATS:
        notes.append(note(say("unbalanced")))
    print_all(facts(head), "", shown, "", *notes, facts(written))


def _stakes(table: "Table", say: "Words") -> list[tuple[str, str]]:
    """Say who sits and pulls, where there are stakes."""
    from mjsim.playing.games import PLAYED

    if not PLAYED[table.game].has_stakes:
        return []
    sit = say("sits" if table.sit else "no sit")
    if not any(table.pulls):
        return [(say("stakes"), say(", ").join((sit, say("no pull"))))]
    pulls = " ".join(map(str, table.pulls))
    return [(say("stakes"), say("many stakes", sit=sit, pulls=pulls))]


def _who(row: Won, say: "Words") -> str:
    if row.who.isdigit():
        return say.seat(int(row.who))
    if row.who == "dealer":
        return say("the dealer")
    return say("one seat" if row.n_seats == 1 else "n seats", label=row.who, n=row.n_seats)
