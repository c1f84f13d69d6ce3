"""Speeds of the public calls, one thread, from Python, with the targets of the project.

Every figure is the median of several runs, and beside it the ratio to a fixed calibration loop
(14 of 136 tiles, one 64-bit draw a tile) timed just before: absolute times move between
machines, ratios hardly do. Run it with ``make bench`` on an idle machine.
"""

import argparse
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import NamedTuple

from numpy.random import PCG64DXSM
from peers import peer_rows
from rich.console import Console
from rich.table import Table
from workload import complete_hands, dealt_hands
from workload_odds import odds_rows
from workload_table import riichienv_hands, table_rows, two_workers
from workload_wenling import sixteen_tiles, winners

import mjsim
from mjsim import exact, tianjin, wenling
from mjsim._core import calibrate

REFERENCE_NS = 27.0  # the calibration loop on the machine that the targets speak of
REPEATS = 7


class Row(NamedTuple):
    """A call, its time for one unit, and the ratio to the calibration loop."""

    call: str
    ns: float
    ratio: float
    spread: tuple[float, float]  # least and largest ratio
    target: float | None


def calibration_ns(n: int = 1_000_000) -> float:
    """Nanoseconds of the calibration loop for one hand."""
    bits = PCG64DXSM(1)
    start = time.perf_counter()
    calibrate(bits, n)
    return (time.perf_counter() - start) / n * 1e9


def measure(call: str, run: Callable[[], object], units: int, target: float | None) -> Row:
    """Time a call: medians of its time for one unit and of the ratio, pair by pair."""
    run()
    times, ratios = [], []
    for _ in range(REPEATS):
        fixed = calibration_ns()
        start = time.perf_counter()
        run()
        ns = (time.perf_counter() - start) / units * 1e9
        times.append(ns)
        ratios.append(ns / fixed)
    spread = min(ratios), max(ratios)
    return Row(call, statistics.median(times), statistics.median(ratios), spread, target)


def rows() -> list[Row]:
    """Measure the project's own calls."""
    n = 300_000
    out = [
        measure(
            'tally("tianjin", n, what="complete"), random indicator',
            lambda: mjsim.tally("tianjin", 10 * n, seed=1),
            10 * n,
            40,
        )
    ]
    for tiles in (13, 14):
        counts, indicators = dealt_hands(n, tiles)
        out.append(
            measure(
                f"shanten_batch, {tiles} tiles, random indicator",
                lambda counts=counts, indicators=indicators: tianjin.shanten_batch(
                    counts, indicators
                ),
                n,
                22,
            )
        )
    complete = complete_hands(100_000)
    out.append(
        measure(
            "score_batch, complete hands, 0-4 wilds, categories",
            lambda: tianjin.score_batch(complete.counts, complete.last, complete.indicators),
            len(complete.counts),
            100,
        )
    )
    out.append(
        measure(
            "deal, whole walls, four hands",
            lambda: mjsim.deal("tianjin", n, seed=1),
            n,
            350,
        )
    )
    # Other hands in every run: nobody types the same ones again.
    batches = iter([complete.notations(2000 * i, 2000) for i in range(REPEATS + 1)])
    out.append(
        measure(
            "score, one hand from notation, groups included",
            lambda: [tianjin.score(*hand) for hand in next(batches)],
            2000,
            5000,
        )
    )
    counts, indicators = dealt_hands(n // 3, 13)
    out.append(
        measure(
            "distance_batch, 13 tiles, random indicator",
            lambda: tianjin.distance_batch(counts, indicators),
            len(counts),
            None,
        )
    )
    return out


def wenling_rows() -> list[Row]:
    """Measure the calls of the second game."""
    n = 100_000
    won = winners(n)
    counts, indicators, seats = sixteen_tiles(n)
    return [
        measure(
            'deal("wenling", n), replacement rounds included',
            lambda: mjsim.deal("wenling", n, seed=1),
            n,
            900,
        ),
        measure(
            "wenling.shanten_batch, 16 tiles with 得",
            lambda: wenling.shanten_batch(counts, indicators),
            n,
            35,
        ),
        measure(
            "wenling.score_batch, complete hands, 0-2 得, melds",
            lambda: wenling.score_batch(
                won.counts,
                won.last,
                won.indicators,
                melds=won.melds,
                how=won.how,
                seat=won.seats,
            ),
            n,
            1200,
        ),
        measure(
            "wenling.loser_points_batch, 16 tiles",
            lambda: wenling.loser_points_batch(counts, indicators, seat=seats),
            n,
            300,
        ),
    ]


def at_the_table() -> list[Row]:
    """Measure whole hands; the columns are named, since they cost time too."""
    return [measure(*row) for row in table_rows()]


def in_new_process(code: str) -> float:
    """Seconds that code prints in a new interpreter: the median of five."""
    runs = [
        float(
            subprocess.run(
                [sys.executable, "-c", code], check=True, capture_output=True, text=True
            ).stdout
        )
        for _ in range(5)
    ]
    return statistics.median(runs)


CLOCK = "import time; start = time.perf_counter(); {}; print(time.perf_counter() - start)"


def whole_rows() -> list[tuple[str, str, str]]:
    """Measure what needs a process of its own: (what, figure, target)."""
    shanten = CLOCK.format(
        "from mjsim.exact import shanten_distribution as f; f('tianjin', 14); f('tianjin', 13)"
    )
    fans = CLOCK.format("from mjsim.exact import deal_fan_distribution as f; f('tianjin')")
    out = [
        ("import mjsim", f"{in_new_process(CLOCK.format('import mjsim')) * 1e3:.0f} ms", "150 ms"),
        (
            "shanten_distribution, 13 and 14 tiles, imports and tables included",
            f"{in_new_process(shanten):.2f} s",
            "0.5 s",
        ),
        (
            "deal_fan_distribution, all 34 indicators, imports and tables included",
            f"{in_new_process(fans):.2f} s",
            "60 s",
        ),
    ]
    start = time.perf_counter()
    exact.deal_fan_distribution("tianjin")
    start = time.perf_counter()
    exact.deal_fan_distribution("tianjin")
    out.append(("the same again, cached", f"{(time.perf_counter() - start) * 1e3:.2f} ms", ""))
    one, two, hands = two_workers()
    out.append(
        (
            f"play, speed x 4, {hands:,} hands: two workers beside one",
            f"{two:,.0f} / {one:,.0f} hands a second = {two / one:.2f}",
            "1.9",
        )
    )
    for n in (1_000_000, 10_000_000):
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            command = [sys.executable, "-m", "mjsim.cli", "run", "deals", "--game", "tianjin"]
            command += ["--hands", str(n), "--seed", "1", "--out", os.path.join(folder, "run")]
            code = (
                "import resource, subprocess, sys;"
                "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL);"
                "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
            )
            done = subprocess.run(
                [sys.executable, "-c", code, *command], check=True, capture_output=True, text=True
            )
            seconds = time.perf_counter() - start
            out.append(
                (
                    f"mjsim run deals, {n:,} hands, one worker: peak memory",
                    f"{int(done.stdout) / 1024:.0f} MB in {seconds:.1f} s",
                    "400 MB, flat",
                )
            )
    return out


def machine() -> str:
    """Name the machine: processor, cores, Python."""
    name = platform.processor() or "unknown processor"
    try:
        with open("/proc/cpuinfo") as info:
            name = re.search(r"model name\s*: (.*)", info.read()).group(1)  # type: ignore[union-attr]
    except (OSError, AttributeError):
        pass
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-peers", action="store_true", help="leave other packages out")
    options = parser.parse_args()
    console = Console(width=120)
    fixed = statistics.median(calibration_ns() for _ in range(REPEATS))
    console.print(f"{machine()}; calibration loop {fixed:.1f} ns; medians of {REPEATS}")
    table = Table("call", "ns", "ratio", "least - largest", "target ns", "target ratio", "reached")
    for row in rows() + wenling_rows() + at_the_table():
        bound = None if row.target is None else row.target / REFERENCE_NS
        table.add_row(
            row.call,
            f"{row.ns:,.1f}",
            f"{row.ratio:.2f}",
            f"{row.spread[0]:.2f} - {row.spread[1]:.2f}",
            "" if row.target is None else f"{row.target:,.0f}",
            "" if bound is None else f"{bound:.2f}",
            "" if bound is None else "yes" if row.ratio <= bound else "NO",
        )
    console.print(table)
    asked = Table("hands dealt", "n", "median ms", "largest", "target ms", "reached, by ratio")
    for each in odds_rows():
        reached = each.ratio <= each.target / REFERENCE_NS
        figures = f"{each.ms:,.2f}", f"{each.largest:,.1f}", str(each.target)
        asked.add_row(each.call, str(each.n), *figures, "yes" if reached else "NO")
    console.print(asked)
    whole = Table("whole process", "figure", "target")
    for what, figure, target in whole_rows():
        whole.add_row(what, figure, target)
    console.print(whole)
    if not options.no_peers:
        beside = Table("peer, for context (no wilds, no regional rules)", "ns", "ratio")
        for call, run, units in peer_rows():
            row = measure(call, run, units, None)
            beside.add_row(row.call, f"{row.ns:,.0f}", f"{row.ratio:.1f}")
        hands = riichienv_hands()
        if hands is not None:
            ns = 1e9 / hands
            call = "riichienv, whole riichi hands, greedy discards x 4"
            beside.add_row(call, f"{ns:,.0f}", f"{ns / fixed:,.0f}")
        console.print(beside)


if __name__ == "__main__":
    main()
