"""Tables, results, manifests and digests."""

import json
import math
import os
import socket
import time

import duckdb
import msgspec
import numpy as np
import pandas as pd
import polars as pl
import pyarrow.parquet as pq
import pytest
from toy_runs import (
    CONFIG,
    ESTIMATES,
    SEED,
    SIZE,
    TOY,
    fill,
    rows_of,
    start,
    toy,
    tree,
)

from mjsim.errors import InputError
from mjsim.stats import Estimate, mean
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
    results_table,
    table_digest,
    write_table,
)

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
