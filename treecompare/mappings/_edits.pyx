# cython: language_level=3, boundscheck=False, wraparound=False
"""Least-cost mappings (tree distance): hands typed arrays to edits.c; the readable twin is _edits_twin.py."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc


cdef extern from "edits.h" nogil:
    int EDITS_DONE, EDITS_TOO_LARGE, EDITS_CANCELLED, EDITS_NO_MEMORY
    ctypedef struct edits_forest:
        const int32_t *codes
        const int32_t *sizes
        int64_t count
    ctypedef struct edits_costs:
        const int32_t *rows
        int64_t code_count
        const int32_t *word_rows
        int64_t word_count
        const double *swap
        const uint8_t *equal
        int64_t row_count
    ctypedef struct edits_memory:
        pass
    edits_memory *edits_memory_new()
    void edits_memory_free(edits_memory *memory)
    int edits_count(edits_forest gold, edits_forest test, const edits_costs *costs, int flags, int64_t limit,
                    const int32_t *cancel, edits_memory *memory, int64_t *out, double *cost)
    int edits_pairs(edits_forest gold, edits_forest test, const edits_costs *costs, int flags, int64_t limit,
                    const int32_t *cancel, edits_memory *memory, int32_t *pairs, int64_t *found)


cdef class Costs:
    """The arrays of a LabelCosts, held while the kernel reads them."""

    cdef const int32_t[::1] rows, word_rows
    cdef const double[:, ::1] swap
    cdef const uint8_t[:, ::1] equal
    cdef edits_costs table

    def __init__(self, rows, word_rows, swap, equal):
        self.rows, self.word_rows, self.swap, self.equal = rows, word_rows, swap, equal
        self.table.code_count = self.rows.shape[0]
        self.table.word_count = self.word_rows.shape[0]
        self.table.row_count = self.swap.shape[0]
        self.table.rows = &self.rows[0] if self.table.code_count else NULL
        self.table.word_rows = &self.word_rows[0] if self.table.word_count else NULL
        self.table.swap = &self.swap[0, 0] if self.table.row_count else NULL
        self.table.equal = &self.equal[0, 0] if self.table.row_count else NULL


def count_edits(const int32_t[::1] gold_codes, const int32_t[::1] gold_sizes, const int64_t[::1] gold_offsets,
                const int32_t[::1] test_codes, const int32_t[::1] test_sizes, const int64_t[::1] test_offsets,
                int64_t first, int64_t last, int64_t[:, ::1] out, const int32_t[::1] cancel, Costs costs,
                double[::1] out_cost, int flags, int64_t limit):
    """See edits.count_edits; the GIL is released throughout."""
    cdef edits_forest gold, test
    cdef edits_costs *table = NULL if costs is None else &costs.table
    cdef double *cost = NULL
    cdef const int32_t *gold_code = NULL
    cdef const int32_t *gold_size = NULL
    cdef const int32_t *test_code = NULL
    cdef const int32_t *test_size = NULL
    cdef edits_memory *memory
    cdef int64_t pair, done = 0
    cdef int status = EDITS_DONE
    if first >= last:
        return 0
    if gold_codes.shape[0]:
        gold_code, gold_size = &gold_codes[0], &gold_sizes[0]
    if test_codes.shape[0]:
        test_code, test_size = &test_codes[0], &test_sizes[0]
    memory = edits_memory_new()
    if memory == NULL:
        raise MemoryError
    with nogil:
        for pair in range(first, last):
            if cancel[0]:
                break
            gold.codes = gold_code + gold_offsets[pair]
            gold.sizes = gold_size + gold_offsets[pair]
            gold.count = gold_offsets[pair + 1] - gold_offsets[pair]
            test.codes = test_code + test_offsets[pair]
            test.sizes = test_size + test_offsets[pair]
            test.count = test_offsets[pair + 1] - test_offsets[pair]
            if out_cost is not None:
                cost = &out_cost[pair]
            status = edits_count(gold, test, table, flags, limit, &cancel[0], memory, &out[pair, 0], cost)
            if status == EDITS_TOO_LARGE:
                out[pair, 0] = out[pair, 1] = out[pair, 2] = out[pair, 3] = -1
                if cost != NULL:
                    cost[0] = -1
            elif status != EDITS_DONE:
                break
            done += 1
        edits_memory_free(memory)
    if status == EDITS_NO_MEMORY:
        raise MemoryError("not enough memory to compare two long sentences")
    return done


def edit_pairs(const int32_t[::1] gold_codes, const int32_t[::1] gold_sizes, const int32_t[::1] test_codes,
               const int32_t[::1] test_sizes, const int32_t[::1] cancel, Costs costs, int flags, int64_t limit):
    """See edits.edit_pairs. The pairs; None where the sentences are too long."""
    cdef edits_forest gold, test
    cdef edits_costs *table = NULL if costs is None else &costs.table
    cdef edits_memory *memory
    cdef int32_t *pairs
    cdef int64_t found = 0, place
    cdef int status
    gold.count, test.count = gold_codes.shape[0], test_codes.shape[0]
    if gold.count == 0 or test.count == 0:
        return []
    gold.codes, gold.sizes = &gold_codes[0], &gold_sizes[0]
    test.codes, test.sizes = &test_codes[0], &test_sizes[0]
    memory = edits_memory_new()
    pairs = <int32_t *> malloc(2 * min(gold.count, test.count) * sizeof(int32_t))
    try:
        if memory == NULL or pairs == NULL:
            raise MemoryError
        with nogil:
            status = edits_pairs(gold, test, table, flags, limit, &cancel[0], memory, pairs, &found)
        if status == EDITS_NO_MEMORY:
            raise MemoryError("not enough memory to compare two long sentences")
        if status == EDITS_TOO_LARGE:
            return None
        return [(pairs[2 * place], pairs[2 * place + 1]) for place in range(found)]
    finally:
        edits_memory_free(memory)
        free(pairs)
