"""Who pays whom at the Wenling table: points, liability, flows (W5, W8-W10)."""

from mjsim._core.games.wenling cimport (
    DEALER_DOUBLE, DISCARD, FA, FIRST_DISCARD, IDLE_HALF, ZHONG, Best, Held, Options,
)
from mjsim._core.games.wenling cimport Table as Shown
from mjsim._core.games.wenling_losers cimport loser_points
from mjsim._core.games.wenling_seat cimport how_of, lacks, read_seat, reserve, score_seat, wind_of
from mjsim._core.table.table cimport NOBODY, Settled, Table
from mjsim._core.table.view cimport SEATS
from mjsim._core.types cimport CHI, CONCEALED_KONG, i8, i32, u8

__all__ = []

cdef enum Why:
    FRESH = 1                       # a 生牌 in the stage of that name
    DRAGON = 2                      # 中 or 发 from a hand far from ready


cdef bint _is_fresh(const Table* t, int kind) noexcept nogil:
    """Nobody had discarded the kind before the tile won on, and it lies in no open meld."""
    cdef int seat, i
    cdef const u8* meld
    for seat in range(SEATS):
        for i in range(t.view.n_river[seat] - (seat == t.discarder)):
            if t.view.river[seat][i] == kind:
                return False
        for i in range(t.view.n_melds[seat]):
            meld = t.view.melds[seat][i]
            if meld[0] == CHI:
                if meld[1] <= kind <= meld[1] + 2:
                    return False
            elif meld[0] != CONCEALED_KONG and meld[1] == kind:
                return False
    return True


cdef bint _is_exempt(const Table* t) noexcept nogil:
    """All that the discarder still holds is fresh, and no kind completes it."""
    cdef int kind
    for kind in range(t.ops.n_kinds):
        if t.hand[t.discarder][kind] and not _is_fresh(t, kind):
            return False
    return lacks(t, t.discarder) > 1


cdef int _why_liable(const Table* t, const Options* rules) noexcept nogil:
    """Why the discarder pays for all; 0 if it does not (W10)."""
    if not rules.bao or (t.how != DISCARD and t.how != FIRST_DISCARD):
        return 0
    if t.there <= reserve(t, rules.sheng_stacks) and _is_fresh(t, t.last) and not _is_exempt(t):
        return FRESH
    if rules.bao_dragons and t.view.shown_from > ZHONG and (
            t.last == ZHONG or t.last == FA) and lacks(t, t.discarder) > 2:
        return DRAGON
    return 0


cdef double _ratio(const Table* t, int a, int b, const Options* rules) noexcept nogil:
    """What a payment between two seats is multiplied by."""
    cdef bint dealer = a == t.view.dealer or b == t.view.dealer
    if rules.ratio == DEALER_DOUBLE:
        return 2 if dealer else 1
    if rules.ratio == IDLE_HALF:
        return 1 if dealer else 0.5
    return 1


cdef void _pay(Settled* out, int giver, int taker, i32 points, double ratio) noexcept nogil:
    cdef double amount = points / 10.0 * ratio
    out.flow[taker][giver] += amount
    out.flow[giver][taker] -= amount


cdef void _flows(const Table* t, i32* points, int liable, const Options* rules,
                 Settled* out) noexcept nogil:
    """Winners are paid by each other, and these settle their differences (W10)."""
    cdef int a, b, low, high, giver
    for a in range(SEATS):
        if not t.won[a]:
            continue
        for b in range(SEATS):
            if not t.won[b]:
                _pay(out, b if liable == NOBODY else liable, a, points[a], _ratio(t, a, b, rules))
    if liable != NOBODY:
        points[liable] = 0
    for a in range(SEATS):
        for b in range(a + 1, SEATS):
            if t.won[a] or t.won[b]:
                continue
            low = a if points[a] < points[b] else b
            high = a + b - low
            giver = low if liable == NOBODY else liable
            if giver != high:
                _pay(out, giver, high, points[high] - points[low], _ratio(t, a, b, rules))


cdef void settle(const Table* t, const void* options, Settled* out, void* rows,
                 size_t stride) noexcept nogil:
    """Points, flows and rows of a finished hand under some rules."""
    cdef const Options* rules = <const Options*>options
    cdef int seat, kind, why = 0, liable = NOBODY
    cdef i32[SEATS] points = [0, 0, 0, 0]
    cdef WenlingRow* row
    cdef Best best
    cdef Held held
    cdef Shown shown
    if t.winner != NOBODY:
        why = _why_liable(t, rules)
        if why:
            liable = t.discarder
    for seat in range(SEATS):
        row = <WenlingRow*>(<char*>rows + seat * stride)
        row.how = -1
        row.base = row.fan = row.uncapped = 0
        row.categories = 0
        row.discarder = <i8>t.discarder
        row.liable = <i8>liable
        row.why = <u8>why
        row.n_shown = 0
        for kind in range(ZHONG, t.ops.n_kinds):
            row.n_shown += t.view.shown[seat][kind]
        row.is_naonao = t.view.shown_from == ZHONG
        row.is_sheng = t.there <= reserve(t, rules.sheng_stacks)
        if t.won[seat]:
            row.how = <i8>how_of(t, rules)
            score_seat(t, seat, t.last, row.how, rules, &best)
            points[seat] = best.points
            row.base = best.base
            row.fan = best.fan
            row.categories = best.mask
            if best.n_groups or best.base:
                row.uncapped = (((best.base + 20) << min(best.fan, 16)) + 9) // 10 * 10
        elif t.winner != NOBODY:
            read_seat(t, seat, rules, &held, &shown)
            points[seat] = loser_points(&held, &shown, wind_of(t, seat), rules)
        row.points = points[seat]
    for seat in range(SEATS):
        for kind in range(SEATS):
            out.flow[seat][kind] = 0
    if t.winner != NOBODY:
        _flows(t, points, liable, rules, out)
    out.next_dealer = (t.view.dealer + 1) & 3
    if t.won[t.view.dealer] or (t.winner == NOBODY and rules.draw_keeps_dealer):
        out.next_dealer = t.view.dealer
