"""The commands put together, and what becomes of errors."""

import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from mjsim.cli import compare, deal, exact, loser, odds, play, replay, report, rules, score, waits
from mjsim.cli import run as run_
from mjsim.errors import InputError

__all__ = ["app", "run"]

USAGE = 2
SYSTEM = 1
INTERRUPTED = 130
CLOSED_PIPE = 141

# typer.BadParameter derives from the error of every wrong use of the command line.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]

_NOTATION = (
    "Tiles: 123m 456p 789s are 萬 筒 條, ESWN 東南西北, CFP 中發白; 1g-4g 春夏秋冬, "
    "1f-4f 梅兰竹菊; Chinese names are read too. "
    "Melds follow the concealed tiles: (567m) a chi, (222s) a pong, (2222s) an open kong, "
    r"\[2222s] a concealed one; in a shell they need quotes. "
    "Example: mjsim score '12346789m99s(FFFF)' 5m E --how kong"
)

app = typer.Typer(
    name="mjsim",
    epilog=_NOTATION,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("score")(score.score)
app.command("waits")(waits.waits)
app.command("odds")(odds.odds)
app.command("loser")(loser.loser)
app.command("exact")(exact.exact)
app.command("deal")(deal.deal)
app.command("play")(play.play)
app.command("replay")(replay.replay)
app.command("run")(run_.run)
app.command("compare")(compare.compare)
app.command("report")(report.report)
app.command("rules")(rules.rules)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("mjsim")
        except PackageNotFoundError:
            number = "unknown"  # a source tree that is not installed
        typer.echo(f"mjsim {number}")
        raise typer.Exit


@app.callback()
def _start(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Statistics and exact odds for 天津麻将 and 温岭麻将."""


def run(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; errors are one line on standard error."""
    arguments = list(sys.argv[1:] if argv is None else argv) or ["--help"]
    _open_output()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a locale without Chinese
    try:
        code = _invoke(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _close_output()
        return CLOSED_PIPE
    except InputError as error:
        return _fail(str(error), USAGE)
    except KeyboardInterrupt as error:
        return _fail("; ".join(("interrupted", *map(str, error.args))), INTERRUPTED)
    except OSError as error:
        return _fail(str(error), SYSTEM)
    return code


def _invoke(arguments: list[str]) -> int:
    command = typer.main.get_command(app)
    try:
        with command.make_context("mjsim", arguments) as context:
            command.invoke(context)
    except typer.Exit as exit_:
        return exit_.exit_code
    except _UsageError as error:
        return _fail(_usage(error), USAGE)
    return 0


def _usage(error: Exception) -> str:
    """Return the message of a wrong use, and where help is."""
    message = getattr(error, "format_message", error.__str__)()
    message = message.replace("Value error, ", "").rstrip(".")
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "mjsim"
    return f"{message[:1].lower()}{message[1:]} (see {command} --help)"


def _fail(message: str, code: int) -> int:
    line = " ".join(message.split("\n"))
    print(f"mjsim: {line}", file=sys.stderr)
    return code


def _open_output() -> None:
    """Give what is printed somewhere to go if the process was started without outputs."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def _close_output() -> None:
    """Give the interpreter's last flush somewhere to go."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, io.UnsupportedOperation):
        pass
