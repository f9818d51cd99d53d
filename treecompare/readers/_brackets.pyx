# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled tokenizer of bracketed trees; its readable twin is brackets.tokenize."""

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp

cdef enum:
    WORD = 0
    CONSTITUENT = 1
    FINE = 0
    STRAY = 1
    OUTSIDE = 2
    UNCLOSED = 3
    TOO_DEEP = 4
    OTHER = 0
    BLANK = 1
    OPEN = 2
    CLOSE = 3


cdef struct Table:
    # open addressing: slots hold symbol + 1; symbols are stretches of the text
    int *slots
    Py_ssize_t mask
    Py_ssize_t used
    Py_ssize_t room
    Py_ssize_t *starts
    Py_ssize_t *lengths
    unsigned int *hashes


cdef bint table_make(Table *table) noexcept nogil:
    table.mask = (1 << 14) - 1
    table.used = 0
    table.room = 1 << 13
    table.slots = <int *> calloc(table.mask + 1, sizeof(int))
    table.starts = <Py_ssize_t *> malloc(table.room * sizeof(Py_ssize_t))
    table.lengths = <Py_ssize_t *> malloc(table.room * sizeof(Py_ssize_t))
    table.hashes = <unsigned int *> malloc(table.room * sizeof(unsigned int))
    return table.slots != NULL and table.starts != NULL and table.lengths != NULL and table.hashes != NULL


cdef void table_free(Table *table) noexcept nogil:
    free(table.slots)
    free(table.starts)
    free(table.lengths)
    free(table.hashes)


cdef bint table_grow(Table *table) noexcept nogil:
    cdef Py_ssize_t symbol, slot
    cdef void *moved
    moved = realloc(table.starts, 2 * table.room * sizeof(Py_ssize_t))
    if moved == NULL:
        return False
    table.starts = <Py_ssize_t *> moved
    moved = realloc(table.lengths, 2 * table.room * sizeof(Py_ssize_t))
    if moved == NULL:
        return False
    table.lengths = <Py_ssize_t *> moved
    moved = realloc(table.hashes, 2 * table.room * sizeof(unsigned int))
    if moved == NULL:
        return False
    table.hashes = <unsigned int *> moved
    moved = calloc(2 * (table.mask + 1), sizeof(int))
    if moved == NULL:
        return False
    free(table.slots)
    table.slots = <int *> moved
    table.mask = 2 * table.mask + 1
    table.room *= 2
    for symbol in range(table.used):
        slot = table.hashes[symbol] & table.mask
        while table.slots[slot]:
            slot = (slot + 1) & table.mask
        table.slots[slot] = <int> symbol + 1
    return True


cdef inline int table_number(Table *table, const unsigned char *text, Py_ssize_t start, Py_ssize_t length,
                             unsigned int hashed) noexcept nogil:
    """The number of a stretch of text, which is added where new; -1 where memory is short."""
    cdef Py_ssize_t slot = hashed & table.mask
    cdef int symbol
    while table.slots[slot]:
        symbol = table.slots[slot] - 1
        if (table.hashes[symbol] == hashed and table.lengths[symbol] == length
                and memcmp(text + table.starts[symbol], text + start, length) == 0):
            return symbol
        slot = (slot + 1) & table.mask
    if table.used == table.room:
        if not table_grow(table):
            return -1
        return table_number(table, text, start, length, hashed)
    symbol = <int> table.used
    table.slots[slot] = symbol + 1
    table.starts[symbol] = start
    table.lengths[symbol] = length
    table.hashes[symbol] = hashed
    table.used += 1
    return symbol


cdef void fill_classes(unsigned char *classes) noexcept nogil:
    cdef int byte
    for byte in range(256):
        classes[byte] = OTHER
    for byte in range(9, 14):
        classes[byte] = BLANK
    classes[32] = BLANK
    classes[40] = OPEN
    classes[41] = CLOSE


def scan_lines(const unsigned char[::1] data, long long[::1] starts, long long[::1] ends, long long[::1] steps,
               long long[::1] first_marks):
    """See brackets.scan_lines. The columns have room for all lines; returns their number and the most nodes."""
    cdef unsigned char classes[256]
    cdef Py_ssize_t place = 0, line = 0, size = data.shape[0]
    cdef long long seen[4]
    cdef long long step, mark
    cdef unsigned char kind
    seen[OTHER] = seen[BLANK] = seen[OPEN] = seen[CLOSE] = 0
    with nogil:
        fill_classes(classes)
        while place < size:
            starts[line] = place
            step = 0
            mark = -1
            while place < size and data[place] != 10:
                kind = classes[data[place]]
                seen[kind] += 1
                step += (kind == OPEN) - (kind == CLOSE)
                if mark < 0 and kind != BLANK:
                    mark = place
                place += 1
            ends[line] = place
            steps[line] = step
            first_marks[line] = place if mark < 0 else mark
            line += 1
            place += 1
            seen[BLANK] += 1
    return line, seen[BLANK] + seen[OPEN] + 3 * seen[CLOSE] + 1


def tokenize(const unsigned char[::1] data, const long long[::1] starts, const long long[::1] ends, int[::1] labels,
             signed char[::1] kinds, int[::1] sizes, long long[::1] offsets, int[::1] errors, long long[::1] details,
             Py_ssize_t deepest):
    """See brackets.tokenize. The columns have room for all nodes; returns the texts of the symbols."""
    cdef Table table
    cdef unsigned char classes[256]
    cdef Py_ssize_t stretch, place, end, begin, node = 0, depth, count = starts.shape[0]
    cdef Py_ssize_t *open_nodes
    cdef int *open_labels
    cdef int error, symbol = 0
    cdef unsigned char kind
    cdef unsigned int hashed
    cdef bint after_label, after_blank, short_of_memory = False
    cdef const unsigned char *text
    if count == 0 or data.shape[0] == 0:
        return []
    text = &data[0]
    fill_classes(classes)
    open_nodes = <Py_ssize_t *> malloc(deepest * sizeof(Py_ssize_t))
    open_labels = <int *> malloc(deepest * sizeof(int))
    if not table_make(&table) or open_nodes == NULL or open_labels == NULL:
        table_free(&table)
        free(open_nodes)
        free(open_labels)
        raise MemoryError
    with nogil:
        for stretch in range(count):
            place, end = starts[stretch], ends[stretch]
            if end - place >= 3 and text[place] == 0xEF and text[place + 1] == 0xBB and text[place + 2] == 0xBF:
                place += 3
            depth = 0
            error = FINE
            after_label = after_blank = False
            while place < end:
                kind = classes[text[place]]
                if kind == BLANK:
                    after_blank = True
                    place += 1
                    continue
                if kind == CLOSE:
                    if depth == 0:
                        error = STRAY
                        details[stretch] = place
                        break
                    if after_label and after_blank:
                        symbol = table_number(&table, text, place, 0, 2166136261u)
                        if symbol < 0:
                            break
                        labels[node] = symbol
                        kinds[node] = WORD
                        sizes[node] = 1
                        node += 1
                    depth -= 1
                    labels[node] = open_labels[depth]
                    kinds[node] = CONSTITUENT
                    sizes[node] = <int> (node - open_nodes[depth] + 1)
                    node += 1
                    after_label = False
                    place += 1
                    continue
                begin = place + 1 if kind == OPEN else place
                if kind == OPEN:
                    if depth == deepest:
                        error = TOO_DEEP
                        details[stretch] = place
                        break
                elif depth == 0:
                    error = OUTSIDE
                    details[stretch] = place
                    break
                place = begin
                hashed = 2166136261u
                while place < end and classes[text[place]] == OTHER:
                    hashed = (hashed ^ text[place]) * 16777619u
                    place += 1
                if kind == OPEN:
                    open_nodes[depth] = node
                    symbol = table_number(&table, text, begin, place - begin, hashed)
                    if symbol < 0:
                        break
                    open_labels[depth] = symbol
                    depth += 1
                    after_label, after_blank = place > begin, False
                else:
                    symbol = table_number(&table, text, begin, place - begin, hashed)
                    if symbol < 0:
                        break
                    labels[node] = symbol
                    kinds[node] = WORD
                    sizes[node] = 1
                    node += 1
                    after_label = False
            if symbol < 0:
                short_of_memory = True
                break
            if error == FINE and depth > 0:
                error = UNCLOSED
                details[stretch] = depth
            if error != FINE:
                errors[stretch] = error
                node = offsets[stretch]
            offsets[stretch + 1] = node
    texts = [(<const char *> text)[table.starts[place]:table.starts[place] + table.lengths[place]].decode("utf-8")
             for place in range(table.used)]
    table_free(&table)
    free(open_nodes)
    free(open_labels)
    if short_of_memory:
        raise MemoryError
    return texts
