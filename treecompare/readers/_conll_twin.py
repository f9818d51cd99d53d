"""The readable twin of the compiled tokenizer ``_conll``: one word per line, columns between tabs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.trees import arcs

FINE, COLUMNS, ID, ORDER, HEAD, FORM, RANGE, EMPTY = range(8)
LARGEST = 2147483646

WORD_NUMBER = re.compile(rb"([0-9]+)(?:([-.])([0-9]+))?\Z")
NUMBER = re.compile(rb"-?[0-9]+\Z")
NO_HEAD = b"_"


def tokenize(
    data: bytes, layout: NDArray[np.int32], least: int, most: int, *room: NDArray[Any]
) -> tuple[int, list[str]]:
    """Fills the rows (the fields of ``conll.Rows``); returns the number of sentences and the texts of the symbols.

    ``layout``: the columns of the roles, of the head, of the number. A line that is wrong ends the reading of its sentence.
    """
    (words, heads, offsets, lines, several, several_offsets, nodes, node_offsets, comments, comment_offsets, errors, details,
     notes) = room  # fmt: skip
    *roles, head_column, id_column = layout.tolist()
    numbers: dict[bytes, int] = {}
    sentence = word = token = node = comment = first_word = first_token = first_node = 0
    block_line = waiting = waiting_line = covered = 0
    has_rows = has_id = in_block = False
    error: tuple[int, ...] = (FINE,)
    covering: tuple[int, int, int] = (0, 0, 0)

    def number(fields: list[bytes], role: int) -> int:
        return -1 if roles[role] < 0 else numbers.setdefault(fields[roles[role]], len(numbers))

    for line, begin, text in _lines_of(data):
        stop = begin + len(text)
        if not text.strip(b" "):
            if has_rows or has_id:
                if error[0] == FINE and not has_rows:
                    error = (EMPTY, block_line, 0, 0, 0)
                if error[0] == FINE and covered > word - first_word:
                    error = (RANGE, *covering, word - first_word)
                if error[0] != FINE:
                    word, token, node = first_word, first_token, first_node
                    errors[sentence], details[sentence] = error[0], error[1:]
                lines[sentence] = block_line
                sentence += 1
                offsets[sentence] = first_word = word
                several_offsets[sentence] = first_token = token
                node_offsets[sentence] = first_node = node
                comment_offsets[sentence] = comment
                has_rows = has_id = in_block = False
                error, covered = (FINE,), 0
            else:
                waiting_line = waiting_line if waiting else line
                waiting += 1
            continue
        if not in_block:
            in_block, block_line = True, line
            if waiting:
                notes[3] = notes[3] if notes[2] else waiting_line
                notes[2] += waiting
        waiting = 0
        fields = text.split(b"\t")
        right_width = least <= len(fields) <= most
        if text.startswith(b"#") and (id_column >= 0 or len(fields) == 1):
            comments[comment] = begin, stop
            comment += 1
            if has_rows:
                notes[1] = notes[1] if notes[0] else line
                notes[0] += 1
            elif text[1:].lstrip(b" ").startswith(b"sent_id"):
                has_id = True
            continue
        has_rows = True
        if error[0] != FINE:
            continue
        if not right_width:
            error = (COLUMNS, line, begin, stop, len(fields))
            continue
        notes[4] += 1

        position = word - first_word
        kind, first, second = b"", position + 1, 0
        if id_column >= 0:
            match = WORD_NUMBER.match(fields[id_column])
            if match is None:
                error = (ID, line, *_place(begin, fields, id_column), position + 1)
                continue
            kind, first, second = match[2] or b"", _number(match[1]), _number(match[3] or b"0")
            expected = position if kind == b"." else position + 1
            if first != expected or (kind == b"-" and (second < first or covered > position)):
                error = (ORDER, line, *_place(begin, fields, id_column), expected)
                continue
        if kind != b"." and not fields[roles[0]].strip(b" "):
            error = (FORM, line, *_place(begin, fields, roles[0]), position + 1)
            continue
        if not kind and fields[head_column] != NO_HEAD and not NUMBER.match(fields[head_column]):
            error = (HEAD, line, *_place(begin, fields, head_column), position + 1)
            continue
        symbols = [number(fields, role) for role in range(8)]
        if kind:
            head = numbers.setdefault(fields[head_column], len(numbers))
        if kind == b"-":
            several[:, token] = first, second, *symbols, head
            token += 1
            covered, covering = second, (line, *_place(begin, fields, id_column))
        elif kind == b".":
            nodes[:, node] = first, second, *symbols, head
            node += 1
        else:
            words[:, word] = symbols
            heads[word] = _head(fields[head_column])
            word += 1
    return sentence, [symbol.decode("utf-8") for symbol in numbers]


def _lines_of(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Number, place and text of each line, with an empty line behind the last."""
    begin = 0
    line = 0
    for line, text in enumerate(data.split(b"\n"), 1):
        if begin < len(data):
            yield line, begin, text
        begin += len(text) + 1
    yield line, len(data), b""


def _number(digits: bytes) -> int:
    """The number; numbers above LARGEST become LARGEST, however many digits they have."""
    digits = digits.lstrip(b"0")
    return min(int(digits or b"0"), LARGEST) if len(digits) <= 10 else LARGEST


def _head(field: bytes) -> int:
    if field == NO_HEAD:
        return arcs.NO_HEAD
    digits = field.removeprefix(b"-")
    return _number(digits) if digits == field else -_number(digits)


def _place(begin: int, fields: list[bytes], column: int) -> tuple[int, int]:
    """Where a field of a line begins and ends in the content."""
    start = begin + sum(map(len, fields[:column])) + column
    return start, start + len(fields[column])
