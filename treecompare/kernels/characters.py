# cython: infer_types=True, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Least-cost paths through the characters of two texts (``mappings/characters.py`` has the rules), and the alignment of words over
the same characters.

How much the rest of a path costs is found from the end, diagonal by diagonal (Ukkonen 1985): per cost a layer, how far back one
gets on each diagonal (test characters behind a point less gold characters behind it). Only every 64th layer is kept, so memory
grows with the square of the cost / 32. Then all least-cost paths are walked at once from the beginning, cost by cost, and the best
one is kept per point; for that, the layers between are found again where the best path may pass.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import cython
else:
    from treecompare import kernels as cython

MOST_POINTS = 100_000_000 if cython.compiled else 5_000_000
"""A block with so many points on least-cost paths is given up (long texts that repeat themselves)."""


def align_blocks(
    gold: cython.const[cython.int][::1], gold_breaks: cython.const[cython.uchar][::1],
    test: cython.const[cython.int][::1], test_breaks: cython.const[cython.uchar][::1],
    blocks: cython.longlong[:, ::1], most_edits: cython.int, most_points: cython.longlong,
    gold_steps: cython.uchar[::1], test_steps: cython.uchar[::1], costs: cython.longlong[::1],
    spans: cython.longlong[:, ::1], cancel: cython.volatile[cython.int][::1],
) -> int:  # fmt: skip
    """Aligns blocks (rows: first and last gold character, first and last test character) of two texts, each for itself.

    ``gold``, ``test``: 2 x code point, + 1 for letters and digits. ``…_breaks``: at each offset 1 for a word break, 2 for a
    sentence break, or both; both ends of each block are sentence breaks. Writes ``…_steps`` (1 replaced, 2 matched, nothing for
    characters without counterpart), ``costs``, and into ``spans`` the stretches (as the blocks) between the points of the path
    where both sides have a sentence break. Returns how many stretches there are, -1 if ``cancel[0]`` ended the work. A block whose
    cost is above ``most_edits``, or with more than about ``most_points`` points on least-cost paths, gets the cost -1, and nothing
    else. Raises MemoryError.
    """
    count = 0
    work = _Block()
    for block in range(len(costs)):
        g, t = blocks[block, 0], blocks[block, 2]
        golds, tests = blocks[block, 1] - g, blocks[block, 3] - t
        work.gold, work.test = gold[g : g + golds], test[t : t + tests]
        work.gold_breaks, work.test_breaks = gold_breaks[g : g + golds + 1], test_breaks[t : t + tests + 1]
        same = work.equal_end()
        work.golds, work.tests = golds - same, tests - same
        cost = work.golds + work.tests
        if work.golds and work.tests:
            cost = work.find_cost(most_edits, cancel)
            if cost >= 0 and not work.find_path(cost, most_points, cancel):
                cost = -1
        if cancel[0]:
            return -1
        costs[block] = cost
        if cost < 0:
            continue
        first = count
        x: cython.int = golds
        y: cython.int = tests
        with cython.nogil:
            last_x, last_y = x, y
            while x or y:
                step = work.step_to(x, y)
                if step < 2:
                    gold_steps[g + x - 1] = test_steps[t + y - 1] = 2 - step
                if step != 3:
                    x -= 1
                if step != 2:
                    y -= 1
                if gold_breaks[g + x] & test_breaks[t + y] & 2:
                    spans[count, 0], spans[count, 1], spans[count, 2], spans[count, 3] = (
                        g + x,
                        g + last_x,
                        t + y,
                        t + last_y,
                    )
                    last_x, last_y = x, y
                    count += 1
            for place in range((count - first) // 2):  # they were found from the end
                for column in range(4):
                    one, other = first + place, count - 1 - place
                    spans[one, column], spans[other, column] = spans[other, column], spans[one, column]
    return count


@cython.final
@cython.cclass
class _Block:
    """A block. Of the steps by which a point is reached 0 is a match, 1 a replacement, 2 a deletion and 3 an insertion; runs are
    neighbouring points of one diagonal with one cost: diagonal, first and last gold character, and where their points begin."""

    gold: cython.const[cython.int][::1]
    test: cython.const[cython.int][::1]
    gold_breaks: cython.const[cython.uchar][::1]
    test_breaks: cython.const[cython.uchar][::1]
    golds: cython.int  # without the end that is equal
    tests: cython.int
    _gold_back: cython.int[::1]  # from the end, with another value behind the last on either side
    _test_back: cython.int[::1]
    _least: cython.int  # diagonals from the first to the last that may be reached
    _most: cython.int
    _room: cython.int[::1]  # for these, two layers, and what follows
    _run_of: cython.int[::1]  # the run of the layer before on each diagonal
    _run_firsts: cython.int[::1]  # of each layer
    _begun: cython.int  # what the first layer has
    _kept: list[Any]  # every 64th layer after it, with a place beside the first and the last diagonal
    _layers: cython.int[::1]  # from a kept one up, of some diagonals
    _first: cython.int
    _width: cython.int
    _cost: cython.int
    _runs: cython.longlong[::1]
    _steps: cython.uchar[::1]
    _values: cython.longlong[::1]  # of the points of a layer
    _values_before: cython.longlong[::1]
    _arrivals: cython.longlong[::1]  # for each step the first and last point, and where the values of those before are
    _layer: cython.int  # of the point to which step_to came
    _run: cython.Py_ssize_t

    def __init__(self) -> None:
        self._room = self._layers = memoryview(array("i", [0]))
        self._runs = self._values = memoryview(array("q", [0]))
        self._values_before, self._arrivals = memoryview(array("q", [0])), memoryview(array("q", [0] * 12))
        self._steps = memoryview(bytearray(1))

    @cython.cfunc
    def equal_end(self) -> cython.int:
        """How long the last sentences with the same words are: no path is better than the diagonal there."""
        x, y, end = len(self.gold), len(self.test), len(self.gold)
        with cython.nogil:
            while (
                x and y and self.gold[x - 1] == self.test[y - 1] and self.gold_breaks[x - 1] == self.test_breaks[y - 1]
            ):
                x, y = x - 1, y - 1
                if self.gold_breaks[x] & 2:
                    end = x
        return len(self.gold) - end

    @cython.cfunc
    def find_cost(self, most_edits: cython.int, cancel: cython.volatile[cython.int][::1]) -> cython.int:
        """The cost of the block, -1 where it is too high or the work was ended."""
        self._least, self._most, target = (
            -min(self.golds, most_edits),
            min(self.tests, most_edits),
            self.tests - self.golds,
        )
        if not self._least <= target <= self._most:
            return -1
        golds, tests, width, most_cost = self.golds, self.tests, self._most - self._least + 3, self._most - self._least
        self._kept = []
        self._room = room = _grown(self._room, golds + tests + 3 * width + most_cost + 4)
        self._gold_back, self._test_back = room[: golds + 1], room[golds + 1 : golds + tests + 2]
        layers: cython.int[::1] = room[golds + tests + 2 :]
        before: cython.int[::1] = layers[:width]
        after: cython.int[::1] = layers[width : 2 * width]
        self._run_of, self._run_firsts = layers[2 * width : 3 * width], layers[3 * width :]
        cost = 0
        with cython.nogil:
            for x in range(golds):
                self._gold_back[x] = self.gold[golds - 1 - x]
            for y in range(tests):
                self._test_back[y] = self.test[tests - 1 - y]
            self._gold_back[golds], self._test_back[tests] = -2, -4
            for place in range(width):
                before[place] = after[place] = -1073741824
                self._run_of[place] = -1
            while self._gold_back[cost] == self._test_back[cost]:
                cost += 1
            before[1 - self._least] = self._begun = cost
            cost = 0
            while True:
                if cost and cost % 64 == 0:
                    with cython.gil:
                        self._keep(before)
                if before[target - self._least + 1] == golds:
                    return cost
                cost += 1
                if cost > most_edits or cancel[0]:
                    return -1
                # what is left must do for the diagonals to the last one
                low = max(self._least, -cost, target - (most_edits - cost))
                high = min(self._most, cost, target + (most_edits - cost))
                self._next_layer(before, after, self._least, low, high)
                before, after = after, before

    @cython.cfunc
    def _keep(self, layer: cython.int[::1]) -> cython.int:
        self._kept.append(memoryview(array("i", [0]) * len(layer)))
        kept: cython.int[::1] = self._kept[len(self._kept) - 1]
        kept[:] = layer
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_layer(
        self, before: cython.int[::1], after: cython.int[::1], first: cython.int, low: cython.int, high: cython.int
    ) -> cython.void:
        """The diagonals low..high of a layer, and nothing beside them; both layers begin beside ``first``."""
        golds, tests, none = self.golds, self.tests, -1073741824
        after[low - first] = after[high - first + 2] = none
        for diagonal in range(low, high + 1):
            place = diagonal - first + 1
            u = before[place]
            # letters and digits stand only for letters and digits, others only for others
            if u >= 0 and not (self._gold_back[u] ^ self._test_back[u + diagonal]) & 1:
                u += 1
            u = max(u, before[place - 1], before[place + 1] + 1)
            if u >= 0:
                u = min(u, golds, tests - diagonal)
                while self._gold_back[u] == self._test_back[u + diagonal]:
                    u += 1
            after[place] = u if u >= 0 else none

    @cython.cfunc
    def _replay(self, cost: cython.int, first: cython.int, last: cython.int) -> cython.int:
        """Finds the layers from the last kept one up to ``cost``, right on the diagonals first..last of that and on one more at
        either end for each layer before it."""
        margin = cost % 64
        self._cost, self._first = cost - margin, max(first - margin, self._least)
        last = min(last + margin, self._most)
        width = last - self._first + 3
        self._layers = layers = _grown(self._layers, (margin + 1) * width)
        with cython.nogil:
            for place in range((margin + 1) * width):
                layers[place] = -1073741824
            if cost < 64:
                layers[1 - self._first] = self._begun
        if cost >= 64:
            kept: cython.int[::1] = self._kept[cost // 64 - 1]
            layers[:width] = kept[self._first - self._least : self._first - self._least + width]
        with cython.nogil:
            for layer in range(1, margin + 1):
                at, reach = layer * width, self._cost + layer
                self._next_layer(
                    layers[at - width : at],
                    layers[at : at + width],
                    self._first,
                    max(self._first, -reach),
                    min(last, reach),
                )
        self._width = width
        return 0

    @cython.cfunc
    def find_path(
        self, cost: cython.int, most_points: cython.longlong, cancel: cython.volatile[cython.int][::1]
    ) -> cython.bint:
        """Finds all points on least-cost paths with their best values and steps, cost by cost from the beginning. False: there
        are too many, or the work was ended."""
        target = self.tests - self.golds
        self._layer, self._run = cost, -1
        self._cost = cost + 1
        layer_first = runs = 0
        base = base_before = at = runs * most_points
        with cython.nogil:
            for left in range(cost, -1, -1):
                if cancel[0]:
                    return False
                first, last = target, target
                if runs:
                    first, last = self._runs[4 * layer_first] - 1, self._runs[4 * runs - 4] + 1
                if left < self._cost:
                    with cython.gil:
                        self._replay(left, first, last)
                self._run_firsts[cost - left] = runs
                runs_before, base_before, base = runs, base, at
                self._values, self._values_before = self._values_before, self._values
                done = self._least - 1
                reach = 1 if runs_before else 0
                for run in range(layer_first, max(runs_before, 1)):
                    here = self._runs[4 * run] if runs_before else target
                    for diagonal in range(max(here - reach, done + 1), min(here + reach, self._most) + 1):
                        done = diagonal
                        self._find_arrivals(diagonal, base_before)
                        low, high = self._arrivals[0], self._arrivals[1]
                        if runs_before == 0:
                            low = high = 0
                        # points before this one cost more than is left
                        zone = self.golds - self._layers[(left - self._cost) * self._width + diagonal - self._first + 1]
                        low, high = max(low, zone), min(high, self.golds, self.tests - (target - diagonal))
                        if low > high:
                            continue
                        if 4 * runs + 4 > len(self._runs):
                            with cython.gil:
                                self._runs = _grown_longs(self._runs, 4 * runs + 4)
                        self._runs[4 * runs], self._runs[4 * runs + 1], self._runs[4 * runs + 3] = diagonal, low, at
                        # a run takes as much memory as sixteen points
                        if not self._fill(runs, high, base, most_points - 16 * runs, runs_before == 0):
                            return False
                        if self._runs[4 * runs + 2] >= 0:
                            at += self._runs[4 * runs + 2] - self._runs[4 * runs + 1] + 1
                            runs += 1
                for run in range(layer_first, runs_before):
                    self._run_of[self._runs[4 * run] - self._least + 1] = -1
                for run in range(runs_before, runs):
                    self._run_of[self._runs[4 * run] - self._least + 1] = run
                layer_first = runs_before
            self._run_firsts[cost + 1] = runs
            self._layer, self._run = cost, self._run_at(cost, 0)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_arrivals(self, diagonal: cython.int, base_before: cython.longlong) -> cython.void:
        """At which points of a diagonal one may come by each step from the layer before; under 0 by any."""
        arrivals = self._arrivals
        arrivals[0], arrivals[1] = 1 << 30, -1
        for step in range(1, 4):
            place = diagonal - self._least + 1
            run = self._run_of[place if step == 1 else place - 1 if step == 2 else place + 1]
            arrivals[3 * step + 1] = -1
            if run >= 0:
                more = 0 if step == 3 else 1
                first, last = self._runs[4 * run + 1] + more, self._runs[4 * run + 2] + more
                arrivals[3 * step], arrivals[3 * step + 1] = first, last
                arrivals[3 * step + 2] = self._runs[4 * run + 3] - base_before - first
                arrivals[0], arrivals[1] = min(arrivals[0], first), max(arrivals[1], last)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def _fill(
        self, run: cython.Py_ssize_t, last_arrival: cython.int, base: cython.longlong, most: cython.longlong, is_start: cython.bint
    ) -> cython.int:  # fmt: skip
        """Values and steps of a run whose points are reached from the layer before, or by matches; its last point becomes -1 where
        none is reached. 0: there are too many points."""
        first, at = self._runs[4 * run + 1], self._runs[4 * run + 3]
        shift = self.tests - self.golds - self._runs[4 * run]
        stop = last_arrival
        while stop < self.golds and stop + shift < self.tests and self.gold[stop] == self.test[stop + shift]:
            stop += 1
        points = at + stop - first + 1
        if points > most or points - base > most // 8:
            return 0
        if points > len(self._steps) or points - base > len(self._values):
            with cython.gil:
                self._make_room(points, points - base)
        sentence_break: cython.longlong = 4294967296  # in common word breaks
        value: cython.longlong
        last_value: cython.longlong = -1
        reached = -1
        skipped = 0
        for x in range(first, stop + 1):
            y = x + shift
            value, step = -1, 0
            if (is_start and x == first) or (last_value >= 0 and self.gold[x - 1] == self.test[y - 1]):
                value = max(last_value, 0)
            if x <= last_arrival:
                for other in range(1, 4):
                    if self._arrivals[3 * other] <= x <= self._arrivals[3 * other + 1] and (
                        other > 1 or not (self.gold[x - 1] ^ self.test[y - 1]) & 1
                    ):
                        before = self._values_before[self._arrivals[3 * other + 2] + x]
                        if before > value:
                            value, step = before, other
            if value >= 0:
                common = self.gold_breaks[x] & self.test_breaks[y]
                value += common & 1
                if common & 2:
                    value += sentence_break
                reached = x
            elif reached < 0:
                skipped += 1
                continue
            last_value = value
            self._values[at - base + x - first - skipped] = value
            self._steps[at + x - first - skipped] = step
            if value < 0 and x > last_arrival:
                break
        self._runs[4 * run + 1], self._runs[4 * run + 2] = first + skipped, reached
        return 1

    def _make_room(self, points: int, values: int) -> None:
        steps: cython.uchar[::1] = bytearray(max(points, len(self._steps) * 3 // 2))
        steps[: len(self._steps)] = self._steps
        self._steps = steps
        self._values = _grown_longs(self._values, values)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run_at(self, layer: cython.int, diagonal: cython.int) -> cython.Py_ssize_t:
        """The run of a layer on a diagonal on which it has one."""
        low, high = self._run_firsts[layer], self._run_firsts[layer + 1] - 1
        while low < high:
            middle = (low + high) // 2
            if self._runs[4 * middle] < diagonal:
                low = middle + 1
            else:
                high = middle
        return low

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def step_to(self, x: cython.int, y: cython.int) -> cython.int:
        """The step to a point of the best path, which is asked from its end."""
        if x > self.golds or y > self.tests:
            return 0
        if not self.golds or not self.tests:
            return 2 if x else 3
        step = self._steps[self._runs[4 * self._run + 3] + x - self._runs[4 * self._run + 1]]
        if step:
            self._layer -= 1
            x, y = x if step == 3 else x - 1, y if step == 2 else y - 1
            self._run = self._run_at(self._layer, (self.tests - y) - (self.golds - x))
        return step


@cython.cfunc
def _grown(numbers: cython.int[::1], count: cython.Py_ssize_t) -> cython.int[::1]:
    """At least so many numbers, the first of them as they were."""
    if count <= len(numbers):
        return numbers
    grown: cython.int[::1] = memoryview(array("i", [0]) * max(count, len(numbers) * 3 // 2))
    grown[: len(numbers)] = numbers
    return grown


@cython.cfunc
def _grown_longs(numbers: cython.longlong[::1], count: cython.Py_ssize_t) -> cython.longlong[::1]:
    if count <= len(numbers):
        return numbers
    grown: cython.longlong[::1] = memoryview(array("q", [0]) * max(count, len(numbers) * 3 // 2))
    grown[: len(numbers)] = numbers
    return grown


def align_stretches(
    gold_starts: cython.longlong[::1], gold_ends: cython.longlong[::1], gold_multiword: cython.uchar[::1],
    gold_forms: cython.longlong[::1], gold_limits: cython.longlong[::1], test_starts: cython.longlong[::1],
    test_ends: cython.longlong[::1], test_multiword: cython.uchar[::1], test_forms: cython.longlong[::1],
    test_limits: cython.longlong[::1], found: cython.longlong[::1],
) -> None:  # fmt: skip
    """Writes into ``found`` the counterpart of each gold word that has one; the columns are those of
    ``tokens._Words``. ``mappings/tokens.py`` has the rules."""
    room = 0
    lengths: cython.int[::1] = array("i", [0])
    with cython.nogil:
        for stretch in range(gold_limits.shape[0] - 1):
            g, t = gold_limits[stretch], test_limits[stretch]
            g_stop, t_stop = gold_limits[stretch + 1], test_limits[stretch + 1]
            while g < g_stop and t < t_stop:
                if not (gold_multiword[g] or test_multiword[t]):
                    if gold_starts[g] == test_starts[t] and gold_ends[g] == test_ends[t]:
                        found[g] = t
                        g, t = g + 1, t + 1
                    elif gold_starts[g] <= test_starts[t]:
                        g += 1
                    else:
                        t += 1
                    continue
                # the least stretch of words on both sides that no token of several words sticks out of
                if gold_multiword[g]:
                    end = gold_ends[g]
                    if not test_multiword[t] and test_starts[t] < gold_starts[g]:
                        t += 1
                else:
                    end = test_ends[t]
                    if gold_starts[g] < test_starts[t]:
                        g += 1
                g_first, t_first = g, t
                while (g < g_stop and (gold_starts[g] < end if gold_multiword[g] else gold_ends[g] <= end)) or (
                    t < t_stop and (test_starts[t] < end if test_multiword[t] else test_ends[t] <= end)
                ):
                    if g < g_stop and (t >= t_stop or gold_starts[g] <= test_starts[t]):
                        if gold_multiword[g] and gold_ends[g] > end:
                            end = gold_ends[g]
                        g += 1
                    else:
                        if test_multiword[t] and test_ends[t] > end:
                            end = test_ends[t]
                        t += 1
                needed = (g - g_first + 1) * (t - t_first + 1)
                if needed > room:
                    room = 2 * needed
                    with cython.gil:
                        lengths = array("i", bytes(4 * room))
                _common_subsequence(gold_forms[g_first:g], test_forms[t_first:t], t_first, lengths, found[g_first:g])


@cython.cfunc
@cython.nogil
def _common_subsequence(
    gold: cython.longlong[::1],
    test: cython.longlong[::1],
    test_first: cython.Py_ssize_t,
    lengths: cython.int[::1],
    found: cython.longlong[::1],
) -> cython.int:
    """Pairs the words of a longest common subsequence, equal ones as early as they come; returns how many."""
    golds, tests = gold.shape[0], test.shape[0]
    width = tests + 1
    for t in range(width):
        lengths[golds * width + t] = 0
    for g in range(golds - 1, -1, -1):
        lengths[g * width + tests] = 0
        for t in range(tests - 1, -1, -1):
            place = g * width + t
            if gold[g] == test[t]:
                lengths[place] = lengths[place + width + 1] + 1
            else:
                lengths[place] = max(lengths[place + width], lengths[place + 1])
    g = t = 0
    while g < golds and t < tests:
        if gold[g] == test[t]:
            found[g] = test_first + t
            g, t = g + 1, t + 1
        elif lengths[g * width + t] == lengths[(g + 1) * width + t]:
            g += 1
        else:
            t += 1
    return lengths[0]
