"""天津麻将 in the solitary model: the ways to a win that may be declared, and wins (T5-T7).

The ways are those of `tianjin_distance`, in a form that tells what one tile more or less does.
"""

from libc.string cimport memcpy

from mjsim._core.games.tianjin cimport (
    BENHUNLONG, DRAW, GANGKAI, HUNDIAO, KONG, LONG, SU, TILIU, ZHUO5, Hand, Options, TianjinRules,
    may_win, score,
)
from mjsim._core.keys cimport Wilds, read_present
from mjsim._core.odds.hold cimport Hold
from mjsim._core.odds.query cimport TO_VALUE, TO_WIN, Query
from mjsim._core.odds.ways cimport Way, Ways, add_natural, add_way, clear_ways
from mjsim._core.suits cimport POW5, barred_suits, free_suits, need_of_keys
from mjsim._core.types cimport N_KINDS, PONG, i32, u8, u32, u64

__all__ = []

# Wins that may be declared: bits of `Query.allowed`; 捉5 and 龍 always may.
cdef enum:
    PLAIN = 1
    NATURAL = 2
    SINGLE = 4
    KONGED = 8                      # by a kong's replacement
    FIVE = 16                       # 捉5
    DRAGON = 32                     # 龍 in a suit that is not the wilds'
    OWN_DRAGON = 64                 # 龍 in the wilds' suit


cdef void _fix(Way* way, const Hold* hold, int kind, const u8* wild) noexcept nogil:
    """One natural tile of a kind belongs to the goal itself."""
    if wild[kind] or hold.counts[kind] == 0:
        way.fixed += 1
    else:
        way.key[kind // 9] -= POW5[kind % 9]
    if not wild[kind]:
        way.fixed_kinds |= <u64>1 << kind


cdef void _begin(Way* way, const Hold* hold, int melds, int pairs) noexcept nogil:
    memcpy(way.key, hold.key, sizeof(hold.key))
    way.melds = melds
    way.pairs = pairs
    way.spare = hold.wilds
    way.plus = way.fixed = way.least = 0
    way.fixed_kinds = 0
    way.quad = -1


cdef void _single(const Way* base, Ways* out, int bound) noexcept nogil:
    """混吊 beside a way's shape: with one wild, or with two (T6)."""
    cdef Way way = base[0]
    way.least = 0
    way.plus = base.plus + 1 + max(1 - base.spare, 0)
    way.spare = max(base.spare - 1, 0)
    way.pairs = 0
    add_way(out, &way, bound)
    way.plus = base.plus + 1 + max(2 - base.spare, 0)
    way.spare = max(base.spare - 2, 0)
    way.melds = base.melds - 1
    way.pairs = 1
    add_way(out, &way, bound)


cdef void _konged(const Query* q, const Hold* hold, int kind, bint laid, int melds, int bound,
                  Ways* out) noexcept nogil:
    """杠開 with a kong of this kind, concealed or added to a laid pong."""
    cdef int held = hold.counts[kind]
    cdef Way way
    _begin(&way, hold, melds - (not laid), 1)
    way.plus = 1 - held if laid else 4 - held
    # The replacement itself is missing, whatever is held.
    if way.plus + 1 > bound:
        return
    way.quad = kind
    way.key[kind // 9] -= held * POW5[kind % 9]
    way.least = 1
    add_way(out, &way, bound)


cdef bint _is_pong(const Query* q, const Hold* hold, int i) noexcept nogil:
    """A meld given is a pong still."""
    return q.laid[2 * i] == PONG and not hold.kongs >> q.laid[2 * i + 1] & 1


cdef bint _golden(const Query* q, const Hold* hold) noexcept nogil:
    """A wild kind was laid as a kong."""
    cdef int i
    for i in range(q.n_laid):
        if q.wild[q.laid[2 * i + 1]]:
            return True
    for i in range(N_KINDS):
        if hold.kongs >> i & 1 and q.wild[i]:
            return True
    return False


cdef void _open(const Query* q, const Hold* hold, int bound, Ways* out) noexcept nogil:
    cdef int concealed = q.whole - hold.melds, suit, rank, i, kind
    cdef Way way
    clear_ways(out)
    if q.allowed & PLAIN:
        # Whatever else there is lacks no less.
        _begin(&way, hold, concealed, 1)
        add_way(out, &way, bound)
        return
    if q.allowed & FIVE and concealed:
        _begin(&way, hold, concealed - 1, 1)
        way.plus = 1
        _fix(&way, hold, 3, q.wild)
        _fix(&way, hold, 5, q.wild)
        add_way(out, &way, bound)
    if q.allowed & (DRAGON | OWN_DRAGON) and concealed >= 3:
        for suit in range(3):
            if not q.allowed & (OWN_DRAGON if q.indicator // 9 == suit else DRAGON):
                continue
            _begin(&way, hold, concealed - 3, 1)
            for rank in range(9):
                _fix(&way, hold, 9 * suit + rank, q.wild)
            add_way(out, &way, bound)
    if q.allowed & SINGLE:
        _begin(&way, hold, concealed, 0)
        _single(&way, out, bound)
    if q.allowed & KONGED:
        for kind in range(N_KINDS if concealed else 0):
            if hold.counts[kind] + bound >= 5 and q.kongable >> kind & 1:
                _konged(q, hold, kind, False, concealed, bound, out)
        for i in range(q.n_laid):
            if _is_pong(q, hold, i):
                _konged(q, hold, q.laid[2 * i + 1], True, concealed, bound, out)
    if q.allowed & NATURAL and not _golden(q, hold):
        add_natural(out, q.bar, hold, q.indicator, concealed, bound)


cdef bint _wins(const Query* q, const Hold* hold, int last, int row, double* value,
                u32* mask) noexcept nogil:
    cdef const Options* rules = <const Options*>q.rules
    cdef Hand hand
    cdef u32 possible = 0
    cdef i32 fan
    cdef int i
    if need_of_keys(free_suits(), hold.key, q.whole - hold.melds, 1) > hold.wilds:
        return False
    hand.counts = &hold.counts[0]
    memcpy(hand.keyed.key, hold.key, sizeof(hold.key))
    hand.keyed.wilds = hold.wilds
    hand.keyed.total = 0
    for i in range(N_KINDS):
        hand.keyed.total += hold.counts[i]
    hand.keyed.many = False
    hand.melds = hold.melds
    hand.indicator = q.indicator
    hand.last = last
    hand.how = KONG if row else DRAW
    hand.kongs = row
    hand.ting = False
    hand.jin_gang = _golden(q, hold)
    read_present(hand.counts, &q.table.keep[q.indicator], hand.present)
    mask[0] = 0
    # On its own line: the mask is read after it is written.
    fan = score(&hand, q.table, rules, mask, &possible)
    value[0] = fan
    return may_win(fan, mask[0], rules)


cdef u32 _allowed(const Query* q, const Options* rules) noexcept nogil:
    """Which ways there are to the goal."""
    cdef u32 allowed = 0
    if q.goal == TO_WIN or q.goal == TO_VALUE:
        if may_win(1, TILIU, rules):
            return PLAIN
        allowed = FIVE | DRAGON | OWN_DRAGON
        if may_win(2, TILIU | SU, rules):
            allowed |= NATURAL
        if may_win(2, HUNDIAO, rules):
            allowed |= SINGLE
        return allowed
    if q.goal == _bit(ZHUO5):
        return FIVE
    if q.goal == _bit(LONG):
        return DRAGON
    if q.goal == _bit(BENHUNLONG) and q.indicator < 27:
        return OWN_DRAGON
    if q.goal == _bit(HUNDIAO):
        return SINGLE
    if q.goal == _bit(SU):
        return NATURAL
    if q.goal == _bit(GANGKAI):
        return KONGED
    return 0


cdef int _bit(u32 mask) noexcept nogil:
    cdef int bit = 0
    while mask >> bit > 1:
        bit += 1
    return bit


cdef int fill_tianjin(Query* q, TianjinRules rules, Wilds wilds) except -1:
    """Fill what is the game's own; indicator, goal, tiles and melds are set.

    Raises ValueError for a goal that there is no way to.
    """
    cdef int kind
    q.open = _open
    q.wins = _wins
    q.rules = &rules.options
    q.table = &wilds.table
    q.bar = barred_suits()
    q.wild = wilds.table.wild[q.indicator]
    q.n_kinds = N_KINDS
    q.whole = 4
    q.automatic = 99
    q.n_row = 3 if rules.options.gangkai_stack else 1
    q.kongable = 0
    for kind in range(N_KINDS):
        if kind != q.indicator and not q.wild[kind]:
            q.kongable |= <u64>1 << kind
    q.by_kong = q.goal == _bit(GANGKAI)
    q.alike = not rules.options.su_ben_long
    q.allowed = _allowed(q, &rules.options)
    if q.allowed == 0:
        raise ValueError("no way to this goal")
    return 0
