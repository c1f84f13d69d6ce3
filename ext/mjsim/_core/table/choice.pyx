"""Decisions: a seat's view is filled, its strategy answers, the answer is recorded."""

from libc.string cimport memcpy

from mjsim._core.table.noise cimport below, unit
from mjsim._core.table.table cimport (
    EVENT_CHOICE, EVENT_DRAW, EVENT_SHOW, MOST_EVENTS, MOST_LISTED, Event, Mind, Record, Table,
)
from mjsim._core.table.view cimport MOST_KINDS, ON_TURN
from mjsim._core.types cimport NO_KIND, u8, u16

__all__ = []


cdef Event* _event(Table* t, int type, int seat, int kind) noexcept nogil:
    """A new event; NULL where no more can be recorded, which no hand reaches."""
    cdef Record* record = t.record
    cdef Event* event
    if record.n_events == MOST_EVENTS:
        t.broken = b"more events than a hand can have"
        return NULL
    event = &record.events[record.n_events]
    record.n_events += 1
    event.type = <u8>type
    event.seat = <u8>seat
    event.kind = <u8>kind
    return event


cdef void record_draw(Table* t, int seat, int kind, bint tail) noexcept nogil:
    cdef Event* event
    if t.record == NULL:
        return
    event = _event(t, EVENT_DRAW, seat, kind)
    if event != NULL:
        event.tail = tail
        event.left = <u8>t.there


cdef void record_show(Table* t, int seat, const u8* kinds, int n) noexcept nogil:
    """Tiles that a seat shows at once."""
    cdef Record* record = t.record
    cdef Event* event
    cdef int i
    if record == NULL:
        return
    event = _event(t, EVENT_SHOW, seat, NO_KIND)
    if event == NULL:
        return
    event.first = <u16>record.n_listed
    event.n = 0
    if record.n_listed + n > MOST_LISTED:
        t.broken = b"more tiles shown than there are"
        return
    event.n = <u16>n
    for i in range(n):
        record.listed[record.n_listed + i] = kinds[i]
    record.n_listed += n


cdef void _record_choice(Table* t, int seat, int phase, const u16* actions, int n,
                         int chosen) noexcept nogil:
    cdef Record* record = t.record
    cdef Event* event = _event(t, EVENT_CHOICE, seat, t.view.discard)
    if event == NULL:
        return
    event.first = <u16>record.n_listed
    event.n = 0
    if record.n_listed + n > MOST_LISTED:
        t.broken = b"more legal actions than a hand can have"
        return
    event.phase = <u8>phase
    event.n = <u16>n
    event.chosen = actions[chosen]
    memcpy(&record.listed[record.n_listed], actions, n * sizeof(u16))
    record.n_listed += n


cdef u16 decide(Table* t, int seat, int phase, const u16* actions, int n) noexcept nogil:
    """The action that a seat takes; asked only where there is a choice.

    The answer is an index into the legal actions, so that illegal play cannot pass. On a failed
    strategy `failed` is set, and the hand is not played on.
    """
    cdef Mind* mind = &t.minds[seat]
    cdef int chosen = 0
    if n > 1:
        t.view.seat = <u8>seat
        t.view.phase = <u8>phase
        t.view.drawn = <u8>(t.drawn if phase == ON_TURN else NO_KIND)
        t.view.replacement = phase == ON_TURN and t.replacement
        memcpy(t.view.hand, t.hand[seat], MOST_KINDS)
        if mind.strategy.epsilon > 0 and unit(&mind.noise) < mind.strategy.epsilon:
            chosen = below(&mind.noise, n)
        else:
            chosen = mind.strategy.choose(&t.view, actions, n, mind)
        if chosen < 0 or chosen >= n:
            t.failed = seat
            return actions[0]
    if t.record != NULL:
        _record_choice(t, seat, phase, actions, n, chosen)
    return actions[chosen]
