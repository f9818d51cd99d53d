# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled tokenizer of bracketed trees; its readable twin is brackets.tokenize."""

from libc.stdlib cimport free, malloc
from libc.string cimport memchr

from treecompare.readers._symbols cimport HASH_FACTOR, HASH_START, Table, table_free, table_make, table_number, table_texts

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
    cdef Py_ssize_t begin = 0, end, line = 0, size = data.shape[0]
    cdef long long blanks = 0, opens = 0, closes = 0
    cdef const unsigned char *text
    cdef const unsigned char *newline
    if size == 0:
        return 0, 1
    text = &data[0]
    with nogil:
        fill_classes(classes)
        while begin < size:
            newline = <const unsigned char *> memchr(text + begin, 10, size - begin)
            end = size if newline == NULL else newline - text
            starts[line] = begin
            ends[line] = end
            steps[line] = count_marks(text, begin, end, &blanks, &opens, &closes)
            while begin < end and classes[text[begin]] == BLANK:
                begin += 1
            first_marks[line] = begin
            line += 1
            begin = end + 1
    return line, blanks + line + opens + 3 * closes + 1


cdef long long count_marks(const unsigned char *text, Py_ssize_t begin, Py_ssize_t end, long long *blanks, long long *opens,
                           long long *closes) noexcept nogil:
    """Adds up a line's blanks (and control characters, which are rare) and brackets; returns opened less closed.

    Sums of 255 bytes at most fit into a byte, so that the C compiler adds up sixteen of them at once.
    """
    cdef long long opened = 0, closed = 0
    cdef unsigned char some_blanks, some_opens, some_closes
    cdef Py_ssize_t place, stop
    while begin < end:
        stop = begin + 240 if end - begin > 240 else end
        some_blanks = some_opens = some_closes = 0
        for place in range(begin, stop):
            some_blanks += text[place] <= 32
            some_opens += text[place] == 40
            some_closes += text[place] == 41
        blanks[0] += some_blanks
        opened += some_opens
        closed += some_closes
        begin = stop
    opens[0] += opened
    closes[0] += closed
    return opened - closed


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
                        symbol = table_number(&table, text, place, 0, HASH_START)
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
                hashed = HASH_START
                while place < end and classes[text[place]] == OTHER:
                    hashed = (hashed ^ text[place]) * HASH_FACTOR
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
    texts = table_texts(&table, text)
    table_free(&table)
    free(open_nodes)
    free(open_labels)
    if short_of_memory:
        raise MemoryError
    return texts
