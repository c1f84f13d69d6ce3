"""温岭麻将: the points of those who did not win (W9)."""

from libc.string cimport memset

from mjsim._core.games.wenling cimport (
    EAST, HAND_TILES, MOST_POINTS, N_ALL, ZHONG, Held, Options, Table, WenlingRules,
    read_held, read_table, rounded, triplet_points,
)
from mjsim._core.types cimport CHI, PONG, i32, u8

__all__ = ["loser_rows"]

cdef enum:
    MOST_WILDS = 3
    MOST_COPIES = 5                 # a 得 may be a fifth copy


cdef inline int _worth(int kind, int copies, bint pair) noexcept nogil:
    """Base points of so many copies of a kind: a triplet before a pair, or both."""
    if copies < 2:
        return 0
    if copies == 2:
        return 2 if pair else 0
    return triplet_points(kind, 0) + (2 if pair and copies == MOST_COPIES else 0)


cdef bint _four_winds(const Held* held, const u8* laid, int seat) noexcept nogil:
    """Sets of all four winds, the own one perhaps a pair, with the help of 得."""
    cdef int kind, lacks = 0
    for kind in range(EAST, ZHONG):
        if laid[kind] < 3:
            lacks += max((2 if kind == EAST + seat else 3) - held.counts[kind], 0)
    return lacks <= held.wilds


cdef i32 loser_points(const Held* held, const Table* table, int seat,
                      const Options* rules) noexcept nogil:
    cdef u8[34] laid
    cdef int[MOST_WILDS + 1] best
    cdef i32 base = table.base
    cdef int fan = table.fan, i, kind, wilds, given, points
    cdef bint pair
    memset(laid, 0, sizeof(laid))
    for i in range(held.melds):
        kind = held.kind[i]
        if held.form[i] == CHI:
            laid[kind] += 1
            laid[kind + 1] += 1
            laid[kind + 2] += 1
            continue
        base += triplet_points(kind, held.form[i])
        laid[kind] = 3 if held.form[i] == PONG else 4
        if kind == EAST + seat or kind >= ZHONG:
            fan += 1
    if rules.loser_sifeng and _four_winds(held, laid, seat):
        return MOST_POINTS
    # The wilds go where they add most; they stay unused where they add nothing.
    memset(best, 0, sizeof(best))
    for kind in range(34):
        if not held.counts[kind] and not held.wilds:
            continue
        pair = kind == EAST + seat or kind >= ZHONG
        if held.counts[kind] >= 3 and pair:
            fan += 1
        for wilds in range(held.wilds, -1, -1):
            points = best[wilds] + _worth(kind, held.counts[kind], pair)
            for given in range(1, wilds + 1):
                if held.counts[kind] + laid[kind] + given > MOST_COPIES:
                    break
                points = max(points, best[wilds - given]
                             + _worth(kind, held.counts[kind] + given, pair))
            best[wilds] = points
    return rounded(base + best[held.wilds], fan)


def loser_rows(const u8[:, ::1] counts not None, const u8[::1] indicators not None,
               const u8[:, :, ::1] melds, const u8[::1] seats not None, const u8[:, ::1] shown,
               WenlingRules rules not None, i32[:] points not None):
    """Fill ``points[n]`` with the points of ``counts[n, 42]``, who did not win.

    Parameters
    ----------
    counts : uint8[n, 42]
        Concealed tiles: of 16 with the melds, or 17 of the dealer.
    indicators, seats : uint8[n] or uint8[1]
    melds : uint8[n, 5, 2] or None
    shown : uint8[n, 42] or None
    rules
    points : int32[n]

    Returns
    -------
    int
        The first row that is no hand, -1 if there is none. Rows behind it are not filled.
    """
    cdef Py_ssize_t row, n = counts.shape[0]
    cdef Py_ssize_t b = indicators.shape[0] > 1, d = seats.shape[0] > 1
    cdef u8[N_ALL] nothing
    cdef const u8* laid = NULL
    cdef const u8* on_table = nothing
    cdef Held held
    cdef Table table
    cdef int indicator, seat, more
    if n == 0:
        return -1
    if counts.shape[1] != N_ALL or points.shape[0] != n or (melds is not None and (
            melds.shape[0] != n or melds.shape[1] != 5 or melds.shape[2] != 2)) or (
            shown is not None and (shown.shape[0] != n or shown.shape[1] != N_ALL)) or (
            indicators.shape[0] != 1 and indicators.shape[0] != n) or (
            seats.shape[0] != 1 and seats.shape[0] != n):
        raise ValueError("shapes of counts, indicators, melds, seats, shown, points do not fit")
    memset(nothing, 0, N_ALL)
    with nogil:
        for row in range(n):
            if melds is not None:
                laid = &melds[row, 0, 0]
            if shown is not None:
                on_table = &shown[row, 0]
            indicator = indicators[row * b]
            seat = seats[row * d]
            if indicator >= N_ALL or seat > 3:
                break
            if not read_table(on_table, indicator, seat, &rules.options, &table):
                break
            if not read_held(&counts[row, 0], laid, on_table, indicator, &table, &held):
                break
            more = HAND_TILES - 3 * held.melds - held.total
            if more != 1 and (more != 0 or seat != 0):
                break
            points[row] = loser_points(&held, &table, seat, &rules.options)
        else:
            row = -1
    return row
