# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Counts of E-mappings over the columns of whole files; the readable twin is in spans.py."""

from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memset

from treecompare.mappings._equality cimport Equality, equal, equality

cdef extern from *:
    # set by another thread: to be read anew each time
    ctypedef int flag_t "const volatile int"

cdef enum:
    WORD = 0
    CONSTITUENT = 1
    PRETERMINAL = 2
    STEPS = 16


cdef Py_ssize_t spans(const signed char *kinds, const int *sizes, Py_ssize_t n, int *starts, int *ends) noexcept nogil:
    """Half-open word spans of all nodes; returns the number of words."""
    cdef Py_ssize_t node
    cdef int words = 0
    for node in range(n):
        words += kinds[node] == WORD
        ends[node] = words
        starts[node] = 0 if node + 1 == sizes[node] else ends[node - sizes[node]]
    return words


cdef long long match(const int *gold_codes, const signed char *gold_kinds, const int *gold_starts, const int *gold_ends,
                     Py_ssize_t n, const int *test_codes, const signed char *test_kinds, const int *test_starts,
                     const int *test_ends, Py_ssize_t m, bint tags_too, bint labelled, const Equality *eq,
                     unsigned char *used, long long steps) noexcept nogil:
    """Gold order by test order, both from the top. Ends never fall in postorder, so equal ends lie together.

    -1 where that takes more than so many steps: where many nodes have one end.
    """
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
        steps -= high - t
        if steps < 0:
            return -1
    return matched


cdef struct Bracket:
    int end
    int start
    int is_alone
    int code
    int node


cdef int compare(const void *one, const void *other) noexcept nogil:
    """By span; then codes that may equal others, the others, each code from the top."""
    cdef const Bracket *a = <const Bracket *> one
    cdef const Bracket *b = <const Bracket *> other
    if a.end != b.end:
        return -1 if a.end < b.end else 1
    if a.start != b.start:
        return -1 if a.start < b.start else 1
    if a.is_alone != b.is_alone:
        return a.is_alone - b.is_alone
    if a.code != b.code:
        return -1 if a.code < b.code else 1
    return -1 if a.node > b.node else 1


cdef int compare_places(const void *one, const void *other) noexcept nogil:
    """By span, from the top."""
    cdef const Bracket *a = <const Bracket *> one
    cdef const Bracket *b = <const Bracket *> other
    if a.end != b.end:
        return -1 if a.end < b.end else 1
    if a.start != b.start:
        return -1 if a.start < b.start else 1
    return -1 if a.node > b.node else 1


cdef Py_ssize_t brackets(const int *codes, const signed char *kinds, const int *starts, const int *ends, Py_ssize_t n,
                         bint constituents_too, bint tags_too, bint labelled, const Equality *eq,
                         Bracket *out) noexcept nogil:
    """The nodes that are matched; returns how many."""
    cdef Py_ssize_t node, count = 0
    for node in range(n):
        if (constituents_too and kinds[node] == CONSTITUENT) or (tags_too and kinds[node] == PRETERMINAL):
            out[count].end = ends[node]
            out[count].start = starts[node]
            out[count].code = codes[node] if labelled else 0
            out[count].is_alone = not labelled or codes[node] < 0 or codes[node] >= eq.coded or eq.rows[codes[node]] < 0
            out[count].node = <int> node
            count += 1
    return count


cdef inline bint same_span(const Bracket *a, const Bracket *b) noexcept nogil:
    return a.end == b.end and a.start == b.start


cdef long long match_sorted(Bracket *gold, Py_ssize_t n, Bracket *test, Py_ssize_t m, const Equality *eq, int *heads,
                            int *lasts, flag_t *cancel) noexcept nogil:
    """The same count from sorted brackets. ``heads`` and ``lasts`` have room for the codes that may equal others."""
    cdef Py_ssize_t g = 0, t = 0, end, low, high, middle, best
    cdef Py_ssize_t kinds, kind, alone
    cdef long long matched = 0
    qsort(test, m, sizeof(Bracket), compare)
    if cancel[0] != 0:
        return 0
    qsort(gold, n, sizeof(Bracket), compare if eq.coded == 0 else compare_places)
    while g < n and t < m and cancel[0] == 0:
        if not same_span(&gold[g], &test[t]):
            if gold[g].end < test[t].end or (gold[g].end == test[t].end and gold[g].start < test[t].start):
                g += 1
            else:
                t += 1
            continue
        if eq.coded == 0:  # a code is equal to itself only, so the order does not matter
            if gold[g].code == test[t].code:
                matched += 1
                g += 1
                t += 1
            elif gold[g].code < test[t].code:
                g += 1
            else:
                t += 1
            continue
        # the first bracket that is free of each code that may equal others; then those that are equal to their own code only
        end, kinds = t, 0
        while end < m and same_span(&test[end], &test[t]) and not test[end].is_alone:
            if end == t or test[end].code != test[end - 1].code:
                heads[kinds] = <int> end
                kinds += 1
            lasts[kinds - 1] = <int> end
            end += 1
        alone = end
        while end < m and same_span(&test[end], &test[t]):
            end += 1
        while g < n and same_span(&gold[g], &test[t]) and cancel[0] == 0:
            best = -1
            if gold[g].is_alone:
                low, high = alone, end
                while low < high:  # the first of this code
                    middle = (low + high) // 2
                    if test[middle].code < gold[g].code:
                        low = middle + 1
                    else:
                        high = middle
                if low < end and test[low].code == gold[g].code:
                    # ``is_alone`` of the first one counts which of them is free
                    best = low + test[low].is_alone - 1
                    if best < end and test[best].code == gold[g].code:
                        test[low].is_alone += 1
                        matched += 1
            else:
                for kind in range(kinds):
                    if (heads[kind] <= lasts[kind] and (best < 0 or test[heads[kind]].node > test[heads[best]].node)
                            and equal(gold[g].code, test[heads[kind]].code, eq)):
                        best = kind
                if best >= 0:
                    heads[best] += 1
                    matched += 1
            g += 1
        t = end
    return matched


cdef void crossing_limits(const signed char *kinds, const int *starts, const int *ends, Py_ssize_t n, int words,
                          int *first_start, int *last_end) noexcept nogil:
    """Two segment trees over ``words + 1`` places: the first start of the constituents that end in some places, and the last
    end of those that begin there."""
    cdef Py_ssize_t place, node
    for place in range(2 * (words + 1)):
        first_start[place] = words + 1
        last_end[place] = -1
    for node in range(n):
        if kinds[node] == CONSTITUENT:
            place = words + 1 + ends[node]
            first_start[place] = min(first_start[place], starts[node])
            place = words + 1 + starts[node]
            last_end[place] = max(last_end[place], ends[node])
    for place in range(words, 0, -1):
        first_start[place] = min(first_start[2 * place], first_start[2 * place + 1])
        last_end[place] = max(last_end[2 * place], last_end[2 * place + 1])


cdef bint crosses(int start, int end, int words, const int *first_start, const int *last_end) noexcept nogil:
    """Whether a constituent that ends between the two begins before them, or one that begins there ends behind them."""
    cdef Py_ssize_t low = words + 1 + start + 1, high = words + 1 + end
    while low < high:
        if low & 1:
            if first_start[low] < start or last_end[low] > end:
                return True
            low += 1
        if high & 1:
            high -= 1
            if first_start[high] < start or last_end[high] > end:
                return True
        low >>= 1
        high >>= 1
    return False


cdef inline unsigned long long mixed(unsigned long long word) noexcept nogil:
    """A number of 64 bits that stands for a word of the sentence (the finaliser of SplitMix64)."""
    word = (word + 1) * 0x9E3779B97F4A7C15ULL
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ULL
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBULL
    return word ^ (word >> 31)


cdef void word_sets(const signed char *kinds, const int *sizes, const int *ranks, Py_ssize_t n, int *starts, int *ends,
                    unsigned long long *sums) noexcept nogil:
    """In place of spans, two halves of a number of 64 bits that stands for a node's set of words: the sum of theirs.

    ``sums`` has room for a number per node and one more.
    """
    cdef Py_ssize_t node
    cdef unsigned long long found
    sums[0] = 0
    for node in range(n):
        sums[node + 1] = sums[node] + (mixed(ranks[node]) if kinds[node] == WORD else 0)
        found = sums[node + 1] - sums[node + 1 - sizes[node]]
        starts[node] = <int> (found >> 32)
        ends[node] = <int> (found & 0xFFFFFFFFULL)


cdef long long crossing_sets(const signed char *gold_kinds, const int *gold_sizes, const int *gold_ranks, Py_ssize_t n,
                             const signed char *test_kinds, const int *test_sizes, const int *test_ranks, Py_ssize_t m,
                             int *room, flag_t *cancel) noexcept nogil:
    """How many test constituents share words with a gold constituent while each has words that the other has not.

    ``room``: three times as many numbers as the larger side has nodes, and three more.
    """
    cdef Py_ssize_t g, t, inner, word, most = max(n, m) + 1
    cdef int own, shared
    cdef long long crossed = 0
    cdef int *stamps = room
    cdef int *common = room + most
    cdef int *words = room + 2 * most
    words[0] = common[0] = 0
    for word in range(most):
        stamps[word] = -1
    for g in range(n):
        words[g + 1] = words[g] + (gold_kinds[g] == WORD)
    for t in range(m):
        if test_kinds[t] != CONSTITUENT:
            continue
        if cancel[0] != 0:
            return 0
        own = 0
        for inner in range(t + 1 - test_sizes[t], t):
            if test_kinds[inner] == WORD:
                stamps[test_ranks[inner]] = <int> t
                own += 1
        if own < 2:
            continue
        for g in range(n):
            common[g + 1] = common[g] + (gold_kinds[g] == WORD and stamps[gold_ranks[g]] == t)
            shared = common[g + 1] - common[g + 1 - gold_sizes[g]]
            if gold_kinds[g] == CONSTITUENT and 0 < shared < own and shared < words[g + 1] - words[g + 1 - gold_sizes[g]]:
                crossed += 1
                break
    return crossed


def count_spans(const int[::1] gold_codes, const signed char[::1] gold_kinds, const int[::1] gold_sizes,
                const long long[::1] gold_offsets, const int[::1] test_codes, const signed char[::1] test_kinds,
                const int[::1] test_sizes, const long long[::1] test_offsets, const int[::1] rows,
                const unsigned char[:, ::1] table, Py_ssize_t first, Py_ssize_t last, long long[:, ::1] out,
                const int[::1] cancel, const unsigned char[::1] crossing, const int[::1] gold_ranks,
                const int[::1] test_ranks):
    """See spans.count_spans; the GIL is released throughout.

    ``crossing``: per sentence, whether branches of either side cross, or empty, as are the ranks of the words then.
    """
    cdef bint any_crossing = crossing.shape[0] > 0
    cdef unsigned long long *sums = NULL
    cdef Py_ssize_t index, most_gold = 1, most_test = 1, n, m, g0, t0, g, t
    cdef Equality eq, no_table
    cdef int *scratch
    cdef int *heads
    cdef unsigned char *used
    cdef int *gs
    cdef int *ge
    cdef int *ts
    cdef int *te
    cdef const int *gc
    cdef const int *tc
    cdef const signed char *gk
    cdef const signed char *tk
    cdef Bracket *sorted_brackets
    cdef int *limits
    cdef long long found[6]
    cdef int words, part
    cdef flag_t *flag = <flag_t *> &cancel[0]
    if first >= last or len(gold_codes) == 0 or len(test_codes) == 0:
        for index in range(first, last):
            for g in range(6):
                out[index, g] = 0
        return
    for index in range(first, last):
        most_gold = max(most_gold, gold_offsets[index + 1] - gold_offsets[index])
        most_test = max(most_test, test_offsets[index + 1] - test_offsets[index])
    eq = equality(rows, table)
    no_table.coded = no_table.width = 0
    # per side starts and ends, twice two limits per place between words, two places per code that may equal others
    scratch = <int *> malloc((2 * most_gold + 2 * most_test + 4 * (max(most_gold, most_test) + 1) + 2 * eq.width + 2) * sizeof(int))
    used = <unsigned char *> malloc(most_test)
    sorted_brackets = <Bracket *> malloc((most_gold + most_test) * sizeof(Bracket))
    if any_crossing:
        sums = <unsigned long long *> malloc((max(most_gold, most_test) + 1) * sizeof(unsigned long long))
    if scratch == NULL or used == NULL or sorted_brackets == NULL or (any_crossing and sums == NULL):
        free(scratch)
        free(used)
        free(sorted_brackets)
        free(sums)
        raise MemoryError
    gs, ge = scratch, scratch + most_gold
    ts, te = scratch + 2 * most_gold, scratch + 2 * most_gold + most_test
    limits = scratch + 2 * most_gold + 2 * most_test
    heads = limits + 4 * (max(most_gold, most_test) + 1)
    with nogil:
        for index in range(first, last):
            if flag[0] != 0:
                break
            g0, t0 = gold_offsets[index], test_offsets[index]
            n, m = gold_offsets[index + 1] - g0, test_offsets[index + 1] - t0
            if n == 0 or m == 0:
                for g in range(6):
                    out[index, g] = 0
                continue
            gc, tc = &gold_codes[g0], &test_codes[t0]
            gk, tk = &gold_kinds[g0], &test_kinds[t0]
            if any_crossing and crossing[index]:
                word_sets(gk, &gold_sizes[g0], &gold_ranks[g0], n, gs, ge, sums)
                word_sets(tk, &test_sizes[t0], &test_ranks[t0], m, ts, te, sums)
                for part in range(5):  # the last are the tags alone
                    g = brackets(gc, gk, gs, ge, n, part < 4, part & 1 or part == 4, part < 2 or part == 4, &eq, sorted_brackets)
                    t = brackets(tc, tk, ts, te, m, part < 4, part & 1 or part == 4, part < 2 or part == 4, &eq,
                                 sorted_brackets + g)
                    found[part if part < 4 else 5] = match_sorted(
                        sorted_brackets, g, sorted_brackets + g, t, &no_table if part in (2, 3) else &eq, heads,
                        heads + eq.width, flag,
                    )
                found[4] = crossing_sets(gk, &gold_sizes[g0], &gold_ranks[g0], n, tk, &test_sizes[t0], &test_ranks[t0], m,
                                         limits, flag)
                if flag[0] != 0:
                    break
                for g in range(6):
                    out[index, g] = found[g]
                continue
            words = <int> max(spans(gk, &gold_sizes[g0], n, gs, ge), spans(tk, &test_sizes[t0], m, ts, te))
            for part in range(4):
                # a few steps per node, as everywhere but in odd trees
                found[part] = match(gc, gk, gs, ge, n, tc, tk, ts, te, m, part & 1, part < 2, &eq, used, STEPS * (n + m))
                if found[part] < 0 and flag[0] == 0:
                    g = brackets(gc, gk, gs, ge, n, True, part & 1, part < 2, &eq, sorted_brackets)
                    t = brackets(tc, tk, ts, te, m, True, part & 1, part < 2, &eq, sorted_brackets + g)
                    found[part] = match_sorted(
                        sorted_brackets, g, sorted_brackets + g, t, &eq if part < 2 else &no_table, heads, heads + eq.width,
                        flag,
                    )
            found[4] = 0
            crossing_limits(gk, gs, ge, n, words, limits, limits + 2 * (words + 1))
            for t in range(m):
                if tk[t] == CONSTITUENT and te[t] - ts[t] > 1:
                    found[4] += crosses(ts[t], te[t], words, limits, limits + 2 * (words + 1))
            found[5] = 0
            t = 0
            for g in range(n):
                if gk[g] != PRETERMINAL:
                    continue
                while t < m and (tk[t] != PRETERMINAL or te[t] < ge[g]):
                    t += 1
                if t < m and te[t] == ge[g] and ts[t] == gs[g] and equal(gc[g], tc[t], &eq):
                    found[5] += 1
            if flag[0] != 0:
                break
            for g in range(6):
                out[index, g] = found[g]
    free(scratch)
    free(used)
    free(sorted_brackets)
    free(sums)


cdef bint has_wordless(const signed char *kinds, const int *sizes, Py_ssize_t n) noexcept nogil:
    """Whether some node has no words."""
    cdef Py_ssize_t node
    for node in range(n):
        if sizes[node] == 1 and kinds[node] != WORD:
            return True
    return False


cdef Py_ssize_t chain(const int *starts, const int *ends, Py_ssize_t node, Py_ssize_t n) noexcept nogil:
    """How many nodes stand over the span of a node, from this one up."""
    cdef Py_ssize_t last = node + 1
    while last < n and starts[last] == starts[node] and ends[last] == ends[node]:
        last += 1
    return last - node


def count_level(const int[::1] gold_codes, const int[::1] gold_sizes, const long long[::1] gold_offsets,
                const int[::1] test_codes, const int[::1] test_sizes, const long long[::1] test_offsets,
                const signed char[::1] gold_kinds, const signed char[::1] test_kinds, long long[:, ::1] out):
    """See spans.level_mappings; the GIL is released throughout."""
    cdef Py_ssize_t index, most = 1, g, t, n, m, both, low, high, rank
    cdef long long pairs, matches
    cdef int *scratch
    cdef int *gs
    cdef int *ge
    cdef int *ts
    cdef int *te
    cdef const int *gc
    cdef const int *tc
    for index in range(out.shape[0]):
        most = max(most, gold_offsets[index + 1] - gold_offsets[index], test_offsets[index + 1] - test_offsets[index])
    scratch = <int *> malloc(4 * most * sizeof(int))
    if scratch == NULL:
        raise MemoryError
    gs, ge, ts, te = scratch, scratch + most, scratch + 2 * most, scratch + 3 * most
    with nogil:
        for index in range(out.shape[0]):
            out[index, 0] = out[index, 1] = 0
            n, m = gold_offsets[index + 1] - gold_offsets[index], test_offsets[index + 1] - test_offsets[index]
            if n == 0 or m == 0:
                continue
            gc, tc = &gold_codes[gold_offsets[index]], &test_codes[test_offsets[index]]
            spans(&gold_kinds[gold_offsets[index]], &gold_sizes[gold_offsets[index]], n, gs, ge)
            spans(&test_kinds[test_offsets[index]], &test_sizes[test_offsets[index]], m, ts, te)
            if has_wordless(&gold_kinds[gold_offsets[index]], &gold_sizes[gold_offsets[index]], n) or has_wordless(
                    &test_kinds[test_offsets[index]], &test_sizes[test_offsets[index]], m):
                out[index, 0] = out[index, 1] = -1
                continue
            g = t = pairs = matches = 0
            while g < n and t < m:
                # ends never fall in postorder, and of equal ends starts never rise
                if ge[g] < te[t] or (ge[g] == te[t] and gs[g] > ts[t]):
                    g += 1
                elif ge[g] > te[t] or gs[g] < ts[t]:
                    t += 1
                else:
                    low, high = chain(gs, ge, g, n), chain(ts, te, t, m)
                    both = min(low, high)
                    g, t, rank = g + low, t + high, 0
                    while rank < both and gc[g - low + rank] == tc[t - high + rank]:
                        rank += 1
                    matches += rank
                    pairs += both
                    for rank in range(1, both - rank + 1):
                        matches += gc[g - rank] == tc[t - rank]
            out[index, 0], out[index, 1] = pairs, matches
    free(scratch)
