"""``mjsim replay``: transcripts played again from their walls and choices, and compared."""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from mjsim.cli.options import AsJson
from mjsim.errors import InputError

__all__ = ["replay"]

_STDIN = "-"
_AT = re.compile(r"line (\d+): ")

Numbered = list[tuple[int, dict[str, Any]]]


def replay(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="JSON Lines, as `mjsim play --json` prints; - reads standard input.",
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Check transcripts: every line must follow from the wall, the choices and the rules."""
    from mjsim.cli.jsonout import print_json

    found = []
    with _open(file) as lines:
        for hand in _hands(lines, file):
            _check(hand, file)
            first, head = hand[0]
            found.append(
                {
                    "seed": head["seed"],
                    "hand": head["hand"],
                    "first_line": first,
                    "lines": len(hand),
                }
            )
            if not as_json:
                typer.echo(f"{_name(found[-1])}: {len(hand)} lines hold")
    if not found:
        raise InputError(f"{file}: no transcript in it")
    if as_json:
        print_json({"file": file, "holds": True, "n_hands": len(found), "hands": found})


def _name(found: dict[str, Any]) -> str:
    if found["hand"] is None:
        return f"hand at line {found['first_line']}"
    return f"hand {found['hand']} of seed {found['seed']}"


@contextmanager
def _open(file: str) -> Iterator[IO[bytes]]:
    if file == _STDIN:
        yield sys.stdin.buffer
        return
    try:
        with Path(file).open("rb") as lines:
            yield lines
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from None


def _hands(lines: Iterable[bytes], file: str) -> Iterator[Numbered]:
    """Yield the lines of each hand with their numbers in the file; blank lines are nothing."""
    hand: Numbered = []
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        line = _parsed(text, f"{file}: line {number}")
        if line.get("type") == "hand" and hand:
            yield hand
            hand = []
        hand.append((number, line))
    if hand:
        yield hand


def _parsed(text: bytes, where: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: no JSON: {error}") from None
    if not isinstance(line, dict):
        raise InputError(f"{where}: a JSON object is wanted, not {type(line).__name__}")
    return line


def _check(hand: Numbered, file: str) -> None:
    """Check a hand; an error names the line of the file."""
    from mjsim.playing import replay as check

    try:
        check([line for _, line in hand])
    except InputError as error:
        message = str(error)
        at = _AT.match(message)
        if at is None:
            raise InputError(f"{file}: line {hand[0][0]}: {message}") from None
        # What is missing at the end would be in the line after the last.
        place = int(at[1]) - 1
        number = hand[place][0] if place < len(hand) else hand[-1][0] + 1
        raise InputError(f"{file}: line {number}: {message[at.end() :]}") from None
