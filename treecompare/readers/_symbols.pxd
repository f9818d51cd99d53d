# Interning for the tokenizers: stretches of one text get numbers, in the order in which they first occur.

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp


cdef struct Symbol:
    # a stretch of the text
    unsigned int hashed
    int length
    Py_ssize_t start


cdef struct Table:
    # open addressing: slots hold the number of a symbol + 1, 0 where free
    int *slots
    Symbol *symbols
    Py_ssize_t mask
    Py_ssize_t used
    Py_ssize_t room


cdef enum:
    HASH_START = 2166136261u
    HASH_FACTOR = 16777619u


cdef inline bint table_make(Table *table) noexcept nogil:
    table.mask = (1 << 14) - 1
    table.used = 0
    table.room = 1 << 13
    table.slots = <int *> calloc(table.mask + 1, sizeof(int))
    table.symbols = <Symbol *> malloc(table.room * sizeof(Symbol))
    return table.slots != NULL and table.symbols != NULL


cdef inline void table_free(Table *table) noexcept nogil:
    free(table.slots)
    free(table.symbols)


cdef inline bint table_grow(Table *table) noexcept nogil:
    cdef Py_ssize_t symbol, slot
    cdef void *moved
    moved = realloc(table.symbols, 2 * table.room * sizeof(Symbol))
    if moved == NULL:
        return False
    table.symbols = <Symbol *> moved
    moved = calloc(2 * (table.mask + 1), sizeof(int))
    if moved == NULL:
        return False
    free(table.slots)
    table.slots = <int *> moved
    table.mask = 2 * table.mask + 1
    table.room *= 2
    for symbol in range(table.used):
        slot = table.symbols[symbol].hashed & table.mask
        while table.slots[slot]:
            slot = (slot + 1) & table.mask
        table.slots[slot] = <int> symbol + 1
    return True


cdef inline int table_number(Table *table, const unsigned char *text, Py_ssize_t start, Py_ssize_t length,
                             unsigned int hashed) noexcept nogil:
    """The number of a stretch of text, which is added where new; -1 where memory is short."""
    cdef Py_ssize_t slot = hashed & table.mask
    cdef Symbol *symbol
    while table.slots[slot]:
        symbol = &table.symbols[table.slots[slot] - 1]
        if (symbol.hashed == hashed and symbol.length == length
                and memcmp(text + symbol.start, text + start, length) == 0):
            return table.slots[slot] - 1
        slot = (slot + 1) & table.mask
    if table.used == table.room:
        if not table_grow(table):
            return -1
        slot = hashed & table.mask
        while table.slots[slot]:
            slot = (slot + 1) & table.mask
    symbol = &table.symbols[table.used]
    symbol.hashed = hashed
    symbol.length = <int> length
    symbol.start = start
    table.used += 1
    table.slots[slot] = <int> table.used
    return <int> table.used - 1


cdef inline list table_texts(Table *table, const unsigned char *text):
    """The stretches as strings, by number."""
    cdef Py_ssize_t symbol
    return [PyUnicode_DecodeUTF8(<const char *> text + table.symbols[symbol].start, table.symbols[symbol].length, NULL)
            for symbol in range(table.used)]
