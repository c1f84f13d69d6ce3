"""Tables in Parquet, and runs as folders that survive being killed.

A run is a folder: ``hands/part-*.parquet``, ``results.parquet``, ``manifest.json``. What makes
results reproducible lies in the files' key-value metadata; times and hosts in the manifest.
"""

from mjsim.blocks import Block, blocks_of
from mjsim.store.column import Column
from mjsim.store.digest import table_digest
from mjsim.store.manifest import (
    Manifest,
    RunConfig,
    Session,
    canonical_json,
    read_manifest,
    sha256_of,
)
from mjsim.store.parquet import read_metadata, read_table, write_table
from mjsim.store.parts import Part
from mjsim.store.reader import RunReader
from mjsim.store.results import RESULTS, estimate_of, read_results, result_row, results_table
from mjsim.store.run import RunFolder
from mjsim.store.schema import Check, Table, hands_table

__all__ = [
    "RESULTS",
    "Block",
    "Check",
    "Column",
    "Manifest",
    "Part",
    "RunConfig",
    "RunFolder",
    "RunReader",
    "Session",
    "Table",
    "blocks_of",
    "canonical_json",
    "estimate_of",
    "hands_table",
    "read_manifest",
    "read_metadata",
    "read_results",
    "read_table",
    "result_row",
    "results_table",
    "sha256_of",
    "table_digest",
    "write_table",
]
