"""The command line: ``mjsim``."""

from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments; those of the process if left out.

    Returns
    -------
    int
        Exit code: 0, 2 for bad input or usage, 1 if the system refused a file, 130 if
        interrupted, 141 if the reader of the output went away.

    Examples
    --------
    >>> main(["score", "46m123123p99789s", "5m", "E", "--json"])  # doctest: +ELLIPSIS
    {...}
    0
    """
    from mjsim.cli.app import run

    return run(argv)
