"""Random bits: NumPy bit generators, one stream a block, opened for the kernels."""

from cpython.pycapsule cimport PyCapsule_GetPointer

from numpy.random cimport bitgen_t

import numpy as np

from mjsim._core.types cimport u64

__all__ = ["draws"]


cdef bitgen_t* bitgen_of(object bit_generator) except NULL:
    """The C generator of a NumPy bit generator, which the caller keeps alive and locks."""
    return <bitgen_t*>PyCapsule_GetPointer(bit_generator.capsule, "BitGenerator")


def draws(bit_generator, u64 n, int k, Py_ssize_t size):
    """Bounded draws as the kernels make them, for tests: uint64[size, k].

    Column i is uniform in [0, n - i). The product of the k bounds must fit 64 bits.
    """
    cdef bitgen_t* bits = bitgen_of(bit_generator)
    cdef u64[:, ::1] out = np.empty((size, k), np.uint64)
    cdef u64 product = falling(n, k)
    cdef Py_ssize_t row
    with bit_generator.lock, nogil:
        for row in range(size):
            draw(bits, n, k, product, &out[row, 0])
    return np.asarray(out)
