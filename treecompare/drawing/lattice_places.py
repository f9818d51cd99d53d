"""Where the states of a lattice stand from left to right. No Qt.

A state is (word, number within it); the ends of space-delimited words are (word, -1), so that words follow each other whatever
numbers their states have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from treecompare.drawing.lattice_drawing import RADIUS
from treecompare.trees.lattice_paths import PathArc

State = tuple[int, int]
BOUNDARY = -1
Room = tuple[State, State, float]
"""Two states and how far they have to be apart."""


def states_of(arcs: Sequence[PathArc]) -> tuple[list[tuple[State, State]], list[int]]:
    """First and last state of each arc, and the space-delimited words in their order."""
    tokens = sorted({arc.token for arc in arcs})
    ends: dict[int, dict[int, State]] = {}
    for place, token in enumerate(tokens):
        here = [arc for arc in arcs if arc.token == token]
        # states of arcs that were added have the highest numbers, wherever they stand
        known = [arc for arc in here if arc.in_lattice]
        sources, targets = {arc.source for arc in known or here}, {arc.target for arc in known or here}
        start, end = (min(sources), max(targets)) if known else (min(sources - targets), min(targets - sources))
        ends[token] = {start: (place, BOUNDARY), end: (place + 1, BOUNDARY)}
    number = {token: place for place, token in enumerate(tokens)}

    def of(arc: PathArc, state: int) -> State:
        return ends[arc.token].get(state, (number[arc.token], state))

    return [(of(arc, arc.source), of(arc, arc.target)) for arc in arcs], tokens


def places_of(rooms: Iterable[Room]) -> dict[State, float]:
    """A place for each state, so that there is as much room as is asked for, and no two are in one place.

    Room that is left over is shared: each state is half-way between as far left and as far right as the others allow.
    """
    rooms = list(rooms)
    order = _in_order(rooms)
    if not order:
        return {}
    early = _early(order, rooms)
    order.sort(key=lambda state: early[state])  # what nothing orders stands one after the other
    place = {state: number for number, state in enumerate(order)}
    rooms = [room for room in rooms if place[room[0]] < place[room[1]]]
    rooms += [(one, other, 4 * RADIUS) for one, other in pairwise(order)]
    early = _early(order, rooms)
    late = dict.fromkeys(order, early[order[-1]])
    for one, other, room in sorted(rooms, key=lambda room: -place[room[1]]):
        late[one] = min(late[one], late[other] - room)
    return {state: (early[state] + late[state]) / 2 for state in order}


def _early(order: Sequence[State], rooms: Sequence[Room]) -> dict[State, float]:
    """Each state as far left as the others allow."""
    place = {state: number for number, state in enumerate(order)}
    early = dict.fromkeys(order, 0.0)
    for one, other, room in sorted(rooms, key=lambda room: place[room[0]]):
        if place[one] < place[other]:
            early[other] = max(early[other], early[one] + room)
    return early


def _in_order(rooms: Sequence[Room]) -> list[State]:
    """The states, each after those that are left of it."""
    before: dict[State, set[State]] = {}
    for one, other, _ in rooms:
        before.setdefault(one, set())
        before.setdefault(other, set()).add(one)
    waiting = sorted(before)
    found: list[State] = []
    done: set[State] = set()
    while waiting:
        ready = [state for state in waiting if before[state] <= done] or waiting[:1]
        found += ready
        done |= set(ready)
        waiting = [state for state in waiting if state not in done]
    return found
