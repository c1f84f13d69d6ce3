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
from mjsim.report.terms_numbers import exponent, number_of, p_of
from mjsim.report.terms_short import first_column, short_labels

__all__ = ["slug", "tables"]

_MOST_ACROSS: Final = 4
_MOST_MAIN: Final = 90
_LABEL: Final = "label"
_NUMBER: Final = re.compile(r"-?\d[\d.,+\-]*")
_NAMES: Final = {
    "cell": ("打法", "players"),
    "role": ("位置", "seat"),
    "variant": ("設定", "setting"),
    "option": ("選項", "option"),
    "how": ("做法", "how"),
    "mode": ("盤", "hands"),
    "indicator": ("指示牌", "indicator"),
    "family": ("表", "table"),
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
    layout, given = _layout(told, rows), rows
    rows = _in_order(rows, layout.down)
    labels = short_labels(told, rows, roles="role" in layout.down)
    down = layout.down
    # What all rows are of stands in the title, but for a number in it.
    if len(down) > 1 and len({*labels}) == 1 and not re.search(r"\d", labels[0]):
        down = tuple(name for name in down if name != _LABEL)
    lines: dict[tuple[str, ...], dict[str, Row]] = defaultdict(dict)
    for row, label in zip(rows, labels, strict=True):
        key = tuple(label if name == _LABEL else str(row[name]) for name in down)
        lines[key][row[layout.across] if layout.across else ""] = row
    columns = list(dict.fromkeys(row[layout.across] if layout.across else "" for row in given))
    across = (
        [_named(told, layout.across, name) for name in columns]
        if layout.across
        else [told.say(*_NAMES["estimate"])]
    )
    sizes = {row["n_trials"] for row in rows}
    counted = len(sizes) > 1 and layout.across is None
    known = any(row["exact"] is not None for row in rows)
    how = len({row.get("how") for row in rows}) > 1
    body = []
    for key, line in lines.items():
        cells = [Cell(_named(told, name, value)) for name, value in zip(down, key, strict=True)]
        if how:
            cells.append(Cell(_hows(told, [line[name] for name in columns if name in line])))
        cells += [_number(told, line.get(name)) for name in columns]
        first = next(iter(line.values()))
        if known:
            cells.append(_exactly(told, first))
        if counted:
            cells.append(Cell(f"{first['n_trials']:,}", float(first["n_trials"])))
        body.append(tuple(cells))
    names = [first_column(told, rows) if each == _LABEL else _header(told, each) for each in down]
    names += [_header(told, "how")] if how else []
    extra = [*(["exact"] if known else []), *(["n"] if counted else [])]
    headers = (*names, *across, *(told.say(*_NAMES[name]) for name in extra))
    numeric = (*[False] * len(names), *[True] * (len(headers) - len(names)))
    return Table(
        slug(family),
        family_title(told, family),
        headers,
        numeric,
        tuple(body),
        _joined(told, _notes(told, family, rows, sizes)),
        main and len(body) <= _MOST_MAIN,
    )


def _layout(told: ToldRun, rows: Sequence[Row]) -> _Layout:
    """Find what goes across: cells if they are few and hold the same rows, or else nothing."""
    varied = _without_role(told, varied_columns(pl.DataFrame(rows, infer_schema_length=None)), rows)
    # How an option was tried goes with the option, and is no row of its own.
    varied = [name for name in varied if name != "how"]
    rest = [name for name in varied if name != "cell"]
    # What is compared between options stands above them.
    down = (_LABEL, *rest) if "option" in rest else (*rest, _LABEL)
    if "cell" not in varied:
        return _Layout(down, None)
    cells = {row["cell"] for row in rows}
    keys = [tuple(row[name] for name in (*varied, "term")) for row in rows]
    apart = {(*(row[name] for name in rest), row["term"]) for row in rows}
    shared = len(keys) > 1.5 * len(apart) and len(set(keys)) == len(keys)
    if len(cells) <= _MOST_ACROSS and shared:
        return _Layout(down, "cell")
    return _Layout(("cell", *down), None)


def _without_role(told: ToldRun, varied: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """Leave roles out where each term and each label has only one, and so says whose it is."""
    if "role" in varied:
        by_term = {(row["term"], row["role"]) for row in rows}
        by_label = {(label_of(told, row), row["role"]) for row in rows}
        if all(len({name for name, _ in each}) == len(each) for each in (by_term, by_label)):
            return [name for name in varied if name != "role"]
    return list(varied)


def _in_order(rows: Sequence[Row], down: Sequence[str]) -> list[Row]:
    """Bring together what is of one kind: by each column as it first comes, and terms alike.

    Terms are alike but for their numbers, so that shares do not alternate with means.
    """

    def kind(row: Row, name: str) -> str:
        return _NUMBER.sub("#", row["term"]) if name == _LABEL else str(row[name])

    ranks: dict[str, dict[str, int]] = {name: {} for name in down}
    for row in rows:
        for name, rank in ranks.items():
            rank.setdefault(kind(row, name), len(rank))
    return sorted(rows, key=lambda row: [rank[kind(row, name)] for name, rank in ranks.items()])


def _header(told: ToldRun, name: str) -> str:
    return told.say(*_NAMES.get(name, (name, name)))


def _joined(told: ToldRun, notes: Iterator[str]) -> str:
    return told.say("", " ").join(notes)


def _hows(told: ToldRun, rows: Sequence[Row]) -> str:
    """Say how an option was tried, by cell where it was not with all alike."""
    hows = {row["how"] for row in rows}
    if len(hows) == 1:
        return _how(told, *hows)
    return told.say("、", ", ").join(f"{row['cell']} {_how(told, row['how'])}" for row in rows)


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
    return Cell(number_of(told, row), row["estimate"], alarm)


def _exactly(told: ToldRun, row: Row) -> Cell:
    """Return the exact value beside an estimate."""
    text = told.texts(row).exact
    unit = " %" if text and is_share(row) else ""
    return Cell(exponent(f"{text}{unit}"), row["exact"])


def _exact(told: ToldRun, rows: Sequence[Row]) -> Iterator[Table]:
    """Yield the table of what is known exactly, if anything is."""
    known = [row for row in rows if row["exact"] is not None]
    if not known:
        return
    varied = _without_role(
        told, varied_columns(pl.DataFrame(known, infer_schema_length=None)), known
    )
    known = _in_order(known, (*varied, _LABEL))
    labels = short_labels(told, known, roles="role" in varied)
    body = []
    for row, label in zip(known, labels, strict=True):
        z, p, corrected = row["z"], row["p_value"], row["p_adjusted"]
        test = Cell("") if p is None else Cell(f"p {p_of(p)}", p)
        if z is not None:
            test = Cell(f"{z:+.2f}".replace("-", "−"), z)
        # What follows from other rows is not tested once more.
        tested = p is not None and corrected is not None
        body.append(
            (
                *(Cell(_named(told, name, row[name])) for name in varied),
                Cell(label),
                _number(told, row),
                _exactly(told, row),
                test,
                Cell(p_of(corrected), corrected) if tested else Cell(""),
            )
        )
    n_names = len(varied) + 1
    headers = [_header(told, name) for name in varied]
    headers += [first_column(told, known)]
    headers += [_header(told, name) for name in ("estimate", "exact", "z", "p")]
    yield Table(
        "exact-values",
        told.say("估計與精確值", "Estimates beside exact values"),
        tuple(headers),
        (*[False] * n_names, *[True] * (len(headers) - n_names)),
        tuple(body),
        told.say(
            "期望次數不足 25 者以二項精確 p 代 z；末欄經 Holm 校正。{blank}",
            "Where fewer than 25 hits are expected, the exact binomial p stands for z; the last "
            "column is corrected by Holm.{blank}",
            blank=_blank(told, known),
        ),
        len(body) <= _MOST_MAIN,
    )


def _blank(told: ToldRun, rows: Sequence[Row]) -> str:
    if all(row["p_value"] is not None for row in rows):
        return ""
    return told.say(
        "空白者未檢驗：由他項而得，或次數太少。",
        " Blank: not tested, as it follows from other rows or has too few trials.",
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
