# cython: infer_types=True, boundscheck=False, wraparound=False, initializedcheck=False
"""The tokenizers of bracketed trees and of tables with one word per line; ``readers/brackets.py`` and ``readers/conll.py`` have
the rules. Stretches of the content become symbols, which are numbered in the order in which they first occur."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cython
else:
    from treecompare import kernels as cython


@cython.final
@cython.cclass
class _Symbols:
    """A hash table with open addressing (FNV-1a)."""

    _data: bytes
    _content: cython.const[cython.uchar][::1]
    _slots: cython.int[::1]  # the number of a symbol + 1, 0 where free; as many as a power of two
    _known: cython.longlong[::1]  # of each symbol hash, begin and end
    _used: cython.Py_ssize_t

    def __init__(self, data: bytes) -> None:
        self._data = self._content = data
        self._known = array("q")
        self._used = 0
        self._grow(1 << 14)

    def _grow(self, slots: cython.Py_ssize_t) -> None:
        """Makes room for half as many symbols."""
        known: cython.longlong[::1] = array("q", [0]) * (3 * slots // 2)
        known[: 3 * self._used] = self._known
        self._known = known
        self._slots = array("i", [0]) * slots
        for symbol in range(self._used):
            slot = known[3 * symbol] & (slots - 1)
            while self._slots[slot]:
                slot = (slot + 1) & (slots - 1)
            self._slots[slot] = symbol + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def number(self, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t, hashed: cython.uint) -> cython.int:
        """The number of a stretch, which is added where it is new. Raises MemoryError."""
        if 2 * self._used == len(self._slots):
            with cython.gil:
                self._grow(4 * self._used)
        mask: cython.Py_ssize_t = len(self._slots) - 1
        slot = hashed & mask
        while self._slots[slot]:
            at = 3 * (self._slots[slot] - 1)
            if self._known[at] == hashed and self._known[at + 2] - self._known[at + 1] == stop - begin:
                ahead = self._known[at + 1] - begin
                for place in range(begin, stop):
                    if self._content[place] != self._content[place + ahead]:
                        break
                else:
                    return self._slots[slot] - 1
            slot = (slot + 1) & mask
        at = 3 * self._used
        self._known[at], self._known[at + 1], self._known[at + 2] = hashed, begin, stop
        self._used += 1
        self._slots[slot] = self._used
        return self._used - 1

    def texts(self) -> list[str]:
        """The symbols by number."""
        found = []
        for symbol in range(self._used):
            begin, stop = self._known[3 * symbol + 1], self._known[3 * symbol + 2]
            found.append(self._data[begin:stop].decode("utf-8"))
        return found


def scan_lines(
    data: cython.const[cython.uchar][::1], starts: cython.longlong[::1], ends: cython.longlong[::1],
    steps: cython.longlong[::1], first_marks: cython.longlong[::1],
) -> int:  # fmt: skip
    """Per line from start to end: the brackets opened less those closed, and the place of the first byte that is not a blank (or
    the end). Returns how many nodes there can be at most, for a word ends at a blank, a bracket or a line."""
    most = 1 + len(starts)
    # sums that fit into a byte, of which the C compiler makes sixteen at once
    blanks: cython.uchar
    opens: cython.uchar
    closes: cython.uchar
    with cython.nogil:
        for line in range(len(starts)):
            begin, end, opened = starts[line], ends[line], 0
            while begin < end:
                stop = min(begin + 240, end)
                blanks = opens = closes = 0
                for place in range(begin, stop):
                    blanks += data[place] <= 32
                    opens += data[place] == 40
                    closes += data[place] == 41
                most += blanks + opens + 3 * closes
                opened += opens - closes
                begin = stop
            steps[line] = opened
            begin = starts[line]
            while begin < end and (data[begin] == 32 or 9 <= data[begin] <= 13):
                begin += 1
            first_marks[line] = begin
    return most


def tokenize_trees(
    data: bytes, starts: cython.longlong[::1], ends: cython.longlong[::1], labels: cython.int[::1],
    kinds: cython.schar[::1], sizes: cython.int[::1], offsets: cython.longlong[::1], errors: cython.int[::1],
    details: cython.longlong[::1], deepest: cython.Py_ssize_t,
) -> list[str]:  # fmt: skip
    """Fills the columns of the trees in some stretches of the content (:class:`treecompare.readers.brackets.Tokens`), which have
    room for all nodes; returns the texts of the symbols. Raises MemoryError."""
    other, blank, opens, closes = 0, 1, 2, 3
    stray, outside, unclosed, too_deep = 1, 2, 3, 4
    content: cython.const[cython.uchar][::1] = data
    classes: cython.uchar[::1] = array("B", bytes(256))
    for byte in b" \t\n\r\v\f":
        classes[byte] = blank
    classes[40], classes[41] = opens, closes
    open_nodes: cython.longlong[::1] = array("q", [0]) * deepest
    open_labels: cython.int[::1] = array("i", [0]) * deepest
    symbols = _Symbols(data)
    all_bits: cython.uint = 0xFFFFFFFF
    hashed: cython.uint
    after_label: cython.bint
    after_blank: cython.bint
    node = 0
    with cython.nogil:
        for stretch in range(len(starts)):
            place, end, depth, error = starts[stretch], ends[stretch], 0, 0
            if end - place >= 3 and content[place] == 239 and content[place + 1] == 187 and content[place + 2] == 191:
                place += 3  # a byte order mark
            after_label = after_blank = False
            while place < end:
                kind = classes[content[place]]
                if kind == blank:
                    after_blank = True
                    place += 1
                    continue
                if kind == closes:
                    if depth == 0:
                        error = stray
                        break
                    if after_label and after_blank:
                        labels[node], kinds[node], sizes[node] = symbols.number(place, place, 2166136261), 0, 1
                        node += 1
                    depth -= 1
                    labels[node], kinds[node], sizes[node] = open_labels[depth], 1, node - open_nodes[depth] + 1
                    node += 1
                    after_label = False
                    place += 1
                    continue
                if depth == (deepest if kind == opens else 0):
                    error = too_deep if kind == opens else outside
                    break
                begin, hashed = place + 1 if kind == opens else place, 2166136261
                place = begin
                while place < end and classes[content[place]] == other:
                    hashed = (hashed ^ content[place]) * 16777619 & all_bits
                    place += 1
                symbol = symbols.number(begin, place, hashed)
                if kind == opens:
                    open_nodes[depth], open_labels[depth] = node, symbol
                    depth += 1
                    after_label, after_blank = place > begin, False
                else:
                    labels[node], kinds[node], sizes[node] = symbol, 0, 1
                    node += 1
                    after_label = False
            if error == 0 and depth > 0:
                error, place = unclosed, depth
            if error:
                errors[stretch], details[stretch] = error, place
                node = offsets[stretch]
            offsets[stretch + 1] = node
    return symbols.texts()


def tokenize_rows(
    data: bytes, layout: cython.int[::1], least: cython.int, most: cython.int, words: cython.int[:, ::1],
    heads: cython.int[::1], offsets: cython.longlong[::1], lines: cython.longlong[::1], several: cython.int[:, ::1],
    several_offsets: cython.longlong[::1], nodes: cython.int[:, ::1], node_offsets: cython.longlong[::1],
    comments: cython.longlong[:, ::1], comment_offsets: cython.longlong[::1], errors: cython.int[::1],
    details: cython.longlong[:, ::1], notes: cython.longlong[::1],
) -> tuple[int, list[str]]:  # fmt: skip
    """Fills the rows (the fields of :class:`treecompare.readers.conll.Rows`); returns the number of sentences and the texts of the
    symbols.

    ``layout``: the columns of the roles, of the head, of the number. A line that is wrong ends the reading of its sentence.
    Raises MemoryError.
    """
    wrong_width, wrong_id, wrong_order, wrong_head, no_form, wrong_range, no_words = 1, 2, 3, 4, 5, 6, 7
    bad, is_word, is_token, is_node = 0, 1, 2, 3
    head_column, id_column = layout[8], layout[9]
    content: cython.const[cython.uchar][::1] = data
    limits: cython.longlong[::1] = array("q", [0]) * 66
    hashes: cython.uint[::1] = array("I", [0]) * 64
    numbers: cython.int[::1] = array("i", [0]) * 3  # the two of an id, and a head
    symbols = _Symbols(data)
    behind = line = block_line = block_comment = waiting = waiting_line = covered = covered_line = covered_begin = (
        covered_stop
    ) = 0
    sentence = word = token = node = comment = first_word = first_token = first_node = error = 0
    has_rows: cython.bint = False
    has_id: cython.bint = False
    in_block: cython.bint = False
    at_end: cython.bint = False
    with cython.nogil:
        while not at_end:
            begin = behind
            at_end = begin >= len(content)  # an empty line behind the last
            line = line if at_end else line + 1
            fields = _cut(content, begin, limits, hashes)
            stop = limits[65]
            behind = stop + 1
            if fields == 1 and _is_blank(content, begin, stop):
                if not has_rows and in_block:
                    with cython.gil:
                        for place in range(block_comment, comment):
                            text = data[comments[place, 0] + 1 : comments[place, 1]]
                            has_id = has_id or text.lstrip(b" ").startswith(b"sent_id")
                if has_rows or has_id:
                    if not has_rows:
                        error = no_words
                        _enter(details, sentence, block_line, 0, 0, 0)
                    elif error == 0 and covered > word - first_word:
                        error = wrong_range
                        _enter(details, sentence, covered_line, covered_begin, covered_stop, word - first_word)
                    if error:
                        errors[sentence] = error
                        word, token, node = first_word, first_token, first_node
                    lines[sentence] = block_line
                    sentence += 1
                    offsets[sentence] = first_word = word
                    several_offsets[sentence] = first_token = token
                    node_offsets[sentence] = first_node = node
                    comment_offsets[sentence] = comment
                    has_rows = has_id = in_block = False
                    error = covered = 0
                else:
                    if waiting == 0:
                        waiting_line = line
                    waiting += 1
                continue
            if not in_block:
                in_block = True
                block_line, block_comment = line, comment
                if waiting:
                    if notes[2] == 0:
                        notes[3] = waiting_line
                    notes[2] += waiting
            waiting = 0
            if content[begin] == 35 and (id_column >= 0 or fields == 1):
                comments[comment, 0], comments[comment, 1] = begin, stop
                comment += 1
                if has_rows:
                    if notes[0] == 0:
                        notes[1] = line
                    notes[0] += 1
                continue
            has_rows = True
            if error:
                continue
            if fields < least or fields > most:
                error = wrong_width
                _enter(details, sentence, line, begin, stop, fields)
                continue
            notes[4] += 1
            position = word - first_word
            expected = position + 1
            kind, column = is_word, id_column
            if id_column >= 0:
                kind = _kind(content, limits[column], limits[column + 1] - 1, numbers)
                first, second = numbers[0], numbers[1]
                if kind == is_node:
                    expected = position
                if kind == bad:
                    error = wrong_id
                elif first != expected or (kind == is_token and (second < first or covered > position)):
                    error = wrong_order
            if error == 0 and kind != is_node:
                column = layout[0]
                if _is_blank(content, limits[column], limits[column + 1] - 1):
                    error = no_form
            if error == 0 and kind == is_word:
                column = head_column
                if not _is_head(content, limits[column], limits[column + 1] - 1, numbers):
                    error = wrong_head
            if error:
                _enter(details, sentence, line, limits[column], limits[column + 1] - 1, expected)
                continue
            for role in range(8 if kind == is_word else 9):  # behind the eight is the head, a symbol there
                column, symbol = layout[role], -1
                if column >= 0:
                    symbol = symbols.number(limits[column], limits[column + 1] - 1, hashes[column])
                if kind == is_word:
                    words[role, word] = symbol
                elif kind == is_node:
                    nodes[role + 2, node] = symbol
                else:
                    several[role + 2, token] = symbol
            if kind == is_word:
                heads[word] = numbers[2]
                word += 1
            elif kind == is_node:
                nodes[0, node], nodes[1, node] = first, second
                node += 1
            else:
                several[0, token], several[1, token] = first, second
                token += 1
                covered, covered_line = second, line
                covered_begin, covered_stop = limits[id_column], limits[id_column + 1] - 1
    return sentence, symbols.texts()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _cut(
    content: cython.const[cython.uchar][::1],
    begin: cython.Py_ssize_t,
    limits: cython.longlong[::1],
    hashes: cython.uint[::1],
) -> cython.int:
    """Cuts a line at its tabs; returns how many fields it has. The first 64 begin at ``limits``, each behind the tab that ends the
    one before; where the line ends is the last of them."""
    place, fields = begin, 0
    all_bits: cython.uint = 0xFFFFFFFF
    hashed: cython.uint = 2166136261
    limits[0] = begin
    while True:
        byte = content[place] if place < len(content) else 10
        if byte == 9 or byte == 10:
            if fields < 64:
                hashes[fields], limits[fields + 1] = hashed, place + 1
                hashed = 2166136261
            fields += 1
            if byte == 10:
                limits[65] = place
                return fields
        else:
            hashed = (hashed ^ byte) * 16777619 & all_bits
        place += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _enter(
    details: cython.longlong[:, ::1],
    sentence: cython.Py_ssize_t,
    line: cython.longlong,
    begin: cython.longlong,
    stop: cython.longlong,
    number: cython.longlong,
) -> cython.void:
    details[sentence, 0], details[sentence, 1] = line, begin
    details[sentence, 2], details[sentence, 3] = stop, number


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_blank(
    content: cython.const[cython.uchar][::1], place: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.bint:
    while place < stop and content[place] == 32:
        place += 1
    return place == stop


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _digits(
    content: cython.const[cython.uchar][::1],
    place: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    numbers: cython.int[::1],
    which: cython.int,
) -> cython.Py_ssize_t:
    """Reads digits; returns the place behind them. Numbers that are too large stay at the largest."""
    value: cython.longlong = 0
    while place < stop and 48 <= content[place] <= 57:
        value = min(10 * value + content[place] - 48, 2147483646)
        place += 1
    numbers[which] = value
    return place


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _kind(
    content: cython.const[cython.uchar][::1],
    begin: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    numbers: cython.int[::1],
) -> cython.int:
    """What a number stands for: ``3`` for a word (1), ``3-4`` for a token of several words (2), ``3.1`` for an empty node (3);
    anything else is none (0)."""
    place = _digits(content, begin, stop, numbers, 0)
    if place == stop and place > begin:
        return 1
    if place == begin or not 45 <= content[place] <= 46:
        return 0
    end = _digits(content, place + 1, stop, numbers, 1)
    return content[place] - 43 if end == stop and end > place + 1 else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_head(
    content: cython.const[cython.uchar][::1],
    begin: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    numbers: cython.int[::1],
) -> cython.bint:
    """A number, or ``_`` for a word without a head."""
    if stop - begin == 1 and content[begin] == 95:
        numbers[2] = -2147483648
        return True
    first = begin + 1 if begin < stop and content[begin] == 45 else begin
    if first == stop or _digits(content, first, stop, numbers, 2) != stop:
        return False
    if first > begin:
        numbers[2] = -numbers[2]
    return True


def tokenize_fields(
    data: bytes, separator: cython.int, fields: cython.int[::1], offsets: cython.longlong[::1],
    lines: cython.longlong[::1], starts: cython.longlong[::1],
) -> tuple[int, list[str]]:  # fmt: skip
    """Fills the fields of the lines that are not blank (:class:`treecompare.readers.conll.Fields`): between tabs, or, if the
    separator is none, between blanks of any kind and number; returns how many lines these are, and the texts of the symbols. Raises
    MemoryError."""
    other, ends_field = 0, 1
    content: cython.const[cython.uchar][::1] = data
    classes: cython.uchar[::1] = array("B", bytes(256))
    for byte in b"\t\n" if separator == 9 else b" \t\n\r\v\f":
        classes[byte] = ends_field
    symbols = _Symbols(data)
    all_bits: cython.uint = 0xFFFFFFFF
    hashed: cython.uint
    place = field = line = count = 0
    with cython.nogil:
        while place < len(content):
            start, first = place, field
            while True:
                begin, hashed = place, 2166136261
                while place < len(content) and classes[content[place]] == other:
                    hashed = (hashed ^ content[place]) * 16777619 & all_bits
                    place += 1
                if place > begin or separator == 9:
                    fields[field] = symbols.number(begin, place, hashed)
                    field += 1
                if place == len(content) or content[place] == 10:
                    break
                place += 1
            line += 1
            if _is_blank(content, start, place):
                field = first
            if field > first:
                lines[count], starts[count] = line, start
                count += 1
                offsets[count] = field
            place += 1
    return count, symbols.texts()


def link(
    keys: cython.int[::1], offsets: cython.longlong[::1], asked: cython.int[::1], asked_offsets: cython.longlong[::1],
    places: cython.int[::1], found: cython.int[::1], again: cython.schar[::1],
) -> None:  # fmt: skip
    """Finds nodes by their names, which are symbols, sentence by sentence: the place of each that is ``asked`` for, a negative
    number as it is, -2 where there is no such node. ``again``: nodes with the name of another before them. ``places``: -2 for each
    symbol, before and after."""
    with cython.nogil:
        for sentence in range(len(offsets) - 1):
            for node in range(offsets[sentence], offsets[sentence + 1]):
                if keys[node] >= 0:
                    again[node] = places[keys[node]] >= 0
                    places[keys[node]] = node
            for one in range(asked_offsets[sentence], asked_offsets[sentence + 1]):
                found[one] = places[asked[one]] if asked[one] >= 0 else asked[one]
            for node in range(offsets[sentence], offsets[sentence + 1]):
                if keys[node] >= 0:
                    places[keys[node]] = -2


def plant(
    mothers: cython.int[::1], words: cython.int[::1], entries: cython.schar[::1], offsets: cython.longlong[::1],
    word_offsets: cython.longlong[::1], wrong: cython.schar[::1], nodes: cython.int[::1], kinds: cython.schar[::1],
    sizes: cython.int[::1], tree_offsets: cython.longlong[::1], deepest: cython.int, climbs: cython.bint,
) -> None:  # fmt: skip
    """Fills trees in postorder, each entry with its node; sisters stand in the order of their first words, those without words
    last, as their first nodes stand.

    ``mothers``: places of nodes, or negative numbers; -2 is one that is not there. ``words``: their places in the order of the
    sentence; or, unless it ``climbs``, those of all nodes, in which order sisters are to stand. ``entries``: of each node 1 if it
    has a label, 2 if it is a word (that one stands below the label), 4 if it is none at all as the only root: then it becomes 0.
    ``wrong``: a sentence that is none gets no entries; 1 where nodes are below words, form a cycle, or are nested too deep.
    """
    count: cython.int = len(mothers)
    node: cython.int
    mother: cython.int
    # daughters of each node and of none: the first one, the last one, the next sister
    below: cython.int[::1] = array("i", [-1]) * (count + 1)
    last: cython.int[::1] = array("i", [-1]) * (count + 1)
    sister: cython.int[::1] = array("i", [-1]) * (count + 1)
    begins: cython.int[::1] = array("i", [-1]) * (count + 1)
    entry = 0
    with cython.nogil:
        for sentence in range(len(wrong)):
            begin, end, tree = offsets[sentence], offsets[sentence + 1], entry
            word, past = word_offsets[sentence], word_offsets[sentence + 1]
            below[count], begins[count] = -1, 0
            for turn in range(0 if wrong[sentence] else past - word + end - begin):
                node = words[word + turn] if turn < past - word else begin + turn - (past - word)
                while begins[node] < 0:
                    begins[node], mother = 0, mothers[node]
                    if mother == -2 or (mother >= 0 and entries[mother] & 2):
                        wrong[sentence] = 1
                    mother = mother if mother >= 0 else count
                    if below[mother] < 0:
                        below[mother] = node
                    else:
                        sister[last[mother]] = node
                    last[mother] = node
                    node = mother if climbs else count
            node, depth, met = below[count], 1, 0
            while node >= 0 and sister[node] < 0 and entries[node] & 4:
                entries[node] = 0
                node, depth = below[node], depth - 1
            node = below[count]
            while node >= 0 and not wrong[sentence]:
                begins[node] = entry
                while below[node] >= 0:
                    node = below[node]
                    begins[node] = entry
                    depth += 1
                if depth >= deepest:
                    wrong[sentence] = 1
                while node >= 0:
                    met += 1
                    if entries[node] & 2:
                        nodes[entry], kinds[entry], sizes[entry] = node, 0, 1
                        entry += 1
                    if entries[node] & 1:
                        nodes[entry], kinds[entry], sizes[entry] = node, 1, entry - begins[node] + 1
                        entry += 1
                    if sister[node] >= 0:
                        node = sister[node]
                        break
                    node = mothers[node]
                    depth -= 1
            if wrong[sentence] or met < end - begin:
                wrong[sentence] = max(wrong[sentence], 1)
                entry = tree
            tree_offsets[sentence + 1] = entry


def number_anew(column: cython.int[::1], numbers: cython.int[::1], first: cython.int, order: cython.int[::1]) -> int:
    """Gives the numbers in a column new ones, as they occur: those that have none yet (-1 in ``numbers``) the next, from ``first``
    on. Fills in ``order`` with them, and returns how many these are. Negative numbers stay."""
    new = 0
    with cython.nogil:
        for place in range(len(column)):
            old = column[place]
            if old >= 0:
                if numbers[old] < 0:
                    numbers[old], order[new] = first + new, old
                    new += 1
                column[place] = numbers[old]
    return new
