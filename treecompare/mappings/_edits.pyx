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

    ctypedef struct edits_trees:
        pass
    edits_trees *edits_trees_new(const int32_t *codes, const int32_t *sizes, const int64_t *offsets, int64_t count)
    void edits_trees_free(edits_trees *trees)
    int edits_distance(const edits_trees *trees, int64_t first, int64_t second, int64_t limit, const int32_t *cancel,
                       edits_memory *memory, int32_t *distance)


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


cdef class Trees:
    """Trees made ready for distances between any two of them."""

    cdef edits_trees *trees

    def __init__(self, const int32_t[::1] codes, const int32_t[::1] sizes, const int64_t[::1] offsets):
        self.trees = edits_trees_new(&codes[0] if codes.shape[0] else NULL, &sizes[0] if sizes.shape[0] else NULL,
                                     &offsets[0], offsets.shape[0] - 1)
        if self.trees == NULL:
            raise MemoryError("not enough memory for the distances of so many trees")

    def __dealloc__(self):
        edits_trees_free(self.trees)

    def of_pairs(self, const int32_t[::1] first, const int32_t[::1] second, int64_t begin, int64_t end, int32_t[::1] out,
                 const int32_t[::1] cancel, int64_t limit):
        """Fills the places from begin up to end; the GIL is released."""
        cdef edits_memory *memory = edits_memory_new()
        cdef int64_t place
        cdef int status = EDITS_DONE
        if memory == NULL:
            raise MemoryError
        with nogil:
            for place in range(begin, end):
                status = edits_distance(self.trees, first[place], second[place], limit, &cancel[0], memory, &out[place])
                if status != EDITS_DONE or cancel[0]:
                    break
            edits_memory_free(memory)
        if status == EDITS_NO_MEMORY:
            raise MemoryError("not enough memory to compare two long sentences")

    def of_rows(self, int64_t begin, int64_t end, int32_t[:, ::1] out, const int32_t[::1] cancel, int64_t limit):
        """Fills the rows and columns from begin up to end as far as the diagonal; the GIL is released."""
        cdef edits_memory *memory = edits_memory_new()
        cdef int64_t row, column
        cdef int status = EDITS_DONE
        if memory == NULL:
            raise MemoryError
        with nogil:
            # the few rows stay in the cache while each other tree is met by all of them
            for column in range(end):
                for row in range(max(begin, column + 1), end):
                    status = edits_distance(self.trees, row, column, limit, &cancel[0], memory, &out[row, column])
                    if status != EDITS_DONE or cancel[0]:
                        break
                    out[column, row] = out[row, column]
                if status != EDITS_DONE or cancel[0]:
                    break
            edits_memory_free(memory)
        if status == EDITS_NO_MEMORY:
            raise MemoryError("not enough memory to compare two long sentences")


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


cdef struct Room:
    double *swap
    uint8_t *equal
    int32_t *numbers
    int64_t cells
    int64_t nodes


cdef int make_room(Room *room, int64_t cells, int64_t nodes) noexcept nogil:
    """Room for the costs of so many pairs, for two numbers of each node (row and code), and for the mapped pairs."""
    if cells > room.cells:
        free(room.swap)
        free(room.equal)
        room.cells = 2 * cells
        room.swap = <double *> malloc(room.cells * sizeof(double))
        room.equal = <uint8_t *> malloc(room.cells)
        if room.swap == NULL or room.equal == NULL:
            return 0
    if nodes > room.nodes:
        free(room.numbers)
        room.nodes = 2 * nodes
        room.numbers = <int32_t *> malloc(4 * room.nodes * sizeof(int32_t))
    return room.numbers != NULL


cdef int differ(int32_t gold, int32_t test, const edits_costs *costs) noexcept nogil:
    """Whether mapping two nodes is a relabelling."""
    cdef int64_t row = -1, column = -1
    if gold == test:
        return 0
    if costs == NULL:
        return 1
    if gold >= 0:
        row = costs.rows[gold] if gold < costs.code_count else -1
    elif -1 - gold < costs.word_count:
        row = costs.word_rows[-1 - gold]
    if test >= 0:
        column = costs.rows[test] if test < costs.code_count else -1
    elif -1 - test < costs.word_count:
        column = costs.word_rows[-1 - test]
    if row < 0 or column < 0:
        return 1
    return not costs.equal[row * costs.row_count + column]


cdef edits_costs discounted(edits_forest gold, edits_forest test, const edits_costs *costs, const uint8_t *of_gold,
                            const uint8_t *of_test, const int32_t *relabelled, Room *room) noexcept nogil:
    """Costs under which every node has a row of its own, in edits_maps' order: gold first."""
    cdef int64_t g, t, most = max(gold.count, test.count), cell
    cdef double epsilon = 1.0 / (2 * (gold.count + test.count) + 2)
    cdef int differs
    cdef double saved
    cdef edits_costs found
    for cell in range(most * most):
        room.swap[cell] = 1
        room.equal[cell] = 0
    for g in range(gold.count):
        for t in range(test.count):
            differs = differ(gold.codes[g], test.codes[t], costs)
            saved = of_gold[g] + of_test[t]
            if differs and relabelled[t] == gold.codes[g]:
                saved -= 1
            room.swap[g * most + t] = differs + epsilon * saved
            room.equal[g * most + t] = room.swap[g * most + t] == 0
    for g in range(gold.count):
        room.numbers[g] = <int32_t> g
    for t in range(test.count):
        room.numbers[gold.count + t] = <int32_t> t
    found.rows, found.code_count = room.numbers, gold.count + test.count
    found.word_rows, found.word_count = room.numbers, 0
    found.swap, found.equal, found.row_count = room.swap, room.equal, most
    return found


def edit_maps(const int32_t[::1] gold_codes, const int32_t[::1] gold_sizes, const int64_t[::1] gold_offsets,
              const int32_t[::1] test_codes, const int32_t[::1] test_sizes, const int64_t[::1] test_offsets,
              const int64_t[::1] sentences, int32_t[::1] out, const int32_t[::1] cancel, Costs costs,
              const uint8_t[::1] of_gold, const uint8_t[::1] of_test, const int32_t[::1] relabelled, int flags,
              int64_t limit):
    """See edits.edit_maps; the GIL is released throughout."""
    cdef edits_forest gold, test
    cdef edits_costs *table = NULL if costs is None else &costs.table
    cdef edits_costs own
    cdef edits_memory *memory
    cdef Room room
    cdef int32_t *pairs
    cdef int32_t *codes
    cdef int64_t place, sentence, first, begin, found, node, cells, done = 0
    cdef int status = EDITS_DONE
    room.swap, room.equal, room.numbers, room.cells, room.nodes = NULL, NULL, NULL, 0, 0
    memory = edits_memory_new()
    if memory == NULL:
        raise MemoryError
    with nogil:
        for place in range(sentences.shape[0]):
            if cancel[0]:
                break
            sentence = sentences[place]
            first, begin = gold_offsets[sentence], test_offsets[sentence]
            gold.count, test.count = gold_offsets[sentence + 1] - first, test_offsets[sentence + 1] - begin
            done += 1
            if gold.count == 0 or test.count == 0:
                continue
            gold.codes, gold.sizes = &gold_codes[first], &gold_sizes[first]
            test.codes, test.sizes = &test_codes[begin], &test_sizes[begin]
            cells = 0 if of_gold is None else max(gold.count, test.count) * max(gold.count, test.count)
            if not make_room(&room, cells, gold.count + test.count):
                status = EDITS_NO_MEMORY
                done -= 1
                break
            pairs = room.numbers + 2 * room.nodes
            if of_gold is None:
                status = edits_pairs(gold, test, table, flags, limit, &cancel[0], memory, pairs, &found)
            else:
                own = discounted(gold, test, table, &of_gold[first], &of_test[begin], &relabelled[begin], &room)
                codes = room.numbers + room.nodes
                for node in range(gold.count + test.count):
                    codes[node] = <int32_t> node
                gold.codes, test.codes = codes, codes + gold.count
                status = edits_pairs(gold, test, &own, flags, limit, &cancel[0], memory, pairs, &found)
            if status != EDITS_DONE:
                done -= 1
                break
            for node in range(found):
                out[first + pairs[2 * node]] = pairs[2 * node + 1]
        edits_memory_free(memory)
        free(room.swap)
        free(room.equal)
        free(room.numbers)
    if status == EDITS_NO_MEMORY:
        raise MemoryError("not enough memory to compare two long sentences")
    return done
