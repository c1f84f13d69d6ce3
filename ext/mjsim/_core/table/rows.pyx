"""Rows of finished hands, one for each rule variant and seat."""

import numpy as np

from mjsim._core.table.game cimport TableGame
from mjsim._core.table.invariants cimport CHECKED
from mjsim._core.table.table cimport (
    Doings, LUCK_FAR, LUCK_NEAR, LUCK_READY, LUCK_WILD, LUCK_WIN, Ready, Settled, Table,
)
from mjsim._core.table.view cimport SEATS
from mjsim._core.types cimport i8, i16, i64, u8, u16

__all__ = ["row_dtype"]


def row_dtype(TableGame game not None):
    """The dtype of a row (numpy.dtype, packed): common fields, then the game's own."""
    cdef Row row
    cdef Row[::1] one = <Row[:1]>&row
    common = np.asarray(one).dtype
    fields = [(name, common[name]) for name in common.names] + list(game.fields())
    dtype = np.dtype(fields)
    if dtype.itemsize != sizeof(Row) + game.ops.row_size:
        raise AssertionError("the fields of a row do not fill it")
    return dtype


cdef inline double _luck(const Table* t, int seat, int which) noexcept nogil:
    """A seat's own luck less the mean of the others'."""
    cdef double all_seats = (t.luck[0][which] + t.luck[1][which]
                             + t.luck[2][which] + t.luck[3][which])
    return (SEATS * t.luck[seat][which] - all_seats) / (SEATS - 1)


cdef void _common(const Table* t, i64 hand, int variant, int seat, const Settled* settled,
                  Row* row) noexcept nogil:
    cdef const Doings* did = &t.did[seat]
    cdef const Ready* ready = &t.ready[seat]
    cdef int other
    row.hand_id = hand
    row.nth = t.view.nth
    row.streak = <u16>t.streak
    row.sit = t.view.sit
    row.pull = t.view.pulls[seat]
    row.variant = <u8>variant
    row.seat = <u8>seat
    row.dealer = t.view.dealer
    row.indicator = t.view.indicator
    row.winner = <i8>t.winner
    row.is_winner = t.won[seat]
    row.next_dealer = <u8>settled.next_dealer
    row.n_left = t.view.left
    row.is_barred = t.view.barred[seat]
    row.n_wilds_dealt = did.dealt_wilds
    row.n_wilds = <u8>t.n_wilds[seat]
    row.n_turns = did.turns
    row.n_draws = did.draws
    row.n_replacements = did.replacements
    row.n_discards = did.discards
    row.n_chi = did.chis
    row.n_pong = did.pongs
    row.n_open_kong = did.open_kongs
    row.n_added_kong = did.added_kongs
    row.n_concealed_kong = did.concealed_kongs
    row.win_turn = <i16>did.turns if t.won[seat] else -1
    row.ready_turn = ready.turn
    row.able_turn = ready.able
    row.ready_kinds = ready.at_ready.kinds
    row.ready_tiles = ready.at_ready.tiles
    row.ready_win_tiles = ready.at_ready.winning
    row.able_kinds = ready.at_able.kinds
    row.able_tiles = ready.at_able.tiles
    row.able_win_tiles = ready.at_able.winning
    row.win_kinds = ready.at_win.kinds
    row.win_tiles = ready.at_win.tiles
    row.win_win_tiles = ready.at_win.winning
    row.luck_win = _luck(t, seat, LUCK_WIN)
    row.luck_ready = _luck(t, seat, LUCK_READY)
    row.luck_near = _luck(t, seat, LUCK_NEAR)
    row.luck_far = _luck(t, seat, LUCK_FAR)
    row.luck_wild = _luck(t, seat, LUCK_WILD)
    row.flow_0 = settled.flow[seat][0]
    row.flow_1 = settled.flow[seat][1]
    row.flow_2 = settled.flow[seat][2]
    row.flow_3 = settled.flow[seat][3]
    row.payoff = 0
    for other in range(SEATS):
        if other != seat:
            row.payoff += settled.flow[seat][other] * t.ops.multiplier(t, seat, other)
    row.score = t.view.score[seat] + row.payoff


cdef void fill_rows(Table* t, i64 hand, const void** rules, int n_rules, u8* out) noexcept nogil:
    """Settle a hand under each of the rules, and write its rows one after the other."""
    cdef size_t stride = sizeof(Row) + t.ops.row_size
    cdef int variant, seat
    cdef double total
    cdef Settled settled
    for variant in range(n_rules):
        t.ops.settle(t, rules[variant], &settled, out + sizeof(Row), stride)
        total = 0
        for seat in range(SEATS):
            _common(t, hand, variant, seat, &settled, <Row*>(out + seat * stride))
            total += (<Row*>(out + seat * stride)).payoff
        if CHECKED and total != 0:
            t.broken = b"payoffs do not sum to zero"
        out += SEATS * stride
