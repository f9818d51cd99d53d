# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled alignment of words over the same characters; its readable twin is _tokens_twin.align_stretches."""

from libc.stdlib cimport free, realloc

cdef struct Side:
    const long long *starts
    const long long *ends
    const unsigned char *multiword
    const long long *forms
    Py_ssize_t stop  # where the words of the stretch end


cdef inline bint beyond(const Side *side, Py_ssize_t word, long long end) noexcept nogil:
    if word >= side.stop:
        return True
    if side.multiword[word]:
        return side.starts[word] >= end
    return side.ends[word] > end


cdef void common_subsequence(const long long *gold, Py_ssize_t golds, const long long *test, Py_ssize_t tests, int *lengths,
                             Py_ssize_t gold_first, Py_ssize_t test_first, long long *found) noexcept nogil:
    cdef Py_ssize_t g, t, width = tests + 1
    cdef int longest
    for t in range(width):
        lengths[golds * width + t] = 0
    for g in range(golds - 1, -1, -1):
        lengths[g * width + tests] = 0
        for t in range(tests - 1, -1, -1):
            longest = lengths[(g + 1) * width + t]
            if lengths[g * width + t + 1] > longest:
                longest = lengths[g * width + t + 1]
            if gold[g] == test[t] and lengths[(g + 1) * width + t + 1] + 1 > longest:
                longest = lengths[(g + 1) * width + t + 1] + 1
            lengths[g * width + t] = longest
    g = t = 0
    while g < golds and t < tests:
        if gold[g] == test[t]:
            found[gold_first + g] = test_first + t
            g += 1
            t += 1
        elif lengths[g * width + t] == lengths[(g + 1) * width + t]:
            g += 1
        else:
            t += 1


cdef inline Side side_of(const long long[::1] starts, const long long[::1] ends, const unsigned char[::1] multiword,
                         const long long[::1] forms) noexcept:
    cdef Side side
    side.starts, side.ends, side.multiword, side.forms, side.stop = &starts[0], &ends[0], &multiword[0], &forms[0], 0
    return side


def align_stretches(const long long[::1] gold_starts, const long long[::1] gold_ends, const unsigned char[::1] gold_multiword,
                    const long long[::1] gold_forms, const long long[::1] gold_limits, const long long[::1] test_starts,
                    const long long[::1] test_ends, const unsigned char[::1] test_multiword, const long long[::1] test_forms,
                    const long long[::1] test_limits, long long[::1] found):
    """See _tokens_twin.align_stretches."""
    cdef Py_ssize_t stretch, g, t, g_first, t_first, room = 0, needed, count = gold_limits.shape[0] - 1
    cdef long long end
    cdef Side gold, test
    cdef int *lengths = NULL
    cdef int *moved
    cdef bint short_of_memory = False
    if gold_starts.shape[0] == 0 or test_starts.shape[0] == 0:
        return
    gold = side_of(gold_starts, gold_ends, gold_multiword, gold_forms)
    test = side_of(test_starts, test_ends, test_multiword, test_forms)
    with nogil:
        for stretch in range(count):
            g, t = gold_limits[stretch], test_limits[stretch]
            gold.stop, test.stop = gold_limits[stretch + 1], test_limits[stretch + 1]
            while g < gold.stop and t < test.stop:
                if not (gold.multiword[g] or test.multiword[t]):
                    if gold.starts[g] == test.starts[t] and gold.ends[g] == test.ends[t]:
                        found[g] = t
                        g += 1
                        t += 1
                    elif gold.starts[g] <= test.starts[t]:
                        g += 1
                    else:
                        t += 1
                    continue
                if gold.multiword[g]:
                    end = gold.ends[g]
                    if not test.multiword[t] and test.starts[t] < gold.starts[g]:
                        t += 1
                else:
                    end = test.ends[t]
                    if not gold.multiword[g] and gold.starts[g] < test.starts[t]:
                        g += 1
                g_first, t_first = g, t
                while not (beyond(&gold, g, end) and beyond(&test, t, end)):
                    if g < gold.stop and (t >= test.stop or gold.starts[g] <= test.starts[t]):
                        if gold.multiword[g] and gold.ends[g] > end:
                            end = gold.ends[g]
                        g += 1
                    else:
                        if test.multiword[t] and test.ends[t] > end:
                            end = test.ends[t]
                        t += 1
                needed = (g - g_first + 1) * (t - t_first + 1)
                if needed > room:
                    moved = <int *> realloc(lengths, 2 * needed * sizeof(int))
                    if moved == NULL:
                        short_of_memory = True
                        break
                    lengths = moved
                    room = 2 * needed
                common_subsequence(gold.forms + g_first, g - g_first, test.forms + t_first, t - t_first, lengths, g_first, t_first,
                                   &found[0])
            if short_of_memory:
                break
    free(lengths)
    if short_of_memory:
        raise MemoryError
