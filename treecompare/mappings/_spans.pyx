# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Counts of E-mappings over the columns of whole files; the readable twin is in spans.py."""

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from treecompare.mappings._equality cimport Equality, equal, equality

cdef enum:
    WORD = 0
    CONSTITUENT = 1
    PRETERMINAL = 2


cdef Py_ssize_t spans(const signed char *kinds, const int *sizes, Py_ssize_t n, int *starts, int *ends) noexcept nogil:
    """Half-open word spans of all nodes; returns the number of words."""
    cdef Py_ssize_t node
    cdef int words = 0
    for node in range(n):
        words += kinds[node] == WORD
        ends[node] = words
        starts[node] = 0 if node + 1 == sizes[node] else ends[node - sizes[node]]
    return words


cdef void match(const int *gold_codes, const signed char *gold_kinds, const int *gold_starts, const int *gold_ends,
                Py_ssize_t n, const int *test_codes, const signed char *test_kinds, const int *test_starts,
                const int *test_ends, Py_ssize_t m, bint tags_too, bint labelled, const Equality *eq,
                unsigned char *used, long long *out) noexcept nogil:
    """Gold order by test order, both from the top. Ends never fall in postorder, so equal ends lie together."""
    cdef Py_ssize_t g, t, high = m - 1
    cdef long long matched = 0
    memset(used, 0, m)
    for g in range(n - 1, -1, -1):
        if gold_kinds[g] == WORD or (gold_kinds[g] == PRETERMINAL and not tags_too):
            continue
        while high >= 0 and test_ends[high] > gold_ends[g]:
            high -= 1
        t = high
        while t >= 0 and test_ends[t] == gold_ends[g]:
            if (test_starts[t] == gold_starts[g] and not used[t] and test_kinds[t] != WORD
                    and (tags_too or test_kinds[t] == CONSTITUENT)
                    and (not labelled or equal(gold_codes[g], test_codes[t], eq))):
                used[t] = 1
                matched += 1
                break
            t -= 1
    out[0] = matched


def count_spans(const int[::1] gold_codes, const signed char[::1] gold_kinds, const int[::1] gold_sizes,
                const long long[::1] gold_offsets, const int[::1] test_codes, const signed char[::1] test_kinds,
                const int[::1] test_sizes, const long long[::1] test_offsets, const int[::1] rows,
                const unsigned char[:, ::1] table, Py_ssize_t first, Py_ssize_t last, long long[:, ::1] out,
                const int[::1] cancel):
    """See spans.count_spans; the GIL is released throughout."""
    cdef Py_ssize_t index, most_gold = 1, most_test = 1, n, m, g0, t0, g, t
    cdef Equality eq
    cdef int *scratch
    cdef unsigned char *used
    cdef int *gs
    cdef int *ge
    cdef int *ts
    cdef int *te
    cdef const int *gc
    cdef const int *tc
    cdef const signed char *gk
    cdef const signed char *tk
    cdef long long crossing, tags
    if first >= last or len(gold_codes) == 0 or len(test_codes) == 0:
        for index in range(first, last):
            for g in range(6):
                out[index, g] = 0
        return
    for index in range(first, last):
        most_gold = max(most_gold, gold_offsets[index + 1] - gold_offsets[index])
        most_test = max(most_test, test_offsets[index + 1] - test_offsets[index])
    eq = equality(rows, table)
    scratch = <int *> malloc((2 * most_gold + 2 * most_test) * sizeof(int))
    used = <unsigned char *> malloc(most_test)
    if scratch == NULL or used == NULL:
        free(scratch)
        free(used)
        raise MemoryError
    gs, ge = scratch, scratch + most_gold
    ts, te = scratch + 2 * most_gold, scratch + 2 * most_gold + most_test
    with nogil:
        for index in range(first, last):
            if cancel[0]:
                break
            g0, t0 = gold_offsets[index], test_offsets[index]
            n, m = gold_offsets[index + 1] - g0, test_offsets[index + 1] - t0
            if n == 0 or m == 0:
                for g in range(6):
                    out[index, g] = 0
                continue
            gc, tc = &gold_codes[g0], &test_codes[t0]
            gk, tk = &gold_kinds[g0], &test_kinds[t0]
            spans(gk, &gold_sizes[g0], n, gs, ge)
            spans(tk, &test_sizes[t0], m, ts, te)
            match(gc, gk, gs, ge, n, tc, tk, ts, te, m, False, True, &eq, used, &out[index, 0])
            match(gc, gk, gs, ge, n, tc, tk, ts, te, m, True, True, &eq, used, &out[index, 1])
            match(gc, gk, gs, ge, n, tc, tk, ts, te, m, False, False, &eq, used, &out[index, 2])
            match(gc, gk, gs, ge, n, tc, tk, ts, te, m, True, False, &eq, used, &out[index, 3])
            crossing = 0
            for t in range(m):
                if tk[t] != CONSTITUENT:
                    continue
                for g in range(n):
                    if gk[g] == CONSTITUENT and ((gs[g] < ts[t] < ge[g] < te[t]) or (ts[t] < gs[g] < te[t] < ge[g])):
                        crossing += 1
                        break
            out[index, 4] = crossing
            tags = 0
            t = 0
            for g in range(n):
                if gk[g] != PRETERMINAL:
                    continue
                while t < m and (tk[t] != PRETERMINAL or te[t] < ge[g]):
                    t += 1
                if t < m and te[t] == ge[g] and equal(gc[g], tc[t], &eq):
                    tags += 1
            out[index, 5] = tags
    free(scratch)
    free(used)
