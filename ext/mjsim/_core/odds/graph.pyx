"""The graph of hands: what a seat that draws alone can come to, each hand once.

States are hands of 3k + 1 tiles with the changes that they have used; nodes are the discards from
3k + 2 tiles after which a hand is so far from its goal, which many draws share. Both are found
again by their packed tiles. States are expanded in the order in which they were found, so that
work can be cut into pieces.
"""

from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

from mjsim._core.odds.hold cimport Hold, drop, put
from mjsim._core.odds.query cimport TO_VALUE, TO_WIN, Query
from mjsim._core.odds.ways cimport FAR, Ways, lacks_with, lacks_without, least_lacks
from mjsim._core.suits cimport free_suits, need_of_keys
from mjsim._core.types cimport N_KINDS, PONG, i32, u8, u32, u64

__all__ = []

cdef enum:
    NODE = 1                        # tag of a node's key
    MOST_KONGS = 4                  # that the model makes
    FIRST_ROOM = 1024

# Places of fields in the second word of a key, after the honours' 17 bits.
cdef enum:
    AT_WILDS = 17                   # three bits for each wild kind
    AT_CHANGES = 26                 # three bits
    AT_ROW = 29                     # two
    AT_KONGS = 31                   # six for each kind
    AT_TAG = 55
    AT_LEVEL = 56
    AT_WIDEST = 62


cdef void open_graph(Graph* g) noexcept nogil:
    """An empty graph; query, depth and limits are set."""
    cdef int kind
    g.states = NULL
    g.edges = NULL
    g.nodes = NULL
    g.wins = NULL
    g.hands = NULL
    g.kongs = NULL
    g.node_tiles = NULL
    g.node_rest = NULL
    g.n_states = g.n_edges = g.n_nodes = g.n_wins = g.n_hands = g.n_kongs = 0
    g.room_states = g.room_edges = g.room_nodes = g.room_wins = 0
    g.room_hands = g.room_kongs = g.room_keys = 0
    g.in_table = g.expanded = 0
    g.full = False
    g.n_wild_kinds = 0
    for kind in range(g.q.n_kinds):
        if g.q.unseen:
            g.chance[kind] = <double>(
                g.q.live_wilds if g.q.alike and g.q.wild[kind] else g.q.live[kind]) / g.q.unseen
        if g.q.wild[kind] and g.q.copies[kind] and g.n_wild_kinds < 3:
            g.wild_kinds[g.n_wild_kinds] = <u8>kind
            g.n_wild_kinds += 1
    g.widths = <Width*>calloc(N_WIDTHS, sizeof(Width))
    g.n_table = 4 * FIRST_ROOM
    g.table = <i32*>calloc(g.n_table, sizeof(i32))
    if g.table == NULL or g.widths == NULL:
        g.full = True


cdef void free_graph(Graph* g) noexcept nogil:
    free(g.states)
    free(g.edges)
    free(g.nodes)
    free(g.wins)
    free(g.hands)
    free(g.kongs)
    free(g.node_tiles)
    free(g.node_rest)
    free(g.table)
    free(g.widths)


cdef bint _grow(Graph* g, void** array, size_t* room, size_t n, size_t size) noexcept nogil:
    """Room for one more; False and `full` if there is none."""
    cdef void* moved
    cdef size_t more = max(room[0] + room[0] // 2, <size_t>FIRST_ROOM)
    if n < room[0]:
        return True
    moved = realloc(array[0], more * size)
    if moved == NULL:
        g.full = True
        return False
    array[0] = moved
    room[0] = more
    return True


cdef inline u64 _tiles_of(const Hold* hold) noexcept nogil:
    return hold.key[0] | <u64>hold.key[1] << 21 | <u64>hold.key[2] << 42


cdef inline u64 _packed_kongs(u64 kongs) noexcept nogil:
    """Kinds as bits, four at most, as numbers of six bits each."""
    cdef u64 packed = 0
    cdef int kind = 0
    while kongs:
        if kongs & 1:
            packed = packed << 6 | <u64>(kind + 1)
        kongs >>= 1
        kind += 1
    return packed


cdef u64 _rest_of(Graph* g, const Hold* hold, int changes, int row) noexcept nogil:
    cdef u64 rest = hold.key[3]
    cdef int i
    if g.q.alike:
        rest |= <u64>hold.wilds << AT_WILDS
    else:
        for i in range(g.n_wild_kinds):
            rest |= <u64>hold.counts[g.wild_kinds[i]] << (AT_WILDS + 3 * i)
    return (rest | <u64>changes << AT_CHANGES | <u64>row << AT_ROW
            | _packed_kongs(hold.kongs) << AT_KONGS)


cdef void _unpack(const Graph* g, const State* state, Hold* hold) noexcept nogil:
    """The hand of a state."""
    cdef u64 tiles = state.tiles, packed
    cdef u32 key
    cdef int suit, rank, i, kind
    memset(hold.counts, 0, sizeof(hold.counts))
    hold.key[0] = tiles & 0x1FFFFF
    hold.key[1] = tiles >> 21 & 0x1FFFFF
    hold.key[2] = <u32>(tiles >> 42)
    hold.key[3] = state.rest & 0x1FFFF
    for suit in range(4):
        key = hold.key[suit]
        rank = 0
        while key:
            hold.counts[9 * suit + rank] = key % 5
            key //= 5
            rank += 1
    hold.wilds = 0
    for i in range(g.n_wild_kinds):
        if g.q.alike:
            # Which of them does not matter, so long as there are as many.
            hold.counts[g.wild_kinds[i]] = <u8>min(
                <int>(state.rest >> AT_WILDS & 7) - hold.wilds, g.q.copies[g.wild_kinds[i]])
        else:
            hold.counts[g.wild_kinds[i]] = state.rest >> (AT_WILDS + 3 * i) & 7
        hold.wilds += hold.counts[g.wild_kinds[i]]
    hold.kongs = 0
    packed = state.rest >> AT_KONGS & 0xFFFFFF
    while packed:
        hold.kongs |= <u64>1 << ((packed & 63) - 1)
        packed >>= 6
    hold.melds = g.q.n_laid
    for kind in range(N_KINDS if hold.kongs else 0):
        if hold.kongs >> kind & 1 and not _laid_pong(&g.q, kind):
            hold.melds += 1


cdef inline bint _laid_pong(const Query* q, int kind) noexcept nogil:
    """A pong of this kind is among the melds given."""
    cdef int i
    for i in range(q.n_laid):
        if q.laid[2 * i] == PONG and q.laid[2 * i + 1] == kind:
            return True
    return False


cdef inline u64 _mix(u64 a, u64 b) noexcept nogil:
    a = (a ^ (b * <u64>0x9E3779B97F4A7C15)) * <u64>0xFF51AFD7ED558CCD
    return a ^ a >> 32


cdef bint _rehash(Graph* g) noexcept nogil:
    """Twice the table."""
    cdef i32* table = <i32*>calloc(2 * g.n_table, sizeof(i32))
    cdef size_t i, at, n = 2 * g.n_table
    cdef i32 entry
    cdef u64 hashed
    if table == NULL:
        g.full = True
        return False
    for i in range(g.n_table):
        entry = g.table[i]
        if entry:
            hashed = (_mix(g.states[entry - 1].tiles, g.states[entry - 1].rest) if entry > 0
                      else _mix(g.node_tiles[-entry - 1], g.node_rest[-entry - 1]))
            at = hashed & (n - 1)
            while table[at]:
                at = (at + 1) & (n - 1)
            table[at] = entry
    free(g.table)
    g.table = table
    g.n_table = n
    return True


cdef size_t _find(const Graph* g, u64 tiles, u64 rest, bint node) noexcept nogil:
    """The place of a key in the table, or an empty one."""
    cdef size_t at = _mix(tiles, rest) & (g.n_table - 1)
    cdef i32 entry = g.table[at]
    while entry:
        if node:
            if entry < 0 and g.node_tiles[-entry - 1] == tiles and g.node_rest[-entry - 1] == rest:
                return at
        elif entry > 0 and g.states[entry - 1].tiles == tiles and (
                g.states[entry - 1].rest == rest):
            return at
        at = (at + 1) & (g.n_table - 1)
        entry = g.table[at]
    return at


cdef i32 _state(Graph* g, const Hold* hold, int changes, int row, int distance) noexcept nogil:
    """The number of a state, found or new; -1 without room."""
    cdef u64 tiles = _tiles_of(hold), rest = _rest_of(g, hold, changes, row)
    cdef size_t at
    cdef State* state
    cdef i32 base = -1
    if row:
        base = _state(g, hold, changes, 0, distance)
        if base < 0:
            return -1
    if 2 * g.in_table >= g.n_table and not _rehash(g):
        return -1
    at = _find(g, tiles, rest, False)
    if g.table[at]:
        return g.table[at] - 1
    if g.n_states >= g.most_states:
        g.full = True
        return -1
    if not _grow(g, <void**>&g.states, &g.room_states, g.n_states, sizeof(State)):
        return -1
    state = &g.states[g.n_states]
    state.tiles = tiles
    state.rest = rest
    state.first = state.n = 0
    state.base = base
    state.distance = <u8>distance
    state.row = <u8>row
    state.changes = <u8>changes
    state.n_kongs = <u8>_bits(hold.kongs)
    g.n_states += 1
    g.in_table += 1
    g.table[at] = <i32>g.n_states
    return <i32>g.n_states - 1


cdef inline int _bits(u64 x) noexcept nogil:
    cdef int n = 0
    while x:
        x &= x - 1
        n += 1
    return n


cdef int distance_of(const Query* q, const Hold* hold) noexcept nogil:
    """Tiles that a hand of 3k + 1 lacks for its goal, less one."""
    cdef Ways ways
    q.open(q, hold, FAR, &ways)
    return least_lacks(&ways) - 1


cdef i32 root_of(Graph* g, const Hold* hold) noexcept nogil:
    """The state of a hand to begin with."""
    return _state(g, hold, 0, 0, distance_of(&g.q, hold))


cdef int discards(const Query* q, Hold* x, int bound, i32* distances) noexcept nogil:
    """The distance after each natural discard that leaves no more than `bound` tiles to lack.

    FAR for the others; returns the least. The hand is as before when it returns.
    """
    cdef Ways ways
    cdef int kind, lacks, least = FAR
    q.open(q, x, bound, &ways)
    for kind in range(N_KINDS):
        distances[kind] = FAR
        if x.counts[kind] == 0 or q.wild[kind] or (ways.n == 0 and not ways.natural):
            continue
        lacks = lacks_without(&ways, x.counts, kind)
        if lacks <= bound:
            distances[kind] = lacks - 1
            least = min(least, lacks - 1)
    return least


cdef i32 _node_at(Graph* g, const Hold* x, int changes, int level, bint widest, u64* tiles,
                  u64* rest) noexcept nogil:
    """The number of a node that is there, or -1; its key. `widest`: of the widest hands alone."""
    cdef size_t at
    tiles[0] = _tiles_of(x)
    rest[0] = (_rest_of(g, x, changes, 0) | <u64>NODE << AT_TAG | <u64>level << AT_LEVEL
               | <u64>widest << AT_WIDEST)
    at = _find(g, tiles[0], rest[0], True)
    return -g.table[at] - 1 if g.table[at] else -1


cdef i32 _new_node(Graph* g, Hold* x, int changes, int level, const i32* distances, u64 tiles,
                   u64 rest) noexcept nogil:
    """A node of the discards that leave a hand so far; one without any is kept too."""
    cdef size_t at
    cdef Node* node
    cdef i32 child, first = <i32>g.n_hands, n = 0
    cdef int kind
    for kind in range(N_KINDS):
        if distances[kind] != level:
            continue
        drop(x, kind, 1, g.q.wild)
        child = _state(g, x, changes, 0, level)
        put(x, kind, g.q.wild)
        if child < 0 or not _grow(g, <void**>&g.hands, &g.room_hands, g.n_hands, sizeof(i32)):
            return -1
        g.hands[g.n_hands] = child
        g.n_hands += 1
        n += 1
    if 2 * g.in_table >= g.n_table and not _rehash(g):
        return -1
    at = _find(g, tiles, rest, True)
    # Keys stand in arrays of their own, which grow together.
    if not _grow(g, <void**>&g.nodes, &g.room_nodes, g.n_nodes, sizeof(Node)):
        return -1
    if g.n_nodes >= g.room_keys and not (
            _grow_to(g, <void**>&g.node_tiles, g.room_nodes, sizeof(u64))
            and _grow_to(g, <void**>&g.node_rest, g.room_nodes, sizeof(u64))):
        return -1
    g.room_keys = g.room_nodes
    g.node_tiles[g.n_nodes] = tiles
    g.node_rest[g.n_nodes] = rest
    node = &g.nodes[g.n_nodes]
    node.first = first
    node.n = n
    g.n_nodes += 1
    g.in_table += 1
    g.table[at] = -<i32>g.n_nodes
    return <i32>g.n_nodes - 1


cdef bint _grow_to(Graph* g, void** array, size_t room, size_t size) noexcept nogil:
    cdef void* moved = realloc(array[0], room * size)
    if moved == NULL:
        g.full = True
        return False
    array[0] = moved
    return True


cdef inline i32 _filled(const Graph* g, i32 node) noexcept nogil:
    return node if node >= 0 and g.nodes[node].n else -1


cdef inline bint _brings(const Query* q, const Hold* hold, int kind) noexcept nogil:
    """The kind can be drawn, and the hand does not hold all of it."""
    cdef int own = hold.counts[kind]
    if q.live[kind] == 0:
        return False
    if q.wild[kind] and (q.alike or hold.wilds >= q.most_wilds):
        return hold.wilds < q.most_wilds
    if kind < N_KINDS and hold.kongs >> kind & 1:
        own += 1 if _laid_pong(q, kind) else 4
    return own < q.most[kind]


cdef int _width(const Query* q, Hold* hold, int d) noexcept nogil:
    """Live tiles that bring a hand of 3k + 1 nearer, which is so far."""
    cdef Ways ways
    cdef int kind, lacks, live = 0
    q.open(q, hold, d + 1, &ways)
    for kind in range(q.n_kinds):
        if not _brings(q, hold, kind):
            continue
        if q.wild[kind]:
            live += q.live[kind] * _nearer_with_wild(q, hold, kind, d)
            continue
        lacks = lacks_with(&ways, hold.counts, kind)
        live += q.live[kind] * (lacks <= d)
    return live


cdef bint _nearer_with_wild(const Query* q, Hold* hold, int kind, int d) noexcept nogil:
    cdef Ways ways
    put(hold, kind, q.wild)
    q.open(q, hold, d, &ways)
    drop(hold, kind, 1, q.wild)
    return least_lacks(&ways) <= d


cdef int _known_width(Graph* g, Hold* hold, int d) noexcept nogil:
    """The same; a hand is met from many draws, so that the last ones are kept."""
    cdef u64 tiles = _tiles_of(hold), rest = _rest_of(g, hold, 0, 0)
    cdef Width* kept = &g.widths[_mix(tiles, rest) & (N_WIDTHS - 1)]
    # An empty place has no tiles, which no hand is without.
    if kept.tiles != tiles or kept.rest != rest or kept.distance != d:
        kept.tiles = tiles
        kept.rest = rest
        kept.distance = d
        kept.width = _width(&g.q, hold, d)
    return kept.width


cdef void _keep_widest(Graph* g, Hold* x, int level, i32* distances) noexcept nogil:
    """Of the discards of a level leave those after which most live tiles bring the hand nearer."""
    cdef int kind, most = -1, n = 0
    cdef int[N_KINDS] width
    for kind in range(N_KINDS):
        n += distances[kind] == level
    if n < 2:
        return
    for kind in range(N_KINDS):
        width[kind] = -1
        if distances[kind] == level:
            drop(x, kind, 1, g.q.wild)
            width[kind] = _known_width(g, x, level)
            put(x, kind, g.q.wild)
            most = max(most, width[kind])
    for kind in range(N_KINDS):
        if distances[kind] == level and width[kind] < most:
            distances[kind] = FAR


cdef void _discard_from(Graph* g, Hold* x, const State* state, bint nearer,
                        Edge* edge) noexcept nogil:
    """Fill the discards of an edge: to hands that are nearer, and to others as near."""
    cdef u64[2] tiles = [0, 0]
    cdef u64[2] rest = [0, 0]
    cdef i32[N_KINDS] distances
    cdef int d = state.distance, c = state.changes
    cdef bint change = c < g.depth
    cdef i32 better = -1, other = -1
    if nearer:
        better = _node_at(g, x, c, d - 1, False, &tiles[0], &rest[0])
    if change:
        other = _node_at(g, x, c + 1, d, d > 0, &tiles[1], &rest[1])
    if (nearer and better < 0) or (change and other < 0):
        discards(&g.q, x, d + 1 if change else d, distances)
        if nearer and better < 0:
            better = _new_node(g, x, c, d - 1, distances, tiles[0], rest[0])
        if change and other < 0 and not g.full:
            if d > 0:
                _keep_widest(g, x, d, distances)
            other = _new_node(g, x, c + 1, d, distances, tiles[1], rest[1])
        if g.full:
            return
    edge.better = _filled(g, better)
    edge.change = _filled(g, other)


cdef void _keep_wild(Graph* g, Hold* x, const State* state, Edge* edge) noexcept nogil:
    """A wild that does not win is kept, be the hand further than before.

    Its discard would bar the seat. Where every hand is further, only the discard is looked at
    after which most tiles bring it nearer again.
    """
    cdef u64 tiles, rest
    cdef i32[N_KINDS] distances
    cdef int d = state.distance, level
    cdef i32 node = -1
    for level in range(max(d - 1, 0), d + 1):
        node = _node_at(g, x, state.changes, level, False, &tiles, &rest)
        if node < 0:
            discards(&g.q, x, level + 1, distances)
            node = _new_node(g, x, state.changes, level, distances, tiles, rest)
            if g.full:
                return
        edge.better = _filled(g, node)
        if edge.better >= 0:
            return
    level = discards(&g.q, x, FAR, distances)
    if level == FAR:
        return
    node = _node_at(g, x, state.changes, level, level > 0, &tiles, &rest)
    if node < 0:
        if level > 0:
            _keep_widest(g, x, level, distances)
        node = _new_node(g, x, state.changes, level, distances, tiles, rest)
    edge.better = _filled(g, node)


cdef inline bint _ready(const Query* q, const Hold* hold) noexcept nogil:
    """One tile completes the shape."""
    return need_of_keys(free_suits(), hold.key, q.whole - hold.melds, 1) <= hold.wilds + 1


cdef bint _add_kong(Graph* g, const Hold* x, const State* state, int kind, bint laid,
                    Edge* edge) noexcept nogil:
    """A kong that leaves the hand as near; False without room."""
    cdef Hold rest = x[0]
    cdef Ways ways
    cdef i32 after
    cdef int bound = state.distance + 1, lacks
    if state.n_kongs == MOST_KONGS:
        return True
    drop(&rest, kind, 1 if laid else 4, g.q.wild)
    rest.kongs |= <u64>1 << kind
    rest.melds += not laid
    g.q.open(&g.q, &rest, bound, &ways)
    lacks = least_lacks(&ways)
    if lacks > bound:
        if not g.q.by_kong or not _ready(&g.q, &rest):
            return True
        # The kong that is played for: another one is far.
        g.q.open(&g.q, &rest, FAR, &ways)
        lacks = least_lacks(&ways)
    after = _state(g, &rest, state.changes, min(state.row + 1, g.q.n_row), lacks - 1)
    if after < 0 or not _grow(g, <void**>&g.kongs, &g.room_kongs, g.n_kongs, sizeof(i32)):
        return False
    if edge.n_kongs == 0:
        edge.kong = <i32>g.n_kongs
    g.kongs[g.n_kongs] = after
    g.n_kongs += 1
    edge.n_kongs += 1
    return True


cdef bint _kongs_of(Graph* g, const Hold* x, const State* state, u64 held,
                    Edge* edge) noexcept nogil:
    """Kongs of a hand of 3k + 2 tiles, among kinds as bits; False without room."""
    cdef int kind
    cdef u64 bits = held
    for kind in range(N_KINDS):
        if not bits >> kind & 1:
            continue
        if x.counts[kind] == 4 and g.q.kongable >> kind & 1:
            if not _add_kong(g, x, state, kind, False, edge):
                return False
        elif x.counts[kind] and _laid_pong(&g.q, kind) and not x.kongs >> kind & 1:
            if not _add_kong(g, x, state, kind, True, edge):
                return False
    return True


cdef bint _wins(Graph* g, const Hold* x, const State* state, int last, Edge* edge) noexcept nogil:
    """A win on the tile, if it may be declared and serves the goal; False without room."""
    cdef Win* win
    cdef double value = 0
    cdef u32 mask = 0
    cdef int goal = g.q.goal
    edge.forced = g.q.wild[last] and x.wilds == g.q.automatic
    if not edge.forced and state.distance > 0 and state.row == 0:
        return True
    if not g.q.wins(&g.q, x, last, state.row, &value, &mask):
        return True
    if goal >= 0 and not mask >> goal & 1 and not edge.forced:
        return True
    if not _grow(g, <void**>&g.wins, &g.room_wins, g.n_wins, sizeof(Win)):
        return False
    win = &g.wins[g.n_wins]
    win.value = value
    win.mask = mask
    win.reward = (1.0 if goal == TO_WIN else value if goal == TO_VALUE
                  else <double>(mask >> goal & 1))
    edge.win = <i32>g.n_wins
    g.n_wins += 1
    return True


cdef int _free_wild(const Graph* g, const Hold* hold) noexcept nogil:
    """A wild kind of which the hand does not hold every tile."""
    cdef int i
    for i in range(g.n_wild_kinds):
        if hold.counts[g.wild_kinds[i]] < g.q.copies[g.wild_kinds[i]]:
            return g.wild_kinds[i]
    return g.wild_kinds[0]


cdef bint _expand(Graph* g, size_t number) noexcept nogil:
    """Find what each draw of a state leads to; False without room."""
    cdef State state = g.states[number]
    cdef Hold hold
    cdef Ways ways
    cdef Edge edge
    cdef u64 quads = 0, threes = 0, among
    cdef int kind, tile, d = state.distance, lacks
    cdef bint nearer, seen_wild = False
    cdef size_t first = g.n_edges
    _unpack(g, &state, &hold)
    for kind in range(N_KINDS):
        if hold.counts[kind] == 4:
            quads |= <u64>1 << kind
        elif hold.counts[kind] == 3:
            threes |= <u64>1 << kind
    for kind in range(g.q.n_laid):
        if g.q.laid[2 * kind] == PONG:
            # Whether the kind is held is asked when a tile has come.
            quads |= <u64>1 << g.q.laid[2 * kind + 1]
    g.q.open(&g.q, &hold, d + 1, &ways)
    for kind in range(g.q.n_kinds):
        if not _brings(&g.q, &hold, kind):
            continue
        edge.kind = <u8>kind
        tile = kind
        if g.q.alike and g.q.wild[kind]:
            if seen_wild:
                continue
            seen_wild = True
            tile = _free_wild(g, &hold)
        edge.better = edge.change = edge.win = edge.kong = -1
        edge.n_kongs = 0
        nearer = d > 0
        if nearer and not g.q.wild[kind]:
            lacks = lacks_with(&ways, hold.counts, kind)
            nearer = lacks <= d
        put(&hold, tile, g.q.wild)
        if not _wins(g, &hold, &state, tile, &edge):
            return False
        # Nothing is better than what the goal asks for.
        if not edge.forced and (edge.win < 0 or g.q.goal == TO_VALUE):
            if g.q.wild[kind]:
                if edge.win < 0:
                    _keep_wild(g, &hold, &state, &edge)
            elif nearer or state.changes < g.depth:
                _discard_from(g, &hold, &state, nearer, &edge)
            among = quads | (threes & <u64>1 << kind if kind < N_KINDS else 0)
            if not g.full and among:
                _kongs_of(g, &hold, &state, among, &edge)
        drop(&hold, tile, 1, g.q.wild)
        if g.full:
            return False
        edge.passes = not g.q.wild[kind] and not edge.forced
        if edge.better < 0 and edge.change < 0 and edge.win < 0 and edge.kong < 0 and edge.passes:
            continue
        if not _grow(g, <void**>&g.edges, &g.room_edges, g.n_edges, sizeof(Edge)):
            return False
        g.edges[g.n_edges] = edge
        g.n_edges += 1
    g.states[number].first = <i32>first
    g.states[number].n = <i32>(g.n_edges - first)
    return True


cdef void expand(Graph* g, size_t most) noexcept nogil:
    """Expand so many states more."""
    while most and g.expanded < g.n_states and not g.full:
        if not _expand(g, g.expanded):
            g.full = True
            return
        g.expanded += 1
        most -= 1
