# cython: infer_types=True, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What is counted over the columns of whole files of constituents; ``mappings/spans.py`` and ``mappings/lineages.py`` have the
rules. Kinds of nodes: 0 is a word, 1 a constituent, 2 a preterminal."""

from __future__ import annotations

from array import array
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cython
else:
    from treecompare import kernels as cython


@cython.final
@cython.cclass
class Labels:
    """Whether codes are equal, see ``mappings/labels.py``: codes that differ may be so by a table of those that have a row."""

    rows: cython.const[cython.int][::1]
    table: cython.const[cython.uchar][:, ::1]

    def __init__(self, rows: cython.const[cython.int][::1], table: cython.const[cython.uchar][:, ::1]) -> None:
        self.rows, self.table = rows, table

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def row(self, code: cython.int) -> cython.int:
        """The row of a code, -1 where it is equal to itself only."""
        return self.rows[code] if 0 <= code < len(self.rows) else -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def are_equal(self, one: cython.int, other: cython.int) -> cython.bint:
        """Whether two codes are."""
        if one == other or len(self.rows) == 0:
            return one == other
        row, column = self.row(one), self.row(other)
        return row >= 0 and column >= 0 and self.table[row, column] != 0


@cython.final
@cython.cclass
class Side:
    """The columns of a file, and one sentence of it at a time."""

    codes: cython.const[cython.int][::1]
    kinds: cython.const[cython.schar][::1]
    sizes: cython.const[cython.int][::1]
    offsets: cython.const[cython.longlong][::1]
    most: cython.Py_ssize_t  # nodes of a sentence
    first: cython.Py_ssize_t
    count: cython.Py_ssize_t
    words: cython.int
    starts: cython.int[::1]  # half-open spans of words
    ends: cython.int[::1]
    parents: cython.int[::1]
    keys: cython.ulonglong[::1]  # equal for nodes over the same words
    order: cython.int[::1]  # nodes by key, from the bottom
    nodes: cython.Py_ssize_t  # how many these are
    room: cython.int[::1]
    line: cython.int[::1]  # a lineage, with two boundaries more than nodes
    above: cython.Py_ssize_t  # where it begins above the tag
    marks: cython.ulonglong[::1]  # of words
    sums: cython.ulonglong[::1]
    all_bits: cython.ulonglong

    def __init__(
        self, codes: cython.const[cython.int][::1], kinds: cython.const[cython.schar][::1],
        sizes: cython.const[cython.int][::1], offsets: cython.const[cython.longlong][::1], first: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
    ) -> None:  # fmt: skip
        self.codes, self.kinds, self.sizes, self.offsets = codes, kinds, sizes, offsets
        most: cython.Py_ssize_t = 1
        for index in range(first, last):
            most = max(most, offsets[index + 1] - offsets[index])
        self.most, self.all_bits = most, 0xFFFFFFFFFFFFFFFF
        self.starts, self.ends, self.parents = (memoryview(array("i", [0]) * most) for _ in range(3))
        self.order, self.room, self.line = (memoryview(array("i", [0]) * (most + 2)) for _ in range(3))
        self.keys, self.sums = (memoryview(array("Q", [0]) * (most + 1)) for _ in range(2))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, index: cython.Py_ssize_t) -> cython.void:
        """Takes up a sentence."""
        self.first = self.offsets[index]
        self.count = self.offsets[index + 1] - self.first
        words: cython.int = 0
        for node in range(self.count):
            if self.kinds[self.first + node] == 0:
                words += 1
            size = self.sizes[self.first + node]
            self.ends[node] = words
            self.starts[node] = 0 if size == node + 1 else self.ends[node - size]
        self.words = words

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def by_spans(self, words_too: cython.bint) -> cython.void:
        """Puts the nodes in order by spans, which is postorder where all have words: of equal ends starts never rise."""
        key: cython.ulonglong
        nodes: cython.Py_ssize_t = 0
        for node in range(self.count):
            if words_too or self.kinds[self.first + node]:
                key = self.ends[node]
                self.keys[nodes], self.order[nodes] = (key << 32) - self.starts[node], node
                nodes += 1
        self.nodes = nodes
        for place in range(1, nodes):
            if self.keys[place - 1] > self.keys[place]:
                self.sort()
                break

    def mark_words(self) -> None:
        """Gives each word of a sentence a number of 64 bits."""
        chance = Random(0)
        self.marks = memoryview(array("Q", [chance.getrandbits(64) for _ in range(self.most)]))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def by_sets(self, ranks: cython.const[cython.int][::1]) -> cython.void:
        """Puts the nodes in order by their sets of words, for which the sum of the marks stands."""
        nodes: cython.Py_ssize_t = 0
        for node in range(self.count):
            place = self.first + node
            self.sums[node + 1] = (
                self.sums[node] + (0 if self.kinds[place] else self.marks[ranks[place]]) & self.all_bits
            )
            if self.kinds[place]:
                self.keys[nodes] = self.sums[node + 1] - self.sums[node + 1 - self.sizes[place]] & self.all_bits
                self.order[nodes] = node
                nodes += 1
        self.nodes = nodes
        self.sort()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sort(self) -> cython.void:
        """By key, those with one key from the bottom (Shell 1959)."""
        keys, order, nodes = self.keys, self.order, self.nodes
        gap = nodes // 2
        while gap:
            for last in range(gap, nodes):
                key, node, place = keys[last], order[last], last
                while place >= gap and (
                    keys[place - gap] > key or (keys[place - gap] == key and order[place - gap] > node)
                ):
                    keys[place], order[place] = keys[place - gap], order[place - gap]
                    place -= gap
                keys[place], order[place] = key, node
            gap //= 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def behind(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where in the order those end that are over the same words."""
        last = place + 1
        while last < self.nodes and self.keys[last] == self.keys[place]:
            last += 1
        return last

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def code(self, place: cython.Py_ssize_t) -> cython.int:
        """Of a node in the order."""
        return self.codes[self.first + self.order[place]]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def kind(self, place: cython.Py_ssize_t) -> cython.int:
        """Of a node in the order."""
        return self.kinds[self.first + self.order[place]]


def count_spans(
    gold: Side, test: Side, labels: Labels, codes: cython.Py_ssize_t, first: cython.Py_ssize_t, last: cython.Py_ssize_t,
    out: cython.longlong[:, ::1], cancel: cython.volatile[cython.int][::1], crossing: cython.const[cython.uchar][::1],
    gold_ranks: cython.const[cython.int][::1], test_ranks: cython.const[cython.int][::1],
) -> None:  # fmt: skip
    """See :func:`treecompare.mappings.spans.count_spans`. ``codes``: how many there can be. ``crossing``: per sentence, whether
    branches of either side cross, or empty, as are the ranks of the words then. Raises MemoryError."""
    any_crossing: cython.bint = len(crossing) > 0
    heads: cython.int[::1] = memoryview(array("i", [-1]) * (codes + 1))
    limits: cython.int[::1] = memoryview(array("i", [0]) * (4 * (max(gold.most, test.most) + 1)))
    found: cython.longlong[::1] = memoryview(array("q", [0]) * 6)
    if any_crossing:
        gold.mark_words()
        test.mark_words()
    with cython.nogil:
        for index in range(first, last):
            if cancel[0]:
                break
            gold.enter(index)
            test.enter(index)
            for part in range(6):
                found[part] = 0
            if gold.count and test.count:
                if any_crossing and crossing[index]:
                    gold.by_sets(gold_ranks)
                    test.by_sets(test_ranks)
                    found[4] = _crossing_sets(gold, test, gold_ranks, test_ranks, limits, cancel)
                else:
                    gold.by_spans(False)
                    test.by_spans(False)
                    found[4] = _crossing_spans(gold, test, limits)
                _match(gold, test, labels, heads, found, cancel)
                if cancel[0]:
                    break
            for part in range(6):
                out[index, part] = found[part]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _match(
    gold: Side,
    test: Side,
    labels: Labels,
    heads: cython.int[::1],
    found: cython.longlong[::1],
    cancel: cython.volatile[cython.int][::1],
) -> cython.void:
    """Counts matches over the same words; of those of constituents and of all nodes, with labels and without, and of tags."""
    g, t = 0, 0
    while g < gold.nodes and t < test.nodes and not cancel[0]:
        if gold.keys[g] < test.keys[t]:
            g += 1
        elif gold.keys[g] > test.keys[t]:
            t += 1
        else:
            g_stop, t_stop = gold.behind(g), test.behind(t)
            if g_stop == g + 1 and t_stop == t + 1:
                same = 1 if labels.are_equal(gold.code(g), test.code(t)) else 0
                found[1] += same
                found[3] += 1
                if gold.kind(g) == 1 and test.kind(t) == 1:
                    found[0] += same
                    found[2] += 1
                elif gold.kind(g) == 2 and test.kind(t) == 2:
                    found[5] += same
            else:
                for part in range(6):
                    if part != 4:
                        found[part] += _matches(gold, g, g_stop, test, t, t_stop, labels, heads, part)
            g, t = g_stop, t_stop


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _matches(
    gold: Side, g: cython.Py_ssize_t, g_stop: cython.Py_ssize_t, test: Side, t: cython.Py_ssize_t,
    t_stop: cython.Py_ssize_t, labels: Labels, heads: cython.int[::1], part: cython.int,
) -> cython.longlong:  # fmt: skip
    """Matches among nodes over the same words: gold order by test order, both from the top. ``heads`` lists per code those of the
    test that are free, from the top."""
    labelled: cython.bint = part < 2 or part == 5
    matched: cython.longlong = 0
    several = 0  # codes that may equal others
    for place in range(t, t_stop):
        if (test.kind(place) == 1 and part != 5) or (test.kind(place) == 2 and part & 1):
            code = test.code(place) if labelled else 0
            if labelled and heads[code] < 0 and labels.row(code) >= 0:
                test.line[several] = code
                several += 1
            test.room[place] = heads[code]
            heads[code] = place
    for place in range(g_stop - 1, g - 1, -1):
        if (gold.kind(place) == 1 and part != 5) or (gold.kind(place) == 2 and part & 1):
            code = gold.code(place) if labelled else 0
            if labelled and labels.row(code) >= 0:
                own, best = code, -1
                for other in range(several):
                    if heads[test.line[other]] > best and labels.are_equal(own, test.line[other]):
                        code = test.line[other]
                        best = heads[code]
            if heads[code] >= 0:
                heads[code] = test.room[heads[code]]
                matched += 1
    for place in range(t, t_stop):
        heads[test.code(place) if labelled else 0] = -1
    return matched


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _crossing_spans(gold: Side, test: Side, limits: cython.int[::1]) -> cython.longlong:
    """How many test constituents are crossed: one of the gold that ends between their words begins before them, or one that begins
    there ends behind them. ``limits``: two segment trees over the places between words, for the first start of the constituents
    that end in some of these and the last end of those that begin there."""
    places = max(gold.words, test.words) + 1
    crossed: cython.longlong = 0
    for place in range(2 * places):
        limits[2 * place], limits[2 * place + 1] = places, -1
    for node in range(gold.count):
        if gold.kinds[gold.first + node] == 1:
            start, end = gold.starts[node], gold.ends[node]
            limits[2 * (places + end)] = min(limits[2 * (places + end)], start)
            limits[2 * (places + start) + 1] = max(limits[2 * (places + start) + 1], end)
    for place in range(places - 1, 0, -1):
        limits[2 * place] = min(limits[4 * place], limits[4 * place + 2])
        limits[2 * place + 1] = max(limits[4 * place + 1], limits[4 * place + 3])
    for node in range(test.count):
        start, end = test.starts[node], test.ends[node]
        if test.kinds[test.first + node] == 1 and end - start > 1:
            low, high, least, most = places + start + 1, places + end, start, end
            while low < high:
                if low & 1:
                    least, most = min(least, limits[2 * low]), max(most, limits[2 * low + 1])
                    low += 1
                if high & 1:
                    high -= 1
                    least, most = min(least, limits[2 * high]), max(most, limits[2 * high + 1])
                low, high = low >> 1, high >> 1
            if least < start or most > end:
                crossed += 1
    return crossed


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _crossing_sets(
    gold: Side, test: Side, gold_ranks: cython.const[cython.int][::1], test_ranks: cython.const[cython.int][::1],
    stamps: cython.int[::1], cancel: cython.volatile[cython.int][::1],
) -> cython.longlong:  # fmt: skip
    """How many test constituents share words with a gold constituent while each has words that the other has not."""
    crossed: cython.longlong = 0
    for place in range(max(gold.words, test.words)):
        stamps[place] = -1
    gold.room[0] = 0
    for t in range(test.count):
        if test.kinds[test.first + t] != 1:
            continue
        if cancel[0]:
            return 0
        own = 0
        for inner in range(t + 1 - test.sizes[test.first + t], t):
            if test.kinds[test.first + inner] == 0:
                stamps[test_ranks[test.first + inner]] = t
                own += 1
        for g in range(gold.count if own > 1 else 0):
            # in room: how many of the words up to a node are shared
            common = gold.room[g]
            if gold.kinds[gold.first + g] == 0 and stamps[gold_ranks[gold.first + g]] == t:
                common += 1
            gold.room[g + 1] = common
            size = gold.sizes[gold.first + g]
            shared = common - gold.room[g + 1 - size]
            words = gold.ends[g] - (gold.ends[g - size] if size <= g else 0)
            if gold.kinds[gold.first + g] == 1 and 0 < shared < own and shared < words:
                crossed += 1
                break
    return crossed


def count_level(gold: Side, test: Side, out: cython.longlong[:, ::1]) -> None:
    """See :func:`treecompare.mappings.spans.count_level`; for trees of which all nodes have words."""
    with cython.nogil:
        for index in range(len(out)):
            gold.enter(index)
            test.enter(index)
            out[index, 0] = out[index, 1] = 0
            if gold.count == 0 or test.count == 0:
                continue
            gold.by_spans(True)
            test.by_spans(True)
            g, t = 0, 0
            while g < gold.nodes and t < test.nodes:
                if gold.keys[g] < test.keys[t]:
                    g += 1
                elif gold.keys[g] > test.keys[t]:
                    t += 1
                else:
                    g_stop, t_stop, rank = gold.behind(g), test.behind(t), 0
                    both = min(g_stop - g, t_stop - t)
                    while rank < both and gold.code(g + rank) == test.code(t + rank):
                        rank += 1
                    out[index, 0] += both
                    out[index, 1] += rank
                    for place in range(1, both - rank + 1):
                        if gold.code(g_stop - place) == test.code(t_stop - place):
                            out[index, 1] += 1
                    g, t = g_stop, t_stop


@cython.final
@cython.cclass
class Lineages:
    """Compares lineages of words under one or several costs; boundaries are the codes -2 (begin) and -3 (end)."""

    labels: Labels
    rows: cython.const[cython.int][:, ::1]  # per costs, as the table
    table: cython.const[cython.double][:, :, ::1]
    tags: cython.const[cython.uchar][::1]
    row: cython.double[::1]

    def __init__(
        self, labels: Labels, rows: cython.const[cython.int][:, ::1], table: cython.const[cython.double][:, :, ::1],
        tags: cython.const[cython.uchar][::1], test: Side,
    ) -> None:  # fmt: skip
        self.labels, self.rows, self.table, self.tags = labels, rows, table, tags
        self.row = memoryview(array("d", [0]) * (test.most + 3))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def of(self, side: Side, word: cython.int) -> cython.Py_ssize_t:
        """Fills in the lineage of a word with its tag; returns its length."""
        place, begun, ended = side.starts[word], -1, -1
        length: cython.Py_ssize_t = 0
        # going up, constituents that begin (end) with the word come first
        node = side.parents[word]
        while node >= 0 and (side.starts[node] == place or side.ends[node] == place + 1):
            if side.kinds[side.first + node] == 1:
                begun = node if side.starts[node] == place else begun
                ended = node if side.ends[node] == place + 1 else ended
            node = side.parents[node]
        node = side.parents[word]
        side.above = 1 if node >= 0 and side.kinds[side.first + node] == 2 else 0
        while node >= 0:
            if node == begun:
                side.line[length] = -2
                length += 1
            side.line[length] = side.codes[side.first + node]
            length += 1
            if node == ended:
                side.line[length] = -3
                length += 1
            node = side.parents[node]
        return length

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def replacing(self, costs: cython.Py_ssize_t, one: cython.int, other: cython.int) -> cython.double:
        """What it costs."""
        if self.labels.are_equal(one, other):
            return 0
        if one < 0 or other < 0 or self.rows[costs, one] < 0 or self.rows[costs, other] < 0:
            return 2
        return self.table[costs, self.rows[costs, one], self.rows[costs, other]]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def similarity(
        self, costs: cython.Py_ssize_t, gold: cython.int[::1], n: cython.Py_ssize_t, test: cython.int[::1],
        m: cython.Py_ssize_t, cancel: cython.volatile[cython.int][::1],
    ) -> cython.double:  # fmt: skip
        """Equal beginnings and ends cost nothing and may be skipped: deleting and inserting cost no less than any replacing."""
        length = n + m
        if length == 0:
            return 1
        begin: cython.Py_ssize_t = 0
        while begin < n and begin < m and self.labels.are_equal(gold[begin], test[begin]):
            begin += 1
        while n > begin and m > begin and self.labels.are_equal(gold[n - 1], test[m - 1]):
            n, m = n - 1, m - 1
        diagonal: cython.double
        above: cython.double
        for place in range(m - begin + 1):
            self.row[place] = place
        for one in range(begin, n):
            if cancel[0]:  # two lineages of a deep tree may take long
                return 0
            diagonal = self.row[0]
            self.row[0] = one - begin + 1
            for place in range(m - begin):
                above = self.row[place + 1]
                self.row[place + 1] = min(
                    diagonal + self.replacing(costs, gold[one], test[begin + place]), min(above, self.row[place]) + 1
                )
                diagonal = above
        return 1 - self.row[m - begin] / length


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_parents(side: Side) -> cython.void:
    height: cython.Py_ssize_t = 0
    for node in range(side.count):
        side.parents[node] = -1
        first = node - side.sizes[side.first + node]
        while height and side.room[height - 1] > first:
            height -= 1
            side.parents[side.room[height]] = node
        side.room[height] = node
        height += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _name(side: Side, begin: cython.Py_ssize_t, length: cython.Py_ssize_t) -> cython.ulonglong:
    """A number that stands for a lineage (as FNV-1a, over its codes)."""
    factor: cython.ulonglong = 1099511628211
    found: cython.ulonglong = 2166136261
    for place in range(begin, length):
        found = (found ^ (side.line[place] + 4)) * factor & side.all_bits
    return found


def count_lineages(
    gold: Side, test: Side, lineages: Lineages, first: cython.Py_ssize_t, last: cython.Py_ssize_t,
    out: cython.double[:, ::1], cancel: cython.volatile[cython.int][::1], scores: cython.double[::1],
    ids: cython.ulonglong[:, ::1], gold_ranks: cython.const[cython.int][::1], partners: cython.const[cython.int][::1],
) -> None:  # fmt: skip
    """See :func:`treecompare.mappings.lineages.count_lineages` and ``word_lineages``; ``out`` holds zeros.

    ``scores`` and ``ids`` take the results of single words under the last costs, all gold words of the sentences behind each
    other, or are empty. ``gold_ranks``, ``partners``: per gold word which word of its sentence it is, and its counterpart among
    the nodes of the test sentence; empty where all words stand in postorder.
    """
    any_crossing: cython.bint = len(partners) > 0
    each: cython.bint = len(scores) > 0
    place: cython.Py_ssize_t = 0
    own: cython.Py_ssize_t
    score: cython.double
    same: cython.bint
    with cython.nogil:
        for index in range(first, last):
            if cancel[0]:
                break
            gold.enter(index)
            test.enter(index)
            if gold.count and test.count and gold.words == test.words:
                _find_parents(gold)
                _find_parents(test)
                t, rank = -1, 0
                for g in range(gold.count):
                    if gold.kinds[gold.first + g]:
                        continue
                    if cancel[0]:
                        break
                    if any_crossing:
                        t = partners[gold.first + g]
                    else:
                        t += 1
                        while test.kinds[test.first + t]:
                            t += 1
                    long_gold, long_test, step = lineages.of(gold, g), lineages.of(test, t), 0
                    same = long_gold == long_test and gold.above == test.above
                    while same and step < long_gold:
                        same = gold.line[step] == test.line[step]
                        step += 1
                    for costs in range(len(lineages.tags)):
                        without = 0 if lineages.tags[costs] else 1
                        one, other = without * gold.above, without * test.above
                        score = 1
                        if not same:
                            score = lineages.similarity(
                                costs, gold.line[one:], long_gold - one, test.line[other:], long_test - other, cancel
                            )
                        out[costs, index - first] += score
                        if each:
                            own = place + (gold_ranks[gold.first + g] if any_crossing else rank)
                            scores[own] = score
                            ids[own, 0], ids[own, 1] = _name(gold, one, long_gold), _name(test, other, long_test)
                    rank += 1
            place += gold.words
