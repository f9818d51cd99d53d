# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Leaf-Ancestor scores over the columns of whole files; the readable twin is in lineages.py."""

from libc.stdlib cimport free, malloc

from treecompare.mappings._equality cimport Equality, equal, equality

cdef extern from *:
    # set by another thread: to be read anew each time
    ctypedef int flag_t "const volatile int"

cdef enum:
    WORD = 0
    CONSTITUENT = 1
    PRETERMINAL = 2
    BEGIN = -2
    END = -3


cdef struct Costs:
    const int *rows
    const double *table
    Py_ssize_t width


cdef inline double replacing(int a, int b, const Equality *eq, const Costs *costs) noexcept nogil:
    if equal(a, b, eq):
        return 0.0
    if a < 0 or b < 0 or costs.rows[a] < 0 or costs.rows[b] < 0:
        return 2.0
    return costs.table[costs.rows[a] * costs.width + costs.rows[b]]


cdef void place_nodes(const signed char *kinds, const int *sizes, Py_ssize_t n, int *starts, int *ends, int *parents,
                      int *stack) noexcept nogil:
    cdef Py_ssize_t node
    cdef int words = 0, height = 0
    for node in range(n):
        words += kinds[node] == WORD
        ends[node] = words
        starts[node] = 0 if node + 1 == sizes[node] else ends[node - sizes[node]]
        parents[node] = -1
        while height and stack[height - 1] > node - sizes[node]:
            height -= 1
            parents[stack[height]] = <int> node
        stack[height] = <int> node
        height += 1


cdef Py_ssize_t lineage(Py_ssize_t word, const int *codes, const signed char *kinds, const int *starts, const int *ends,
                        const int *parents, bint tags, int *out) noexcept nogil:
    """Fills in the lineage of a word; returns its length."""
    cdef int node = parents[word], begun = -1, ended = -1, place = starts[word]
    cdef Py_ssize_t length = 0
    # going up, constituents that begin (end) with the word come first
    while node >= 0 and (starts[node] == place or ends[node] == place + 1):
        if kinds[node] == CONSTITUENT:
            if starts[node] == place:
                begun = node
            if ends[node] == place + 1:
                ended = node
        node = parents[node]
    node = parents[word]
    while node >= 0:
        if tags or kinds[node] == CONSTITUENT:
            if node == begun:
                out[length] = BEGIN
                length += 1
            out[length] = codes[node]
            length += 1
            if node == ended:
                out[length] = END
                length += 1
        node = parents[node]
    return length


cdef double similarity(const int *a, Py_ssize_t n, const int *b, Py_ssize_t m, const Equality *eq, const Costs *costs,
                       double *row, flag_t *cancel) noexcept nogil:
    """Equal beginnings and ends cost nothing and may be skipped: deleting and inserting cost no less than any replacing."""
    cdef Py_ssize_t i, j, length = n + m
    cdef double diagonal, above, best
    if length == 0:
        return 1.0
    while n and m and equal(a[0], b[0], eq):
        a += 1
        b += 1
        n -= 1
        m -= 1
    while n and m and equal(a[n - 1], b[m - 1], eq):
        n -= 1
        m -= 1
    for j in range(m + 1):
        row[j] = j
    for i in range(n):
        if cancel[0] != 0:  # two lineages of a deep tree may take long
            return 0
        diagonal = row[0]
        row[0] = i + 1
        for j in range(m):
            above = row[j + 1]
            best = diagonal + replacing(a[i], b[j], eq, costs)
            if above + 1 < best:
                best = above + 1
            if row[j] + 1 < best:
                best = row[j] + 1
            row[j + 1] = best
            diagonal = above
    return 1 - row[m] / length


cdef unsigned long long name(const int *codes, Py_ssize_t n) noexcept nogil:
    """A number that stands for a lineage (FNV-1a over its codes)."""
    cdef unsigned long long found = 14695981039346656037ULL
    cdef Py_ssize_t i
    for i in range(n):
        found = (found ^ <unsigned long long> (codes[i] + 4)) * 1099511628211ULL
    return found


def count_lineages(const int[::1] gold_codes, const signed char[::1] gold_kinds, const int[::1] gold_sizes,
                   const long long[::1] gold_offsets, const int[::1] test_codes, const signed char[::1] test_kinds,
                   const int[::1] test_sizes, const long long[::1] test_offsets, const int[::1] equal_rows,
                   const unsigned char[:, ::1] equal_table, const int[::1] cost_rows, const double[:, ::1] cost_table,
                   bint tags, Py_ssize_t first, Py_ssize_t last, double[::1] out, const int[::1] cancel,
                   double[::1] scores, unsigned long long[:, ::1] ids, const int[::1] gold_ranks,
                   const int[::1] partners):
    """See lineages.count_lineages and word_lineages; the GIL is released throughout.

    ``scores`` and ``ids`` take the results of single words, all gold words of the sentences behind each other, or are empty.
    ``gold_ranks``, ``partners``: per gold word which word of its sentence it is, and its counterpart among the nodes of the test
    sentence; empty where all words stand in postorder.
    """
    cdef Py_ssize_t place = 0, before, own
    cdef Py_ssize_t place_of_first
    cdef bint any_crossing = partners.shape[0] > 0
    cdef double score
    cdef bint each = scores.shape[0] > 0
    cdef Py_ssize_t index, most = 1, n, m, g, t, g0, t0, long_gold, long_test
    cdef Equality eq = equality(equal_rows, equal_table)
    cdef Costs costs
    cdef int *scratch
    cdef double *row
    cdef int *gs
    cdef int *ts
    cdef int *one
    cdef int *other
    cdef double total
    cdef flag_t *flag = <flag_t *> &cancel[0]
    if first >= last or len(gold_codes) == 0 or len(test_codes) == 0:
        for index in range(first, last):
            out[index] = 0
        return
    for index in range(first, last):
        most = max(most, gold_offsets[index + 1] - gold_offsets[index], test_offsets[index + 1] - test_offsets[index])
    costs.rows = &cost_rows[0] if cost_rows.shape[0] else NULL
    costs.width = cost_table.shape[1]
    costs.table = &cost_table[0, 0] if costs.width else NULL
    # per side starts, ends, parents; one stack; two lineages, each with two boundaries more than nodes
    scratch = <int *> malloc((7 * most + 2 * (most + 2)) * sizeof(int))
    row = <double *> malloc((most + 3) * sizeof(double))
    if scratch == NULL or row == NULL:
        free(scratch)
        free(row)
        raise MemoryError
    gs, ts = scratch, scratch + 3 * most
    one, other = scratch + 7 * most, scratch + 8 * most + 2
    with nogil:
        for index in range(first, last):
            if flag[0] != 0:
                break
            out[index] = 0
            g0, t0 = gold_offsets[index], test_offsets[index]
            n, m = gold_offsets[index + 1] - g0, test_offsets[index + 1] - t0
            before = place_of_first = place
            if each:
                for g in range(n):
                    place += gold_kinds[g0 + g] == WORD
            if n == 0 or m == 0:
                continue
            place_nodes(&gold_kinds[g0], &gold_sizes[g0], n, gs, gs + most, gs + 2 * most, scratch + 6 * most)
            place_nodes(&test_kinds[t0], &test_sizes[t0], m, ts, ts + most, ts + 2 * most, scratch + 6 * most)
            if gs[most + n - 1] != ts[most + m - 1]:
                continue
            t = -1
            total = 0
            for g in range(n):
                if gold_kinds[g0 + g] != WORD:
                    continue
                if flag[0] != 0:
                    break
                t += 1
                while not any_crossing and test_kinds[t0 + t] != WORD:
                    t += 1
                if any_crossing:
                    t = partners[g0 + g]
                long_gold = lineage(g, &gold_codes[g0], &gold_kinds[g0], gs, gs + most, gs + 2 * most, tags, one)
                long_test = lineage(t, &test_codes[t0], &test_kinds[t0], ts, ts + most, ts + 2 * most, tags, other)
                score = similarity(one, long_gold, other, long_test, &eq, &costs, row, flag)
                total += score
                if each:
                    own = before
                    if any_crossing:
                        own = place_of_first + gold_ranks[g0 + g]
                    scores[own] = score
                    ids[own, 0] = name(one, long_gold)
                    ids[own, 1] = name(other, long_test)
                    before += 1
            out[index] = total
    free(scratch)
    free(row)
