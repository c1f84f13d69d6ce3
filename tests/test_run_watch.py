"""The bar of `mjsim run`, and the running estimate below it, as a terminal shows them."""

import os
import pty
import re
import subprocess
import sys
from fractions import Fraction

import polars as pl
import pytest

from mjsim.cli import main
from mjsim.cli.run_watch import look_text
from mjsim.experiments.cells import RESULTS
from mjsim.experiments.tidy import Sheet
from mjsim.experiments.until import Look
from mjsim.stats import Until, mean, proportion, proportion_sequence
from mjsim.store import RunConfig, sha256_of

CONFIG = RunConfig(
    experiment="demo",
    game="tianjin",
    rules_sha256=sha256_of({}),
    seed=7,
    stream="demo",
    block_size=10,
)


def on_a_terminal(*arguments):
    """Run the command line with its errors on a terminal of 80 columns; return the frames."""
    terminal, end = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "25"}
    command = [sys.executable, "-m", "mjsim.cli", *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=end, env=environment) as process:
        os.close(end)
        text = b""
        while True:
            try:
                text += os.read(terminal, 1 << 16)
            except OSError:  # the other end is closed
                break
        assert process.wait() == 0
    os.close(terminal)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text.decode())
    return plain.replace("\r", "\n").splitlines()


def counts_of(lines, total):
    return [
        int(found[1].replace(",", ""))
        for line in lines
        if (found := re.search(rf"([\d,]+) of {total} hands", line))
    ]


def test_until_shows_its_term(tmp_path):
    lines = on_a_terminal(
        *("run", "categories", "--hands", 20_000, "--seed", 3, "--strategy", "speed"),
        *("--until", "drawn: half_width=0.005", "--out", tmp_path, "--no-figure"),
    )
    counts = counts_of(lines, "20,000")
    row = pl.read_parquet(tmp_path / "results.parquet").row(
        by_predicate=pl.col("term") == "drawn", named=True
    )
    assert counts == sorted(counts)  # looks do not start it again
    assert counts[-1] == row["n_trials"] < 20_000
    shown = [line for line in lines if line.startswith("drawn ")]
    assert shown[0] != shown[-1]
    assert "at 2,000 hands" in shown[0]
    last = re.match(r"drawn ([\d.]+) \[([\d.]+), ([\d.]+)\] ± ([\d.]+) / 0.005 at ", shown[-1])
    digits = len(last[1].partition(".")[2])
    assert last.groups()[:3] == tuple(
        f"{row[name]:.{digits}f}" for name in ("estimate", "conf_low", "conf_high")
    )
    assert float(last[4]) <= 0.005


def test_watch_shows_a_term_and_changes_no_result(tmp_path, capsys):
    run = ("run", "categories", "--hands", 5000, "--seed", 3, "--strategy", "speed", "--no-figure")
    lines = on_a_terminal(*run, "--watch", "drawn", "--out", tmp_path / "watched")
    counts = counts_of(lines, "5,000")
    assert counts == sorted(counts)
    assert counts[-1] == 5000
    text = "\n".join(lines)
    assert re.search(r"drawn 0\.\d+ \[.*\] ± 0\.\d+ at 2,000 hands, interval valid at", text)
    shown = [line for line in lines if line.startswith("drawn ")]
    assert shown[-1].endswith("at 5,000 hands")  # a fixed number: for one look only
    assert main([*map(str, run), "--out", str(tmp_path / "plain")]) == 0
    results = [
        pl.read_parquet(tmp_path / name / "results.parquet") for name in ("watched", "plain")
    ]
    assert results[0].equals(results[1])
    capsys.readouterr()


def test_watch_refuses(tmp_path, capsys):
    run = ["run", "waits", "--hands", "30", "--seed", "1", "--out", str(tmp_path / "run")]
    both = ["--watch", "ready_kinds", "--until", "ready_kinds: relative=0.1"]
    assert main([*run, *both]) == 2
    assert "--watch: --until shows its own term" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
    assert main([*run, "--strategy", "speed", "--watch", "redy_kinds"]) == 2
    assert "watch: no result is called 'redy_kinds'; did you mean" in capsys.readouterr().err


# The text


def look_of(*estimates, n=1000):
    sheet = Sheet(CONFIG, {"role": ""})
    for cell, estimate in estimates:
        sheet.add("share", "share", "率", estimate, cell=cell)
    return Look(n, False, sheet.frame(RESULTS))


def test_the_widest_row_is_named():
    narrow, wide = proportion_sequence(10, 40_000), proportion_sequence(600, 40_000)
    look = look_of(("speed", narrow), ("value", wide), n=40_000)
    text = look_text(look, Until("share", half_width=0.001, max_n=10**6))
    reach = wide.ci_high - wide.value
    assert text == (
        f"share value {wide:ci} ± {reach:.2g} / 0.001 at 40,000 hands, widest of 2, "
        "interval valid at every look"
    )
    # Relative to its size the rarer one has more to go.
    text = look_text(look, Until("share", relative=0.01, max_n=10**6))
    reach = 100 * (narrow.ci_high / narrow.value - 1)
    assert text.startswith(f"share speed {narrow:ci} ± {reach:.2g} % / 1 % at ")


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (proportion(143, 1000), "share 0.143 [0.123, 0.166] ± 0.023 at 1,000 hands"),
        (proportion_sequence(0, 0), "share unknown (n = 0) ± ? at 1,000 hands, interval valid at"),
        (mean([2.0, 2.0]), "share 2"),
    ],
)
def test_what_is_known_of_a_row(estimate, text):
    assert look_text(look_of(("speed", estimate))).startswith(text)


def test_nothing_known_is_the_widest():
    """A row without trials has farther to go than any other."""
    look = look_of(("speed", proportion_sequence(0, 0)), ("value", proportion_sequence(1, 10)))
    assert "share speed unknown" in look_text(look)
    assert "speed" in look_text(look, Until("share", relative=0.1, max_n=100))
    exact = proportion(5, 10, exact=Fraction(1, 2))
    assert look_text(look_of(("speed", exact))).startswith("share 0.50 [")
