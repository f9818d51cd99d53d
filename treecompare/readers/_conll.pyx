# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled tokenizer of tables with one word per line; its readable twin is _conll_twin.tokenize."""

from libc.string cimport memchr, memcmp

from treecompare.readers._symbols cimport HASH_FACTOR, HASH_START, Table, table_free, table_make, table_number, table_texts

cdef enum:
    ROLES = 8
    FIELDS = 64
    LARGEST = 2147483646
    NO_HEAD = -2147483648
    FINE = 0
    COLUMNS = 1
    ID = 2
    ORDER = 3
    HEAD = 4
    FORM = 5
    RANGE = 6
    EMPTY = 7
    BAD = 0
    WORD = 1
    SEVERAL = 2
    NODE = 3


cdef inline Py_ssize_t digits(const unsigned char *text, Py_ssize_t place, Py_ssize_t stop, int *number) noexcept nogil:
    """Reads digits; returns the place behind them. Numbers that are too large stay at the largest."""
    cdef long long value = 0
    while place < stop and 48 <= text[place] <= 57:
        value = value * 10 + (text[place] - 48)
        if value > LARGEST:
            value = LARGEST
        place += 1
    number[0] = <int> value
    return place


cdef inline int parse_id(const unsigned char *text, Py_ssize_t begin, Py_ssize_t stop, int *first, int *second) noexcept nogil:
    """``3`` is a word, ``3-4`` a token of several words, ``3.1`` an empty node."""
    cdef Py_ssize_t place = digits(text, begin, stop, first)
    cdef int kind
    if place == begin:
        return BAD
    if place == stop:
        return WORD
    if text[place] == 45:
        kind = SEVERAL
    elif text[place] == 46:
        kind = NODE
    else:
        return BAD
    begin = place + 1
    place = digits(text, begin, stop, second)
    return kind if place == stop and place > begin else BAD


cdef inline bint parse_head(const unsigned char *text, Py_ssize_t begin, Py_ssize_t stop, int *head) noexcept nogil:
    """A number, or ``_`` for a word without a head."""
    cdef bint negative = begin < stop and text[begin] == 45
    if stop - begin == 1 and text[begin] == 95:
        head[0] = NO_HEAD
        return True
    if negative:
        begin += 1
    if begin == stop or digits(text, begin, stop, head) != stop:
        return False
    if negative:
        head[0] = -head[0]
    return True


cdef inline int intern(Table *table, const unsigned char *text, Py_ssize_t begin, Py_ssize_t stop) noexcept nogil:
    cdef unsigned int hashed = HASH_START
    cdef Py_ssize_t place
    for place in range(begin, stop):
        hashed = (hashed ^ text[place]) * HASH_FACTOR
    return table_number(table, text, begin, stop - begin, hashed)


cdef inline bint all_blank(const unsigned char *text, Py_ssize_t place, Py_ssize_t stop) noexcept nogil:
    while place < stop and text[place] == 32:
        place += 1
    return place == stop


cdef inline bint names_sentence(const unsigned char *text, Py_ssize_t place, Py_ssize_t stop) noexcept nogil:
    """Whether a comment says ``# sent_id``."""
    place += 1
    while place < stop and text[place] == 32:
        place += 1
    return stop - place >= 7 and memcmp(text + place, b"sent_id", 7) == 0


def tokenize(const unsigned char[::1] data, const int[::1] layout, int least, int most, int[:, ::1] words, int[::1] heads,
             long long[::1] offsets, long long[::1] lines, int[:, ::1] several, long long[::1] several_offsets,
             int[:, ::1] nodes, long long[::1] node_offsets, long long[:, ::1] comments, long long[::1] comment_offsets,
             int[::1] errors, long long[:, ::1] details, long long[::1] notes):
    """See _conll_twin.tokenize. The columns have room for all lines; returns the number of sentences and the texts of the symbols."""
    cdef Table table
    cdef Py_ssize_t begins[FIELDS]
    cdef Py_ssize_t stops[FIELDS]
    cdef Py_ssize_t begin = 0, stop, place, field, role, tab, size = data.shape[0], form
    cdef Py_ssize_t sentence = 0, word = 0, token = 0, node = 0, comment = 0, first_word = 0, first_token = 0, first_node = 0
    cdef long long line = 0, block_line = 0, waiting = 0, waiting_line = 0
    cdef long long error_line = 0, error_begin = 0, error_stop = 0, error_number = 0
    cdef int id_column = layout[9], head_column = layout[8], form_column = layout[0]
    cdef int error = FINE, kind, first = 0, second = 0, head = 0, number, covered = 0, position
    cdef Py_ssize_t covered_begin = 0, covered_stop = 0, count
    cdef long long covered_line = 0
    cdef bint has_rows = False, has_id = False, in_block = False, at_end = False, short_of_memory = False
    cdef const unsigned char *text
    cdef const unsigned char *found
    if size == 0:
        return 0, []
    text = &data[0]
    if not table_make(&table):
        table_free(&table)
        raise MemoryError
    with nogil:
        while not at_end:
            if begin >= size:
                at_end = True
                stop = begin
            else:
                found = <const unsigned char *> memchr(text + begin, 10, size - begin)
                stop = size if found == NULL else found - text
                line += 1
            if at_end or all_blank(text, begin, stop):
                if has_rows or has_id:
                    if error == FINE and not has_rows:
                        error, error_line, error_begin, error_stop, error_number = EMPTY, block_line, 0, 0, 0
                    if error == FINE and covered > word - first_word:
                        error, error_line, error_begin, error_stop = RANGE, covered_line, covered_begin, covered_stop
                        error_number = word - first_word
                    if error != FINE:
                        word, token, node = first_word, first_token, first_node
                        errors[sentence] = error
                        details[sentence, 0] = error_line
                        details[sentence, 1] = error_begin
                        details[sentence, 2] = error_stop
                        details[sentence, 3] = error_number
                    lines[sentence] = block_line
                    sentence += 1
                    offsets[sentence] = first_word = word
                    several_offsets[sentence] = first_token = token
                    node_offsets[sentence] = first_node = node
                    comment_offsets[sentence] = comment
                    has_rows = has_id = in_block = False
                    error = FINE
                    covered = 0
                else:
                    if waiting == 0:
                        waiting_line = line
                    waiting += 1
                begin = stop + 1
                continue
            if not in_block:
                in_block = True
                block_line = line
                if waiting:
                    if notes[2] == 0:
                        notes[3] = waiting_line
                    notes[2] += waiting
            waiting = 0
            # the fields
            field = 0
            place = begin
            while True:
                found = <const unsigned char *> memchr(text + place, 9, stop - place)
                tab = stop if found == NULL else found - text
                if field < FIELDS:
                    begins[field] = place
                    stops[field] = tab
                field += 1
                if found == NULL:
                    break
                place = tab + 1
            if text[begin] == 35 and (id_column >= 0 or field == 1):
                comments[comment, 0] = begin
                comments[comment, 1] = stop
                comment += 1
                if has_rows:
                    if notes[0] == 0:
                        notes[1] = line
                    notes[0] += 1
                elif names_sentence(text, begin, stop):
                    has_id = True
                begin = stop + 1
                continue
            has_rows = True
            if error != FINE:
                begin = stop + 1
                continue
            error_line = line
            if field < least or field > most:
                error, error_number = COLUMNS, field
                error_begin, error_stop = begin, stop
                begin = stop + 1
                continue
            notes[4] += 1
            position = <int> (word - first_word)
            kind = WORD
            error_number = position + 1
            if id_column >= 0:
                kind = parse_id(text, begins[id_column], stops[id_column], &first, &second)
                error_begin, error_stop = begins[id_column], stops[id_column]
                error_number = position if kind == NODE else position + 1
                if kind == BAD:
                    error = ID
                elif kind == NODE:
                    if first != position:
                        error = ORDER
                elif first != position + 1 or (kind == SEVERAL and (second < first or covered > position)):
                    error = ORDER
            if error == FINE and kind != NODE and all_blank(text, begins[form_column], stops[form_column]):
                error = FORM
                error_begin, error_stop = begins[form_column], stops[form_column]
            if error == FINE and kind == WORD and not parse_head(text, begins[head_column], stops[head_column], &head):
                error = HEAD
                error_begin, error_stop = begins[head_column], stops[head_column]
            if error != FINE:
                begin = stop + 1
                continue
            for role in range(ROLES):
                if layout[role] < 0:
                    number = -1
                else:
                    number = intern(&table, text, begins[layout[role]], stops[layout[role]])
                    if number < 0:
                        short_of_memory = True
                        break
                if kind == WORD:
                    words[role, word] = number
                elif kind == NODE:
                    nodes[role + 2, node] = number
                else:
                    several[role + 2, token] = number
            if kind != WORD and not short_of_memory:
                number = intern(&table, text, begins[head_column], stops[head_column])
                short_of_memory = number < 0
                if kind == NODE:
                    nodes[10, node] = number
                else:
                    several[10, token] = number
            if short_of_memory:
                break
            if kind == WORD:
                heads[word] = head
                word += 1
            elif kind == NODE:
                nodes[0, node] = first
                nodes[1, node] = second
                node += 1
            else:
                several[0, token] = first
                several[1, token] = second
                token += 1
                covered, covered_line = second, line
                covered_begin, covered_stop = begins[id_column], stops[id_column]
            begin = stop + 1
    texts = table_texts(&table, text)
    table_free(&table)
    if short_of_memory:
        raise MemoryError
    return sentence, texts
