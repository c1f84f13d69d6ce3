"""Compiled modules of mjsim: which there are, and the one set of Cython directives.

All metadata is in pyproject.toml. Two environment switches:

``MJSIM_DEBUG=1``
    bounds, None and initialisation checks on, and the table's invariants after every action.
``MJSIM_NATIVE=1``
    ``-march=native``; the kernels give the same results on any machine: they are integer ones,
    but for a strategy's weighing of moves, whose products and sums are not fused.
"""

import os
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("MJSIM_DEBUG") == "1"
NATIVE = os.environ.get("MJSIM_NATIVE") == "1"

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "nonecheck": DEBUG,
    "overflowcheck": False,  # the kernels wrap on purpose (64-bit draws)
    "cdivision": True,
    "embedsignature": True,
    "binding": True,
    "freethreading_compatible": False,
}
MACROS = [
    ("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"),
    *([("MJSIM_CHECKED", "1")] if DEBUG else []),
]
FLAGS = ["-O3", "-fno-strict-aliasing", "-ffp-contract=off", *(["-march=native"] if NATIVE else [])]

ROOT = Path("ext")


def extensions() -> list[Extension]:
    """One extension for each .pyx under ext, named by its path."""
    found = []
    for source in sorted(ROOT.rglob("*.pyx")):
        name = ".".join(source.relative_to(ROOT).with_suffix("").parts)
        found.append(
            Extension(
                name,
                [source.as_posix()],
                include_dirs=[numpy.get_include()],
                define_macros=MACROS,
                extra_compile_args=FLAGS,
            )
        )
    return found


setup(
    ext_modules=cythonize(
        extensions(),
        include_path=["ext"],
        build_dir="build/cython-debug" if DEBUG else "build/cython",
        compiler_directives=DIRECTIVES,
    )
)
