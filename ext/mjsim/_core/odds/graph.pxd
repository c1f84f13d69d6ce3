# The graph of hands: see graph.pyx.

from mjsim._core.odds.hold cimport Hold
from mjsim._core.odds.query cimport Query
from mjsim._core.types cimport i32, u8, u32, u64

# A hand of 3k + 1 tiles and the changes it has used; or the same about to take a replacement.
cdef struct State:
    u64 tiles                       # packed: see graph.pyx
    u64 rest
    i32 first                       # of its edges
    i32 n
    i32 base                        # the hand itself, where a replacement is due; else -1
    u8 distance
    u8 row                          # replacements in a row, this one included
    u8 changes
    u8 n_kongs

# What may be done with one drawn kind.
cdef struct Edge:
    i32 better                      # node of discards after which the hand is nearer, or -1
    i32 change                      # node of those after which it is another as near
    i32 win
    i32 kong                        # first state to take a replacement in
    u8 kind
    u8 n_kongs
    u8 passes                       # the tile may be discarded
    u8 forced                       # the hand is won, like it or not

# Discards from 3k + 2 tiles after which a hand is so far from its goal.
cdef struct Node:
    i32 first                       # of its hands
    i32 n

cdef struct Win:
    double value
    double reward                   # as the goal counts it
    u32 mask

# Live tiles that bring a hand nearer.
cdef struct Width:
    u64 tiles
    u64 rest
    i32 distance
    i32 width

cdef enum:
    N_WIDTHS = 1 << 13

cdef struct Graph:
    Query q
    double[42] chance               # of a drawn kind; where wilds are alike, of any of them
    int depth
    State* states
    Edge* edges
    Node* nodes
    Win* wins
    i32* hands                      # states by node
    i32* kongs                      # states by edge
    Width* widths                   # [N_WIDTHS] those asked for last
    i32* table                      # states and nodes by what they hold: open addressing
    size_t n_states
    size_t n_edges
    size_t n_nodes
    size_t n_wins
    size_t n_hands
    size_t n_kongs
    size_t most_states
    size_t room_states
    size_t room_edges
    size_t room_nodes
    size_t room_wins
    size_t room_hands
    size_t room_kongs
    size_t room_keys                # of nodes
    size_t n_table                  # a power of two
    size_t in_table
    u64* node_tiles                 # packed keys of nodes
    u64* node_rest
    size_t expanded                 # states whose edges are there
    int n_wild_kinds
    u8[4] wild_kinds
    bint full                       # out of states, or of memory

cdef void open_graph(Graph* g) noexcept nogil
cdef void free_graph(Graph* g) noexcept nogil
cdef i32 root_of(Graph* g, const Hold* hold) noexcept nogil
cdef void expand(Graph* g, size_t most) noexcept nogil
cdef int distance_of(const Query* q, const Hold* hold) noexcept nogil
cdef int discards(const Query* q, Hold* x, int bound, i32* distances) noexcept nogil
