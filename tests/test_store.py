"""Tables, files and run folders, killed and broken in many ways."""

import json
import math
import os
import random
import signal
import socket
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import duckdb
import msgspec
import numpy as np
import pandas as pd
import polars as pl
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjsim.engines import map_blocks
from mjsim.errors import InputError
from mjsim.stats import Estimate, mean, proportion
from mjsim.store import (
    RESULTS,
    Block,
    Check,
    Column,
    RunConfig,
    RunFolder,
    RunReader,
    Table,
    blocks_of,
    canonical_json,
    estimate_of,
    hands_table,
    read_manifest,
    read_metadata,
    read_results,
    read_table,
    result_row,
    results_table,
    sha256_of,
    table_digest,
    write_table,
)

SEED, SIZE = 20260101, 10
TOY = hands_table(
    "toy",
    Column("seat", pl.Int8, "seat", low=0, high=3),
    Column("is_win", pl.Boolean, "whether the seat won"),
    Column("n_waits", pl.Int64, "waits", nullable=True),
    Column("p_win", pl.Float64, "chance of winning", nullable=True),
    key=("hand_id", "seat"),
)
CONFIG = RunConfig(
    experiment="toy",
    game="tianjin",
    design={"level": 1},
    rules_sha256=sha256_of({"min_fan": 2}),
    seed=SEED,
    stream="toy",
    block_size=SIZE,
)


def toy(block: Block, wait_s: float = 0.0) -> pl.DataFrame:
    """Two rows a hand; a short block holds the first hands of the full one."""
    time.sleep(wait_s)
    stream = np.random.SeedSequence(SEED, spawn_key=(0, block.index))
    draws = np.random.Generator(np.random.PCG64DXSM(stream)).integers(0, 9, size=(SIZE, 2))
    hands = np.repeat(np.arange(block.first_hand, block.first_hand + block.n_hands), 2)
    values = draws[: block.n_hands].reshape(-1)
    return TOY.frame(
        {
            "hand_id": hands,
            "seat": np.tile([0, 1], block.n_hands),
            "is_win": values > 4,
            "n_waits": [None] * len(hands),
            "p_win": np.where(values > 4, values / 9, math.nan),
        }
    )


def slow_toy(block):
    return toy(block, wait_s=0.03)


def start(path, n_hands=95, **settings):
    return RunFolder.start(path, CONFIG, TOY, n_hands=n_hands, **{"blocks_per_part": 3} | settings)


def fill(path, n_hands=95, **settings):
    with start(path, n_hands, **settings) as run:
        for block in run.missing():
            run.add(block, toy(block))
    return run


def whole(n_hands=95):
    return table_digest(pl.concat([toy(block) for block in blocks_of(n_hands, SIZE)]), TOY)


def tree(path):
    return sorted(file.relative_to(path).as_posix() for file in path.rglob("*"))


# Tables


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Column("is_win", pl.Int64, ""), "Boolean is wanted"),
        (lambda: Column("n_waits", pl.UInt8, ""), "Int64 is wanted"),
        (lambda: Column("p_win", pl.Float32, ""), "Float64 is wanted"),
        (lambda: Column("Win", pl.Int64, ""), "lower-case"),
        (lambda: Column("番", pl.Int64, ""), "lower-case"),
        (lambda: hands_table("x", Column("a", pl.Int64, ""), Column("a", pl.Int8, "")), "share"),
        (lambda: hands_table("x", key=("b",)), "key"),
        (lambda: hands_table("x", Column("b", pl.Int8, "", nullable=True), key=("b",)), "key"),
        (lambda: results_table(Column("term", pl.String, "")), "share"),
    ],
)
def test_bad_declarations(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def changed(**columns):
    return toy(Block(0, 0, 2)).with_columns(**columns)


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (changed(seat=pl.lit(7, pl.Int8)), "row 0: seat above 3"),
        (changed(seat=pl.lit(0, pl.Int8)), r"key \(hand_id, seat\) comes twice"),
        (changed(hand_id=pl.lit(None, pl.Int64)), "hand_id is missing"),
        (changed(p_win=pl.lit(math.nan)), "row 0: p_win is nan"),
        (changed(p_win=pl.lit(1.5)), "p_win above 1"),
        (changed(n_waits=pl.lit(-1, pl.Int64)), "n_waits below 0"),
        (changed(n_waits=pl.lit(1, pl.Int32)), "n_waits is Int32, not Int64"),
        (changed(n_waits=pl.lit(None)), "n_waits is Null, not Int64"),
        (changed(extra=pl.lit(1)), "unknown column extra"),
        (changed().drop("seat"), "no column seat"),
        (changed().select("seat", "hand_id", "is_win", "n_waits", "p_win"), "in the order"),
    ],
)
def test_bad_frames_are_refused_on_write_and_read(tmp_path, frame, message):
    file = tmp_path / "a.parquet"
    with pytest.raises(InputError, match=message):
        write_table(frame, TOY, file)
    assert tree(tmp_path) == []
    frame.write_parquet(file, metadata={"mjsim.schema": TOY.name})
    with pytest.raises(InputError, match=message) as caught:
        read_table(file, TOY)
    assert str(file) in str(caught.value)


def test_own_checks():
    table = Table(
        "pair/1",
        (Column("low", pl.Int64, ""), Column("high", pl.Int64, "", nullable=True)),
        ("low",),
        (Check("low <= high", pl.col("low") <= pl.col("high")),),
    )
    table.frame({"low": [1, 2], "high": [1, None]})
    with pytest.raises(InputError, match="table pair/1: row 1: not low <= high"):
        table.frame({"low": [1, 2], "high": [1, 1]})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"hand_id": [1.0]}, "does not fit Int64"),
        ({"hand_id": np.array([1.0])}, "is Float64, not Int64"),
        ({"hand_id": ["1"]}, "does not fit Int64"),
        ({"hand_id": [2**63]}, "does not fit Int64"),
        ({"hand_id": np.array([2**63], dtype=np.uint64)}, "does not fit Int64"),
        ({"hand": [1]}, "no column hand_id; unknown column hand"),
        ([{"hand_id": 1}, {}], "row 1: missing or unknown: hand_id"),
    ],
)
def test_values_that_do_not_fit(data, message):
    with pytest.raises(InputError, match=message):
        hands_table("x").frame(data)


def test_lengths_must_agree():
    with pytest.raises(InputError, match="differ in length"):
        hands_table("x", Column("a", pl.Int64, "")).frame({"hand_id": [1], "a": [1, 2]})


def test_no_rows():
    for frame in (TOY.empty(), TOY.frame([]), TOY.frame({name: [] for name in TOY.schema})):
        assert frame.schema == TOY.schema
        TOY.check(frame)


# Parquet


def test_every_reader_reads_it(tmp_path):
    """Types survive a column without values, in polars, pandas, pyarrow and DuckDB."""
    fill(tmp_path, 20)
    file = tmp_path / "hands" / "part-00000000-00000001.parquet"
    frame = pl.concat([toy(block) for block in blocks_of(20, SIZE)])
    assert pl.read_parquet(file).equals(frame)
    assert pl.read_parquet(file)["n_waits"].dtype == pl.Int64

    assert pq.read_schema(file).field("n_waits").type == "int64"
    pandas = pd.read_parquet(file, dtype_backend="pyarrow")
    assert str(pandas["n_waits"].dtype) == "int64[pyarrow]"
    assert pandas["is_win"].tolist() == frame["is_win"].to_list()
    assert pandas["p_win"].isna().tolist() == frame["p_win"].is_null().to_list()
    assert pd.read_parquet(file)["hand_id"].tolist() == frame["hand_id"].to_list()

    with duckdb.connect() as db:
        # The whole folder at once, as a user would.
        rows = db.execute(f"SELECT * FROM '{tmp_path}/hands/*.parquet' ORDER BY ALL")
        assert [column[1] for column in rows.description] == [
            "BIGINT",
            "TINYINT",
            "BOOLEAN",
            "BIGINT",
            "DOUBLE",
        ]
        assert rows.fetchall() == frame.rows()
        pairs = db.execute(f"SELECT key, value FROM parquet_kv_metadata('{file}')").fetchall()
    expected = {
        "mjsim.schema": "mjsim.hands.toy/1",
        "mjsim.version": read_manifest(tmp_path).version,
        "mjsim.run_id": CONFIG.run_id,
        "mjsim.experiment": "toy",
        "mjsim.game": "tianjin",
        "mjsim.config_json": '{"level":1}',
        "mjsim.rules_sha256": CONFIG.rules_sha256,
        "mjsim.seed": str(SEED),
        "mjsim.stream": "toy",
        "mjsim.rng": "PCG64DXSM",
        "mjsim.block_size": "10",
        "mjsim.blocks": "0-1",
        "mjsim.n_hands": "20",
        "mjsim.n_rows": "40",
    }
    arrow = pq.ParquetFile(file).metadata.metadata
    for metadata in (
        {key.decode(): value.decode() for key, value in pairs},
        {key.decode(): value.decode() for key, value in arrow.items()},
        read_metadata(file),
    ):
        assert {key: metadata[key] for key in metadata if key.startswith("mjsim")} == expected


def test_files_of_equal_runs_are_equal(tmp_path):
    fill(tmp_path / "a")
    time.sleep(0.01)
    fill(tmp_path / "b")
    for name in tree(tmp_path / "a" / "hands"):
        one, other = (tmp_path / run / "hands" / name for run in "ab")
        assert one.read_bytes() == other.read_bytes()
        assert socket.gethostname().encode() not in one.read_bytes()


def test_broken_files(tmp_path):
    file = tmp_path / "a.parquet"
    write_table(toy(Block(0, 0, 5)), TOY, file)
    with pytest.raises(InputError, match=r"holds table mjsim.hands.toy/1, not mjsim.results/1"):
        read_table(file, RESULTS)
    content = file.read_bytes()
    for broken in (b"", b"PAR1", content[:-5], b"x" * len(content)):
        file.write_bytes(broken)
        with pytest.raises(InputError, match=r"a.parquet: is broken"):
            read_table(file, TOY)
    pl.DataFrame({"a": [1]}).write_parquet(file)
    with pytest.raises(InputError, match="holds table None"):
        read_table(file, TOY)


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "a.parquet"
    write_table(toy(Block(0, 0, 5)), TOY, file)
    before = file.read_bytes()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write_table(toy(Block(1, 10, 5)), TOY, file)
    assert file.read_bytes() == before
    assert tree(tmp_path) == ["a.parquet"]


# Results

ESTIMATES = [
    proportion(30, 100, exact=Fraction(1, 3)),
    proportion(0, 100),
    proportion(0, 0),
    proportion(1, 1000, exact=Fraction(1, 1000)),
    mean([1, 2, 3], exact=Fraction(2)),
    mean([5, 5]),
    mean([0, 0], bounds=(0, 9)),
    Estimate(0.5, 0.1, 0.3, 0.7, 0.9, "delta", 10, exact=Fraction(2**70, 3**50)),
]


def rows_of(estimates, **design):
    return [
        result_row(e, run_id="ab", game="tianjin", experiment="toy", term=f"t{i}", design=design)
        for i, e in enumerate(estimates)
    ]


def test_results_keep_estimates(tmp_path):
    table = results_table(Column("stake", pl.Int64, "stake"), Column("hu", pl.String, "wind"))
    frame = table.frame(rows_of(ESTIMATES, stake=2, hu="E"))
    write_table(frame, table, tmp_path / "results.parquet")
    back = read_results(tmp_path)
    assert back.equals(read_table(tmp_path / "results.parquet", table))
    assert back.schema == table.schema
    for row, estimate in zip(back.iter_rows(named=True), ESTIMATES, strict=True):
        np.testing.assert_equal(vars_of(estimate_of(row)), vars_of(estimate))
    assert back["z"][3] is None  # one hit expected: the binomial test
    assert back["p_value"][3] == ESTIMATES[3].p_value
    assert back["exact_fraction"][4] == "2/1"


def vars_of(estimate):
    return {name: getattr(estimate, name) for name in Estimate.__dataclass_fields__}


def test_results_without_values_keep_their_types(tmp_path):
    write_table(RESULTS.frame(rows_of([mean([5, 5])])), RESULTS, tmp_path / "results.parquet")
    frame = read_results(tmp_path / "results.parquet")
    assert frame.schema["exact_fraction"] == pl.String
    assert frame.schema["n_success"] == pl.Int64


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"conf_low": 0.9, "conf_high": 0.1}, "not conf_low <= conf_high"),
        ({"n_success": 101}, "not n_success <= n_trials"),
        ({"exact": None}, "both or neither"),
        ({"conf_level": None}, "conf_level is missing"),
        ({"std_error": -0.1}, "std_error below 0"),
    ],
)
def test_bad_results(changes, message):
    row = rows_of(ESTIMATES[:1])[0] | changes
    with pytest.raises(InputError, match=message):
        RESULTS.frame([row])


def test_results_that_are_none(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_results(tmp_path)
    file = tmp_path / "results.parquet"
    write_table(toy(Block(0, 0, 5)), TOY, file)
    with pytest.raises(InputError, match=r"holds table mjsim.hands.toy/1"):
        read_results(file)
    file.write_bytes(b"x")
    with pytest.raises(InputError, match="broken"):
        read_results(file)
    wide = {f"c{i}": [None if i == 5 else 1] for i in range(30)}
    pl.DataFrame(wide).write_parquet(file)
    with pytest.raises(InputError, match=r"results\.parquet"):
        read_results(file)


# Manifest


def test_configuration_is_plain_and_checked():
    config = msgspec.structs.replace(CONFIG, design={"b": (1, 2), "a": {"x": None}})
    assert config.design == {"b": [1, 2], "a": {"x": None}}
    assert msgspec.json.decode(canonical_json(config), type=RunConfig) == config
    assert config.run_id != CONFIG.run_id
    assert msgspec.structs.replace(CONFIG, design={"level": 1}).run_id == CONFIG.run_id
    for changes in ({"seed": -1}, {"block_size": 0}, {"design": {"f": object()}}):
        with pytest.raises(InputError):
            msgspec.structs.replace(CONFIG, **changes)


def test_a_large_seed(tmp_path):
    config = msgspec.structs.replace(CONFIG, seed=2**128 - 1)
    RunFolder.start(tmp_path, config, TOY, n_hands=10).close()
    assert read_manifest(tmp_path).config.seed == 2**128 - 1


def test_manifest_of_a_run(tmp_path):
    fill(tmp_path, how={"engine": "here", "workers": 1})
    manifest = read_manifest(tmp_path)
    assert (manifest.n_hands, manifest.n_hands_done, manifest.blocks_done) == (95, 95, [(0, 9)])
    (session,) = manifest.sessions
    assert (session.n_hands, session.host) == (95, socket.gethostname())
    assert session.how == {"engine": "here", "workers": 1}
    assert session.versions["polars"] == pl.__version__
    start(tmp_path).close()
    assert [s.n_hands for s in read_manifest(tmp_path).sessions] == [95, 0]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda m: m | {"color": 1}, "unknown field `color`"),
        (lambda m: m | {"n_hands": "95"}, r"Expected `int`, got `str` - at `\$.n_hands`"),
        (lambda m: m | {"format": 2}, r"\$.format"),
        (lambda m: m | {"config": m["config"] | {"sead": 1}}, "unknown field `sead`"),
        (lambda m: m | {"config": m["config"] | {"seed": -1}}, r"\$.config"),
        (lambda m: m | {"config": m["config"] | {"seed": 1}}, "run_id is not that of"),
        (lambda m: {k: v for k, v in m.items() if k != "config"}, "missing required field"),
    ],
)
def test_broken_manifest(tmp_path, damage, message):
    fill(tmp_path)
    file = tmp_path / "manifest.json"
    file.write_text(json.dumps(damage(json.loads(file.read_bytes()))))
    for opened in (lambda: start(tmp_path), lambda: RunReader(tmp_path, TOY)):
        with pytest.raises(InputError, match=rf"manifest.json: is broken: .*{message}"):
            opened()


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[]", b'{"a": 1}'])
def test_manifest_that_is_no_json(tmp_path, content):
    fill(tmp_path)
    (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(InputError, match=r"manifest.json: is broken"):
        start(tmp_path)
    assert not (tmp_path / ".lock").exists()


# Run folders


def test_a_run(tmp_path):
    path = tmp_path / "new" / "run"
    run = fill(path)
    assert tree(path) == [
        "hands",
        *(f"hands/part-{a:08d}-{b:08d}.parquet" for a, b in [(0, 2), (3, 5), (6, 8), (9, 9)]),
        "manifest.json",
    ]
    reader = RunReader(path, TOY)
    assert reader.digest() == run.digest() == whole()
    assert (reader.n_hands_done, reader.n_hands_prefix) == (95, 95)
    assert reader.hands().equals(pl.concat([toy(block) for block in blocks_of(95, SIZE)]))
    assert reader.hands(37)["hand_id"].max() == 36
    assert reader.digest(37) == whole(37)


def test_create_and_resume(tmp_path):
    with pytest.raises(InputError, match="holds no run"):
        RunFolder.resume(tmp_path / "none", CONFIG, TOY, n_hands=10)
    assert tree(tmp_path) == []
    RunFolder.create(tmp_path, CONFIG, TOY, n_hands=10).close()
    with pytest.raises(InputError, match="holds a run already"):
        RunFolder.create(tmp_path, CONFIG, TOY, n_hands=10)
    with RunFolder.resume(tmp_path, CONFIG, TOY, n_hands=10) as run:
        assert len(list(run.missing())) == 1


def test_results_of_a_run(tmp_path):
    frame = RESULTS.frame(rows_of(ESTIMATES))
    with start(tmp_path) as run:
        blocks = list(run.missing())
        for block in blocks[:4]:
            run.add(block, toy(block))
        with pytest.raises(InputError, match="results of 95 hands, 40 done"):
            run.write_results(frame, RESULTS)
        run.write_results(frame, RESULTS, n_hands=40)  # as a stopping rule would
        assert read_metadata(tmp_path / "results.parquet")["mjsim.n_hands"] == "40"
        for block in blocks[4:]:
            run.add(block, toy(block))
        run.write_results(frame, RESULTS)
    assert read_metadata(tmp_path / "results.parquet")["mjsim.n_hands"] == "95"
    assert read_manifest(tmp_path).results_n_hands == 95
    assert RunReader(tmp_path, TOY).results().equals(frame)


def test_longer_run_extends_a_shorter_one(tmp_path):
    for n_hands in (7, 15, 95, 100, 100, 203):
        before = {file: file.stat().st_mtime_ns for file in (tmp_path / "hands").glob("*")}
        run = fill(tmp_path, n_hands)
        assert run.digest() == whole(n_hands)
        after = {file: file.stat().st_mtime_ns for file in (tmp_path / "hands").glob("*")}
        # All but the one short block at the end is kept as it was.
        assert len(before.items() - after.items()) <= 1
    with pytest.raises(InputError, match=r"n_hands is 203, not 100 \(a run can only grow\)"):
        start(tmp_path, 100)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 60), st.integers(0, 8), st.integers(1, 4)), max_size=4),
    st.randoms(use_true_random=False),
)
def test_any_history_gives_the_same_run(tmp_path_factory, history, chance):
    """Sessions that grow the run, add some blocks in any order, and stop."""
    path = tmp_path_factory.mktemp("run")
    n_hands = 1
    for more, n_blocks, blocks_per_part in [*history, (1, 100, 2)]:
        n_hands += more
        with start(path, n_hands, blocks_per_part=blocks_per_part) as run:
            blocks = list(run.missing())
            chance.shuffle(blocks)
            for block in blocks[:n_blocks]:
                run.add(block, toy(block))
        reader = RunReader(path, TOY)
        assert reader.digest(reader.n_hands_prefix or None) is not None
    assert RunReader(path, TOY).digest() == whole(n_hands)
    assert run.n_hands_done == n_hands


def test_an_exception_keeps_finished_blocks(tmp_path):
    def interrupted():
        with start(tmp_path) as run:
            for block in run.missing():
                if block.index == 5:
                    raise KeyboardInterrupt
                run.add(block, toy(block))

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert read_manifest(tmp_path).blocks_done == [(0, 4)]
    with start(tmp_path) as run:
        assert [block.index for block in run.missing()] == [5, 6, 7, 8, 9]
    assert fill(tmp_path).digest() == whole()


def test_a_bad_block_is_the_error_to_hear_of(tmp_path):
    bad = toy(Block(0, 0, SIZE)).with_columns(seat=pl.lit(9, pl.Int8))

    def run_bad():
        with start(tmp_path, blocks_per_part=1) as run:
            run.add(Block(0, 0, SIZE), bad)

    with pytest.raises(InputError, match="seat above 3"):
        run_bad()
    assert tree(tmp_path) == ["hands", "manifest.json"]
    assert fill(tmp_path).digest() == whole()


@pytest.mark.parametrize(
    ("block", "frame", "message"),
    [
        (Block(10, 100, 10), None, "is none of"),
        (Block(9, 90, 10), None, "is none of"),
        (Block(3, 31, 10), None, "is none of"),
        (Block(0, 0, 10), None, "is in .* already"),
        (Block(4, 40, 10), toy(Block(3, 30, 10)), "hand_id outside 40 to 49"),
        (Block(4, 40, 10), pl.DataFrame({"hand_id": ["a"]}), "block 4 .*: no column seat"),
    ],
)
def test_bad_blocks(tmp_path, block, frame, message):
    with start(tmp_path) as run:
        run.add(Block(0, 0, 10), toy(Block(0, 0, 10)))
        with pytest.raises(InputError, match=message):
            run.add(block, toy(block) if frame is None else frame)


def test_a_closed_folder_takes_no_blocks(tmp_path):
    run = fill(tmp_path, 10)
    run.close()
    with pytest.raises(InputError, match="is closed"):
        run.add(Block(0, 0, 10), toy(Block(0, 0, 10)))


def test_ctrl_c_while_writing_keeps_the_blocks(tmp_path, monkeypatch):
    def interrupted(*_):
        monkeypatch.undo()
        raise KeyboardInterrupt

    def run_interrupted():
        with start(tmp_path) as run:
            for block in run.missing():
                if block.index == 2:
                    monkeypatch.setattr(os, "replace", interrupted)
                run.add(block, toy(block))

    with pytest.raises(KeyboardInterrupt):
        run_interrupted()
    assert read_manifest(tmp_path).blocks_done == [(0, 2)]
    assert fill(tmp_path).digest() == whole()


def test_one_bad_part_does_not_cost_the_others(tmp_path):
    run = start(tmp_path)
    twice = toy(Block(0, 0, 10)).with_columns(seat=pl.lit(0, pl.Int8))
    run.add(Block(0, 0, 10), twice)
    run.add(Block(4, 40, 10), toy(Block(4, 40, 10)))
    with pytest.raises(InputError, match="comes twice"):
        run.close()
    assert RunReader(tmp_path, TOY).manifest.blocks_done == [(4, 4)]
    assert fill(tmp_path).digest() == whole()


def test_counts_by_block(tmp_path):
    table = hands_table(
        "tally",
        Column("block", pl.Int64, "block", low=0),
        Column("value", pl.Int64, "value"),
        Column("n_hands", pl.Int64, "hands"),
        key=("block", "value"),
    )
    config = msgspec.structs.replace(CONFIG, experiment="tally")

    def rows(block):
        return table.frame([{"block": block.index, "value": 3, "n_hands": block.n_hands}])

    with RunFolder.start(tmp_path, config, table, n_hands=45) as run:
        with pytest.raises(InputError, match="block outside 1 to 1"):
            run.add(Block(1, 10, 10), rows(Block(0, 0, 10)))
        for block in run.missing():
            run.add(block, rows(block))
        assert run.hands(45)["n_hands"].sum() == 45
        assert run.hands(20)["n_hands"].sum() == 20
        with pytest.raises(InputError, match="cannot be cut at 25"):
            run.scan(25)
        with pytest.raises(InputError, match="46 hands are wanted, 45 are done"):
            run.scan(46)


# Folders that are another run, or none


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 8}, f"seed is {SEED}, not 8"),
        ({"game": "wenling"}, "game is tianjin, not wenling"),
        ({"experiment": "other"}, "experiment is toy, not other"),
        ({"rules_sha256": sha256_of({})}, "rules_sha256 is"),
        ({"stream": "x"}, "stream is toy, not x"),
        ({"rng": "SFC64"}, "rng is PCG64DXSM, not SFC64"),
        ({"block_size": 20}, "block_size is 10, not 20"),
        ({"design": {"level": 2, "new": "a"}}, 'level is 1, not 2; new is missing, not "a"'),
    ],
)
def test_another_configuration(tmp_path, changes, message):
    fill(tmp_path)
    before = tree(tmp_path)
    with pytest.raises(InputError, match=f"holds another run: {message}"):
        RunFolder.start(tmp_path, msgspec.structs.replace(CONFIG, **changes), TOY, n_hands=95)
    assert tree(tmp_path) == before


def test_another_table_or_version(tmp_path, monkeypatch):
    fill(tmp_path)
    table = hands_table("toy", version=2)
    with pytest.raises(InputError, match=r"table is mjsim.hands.toy/1, not mjsim.hands.toy/2"):
        RunFolder.start(tmp_path, CONFIG, table, n_hands=95)
    with pytest.raises(InputError, match=r"holds table mjsim.hands.toy/1"):
        RunReader(tmp_path, table)
    monkeypatch.setattr("mjsim.store.run.mjsim_version", lambda: "99.0")
    with pytest.raises(InputError, match=r"mjsim is .*, not 99.0"):
        start(tmp_path)


def test_folder_of_something_else(tmp_path):
    (tmp_path / "thesis.txt").write_text("important")
    with pytest.raises(InputError, match="is not empty"):
        start(tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "important"
    assert not (tmp_path / ".lock").exists()


def test_manifest_lost(tmp_path):
    fill(tmp_path)
    (tmp_path / "manifest.json").unlink()
    with pytest.raises(InputError, match=r"is not empty and has no manifest.json"):
        start(tmp_path)


def test_folder_that_cannot_be(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    for path in (file, file / "below", Path("/proc/mjsim")):
        with pytest.raises(InputError, match="cannot be written"):
            start(path)
        with pytest.raises(InputError, match="holds no run"):
            RunReader(path, TOY)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes anywhere")
def test_read_only_folder(tmp_path):
    fill(tmp_path)
    for folder in (tmp_path, tmp_path / "hands"):
        folder.chmod(0o555)
        try:
            with pytest.raises(InputError, match="cannot be written"):
                start(tmp_path)
            assert RunReader(tmp_path, TOY).digest() == whole()
        finally:
            folder.chmod(0o755)


def test_read_only_file_system(tmp_path, monkeypatch):
    """The same for root, to whom a mode is no obstacle."""
    fill(tmp_path)
    plain = os.open

    def read_only(path, flags, *args, **kwargs):
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise OSError(30, "Read-only file system", str(path))
        return plain(path, flags, *args, **kwargs)

    monkeypatch.setattr(os, "open", read_only)
    with pytest.raises(InputError, match="cannot be written: Read-only file system"):
        start(tmp_path)
    assert RunReader(tmp_path, TOY).digest() == whole()


# What kills leave behind


def test_temporary_files_are_removed(tmp_path):
    fill(tmp_path)
    for name in ("manifest.json.tmp", "results.parquet.tmp", "hands/part-00000000.parquet.tmp"):
        (tmp_path / name).write_bytes(b"half")
    before = [name for name in tree(tmp_path) if not name.endswith(".tmp")]
    start(tmp_path).close()
    assert tree(tmp_path) == before


def test_killed_before_the_first_manifest(tmp_path):
    (tmp_path / "hands").mkdir()
    (tmp_path / ".lock").write_text("process 1 on nowhere")
    (tmp_path / "manifest.json.tmp").write_bytes(b"{")
    assert fill(tmp_path).digest() == whole()


def forget(path, blocks_done, n_hands_done):
    """Set the manifest back, as if the process had been killed before writing it."""
    file = path / "manifest.json"
    content = json.loads(file.read_bytes())
    file.write_text(
        json.dumps(content | {"blocks_done": blocks_done, "n_hands_done": n_hands_done})
    )


def test_unknown_parts_are_adopted(tmp_path):
    fill(tmp_path)
    forget(tmp_path, [[0, 2]], 30)
    reader = RunReader(tmp_path, TOY)
    assert reader.n_hands_done == 30  # a reader sees what the manifest says
    with start(tmp_path) as run:
        assert list(run.missing()) == []
    assert run.digest() == whole()
    assert read_manifest(tmp_path).blocks_done == [(0, 9)]


def test_lost_parts_are_run_again(tmp_path):
    fill(tmp_path)
    (tmp_path / "hands" / "part-00000003-00000005.parquet").unlink()
    with pytest.raises(InputError, match="missing; resume the run"):
        RunReader(tmp_path, TOY)
    with start(tmp_path) as run:
        assert [block.index for block in run.missing()] == [3, 4, 5]
        assert (run.n_hands_done, run.n_hands_prefix) == (65, 30)
    assert fill(tmp_path).digest() == whole()


def test_replaced_short_block(tmp_path):
    """Killed between writing the fuller part and removing the short one."""
    fill(tmp_path, 25)
    short = tmp_path / "hands" / "part-00000002-00000002.parquet"
    content = short.read_bytes()
    fill(tmp_path, 60, blocks_per_part=6)
    assert not short.exists()
    short.write_bytes(content)
    assert RunReader(tmp_path, TOY).digest() == whole(60)
    with start(tmp_path, 60) as run:
        assert not short.exists()
    assert run.digest() == whole(60)


def test_parts_that_contradict(tmp_path):
    fill(tmp_path)
    hands = tmp_path / "hands"
    part = hands / "part-00000003-00000005.parquet"
    frame, metadata = pl.read_parquet(part), read_metadata(part)
    metadata.pop("ARROW:schema")
    part.unlink()
    forget(tmp_path, [[0, 2], [6, 9]], 65)

    def attempt(message, name=part.name, frame=frame, **changes):
        frame.write_parquet(hands / name, metadata=metadata | changes)
        with pytest.raises(InputError, match=message):
            start(tmp_path)
        (hands / name).unlink()

    attempt("seed is 5, not", **{"mjsim.seed": "5"})
    attempt("version is 9, not", **{"mjsim.version": "9"})
    attempt("schema is x, not", **{"mjsim.schema": "x"})
    attempt("is no part", name="part-3-5.parquet")
    attempt("does not say how many", **{"mjsim.n_hands": ""})
    attempt("29 hands do not fill", **{"mjsim.n_hands": "29"})
    attempt("overlap", name="part-00000002-00000004.parquet")
    attempt("lies beyond", name="part-00000011-00000013.parquet")
    attempt("60 rows, not 61", **{"mjsim.n_rows": "61"})
    attempt("seat above 3", frame=frame.with_columns(seat=pl.lit(9, pl.Int8)))
    attempt("no column seat", frame=frame.drop("seat"))
    (hands / part.name).write_bytes(b"PAR1")
    with pytest.raises(InputError, match=f"{part.name}: is broken"):
        start(tmp_path)
    (hands / part.name).unlink()
    assert fill(tmp_path).digest() == whole()


def child(path: str) -> None:
    """Run the toy on two processes, slowly: what the next test kills."""
    with start(path, 600) as run:
        for block, frame in map_blocks(slow_toy, run.missing(), workers=2, engine="processes"):
            run.add(block, frame)


def in_child(code: str) -> subprocess.Popen:
    here = Path(__file__)
    return subprocess.Popen(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(here.parent)!r})\n{code}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=here.parents[1],
    )


def eventually(condition, seconds=30.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def parts_on_disk(path: Path) -> dict[Path, int]:
    return {file: file.stat().st_mtime_ns for file in path.glob("hands/*.parquet")}


def run_and_kill(path: Path, n_parts: int) -> None:
    """Kill the child once so many parts are finished, and a moment more."""
    with in_child(f"import test_store; test_store.child({str(path)!r})") as process:
        eventually(lambda: len(parts_on_disk(path)) >= n_parts)
        time.sleep(random.Random(n_parts).uniform(0, 0.1))
        process.kill()
        process.communicate(timeout=30)  # ends when the last worker has closed its output
        assert process.returncode == -signal.SIGKILL


def test_resume_after_a_kill(tmp_path):
    """SIGKILL at three moments; no finished part is lost, and no worker left behind."""
    finished: dict[Path, int] = {}
    for n_parts in (2, 5, 9):
        run_and_kill(tmp_path, n_parts)
        kept = parts_on_disk(tmp_path)
        assert finished.items() <= kept.items()
        finished = kept
    with start(tmp_path, 600) as run:
        n_left = sum(1 for _ in run.missing())
        assert n_left < 60
        assert n_left == 60 - sum(part.last - part.first + 1 for part in run.parts)
        for block, frame in map_blocks(toy, run.missing(), workers=2, engine="threads"):
            run.add(block, frame)
    assert run.digest() == whole(600)
    assert finished.items() <= parts_on_disk(tmp_path).items()


def test_one_writer_at_a_time(tmp_path):
    with start(tmp_path):
        message = rf"{tmp_path}: is in use by process {os.getpid()} on {socket.gethostname()}"
        with pytest.raises(InputError, match=message):
            start(tmp_path)
        code = f"import test_store; test_store.start({str(tmp_path)!r})"
        with in_child(code) as process:
            _, error = process.communicate()
        assert f"InputError: {tmp_path}: is in use by process {os.getpid()}" in error
        RunReader(tmp_path, TOY)  # reading needs no lock
    start(tmp_path).close()


def test_a_killed_holder_frees_the_lock(tmp_path):
    code = f"import test_store, time; run = test_store.start({str(tmp_path)!r}); time.sleep(60)"
    with in_child(code) as process:
        eventually((tmp_path / "manifest.json").exists)
        process.kill()
    start(tmp_path).close()
    assert tree(tmp_path) == ["hands", "manifest.json"]


# Digests

WIDE = hands_table(
    "wide",
    Column("text", pl.String, "", nullable=True),
    Column("kind", pl.Enum(["a", "b"]), "", nullable=True),
    Column("x", pl.Float64, "", nullable=True),
    Column("is_x", pl.Boolean, "", nullable=True),
    Column("tiles", pl.Array(pl.UInt8, 2), "", nullable=True),
    Column("waits", pl.List(pl.Int64), "", nullable=True),
)
WIDE_ROWS = {
    "hand_id": [0, 1, 2],
    "text": ["ab", None, "c"],
    "kind": ["a", "b", None],
    "x": [0.0, None, 1.5],
    "is_x": [True, None, False],
    "tiles": [[1, 2], None, [3, 4]],
    "waits": [[1, None], [], None],
}
WIDE_DIGEST = "0af69d4afcc4547d22bb86a231d4ecdeed45669370fab86c62c7d613bfbb8f88"


def test_digest_is_of_content(tmp_path):
    frame = WIDE.frame(WIDE_ROWS)
    digest = table_digest(frame, WIDE)
    assert digest == WIDE_DIGEST  # golden: not to change without a reason
    assert table_digest(frame.reverse(), WIDE) == digest
    negative = frame.with_columns(pl.when(pl.col("x") == 0).then(-0.0).otherwise("x").alias("x"))
    assert table_digest(negative, WIDE) == digest
    # Another writer, other bytes.
    file = tmp_path / "a.parquet"
    pq.write_table(frame.to_arrow(), file, compression="gzip", row_group_size=1)
    assert table_digest(pl.read_parquet(file).cast(WIDE.schema), WIDE) == digest


@pytest.mark.parametrize(
    "changes",
    [
        {"hand_id": [0, 1, 3]},
        {"text": ["a", None, "bc"]},
        {"text": ["ab", "", "c"]},
        {"kind": ["a", "a", None]},
        {"x": [0.0, 0.0, 1.5]},
        {"x": [0.0, None, 1.5000000000000002]},
        {"is_x": [True, False, False]},
        {"tiles": [[1, 2], [3, 4], None]},
        {"tiles": [[2, 1], None, [3, 4]]},
        {"waits": [[1, 0], [], None]},
        {"waits": [[1, None], None, None]},
        {"waits": [[1], [None], None]},
    ],
)
def test_digest_sees_every_change(changes):
    assert table_digest(WIDE.frame(WIDE_ROWS | changes), WIDE) != WIDE_DIGEST


def test_digest_of_names_types_and_nothing():
    tables = [
        hands_table("x", Column(name, kind, ""))
        for name, kind in [("a", pl.Int64), ("b", pl.Int64), ("a", pl.Int32), ("a", pl.Float64)]
    ]
    full = [table_digest(t.frame({name: [1] for name in t.schema}), t) for t in tables]
    none = [table_digest(t.empty(), t) for t in tables]
    assert len({*full, *none}) == 8
    dates = hands_table("x", Column("day", pl.Date, ""))
    with pytest.raises(InputError, match="Date has no digest"):
        table_digest(dates.empty(), dates)
