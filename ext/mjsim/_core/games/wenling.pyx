"""温岭麻将: what winners and losers have in common, and the points of winning hands (W3-W8).

A complete hand holds at most two 得 (three win at once), so its arrangements are few: they are
listed, the lowest natural tile first, and the tables say beforehand whether what is left can
still be completed. Each is valued with every place that the last tile can have.
"""

cimport cython
from libc.string cimport memset

from mjsim._core.keys cimport word
from mjsim._core.suits cimport POW5, Suits, free_suits, key8, need_of_keys
from mjsim._core.types cimport CHI, CONCEALED_KONG, OPEN_KONG, PONG, i32, u8, u32, u64

__all__ = ["WENLING_BITS", "WenlingRules", "wenling_one", "wenling_rows"]

WENLING_BITS = {
    name: 1 << bit for bit, name in enumerate((
        "zimo", "dandiao", "qiandang", "kaobing", "baiban", "huapai", "hongzhong", "facai",
        "menfeng", "zipai", "qingyise", "hunyise", "duiduihu", "panghu", "wude", "liangde",
        "gangkai", "qiangganghu", "zimode", "dehuanyuan", "sande", "sibaiban", "sihonghua",
        "siheihua", "sihongzhong", "sifacai", "tianhu", "dihu", "sifenghuiqi",
        "shuangdehuanyuan",
    ))
}

cdef enum:
    LIMITS = AUTOMATIC | TIANHU | DIHU | SIFENGHUIQI | SHUANGDEHUANYUAN
    SEQUENCE = 0
    TRIPLET = 1
    PAIR = 2


@cython.final
@cython.auto_pickle(False)
cdef class WenlingRules:
    """The options as C values.

    Parameters
    ----------
    ron_open, pang_selfdraw, restored_pair, loser_sifeng, dihu_discard, dihu_draw : bool
    de_restore_fan, all_honours_fan, naonao : int
    multi_first, bao, bao_dragons, draw_keeps_dealer : bool
        What only a table reads, as the rest.
    ratio : int
        0 flat, 1 dealer_double, 2 idle_half.
    huang_stacks, sheng_stacks : int
    """

    def __init__(self, *, bint ron_open, bint pang_selfdraw, bint restored_pair,
                 bint loser_sifeng, bint dihu_discard, bint dihu_draw, int de_restore_fan,
                 int all_honours_fan, int naonao, bint multi_first, int ratio, bint bao,
                 bint bao_dragons, bint draw_keeps_dealer, int huang_stacks, int sheng_stacks):
        self.options.ron_open = ron_open
        self.options.pang_selfdraw = pang_selfdraw
        self.options.restored_pair = restored_pair
        self.options.loser_sifeng = loser_sifeng
        self.options.dihu_discard = dihu_discard
        self.options.dihu_draw = dihu_draw
        self.options.de_restore_fan = de_restore_fan
        self.options.all_honours_fan = all_honours_fan
        self.options.naonao = naonao
        self.options.multi_first = multi_first
        self.options.ratio = ratio
        self.options.bao = bao
        self.options.bao_dragons = bao_dragons
        self.options.draw_keeps_dealer = draw_keeps_dealer
        self.options.huang_stacks = huang_stacks
        self.options.sheng_stacks = sheng_stacks


# ---- what winners and losers share ------------------------------------------------------


cdef bint is_wild(int indicator, int kind) noexcept nogil:
    """Whether a kind is 得: the indicator's own, or the others of its flowers."""
    if indicator < SPRING:
        return kind == indicator
    return kind >= SPRING and kind != indicator and (kind < PLUM) == (indicator < PLUM)


cdef bint _shown_kind(int kind, bint naonao) noexcept nogil:
    return kind >= (ZHONG if naonao else BAI)


cdef bint read_table(const u8* shown, int indicator, int seat, const Options* rules,
                     Table* out) noexcept nogil:
    """Base points, fan and automatic wins of the shown tiles; False if they can't be shown."""
    cdef int kind, flowers
    out.naonao = (rules.naonao == 2 or indicator >= ZHONG
                  or (rules.naonao == 1 and EAST <= indicator))
    out.base = out.fan = 0
    out.mask = 0
    for kind in range(BAI if not out.naonao else ZHONG):
        if shown[kind]:
            return False
    for kind in range(ZHONG, N_ALL):
        if not shown[kind]:
            continue
        if is_wild(indicator, kind) or shown[kind] + (kind == indicator) > (
                4 if kind < SPRING else 1):
            return False
        out.base += 4 * shown[kind]
    if shown[BAI]:
        out.fan += shown[BAI]
        out.mask |= BAIBAN
    flowers = shown[SPRING + seat] + shown[PLUM + seat]
    if flowers:
        out.fan += flowers
        out.mask |= HUAPAI
    if shown[ZHONG]:
        out.fan += shown[ZHONG]
        out.mask |= HONGZHONG
    if shown[FA]:
        out.fan += shown[FA]
        out.mask |= FACAI
    if shown[BAI] == 4:
        out.mask |= SIBAIBAN
    if shown[ZHONG] == 4:
        out.mask |= SIHONGZHONG
    if shown[FA] == 4:
        out.mask |= SIFACAI
    if shown[SPRING] and shown[SPRING + 1] and shown[SPRING + 2] and shown[SPRING + 3]:
        out.mask |= SIHONGHUA
    if shown[PLUM] and shown[PLUM + 1] and shown[PLUM + 2] and shown[PLUM + 3]:
        out.mask |= SIHEIHUA
    return True


cdef bint read_held(const u8* counts, const u8* melds, const u8* shown, int indicator,
                    const Table* table, Held* out) noexcept nogil:
    """Read concealed tiles and melds; False if they can't be."""
    cdef u8[34] seen
    cdef u8 most = 0
    cdef int kind, i, form, total = 0
    out.wilds = out.melds = 0
    out.four = False
    out.restored = indicator if indicator < SPRING else 255
    for kind in range(34):
        out.counts[kind] = counts[kind]
        total += counts[kind]
        seen[kind] = counts[kind] + shown[kind]
        most = max(most, counts[kind], seen[kind])
    if indicator < SPRING:
        out.wilds = counts[indicator]
        out.counts[indicator] = 0
        if out.wilds > 3:
            return False
        seen[indicator] = 0
    for kind in range(SPRING, N_ALL):
        if counts[kind]:
            if counts[kind] > 1 or not is_wild(indicator, kind):
                return False
            out.wilds += 1
            total += 1
    # What must be shown is not held.
    if most > 4 or out.counts[BAI] or (table.naonao and (out.counts[ZHONG] or out.counts[FA])):
        return False
    out.total = total
    for kind in range(34):
        out.four |= out.counts[kind] == 4
    out.key[0] = key8(word(out.counts)) + 390625 * out.counts[8]
    out.key[1] = key8(word(out.counts + 9)) + 390625 * out.counts[17]
    out.key[2] = key8(word(out.counts + 18)) + 390625 * out.counts[26]
    out.key[3] = key8(word(out.counts + 26) >> 8)
    if melds == NULL:
        return True
    for i in range(5):
        form = melds[2 * i]
        kind = melds[2 * i + 1]
        if form == 0:
            continue
        if form > CONCEALED_KONG or kind >= 34:
            return False
        if form == CHI:
            if kind >= EAST or kind % 9 > 6 or kind <= indicator <= kind + 2:
                return False
            for kind in range(kind, kind + 3):
                seen[kind] += 1
                if seen[kind] > 4:
                    return False
                out.four |= seen[kind] == 4
            kind = melds[2 * i + 1]
        else:
            seen[kind] += 3 if form == PONG else 4
            if seen[kind] > 4 or kind == indicator or _shown_kind(kind, table.naonao):
                return False
            out.four |= seen[kind] == 4
        out.form[out.melds] = form
        out.kind[out.melds] = kind
        out.melds += 1
    return True


cdef inline bint _outer(int kind) noexcept nogil:
    """Winds, dragons, 1 and 9: twice the points of the others."""
    return kind >= EAST or kind % 9 == 0 or kind % 9 == 8


cdef int triplet_points(int kind, int form) noexcept nogil:
    """Base points of a triplet or kong; form 0: concealed triplet."""
    cdef int points
    if form == 0:
        points = 4
    elif form == PONG:
        points = 2
    elif form == OPEN_KONG:
        points = 8
    else:
        points = 16
    return 2 * points if _outer(kind) else points


cdef i32 rounded(i32 base, int fan) noexcept nogil:
    """base x 2^fan, rounded up to ten, at most 500."""
    cdef i32 total
    # Nothing below 16 fan can matter beyond the cap, and nothing wraps.
    total = base << min(fan, 16) if base < 4096 else MOST_POINTS
    return min((total + 9) // 10 * 10, MOST_POINTS)


# ---- winners ----------------------------------------------------------------------------


cdef struct Search:
    const Suits* t
    const Options* rules
    const Held* held
    int seat
    int last
    bint last_wild
    bint by_discard                 # the last tile was another's
    i32 base                        # of shown tiles, melds and the self-draw
    int fan                         # that no arrangement changes
    u32 mask
    u32 winds                       # laid as pong or kong, a bit each
    u32 suits                       # of the melds: bits 0-2 suits, 3 honours
    bint laid_triplets              # all melds are triplets or kongs
    bint laid_sequences             # all melds are chi
    u8[34] counts
    u32[4] key
    int wilds
    int n_groups
    Group[6] groups
    Best best
    bint found


cdef inline int _kind_in(const Group* group, int i) noexcept nogil:
    return group.first + i if group.form == SEQUENCE else group.first


cdef inline u32 _suit_bit(int kind) noexcept nogil:
    return <u32>1 << (kind // 9)


cdef void _consider(Search* s, i32 base, int fan, u32 mask, int last_group) noexcept nogil:
    """Keep an arrangement if it is the best so far."""
    cdef i32 points = MOST_POINTS if mask & LIMITS else rounded(base + 20, fan)
    if not s.found or points > s.best.points or (
            points == s.best.points and (mask > s.best.mask or (
                mask == s.best.mask and (fan > s.best.fan or (
                    fan == s.best.fan and base > s.best.base))))):
        s.best.points = points
        s.best.base = base
        s.best.fan = fan
        s.best.mask = mask
        s.best.n_groups = s.n_groups
        s.best.groups = s.groups
        s.best.last_group = last_group
        s.found = True


cdef void _value(Search* s) noexcept nogil:
    """Value a whole arrangement with every place of the last tile."""
    cdef i32 base = s.base, here
    cdef int fan = s.fan, i, j, kind, size, restored = 0, more
    cdef u32 mask = s.mask, suits = s.suits, winds = s.winds, wait
    cdef u32 pair_wind = 0
    cdef u64 stood = 0              # kinds that wilds stand for
    cdef bint triplets = s.laid_triplets, sequences = s.laid_sequences, as_pair = False
    cdef const Group* group
    for i in range(s.n_groups):
        group = &s.groups[i]
        suits |= _suit_bit(group.first)
        if group.form == SEQUENCE:
            triplets = False
        elif group.form == TRIPLET:
            sequences = False
            base += triplet_points(group.first, 0)
            if group.first == EAST + s.seat:
                fan += 1
                mask |= MENFENG
            if group.first >= ZHONG:
                fan += 1
                mask |= ZIPAI
            if EAST <= group.first < ZHONG:
                winds |= <u32>1 << (group.first - EAST)
        else:
            if group.first == EAST + s.seat or group.first >= ZHONG:
                base += 2
            as_pair = group.wild == 3
            if EAST <= group.first < ZHONG:
                pair_wind = <u32>1 << (group.first - EAST)
        if group.wild:
            for j in range(2 if group.form == PAIR else 3):
                if group.wild >> j & 1:
                    stood |= <u64>1 << _kind_in(group, j)
                    restored += _kind_in(group, j) == s.held.restored
    if (winds | pair_wind) == 15:
        mask |= SIFENGHUIQI
    if restored == 2 and (s.rules.restored_pair or not as_pair):
        mask |= SHUANGDEHUANYUAN
    if restored and s.rules.de_restore_fan:
        fan += restored * s.rules.de_restore_fan
        mask |= DEHUANYUAN
    if suits == 1 or suits == 2 or suits == 4:
        fan += 3
        mask |= QINGYISE
    elif suits == 8:
        if s.rules.all_honours_fan:
            fan += s.rules.all_honours_fan
            mask |= HUNYISE
    elif suits == 9 or suits == 10 or suits == 12:
        fan += 2
        mask |= HUNYISE
    if triplets:
        fan += 2
        mask |= DUIDUIHU
    for i in range(s.n_groups):
        group = &s.groups[i]
        size = 2 if group.form == PAIR else 3
        for j in range(size):
            kind = _kind_in(group, j)
            # A wild may change places with a natural tile of what it stands for.
            if not stood >> kind & 1 if s.last_wild else kind != s.last:
                continue
            wait = 0
            here = base
            more = 0
            if group.form == PAIR:
                wait = DANDIAO
            elif group.form == SEQUENCE:
                if j == 1:
                    wait = QIANDANG
                elif (j == 2 and group.first % 9 == 0) or (j == 0 and group.first % 9 == 6):
                    wait = KAOBING
            elif s.by_discard and s.rules.ron_open:
                here += triplet_points(group.first, PONG) - triplet_points(group.first, 0)
            if wait:
                here += 2
            elif sequences and (not s.by_discard or not s.rules.pang_selfdraw):
                more = 1
                wait = PANGHU
            _consider(s, here, fan + more, mask | wait, i)
            if group.form != SEQUENCE:
                break


cdef inline bint _take(Search* s, int form, int first, int wild) noexcept nogil:
    """Lay a group whose natural tiles are there."""
    cdef Group* group = &s.groups[s.n_groups]
    cdef int i, kind
    group.form = form
    group.first = first
    group.wild = wild
    for i in range(2 if form == PAIR else 3):
        if wild >> i & 1:
            s.wilds -= 1
        else:
            kind = _kind_in(group, i)
            s.counts[kind] -= 1
            s.key[kind // 9] -= POW5[kind % 9]
    s.n_groups += 1
    return s.wilds >= 0


cdef inline void _put_back(Search* s) noexcept nogil:
    cdef Group* group
    cdef int i, kind
    s.n_groups -= 1
    group = &s.groups[s.n_groups]
    for i in range(2 if group.form == PAIR else 3):
        if group.wild >> i & 1:
            s.wilds += 1
        else:
            kind = _kind_in(group, i)
            s.counts[kind] += 1
            s.key[kind // 9] += POW5[kind % 9]


cdef bint _within_copies(const Search* s, int form, int first) noexcept nogil:
    """Whether the new group keeps every kind at five copies, wilds standing for it included."""
    cdef int i, j, kind, copies
    for kind in range(first, first + (3 if form == SEQUENCE else 1)):
        copies = 0
        for i in range(s.n_groups):
            for j in range(2 if s.groups[i].form == PAIR else 3):
                copies += _kind_in(&s.groups[i], j) == kind
        for i in range(s.held.melds):
            if s.held.form[i] == CHI:
                copies += s.held.kind[i] <= kind <= s.held.kind[i] + 2
            elif s.held.kind[i] == kind:
                copies += 3 if s.held.form[i] == PONG else 4
        if copies > 5:
            return False
    return True


cdef inline void _lay(Search* s, int form, int first, int wild, int kind, int melds, int pairs,
                      int before) noexcept nogil:
    """Lay a group and go on, if what is left can be completed.

    Groups whose lowest natural tile is the same come in one order only.
    """
    cdef int m = melds - (form != PAIR), p = pairs - (form == PAIR)
    cdef int code = form << 9 | (kind - first) << 3 | wild
    if code < before:
        return
    if _take(s, form, first, wild) and need_of_keys(s.t, s.key, m, p) <= s.wilds and (
            s.held.wilds < 2 or not s.held.four or _within_copies(s, form, first)):
        _search(s, kind, m, p, code if s.counts[kind] else 0)
    _put_back(s)


cdef void _all_wild(Search* s) noexcept nogil:
    """The pair is two wilds: of any kind that may matter.

    That is an honour, their own kind, the last tile's or one that is held, with which the last
    tile may change places; of the other kinds of a suit one is as good as another.
    """
    cdef int first
    cdef u32 others = 0
    cdef bint alike
    for first in range(34):
        alike = first < EAST and first != s.last and first != s.held.restored and (
            not s.held.counts[first])
        if alike and others & _suit_bit(first):
            continue
        if _take(s, PAIR, first, 3) and (not s.held.four or _within_copies(s, PAIR, first)):
            _value(s)
            # A kind whose copies are used up stands for no other.
            if alike:
                others |= _suit_bit(first)
        _put_back(s)


cdef void _search(Search* s, int kind, int melds, int pairs, int before) noexcept nogil:
    """Lay the lowest natural tile left into each group that it can be in.

    An arrangement is what its tiles stand for: a natural tile is taken where there is one, since
    a wild beside it that stands for the same can be exchanged with it (`_value` does).
    """
    cdef int i, low, rank, wild, free = s.wilds
    while kind < 34 and not s.counts[kind]:
        kind += 1
    if kind == 34:
        if melds == 0 and pairs == 0:
            _value(s)
        elif melds == 0:
            _all_wild(s)
        return
    if melds:
        # Below the lowest tile only wilds can stand; above it a natural tile or a wild.
        rank = kind % 9 if kind < EAST else 9
        for low in range(min(free, 2) + 1):
            if rank < low or rank - low > 6:
                continue
            wild = (1 << low) - 1
            for i in range(low + 1, 3):
                if not s.counts[kind - low + i]:
                    wild |= 1 << i
            _lay(s, SEQUENCE, kind - low, wild, kind, melds, pairs, before)
        i = s.counts[kind]
        if i + free >= 3:
            _lay(s, TRIPLET, kind, 0 if i >= 3 else 4 if i == 2 else 6, kind, melds, pairs, before)
    if pairs and s.counts[kind] + free >= 2:
        _lay(s, PAIR, kind, 0 if s.counts[kind] > 1 else 2, kind, melds, pairs, before)


cdef bint _self_drawn(int how) noexcept nogil:
    return how == DRAW or how == REPLACEMENT or how == DEAL or how == FIRST_DRAW


cdef void _open_search(const Held* held, const Table* table, int last, bint last_wild, int how,
                       int seat, const Options* rules, Search* s) noexcept nogil:
    """Everything that no arrangement changes."""
    cdef int i, kind
    s.t = free_suits()
    s.rules = rules
    s.held = held
    s.seat = seat
    s.last = last
    s.last_wild = last_wild
    s.by_discard = not _self_drawn(how)
    s.base = table.base
    s.fan = table.fan
    s.mask = table.mask
    s.winds = s.suits = 0
    s.laid_triplets = s.laid_sequences = True
    for i in range(held.melds):
        kind = held.kind[i]
        s.suits |= _suit_bit(kind)
        if held.form[i] == CHI:
            s.laid_triplets = False
            continue
        s.laid_sequences = False
        s.base += triplet_points(kind, held.form[i])
        if kind == EAST + seat:
            s.fan += 1
            s.mask |= MENFENG
        if kind >= ZHONG:
            s.fan += 1
            s.mask |= ZIPAI
        if EAST <= kind < ZHONG:
            s.winds |= <u32>1 << (kind - EAST)
    if not s.by_discard:
        s.base += 2
        s.mask |= ZIMO
        if last_wild:
            s.fan += 1
            s.mask |= ZIMODE
    if held.wilds == 0:
        s.fan += 1
        s.mask |= WUDE
    elif held.wilds == 2:
        s.fan += 1
        s.mask |= LIANGDE
    if how == REPLACEMENT:
        s.fan += 1
        s.mask |= GANGKAI
    elif how == ROBBED:
        s.fan += 1
        s.mask |= QIANGGANGHU
    elif how == DEAL:
        s.mask |= TIANHU
    elif (how == FIRST_DISCARD and rules.dihu_discard) or (
            how == FIRST_DRAW and rules.dihu_draw):
        s.mask |= DIHU
    for i in range(34):
        s.counts[i] = held.counts[i]
    for i in range(4):
        s.key[i] = held.key[i]
    s.wilds = held.wilds
    s.n_groups = 0
    s.found = False


cdef bint score(const Held* held, const Table* table, int last, int indicator, int how, int seat,
                const Options* rules, Best* best) noexcept nogil:
    """The best arrangement; False if the hand is neither complete nor an automatic win."""
    cdef Search s
    cdef bint last_wild = is_wild(indicator, last)
    cdef int melds = 5 - held.melds
    cdef u32 automatic = table.mask & AUTOMATIC
    if held.wilds == 3:
        automatic |= SANDE
    if automatic:
        # The hand wins as it stands, complete or not, and nothing else is counted.
        best.points = MOST_POINTS
        best.base = best.fan = 0
        best.mask = automatic
        best.n_groups = 0
        return True
    _open_search(held, table, last, last_wild, how, seat, rules, &s)
    if need_of_keys(s.t, s.key, melds, 1) <= s.wilds:
        _search(&s, 0, melds, 1, 0)
    if s.found:
        best[0] = s.best
    return s.found


cdef bint _score_row(const u8* counts, const u8* melds, const u8* shown, int last, int indicator,
                     int how, int seat, const Options* rules, Best* best) noexcept nogil:
    """Score one hand, its last tile included; False if it is no hand."""
    cdef Held held
    cdef Table table
    best.points = best.base = best.fan = 0
    best.mask = 0
    best.n_groups = 0
    if last >= N_ALL or indicator >= N_ALL or how > FIRST_DRAW or seat > 3 or not counts[last]:
        return False
    if is_wild(indicator, last) and not _self_drawn(how):
        return False
    if not read_table(shown, indicator, seat, rules, &table):
        return False
    if not read_held(counts, melds, shown, indicator, &table, &held):
        return False
    if held.total != HAND_TILES - 3 * held.melds:
        return False
    score(&held, &table, last, indicator, how, seat, rules, best)
    return True


def wenling_rows(const u8[:, ::1] counts not None, const u8[::1] last not None,
                 const u8[::1] indicators not None, const u8[:, :, ::1] melds,
                 const u8[::1] how not None, const u8[::1] seats not None,
                 const u8[:, ::1] shown, WenlingRules rules not None,
                 i32[:] points not None, i32[:] base not None, i32[:] fan not None,
                 u32[:] mask not None):
    """Score ``counts[n, 42]``; the arrays of length 1 hold for every row.

    Parameters
    ----------
    counts : uint8[n, 42]
        Concealed tiles, the last included.
    last, indicators, how, seats : uint8[n] or uint8[1]
    melds : uint8[n, 5, 2] or None
    shown : uint8[n, 42] or None
    rules
    points, base, fan : int32[n]
    mask : uint32[n]
        Filled; 0 where neither complete nor an automatic win.

    Returns
    -------
    int
        The first row that is no hand, -1 if there is none. Rows behind it are not filled.
    """
    cdef Py_ssize_t row, n = counts.shape[0]
    cdef Py_ssize_t a = last.shape[0] > 1, b = indicators.shape[0] > 1
    cdef Py_ssize_t c = how.shape[0] > 1, d = seats.shape[0] > 1
    cdef u8[N_ALL] nothing
    cdef const u8* laid = NULL
    cdef const u8* on_table = nothing
    cdef Best best
    if n == 0:
        return -1
    if counts.shape[1] != N_ALL or (melds is not None and (
            melds.shape[0] != n or melds.shape[1] != 5 or melds.shape[2] != 2)) or (
            shown is not None and (shown.shape[0] != n or shown.shape[1] != N_ALL)):
        raise ValueError("shapes of counts, melds and shown do not fit")
    for size in (points.shape[0], base.shape[0], fan.shape[0], mask.shape[0]):
        if size != n:
            raise ValueError("points, base, fan and mask have a row a hand")
    for size in (last.shape[0], indicators.shape[0], how.shape[0], seats.shape[0]):
        if size != 1 and size != n:
            raise ValueError("an array holds neither one entry nor one a row")
    memset(nothing, 0, N_ALL)
    with nogil:
        for row in range(n):
            if melds is not None:
                laid = &melds[row, 0, 0]
            if shown is not None:
                on_table = &shown[row, 0]
            if not _score_row(&counts[row, 0], laid, on_table, last[row * a],
                              indicators[row * b], how[row * c], seats[row * d],
                              &rules.options, &best):
                break
            points[row] = best.points
            base[row] = best.base
            fan[row] = best.fan
            mask[row] = best.mask
        else:
            row = -1
    return row


def wenling_one(const u8[::1] counts not None, const u8[::1] melds not None,
                const u8[::1] shown not None, int last, int indicator, int how, int seat,
                WenlingRules rules not None):
    """Score one hand as `wenling_rows` does a row.

    Parameters
    ----------
    counts, shown : buffer of 42 bytes
    melds : buffer of 10 bytes
    last, indicator, how, seat, rules

    Returns
    -------
    tuple or None
        Points, base, fan, mask and groups, each (form, kinds, wilds, last); None if it is no
        hand.
    """
    cdef Best best
    cdef Group* group
    cdef int i, j, size
    if counts.shape[0] != N_ALL or shown.shape[0] != N_ALL or melds.shape[0] != 10:
        raise ValueError("42 counts, 10 bytes of melds, 42 tiles shown")
    if min(last, indicator, how, seat) < 0 or not _score_row(
            &counts[0], &melds[0], &shown[0], last, indicator, how, seat, &rules.options, &best):
        return None
    groups = []
    for i in range(best.n_groups):
        group = &best.groups[i]
        size = 2 if group.form == PAIR else 3
        groups.append((
            ("sequence", "triplet", "pair")[group.form],
            tuple([_kind_in(group, j) for j in range(size)]),
            tuple([bool(group.wild >> j & 1) for j in range(size)]),
            i == best.last_group,
        ))
    return best.points, best.base, best.fan, best.mask, groups
