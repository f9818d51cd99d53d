# cython: infer_types=True, boundscheck=False, wraparound=False, initializedcheck=False
"""Words of both sides over the same characters, aligned; ``mappings/tokens.py`` has the rules."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cython
else:
    from treecompare import kernels as cython


def align_stretches(
    gold_starts: cython.longlong[::1], gold_ends: cython.longlong[::1], gold_multiword: cython.uchar[::1],
    gold_forms: cython.longlong[::1], gold_limits: cython.longlong[::1], test_starts: cython.longlong[::1],
    test_ends: cython.longlong[::1], test_multiword: cython.uchar[::1], test_forms: cython.longlong[::1],
    test_limits: cython.longlong[::1], found: cython.longlong[::1],
) -> None:  # fmt: skip
    """Writes into ``found`` the counterpart of each gold word that has one; the columns are those of ``tokens._Words``."""
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
