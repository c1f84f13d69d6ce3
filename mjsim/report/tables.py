"""Tables of a run's results: a family each, what is compared side by side."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import polars as pl

from mjsim.experiments.telling import is_share, varied_columns
from mjsim.experiments.tidy import ERROR_RATE, VERDICT
from mjsim.report.model import Cell, Table
from mjsim.report.run import Row, ToldRun
from mjsim.report.terms import (
    cell_name,
    family_note,
    family_title,
    label_of,
    mode_name,
    role_name,
    variant_name,
)

__all__ = ["slug", "tables"]

_MOST_ACROSS: Final = 4
_MOST_MAIN: Final = 90
_NAMES: Final = {
    "cell": ("打法", "players"),
    "role": ("位置", "seat"),
    "variant": ("設定", "setting"),
    "option": ("選項", "option"),
    "how": ("做法", "how"),
    "mode": ("盤", "hands"),
    "indicator": ("指示牌", "indicator"),
    "family": ("表", "table"),
    "label": ("項目", "what"),
    "estimate": ("估計", "estimate"),
    "exact": ("精確值", "exact"),
    "n": ("次數", "trials"),
    "z": ("z 或 p", "z or p"),
    "p": ("校正 p", "corrected p"),
}


class _Layout(NamedTuple):
    """Which columns tell rows apart, and which is laid out across."""

    down: tuple[str, ...]
    across: str | None


def tables(told: ToldRun, main: Sequence[str]) -> tuple[Table, ...]:
    """Lay out the results of a run.

    Parameters
    ----------
    told : ToldRun
    main : sequence of str
        Families that come first, in this order, and are main tables unless they are long.

    Returns
    -------
    tuple of Table
        One for each family, strategies side by side where there are a few, and if anything is
        known exactly one that sets it beside the estimates; main tables first.
    """
    families: dict[str, list[Row]] = defaultdict(list)
    for row in told.rows():
        if row["family"] != VERDICT:
            families[row["family"]].append(row)
    order = [name for name in main if name in families]
    order += [name for name in families if name not in order]
    made = [_table(told, name, families[name], main=name in main) for name in order]
    made.sort(key=lambda table: not table.main)
    exact = _exact(told, [row for rows in families.values() for row in rows])
    read_first = sum(table.main for table in made)
    return (*made[:read_first], *exact, *made[read_first:])


def slug(name: str) -> str:
    """Return an id of letters, digits and hyphens.

    Examples
    --------
    >>> slug("stakes: value"), slug("per_win")
    ('stakes-value', 'per-win')
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _table(told: ToldRun, family: str, rows: Sequence[Row], *, main: bool) -> Table:
    layout = _without_role(told, _layout(rows), rows)
    names = [told.say(*_NAMES.get(name, (name, name))) for name in layout.down]
    lines: dict[tuple[str, ...], dict[str, Row]] = defaultdict(dict)
    for row in rows:
        key = tuple(str(row[name]) for name in layout.down if name != "label")
        lines[*key, label_of(told, row)][row[layout.across] if layout.across else ""] = row
    columns = list(dict.fromkeys(key for line in lines.values() for key in line))
    across = (
        [_named(told, layout.across, name) for name in columns]
        if layout.across
        else [told.say(*_NAMES["estimate"])]
    )
    sizes = {row["n_trials"] for row in rows}
    counted = len(sizes) > 1 and layout.across is None
    known = any(row["exact"] is not None for row in rows)
    body = []
    for key, line in lines.items():
        cells = [
            Cell(_named(told, name, value)) for name, value in zip(layout.down, key, strict=True)
        ]
        cells += [_number(told, line.get(name)) for name in columns]
        first = next(iter(line.values()))
        if known:
            cells.append(_exactly(told, first))
        if counted:
            cells.append(Cell(f"{first['n_trials']:,}", float(first["n_trials"])))
        body.append(tuple(cells))
    extra = [*(["exact"] if known else []), *(["n"] if counted else [])]
    headers = (*names, *across, *(told.say(*_NAMES[name]) for name in extra))
    numeric = (*[False] * len(names), *[True] * (len(headers) - len(names)))
    return Table(
        slug(family),
        family_title(told, family),
        headers,
        numeric,
        tuple(body),
        " ".join(_notes(told, family, rows, sizes)),
        main and len(body) <= _MOST_MAIN,
    )


def _layout(rows: Sequence[Row]) -> _Layout:
    """Find what goes across: cells if they are few and hold the same rows, or else nothing."""
    varied = varied_columns(pl.DataFrame(rows, infer_schema_length=None))
    down = (*(name for name in varied if name != "cell"), "label")
    if "cell" not in varied:
        return _Layout(down, None)
    cells = {row["cell"] for row in rows}
    keys = [tuple(row[name] for name in (*varied, "term")) for row in rows]
    apart = {(*(row[name] for name in down), row["term"]) for row in rows}
    shared = len(keys) > 1.5 * len(apart) and len(set(keys)) == len(keys)
    if len(cells) <= _MOST_ACROSS and shared:
        return _Layout(down, "cell")
    return _Layout(("cell", *down), None)


def _without_role(told: ToldRun, layout: _Layout, rows: Sequence[Row]) -> _Layout:
    """Leave the seats out where what stands beside them names them, too."""
    if "role" not in layout.down:
        return layout
    for row in rows:
        if role_name(told, row["role"]) not in label_of(told, row):
            return layout
    return layout._replace(down=tuple(name for name in layout.down if name != "role"))


def _named(told: ToldRun, column: str, value: str) -> str:
    naming = _NAMING.get(column)
    return value if naming is None else naming(told, value)


def _how(told: ToldRun, how: str) -> str:
    return told.say(*_HOW[how]) if how in _HOW else how


_NAMING: Final = {
    "cell": cell_name,
    "how": _how,
    "mode": mode_name,
    "option": variant_name,
    "role": role_name,
    "variant": variant_name,
}
_HOW: Final = {
    "played": ("所打", "played"),
    "rescored": ("重算", "rescored"),
    "replayed": ("重打", "replayed"),
}


def _number(told: ToldRun, row: Row | None) -> Cell:
    """Return an estimate with its interval; what is 0 in every hand needs none."""
    if row is None:
        return Cell("–")
    alarm = row["p_adjusted"] is not None and row["p_adjusted"] <= ERROR_RATE
    return Cell(told.told(row).replace("-", "−"), row["estimate"], alarm)


def _exactly(told: ToldRun, row: Row) -> Cell:
    """Return the exact value beside an estimate."""
    text = told.texts(row).exact
    unit = " %" if text and is_share(row) else ""
    return Cell(f"{text}{unit}", row["exact"])


def _exact(told: ToldRun, rows: Sequence[Row]) -> Iterator[Table]:
    """Yield the table of what is known exactly, if anything is."""
    known = [row for row in rows if row["exact"] is not None]
    if not known:
        return
    layout = _Layout((*varied_columns(pl.DataFrame(known, infer_schema_length=None)),), None)
    varied = _without_role(told, layout, known).down
    names = [*varied, "label", "estimate", "exact", "z", "p"]
    body = []
    for row in known:
        z, p = row["z"], row["p_value"]
        test = Cell("") if p is None else Cell(f"p {p:.2g}", p)
        if z is not None:
            test = Cell(f"{z:+.2f}".replace("-", "−"), z)
        corrected = row["p_adjusted"]
        body.append(
            (
                *(Cell(_named(told, name, row[name])) for name in varied),
                Cell(label_of(told, row)),
                _number(told, row),
                _exactly(told, row),
                test,
                Cell("" if corrected is None else f"{corrected:.2g}", corrected),
            )
        )
    n_names = len(varied) + 1
    yield Table(
        "exact-values",
        told.say("估計與精確值", "Estimates beside exact values"),
        tuple(told.say(*_NAMES[name]) if name in _NAMES else name for name in names),
        (*[False] * n_names, *[True] * (len(names) - n_names)),
        tuple(body),
        told.say(
            "期望次數不足 25 者以二項精確 p 代 z；末欄經 Holm 校正。",
            "Where fewer than 25 hits are expected, the exact binomial p stands for z; the last "
            "column is corrected by Holm.",
        ),
        len(body) <= _MOST_MAIN,
    )


def _notes(told: ToldRun, family: str, rows: Sequence[Row], sizes: set[int]) -> Iterator[str]:
    """Yield what the numbers of a table are."""
    note = family_note(told, family)
    if note:
        yield note
    levels = {row["conf_level"] for row in rows}
    level = " / ".join(f"{100 * each:g} %" for each in sorted(levels))
    yield told.say("方括號內為 {level} 區間。", "Brackets hold {level} intervals.", level=level)
    if len(sizes) == 1:
        yield told.say("n = {n:,}。", "n = {n:,}.", n=next(iter(sizes)))
