"""Bracketed trees, as the Penn Treebank and nearly all constituency parsers write them.

One tree per line or pretty-printed; with an outermost bracket labelled TOP, ROOT, S1, VROOT, nothing at all, or without
one; with empty lines, ``(())`` or ``(TOP)`` where there is no parse; with comments before trees, if any of them says what is
what (``# sent_id = a1``). Other lines between trees that hold none are remarks and no sentences.

The rules are evalb's: a label runs to a blank or a bracket; ``(X)`` has no words; ``(X )`` holds an
empty word; blanks are the ASCII ones only, for words may hold U+00A0.

A file is cut into stretches of bytes, one per sentence; then the tokenizer (``kernels/tokenizers.py``) goes through them.

Trees in square brackets, as Sampson & Babarczy (2003) print them: ``[S [N1 two [N1 tax revision ] bills ] were passed ]``.
A tree a line or over several lines; words may stand beside constituents, and round brackets are words. The number of an
example before a tree (``2G``) and scores behind it (``(0.333, 0.333, 0.952)``) mean nothing; a location there (``G12:0520.27``)
is the sentence's id.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import ReadError, counted, first_of
from treecompare.kernels import kernel
from treecompare.readers.treebank import (
    FACE,
    MARKED,
    MOST_BRACKETS,
    NO_TEXT,
    PROSE,
    WITHOUT_TREE,
    Problem,
    Treebank,
    TreeReader,
    beginning,
    check_problems,
    is_blank,
)
from treecompare.readers.unescaped import HOW, SIGNS, how, with_bracket_words, with_sentences
from treecompare.readers.wrapped_brackets import is_behind_columns, is_between_tags, without_columns, without_tags
from treecompare.trees.characters import told_apart
from treecompare.trees.columns import Mask, Numbers
from treecompare.trees.preparation import NEARLY_ALL
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import DEEPEST, WORD, Trees

FINE, STRAY, OUTSIDE, UNCLOSED, TOO_DEEP = range(5)
LINES_LOOKED_AT = 1000
"""So many lines say whether each is a tree."""
_BACKSLASH = re.compile(rb"\\[()]")
_ESCAPED = re.compile(rb"(?<!\))\\[()]")
"""A bracket that is part of a word; behind one that closes, the backslash is that of a category, ``(S\\NP)\\(S\\NP)``."""
_SEPARATOR = re.compile(rb"(?<=\))\xe2\x80[\xa8\xa9](?=[ \t\r]*(?:\n|\(|\Z))")
"""U+2028 or U+2029 behind a tree, which are blanks there."""
_HIDDEN = {b"\\(": b"\\\x01", b"\\)": b"\\\x02"}


@dataclass(frozen=True)
class _Lines:
    """The lines of a file without comments: where they begin and end (bytes), by how much they deepen, how they begin.

    ``opens``: the first character is "("; ``blank``: there are blanks only; ``indent``: bytes before the first that is not a blank.
    ``numbers``: from 0, in the file. ``alone``: a remark, unless it stands within a tree, although its brackets do not balance.
    ``ids``, ``texts``: the sent_id and the text in the comments directly above a line, by the line's place here.
    """

    starts: Numbers
    ends: Numbers
    steps: Numbers
    blank: Mask
    opens: Mask
    indent: Numbers
    numbers: Numbers
    alone: Mask
    ids: dict[int, str] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)


def _lines(data: bytes) -> tuple[_Lines, int]:
    content = np.frombuffer(data, np.uint8)
    newlines = np.flatnonzero(content == ord("\n"))
    starts, ends = np.append(0, newlines + 1), np.append(newlines, len(content))
    if starts[-1] == len(content):  # what follows the last newline is not a line
        starts, ends = starts[:-1], ends[:-1]
    steps, first_mark = np.empty_like(starts), np.empty_like(starts)
    most_nodes = kernel("tokenizers").scan_lines(data, starts.data, ends.data, steps.data, first_mark.data)
    blank = first_mark == ends
    opens, comments, alone = (np.zeros(len(blank), np.bool_) for _ in range(3))
    opens[~blank] = content[first_mark[~blank]] == ord("(")
    comments[~blank] = content[starts[~blank]] == ord("#")
    for line in np.flatnonzero(~blank & ~opens & (steps != 0)).tolist():
        alone[line] = _is_remark(data, int(starts[line]), int(ends[line]), int(steps[line]))
    lines = _Lines(starts, ends, steps, blank, opens, first_mark - starts, np.arange(len(starts)), alone)
    has_comments = comments.any() and COMMENT.search(data)
    return (_without_comments(data, lines) if has_comments else lines), most_nodes


COMMENT = re.compile(rb"^#[ \t]*([A-Za-z_][\w.:-]*)[ \t]*=[ \t]*([^\r\n]*)", re.MULTILINE)
"""A comment that says what is what; without any, lines that begin with ``#`` are words, or no trees."""


_NAME_LINE = re.compile(
    rb"^(?:(?:#+|%%+|;+)[ \t]*([^()\r\n]*)|ID=([^()\s]+)[^()\r\n]*|\*x\*[^()\r\n]*)(?=\r?$)", re.MULTILINE
)
_DIGIT = re.compile(rb"[0-9]")
_NAMED_TREE = re.compile(rb"^(?:#|%%|;|ID=)[^()\n]*\n(?:[ \t\r]*\n)*\(", re.MULTILINE)


def _without_escaped(data: bytes) -> tuple[bytes, list[int]]:
    """The content with other bytes for brackets behind a backslash, and where these are."""
    if b"\\" not in data or not _BACKSLASH.search(data) or b"\x01" in data or b"\x02" in data:
        return data, []
    places = [found.start() for found in _ESCAPED.finditer(data)]
    return _ESCAPED.sub(lambda found: _HIDDEN[found[0]], data), places


def _shown(text: str) -> str:
    return text.replace("\\\x01", "\\(").replace("\\\x02", "\\)")


def _with_ids(data: bytes) -> bytes:
    """The content with lines such as ``# wsj_0001 1``, ``%% 1`` or ``ID=wsj_0001.1`` as comments ``# sent_id = …``, line by line.

    Only where the file begins with one, each stands before a tree, holds a digit and is another one: ``# no parse`` keeps the
    place of a sentence. Lines ``*x*`` of a heading become comments, too.
    """
    start = beginning(data, 1000).lstrip()
    if not start.startswith((b"#", b"%%", b";", b"ID=", b"*x*")) or COMMENT.search(data):
        return data
    lines = [found for found in _NAME_LINE.finditer(data) if not found[0].startswith(b"*x*")]
    ids = {found[1] or found[2] or b"" for found in lines}
    are_ids = len(ids) == len(lines) == len(_NAMED_TREE.findall(data)) and all(map(_DIGIT.search, ids))
    if not are_ids or not (len(lines) > 1 or start.startswith(b"*x*")):
        return data

    def comment(found: re.Match[bytes]) -> bytes:
        if found[0].startswith(b"*x*"):
            return b"# heading = " + found[0]
        return b"# sent_id = " + (found[1] or found[2] or b"").strip()

    return _NAME_LINE.sub(comment, data)


def _without_comments(data: bytes, lines: _Lines) -> _Lines:
    """The lines without those that begin with ``#`` and stand outside of trees: where all brackets are closed, or, if one was
    forgotten, before the line that begins the next tree."""
    depth = 0
    kept: list[int] = []
    block: list[int] = []
    ids: dict[int, str] = {}
    texts: dict[int, str] = {}

    def end_block(is_at_tree: bool) -> None:
        nonlocal depth
        found = [
            COMMENT.match(data, start, end) for start, end in zip(lines.starts[block], lines.ends[block], strict=True)
        ]
        if depth > 0 and not (is_at_tree and all(found)):  # words of the tree
            kept.extend(block)
            depth += int(lines.steps[block].sum())
        elif block:
            depth = 0
            for one in filter(None, found):
                if one[1] in (b"sent_id", b"text"):
                    (ids if one[1] == b"sent_id" else texts)[len(kept)] = one[2].decode("utf-8").strip()
        block.clear()

    for place, start in enumerate(lines.starts.tolist()):
        if data.startswith(b"#", start):
            block.append(place)
            continue
        if block:
            end_block(bool(lines.opens[place]) and lines.indent[place] == 0)
        kept.append(place)
        depth = max(depth + int(lines.steps[place]), 0)
    if block:
        end_block(True)
    return _Lines(
        lines.starts[kept], lines.ends[kept], lines.steps[kept], lines.blank[kept], lines.opens[kept],
        lines.indent[kept], lines.numbers[kept], lines.alone[kept], ids, texts,
    )  # fmt: skip


def _is_indented(lines: _Lines) -> bool:
    """Whether the file is pretty-printed with indentation: most trees that a line begins and does not end go on indented."""
    unfinished = np.flatnonzero(lines.opens & (lines.indent == 0) & (lines.steps > 0))
    used = np.flatnonzero(~lines.blank)  # there may be empty lines within trees
    places = np.searchsorted(used, unfinished, "right")
    following = used[places[places < len(used)]]
    continued = np.count_nonzero(lines.indent[following] > 0)
    return bool(2 * continued > len(unfinished))


def _is_one_tree_per_line(lines: _Lines) -> bool:
    """Whether lines that begin a tree also end one: at least half of those that begin with "(" are balanced."""
    beginning = lines.opens & (lines.indent == 0)
    if not beginning.any():
        beginning = lines.opens
    return 2 * int(np.count_nonzero(beginning & (lines.steps == 0))) >= int(np.count_nonzero(beginning))


def _are_unescaped(data: bytes, lines: _Lines) -> bool:
    """Whether lines are trees that balance, or would if brackets as words were escaped: at least half of those looked at."""
    beginning = np.flatnonzero(lines.opens & (lines.indent == 0))[:LINES_LOOKED_AT]
    odd = beginning[lines.steps[beginning] != 0].tolist()
    if not odd or abs(int(lines.steps[odd[0]])) > MOST_BRACKETS:
        return False
    texts = (data[lines.starts[line] : lines.ends[line]].decode("utf-8").strip() for line in odd)
    signed = sum(SIGNS.search(text) is not None and text.endswith(")") for text in texts)
    return 2 * (len(beginning) - len(odd) + signed) >= len(beginning)


def _line_stretches(lines: _Lines) -> Numbers:
    """First and last line of each sentence: all lines; or those with trees, where each of these is followed by an empty one.

    After the last tree, the empty line may be missing if there are three trees or more; two trees around an empty line
    are three sentences.
    """
    numbers = np.arange(len(lines.starts))
    if lines.ids:  # what has no id and is empty stands between sentences
        numbers = numbers[~lines.blank | np.isin(numbers, [*lines.ids])]
    elif len(numbers) >= 4 and not lines.blank[::2].any() and lines.blank[1::2].all():
        numbers = numbers[::2]
    return np.stack((numbers, numbers), axis=1)


_REMARK = re.compile(
    rb"[ \t]*(?:([#;%*]|//)|(?:(\([^() \t]*\))[ \t]+[^() \t\r]|[^() \t\r])(?!.*\([^\s()]*[ \t\r]*(?:\(|\Z)))"
)
"""A line outside of trees that holds none: marked as a remark, or text without a bracket that opens before another, or at its
end (``Ele (o pai) sai.``, ``No parse :)``)."""
_MARKS = np.frombuffer(b"#;%*", np.uint8)


def _is_remark(data: bytes, start: int, end: int, steps: int) -> bool:
    """Whether a line outside of trees holds none; text in which more than one bracket has no other may be what is left of one."""
    found = _REMARK.match(data, start, end)
    return found is not None and (bool(found[1]) or abs(steps) < (1 if found[2] else 2))


def _without_remarks(data: bytes, lines: _Lines, stretches: Numbers, errors: NDArray[np.int32], by_line: bool) -> Mask:
    """Which stretches are sentences, and not lines that hold no tree (see :data:`_REMARK`).

    Where each line is a sentence, an empty one beside a remark is none; save behind a remark without a tree, where most
    remarks stand directly above theirs: there it is a missing parse.
    """
    keep = np.ones(len(stretches), np.bool_)
    unread = (errors == OUTSIDE) | (errors == STRAY)
    for place in np.flatnonzero(unread & (stretches[:, 0] == stretches[:, 1])).tolist():
        line = stretches[place, 0]
        keep[place] = not _is_remark(data, int(lines.starts[line]), int(lines.ends[line]), int(lines.steps[line]))
    if keep.all() or not by_line:
        return keep
    remarks, blank = ~keep, lines.blank[stretches[:, 0]]
    tree = keep & ~blank
    above = np.append(remarks[:-1] & ~remarks[1:], False)  # the last of several
    is_heading = 2 * np.count_nonzero(above[:-1] & tree[1:]) > np.count_nonzero(above)
    for step in (1, -1):
        near = step < 0 and bool((blank[:-1] & remarks[1:]).any())  # as above remarks, so below the last tree
        for place in range(len(keep))[::step]:
            near = remarks[place] or (near and bool(blank[place]))
            if near and blank[place]:
                keep[place] = False
    if is_heading:
        missing = blank[1:] & above[:-1] & ~np.append(tree[2:], False)
        keep[1:] |= missing
    left = np.flatnonzero(keep)
    if len(left) >= 4 and not blank[left[::2]].any() and blank[left[1::2]].all():
        keep[left[1::2]] = False
    return keep


def _pretty_stretches(lines: _Lines, strict: bool) -> Numbers:
    """First and last line of each sentence: a tree ends where its brackets balance.

    ``strict``: a line that begins with "(" ends what is unfinished, so that one forgotten bracket does not swallow the rest of
    the file, nor a forgotten and a superfluous one what is between them. Otherwise such lines may stand within trees, for
    nothing is indented; but where the file ends inside a tree, that tree begins again, and the rest is read strictly.
    """
    depth = np.cumsum(lines.steps)
    if len(depth) and depth.min() >= 0 and depth[-1] == 0 and not lines.alone.any():
        lasts = np.flatnonzero((depth == 0) & ~lines.blank)
        used = np.flatnonzero(~lines.blank)
        firsts = used[np.searchsorted(used, np.concatenate(([0], lasts[:-1] + 1)))]
        begins = np.flatnonzero(lines.opens & (lines.indent == 0))
        if not strict or np.isin(begins, firsts).all():
            return np.stack((firsts, lasts), axis=1)
    return _walked_stretches(lines, strict)


def _walked_stretches(lines: _Lines, strict: bool) -> Numbers:
    """See :func:`_pretty_stretches`; line by line."""
    stretches = array("q")
    steps, blank = lines.steps.tolist(), lines.blank.tolist()
    begins, alone = (lines.opens & (lines.indent == 0)).tolist(), lines.alone.tolist()
    line, first, open_brackets = 0, -1, 0
    while line < len(steps) or (first >= 0 and not strict):
        if line == len(steps):
            line, first, strict = first, -1, True
        if not blank[line]:
            if first >= 0 and strict and begins[line]:
                stretches.extend((first, line - 1))
                first = -1
            if first < 0:
                first, open_brackets = line, 0
            open_brackets += steps[line]
            if open_brackets <= 0 or (first == line and alone[line]):
                stretches.extend((first, line))
                first = -1
        line += 1
    if first >= 0:
        stretches.extend((first, len(steps) - 1))
    found = np.array(stretches, np.int64).reshape(-1, 2)
    return _with_what_is_behind(lines, found) if strict else found


def _with_what_is_behind(lines: _Lines, stretches: Numbers) -> Numbers:
    """The stretches with those behind them that go on indented and do not balance: what is left of a tree that a bracket closed
    too early."""
    steps = np.concatenate((np.zeros(1, np.int64), np.cumsum(lines.steps)))
    firsts, lasts = stretches.T
    broken = (steps[lasts + 1] != steps[firsts]) & (lines.indent[firsts] > 0) & lines.opens[firsts]
    begins = lines.opens[firsts] & (lines.indent[firsts] == 0)
    if not broken.any() or not begins.any():
        return stretches
    group = np.cumsum(begins)
    ends = np.arange(len(stretches))
    of_group = {int(group[place]): place for place in np.flatnonzero(broken).tolist() if group[place]}
    keep = np.ones(len(stretches), np.bool_)
    for place in np.flatnonzero(begins).tolist():
        last = of_group.get(int(group[place]), place)
        keep[place + 1 : last + 1] = False
        ends[place] = last
    joined: Numbers = np.stack((firsts, lasts[ends]), axis=1)[keep]
    return joined


@dataclass(frozen=True)
class Tokens:
    """What the tokenizer found: columns as in :class:`Trees`, texts by symbol, and what went wrong per stretch.

    ``errors`` holds FINE, STRAY, OUTSIDE, UNCLOSED or TOO_DEEP; ``details`` the byte at which that shows, or for UNCLOSED the
    number of open brackets. A stretch that is not FINE has no nodes.
    """

    texts: list[str]
    labels: NDArray[np.int32]
    kinds: NDArray[np.int8]
    sizes: NDArray[np.int32]
    offsets: Numbers
    errors: NDArray[np.int32]
    details: Numbers

    def of(self, keep: Mask) -> Tokens:
        """Those of some stretches; the others have no nodes."""
        offsets = np.concatenate((self.offsets[:1], self.offsets[1:][keep]))
        return replace(self, offsets=offsets, errors=self.errors[keep], details=self.details[keep])


def _tokens(data: bytes, starts: Numbers, ends: Numbers, most_nodes: int) -> Tokens:
    labels, kinds, sizes = np.empty(most_nodes, np.int32), np.empty(most_nodes, np.int8), np.empty(most_nodes, np.int32)
    offsets, errors, details = (
        np.zeros(len(starts) + 1, np.int64),
        np.zeros(len(starts), np.int32),
        np.zeros(len(starts), np.int64),
    )
    columns = starts, ends, labels, kinds, sizes, offsets, errors, details
    texts = kernel("tokenizers").tokenize_trees(data, *(one.data for one in columns), DEEPEST)
    for column in (labels, kinds, sizes):
        column.resize(int(offsets[-1]), refcheck=False)  # in place: a copy would cost a tenth of all reading
    return Tokens(texts, labels, kinds, sizes, offsets, errors, details)


def _reason(data: bytes, error: int, detail: int, where: str) -> str:
    if error == UNCLOSED:
        return f"{counted(detail, 'bracket is', 'brackets are')} not closed; expected a balanced tree{where}"
    if error == TOO_DEEP:
        return f"brackets are nested deeper than {DEEPEST:,}; expected the tree of a sentence"
    if error == STRAY:
        return f"a bracket is closed that was not opened; expected a balanced tree{where}"
    word = re.compile(rb"[^() \t\n\r\v\f]*").match(data, detail)
    assert word is not None
    return f"'{told_apart(word[0].decode('utf-8')[:40], '')[0]}' stands outside of brackets; expected '('"


_BEFORE_LABEL = re.compile(rb"\([ \t]+(?=[^() \t\r\n]+(?:[ \t\r\n]*\(|[ \t\r\n]+[^() \t\r\n]))")


def read_brackets(data: bytes, path: str, name: str, as_written: bool = True) -> Treebank:
    """All sentences of a file. ``as_written``: every bracket is one; else some may be words. Raises ReadError: there is text, but
    no line that begins with a bracket, or far too much that cannot be read."""
    names: dict[int, str] = {}
    warnings, content = [], data
    if is_between_tags(data):
        data, names = without_tags(data)
        warnings.append("read as bracketed trees between SGML tags, which are left out")
    elif is_behind_columns(data):
        data, names = without_columns(data)
        warnings.append(
            "read as bracketed trees between columns or behind numbers; those before them name them, or are left out"
        )
    else:
        data = _with_ids(data)
    start = beginning(data, 5_000)
    if len(_BEFORE_LABEL.findall(start)) >= NEARLY_ALL * start.count(b"(") > start.count(b"\n") + 1:
        data = _BEFORE_LABEL.sub(b"(", data)
        warnings.append("blanks between brackets and their labels are left out, as in ( NP")
    hidden, escaped = (data, list[int]()) if as_written else _without_escaped(data)
    lines, most_nodes = _lines(hidden)
    lines.ids.update({int(np.searchsorted(lines.numbers, line)): name for line, name in names.items()})
    if not lines.blank.all() and not lines.opens.any():
        line = int(np.flatnonzero(~lines.blank)[0])
        found = data[lines.starts[line] : lines.ends[line]].decode("utf-8").strip()[:40]
        raise ReadError(
            path, int(lines.numbers[line]) + 1, f"expected a bracketed tree that begins with '(', found '{found}'"
        )
    indented = _is_indented(lines)
    by_line = not indented and (_is_one_tree_per_line(lines) or _are_unescaped(hidden, lines))
    stretches = _line_stretches(lines) if by_line else _pretty_stretches(lines, strict=indented)
    starts = np.ascontiguousarray(lines.starts[stretches[:, 0]])
    tokens = _tokens(hidden, starts, np.ascontiguousarray(lines.ends[stretches[:, 1]]), most_nodes)
    firsts, lasts, remarks = *stretches.T, None
    if tokens.errors.any():
        if (plain := _SEPARATOR.sub(b"   ", content)) != content:
            return read_brackets(plain, path, name, as_written)
        keep = _without_remarks(data, lines, stretches, tokens.errors, by_line)
        if not keep.all():
            left_out = firsts[~keep]
            kinds = np.full(len(left_out), NO_TEXT)
            said = left_out[~lines.blank[left_out]]
            marked = np.isin(np.frombuffer(data, np.uint8)[lines.starts[said] + lines.indent[said]], _MARKS)
            kinds[~lines.blank[left_out]] = np.where(marked, MARKED, PROSE)
            if len(said) > np.count_nonzero(keep):  # a text in which there are trees
                check_problems(path, len(said), int(lines.numbers[said[0]]) + 1, "holds no tree; expected '('")
            remarks = np.stack((np.cumsum(keep)[~keep], lines.numbers[left_out] + 1, kinds), axis=1)
            warnings.append(_remarks_said(data, lines, said))
            firsts, lasts, tokens = firsts[keep], lasts[keep], tokens.of(keep)
    numbers = lines.numbers[firsts] + 1
    where = " on one line" if by_line else ""

    def problem(index: int) -> Problem:
        reason = _reason(data, int(tokens.errors[index]), int(tokens.details[index]), where)
        return Problem(index, int(numbers[index]), reason)

    wrong = np.flatnonzero(tokens.errors).tolist()
    if wrong:
        check_problems(path, len(wrong), (first := problem(wrong[0])).line, first.reason)
    problems = {index: problem(index) for index in wrong}
    symbols = Symbols.of_distinct([*map(_shown, tokens.texts)] if escaped else tokens.texts)
    trees = Trees(symbols, tokens.labels, tokens.kinds, tokens.sizes, tokens.offsets)
    leaves = trees.kinds == WORD
    if len(leaves) and not leaves.any() and len(words := _words_in_brackets(trees)):
        kinds = trees.kinds.copy()
        kinds[words] = WORD
        trees = replace(trees, kinds=kinds)
        shown = f"({symbols[trees.labels[words[0] + 1]]} ({symbols[trees.labels[words[0]]]}))"
        warnings.append(f"words stand in brackets of their own, as in {shown}, and were read as words")
    if not len(trees):
        warnings.append("the file is empty; expected at least one tree")
    ids = _ids(lines, firsts)
    if names and ids == [str(number) for number in range(1, len(firsts) + 1)]:
        ids = None  # they say no more than places do
    treebank = Treebank(name, path, BRACKETS.name, trees, numbers, ids, problems, warnings, remarks=remarks)
    if as_written:
        return treebank

    def text_of(sentence: int) -> str:
        return data[lines.starts[firsts[sentence]] : lines.ends[lasts[sentence]]].decode("utf-8").lstrip("\ufeff")

    places = np.searchsorted(firsts, [*lines.texts]).tolist()
    texts = {place: text for place, text in zip(places, lines.texts.values(), strict=True) if place < len(firsts)}
    texts = {place: _shown(text) for place, text in texts.items()}
    begins = np.append(lines.starts[firsts], len(data))
    behind = np.searchsorted(begins, escaped, "right") - 1
    return with_bracket_words(treebank, text_of, texts, {*behind[behind >= 0].tolist()})


def _words_in_brackets(trees: Trees) -> Numbers:
    """The brackets that are words, ``(NN (dog))``, in a file in which nothing else is one: if all that have nothing inside are the
    only daughters of others, and not every sentence has but one (``(TOP (S))`` is no parse)."""
    inner: Numbers = np.flatnonzero(trees.sizes == 1)
    inner = inner[trees.labels[inner] != (-1 if (empty := trees.symbols.find("")) is None else empty)]
    inner = inner[inner + 1 < trees.offsets[1:][trees.sentence_of[inner]]]
    is_alone = trees.sizes[inner + 1] == 2 if len(inner) else np.zeros(0, np.bool_)
    several = len(inner) > len(np.unique(trees.sentence_of[inner]))
    found: Numbers = inner if several and is_alone.all() else inner[:0]
    return found


def _remarks_said(data: bytes, lines: _Lines, found: Numbers) -> str:
    first = int(found[0])
    said = data[lines.starts[first] : lines.ends[first]].decode("utf-8").strip()[:40]
    are = "is" if len(found) == 1 else "are"
    which = first_of(len(found), f"line {lines.numbers[first] + 1}")
    return f"{counted(len(found), 'line')} {WITHOUT_TREE} {are} left out ({which}, '{said}')"


def _ids(lines: _Lines, firsts: Numbers) -> list[str] | None:
    """The sent_id of each sentence, its number where it has none; None where none has any."""
    if not lines.ids:
        return None
    ids = [str(number) for number in range(1, len(firsts) + 1)]
    for line, name in lines.ids.items():  # in order: of several the last counts
        sentence = int(np.searchsorted(firsts, line))
        if sentence < len(ids) and name:
            ids[sentence] = name
    return ids


def _looks_bracketed(data: bytes) -> bool:
    return is_blank(data) or b"(" in data


BRACKETS = TreeReader(
    "brackets", "bracketed trees (Penn Treebank)", _looks_bracketed, partial(read_brackets, as_written=False)
)


def as_written(treebank: Treebank) -> Treebank:
    """The treebank as programs read it for which every bracket is one."""
    otherwise = [place for place, one in treebank.unescaped.items() if one.is_certain or one.is_read]
    told_of = [
        place
        for place, one in treebank.unescaped.items()
        if one.has_brackets or (place in treebank.problems and FACE.search(one.text))
    ]
    if not otherwise and not told_of:
        return treebank
    problems, parts = dict(treebank.problems), []
    for place in otherwise:
        one = treebank.unescaped[place]
        found = read_brackets(" ".join(one.text.split("\n")).encode(), treebank.path, treebank.name)
        parts.append(found.trees.part(0, 1).translated(treebank.trees.symbols))
        problems.pop(place, None)
        if found.problems:
            line = int(treebank.lines[place])
            problems[place] = replace(found.problems[0], index=place, line=line)
    trees = with_sentences(treebank.trees, otherwise, Trees.joined(parts)) if parts else treebank.trees
    told = [one for one in treebank.warnings if HOW not in one]
    if told_of:
        told.append(how(treebank, told_of, "every bracket is taken for one"))
    return replace(treebank, trees=trees, problems=problems, warnings=told)


# -- square brackets, as Sampson & Babarczy (2003) print them ----------------------------------------------------------

_BEGIN = re.compile(rb"(?:#[^\n]*\n|\s)*(?:[0-9]+[A-Za-z]?[ \t]+)?\[[^][\s(){}\"',:]+[ \t\n]")
_NUMBER = re.compile(rb"^[0-9]+[A-Za-z]?[ \t]+(?=\[)")
_BEHIND = re.compile(rb"(?<=\])(?:[ \t]+(?:([A-Z][0-9]{2}:[0-9.]+)|\([0-9., ]+\)))+[ \t\r]*$")
_ROUND = bytes.maketrans(b"[]", b"()")


def read_square(data: bytes, path: str, name: str) -> Treebank:
    """All sentences of a file, as :func:`read_brackets`. Raises ReadError: no line begins with a bracket."""
    lines = data.split(b"\n")
    locations: list[tuple[int, str]] = []
    for number, line in enumerate(lines):
        if COMMENT.match(line):
            continue
        behind = _BEHIND.search(line)
        if behind and behind[1]:
            locations.append((number + 1, behind[1].decode()))
        plain = _NUMBER.sub(b"", line[: behind.start()] if behind else line)
        lines[number] = plain.replace(b"(", b"-LRB-").replace(b")", b"-RRB-").translate(_ROUND)
    treebank = read_brackets(b"\n".join(lines), path, name)
    problems = {
        index: replace(one, reason=one.reason.replace("expected '('", "expected '['"))
        for index, one in treebank.problems.items()
    }
    ids = treebank.ids
    if locations and ids is None:
        firsts = treebank.lines.tolist()
        ids = [str(place) for place in range(1, len(firsts) + 1)]
        for number, location in locations:
            ids[bisect_right(firsts, number) - 1] = location
    return replace(treebank, format=SQUARE.name, problems=problems, ids=ids)


def _looks_square(data: bytes) -> bool:
    return _BEGIN.match(data) is not None


SQUARE = TreeReader("square", "trees in square brackets (Sampson & Babarczy)", _looks_square, read_square)
