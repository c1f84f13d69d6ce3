"""Suit classes: what one suit's tiles still lack for so many melds and pairs.

A suit's counts, written as a base-5 key, map to a class: the vector of tiles missing for
m melds and p pairs, m = 0..5, p = 0..1. There are fewer than 200 classes. Two classes fold
into one of fewer than 350 by min-plus, and two folds give the tiles that a whole hand lacks:
four look-ups, two folds and one more look-up, with no recursion and no copy of the counts.

The classes come from an automaton that reads a suit rank by rank. Its state holds the least
number of missing tiles for every (sequences begun one rank ago, two ranks ago, melds, pairs);
equal states are merged, so that a table of 5**9 keys costs a few thousand transitions and one
look-up a key. Three equal sequences are three triplets, hence never more than two are begun
at one rank. A wild may be a fifth copy of a kind, so that no kind is asked for more than five
times; the strict family stays at the four copies that there are.
"""

from libc.stdlib cimport calloc, free as _release
from libc.string cimport memcmp, memcpy, memset

import numpy as np

from mjsim._core.types cimport u8, u16, u32

__all__ = ["class_table", "classes_of", "n_classes", "n_folds"]

cdef enum:
    WIDTH = 9 * TARGETS             # bytes of an automaton's state
    NEVER = 99                      # more than any hand can miss
    MAX_STATES = 8192               # of one layer; 5,628 is the most that occurs
    HASH = 1 << 16

POW5[0] = 1
for _i in range(1, 9):
    POW5[_i] = 5 * POW5[_i - 1]


cdef inline int _at(int older, int newer, int melds, int pairs) noexcept nogil:
    return ((older * 3 + newer) * (MELDS + 1) + melds) * 2 + pairs


cdef void _step(const u8* state, int held, bint starts, int copies, u8* out) noexcept nogil:
    """Read one rank: `held` tiles of it, sequences may start or not, at most `copies` used."""
    cdef int older, newer, melds, pairs, begun, triplets, pair, used, missing
    cdef u8* cell
    memset(out, NEVER, WIDTH)
    for older in range(3):
        for newer in range(3):
            for melds in range(MELDS + 1):
                for pairs in range(2):
                    missing = state[_at(older, newer, melds, pairs)]
                    if missing == NEVER:
                        continue
                    for begun in range(3 if starts else 1):
                        for triplets in range(3):
                            if melds + begun + triplets > MELDS:
                                break
                            for pair in range(2 - pairs):
                                used = older + newer + begun + 3 * triplets + 2 * pair
                                if used > copies:
                                    break
                                cell = out + _at(newer, begun, melds + begun + triplets,
                                                 pairs + pair)
                                if missing + max(used - held, 0) < cell[0]:
                                    cell[0] = missing + max(used - held, 0)


cdef struct Layer:
    u8* states                      # [n * WIDTH]
    u16* next                       # [n * 5] state and tiles held -> state of the next layer
    int n


cdef inline u32 _hash(const u8* bytes, int n) noexcept nogil:
    cdef u32 h = 2166136261
    cdef int i
    for i in range(n):
        h = (h ^ bytes[i]) * 16777619
    return h


cdef void* _alloc(size_t size) except NULL:
    cdef void* memory = calloc(size, 1)
    if memory == NULL:
        raise MemoryError
    return memory


cdef enum:
    MOST_CLASSES = 1024             # while they are collected


cdef int _intern(u8* rows, int* n, int width, int most, const u8* row, int* slots,
                 int n_slots) except -1:
    """The number of `row` among the distinct rows, added if new."""
    cdef u32 at = _hash(row, width) & (n_slots - 1)
    while slots[at]:
        if memcmp(rows + (slots[at] - 1) * width, row, width) == 0:
            return slots[at] - 1
        at = (at + 1) & (n_slots - 1)
    if n[0] == most:
        raise AssertionError("more suit states than there can be")
    memcpy(rows + n[0] * width, row, width)
    n[0] += 1
    slots[at] = n[0]
    return n[0] - 1


cdef class _Automaton:
    """The layers of one suit: ranks, barred ranks and copies as given."""

    cdef Layer[10] layers
    cdef int ranks

    def __cinit__(self, int ranks, bint sequences, int copies, barred=()):
        cdef int rank, state, held, n
        cdef bint starts, shut
        cdef u8[WIDTH] out
        cdef int* slots
        self.ranks = ranks
        memset(self.layers, 0, sizeof(self.layers))
        self.layers[0].states = <u8*>_alloc(WIDTH)
        memset(self.layers[0].states, NEVER, WIDTH)
        self.layers[0].states[0] = 0
        self.layers[0].n = 1
        for rank in range(ranks):
            n = self.layers[rank].n
            shut = rank in barred
            # A sequence starts where its two other ranks exist and are not barred.
            starts = (sequences and rank + 2 < ranks and not shut
                      and rank + 1 not in barred and rank + 2 not in barred)
            self.layers[rank].next = <u16*>_alloc(n * 5 * sizeof(u16))
            self.layers[rank + 1].states = <u8*>_alloc(MAX_STATES * WIDTH)
            slots = <int*>_alloc(HASH * sizeof(int))
            for state in range(n):
                for held in range(5):
                    _step(self.layers[rank].states + state * WIDTH, held, starts,
                          0 if shut else copies, out)
                    self.layers[rank].next[state * 5 + held] = _intern(
                        self.layers[rank + 1].states, &self.layers[rank + 1].n, WIDTH,
                        MAX_STATES, out, slots, HASH)
            _release(slots)

    def __dealloc__(self):
        cdef int rank
        for rank in range(10):
            _release(self.layers[rank].states)
            _release(self.layers[rank].next)

    cdef u32 run(self, const int* ranks, int n_ranks, u16* states) noexcept nogil:
        """states[key] = last state, for keys whose digits speak of `ranks`; their number."""
        cdef int rank, at = 0, held
        cdef u32 size = 1, k
        cdef u16* now
        cdef bint spoken
        # Breadth first over prefixes: one look-up a key.
        states[0] = 0
        for rank in range(self.ranks):
            now = self.layers[rank].next
            spoken = at < n_ranks and ranks[at] == rank
            if spoken:
                at += 1
                held = 4
                while held >= 0:
                    for k in range(size):
                        states[held * size + k] = now[states[k] * 5 + held]
                    held -= 1
                size *= 5
            else:
                for k in range(size):
                    states[k] = now[states[k] * 5]
        return size


cdef struct Family:
    # Distinct class vectors while they are collected.
    u8* vectors
    int n
    int* slots


cdef int _open(Family* family) except -1:
    family.vectors = <u8*>_alloc(MOST_CLASSES * TARGETS)
    family.slots = <int*>_alloc(HASH * sizeof(int))
    family.n = 0
    return 0


cdef int _classes(Family* family, _Automaton auto, u16* final) except -1:
    """Number the last layer's states by their vectors, in the family's numbering."""
    cdef int state
    for state in range(auto.layers[auto.ranks].n):
        # A sequence still open at the end never occurs: no state with one is reached.
        final[state] = _intern(family.vectors, &family.n, TARGETS, MOST_CLASSES,
                               auto.layers[auto.ranks].states + state * WIDTH,
                               family.slots, HASH)
    return 0


cdef void min_plus(const u8* a, const u8* b, u8* out) noexcept nogil:
    cdef int melds, pairs, m, p, s, best
    for melds in range(MELDS + 1):
        for pairs in range(2):
            best = NEVER
            for m in range(melds + 1):
                for p in range(pairs + 1):
                    s = a[2 * m + p] + b[2 * (melds - m) + pairs - p]
                    if s < best:
                        best = s
            out[2 * melds + pairs] = best


cdef int _close(Family* family, Suits* suits, Family* barred, u16* barred_fold) except -1:
    """Folds of all pairs of classes (barred first), and the need of all pairs of folds."""
    cdef u8* folded = <u8*>_alloc(4096 * TARGETS)
    cdef u8[TARGETS] row
    cdef int a, b, target
    suits.vectors = family.vectors
    suits.n_classes = family.n
    suits.n_folds = 0
    suits.fold = <u16*>_alloc(256 * 256 * sizeof(u16))
    memset(family.slots, 0, HASH * sizeof(int))
    for b in range(family.n):
        for a in range(family.n):
            min_plus(family.vectors + a * TARGETS, family.vectors + b * TARGETS, row)
            suits.fold[a << 8 | b] = _intern(folded, &suits.n_folds, TARGETS, 4096, row,
                                             family.slots, HASH)
        if barred != NULL:
            for a in range(barred.n):
                min_plus(barred.vectors + a * TARGETS, family.vectors + b * TARGETS, row)
                barred_fold[a << 8 | b] = _intern(folded, &suits.n_folds, TARGETS, 4096, row,
                                                  family.slots, HASH)
    _release(family.slots)
    suits.plane = <size_t>suits.n_folds * suits.n_folds
    suits.need = <u8*>_alloc(TARGETS * suits.plane)
    for a in range(suits.n_folds):
        for b in range(suits.n_folds):
            min_plus(folded + a * TARGETS, folded + b * TARGETS, row)
            for target in range(TARGETS):
                suits.need[target * suits.plane + a * suits.n_folds + b] = row[target]
    _release(folded)
    return 0


cdef void vector_of(const u8* counts, int ranks, const u8* copies, u8* out) noexcept nogil:
    """Tiles missing from nine ranks (a suit) or seven (honours), read without the automaton."""
    cdef u8[WIDTH] state, next_state
    cdef int rank
    cdef bint starts
    memset(state, NEVER, WIDTH)
    state[0] = 0
    for rank in range(ranks):
        starts = ranks == 9 and rank < 7 and copies[rank + 1] and copies[rank + 2]
        _step(state, counts[rank], starts, copies[rank], next_state)
        memcpy(state, next_state, WIDTH)
    memcpy(out, state, TARGETS)


cdef int[9] EVERY = [0, 1, 2, 3, 4, 5, 6, 7, 8]


cdef int _build(Suits* suits, Family* family, int copies) except -1:
    """The tables of a family without barred ranks; `_close` is still to be called."""
    cdef u16[MAX_STATES] final
    cdef u16* states = <u16*>_alloc(SUIT_KEYS * sizeof(u16))
    cdef _Automaton auto = _Automaton(9, True, copies)
    cdef u32 k
    suits.suit = <u8*>_alloc(SUIT_KEYS)
    suits.honour = <u8*>_alloc(HONOUR_KEYS)
    _classes(family, auto, final)
    auto.run(EVERY, 9, states)
    for k in range(<u32>SUIT_KEYS):
        suits.suit[k] = <u8>final[states[k]]
    auto = _Automaton(7, False, copies)
    _classes(family, auto, final)
    auto.run(EVERY, 7, states)
    for k in range(<u32>HONOUR_KEYS):
        suits.honour[k] = <u8>final[states[k]]
    _release(states)
    if family.n > 256:
        raise AssertionError("a class no longer fits into one byte")
    return 0


cdef Suits FREE
cdef Suits STRICT
cdef Barred BAR
STRICT.suit = NULL


cdef const Suits* free_suits() noexcept nogil:
    return &FREE


cdef const Suits* strict_suits() except NULL:
    barred_suits()
    return &STRICT


cdef const Barred* barred_suits() except NULL:
    """The strict family with the tables in which the wild kinds may not stand.

    Built on first use, under the GIL; kernels take the pointer before they release it.
    """
    cdef Family family, barred
    cdef u16[MAX_STATES] final
    cdef u16* states
    cdef _Automaton auto
    cdef Suits strict
    cdef int low, i, n
    cdef u32 k, size
    cdef int[9] open_ranks
    if STRICT.suit != NULL:
        return &BAR
    _open(&family)
    _open(&barred)
    _build(&strict, &family, 4)
    states = <u16*>_alloc(HONOUR_KEYS * 5 * 5 * sizeof(u16))
    BAR.suit = <u16*>_alloc(9 * HONOUR_KEYS * sizeof(u16))
    for low in range(9):
        shut = (low, (low + 1) % 9)
        n = 0
        for i in range(9):
            if i not in shut:
                open_ranks[n] = i
                n += 1
        auto = _Automaton(9, True, 4, shut)
        _classes(&barred, auto, final)
        size = auto.run(open_ranks, 7, states)
        for k in range(size):
            BAR.suit[low * HONOUR_KEYS + k] = final[states[k]]
    BAR.honour = <u16*>_alloc(7 * HONOUR_KEYS * sizeof(u16))
    for low in range(7):
        auto = _Automaton(7, False, 4, (low, (low + 1) % 4 if low < 4 else 4 + (low - 3) % 3))
        _classes(&barred, auto, final)
        size = auto.run(EVERY, 7, states)
        for k in range(size):
            BAR.honour[low * HONOUR_KEYS + k] = final[states[k]]
    _release(states)
    BAR.fold = <u16*>_alloc(MOST_CLASSES * 256 * sizeof(u16))
    _close(&family, &strict, &barred, BAR.fold)
    _release(barred.vectors)
    _release(barred.slots)
    BAR.suits = &STRICT
    (&STRICT)[0] = strict
    return &BAR


cdef int _build_free() except -1:
    cdef Family family
    _open(&family)
    _build(&FREE, &family, 5)
    _close(&family, &FREE, NULL, NULL)
    return 0


_build_free()


def n_classes(*, bint strict=False):
    """Number of classes (int)."""
    return (strict_suits() if strict else free_suits()).n_classes


def n_folds(*, bint strict=False):
    """Number of distinct folds of two classes (int)."""
    return (strict_suits() if strict else free_suits()).n_folds


def class_table(*, bint strict=False):
    """Tiles missing by class: uint8[n_classes, 6, 2], melds by pairs."""
    cdef const Suits* suits = strict_suits() if strict else free_suits()
    cdef u8[:, :, ::1] out = np.empty((suits.n_classes, MELDS + 1, 2), np.uint8)
    memcpy(&out[0, 0, 0], suits.vectors, suits.n_classes * TARGETS)
    return np.asarray(out)


def classes_of(keys, *, bint honours=False, bint strict=False):
    """Classes of keys: uint8[n] for uint32[n] base-5 keys of a suit or of the honours."""
    cdef const Suits* suits = strict_suits() if strict else free_suits()
    cdef const u32[::1] wanted = np.ascontiguousarray(keys, np.uint32)
    cdef u32 most = HONOUR_KEYS if honours else SUIT_KEYS
    cdef const u8* table = suits.honour if honours else suits.suit
    cdef u8[::1] out = np.empty(wanted.shape[0], np.uint8)
    cdef Py_ssize_t i
    for i in range(wanted.shape[0]):
        if wanted[i] >= most:
            raise ValueError("a key is out of range")
        out[i] = table[wanted[i]]
    return np.asarray(out)
