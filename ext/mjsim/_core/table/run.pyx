"""Blocks of hands at a table: rows for each hand, rule variant and seat."""

from libc.string cimport memset

from numpy.random cimport bitgen_t

import numpy as np

from mjsim._core.rng cimport bitgen_of
from mjsim._core.table.game cimport TableGame
from mjsim._core.table.hand cimport ask_stakes, open_hand, play_hand
from mjsim._core.table.invariants cimport CHECKED
from mjsim._core.table.noise cimport seed_noise
from mjsim._core.table.player cimport Player
from mjsim._core.table.rows cimport Row, fill_rows
from mjsim._core.table.table cimport (
    EVENT_DRAW, EVENT_SHOW, Event, NOBODY, NOTE_LUCK, NOTE_WAITS, Record, Table,
)
from mjsim._core.table.view cimport SEATS
from mjsim._core.types cimport i8, i64, u8, u16, u64
from mjsim._core.walls cimport N_DICE, Plan, open_plan, shuffle

__all__ = ["FailedHand", "play_block", "play_session", "play_walls"]


class FailedHand(Exception):
    """A strategy failed: args are seat, hand, exception, and the events so far or None."""


cdef void _seed(Table* t, bitgen_t* noise) noexcept nogil:
    """Three words a seat and hand, whatever the seats make of them."""
    cdef int seat
    cdef u64 first, second, third
    for seat in range(SEATS):
        # One after the other: C may evaluate arguments in any order.
        first = noise.next_uint64(noise.state)
        second = noise.next_uint64(noise.state)
        third = noise.next_uint64(noise.state)
        seed_noise(&t.minds[seat].noise, first, second, third)


cdef int _sit_down(Table* t, TableGame game, list players, int sit, const u8[::1] pulls,
                   int notes) except -1:
    """The players and stakes of a run."""
    cdef int seat
    if len(players) != SEATS or pulls.shape[0] != SEATS:
        raise ValueError("four players and four pulls")
    memset(t, 0, sizeof(Table))
    t.failed = NOBODY
    t.ops = game.ops
    t.rules = game.options[0]
    t.wilds = &game.wilds.table
    t.track = notes & NOTE_WAITS != 0
    t.weigh = notes & NOTE_LUCK != 0
    t.view.game = <u8>game.ops.game
    t.view.sit = <u8>sit
    for seat in range(SEATS):
        t.minds[seat].strategy = &(<Player?>players[seat]).strategy
        t.minds[seat].rules = t.rules
        t.minds[seat].wilds = t.wilds
        t.minds[seat].melds = game.ops.melds
    return 0


cdef void _deal_to(Table* t, int dealer, const u8* pulls) noexcept nogil:
    """Who deals, and who pulls: the dealer does not."""
    cdef int seat
    t.view.dealer = <u8>dealer
    for seat in range(SEATS):
        t.view.pulls[seat] = 0 if seat == dealer else pulls[seat]


cdef int _raise(Table* t, list players, i64 hand, object events) except -1:
    """What stopped a hand."""
    if t.broken != NULL:
        raise AssertionError(f"hand {hand}: {(<bytes>t.broken).decode()}")
    if t.failed >= 0:
        raise FailedHand(t.failed, hand, (<Player>players[t.failed]).failure(), events)
    return 0


def play_block(walls, noise, i64 first, i64 skip, TableGame game not None,
               list players not None, int sit, const u8[::1] pulls not None, int notes,
               u8[:, :, :, ::1] rows):
    """Play the hands of a block.

    Parameters
    ----------
    walls : numpy.random.BitGenerator
        The block's walls.
    noise : numpy.random.BitGenerator or None
        The block's noise; None where no strategy draws any.
    first : int
        The block's first hand; the dealer of hand i is seat i mod 4.
    skip : int
        Hands of the block that are dealt and not played.
    game : TableGame
    players : list of 4 Player
        By seat.
    sit : int
        0 or 1.
    pulls : uint8[4]
        By seat; the dealer's own is left aside.
    notes : int
        1: fill the columns of waits; 2: those of luck; 3: both.
    rows : uint8[n, n_rules, 4, row size]
        Filled for the n hands after those skipped.

    Raises
    ------
    FailedHand
        If a strategy fails; rows of earlier hands are filled.
    AssertionError
        In a debug build, if an invariant does not hold.
    """
    cdef bitgen_t* bits = bitgen_of(walls)
    cdef bitgen_t* noisy = bitgen_of(noise) if noise is not None else NULL
    cdef Table t
    cdef Plan plan
    cdef i64 hand, n = rows.shape[0], number = 0
    cdef u8[4] wanted = [pulls[0], pulls[1], pulls[2], pulls[3]]
    _check_rows(game, rows)
    _sit_down(&t, game, players, sit, pulls, notes)
    with walls.lock, nogil:
        open_plan(game.ops.n_tiles, &plan)
        for hand in range(skip + n):
            number = first + hand
            shuffle(bits, &plan, &t.wall)
            if noisy != NULL:
                _seed(&t, noisy)
            if hand < skip:
                continue
            _deal_to(&t, number % SEATS, wanted)
            open_hand(&t)
            play_hand(&t)
            if t.failed >= 0:
                break
            fill_rows(&t, number, game.options, game.n_rules, &rows[hand - skip, 0, 0, 0])
            if CHECKED and t.broken != NULL:
                break
    _raise(&t, players, number, None)


def play_session(walls, noise, i64 first, int dealer, TableGame game not None,
                 list players not None, const i8[::1] sit not None, const i8[::1] pulls not None,
                 int notes, u8[:, :, :, ::1] rows):
    """Play a session: hands on the walls of a block, one dealer after the other.

    Parameters
    ----------
    walls, noise : numpy.random.BitGenerator
        As for `play_block`.
    first : int
        Number of the block's first hand.
    dealer : int
        Of the first hand.
    game, players
        As for `play_block`.
    sit, pulls : int8[4]
        By seat: what is set, -1 for what the strategy is asked for before each deal.
    notes : int
    rows : uint8[n, 1, 4, row size]
        Filled for the n hands.

    Raises
    ------
    FailedHand, AssertionError
        As `play_block`.
    """
    cdef bitgen_t* bits = bitgen_of(walls)
    cdef bitgen_t* noisy = bitgen_of(noise) if noise is not None else NULL
    cdef Table t
    cdef Plan plan
    cdef i64 hand, n = rows.shape[0]
    cdef u8[4] none = [0, 0, 0, 0]
    cdef const Row* row
    cdef int seat
    _check_rows(game, rows)
    if sit.shape[0] != SEATS or game.n_rules != 1:
        raise ValueError("four seats, and one set of rules")
    _sit_down(&t, game, players, 0, np.zeros(SEATS, np.uint8), notes)
    hand = 0
    with walls.lock, nogil:
        open_plan(game.ops.n_tiles, &plan)
        t.view.n_hands = <u16>n
        t.streak = 0
        for hand in range(n):
            shuffle(bits, &plan, &t.wall)
            if noisy != NULL:
                _seed(&t, noisy)
            t.view.nth = <u16>hand
            t.streak += 1
            _deal_to(&t, dealer, none)
            open_hand(&t)
            if t.failed < 0:
                ask_stakes(&t, &sit[0], &pulls[0])
            play_hand(&t)
            if t.failed >= 0:
                break
            fill_rows(&t, first + hand, game.options, 1, &rows[hand, 0, 0, 0])
            if CHECKED and t.broken != NULL:
                break
            for seat in range(SEATS):
                row = <const Row*>&rows[hand, 0, seat, 0]
                t.view.score[seat] = row.score
            row = <const Row*>&rows[hand, 0, 0, 0]
            if row.next_dealer != dealer:
                t.streak = 0
            dealer = row.next_dealer
    _raise(&t, players, first + hand, None)


cdef int _check_rows(TableGame game, u8[:, :, :, ::1] rows) except -1:
    if rows.shape[1] != game.n_rules or rows.shape[2] != SEATS or (
            <size_t>rows.shape[3] != sizeof(Row) + game.ops.row_size):
        raise ValueError("rows of a wrong shape")
    return 0


cdef list _told(const Record* record):
    """The events of a hand as tuples."""
    cdef list events = []
    cdef int i, j
    cdef const Event* event
    for i in range(record.n_events):
        event = &record.events[i]
        if event.type == EVENT_SHOW:
            events.append(("show", event.seat, tuple(
                [record.listed[event.first + j] for j in range(event.n)])))
        elif event.type == EVENT_DRAW:
            events.append(("draw", event.seat, event.kind, bool(event.tail), event.left))
        else:
            events.append((
                "choice", event.seat, event.phase, event.kind,
                tuple([record.listed[event.first + j] for j in range(event.n)]), event.chosen))
    return events


def play_walls(const u8[:, ::1] tiles not None, const u8[:, ::1] dice not None,
               const u8[::1] dealers not None, noise, i64 skip, i64 number,
               TableGame game not None, list players not None, int sit,
               const u8[::1] pulls not None, int notes, u8[:, :, :, ::1] rows, *,
               bint recorded=False):
    """Play hands on walls that are given.

    Parameters
    ----------
    tiles : uint8[n, n_tiles]
        Tile ids in the order of the wall.
    dice : uint8[n, 6]
    dealers : uint8[n]
    noise : numpy.random.BitGenerator or None
    skip : int
        Hands of whose noise nothing is used.
    number : int
        Number of the first hand.
    game, players, sit, pulls, notes, rows
        As for `play_block`.
    recorded : bool
        Return what happened.

    Returns
    -------
    list of list of tuple
        The events of each hand if recorded: ``("draw", seat, kind, from_tail, left)``,
        ``("show", seat, kinds)`` and ``("choice", seat, phase, kind, actions, chosen)``. A hand
        on which a strategy failed
        raises, as `play_block` does.
    """
    cdef bitgen_t* noisy = bitgen_of(noise) if noise is not None else NULL
    cdef Table t
    cdef Record record
    cdef i64 hand, n = rows.shape[0], _i
    cdef int i
    cdef u8[4] wanted = [pulls[0], pulls[1], pulls[2], pulls[3]]
    cdef list told = []
    _check_rows(game, rows)
    if tiles.shape[0] != n or dice.shape[0] != n or dealers.shape[0] != n or (
            tiles.shape[1] != game.ops.n_tiles or dice.shape[1] != N_DICE):
        raise ValueError("walls, dice and dealers of a wrong shape")
    if n and (np.max(tiles) >= game.ops.n_tiles or np.min(dice) < 1 or np.max(dice) > 6):
        raise ValueError("a tile or a die that there is not")
    _sit_down(&t, game, players, sit, pulls, notes)
    t.record = &record if recorded else NULL
    for _i in range(skip):
        if noisy != NULL:
            _seed(&t, noisy)
    for hand in range(n):
        for i in range(game.ops.n_tiles):
            t.wall.tiles[i] = tiles[hand, i]
        for i in range(N_DICE):
            t.wall.dice[i] = dice[hand, i]
        if noisy != NULL:
            _seed(&t, noisy)
        with nogil:
            _deal_to(&t, dealers[hand] & 3, wanted)
            open_hand(&t)
            play_hand(&t)
        if t.failed < 0:
            fill_rows(&t, number + hand, game.options, game.n_rules, &rows[hand, 0, 0, 0])
        _raise(&t, players, number + hand,
               _told(&record) if recorded and t.failed != NOBODY else None)
        if recorded:
            told.append(_told(&record))
    return told
