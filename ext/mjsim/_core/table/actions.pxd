# What a seat may do: a type and a kind in 16 bits; a list of legal actions is sorted.

from mjsim._core.types cimport u16

cdef enum ActionType:
    DO_PASS = 0
    DO_WIN = 1
    DO_TIAN_TING = 2
    DO_CONCEALED_KONG = 3
    DO_ADDED_KONG = 4
    DO_OPEN_KONG = 5
    DO_PONG = 6
    DO_CHI = 7                      # the kind is the sequence's lowest
    DO_DISCARD = 8
    DO_SIT = 9                      # the "kind" is 0 or 1
    DO_PULL = 10                    # the "kind" is 0, 1 or 2

cdef enum:
    MOST_ACTIONS = 64

cdef inline u16 action(int type, int kind) noexcept nogil:
    return <u16>(type << 8 | kind)

cdef inline int type_of(u16 act) noexcept nogil:
    return act >> 8

cdef inline int kind_of(u16 act) noexcept nogil:
    return act & 255
